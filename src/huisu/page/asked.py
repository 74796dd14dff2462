"""Which search does an address of the page ask for, and may it be recorded?

The parameters are those of the page's address; the same ones name a search in
a page saved as one file. Read document.py next.

    p         a textbook problem, `queens` by default
    n         the side of the board, for queens
    tree      `permutation` or `n-ary`, for queens
    goal      `all` answers, or `one`: stop at the first; `best` where the problem asks for it
    order     in which the values are tried, with `seed` for the random one
    fix       squares that have a queen, `1,1;2,4`, and `block`: those that have none
    instance  the data of another problem, as JSON
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from huisu.backtrack import Order, estimate
from huisu.backtrack.order import ORDERS
from huisu.classics import CLASSICS, Classic, Queens, instance_from_json
from huisu.errors import InputError
from huisu.page.exhibit import Exhibit
from huisu.progress import Progress
from huisu.trace import trace

__all__ = ["MAX_SHOWN", "NAMES", "Asked", "asked"]

MAX_SHOWN = 600_000  #: nodes: all solutions of 11 queens have 546,358
_SECONDS = 30.0  #: no record takes longer
_MAX_N = 30  #: a board and a path that can be seen
_MAX_INSTANCE = 10_000  #: characters of an instance

#: The parameters that name a search, in the order in which they are written.
NAMES = ("p", "n", "tree", "goal", "order", "seed", "fix", "block", "instance")


@dataclass(frozen=True)
class Asked:
    """A search that was asked for, checked but not yet made."""

    classic: Classic
    goal: str
    order: Order
    seed: int
    address: tuple[tuple[str, str], ...]

    def exhibit(self, on_progress: Callable[[Progress], None] | None = None) -> Exhibit:
        """Record the search; raise InputError if it is too large to be shown.

        >>> len(asked({"n": "4"}).exhibit().trace)
        33
        """
        if self.goal == "all":
            self._must_be_small()
        recorded = trace(
            self.classic.problem(),
            goal=self.classic.goal, order=self.order, seed=self.seed,
            nodes=MAX_SHOWN, seconds=_SECONDS, solutions=1 if self.goal == "one" else None,
            on_progress=on_progress,
        )  # fmt: skip
        if recorded.outcome in ("nodes", "seconds"):
            raise InputError(
                f"error.page.{recorded.outcome}", most=f"{MAX_SHOWN:,}", seconds=f"{_SECONDS:g}"
            )
        return Exhibit(recorded, dict(self.address), self.classic)

    def _must_be_small(self) -> None:
        """Refuse a search that Knuth's estimate finds much too large."""
        expected = estimate(self.classic.problem(), probes=200, seed=0).nodes
        if expected > MAX_SHOWN:
            raise InputError("error.page.large", nodes=rounded(expected), most=f"{MAX_SHOWN:,}")


def rounded(number: float) -> str:
    """Return an estimate with as many digits as it deserves.

    >>> rounded(1234567.0), rounded(3.2e15)
    ('1,200,000', '3.2e+15')
    """
    return f"{float(f'{number:.2g}'):,.0f}" if number < 1e12 else f"{number:.2g}"


def asked(parameters: Mapping[str, str]) -> Asked:
    """Return the search that an address asks for; raise InputError for one that there is not.

    Parameters that do not name a search, such as `step`, are passed over. The
    address of what is returned says everything but what is by default.

    >>> asked({"p": "queens", "n": "4", "goal": "all", "step": "17"}).address
    (('p', 'queens'), ('n', '4'))
    """
    given = {name: parameters[name] for name in NAMES if parameters.get(name)}
    name = given.get("p", "queens")
    if name not in CLASSICS:
        raise InputError("error.page.problem", name=name[:40], names=", ".join(CLASSICS))
    classic = _queens(given) if name == "queens" else _classic(name, given)
    goal = _one_of(given, "goal", ("all", "one") if classic.goal == "all" else ("best",))
    order = cast("Order", _one_of(given, "order", ORDERS))
    seed = _number(given, "seed", 0, 10**9)
    usual = {"tree": "permutation", "goal": classic.goal, "order": "lexicographic", "seed": "0"}
    kept = {"p": name, **{each: given[each] for each in NAMES if each in given}}
    address = tuple((each, value) for each, value in kept.items() if usual.get(each) != value)
    return Asked(classic, goal, order, seed, address)


def _queens(given: Mapping[str, str]) -> Queens:
    given = {"n": "4", **given}
    n = _number(given, "n", 4, _MAX_N)
    tree = cast("Any", _one_of(given, "tree", ("permutation", "n-ary")))
    fixed, blocked = _squares(given, "fix"), _squares(given, "block")
    if fixed or blocked:
        return Queens(n=n, tree=tree, fixed=fixed, blocked=blocked)
    return Queens(n=n, tree=tree)


def _classic(name: str, given: Mapping[str, str]) -> Classic:
    text = given.get("instance")
    if text is None:
        return CLASSICS[name]()
    if len(text) > _MAX_INSTANCE:
        raise InputError("error.page.instance", length=f"{len(text):,}", most=f"{_MAX_INSTANCE:,}")
    return instance_from_json(CLASSICS[name], text)


def _one_of(given: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    """Return a parameter's word, by default the first of those there are."""
    value = given.get(name, choices[0])
    if value not in choices:
        raise InputError(
            "error.page.choice", name=name, value=value[:40], choices=", ".join(choices)
        )
    return value


def _number(given: Mapping[str, str], name: str, usual: int, most: int) -> int:
    text = given.get(name, str(usual))
    if not (text.isascii() and text.isdigit()) or len(text) > 12 or int(text) > most:
        raise InputError("error.page.number", name=name, value=text[:40], most=most)
    return int(text)


def _squares(given: Mapping[str, str], name: str) -> tuple[tuple[int, int], ...]:
    """Return the squares of a text such as `1,1;2,4`, counted from 0."""
    found = []
    for square in filter(None, given.get(name, "").split(";")):
        numbers = square.split(",")
        if len(numbers) != 2 or not all(each.isascii() and each.isdigit() for each in numbers):
            raise InputError("error.page.squares", name=name, value=square[:40])
        found.append((int(numbers[0][:9]) - 1, int(numbers[1][:9]) - 1))
    return tuple(found)
