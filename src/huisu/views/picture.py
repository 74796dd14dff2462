"""What does a picture of a board show?

Plain data that every view draws alike; nothing here knows how anything looks.
Read text.py next, the simplest view.

Representation: a square is (row, column), both from 0, as in board.py; what is
shown to a reader counts both from 1. Queens may stand anywhere, also in clash.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from huisu.errors import InputError
from huisu.queens.board import Board, Clash, Square, clashes
from huisu.words import Language, word

__all__ = ["MAX_DRAWN", "BoardPicture", "named"]

MAX_DRAWN = 200  #: a larger board leaves no square big enough to see


@dataclass(frozen=True)
class BoardPicture:
    """A board of side n and all that is drawn on it.

    `fixed` are the queens that were given beforehand: they are drawn as queens,
    but told apart. `attacks` asks for the lines between queens that clash,
    `attacked` for the squares that some other queen attacks, `numbers` for a
    number on each queen in row order. Raises InputError for n above 200 and for
    squares off the board.

    >>> BoardPicture(4, queens=((0, 1),), fixed=((3, 2),)).standing
    ((0, 1), (3, 2))
    """

    n: int
    queens: tuple[Square, ...] = ()
    fixed: tuple[Square, ...] = ()
    blocked: tuple[Square, ...] = ()
    marks: tuple[Square, ...] = ()
    numbers: bool = False
    attacks: bool = False
    attacked: bool = False
    coordinates: bool = True
    title: str | None = None
    language: Language = "en"

    def __post_init__(self) -> None:
        """Check the side and that every square is on the board."""
        Board(self.n, blocked=(*self.queens, *self.fixed, *self.blocked, *self.marks))
        if self.n > MAX_DRAWN:
            raise InputError("error.picture.large", n=self.n, most=MAX_DRAWN)

    @cached_property
    def standing(self) -> tuple[Square, ...]:
        """Every queen, fixed or not, in row order."""
        return tuple(sorted({*self.queens, *self.fixed}))

    @cached_property
    def clashes(self) -> tuple[Clash, ...]:
        """The lines to draw: those that hold two or more queens, if they are asked for."""
        return clashes(self.standing) if self.attacks else ()

    @cached_property
    def clashing(self) -> frozenset[Square]:
        """The queens on the lines to draw."""
        return frozenset(square for clash in self.clashes for square in clash.squares)

    @cached_property
    def under_attack(self) -> frozenset[Square]:
        """The squares to shade: those on a line with a queen other than their own."""
        if not self.attacked:
            return frozenset()
        lines = Counter(line for queen in self.standing for line in _lines(queen))
        own = Counter(self.standing)
        squares = ((row, column) for row in range(self.n) for column in range(self.n))
        return frozenset(at for at in squares if any(lines[x] > own[at] for x in _lines(at)))

    @property
    def name(self) -> str:
        """The title, or what the board is in a few words."""
        described = word("picture.board", self.language, n=self.n, queens=len(self.standing))
        return self.title or described

    def description(self) -> list[str]:
        """Return in words, one line each, which squares hold what.

        >>> BoardPicture(4, queens=((0, 1),), marks=((3, 2),)).description()
        ['queens (row, column): (1,2)', 'marked squares (row, column): (4,3)']
        """
        given = set(self.fixed)
        parts = {
            "queens": [queen for queen in self.standing if queen not in given],
            "fixed": sorted(given),
            "blocked": self.blocked,
            "marks": self.marks,
        }
        return [
            word(f"picture.{part}", self.language, squares=named(squares))
            for part, squares in parts.items()
            if squares
        ]

    def clashes_in_words(self) -> list[str]:
        """Return one line of text for each line of attack.

        >>> BoardPicture(4, queens=((0, 1), (2, 3)), attacks=True).clashes_in_words()
        ['same falling diagonal ↘: (1,2) (3,4)']
        """
        return [
            word(f"clash.{clash.line}", self.language, squares=named(clash.squares))
            for clash in self.clashes
        ]


def _lines(square: Square) -> tuple[tuple[str, int], ...]:
    row, column = square
    falling, rising = row - column, row + column
    return ("row", row), ("column", column), ("falling", falling), ("rising", rising)


def named(squares: Iterable[Square]) -> str:
    """Return squares as a reader counts them, from 1.

    >>> named([(0, 1), (3, 2)])
    '(1,2) (4,3)'
    """
    return " ".join(f"({row + 1},{column + 1})" for row, column in squares)
