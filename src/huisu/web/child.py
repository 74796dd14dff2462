"""How does the server run a program of its own in another process, and end it?

A child is written to and read in lines of JSON. It ends when its input does, so
that none outlives the server, however that may end. Read huisu/inherited.py next,
the child's side of it.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
from contextlib import suppress
from typing import Any

from huisu.inherited import APART, command

__all__ = ["Child", "ChildEnded"]

_LONGEST_LINE = 1_000_000  # bytes: a refusal can name all of the data that it refuses


class ChildEnded(Exception):  # noqa: N818 - what has happened rather than a fault of the caller
    """The process is gone before it had said what was expected."""


class Child:
    """A running module of this package, which has a function main."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Take over a process that was started with pipes."""
        self._process = process

    @classmethod
    async def start(cls, module: str) -> Child:
        """Return a new process that runs huisu.web.<module>."""
        process = await asyncio.create_subprocess_exec(
            *command(f"huisu.web.{module}"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            limit=_LONGEST_LINE,
            **APART,
        )
        return cls(process)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    async def tell(self, value: Any) -> None:
        """Write a line to the child; what one that is gone should hear is lost."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(value).encode() + b"\n")
        with suppress(ConnectionError):
            await self._process.stdin.drain()

    async def hear(self) -> dict[str, Any]:
        """Return what the next line of the child says; raise ChildEnded if there is none."""
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise ChildEnded
        heard: dict[str, Any] = json.loads(line)
        return heard

    async def hear_bytes(self, length: int) -> bytes:
        """Return the bytes that follow a line."""
        assert self._process.stdout is not None
        try:
            return await self._process.stdout.readexactly(length)
        except asyncio.IncompleteReadError:
            raise ChildEnded from None

    async def end(self) -> None:
        """Kill the process and wait until it is gone: it has nothing that it must save."""
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
