"""Does the page's JavaScript say the same of a record as Python does, at every step?"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error, Page

from huisu.backtrack import Problem, caused
from huisu.classics import CLASSICS, Queens
from huisu.page.exhibit import Exhibit, of_record
from huisu.trace import Moment, Replay, Trace, trace
from huisu.trace.file import to_json
from huisu.tree import FORMS, MAX_WHOLE, tree
from page import Opener, exhibit

Records = dict[str, Trace]

_SEEN = """(text) => Promise.all([import("huisu/trace"), import("huisu/replay")]).then(
  ([{ Trace }, { Replay }]) => {
    const trace = new Trace(text), replay = new Replay(trace);
    const nodes = [...trace.fate].map((_, node) => node);
    return {
      numbers: Array.from(trace.numbers, String),
      parents: [...trace.parent],
      vectors: nodes.map((node) => JSON.stringify(trace.vector(node))),
      why: ["en", "zh"].map((language) => nodes.map((node) => trace.why(node, language))),
      text: ["en", "zh"].map((language) => replay.text(language)),
      moments: Array.from({ length: replay.length }, (_, step) => {
        const at = replay.at(step);
        return [at.kind, at.node, at.eNode, at.live, at.generated, at.killed, at.cut,
          at.backtracks, at.answers];
      }),
    };
  })"""

_STATUSES = """([text, steps]) => Promise.all([import("huisu/trace"), import("huisu/replay")]).then(
  ([{ Trace }, { Replay }]) => {
    const trace = new Trace(text), replay = new Replay(trace);
    return steps.map((step) => [...trace.fate].map((_, node) => replay.status(node, step)));
  })"""

_LAYOUT = """([text, form]) => Promise.all([import("huisu/trace"), import("huisu/tree")]).then(
  ([{ Trace }, { layout }]) => {
    const drawn = layout(new Trace(text), form);
    return { ...drawn, number: drawn.number.map(String), value: drawn.value.map(String) };
  })"""


def words() -> Problem[str]:
    """Return a problem of one's own: no three equal letters, and its components are texts."""
    return Problem(
        4,
        ["<b>", "é\\n", '"'],
        lambda k, x: len(set(x[-3:])) != 1 or k < 2,
        name="own </script>",
        cause=lambda k, x: caused("cause.constraint", "<", k=k, value=x),
    )


def measured() -> Problem[float]:
    """Return a problem whose components, values and bounds are not whole numbers."""
    return Problem(3, (0.5, 1.25, -3), bound=lambda k, x: sum(x) + 1.3 * (2 - k), value=sum)


def records() -> Records:
    """Return searches of every kind: each classic, both trees, orders, limits, no nodes at all."""
    found = {
        name: trace(cls().problem(), goal=cls.goal, nodes=1500, solutions=None)
        for name, cls in CLASSICS.items()
    }
    found |= {f"queens {n}": trace(Queens(n=n).problem()) for n in (0, 1, 2, 3, 5, 6)}
    found["n-ary"] = trace(Queens(n=4, tree="n-ary").problem())
    found["first"] = trace(Queens(n=5).problem(), solutions=1)
    found["stopped"] = trace(Queens(n=6).problem(), nodes=100)
    found["reverse"] = trace(Queens(n=5).problem(), order="reverse")
    found["random"] = trace(Queens(n=5, tree="n-ary").problem(), order="random", seed=3)
    found["large numbers"] = trace(Queens(n=25).problem(), nodes=300)
    found["own"] = trace(words())
    found["values"] = trace(measured(), goal="best")
    return found


RECORDS = records()


@pytest.fixture(scope="module")
def evaluate(module_page: Page) -> Callable[[str, Any], Any]:
    return module_page.evaluate


@pytest.mark.parametrize("name", RECORDS)
def test_the_page_says_the_same_as_python(name: str, evaluate: Callable[[str, Any], Any]) -> None:
    recorded = RECORDS[name]
    seen, replay, nodes = evaluate(_SEEN, to_json(recorded)), Replay(recorded), range(len(recorded))
    assert seen["numbers"] == [str(number) for number in recorded.number]
    assert seen["parents"] == list(recorded.parent)
    assert [json.loads(x) for x in seen["vectors"]] == [list(recorded.vector(i)) for i in nodes]
    assert seen["why"] == [[recorded.why(i, each) for i in nodes] for each in ("en", "zh")]
    assert seen["moments"] == [moment_of(replay.at(step)) for step in range(len(replay))]


def moment_of(at: Moment) -> list[Any]:
    return [
        at.kind, at.node, at.e_node, list(at.live), at.generated, at.killed, at.cut,
        at.backtracks, at.answers,
    ]  # fmt: skip


@pytest.mark.parametrize("name", RECORDS)
def test_every_node_stands_alike_at_any_step(
    name: str, evaluate: Callable[[str, Any], Any]
) -> None:
    recorded = RECORDS[name]
    replay, count = Replay(recorded), 20
    steps = sorted(random.Random(name).choices(range(len(replay)), k=count))
    seen = evaluate(_STATUSES, [to_json(recorded), steps])
    nodes = range(len(recorded))
    assert seen == [[replay.status(node, step) for node in nodes] for step in steps]


FORMS_OF = [
    (form, name)
    for form in FORMS
    for name, record in RECORDS.items()
    if form != "whole" or (record.sizes and record.sizes[0] <= MAX_WHOLE)
]


@pytest.mark.parametrize(("form", "name"), FORMS_OF)
def test_the_tree_is_laid_out_alike(
    form: Any, name: str, evaluate: Callable[[str, Any], Any]
) -> None:
    recorded = RECORDS[name]
    drawn, seen = tree(recorded, form), evaluate(_LAYOUT, [to_json(recorded), form])
    assert seen["node"] == drawn.node
    assert seen["number"] == [str(number) for number in drawn.number]
    assert seen["parent"] == drawn.parent
    assert seen["hidden"] == drawn.hidden
    assert seen["x"] == drawn.x
    assert seen["breadth"] == drawn.breadth


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("tree_kind", ["permutation", "n-ary"])
def test_the_text_is_that_of_the_command_line(
    tree_kind: str, language: str, evaluate: Callable[[str, Any], Any], huisu: Any
) -> None:
    written = huisu(f"watch 4 --tree {tree_kind} --plain --lang {language}")[1]
    record = to_json(trace(Queens(n=4, tree=tree_kind).problem()))  # type: ignore[arg-type]
    assert evaluate(_SEEN, record)["text"][language == "zh"] == written


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('"depth":4', '"depth":5', "depth"),
        ('"fate":"LLK', '"fate":"LLL', "fate"),
        ('"version":1', '"version":2', "version"),
        ("huisu-trace", "other", "format"),
        ("[0,1,2,2", "[0,1,2,3", "level"),
        ("{", "{{", "JSON"),
    ],
)
def test_a_changed_record_is_refused(
    old: str, new: str, place: str, evaluate: Callable[[str, Any], Any]
) -> None:
    record = to_json(exhibit("p=queens&n=4").trace).replace(old, new, 1)
    with pytest.raises(Error, match=place):
        evaluate(
            '(text) => import("huisu/trace").then(({ Trace }) => new Trace(text).length)', record
        )


def test_markup_in_a_record_stays_text(open_page: Opener) -> None:
    shown = of_record(trace(words()))
    page = open_page(exhibits=(shown,))
    kept = page.evaluate('() => import("huisu/main").then((m) => m.store.state.trace.text)')
    assert kept == to_json(shown.trace)
    assert page.locator("script").count() == 4
    assert isinstance(shown, Exhibit)
