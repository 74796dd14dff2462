"""How much longer than a unit does its audit take, by the way in which a board is counted?

    python bench/audits.py [--n 18] [--units 6]

An audit counts a unit again by another technique, which is a slower one wherever the
fastest one counts. Read runs.py next, what a whole run costs beside its counting;
docs/runs.md quotes the ratios.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import islice

from huisu.joined import far_apart
from huisu.kernel import choose_kernel
from huisu.queens.board import Board
from huisu.runs.audits import recipe
from huisu.runs.books import Source
from huisu.runs.choose import choose_plan
from huisu.runs.plan import PlanKind, Units
from huisu.runs.task import Answer, answer, make_task
from racing import machine, one_core

WAYS: tuple[tuple[PlanKind, str], ...] = (
    ("halves", "join"),
    ("border", "sweep"),
    ("mirror", "sweep"),
    ("mirror", "bitmask"),
)


def counted(units: Units, unit: int, kernel: str, orientation: str = "identity") -> Answer:
    """Count a unit; return the answer with the processor time in place of the seconds."""
    task = make_task(units, unit, kernel=kernel, orientation=orientation)
    start = time.thread_time()
    found = answer(task)
    return found._replace(seconds=time.thread_time() - start)


def compared(n: int, kind: PlanKind, name: str, number: int) -> Iterator[str]:
    """Yield what some units take, and their audits."""
    kernel = choose_kernel(name, n=n, whole=kind == "halves")
    units = Units(choose_plan(Board(n), kind=kind, kernel=kernel, unit_seconds=0.1), sized=False)
    once = twice = 0.0
    audit = name
    for unit in islice(far_apart(len(units)), number):
        first = counted(units, unit, name)
        how = recipe(n, unit, [Source("first", first.kernel, "identity")])
        second = counted(units, unit, how.kernel, how.orientation)
        if (second.count, second.flip) != (first.count, first.flip):
            sys.exit(f"unit {unit} is {first.count} or {second.count}")
        once, twice, audit = once + first.seconds, twice + second.seconds, second.kernel
    yield (
        f"n = {n}, plan {kind}: {first.kernel} {once / number:.3g} s a unit, "
        f"its audit by {audit} {twice / number:.3g} s: {twice / once:.2g} times"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--n", type=int, default=18)
    parser.add_argument("--units", type=int, default=6, help="of each plan")
    asked = parser.parse_args()
    print(machine())
    with one_core():
        for kernel in ("bitmask", "sweep"):  # which are tested first, once
            counted(Units(choose_plan(Board(8), kernel=choose_kernel(kernel))), 0, kernel)
        for kind, name in WAYS:
            print(*compared(asked.n, kind, name, asked.units), sep="\n", flush=True)


if __name__ == "__main__":
    main()
