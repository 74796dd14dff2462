"""How do many visitors get their searches recorded, without waiting for one another's?

Recorders run in processes of their own and are killed when they take too long.
A search that was recorded is kept for a while; one that several ask for at the
same time is recorded once. Read counts.py next, the other kind of work.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import Counter, OrderedDict
from collections.abc import Iterator
from typing import Any, NamedTuple

from huisu.web.child import Child, ChildEnded
from huisu.web.limits import Limits, cores
from huisu.web.refusal import Refusal, refuse
from huisu.web.turns import Turn, Turns
from huisu.web.visitors import Asker

__all__ = ["Record", "Records"]

_KEPT = 64_000_000  # bytes of all records that are kept
_PIECE = 16_000  # bytes
_LARGE = 500_000  # bytes of a record after which its recorder gives its memory back, by ending


class Record(NamedTuple):
    """What a recorder has made, as bytes that may be compressed by gzip."""

    data: bytes
    zipped: bool

    def pieces(self, *, plain: bool) -> Iterator[bytes]:
        """Yield the bytes, uncompressed if they are to be plain, none of them before it is wanted.

        So visitors who read slowly, or not at all, do not fill the memory.
        """
        unzipped = zlib.decompressobj(wbits=31) if plain and self.zipped else None  # 31: as gzip
        for start in range(0, len(self.data), _PIECE):
            piece = self.data[start : start + _PIECE]
            yield unzipped.decompress(piece) if unzipped else piece


class Records:
    """Has searches recorded, several at a time but one for each visitor."""

    def __init__(self, limits: Limits) -> None:
        """Begin without a recorder."""
        self._limits = limits
        slots = min(4, max(2, cores()))  # a second one, so that a long record holds up nobody
        self._turns = Turns(slots, each=1)
        self._idle: list[Child | None] = [None] * slots
        self._asked: Counter[str] = Counter()  # searches being made, by the address that asked
        self._making: dict[str, asyncio.Task[Record]] = {}
        self._kept: OrderedDict[str, Record] = OrderedDict()

    async def open(self) -> None:
        """Start the recorders, so that the first visitor need not wait for them."""
        self._idle = [await Child.start("recorder") for _ in self._idle]

    async def close(self) -> None:
        """End all recorders and what they do."""
        making = list(self._making.values())
        for task in making:
            task.cancel()
        await asyncio.gather(*making, return_exceptions=True)
        for recorder in self._idle:
            if recorder is not None:
                await recorder.end()

    async def search(self, parameters: dict[str, str], asker: Asker) -> Record:
        """Return the search that an address asks for, as the page reads it."""
        return await self._record({"page": None, "searches": [parameters]}, asker)

    async def page(self, searches: list[dict[str, str]], language: str, asker: Asker) -> Record:
        """Return a page in one file that carries some searches."""
        return await self._record({"page": language, "searches": searches}, asker)

    async def _record(self, request: dict[str, Any], asker: Asker) -> Record:
        key = json.dumps(request, sort_keys=True)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._making:
            task = asyncio.create_task(self._made(key, request, self._turn(asker)))
            self._making[key] = task
            self._asked[asker.address] += 1
            task.add_done_callback(lambda _: self._over(key, asker.address))
        return await asyncio.shield(self._making[key])  # its other askers may still wait

    def _over(self, key: str, address: str) -> None:
        """Forget who asked for a record that was made, or given up."""
        del self._making[key]
        self._asked[address] -= 1
        if not self._asked[address]:
            del self._asked[address]

    def _turn(self, asker: Asker) -> Turn:
        """Return a turn, or refuse it to a visitor who has several and when many wait."""
        limits = self._limits
        if self._turns.of(asker.visitor) >= limits.records:
            raise refuse(429, "error.web.records", most=limits.records)
        if self._asked[asker.address] >= limits.records_address:
            raise refuse(429, "error.web.records_address", most=limits.records_address)
        if len(self._turns.waiting) >= limits.records_waiting:
            raise refuse(503, "error.web.busy")
        return self._turns.ask(asker.visitor)

    async def _made(self, key: str, request: dict[str, Any], turn: Turn) -> Record:
        """Have a record made when its turn has come, and keep it."""
        try:
            await turn.begun.wait()
            record = await self._by_a_recorder(request)
        finally:
            self._turns.leave(turn)
        self._kept[key] = record
        while sum(len(each.data) for each in self._kept.values()) > _KEPT:
            self._kept.popitem(last=False)
        return record

    async def _by_a_recorder(self, request: dict[str, Any]) -> Record:
        """Return what an idle recorder answers; one that does not is replaced."""
        recorder = self._idle.pop()
        fit = False
        try:
            recorder = recorder or await Child.start("recorder")
            record = await asyncio.wait_for(_asked(recorder, request), self._limits.record_seconds)
            fit = len(record.data) < _LARGE
            return record
        except Refusal:
            fit = True
            raise
        except asyncio.TimeoutError:
            raise refuse(
                503, "error.web.record_time", seconds=f"{self._limits.record_seconds:g}"
            ) from None
        except ChildEnded:
            raise refuse(500, "error.web.failed") from None
        finally:
            if recorder is not None and not fit:
                await recorder.end()
            self._idle.append(recorder if fit else None)


async def _asked(recorder: Child, request: dict[str, Any]) -> Record:
    """Return what a recorder makes; raise the Refusal that it answers."""
    await recorder.tell(request)
    heard = await recorder.hear()
    if "error" in heard:
        raise Refusal(heard["status"], heard["error"])
    return Record(await recorder.hear_bytes(heard["length"]), heard["zipped"])
