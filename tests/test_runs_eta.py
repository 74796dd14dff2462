"""Is the time left of a run right, and does it say how sure it is?

Work is compared in nodes: those of each unit are known, or estimated by so many
probes that they are as good as known. Read test_runs_plan.py for the units.
"""

from __future__ import annotations

import itertools
import math
import random
import statistics
import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu.kernel import core
from huisu.runs.eta import Pace, Recent
from huisu.runs.plan import Plan, Units

ORDERS = ("largest first", "smallest first", "by number", "backwards", "at random")


def probed(units: Units, probes: int) -> list[float]:
    """Return the nodes of each unit, by probes that the units have not used."""
    return [
        sum(core.probe(job.open, 2**63 + unit, k * probes, probes)[2] / probes
            for k, job in enumerate(units.task_jobs(unit)))
        for unit in range(len(units))
    ]  # fmt: skip


def ordered(units: Units, order: str) -> list[int]:
    numbers = list(units.order())
    if order == "smallest first":
        numbers.reverse()
    elif order == "at random":
        random.Random(1).shuffle(numbers)
    elif order != "largest first":
        numbers.sort(reverse=order == "backwards")
    return numbers


def work_left(units: Units, nodes: Sequence[float], done: Sequence[int]) -> tuple[float, float]:
    """Return how far the work left is off, and its standard error, as shares of the truth."""
    pace = Pace(units.nodes, units.errors, guess=1.0)
    pace.open(range(len(units)))
    for unit in done:
        pace.enter(unit, nodes[unit] / 1e6)
    pace.close(done)
    truth = (sum(nodes) - sum(nodes[unit] for unit in done)) / 1e6
    left = pace.left()
    return left.seconds / truth - 1, left.error / truth


def check_first_estimate(n: int, size: int) -> None:
    begin = time.perf_counter()
    units = Units(Plan("mirror", n, size))
    estimated = sum(units.nodes)
    took = time.perf_counter() - begin
    assert estimated == pytest.approx(sum(probed(units, 5_000)), rel=0.03)
    if n > 14:
        assert took < 1


def check_work_left(n: int, size: int, order: str) -> None:
    units = Units(Plan("mirror", n, size))
    nodes = probed(units, 2_000)
    for share, most in ((0.01, 0.05), (0.05, 0.03), (0.2, 0.02)):
        done = ordered(units, order)[: math.ceil(share * len(units))]
        off, error = work_left(units, nodes, done)
        assert abs(off) < most, (share, order)
        assert abs(off) < 4 * error


@pytest.mark.core
def test_the_first_estimate_of_all_work_is_within_three_per_cent() -> None:
    check_first_estimate(13, 20_000)


@pytest.mark.core
@pytest.mark.parametrize("order", ORDERS)
def test_the_work_left_is_known_when_little_is_done_in_whatever_order(order: str) -> None:
    check_work_left(13, 10_000, order)


@pytest.mark.core
@pytest.mark.long
@pytest.mark.parametrize(("n", "size"), [(16, 300_000), (18, 30_000_000), (20, 1_000_000_000)])
def test_the_first_estimate_comes_within_a_second(n: int, size: int) -> None:
    check_first_estimate(n, size)


@pytest.mark.core
@pytest.mark.long
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("n", "size"), [(16, 300_000), (18, 30_000_000), (20, 1_000_000_000)])
def test_the_work_left_of_larger_boards_is_known(n: int, size: int, order: str) -> None:
    check_work_left(n, size, order)


@pytest.mark.core
def test_two_thirds_of_all_errors_are_less_than_the_standard_error() -> None:
    units = Units(Plan("mirror", 12, 5_000))
    nodes = probed(units, 500)
    misses = []
    for seed in range(60):
        numbers = random.Random(seed).sample(range(len(units)), len(units) // 20)
        off, error = work_left(units, nodes, numbers)
        misses.append(abs(off) / error)
    assert 0.3 < statistics.median(misses) < 1.1
    assert statistics.quantiles(misses, n=20)[-1] < 3


@given(st.lists(st.tuples(st.floats(1, 100), st.floats(0.1, 2)), min_size=2, max_size=20))
def test_without_any_spread_there_is_no_error(units: list[tuple[float, float]]) -> None:
    nodes = [size for size, _ in units]
    pace = Pace(nodes, guess=1.0)
    pace.open(range(len(nodes)))
    for unit in range(len(nodes) // 2):
        pace.enter(unit, 3 * nodes[unit])
        pace.close([unit])
    rest = sum(nodes[len(nodes) // 2 :])
    pace_known = 3.0 if len(nodes) // 2 else 1.0
    assert pace.left().seconds == pytest.approx(pace_known * rest)
    assert pace.left().error <= 1e-3 * pace.left().seconds


def test_a_unit_that_is_open_again_is_left_again() -> None:
    pace = Pace([1.0, 2.0, 3.0], guess=1.0)
    pace.open([0, 1, 2])
    pace.enter(1, 4.0)
    pace.close([1])
    assert pace.left().seconds == pytest.approx(8.0)
    pace.open([1])
    assert pace.left().seconds == pytest.approx(12.0)
    pace.forget()
    assert pace.left().seconds == 0


def test_the_rate_is_that_of_the_last_half_minute() -> None:
    now = itertools.count(0, 10)
    recent = Recent(lambda: next(now))
    recent.look(slots=1)
    assert (recent.rate, recent.use) == (None, 1.0)
    for units in (100, 100, 10, 10, 10):
        for _ in range(units):
            recent.enter(nodes=7.0, seconds=0.5)
        recent.look(slots=1)
    assert recent.rate == pytest.approx(1.0)
    assert recent.node_rate == pytest.approx(7.0)
    assert recent.use == pytest.approx(0.5)
