"""How much longer than a unit does its audit take, by the way in which a board is counted?

    python bench/audits.py [--n 18] [--units 6]

An audit counts a unit again by another technique or another form of it, with the
board turned. Read runs.py next, what a whole run costs beside its counting;
docs/runs.md quotes the ratios.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import islice

from huisu.joined import far_apart
from huisu.kernel import choose_kernel, technique
from huisu.queens.board import Board
from huisu.runs.audits import recipe
from huisu.runs.books import Source
from huisu.runs.choose import choose_plan
from huisu.runs.plan import PlanKind, Units
from huisu.runs.task import Answer, answer, make_task
from racing import machine, one_core

#: Plan, kernel, and the technique of the audits that are looked at.
WAYS: tuple[tuple[PlanKind, str, str], ...] = (
    ("halves", "join", "sweep"),
    ("border", "sweep", "sweep"),
    ("border", "sweep", "bitmask"),
    ("mirror", "sweep", "sweep"),
    ("mirror", "sweep", "bitmask"),
    ("mirror", "bitmask", "sweep"),
)


def counted(units: Units, unit: int, kernel: str, orientation: str = "identity") -> Answer:
    """Count a unit; return the answer with the processor time in place of the seconds."""
    task = make_task(units, unit, kernel=kernel, orientation=orientation)
    start = time.thread_time()
    found = answer(task)
    return found._replace(seconds=time.thread_time() - start)


def compared(n: int, kind: PlanKind, name: str, other: str, number: int) -> str:
    """Return what some units take, and their audits by a technique."""
    kernel = choose_kernel(name, n=n, whole=kind == "halves")
    units = Units(choose_plan(Board(n), kind=kind, kernel=kernel, unit_seconds=0.1), sized=False)
    pairs = list(islice(audited(n, units, kernel.name, other), number))
    once, twice = (
        sum(answer.seconds for answer in answers) for answers in zip(*pairs, strict=True)
    )
    first, second = pairs[0]
    return (
        f"n = {n}, plan {kind}: {first.kernel} {once / len(pairs):.3g} s a unit, "
        f"its audit by {second.kernel} {twice / len(pairs):.3g} s: {twice / once:.2g} times"
    )


def audited(n: int, units: Units, name: str, other: str) -> Iterator[tuple[Answer, Answer]]:
    """Yield the two answers of each unit that is audited by a technique."""
    for unit in far_apart(len(units)):
        how = recipe(n, unit, [Source("first", name, "identity")])
        if technique(how.kernel) == other:
            first = counted(units, unit, name)
            second = counted(units, unit, how.kernel, how.orientation)
            if (second.count, second.flip) != (first.count, first.flip):
                sys.exit(f"unit {unit} is {first.count} or {second.count}")
            yield first, second


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--n", type=int, default=18)
    parser.add_argument("--units", type=int, default=6, help="of each plan")
    asked = parser.parse_args()
    print(machine())
    with one_core():
        for kernel in ("bitmask", "sweep"):  # which are tested first, once
            counted(Units(choose_plan(Board(8), kernel=choose_kernel(kernel))), 0, kernel)
        for way in WAYS:
            print(compared(asked.n, *way, asked.units), flush=True)


if __name__ == "__main__":
    main()
