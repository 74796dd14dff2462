"""How does a ledger go to other programs? As a table, CSV or Parquet, one result a row.

The file appears when it is whole. Read ledger.py for what a row is.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from huisu.errors import InputError
from huisu.files import whole_file
from huisu.runs.ledger import Ledger
from huisu.runs.row import Row

__all__ = ["FORMATS", "Format", "export", "format_of"]

Format = Literal["csv", "parquet"]
FORMATS: tuple[Format, ...] = ("csv", "parquet")

_ROWS = 50_000  # that are held at a time

#: The columns, in the order of the file, and what Parquet calls their types.
_COLUMNS = {
    "unit": "int64",
    "replica": "int32",
    "count": "int64",
    "flip": "uint64",
    "seconds": "float64",
    "worker": "string",
    "kernel": "string",
    "orientation": "string",
}


def format_of(path: str | Path) -> Format:
    """Return the format that the end of a file's name stands for; InputError for any other.

    >>> format_of("q18.csv"), format_of("q18.PARQUET")
    ('csv', 'parquet')
    """
    ending = Path(path).suffix.lower().removeprefix(".")
    for known in FORMATS:
        if ending == known:
            return known
    raise InputError("error.runs.export", path=str(path))


def export(
    ledger: Ledger,
    run: int,
    path: str | Path,
    format: Format | None = None,
    *,
    on_progress: Callable[[int], None] | None = None,
) -> int:
    """Write the results of a run to a file, by unit and replica; return how many.

    The format is that of the name's ending unless given. Rows that have rotten are
    left out, and named in `ledger.rotten`. A flip that there is not is an empty field
    in CSV and null in Parquet. Needs pyarrow for Parquet; raises InputError without it.
    """
    write = {"csv": _csv, "parquet": _parquet}[format or format_of(path)]
    rows = ledger.rows(run, ordered=True, on_progress=on_progress)
    return write(_chunks(rows), path)


def _chunks(rows: Iterator[Row]) -> Iterator[list[tuple[Any, ...]]]:
    """Yield the rows in the order of the columns, many at a time."""
    while some := list(islice(rows, _ROWS)):
        yield [(row.unit, row.replica, *row[1:7]) for row in some]


def _csv(chunks: Iterable[list[tuple[Any, ...]]], path: str | Path) -> int:
    written = 0
    with whole_file(path) as write:
        write((",".join(_COLUMNS) + "\n").encode())
        for rows in chunks:
            text = io.StringIO()
            csv.writer(text, lineterminator="\n").writerows(rows)
            write(text.getvalue().encode())
            written += len(rows)
    return written


def _parquet(chunks: Iterable[list[tuple[Any, ...]]], path: str | Path) -> int:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise InputError("error.runs.extra.parquet") from None
    schema = pyarrow.schema(list(_COLUMNS.items()))
    written = 0
    with whole_file(path) as write:
        sink = pyarrow.PythonFile(_Writing(write), mode="w")
        with parquet.ParquetWriter(sink, schema) as table:
            for rows in chunks:
                columns = [
                    pyarrow.array(column, type=kind)
                    for column, kind in zip(zip(*rows, strict=True), schema.types, strict=True)
                ]
                table.write_table(pyarrow.Table.from_arrays(columns, schema=schema))
                written += len(rows)
    return written


class _Writing(io.RawIOBase):
    """A file for pyarrow whose bytes go to a function."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        super().__init__()
        self._write = write

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._write(bytes(data))
        return len(data)
