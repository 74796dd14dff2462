r"""How are the jobs of `--jobs FILE` written?

One a line, as JSON: the rows of a board from the top, a 1 for each square where a
queen may stand and a 0 for each where it may not, from the left; and the number that
the count is multiplied by, 1 if it is left out. All boards have the same side. The
placements of the first queen in the left half of a board of 4, counted twice for
their mirror images:

    {"open": ["1000", "1111", "1111", "1111"], "weight": 2}
    {"open": ["0100", "1111", "1111", "1111"], "weight": 2}

Read choose.py next, which makes a plan of jobs.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from huisu.bits import BitRow
from huisu.errors import InputError
from huisu.jobs import Job
from huisu.queens.board import MAX_SEARCHED
from huisu.runs.plan import MAX_WEIGHT

__all__ = ["job_line", "read_jobs"]


def job_line(job: Job) -> str:
    """Return the line that a job is written as.

    >>> job_line(Job((0b0010, 15, 15, 15), 2))
    '{"open":["0100","1111","1111","1111"],"weight":2}'
    """
    n = len(job.open)
    rows = [f"{squares:0{n}b}"[::-1] for squares in job.open]
    return json.dumps({"open": rows, "weight": job.weight}, separators=(",", ":"))


def read_jobs(path: str | Path) -> list[Job]:
    """Return the jobs of a file, at least one.

    Blank lines are passed over. Raises InputError, naming file and line, for what
    is no job, and for a file that cannot be read.
    """
    jobs: list[Job] = []
    for number, line in enumerate(_text(path).split("\n"), 1):
        if not line.strip():
            continue
        place = {"path": str(path), "line": number}
        jobs.append(_job(line, place))
        side, first = len(jobs[-1].open), len(jobs[0].open)
        if side != first:
            raise InputError("error.runs.jobs.side", **place, side=side, first=first)
    if not jobs:
        raise InputError("error.runs.jobs.empty", path=str(path))
    return jobs


def _text(path: str | Path) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("cli.file.text", path=str(path), position=error.start + 1) from None
    except OSError as error:
        raise InputError("cli.file.read", path=str(path), reason=error.strerror) from None


def _job(line: str, place: dict[str, object]) -> Job:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not {"open"} <= set(found) <= {"open", "weight"}:
        raise InputError("error.runs.jobs.line", **place)
    weight = found.get("weight", 1)
    if type(weight) is not int or not 1 <= weight <= MAX_WEIGHT:
        raise InputError("error.runs.jobs.weight", **place, most=f"{MAX_WEIGHT:,}")
    return Job(_rows(found["open"], place), weight)


def _rows(rows: Any, place: dict[str, object]) -> tuple[BitRow, ...]:
    n = len(rows) if isinstance(rows, list) else 0
    if not 1 <= n <= MAX_SEARCHED:
        raise InputError("error.runs.jobs.rows", **place, most=MAX_SEARCHED)
    for number, row in enumerate(rows, 1):
        if not isinstance(row, str) or len(row) != n or set(row) - {"0", "1"}:
            raise InputError("error.runs.jobs.row", **place, row=number, n=n)
    return tuple(int(row[::-1], 2) for row in rows)
