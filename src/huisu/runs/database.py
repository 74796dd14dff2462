"""What does a ledger ask of its database, whichever it is?

Transactions that read and write the tables; the engine beneath is sqlite.py's or
postgres.py's. Read ledger.py next, which knows what the rows mean.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Engine, and_, delete, func, insert, inspect, select
from sqlalchemy.exc import DBAPIError

from huisu.errors import InputError
from huisu.runs.failures import LedgerDamaged
from huisu.runs.row import STORED, Stored, crc_of
from huisu.runs.tables import FORMAT, METADATA, SMALL, results

__all__ = ["Database", "Transaction"]

_KEYS_A_QUESTION = 500  # that many values stand in one IN (…); SQLite's oldest bound is 999


class Database(ABC):
    """A database that holds, or is to hold, a ledger."""

    engine: Engine
    shown: str  # what texts call it: a path, or an address without its password
    writes: bool  # whether it is open for writing, and holds the coordinator's lock

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """Give a transaction that writes: all of it is kept, or nothing."""
        if not self.writes:
            raise InputError("error.runs.readonly", path=self.shown)
        with self.translated(), self.engine.connect() as connection:
            writer = connection.execution_options(huisu_writes=True)
            with writer.begin():
                yield Transaction(self, writer)

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """Give a transaction that reads the ledger as it is at one moment."""
        with self.translated(), self.engine.connect() as connection, connection.begin():
            yield Transaction(self, connection)

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Turn what the database complains of into one sentence."""
        try:
            yield
        except DBAPIError as error:
            raise self.sentence(error.orig or error) from error
        except self.complaints as error:
            raise self.sentence(error) from error

    def is_empty(self) -> bool:
        """Return whether nothing is there yet; raise InputError for what is no ledger.

        Also for one of another format.
        """
        with self.reading() as found:
            tables = found.tables()
            if not tables:
                return True
            if "about" not in tables:
                raise InputError("error.runs.foreign", path=self.shown)
            formats = [row["value"] for row in found.kept("about", name="format")]
        if formats != [str(FORMAT)]:
            shown = ", ".join(formats) or "?"
            raise InputError("error.runs.format", path=self.shown, found=shown, format=FORMAT)
        return False

    def prepare(self, *, create: bool) -> None:
        """Make the tables if nothing is there and it may be created; else check what is there."""
        if not self.is_empty():
            return
        if not create:
            raise self.nothing()
        with self.writing() as new:
            new.make()

    def nothing(self) -> InputError:
        """Return the error that says that there is not even an empty ledger."""
        return InputError("error.runs.foreign", path=self.shown)

    def damaged(self, reason: str) -> LedgerDamaged:
        """Return the error that says what is wrong with a damaged ledger, and the way out."""
        return LedgerDamaged("error.runs.damaged", path=self.shown, reason=reason)

    def fault(self) -> str | None:
        """Return what is wrong with how the tables are stored, in the database's words.

        "" if nothing is, None where a database cannot be asked.
        """
        return None

    @property
    @abstractmethod
    def complaints(self) -> tuple[type[Exception], ...]:
        """What the driver raises where SQLAlchemy does not stand between."""

    @abstractmethod
    def sentence(self, error: BaseException) -> Exception:
        """Return the error of huisu that says what the driver's error means."""

    def last_replicas(
        self, connection: Connection, run: int, units: Sequence[int]
    ) -> Iterable[tuple[int, int]]:
        """Return the largest replica of each of some units that has results."""
        largest = (
            select(results.c.unit, func.max(results.c.replica))
            .where(results.c.run == run, results.c.unit.in_(units))
            .group_by(results.c.unit)
        )
        return [(unit, last) for unit, last in connection.execute(largest)]

    @abstractmethod
    def put(self, connection: Connection, run: int, rows: Sequence[Stored]) -> None:
        """Insert results, fast."""

    @abstractmethod
    def stream(
        self, connection: Connection, run: int, *, ordered: bool
    ) -> Generator[list[Stored], None, None]:
        """Yield the results of a run, some thousands at a time."""

    @abstractmethod
    def close(self) -> None:
        """Give everything back, the coordinator's lock too."""


class Transaction:
    """One transaction on the tables of a ledger."""

    def __init__(self, database: Database, connection: Connection) -> None:
        """Remember the connection that has begun it."""
        self._database, self._connection = database, connection

    def tables(self) -> set[str]:
        """Return the names of all tables that there are."""
        return set(inspect(self._connection).get_table_names())

    def make(self) -> None:
        """Make the tables of an empty ledger."""
        METADATA.create_all(self._connection)
        self.add("about", name="format", value=str(FORMAT))

    def kept(self, table: str, **where: Any) -> list[dict[str, Any]]:
        """Return the rows of a small table, each once, by its key.

        One sound copy of a row is enough; without one, the ledger is damaged.
        """
        sound: dict[tuple[Any, ...], dict[str, Any]] = {}
        pairs = bad = 0
        for values in self._both(table, where):
            crc = values.pop("crc")
            key = _key(table, values)
            if crc != crc_of(table, *values.values()):
                bad += 1
            else:
                pairs += key in sound
                sound[key] = values
        if bad > len(sound) - pairs:
            raise self._database.damaged(table)
        return [sound[key] for key in sorted(sound)]

    def _both(self, table: str, where: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield both copies of the rows, without their number."""
        wanted = select(SMALL[table]).filter_by(**where)
        for row in self._connection.execute(wanted).mappings():
            values = dict(row)
            del values["copy"]
            yield values

    def add(self, table: str, **values: Any) -> None:
        """Insert a row of a small table, both copies."""
        row = {**values, "crc": crc_of(table, *values.values())}
        self._connection.execute(insert(SMALL[table]), [{"copy": copy, **row} for copy in (0, 1)])

    def replace(self, table: str, **values: Any) -> None:
        """Insert a row of a small table in the place of the one with the same key."""
        columns = SMALL[table].c
        key = _key(table, values, names=True)
        same = and_(*(columns[name] == value for name, value in key))
        self._connection.execute(delete(SMALL[table]).where(same))
        self.add(table, **values)

    def next_replicas(self, run: int, units: Iterable[int]) -> dict[int, int]:
        """Return for each of the units that has results the number of its next replica."""
        return {
            unit: last + 1
            for some in _chunks(units)
            for unit, last in self._database.last_replicas(self._connection, run, some)
        }

    def put(self, run: int, rows: Sequence[Stored]) -> None:
        """Insert results."""
        self._database.put(self._connection, run, rows)

    def put_missing(self, run: int, rows: Sequence[Stored]) -> int:
        """Insert those results that are not there yet, into a file; return how many."""
        some = [dict(zip(("run", *STORED), (run, *row), strict=True)) for row in rows]
        missing = insert(results).prefix_with("OR IGNORE", dialect="sqlite")
        return self._connection.execute(missing, some).rowcount if some else 0

    def stream(self, run: int, *, ordered: bool) -> Generator[list[Stored], None, None]:
        """Yield the results of a run, some thousands at a time; by unit and replica if asked to."""
        return self._database.stream(self._connection, run, ordered=ordered)

    def drop(self, run: int, units: Iterable[int]) -> int:
        """Delete the results of units; return how many there were."""
        dropped = 0
        for some in _chunks(units):
            gone = delete(results).where(results.c.run == run, results.c.unit.in_(some))
            dropped += self._connection.execute(gone).rowcount
        return dropped


def _key(table: str, values: dict[str, Any], *, names: bool = False) -> tuple[Any, ...]:
    key = [column.name for column in SMALL[table].primary_key if column.name != "copy"]
    return tuple((name, values[name]) if names else values[name] for name in key)


def _chunks(units: Iterable[int]) -> Iterator[list[int]]:
    rest = iter(units)
    while some := list(islice(rest, _KEYS_A_QUESTION)):
        yield some
