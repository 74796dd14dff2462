"""Does the player work in a real terminal: keys, resizing, quitting, and the terminal afterwards?

The program runs behind a pseudo-terminal, and what it writes is drawn by a
terminal in memory, so that the tests read a screen as a user does.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from huisu.classics import Knapsack
from huisu.trace import save, trace

pexpect = pytest.importorskip("pexpect", reason="there are no pseudo-terminals here")
pyte = pytest.importorskip("pyte", reason="there is no terminal in memory here")

HUISU = str(Path(sys.executable).with_name("huisu"))
RIGHT, LEFT, UP, DOWN = "\x1b[C", "\x1b[D", "\x1b[A", "\x1b[B"
SHIFT_RIGHT, SHIFT_LEFT, HOME, END = "\x1b[1;2C", "\x1b[1;2D", "\x1b[H", "\x1b[F"
PATIENCE = 20  # seconds, on a busy machine


class Terminal:
    """A program in a terminal of so many columns and lines."""

    def __init__(self, *arguments: str, width: int = 80, height: int = 24, **settings: str) -> None:
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", **settings}
        environment.pop("COLUMNS", None)
        self.child = pexpect.spawn(
            HUISU, list(arguments), env=environment, dimensions=(height, width), timeout=PATIENCE
        )
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.ByteStream(self.screen)
        self.written = b""

    def read(self) -> bool:
        """Draw what the program has written; return False when it has ended."""
        try:
            data = self.child.read_nonblocking(65536, timeout=0.05)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.written += data
        self.stream.feed(data)
        return True

    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]

    def text(self) -> str:
        return "\n".join(self.lines())

    def until(self, holds: Callable[[str], bool]) -> str:
        """Wait until something is true of the screen; return its text."""
        end = time.monotonic() + PATIENCE
        while not holds(self.text()):
            assert time.monotonic() < end, f"waited in vain:\n{self.text()}"
            assert self.read(), f"ended:\n{self.text()}"
        return self.text()

    def shows(self, *parts: str) -> str:
        return self.until(lambda text: all(part in text for part in parts))

    def send(self, keys: str, *parts: str) -> str:
        """Press keys, and wait until the screen shows the parts."""
        self.child.send(keys)
        return self.shows(*parts)

    def resize(self, width: int, height: int) -> None:
        self.screen.resize(height, width)
        self.child.setwinsize(height, width)

    def end(self, keys: str = "") -> int:
        """Press the keys that end the program; return its exit code."""
        self.child.send(keys)
        while self.read():
            pass
        self.child.close()
        return int(self.child.exitstatus)


@pytest.fixture
def start() -> Iterator[Callable[..., Terminal]]:
    """Start programs in terminals, and end those that a test leaves running."""
    started: list[Terminal] = []

    def run(*arguments: str, **settings: Any) -> Terminal:
        started.append(Terminal(*arguments, **settings))
        return started[-1]

    yield run
    for terminal in started:
        terminal.child.close(force=True)


Start = Callable[..., Terminal]


def test_one_steps_forward_and_back_and_jumps(start: Start) -> None:
    terminal = start("watch", "4")
    terminal.shows("step 0/64", "node 1, the root, is the E-node", "q quit")
    terminal.send(RIGHT * 3, "step 3/64", "same falling", "[*]", "3 ↘")
    assert "[*]" not in terminal.send(LEFT, "step 2/64")
    terminal.send("n", "step 27/64", "node 31 is an answer: (2, 4, 1, 3)")
    terminal.send(SHIFT_RIGHT, "step 41/64", "(3, 1, 4, 2)")
    terminal.send(SHIFT_LEFT, "step 27/64")
    terminal.send(UP, "step 24/64", "node 30 generated")
    terminal.send(DOWN, "step 26/64", "node 31 generated")
    terminal.send("b", "step 29/64", "backtrack to node 29")
    terminal.send("g17\r", "step 17/64")
    terminal.send(END, "the end, after step 64", "generated 33 of 65 nodes")
    terminal.send(HOME, "step 0/64")
    assert terminal.end("q") == 0


def test_it_plays_and_pauses(start: Start) -> None:
    terminal = start("watch", "4")
    terminal.shows("step 0/64", "paused")
    terminal.send("++ ", "5x playing", "step 5/64")
    terminal.send(" ", "5x paused")
    position = terminal.text().split("step ")[1].split("/")[0]
    terminal.send("l", "paused", f"step {position}/64")
    terminal.send("++ ", "the end", "20x paused")
    assert terminal.end("q") == 0


@pytest.mark.parametrize(("keys", "code"), [("q", 0), ("\x1b", 0), ("\x03", 130)])
def test_the_terminal_is_left_as_it_was(start: Start, keys: str, code: int) -> None:
    terminal = start("watch", "4")
    terminal.shows("q quit")
    assert terminal.end(keys) == code
    assert terminal.written.count(b"\x1b[?1049h") == terminal.written.count(b"\x1b[?1049l") == 1
    assert terminal.written.rindex(b"\x1b[?25h") > terminal.written.rindex(b"\x1b[?25l")
    after = terminal.written.split(b"\x1b[?1049l")[1]
    assert (b"huisu: interrupted" in after) == (code == 130)
    assert b"Traceback" not in terminal.written


@pytest.mark.parametrize("end", ["q", "\x03", "SIGTERM"])
def test_the_modes_of_the_line_are_restored(tmp_path: Path, end: str) -> None:
    """In a shell, so that the terminal can be asked after the program has ended."""
    before, after, pid = tmp_path / "before", tmp_path / "after", tmp_path / "pid"
    shell = pexpect.spawn("sh", env={**os.environ, "TERM": "xterm"}, timeout=PATIENCE)
    shell.sendline(f"stty -a > {before}; {HUISU} watch 4 --lang en & echo $! > {pid}; fg")
    shell.expect("root, is the E-node")
    if end == "SIGTERM":
        os.kill(int(pid.read_text()), signal.SIGTERM)
    else:
        shell.send(end)
    shell.expect_exact("\x1b[?1049l")
    shell.sendline(f"stty -a > {after}; exit")
    shell.expect(pexpect.EOF)
    assert before.read_text() == after.read_text() != ""
    shell.close(force=True)


def test_it_follows_the_size_of_the_terminal(start: Start) -> None:
    terminal = start("watch", "8")
    terminal.send("n", "q quit")
    terminal.resize(40, 12)
    small = terminal.until(lambda text: "q quit" not in text and "is an answer" in text)
    assert "(1, 5, 8, 6" in small
    terminal.resize(20, 5)
    terminal.until(lambda text: text.strip().startswith("at least 30x8"))
    terminal.resize(120, 40)
    terminal.shows("q quit", "killed by constraint", "x8")
    assert terminal.end("q") == 0


def test_the_help_opens_and_closes(start: Start) -> None:
    terminal = start("watch", "4", height=48)
    terminal.shows("q quit")
    terminal.send("?", "Keys", "next answer", "Signs", "the E-node")
    terminal.until(lambda text: "step 0/64" not in text)
    terminal.send("x", "step 0/64")
    assert terminal.end("q") == 0


def test_it_speaks_chinese_and_stays_aligned(start: Start) -> None:
    terminal = start("watch", "4", "--lang", "zh")
    terminal.shows("第 0/64 步", "扩展结点", "q 退出")
    text = terminal.send(RIGHT * 3, "第 3/64 步", "被约束函数杀死", "与第 1 行同在一条下降斜线")
    assert text.splitlines()[0].endswith("1x 暂停")
    terminal.send("?", "按键", "播放或暂停")
    assert terminal.end("q") == 0


def test_it_plays_a_record_of_another_problem(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "sack.json"
    save(trace(Knapsack().problem(), goal="best"), path)
    terminal = start("watch", "--from", str(path))
    terminal.shows("0-1 knapsack", "x1")
    terminal.send("n", "with the value 45", "best so far")
    terminal.send("n", "with the value 50", "(0, 1, 1)")
    assert terminal.end("\x1b") == 0


def test_without_colour_there_is_none(start: Start) -> None:
    terminal = start("watch", "4", NO_COLOR="1")
    terminal.send(RIGHT * 3, "step 3/64", "[*]", "[2]", "3 ↘")
    assert terminal.end("q") == 0
    assert b"\x1b[0;38" not in terminal.written
    assert b"38;5" not in terminal.written
    coloured = start("watch", "4")
    coloured.shows("q quit")
    assert b"38;5" in coloured.written


@pytest.mark.parametrize("arguments", [["watch", "4", "--plain"], ["watch", "4"]])
def test_text_is_written_when_it_is_asked_for_or_the_terminal_can_do_no_more(
    start: Start, arguments: list[str]
) -> None:
    settings = {} if "--plain" in arguments else {"TERM": "dumb"}
    terminal = start(*arguments, height=90, **settings)
    assert terminal.end() == 0
    assert "generated 33 of 65 nodes" in terminal.text()
    assert b"\x1b[?1049h" not in terminal.written
