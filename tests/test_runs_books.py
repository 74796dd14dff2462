"""Do the books say the same of a unit, in whatever order its rows came?"""

from __future__ import annotations

import itertools
import random
import sys
import time
import tracemalloc
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu.runs.books import AUDITED, DISPUTED, DONE, OPEN, Books, Source
from huisu.runs.row import Row

UNITS = 4


def row(unit: int = 0, count: int = 5, by: str = "anna", kernel: str = "sweep", **more: int) -> Row:
    return Row(unit, count, more.get("flip"), 0.5, by, kernel, "identity", more.get("replica", 0))


def books(*rows: Row, without: str = "", flips: bool = False) -> Books:
    made = Books(UNITS, flips=flips)
    for each in rows:
        made.enter(each)
    for worker in without.split():
        made.quarantine(worker)
    return made


def told(made: Books) -> tuple[object, ...]:
    """Return all that the books say, but for the order in which they heard of it."""
    units = [(made.state(k), made.value(k), made.losers(k)) for k in range(made.units)]
    return (
        units, made.total, made.flip_total, made.done, made.audited, made.disputed,
        made.mismatches, made.rows_from, made.sums([0, 1, 0, 1]),
    )  # fmt: skip


def by_definition(rows: list[Row], bad: set[str]) -> tuple[int, tuple[int, int | None] | None]:
    """Return the state and the value of a unit, as the head of books.py defines them."""
    sources: dict[tuple[int, int | None], set[tuple[str, ...]]] = {
        (r.count, r.flip): set() for r in rows
    }
    for r in rows:
        sources[r.count, r.flip].add((r.worker, r.kernel, r.orientation))
    support = Counter[tuple[int, int | None]]()
    for value, those in sources.items():
        for source in those:
            support[value] += source[0] not in bad or any(o[0] != source[0] for o in those)
    ranked = support.most_common()
    ranked = [(value, most) for value, most in ranked if most]
    if not ranked:
        return OPEN, None
    if len(ranked) == 1:
        return (DONE if ranked[0][1] == 1 else AUDITED), ranked[0][0]
    settled = ranked[0][1] > ranked[1][1]
    return (AUDITED, ranked[0][0]) if settled else (DISPUTED, None)


some_rows = st.lists(
    st.builds(
        row,
        unit=st.integers(0, UNITS - 1),
        count=st.integers(4, 6),
        by=st.sampled_from(["anna", "bo", "chen"]),
        kernel=st.sampled_from(["sweep", "bitmask"]),
        flip=st.integers(7, 8),
    ),
    max_size=14,
)
some_workers = st.sets(st.sampled_from(["anna", "bo", "chen"]))


@given(some_rows, some_workers, st.randoms(use_true_random=False))
def test_any_order_of_rows_and_quarantines_gives_the_same_books(
    rows: list[Row], bad: set[str], chance: random.Random
) -> None:
    first = books(*rows, without=" ".join(bad), flips=True)
    events: list[Row | str] = [*rows, *bad]
    chance.shuffle(events)
    second = Books(UNITS, flips=True)
    for event in events:
        second.quarantine(event) if isinstance(event, str) else second.enter(event)
    assert told(first) == told(second)


@given(some_rows, some_workers)
def test_books_made_in_one_go_are_those_that_grew(rows: list[Row], bad: set[str]) -> None:
    grown = books(*rows, without=" ".join(bad), flips=True)
    made = books(without=" ".join(bad), flips=True)
    made.enter_all(rows)
    assert told(made) == told(grown)


@given(some_rows, some_workers)
def test_each_unit_has_the_value_that_the_definition_gives_it(
    rows: list[Row], bad: set[str]
) -> None:
    made = books(*rows, without=" ".join(bad), flips=True)
    mine = [[r for r in rows if r.unit == unit] for unit in range(UNITS)]
    assert [(made.state(k), made.value(k)) for k in range(UNITS)] == [
        by_definition(those, bad) for those in mine
    ]
    values = [value for k in range(UNITS) if (value := made.value(k))]
    assert made.total == sum(count for count, _ in values)
    assert made.flip_total == sum(flip or 0 for _, flip in values)


@given(some_rows, some_workers)
def test_a_quarantine_names_the_units_that_it_opens(rows: list[Row], bad: set[str]) -> None:
    made = books(*rows, flips=True)
    for worker in bad:
        before = {k for k in range(UNITS) if made.state(k) == OPEN}
        lost = made.quarantine(worker)
        assert set(lost) == {k for k in range(UNITS) if made.state(k) == OPEN} - before
        assert len(lost) == len(set(lost))


def test_a_first_row_is_new_and_a_second_agrees_or_differs() -> None:
    made = Books(UNITS, flips=False)
    assert made.enter(row()) == "new"
    assert made.enter(row(by="bo")) == "agrees"
    assert made.enter(row(unit=1)) == "new"
    assert made.enter(row(unit=1, count=6, by="bo")) == "differs"
    assert [made.state(k) for k in range(3)] == [AUDITED, DISPUTED, OPEN]


def test_what_a_source_says_twice_counts_once() -> None:
    made = books(row())
    assert made.enter(row(replica=1)) == "nothing"
    assert made.state(0) == DONE
    assert made.enter(row(kernel="bitmask", replica=2)) == "agrees"


def test_a_third_row_settles_a_dispute_and_says_who_was_wrong() -> None:
    made = books(row(count=6, by="bo"), row(count=5))
    assert (made.value(0), made.losers(0), made.mismatches) == (None, set(), 1)
    assert made.enter(row(count=5, by="chen")) == "agrees"
    assert (made.value(0), made.losers(0), made.mismatches) == ((5, None), {"bo"}, 1)


def test_two_against_two_stay_in_dispute() -> None:
    sides = [row(count=5), row(count=5, by="bo"), row(count=6, by="chen"), row(count=6, by="dai")]
    for order in itertools.permutations(sides):
        assert books(*order).state(0) == DISPUTED


def test_rows_of_a_quarantined_worker_count_only_with_another_worker_that_agrees() -> None:
    made = books(row(), row(unit=1), row(unit=1, by="bo"), row(unit=2), row(2, kernel="bitmask"))
    assert sorted(made.quarantine("anna")) == [0, 2]
    assert [made.state(k) for k in range(3)] == [OPEN, AUDITED, OPEN]
    assert made.enter(row(by="bo")) == "new"
    assert made.enter(row(unit=3)) == "nothing"
    assert (made.state(0), made.state(3)) == (AUDITED, OPEN)


def test_a_flip_sum_that_differs_is_a_dispute_only_where_there_are_flip_sums() -> None:
    pair = [row(flip=1), row(flip=2, by="bo")]
    assert books(*pair, flips=True).state(0) == DISPUTED
    assert books(*pair, flips=False).state(0) == AUDITED


def test_sums_leave_out_what_has_no_value_and_go_beyond_64_bits() -> None:
    most = 2**63 - 1
    made = books(*(row(unit=k, count=most, flip=2**64 - 1) for k in range(3)), flips=True)
    made.enter(row(unit=3, by="bo"))
    made.quarantine("bo")
    assert made.total == 3 * most > 2**64
    assert made.sums([7, 7, -1, -1]) == {7: (2 * most, 2**64 - 2), -1: (most, 2**64 - 1)}


def test_the_books_know_whose_units_no_one_else_has_counted() -> None:
    made = books(row(), row(unit=1), row(unit=1, by="bo"), row(unit=2, by="bo"))
    anna = Source("anna", "sweep", "identity")
    assert made.only_from([anna, Source("nobody", "sweep", "identity")]) == [0]
    assert made.recounted() == [1]
    assert [source.worker for source in made.sources(1)] == ["anna", "bo"]
    assert made.rows_from[anna] == 2


@pytest.mark.long
def test_ten_million_units_are_entered_within_seconds_and_take_less_than_300_mb() -> None:
    units, rows = 10**7, (row(unit=k, flip=k) for k in range(10**7))
    made = Books(units, flips=True)
    begin = time.process_time()
    made.enter_all(rows)
    assert time.process_time() - begin < 40
    arrays = sum(map(sys.getsizeof, (made._counts, made._flips, made._only, made._states)))
    tracemalloc.start()
    made.enter_all(row(unit=k, flip=k, by="bo") for k in range(0, units, 50))
    recounts, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert arrays + recounts < 300e6
    assert (made.done, made.audited) == (units, units // 50)
