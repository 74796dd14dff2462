"""Does a trace come back from a file as it was, and is every other file refused in one sentence?"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from huisu.backtrack import Problem
from huisu.classics import Knapsack, Queens
from huisu.errors import InputError
from huisu.trace import Replay, Trace, load, save, trace
from huisu.trace.file import VERSION, from_json, to_json
from huisu.tree import FORMS, tree
from huisu.words import LANGUAGES
from roads import refused
from small_trees import Small, small

SAMPLES: dict[str, Trace] = {
    "queens": trace(Queens(n=4).problem()),
    "first": trace(Queens(n=4, tree="n-ary").problem(), solutions=1),
    "best": trace(Knapsack().problem(), goal="best"),
    "stopped": trace(Knapsack().problem(), goal="best", nodes=5),
    "root alone": trace(Problem(0, ())),
    "not begun": trace(Queens(n=4).problem(), solutions=0),
    "no children": trace(Problem(2, ())),
    "any tree": trace(Problem(3, lambda k, x: "甲乙丙"[k:], lambda k, x: x[0] != "乙")),
}
TEXTS = {name: to_json(sample) for name, sample in SAMPLES.items()}


class Real(float):
    """A float of a kind of its own, as numpy has them."""


def answers(found: Trace) -> list[object]:
    """Return the answer of a trace to every question that can be put to it."""
    replay = Replay(found)
    told: list[object] = [found.number, found.sizes, found.answers, list(found.parent)]
    for language in LANGUAGES:
        told += [found.why(node, language) for node in range(len(found))]
        told += [replay.sentence(step, language) for step in range(len(replay))]
    told += [replay.at(step) for step in range(len(replay))]
    for form in FORMS:
        try:
            told.append(tree(found, form).value)
        except InputError as error:
            told.append(str(error))
    return told


@given(problem=small(), goal=st.sampled_from(("all", "best")))
def test_every_answer_is_the_same_after_a_file(problem: Small, goal: Any) -> None:
    found = trace(problem.problem(), goal=goal, order="reverse")
    again = from_json(to_json(found))
    assert to_json(again) == to_json(found)
    assert answers(again) == answers(found)


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("ending", ["json", "json.gz"])
def test_a_file_holds_the_whole_trace(name: str, ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"trace.{ending}"
    save(SAMPLES[name], path)
    assert answers(load(path)) == answers(SAMPLES[name])
    assert path.read_bytes().startswith(b"\x1f\x8b") == ending.endswith("gz")


@pytest.mark.parametrize(
    "domain",
    [
        [frozenset({1}), frozenset()],
        [Fraction(1, 3), 2],
        [Real(0.0), Real(1.0)],
        ["甲", "\ud800", "\u2028", '"'],
        [float("inf"), float("-inf"), float("nan")],
        [True, None, 1],
        [(1, 2), [3]],
        [b"\xff", object],
    ],
    ids=repr,
)
def test_values_that_json_has_not_come_back_as_their_text(domain: Any, tmp_path: Path) -> None:
    found = trace(Problem(1, domain, lambda k, x: False))
    save(found, tmp_path / "trace.json")
    again = load(tmp_path / "trace.json")
    assert list(map(str, again.value)) == list(map(str, found.value))
    assert answers(again)[4:] != []
    assert [again.why(node) for node in (1, 2)] == [found.why(node) for node in (1, 2)]


@pytest.mark.parametrize("amount", [1.5, float("inf"), Real(2 / 3), Fraction(2, 3), 10**30])
def test_a_value_of_any_kind_is_told_alike_after_a_file(amount: Any) -> None:
    problem: Problem[int] = Problem(2, (1, 2), value=lambda x: amount, bound=lambda k, x: amount)
    found = trace(problem, goal="best")
    assert b"C" in found.fate
    again = from_json(to_json(found))
    assert [again.why(node) for node in range(4)] == [found.why(node) for node in range(4)]


def test_a_file_is_plain_ascii_json_that_anything_reads() -> None:
    problem = Problem(1, ("甲", float("nan")), cause=lambda k, x: "为什么", name="题")
    text = to_json(trace(problem))
    assert text.isascii()
    assert json.loads(text, parse_constant=pytest.fail)["problem"] == "题"


def damage(text: str) -> InputError:
    """Return the error that a damaged text raises; it says so in both languages."""
    with pytest.raises(InputError) as caught:
        from_json(text, source="it.json")
    assert caught.value.text("en").startswith("it.json ")
    assert caught.value.text("zh").startswith("it.json ")
    return caught.value


def signed(parts: dict[str, Any]) -> str:
    """Return JSON with the check sums that its parts have now."""
    names = parts.keys() - {"format", "version", "check"}
    sums = {name: zlib.crc32(dumped(parts[name]).encode()) for name in names}
    return dumped({**parts, "check": sums})


def dumped(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


PARTS = json.loads(TEXTS["best"])
NAMES = sorted(PARTS.keys() - {"format", "version", "check"})


@pytest.mark.parametrize("name", SAMPLES)
def test_our_own_check_sums_are_those_of_the_file(name: str) -> None:
    assert json.loads(signed(json.loads(TEXTS[name]))) == json.loads(TEXTS[name])


@pytest.mark.parametrize("name", SAMPLES)
def test_a_text_cut_off_anywhere_is_refused(name: str) -> None:
    for length in range(len(TEXTS[name])):
        assert damage(TEXTS[name][:length]).key in ("error.trace.json", "error.trace.none")
    assert damage(TEXTS[name][:200]).values["line"] == 1


def test_a_compressed_file_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    path, data = tmp_path / "cut.gz", gzip.compress(TEXTS["best"].encode())
    for length in range(len(data)):
        path.write_bytes(data[:length])
        error = refused(lambda: load(path))
        assert error.key == ("error.trace.gzip" if length > 1 else "error.trace.none")


@pytest.mark.parametrize("part", NAMES)
@pytest.mark.parametrize("other", [None, True, -1, 10**40, "x", [], {}, [["x"]], 0.5])
def test_an_edited_part_is_named(part: str, other: object) -> None:
    changed = {**PARTS, part: other}
    assert damage(dumped(changed)).values["place"] == part


@pytest.mark.parametrize("part", NAMES)
def test_an_edited_entry_is_named_by_its_part(part: str) -> None:
    changed = json.loads(TEXTS["best"])
    if isinstance(changed[part], list):
        changed[part] = [*changed[part][1:], *changed[part][:1]]
    elif isinstance(changed[part], dict):
        changed[part].popitem()
    else:
        changed[part] = f"{changed[part]}s"
    if changed[part] != PARTS[part]:
        assert damage(dumped(changed)).values["place"] == part


@pytest.mark.parametrize("part", [*NAMES, "check"])
def test_a_missing_part_is_named(part: str) -> None:
    changed = {name: each for name, each in PARTS.items() if name != part}
    assert damage(dumped(changed)).values["place"] == part
    assert damage(dumped({**PARTS, "check": {}})).values["place"] in NAMES


@pytest.mark.parametrize(
    ("part", "entry", "other", "place"),
    [
        ("level", 1, 2, "level[1]"),
        ("level", 3, 0, "level[3]"),
        ("level", 0, 1, "level[0]"),
        ("level", 2, 2.0, "level[2]"),
        ("level", 2, 10**40, "level[2]"),
        ("place", 2, 9, "place[2]"),
        ("place", 2, -1, "place[2]"),
        ("width", 0, 1, "width[0]"),
        ("width", 0, 3, "width[1]"),
        ("width", 1, -1, "width[1]"),
        ("caused", 1, 0, "caused[1]"),
        ("caused", 1, 99, "caused[1]"),
        ("value", 1, [1], "value[1]"),
        ("value", 1, {}, "value[1]"),
        ("domains", 0, [[1]], "domains[0]"),
        ("domains", 0, 1, "domains[0]"),
        ("cause", 0, ["×", "en"], "cause[0]"),
        ("cause", 0, ["×", "en", 1], "cause[0]"),
    ],
)
def test_lists_that_no_search_makes_are_refused_even_when_signed(
    part: str, entry: int, other: object, place: str
) -> None:
    changed = json.loads(TEXTS["best"])
    changed[part][entry] = other
    assert damage(signed(changed)).values["place"] == place


@pytest.mark.parametrize(
    ("part", "other", "place"),
    [
        ("depth", True, "depth"),
        ("depth", 10**9, "depth"),
        ("depth", 2, "fate[3]"),
        ("goal", "all", "fate[9]"),
        ("goal", ["best"], "goal"),
        ("tree", "oak", "tree"),
        ("outcome", "fine", "outcome"),
        ("fate", "\ud800" * 11, "fate"),
        ("amount", {}, "amount[5]"),
        ("amount", {"²": 1}, "amount[²]"),
        ("amount", {"9" * 5000: 1}, "amount[99999999999999999999]"),
        ("amount", {"1": [1]}, "amount[1]"),
        ("domains", {}, "domains"),
        ("domains", [], "domains"),
        ("cause", {}, "cause"),
    ],
)
def test_parts_that_no_search_has_are_refused_even_when_signed(
    part: str, other: object, place: str
) -> None:
    assert damage(signed({**PARTS, part: other})).values["place"] == place


@pytest.mark.parametrize("text", ["NaN", "-Infinity", "9" * 5000, "[" * 100_000])
def test_json_that_is_no_number_or_too_much_is_refused(text: str) -> None:
    changed = TEXTS["best"].replace('"depth":3', f'"depth":{text}')
    assert damage(changed).values["source"] == "it.json"


@pytest.mark.parametrize(
    "text", ["", " ", "[]", "{}", "null", "3", "huisu", '{"format":1}', "huisu-checkpoint-1-abc"]
)
def test_what_is_no_trace_is_told_as_such(text: str) -> None:
    assert str(damage(text)) == "it.json is no recorded search; give a file that huisu saved"


@pytest.mark.parametrize("version", [2, 0, None, "1", [[1]]])
def test_another_version_is_told_as_such(version: object) -> None:
    error = damage(dumped({**PARTS, "version": version}))
    assert error.key == "error.trace.version"
    assert f"reads version {VERSION}" in str(error)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n")
    assert refused(lambda: load(path)).key == "error.trace.none"
    path.write_bytes(TEXTS["best"].encode()[:99] + b"\xff")
    assert refused(lambda: load(path)).values["byte"] == 100
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.json")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=6,
)  # fmt: skip


def spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to everything inside a JSON value."""
    yield path
    inside = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value if isinstance(value, list) else ())
    )
    for key, each in inside:
        yield from spots(each, (*path, key))


def replaced(text: str, path: tuple[Any, ...], other: object) -> dict[str, Any]:
    parts: Any = {"": json.loads(text)}
    *above, last = ("", *path)
    inner = parts
    for key in above:
        inner = inner[key]
    inner[last] = other
    found: dict[str, Any] = parts[""]
    return found


@settings(deadline=None, max_examples=300)
@given(data=st.data(), name=st.sampled_from(sorted(SAMPLES)), is_signed=st.booleans())
def test_whatever_stands_in_a_file_it_is_a_trace_or_refused(
    data: st.DataObject, name: str, is_signed: bool
) -> None:
    path = data.draw(st.sampled_from([path for path in spots(json.loads(TEXTS[name])) if path]))
    other = data.draw(JSON | st.sampled_from([0, 1, 2, -1, "L", "C", "A", 10**25]))
    changed = replaced(TEXTS[name], path, other)
    try:
        found = from_json(signed(changed) if is_signed else dumped(changed))
    except InputError:
        return
    assert len(answers(found)) > len(found)
    assert is_signed or answers(found) == answers(SAMPLES[name])


@settings(
    deadline=None, max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data(), name=st.sampled_from(sorted(SAMPLES)), is_packed=st.booleans())
def test_whatever_byte_of_a_file_changes_it_is_the_same_trace_or_refused(
    data: st.DataObject, name: str, is_packed: bool, tmp_path: Path
) -> None:
    whole = TEXTS[name].encode()
    if is_packed:
        whole = gzip.compress(whole, mtime=0)
    at = data.draw(st.integers(0, len(whole) - 1))
    new, gone = data.draw(st.binary(max_size=2)), data.draw(st.integers(0, 2))
    path = tmp_path / "changed"
    path.write_bytes(whole[:at] + new + whole[at + gone :])
    try:
        found = load(path)
    except InputError:
        return
    assert to_json(found) == TEXTS[name]


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_a_file_is_never_half_written(
    error: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "trace.json"
    save(SAMPLES["best"], path)

    def stopped(self: Path, target: Path) -> None:
        raise error

    monkeypatch.setattr(Path, "replace", stopped)
    with pytest.raises(error):
        save(SAMPLES["queens"], path)
    assert path.read_text() == TEXTS["best"] + "\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_saved_file_has_the_rights_of_any_new_one_and_keeps_those_it_had(tmp_path: Path) -> None:
    plain, path = tmp_path / "plain", tmp_path / "trace.json"
    plain.write_text("")
    save(SAMPLES["best"], path)
    assert path.stat().st_mode == plain.stat().st_mode
    path.chmod(0o600)
    (tmp_path / "link").symlink_to(path)
    save(SAMPLES["queens"], tmp_path / "link")
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text() == TEXTS["queens"] + "\n"


def test_a_domain_that_a_signed_file_lacks_is_drawn_as_open() -> None:
    changed = from_json(signed({**PARTS, "domains": [[1]]}))
    assert tree(changed, "whole").value.count("") == 2


def test_a_folder_that_there_is_not_is_named_as_it_was_given(tmp_path: Path) -> None:
    path = tmp_path / "none" / "search.json"
    with pytest.raises(FileNotFoundError) as caught:
        save(trace(Problem(1, (1, 2))), path)
    assert caught.value.filename == str(path)
