"""Do the pictures of a board, as text, SVG and PNG, show what stands on it?"""

from __future__ import annotations

import re
import sys
import unicodedata
import xml.etree.ElementTree as ET
from itertools import pairwise, product
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given

from huisu.errors import InputError
from huisu.queens.board import Board, Square
from huisu.queens.solutions import any_solution
from huisu.views.drawing import Drawing, draw
from huisu.views.picture import BoardPicture
from huisu.views.png import draws_chinese, svg_to_png
from huisu.words import LANGUAGES
from roads import attack, boards, refused

SVG = "{http://www.w3.org/2000/svg}"
CELL = 60
X4 = (1, 3, 0, 2)
PUZZLE = Board(4, fixed=[(0, 1)], blocked=[(3, 0), (3, 3)])


def parsed(drawing: Drawing) -> ET.Element:
    return ET.fromstring(drawing.svg())


def squares_of(root: ET.Element, attribute: str, group: str = "") -> list[Square]:
    """Return the squares, counted from 0, that the elements of a class of group name."""
    groups = [g for g in root.iter(f"{SVG}g") if not group or g.get("class") == group]
    names = [name for g in groups for child in g if (name := child.get(attribute))]
    return sorted((int(r) - 1, int(c) - 1) for r, c in (name.split(",") for name in names))


def without_colour(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def size_of(png: bytes) -> tuple[int, int]:
    """Return width and height from a PNG's header."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert png[12:16] == b"IHDR"
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


# Text


def test_plain_text_shows_queens_fixed_blocked_marked_and_attacked_squares() -> None:
    drawing = draw((1, 3), board=PUZZLE, marks=[(3, 1)], attacked=True, title="half way")
    assert str(drawing).splitlines() == [
        "half way",
        "  1 2 3 4",
        "1 x F x x",
        "2 x x x Q",
        "3 . x x x",
        "4 # * . #",
    ]


def test_plain_text_without_coordinates_is_the_bare_board() -> None:
    assert draw(X4, coordinates=False).text() == ". Q . .\n. . . Q\nQ . . .\n. . Q ."


def test_numbers_follow_the_rows() -> None:
    lines = draw(X4, numbers=True).text().splitlines()
    assert lines == [
        "   1  2  3  4",
        "1  . Q1  .  .",
        "2  .  .  . Q2",
        "3 Q3  .  .  .",
        "4  .  . Q4  .",
    ]


@pytest.mark.parametrize("n", [9, 10, 12, 100])
@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("numbers", [False, True])
def test_rows_of_text_stay_aligned(n: int, colour: bool, numbers: bool) -> None:
    x = any_solution(n)
    heading, *rows = without_colour(draw(x, numbers=numbers).text(colour=colour)).splitlines()
    width = (len(rows[0]) - len(str(n)) - 1 + (not colour)) / n
    assert {len(row) for row in rows} == {len(rows[0])}
    for row, column in enumerate(x):
        at = re.search("[Q♛]", rows[row])
        assert at is not None
        assert int((at.start() - len(str(n)) - 1) / width) == column
    assert heading.split() == [str(column) for column in range(1, n + 1)]


def test_clashes_are_told_in_words_below_the_text() -> None:
    drawing = draw((0, 2, 0), attacks=True)
    assert drawing.text().splitlines()[-1] == "same column: (1,1) (3,1)"
    chinese = draw((0, 2, 0), attacks=True, language="zh")
    assert chinese.text().splitlines()[-1] == "同一列：(1,1) (3,1)"
    assert len(draw(X4, attacks=True).text().splitlines()) == 5


def test_coloured_squares_alternate_and_bring_their_own_colours() -> None:
    rows = draw((), board=Board(3), coordinates=False).text(colour=True).splitlines()
    grounds = [re.findall(r"38;5;16;48;5;(\d+)m  \x1b\[0m", row) for row in rows]
    light, dark = grounds[0][:2]
    assert light != dark
    assert grounds == [[light, dark, light], [dark, light, dark], [light, dark, light]]


def test_coloured_text_tells_fixed_blocked_and_clashing_squares_apart() -> None:
    drawing = draw((1, 3, 0, 0), board=PUZZLE, attacks=True)
    text = drawing.text(colour=True)
    assert without_colour(text).splitlines()[1:5] == [
        "1   ♕     ",
        "2       ♛ ",
        "3 ♛       ",
        "4 ♛     ##",
    ]
    assert len(re.findall("38;5;160;", text)) == len(drawing.picture.clashing) == 2


def test_no_character_of_coloured_text_is_wide_in_chinese_terminals() -> None:
    drawing = draw((1, 3, 0, 2), board=PUZZLE, marks=[(2, 2)], attacked=True, numbers=True)
    shown = set(without_colour(drawing.text(colour=True)))
    assert {"♛", "♕", "#", "*", "x"} <= shown
    assert not [c for c in shown if unicodedata.east_asian_width(c) in "WFA"]


# What is drawn


@given(boards())
def test_attacked_squares_are_those_that_a_queen_elsewhere_attacks(board: Board) -> None:
    queens = {*board.fixed, (0, 0)}
    picture = BoardPicture(board.n, queens=((0, 0),), fixed=board.fixed, attacked=True)
    assert picture.under_attack == {
        square
        for square in product(range(board.n), range(board.n))
        if any(square != queen and attack(square, queen) for queen in queens)
    }


def test_whatever_has_a_side_and_queens_can_be_drawn() -> None:
    read = SimpleNamespace(n=3, queens=[(0, 0), (0, 2)])
    assert draw(read, coordinates=False).text() == "Q . Q\n. . .\n. . ."
    assert draw(PUZZLE, coordinates=False).text() == ". F . .\n. . . .\n. . . .\n# . . #"


def test_a_notebook_shows_the_svg() -> None:
    assert draw(X4)._repr_svg_() == draw(X4).svg()


# SVG


@pytest.mark.parametrize("n", [0, 1, 4, 8, 20, 50, 200])
def test_svg_has_each_queen_on_its_square(n: int) -> None:
    x = any_solution(n)
    root = parsed(draw(x))
    assert squares_of(root, "data-queen") == list(enumerate(x))
    for crown in root.findall(f".//{SVG}path[@data-queen]"):
        row, column = map(int, crown.attrib["data-queen"].split(","))
        middle = f"translate({column * CELL - CELL // 2} {row * CELL - CELL // 2})"
        assert crown.get("transform") == middle


def test_svg_shows_fixed_blocked_marked_and_attacked_squares_in_groups_of_their_own() -> None:
    drawing = draw((1, 3), board=PUZZLE, marks=[(3, 1), (1, 3)], attacked=True)
    root = parsed(drawing)
    assert squares_of(root, "data-queen", "fixed") == [(0, 1)]
    assert squares_of(root, "data-queen", "queens") == [(1, 3)]
    assert squares_of(root, "data-square", "blocked") == [(3, 0), (3, 3)]
    assert squares_of(root, "data-square", "marks") == [(1, 3), (3, 1)]
    open_and_attacked = drawing.picture.under_attack - PUZZLE.blocked
    assert squares_of(root, "data-square", "attacked") == sorted(open_and_attacked)


def test_fixed_queens_are_light_with_a_dark_edge_and_others_dark_with_a_light_edge() -> None:
    root = parsed(draw((1, 3), board=PUZZLE))
    styles = {g.get("class"): (g.get("fill"), g.get("stroke")) for g in root.iter(f"{SVG}g")}
    assert styles["fixed"] == styles["queens"][::-1]


def test_lines_of_attack_run_from_each_queen_of_a_clash_to_the_next() -> None:
    root = parsed(draw((0, 1, 3, 3, 4), attacks=True))
    lines = root.findall(f".//{SVG}path[@data-attack]")
    joined = {}
    for line in lines:
        numbers = re.findall(r"(-?[\d.]+) (-?[\d.]+)", line.attrib["d"])
        ends = [(int(float(y) // CELL), int(float(x) // CELL)) for x, y in numbers]
        joined[line.get("data-attack"), line.get("data-squares")] = ends
    assert joined == {
        ("column", "3,4 4,4"): [(2, 3), (3, 3)],
        ("falling", "1,1 2,2 4,4 5,5"): [(0, 0), (1, 1), (1, 1), (3, 3), (3, 3), (4, 4)],
    }


def test_without_a_clash_no_line_of_attack_is_drawn() -> None:
    assert draw(X4, attacks=True).svg() == draw(X4).svg()
    assert "data-attack" not in draw((0, 0)).svg()


@pytest.mark.parametrize("n", [1, 8, 23, 26, 27, 60, 100, 200])
def test_coordinates_are_equally_spaced_and_never_touch(n: int) -> None:
    root = parsed(draw(any_solution(n)))
    columns = root.find(f".//{SVG}g[@class='columns']")
    assert columns is not None
    size = float(columns.attrib["font-size"])
    edges = []
    for label in columns:
        middle, width = float(label.attrib["x"]), 0.6 * size * len(label.text or "")
        assert middle == CELL * int(label.text or "") - CELL / 2
        edges.append((middle - width / 2, middle + width / 2))
    assert all(right < left for (_, right), (left, _) in pairwise(edges))
    left, _, width, _ = map(float, root.attrib["viewBox"].split())
    assert left <= edges[0][0]
    assert edges[-1][1] <= left + width


def test_every_number_of_queens_and_edges_is_there() -> None:
    root = parsed(draw(X4, numbers=True, title="T"))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts == [*"1234", *"1234", *"1234", "T"]
    assert not list(parsed(draw(X4, coordinates=False)).iter(f"{SVG}text"))


def test_svg_is_an_image_with_a_name_and_a_description_in_words() -> None:
    root = parsed(draw(X4, board=PUZZLE, language="zh"))
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "4 × 4 棋盘，皇后数：4"
    assert root[1].tag == f"{SVG}desc"
    assert "固定的皇后（行, 列）：(1,2)" in (root[1].text or "")


def test_any_title_leaves_the_svg_valid() -> None:
    root = parsed(draw(X4, title='<b>&"\x00\x1b\udc80 八皇后\n]]>'))
    assert root[0].text == '<b>&" 八皇后 ]]>'
    assert root[-1].text == root[0].text


def test_a_title_wider_than_the_board_has_room() -> None:
    title = "皇后" * 20
    root = parsed(draw((0,), title=title))
    left, _, width, _ = map(float, root.attrib["viewBox"].split())
    size = float(root[-1].attrib["font-size"])
    assert float(root[-1].attrib["x"]) == CELL / 2 == left + width / 2
    assert width > size * len(title)


def test_svg_needs_nothing_from_elsewhere_and_runs_nothing() -> None:
    drawing = draw(X4, board=PUZZLE, marks=[(2, 2)], attacked=True, numbers=True, title="T")
    for element in parsed(drawing).iter():
        assert element.tag.removeprefix(SVG) in {
            *("svg", "title", "desc", "g", "path", "rect", "text"),
        }
        assert not [name for name in element.attrib if "href" in name or name.startswith("on")]
        assert "url(" not in str(element.attrib)
        assert "id" not in element.attrib


def test_large_boards_make_small_files_that_fit_a_page() -> None:
    svg = draw(any_solution(50), numbers=True).svg()
    assert len(svg) < 25_000
    root = ET.fromstring(svg)
    assert 960 < float(root.attrib["width"]) < 1080
    assert 960 < float(root.attrib["height"]) < 1080


# PNG and files


def test_png_is_as_large_as_the_svg_or_as_wide_as_asked() -> None:
    drawing = draw(X4)
    root = parsed(drawing)
    width, height = int(root.attrib["width"]), int(root.attrib["height"])
    assert size_of(drawing.png()) == (width, height)
    wide, high = size_of(drawing.png(width=3 * width))
    assert wide == 3 * width
    assert abs(high - 3 * height) <= 2


@pytest.mark.parametrize("width", [0, -5, 10_001])
def test_a_width_out_of_bounds_is_refused(width: int) -> None:
    assert refused(lambda: draw(X4).png(width=width)).key == "error.picture.width"


def test_without_resvg_the_error_names_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    error = refused(lambda: svg_to_png(draw(X4).svg()))
    assert isinstance(error, InputError)
    for language in LANGUAGES:
        assert 'pip install "huisu[png]"' in error.text(language)


@pytest.mark.parametrize("boxes", [True, False])
def test_a_font_without_chinese_letters_is_noticed(
    boxes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rendered(svg_string: str, width: None) -> bytes:
        return b"box" if boxes else svg_string.encode()

    monkeypatch.setitem(sys.modules, "resvg_py", SimpleNamespace(svg_to_bytes=rendered))
    assert draws_chinese() != boxes


def test_save_goes_by_the_end_of_the_file_name(tmp_path: Path) -> None:
    drawing = draw(X4, title="八皇后")
    for name in ("a.svg", "a.txt", "A.PNG"):
        drawing.save(tmp_path / name)
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == drawing.svg()
    assert (tmp_path / "a.txt").read_bytes() == (drawing.text() + "\n").encode()
    assert (tmp_path / "A.PNG").read_bytes() == drawing.png()


@pytest.mark.parametrize("name", ["board.gif", "board", "svg"])
def test_save_refuses_any_other_end(tmp_path: Path, name: str) -> None:
    error = refused(lambda: draw(X4).save(tmp_path / name))
    assert error.key == "error.picture.suffix"
    assert ".svg, .png, .txt" in str(error)
    assert not list(tmp_path.iterdir())


# What is refused


def test_a_board_above_200_is_refused() -> None:
    error = refused(lambda: draw(any_solution(201)))
    assert error.key == "error.picture.large"
    assert draw(any_solution(200)).picture.n == 200


@pytest.mark.parametrize("what", [(0, 4, 1, 2), (0, -1), SimpleNamespace(n=2, queens=[(2, 0)])])
def test_squares_off_the_board_are_refused(what: object) -> None:
    assert refused(lambda: draw(what)).key == "error.square.off"  # type: ignore[arg-type]


def test_marks_and_a_placement_must_fit_the_board() -> None:
    assert refused(lambda: draw(X4, marks=[(0, 4)])).key == "error.square.off"
    assert refused(lambda: draw(X4, board=Board(3))).key == "error.square.off"


@pytest.mark.parametrize("what", ["2413", 8, None, [(0, 1)], [0.5]])
def test_what_is_no_board_is_refused(what: object) -> None:
    assert refused(lambda: draw(what)).key == "error.picture.what"  # type: ignore[arg-type]
