"""Does the installed program behave in pipes and in a terminal: progress, Ctrl-C, broken pipes?

Run from outside the source tree, as a user would.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pexpect = pytest.importorskip("pexpect", reason="there are no pseudo-terminals here")

HUISU = str(Path(sys.executable).with_name("huisu"))
ENGLISH = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm"}


def shell(command: str, where: Path) -> subprocess.CompletedProcess[bytes]:
    path = f"{Path(HUISU).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=where,
        env={**ENGLISH, "PATH": path},
        capture_output=True,
        timeout=60,
        check=False,
    )


def test_a_reader_that_leaves_early_ends_the_program_quietly(tmp_path: Path) -> None:
    result = shell("huisu solve 11 --format digits | head -2", tmp_path)
    assert result.returncode == 0
    assert result.stdout == b"1 3 5 7 9 11 2 4 6 8 10\n1 3 6 9 2 8 11 4 7 5 10\n"
    assert result.stderr == b""


def test_solutions_stream_before_the_search_ends(tmp_path: Path) -> None:
    result = shell("huisu solve 20 --format digits | head -1", tmp_path)
    assert result.stdout.count(b"\n") == 1
    assert result.stderr == b""


def test_piped_output_has_no_colour_and_is_utf8(tmp_path: Path) -> None:
    result = shell("LC_ALL=C huisu solve 4 --format numbered --lang zh", tmp_path)
    assert "这是第1种摆法" in result.stdout.decode()
    assert b"\x1b" not in shell("huisu solve 4", tmp_path).stdout


def test_python_dash_m_is_the_same_program(tmp_path: Path) -> None:
    result = shell(f"{sys.executable} -m huisu kth 8 92", tmp_path)
    assert result.stdout == b"84136275\n"


def test_the_shell_can_complete_commands_and_names(tmp_path: Path) -> None:
    command = (
        "COMP_WORDS='huisu solve --format nu' COMP_CWORD=3 _HUISU_COMPLETE=bash_complete huisu"
    )
    assert shell(command, tmp_path).stdout == b"plain,numbered\n"


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("huisu check - <&-", 2, b"standard input is closed"),
        ("huisu count 8 >&-", 2, b"standard output is closed"),
        ("huisu solve 8 >/dev/full", 2, b"cannot write to standard output"),
        ("huisu solve 8 -o /dev/full", 2, b"cannot write '/dev/full'"),
        ("huisu count 8 2>&-", 0, b""),
    ],
)
def test_closed_and_full_streams_get_one_sentence(
    tmp_path: Path, command: str, code: int, said: bytes
) -> None:
    result = shell(command, tmp_path)
    assert result.returncode == code
    assert said in result.stderr
    assert b"Traceback" not in result.stderr


def in_terminal(arguments: list[str], until: str) -> tuple[int, str]:
    """Start a command in a terminal, wait for a text, press Ctrl-C, return exit code and output."""
    child = pexpect.spawn(
        HUISU, arguments, env=ENGLISH, encoding="utf-8", dimensions=(24, 100), timeout=60
    )
    child.expect(until)
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, child.before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["count", "20"], "solutions counted so far, which is not the whole count"),
        (["count", "20", "--symmetric", "half"], "which is not the whole count"),
        (["count", "20", "--kernel", "python"], "which is not the whole count"),
        (["kth", "19", "4000000000"], "there is no answer yet"),
    ],
)
def test_long_work_shows_the_time_left_and_stops_on_ctrl_c(arguments: list[str], said: str) -> None:
    code, output = in_terminal(arguments, r"[0-9.,]+ (s|min|h|days|years) left")
    assert code == 130
    assert said in output
    assert "Traceback" not in output


def test_a_search_for_one_solution_shows_the_time_used() -> None:
    code, output = in_terminal(["solve", "36", "--first"], r"[0-9.]+ s so far")
    assert code == 130
    assert "at least 0 solutions were written" in output


def test_an_interrupted_count_in_json_says_that_it_is_incomplete(tmp_path: Path) -> None:
    with subprocess.Popen(
        [HUISU, "count", "20", "--json"],
        cwd=tmp_path,
        env=ENGLISH,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    answer = json.loads(output)
    assert process.returncode == 130
    assert answer["complete"] is False
    assert answer["count"] < 39029188884
    assert b"interrupted" in errors


def test_an_interrupted_output_file_is_not_left_behind(tmp_path: Path) -> None:
    with subprocess.Popen(
        [HUISU, "solve", "20", "-o", "all.txt"], cwd=tmp_path, env=ENGLISH, stderr=subprocess.PIPE
    ) as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.search(rb"interrupted at \d+ solutions; 'all.txt' was not written", errors)
    assert list(tmp_path.iterdir()) == []


def test_a_board_in_a_terminal_is_coloured() -> None:
    child = pexpect.spawn(HUISU, ["solve", "4", "--first"], env=ENGLISH, encoding="utf-8")
    output = child.read()
    assert "\x1b[" in output
    assert output.count("♛") == 4
