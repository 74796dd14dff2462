"""Does the SVG of a tree show what became of every node, in each form and at each step?"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu.backtrack import Problem, Tree
from huisu.trace import Replay, Status, load, save, trace
from huisu.views.png import MAX_WIDTH
from huisu.views.tree_drawing import TreeDrawing, draw_tree
from huisu.words import Language
from roads import refused
from searches import picture, queens, sack, searched
from small_trees import Small, small

SVG = "{http://www.w3.org/2000/svg}"

#: The search for the first solution on the permutation tree of four queens, as the books tell it.
FIRST: dict[Status, set[int]] = {
    "live": {1, 18, 29},
    "e-node": {30},
    "answer": {31},
    "dead": {2, 8, 13, 14},
    "killed": {3, 9, 11, 15, 16, 19, 24},
}


def nodes_of(drawing: TreeDrawing) -> dict[int, ET.Element]:
    """Return the element of each node in the SVG."""
    elements = ET.fromstring(drawing.svg()).iter(f"{SVG}g")
    return {int(number): each for each in elements if (number := each.get("data-node"))}


def title_of(element: ET.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def texts_of(drawing: TreeDrawing, name: str) -> list[str]:
    """Return the texts that have a class, or stand in a group that has it."""
    root = ET.fromstring(drawing.svg())
    return [
        text.text or ""
        for each in root.iter()
        if each.get("class") == name
        for text in each.iter(f"{SVG}text")
    ]


def by_status(elements: dict[int, ET.Element]) -> dict[Status, set[int]]:
    found: dict[Status, set[int]] = {}
    for number, element in elements.items():
        status = next(s for s in get_args(Status) if s == element.get("data-status"))
        found.setdefault(status, set()).add(number)
    return found


# What a node shows


def test_the_first_solution_of_four_queens_is_drawn_as_the_books_tell_it() -> None:
    drawn = by_status(nodes_of(draw_tree(queens(4, solutions=1))))
    never = set(range(1, 66)) - set().union(*FIRST.values())
    assert drawn == {**FIRST, "ungenerated": never}


def test_state_is_told_by_shapes_and_signs() -> None:
    elements = nodes_of(draw_tree(queens(4, solutions=1)))
    assert len(elements[30].findall(f"{SVG}rect")) == 2  # the ring of the E-node
    assert len(elements[29].findall(f"{SVG}rect")) == 1
    assert elements[8].find(f"{SVG}path") is not None  # the cross of a dead node
    assert elements[3].find(f"{SVG}path") is None
    assert [text.text for text in elements[9].iter(f"{SVG}text")] == ["9", "↗"]
    assert float(elements[31][1].get("rx", "")) < 2 < float(elements[30][1].get("rx", ""))


def test_the_group_of_nodes_never_generated_is_dashed_and_that_of_live_nodes_thick() -> None:
    root = ET.fromstring(draw_tree(queens(4, solutions=1)).svg())
    groups = {each.get("class"): each for each in root.iter(f"{SVG}g")}
    dashed = {name for name, each in groups.items() if each.get("stroke-dasharray")}
    widths = {name: float(each.get("stroke-width") or 0) for name, each in groups.items()}
    assert dashed & set(get_args(Status)) == {"ungenerated"}
    assert widths["live"] > 2 * widths["dead"]


def test_the_edges_between_live_nodes_are_thick() -> None:
    drawing = draw_tree(queens(4, solutions=1))
    paths = [
        each
        for each in ET.fromstring(drawing.svg()).iter(f"{SVG}path")
        if each.get("class") == "edges"
    ]
    thick = [each for each in paths if float(each.get("stroke-width", "")) > 2]
    assert sum(each.get("d", "").count("M") for each in thick) == 4  # 1 - 18 - 29 - 30 - 31
    assert sum(each.get("d", "").count("M") for each in paths) == 64


@pytest.mark.parametrize(
    ("step", "live", "e_node"), [(0, set(), 1), (5, {1, 2}, 8), (8, {1}, 2), (9, {1, 13}, 2)]
)
def test_a_step_shows_the_path_of_live_nodes(step: int, live: set[int], e_node: int) -> None:
    drawn = by_status(nodes_of(draw_tree(queens(4), step=step)))
    assert drawn.get("live", set()) == live
    assert drawn["e-node"] == {e_node}


@given(small("permutation", "n-ary", "subset", None), st.data())
def test_every_status_and_reason_is_that_of_the_record(problem: Small, data: st.DataObject) -> None:
    recorded = searched(problem)
    replay, number = Replay(recorded), recorded.number
    step = data.draw(st.integers(0, len(replay) - 1))
    elements = nodes_of(draw_tree(recorded, form="generated", step=step))
    assert set(elements) == set(number)
    for node in range(len(recorded)):
        status, element = replay.status(node, step), elements[number[node]]
        assert element.get("data-status") == status
        if status in ("killed", "cut", "dead", "answer"):
            assert title_of(element).endswith(recorded.why(node))


def test_the_root_is_dead_when_a_whole_search_has_ended() -> None:
    assert by_status(nodes_of(draw_tree(queens(4))))["dead"] >= {1}


@pytest.mark.parametrize(
    ("language", "titles"),
    [
        (
            "en",
            {
                1: "node 1, the root: live: the search was stopped",
                3: "node 3, x2 = 2: killed by the constraint function: same falling diagonal",
                4: "node 4, x3 = 3: not generated",
                8: "node 8, x2 = 3: dead: all its children (2) have been generated",
            },
        ),
        ("zh", {3: "结点 3，x2 = 2：被约束函数杀死：", 4: "结点 4，x3 = 3：未生成"}),
    ],
)
def test_titles_say_what_became_of_a_node(language: Language, titles: dict[int, str]) -> None:
    elements = nodes_of(draw_tree(queens(4, solutions=1), language=language))
    for number, title in titles.items():
        assert title_of(elements[number]).startswith(title)


def test_during_the_search_titles_tell_what_is_true_then() -> None:
    recorded = queens(4)
    assert "E-node: its children (3) are" in title_of(nodes_of(draw_tree(recorded, step=8))[2])
    assert "live: not all its children (4)" in title_of(nodes_of(draw_tree(recorded, step=8))[1])
    assert "just been generated" in title_of(nodes_of(draw_tree(recorded, step=9))[13])


@pytest.mark.parametrize(
    ("language", "captions", "level"),
    [
        ("en", ["generated 16/65 · killed 7 · answers 1", "stopped before"], "level 5"),
        ("zh", ["生成 16/65 个结点 · ", "未搜索完"], "第5级"),
    ],
)
def test_the_caption_counts_and_levels_have_the_books_names(
    language: Language, captions: list[str], level: str
) -> None:
    drawing = draw_tree(queens(4, solutions=1), language=language)
    for said, begun in zip(texts_of(drawing, "caption"), captions, strict=True):
        assert said.startswith(begun)
    assert texts_of(drawing, "level")[-1] == level
    assert len(texts_of(drawing, "level")) == 5
    assert texts_of(drawing, "component") == ["x1", "x2", "x3", "x4"]


def test_a_bounded_node_has_its_letter_and_the_count() -> None:
    drawing = draw_tree(sack())
    cut = by_status(nodes_of(drawing))["cut"]
    assert cut == {34, 65}
    for number in cut:
        assert [t.text for t in nodes_of(drawing)[number].iter(f"{SVG}text")] == [str(number), "B"]
    assert " · killed by bound 2 · " in texts_of(drawing, "caption")[0]


def test_the_legend_has_the_shapes_that_occur_and_an_example_of_each_mark() -> None:
    legend = texts_of(draw_tree(queens(4, "n-ary")), "legend")
    assert "dead: its children are used up" in legend
    assert "E-node" not in legend
    assert "e.g. node 3: same column as row 1" in legend
    assert {"C", "↘", "↗"} <= set(legend)


def test_values_may_be_any_text() -> None:
    values = ("a & <b>", 'say "hi"\n\x00', "x" * 40, "绿色")
    drawing = draw_tree(trace(Problem(1, values, name="<&>")))
    assert texts_of(drawing, "values") == ["a & <b>", 'say "hi"', "xxxxxxxx…", "绿色"]
    assert title_of(nodes_of(drawing)[4]).startswith(f"node 4, x1 = {'x' * 40}: ")


@pytest.mark.parametrize(
    ("problem", "numbers", "caption"),
    [
        (Problem(0, ()), {1}, "generated 1/1 · killed 0 · answers 1"),
        (Problem(2, ()), {1}, "generated 1/1 · killed 0 · answers 0"),
        (
            Problem(2, lambda k, x: range(k + 1)),
            {1, 2, 3, 4},
            "generated 4 nodes · killed 0 · answers 2",
        ),
    ],
)
def test_small_and_unknown_trees_are_drawn(
    problem: Problem[int], numbers: set[int], caption: str
) -> None:
    drawing = draw_tree(trace(problem))
    assert set(nodes_of(drawing)) == numbers
    assert texts_of(drawing, "caption") == [caption]


def test_very_long_numbers_are_shortened_in_pictures_and_whole_elsewhere() -> None:
    drawing = draw_tree(trace(Problem(60, (1, 0), lambda k, x: sum(x) < 2), nodes=125))
    longest = max(nodes_of(drawing))
    assert longest > 10**15
    shown = [text.text for text in nodes_of(drawing)[longest].iter(f"{SVG}text")]
    assert shown[0] == f"…{longest % 10**6:06}"
    assert str(longest) in drawing.text()
    assert "generated 126/10^18" in drawing.text()


# The forms


@pytest.mark.parametrize(
    ("n", "kind", "drawn"),
    [(4, "permutation", 65), (5, "permutation", 326), (4, "n-ary", 341), (6, "permutation", 357)],
)
def test_small_trees_are_drawn_whole_unless_told_otherwise(n: int, kind: Tree, drawn: int) -> None:
    recorded = queens(n, kind)
    assert len(nodes_of(draw_tree(recorded))) == drawn
    assert len(nodes_of(draw_tree(recorded, form="generated"))) == len(recorded)


@given(small("permutation", "n-ary", "subset", None))
def test_the_collapsed_form_hides_no_answer_and_counts_what_it_hides(problem: Small) -> None:
    recorded = searched(problem)
    shown = picture(recorded, "collapsed").nodes
    elements = nodes_of(draw_tree(recorded, form="collapsed"))
    assert len(shown) + sum(node.hidden for node in shown) == len(recorded)
    assert {recorded.number[node] for node in recorded.answers} <= set(elements)
    for node in shown:
        nodes = "node below it is" if node.hidden == 1 else "nodes below it are"
        told = f"; {node.hidden} {nodes} not drawn" in title_of(elements[node.number])
        assert told == bool(node.hidden)


@given(small("permutation", "n-ary", "subset", None), st.floats(0, 1))
def test_at_a_step_the_collapsed_form_counts_the_nodes_that_there_are(
    problem: Small, share: float
) -> None:
    recorded = searched(problem)
    step = int(share * (len(Replay(recorded)) - 1))
    shown = picture(recorded, "collapsed", step)
    seen = [node for node in shown.nodes if node.status != "ungenerated"]
    generated = len(seen) + sum(node.hidden_now for node in shown.nodes)
    assert generated == shown.moment.generated


# Files


def test_a_record_from_a_file_is_drawn_as_it_was(tmp_path: Path) -> None:
    for number, recorded in enumerate([queens(4, solutions=1), sack()]):
        save(recorded, tmp_path / f"{number}.json.gz")
        again = load(tmp_path / f"{number}.json.gz")
        assert draw_tree(again).svg() == draw_tree(recorded).svg()
        assert draw_tree(again, form="whole").text() == draw_tree(recorded, form="whole").text()


def test_a_drawing_is_saved_as_the_files_name_says(tmp_path: Path) -> None:
    drawing = draw_tree(queens(4))
    for suffix, begins in {
        ".svg": b"<svg ",
        ".png": b"\x89PNG",
        ".txt": b"1 ",
        ".dot": b"digra",
    }.items():
        drawing.save(tmp_path / f"tree{suffix}")
        assert (tmp_path / f"tree{suffix}").read_bytes().startswith(begins)
    assert drawing._repr_svg_() == drawing.svg()
    assert "'tree.gif'" in str(refused(lambda: drawing.save("tree.gif")))


def test_a_png_is_as_wide_as_asked_and_not_too_high() -> None:
    assert draw_tree(queens(4)).png(width=300)[16:20] == (300).to_bytes(4, "big")
    tall = draw_tree(queens(5))
    assert refused(lambda: tall.png(width=MAX_WIDTH)).key == "error.tree.tall"
    assert refused(lambda: tall.png(width=MAX_WIDTH + 1)).key == "error.picture.width"


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"form": "round"}, "error.tree.form"),
        ({"step": -1}, "error.trace.step"),
        ({"step": 65}, "error.trace.step"),
    ],
)
def test_what_cannot_be_drawn_is_refused_at_once(options: dict[str, Any], key: str) -> None:
    assert refused(lambda: draw_tree(queens(4), **options)).key == key
    assert refused(lambda: draw_tree(queens(8), form="whole")).key == "error.tree.whole"


@pytest.mark.parametrize("view", [draw_tree, Replay])
def test_what_is_no_record_is_refused_at_once(view: Any) -> None:
    error = refused(lambda: view(Problem(4, range(4))))
    assert str(error).startswith("a recorded search is needed here, got Problem(")
