"""What does a worker's process do? It counts, task by task, until it is killed.

Its first line says that it is ready; each of the others answers a task, or says
why it could not. Read task.py next, which counts.
"""

from __future__ import annotations

from typing import Any

from huisu.inherited import answer, requests
from huisu.runs.engine import reasons_of
from huisu.runs.task import Task
from huisu.runs.task import answer as answer_of

__all__ = ["main"]


def main() -> None:
    """Answer what the engine asks for, until it ends."""
    answer({"ready": True})
    for request in requests():
        answer(_answered(_task(request["task"])))


def _task(values: list[Any]) -> Task:
    """Return the task that a line of JSON held: its tuples have become lists."""
    task = Task(*values)
    return task._replace(jobs=tuple((tuple(squares), weight) for squares, weight in task.jobs))


def _answered(task: Task) -> dict[str, Any]:
    """Return the answer; a task that fails must not end its worker, whatever it met."""
    try:
        return {"answer": answer_of(task)}
    except Exception as error:
        return {"failed": reasons_of(error), "kind": type(error).__name__}
