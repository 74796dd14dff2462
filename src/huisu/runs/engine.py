"""Who answers tasks, and what can go wrong with those who do?

An engine has workers, on this machine or on many, and gives each of them one
task at a time; it promises nothing about a task but that its future ends or that
the lease of its coordinator does. Read local.py next, the engine of this machine.
"""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING, Protocol, TypeAlias

from huisu.errors import HuisuError
from huisu.words import LANGUAGES, Language, word

if TYPE_CHECKING:
    from huisu.runs.task import Answer, Task

__all__ = [
    "Answered",
    "Engine",
    "EngineLost",
    "NoWorkers",
    "TaskFailed",
    "WorkerDied",
    "reasons_of",
]


class Engine(Protocol):
    """What a coordinator asks of those that count; its methods may be called from any thread."""

    @property
    def slots(self) -> int:
        """How many tasks can run at once now; 0 while nobody is there."""

    def submit(self, task: Task, *, avoid: frozenset[str] = frozenset()) -> Answered:
        """Hand out a task, to none of the workers to avoid unless no other is there.

        The future can be cancelled while it waits. It ends with the worker's name
        and its answer, or with WorkerDied, TaskFailed, NoWorkers or EngineLost.
        How many cores a worker uses is its engine's affair, whatever the task says.
        """

    def sign_of_life(self, future: Answered) -> float | None:
        """Return a number that changes while the worker of a running task lives, if it is known.

        However slow it may be: a worker that is busy is not to be taken for a dead one.
        """

    def presume_dead(self, future: Answered) -> None:
        """Give the slot of a running task to another worker; its own may still answer later."""

    def dismiss(self, worker: str) -> None:
        """Give a worker nothing more; what it counts now fails with WorkerDied."""

    def workers(self) -> tuple[str, ...]:
        """Return the names of those that live now; one started again keeps its name."""

    def close(self) -> None:
        """Give up all tasks, at once: those that wait are cancelled, those that run fail."""


class WorkerDied(HuisuError):  # noqa: N818 - what has happened rather than a fault of the caller
    """A worker ended before it had answered; the task may be given to another."""

    def __init__(self, worker: str, reason: str) -> None:
        """Name the worker and what it said last, or the signal that ended it."""
        super().__init__("error.runs.worker_died", worker=worker, reason=reason)
        self.worker = worker


class TaskFailed(HuisuError):  # noqa: N818
    """A worker lives, but could not answer; `kind` is the name of the error that it met."""

    def __init__(self, worker: str, reasons: dict[Language, str], kind: str) -> None:
        """Name the worker and keep its sentence in all languages."""
        super().__init__("error.runs.task_failed", worker=worker)
        self.worker, self.reasons, self.kind = worker, reasons, kind

    def text(self, language: Language = "en", *, base: int = 0) -> str:
        """Return the sentence, with the reason in the same language."""
        return word(self.key, language, worker=self.worker, reason=self.reasons[language])


class NoWorkers(HuisuError):  # noqa: N818
    """All workers are gone and none will come: each was dismissed, or died at every start."""

    def __init__(self, reason: str | None) -> None:
        """Say why the last of them ended; None: it was dismissed."""
        if reason is None:
            super().__init__("error.runs.all_dismissed")
        else:
            super().__init__("error.runs.no_workers", reason=reason)


class EngineLost(HuisuError):  # noqa: N818
    """The scheduler between coordinator and workers is gone; all that was handed out is lost."""

    def __init__(self, address: str) -> None:
        """Name the scheduler."""
        super().__init__("error.runs.engine_lost", address=address)


def reasons_of(error: Exception) -> dict[Language, str]:
    """Return why a task failed, in each language, for TaskFailed; positions count from 1.

    >>> reasons_of(ZeroDivisionError("division by zero"))["zh"]
    'ZeroDivisionError: division by zero'
    """
    if isinstance(error, HuisuError):
        return {language: error.text(language, base=1) for language in LANGUAGES}
    return dict.fromkeys(LANGUAGES, f"{type(error).__name__}: {error}")


#: What a task becomes: the name of the worker and its answer.
Answered: TypeAlias = "Future[tuple[str, Answer]]"
