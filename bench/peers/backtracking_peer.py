"""n queens by the package backtracking 0.1.2: a solver class with states and actions.

    pip install --target /tmp/peers backtracking==0.1.2 numpy
    PYTHONPATH=/tmp/peers python bench/engine.py \
        'backtracking, its example=bench/peers/backtracking_peer.py:example' \
        'backtracking, open squares=bench/peers/backtracking_peer.py:boards' \
        'backtracking, place=bench/peers/backtracking_peer.py:placements'

Only its example needs numpy. Read ../engine.py next, which calls these.
"""

from __future__ import annotations

import io
import runpy
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from plain import place

package = import_module("backtracking")
Solver: Any = package.BacktrackingSolver
Squares = list[list[bool]]


class Boards(Solver):  # type: ignore[misc]
    """A state is a board of open squares, copied for each queen, as in the package's example."""

    def __init__(self, n: int) -> None:
        """Begin with all squares open."""
        self.n = n

    def get_initial_state(self) -> tuple[int, Squares]:
        """Return the next row, and the squares."""
        return 0, [[True] * self.n for _ in range(self.n)]

    def get_valid_action_set(self, state: tuple[int, Squares]) -> list[int]:
        """Return the open columns of the next row."""
        row, squares = state
        return [column for column in range(self.n) if squares[row][column]]

    def do_action(self, action: int, state: tuple[int, Squares]) -> tuple[int, Squares]:
        """Return the board without the squares that a queen attacks below."""
        row, squares = state
        squares = [line[:] for line in squares]
        for below in range(row + 1, self.n):
            away = below - row
            for column in (action - away, action, action + away):
                if 0 <= column < self.n:
                    squares[below][column] = False
        return row + 1, squares

    def is_state_solution(self, state: tuple[int, Squares]) -> bool:
        """Return whether all rows have a queen."""
        return state[0] == self.n


class Placements(Solver):  # type: ignore[misc]
    """The leanest statement: a state is a placement, and the actions are what `place` allows."""

    def __init__(self, n: int) -> None:
        """Begin without a queen."""
        self.n = n

    def get_initial_state(self) -> tuple[int, ...]:
        """Return the placement without a queen."""
        return ()

    def get_valid_action_set(self, state: tuple[int, ...]) -> list[int]:
        """Return the columns that no queen attacks."""
        return [column for column in range(self.n) if place(len(state), (*state, column))]

    def do_action(self, action: int, state: tuple[int, ...]) -> tuple[int, ...]:
        """Return the placement with one more queen."""
        return (*state, action)

    def is_state_solution(self, state: tuple[int, ...]) -> bool:
        """Return whether all rows have a queen."""
        return len(state) == self.n


def example(n: int) -> int:
    return len(_example()["NQueensSolver"](n).solve(verbose=0))


@cache
def _example() -> dict[str, Any]:
    """Return the names of the package's own example, which solves 6 queens when it is run."""
    file = Path(str(package.__file__)).parent.parent / "examples" / "n_queens.py"
    with redirect_stdout(io.StringIO()):
        return runpy.run_path(str(file))


def boards(n: int) -> int:
    return len(Boards(n).solve(verbose=0))


def placements(n: int) -> int:
    return len(Placements(n).solve(verbose=0))
