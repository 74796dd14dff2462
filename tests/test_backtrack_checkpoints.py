"""Is a checkpoint read where it belongs, and any other text refused?"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu.backtrack import Problem, count
from huisu.backtrack import solutions as solutions_of
from huisu.backtrack.checkpoint import read_checkpoint
from huisu.errors import InputError
from problems import backwards, place, queens
from roads import refused


def edited(text: str, **changes: object) -> str:
    """Return a checkpoint with some of its parts changed, as only a forger would."""
    head, data = text[: text.index("-", 17) + 1], text[text.index("-", 17) + 1 :]
    parts = json.loads(zlib.decompress(base64.urlsafe_b64decode(data))) | changes
    return head + base64.urlsafe_b64encode(zlib.compress(json.dumps(parts).encode())).decode()


def checkpoint_of(problem: Problem[int], after: int = 2, **options: Any) -> str:
    run = solutions_of(problem, **options)
    assert len(list(islice(run, after))) == after
    return run.checkpoint()


def valued(n: int, name: str = "queens", first_column: int = 0) -> Problem[int]:
    return Problem(n, range(first_column, n), place, value=sum, name=name)


@pytest.mark.parametrize(
    "other",
    [
        lambda text: solutions_of(valued(7), resume=text),
        lambda text: solutions_of(valued(6, "rooks"), resume=text),
        lambda text: solutions_of(valued(6), goal="best", resume=text),
        lambda text: solutions_of(valued(6), order="reverse", resume=text),
        lambda text: solutions_of(valued(6), order="random", seed=1, resume=text),
        lambda text: solutions_of(valued(6), order=backwards, resume=text),
    ],
    ids=range(6),
)
def test_a_checkpoint_of_another_search_is_refused(other: Callable[[str], Any]) -> None:
    text = checkpoint_of(valued(6))
    assert refused(lambda: other(text)).key == "error.checkpoint.other"
    assert count(valued(6), resume=text) == 4


def test_a_checkpoint_of_another_seed_is_refused() -> None:
    text = checkpoint_of(valued(6), order="random", seed=1)
    error = refused(lambda: solutions_of(valued(6), order="random", seed=2, resume=text))
    assert error.key == "error.checkpoint.other"


@pytest.mark.parametrize(
    "changed",
    [
        Problem(6, range(6), lambda k, x: x[0] > 2, name="queens"),
        Problem(6, range(1, 7), place, name="queens"),
        Problem(6, range(5), place, name="queens"),
        Problem(6, lambda k, x: range(7 if k == 1 else 6), place, name="queens"),
    ],
    ids=range(4),
)
def test_a_checkpoint_whose_path_is_not_in_the_tree_is_refused(changed: Problem[int]) -> None:
    text = checkpoint_of(valued(6))
    assert refused(lambda: solutions_of(changed, resume=text)).key == "error.checkpoint.path"


def test_a_path_of_tuples_is_told_apart_too() -> None:
    def moves(step: int) -> Problem[tuple[int, int]]:
        return Problem(3, [(0, step), (step, 0)])

    text = solutions_of(moves(1), solutions=3)
    list(text)
    assert len(list(solutions_of(moves(1), resume=text.checkpoint()))) == 5
    error = refused(lambda: solutions_of(moves(2), resume=text.checkpoint()))
    assert error.key == "error.checkpoint.path"


@given(st.text() | st.text("hus-ckpoint1").map(lambda end: f"huisu-checkpoint-{end}"))
def test_a_text_that_is_no_checkpoint_is_refused(text: str) -> None:
    error = refused(lambda: solutions_of(queens(6), resume=text))
    assert error.key.startswith("error.checkpoint.")


@given(st.data())
def test_a_checkpoint_that_was_cut_off_or_changed_is_refused_or_still_says_the_same(
    data: st.DataObject,
) -> None:
    text = checkpoint_of(queens(6))
    place = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.sampled_from("AZaz09-_ =%"))
    for changed in (text[:place], text[:place] + sign + text[place + 1 :]):
        with suppress(InputError):
            assert read_checkpoint(changed) == read_checkpoint(text)


@pytest.mark.parametrize(
    "changes",
    [
        {"depth": -1},
        {"position": [1] * 7},
        {"position": [-1]},
        {"position": ["1"]},
        {"position": None},
        {"expanded": [1]},
        {"cut": [0] * 6},
        {"best": [1]},
        {"answers": None},
        {"finished": 1},
        {"more": 1},
    ],
    ids=str,
)
def test_a_forged_checkpoint_is_refused(changes: dict[str, Any]) -> None:
    text = checkpoint_of(queens(6))
    assert read_checkpoint(edited(text)) == read_checkpoint(text)
    error = refused(lambda: solutions_of(queens(6), resume=edited(text, **changes)))
    assert error.key == "error.checkpoint.damaged"


@pytest.mark.parametrize("changes", [{"position": [9]}, {"path": 1}, {"best": [0] * 6}], ids=str)
def test_a_forged_place_is_refused(changes: dict[str, Any]) -> None:
    text = edited(checkpoint_of(queens(6)), **changes)
    error = refused(lambda: solutions_of(queens(6), resume=text))
    assert error.key == "error.checkpoint.path"


def test_a_checkpoint_of_another_version_is_refused() -> None:
    text = checkpoint_of(queens(6)).replace("checkpoint-1-", "checkpoint-2-")
    error = refused(lambda: solutions_of(queens(6), resume=text))
    assert (error.key, error.values["version"]) == ("error.checkpoint.version", "2")


def test_a_checkpoint_may_be_pasted_with_blanks_and_line_ends_around_it() -> None:
    assert count(queens(6), resume=f"\n {checkpoint_of(queens(6))}\n") == 4


#: Made by Python 3.10 after 2 of the solutions of 6 queens in a random order.
OLD = (
    "huisu-checkpoint-1-"
    "eNpNjEEOwiAQRa_SzHoW0Ba0XMW4oDK0JBQQ2mhivLvTnZm_mfeS94FS8xxpAwO6ex5EqQGCo7Kv"
    "YDTCkm1kZ2NknKujyl-1yeWtuzAquYU95ATmJnHgUyhR31nYsyDVJLSQqh8RfEihreTAeBsbIdjU"
    "XlQbmB6B3oWjp-ROz5UJ5cjjUva-lRrSwk6j7HEQqEa8nmP9OHYWAv-O6UyNcTpi_P4AZSxB1A=="
)


def test_a_checkpoint_made_by_another_version_of_python_is_read() -> None:
    run = solutions_of(queens(6), order="random", seed=7)
    assert list(islice(run, 2)) != list(islice(solutions_of(queens(6)), 2))
    assert read_checkpoint(run.checkpoint()) == read_checkpoint(OLD)
    assert list(solutions_of(queens(6), order="random", seed=7, resume=OLD)) == list(run)


def test_a_finished_search_resumes_as_finished() -> None:
    run = solutions_of(queens(6))
    list(run)
    again = solutions_of(queens(6), resume=run.checkpoint())
    assert (list(again), again.outcome, again.stats) == ([], "complete", run.stats)
    assert count(queens(6), resume=run.checkpoint()) == 4
