"""Does every notation read back as the board that was written?"""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu.errors import InputError
from huisu.formats.boards import FORMATS, get_format
from huisu.formats.read import QueensRead, read_boards
from huisu.queens.board import Placement
from huisu.queens.solutions import any_solution, solutions
from huisu.words import LANGUAGES, Language
from roads import refused

FOUR = QueensRead(4, ((0, 1), (1, 3), (2, 0), (3, 2)))
MISSING = QueensRead(4, ((0, 1), (2, 0), (3, 2)))
NO_QUEENS = QueensRead(4, ())

same_size = st.integers(1, 12).flatmap(
    lambda n: st.lists(st.permutations(range(n)).map(tuple), min_size=1, max_size=4)
)


def queens(x: Placement) -> QueensRead:
    return QueensRead(len(x), tuple(enumerate(x)))


@pytest.mark.parametrize("name", FORMATS)
@given(found=same_size, language=st.sampled_from(LANGUAGES))
def test_what_a_layout_writes_is_read_back(
    name: str, found: list[Placement], language: Language
) -> None:
    layout = get_format(name)
    text = "".join(layout.write(x, k, language) for k, x in enumerate(found, 1))
    assert read_boards(text + layout.footer(len(found), language)) == list(map(queens, found))


@pytest.mark.parametrize("name", FORMATS)
def test_large_boards_are_read_back(name: str) -> None:
    x = any_solution(150)
    assert read_boards(get_format(name).write(x, 1, "en")) == [queens(x)]


@pytest.mark.parametrize(
    "text",
    [
        "2413",
        "2 4 1 3",
        "2,4,1,3",
        " 2 , 4,1   3\t",
        "(1,3) (2,1) (3,4) (4,2)",
        "(4,2),(1,3),( 3 , 4 )(2,1)",
        ".Q..\n...Q\nQ...\n..Q.",
        ". Q . .\n. . . Q\nQ . . .\n. . Q .",
        "#q##\n###q\nq###\n##q#",
        "*♕**\n***♕\n♕***\n**♕*",
        "_♛--\n-x-♛\n♛_XX\n--♛-",
        "× ⊙ × × \n× × × ⊙ \n⊙ × × × \n× × ⊙ × \n",
        "0100\n0001\n1000\n0010",
        "0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0",
        ".1..\n...1\n1...\n..1.",
        ".Q../...Q/Q.../..Q.",
        ". Q . . / . . . Q / Q . . . / . . Q .",
        "0100/0001/1000/0010",
        "1Q2/3Q/Q3/2Q1",
        "1q2/3q/q3/2q1",
        "No. 1\n0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0",
        "Solution 12:\n.Q..\n...Q\nQ...\n..Q.",
        "这是第1种摆法：\n.Q..\n...Q\nQ...\n..Q.",
        "#Q##\n###Q\nQ###\n##Q#\n\n1\n",
    ],
)
def test_every_notation_of_a_board_reads_the_same(text: str) -> None:
    assert read_boards(text) == [FOUR]


@pytest.mark.parametrize("text", ["2413\n", ".Q..\n...Q\nQ...\n..Q.\n", "1Q2/3Q/Q3/2Q1\n"])
def test_line_ends_marks_and_blanks_around_lines_do_not_matter(text: str) -> None:
    assert read_boards("\ufeff" + text.replace("\n", "  \r\n")) == [FOUR]
    assert read_boards("\n\n  " + text.replace("\n", "\t\n ") + "\n\n") == [FOUR]


@pytest.mark.parametrize(
    "text",
    [
        *("2013", "2.13", "2?13", "2_13", "2-13", "2 0 1 3", "2,.,1,3", "2 - 1 3"),
        *("(2,1) (1,3) (3,4)", ".Q../..../Q.../..Q.", ".Q..\n....\nQ...\n..Q.", "1Q2/4/Q3/2Q1"),
    ],
)
def test_a_row_may_have_no_queen(text: str) -> None:
    assert read_boards(text) == [MISSING]


@pytest.mark.parametrize(
    "text", ["....", "0000", "----", "0 0 0 0", "4/4/4/4", "..../" * 3 + "...."]
)
def test_a_board_may_have_no_queen_at_all(text: str) -> None:
    assert read_boards(text) == [NO_QUEENS]


def test_a_row_may_have_several_queens() -> None:
    both = QueensRead(2, ((0, 0), (0, 1)))
    for text in ("QQ\n..", "11\n00", "QQ/2", "QQ/..", "(1,1) (2,1)"):
        assert read_boards(text) == [both]


def test_pairs_give_the_largest_number_as_n() -> None:
    assert read_boards("(1,2) (5,1)") == [QueensRead(5, ((0, 4), (1, 0)))]


def test_zeros_and_ones_are_numbers_alone_and_squares_together() -> None:
    assert read_boards("0100") == [QueensRead(4, ((1, 0),))]
    assert read_boards("0 1 0 0") == [QueensRead(4, ((1, 0),))]
    assert read_boards("01\n10") == [QueensRead(2, ((0, 1), (1, 0)))]
    assert read_boards("01\n\n10") == [QueensRead(2, ((1, 0),)), QueensRead(2, ((0, 0),))]


def test_zeros_and_ones_between_strokes_are_squares_unless_each_row_is_their_number() -> None:
    assert read_boards("10/01") == [QueensRead(2, ((0, 0), (1, 1)))]
    assert read_boards("10/10") == [QueensRead(2, ((0, 0), (1, 0)))]
    assert read_boards("/".join(["10"] * 10)) == [QueensRead(10, ())]


def test_a_queen_among_ones_between_strokes_is_fen() -> None:
    assert read_boards("1Q/Q1") == [QueensRead(2, ((0, 1), (1, 0)))]


def test_boards_may_follow_each_other_in_any_notation() -> None:
    text = "2413\n.Q../...Q/Q.../..Q.\n(1,3) (2,1) (3,4) (4,2)\n2 4 1 3\n\n" + (
        ".Q..\n...Q\nQ...\n..Q.\n" * 2
    )
    assert read_boards(text) == [FOUR] * 6


def test_a_count_is_skipped_only_after_as_many_squares_of_letters() -> None:
    assert read_boards("Q\n\n1") == [QueensRead(1, ((0, 0),))]
    assert refused(lambda: read_boards("Q\n\n7")).key == "error.read.off"
    assert read_boards("2413\n\n1") == [FOUR, QueensRead(1, ((0, 0),))]


def test_all_solutions_of_eight_queens_read_back_from_the_textbook_layout() -> None:
    text = "".join(get_format("numbered").write(x, k, "zh") for k, x in enumerate(solutions(8), 1))
    assert read_boards(text) == [queens(x) for x in solutions(8)]


@pytest.mark.parametrize(
    ("text", "key", "values"),
    [
        ("", "empty", {}),
        ("\ufeff \n\t\n", "empty", {}),
        ("No. 1\n", "empty", {}),
        (".Q..", "shape", {"line": 1, "rows": 1, "squares": 4}),
        ("\n.Q..\n...Q\nQ...", "shape", {"line": 2, "rows": 3, "squares": 4}),
        (".Q..\n...Q\nQ..\n..Q.", "ragged", {"line": 3, "squares": 3, "first": 4}),
        (".Q..\n..2Q\nQ...\n..Q.", "square", {"line": 2, "sign": "2"}),
        (".Q..\n...Q\nQ..?\n..Q.", "square", {"line": 3, "sign": "?"}),
        (".Q../...Q/Q../..Q.", "stroke", {"line": 1, "row": 2, "squares": 3, "rows": 4}),
        ("1Q2/3Q/Q3", "stroke", {"row": 0, "squares": 4, "rows": 3}),
        ("1Q2/3Q/Q3/2Q1/", "stroke", {"row": 0, "squares": 4, "rows": 5}),
        ("1Q2/999999999/Q3/2Q1", "stroke", {"row": 1, "squares": 999999999}),
        ("/", "stroke", {"squares": 0, "rows": 2}),
        ("2 4 1 5", "off", {"line": 1, "number": "5", "n": 4}),
        ("2413\n2493", "off", {"line": 2, "number": "9"}),
        ("2 -4 1 3", "off", {"number": "-4"}),
        ("2 4 1 " + "9" * 5000, "off", {"number": "9" * 20 + "…"}),
        ("1234567890", "digits", {"line": 1, "digits": 10}),
        ("2,,1,3", "number", {"text": ""}),
        ("2 4 one 3", "number", {"text": "one", "n": 4}),
        ("hello", "number", {"line": 1, "text": "h", "n": 5}),
        ("２４１３", "number", {"text": "２"}),
        ("2²13", "number", {"text": "²"}),
        ("(1,2) (0,4)", "pair", {"line": 1, "text": "(1,2) (0,4)"}),
        ("(1,2) 2,4", "pair", {}),
        ("(1,2", "pair", {}),
        ("(1,-2)", "pair", {}),
        ("()", "pair", {}),
    ],
)
def test_what_is_no_board_is_refused_by_line(
    text: str, key: str, values: dict[str, object]
) -> None:
    error = refused(lambda: read_boards(text))
    assert isinstance(error, InputError)
    assert error.key == f"error.read.{key}"
    assert values.items() <= error.values.items()
    assert all(error.text(language, base=1) for language in LANGUAGES)


def test_the_sentence_names_the_line_and_what_was_expected() -> None:
    error = refused(lambda: read_boards(".Q..\n...Q\nQ..\n..Q."))
    assert error.text("en") == (
        "line 3 has 3 squares where the first row of the board has 4; make all rows equally long"
    )


@given(
    st.text(st.sampled_from(" \n\r\t/,().#*0123456789-_?xXQq×⊙♛♕aé²No Solution:这是第")) | st.text()
)
def test_any_text_is_boards_or_an_input_error(text: str) -> None:
    with suppress(InputError):
        assert all(
            0 <= r < read.n and 0 <= c < read.n
            for read in read_boards(text)
            for r, c in read.queens
        )
