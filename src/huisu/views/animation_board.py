"""What stands on the board at a step of a recorded search for n queens?

The queens on the live path, stars on the squares tried and given up, and on a
rejection the line from the queen that attacks. Read animation_parts.py next,
which draws them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from huisu.queens.board import Clash, Square, clashes
from huisu.trace import Moment, Trace
from huisu.trace.lists import KILLED

__all__ = ["SearchBoard", "Standing"]

_NO_ATTACK = ("#", "F")  # the marks of a blocked square, and of another queen fixed in the row


@dataclass(frozen=True)
class Standing:
    """What a board shows at one step; squares count from 0."""

    queens: tuple[Square, ...]
    """In the order of their placement, which is that of the rows."""
    tried: tuple[Square, ...]
    attack: Clash | None


class SearchBoard:
    """The board of a recorded search, at any step.

    >>> from huisu.classics import Queens
    >>> from huisu.trace import Replay, trace
    >>> search = trace(Queens(n=4).problem())
    >>> board = SearchBoard(search)
    >>> board.at(Replay(search).at(9)).queens, board.at(Replay(search).at(9)).tried
    (((0, 0), (1, 3)), ((1, 1), (1, 2)))
    """

    def __init__(self, trace: Trace) -> None:
        """Keep the record, which must be one that `is_board` of player_board.py accepts."""
        self.trace = trace

    @cached_property
    def _children(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in range(len(self.trace))]
        for node in range(1, len(self.trace)):
            found[self.trace.parent[node]].append(node)
        return found

    def square(self, node: int) -> Square:
        """Return the square that a node adds a queen on."""
        return self.trace.level[node] - 1, self.trace.value[node] - 1

    def at(self, moment: Moment) -> Standing:
        """Return what the board shows at a step."""
        live = set(moment.live)
        tried = [
            self.square(child)
            for node in moment.live
            for child in self._children[node]
            if child < moment.generated and child not in live
        ]
        queens = tuple(self.square(node) for node in moment.live[1:])
        return Standing(queens, tuple(tried), self._attack(moment, queens))

    def _attack(self, moment: Moment, queens: tuple[Square, ...]) -> Clash | None:
        """Return the line from the first queen that attacks the one just refused."""
        node = moment.node
        if moment.kind != "generated" or self.trace.fate[node] != KILLED:
            return None
        if self.trace.cause(node).mark in _NO_ATTACK:
            return None
        refused = self.square(node)
        return next((line for queen in queens for line in clashes((queen, refused))), None)
