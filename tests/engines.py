"""Which workers do what a test tells them to?

`Hands` is an engine whose answers a function gives, at once or when the test wants
it; so a coordinator can be tested without processes, and always with the same end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

from huisu.kernel import compiled
from huisu.runs.coordinator import Coordinator
from huisu.runs.engine import Answered
from huisu.runs.ledger import Ledger, RunRecord, open_ledger
from huisu.runs.plan import Plan, Units
from huisu.runs.row import Row
from huisu.runs.settings import Settings
from huisu.runs.status import Status
from huisu.runs.task import Answer, Task, answer

__all__ = ["KERNEL", "Bench", "Hands", "Outcome", "honest", "wrong"]

KERNEL = "bitmask" if compiled else "python"

#: What becomes of a task: an answer of a worker, an error, or nothing (None) for now.
Outcome = tuple[str, Answer] | Exception | None


def honest(task: Task, worker: str = "anna") -> tuple[str, Answer]:
    """Return the right answer."""
    return worker, answer(task)


def wrong(task: Task, worker: str = "anna") -> tuple[str, Answer]:
    """Return an answer that is off by one."""
    right = answer(task)
    return worker, right._replace(count=right.count + 1)


def by_turns(task: Task, avoid: frozenset[str], names: tuple[str, ...]) -> str:
    """Return who is to do a task: one of those that are not to be avoided."""
    able = [name for name in names if name not in avoid] or list(names)
    return able[task.unit % len(able)]


@dataclass
class Hands:
    """An engine; `does` says what becomes of a task, by default workers answer by turns."""

    names: tuple[str, ...] = ("anna", "bo")
    does: Callable[[Task, str], Outcome] = honest
    tasks: list[tuple[Task, frozenset[str]]] = field(default_factory=list)
    kept: list[tuple[Task, Answered]] = field(default_factory=list)
    presumed_dead: int = 0
    life: Iterator[float] = field(default_factory=lambda: iter(()))
    """The signs of life of workers, one each time when they are asked for."""

    @property
    def slots(self) -> int:
        return len(self.names)

    def workers(self) -> tuple[str, ...]:
        return self.names

    def submit(self, task: Task, *, avoid: frozenset[str] = frozenset()) -> Answered:
        self.tasks.append((task, avoid))
        future: Answered = Future()
        outcome = self.does(task, by_turns(task, avoid, self.names) if self.names else "")
        if outcome is None:
            future.set_running_or_notify_cancel()
            self.kept.append((task, future))
        elif isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
        return future

    def sign_of_life(self, future: Answered) -> float | None:
        return next(self.life, None)

    def presume_dead(self, future: Answered) -> None:
        self.presumed_dead += 1

    def dismiss(self, worker: str) -> None:
        self.names = tuple(name for name in self.names if name != worker)

    def close(self) -> None:
        self.kept.clear()


class Bench:
    """A run of a small plan in a ledger of its own, to be counted again and again."""

    PLAN = Plan("mirror", 8, 60)
    RIGHT = 92

    def __init__(self, folder: Path, audit: float = 0.0, plan: Plan = PLAN) -> None:
        """Begin the run, or find it there; nothing is counted yet."""
        self.path = folder / "run.ledger"
        self.units = Units(plan)
        self.settings = Settings(KERNEL, audit, lease=0.05)
        self.told: list[Status] = []
        kept = self.settings.to_object()
        with open_ledger(self.path, "create") as ledger:
            if not ledger.runs():
                ledger.add_run(plan.to_json(), len(self.units), self.units.sha256, kept)
            self.record: RunRecord = ledger.run()

    def coordinator(self, ledger: Ledger, engine: Hands) -> Coordinator:
        """Return a new coordinator, as after a restart."""
        return Coordinator(ledger, self.record, self.units, engine, self.settings, self.told.append)

    def count(self, engine: Hands) -> Status:
        """Count until the end."""
        with open_ledger(self.path, "write") as ledger:
            return self.coordinator(ledger, engine).run()

    def rows(self) -> list[Row]:
        """Return what the ledger has."""
        with open_ledger(self.path, "read") as ledger:
            return list(ledger.rows(1))

    def notes(self) -> list[tuple[str, dict[str, object]]]:
        """Return what else it has."""
        with open_ledger(self.path, "read") as ledger:
            return [(note.kind, note.values) for note in ledger.notes(1)]
