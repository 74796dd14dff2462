"""What does a worker's process do? It counts, task by task, until it is killed.

Its first line says that it is ready; each of the others answers a task, or says
why it could not. Read task.py next, which counts.
"""

from __future__ import annotations

from typing import Any

from huisu.inherited import answer, requests
from huisu.runs import task
from huisu.runs.engine import reasons_of

__all__ = ["answered", "main"]


def main() -> None:
    """Answer what the engine asks for, until it ends."""
    answer({"ready": True})
    for request in requests():
        answer(answered(request["task"]))


def answered(values: list[Any], cancel: task.Stop | None = None) -> dict[str, Any]:
    """Return the answer to a task; one that fails must not end its worker, whatever it met."""
    try:
        return {"answer": task.answer(task.Task(*values), cancel)}
    except Exception as error:
        return {"failed": reasons_of(error), "kind": type(error).__name__}
