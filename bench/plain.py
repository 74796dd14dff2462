"""How are n queens usually solved in Python? The programs that huisu is compared with.

`solutions` and `count` keep the attacked columns and diagonals of the current
row in three ints, as the textbooks do once speed matters. `learnt` and
`collected` are what one writes first: the textbook's `place`, which looks at
every queen above. Read compare.py and engine.py next, which time them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["collected", "count", "learnt", "place", "solutions"]


def solutions(n: int) -> Iterator[tuple[int, ...]]:
    """Yield every solution in lexicographic order, by a recursive generator."""
    full = (1 << n) - 1

    def place(
        x: tuple[int, ...], columns: int, falling: int, rising: int
    ) -> Iterator[tuple[int, ...]]:
        if columns == full:
            yield x
            return
        free = full & ~(columns | falling | rising)
        while free:
            queen = free & -free
            free ^= queen
            yield from place(
                (*x, queen.bit_length() - 1),
                columns | queen,
                (falling | queen) << 1,
                (rising | queen) >> 1,
            )

    return place((), 0, 0, 0)


def count(n: int) -> int:
    """Return the number of solutions, by recursion; the mirror saves half of the work."""
    full = (1 << n) - 1

    def place(columns: int, falling: int, rising: int) -> int:
        if columns == full:
            return 1
        found = 0
        free = full & ~(columns | falling | rising)
        while free:
            queen = free & -free
            free ^= queen
            found += place(columns | queen, (falling | queen) << 1, (rising | queen) >> 1)
        return found

    def first_queen(column: int) -> int:
        queen = 1 << column
        return place(queen, queen << 1, queen >> 1)

    twice = 2 * sum(first_queen(column) for column in range(n // 2))
    return twice + (first_queen(n // 2) if n % 2 else 0)


def place(k: int, x: Sequence[int]) -> bool:
    """Return whether the queen of row k is attacked by none above it."""
    column = x[k]
    for j in range(k):  # noqa: SIM110 - the loop is the point
        if x[j] == column or abs(x[j] - column) == k - j:
            return False
    return True


def learnt(n: int) -> Iterator[tuple[int, ...]]:
    """Yield every solution, by a recursive generator that asks `place`."""
    x = [0] * n

    def from_row(k: int) -> Iterator[tuple[int, ...]]:
        if k == n:
            yield tuple(x)
            return
        for x[k] in range(n):
            if place(k, x):
                yield from from_row(k + 1)

    return from_row(0)


def collected(n: int) -> list[tuple[int, ...]]:
    """Return every solution, appended to a list by a recursion that asks `place`."""
    x, found = [0] * n, []

    def from_row(k: int) -> None:
        if k == n:
            found.append(tuple(x))
            return
        for x[k] in range(n):
            if place(k, x):
                from_row(k + 1)

    from_row(0)
    return found
