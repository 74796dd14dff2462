"""How is a ledger kept in one file, by SQLite?

In WAL mode with one writer, so that others may read beside it, and written through
to the disk at every commit. A ledger that is closed is one plain file. Read
lock.py next, which keeps a second writer away, then rescue.py.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, QueuePool, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from huisu.errors import InputError
from huisu.runs.database import Database
from huisu.runs.failures import LedgerDamaged, LedgerFull
from huisu.runs.lock import WriterLock
from huisu.runs.mounts import network_disk
from huisu.runs.pages import PAGE
from huisu.runs.row import STORED, Stored

__all__ = ["SqliteDatabase"]

_WAIT = 60.0  # seconds that a writer waits for readers to end when it opens a ledger
_ROWS = 5000  # results that are fetched at a time
_NO_ROOM = 1 << 20  # bytes: with less, an error of input or output is one of a full disk

_WRITER = (
    f"PRAGMA page_size = {PAGE}",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA cache_size = -65536",  # 64 MB: units come in any order, so pages are met again
    "PRAGMA wal_autocheckpoint = 16000",  # pages, as many: each is moved to the file less often
    "PRAGMA secure_delete = ON",  # what was voided must not come back by a damaged page
)
_LAST = (
    "PRAGMA busy_timeout = 0",
    "PRAGMA wal_checkpoint(TRUNCATE)",  # all is in the file, even if a reader keeps it open
    "PRAGMA journal_mode = DELETE",
)
_ALL = ("PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON")

_INSERT = f"INSERT INTO results (run, {', '.join(STORED)}) VALUES ({', '.join('?' * 10)})"
_SELECT = f"SELECT {', '.join(STORED)} FROM results WHERE run = ? ORDER BY unit, replica"

#: What the messages of SQLite hold when a file is damaged.
_DAMAGE = ("malformed", "no such", "has no column", "corrupt", "codec")

#: What they hold otherwise, and what it means.
_MEANING = {
    "readonly": "error.runs.readonly",
    "locked": "error.runs.busy",
    "unable to open": "error.runs.wal",
}


class SqliteDatabase(Database):
    """A ledger in a file."""

    def __init__(self, path: Path, *, create: bool, write: bool) -> None:
        """Open the file; raise InputError with the way out if it cannot be."""
        self.path, self.shown = path.resolve(), str(path)
        self.writes = write
        self._lock: WriterLock | None = None
        try:
            self._check(create=create)
        except OSError as error:  # a directory on the way that is not open to us, or such a name
            raise InputError("error.runs.disk", path=self.shown, reason=error.strerror) from None
        if write:
            self._lock = WriterLock(self.path, self.shown)
        self.engine = create_engine(
            "sqlite://", creator=self._connect, poolclass=QueuePool, pool_size=1, max_overflow=8
        )
        event.listen(self.engine, "begin", _begin)

    def _check(self, *, create: bool) -> None:
        """Refuse what no SQLite could open as it is wanted."""
        path, shown = self.path, self.shown
        if not path.exists() and not create:
            raise InputError("error.runs.missing", path=shown)
        if path.is_dir() or not path.parent.is_dir():
            raise InputError("error.runs.no_file", path=shown)
        wal = self._wal_is_needed()
        if (kind := network_disk(path.parent)) and (self.writes or wal):
            raise InputError("error.runs.network", path=shown, kind=kind)
        if self.writes and not _writable(path):
            raise InputError("error.runs.readonly", path=shown)
        if path.exists() and not os.access(path, os.R_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    def _wal_is_needed(self) -> bool:
        """Return whether a part of the ledger is still in the file of its last commits."""
        wal = self.path.with_name(self.path.name + "-wal")
        return wal.exists() and wal.stat().st_size > 0

    def _connect(self) -> sqlite3.Connection:
        mode = "rwc" if self.writes else "ro"
        if (
            not self.writes
            and not self._wal_is_needed()
            and not os.access(self.path.parent, os.W_OK)
        ):
            mode = "ro&immutable=1"  # SQLite could not make the files that it shares with a writer
        connection = sqlite3.connect(
            f"{self.path.as_uri()}?mode={mode}", uri=True, timeout=_WAIT,
            isolation_level=None, check_same_thread=False,
        )  # fmt: skip
        connection.text_factory = _text
        for pragma in (*_ALL, *(_WRITER if self.writes else ())):
            connection.execute(pragma).fetchall()
        return connection

    @property
    def complaints(self) -> tuple[type[Exception], ...]:
        """What the driver raises where SQLAlchemy does not stand between."""
        return (sqlite3.Error, UnicodeDecodeError)  # it may quote what is damaged

    def nothing(self) -> InputError:
        """Return the error for an empty file, such as a ledger in use that was copied alone."""
        return InputError("error.runs.blank", path=self.shown)

    def fault(self) -> str | None:
        """Return what SQLite's own check finds first: it knows nothing of what rows mean."""
        with self.translated(), self.engine.connect() as connection:
            found = str(connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar())
        return "" if found == "ok" else found

    def sentence(self, error: BaseException) -> Exception:
        """Return the error of huisu that says what SQLite's message means."""
        text = str(error)
        if "full" in text or ("I/O" in text and self._room() < _NO_ROOM):
            return LedgerFull("error.runs.full", path=self.shown)
        if "not a database" in text:
            return LedgerDamaged("error.runs.no_database", path=self.shown)
        if any(words in text for words in _DAMAGE):
            return self.damaged(text)
        for words, key in _MEANING.items():
            if words in text and (words != "unable to open" or self._wal_is_needed()):
                return InputError(key, path=self.shown)
        return InputError("error.runs.disk", path=self.shown, reason=text)

    def _room(self) -> int:
        with suppress(OSError):
            return shutil.disk_usage(self.path.parent).free
        return _NO_ROOM

    def put(self, connection: Connection, run: int, rows: Sequence[Stored]) -> None:
        """Insert results."""
        if rows:
            connection.exec_driver_sql(_INSERT, [(run, *row) for row in rows])

    def stream(
        self, connection: Connection, run: int, *, ordered: bool
    ) -> Generator[list[Stored], None, None]:
        """Yield the results of a run, always by unit and replica: so they are stored."""
        cursor: Any = connection.exec_driver_sql(_SELECT, (run,)).cursor
        while rows := cursor.fetchmany(_ROWS):
            yield rows

    def close(self) -> None:
        """Leave one plain file, unless others still read it, and give up the lock."""
        if self.writes:
            with (
                suppress(SQLAlchemyError, *self.complaints),
                closing(self.engine.raw_connection()) as raw,
            ):
                for pragma in _LAST:
                    raw.cursor().execute(pragma).fetchall()
        self.engine.dispose()
        if self._lock is not None:
            self._lock.close()


def _begin(connection: Connection) -> None:
    """Begin as it is meant: the driver would begin at the first change only."""
    writes = connection.get_execution_options().get("huisu_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _text(data: bytes) -> str:
    """Return a text of the database; in a damaged one it may be none."""
    return data.decode("utf-8", "replace")


def _writable(path: Path) -> bool:
    """Return whether a file can be written, and those that SQLite keeps beside it."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))
