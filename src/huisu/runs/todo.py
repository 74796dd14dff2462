"""Which unit is to be counted next, and what follows from a result?

Disputes come first, then audits and units that have failed, then those that are
open, the largest first. Read coordinator.py next, which hands them out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container

from huisu.runs.audits import Audits
from huisu.runs.books import AUDITED, DISPUTED, DONE, OPEN, Books
from huisu.runs.eta import Pace, Work
from huisu.runs.plan import Units
from huisu.runs.row import Row
from huisu.runs.settings import Settings

__all__ = ["ToDo"]

_MOST_ROWS = 8  # of a unit in dispute: who has not agreed by then never will
_SLOWER = 4  # times: what an audit may take, while none was made


class ToDo:
    """The units of a run, by what is still to be done about them.

    It changes the books, nobody else does.
    """

    def __init__(self, units: Units, books: Books, settings: Settings, pace: Pace) -> None:
        """Begin with what the books say; the pace may know already what was counted."""
        self.books, self.pace = books, pace
        self.audits = Audits(books, settings)
        self.parked: dict[int, str] = {}
        """The units that are given up, and why."""
        self._share = settings.audit
        self._nodes = units.nodes
        self._recounts = Pace(units.nodes, guess=0.0)
        self._order, self._next = units.order(), 0
        self._soon = deque(sorted(self.audits.open))
        self._reopen()

    @property
    def ended(self) -> bool:
        """Whether there is nothing more to count."""
        return self.books.done + len(self.parked) == self.books.units and not self.audits.open

    def take(self, out: Container[int]) -> int | None:
        """Return the unit to be counted next, which is not out; None if there is none."""
        while self._soon:
            unit = self._soon.popleft()
            if unit not in out and self.needs(unit):
                return unit
        while self._next < len(self._order):
            unit = self._order[self._next]
            self._next += 1
            if unit not in out and self.books.state(unit) == OPEN and unit not in self.parked:
                return unit
        return None

    def needs(self, unit: int) -> bool:
        """Whether a unit is to be counted, for the first time or again."""
        state = self.books.state(unit)
        if state == DONE:
            return unit in self.audits.open
        return state != AUDITED and unit not in self.parked

    def again(self, unit: int) -> None:
        """A unit has come back without an answer."""
        self._soon.append(unit)

    def enter(self, row: Row) -> set[str]:
        """Take in a result; return the workers that it proves wrong."""
        unit, was_done = row.unit, self._is_done(row.unit)
        new = self.books.enter(row) == "new"
        (self.pace if new else self._recounts).enter(unit, row.seconds)
        if self._is_done(unit) != was_done:
            (self.pace.open if was_done else self.pace.close)([unit])
        self._plan(unit)
        return self.books.losers(unit) - self.books.quarantined

    def quarantine(self, worker: str) -> None:
        """Trust a worker no more: what it alone has counted is open again."""
        self._soon.extend(self.books.quarantine(worker))
        for unit in self.books.recounted():
            self._plan(unit)
        self._reopen()

    def losers(self) -> set[str]:
        """Return the workers that are proved wrong and not in quarantine."""
        wrong = (self.books.losers(unit) for unit in self.books.recounted())
        return set().union(*wrong) - self.books.quarantined

    def give_up(self, unit: int, why: str) -> None:
        """Count a unit no more: it is parked, or stays as it is if it has a value."""
        if not self._is_done(unit):
            self.parked[unit] = why
        self.audits.give_up(unit)

    def is_hopeless(self, unit: int) -> bool:
        """Whether so many have counted a unit without agreeing that one more will not help."""
        return self.books.state(unit) == DISPUTED and len(self.books.sources(unit)) >= _MOST_ROWS

    def left(self) -> Work:
        """Return the worker-seconds until the end, audits included."""
        counting, recounting = self.pace.left(), self._seconds_a_recount()
        open_audits = sum(self._nodes[unit] for unit in self.audits.open if self._is_done(unit))
        audits = recounting * (open_audits + self._share * self.pace.open_nodes)
        return Work(counting.seconds + audits, counting.error)

    def _seconds_a_recount(self) -> float:
        """Return the worker-seconds for an expected node when it is counted again."""
        if self._recounts.known:
            return self._recounts.seconds_a_node
        return _SLOWER * self.pace.seconds_a_node

    def _is_done(self, unit: int) -> bool:
        return self.books.state(unit) in (DONE, AUDITED)

    def _plan(self, unit: int) -> None:
        """See what is to be done about a unit after something new was said about it."""
        state = self.books.state(unit)
        if self._is_done(unit):
            self.parked.pop(unit, None)
        if state == DONE:
            if self.audits.consider(unit):
                self._soon.append(unit)
        else:
            self.audits.note(unit)
            if unit in self.parked:
                self.audits.give_up(unit)
            elif state != AUDITED:
                self._soon.appendleft(unit)

    def _reopen(self) -> None:
        """Tell the pace which units are open."""
        self.pace.forget()
        self.pace.open(unit for unit in range(self.books.units) if not self._is_done(unit))
