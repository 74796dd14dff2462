"""Do visitors' counts and records run, end and wait as they should, each without the others?

Read test_web_serving.py next.
"""

from __future__ import annotations

import asyncio
import os
import signal
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu.web.events import Events
from huisu.web.limits import Limits
from huisu.web.records import Record, Records
from huisu.web.refusal import Refusal
from huisu.web.turns import Turns
from huisu.web.visitors import Asker
from huisu.words import LANGUAGES
from served import Visitor, alive, ends, refused, served_with

PLAINEST = "python"  # by which 20 queens would take days


def test_a_count_is_ordered_followed_and_done(visitor: Visitor) -> None:
    count = visitor.counted(12)
    *before, last = visitor.events(count)
    assert last.name == last.data["state"] == "done"
    assert (last.data["count"], last.data["done"]) == (14200, 1.0)
    assert {event.name for event in before} <= {"waiting", "progress"}
    assert visitor.state(count) == last.data
    assert ends(last.data["pid"])


def test_classes_and_kernels_can_be_asked_for(visitor: Visitor) -> None:
    last = visitor.events(visitor.counted(8, kernel=PLAINEST, fundamental=True))[-1]
    assert (last.data["count"], last.data["kernel"]) == (12, PLAINEST)
    assert visitor.events(visitor.counted(1))[-1].data["count"] == 1


def test_a_long_count_tells_its_progress_and_ends_when_it_is_cancelled(visitor: Visitor) -> None:
    count = visitor.endless()
    with visitor.listening(count) as events:
        progress = (event.data for event in events if event.name == "progress")
        told = list(islice((data for data in progress if data["done"]), 3))
    assert 0 < told[0]["done"] < told[1]["done"] < told[2]["done"] < 0.01
    assert told[0]["seconds"] < told[2]["seconds"] < told[2]["left"]
    assert alive(told[2]["pid"])
    answer = visitor.cancel(count).json()
    assert not alive(told[2]["pid"])
    assert answer["state"] == "cancelled"
    assert visitor.cancel(count).json() == answer == visitor.state(count)


def test_those_who_listen_hear_that_it_was_cancelled(visitor: Visitor) -> None:
    count = visitor.endless()
    with visitor.listening(count) as events:
        next(events)
        assert visitor.cancel(count).status_code == 200
        assert list(events)[-1].name == "cancelled"


def test_a_stream_that_has_dropped_goes_on_where_it_was(visitor: Visitor) -> None:
    count = visitor.endless()
    heard = visitor.heard(count, 2)
    for _ in range(3):
        heard += visitor.heard(count, 2, after=heard[-1].number)
    visitor.cancel(count)
    heard += visitor.events(count, after=heard[-1].number)
    assert [event.number for event in heard] == list(range(1, len(heard) + 1))
    again = {"Last-Event-ID": str(heard[-1].number)}
    assert visitor.get(f"/api/counts/{count}/events", headers=again).status_code == 204


@pytest.mark.parametrize("number", ["x", "-1", "9" * 30, "1.5", "٣"])
def test_a_strange_event_number_means_that_nothing_was_heard(visitor: Visitor, number: str) -> None:
    count = visitor.counted(6)
    heard = visitor.events(count)
    answer = visitor.get(f"/api/counts/{count}/events", headers={b"Last-Event-ID": number.encode()})
    numbers = [line for line in answer.text.splitlines() if line.startswith("id: ")]
    assert numbers == [f"id: {event.number}" for event in heard]


def test_two_visitors_count_at_the_same_time_and_know_nothing_of_each_other(
    visitor: Visitor, server: str
) -> None:
    with Visitor(server) as other:
        mine, others = visitor.counted(11), other.counted(10)
        assert visitor.events(mine)[-1].data["count"] == 2680
        assert other.events(others)[-1].data["count"] == 724
        for path in (f"/api/counts/{mine}", f"/api/counts/{mine}/events", "/api/counts/none"):
            refused(other.get(path), 404)
        refused(other.cancel(mine), 404)
        assert [each["id"] for each in other.get("/api/counts").json()["counts"]] == [others]


def test_a_visitor_has_two_counts_at_a_time(visitor: Visitor, server: str) -> None:
    first, _ = visitor.endless(), visitor.endless()
    assert "2" in refused(visitor.order(4), 429)["en"]
    with Visitor(server) as other:
        assert other.order(4).status_code == 201
    visitor.cancel(first)
    assert visitor.order(4).status_code == 201


def test_a_refusal_leaves_the_others_alone(visitor: Visitor, server: str) -> None:
    count = visitor.endless()
    before = visitor.until(count, "progress").number
    with Visitor(server) as other:
        for _ in range(3):
            refused(other.get("/api/exhibit?n=20"), 400)
            refused(other.order(28), 400)
            assert visitor.get("/api/exhibit?n=4").status_code == 200
    assert visitor.heard(count, 1, after=before + 1)[0].data["state"] == "running"


def test_those_who_wait_are_told_their_place_and_take_turns() -> None:
    with (
        served_with(Limits(running=1, waiting=3)) as address,
        Visitor(address) as first, Visitor(address) as second, Visitor(address) as third,
    ):  # fmt: skip
        runs, waits, next_one = first.endless(), first.endless(), second.counted(5)
        assert second.state(next_one)["position"] == 1
        assert first.state(waits)["position"] == 2
        last = second.counted(4)
        refused(third.order(4), 503)
        first.cancel(runs)
        assert [event.name for event in second.events(next_one)][:2] == ["waiting", "progress"]
        first.cancel(waits)
        assert second.events(last)[-1].data["count"] == 2


def test_one_address_has_only_so_many_counts() -> None:
    with (
        served_with(Limits(counts_address=1)) as address,
        Visitor(address) as first, Visitor(address) as second,
    ):  # fmt: skip
        count = first.endless()
        assert "network" in refused(second.order(4), 429)["en"]
        first.cancel(count)
        assert second.order(4).status_code == 201


def test_a_count_that_takes_too_long_is_stopped() -> None:
    with served_with(Limits(seconds=0.6)) as address, Visitor(address) as visitor:
        last = visitor.events(visitor.endless())[-1]
        assert last.name == "failed"
        assert "0.01 min" in last.data["error"]["en"]
        assert not alive(last.data["pid"])


def test_only_so_many_counts_that_ended_are_remembered() -> None:
    with served_with(Limits(kept=2)) as address, Visitor(address) as visitor:
        counts = [visitor.events(visitor.counted(n))[-1].data["id"] for n in (4, 5, 6)]
        kept = [each["id"] for each in visitor.get("/api/counts").json()["counts"]]
        assert kept == [counts[2], counts[1]]
        refused(visitor.get(f"/api/counts/{counts[0]}"), 404)


def test_one_visitor_has_only_so_many_streams() -> None:
    with served_with(Limits(streams=1)) as address, Visitor(address) as visitor:
        count = visitor.endless()
        with visitor.listening(count) as events:
            next(events)
            refused(visitor.get(f"/api/counts/{count}/events"), 429)
            visitor.cancel(count)
            assert list(events)[-1].name == "cancelled"


def test_a_worker_that_dies_is_reported(visitor: Visitor) -> None:
    count = visitor.endless()
    os.kill(visitor.until(count, "progress").data["pid"], signal.SIGTERM)
    last = visitor.events(count)[-1]
    assert last.name == "failed"
    assert set(last.data["error"]) == set(LANGUAGES)


# Records


def test_a_record_that_takes_too_long_is_given_up_and_the_next_one_made() -> None:
    with served_with(Limits(record_seconds=0.6)) as address, Visitor(address) as visitor:
        assert "0.6 s" in refused(visitor.get("/api/exhibit?n=11"), 503)["en"]
        answers = (visitor.get("/api/exhibit?n=4").status_code for _ in range(20))
        assert 200 in answers  # a new recorder has begun within one of these times


def test_what_several_ask_for_is_recorded_once_and_kept() -> None:
    asyncio.run(_ask_at_once())


async def _ask_at_once() -> None:
    records = Records(Limits(records=1))
    await records.open()
    try:
        askers = [Asker(f"visitor {number}", "here") for number in range(9)]
        asking = [records.search({"n": "6"}, asker) for asker in askers]
        found = await asyncio.gather(*asking)
        assert all(record is found[0] for record in found)
        asking = [records.search({"n": n}, Asker("one", "here")) for n in ("6", "7", "8")]
        kept, made, refusal = await asyncio.gather(*asking, return_exceptions=True)
        assert kept is found[0]
        assert isinstance(made, Record)
        assert isinstance(refusal, Refusal)
        assert refusal.status == 429
    finally:
        await records.close()


def test_one_address_has_only_so_many_records_however_many_visitors_it_invents() -> None:
    asyncio.run(_ask_with_many_cookies())


async def _ask_with_many_cookies() -> None:
    records = Records(Limits(records_address=3))
    await records.open()
    try:
        sizes = [str(n) for n in range(9)]
        asking = [records.search({"n": n}, Asker(f"visitor {n}", "here")) for n in sizes]
        asking.append(records.search({"n": "9"}, Asker("another", "there")))
        found = await asyncio.gather(*asking, return_exceptions=True)
        refused = [each for each in found if isinstance(each, Refusal)]
        assert [each.status for each in refused] == [429] * 6
        assert isinstance(found[-1], Record)
        assert isinstance(await records.search({"n": "8"}, Asker("one", "here")), Record)
    finally:
        await records.close()


# Turns and events


@given(
    asked=st.lists(st.sampled_from("abc"), max_size=12),
    slots=st.integers(1, 3),
    each=st.integers(1, 2),
)
def test_every_turn_comes_and_nobody_has_more_than_allowed(
    asked: list[str], slots: int, each: int
) -> None:
    turns = Turns(slots, each=each)
    mine = [turns.ask(owner) for owner in asked]
    while turns.running:
        assert len(turns.running) <= slots
        owners = [turn.owner for turn in turns.running]
        assert all(owners.count(owner) <= each for owner in owners)
        turns.leave(turns.running[0])
    assert all(turn.begun.is_set() for turn in mine)
    assert turns.waiting == []


def test_who_asks_for_much_does_not_hold_up_who_asks_for_little() -> None:
    turns = Turns(1, each=1)
    for owner in "aaaabc":
        turns.ask(owner)
    served = []
    while turns.running:
        served.append(turns.running[0].owner)
        turns.leave(turns.running[0])
    assert "".join(served) == "abcaaa"


@given(parts=st.lists(st.integers(0, 4), max_size=6), heard=st.integers(0, 30))
def test_events_can_be_taken_up_anywhere(parts: list[int], heard: int) -> None:
    async def listened() -> list[int]:
        events = Events()
        for number in range(sum(parts)):
            events.add("progress", {"number": number})
        events.add("done", {}, over=True)
        return [event.number async for event in events.after(heard)]

    assert asyncio.run(listened()) == list(range(heard + 1, sum(parts) + 2))
