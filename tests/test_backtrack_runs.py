"""Can a run be left, stopped, interrupted and resumed anywhere, and lose or repeat nothing?"""

from __future__ import annotations

import base64
import dis
import json
import signal
import sys
import tracemalloc
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice, product
from pathlib import Path
from types import FrameType
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import huisu.backtrack
from huisu.backtrack import Driver, Goal, Order, Problem, Run, best, count, first, is_unique, kth
from huisu.backtrack import solutions as solutions_of
from huisu.backtrack.checkpoint import read_checkpoint
from huisu.errors import InputError, Interrupted, InterruptedByUser
from huisu.progress import Progress
from problems import Drawn, Vector, Watched, drawn_problems, place, queens
from roads import refused

DRIVERS = get_args(Driver)
each_driver = pytest.mark.parametrize("driver", DRIVERS)


def backwards(k: int, x: Sequence[int], values: Sequence[int]) -> Sequence[int]:
    return values[::-1]


#: All that one search may differ in from another of the same problem.
choices = st.fixed_dictionaries(
    {
        "goal": st.sampled_from(get_args(Goal)),
        "order": st.sampled_from([*get_args(Order), backwards]),
        "seed": st.integers(0, 3),
        "driver": st.sampled_from(DRIVERS),
    }
)


def whole(drawn: Drawn, chosen: dict[str, Any]) -> tuple[list[Vector], Any, Any]:
    """Return what a search finds that nothing disturbs, its statistics and its best."""
    run = solutions_of(Watched(drawn), **chosen)
    return list(run), run.stats, run.best


# Runs side by side


@given(drawn_problems, choices, st.randoms(use_true_random=False))
def test_runs_of_one_problem_may_be_advanced_in_any_turn(
    drawn: Drawn, chosen: dict[str, Any], turns: Any
) -> None:
    problem = Watched(drawn)
    runs = [solutions_of(problem, **chosen) for _ in range(3)]
    found: list[list[Vector]] = [[], [], []]
    for _ in range(200):
        turn = turns.randrange(3)
        found[turn] += islice(runs[turn], 1)
    for run, own in zip(runs, found, strict=True):
        assert [*own, *run] == whole(drawn, chosen)[0]


def test_a_run_that_is_left_or_closed_disturbs_no_other() -> None:
    left, closed, last = (solutions_of(queens(6)) for _ in range(3))
    assert next(left) == next(closed) == next(last)
    closed.close()
    del left
    assert list(closed) == []
    assert (closed.outcome, last.outcome) == ("closed", "unfinished")
    assert len(list(last)) == 3
    last.close()
    assert last.outcome == "complete"


def test_a_run_gives_each_solution_once_and_a_second_list_is_empty() -> None:
    run = solutions_of(queens(6))
    assert len(list(run)) == 4
    assert list(run) == []
    assert iter(run) is run


def test_a_run_that_asks_itself_is_refused_and_goes_on() -> None:
    asked: list[int] = []

    def feasible(k: int, x: Sequence[int]) -> bool:
        if not asked:
            asked.append(k)
            next(run)
        return True

    run = solutions_of(Problem(2, (0, 1), feasible))
    with pytest.raises(ValueError, match="already executing"):
        next(run)
    assert list(run) == list(product((0, 1), repeat=2))


# Depth


def test_the_iterative_driver_has_no_limit_of_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    deep = Problem(100_000, (0, 1), lambda k, x: not x[k] or k > 99_990)
    run = solutions_of(deep)
    found = list(islice(run, 100))
    assert len(set(found)) == 100
    text = run.checkpoint()
    assert len(text) < 3000
    rest = solutions_of(deep, resume=text)
    assert list(rest) == list(run)
    assert rest.stats == run.stats
    assert rest.stats.answers == 2**9


def test_the_recursive_driver_goes_as_deep_as_it_says() -> None:
    error = refused(lambda: first_recursive(5000))
    assert error.key == "error.recursive"
    most = error.values["most"]
    assert isinstance(most, int)
    assert len(first_recursive(most - 5)) == most - 5
    assert refused(lambda: first_recursive(most + 5)).key == "error.recursive"


def test_the_recursive_driver_knows_how_deep_its_caller_is() -> None:
    def below(levels: int) -> Any:
        return below(levels - 1) if levels else refused(lambda: first_recursive(5000))

    assert below(100).values["most"] <= below(0).values["most"] - 100


def first_recursive(depth: int) -> Vector:
    return next(solutions_of(Problem(depth, (0, 1), lambda k, x: True), driver="recursive"))


# Limits


@given(drawn_problems, choices, st.integers(1, 20))
def test_a_search_of_many_short_runs_is_that_of_one_long_run(
    drawn: Drawn, chosen: dict[str, Any], nodes: int
) -> None:
    found: list[Vector] = []
    text, outcome = None, ""
    while outcome != "complete":
        run = solutions_of(Watched(drawn), nodes=nodes, resume=text, **chosen)
        found += run
        assert text != run.checkpoint(), "there must be a step forward"
        text, outcome = run.checkpoint(), run.outcome
        assert outcome in ("complete", "nodes")
    assert (found, run.stats, run.best) == whole(drawn, chosen)


@given(drawn_problems, choices, st.sampled_from([{"solutions": 1}, {"seconds": 1e-9}]))
def test_so_it_is_with_the_other_limits(
    drawn: Drawn, chosen: dict[str, Any], limit: dict[str, Any]
) -> None:
    found: list[Vector] = []
    text, outcome = None, ""
    while outcome != "complete":
        run = solutions_of(Watched(drawn), resume=text, **limit, **chosen)
        found += run
        text, outcome = run.checkpoint(), run.outcome
        assert outcome in ("complete", *limit)
    assert (found, run.stats, run.best) == whole(drawn, chosen)


@given(drawn_problems, choices, choices, st.integers(0, 30))
def test_a_checkpoint_may_be_made_after_any_solution_and_resumed_by_either_driver(
    drawn: Drawn, chosen: dict[str, Any], other: dict[str, Any], after: int
) -> None:
    found, stats, found_best = whole(drawn, chosen)
    run = solutions_of(Watched(drawn), **chosen)
    assert list(islice(run, after)) == found[:after]
    rest = solutions_of(
        Watched(drawn), **{**chosen, "driver": other["driver"]}, resume=run.checkpoint()
    )
    assert rest.stats == run.stats
    assert list(rest) == found[after:]
    assert (rest.stats, rest.best) == (stats, found_best)


@each_driver
@pytest.mark.parametrize(
    ("limit", "answers"), [({"nodes": 0}, 0), ({"seconds": 0}, 0), ({"solutions": 0}, 0)]
)
def test_a_limit_of_nothing_stops_before_the_first_step(
    driver: Driver, limit: dict[str, Any], answers: int
) -> None:
    run = solutions_of(queens(6), driver=driver, **limit)
    assert len(list(run)) == answers
    assert run.stats.generated == 1
    assert [run.outcome] == list(limit)


@each_driver
def test_a_limit_of_nodes_is_kept_but_for_the_children_of_one_node(driver: Driver) -> None:
    for nodes in (1, 10, 100, 1000):
        run = solutions_of(queens(8), nodes=nodes, driver=driver)
        list(run)
        assert run.outcome == "nodes"
        assert nodes < run.stats.generated <= nodes + 9


def test_a_limit_of_seconds_stops_a_search_without_solutions() -> None:
    endless = Problem(100, (0, 1), lambda k, x: k < 99)
    run = solutions_of(endless, seconds=0.05)
    assert list(run) == []
    assert run.outcome == "seconds"
    assert 0 < run.progress < 1


def test_a_limit_of_solutions_says_so_even_if_there_are_no_more() -> None:
    run = solutions_of(queens(6), solutions=4)
    assert (len(list(run)), run.outcome) == (4, "solutions")
    assert list(run) == []
    assert (list(rest := solutions_of(queens(6), resume=run.checkpoint())), rest.outcome) == (
        [],
        "complete",
    )


@pytest.mark.parametrize(
    ("question", "limit", "partial"),
    [
        (count, {"nodes": 500}, 3),
        (count, {"seconds": 0}, 0),
        (first, {"nodes": 10}, 0),
        (is_unique, {"nodes": 10}, 0),
        (lambda problem, **limit: kth(problem, 3, **limit), {"nodes": 500}, 3),
    ],
)
def test_a_question_that_was_stopped_is_not_answered(
    question: Callable[..., Any], limit: dict[str, Any], partial: int
) -> None:
    with pytest.raises(Interrupted) as caught:
        question(queens(6), **limit)
    assert caught.value.key == f"interrupted.{next(iter(limit))}"
    assert caught.value.partial == partial
    assert count(queens(6), resume=caught.value.checkpoint) == 4


def test_the_best_of_a_stopped_search_is_only_the_best_so_far() -> None:
    sack = Problem(10, (0, 1), value=lambda x: sum(v * 2**k for k, v in enumerate(x)))
    with pytest.raises(Interrupted) as caught:
        best(sack, nodes=100)
    assert caught.value.partial.value < 1023
    assert best(sack, resume=caught.value.checkpoint) == (1023, (1,) * 10)
    with pytest.raises(Interrupted) as caught:
        best(sack, nodes=1)
    assert caught.value.partial is None


# Ctrl-C


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


# Checkpoints


def edited(text: str, **changes: object) -> str:
    """Return a checkpoint with some of its parts changed, as only a forger would."""
    head, data = text[: text.index("-", 17) + 1], text[text.index("-", 17) + 1 :]
    parts = json.loads(zlib.decompress(base64.urlsafe_b64decode(data))) | changes
    return head + base64.urlsafe_b64encode(zlib.compress(json.dumps(parts).encode())).decode()


def checkpoint_of(problem: Problem[int], after: int = 2, **options: Any) -> str:
    run = solutions_of(problem, **options)
    assert len(list(islice(run, after))) == after
    return run.checkpoint()


def valued(n: int, name: str = "queens", first_column: int = 0) -> Problem[int]:
    return Problem(n, range(first_column, n), place, value=sum, name=name)


@pytest.mark.parametrize(
    "other",
    [
        lambda text: solutions_of(valued(7), resume=text),
        lambda text: solutions_of(valued(6, "rooks"), resume=text),
        lambda text: solutions_of(valued(6), goal="best", resume=text),
        lambda text: solutions_of(valued(6), order="reverse", resume=text),
        lambda text: solutions_of(valued(6), order="random", seed=1, resume=text),
        lambda text: solutions_of(valued(6), order=backwards, resume=text),
    ],
    ids=range(6),
)
def test_a_checkpoint_of_another_search_is_refused(other: Callable[[str], Any]) -> None:
    text = checkpoint_of(valued(6))
    assert refused(lambda: other(text)).key == "error.checkpoint.other"
    assert count(valued(6), resume=text) == 4


def test_a_checkpoint_of_another_seed_is_refused() -> None:
    text = checkpoint_of(valued(6), order="random", seed=1)
    error = refused(lambda: solutions_of(valued(6), order="random", seed=2, resume=text))
    assert error.key == "error.checkpoint.other"


@pytest.mark.parametrize(
    "changed",
    [
        Problem(6, range(6), lambda k, x: x[0] > 2, name="queens"),
        Problem(6, range(1, 7), place, name="queens"),
        Problem(6, range(5), place, name="queens"),
        Problem(6, lambda k, x: range(7 if k == 1 else 6), place, name="queens"),
    ],
    ids=range(4),
)
def test_a_checkpoint_whose_path_is_not_in_the_tree_is_refused(changed: Problem[int]) -> None:
    text = checkpoint_of(valued(6))
    assert refused(lambda: solutions_of(changed, resume=text)).key == "error.checkpoint.path"


def test_a_path_of_tuples_is_told_apart_too() -> None:
    def moves(step: int) -> Problem[tuple[int, int]]:
        return Problem(3, [(0, step), (step, 0)])

    text = solutions_of(moves(1), solutions=3)
    list(text)
    assert len(list(solutions_of(moves(1), resume=text.checkpoint()))) == 5
    error = refused(lambda: solutions_of(moves(2), resume=text.checkpoint()))
    assert error.key == "error.checkpoint.path"


@given(st.text() | st.text("hus-ckpoint1").map(lambda end: f"huisu-checkpoint-{end}"))
def test_a_text_that_is_no_checkpoint_is_refused(text: str) -> None:
    error = refused(lambda: solutions_of(queens(6), resume=text))
    assert error.key.startswith("error.checkpoint.")


@given(st.data())
def test_a_checkpoint_that_was_cut_off_or_changed_is_refused_or_still_says_the_same(
    data: st.DataObject,
) -> None:
    text = checkpoint_of(queens(6))
    place = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.sampled_from("AZaz09-_ =%"))
    for changed in (text[:place], text[:place] + sign + text[place + 1 :]):
        with suppress(InputError):
            assert read_checkpoint(changed) == read_checkpoint(text)


@pytest.mark.parametrize(
    "changes",
    [
        {"depth": -1},
        {"position": [1] * 7},
        {"position": [-1]},
        {"position": ["1"]},
        {"position": None},
        {"expanded": [1]},
        {"cut": [0] * 6},
        {"best": [1]},
        {"answers": None},
        {"finished": 1},
        {"more": 1},
    ],
    ids=str,
)
def test_a_forged_checkpoint_is_refused(changes: dict[str, Any]) -> None:
    text = checkpoint_of(queens(6))
    assert read_checkpoint(edited(text)) == read_checkpoint(text)
    error = refused(lambda: solutions_of(queens(6), resume=edited(text, **changes)))
    assert error.key == "error.checkpoint.damaged"


@pytest.mark.parametrize("changes", [{"position": [9]}, {"path": 1}, {"best": [0] * 6}], ids=str)
def test_a_forged_place_is_refused(changes: dict[str, Any]) -> None:
    text = edited(checkpoint_of(queens(6)), **changes)
    error = refused(lambda: solutions_of(queens(6), resume=text))
    assert error.key == "error.checkpoint.path"


def test_a_checkpoint_of_another_version_is_refused() -> None:
    text = checkpoint_of(queens(6)).replace("checkpoint-1-", "checkpoint-2-")
    error = refused(lambda: solutions_of(queens(6), resume=text))
    assert (error.key, error.values["version"]) == ("error.checkpoint.version", "2")


def test_a_checkpoint_may_be_pasted_with_blanks_and_line_ends_around_it() -> None:
    assert count(queens(6), resume=f"\n {checkpoint_of(queens(6))}\n") == 4


#: Made by Python 3.10 after 2 of the solutions of 6 queens in a random order.
OLD = (
    "huisu-checkpoint-1-"
    "eNpNjEEOwiAQRa_SzHoW0Ba0XMW4oDK0JBQQ2mhivLvTnZm_mfeS94FS8xxpAwO6ex5EqQGCo7Kv"
    "YDTCkm1kZ2NknKujyl-1yeWtuzAquYU95ATmJnHgUyhR31nYsyDVJLSQqh8RfEihreTAeBsbIdjU"
    "XlQbmB6B3oWjp-ROz5UJ5cjjUva-lRrSwk6j7HEQqEa8nmP9OHYWAv-O6UyNcTpi_P4AZSxB1A=="
)


def test_a_checkpoint_made_by_another_version_of_python_is_read() -> None:
    run = solutions_of(queens(6), order="random", seed=7)
    assert list(islice(run, 2)) != list(islice(solutions_of(queens(6)), 2))
    assert read_checkpoint(run.checkpoint()) == read_checkpoint(OLD)
    assert list(solutions_of(queens(6), order="random", seed=7, resume=OLD)) == list(run)


def test_a_finished_search_resumes_as_finished() -> None:
    run = solutions_of(queens(6))
    list(run)
    again = solutions_of(queens(6), resume=run.checkpoint())
    assert (list(again), again.outcome, again.stats) == ([], "complete", run.stats)
    assert count(queens(6), resume=run.checkpoint()) == 4


# Progress and memory


@given(drawn_problems, choices)
def test_progress_never_decreases_and_is_1_only_at_the_end(
    drawn: Drawn, chosen: dict[str, Any]
) -> None:
    shares: list[float] = []
    run = solutions_of(Watched(drawn, lambda number: shares.append(run.progress)), **chosen)
    for _ in run:
        shares.append(run.progress)
    assert shares == sorted(shares)
    assert all(0 <= share < 1 for share in shares)
    assert run.progress == 1


def test_progress_is_told_and_ends_at_1() -> None:
    told: list[Progress] = []
    assert count(queens(7), on_progress=told.append) == 40
    shares = [progress.done for progress in told]
    assert len(shares) > 1
    assert (shares[0], shares[-1]) == (0, 1)
    assert shares == sorted(shares)
    assert told[-1] == (1, 40)


def test_progress_of_a_stopped_search_is_told_and_does_not_end_at_1() -> None:
    told: list[Progress] = []
    run = solutions_of(queens(7), solutions=20, on_progress=told.append)
    list(run)
    assert told[-1] == (run.progress, 20)
    assert 0.3 < run.progress < 0.7


@each_driver
def test_memory_is_that_of_one_path(driver: Driver) -> None:
    def most(solutions: int) -> int:
        run = solutions_of(Problem(12, (0, 1)), driver=driver)
        tracemalloc.start()
        for _ in islice(run, solutions):
            pass
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak

    most(50)
    assert most(4096) < most(50) + 2000
