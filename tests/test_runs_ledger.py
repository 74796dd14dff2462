"""Does a ledger keep exactly what was written, whatever happens to it meanwhile and afterwards?"""

from __future__ import annotations

import os
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from huisu.errors import InputError
from huisu.runs import sqlite
from huisu.runs.ledger import Ledger, LedgerDamaged, LedgerFull, Mode, RunRecord, open_ledger
from huisu.runs.mounts import network_disk
from huisu.runs.rescue import rescue
from huisu.runs.row import MOST, RESIDUE, Row, pack, sealed

UNITS = 3000


def row(unit: int, **changes: Any) -> Row:
    """Return a result of a unit, each different from the others."""
    flip = unit * 0x9E3779B97F4A7C15 % 2**64
    plain = Row(unit, 10**9 + unit, flip, 0.5 + unit, f"host-{unit % 3}", "sweep", "identity")
    return plain._replace(**changes)


def begun(ledger: Ledger, units: int = UNITS) -> int:
    """Begin a run and return its number."""
    return ledger.add_run('{"n":8}', units, "ab" * 32, {"kernel": "sweep", "audit": 0.02}).run


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """Give a closed ledger in a file, with results, notes and a run whose plan is long."""
    path = tmp_path / "filled.ledger"
    with open_ledger(path, "create") as ledger:
        ledger.add_run("x" * 9000, UNITS, "cd" * 32, {})
        ledger.record(1, [row(unit) for unit in range(UNITS)], '{"state":"running"}')
        ledger.record(1, [row(unit, worker="other") for unit in range(20)])
        ledger.void(1, [5])
        ledger.note(1, "quarantine", {"worker": "host-1"})
    return path


def written(path: Path) -> set[Row]:
    with open_ledger(path, "read") as ledger:
        return set(ledger.rows(1))


# What is written is what is read


def test_what_is_written_is_read_again_by_unit_and_replica(address: str) -> None:
    rows = [row(7), row(2, flip=None), row(7, worker="other"), row(0, seconds=1e-9)]
    with open_ledger(address, "create") as ledger:
        ledger.record(begun(ledger), rows, "{}")
        expected = [rows[3], rows[1], rows[0], rows[2]._replace(replica=1)]
        assert list(ledger.rows(1, ordered=True)) == expected
    with open_ledger(address, "read") as ledger:
        assert list(ledger.rows(1, ordered=True)) == expected
        assert ledger.rotten == []


@settings(max_examples=15)
@given(
    st.lists(
        st.builds(
            Row, st.integers(0, UNITS - 1), st.integers(0, MOST),
            st.none() | st.integers(0, 2**64 - 1), st.floats(0, 1e9), st.text("ab☃", max_size=9),
            st.sampled_from(["sweep", "joined"]), st.sampled_from(["identity", "turned"]),
        )
    )
)  # fmt: skip
def test_any_row_is_read_as_it_was_written(rows: list[Row]) -> None:
    seeds = [zlib.crc32(pack(*sealed(found, 0, 1, 2, 3, seed)), seed) for seed in (0, 9)
             for found in rows]  # fmt: skip
    assert set(seeds) <= {RESIDUE}


def test_replicas_are_numbered_by_the_ledger_also_across_batches(address: str) -> None:
    with open_ledger(address, "create") as ledger:
        run = begun(ledger)
        ledger.record(run, [row(1), row(1), row(2, replica=9)])
    with open_ledger(address, "write") as ledger:
        ledger.record(run, [row(2), row(1), row(3)])
        found = [(one.unit, one.replica) for one in ledger.rows(run, ordered=True)]
    assert found == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (3, 0)]


def test_sums_beyond_64_bits_are_exact(address: str) -> None:
    counts = [MOST, MOST - 1, MOST - 2, 1]
    with open_ledger(address, "create") as ledger:
        run = begun(ledger)
        ledger.record(run, [row(unit, count=count) for unit, count in enumerate(counts)])
        assert sum(one.count for one in ledger.rows(run)) == sum(counts) > 2**64


def test_runs_are_numbered_and_kept_apart(address: str) -> None:
    with open_ledger(address, "create") as ledger:
        first, second = begun(ledger), begun(ledger, 5)
        ledger.record(first, [row(9)])
        ledger.record(second, [row(4)])
        assert [record.run for record in ledger.runs()] == [1, 2]
        assert ledger.run() == ledger.run(2)
        assert ledger.run(1).settings == {"kernel": "sweep", "audit": 0.02}
        assert [one.unit for one in ledger.rows(second)] == [4]


def test_a_run_says_what_it_counts(address: str) -> None:
    with open_ledger(address, "create") as ledger:
        begun(ledger)
    with open_ledger(address, "read") as ledger:
        record = ledger.run(1)
    assert record[:5] == (1, '{"n":8}', UNITS, "ab" * 32, {"kernel": "sweep", "audit": 0.02})
    assert isinstance(record, RunRecord)
    assert record.created > 1e9


def test_the_heartbeat_is_replaced_with_each_record(address: str) -> None:
    with open_ledger(address, "create") as ledger:
        run = begun(ledger)
        assert ledger.heartbeat(run) is None
        ledger.record(run, [], "first")
        ledger.record(run, [row(1)], "皇后")
        ledger.record(run, [row(2)])
        assert ledger.heartbeat(run) == "皇后"


def test_notes_are_kept_in_order(address: str) -> None:
    with open_ledger(address, "create") as ledger:
        run, other = begun(ledger), begun(ledger)
        ledger.note(run, "parked", {"unit": 3})
        ledger.note(other, "quarantine", {"worker": "host-2"})
        ledger.note(run, "repaired", {"units": [1, 2]})
    with open_ledger(address, "read") as ledger:
        assert [note.kind for note in ledger.notes(run)] == ["parked", "repaired"]
        assert ledger.notes(run)[1].values == {"units": [1, 2]}
        assert (ledger.quarantined(run), ledger.quarantined(other)) == (set(), {"host-2"})


def test_voided_units_have_no_results_and_a_note(address: str) -> None:
    with open_ledger(address, "create") as ledger:
        run = begun(ledger)
        ledger.record(run, [row(1), row(1), row(2), row(3)])
        assert ledger.void(run, [1, 3, 1, 77]) == 3
        assert [one.unit for one in ledger.rows(run)] == [2]
        ledger.record(run, [row(1)])
        assert [one.replica for one in ledger.rows(run)] == [0, 0]
        assert ledger.notes(run)[0].values == {"number": 3, "units": [1, 3, 77], "rows": 3}
        ledger.void(run, range(UNITS))
        assert ledger.notes(run)[1].values == {"number": UNITS, "units": [], "rows": 2}


@pytest.mark.parametrize("bad", [row(UNITS), row(-1), row(1, count=-1), row(1, count=MOST + 1)])
def test_a_row_that_cannot_be_is_refused_with_its_whole_batch(bad: Row, tmp_path: Path) -> None:
    with open_ledger(tmp_path / "a", "create") as ledger:
        run = begun(ledger)
        with pytest.raises(InputError, match=r"^unit"):
            ledger.record(run, [row(1, worker="new"), bad], "{}")
        assert list(ledger.rows(run)) == []
        ledger.record(run, [row(1, worker="newer")])
        assert [one.worker for one in ledger.rows(run)] == ["newer"]


def test_progress_is_told_while_rows_are_read(address: str) -> None:
    with open_ledger(address, "create") as ledger:
        run = begun(ledger, 7000)
        ledger.record(run, [row(unit) for unit in range(7000)])
        heard: list[int] = []
        assert len(list(ledger.rows(run, on_progress=heard.append))) == heard[-1] == 7000
        assert heard == sorted(heard)


# Readers and a second writer


def test_a_reader_beside_a_live_writer_sees_whole_batches(address: str) -> None:
    with open_ledger(address, "create") as ledger, open_ledger(address, "read") as reader:
        run = begun(ledger)

        def write() -> None:
            for unit in range(50):
                ledger.record(run, [row(unit)] * 10)

        writer = threading.Thread(target=write)
        writer.start()
        seen = [0]
        while writer.is_alive() or seen[-1] < 500:
            seen.append(len(list(reader.rows(run))))
        writer.join()
    assert seen == sorted(seen)
    assert {number % 10 for number in seen} == {0}


def test_a_reader_that_has_begun_sees_the_ledger_as_it_was(address: str) -> None:
    with open_ledger(address, "create") as ledger, open_ledger(address, "read") as reader:
        run = begun(ledger, 20_000)
        ledger.record(run, [row(unit) for unit in range(12_000)])
        rows = reader.rows(run)
        next(rows)
        ledger.record(run, [row(unit) for unit in range(12_000, 20_000)])
        assert len(list(rows)) == 11_999
        assert len(list(reader.rows(run))) == 20_000


HOLDING = """
import sys
from huisu.runs.ledger import open_ledger
ledger = open_ledger(sys.argv[1], "create")
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def holder(address: str) -> Iterator[subprocess.Popen[bytes]]:
    """Give another process that holds a ledger open for writing."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDING, address], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        yield process
        process.kill()


def test_a_second_coordinator_is_told_who_the_first_is(
    address: str, holder: subprocess.Popen[bytes]
) -> None:
    with pytest.raises(InputError, match="another coordinator") as refused:
        open_ledger(address, "write")
    assert refused.value.values["pid"] == str(holder.pid)
    assert refused.value.values["host"] == socket.gethostname()
    with open_ledger(address, "read") as ledger:
        assert ledger.runs() == []


def test_a_killed_coordinator_leaves_no_lock(address: str, holder: subprocess.Popen[bytes]) -> None:
    holder.kill()
    holder.wait()
    deadline = time.monotonic() + 20  # PostgreSQL hears of it a moment later
    ledger = None
    while ledger is None and time.monotonic() < deadline:
        with suppress(InputError):
            ledger = open_ledger(address, "write")
    assert ledger is not None
    with ledger:
        assert begun(ledger) == 1


def test_a_reader_cannot_write(address: str) -> None:
    with open_ledger(address, "create") as ledger:
        run = begun(ledger)
    refused = pytest.raises(InputError, match="not open to you for writing")
    with open_ledger(address, "read") as ledger, refused:
        ledger.record(run, [row(1)])


def test_a_closed_ledger_is_one_file_and_reading_leaves_nothing_beside_it(filled: Path) -> None:
    with open_ledger(filled, "read") as ledger:
        assert len(list(ledger.rows(1))) == UNITS + 18
    assert {path.name for path in filled.parent.iterdir()} == {
        "filled.ledger", "filled.ledger.lock"
    }  # fmt: skip


def test_a_ledger_that_is_closed_while_others_read_is_whole_in_its_file(filled: Path) -> None:
    with open_ledger(filled, "read") as reader:
        with open_ledger(filled, "write") as ledger:
            ledger.record(1, [row(5)])
            assert len(list(reader.rows(1))) == UNITS + 19
        copy = filled.with_name("copy")
        shutil.copy(filled, copy)
        assert row(5) in written(copy)
        assert len(list(reader.rows(1))) == UNITS + 19
    with open_ledger(filled, "write") as ledger:
        ledger.record(1, [row(6)])


def test_who_reads_without_a_pause_keeps_a_writer_waiting_but_not_for_ever(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_WAIT", 0.1)
    monkeypatch.setattr(sqlite, "_ROWS", 10)
    with open_ledger(filled, "read") as reader:
        rows = reader.rows(1)
        next(rows)
        with pytest.raises(InputError, match="read by another process"):
            open_ledger(filled, "write")
        assert len(list(rows)) == UNITS + 17
    open_ledger(filled, "write").close()


def test_anyone_can_read_a_ledger_with_the_tools_of_the_database(filled: Path) -> None:
    question = """
        SELECT unit, count, name FROM results JOIN names ON worker = id AND copy = 0
        WHERE run = 1 AND unit = 7 AND replica = 0
    """
    connection = sqlite3.connect(filled)
    assert connection.execute(question).fetchall() == [(7, 10**9 + 7, "host-1")]
    connection.close()


# Ledgers that cannot be opened


@pytest.mark.parametrize("mode", ["write", "read"])
def test_a_ledger_that_is_not_there_is_not_made_by_the_way(mode: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no ledger"):
        open_ledger(tmp_path / "none", mode)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mode", ["create", "write", "read"])
def test_what_is_no_ledger_is_left_alone(mode: str, tmp_path: Path) -> None:
    other, text = tmp_path / "other", tmp_path / "text"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE results (a)")
    connection.close()
    text.write_text("no database, and long enough to be seen as none" * 100)
    for path in (other, text):
        before = path.read_bytes()
        with pytest.raises(InputError, match=r"no ledger of huisu|no database of SQLite"):
            open_ledger(path, mode)  # type: ignore[arg-type]
        assert path.read_bytes() == before


def test_a_directory_is_no_ledger(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "a"):
        with pytest.raises(InputError, match="directory"):
            open_ledger(path, "create")


@pytest.mark.parametrize("mode", ["create", "read"])
def test_a_place_that_the_system_refuses_is_said_with_its_reason(
    mode: Mode, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=r"cannot be used: |there is no ledger "):
        open_ledger(tmp_path / ("a" * 300), mode)


def test_a_ledger_in_use_that_was_copied_without_its_commits_says_what_is_missing(
    tmp_path: Path,
) -> None:
    with open_ledger(tmp_path / "a", "create"):
        shutil.copy(tmp_path / "a", tmp_path / "b")
    with pytest.raises(InputError, match=r"copy .*b-wal beside it"):
        open_ledger(tmp_path / "b", "read")


@pytest.mark.parametrize("version", [0, 2])
def test_another_format_is_refused_in_one_sentence(version: int, tmp_path: Path) -> None:
    path = tmp_path / "a"
    with open_ledger(path, "create") as ledger, ledger._database.writing() as books:
        books.replace("about", name="format", value=str(version))
    with pytest.raises(InputError, match=f"format {version}, and this huisu knows format 1"):
        open_ledger(path, "read")


def test_an_address_of_another_kind_is_refused() -> None:
    with pytest.raises(InputError, match="mysql:// is neither"):
        open_ledger("mysql://localhost/a", "read")


@pytest.mark.parametrize(("address", "module"), [("a", "sqlite"), ("postgresql://a", "postgres")])
def test_a_missing_package_is_named_with_the_way_to_get_it(
    address: str, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, f"huisu.runs.{module}", None)
    with pytest.raises(InputError, match="pip install"):
        open_ledger(address, "create")


def test_a_network_disk_is_refused_for_writing_but_not_for_reading(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "network_disk", lambda directory: "nfs4")
    with pytest.raises(InputError, match=r"network disk \(nfs4\).*PostgreSQL"):
        open_ledger(filled, "write")
    with open_ledger(filled, "read") as ledger:
        assert ledger.run().run == 1


@pytest.mark.parametrize("kind", ["nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "ceph", "lustre"])
def test_network_disks_are_known_by_the_deepest_mount(kind: str) -> None:
    table = "\n".join([
        "1 0 8:1 / / rw - ext4 /dev/sda1 rw",
        f"2 1 0:40 / /home/a\\040b rw,relatime shared:1 - {kind} server:/ rw",
        "3 2 8:2 / /home/a\\040b/local rw - ext4 /dev/sdb1 rw",
    ])  # fmt: skip
    assert network_disk(Path("/home/a b/deep/er"), table) == kind
    assert network_disk(Path("/home/a b/local/deep"), table) is None
    assert network_disk(Path("/home/a"), table) is None


def test_a_read_only_directory_can_be_read(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = sqlite3.connect(filled)  # a copy that was made while it was open
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    monkeypatch.setattr(os, "access", lambda path, mode: mode == os.R_OK)
    with open_ledger(filled, "read") as ledger:
        assert len(list(ledger.rows(1))) == UNITS + 18
    assert not filled.with_name("filled.ledger-wal").exists()
    with pytest.raises(InputError, match="not open to you for writing"):
        open_ledger(filled, "write")


def test_a_file_that_may_not_be_read_is_one_sentence(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.R_OK)
    for mode in ("read", "write"):
        with pytest.raises(InputError, match="Permission denied; check the disk, and who may read"):
            open_ledger(filled, mode)


# Full disks


def test_a_full_disk_loses_nothing_and_takes_the_rest_when_there_is_room(tmp_path: Path) -> None:
    def most(pages: int) -> None:
        with ledger._database.engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    with open_ledger(tmp_path / "a", "create") as ledger:
        run = begun(ledger)
        ledger.record(run, [row(unit) for unit in range(500)])
        most(30)
        more = [row(unit) for unit in range(500, UNITS)]
        for _ in range(2):
            with pytest.raises(LedgerFull, match="no room left"):
                ledger.record(run, more, "{}")
            assert len(list(ledger.rows(run))) == 500
        most(10_000)
        ledger.record(run, more, "{}")
        assert len(list(ledger.rows(run))) == UNITS


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Give a directory with room for a megabyte, where one may be mounted."""
    directory = tmp_path / "disk"
    directory.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(directory)]
    if (
        not sys.platform.startswith("linux")
        or subprocess.run(command, check=False, capture_output=True).returncode
    ):
        pytest.skip("only root can mount a small disk")
    yield directory
    subprocess.run(["umount", str(directory)], check=True)


def test_a_disk_that_is_really_full_is_no_other_error(small_disk: Path) -> None:
    filler = small_disk / "filler"
    with open_ledger(small_disk / "a", "create") as ledger:
        run = begun(ledger, 10**6)
        filler.write_bytes(bytes(400_000))
        batches = [
            [row(unit) for unit in range(first, first + 200)] for first in range(0, 9**5, 200)
        ]
        done: list[int] = []

        def fill() -> None:
            for number, rows in enumerate(batches):
                ledger.record(run, rows)
                done.append(number)

        with pytest.raises(LedgerFull, match="make room"):
            fill()
        assert len(list(ledger.rows(run))) == 200 * len(done) > 0
        filler.unlink()
        ledger.record(run, batches[len(done)])
        assert len(list(ledger.rows(run))) == 200 * len(done) + 200


# Damaged files


def flipped(path: Path, bit: int) -> None:
    """Flip one bit of a file."""
    with path.open("r+b") as file:
        file.seek(bit // 8)
        byte = file.read(1)[0]
        file.seek(bit // 8)
        file.write(bytes([byte ^ 1 << bit % 8]))


def check_flips(filled: Path, number: int, seed: int) -> None:
    """Flip so many bits, one at a time: nothing is read that was not written, or one sentence."""
    expected = written(filled)
    chance = random.Random(seed)
    damaged = filled.with_name("damaged.ledger")
    for turn in range(number):
        shutil.copy(filled, damaged)
        flipped(damaged, chance.randrange(8 * filled.stat().st_size))
        with suppress(LedgerDamaged), open_ledger(damaged, "read") as ledger:
            assert set(ledger.rows(1)) <= expected
            assert ledger.quarantined(1) == {"host-1"}
            assert ledger.run().plan == "x" * 9000
        if turn % 4 == 0:
            rescue(damaged).kept.unlink()
            assert written(damaged) <= expected
            assert len(written(damaged)) > len(expected) - 100  # a page at most is lost


def test_a_flipped_bit_never_makes_another_row(filled: Path) -> None:
    check_flips(filled, 20, seed=1)


@pytest.mark.long
def test_many_flipped_bits_never_make_another_row(filled: Path) -> None:
    check_flips(filled, 150, seed=2)


def test_a_rotten_row_is_left_out_and_named_and_can_be_voided(filled: Path) -> None:
    data = filled.read_bytes()
    count = (10**9 + 77).to_bytes(4, "big")
    assert data.count(count) == 1
    flipped(filled, 8 * data.index(count) + 3)
    with open_ledger(filled, "write") as ledger:
        assert 77 not in {one.unit for one in ledger.rows(1)}
        assert ledger.rotten == [(77, 0)]
        assert ledger.void(1, [77]) == 1
        list(ledger.rows(1))
        assert ledger.rotten == []


@pytest.mark.parametrize(
    ("change", "rows"),
    [
        (lambda data: data, UNITS + 18),
        (lambda data: bytes(100) + data[100:], UNITS + 18),  # no header
        (lambda data: bytes(4096) + data[4096:], UNITS + 18),  # no schema
        (lambda data: data[: len(data) // 2], 500),  # the half of it, at least so much
    ],
)
def test_what_stands_in_a_damaged_file_is_saved(
    change: Callable[[bytes], bytes], rows: int, filled: Path
) -> None:
    expected, damaged = written(filled), change(filled.read_bytes())
    filled.write_bytes(damaged)
    rescued = rescue(filled)
    assert rescued.kept.name == "filled.ledger.damaged"
    assert rescued.kept.read_bytes() == damaged
    assert rescued.runs == 1
    assert rows <= rescued.rows <= UNITS + 18
    assert written(filled) <= expected
    with open_ledger(filled, "write") as ledger:
        assert ledger.quarantined(1) == {"host-1"}
        ledger.record(1, [row(5)])


def test_where_nothing_can_be_saved_the_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(bytes(8192))
    with pytest.raises(InputError, match="nothing can be saved"):
        rescue(path)
    assert path.read_bytes() == bytes(8192)
    assert not path.with_name("a.damaged").exists()


def test_a_ledger_in_use_is_not_rescued(filled: Path) -> None:
    with open_ledger(filled, "write"), pytest.raises(InputError, match="another coordinator"):
        rescue(filled)


def test_commits_that_are_not_in_the_file_yet_are_saved_too(filled: Path) -> None:
    with open_ledger(filled, "write") as ledger:
        ledger.record(1, [row(5)])
        copy = filled.with_name("copy")
        for ending in ("", "-wal"):
            shutil.copy(f"{filled}{ending}", f"{copy}{ending}")
    rescue(copy)
    assert row(5) in written(copy)
    assert not copy.with_name("copy-wal").exists()


# Millions of rows


@pytest.mark.long
def test_a_million_rows_are_kept_in_little_memory(address: str) -> None:
    resource = pytest.importorskip("resource", reason="only POSIX says how much memory was used")
    number = 10**6
    order = list(range(number))
    random.Random(1).shuffle(order)
    with open_ledger(address, "create") as ledger:
        run = begun(ledger, number)
        for first in range(0, number, 5000):
            ledger.record(run, [row(unit) for unit in order[first : first + 5000]], "{}")
        total = sum(one.count for one in ledger.rows(run))
    assert total == number * 10**9 + number * (number - 1) // 2
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 700_000  # kilobytes
