"""What is saved of a ledger whose file is damaged?

Every row that is still what was written: all of them go into a fresh file in its place,
and the old one is kept. Read pages.py next, which reads the damaged file, then verify.py.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from struct import error as NotPackable  # noqa: N812 - a name that says what it means here
from typing import Any, NamedTuple

from sqlalchemy import Double

from huisu.errors import InputError
from huisu.runs.database import Transaction
from huisu.runs.lock import WriterLock
from huisu.runs.pages import Values, records
from huisu.runs.row import RESIDUE, STORED, Stored, crc_of, pack, seed_of
from huisu.runs.sqlite import SqliteDatabase
from huisu.runs.tables import SMALL

__all__ = ["Rescued", "rescue"]

_ROWS = 5000  # results that are written at a time

#: Of each small table the columns between the number of the copy and the CRC.
_COLUMNS = {title: [column.name for column in table.c][1:-1] for title, table in SMALL.items()}


class Rescued(NamedTuple):
    """Where the damaged ledger is kept, and how much of it the fresh one has."""

    kept: Path
    runs: int
    rows: int


def rescue(path: str | Path) -> Rescued:
    """Write all that can be read of a damaged ledger into a fresh file in its place.

    The damaged one is kept as FILE.damaged. What is lost is to be counted again. Raises
    InputError if it is in use, or if not even one run can be read; it then stays as it is.
    """
    given, path = str(path), Path(path).resolve()
    if not path.is_file():
        raise InputError("error.runs.missing", path=given)
    with closing(WriterLock(path, given)):
        try:
            kept = _keep(path)
            with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as room:
                fresh = Path(room) / "fresh"
                try:
                    rescued = _refill(_folded(path, Path(room) / "old"), fresh, given)
                except BaseException:  # the ledger is as it was, so that a copy of it is of no use
                    for copy in [kept, *_beside(kept)]:
                        copy.unlink(missing_ok=True)
                    raise
                for beside in _beside(path):
                    beside.unlink(missing_ok=True)
                fresh.replace(path)
        except OSError as error:
            raise InputError("error.runs.disk", path=given, reason=error.strerror) from None
    return Rescued(kept, *rescued)


def _beside(path: Path) -> list[Path]:
    """Return the files that SQLite keeps beside another."""
    return [path.with_name(path.name + ending) for ending in ("-wal", "-shm")]


def _keep(path: Path) -> Path:
    """Copy a damaged ledger as it is to FILE.damaged, or FILE.damaged-2 and so on."""
    kept, number = path.with_name(path.name + ".damaged"), 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.name}.damaged-{number}")
    for old, new in zip([path, *_beside(path)], [kept, *_beside(kept)], strict=True):
        if old.exists():
            shutil.copy2(old, new)
    return kept


def _folded(path: Path, copy: Path) -> Path:
    """Return a copy into which SQLite has put the last commits, as far as it still can."""
    for old, new in zip([path, *_beside(path)[:1]], [copy, *_beside(copy)[:1]], strict=True):
        if old.exists():
            shutil.copyfile(old, new)
    with suppress(sqlite3.Error, UnicodeDecodeError), closing(sqlite3.connect(copy)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    return copy


def _refill(old: Path, fresh: Path, given: str) -> tuple[int, int]:
    """Fill a fresh ledger with what is sound in an old one; return how many runs and results."""
    database = SqliteDatabase(fresh, create=True, write=True)
    with closing(database):
        database.prepare(create=True)
        found = _Found()
        rows = 0
        for run, stored in _batches(found.results(old)):
            with database.writing() as books:
                rows += books.put_missing(run, stored)
        if not found.small["runs"]:
            raise InputError("error.runs.rescue", path=given)
        with database.writing() as books:
            found.write(books)
    return len(found.small["runs"]), rows


def _batches(rows: Iterator[tuple[int, Stored]]) -> Iterator[tuple[int, Sequence[Stored]]]:
    """Yield neighbours of the same run together, some thousands at most."""
    run, batch = 0, list[Stored]()
    for number, stored in rows:
        if batch and (number != run or len(batch) == _ROWS):
            yield run, batch
            batch = []
        run = number
        batch.append(stored)
    if batch:
        yield run, batch


class _Found:
    """What is sound in a damaged file."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.small: dict[str, dict[tuple[Any, ...], dict[str, Any]]] = {name: {} for name in SMALL}
        self._seeds: dict[int, int] = {}
        self._waiting: list[tuple[int, Stored]] = []  # results of runs not met so far

    def results(self, path: Path) -> Iterator[tuple[int, Stored]]:
        """Yield the results with the numbers of their runs, and learn the small tables."""
        for values in records(path, self._sound):
            if _is_result(values):
                yield values[0], _stored(values)
        yield from (
            (run, stored)
            for run, stored in self._waiting
            if run in self._seeds and _whole(stored, self._seeds[run])
        )

    def _sound(self, values: Values) -> bool:
        """Return whether a record is a result that is whole; or learn it if it is a small row."""
        if _is_result(values):
            run, stored = values[0], _stored(values)
            if run in self._seeds:
                return _whole(stored, self._seeds[run])
            if isinstance(run, int):
                self._waiting.append((run, stored))
            return False
        return any(self._learnt(title, values) for title in SMALL)

    def _learnt(self, title: str, values: Values) -> bool:
        """Return whether a record is a whole row of a small table, and keep it if so."""
        if len(values) != len(_COLUMNS[title]) + 2:
            return False
        row = dict(zip(_COLUMNS[title], values[1:-1], strict=True))
        for name, value in row.items():  # SQLite stores 2.0 as 2
            if isinstance(SMALL[title].c[name].type, Double) and isinstance(value, int):
                row[name] = float(value)
        if crc_of(title, *row.values()) != values[-1]:
            return False
        key = [column.name for column in SMALL[title].primary_key if column.name != "copy"]
        self.small[title][tuple(row[name] for name in key)] = row
        if title == "runs":
            self._seeds[row["run"]] = seed_of(row)
        return True

    def write(self, books: Transaction) -> None:
        """Write the small tables; a run says how many notes it has left."""
        for (run,), row in self.small["runs"].items():
            notes = [note for key, note in sorted(self.small["notes"].items()) if key[0] == run]
            books.add("runs", **{**row, "notes": len(notes)})
            for number, note in enumerate(notes, 1):
                books.add("notes", **{**note, "note": number})
        for title in ("names", "heartbeats"):
            for row in self.small[title].values():
                books.add(title, **row)


def _is_result(values: Values) -> bool:
    """Return whether a record has the form of a result; a run has as many values, and a text."""
    return len(values) == len(STORED) + 1 and not isinstance(values[2], str)


def _stored(values: Values) -> Any:
    """Return a result as the ledger reads it: SQLite stores 2.0 as 2."""
    stored = list(values[1:])
    if isinstance(stored[4], int):
        stored[4] = float(stored[4])
    return tuple(stored)


def _whole(stored: Stored, seed: int) -> bool:
    with suppress(NotPackable):
        return zlib.crc32(pack(*stored), seed) == RESIDUE
    return False
