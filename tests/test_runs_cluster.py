"""Do workers that come, go and die count for a scheduler that does the same, and who is let in?"""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from clustered import Command, listening, running, scheduler, until, worker
from conftest import Run
from huisu.errors import InputError
from huisu.runs.address import read_address
from huisu.runs.cluster import ClusterEngine
from huisu.runs.engine import EngineLost, TaskFailed, WorkerDied
from huisu.runs.plan import Plan, Units
from huisu.runs.task import Task, make_task

SMALL = Units(Plan("board", 10, 2_000))  # some dozens of units
LONG = make_task(Units(Plan("board", 19, 10**12)), 0, kernel="bitmask")  # minutes: nobody waits

pytestmark = pytest.mark.core


@pytest.fixture(scope="module")
def two() -> Iterator[tuple[str, Command, Command]]:
    """Give the address of a scheduler and its workers, a and b."""
    with (
        scheduler() as (_, address),
        worker(address, "--name", "a") as a,
        worker(address, "--name", "b") as b,
    ):
        yield address, a, b


@pytest.fixture
def engine(two: tuple[str, Command, Command]) -> Iterator[ClusterEngine]:
    """Give an engine of the two workers."""
    with closing(ClusterEngine(two[0])) as found:
        until(lambda: found.workers() == ("a", "b"))
        yield found


def tasks() -> list[Task]:
    return [make_task(SMALL, unit, kernel="bitmask") for unit in range(len(SMALL))]


def test_a_board_is_counted_exactly_by_all_workers(engine: ClusterEngine) -> None:
    assert engine.slots == 2
    answers = [future.result(60) for future in [engine.submit(task) for task in tasks()]]
    assert sum(answer.count for _, answer in answers) == 724
    assert {name for name, _ in answers} == {"a", "b"}


def test_a_worker_to_avoid_is_avoided_while_another_is_there(engine: ClusterEngine) -> None:
    avoiding = [engine.submit(task, avoid=frozenset("a")) for task in tasks()[:10]]
    assert {future.result(60)[0] for future in avoiding} == {"b"}
    nobody = engine.submit(tasks()[0], avoid=frozenset("ab"))
    assert nobody.result(60)[0] in "ab"


def test_what_a_worker_cannot_count_is_its_sentence(engine: ClusterEngine) -> None:
    with pytest.raises(TaskFailed, match=r"worker [ab] could not count a unit") as failed:
        engine.submit(tasks()[0]._replace(version="0/0")).result(60)
    assert failed.value.kind == "OtherVersion"
    assert failed.value.worker in "ab"


def test_a_killed_process_fails_its_task_and_comes_again_under_its_name(
    two: tuple[str, Command, Command], engine: ClusterEngine
) -> None:
    future = engine.submit(LONG, avoid=frozenset("a"))
    until(future.running)
    two[2].counting.kill()
    with pytest.raises(WorkerDied) as died:
        future.result(60)
    assert died.value.worker == "b"
    two[2].says(r"the counting process of b has ended \(SIGKILL\)")
    two[2].says("b has joined the scheduler .* again")
    until(lambda: engine.workers() == ("a", "b"))


def test_a_busy_worker_gives_signs_of_life(engine: ClusterEngine) -> None:
    future = engine.submit(LONG)
    until(lambda: engine.sign_of_life(future) is not None)
    first = engine.sign_of_life(future)
    until(lambda: engine.sign_of_life(future) != first)
    future.cancel()


def test_counts_that_nobody_wants_any_more_end(two: tuple[str, Command, Command]) -> None:
    with closing(ClusterEngine(two[0])) as left:
        until(lambda: left.slots == 2)
        given_up = [left.submit(LONG) for _ in range(5)]
        until(lambda: sum(future.running() for future in given_up) >= 2)
    assert all(future.done() for future in given_up)
    with closing(ClusterEngine(two[0])) as next_one:
        until(lambda: next_one.slots == 2)
        assert all(next_one.submit(task).result(60) for task in tasks()[:4])


def test_one_port_each_and_only_on_this_machine(two: tuple[str, Command, Command]) -> None:
    assert [listening(command) for command in two[1:]] == [["127.0.0.1"], ["127.0.0.1"]]
    with scheduler() as (alone, _):
        assert listening(alone) == ["127.0.0.1"]


def test_a_worker_that_leaves_gives_its_unit_to_others_and_ends_at_once() -> None:
    with scheduler() as (_, address), closing(ClusterEngine(address)) as engine:
        with worker(address, "--name", "goes") as goes:
            until(lambda: engine.slots == 1)
            future = engine.submit(LONG)
            until(future.running)
            code, output, errors = goes.end(signal.SIGINT)
        assert (code, output) == (130, "")
        assert errors.splitlines()[-1] == "huisu: interrupted"
        assert "Traceback" not in errors
        until(lambda: engine.slots == 0)
        assert not future.done()  # it waits for whoever comes


def test_an_asked_worker_ends_without_leaving_anything() -> None:
    with scheduler() as (command, address), worker(address) as other:
        family = other.family
        code, _, errors = other.end(signal.SIGTERM)
        assert code == -signal.SIGTERM
        assert "Traceback" not in errors
        assert not any(process.is_running() for process in family)
        assert command.end(signal.SIGINT)[0] == 130


def test_a_scheduler_that_dies_loses_what_was_handed_out_and_nothing_else() -> None:
    with ExitStack() as stack:
        first, address = stack.enter_context(scheduler())
        stay = stack.enter_context(worker(address))
        engine = stack.enter_context(closing(ClusterEngine(address)))
        until(lambda: engine.slots == 1)
        futures = [engine.submit(LONG) for _ in range(3)]
        first.end(signal.SIGKILL)
        assert [type(future.exception(60)) for future in futures] == [EngineLost] * 3
        assert engine.slots == 0
        assert isinstance(engine.submit(LONG).exception(0), EngineLost)
        stay.says("waits until it is there again")
        stack.enter_context(scheduler("--port", address.rpartition(":")[2]))
        stay.says("again", times=2)
        until(lambda: engine.slots == 1)
        assert engine.submit(tasks()[0]).result(60)


def test_a_dismissed_worker_ends_and_one_that_comes_back_is_dismissed_again() -> None:
    with scheduler() as (_, address), closing(ClusterEngine(address)) as engine:
        with worker(address, "--name", "wrong") as wrong:
            until(lambda: engine.slots == 1)
            engine.dismiss("wrong")
            assert (engine.slots, engine.workers()) == (0, ())
            until(lambda: wrong.ended)
            code, _, errors = wrong.end()
            assert code == 1
            assert "a coordinator has sent wrong away" in errors
        with worker(address, "--name", "wrong") as again:
            until(lambda: again.ended)
            assert again.end()[0] == 1


def test_a_name_is_given_once_and_numbers_tell_the_rest_apart(
    two: tuple[str, Command, Command],
) -> None:
    with running("worker", two[0], "--name", "a") as second:
        until(lambda: second.ended)
        code, _, errors = second.end()
        assert code == 2
        assert errors.endswith(
            "there is already a worker with the name a; choose another one with --name\n"
        )
    with worker(two[0]) as nameless:
        assert nameless.errors.startswith(f"{socket.gethostname()}-1 has joined")


def test_a_parent_that_is_killed_takes_its_process_with_it(
    two: tuple[str, Command, Command],
) -> None:
    with worker(two[0]) as orphaned:
        child = orphaned.counting
        orphaned.end(signal.SIGKILL)
        until(lambda: not child.is_running())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("scheduler --host 0.0.0.0", "0.0.0.0 can be reached from other machines"),
        ("scheduler --host ::", ":: can be reached from other machines"),
        ("scheduler --host 192.0.2.1", "give certificates with --tls DIR, or use 127.0.0.1"),
        ("worker 192.0.2.1:8786", "192.0.2.1 can be reached from other machines"),
        ("worker tcp://192.0.2.1", "192.0.2.1 can be reached from other machines"),
        ("worker tls://127.0.0.1:8786", "asks for certificates"),
        ("worker 127.0.0.1:0", "is no address of a scheduler"),
        ("worker http://127.0.0.1", "is no address of a scheduler"),
        ("worker nowhere.invalid", "there is no host 'nowhere.invalid'"),
        ("worker 127.0.0.1 --workers 0", "workers must be 1 or more, got 0"),
        ("scheduler --port 65536", "a port must be 0..65535, got 65536"),
        ("scheduler --tls nowhere", "cannot read nowhere/ca.pem"),
    ],
)
def test_what_may_not_be_is_one_sentence(huisu: Run, words: str, said: str) -> None:
    code, output, errors = huisu(words)
    assert (code, output) == (2, "")
    assert said in errors
    assert errors.count("\n") == 1


def test_a_coordinator_does_not_speak_to_the_open_network_either() -> None:
    with pytest.raises(InputError, match="can be reached from other machines"):
        ClusterEngine("192.0.2.1:8786")


def test_a_scheduler_that_is_not_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huisu.runs.cluster._CONNECT_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    waits = list[bool]()
    with pytest.raises(InputError, match=rf"cannot reach a scheduler at tcp://127.0.0.1:{port}"):
        ClusterEngine(f"127.0.0.1:{port}", on_wait=lambda: waits.append(True))
    assert waits == [True]


def test_a_port_in_use_is_one_sentence(huisu: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, output, errors = huisu(f"scheduler --port {taken.getsockname()[1]}")
    assert (code, output) == (2, "")
    assert "is in use" in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize("words", ["scheduler", "worker 127.0.0.1"])
def test_a_missing_package_is_one_sentence_with_the_cure(
    huisu: Run, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.setattr("huisu.runs.dask.find_spec", lambda name: None)
    code, output, errors = huisu(words)
    assert (code, output) == (2, "")
    assert errors.endswith("install them with: pip install 'huisu[cluster]'\n")


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("127.0.0.1", "tcp://127.0.0.1:8786"),
        ("localhost:99", "tcp://localhost:99"),
        ("tcp://127.0.0.1:1/", "tcp://127.0.0.1:1"),
        ("[::1]:99", "tcp://[::1]:99"),
    ],
)
def test_an_address_is_read_as_it_is_typed(typed: str, printed: str) -> None:
    assert str(read_address(typed, None)) == printed
