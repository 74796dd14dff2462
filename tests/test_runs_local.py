"""Is every task answered or failed, once, whatever happens to the processes that count?"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from engines import KERNEL
from huisu.errors import InputError
from huisu.runs.engine import Answered, NoWorkers, TaskFailed, WorkerDied
from huisu.runs.local import LocalEngine
from huisu.runs.plan import Plan, Units
from huisu.runs.task import Task, answer, make_task

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

_PATIENCE = 60.0  # seconds: far more than anything here takes, so that a fault does not hang

#: A worker that takes its time as it is told (`first`: milliseconds) and counts what it uses.
PLAIN = """
import sys, time
from huisu.inherited import answer, requests
answer({"ready": True})
for request in requests():
    unit, *_, first, last, version, threads = request["task"]
    if version == "bad":
        answer({"failed": {"en": "it is bad", "zh": "坏了"}, "kind": "Bad"})
        continue
    time.sleep(first / 1000)
    answer({"answer": [unit * threads, None, 0.0, "plain"]})
"""


def task(unit: int, *, milliseconds: int = 0, version: str = "good") -> Task:
    return Task(unit, 0, "plain", "identity", False, 4, (), milliseconds, 0, version)


LONG = 1000 * int(_PATIENCE) * 10


@pytest.fixture
def engine() -> Iterator[LocalEngine]:
    yield from plain_engine(2)


@pytest.fixture
def lone() -> Iterator[LocalEngine]:
    yield from plain_engine(1)


def plain_engine(workers: int, threads: int = 1) -> Iterator[LocalEngine]:
    with closing(LocalEngine(workers, threads, command=program(PLAIN))) as engine:
        yield engine


def program(text: str) -> list[str]:
    return [sys.executable, "-c", text]


def until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + _PATIENCE
    while not happened():
        assert time.monotonic() < end, "it has not happened"
        time.sleep(0.01)


def is_gone(pid: int) -> bool:
    """Whether a process is no more, or has only not been waited for by who adopted it."""
    try:
        return state(pid) == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def state(pid: int) -> str:
    """Return the letter that the system has for the state of a process: "T" if it is stopped."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def has_ended(pid: int) -> bool:
    """Whether a child has ended with all its threads, so that its parent can see it."""
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:  # the parent has seen it
        return True


def who(future: Answered) -> str:
    return future.result(_PATIENCE)[0]


def failure(future: Answered) -> BaseException | None:
    return future.exception(_PATIENCE)


def running(engine: LocalEngine, unit: int = 1, **values: Any) -> Answered:
    """Return a long task that a worker has begun."""
    future = engine.submit(task(unit, milliseconds=LONG), **values)
    until(future.running)
    return future


def test_each_of_many_tasks_is_answered_once(engine: LocalEngine) -> None:
    answered: list[int] = []
    futures = [engine.submit(task(unit)) for unit in range(200)]
    for future in futures:
        future.add_done_callback(lambda done: answered.append(done.result()[1].count))
    wait(futures, _PATIENCE)
    assert sorted(answered) == list(range(200))
    assert {who(future) for future in futures} <= set(engine.workers())


def test_a_killed_worker_fails_its_own_task_only(engine: LocalEngine) -> None:
    lost, other = running(engine), engine.submit(task(2, milliseconds=300))
    until(other.running)
    until(lambda: len(engine.pids) == 2)
    victim = next(name for name in engine.workers() if name != who(other))
    os.kill(engine.pids[victim], signal.SIGKILL)
    error = failure(lost)
    assert isinstance(error, WorkerDied)
    assert (error.worker, other.result(_PATIENCE)[1].count) == (victim, 2)
    assert "SIGKILL" in error.text("zh")


def test_a_killed_worker_comes_again_under_its_name(lone: LocalEngine) -> None:
    lost = running(lone)
    [(name, pid)] = lone.pids.items()
    os.kill(pid, signal.SIGKILL)
    assert isinstance(failure(lost), WorkerDied)
    assert who(lone.submit(task(2))) == name
    assert lone.pids[name] != pid


def test_kills_at_random_lose_and_double_nothing(engine: LocalEngine) -> None:
    choice = random.Random(1).choice
    futures = [engine.submit(task(unit, milliseconds=5)) for unit in range(100)]
    ended: list[Answered] = []
    for future in futures:
        future.add_done_callback(ended.append)
    for _ in range(5):
        time.sleep(0.03)
        with suppress(ProcessLookupError, IndexError):  # just waited for; or none is there now
            os.kill(choice([*engine.pids.values()]), signal.SIGKILL)
    errors = [error for error in map(failure, futures) if error]
    assert sorted(map(id, ended)) == sorted(map(id, futures))
    assert len(errors) <= 5
    assert all(isinstance(error, WorkerDied) for error in errors)


def test_a_worker_killed_between_tasks_fails_none(lone: LocalEngine) -> None:
    name = who(lone.submit(task(1)))
    pid = lone.pids[name]
    os.kill(pid, signal.SIGKILL)
    until(lambda: has_ended(pid))
    assert who(lone.submit(task(2))) == name


def test_no_worker_gets_a_name_that_none_may_have(lone: LocalEngine) -> None:
    [first] = lone.workers()
    with closing(LocalEngine(2, never=[first], command=program(PLAIN))) as engine:
        assert first not in engine.workers()
        assert engine.slots == 2


def test_a_busy_process_gives_signs_of_life_and_one_asleep_does_not() -> None:
    busy = program("print('{}', flush=True); input()\nwhile True: pass")
    with closing(LocalEngine(1, command=busy)) as engine:
        future = running(engine)
        first = engine.sign_of_life(future)
        until(lambda: engine.sign_of_life(future) != first)
        [pid] = engine.pids.values()
        os.kill(pid, signal.SIGSTOP)
        until(lambda: state(pid) == "T")
        asleep = engine.sign_of_life(future)
        time.sleep(0.1)
        assert engine.sign_of_life(future) == asleep
        assert engine.sign_of_life(Future()) is None


def test_a_sleeper_that_wakes_is_heard_and_then_dismissed(lone: LocalEngine) -> None:
    late = lone.submit(task(1, milliseconds=300))
    until(late.running)
    [(name, pid)] = lone.pids.items()
    os.kill(pid, signal.SIGSTOP)
    lone.presume_dead(late)
    assert who(lone.submit(task(2))) == name
    assert not late.done()
    os.kill(pid, signal.SIGCONT)
    assert late.result(_PATIENCE)[1].count == 1
    until(lambda: is_gone(pid))
    assert lone.slots == 1


def test_a_sleeper_that_never_wakes_is_killed_at_the_end(lone: LocalEngine) -> None:
    late = running(lone)
    [pid] = lone.pids.values()
    os.kill(pid, signal.SIGSTOP)
    lone.presume_dead(late)
    who(lone.submit(task(2)))
    lone.close()
    assert is_gone(pid)
    assert isinstance(failure(late), WorkerDied)


def test_a_task_that_has_ended_or_waits_takes_no_slot_with_it(lone: LocalEngine) -> None:
    ended = lone.submit(task(1))
    who(ended)
    pids = lone.pids
    lone.presume_dead(ended)
    lone.presume_dead(Future())
    assert (lone.slots, lone.pids) == (1, pids)


def test_a_dismissed_worker_gets_nothing_more(engine: LocalEngine) -> None:
    lost = running(engine)
    other = who(engine.submit(task(2)))
    [bad] = set(engine.workers()) - {other}
    engine.dismiss(bad)
    assert isinstance(failure(lost), WorkerDied)
    assert (engine.workers(), engine.slots) == ((other,), 1)
    assert {who(engine.submit(task(unit))) for unit in range(20)} == {other}


def test_without_workers_what_waits_and_what_comes_fails(lone: LocalEngine) -> None:
    running(lone)
    waiting = lone.submit(task(2))
    lone.dismiss(*lone.workers())
    assert isinstance(failure(waiting), NoWorkers)
    assert isinstance(failure(lone.submit(task(3))), NoWorkers)
    assert lone.slots == 0


def test_a_task_avoids_workers(engine: LocalEngine) -> None:
    first, second = engine.workers()
    avoiding = [engine.submit(task(unit), avoid=frozenset({first})) for unit in range(20)]
    assert {who(future) for future in avoiding} == {second}


def test_a_task_waits_for_a_busy_worker_rather_than_go_to_one_it_avoids(
    engine: LocalEngine,
) -> None:
    first, second = engine.workers()
    engine.submit(task(1, milliseconds=200), avoid=frozenset({first}))
    assert who(engine.submit(task(2), avoid=frozenset({first}))) == second


def test_a_task_that_avoids_all_goes_to_any(engine: LocalEngine) -> None:
    everyone = frozenset(engine.workers())
    assert who(engine.submit(task(1), avoid=everyone)) in everyone


def test_where_all_others_are_gone_a_task_goes_to_whom_it_avoids(engine: LocalEngine) -> None:
    first, second = engine.workers()
    running(engine, avoid=frozenset({first}))
    waiting = engine.submit(task(3), avoid=frozenset({first}))
    engine.dismiss(second)
    assert who(waiting) == first


def test_a_cancelled_task_is_not_begun(lone: LocalEngine) -> None:
    busy = lone.submit(task(1, milliseconds=200))
    until(busy.running)
    cancelled = [lone.submit(task(2, milliseconds=LONG)) for _ in range(3)]
    assert all(future.cancel() for future in cancelled)
    assert who(lone.submit(task(3))) == who(busy)


def test_a_task_that_fails_leaves_its_worker_alive(lone: LocalEngine) -> None:
    error = failure(lone.submit(task(1, version="bad")))
    pids = lone.pids
    assert isinstance(error, TaskFailed)
    assert (error.worker, error.kind) == (*lone.workers(), "Bad")
    assert "it is bad" in str(error)
    assert "坏了" in error.text("zh")
    assert who(lone.submit(task(2))) == error.worker
    assert lone.pids == pids


def test_to_close_is_to_end_everything_at_once(engine: LocalEngine) -> None:
    busy = [running(engine, unit) for unit in range(2)]
    waiting = engine.submit(task(3))
    pids = engine.pids.values()
    engine.close()
    assert all(isinstance(failure(future), WorkerDied) for future in busy)
    assert waiting.cancelled()
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    with pytest.raises(RuntimeError):
        engine.submit(task(4))


def test_no_thread_stays(engine: LocalEngine) -> None:
    names = set(engine.workers())
    assert {thread.name for thread in threading.enumerate()} >= names
    engine.close()
    assert not {thread.name for thread in threading.enumerate()} & names


def test_a_worker_that_dies_at_each_start_stays_down(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    dying = f"open({str(starts)!r}, 'a').write('.'); raise SystemExit('no luck today')"
    with closing(LocalEngine(1, command=program(dying))) as engine:
        error = failure(engine.submit(task(1)))
    assert isinstance(error, NoWorkers)
    assert "exit 1: no luck today" in str(error)
    assert len(starts.read_text()) == 5


def test_a_program_that_cannot_be_started_is_said(tmp_path: Path) -> None:
    with closing(LocalEngine(2, command=[str(tmp_path / "missing")])) as engine:
        error = failure(engine.submit(task(1)))
    assert isinstance(error, NoWorkers)
    assert "missing" in str(error)


def test_ctrl_c_in_a_terminal_is_not_for_the_workers(engine: LocalEngine) -> None:
    who(engine.submit(task(1)))
    until(lambda: len(engine.pids) == 2)
    assert all(os.getsid(pid) == pid for pid in engine.pids.values())


def test_a_worker_is_told_how_many_cores_it_has() -> None:
    for engine in plain_engine(1, threads=3):
        assert engine.submit(task(5)).result(_PATIENCE)[1].count == 15


@pytest.mark.parametrize("numbers", [(0, 1), (1, 0)])
def test_workers_and_threads_are_one_at_least(numbers: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="must be 1 or more, got 0"):
        LocalEngine(*numbers)


def test_real_workers_count() -> None:
    units = Units(Plan("mirror", 8, 500))
    tasks = [make_task(units, unit, kernel="python") for unit in range(len(units))]
    with closing(LocalEngine(2)) as engine:
        answers = [future.result(_PATIENCE)[1] for future in [*map(engine.submit, tasks)]]
        mistaken = failure(engine.submit(tasks[0]._replace(version="0/0")))
    assert sum(found.count for found in answers) == 92
    assert answers == [
        answer(each)._replace(seconds=found.seconds)
        for each, found in zip(tasks, answers, strict=True)
    ]
    assert isinstance(mistaken, TaskFailed)
    assert mistaken.kind == "OtherVersion"


#: A coordinator whose worker counts a board that takes hours, in C where there is a core.
PARENT = """
import time
from huisu.runs.local import LocalEngine
from huisu.runs.task import VERSION, Task
engine = LocalEngine(1)
jobs = ((((1 << 25) - 1,) * 25, 1),)
engine.submit(Task(0, 0, KERNEL, "identity", False, 25, jobs, 0, 0, VERSION))
while not engine.pids: time.sleep(0.01)
print(*engine.pids.values(), flush=True)
time.sleep(600)
"""


def test_no_worker_outlives_its_parent() -> None:
    program = PARENT.replace("KERNEL", repr(KERNEL))
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        try:
            pid = int(parent.stdout.readline())
            until(lambda: cpu_seconds(pid) > 1.0)
        finally:
            parent.kill()
    until(lambda: is_gone(pid))


def cpu_seconds(pid: int) -> float:
    ticks = sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")
