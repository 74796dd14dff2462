"""How do the textbooks place n queens?

The two plainest programs, recursive and iterative, kept as the specification:
every faster search is tested against them. Read solutions.py next.

x[k] is the column of the queen in row k; t is the row being filled. Both walk
the n-ary tree: every node has n children, and `place` is the constraint
function that kills those under attack.
"""

from __future__ import annotations

from collections.abc import Iterator

from huisu.queens.board import Placement

__all__ = ["place", "solutions_iterative", "solutions_recursive"]


def place(k: int, x: list[int]) -> bool:
    """Return whether the queen of row k is attacked by no queen above it.

    >>> place(1, [0, 2]), place(1, [0, 1])
    (True, False)
    """
    return all(x[j] != x[k] and abs(k - j) != abs(x[k] - x[j]) for j in range(k))


def solutions_recursive(n: int) -> Iterator[Placement]:
    """Yield every solution in lexicographic order, by recursion on the row.

    >>> list(solutions_recursive(4))
    [(1, 3, 0, 2), (2, 0, 3, 1)]
    """
    x = [0] * n

    def backtrack(t: int) -> Iterator[Placement]:
        if t == n:
            yield tuple(x)
            return
        for column in range(n):
            x[t] = column
            if place(t, x):
                yield from backtrack(t + 1)

    yield from backtrack(0)


def solutions_iterative(n: int) -> Iterator[Placement]:
    """Yield every solution in lexicographic order, by a loop that moves t down and up.

    >>> list(solutions_iterative(4))
    [(1, 3, 0, 2), (2, 0, 3, 1)]
    """
    x = [-1] * n
    t = 0
    while t >= 0:
        if t == n:  # every row is filled
            yield tuple(x)
            t -= 1
            continue
        x[t] += 1
        while x[t] < n and not place(t, x):
            x[t] += 1
        if x[t] < n:
            t += 1  # live: go down
        else:
            x[t] = -1  # dead: go back up
            t -= 1
