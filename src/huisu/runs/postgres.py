"""How is a ledger kept in a database of PostgreSQL, when a file is outgrown?

In the same tables, in the first schema of the connection's search path. The coordinator's
lock is one that the server keeps for a connection, so that it ends with it. Read
ledger.py next.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from secrets import token_hex
from typing import Any

import psycopg
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from huisu.errors import InputError
from huisu.runs.database import Database, Transaction
from huisu.runs.failures import LedgerFull
from huisu.runs.lock import locked, myself
from huisu.runs.row import STORED, Stored

__all__ = ["PostgresDatabase"]

_ROWS = 5000  # results that are fetched at a time
_PATIENCE = 10  # seconds for a server to answer
#: By which the server finds out within a minute that the other end of a connection is gone.
_WATCH = text(
    "SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3"
)
_LOCK = 0x68756973  # "huis": the first half of the lock's number; the schema's is the second

_COPY = f"COPY results (run, {', '.join(STORED)}) FROM STDIN (FORMAT BINARY)"
_TYPES = ("int4", "int4", "int4", "int8", "bytea", "float8", "int4", "int4", "int4", "int4")
_SELECT = f"SELECT {', '.join(STORED)} FROM results WHERE run = %s"

# One look into the index for each unit: a condition "unit IN (…)" reads the whole table as
# long as the server has no statistics about it.
_LAST = """
    SELECT unit, last FROM unnest(%s::int[]) AS unit, LATERAL (
        SELECT replica AS last FROM results WHERE run = %s AND results.unit = unit.unit
        ORDER BY run DESC, unit DESC, replica DESC LIMIT 1
    ) AS found
"""

_SCHEMA = "coalesce(to_regnamespace(current_schema())::oid, 0)"
_TAKE = text(f"SELECT pg_try_advisory_lock({_LOCK}, {_SCHEMA}::int)")
_HOLDER = text(
    "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)"
    f" WHERE locktype = 'advisory' AND granted AND classid = {_LOCK} AND objid = {_SCHEMA}"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)

#: What SQLSTATE begins with when the server has no room, and when what it holds is broken.
_FULL, _BROKEN = ("53100",), ("XX00", "42P01", "42703")


class PostgresDatabase(Database):
    """A ledger in a database."""

    def __init__(self, address: str, shown: str, *, write: bool) -> None:
        """Connect, and take the coordinator's lock to write; raise InputError if it fails."""
        self.shown, self.writes = shown, write
        self._name = f"{myself()} {token_hex(4)}"
        self.engine = create_engine(
            make_url(address).set(drivername="postgresql+psycopg"),
            isolation_level="REPEATABLE READ",  # a reader sees the ledger at one moment
            pool_pre_ping=True,
            connect_args={"application_name": self._name, "connect_timeout": _PATIENCE},
        )
        self._guard: Connection | None = None  # holds the lock
        self._was_there = False
        try:
            with self.translated():
                self._hold() if write else self.engine.connect().close()
        except BaseException:
            self.engine.dispose()
            raise
        self._was_there = True

    def _hold(self) -> None:
        """Take the lock if it is not held: the server may have been started anew."""
        if self._guard is not None:
            try:
                self._guard.execute(text("SELECT 1"))
                return
            except DBAPIError:
                self._guard.invalidate()
                self._guard.close()
                self._guard = None
        guard = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            guard.execute(_WATCH)
            if not guard.execute(_TAKE).scalar():
                holder = guard.execute(_HOLDER).scalar() or ""
                if holder == self._name:  # a connection of ours that was cut: it ends before long
                    raise LedgerFull("error.runs.cut", path=self.shown)
                raise locked(self.shown, holder)
        except BaseException:
            guard.close()
            raise
        self._guard = guard

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """Give a transaction that writes, by the one that holds the lock."""
        if self.writes:
            with self.translated():
                self._hold()
        with super().writing() as transaction:
            yield transaction

    @property
    def complaints(self) -> tuple[type[Exception], ...]:
        """What the driver raises where SQLAlchemy does not stand between."""
        return (psycopg.Error,)

    def sentence(self, error: BaseException) -> Exception:
        """Return the error of huisu that says what the server, or its absence, means."""
        state = getattr(error, "sqlstate", None) or ""
        reason = " ".join(str(error).split("\n")[0].split())
        if state.startswith(_FULL):
            return LedgerFull("error.runs.full", path=self.shown)
        if state.startswith(_BROKEN):
            return self.damaged(reason)
        if not isinstance(error, psycopg.OperationalError):
            return InputError("error.runs.disk", path=self.shown, reason=reason)
        if self.writes and self._was_there:
            return LedgerFull("error.runs.away", path=self.shown, reason=reason)
        return InputError("error.runs.connect", path=self.shown, reason=reason)

    def last_replicas(
        self, connection: Connection, run: int, units: Sequence[int]
    ) -> Iterable[tuple[int, int]]:
        """Return the largest replica of each of some units that has results."""
        with _driver(connection).cursor() as cursor:
            found: list[tuple[int, int]] = cursor.execute(_LAST, (list(units), run)).fetchall()
        return found

    def put(self, connection: Connection, run: int, rows: Sequence[Stored]) -> None:
        """Insert results by COPY, several times as fast as INSERT."""
        with _driver(connection).cursor() as cursor, cursor.copy(_COPY) as copy:
            copy.set_types(_TYPES)
            for row in rows:
                copy.write_row((run, *row))

    def stream(
        self, connection: Connection, run: int, *, ordered: bool
    ) -> Generator[list[Stored], None, None]:
        """Yield the results of a run from a cursor of the server, which keeps the rest."""
        order = " ORDER BY unit, replica" if ordered else ""
        with _driver(connection).cursor("results", binary=True) as cursor:
            cursor.execute(_SELECT + order, (run,))
            while rows := cursor.fetchmany(_ROWS):
                yield rows

    def close(self) -> None:
        """Give the connections back, and the lock with them."""
        if self._guard is not None:
            self._guard.invalidate()  # closes it: a pooled connection would keep the lock
            self._guard.close()
        self.engine.dispose()


def _driver(connection: Connection) -> Any:
    """Return the driver's own connection, which knows COPY and binary cursors."""
    return connection.connection.driver_connection
