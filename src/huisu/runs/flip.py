"""Do the counts of a mirror plan agree with each other, and which of them can be wrong if not?

Turned upside down, a solution is a solution, so there are as many whose last queen
stands in column c as there are whose first does. Read verify.py next, which asks.

    w[c]   weight of column c, a random 64-bit number, the same for c and its mirror image
    T      of a unit: the sum of w[column of the last queen] over its solutions, weighted
           like its count
    group  of a unit: the column of its first queens, in the left half or the middle
    C[g]   the sum of the counts of group g: left and mirrored right column together

    the sum of T over all units  =  the sum of C[g] * w[g] over all groups     (mod 2^64)

The left side comes from the ends of the solutions, the right side from their
beginnings. A solution that begins and ends in the same column, or in mirrored ones,
adds the same to both sides: that one is missing is beyond this check.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from huisu.splitmix import splitmix64

__all__ = ["MOST", "Explanation", "difference", "explanations", "weights"]

_WORD = (1 << 64) - 1

#: The largest error of a count that is looked for. Chance explains a difference by one so small
#: in fewer than one of a hundred thousand cases.
MOST = 1 << 32


@cache
def weights(n: int) -> tuple[int, ...]:
    """Return w[c] = splitmix64(min(c, n - 1 - c) + 1) for each column.

    >>> weights(4) == (splitmix64(1), splitmix64(2), splitmix64(2), splitmix64(1))
    True
    """
    return tuple(splitmix64(min(c, n - 1 - c) + 1) for c in range(n))


def difference(n: int, counts: Mapping[int, int], flips: int) -> int:
    """Return the sum of T less what the counts of the groups say it is, mod 2^64: 0 if all is well.

    Both solutions of a board of 4 begin in a middle column and end in the other one.

    >>> difference(4, {0: 0, 1: 2}, 2 * weights(4)[2])
    0
    """
    w = weights(n)
    return (flips - sum(count * w[group] for group, count in counts.items())) & _WORD


class Explanation(NamedTuple):
    """A smallest error that explains a difference: counts of a group, with or without their T.

    `error` is what the counts of the first group have too much. With one group
    their T is right. With two, T is wrong too: solutions that end in a column of
    the second group; or that many of the second group, ending in the first, are missing.
    """

    groups: tuple[int, ...]
    error: int


def explanations(n: int, difference: int) -> list[Explanation]:
    """Return what small errors explain a difference, the smallest first; most often one or none.

    None is found for a difference of 0, and for a T that is wrong alone, which
    may stand in any group.

    >>> w = weights(8)
    >>> explanations(8, -2 * w[3] & (1 << 64) - 1)  # a count of group 3 that is 2 too large
    [Explanation(groups=(3,), error=2)]
    """
    if not difference:
        return []
    w = weights(n)[: (n + 1) // 2]
    found = [
        Explanation((group,), error)
        for group, weight in enumerate(w)
        for error in _factors(-weight, difference)
    ]
    found += [
        Explanation((first, last), error)
        for last in range(len(w))
        for first in range(last)
        for error in _factors(w[last] - w[first], difference)
    ]
    return sorted(found, key=lambda explanation: abs(explanation.error))


def _factors(weight: int, product: int) -> list[int]:
    """Return the factor that makes the product of a weight mod 2^64, if there is a small one."""
    weight &= _WORD
    low = weight & -weight  # the largest power of two in it
    if product % low:
        return []
    modulus = (1 << 64) // low
    factor = product // low * pow(weight // low, -1, modulus) % modulus
    factor = min(factor, factor - modulus, key=abs)
    return [factor] if abs(factor) <= MOST else []
