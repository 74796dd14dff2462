"""Which value has each unit, given all rows that were ever written about it?

A pure function of the set of rows and of who is quarantined, never of their
order; so the books are made again from the ledger whenever they are needed, and
are stored nowhere. Read coordinator.py next, which asks them what is to be done.

A row is what one worker said about a unit, with one kernel, on the board turned
one way; these three are its *source*. Rows with the same count (and the same
flip sum) agree. A value is supported by the sources that gave it; those of a
quarantined worker support nothing, unless another worker said the same. Then

    no value has support             the unit is open: it is to be counted
    one value, one source            done
    one value, or one more supported than all others, by at least two sources
                                     audited: settled, and who said otherwise was wrong
    anything else                    disputed: it has no value until a further row settles it
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from huisu.runs.row import Row

__all__ = ["AUDITED", "DISPUTED", "DONE", "OPEN", "Books", "Effect", "Source"]

OPEN, DONE, AUDITED, DISPUTED = range(4)  #: the states of a unit

#: What a row did: gave a unit its value, agreed with what was there, contradicted it, or
#: nothing, because it comes from a quarantined worker or says again what its source has said.
Effect = Literal["new", "agrees", "differs", "nothing"]

_WORD = 1 << 64


class Source(NamedTuple):
    """Who gave a row, and how."""

    worker: str
    kernel: str
    orientation: str


class _Said(NamedTuple):
    """What a row says, and its source by number."""

    total: int
    flip: int
    source: int

    @property
    def value(self) -> tuple[int, int]:
        """What has to be the same for two rows to agree."""
        return self.total, self.flip


class Books:
    """The values of the units of a run. Ten million of them take less than 300 MB."""

    def __init__(self, units: int, *, flips: bool) -> None:
        """Begin with nothing known. `flips` says whether a value has a flip sum."""
        self.units = units
        self.flips = flips
        self.total = 0
        """The sum of the counts of all units that have a value."""
        self.flip_total = 0
        """The sum of their flip sums, modulo 2^64; 0 where there are none."""
        self.mismatches = 0
        """Units whose rows do not all agree, be that settled or not."""
        self.quarantined: set[str] = set()
        self._states = bytearray(units)
        self._in_state = [units, 0, 0, 0]
        # Of a unit with one row: its value, and its source (from 1; 0 if it has no row, or more).
        # Units with more rows are few: all that was said about them is in _said.
        self._counts = array("Q", bytes(8 * units))
        self._flips = array("Q", bytes(8 * units) if flips else b"")
        self._only = array("I", bytes(array("I").itemsize * units))
        self._said: dict[int, tuple[_Said, ...]] = {}
        self._sources: list[Source] = []
        self._numbers: dict[tuple[str, str, str], int] = {}
        self._rows_from: list[int] = []

    @property
    def done(self) -> int:
        """How many units have a value."""
        return self._in_state[DONE] + self._in_state[AUDITED]

    @property
    def audited(self) -> int:
        """How many units have a value that two sources gave."""
        return self._in_state[AUDITED]

    @property
    def disputed(self) -> int:
        """How many units have no value because their rows differ."""
        return self._in_state[DISPUTED]

    @property
    def rows_from(self) -> dict[Source, int]:
        """How many rows each source has given."""
        return dict(zip(self._sources, self._rows_from, strict=True))

    def state(self, unit: int) -> int:
        """Return OPEN, DONE, AUDITED or DISPUTED."""
        return self._states[unit]

    def value(self, unit: int) -> tuple[int, int | None] | None:
        """Return the count and the flip sum of a unit; None while it has no value."""
        if self._states[unit] not in (DONE, AUDITED):
            return None
        return self._counts[unit], self._flips[unit] if self.flips else None

    def sources(self, unit: int) -> list[Source]:
        """Return who gave rows of this unit, in the order of entry."""
        return [self._sources[said.source] for said in self._rows(unit)]

    def sums(self, groups: Sequence[int]) -> dict[int, tuple[int, int]]:
        """Return the sums of counts and of flip sums (modulo 2^64) of each group of units.

        `groups` has the group of each unit. Units without a value add nothing.
        """
        sums = dict.fromkeys(groups, (0, 0))
        for unit, state in enumerate(self._states):
            if state in (DONE, AUDITED):
                count, flip = sums[groups[unit]]
                more = self._flips[unit] if self.flips else 0
                sums[groups[unit]] = (count + self._counts[unit], (flip + more) % _WORD)
        return sums

    def losers(self, unit: int) -> set[str]:
        """Return the workers that gave a row which a settled unit refutes."""
        if self._states[unit] != AUDITED:
            return set()
        wrong = (said.source for said in self._rows(unit) if said.value != self._pair(unit))
        return {self._sources[source].worker for source in wrong}

    def recounted(self) -> list[int]:
        """Return the units about which several sources, or several values, are known."""
        return list(self._said)

    def only_from(self, sources: Iterable[Source]) -> list[int]:
        """Return the units about which one of these sources alone has said something."""
        numbers = {self._numbers[source] + 1 for source in sources if source in self._numbers}
        return [unit for unit, source in enumerate(self._only) if source in numbers]

    def enter_all(self, rows: Iterable[Row]) -> None:
        """Take in many rows: what enter does for each, without saying what it did."""
        states, only, said = self._states, self._only, self._said
        for row in rows:
            unit = row[0]
            if states[unit] or only[unit] or unit in said or row[4] in self.quarantined:
                self.enter(row)
            else:
                self._first(row)

    def enter(self, row: Row) -> Effect:
        """Take in a row, and return what it did."""
        unit, before = row.unit, self._states[row.unit]
        earlier = self._rows(unit)
        said = self._said_by(row, earlier)
        self._rows_from[said.source] += 1
        if said in earlier:
            return "nothing"
        if earlier and len({other.value for other in earlier} | {said.value}) == 2:
            self.mismatches += all(other.value == earlier[0].value for other in earlier)
        if earlier:
            self._said[unit], self._only[unit] = (*earlier, said), 0
        else:
            self._only[unit] = said.source + 1
            self._put(unit, said.value)
        self._settle(unit)
        if row.worker in self.quarantined and self._states[unit] == before:
            return "nothing"
        if before == OPEN:
            return "new"
        agrees = self.value(unit) is not None and self._pair(unit) == said.value
        return "agrees" if agrees else "differs"

    def quarantine(self, worker: str) -> list[int]:
        """Let a worker's rows support nothing alone; return the units that are open again."""
        self.quarantined.add(worker)
        theirs = {k for k, source in enumerate(self._sources) if source.worker == worker}
        only = {k + 1 for k in theirs}
        touched = [unit for unit, source in enumerate(self._only) if source in only]
        touched += [
            unit for unit, rows in self._said.items() if any(s.source in theirs for s in rows)
        ]
        lost = []
        for unit in touched:
            before = self._states[unit]
            self._settle(unit)
            if self._states[unit] == OPEN != before:
                lost.append(unit)
        return lost

    def _first(self, row: Row) -> None:
        """Enter the first row of a unit, of a worker that is not quarantined: the usual case."""
        unit, count, flip = row[:3]
        source = self._number(row)
        self._rows_from[source] += 1
        self._only[unit], self._states[unit] = source + 1, DONE
        self._counts[unit] = count
        self.total += count
        self._in_state[OPEN] -= 1
        self._in_state[DONE] += 1
        if self.flips:
            self._flips[unit] = flip or 0
            self.flip_total = (self.flip_total + (flip or 0)) % _WORD

    def _number(self, row: Row) -> int:
        """Return the number of a row's source, a new one if it was not known."""
        number = self._numbers.get(row[4:7])
        if number is None:
            number = self._numbers[row[4:7]] = len(self._sources)
            self._sources.append(Source(*row[4:7]))
            self._rows_from.append(0)
        return number

    def _said_by(self, row: Row, earlier: tuple[_Said, ...]) -> _Said:
        """Return what a row says; one that agrees shares its numbers, which saves memory."""
        said = _Said(row.count, (row.flip or 0) if self.flips else 0, self._number(row))
        same = next((other for other in earlier if other.value == said.value), said)
        return same._replace(source=said.source)

    def _rows(self, unit: int) -> tuple[_Said, ...]:
        """Return what was said about a unit."""
        if not self._only[unit]:
            return self._said.get(unit, ())
        return (_Said(*self._pair(unit), self._only[unit] - 1),)

    def _pair(self, unit: int) -> tuple[int, int]:
        return self._counts[unit], self._flips[unit] if self.flips else 0

    def _put(self, unit: int, value: tuple[int, int]) -> None:
        self._counts[unit] = value[0]
        if self.flips:
            self._flips[unit] = value[1]

    def _settle(self, unit: int) -> None:
        """Give a unit the state and the value that follow from all that was said about it."""
        before = self._states[unit]
        if before in (DONE, AUDITED):
            self._add(unit, -1)
        after, value = self._judged(self._rows(unit))
        if unit in self._said:
            self._put(unit, value)
        self._states[unit] = after
        self._in_state[before] -= 1
        self._in_state[after] += 1
        if after in (DONE, AUDITED):
            self._add(unit, 1)

    def _add(self, unit: int, sign: int) -> None:
        count, flip = self._pair(unit)
        self.total += sign * count
        self.flip_total = (self.flip_total + sign * flip) % _WORD

    def _judged(self, rows: tuple[_Said, ...]) -> tuple[int, tuple[int, int]]:
        """Return the state of a unit of which this was said, and its value: see the table above."""
        sources: dict[tuple[int, int], set[int]] = {}
        for said in rows:
            sources.setdefault(said.value, set()).add(said.source)
        support = sorted(
            ((len(those), value) for value, those in sources.items() if self._stands(those)),
            reverse=True,
        )
        if not support:
            return OPEN, (0, 0)
        (most, value), next_most = support[0], support[1][0] if len(support) > 1 else 0
        if most > max(1, next_most):
            return AUDITED, value
        return (DISPUTED, (0, 0)) if next_most else (DONE, value)

    def _stands(self, sources: set[int]) -> bool:
        """Whether a value that these have given has any support."""
        workers = {self._sources[source].worker for source in sources}
        return len(workers) > 1 or not workers <= self.quarantined
