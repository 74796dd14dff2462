"""How fast is a ledger? Written, read, added up, on SQLite and on PostgreSQL, all checked.

    python bench/ledger.py [--rows 1000000] [--batch 5000] [--order random] [--postgres]

Batches as a coordinator writes them, four a second, each on the disk when it is written;
the units in random order, which is the worst, or ascending. Every figure stands
beside what is asked of it for ten million rows (--rows 10000000). A process of its own reads
the ledger meanwhile. PostgreSQL is a server of the tests (tests/postgres.py) that waits
for the disk as SQLite does. Read racing.py for the machine that is named.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg

from huisu.runs.books import Books
from huisu.runs.ledger import Ledger, open_ledger
from huisu.runs.row import Row
from racing import machine

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from postgres import started

#: A count of each unit so large that the sum of a few passes 64 bits.
LARGE = 1 << 62


class Figure(NamedTuple):
    """What was measured, and its bound for ten million rows."""

    what: str
    value: float
    unit: str
    bound: float | None = None
    least: bool = False  # whether the bound is the least; else it is the most
    grows: bool = False  # whether it grows with the rows, and so does its bound

    def line(self, rows: int) -> str:
        """Return it as a line, beside the bound for so many rows."""
        text = f"  {self.what:<30}{self.value:>12,.2f} {self.unit}"
        if self.bound is None:
            return text
        bound = self.bound * rows / 1e7 if self.grows else self.bound
        ratio = self.value / bound if self.least else bound / self.value
        kind = "at least" if self.least else "at most"
        return f"{text:<52}{kind} {bound:>9,.2f}{ratio:>8.2f} times as good"


def row(unit: int) -> Row:
    """Return the result of a unit."""
    return Row(unit, LARGE + unit, unit * 0x9E3779B97F4A7C15 % 2**64, 5.0 + unit * 1e-7,
               f"host-{unit % 64}", "sweep-avx2", "identity")  # fmt: skip


def seconds(task: Callable[[], object]) -> float:
    """Return how long a task takes."""
    begun = time.perf_counter()
    task()
    return time.perf_counter() - begun


def write(ledger: Ledger, run: int, order: Sequence[int], batch: int) -> float:
    """Write a result of each unit; return the seconds that the ledger took."""
    spent = 0.0
    for first in range(0, len(order), batch):
        rows = [row(unit) for unit in order[first : first + batch]]
        begun = time.perf_counter()
        ledger.record(run, rows, '{"state":"running"}')
        spent += time.perf_counter() - begun
    return spent


READING = """
import sys, time
from huisu.runs.ledger import open_ledger
with open_ledger(sys.argv[1], "read") as ledger:
    while sys.stdin.readline():
        begun = time.perf_counter()
        assert ledger.heartbeat(1) == '{"state":"running"}' and ledger.run().run == 1
        print(time.perf_counter() - begun, flush=True)
"""


@contextmanager
def reader(address: str) -> Iterator[Callable[[], float]]:
    """Give a function that asks another process for the state; it says how long that took."""
    with subprocess.Popen(
        [sys.executable, "-c", READING, address],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        asked, said = process.stdin, process.stdout

        def ask() -> float:
            print(file=asked, flush=True)
            return float(said.readline())

        yield ask
        asked.close()


def measured(address: str, rows: int, batch: int, order: Sequence[int]) -> Iterator[Figure]:
    """Yield the figures of a ledger at an address, after a check of each answer."""
    with open_ledger(address, "create") as ledger:
        run = ledger.add_run("{}", rows, "ab" * 32, {}).run
        ledger.record(run, [], '{"state":"running"}')
        with reader(address) as ask:
            half = rows // 2
            spent = write(ledger, run, order[:half], batch)
            asked = max(ask() for _ in range(20))
            spent += write(ledger, run, order[half:], batch)
            asked = max([asked, *(ask() for _ in range(20))])
        yield Figure("written", rows / spent, "rows/s", 20_000, least=True)
        yield Figure("its state, asked meanwhile", asked, "s", 1)
    yield Figure(
        "memory at the most", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3, "MB", 700
    )
    with open_ledger(address, "read") as ledger:
        done = bytearray(rows)

        def load() -> None:
            for found in ledger.rows(run):
                done[found[0]] = 1

        yield Figure("the set of done units, loaded", seconds(load), "s", 20, grows=True)
        assert done.count(1) == rows
        books = Books(rows, flips=True)
        entered = seconds(lambda: books.enter_all(ledger.rows(run)))
        yield Figure("the books, as verify makes them", entered, "s", 60, grows=True)
        assert ledger.rotten == []
        assert books.total == rows * LARGE + rows * (rows - 1) // 2
        assert books.total > 2**64


def shuffled(rows: int) -> array[int]:
    """Return the units in random order, the same each time."""
    order = array("q", range(rows))
    random.Random(1).shuffle(order)
    return order


def report(name: str, figures: Iterator[Figure], rows: int) -> None:
    """Print the figures as they come."""
    print(name)
    for figure in figures:
        print(figure.line(rows), flush=True)


def database_size(address: str) -> int:
    """Return the bytes of a ledger in PostgreSQL, with its index."""
    with psycopg.connect(address) as connection:
        found = connection.execute("SELECT pg_total_relation_size('results')").fetchone()
    assert found is not None
    return int(found[0])


def main() -> None:
    """Measure, check and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--batch", type=int, default=5000)
    parser.add_argument("--order", choices=["random", "ascending"], default="random")
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL, not SQLite")
    asked = parser.parse_args()
    order = shuffled(asked.rows) if asked.order == "random" else range(asked.rows)
    print(f"{asked.rows:,} rows in batches of {asked.batch}, {asked.order}, on {machine()}")
    if asked.postgres:
        with started(durable=True) as server:
            address = server.new_database()
            report("PostgreSQL", measured(address, asked.rows, asked.batch, order), asked.rows)
            size = Figure("on the disk, with its index", database_size(address) / 1e6, "MB")
            print(size.line(asked.rows))
        return
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "run.ledger"
        report("SQLite", measured(str(path), asked.rows, asked.batch, order), asked.rows)
        size = Figure("on the disk", path.stat().st_size / 1e6, "MB", 700, grows=True)
        print(size.line(asked.rows))


if __name__ == "__main__":
    main()
