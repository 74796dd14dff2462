"""`huisu check` and `huisu judge`: is this a solution, and what would an online judge expect?

Read board.py next.
"""

from __future__ import annotations

import click

from huisu.cli.boards import boards_given
from huisu.cli.options import argument, json_option, lang_option
from huisu.cli.parser import Command, OneOf, Text
from huisu.cli.say import say
from huisu.cli.terminal import read_standard_input, write, write_json
from huisu.formats.judges import JUDGES, run_judge
from huisu.formats.read import QueensRead
from huisu.queens.board import Clash, Square, clashes

__all__ = ["check", "judge"]

_MOST_LISTED = 20  # lines of attack that are listed one by one


@click.command(cls=Command, help="help.check")
@argument("board", help="help.board", type=Text())
@json_option
@lang_option
def check(board: str, as_json: bool) -> int:
    """Say of each board whether it is a solution; the exit code is 1 unless all are."""
    boards = boards_given(board)
    all_solved = True
    for k, read in enumerate(boards, 1):
        attacks = clashes(read.queens)
        if as_json:
            write_json(_as_json(read, attacks))
        else:
            heading = say("check.heading", k=k) + "\n" if len(boards) > 1 else ""
            write(heading + _as_text(read, attacks))
        all_solved = all_solved and _is_solution(read, attacks)
    return 0 if all_solved else 1


def _is_solution(read: QueensRead, attacks: tuple[Clash, ...]) -> bool:
    return len(read.queens) == read.n and not attacks


def _as_json(read: QueensRead, attacks: tuple[Clash, ...]) -> dict[str, object]:
    return {
        "n": read.n,
        "queens": len(read.queens),
        "valid": _is_solution(read, attacks),
        "attacks": [
            {"line": clash.line, "squares": [_from_one(square) for square in clash.squares]}
            for clash in attacks
        ],
    }


def _from_one(square: Square) -> list[int]:
    return [square[0] + 1, square[1] + 1]


def _as_text(read: QueensRead, attacks: tuple[Clash, ...]) -> str:
    queens, n = len(read.queens), read.n
    if _is_solution(read, attacks):
        return say("check.valid", n=n) + "\n"
    if not attacks:
        return say("check.partial", queens=queens, n=n) + "\n"
    lines = [say("check.attacks", lines=len(attacks))]
    for line, squares in attacks[:_MOST_LISTED]:
        names = " ".join(f"({r + 1},{c + 1})" for r, c in squares)
        lines.append("  " + say(f"clash.{line}", squares=names))
    if len(attacks) > _MOST_LISTED:
        lines.append("  " + say("check.more", lines=len(attacks) - _MOST_LISTED))
    return "\n".join(lines) + "\n"


def _judge_text(name: str) -> str:
    return say(f"judge.{name}")


@click.command(cls=Command, help="help.judge")
@argument("judge", help="help.judge_name", type=OneOf(JUDGES, _judge_text), required=False)
@lang_option
def judge(judge: str | None) -> None:
    """Answer standard input as the judge expects; without a name list the judges."""
    if judge is None:
        write("".join(f"{name:<18} {_judge_text(name)}\n" for name in JUDGES))
        return
    text = read_standard_input() if JUDGES[judge].reads else ""
    for part in run_judge(judge, text):
        write(part)
