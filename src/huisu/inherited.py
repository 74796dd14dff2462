"""How does a module of huisu run in a process of its own, and how does it hear and answer?

Parent and child talk in lines of JSON over the child's standard input and output;
where the input ends, so does the child, so that none outlives its parent, however
that may end. Read web/child.py and runs/supervised.py next, two parents.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Thread
from typing import Any

__all__ = ["APART", "answer", "answer_bytes", "command", "requests"]

#: Nothing is imported from the folder in which the parent was started: a
#: student's own random.py may lie there.
_START = "import sys; sys.path[:] = filter(None, sys.path); from {} import main; main()"

#: How a child is started: Ctrl-C in a terminal is for the parent alone.
APART: dict[str, Any] = (
    {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    if os.name == "nt"
    else {"start_new_session": True}
)


def command(module: str) -> list[str]:
    """Return the command that runs the function main of a module.

    >>> command("huisu.web.worker")[-1].split("; ")[-2:]
    ['from huisu.web.worker import main', 'main()']
    """
    return [sys.executable, "-c", _START.format(module)]


def requests() -> Iterator[dict[str, Any]]:
    """Yield what the parent asks; the process ends as soon as the parent has gone."""
    lines: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=[lines], daemon=True).start()
    while True:
        yield json.loads(lines.get())


def _listen(lines: SimpleQueue[bytes]) -> None:
    """Hand on the lines of the input, also while the main thread works; end all at its end."""
    for line in sys.stdin.buffer:
        lines.put(line)
    os._exit(0)


def answer(value: dict[str, Any]) -> None:
    """Write one line to the parent."""
    answer_bytes(json.dumps(value).encode() + b"\n")


def answer_bytes(data: bytes) -> None:
    """Write bytes to the parent; without one there is nobody left to work for."""
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os._exit(0)
