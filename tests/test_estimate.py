"""Do estimates agree, within the errors they state, with trees counted node by node?"""

from __future__ import annotations

import pytest
from hypothesis import given

from huisu.estimate import Estimate, estimate_rows, estimate_tree
from huisu.kernel import core
from huisu.queens.board import Board
from huisu.queens.count import estimate_board
from roads import oeis, open_rows, refused

Prefix = tuple[int, ...]


def whole(n: int) -> list[int]:
    return [(1 << n) - 1] * n


def profile(sequence: str) -> list[int]:
    return list(oeis(sequence).values())


def children(n: int, x: Prefix) -> list[int]:
    """Return the columns of the next row that no queen of x attacks."""
    row = len(x)
    return [
        column
        for column in range(n if row < n else 0)
        if all(column != c and abs(column - c) != row - r for r, c in enumerate(x))
    ]


def agrees(estimate: Estimate, exact: list[int]) -> bool:
    """Return whether every figure lies within 5 standard errors of the exact one."""
    figures = [(estimate.nodes, estimate.nodes_error, sum(exact))]
    figures += zip(estimate.profile, estimate.profile_error, exact, strict=True)
    return all(abs(mean - truth) <= 5 * error + 1e-9 for mean, error, truth in figures)


def test_the_tree_of_8_queens_is_estimated_right_level_by_level() -> None:
    exact = profile("A319235")
    estimate = estimate_rows(whole(8), probes=20_000)
    assert sum(exact) == 2057
    assert agrees(estimate, exact)
    assert 0 < estimate.nodes_error < 2057 / 50


@pytest.mark.core
def test_the_tree_of_16_queens_is_estimated_right_level_by_level() -> None:
    exact = profile("A319236")
    estimate = estimate_rows(whole(16), probes=200_000, seed=1)
    assert sum(exact) == 1_141_190_303
    assert agrees(estimate, exact)
    assert 0 < estimate.nodes_error < 1_141_190_303 / 50


def test_every_single_probe_of_4_queens_says_13_17_or_21() -> None:
    said = {estimate_rows(whole(4), probes=1, seed=seed).nodes for seed in range(60)}
    assert said == {13, 17, 21}


def test_the_tree_of_a_function_is_estimated_right_level_by_level() -> None:
    estimate = estimate_tree(lambda x: children(8, x), probes=4000, seed=3)
    assert agrees(estimate, profile("A319235"))


def levels_by_hand(rows: tuple[int, ...]) -> list[int]:
    """Return the number of nodes on each level, counted one by one."""
    level: list[Prefix] = [()]
    sizes = [1]
    for row in rows:
        level = [(*x, c) for x in level for c in children(len(rows), x) if row >> c & 1]
        sizes.append(len(level))
    return sizes


@given(open_rows(5))
def test_closed_squares_are_no_nodes(rows: tuple[int, ...]) -> None:
    """A probe misses a thin branch at times, so the error that it states is no bound here."""
    exact, estimate = levels_by_hand(rows), estimate_rows(rows, probes=4000)
    for mean, truth in zip(estimate.profile, exact, strict=True):
        assert mean == pytest.approx(truth, rel=0.25, abs=0.25)


def test_a_tree_whose_nodes_have_equally_many_children_is_known_exactly() -> None:
    estimate = estimate_tree(lambda x: range(3) if len(x) < 4 else (), probes=5)
    assert estimate.profile == (1, 3, 9, 27, 81)
    assert (estimate.nodes, estimate.nodes_error) == (121, 0)


def test_the_same_seed_gives_the_same_figures() -> None:
    rows = [estimate_rows(whole(10), probes=500, seed=seed) for seed in (7, 7, 8)]
    trees = [estimate_tree(lambda x: children(6, x), probes=50, seed=s) for s in (7, 7, 8)]
    assert rows[0] == rows[1] != rows[2]
    assert trees[0] == trees[1] != trees[2]


def test_more_probes_make_smaller_errors() -> None:
    errors = [estimate_rows(whole(8), probes=probes).nodes_error for probes in (100, 10_000)]
    assert errors[1] < errors[0] / 5


def test_a_stream_of_probes_may_be_cut_anywhere() -> None:
    rows = whole(8)
    together = core.probe(rows, 3, 0, 300)
    parts = [core.probe(rows, 3, 0, 130), core.probe(rows, 3, 130, 170)]
    assert together[0] == [a + b for a, b in zip(parts[0][0], parts[1][0], strict=True)]
    assert together[2] == parts[0][2] + parts[1][2]


def test_estimates_of_many_batches_are_those_of_one_stream() -> None:
    sums = core.probe(whole(4), 0, 0, 45_000)
    assert estimate_rows(whole(4), probes=45_000).nodes == sums[2] / 45_000


@pytest.mark.parametrize("seed", [-1, 2**64 + 3])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    assert agrees(estimate_rows(whole(8), probes=2000, seed=seed), profile("A319235"))


def test_a_board_is_estimated_by_its_open_squares() -> None:
    board = Board(8, fixed=[(0, 0)], blocked=[(1, 4)])
    assert estimate_board(board, probes=500) == estimate_rows(board.open_squares, probes=500)
    assert estimate_board(8, probes=500) == estimate_rows(whole(8), probes=500)


def test_the_tree_of_the_empty_board_is_its_root() -> None:
    assert (estimate_board(0).nodes, estimate_board(0).profile) == (1, (1,))


@pytest.mark.parametrize("probes", [0, -5])
def test_an_estimate_needs_a_probe(probes: int) -> None:
    error = refused(lambda: estimate_board(8, probes=probes))
    assert error.key == "error.probes"
    assert refused(lambda: estimate_tree(lambda x: x, probes=probes)).values == error.values


def test_progress_of_an_estimate_never_goes_back_and_ends_at_1() -> None:
    shares: list[float] = []
    estimate_board(6, probes=50_000, on_progress=shares.append)
    assert shares == sorted(shares)
    assert len(shares) > 1
    assert shares[-1] == 1


def test_a_board_too_large_to_search_is_not_estimated() -> None:
    assert refused(lambda: estimate_board(65)).key == "error.n.search"
