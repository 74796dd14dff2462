"""Is a search stopped near its limits, and is little time spent on looking and telling?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from huisu.backtrack import Driver, Problem, solutions
from huisu.backtrack.limits import Limits, Listener
from huisu.backtrack.problem import hooks_of
from huisu.backtrack.search import Search
from huisu.backtrack.statistics import Statistics, statistics_of
from huisu.errors import InputError
from problems import DRIVERS


def widening() -> Problem[int]:
    """Return a problem whose root has 2 children, and each node below it 500, of which 2 live."""

    def domain(k: int, x: Sequence[int]) -> range:
        return range(500) if k else range(2)

    return Problem(60, domain, lambda k, x: k < 59 and (not k or x[k] > 497))


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_tree_that_widens_below_is_stopped_at_its_limit_all_the_same(driver: Driver) -> None:
    run = solutions(widening(), nodes=10_000, driver=driver)
    assert list(run) == []
    assert run.outcome == "nodes"
    assert 10_000 <= run.stats.generated < 12_000


def test_nodes_are_not_counted_at_every_look_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = []

    def watched(search: Search[Any]) -> Statistics:
        counted.append(search)
        return statistics_of(search)

    monkeypatch.setattr("huisu.backtrack.limits.statistics_of", watched)
    deep = Problem(5_000, (0, 1), lambda k, x: k < 4_999)
    run = solutions(deep, nodes=100_000, seconds=1e9)
    assert list(run) == []
    assert (run.outcome, len(counted) < 40) == ("nodes", True)


def test_telling_takes_a_tenth_of_the_time_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    now, told = [0.0], []

    def on_time() -> None:
        told.append(now[0])
        now[0] += 1

    monkeypatch.setattr("time.monotonic", lambda: now[0])
    listener = Listener(Limits(), on_time)
    search = Search(hooks_of(Problem(1, (0,))), listener.ticks)
    while now[0] < 100:
        assert listener.ticks(search) >= 1
        now[0] += 0.01
    assert len(told) == 10


def test_a_depth_that_no_memory_holds_is_refused() -> None:
    for depth in (10_000_001, 10**30):
        with pytest.raises(InputError, match="can be 10,000,000 at most"):
            solutions(Problem(depth, (0, 1)))
