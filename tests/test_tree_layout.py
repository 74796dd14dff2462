"""Has every node of a drawn tree a place of its own, and is what cannot be read refused?"""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu.backtrack import Problem
from huisu.trace import Replay, Trace, trace
from huisu.tree import FORMS, Form, tree
from huisu.views.png import MAX_WIDTH
from huisu.views.svg_parts import ems
from huisu.views.tree_drawing import draw_tree
from huisu.views.tree_layout import MAX_DRAWN, laid_out
from huisu.views.tree_picture import TreePicture
from huisu.views.tree_places import LETTER, Layout, value_text
from huisu.views.tree_svg import svg_size
from roads import refused
from searches import picture, queens, sack, searched
from small_trees import Small, small


def apart(boxes: Iterable[tuple[float, float, float, float]]) -> bool:
    """Return whether no two of the boxes (left, top, right, bottom) overlap."""
    near: list[tuple[float, float, float, float]] = []
    for box in sorted(boxes):
        near = [other for other in near if other[2] > box[0] + 1e-6]
        if any(other[1] < box[3] - 1e-6 and box[1] < other[3] - 1e-6 for other in near):
            return False
        near.append(box)
    return True


def is_legible(shown: TreePicture, layout: Layout) -> bool:
    """Return whether all nodes, and all values, have a place of their own in the picture."""
    values = []
    for node, (x, y) in zip(shown.nodes[1:], layout.values[1:], strict=True):
        half = LETTER * ems(value_text(node)) / 2
        values.append((x - half, y - 5, x + half, y + 5))
    boxes = [box[2:] for box in layout.boxes]
    inside = all(
        left >= 0 and top >= 0 and right <= layout.width + 1 and bottom <= layout.height
        for left, top, right, bottom in boxes
    )
    return inside and apart([*boxes, *values])


def test_boxes_that_overlap_are_found() -> None:
    assert apart([(0, 0, 2, 2), (2, 0, 4, 2), (0, 2, 2, 4)])
    assert not apart([(0, 0, 2, 2), (5, 5, 6, 6), (1, 1, 3, 3)])


@pytest.mark.parametrize(
    ("recorded", "form"),
    [
        (queens(4), "whole"),
        (queens(5), "whole"),
        (queens(6), "whole"),
        (queens(4, "n-ary"), "whole"),
        (queens(6), "collapsed"),
        (queens(8), "generated"),
        (queens(8), "collapsed"),
        (sack(), "whole"),
        (trace(Problem(3, ("violet-blue", "绿色绿色绿色绿色", "x"))), "whole"),
    ],
)
def test_nothing_overlaps(recorded: Trace, form: Form) -> None:
    shown = picture(recorded, form)
    assert is_legible(shown, laid_out(shown))


@given(small("permutation", "n-ary", "subset", None), st.sampled_from(FORMS))
def test_nothing_overlaps_in_any_tree(problem: Small, form: Form) -> None:
    recorded = searched(problem)
    if form != "whole" or recorded.sizes:
        shown = picture(recorded, form)
        assert is_legible(shown, laid_out(shown))


@pytest.mark.parametrize("recorded", [queens(4), queens(7, solutions=1), sack()])
def test_nodes_stay_where_they_are_while_the_search_goes_on(recorded: Trace) -> None:
    replay = Replay(recorded)
    drawn = tree(recorded, "generated")
    steps = range(0, len(replay), 1 + len(replay) // 50)
    layouts = [laid_out(TreePicture(drawn, replay, step)) for step in steps]
    assert len({tuple(box[:2] for box in layout.boxes) for layout in layouts}) == 1


def test_in_rows_a_node_stands_beside_its_first_child_and_columns_name_what_they_continue() -> None:
    shown = picture(queens(8), "generated")
    layout = laid_out(shown)
    assert layout.kind == "rows"
    for place, node in enumerate(shown.nodes[1:], 1):
        above, box = layout.boxes[node.parent], layout.boxes[place]
        is_first = node.parent == place - 1
        assert (above.y == box.y and above.right < box.left) or not is_first
    continued = {name.text for name in layout.names if name.kind == "continued"}
    assert "1" in continued
    assert continued <= {str(node.number) for node in shown.nodes}


def test_a_tree_of_eight_queens_fits_and_one_of_nine_is_refused_by_its_size() -> None:
    eight, nine = queens(8), queens(9)
    width, height = svg_size(draw_tree(eight).svg())
    assert 1_000 < max(width, height) <= MAX_WIDTH
    error = str(refused(draw_tree(nine, form="generated").svg))
    assert "24,012" in error
    assert f"{MAX_DRAWN:,}" in error
    assert "collapsed" in error
    assert max(svg_size(draw_tree(nine, form="collapsed").svg())) <= MAX_WIDTH
    assert "24,012" in str(refused(draw_tree(nine, form="generated").dot))
    assert str(draw_tree(nine)).count("\n") > 24_012


def test_without_a_form_a_picture_too_large_is_collapsed() -> None:
    nine = queens(9)
    assert draw_tree(nine).dot() == draw_tree(nine, form="collapsed").dot()


def test_a_tree_too_deep_for_a_picture_is_refused_by_its_pixels() -> None:
    deep = trace(Problem(1000, (0, 1)), solutions=1)
    assert refused(draw_tree(deep, form="generated").svg).key == "error.tree.pixels"
    error = refused(draw_tree(deep).svg)
    assert error.key == "error.tree.pixels.collapsed"
    assert error.values["size"] == "1,001"
    assert len(str(draw_tree(deep)).splitlines()) == 1001 + 3


def test_a_text_of_too_many_lines_is_refused() -> None:
    assert "131,071" in str(refused(draw_tree(trace(Problem(16, (0, 1)))).text))
