"""Which tables does a ledger have, so that anyone can read one with a database's own tools?

The same on SQLite and on PostgreSQL: results and a little about the run. Read
database.py next, which reads and writes them.

    about       name, value                 "format": which version of these tables
    runs        run, plan, units, sha256,   what is counted, as JSON; in how many units;
                settings, created,          the check sum of their list; how; since when
                version, notes              (Unix time); by which huisu; how many notes
    names       id, name                    the workers, kernels and orientations of results
    notes       run, note, time, kind,      what happened beside counting, as JSON: units
                value                       parked, workers quarantined, results voided
    heartbeats  run, status                 how the run stands, as JSON, replaced all the time
    results     run, unit, replica,         one result a row; replica 0 is the first of a unit;
                count, flip, seconds,       flip is 8 bytes, high byte first, or empty;
                worker, kernel, orientation the last three are ids of names

    sqlite3 FILE 'SELECT unit, count, name FROM results JOIN names ON worker = id AND copy = 0'

Each row ends with a CRC-32, a signed number. The rows of the small tables are there
twice, as copy 0 and copy 1, so that one bad bit does not lose a run; those of
results once: a rotten one is counted again.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
)
from sqlalchemy.types import TypeEngine

__all__ = ["FORMAT", "METADATA", "SMALL", "results"]

#: The version of these tables; a ledger of another one is refused.
FORMAT = 1

METADATA = MetaData()


def _table(
    title: str, key: int, columns: dict[str, type[TypeEngine[Any]]], *, rowid: bool = True
) -> Table:
    """Return a table whose first `key` columns are its primary key, sealed by a CRC."""
    sealed = {**columns, "crc": Integer}
    return Table(
        title,
        METADATA,
        *(Column(name, kind, nullable=False) for name, kind in sealed.items()),
        PrimaryKeyConstraint(*list(sealed)[:key]),
        sqlite_with_rowid=rowid,
    )


def _small(title: str, key: int, **columns: type[TypeEngine[Any]]) -> Table:
    """Return a table of which each row is there twice."""
    return _table(title, key + 1, {"copy": SmallInteger, **columns})


#: The tables of which each row is there twice.
SMALL = {
    "about": _small("about", 1, name=Text, value=Text),
    "runs": _small(
        "runs", 1, run=Integer, plan=Text, units=Integer, sha256=Text, settings=Text,
        created=Double, version=Text, notes=Integer,
    ),
    "names": _small("names", 1, id=Integer, name=Text),
    "notes": _small("notes", 2, run=Integer, note=Integer, time=Double, kind=Text, value=Text),
    "heartbeats": _small("heartbeats", 1, run=Integer, status=Text),
}  # fmt: skip

results = _table(
    "results", 3,
    {
        "run": Integer, "unit": Integer, "replica": Integer, "count": BigInteger,
        "flip": LargeBinary, "seconds": Double, "worker": Integer, "kernel": Integer,
        "orientation": Integer,
    },
    rowid=False,
)  # fmt: skip
