"""Does the server show the runs of its ledgers, and nothing that visitors need not know?"""

from __future__ import annotations

import time
from pathlib import Path

from conftest import Run
from runs_shown import ledger_of
from served import Visitor, served


def test_every_run_of_every_ledger_is_told_the_newest_first(tmp_path: Path) -> None:
    first = ledger_of(tmp_path / "one.ledger", {}, {"state": "complete", "share": 1.0})
    second = ledger_of(tmp_path / "two.ledger", {"parked": (3, 9), "waiting_for": "scheduler"})
    options = ("--ledger", first, "--ledger", second)
    with served(tmp_path, *options) as server, Visitor(server.address) as visitor:
        runs = visitor.get("/api/runs").json()["runs"]
    told = [(run["ledger"], run["run"], run["state"]) for run in runs]
    assert told == [
        ("one.ledger", 2, "complete"), ("one.ledger", 1, "running"), ("two.ledger", 1, "running"),
    ]  # fmt: skip
    assert runs[2]["parked"] == 2
    assert runs[2]["waiting_for"] == "scheduler"


def test_a_large_count_keeps_all_its_digits(tmp_path: Path) -> None:
    path = ledger_of(tmp_path / "one.ledger", {"partial": 2**60 + 1})
    with served(tmp_path, "--ledger", path) as server, Visitor(server.address) as visitor:
        (run,) = visitor.get("/api/runs").json()["runs"]
    assert run["found"] == str(2**60 + 1)
    assert (run["workers"], run["quarantined"]) == (1, 1)


def test_no_visitor_learns_of_folders_machines_and_processes(tmp_path: Path) -> None:
    path = ledger_of(tmp_path / "one.ledger", {})
    with served(tmp_path, "--ledger", path) as server, Visitor(server.address) as visitor:
        assert tmp_path.name not in visitor.get("/api/runs").text
        assert "another machine" not in visitor.get("/api/runs").text
        assert "north" not in visitor.get("/api/runs").text  # so a worker's host may be called
        Path(path).write_bytes(b"no ledger any more")
        for rest in tmp_path.glob("one.ledger-*"):
            rest.unlink()
        time.sleep(1.1)  # for which what was read last is told
        (run,) = visitor.get("/api/runs").json()["runs"]
        assert "one.ledger" in run["error"]["en"]
        assert tmp_path.name not in str(run)


def test_a_server_without_ledgers_has_no_runs_and_no_panel_for_them(visitor: Visitor) -> None:
    assert visitor.get("/api/runs").json() == {"runs": []}
    assert '"runs":false' in visitor.get("/").text


def test_a_ledger_that_is_not_there_is_refused_at_the_start(huisu: Run, tmp_path: Path) -> None:
    code, output, errors = huisu("serve", "--port", "0", "--ledger", str(tmp_path / "none.ledger"))
    assert (code, output) == (2, "")
    assert "none.ledger" in errors
    assert errors.count("\n") == 1
