"""What is there to check of a run: its rows entered in books, and its units cut once more?

Read closing.py and second.py next, which check it, then verify.py, which asks all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from huisu.errors import InputError
from huisu.kernel import technique
from huisu.runs.books import Books, Source
from huisu.runs.plan import Plan, Units
from huisu.runs.row import Row

if TYPE_CHECKING:
    from huisu.runs.ledger import Ledger, RunRecord

__all__ = ["Evidence", "OnShare", "part_of", "read_run", "units_of"]

#: Told the share of the work that is done, 0 to 1.
OnShare = Callable[[float], None]


def part_of(on_progress: OnShare | None, first: float, last: float) -> OnShare:
    """Return what hears of the part of a longer work from one share to another."""

    def hear(share: float) -> None:
        if on_progress:
            on_progress(first + (last - first) * min(share, 1.0))

    return hear


@dataclass(frozen=True)
class Evidence:
    """A run as its ledger has it."""

    ledger: str
    record: RunRecord
    plan: Plan
    books: Books
    rotten: tuple[tuple[int, int], ...]
    """Unit and replica, as far as they can be read, of the rows that are not what was written."""
    spent: float
    """Worker-seconds of all rows."""

    @property
    def complete(self) -> bool:
        """Whether each unit has a value."""
        return self.books.done == self.record.units

    @property
    def open(self) -> int:
        """How many units have no value."""
        return self.record.units - self.books.done

    @property
    def total(self) -> int | None:
        """What was counted; None while a unit is open."""
        return self.books.total if self.complete else None

    @property
    def rows_by_kernel(self) -> Counter[str]:
        """How many rows each kernel has given."""
        rows = Counter[str]()
        for source, number in self.books.rows_from.items():
            rows[source.kernel] += number
        return rows

    @property
    def technique(self) -> str:
        """The technique that has counted most."""
        most = self.rows_by_kernel.most_common(1)
        return technique(most[0][0]) if most else ""

    @property
    def quarantined(self) -> dict[str, list[Source]]:
        """The workers in quarantine, each with the sources of its rows."""
        sources = self.books.rows_from
        return {
            worker: [source for source in sources if source.worker == worker]
            for worker in sorted(self.books.quarantined)
        }


def read_run(ledger: Ledger, record: RunRecord, on_progress: OnShare | None = None) -> Evidence:
    """Return what a ledger has of a run; 10 million rows take about half a minute."""
    plan = Plan.from_json(record.plan)
    books = Books(record.units, flips=plan.has_flip)
    for worker in ledger.quarantined(record.run):
        books.quarantine(worker)
    share = part_of(on_progress, 0, 1)

    def read(rows: int) -> None:
        share(rows / max(1, record.units))

    spent = 0.0

    def rows() -> Iterator[Row]:
        nonlocal spent
        for row in ledger.rows(record.run, on_progress=read):
            spent += row.seconds
            yield row

    books.enter_all(rows())
    return Evidence(ledger.name, record, plan, books, tuple(ledger.rotten), spent)


def units_of(evidence: Evidence, on_progress: OnShare | None = None) -> Units | None:
    """Return the units as the plan is cut here and now; None where it cannot be.

    That is for halves without the compiled core.
    """
    share = part_of(on_progress, 0, 1)
    number = max(1, evidence.record.units)
    try:
        return Units(evidence.plan, lambda units: share(units / number), sized=False)
    except InputError:
        return None
