"""Which problems is the engine tried on, and how? Small ones drawn at random, and the queens.

Representation: what a drawn problem answers is a checksum of its seed and the
question, so that the same question has the same answer whenever it is asked.
Its solutions are found by going through all vectors there are. `Watched` states
it for the engine and writes every call down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, get_args
from zlib import crc32

from hypothesis import strategies as st

from huisu.backtrack import Driver, Goal, Order, Problem, Sense
from huisu.backtrack import solutions as solutions_of

DRIVERS = get_args(Driver)

Vector = tuple[int, ...]
Call = tuple[str, Vector]


def place(k: int, x: Sequence[int]) -> bool:
    """Return whether the queen of row k is attacked by none above it."""
    return all(x[j] != x[k] and abs(x[j] - x[k]) != k - j for j in range(k))


def queens(n: int) -> Problem[int]:
    return Problem(n, range(n), place, name=f"{n} queens")


def permutation_queens(n: int) -> Problem[int]:
    return Problem(n, lambda k, x: [c for c in range(n) if c not in x], place)


@dataclass(frozen=True)
class Drawn:
    """A problem drawn at random: domains of 0 to 4 values, about three nodes in four feasible."""

    seed: int
    depth: int
    sense: Sense
    is_stateful: bool
    has_one_domain: bool

    def drawn(self, what: str, x: Sequence[int], below: int) -> int:
        return crc32(repr((self.seed, what, tuple(x))).encode()) % below

    def domain(self, k: int, x: Sequence[int]) -> range:
        asked = () if self.has_one_domain else (k, *x)
        first = self.drawn("first", asked, 3)
        return range(first, first + self.drawn("width", asked, 5))

    def feasible(self, k: int, x: Sequence[int]) -> bool:
        return self.drawn("feasible", x, 4) > 0

    def value(self, x: Sequence[int]) -> int:
        return self.drawn("value", x, 9)

    def bound(self, k: int, x: Sequence[int]) -> int:
        """Return the best value below x, or something better than it."""
        values = [self.value(y) for y in self.vectors() if y[: k + 1] == tuple(x)]
        slack = self.drawn("bound", x, 3)
        if self.sense == "maximise":
            return max(values, default=-1) + slack
        return min(values, default=9) - slack

    def vectors(self) -> list[Vector]:
        """Return the solutions, in lexicographic order."""
        if self not in _vectors:
            _vectors[self] = [x for x in product(range(7), repeat=self.depth) if self.holds(x)]
        return _vectors[self]

    def holds(self, x: Vector) -> bool:
        return all(
            x[k] in self.domain(k, x[:k]) and self.feasible(k, x[: k + 1]) for k in range(len(x))
        )

    def best(self) -> tuple[int, Vector] | None:
        """Return the best value, and the first of the solutions that have it."""
        choice = max if self.sense == "maximise" else min
        found = self.vectors()
        return choice(((self.value(x), x) for x in found), key=lambda b: b[0]) if found else None


_vectors: dict[Drawn, list[Vector]] = {}

drawn_problems = st.builds(
    Drawn,
    seed=st.integers(0, 10**6),
    depth=st.integers(0, 4),
    sense=st.sampled_from(["maximise", "minimise"]),
    is_stateful=st.booleans(),
    has_one_domain=st.booleans(),
)


@dataclass
class Watched:
    """States a drawn problem anew at each call, and writes down what is asked of it.

    `before` is called first, with the number of the question; it may raise.
    """

    drawn: Drawn
    before: Callable[[int], object] = lambda number: None
    calls: list[Call] = field(default_factory=list)

    def __call__(self) -> Problem[int]:
        drawn, stack = self.drawn, []  # type: ignore[var-annotated]

        def asked(name: str, k: int, x: Sequence[int], *, own: int) -> None:
            """Write a question down, and check what it may see: x, and the state of the run."""
            self.calls.append((name, tuple(x)))
            self.before(len(self.calls) - 1)
            assert len(x) == k + own
            if drawn.is_stateful:
                with_own = name in ("bound", "value", "pop")
                assert stack == list(x[: k + with_own])

        def watched(name: str, own: int = 1) -> Callable[[int, Sequence[int]], Any]:
            def answer(k: int, x: Sequence[int]) -> Any:
                asked(name, k, x, own=own)
                return getattr(drawn, name)(k, x)

            return answer

        def value(x: Sequence[int]) -> int:
            asked("value", len(x) - 1, x, own=1)
            return drawn.value(x)

        def push(k: int, x: Sequence[int]) -> None:
            asked("push", k, x, own=1)
            stack.append(x[k])

        def pop(k: int, x: Sequence[int]) -> None:
            asked("pop", k, x, own=1)
            stack.pop()

        return Problem(
            depth=drawn.depth,
            domain=drawn.domain(0, ()) if drawn.has_one_domain else watched("domain", own=0),
            feasible=watched("feasible"),
            bound=watched("bound"),
            value=value,
            sense=drawn.sense,
            push=push if drawn.is_stateful else None,
            pop=pop if drawn.is_stateful else None,
        )


def backwards(k: int, x: Sequence[int], values: Sequence[int]) -> Sequence[int]:
    return values[::-1]


#: All that one search may differ in from another of the same problem.
choices = st.fixed_dictionaries(
    {
        "goal": st.sampled_from(get_args(Goal)),
        "order": st.sampled_from([*get_args(Order), backwards]),
        "seed": st.integers(0, 3),
        "driver": st.sampled_from(DRIVERS),
    }
)


def whole(drawn: Drawn, chosen: dict[str, Any]) -> tuple[list[Vector], Any, Any]:
    """Return what a search finds that nothing disturbs, its statistics and its best."""
    run = solutions_of(Watched(drawn), **chosen)
    return list(run), run.stats, run.best
