"""What is written down of a run, so that nothing counted is ever counted again?

Results, one row each, and a little about the run: a file of SQLite, or a database of
PostgreSQL. Read tables.py for what stands in it, books.py for what the rows add up to.

    with open_ledger("q20.ledger", "create") as ledger:
        record = ledger.add_run(plan.to_json(), len(units), units.sha256, {"kernel": "sweep"})
        ledger.record(record.run, [Row(0, 92, None, 0.5, "host-1", "sweep-avx2", "identity")])
        total = sum(row.count for row in ledger.rows(record.run) if row.replica == 0)

One process writes a ledger, the coordinator; any number may read it meanwhile. A
ledger is for one thread at a time.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from struct import error as NotPackable  # noqa: N812 - a name that says what it means here
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from huisu.errors import InputError
from huisu.runs.failures import LedgerDamaged, LedgerFull
from huisu.runs.row import MOST, RESIDUE, Row, Stored, flip_of, pack, sealed, seed_of

if TYPE_CHECKING:
    from types import TracebackType

    from huisu.runs.database import Database, Transaction

__all__ = [
    "Ledger",
    "LedgerDamaged",
    "LedgerFull",
    "Mode",
    "Note",
    "RunRecord",
    "open_ledger",
    "shown_address",
]

Mode = Literal["create", "write", "read"]

_NAMED = 1000  # units that a note names: all notes are read whenever somebody looks at a run


class RunRecord(NamedTuple):
    """What a ledger says about a run: its plan as JSON, and how it was begun."""

    run: int
    plan: str
    units: int
    sha256: str
    settings: dict[str, Any]
    created: float
    version: str


class Note(NamedTuple):
    """Something that happened in a run beside counting, and when (Unix time)."""

    time: float
    kind: str
    values: dict[str, Any]


def open_ledger(address: str | Path, mode: Mode) -> Ledger:
    """Return the ledger in a file, or in a database by its postgresql:// address.

    "create" makes it if there is none, "write" does not; both are for the one
    coordinator. "read" changes nothing and works beside a coordinator. A ledger is
    to be closed: it is a context manager.

    Raises InputError, in one sentence with the way out, for a ledger that is not
    there, is none, is of another format, or is written by another coordinator;
    LedgerDamaged, which is one too, for one that is damaged; LedgerFull when there
    is no room to open it for writing.
    """
    database = _database(address, mode)
    try:
        database.prepare(create=mode == "create")
    except BaseException:
        database.close()
        raise
    return Ledger(database)


def shown_address(address: str | Path) -> str:
    """Return what texts call a ledger: its path as given, or its address without a password.

    Raises InputError for what is no address; it may hold a password, so it is not quoted.

    >>> shown_address("postgresql://anna:secret@host/queens?password=secret")
    'postgresql://anna:***@host/queens'
    """
    if "://" not in str(address):
        return str(address)
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(str(address)).difference_update_query(["password", "sslpassword"])
    except (ArgumentError, ValueError):
        raise InputError("error.runs.url") from None
    return url.set(drivername="postgresql").render_as_string(hide_password=True)


def _database(address: str | Path, mode: Mode) -> Database:
    scheme, separator, _ = str(address).partition("://")
    if not separator:
        return _file(Path(address), mode)
    if scheme not in ("postgresql", "postgres", "postgresql+psycopg"):
        raise InputError("error.runs.address", scheme=scheme)
    try:
        from huisu.runs.postgres import PostgresDatabase
    except ImportError:
        raise InputError("error.runs.extra", extra="postgres") from None
    return PostgresDatabase(str(address), shown_address(address), write=mode != "read")


def _file(path: Path, mode: Mode) -> Database:
    try:
        from huisu.runs.sqlite import SqliteDatabase
    except ImportError:
        raise InputError("error.runs.extra", extra="cluster") from None
    if mode != "read" and os.path.isfile(path):  # what is no ledger is not to be touched at all
        with closing(SqliteDatabase(path, create=False, write=False)) as found:
            found.is_empty()
    return SqliteDatabase(path, create=mode == "create", write=mode != "read")


class Ledger:
    """A ledger that is open."""

    def __init__(self, database: Database) -> None:
        """Keep the books in a database that holds a ledger."""
        self._database = database
        self.rotten: list[tuple[int, int]] = []
        """Unit and replica, as far as they can be read, of the rows that rows() left out."""

    @property
    def name(self) -> str:
        """What texts call it: the path as it was given, or the address without a password."""
        return self._database.shown

    def __enter__(self) -> Ledger:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Give the ledger, and its lock, back."""
        self._database.close()

    def fault(self) -> str | None:
        """Return what is wrong with how the tables are stored, "" if nothing is.

        Sound rows may be out of place then, so that they are not found, or not deleted.
        None where the database has no check of its own, as on PostgreSQL.
        """
        return self._database.fault()

    # The runs

    def runs(self) -> list[RunRecord]:
        """Return the runs, the oldest first."""
        with self._database.reading() as books:
            return [_record(found) for found in books.kept("runs")]

    def run(self, number: int | None = None) -> RunRecord:
        """Return a run by its number, or else the newest; raise InputError if there is none."""
        with self._database.reading() as books:
            return _record(self._run(books, number))

    def _run(self, books: Transaction, number: int | None) -> dict[str, Any]:
        found = {row["run"]: row for row in books.kept("runs")}
        if not found:
            raise InputError("error.runs.empty", path=self.name)
        if number is None:
            return found[max(found)]
        if number not in found:
            numbers = ", ".join(map(str, sorted(found)))
            raise InputError("error.runs.run", path=self.name, run=number, numbers=numbers)
        return found[number]

    def add_run(self, plan: str, units: int, sha256: str, settings: dict[str, Any]) -> RunRecord:
        """Begin a run of a plan, given as JSON, with so many units; return it."""
        with self._database.writing() as books:
            number = max((row["run"] for row in books.kept("runs")), default=0) + 1
            books.add(
                "runs", run=number, plan=plan, units=units, sha256=sha256,
                settings=_json(settings), created=time.time(), version=version("huisu"), notes=0,
            )  # fmt: skip
            return _record(self._run(books, number))

    # The results

    def record(self, run: int, rows: Sequence[Row], heartbeat: str | None = None) -> None:
        """Write results, each as the next replica of its unit, and how the run stands.

        All of it in one transaction: when this returns, it is on the disk; when it
        raises LedgerFull, nothing has changed.
        """
        with self._database.writing() as books:
            if rows:
                books.put(run, self._sealed(books, run, rows))
            if heartbeat is not None:
                books.replace("heartbeats", run=run, status=heartbeat)

    def _sealed(self, books: Transaction, run: int, rows: Sequence[Row]) -> list[Stored]:
        found = self._run(books, run)
        seed, units = seed_of(found), found["units"]
        ids = _ids(books, rows)
        replicas = books.next_replicas(run, {row.unit for row in rows})
        stored = []
        for row in rows:
            if not 0 <= row.unit < units:
                raise InputError("error.runs.unit", unit=row.unit, last=units - 1)
            if not 0 <= row.count <= MOST:
                raise InputError("error.runs.count", unit=row.unit, count=row.count)
            replica = replicas.get(row.unit, 0)
            replicas[row.unit] = replica + 1
            names = ids[row.worker], ids[row.kernel], ids[row.orientation]
            stored.append(sealed(row, replica, *names, seed))
        return stored

    def rows(
        self,
        run: int,
        *,
        ordered: bool = False,
        on_progress: Callable[[int], None] | None = None,
    ) -> Iterator[Row]:
        """Yield the results of a run as they are at this moment.

        A row that is not what was written, or whose unit is none of the run's, is left
        out and named in `rotten`. `ordered`: by unit and replica, which may take longer.
        `on_progress` hears how many rows are read.
        """
        self.rotten = rotten = list[tuple[int, int]]()
        read = 0
        with self._database.reading() as books:
            found = self._run(books, run)
            names = {row["id"]: row["name"] for row in books.kept("names")}
            seed, units = seed_of(found), found["units"]
            for stored in books.stream(run, ordered=ordered):
                yield from _sound(stored, seed, units, names, rotten)
                read += len(stored)
                if on_progress is not None:
                    on_progress(read)

    def void(self, run: int, units: Iterable[int]) -> int:
        """Delete all results of some units, and the rotten ones among them; return how many.

        A note of it is kept; it names the units unless they are too many. They are to be
        counted again.
        """
        chosen = sorted(set(units))
        with self._database.writing() as books:
            self._run(books, run)
            dropped = books.drop(run, chosen)
            named = chosen if len(chosen) <= _NAMED else []
            values = {"number": len(chosen), "units": named, "rows": dropped}
            self._note(books, run, "void", values)
        return dropped

    # How the run stands, and what happened

    def heartbeat(self, run: int) -> str | None:
        """Return what record() was last told about how the run stands."""
        with self._database.reading() as books:
            found = books.kept("heartbeats", run=run)
        return str(found[0]["status"]) if found else None

    def note(self, run: int, kind: str, values: dict[str, Any]) -> None:
        """Write down something that happened."""
        with self._database.writing() as books:
            self._note(books, run, kind, values)

    def _note(self, books: Transaction, run: int, kind: str, values: dict[str, Any]) -> None:
        found = self._run(books, run)
        number = found["notes"] + 1
        books.replace("runs", **{**found, "notes": number})
        books.add("notes", run=run, note=number, time=time.time(), kind=kind, value=_json(values))

    def notes(self, run: int) -> list[Note]:
        """Return what happened, the oldest first; raise InputError if a note is lost."""
        with self._database.reading() as books:
            expected = self._run(books, run)["notes"]
            found = books.kept("notes", run=run)
        if [row["note"] for row in found] != list(range(1, expected + 1)):
            raise self._database.damaged("notes")
        return [Note(row["time"], row["kind"], json.loads(row["value"])) for row in found]

    def quarantined(self, run: int) -> set[str]:
        """Return the workers in quarantine."""
        return {note.values["worker"] for note in self.notes(run) if note.kind == "quarantine"}


def _sound(
    stored: list[Stored],
    seed: int,
    units: int,
    names: dict[int, str],
    rotten: list[tuple[int, int]],
) -> Iterator[Row]:
    """Yield the rows that are as they were written; list the others.

    This loop is run for every row of a ledger: what it asks more, millions of rows wait for.
    """
    new, crc32 = tuple.__new__, zlib.crc32
    for values in stored:
        unit, replica, count, flip, seconds, worker, kernel, orientation, _ = values
        try:
            if crc32(pack(*values), seed) == RESIDUE and unit < units:
                by = names[worker], names[kernel], names[orientation]
                yield new(Row, (unit, count, flip_of(flip), seconds, *by, replica))
                continue
        except (NotPackable, LookupError):  # no row of numbers, or by a name that is lost
            pass
        rotten.append((_number(unit), _number(replica)))


def _number(value: Any) -> int:
    """Return what a rotten row has for a number, -1 for anything else."""
    return value if isinstance(value, int) else -1


def _ids(books: Transaction, rows: Sequence[Row]) -> dict[str, int]:
    """Return the numbers of the names that stand in rows; new ones are written down."""
    known = {row["name"]: row["id"] for row in books.kept("names")}
    used = {name for row in rows for name in (row.worker, row.kernel, row.orientation)}
    for name in sorted(used - known.keys()):
        known[name] = max(known.values(), default=0) + 1
        books.add("names", id=known[name], name=name)
    return known


def _record(found: dict[str, Any]) -> RunRecord:
    values = {name: found[name] for name in RunRecord._fields}
    return RunRecord(**{**values, "settings": json.loads(found["settings"])})


def _json(values: dict[str, Any]) -> str:
    return json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
