"""In which order do circuit boards stand so that the fewest wires run side by side?

The permutation tree; the bound is the density so far. Read stamps.py next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from huisu.backtrack import Problem
from huisu.classics.base import Classic, listed, unused
from huisu.classics.instance import keep_sets, keep_whole
from huisu.words import Language, word

__all__ = ["BoardLayout"]


@dataclass(frozen=True)
class BoardLayout(Classic):
    """电路板排列问题: x[k] is the board in slot k.

    Each net is a wire that joins some of the boards, from the first of its
    slots to the last. The density is the greatest number of wires between two
    neighbouring slots; it is to be least.

    >>> from huisu.backtrack import best
    >>> best(BoardLayout().problem()).value
    2
    """

    boards: int = 8
    nets: tuple[tuple[int, ...], ...] = ((3, 4, 5), (1, 2), (0, 2), (2, 5), (6, 7))

    name = "board-layout"
    goal = "best"
    tree = "permutation"
    numbered = frozenset({"nets"})

    def __post_init__(self) -> None:
        """Refuse nets of boards that there are not."""
        keep_whole(self, "boards")
        keep_sets(self, "nets", self.boards)

    def make_problem(self) -> Problem[int]:
        """State the problem with the textbook's running density."""
        slots = _Slots(self)
        return Problem(
            depth=self.boards,
            domain=unused(range(self.boards)),
            bound=lambda k, x: slots.density[-1],
            value=lambda x: slots.density[-1],
            sense="minimise",
            push=slots.push,
            pop=slots.pop,
            name=self.problem_name,
            tree=self.tree,
        )

    def check(self, x: Sequence[int]) -> bool:
        """Return whether x names each board once."""
        return sorted(x) == list(range(self.boards))

    def worth(self, x: Sequence[int]) -> int:
        """Return the density, from the first and the last slot of each net."""
        slot = {board: k for k, board in enumerate(x)}
        spans = [sorted(slot[board] for board in net) for net in self.nets if net]
        return max((sum(s[0] <= k < s[-1] for s in spans) for k in range(len(x))), default=0)

    def label(self, value: int) -> int:
        """Return the number of a board, from 1."""
        return value + 1

    def answer(self, x: Sequence[int], language: Language = "en") -> str:
        """Return the order of the boards and its density."""
        order = listed(map(self.label, x), language)
        return word("classic.board-layout.answer", language, order=order, density=self.worth(x))


class _Slots:
    """For each net how many of its boards have a slot, and the density so far, as a stack."""

    def __init__(self, layout: BoardLayout) -> None:
        self.total = [len(net) for net in layout.nets]
        self.nets_of: list[list[int]] = [[] for _ in range(layout.boards)]
        for net, boards in enumerate(layout.nets):
            for board in boards:
                self.nets_of[board].append(net)
        self.now = [0] * len(self.total)
        self.density = [0]

    def push(self, k: int, x: Sequence[int]) -> None:
        for net in self.nets_of[x[k]]:
            self.now[net] += 1
        # a net with some boards in slots, and not all, runs on to the next slot
        wires = sum(0 < now < total for now, total in zip(self.now, self.total, strict=True))
        self.density.append(max(self.density[-1], wires))

    def pop(self, k: int, x: Sequence[int]) -> None:
        for net in self.nets_of[x[k]]:
            self.now[net] -= 1
        del self.density[-1]
