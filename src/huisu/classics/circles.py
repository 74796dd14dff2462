"""In which order do circles, standing on a line side by side, take the least width?

The permutation tree; the bound is the width that the circles so far are sure to
take. Read board_layout.py next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, sqrt
from numbers import Real

from huisu.backtrack import Problem
from huisu.classics.base import Classic, listed, unused
from huisu.classics.instance import elements, got, keep
from huisu.errors import InputError
from huisu.words import Language, word

__all__ = ["Circles"]


@dataclass(frozen=True)
class Circles(Classic):
    """圆排列问题: x[k] is the circle that stands k-th from the left.

    All circles touch the bottom of a rectangle, whose width is to be least.
    Widths are compared to 12 digits, for those of an order and its mirror image
    differ by rounding alone; the first of equal ones is the answer.

    >>> from huisu.backtrack import best
    >>> best(Circles().problem())
    Best(value=7.65685424949, solution=(0, 2, 1))
    """

    radii: tuple[float, ...] = (1, 1, 2)

    name = "circles"
    goal = "best"
    tree = "permutation"

    def __post_init__(self) -> None:
        """Refuse what is no radius, and circles whose width is too large for a float."""
        keep(self, "radii", tuple(map(self._radius, elements(self, "radii"))))
        if not isfinite(2 * sum(map(float, self.radii))):
            raise InputError("error.classic.width", most="1e308")

    def _radius(self, value: object) -> float:
        is_number = isinstance(value, Real) and not isinstance(value, bool)
        try:
            radius = float(value) if is_number else 0.0  # type: ignore[arg-type]
        except OverflowError:
            raise InputError("error.classic.width", most="1e308") from None
        if not (radius > 0 and isfinite(radius)):
            raise InputError("error.classic.radius", **got(self, "radii", value))
        return value if isinstance(value, int) else radius

    def make_problem(self) -> Problem[int]:
        """State the problem with the centres of the circles that stand already."""
        row = _Row(self.radii)
        return Problem(
            depth=len(self.radii),
            domain=unused(range(len(self.radii))),
            bound=row.bound,
            value=row.value,
            sense="minimise",
            push=row.push,
            pop=row.pop,
            name=self.problem_name,
            tree=self.tree,
        )

    def check(self, x: Sequence[int]) -> bool:
        """Return whether x names each circle once."""
        return sorted(x) == list(range(len(self.radii)))

    def worth(self, x: Sequence[int]) -> float:
        """Return the width: the longest chain of circles, each touching the next.

        A chain leads from the left side through circles in their order to the
        right side; two circles that touch have their centres 2 sqrt(ab) apart.
        """
        radii = [float(self.radii[circle]) for circle in x]
        reach: list[float] = []  # from the left side to each centre at least
        for k, r in enumerate(radii):
            pushed = (reach[j] + 2 * sqrt(radii[j]) * sqrt(r) for j in range(k))
            reach.append(max((r, *pushed)))
        return max((a + r for a, r in zip(reach, radii, strict=True)), default=0.0)

    def label(self, value: int) -> int:
        """Return the number of a circle, from 1."""
        return value + 1

    def answer(self, x: Sequence[int], language: Language = "en") -> str:
        """Return the circles and their radii from left to right, and the width."""
        return word(
            "classic.circles.answer",
            language,
            circles=listed(map(self.label, x), language),
            radii=listed((f"{self.radii[circle]:.10g}" for circle in x), language),
            width=f"{self.worth(x):.10g}",
        )


class _Row:
    """The radii and centres of the circles that stand already; the first one's centre is 0."""

    def __init__(self, radii: Sequence[float]) -> None:
        self.radii = [float(radius) for radius in radii]
        self.r: list[float] = []
        self.centres: list[float] = []

    def push(self, k: int, x: Sequence[int]) -> None:
        """Let the newest circle touch one before it, as far right as any of them makes it."""
        r = self.radii[x[k]]
        touching = (
            centre + 2 * sqrt(before) * sqrt(r)
            for centre, before in zip(self.centres, self.r, strict=True)
        )
        self.centres.append(max(touching, default=0.0))
        self.r.append(r)

    def pop(self, k: int, x: Sequence[int]) -> None:
        del self.centres[-1], self.r[-1]

    def bound(self, k: int, x: Sequence[int]) -> float:
        """From the left of the first circle to the right of the newest it is never less."""
        return self.r[0] + self.centres[-1] + self.r[-1]

    def value(self, x: Sequence[int]) -> float:
        """Return the width: neither end need be that of the first or the last circle."""
        circles = list(zip(self.centres, self.r, strict=True))
        right = max((centre + r for centre, r in circles), default=0.0)
        left = min((centre - r for centre, r in circles), default=0.0)
        return float(f"{right - left:.12g}")
