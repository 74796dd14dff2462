"""n queens by the package backtracker 0.0.7: functions on a list of moves.

    pip install --target /tmp/peers backtracker==0.0.7
    PYTHONPATH=/tmp/peers python bench/engine.py \
        'backtracker, place=bench/peers/backtracker_peer.py:placements'

The level that the package hands to the functions is never taken back when it
backtracks, so they count the moves instead. Read ../engine.py next, which calls this.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from plain import place

Engine: Any = import_module("backtracker.backtracker").BackTracker


def is_solution(a: list[int], level: int, n: int) -> bool:
    return len(a) == n


def process_solution(a: list[int], level: int, n: int) -> tuple[int, ...]:
    return tuple(a)


def get_candidates(a: list[int], level: int, n: int) -> list[int]:
    return [column for column in range(n) if place(len(a), [*a, column])]


def make_move(a: list[int], level: int, n: int, column: int) -> None:
    a.append(column)


def unmake_move(a: list[int], level: int, n: int, column: int) -> None:
    a.pop()


def placements(n: int) -> int:
    engine = Engine(
        n, is_solution, process_solution, get_candidates, make_move, unmake_move, a=[]
    )  # fmt: skip
    return sum(1 for _ in engine.solutions())
