"""What does a child of the server hear, and how does it answer?

Lines of JSON on its standard input and output; where the input ends, so does
the process. Read worker.py and recorder.py next, the two children.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Thread
from typing import Any

__all__ = ["answer", "answer_bytes", "requests"]


def requests() -> Iterator[dict[str, Any]]:
    """Yield what the server asks; the process ends as soon as the server has gone."""
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
    """Write one line to the server."""
    answer_bytes(json.dumps(value).encode() + b"\n")


def answer_bytes(data: bytes) -> None:
    """Write bytes to the server; without one there is nobody left to work for."""
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os._exit(0)
