"""Is a tree written as text and in the DOT language as it was searched?"""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given

from huisu.backtrack import Cause, Problem
from huisu.trace import trace
from huisu.views.tree_drawing import draw_tree
from huisu.words import LANGUAGES, Language
from searches import picture, queens, searched
from small_trees import Small, small

FIRST_TEXT = """\
1   live
├─ 2   x1=1   dead
│  ├─ 3   x2=2   killed: same falling diagonal ↘ as row 1
│  ├─ 8   x2=3   dead
│  │  ├─ 9   x3=2   killed: same rising diagonal ↗ as row 2
│  │  └─ 11  x3=4   killed: same falling diagonal ↘ as row 2
│  └─ 13  x2=4   dead
│     ├─ 14  x3=2   dead
│     │  └─ 15  x4=3   killed: same falling diagonal ↘ as row 3
│     └─ 16  x3=3   killed: same falling diagonal ↘ as row 1
└─ 18  x1=2   live
   ├─ 19  x2=1   killed: same rising diagonal ↗ as row 1
   ├─ 24  x2=3   killed: same falling diagonal ↘ as row 1
   └─ 29  x2=4   live
      └─ 30  x3=1   E-node
         └─ 31  x4=3   an answer: (2, 4, 1, 3)

generated 16/65 · killed 7 · answers 1
stopped before the whole tree was searched"""


# Text


def test_the_text_is_the_books_walk() -> None:
    assert draw_tree(queens(4, solutions=1)).text() == FIRST_TEXT


def test_text_at_a_step_has_the_nodes_generated_so_far() -> None:
    text = draw_tree(queens(4), step=8, title="four").text()
    assert [line.split("x")[0].strip("├└─│ ") for line in text.splitlines()[1:7]] == [
        "1   live", "2", "3", "8", "9", "11",
    ]  # fmt: skip
    assert text.startswith("four\n")
    assert text.endswith(
        "step 8 of 64: node 8 is dead, its children are used up; backtrack to node 2"
    )


def test_the_whole_text_has_the_nodes_never_generated_too() -> None:
    lines = draw_tree(queens(4, solutions=1), form="whole").text().splitlines()
    assert len(lines) == 65 + 3
    assert "│  │  └─ 6   x3=4   not generated" in lines


def test_a_mark_that_the_reason_lacks_is_written_beside_it() -> None:
    assert "├─ 3    x2=1   killed (C): same column as row 1" in str(draw_tree(queens(4, "n-ary")))


@pytest.mark.parametrize(
    ("mark", "said"), [("a", "killed (a): bad"), ("7", "killed (7): 77"), ("b", "killed: no b")]
)
def test_a_letter_within_a_word_is_no_mark(mark: str, said: str) -> None:
    cause = said.split(": ")[1]
    small = Problem(1, (1,), lambda k, x: False, cause=lambda k, x: Cause(mark, cause, cause))
    assert said in str(draw_tree(trace(small)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_colour_only_adds_escapes(language: Language) -> None:
    drawing = draw_tree(queens(4, solutions=1), language=language)
    coloured = drawing.text(colour=True)
    assert "\x1b[1;32m31\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == drawing.text()
    assert bool(re.search("[\u4e00-\u9fff]", coloured)) == (language == "zh")


@given(small("permutation", "n-ary", "subset", None))
def test_the_lines_of_a_text_hang_together_as_the_tree(problem: Small) -> None:
    recorded = searched(problem)
    lines = draw_tree(recorded, form="generated").text().splitlines()[: len(recorded)]
    shown = picture(recorded, "generated").nodes
    for line, node in zip(lines, shown, strict=True):
        branch, number = re.match(r"([│├└─ ]*)(\d+)", line).groups()  # type: ignore[union-attr]
        assert len(branch) == 3 * node.level
        assert int(number) == node.number
        assert len(branch) == 0 or branch[-3:] in ("├─ ", "└─ ")
    for line, after in pairwise(lines):
        for at, sign in enumerate(line):
            if sign in "│├" and at < len(line) - len(line.lstrip("│├└─ ")):
                assert after[at] in "│├└"


# .dot

TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|->|[{}\[\];=]|[\w.]+)')
#: What the small parser below reads: a list of attributes, and nodes or edges with one.
ATTRIBUTES = re.compile(r'(?:\w+=(?:"(?:[^"\\]|\\.)*"|[\w.]+)\s*)*')


def tokens_of(dot: str) -> list[str]:
    """Return the words of a document; fail where there is none."""
    found, at = [], 0
    while dot[at:].strip():
        match = TOKEN.match(dot, at)
        assert match, dot[at : at + 40]
        found.append(match[1])
        at = match.end()
    return found


def edges_of(dot: str) -> set[tuple[str, str]]:
    """Return the edges between the nodes of the tree."""
    words = tokens_of(dot)
    arrows = [at for at, each in enumerate(words) if each == "->"]
    edges = {(words[at - 1], words[at + 1]) for at in arrows}
    return {edge for edge in edges if not edge[0].startswith("level")}


def test_a_dot_document_is_well_formed_and_has_the_tree() -> None:
    dot = draw_tree(queens(4, solutions=1)).dot()
    words = tokens_of(dot)
    assert words[0] == "digraph"
    assert words.count("{") == words.count("}") == 6  # the document, and a rank for each level
    assert words.count("[") == words.count("]")
    assert len(edges_of(dot)) == 64
    assert {("n1", "n18"), ("n30", "n31"), ("n4", "n5")} <= edges_of(dot)
    assert all(
        ATTRIBUTES.fullmatch(line[line.index("[") + 1 : line.rindex("]")])
        for line in dot.splitlines()
        if "[" in line
    )


def test_a_dot_document_tells_states_by_shape_and_sign() -> None:
    lines = draw_tree(queens(4, solutions=1), language="zh").dot().splitlines()
    found = {line.split()[0]: line for line in lines if line.startswith("n") and "->" not in line}
    assert "shape=square" in found["n31"]
    assert "shape=doublecircle" in found["n30"]
    assert "style=dashed" in found["n4"]
    assert r'label="3\n↘"' in found["n3"]
    assert "被约束函数杀死" in found["n3"]
    assert any('label="第5级"' in line for line in lines)


def test_values_may_be_any_text() -> None:
    drawing = draw_tree(trace(Problem(1, ("a & <b>", 'say "hi"\n\x00', "x" * 40))))
    assert len(str(drawing).splitlines()) == 4 + 2
    assert f"x1={'x' * 40} " in str(drawing)
    assert edges_of(drawing.dot()) == {("n1", "n2"), ("n1", "n3"), ("n1", "n4")}


def test_texts_cannot_break_out_of_a_dot_document() -> None:
    problem = Problem(1, ('"]; n9 -> n9 [', "back\\"), name='a "b" \\')
    dot = draw_tree(trace(problem)).dot()
    assert edges_of(dot) == {("n1", "n2"), ("n1", "n3")}
