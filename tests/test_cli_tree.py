"""Does `huisu tree` draw the tree that was asked for, and refuse what is too large in time?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conftest import Run
from huisu.classics import Queens
from huisu.trace import trace
from huisu.views.tree_drawing import draw_tree


def test_without_a_format_it_is_text(huisu: Run) -> None:
    code, output, errors = huisu("tree 4 --first")
    lines = output.splitlines()
    assert (code, errors) == (0, "")
    assert lines[0] == "4 queens: state-space tree (permutation tree)"
    assert lines[3] == "│  ├─ 3   x2=2   killed: same falling diagonal ↘ as row 1"
    assert lines[-2:] == [
        "generated 16/65 · killed 7 · answers 1", "stopped before the whole tree was searched",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ("4 --lang zh", "生成 33/65 个结点"),
        ("4 --tree n-ary", "generated 61/341 "),
        ("4 --tree n-ary --solutions 1", "killed (C): same column as row 1"),
        ("4 --form whole --first", "generated 16/65 "),
        ("4 --form collapsed", "8 nodes below it are not drawn"),
        ("4 --step 8", "step 8 of 64: node 8 is dead"),
        ("4 --step 0", "step 0 of 64: node 1, the root, is the E-node"),
        ("4 --fix 1,3 --block 4,1", "killed (F): row 1 has its queen fixed on column 3"),
        ("4 --fix 1,3 --block 4,1 --form whole", "generated 11/65 · killed 6 · answers 1"),
        ("4 --block 1,2 --lang zh", "被杀死（#）：第 1 行第 2 列是禁用的格子"),
        ("3", "answers 0"),
        ("0", "1  an answer: ()"),
        ("4 --format svg", '<g data-node="31" data-status="answer">'),
        ("4 --format dot --lang zh", 'label="第1级"'),
    ],
)
def test_options_choose_the_tree_and_its_form(huisu: Run, options: str, found: str) -> None:
    code, output, errors = huisu(f"tree {options}")
    assert (code, errors) == (0, "")
    assert found in output


def test_a_picture_too_large_is_collapsed_unless_a_form_is_chosen(
    huisu: Run, tmp_path: Path
) -> None:
    chosen, own = tmp_path / "chosen.svg", tmp_path / "own.svg"
    assert huisu("tree", "9", "--form", "collapsed", "-o", str(chosen)) == (0, "", "")
    assert huisu("tree", "9", "-o", str(own)) == (0, "", "")
    assert own.read_bytes() == chosen.read_bytes()


@pytest.mark.parametrize("lacking", [True, False])
def test_a_png_without_chinese_letters_comes_with_a_remark(
    huisu: Run, tmp_path: Path, lacking: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huisu.cli.tree.draws_chinese", lambda: not lacking)
    path = tmp_path / "tree.png"
    code, output, errors = huisu("tree", "4", "--lang", "zh", "-o", str(path))
    assert (code, output) == (0, "")
    assert ("中文字体" in errors) == lacking
    assert huisu("tree", "4", "-o", str(path)) == (0, "", "")


def test_files_are_what_the_library_draws(huisu: Run, tmp_path: Path) -> None:
    title = "4 queens: state-space tree (permutation tree)"
    drawing = draw_tree(trace(Queens(n=4).problem()), title=title)
    for suffix, expected in (
        (".svg", drawing.svg()), (".dot", drawing.dot()), (".txt", drawing.text() + "\n"),
    ):  # fmt: skip
        path = tmp_path / f"tree{suffix}"
        assert huisu("tree", "4", "-o", str(path)) == (0, "", "")
        assert path.read_text(encoding="utf-8") == expected
    path = tmp_path / "tree.png"
    assert huisu("tree", "4", "-o", str(path), "--width", "300") == (0, "", "")
    assert path.read_bytes()[16:20] == (300).to_bytes(4, "big")


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("tree", "the argument N is missing"),
        ("tree -1", "n must be 0 or more, got -1"),
        ("tree 4 --fix 5,1", "square (5,1) is off the board of n = 4"),
        ("tree 4 --fix 1,1 --fix 2,2", "(1,1) and (2,2) attack each other: same falling"),
        ("tree 101", "trees are drawn for n = 0..100, got 101"),
        ("tree 4 --step 65", "the steps of this search are 0..64, got 65"),
        ("tree 4 --step -1", "got -1"),
        ("tree 4 --first --solutions 2", "--first and --solutions cannot be used together"),
        ("tree 4 --solutions 0", "--solutions must be 1 or more, got 0"),
        ("tree 4 --tree subset", "--tree cannot be 'subset'"),
        ("tree 4 --form round", "--form cannot be 'round'"),
        ("tree 4 -o tree.gif", "end it with one of .txt, .svg, .png, .dot"),
        ("tree 4 --width 100", "--width is for a PNG"),
        ("tree 9 --format svg --form generated", "this one has 24,012"),
        ("tree 10 --format svg --form collapsed", "; stop the search at the first solutions"),
        ("tree 50 --format svg", "choose --first, --form collapsed (for searches of up to 1,000,0"),
        ("tree 30 --first", "choose --form collapsed (for searches of up to 1,000,000 nodes), or"),
        ("tree 30 --form whole", "the whole tree of 30 queens has 10^32 nodes"),
        ("tree 7 --form whole --first", "has 13,700 nodes, more than the 2,000"),
    ],
)
def test_bad_input_is_one_sentence(huisu: Run, command: str, sentence: str) -> None:
    code, output, errors = huisu(command)
    assert (code, output) == (2, "")
    assert errors.startswith("huisu: ")
    assert errors.count("\n") == 1
    assert sentence in errors
    assert re.search("[\u4e00-\u9fff]", huisu(f"{command} --lang zh")[2])
