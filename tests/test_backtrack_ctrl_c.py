"""Does Ctrl-C, wherever it strikes, lose or repeat a solution?

It strikes in three ways: as an exception of the problem's own functions; at each
of the places in the engine where Python may listen for it, one by one; and by
real signals, at any time.
"""

from __future__ import annotations

import dis
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import huisu.backtrack
from huisu.backtrack import Driver, Goal, Problem, Run, count
from huisu.backtrack import solutions as solutions_of
from huisu.errors import InterruptedByUser
from problems import DRIVERS, Drawn, Vector, Watched, choices, drawn_problems, place, whole

each_driver = pytest.mark.parametrize("driver", DRIVERS)


def kept_on(run: Run[int]) -> list[Vector]:
    """Return the solutions of a run that is taken up again whenever Ctrl-C has struck.

    `+=` keeps what came before an exception, and never hears Ctrl-C itself.
    """
    found: list[Vector] = []
    while run.outcome in ("unfinished", "interrupted"):
        with suppress(KeyboardInterrupt):
            found += run
    return found


class Striking:
    """Raises an exception at the questions of some numbers."""

    def __init__(self, numbers: list[int], error: type[BaseException] = KeyboardInterrupt) -> None:
        self.numbers, self.error = numbers, error

    def __call__(self, number: int) -> None:
        if number in self.numbers:
            raise self.error


@settings(max_examples=300)
@given(drawn_problems, choices, st.lists(st.integers(0, 300), max_size=5))
def test_a_run_goes_on_after_ctrl_c_in_any_function_of_its_problem(
    drawn: Drawn, chosen: dict[str, Any], numbers: list[int]
) -> None:
    run = solutions_of(Watched(drawn, Striking(numbers)), **chosen)
    assert (kept_on(run), run.stats, run.best) == whole(drawn, chosen)


@settings(max_examples=300)
@given(drawn_problems, choices, st.integers(0, 100))
def test_a_new_run_resumes_where_ctrl_c_struck(
    drawn: Drawn, chosen: dict[str, Any], number: int
) -> None:
    found: list[Vector] = []
    run = solutions_of(Watched(drawn, Striking([number])), **chosen)
    checkpoints: list[str | None] = []
    try:
        found += run
    except InterruptedByUser as stop:
        checkpoints.append(stop.checkpoint)
    for text in checkpoints:
        run = solutions_of(Watched(drawn), resume=text, **chosen)
        found += run
    assert (found, run.stats, run.best) == whole(drawn, chosen)


@pytest.mark.parametrize("error", [ZeroDivisionError, StopIteration, SystemExit])
@given(drawn_problems, choices, st.integers(0, 100))
def test_a_run_goes_on_after_any_other_exception(
    error: type[BaseException], drawn: Drawn, chosen: dict[str, Any], number: int
) -> None:
    found: list[Vector] = []
    run = solutions_of(Watched(drawn, Striking([number], error)), **chosen)
    try:
        found += run
    except (error, RuntimeError):  # which is what a generator makes of StopIteration
        assert run.outcome == "error"
        found += run
    assert (found, run.stats, run.best) == whole(drawn, chosen)
    assert run.outcome == "complete"


ENGINE, PROBLEMS = str(Path(huisu.backtrack.__file__).parent), place.__code__.co_filename

#: After these Python may listen for Ctrl-C, in one version or another.
LISTENING = ("CALL", "RESUME", "GEN_START", "JUMP_BACKWARD", "JUMP_ABSOLUTE", "POP_JUMP")


@contextmanager
def struck_at(number: int) -> Iterator[list[int]]:
    """Raise KeyboardInterrupt at that one of the places in the engine where Python may listen."""
    places = [0]

    def in_frame(frame: FrameType) -> Callable[..., Any]:
        before = ""

        def at_event(frame: FrameType, event: str, argument: object) -> Callable[..., Any]:
            nonlocal before
            if event == "opcode":
                if before.startswith(LISTENING):
                    places[0] += 1
                    if places[0] == number:
                        raise KeyboardInterrupt
                before = dis.opname[frame.f_code.co_code[frame.f_lasti]]
            return at_event

        return at_event

    def at_call(frame: FrameType, event: str, argument: object) -> Callable[..., Any] | None:
        if not frame.f_code.co_filename.startswith(ENGINE):
            return None
        frame.f_trace_opcodes = True
        return in_frame(frame)

    before = sys.gettrace()
    sys.settrace(at_call)
    try:
        yield places
    finally:
        sys.settrace(before)


@settings(max_examples=300)
@given(drawn_problems, choices, st.floats(0, 1))
def test_no_place_where_python_listens_for_ctrl_c_loses_or_repeats_a_solution(
    drawn: Drawn, chosen: dict[str, Any], share: float
) -> None:
    with struck_at(0) as places:
        expected = whole(drawn, chosen)
    run = solutions_of(Watched(drawn), **chosen)
    with struck_at(1 + int(share * places[0])):
        found = kept_on(run)
    assert (found, run.stats, run.best) == expected


@each_driver
def test_a_search_stopped_at_a_limit_and_by_ctrl_c_together_does_not_look_complete(
    driver: Driver,
) -> None:
    tree: Problem[int] = Problem(3, range(3), lambda k, x: x[k] != 1, value=sum)
    expected = list(solutions_of(tree, goal="best"))
    for number in range(1, 1000):
        run = solutions_of(tree, goal="best", nodes=9, driver=driver)
        with struck_at(number) as places:
            found = kept_on(run)
        assert run.outcome == "nodes"
        rest = solutions_of(tree, goal="best", driver=driver, resume=run.checkpoint())
        assert [*found, *rest] == expected
        if places[0] < number:
            break
    assert 100 < number < 999


def test_a_question_hears_ctrl_c_wherever_it_strikes() -> None:
    asked: list[int] = []
    pairs = Problem(2, range(3), lambda k, x: not asked.append(k))  # type: ignore[func-returns-value]
    stops: list[InterruptedByUser] = []
    for number in range(1, 1000):
        asked.clear()
        try:
            with struck_at(number):
                assert count(pairs) == 9
            break
        except InterruptedByUser as stop:
            stops.append(stop)
        except KeyboardInterrupt:
            assert len(asked) in (0, 12), "before the search or after it"
    assert len(stops) > 100
    assert all(count(pairs, resume=stop.checkpoint) == 9 for stop in stops)
    assert {stop.partial for stop in stops} == set(range(10))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that signals")
@pytest.mark.parametrize("goal", get_args(Goal))
@each_driver
def test_ctrl_c_may_strike_a_hundred_times(
    goal: Goal, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a real signal, at any time while the engine or the constraint function runs."""
    six = Problem(6, range(6), place, value=lambda x: x[0])
    strikes: list[int] = []

    def strike(number: int, frame: FrameType | None) -> None:
        if frame is not None and frame.f_code.co_filename.startswith((ENGINE, PROBLEMS)):
            strikes.append(number)
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)  # while a generator is closed
    expected = list(solutions_of(six, goal=goal))
    runs = [solutions_of(six, goal=goal, driver=driver) for _ in range(1000)]
    before = signal.signal(signal.SIGALRM, strike)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
        found = [kept_on(run) for run in runs if len(strikes) < 100]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert len(strikes) >= 100
    assert found == [expected] * len(found)
