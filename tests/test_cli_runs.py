"""Do `huisu run` and the commands about ledgers answer as their help says, in both languages?

Commands run in this process, their workers in processes of their own;
test_terminal_runs.py runs the installed program.
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from conftest import Run
from huisu.cli import run_view
from huisu.cli.main import main
from huisu.cli.run_view import RunDisplay, events, live_lines, run_line, status_lines
from huisu.cli.say import choose_language
from huisu.errors import InterruptedByUser
from huisu.jobs import Workers
from huisu.joined import Memory
from huisu.queens.board import Board
from huisu.queens.count import choose_workers
from huisu.runs import running
from huisu.runs.engine import NoWorkers
from huisu.runs.ledger import open_ledger
from huisu.runs.status import Status, WorkerStatus

STATUS = Status(
    run=1, n=17, plan="mirror", fixed=(), blocked=(), kernel="sweep", state="running",
    units=18132, done=3120, share=0.174, partial=12345678, spent=99.0, updated=1e9, rate=12.13,
    node_rate=4.2e8, left=730.0, left_error=24.0, audits_done=60, audits_planned=363, pid=33,
    host="alpha", workers=(WorkerStatus("alpha-1", 5, "here"), WorkerStatus("alpha-2", 4, "here")),
)  # fmt: skip


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    choose_language(["--lang", "en"])
    yield
    choose_language([])


def workers(*named: str, quarantined: str = "") -> tuple[WorkerStatus, ...]:
    return tuple(
        WorkerStatus(name, 1, "quarantined" if name == quarantined else "here") for name in named
    )


# How a run looks


def test_a_page_says_all_that_is_known_of_a_run_that_goes() -> None:
    lines = status_lines(STATUS, now=1e9 + 3)
    assert lines[0] == "run 1: 17 queens; plan mirror, kernel sweep"
    assert re.fullmatch(r"running on alpha, process 33; as of .*, 3\.0 s ago", lines[1])
    assert lines[2:] == [
        "units counted: 3,120 of 18,132, 17.4 % of the work",
        "solutions in the units counted: 12,345,678, which is not the whole count",
        "time left: 12 min ± 24 s",
        "12.1 units and 420 million nodes a second",
        "workers: 2 (alpha-1, alpha-2)",
        "audits: 60 of 363, mismatches: 0",
    ]


def test_a_page_of_a_complete_run_has_its_total_and_no_time_left() -> None:
    lines = status_lines(replace(STATUS, state="complete", done=18132, share=1.0), now=1e9)
    assert "solutions: 12345678" in lines
    assert "units counted: 18,132 of 18,132, 100.0 % of the work" in lines
    assert not any("left" in line or "not the whole" in line for line in lines)


def test_no_share_is_100_per_cent_before_the_end() -> None:
    almost = replace(STATUS, share=0.99999)
    assert "3,120 of 18,132, 99.9 %" in status_lines(almost)[2]


def test_a_board_that_is_not_whole_is_named_with_its_squares_from_1() -> None:
    board = replace(STATUS, fixed=((0, 0),), blocked=((1, 4), (2, 2)))
    assert "17 queens, fixed on (1,1), blocked (2,5), (3,3);" in status_lines(board)[0]
    assert run_line(board).endswith("· 17.4 %, running")


def test_what_keeps_a_run_from_its_end_is_said() -> None:
    lines = live_lines(
        replace(STATUS, parked=(3, 9), waiting_for="disk", workers=workers("a", quarantined="a"))
    )
    assert "workers: none" in lines
    assert "parked units: 2 (3, 9); counting them failed again and again" in lines
    assert any("quarantined" in line and "a;" in line for line in lines)
    assert any("disk of the ledger is full" in line for line in lines)


def test_many_workers_are_counted_and_only_some_named() -> None:
    many = replace(STATUS, workers=workers(*(f"w{number:03}" for number in range(200))))
    assert "workers: 200 (w000, w001, w002, w003, w004, …)" in live_lines(many)


def test_a_run_of_jobs_is_not_called_a_board() -> None:
    jobs = replace(STATUS, plan="jobs", n=4)
    assert run_view.title(jobs) == "run 1: jobs on boards of side 4; plan jobs, kernel sweep"


def test_a_name_cannot_steer_the_terminal() -> None:
    bad = replace(STATUS, workers=workers("\x1b[2Jevil\n"))
    assert "workers: 1 (?[2Jevil?)" in live_lines(bad)


def test_each_thing_that_happens_is_one_sentence() -> None:
    before = replace(STATUS, workers=workers("a", "b", "c"))
    now = replace(
        STATUS, workers=workers("b", "c", "d", quarantined="c"), mismatches=1, parked=(7,),
        waiting_for="scheduler",
    )  # fmt: skip
    said = "\n".join(events(before, now)).splitlines()
    starts = [
        "new workers: 1 (d)", "lost workers: 1 (a)", "worker c gave a wrong result",
        "units of which two results differ: 1", "parked units: 1 (7)", "waiting for the scheduler",
    ]  # fmt: skip
    assert [line[: len(start)] for line, start in zip(said, starts, strict=True)] == starts
    assert list(events(now, replace(now, waiting_for=None))) == ["the run goes on"]
    assert list(events(now, now)) == []


def test_both_languages_say_all_of_it() -> None:
    choose_language(["--lang", "zh"])
    now = replace(STATUS, parked=(7,), waiting_for="workers", workers=workers("x", quarantined="x"))
    for line in [*status_lines(now), *live_lines(now), *events(STATUS, now), run_line(now)]:
        assert re.search("[\u4e00-\u9fff]", line)


def test_a_log_gets_a_line_now_and_then_and_one_for_each_event(
    capsys: pytest.CaptureFixture[str],
) -> None:
    time = [0.0]
    with RunDisplay(clock=lambda: time[0]) as display:
        for second in range(40):
            time[0] = float(second)
            display.show(replace(STATUS, parked=(4,) if second >= 5 else ()))
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == run_view.title(STATUS)
    assert sum(line.startswith("17.4 %: 3,120 of 18,132 units") for line in lines) == 3
    assert sum(line.startswith("parked units") for line in lines) == 1
    assert len(lines) == 5


def test_a_log_says_when_cutting_takes_long(capsys: pytest.CaptureFixture[str]) -> None:
    time = [0.0]
    with RunDisplay(clock=lambda: time[0]) as display:
        for second in range(25):
            time[0] = float(second)
            display.cut(1000 * second)
    assert capsys.readouterr().err.splitlines() == [
        "Cutting into units: 10,000 so far", "Cutting into units: 20,000 so far",
    ]  # fmt: skip


def test_what_a_run_waits_for_is_said_from_the_beginning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    waiting = replace(STATUS, waiting_for="disk")
    with RunDisplay(clock=lambda: 0.0) as display:
        for status in (waiting, replace(waiting, state="stopped", waiting_for=None)):
            display.show(status)
    first, second = capsys.readouterr().err.splitlines()  # that it stopped is said elsewhere
    assert first == run_view.title(STATUS)
    assert second.startswith("the disk of the ledger is full")


@pytest.mark.parametrize(("width", "lines"), [(40, 3), (80, 1)])
def test_the_bar_is_whole_on_a_narrow_terminal_too(width: int, lines: int) -> None:
    file = io.StringIO()
    Console(width=width, file=file).print(run_view.rich_picture(STATUS, width))
    shown = file.getvalue().splitlines()
    assert all(cell_len(line) <= width for line in shown)
    assert shown[lines].startswith("3,120 of 18,132 units")
    assert any("time left " in line and " ± " in line for line in shown[:lines])


def test_the_log_of_a_long_run_stays_short(capsys: pytest.CaptureFixture[str]) -> None:
    time = [0.0]
    with RunDisplay(clock=lambda: time[0]) as display:
        for minute in range(7 * 24 * 60):
            time[0] = 60.0 * minute
            display.show(STATUS)
    assert len(capsys.readouterr().err.splitlines()) < 1500


# A run from its beginning to its end


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        ("8", 92),
        ("10 --plan mirror --workers 2", 724),
        ("9 --plan border --audit 0", 352),
        ("8 --plan mirror --kernel python --unit-seconds 0.001 --audit 100 --workers 1", 92),
        ("8 --fix 1,1 --block 2,5", 3),
        pytest.param("8 --fix 1,4 --kernel bitmask", 18, marks=pytest.mark.core),
        ("3", 0),
        ("1", 1),
        ("0", 1),
    ],
)
def test_the_number_alone_goes_to_standard_output(
    huisu: Run, tmp_path: Path, arguments: str, count: int
) -> None:
    ledger = tmp_path / "a.ledger"
    code, output, errors = huisu(*f"run {arguments} --ledger".split(), str(ledger))
    assert (code, output) == (0, f"{count}\n")
    first, last = errors.splitlines()
    assert first.startswith("run 1: ")
    assert last.startswith("run 1 is complete: ")
    assert last.endswith(f"check it with: huisu verify --ledger {ledger}")


def test_jobs_of_a_file_are_added_up_with_their_weights(huisu: Run, tmp_path: Path) -> None:
    jobs = tmp_path / "jobs.txt"
    rows = [["1000", "1111", "1111", "1111"], ["0100", "1111", "1111", "1111"]]
    jobs.write_text("".join(json.dumps({"open": row, "weight": 2}) + "\n" for row in rows))
    ledger = str(tmp_path / "a.ledger")
    assert huisu("run", "--jobs", str(jobs), "--ledger", ledger)[:2] == (0, "2\n")
    assert huisu("verify", "--ledger", ledger)[0] == 0


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give a ledger with two runs that ask for nothing."""
    ledger = str(tmp_path_factory.mktemp("counted") / "a.ledger")
    for n in (8, 9):
        arguments = ["run", str(n), "--ledger", ledger, "--plan", "mirror", "--workers", "1"]
        assert main([*arguments, "--new"]) == 0
    return ledger


def test_json_has_the_keys_of_count_and_those_of_a_ledger(huisu: Run, tmp_path: Path) -> None:
    ledger = str(tmp_path / "a.ledger")
    code, output, errors = huisu("run", "8", "--ledger", ledger, "--json", "--plan", "mirror")
    answer = json.loads(output)
    assert code == 0
    assert list(answer)[:5] == ["n", "count", "complete", "kernel", "seconds"]
    assert (answer["n"], answer["count"], answer["complete"], answer["run"]) == (8, 92, True, 1)
    assert answer["units"] == answer["done"] == 4
    assert answer["parked"] == []
    assert "is complete" in errors


def test_a_ledger_with_a_run_takes_a_new_one_only_when_asked(huisu: Run, tmp_path: Path) -> None:
    ledger = str(tmp_path / "a.ledger")
    arguments = ("run", "6", "--ledger", ledger)
    assert huisu(*arguments)[0] == 0
    code, output, errors = huisu(*arguments)
    assert (code, output) == (2, "")
    assert "huisu resume" in errors
    assert "--new" in errors
    assert huisu(*arguments, "--new")[:2] == (0, "4\n")
    assert json.loads(huisu("status", "--ledger", ledger, "--json")[1])["runs"] == [1, 2]


def test_a_complete_run_is_resumed_by_saying_its_number(huisu: Run, counted: str) -> None:
    assert huisu("resume", "--ledger", counted)[:2] == (0, "352\n")
    assert huisu("resume", "--ledger", counted, "--run", "1")[:2] == (0, "92\n")


def test_what_is_lacking_is_counted_by_another_kernel(huisu: Run, tmp_path: Path) -> None:
    ledger = str(tmp_path / "a.ledger")
    assert huisu("run", "8", "--ledger", ledger, "--plan", "mirror", "--workers", "1")[0] == 0
    with open_ledger(ledger, "write") as books:
        assert books.void(1, [0, 2]) >= 2
    assert huisu("verify", "--ledger", ledger)[0] == 1
    code, output, _ = huisu("resume", "--ledger", ledger, "--kernel", "python")
    assert (code, output) == (0, "92\n")
    with open_ledger(ledger, "read") as books:
        assert {"python"} <= {row.kernel for row in books.rows(1)}


@pytest.mark.core
def test_too_little_memory_for_the_join_is_said_and_another_kernel_counts(
    huisu: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huisu.cli.run_plan.choose_workers", short_of_memory)
    code, output, errors = huisu("run", "12", "--ledger", str(tmp_path / "a.ledger"))
    assert (code, output) == (0, "14200\n")
    assert "joining quarter boards would need" in errors.splitlines()[0]
    assert "plan border" in errors


def short_of_memory(board: Board, **settings: Any) -> tuple[Workers, Memory | None]:
    workers, memory = choose_workers(board, **settings)
    return workers, memory and Memory(needed=10**12, available=10**9)


# What a ledger says


def test_status_is_a_page_of_the_newest_run_and_a_list_of_all(huisu: Run, counted: str) -> None:
    code, output, errors = huisu("status", "--ledger", counted)
    assert (code, errors) == (0, "")
    lines = output.splitlines()
    assert lines[0].startswith("run 2: 9 queens; plan mirror")
    assert "solutions: 352" in lines
    assert [line.split(":")[0] for line in lines[-2:]] == ["  run 1", "  run 2"]
    alone = huisu("status", "--ledger", counted, "--run", "1")[1]
    assert "solutions: 92" in alone
    assert "run 2" not in alone


def test_status_in_json_has_the_total_and_squares_from_1(huisu: Run, tmp_path: Path) -> None:
    ledger = str(tmp_path / "a.ledger")
    assert huisu("run", "8", "--fix", "1,4", "--ledger", ledger)[0] == 0
    answer = json.loads(huisu("status", "--ledger", ledger, "--json", "--watch")[1])
    assert (answer["fixed"], answer["total"], answer["state"]) == ([[1, 4]], 18, "complete")
    assert answer["workers"][0]["rows"] > 0


def test_verify_says_what_was_checked_and_what_it_proves(huisu: Run, counted: str) -> None:
    code, output, errors = huisu("verify", "--ledger", counted, "--run", "1")
    assert (code, errors) == (0, "")
    assert output.splitlines()[0].startswith("Run 1, 8 queens")
    assert "The total is 92." in output.splitlines()[-1]
    code, output, _ = huisu("verify", "--ledger", counted, "--json")
    assert (code, json.loads(output)["ok"], json.loads(output)["total"]) == (0, True, 352)


def test_no_name_in_a_ledger_steers_the_terminal(huisu: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.ledger"
    assert huisu("run", "8", "--ledger", str(path), "--plan", "mirror", "--audit", "0")[0] == 0
    with open_ledger(path, "write") as books:
        row = next(iter(books.rows(1)))
        books.record(1, [row._replace(worker="other", kernel="\x1b[2Jevil")])
        books.note(1, "quarantine", {"worker": "\x1b[2Jevil"})
    for command in ("verify", "status"):
        output = huisu(command, "--ledger", str(path))[1]
        assert "\x1b" not in output
    assert "?[2Jevil" in huisu("verify", "--ledger", str(path))[1]


def test_verify_compares_with_another_ledger(huisu: Run, counted: str, tmp_path: Path) -> None:
    other = str(tmp_path / "b.ledger")
    assert huisu("run", "9", "--ledger", other, "--plan", "border")[0] == 0
    answer = json.loads(huisu("verify", "--ledger", counted, "--against", other, "--json")[1])
    assert [c["state"] for c in answer["checks"] if c["name"] == "second"] == ["passed"]


def test_a_wrong_result_is_found_and_repaired(huisu: Run, tmp_path: Path) -> None:
    ledger = str(tmp_path / "a.ledger")
    arguments = ("run", "8", "--ledger", ledger, "--plan", "mirror", "--audit", "0")
    assert huisu(*arguments)[0] == 0
    with open_ledger(ledger, "write") as books:
        row = next(row for row in books.rows(1) if row.unit == 1)
        books.void(1, [1])
        books.record(1, [row._replace(count=row.count + 2)])
    code, output, _ = huisu("verify", "--ledger", ledger)
    assert code == 1
    assert "flip check: failed" in output
    code, output, errors = huisu("verify", "--ledger", ledger, "--repair", "--workers", "1")
    assert code == 0
    assert "The total is 92." in output
    assert "units to be counted again: " in errors


def test_a_damaged_ledger_is_rescued_by_repair(huisu: Run, tmp_path: Path) -> None:
    ledger = tmp_path / "a.ledger"
    assert huisu("run", "8", "--ledger", str(ledger), "--plan", "mirror")[0] == 0
    data = bytearray(ledger.read_bytes())
    data[100:108] = b"\xff" * 8  # the head of the first page: what tables there are
    ledger.write_bytes(data)
    code, _, errors = huisu("verify", "--ledger", str(ledger))
    assert (code, errors.count("\n")) == (2, 1)
    assert "damaged" in errors
    code, output, errors = huisu("verify", "--ledger", str(ledger), "--repair")
    assert (code, "The total is 92." in output) == (0, True)
    assert "1 runs and " in errors
    assert (tmp_path / "a.ledger.damaged").exists()


def test_a_damaged_ledger_to_compare_with_is_left_as_it_is(
    huisu: Run, counted: str, tmp_path: Path
) -> None:
    other = tmp_path / "b.ledger"
    other.write_bytes(b"SQLite format 3\0" + b"\xff" * 4096)
    code, output, errors = huisu("verify", "--ledger", counted, "--repair", "--against", str(other))
    assert (code, output, errors.count("\n")) == (2, "", 1)
    assert str(other) in errors
    assert [path.name for path in tmp_path.iterdir()] == ["b.ledger"]


def test_a_ledger_that_nobody_may_write_is_read(huisu: Run, tmp_path: Path) -> None:
    ledger = tmp_path / "a.ledger"
    assert huisu("run", "6", "--ledger", str(ledger))[0] == 0
    ledger.chmod(0o444)
    tmp_path.chmod(0o555)
    before = sorted(tmp_path.iterdir())
    assert huisu("status", "--ledger", str(ledger))[0] == 0
    assert huisu("verify", "--ledger", str(ledger))[0] == 0
    assert sorted(tmp_path.iterdir()) == before
    tmp_path.chmod(0o755)


def test_an_export_that_is_interrupted_says_so(
    huisu: Run, counted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("huisu.runs.export.export", interrupted)
    file = tmp_path / "rows.csv"
    code, _, errors = huisu("export", "--ledger", counted, "-o", str(file))
    assert (code, file.exists()) == (130, False)
    assert errors == f"huisu: interrupted before its end, so {str(file)!r} was not written\n"


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_rows_are_exported_in_the_format_of_the_file_name(
    huisu: Run, counted: str, tmp_path: Path, suffix: str
) -> None:
    file = tmp_path / f"rows{suffix}"
    assert huisu("export", "--ledger", counted, "--run", "1", "-o", str(file)) == (0, "", "")
    if suffix == ".csv":
        lines = file.read_text().splitlines()
        assert lines[0].startswith("unit,replica,count")
        assert sum(int(line.split(",")[2]) for line in lines if ",0," in line[:5]) == 92
    else:
        assert file.read_bytes()[:4] == b"PAR1"


# What goes wrong


def ended(monkeypatch: pytest.MonkeyPatch, outcome: Status | BaseException) -> None:
    """Let every run show one status and then end so."""

    def start(*arguments: Any, on_status: Callable[[Status], None], **settings: Any) -> Status:
        on_status(STATUS)
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    monkeypatch.setattr(running, "start", start)


def test_parked_units_are_named_with_the_way_out(
    huisu: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended(monkeypatch, replace(STATUS, state="parked", parked=(3, 17)))
    arguments = ("run", "17", "--ledger", "my ledger", "--plan", "mirror", "--workers", "3")
    code, output, errors = huisu(*arguments)
    assert (code, output) == (1, "")
    assert "2 of 18,132 units could not be counted" in errors
    assert "(3, 17)" in errors
    assert errors.endswith("with: huisu resume --ledger 'my ledger' --workers 3\n")
    answer = json.loads(huisu(*arguments, "--json")[1])
    assert (answer["complete"], answer["parked"]) == (False, [3, 17])


def test_ctrl_c_says_what_is_safe_and_how_to_go_on(
    huisu: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = InterruptedByUser("interrupted.run", partial=12345678, done=3120, units=18132, path="a")
    ended(monkeypatch, stop)
    ledger = "postgresql://anna:secret@host/queens"
    arguments = ("run", "17", "--ledger", ledger, "--cluster", "127.0.0.1:1", "--plan", "mirror")
    code, output, errors = huisu(*arguments, "--json")
    assert code == 130
    assert (json.loads(output)["count"], json.loads(output)["complete"]) == (12345678, False)
    assert "3,120 of 18,132 units are counted and safe in the ledger" in errors
    assert "secret" not in errors
    assert "anna:***@host/queens' --cluster 127.0.0.1:1" in errors


def test_a_run_without_workers_ends_with_one_sentence_and_exit_code_1(
    huisu: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended(monkeypatch, NoWorkers("signal 9"))
    code, output, errors = huisu("run", "17", "--ledger", "a", "--plan", "mirror")
    assert (code, output) == (1, "")
    assert errors.splitlines()[-1].startswith("huisu: no worker is left (signal 9); ")
    assert "huisu resume" in errors


def test_a_missing_package_is_named_with_its_cure(
    huisu: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    monkeypatch.delitem(sys.modules, "huisu.runs.sqlite", raising=False)
    monkeypatch.delitem(sys.modules, "huisu.runs.database", raising=False)
    monkeypatch.delitem(sys.modules, "huisu.runs.tables", raising=False)
    code, _, errors = huisu("status", "--ledger", str(tmp_path / "a"))
    assert (code, errors.count("\n")) == (2, 1)
    assert "pip install 'huisu[cluster]'" in errors


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("run 8", "the argument --ledger is missing"),
        ("run --ledger new", "the argument N is missing"),
        ("run -1 --ledger new", "n must be 0 or more, got -1"),
        ("run 31 --ledger new", "n must be 0..30 to count a whole board, got 31"),
        ("run abc --ledger new", "N must be a whole number"),
        ("run 8 --ledger new --workers 0", "--workers must be 1..1024, got 0"),
        ("run 8 --ledger new --workers 5000", "--workers must be 1..1024, got 5000"),
        ("run 8 --ledger new --unit-seconds 0", "a unit lasts 0.001 to"),
        ("run 8 --ledger new --unit-seconds 1e9", "--unit-seconds must be a number such as 2"),
        ("run 8 --ledger new --unit-seconds 999999", "a unit lasts 0.001 to"),
        ("run 8 --ledger new --unit-seconds nan", "--unit-seconds must be a number"),
        ("run 8 --ledger new --unit-seconds -1", "a unit lasts 0.001 to"),
        ("run 8 --ledger new --audit 101", "the share of audits must be 0 to 100 %, got 101 %"),
        ("run 8 --ledger new --audit -0.5", "got -0.5 %"),
        ("run 8 --ledger new --audit all", "--audit must be a number"),
        ("run 8 --ledger new --plan half", "--plan cannot be 'half'; choose one of: mirror"),
        ("run 8 --ledger new --plan mirror --fix 1,1", "--plan and --fix cannot be used together"),
        ("run 8 --ledger new --kernel gpu", "there is no kernel 'gpu'"),
        ("run 8 --ledger new --jobs jobs", "--jobs and N cannot be used together"),
        ("run --ledger new --jobs nowhere", "cannot read 'nowhere'"),
        ("run --ledger new --jobs jobs --plan mirror", "--jobs and --plan cannot be used"),
        ("run 8 --ledger new --fix 1,1 --fix 2,2", "attack each other"),
        ("run 8 --ledger new --workers 2 --cluster here", "--workers and --cluster cannot be used"),
        ("run 8 --ledger new --tls folder", "--tls goes with --cluster"),
        ("run 8 --ledger new --cluster tcp://8.8.8.8:1", "8.8.8.8"),
        ("run 8 --ledger new --cluster 127.0.0.1:1 --tls nowhere", "nowhere/ca.pem"),
        ("run 8 --ledger nowhere/new", "cannot be a ledger"),
        ("run 8 --ledger .", "cannot be a ledger"),
        ("run 8 --ledger mysql://host/a", "mysql:// is neither"),
        ("run 8 --ledger other", "so no ledger; if it was one"),
        ("resume --ledger new", "there is no ledger"),
        ("resume --ledger other", "so no ledger; if it was one"),
        ("resume --ledger new --tls folder", "--tls goes with --cluster"),
        ("status --ledger new", "there is no ledger"),
        ("status --ledger other", "so no ledger; if it was one"),
        ("verify --ledger new --repair", "there is no ledger"),
        ("verify --ledger new --workers 2", "--workers says who counts again"),
        ("export --ledger new -o rows.csv", "there is no ledger"),
        ("export --ledger new -o rows.txt", "rows.txt"),
        ("export --ledger new", "the argument --output is missing"),
        *(
            pytest.param(*case, marks=pytest.mark.core)
            for case in (
                ("run 8 --ledger new --plan halves --kernel sweep", "the plan 'halves' is for"),
                ("run 8 --ledger new --plan mirror --kernel join", "counts whole boards"),
                ("run 25 --ledger new --plan halves", "n = 24"),
            )
        ),
    ],
)
def test_bad_input_is_one_sentence_and_leaves_nothing_behind(
    huisu: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other").write_text("no ledger")
    code, output, errors = huisu(command)
    assert (code, output) == (2, "")
    assert errors.startswith("huisu: ")
    assert errors.count("\n") == 1
    assert sentence in errors
    assert re.search("[\u4e00-\u9fff]", huisu(*command.split(), "--lang", "zh")[2])
    assert [path.name for path in tmp_path.iterdir()] == ["other"]


def test_a_run_that_there_is_not_is_named_with_those_there_are(huisu: Run, counted: str) -> None:
    for command in ("resume", "status", "verify", "export -o a.csv"):
        name, *options = command.split()
        code, output, errors = huisu(name, "--ledger", counted, "--run", "7", *options)
        assert (code, output) == (2, "")
        assert "there is no run 7 in the ledger" in errors
        assert "its runs are 1, 2" in errors
