"""Is what is wrong in a run found, and what is right believed; and does a repair make it right?"""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from huisu.errors import InputError
from huisu.jobs import Job
from huisu.kernel import compiled
from huisu.queens.count import count
from huisu.runs.books import Books
from huisu.runs.flip import weights
from huisu.runs.ledger import Ledger, RunRecord, open_ledger
from huisu.runs.plan import Plan, Units
from huisu.runs.report import Check, Report
from huisu.runs.rescue import rescue
from huisu.runs.row import Row
from huisu.runs.task import answer, make_task
from huisu.runs.verify import repair, verify

WORD = (1 << 64) - 1
KERNEL = "bitmask" if compiled else "python"
SIDES = (10, 11, 12) if compiled else (8, 9, 10)
MIRROR = Plan("mirror", 10, 1000)
BORDER = Plan("border", 10, 500)
CORNER = Plan("board", 9, 1000, fixed=((0, 0),), blocked=((4, 4),))


@cache
def units_of(plan: Plan) -> Units:
    return Units(plan)


@cache
def counted(plan: Plan, unit: int, kernel: str = KERNEL, worker: str = "host-1") -> Row:
    """Return the row that a worker would write about a unit."""
    found = answer(make_task(units_of(plan), unit, kernel=kernel))
    return Row(unit, found.count, found.flip, 0.0, worker, found.kernel, "identity")


def rows_of(plan: Plan, kernel: str = KERNEL) -> list[Row]:
    return [counted(plan, unit, kernel) for unit in range(len(units_of(plan)))]


def begin(ledger: Ledger, plan: Plan, rows: list[Row], *, sha256: str = "") -> RunRecord:
    units = units_of(plan)
    record = ledger.add_run(plan.to_json(), len(units), sha256 or units.sha256, {})
    ledger.record(record.run, rows)
    return record


def go_on(ledger: Ledger, run: int, plan: Plan) -> list[int]:
    """Count the units that have no value, as a coordinator would, and return them."""
    books = Books(len(units_of(plan)), flips=plan.has_flip)
    books.enter_all(ledger.rows(run))
    again = [unit for unit in range(books.units) if books.value(unit) is None]
    ledger.record(run, [counted(plan, unit) for unit in again])
    return again


def states(report: Report) -> dict[str, str]:
    return {check.name: check.state for check in report.checks}


def named(report: Report, name: str) -> Check:
    return next(check for check in report.checks if check.name == name)


@pytest.fixture(autouse=True)
def fewer_probes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huisu.runs.closing._PROBES", 100_000 if compiled else 10_000)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(tmp_path / "a.ledger", "create") as made:
        yield made


# What is right


@pytest.mark.parametrize(
    "plan", [MIRROR, BORDER, Plan("halves", 10, 1), CORNER], ids=lambda plan: plan.kind
)
@pytest.mark.core
def test_nothing_speaks_against_a_sound_run(ledger: Ledger, plan: Plan) -> None:
    begin(ledger, plan, rows_of(plan, "join" if plan.kind == "halves" else "sweep"))
    report = verify(ledger)
    assert report.ok
    assert (report.suspects, report.rotten) == ((), ())
    assert report.total == report.partial == count(plan.board)
    assert states(report)["list"] == states(report)["units"] == states(report)["rows"] == "passed"


def test_a_list_of_jobs_is_estimated_with_its_weights(ledger: Ledger) -> None:
    full = (1 << 8) - 1
    jobs = tuple(Job((1 << column, *[full] * 7), 3) for column in range(8))
    begin(ledger, Plan("jobs", 8, 500, jobs=jobs), rows_of(Plan("jobs", 8, 500, jobs=jobs)))
    report = verify(ledger)
    assert report.ok
    assert report.total == 3 * 92
    assert states(report)["estimate"] == states(report)["multiples"] == "passed"
    assert states(report)["classes"] == "skipped"


@pytest.mark.parametrize("n", range(5))
def test_the_smallest_boards_can_be_verified(ledger: Ledger, n: int) -> None:
    plan = Plan("mirror", n, 100)
    begin(ledger, plan, rows_of(plan))
    report = verify(ledger)
    assert report.ok
    assert report.total == [1, 1, 0, 0, 2][n]


def test_an_incomplete_run_has_no_total_and_says_what_is_missing(ledger: Ledger) -> None:
    begin(ledger, MIRROR, rows_of(MIRROR)[::2])
    report = verify(ledger)
    assert report.ok
    assert not report.complete
    assert report.total is None
    assert report.partial == sum(row.count for row in rows_of(MIRROR)[::2])
    missing = {name for name, state in states(report).items() if state == "missing"}
    assert missing == {"flip", "audits", "units", "classes", "estimate", "second"}
    assert "There is no total yet" in report.lines()[-1]


def test_a_run_is_verified_without_a_change_to_its_ledger(tmp_path: Path) -> None:
    path = tmp_path / "a.ledger"
    with open_ledger(path, "create") as ledger:
        begin(ledger, MIRROR, rows_of(MIRROR))
    before = path.read_bytes()
    path.chmod(0o400)
    shares: list[float] = []
    with open_ledger(path, "read") as ledger:
        assert verify(ledger, on_progress=lambda share: shares.append(round(share, 9))).ok
    assert path.read_bytes() == before
    assert shares == sorted(shares)
    assert shares[0] > 0
    assert shares[-1] <= 1


def test_a_report_is_read_in_both_languages_and_as_json(ledger: Ledger) -> None:
    begin(ledger, MIRROR, rows_of(MIRROR))
    report = verify(ledger)
    english, chinese = report.lines("en"), report.lines("zh")
    assert len(english) == len(chinese) == len(report.checks) + 2
    assert "724" in english[-1]
    assert "总数为 724" in chinese[-1]
    written = json.loads(json.dumps(report.to_object()))
    assert written["total"] == 724
    assert written["ok"]
    assert written["complete"]
    assert {check["level"] for check in written["checks"]} == {1, 2, 3, 4, 5}


# What is wrong: a unit that is off by one


def spoilt(plan: Plan, chance: random.Random) -> tuple[Row, int]:
    """Return a row that is wrong by one, or one solution, and the group of its unit."""
    units, n = units_of(plan), plan.n
    able = [row for row in rows_of(plan) if row.count]
    row = chance.choice(able)
    group = units.group[row.unit]
    weight = 1 if 2 * group + 1 == n else 2
    error = chance.choice([1, -1]) * chance.choice([1, weight])
    flip = row.flip or 0
    if chance.random() < 0.5:  # a solution with its T
        last = chance.choice([c for c in range(n) if c not in (group, n - 1 - group)])
        flip = (flip + error * weights(n)[last]) & WORD
    return row._replace(count=row.count + error, flip=flip), group


def check_repair(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    plan = Plan("mirror", chance.choice(SIDES), 2000)
    truth = sum(row.count for row in rows_of(plan))
    wrong, group = spoilt(plan, chance)
    with open_ledger(path, "create") as ledger:
        rows = [wrong if row.unit == wrong.unit else row for row in rows_of(plan)]
        run = begin(ledger, plan, rows).run
        report = verify(ledger)
        assert not report.ok
        assert states(report)["flip"] == "failed"
        assert repair(ledger, report) == len(report.suspects) > 0
        again = go_on(ledger, run, plan)
        assert again == list(report.suspects)
        groups = {units_of(plan).group[unit] for unit in again}
        assert group in groups
        assert len(groups) <= 2
        after = verify(ledger)
    assert after.ok
    assert after.total == truth


@pytest.mark.parametrize("seed", range(15))
def test_a_unit_that_is_off_by_one_is_found_and_repaired(tmp_path: Path, seed: int) -> None:
    check_repair(tmp_path / "a.ledger", seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 200))
def test_each_of_a_hundred_units_off_by_one_is_found(tmp_path: Path, seed: int) -> None:
    check_repair(tmp_path / "a.ledger", seed)


# What is wrong elsewhere


def spoil(rows: list[Row], unit: int, **values: Any) -> list[Row]:
    """Return the rows with other values in that of one unit."""
    return [row._replace(**values) if row.unit == unit else row for row in rows]


def test_a_lost_solution_that_begins_and_ends_alike_is_found_by_the_classes(
    ledger: Ledger,
) -> None:
    row = next(row for row in rows_of(MIRROR) if row.count)
    column = units_of(MIRROR).group[row.unit]
    flip = (row.flip or 0) - 2 * weights(10)[column] & WORD
    run = begin(
        ledger, MIRROR, spoil(rows_of(MIRROR), row.unit, count=row.count - 2, flip=flip)
    ).run
    report = verify(ledger)
    assert states(report)["flip"] == "passed"
    assert states(report)["classes"] == "failed"
    assert len(report.suspects) == report.units
    repair(ledger, report)
    go_on(ledger, run, MIRROR)
    assert verify(ledger).total == 724


def test_of_a_sum_t_that_is_wrong_alone_all_that_was_not_audited_is_suspected(
    ledger: Ledger,
) -> None:
    run = begin(ledger, MIRROR, spoil(rows_of(MIRROR), 3, flip=12345)).run
    audits = [counted(MIRROR, unit, worker="host-2") for unit in (5, 6)]
    ledger.record(run, audits)
    report = verify(ledger)
    assert named(report, "flip").text == "runs.verify.flip.unknown"
    assert named(report, "audits").values["audited"] == 2
    assert set(range(report.units)) - set(report.suspects) == {5, 6}


def test_units_whose_results_differ_are_counted_again(ledger: Ledger) -> None:
    run = begin(ledger, MIRROR, rows_of(MIRROR)).run
    wrong = counted(MIRROR, 4)._replace(worker="host-2", count=1000)
    ledger.record(run, [wrong])
    report = verify(ledger)
    assert not report.ok
    assert report.suspects == (4,)
    assert report.total is None
    assert states(report)["disputes"] == "failed"
    assert repair(ledger, report) == 1
    assert go_on(ledger, run, MIRROR) == [4]
    assert verify(ledger).ok


def test_a_difference_that_a_third_count_settled_is_told(ledger: Ledger) -> None:
    run = begin(ledger, MIRROR, rows_of(MIRROR)).run
    right, wrong = counted(MIRROR, 4), counted(MIRROR, 4)._replace(count=1000)
    ledger.record(run, [wrong._replace(worker="host-2"), right._replace(worker="host-3")])
    ledger.note(run, "quarantine", {"worker": "host-2"})
    report = verify(ledger)
    assert report.ok
    assert report.total == 724
    assert states(report)["disputes"] == states(report)["quarantine"] == "passed"
    assert "host-2" in "\n".join(report.lines())


def test_a_unit_known_from_a_worker_in_quarantine_alone_is_open(ledger: Ledger) -> None:
    rows = spoil(rows_of(MIRROR), 7, worker="host-2")
    run = begin(ledger, MIRROR, rows).run
    ledger.note(run, "quarantine", {"worker": "host-2"})
    report = verify(ledger)
    assert report.ok
    assert report.done == report.units - 1
    assert named(report, "quarantine").state == "missing"
    assert named(report, "quarantine").values == {"workers": ("host-2",), "only": 1}


def test_units_that_another_version_would_cut_are_not_believed(ledger: Ledger) -> None:
    begin(ledger, MIRROR, rows_of(MIRROR), sha256="0" * 64)
    report = verify(ledger)
    assert not report.ok
    assert report.suspects == ()
    assert states(report)["list"] == "failed"
    assert states(report)["flip"] == "missing"
    assert report.lines()[-1].startswith("Something is wrong, and the ledger does not tell")


def test_a_total_that_is_far_from_the_estimate_is_wrong(ledger: Ledger) -> None:
    begin(ledger, CORNER, [row._replace(count=2 * row.count) for row in rows_of(CORNER)])
    report = verify(ledger)
    assert states(report)["estimate"] == "failed"
    assert named(report, "estimate").values["sigmas"] > 6
    begin(ledger, CORNER, [row._replace(count=0) for row in rows_of(CORNER)])
    assert states(verify(ledger))["estimate"] == "failed"


def test_an_estimate_that_says_nothing_says_so(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(ledger, Plan("mirror", 3, 10), rows_of(Plan("mirror", 3, 10)))
    assert named(verify(ledger), "estimate").text == "runs.verify.estimate.none"
    monkeypatch.setattr("huisu.runs.closing._PROBES", 50)
    begin(ledger, CORNER, rows_of(CORNER))
    assert named(verify(ledger), "estimate").text == "runs.verify.estimate.vague"


def test_beyond_the_half_turns_the_classes_are_checked_by_4(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huisu.runs.closing.MAX_HALF_TURNS", 9)
    begin(ledger, BORDER, rows_of(BORDER))
    assert named(verify(ledger), "classes").text == "runs.verify.classes.four.passed"
    first = rows_of(BORDER)[0]
    begin(ledger, BORDER, spoil(rows_of(BORDER), 0, count=first.count + 2))
    assert named(verify(ledger), "classes").text == "runs.verify.classes.four.failed"


# A second run


def test_a_second_run_of_another_plan_confirms_or_refutes(ledger: Ledger) -> None:
    begin(ledger, MIRROR, rows_of(MIRROR))
    begin(ledger, CORNER, rows_of(CORNER))  # another question
    assert named(verify(ledger, 1), "second").state == "missing"
    begin(ledger, BORDER, rows_of(BORDER))
    report = verify(ledger, 1)
    assert named(report, "second").state == "passed"
    assert "two ways" in report.lines()[-1]
    begin(ledger, BORDER, spoil(rows_of(BORDER), 0, count=80))
    report = verify(ledger, 1)
    assert not report.ok
    assert report.suspects == ()


def test_a_run_counted_the_same_way_or_its_copy_is_no_second_run(tmp_path: Path) -> None:
    first, copied = tmp_path / "a.ledger", tmp_path / "b.ledger"
    with open_ledger(first, "create") as ledger:
        begin(ledger, MIRROR, rows_of(MIRROR))
    shutil.copy(first, copied)
    with open_ledger(first, "write") as ledger, open_ledger(copied, "read") as copy:
        assert [check.state for check in verify(ledger, against=copy).checks][-1] == "missing"
        begin(ledger, MIRROR, rows_of(MIRROR))
        last_two = verify(ledger, 1).checks[-2:]
    assert [check.state for check in last_two] == ["skipped", "missing"]


def test_a_run_of_another_ledger_is_compared(tmp_path: Path, ledger: Ledger) -> None:
    begin(ledger, MIRROR, rows_of(MIRROR))
    with open_ledger(tmp_path / "b.ledger", "create") as other:
        begin(other, BORDER, rows_of(BORDER))
        check = named(verify(ledger, against=other), "second")
    assert check.state == "passed"
    assert check.values["ledger"].endswith("b.ledger")
    assert check.values["total"] == 724


def test_the_way_to_a_second_run_is_a_command_that_can_be_typed(ledger: Ledger) -> None:
    begin(ledger, CORNER, rows_of(CORNER))
    command = named(verify(ledger), "second").values["command"]
    other = "sweep"
    assert command.startswith("huisu run 9 --ledger ")
    assert command.endswith(f" --new --fix 1,1 --block 5,5 --kernel {other}")


def test_the_way_to_a_second_run_of_jobs_names_their_file_and_no_side(ledger: Ledger) -> None:
    plan = Plan("jobs", 4, 100, jobs=(Job((15,) * 4, 1),))
    begin(ledger, plan, rows_of(plan))
    command = named(verify(ledger), "second").values["command"]
    assert command.startswith("huisu run --jobs FILE --ledger ")


# A damaged ledger


def test_a_row_that_has_rotted_is_counted_again(tmp_path: Path) -> None:
    path = tmp_path / "a.ledger"
    with open_ledger(path, "create") as ledger:
        run = begin(ledger, MIRROR, rows_of(MIRROR)).run
    with closing(sqlite3.connect(path)) as file:
        file.execute("UPDATE results SET count = count + 2 WHERE unit = 3")
        file.commit()
    with open_ledger(path, "write") as ledger:
        report = verify(ledger)
        assert not report.ok
        assert report.rotten == ((3, 0),)
        assert report.suspects == (3,)
        assert repair(ledger, report) == 1
        assert go_on(ledger, run, MIRROR) == [3]
        assert verify(ledger).ok
        assert [note.kind for note in ledger.notes(run)][-1] == "repaired"


FINE = Plan("mirror", 10, 100)  # so that the results fill some pages


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the file of a ledger whose run is complete."""
    path = tmp_path_factory.mktemp("whole") / "a.ledger"
    with open_ledger(path, "create") as ledger:
        begin(ledger, FINE, rows_of(FINE))
        ledger.record(1, rows_of(FINE)[:20], "{}")
    return path.read_bytes()


def repaired(path: Path) -> Report:
    """Repair a ledger as often as it needs, counting what is open, and return the last report."""
    for _ in range(4):
        try:
            with open_ledger(path, "write") as ledger:
                report = verify(ledger)
                if report.ok and report.complete:
                    break
                if not report.damaged:
                    repair(ledger, report)
                    go_on(ledger, report.run, FINE)
        except InputError:
            rescue(path)
        else:
            if report.damaged:
                rescue(path)
    return report


def check_bit_flip(path: Path, whole: bytes, seed: int) -> None:
    bit = random.Random(seed).randrange(8 * len(whole))
    damaged = bytearray(whole)
    damaged[bit // 8] ^= 1 << bit % 8
    path.write_bytes(damaged)
    with suppress(InputError), open_ledger(path, "read") as ledger:
        report = verify(ledger)
        assert not report.ok or report.total in (None, 724)
    after = repaired(path)
    assert (after.ok, after.total) == (True, 724)


@pytest.mark.parametrize("seed", range(15))
def test_a_flipped_bit_never_makes_a_wrong_total(tmp_path: Path, whole: bytes, seed: int) -> None:
    check_bit_flip(tmp_path / "a.ledger", whole, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 200))
def test_none_of_a_hundred_flipped_bits_does(tmp_path: Path, whole: bytes, seed: int) -> None:
    check_bit_flip(tmp_path / "a.ledger", whole, seed)
