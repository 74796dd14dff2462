"""Are the compiled core and its plain-Python form the same, function by function?"""

from __future__ import annotations

import random
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu import _pure
from huisu.kernel import compiled, core
from huisu.queens.solutions import placements_in
from huisu.queens.symmetry import canonical, class_size
from roads import by_permutations, on_open, open_rows

#: Both forms where there are two: without the core, `core` is the pure one.
BOTH: tuple[ModuleType, ...] = (_pure, core) if compiled else (_pure,)
each_form = pytest.mark.parametrize("form", BOTH, ids=lambda form: form.__name__)


def in_pieces(form: ModuleType, rows: tuple[int, ...], seed: int) -> list[tuple[int, ...]]:
    """Return all solutions, asked for by batches and budgets of random size."""
    choose = random.Random(seed)
    found, reached, finished = b"", b"", False
    while not finished:
        budgets = choose.randint(1, 5), choose.randint(0, 30)
        batch, reached, finished = form.next_solutions(rows, reached, *budgets)
        assert len(batch) <= budgets[0] * len(rows)
        found += batch
    return placements_in(found, len(rows))


@given(open_rows(), st.integers(0, 1000))
def test_any_batches_and_budgets_give_the_same_solutions(rows: tuple[int, ...], seed: int) -> None:
    for form in BOTH:
        assert in_pieces(form, rows, seed) == on_open(rows), form.__name__


@each_form
@pytest.mark.parametrize("k", [0, 1, 45, 90, 91])
def test_a_search_goes_on_after_any_solution(form: ModuleType, k: int) -> None:
    whole, after = [255] * 8, bytes(by_permutations(8)[k])
    found, _, finished = form.next_solutions(whole, after, 1000, 10**6)
    assert tuple(placements_in(found, 8)) == by_permutations(8)[k + 1 :]
    assert finished


@each_form
def test_a_search_goes_on_after_any_prefix(form: ModuleType) -> None:
    for column in range(8):
        after = bytes([column])
        found, _, _ = form.next_solutions([255] * 8, after, 1000, 10**6)
        expected = [x for x in by_permutations(8) if x[0] > column]
        assert placements_in(found, 8) == expected


@each_form
def test_a_small_budget_ends_a_batch_early(form: ModuleType) -> None:
    full = [(1 << 20) - 1] * 20
    found, reached, finished = form.next_solutions(full, b"", 10**6, 1000)
    assert not finished
    assert len(found) < 10**6
    assert 0 < len(reached) <= 20


@pytest.mark.core
@given(open_rows(), st.integers(0, 2**64 - 1), st.integers(0, 10**6))
def test_the_same_probes_give_the_same_sums(rows: tuple[int, ...], seed: int, first: int) -> None:
    assert list(core.probe(rows, seed, first, 20)) == list(_pure.probe(rows, seed, first, 20))


@each_form
@pytest.mark.parametrize("n", range(1, 9))
def test_class_sizes_are_those_of_the_least_images(form: ModuleType, n: int) -> None:
    found = by_permutations(n)
    expected = [class_size(x) if canonical(x) == x else 0 for x in found]
    buffer = b"".join(bytes(x) for x in found)
    assert list(form.class_sizes(n, buffer)) == expected


@pytest.mark.core
@given(open_rows())
def test_the_same_open_squares_have_the_same_count(rows: tuple[int, ...]) -> None:
    expected = _pure.count(0, rows, _pure.Cancel())
    for index, (_, _, supported, counts_jobs) in enumerate(core.kernels()):
        if supported and counts_jobs:
            assert core.count(index, rows, core.Cancel()) == expected
