"""Is a solution written exactly as each layout wants it?"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from huisu.errors import InputError
from huisu.formats.boards import FORMATS, MAX_DRAWN, get_format, rows_of
from huisu.formats.first_column import write_first_by_column
from huisu.queens.board import Placement
from huisu.queens.solutions import any_solution, first_by_column, solutions
from huisu.words import LANGUAGES, Language, word
from roads import DATA, refused

TEN: Placement = (0, 2, 5, 7, 9, 4, 8, 1, 3, 6)


def written(name: str, found: Iterable[Placement], language: Language = "en") -> str:
    layout, count, text = get_format(name), 0, ""
    for count, x in enumerate(found, 1):
        text += layout.write(x, count, language)
    return text + layout.footer(count, language)


def golden(name: str) -> str:
    return (DATA / "golden" / name).read_bytes().decode()


@pytest.mark.parametrize(
    ("n", "name"),
    [(8, "numbered"), (4, "letters"), (6, "letters"), (4, "pairs"), (6, "pairs")],
)
def test_textbook_layouts_are_exact(n: int, name: str) -> None:
    found = solutions(n, order=get_format(name).order)
    assert written(name, found, "zh") == golden(f"solve-{n}-{name}.txt")


@pytest.mark.parametrize("n", [4, 8])
def test_the_table_of_first_completions_is_exact(n: int) -> None:
    text = "".join(write_first_by_column(first_by_column(n), n, "zh"))
    assert text == golden(f"first-by-column-{n}.txt")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("digits", "2413\n"),
        ("dots", ".Q..\n...Q\nQ...\n..Q.\n\n"),
        ("bits", "0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n\n"),
        ("fen", "1Q2/3Q/Q3/2Q1\n"),
        ("numbered", "Solution 7:\n× ⊙ × × \n× × × ⊙ \n⊙ × × × \n× × ⊙ × \n\n"),
        ("letters", "#Q##\n###Q\nQ###\n##Q#\n\n"),
        ("pairs", "(1,3) (2,1) (3,4) (4,2)\n"),
    ],
)
def test_each_layout_writes_a_board_in_its_way(name: str, text: str) -> None:
    assert get_format(name).write((1, 3, 0, 2), 7, "en") == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("digits", "1 3 6 8 10 5 9 2 4 7\n"),
        ("fen", "Q9/2Q7/5Q4/7Q2/9Q/4Q5/8Q1/1Q8/3Q6/6Q3\n"),
    ],
)
def test_numbers_of_two_digits_stay_apart(name: str, text: str) -> None:
    assert written(name, [TEN]) == text


def test_fen_writes_runs_of_two_digits() -> None:
    x = any_solution(12)
    assert get_format("fen").write(x, 1, "en").startswith("1Q10/3Q8/5Q6/7Q4/9Q2/11Q/")


@pytest.mark.parametrize("name", FORMATS)
def test_a_pair_names_the_column_first(name: str) -> None:
    queen_on_row_1_column_2 = "(2,1)"
    text = written(name, [(1, 3, 5, 7, 2, 0, 6, 4)])
    assert (queen_on_row_1_column_2 in text) is (name == "pairs")


@pytest.mark.parametrize("name", ["digits", "dots", "bits", "fen", "pairs"])
def test_the_empty_solution_is_an_empty_line(name: str) -> None:
    assert written(name, solutions(0)) == "\n"


def test_the_empty_solution_still_has_its_heading_and_count() -> None:
    assert written("numbered", solutions(0), "zh") == "这是第1种摆法：\n\n"
    assert written("letters", solutions(0)) == "\n1\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("digits", "1\n"),
        ("dots", "Q\n\n"),
        ("bits", "1\n\n"),
        ("fen", "Q\n"),
        ("numbered", "Solution 1:\n⊙ \n\n"),
        ("letters", "Q\n\n1\n"),
        ("pairs", "(1,1)\n"),
    ],
)
def test_the_board_of_one_square_holds_its_queen(name: str, text: str) -> None:
    assert written(name, solutions(1)) == text


@pytest.mark.parametrize("name", FORMATS)
def test_without_solutions_only_a_count_is_written(name: str) -> None:
    assert written(name, solutions(3)) == ("0\n" if name == "letters" else "")


@pytest.mark.parametrize("name", ["numbered", "letters", "dots", "bits"])
def test_drawn_layouts_refuse_boards_above_their_bound(name: str) -> None:
    x = tuple(range(MAX_DRAWN + 1))
    error = refused(lambda: get_format(name).write(x, 1, "en"))
    assert isinstance(error, InputError)
    assert error.text("en") == (
        "a drawn board may have at most 1000 rows, got 1001; use the format digits or pairs"
    )


@pytest.mark.parametrize("name", ["digits", "pairs", "fen"])
def test_the_other_layouts_take_any_size(name: str) -> None:
    text = get_format(name).write(any_solution(5000), 1, "en")
    assert text.count("\n") == 1
    assert "5000" in text or name == "fen"


def test_the_largest_drawn_board_is_drawn() -> None:
    rows = rows_of(tuple(range(MAX_DRAWN)), "Q", ".")
    assert {len(row) for row in rows} == {MAX_DRAWN}
    assert [row.index("Q") for row in rows] == list(range(MAX_DRAWN))


def test_an_unknown_format_is_refused_with_the_list() -> None:
    error = refused(lambda: get_format("ascii"))
    assert isinstance(error, InputError)
    assert str(error) == f"there is no format 'ascii'; choose one of: {', '.join(FORMATS)}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_format_has_a_description_of_one_line(language: Language) -> None:
    texts = [word(f"format.{name}", language) for name in FORMATS]
    assert all(texts)
    assert not any("\n" in text for text in texts)


def test_each_format_is_filed_under_its_name() -> None:
    assert [layout.name for layout in FORMATS.values()] == list(FORMATS)


def test_first_completions_speak_english_too() -> None:
    text = "".join(write_first_by_column(first_by_column(2), 2, "en"))
    none = "no solution has its first queen here\n"
    assert text == f"{'-' * 16}0{'-' * 16}\n{none}{'-' * 16}1{'-' * 16}\n{none}"


def test_the_table_of_a_board_without_squares_is_empty() -> None:
    assert list(write_first_by_column(first_by_column(0), 0, "zh")) == []


def test_numbers_of_two_digits_widen_the_table_of_first_completions() -> None:
    table = list(write_first_by_column([TEN, *[None] * 10, tuple(range(11))], 11, "en"))[-1]
    heading, row_0, *_, row_10, _ = table.splitlines()
    assert heading == "  " + "".join(f" {c:2d} " for c in range(11))
    assert row_0.startswith(" 0  q   *  ")
    assert row_10.endswith("  q ")
    assert len(heading) == len(row_0) == len(row_10)


def test_ten_columns_are_numbered_by_one_digit() -> None:
    _, table = write_first_by_column([TEN], 10, "en")
    assert table.startswith("  0  1  2  3  4  5  6  7  8  9 \n0 q  *  ")
