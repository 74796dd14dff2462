"""Does the page draw the tree that huisu.tree lays out, at every step, and lead from node to step?

Read test_page_exports.py next, where the same trees are saved as files.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, get_args

import pytest
from playwright.sync_api import Page

from huisu.trace import Replay, Status, Trace
from huisu.tree import Form, tree
from huisu.views.tree_picture import TreePicture
from huisu.words import word
from page import OpenPage, exhibit

TREES = json.loads(Path(__file__).with_name("data").joinpath("trees.json").read_text("utf-8"))
FOUR = TREES["permutation"]["4"]

STATUSES = get_args(Status)
WITH_STORE = "async (value) => { const { store } = await import('huisu/main'); %s }"
FRAME = "await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));"


def ask(page: Page, code: str, value: object = None) -> Any:
    """Return what code that knows the page's store, and a value, returns."""
    return page.evaluate(WITH_STORE % code, value)


def go(page: Page, position: int) -> None:
    ask(page, f"store.set({{ position: value }}); {FRAME}", position)


def numbers(page: Page, *statuses: str) -> list[int]:
    """Return the numbers of the nodes drawn as these statuses, in order."""
    found = page.locator(".tree .node").evaluate_all(
        "nodes => nodes.map((node) => [Number(node.dataset.node), node.dataset.status])"
    )
    return sorted(number for number, status in found if status in statuses)


def position_of(replay: Replay, node: int) -> int:
    """Return the step in which a node was generated."""
    steps = range(len(replay))
    return next(s for s in steps if replay.at(s).node == node and replay.at(s).kind == "generated")


def test_the_65_nodes_of_4_queens_stand_at_the_end_as_the_textbooks_have_them(
    open_page: OpenPage,
) -> None:
    page = open_page("p=queens&n=4", query="step=65")
    assert numbers(page, *STATUSES) == [*range(1, 66)]
    assert numbers(page, "answer") == FOUR["all"]["answers"]
    assert numbers(page, "killed") == FOUR["all"]["killed"]
    feasible = sorted({1, *FOUR["all"]["feasible"]})
    assert numbers(page, "dead", "answer") == feasible
    assert len(numbers(page, "ungenerated")) == FOUR["all"]["never"]


def test_stopped_at_the_first_answer_the_tree_has_the_16_nodes_of_the_textbooks(
    open_page: OpenPage,
) -> None:
    first = FOUR["first"]
    page = open_page("p=queens&n=4&goal=one", query="step=99")
    generated = numbers(page, "live", "e-node", "killed", "dead", "answer")
    assert generated == first["generated"]
    assert numbers(page, "killed") == first["killed"]
    assert numbers(page, "dead") == first["dead"]
    assert numbers(page, "answer") == first["answer"]


LAID_OUT = (
    "p=queens&n=4",
    "p=queens&n=4&tree=n-ary",
    "p=queens&n=5&order=random&seed=3",
    "p=queens&n=6&goal=one",
    "p=knapsack",
    "p=colouring",
)


@pytest.mark.parametrize("address", LAID_OUT)
@pytest.mark.parametrize("form", ["whole", "generated", "collapsed"])
def test_nodes_stand_where_python_puts_them(open_page: OpenPage, address: str, form: Form) -> None:
    drawn = tree(exhibit(address).trace, form)
    page = open_page(address)
    code = """const { layout } = await import('huisu/tree');
    const { node, number, parent, level, hidden, x } = layout(store.state.trace, value);
    return { node, number: number.map(Number), parent, level, hidden, x };"""
    expected = {
        name: getattr(drawn, name) for name in ("node", "number", "parent", "level", "hidden", "x")
    }
    assert ask(page, code, form) == expected


def statuses(trace: Trace, form: Form, position: int) -> list[str]:
    """Return how each node drawn stands, as Python's picture of the tree has it."""
    replay = Replay(trace)
    step = None if position == len(replay) else position
    return [node.status for node in TreePicture(tree(trace, form), replay, step).nodes]


SHOWN = """const found = [];
for (const position of value) {
  store.set({ position });
  found.push([...document.querySelectorAll(".tree .node")].map((node) => node.dataset.status));
}
return found;"""


def test_forth_and_back_through_4_queens_every_node_stands_as_python_has_it(
    open_page: OpenPage,
) -> None:
    trace = exhibit("p=queens&n=4").trace
    positions = [*range(66), *reversed(range(66))]
    shown = ask(open_page("p=queens&n=4"), SHOWN, positions)
    assert shown == [statuses(trace, "whole", position) for position in positions]


@pytest.mark.parametrize("address", ["p=queens&n=6", "p=knapsack"])
def test_after_any_jump_every_node_stands_as_python_has_it(
    open_page: OpenPage, address: str
) -> None:
    trace = exhibit(address).trace
    last = len(Replay(trace))
    positions = [*random.Random(5).choices(range(last + 1), k=50), last, 0, last]
    page = open_page(address, query="form=generated")
    assert ask(page, SHOWN, positions) == [statuses(trace, "generated", p) for p in positions]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("position", [0, 2, 17, 30, 65])
def test_the_title_of_a_node_says_what_python_says(
    open_page: OpenPage, language: Any, position: int
) -> None:
    trace = exhibit("p=queens&n=4").trace
    replay = Replay(trace)
    step = None if position == len(replay) else position
    picture = TreePicture(tree(trace, "whole"), replay, step, language)
    page = open_page("p=queens&n=4", query=f"step={position}&lang={language}")
    titles = page.locator(".tree .node > title").all_text_contents()
    assert titles == [picture.says(place) for place in range(65)]
    assert page.locator(".tree .figures").inner_text() == picture.figures


def test_a_step_leaves_the_elements_of_all_other_nodes_alone(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="step=10")
    code = """const outlines = () => [...document.querySelectorAll(".tree .node .outline")];
    const before = outlines();
    store.set({ position: 11 });
    return outlines().filter((each, at) => each !== before[at])
      .map((each) => each.parentElement.dataset.node);"""
    assert set(ask(page, code)) == {"13", "14"}


def test_a_click_on_a_node_goes_to_its_step_and_chooses_it(open_page: OpenPage) -> None:
    trace = exhibit("p=queens&n=4").trace
    page = open_page("p=queens&n=4")
    page.locator('.tree [data-node="29"] .number').click()
    node = trace.number.index(29)
    assert ask(page, "return [store.state.selected, store.state.position]") == [
        node,
        position_of(Replay(trace), node),
    ]
    assert page.locator(".tree .halo").get_attribute("visibility") == "visible"
    assert page.locator('.tree [data-node="29"]').get_attribute("data-status") == "live"


def test_a_click_on_a_node_that_is_never_generated_only_says_so(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="step=9")
    page.locator('.tree [data-node="4"] .number').click()
    assert ask(page, "return store.state.position") == 9
    said = word("tree.state.ungenerated", "en")
    assert page.locator(".tree .pointed").inner_text() == f"node 4, x3 = 3: {said}"


def test_enter_goes_to_the_chosen_node(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="step=40")
    ask(page, "store.set({ selected: store.state.trace.nodeOf(13) })")
    page.locator(".tree .view").press("Enter")
    trace = exhibit("p=queens&n=4").trace
    assert ask(page, "return store.state.position") == position_of(
        Replay(trace), trace.number.index(13)
    )


def test_a_folded_node_is_a_triangle_with_the_number_of_nodes_below(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="step=65")
    ask(page, "store.set({ folded: new Set([store.state.trace.nodeOf(2)]) })")
    folded = page.locator('.tree [data-node="2"]')
    assert folded.locator("path.outline").count() == 1
    below = sum(2 < number < 18 for number in exhibit("p=queens&n=4").trace.number)
    assert folded.locator(".below").text_content() == f"+{below}"
    assert page.locator(".tree .node").count() == 65 - 15


def test_dead_subtrees_are_folded_and_unfolded_by_buttons(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="step=65")
    page.get_by_role("button", name=word("page.tree.fold", "en")).click()
    folded = ask(
        page, "return [...store.state.folded].map((node) => store.state.trace.number(node))"
    )
    assert folded == [2, 50]
    page.get_by_role("button", name=word("page.tree.unfold", "en")).click()
    assert page.locator(".tree .node").count() == 65


def test_labels_can_be_hidden(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4")
    number = page.locator('.tree [data-node="2"] .number')
    assert number.is_visible()
    page.get_by_role("button", name=word("page.tree.labels", "en")).click()
    assert not number.is_visible()


def test_a_whole_tree_that_is_too_large_is_refused_with_its_size(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=8", query="form=whole")
    expected = word("page.tree.whole.large", "en", size="109,601", most="2,000", drawn="5,509")
    page.locator(".tree canvas").wait_for()
    assert page.locator(".tree .refused").inner_text() == expected
    assert page.locator(".tree select").input_value() == "generated"


def test_a_whole_tree_of_unknown_size_is_refused(open_page: OpenPage) -> None:
    page = open_page("p=stamps", query="form=whole")
    drawn = f"{len(exhibit('p=stamps').trace):,}"
    expected = word("page.tree.whole.unknown", "en", drawn=drawn)
    assert page.locator(".tree .refused").inner_text() == expected


PLACES = """const { layout } = await import('huisu/tree');
const { TreeCanvas } = await import('huisu/panels/tree-canvas');
const picture = new TreeCanvas(store.state.replay, layout(store.state.trace, "generated"), "en");
picture.scale = picture.scales(document.querySelector(".tree .view").clientWidth).usual;
return value.map((node) => picture.point(node));"""


def test_a_click_on_the_canvas_finds_a_node_of_that_level_and_column(open_page: OpenPage) -> None:
    trace = exhibit("p=queens&n=8").trace
    page = open_page("p=queens&n=8", query="step=9621")
    canvas = page.locator(".tree canvas")
    nodes = [2, 40, 700, 2500, 5000, *trace.answers[::30]]
    for node, point in zip(nodes, ask(page, PLACES, nodes), strict=True):
        canvas.click(position={"x": point["x"], "y": point["y"]})
        found = ask(page, "return store.state.selected")
        assert trace.level[found] == trace.level[node]
        there = ask(page, PLACES, [found])[0]
        assert abs(there["x"] - point["x"]) <= 2, (node, found)
        ask(page, "store.set({ position: store.state.replay.length })")


def test_of_the_nodes_in_a_column_a_click_finds_the_answer(open_page: OpenPage) -> None:
    trace = exhibit("p=queens&n=9").trace
    page = open_page("p=queens&n=9", query="step=99999")
    for node in trace.answers[10:300:90]:
        point = ask(page, PLACES, [node])[0]
        page.locator(".tree canvas").click(position={"x": point["x"], "y": point["y"]})
        assert ask(page, "return store.state.selected") in trace.answers
        ask(page, "store.set({ position: store.state.replay.length })")


def test_zooming_in_shows_single_nodes_and_fit_shows_all_again(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=8", query="step=3000")
    view = page.locator(".tree .view")
    wide = "view => view.scrollWidth / view.clientWidth"
    assert view.evaluate(wide) == 1
    for _ in range(20):
        page.get_by_role("button", name=word("page.tree.closer", "en")).click()
    assert view.evaluate(wide) > 100
    page.get_by_role("button", name=word("page.tree.all", "en")).click()
    assert view.evaluate(wide) == 1


CROWDED = [
    ("p=sign-triangle", "step=170"),
    ("p=queens&n=4&tree=n-ary", "step=60&form=whole"),
    ("p=queens&n=11&goal=one", "step=0"),
]


@pytest.mark.parametrize(("address", "query"), CROWDED)
def test_a_crowded_tree_is_seen_whole_and_its_path_with_numbers(
    open_page: OpenPage, address: str, query: str
) -> None:
    page = open_page(address, query=query)
    assert page.locator(".tree .view").evaluate("v => v.scrollWidth <= v.clientWidth")
    live = "return store.state.replay.at(store.state.position).live"
    numbers = ask(page, f"{live}.map((node) => String(store.state.trace.number(node)))")
    shown = page.locator(".tree :is(.live, .e-node, .answer) .number").all_text_contents()
    assert set(numbers) <= set(shown)
    assert page.locator(".tree .node.small").count() > 100


def test_numbers_come_with_room(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4&tree=n-ary", query="form=whole")
    assert page.locator('.tree [data-node="5"] .number').count() == 0
    for _ in range(8):
        page.get_by_role("button", name=word("page.tree.closer", "en")).click()
    assert page.locator('.tree [data-node="5"] .number').count() == 1


@pytest.mark.parametrize("address", ["p=queens&n=4", "p=sign-triangle", "p=queens&n=11&goal=one"])
def test_letters_keep_their_size_on_the_screen(open_page: OpenPage, address: str) -> None:
    page = open_page(address, query="step=20")
    texts = ".tree .names text, .tree .number, .tree .value:not(.hidden)"
    size = """texts => Math.min(...texts.map((text) =>
      parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""
    assert page.locator(texts).evaluate_all(size) >= 13


def test_a_tree_is_higher_where_there_is_room(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4")
    heights = []
    for height in (600, 1000):
        page.set_viewport_size({"width": 1280, "height": height})
        ask(page, FRAME)
        heights.append(page.locator(".tree .view > svg").evaluate("s => s.clientHeight"))
    assert heights[1] > heights[0] + 100


def test_a_click_beside_a_small_node_chooses_it(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4&tree=n-ary", query="form=whole")
    box = page.locator('.tree [data-node="23"]').bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] + 4)
    assert "node 23," in page.locator(".tree .pointed").inner_text()


def test_the_canvas_draws_another_picture_at_another_step(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=8", query="step=100")
    picture = "return document.querySelector('.tree canvas').toDataURL()"
    seen: dict[int, set[str]] = {}
    for position in (100, 5000, 9621, 100):
        go(page, position)
        seen.setdefault(position, set()).add(ask(page, picture))
    assert [len(each) for each in seen.values()] == [1, 1, 1]
    assert len({next(iter(each)) for each in seen.values()}) == 3


def test_the_node_of_a_step_stays_in_sight_within_the_panel(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4&tree=n-ary", query="form=whole")
    view = page.locator(".tree .view")
    for _ in range(6):
        page.get_by_role("button", name=word("page.tree.closer", "en")).click()
    assert view.evaluate("v => v.scrollWidth > 3 * v.clientWidth")
    for position in (60, 119, 5):
        go(page, position)
        node = ask(
            page,
            "const { replay, trace } = store.state; return trace.number(replay.node(value))",
            position,
        )
        inner, outer = (
            page.locator(f'.tree [data-node="{node}"]').bounding_box(),
            view.bounding_box(),
        )
        assert inner is not None
        assert outer is not None
        assert outer["x"] <= inner["x"] <= outer["x"] + outer["width"]
        assert page.evaluate("scrollX") == 0
