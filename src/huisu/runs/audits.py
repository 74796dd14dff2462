"""Which units are counted a second time on purpose, and in which way?

About 2 % of them, chosen by their number and a seed; and of each new worker and
each new kernel the first twenty. The second count is to have as little as possible in
common with the first: another worker, another technique or else another form of it,
another orientation of the board. Read books.py next, which compares the two.
"""

from __future__ import annotations

import math
import zlib
from typing import NamedTuple

from huisu.kernel import Kernel, compiled, kernels, technique
from huisu.queens.symmetry import SYMMETRIES
from huisu.runs.books import AUDITED, DONE, Books, Source
from huisu.runs.settings import Settings

__all__ = ["Audits", "Recipe", "recipe"]

_FIRST = 20  # units of a new worker or kernel
#: One unit in so many is audited at most, unless a larger share was asked for; of the join
#: one in more, as an audit takes some twelve times as long as its unit.
_MOST, _MOST_JOINED = 10, 30
_PLAINLY = 10  # one audit of the sweep in so many is made by the plain loop
_TURNED = tuple(name for name in SYMMETRIES if name != "identity")
#: Those that make columns of rows. A unit of the join says of each row in which half its queen
#: stands; turned so, of each column, and a search row by row takes a sixth of the time.
_ACROSS = ("transpose", "quarter-turn", "three-quarter-turn", "anti-transpose")


class Audits:
    """The units that are to be audited, and those that already are.

    Who is new depends on the order in which rows came; for each worker and kernel
    the units count that another source has confirmed, or is to confirm, so that a
    run that goes on does not begin again with everybody.
    """

    def __init__(self, books: Books, settings: Settings) -> None:
        """Look through the books for units that are audited, and for those that should be."""
        self._books, self._settings = books, settings
        most = _MOST_JOINED if technique(settings.kernel) == "join" else _MOST
        self._most = max(books.units // most, math.ceil(settings.audit * books.units))
        self._confirmed: dict[str, set[int]] = {}  # units of a worker or a kernel, at most _FIRST
        self.planned: set[int] = set()
        """The units to be audited, done or not."""
        self.open: set[int] = set()
        """Those that are not done."""
        for unit in books.recounted():
            self.note(unit)
        if settings.audit:
            for unit in range(books.units):
                self.consider(unit)

    def consider(self, unit: int) -> bool:
        """Return whether a unit that has its value from one source is to be audited now."""
        if self._books.state(unit) != DONE:
            return False
        if unit not in self.planned and not self._wanted(unit):
            return False
        self.planned.add(unit)
        self.open.add(unit)
        return True

    def note(self, unit: int) -> None:
        """See whether a unit with several rows is settled now."""
        self.planned.add(unit)
        if self._books.state(unit) == AUDITED:
            self.open.discard(unit)
            for source in self._books.sources(unit):
                self._confirm(source, unit)
        else:
            self.open.add(unit)

    def give_up(self, unit: int) -> None:
        """Leave a unit as it is: nobody could count it again."""
        self.open.discard(unit)

    def _wanted(self, unit: int) -> bool:
        if not self._settings.audit or len(self.planned) >= self._most:
            return False
        source = self._books.sources(unit)[0]
        if not self._chosen(unit) and not self._is_new(source):
            return False
        self._confirm(source, unit)  # as good as confirmed: it will be
        return True

    def _chosen(self, unit: int) -> bool:
        spread = zlib.crc32(unit.to_bytes(8, "little"), self._settings.seed & 0xFFFFFFFF)
        return spread < self._settings.audit * 2**32

    def _is_new(self, source: Source) -> bool:
        return any(len(self._confirmed.get(part, ())) < _FIRST for part in _parts(source))

    def _confirm(self, source: Source, unit: int) -> None:
        for part in _parts(source):
            units = self._confirmed.setdefault(part, set())
            if len(units) < _FIRST:
                units.add(unit)


def _parts(source: Source) -> tuple[str, str]:
    return f"worker {source.worker}", f"kernel {source.kernel}"


class Recipe(NamedTuple):
    """How to count a unit."""

    kernel: str
    orientation: str
    avoid: frozenset[str] = frozenset()
    """Workers that should not do it, if there are others."""


def recipe(n: int, unit: int, sources: list[Source]) -> Recipe:
    """Return how to count a unit that these have counted, with little in common with them.

    >>> recipe(8, 0, [Source("anna", "bitmask-avx2", "identity")]).orientation != "identity"
    True
    """
    chance = zlib.crc32(unit.to_bytes(8, "little"))
    names = {source.kernel for source in sources}
    able = _ACROSS if any(technique(name) == "join" for name in names) else _TURNED
    used = {source.orientation for source in sources}
    fresh = [name for name in able if name not in used] or list(able)
    kernel = _kernel(n, names, chance // len(SYMMETRIES))
    workers = frozenset(source.worker for source in sources)
    return Recipe(kernel, fresh[chance % len(fresh)], workers)


def _kernel(n: int, used: set[str], chance: int) -> str:
    """Return a kernel that is not among those used: another technique, or else its plainest form.

    Only the plain loop is another technique for a unit of the sweep, and it takes 20 to
    30 times as long. So most of these are audited by the sweep of another instruction
    set, one in _PLAINLY by the plain loop. Plain Python would take too long,
    unless there is nothing else.
    """
    able = [k for k in kernels() if k.counts_jobs and k.max_n >= n and _compiled(k) == compiled]
    techniques = {technique(name) for name in used}
    others = [technique(k.name) for k in able if technique(k.name) not in techniques]
    if techniques == {"sweep"} and chance % _PLAINLY:
        sweeps = [k.name for k in able if technique(k.name) == "sweep" and k.supported]
        others = [name for name in sweeps if name not in used] + others
    plainest = [k.name for k in reversed(able) if k.name not in used and _is_plain(k)]
    return next(iter([*others, *plainest, *(k.name for k in reversed(able))]))


def _compiled(kernel: Kernel) -> bool:
    return kernel.name != "python"


def _is_plain(kernel: Kernel) -> bool:
    """Whether every machine can run it."""
    return kernel.name.endswith("baseline") or kernel.name == "python"
