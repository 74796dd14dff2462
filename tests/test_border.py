"""Do the jobs of the border plan add up to the whole board, each counted alike by every kernel?"""

from __future__ import annotations

from collections import Counter

import pytest

from huisu.jobs import Job
from huisu.queens.board import Placement
from huisu.queens.border import border_plan
from huisu.queens.solutions import solutions
from huisu.queens.symmetry import images
from roads import SUPPORTED, by_reference, oeis, reach


def is_open(job: Job, x: Placement) -> bool:
    return all(squares >> column & 1 for squares, column in zip(job.open, x, strict=True))


@pytest.mark.parametrize("n", range(1, reach(10, 9)))
def test_the_jobs_add_up_by_the_plain_program(n: int) -> None:
    jobs = border_plan(n)
    assert sum(by_reference(job.open) * job.weight for job in jobs) == oeis("A000170")[n]


@pytest.mark.parametrize("n", range(8, reach(13, 9)))
def test_every_kernel_counts_every_job_alike(n: int) -> None:
    for job in border_plan(n):
        counts = {k.name: k.count(job.open, k.cancel_flag()) for k in SUPPORTED}
        assert len(set(counts.values())) == 1, (job, counts)


@pytest.mark.parametrize("n", range(4, 10))
def test_every_solution_has_as_many_images_in_the_jobs_as_the_weights_say(n: int) -> None:
    """A job's solutions stand for `weight` each; each class of images is so counted fully."""
    jobs = border_plan(n)
    for x in solutions(n):
        orbit = set(images(x))
        assert sum(job.weight for job in jobs for y in orbit if is_open(job, y)) == len(orbit)


@pytest.mark.parametrize("n", range(2, 15))
def test_the_weights_are_eight_four_or_two(n: int) -> None:
    assert {job.weight for job in border_plan(n)} <= {8, 4, 2}


def test_the_number_of_jobs_and_the_smallest_boards() -> None:
    assert [len(border_plan(n)) for n in (12, 16)] == [222, 604]
    assert border_plan(1) == [Job((1,), 1)]
    assert border_plan(2) == border_plan(3) == []


@pytest.mark.parametrize("n", [7, 8, 11])
def test_no_two_jobs_share_a_solution(n: int) -> None:
    jobs = border_plan(n)
    found = Counter(x for x in solutions(n) for job in jobs if is_open(job, x))
    assert set(found.values()) <= {1}
