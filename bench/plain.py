"""How are n queens usually solved in Python? The two programs that huisu is compared with.

Both keep the attacked columns and diagonals of the current row in three ints,
as the textbooks do once speed matters. Read compare.py next, which times them.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["count", "solutions"]


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
