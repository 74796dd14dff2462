"""Does a ledger reach other programs whole, as CSV and as Parquet?"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyarrow import parquet

from huisu.errors import InputError
from huisu.runs import export as exporting
from huisu.runs.export import Format, export
from huisu.runs.ledger import Ledger, open_ledger
from huisu.runs.row import MOST, Row

ROWS = [
    Row(2, MOST, 2**64 - 1, 0.25, "host, 1", "sweep", "identity"),
    Row(0, 0, None, 1e-9, '皇后 "q"', "joined", "turned"),
    Row(2, 7, 0, 3.0, "host-2", "sweep", "identity"),
]
HEAD = ["unit", "replica", "count", "flip", "seconds", "worker", "kernel", "orientation"]


@pytest.fixture
def ledger(address: str) -> Iterator[Ledger]:
    """Give a ledger with three results."""
    with open_ledger(address, "create") as found:
        found.record(found.add_run("{}", 5, "ab", {}).run, ROWS)
        yield found


def expected() -> list[tuple[object, ...]]:
    first, second, third = ROWS[1], ROWS[0], ROWS[2]._replace(replica=1)
    return [(row.unit, row.replica, *row[1:7]) for row in (first, second, third)]


def test_csv_has_a_head_and_a_line_for_each_result(ledger: Ledger, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    assert export(ledger, 1, path) == 3
    with path.open(encoding="utf-8", newline="") as file:
        head, *lines = csv.reader(file)
    assert head == HEAD
    texts = [["" if value is None else str(value) for value in row] for row in expected()]
    assert lines == texts


def test_parquet_keeps_the_types(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "_ROWS", 2)  # so that there are several pieces
    path = tmp_path / "out.parquet"
    assert export(ledger, 1, path) == 3
    table = parquet.read_table(path)
    assert table.column_names == HEAD
    assert [tuple(row.values()) for row in table.to_pylist()] == expected()


@pytest.mark.parametrize("format", ["csv", "parquet"])
def test_a_run_without_results_is_an_empty_table(
    format: Format, ledger: Ledger, tmp_path: Path
) -> None:
    empty = ledger.add_run("{}", 5, "ab", {}).run
    assert export(ledger, empty, tmp_path / "out", format) == 0
    assert (tmp_path / "out").stat().st_size > 0


def test_an_export_that_fails_leaves_the_file_that_was_there(
    ledger: Ledger, tmp_path: Path
) -> None:
    path = tmp_path / "out.csv"
    path.write_text("before")
    with pytest.raises(InputError, match="there is no run 9"):
        export(ledger, 9, path)
    assert path.read_text() == "before"
    assert {found.name for found in tmp_path.iterdir() if "out" in found.name} == {"out.csv"}


def test_another_ending_is_refused(ledger: Ledger, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"must end in \.csv or \.parquet"):
        export(ledger, 1, tmp_path / "out.xlsx")


def test_without_pyarrow_the_way_out_is_named(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"huisu\[parquet\]"):
        export(ledger, 1, tmp_path / "out.parquet")
    assert not (tmp_path / "out.parquet").exists()
