"""Does a run behave in a real terminal and in pipes: display, Ctrl-C, kill -9, a look from outside?

The installed program runs, as a user would have it run. Read test_cli_runs.py for
all that needs no terminal.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from huisu.errors import InputError
from huisu.runs.ledger import open_ledger
from huisu.runs.status import state_of

pexpect = pytest.importorskip("pexpect", reason="there are no pseudo-terminals here")
pyte = pytest.importorskip("pyte", reason="there is no terminal in memory here")

HUISU = str(Path(sys.executable).with_name("huisu"))
ENGLISH = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm"}
PATIENCE = 60  # seconds, on a busy machine

#: Takes half a minute by the slowest kernel; what is left is counted fast.
SLOW = [
    "run", "15", "--plan", "mirror", "--kernel", "python", "--unit-seconds", "0.05",
    "--workers", "2",
]  # fmt: skip
FAST = ["--kernel", "bitmask"]
TOTAL = "2279184\n"


def huisu(*arguments: str, where: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [HUISU, *arguments], cwd=where, env=ENGLISH, capture_output=True, text=True,
        timeout=PATIENCE, check=False,
    )  # fmt: skip


@contextmanager
def started(*arguments: str, where: Path) -> Iterator[subprocess.Popen[str]]:
    """Give a command that goes, in a ledger that has some results; it is gone at the end."""
    with subprocess.Popen(
        [HUISU, *arguments, "--ledger", "a.ledger"], cwd=where, env=ENGLISH, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            until(lambda: done(where) >= 3)
            yield process
        finally:
            process.kill()


def done(where: Path) -> int:
    """Return how many units have a result, as another process is told; 0 without a run."""
    try:
        with open_ledger(where / "a.ledger", "read") as ledger:
            return state_of(ledger).done
    except InputError:
        return 0


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.1)


@pytest.mark.skipif(os.name != "posix", reason="names are text there")
def test_a_name_that_is_no_text_is_written_as_it_came(tmp_path: Path) -> None:
    name = b"\xff \xe8\xb4\xa6.ledger"
    found = subprocess.run(
        [HUISU, "status", "--ledger", name], cwd=tmp_path, env=ENGLISH, capture_output=True,
        timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert found.returncode == 2
    assert b"there is no ledger " + name in found.stderr


class Screen:
    """A command in a terminal of so many columns."""

    def __init__(self, *arguments: str, where: Path, width: int = 100) -> None:
        self.child = pexpect.spawn(
            HUISU, list(arguments), cwd=where, env=ENGLISH, dimensions=(24, width), timeout=PATIENCE
        )
        self.screen = pyte.Screen(width, 24)
        self.stream = pyte.ByteStream(self.screen)

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def read(self) -> bool:
        """Draw what was written; return False when the command has ended."""
        try:
            self.stream.feed(self.child.read_nonblocking(65536, timeout=0.05))
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        return True

    def shows(self, *parts: str) -> str:
        end = time.monotonic() + PATIENCE
        while not all(part in self.text() for part in parts):
            assert time.monotonic() < end, f"waited in vain:\n{self.text()}"
            assert self.read(), f"ended:\n{self.text()}"
        return self.text()

    def end(self) -> int:
        while self.read():
            pass
        self.child.close()
        return int(self.child.exitstatus)


@pytest.mark.parametrize("width", [100, 40])
def test_a_run_in_a_terminal_shows_how_far_it_is_and_stops_on_ctrl_c(
    tmp_path: Path, width: int
) -> None:
    screen = Screen(*SLOW, "--ledger", "a.ledger", where=tmp_path, width=width)
    screen.shows("run 1: 15 queens", "workers: 2 (" if width == 100 else "workers:", "audits: ")
    screen.shows("━")
    screen.shows("±")
    screen.child.sendintr()
    assert screen.end() == 130
    text = "".join(screen.text().split())
    assert re.search(r"interrupted:[0-9,]+of[0-9,]+unitsarecountedandsafe", text)
    assert "━" not in text
    assert "Traceback" not in text
    assert screen.screen.cursor.hidden is False


@pytest.mark.core
def test_after_ctrl_c_the_command_that_was_said_ends_the_run(tmp_path: Path) -> None:
    with started(*SLOW, where=tmp_path) as process:
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, output) == (130, "")
    said = re.search(r"interrupted: ([0-9,]+) of .* go on with: huisu (resume .*)\n", errors)
    assert said is not None
    safe = int(said[1].replace(",", ""))
    assert done(tmp_path) == safe
    result = huisu(*said[2].split(), *FAST, where=tmp_path)
    assert (result.returncode, result.stdout) == (0, TOTAL)
    assert huisu("verify", "--ledger", "a.ledger", where=tmp_path).returncode == 0


@pytest.mark.core
def test_after_kill_9_nothing_that_was_counted_is_counted_again(tmp_path: Path) -> None:
    with started(*SLOW, where=tmp_path) as process:
        process.kill()
        process.wait()
        rows = exported(tmp_path)
        assert rows
    result = huisu("resume", "--ledger", "a.ledger", *FAST, where=tmp_path)
    assert (result.returncode, result.stdout) == (0, TOTAL)
    assert exported(tmp_path) >= rows


def exported(where: Path) -> set[str]:
    assert huisu("export", "--ledger", "a.ledger", "-o", "a.csv", where=where).returncode == 0
    return set((where / "a.csv").read_text(encoding="utf-8").splitlines())


def test_a_run_is_looked_at_from_outside_and_has_one_coordinator(tmp_path: Path) -> None:
    with started(*SLOW, where=tmp_path) as process:
        page = huisu("status", "--ledger", "a.ledger", where=tmp_path)
        assert page.returncode == 0
        assert f", process {process.pid}; as of " in page.stdout.splitlines()[1]
        assert "which is not the whole count" in page.stdout
        checked = huisu("verify", "--ledger", "a.ledger", where=tmp_path)
        assert (checked.returncode, checked.stderr) == (1, "")
        second = huisu("resume", "--ledger", "a.ledger", where=tmp_path)
        assert second.returncode == 2
        assert f"process {process.pid} on " in second.stderr
        assert process.poll() is None


def test_watching_ends_with_the_run_and_ctrl_c_ends_only_the_watching(tmp_path: Path) -> None:
    with started(*SLOW, where=tmp_path) as process:
        screen = Screen("status", "--ledger", "a.ledger", "--watch", where=tmp_path)
        screen.shows("━", "±")
        screen.child.sendintr()
        assert screen.end() == 130
        assert process.poll() is None
        watching = Screen("status", "--ledger", "a.ledger", "--watch", where=tmp_path)
        watching.shows("━")
        process.send_signal(signal.SIGINT)
        process.wait(timeout=PATIENCE)
        watching.shows("stopped, to go on with huisu resume")
        assert watching.end() == 0


@pytest.mark.core
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_stopped_in_json_a_run_says_that_its_count_is_incomplete(
    tmp_path: Path, sent: signal.Signals
) -> None:
    with started(*SLOW, "--json", where=tmp_path) as process:
        process.send_signal(sent)
        output, errors = process.communicate(timeout=PATIENCE)
    answer = json.loads(output)
    assert process.returncode == 130
    assert answer["complete"] is False
    assert 3 <= answer["done"] < answer["units"]
    assert errors.splitlines()[0].startswith("run 1: 15 queens; plan mirror, kernel python")


@pytest.mark.core
def test_a_terminal_that_cannot_move_its_cursor_gets_the_lines_of_a_log(tmp_path: Path) -> None:
    environment = {**ENGLISH, "TERM": "dumb"}
    arguments = ["run", "10", "--ledger", "a.ledger", "--audit", "0"]
    child = pexpect.spawn(
        HUISU, arguments, cwd=tmp_path, env=environment, encoding="utf-8", timeout=PATIENCE
    )
    output = child.read()
    assert "\x1b" not in output
    assert [line.partition(":")[0] for line in output.splitlines()[:2]] == ["run 1", "724"]
