"""Does each judge get the output it accepts, and bad input one clear sentence?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu.errors import HuisuError, InputError, NoSolution
from huisu.formats.judges import JUDGES, run_judge
from huisu.queens.board import is_solution
from huisu.queens.solutions import solutions
from huisu.words import LANGUAGES, Language, word
from roads import DATA, by_permutations, refused

SAMPLES = sorted(path.name[:-3] for path in (DATA / "judges").glob("*.in"))
ANY_SOLUTION = ("boj-9175", "poj-3239")  # their judges run a checker
ENDS = {"hdu-2553": "0", "uva-11195": "0", "poj-1321": "-1 -1", "poj-3239": "0"}
SUPERQUEENS = (1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 156, 1876)  # A051223, n = 1..13


def sample(name: str) -> tuple[str, str]:
    def text(end: str) -> str:
        return (DATA / "judges" / f"{name}.{end}").read_bytes().decode()

    return text("in"), text("out")


def answer(name: str, text: str) -> str:
    return "".join(run_judge(name, text))


def judge_of(name: str) -> str:
    return name.partition(".")[0]


def test_every_judge_has_a_sample() -> None:
    assert set(map(judge_of, SAMPLES)) == set(JUDGES)


@pytest.mark.parametrize("name", [s for s in SAMPLES if not s.startswith(ANY_SOLUTION)])
def test_samples_are_answered_exactly(name: str) -> None:
    text, wanted = sample(name)
    assert answer(judge_of(name), text) == wanted


def accepted_by_poj_3239(asked: str, text: str) -> bool:
    sizes = [int(n) for n in asked.split()[:-1]]
    lists = [[int(row) - 1 for row in line.split()] for line in text.splitlines()]
    return [len(x) for x in lists] == sizes and all(map(is_solution, lists))


def accepted_by_boj_9175(asked: str, text: str) -> bool:
    numbers = iter(map(int, text.split()))
    for n in map(int, asked.split()[1:]):
        x = list(islice(numbers, n + 1))
        if x[0] != n or len(x) != n + 1 or not is_solution(x[1:]):
            return False
    return next(numbers, None) is None


def test_the_checkers_accept_what_the_judges_print_themselves() -> None:
    assert accepted_by_poj_3239(*sample("poj-3239"))
    assert accepted_by_boj_9175(*sample("boj-9175"))
    assert not accepted_by_poj_3239("8\n0\n", "1 2 3 4 5 6 7 8\n")
    assert not accepted_by_boj_9175("1\n4\n", "4\n1 3 2 0\n")


def test_any_solution_passes_the_checkers_for_every_n() -> None:
    sizes = "".join(f"{n}\n" for n in range(8, 301))
    assert accepted_by_poj_3239(f"{sizes}0\n", answer("poj-3239", f"{sizes}0\n"))
    asked = f"297\n4\n5\n6\n7\n{sizes}"
    assert accepted_by_boj_9175(asked, answer("boj-9175", asked))


@pytest.mark.parametrize(("name", "end"), ENDS.items())
def test_judges_that_read_up_to_an_end_need_none(name: str, end: str) -> None:
    text, wanted = sample(name)
    assert text.endswith(f"\n{end}\n")
    if name not in ANY_SOLUTION:
        assert answer(name, text.removesuffix(f"{end}\n")) == wanted
    assert answer(name, "") == answer(name, end) == ""


@pytest.mark.parametrize("name", SAMPLES)
def test_line_ends_marks_and_later_words_do_not_matter(name: str) -> None:
    text, judge = sample(name)[0], judge_of(name)
    ended = f"{text}\n{ENDS.get(judge, '')}\n"
    noisy = "\ufeff" + ended.replace("\n", " \r\n\r\n") + "more words"
    assert answer(judge, noisy) == answer(judge, text)


def test_each_judge_yields_piece_by_piece() -> None:
    pieces = run_judge("hdu-2553", "8 x")
    assert next(pieces) == "92\n"
    assert refused(lambda: next(pieces)).key == "error.judge.number"


def test_uva_750_lists_the_solutions_through_any_square() -> None:
    for row, column in product(range(8), repeat=2):
        lines = answer("uva-750", f"1 {row + 1} {column + 1}").splitlines()[3:]
        lists = [tuple(int(r) - 1 for r in line.split()[1:]) for line in lines]
        boards = [
            tuple(x.index(c) for c in range(8)) for x in by_permutations(8) if x[row] == column
        ]
        assert lists == sorted(boards)
        assert [line[:8] for line in lines] == [f"{k:2d}      " for k in range(1, len(lines) + 1)]


def test_openjudge_1700_shows_the_transposes_in_the_order_of_the_solutions() -> None:
    boards = answer("openjudge-1700", "").split("No. ")[1:]
    for k, (board, x) in enumerate(zip(boards, by_permutations(8), strict=True), 1):
        number, *rows = board.splitlines()
        assert number == str(k)
        assert all(rows[x[column]].split()[column] == "1" for column in range(8))


@pytest.mark.parametrize("n", range(1, 7))
def test_pta_and_acwing_draw_the_same_boards(n: int) -> None:
    blank_after = answer("acwing-843", str(n))
    between = answer("pta-nqueens", str(n)).replace(" ", "")
    assert between == (blank_after[:-1] if blank_after else "None\n")


@pytest.mark.parametrize("n", range(1, 14))
def test_superqueens_are_as_many_as_published(n: int) -> None:
    lines = answer("superqueen", str(n)).splitlines()
    assert len([line for line in lines if line != "No Solution!"]) == SUPERQUEENS[n - 1]


def test_superqueens_are_the_solutions_without_a_knights_move() -> None:
    wanted = [
        x
        for x in solutions(11)
        if not any(
            {b[0] - a[0], abs(b[1] - a[1])} == {1, 2} for a, b in combinations(enumerate(x), 2)
        )
    ]
    lines = answer("superqueen", "11").splitlines()
    assert [tuple(int(c) - 1 for c in line.split()) for line in lines] == wanted


@st.composite
def rook_boards(draw: st.DrawFn) -> tuple[list[str], int]:
    n = draw(st.integers(1, 4))
    row = st.text("#.", min_size=n, max_size=n)
    return draw(st.lists(row, min_size=n, max_size=n)), draw(st.integers(1, n))


@given(rook_boards())
def test_poj_1321_counts_rooks_as_plain_choosing_does(board: tuple[list[str], int]) -> None:
    rows, k = board
    usable = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "#"]
    ways = sum(
        all(a[0] != b[0] and a[1] != b[1] for a, b in combinations(rooks, 2))
        for rooks in combinations(usable, k)
    )
    assert answer("poj-1321", f"{len(rows)} {k}\n" + "\n".join(rows)) == f"{ways}\n"


@given(
    st.integers(1, 6).flatmap(lambda n: st.lists(st.integers(0, 3), min_size=n * n, max_size=n * n))
)
def test_lanqiao_2n_counts_two_colours_as_plain_choosing_does(signs: list[int]) -> None:
    n = round(len(signs) ** 0.5)
    cells = [min(sign, 1) for sign in signs]
    fits = [x for x in by_permutations(n) if all(cells[r * n + c] for r, c in enumerate(x))]
    ways = sum(not set(enumerate(b)) & set(enumerate(w)) for b in fits for w in fits)
    assert answer("lanqiao-2n", f"{n}\n" + " ".join(map(str, cells))) == f"{ways}\n"


@pytest.mark.parametrize("n", range(1, 7))
def test_the_king_closes_his_own_square_and_its_neighbours(n: int) -> None:
    for row, column in product(range(n), repeat=2):
        ways = sum(
            all(max(abs(r - row), abs(c - column)) > 1 for r, c in enumerate(x))
            for x in by_permutations(n)
        )
        assert answer("lanqiao-king", f"{n} {row + 1} {column + 1}") == f"{ways}\n"


@given(st.lists(st.integers(1, 99), min_size=64, max_size=64))
def test_the_sultan_gets_the_largest_sum(numbers: list[int]) -> None:
    best = max(sum(numbers[8 * r + c] for r, c in enumerate(x)) for x in by_permutations(8))
    assert answer("uva-167", "1\n" + " ".join(map(str, numbers))) == f"{best:5d}\n"


@given(
    st.integers(3, 6).flatmap(
        lambda n: st.lists(st.text("..*", min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_bad_squares_take_no_queen_but_let_attacks_pass(rows: list[str]) -> None:
    n = len(rows)
    ways = sum(all(rows[r][c] == "." for r, c in enumerate(x)) for x in by_permutations(n))
    assert answer("uva-11195", f"{n}\n" + "\n".join(rows)) == f"Case 1: {ways}\n"


def test_any_given_queens_of_a_solution_are_completed() -> None:
    x = by_permutations(8)[40]
    for kept in combinations(enumerate(x), 4):
        text = "4\n" + "".join(f"{r} {c}\n" for r, c in kept)
        rows = answer("aoj-alds1-13-a", text).splitlines()
        assert is_solution([row.index("Q") for row in rows])
        assert all(rows[r][c] == "Q" for r, c in kept)


def test_queens_without_a_completion_are_no_solution() -> None:
    error = refused(lambda: answer("aoj-alds1-13-a", "3\n0 0\n1 2\n2 4\n"))
    assert isinstance(error, NoSolution)


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("luogu-p1219", "", "the input ends where a number 4..13 should follow"),
        ("luogu-p1219", "14", "line 1: the number must be 4..13 for this judge, got 14"),
        ("leetcode-51", "\n0", "line 2: the number must be 1..9 for this judge, got 0"),
        ("leetcode-52", "٤", "line 1: '٤' is not a whole number; this judge expects 1..9 here"),
        ("poj-2754", "2\n1\n93", "line 3: the number must be 1..92 for this judge, got 93"),
        ("poj-2754", "3\n1\n2", "the input ends where a number 1..92 should follow"),
        ("pta-nqueens", "-1", "line 1: the number must be 1..16 for this judge, got -1"),
        (
            "superqueen",
            "9" * 5000,
            f"line 1: the number must be 1..13 for this judge, got {'9' * 20}…",
        ),
        ("hdu-2553", "8 4.5", "line 1: '4.5' is not a whole number; this judge expects 1..10 here"),
        (
            "uva-11195",
            "3\n...\n....\n...",
            "line 3: a row of this board is 3 signs out of . *, got '....'",
        ),
        ("cses-1624", "........", "the input ends where a row of 8 signs out of . * should follow"),
        ("poj-1321", "1 1\nx", "line 2: a row of this board is 1 signs out of # ., got 'x'"),
        ("poj-1321", "2 3", "line 1: the number must be 1..2 for this judge, got 3"),
        (
            "aoj-alds1-13-a",
            "2\n0 0\n7 7",
            "the queens given attack each other; give squares that a solution can keep",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(name: str, text: str, sentence: str) -> None:
    error = refused(lambda: answer(name, text))
    assert isinstance(error, InputError)
    assert error.text("en", base=1) == sentence
    assert error.text("zh", base=1)


def test_an_unknown_judge_is_refused_at_once_with_the_list() -> None:
    error = refused(lambda: run_judge("uva-1", ""))
    assert isinstance(error, InputError)
    assert str(error) == f"there is no judge 'uva-1'; choose one of: {', '.join(JUDGES)}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_judge_has_a_description_of_one_line(language: Language) -> None:
    texts = [word(f"judge.{name}", language) for name in JUDGES]
    assert all(texts)
    assert not any("\n" in text for text in texts)


def test_each_judge_is_filed_under_its_name() -> None:
    assert [judge.name for judge in JUDGES.values()] == list(JUDGES)


def pieces(name: str, text: str) -> Iterator[str]:
    """Yield the first pieces of an answer, up to an error of huisu's own."""
    try:
        yield from islice(run_judge(name, text), 100)
    except HuisuError as error:
        yield error.text("en") + error.text("zh")


WORDS = (
    "0",
    "1",
    "2",
    "4",
    "8",
    "13",
    "300",
    "-1",
    ".",
    "*.",
    "....",
    "#",
    "x",
    "²",
    "999999999999999999999",
)


@pytest.mark.parametrize("name", JUDGES)
@given(text=st.lists(st.sampled_from(WORDS) | st.text(max_size=5)).map(" \n".join))
def test_any_text_is_answered_or_refused_by_an_error_of_its_own(name: str, text: str) -> None:
    assert all(pieces(name, text))
