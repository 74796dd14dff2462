"""Does the page's board, or the picture of any other problem, show what the search has done?

What a picture must show is worked out again here, from the record in Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import huisu.page
from huisu.backtrack import Problem
from huisu.bits import Attacks
from huisu.classics import CLASSICS
from huisu.page.exhibit import Exhibit
from huisu.trace import Moment, Replay, Trace, trace
from huisu.views.board_figure import board_figure
from page import exhibit, opener

PERMUTATION, N_ARY = "p=queens&n=4", "p=queens&n=4&tree=n-ary"
FIRST, SIX = f"{N_ARY}&goal=one", "p=queens&n=6"
HINDERED = "p=queens&n=5&fix=1,2&block=2,1;3,3"
BOARDS = (PERMUTATION, N_ARY, FIRST, SIX, HINDERED)
OTHERS = [name for name in CLASSICS if name != "queens"]
#: Instances with next to nothing in them, and with zeros.
SMALLEST = [
    "p=queens&n=0", "p=queens&n=1", "p=queens&n=2&tree=n-ary",
    *(f"p={name}&instance={instance}" for name, instance in [
        ("loading", '{"weights": [], "capacities": [0, 0]}'),
        ("loading", '{"weights": [0, 3], "capacities": [2, 0]}'),
        ("batch", '{"jobs": []}'), ("batch", '{"jobs": [[0, 0], [0, 1]]}'),
        ("sign-triangle", '{"n": 0}'), ("sign-triangle", '{"n": 1}'),
        ("knapsack", '{"weights": [], "values": [], "capacity": 0}'),
        ("knapsack", '{"weights": [0, 1], "values": [2, 0], "capacity": 0}'),
        ("clique", '{"vertices": 0, "edges": []}'), ("clique", '{"vertices": 1, "edges": []}'),
        ("colouring", '{"vertices": 0, "edges": [], "colours": 0}'),
        ("colouring", '{"vertices": 2, "edges": [[1, 2]], "colours": 9}'),
        ("salesman", '{"costs": [[null]]}'),
        ("salesman", '{"costs": [[null, 1, 2], [0, null, null], [3, 4, null]]}'),
        ("circles", '{"radii": []}'), ("circles", '{"radii": [1e-9, 1e9]}'),
        ("board-layout", '{"boards": 0, "nets": []}'),
        ("board-layout", '{"boards": 2, "nets": [[], [1], [1, 2]]}'),
        ("stamps", '{"stamps": 1, "most": 1}'), ("subset-sum", '{"numbers": [0, 0], "target": 0}'),
        ("sudoku", '{"rows": ["."]}'), ("sudoku", '{"rows": ["1...", "..3.", ".4..", "...2"]}'),
    ]),
]  # fmt: skip
OVER = 10**9

#: Goes to a position of a search and returns what the panel shows there.
LOOK = """async ([address, position, language]) => {
    const { open, store } = await import("huisu/main");
    if (store.state.description.address !== address) await open(address);
    store.set({ position, language });
    const board = document.querySelector("#board");
    const find = (selector) => [...board.querySelectorAll(selector)];
    const text = (selector) => find(selector)[0].textContent;
    const title = store.state.description.title[language];
    while (!find("svg title").length || text("svg title") !== title)
        await new Promise((go) => setTimeout(go, 5));
    const all = (name) => find(`[data-${name}]`).map((each) => each.dataset[name]);
    const used = (strip) =>
        find(`[data-strip=${strip}][data-used]`).map((each) => Number(each.dataset.index));
    return {
        queens: all("queen"), tried: all("tried"), refused: all("refused"), looks: all("look"),
        fixed: all("fixed"), blocked: all("blocked"),
        attacks: find("[data-attack]").map((each) => [each.dataset.attack, each.dataset.squares]),
        attacked: find("[data-attacked]").map((each) => [each.dataset.attacked, each.textContent]),
        used: [..."abc"].map(used), bits: find("td").map((each) => each.textContent),
        badges: find(".badge").length, state: find(".status")[0].dataset.state,
        cut: find(".status")[0].matches("[data-cut]"),
        status: text(".status"), says: text(".says"), heading: text("h2"), desc: text("svg desc"),
        texts: find("svg.picture text").map((each) => each.textContent),
        boxes: find("svg.picture [data-look]").map((each) => each.textContent),
    };
}"""


@cache
def searches() -> dict[str, Exhibit]:
    """Return all searches of the gallery: boards, the other problems, and two of one's own."""
    own = Problem(
        3, ["red", "green", "<b>"], lambda k, x: k == 0 or x[k] != x[k - 1],
        cause=lambda k, x: "as the one before", name="own",
    )  # fmt: skip
    long = Problem(100, range(2), name="long")
    addresses = (*BOARDS, *(f"p={name}" for name in OTHERS), *SMALLEST)
    found = [exhibit(address) for address in addresses]
    found += [Exhibit(trace(own), {"p": "own"})]
    found += [Exhibit(trace(long, solutions=1), {"p": "long"})]
    return {each.description["address"]: each for each in found}


@pytest.fixture(scope="module")
def gallery(chromium_browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Give one page with all the searches."""
    with opener(chromium_browser, tmp_path_factory.mktemp("board")) as found:
        yield found(exhibits=tuple(searches().values()))


def seen(page: Page, address: str, position: int, language: str = "en") -> dict[str, Any]:
    """Return what the panel shows at a position of a search."""
    found: dict[str, Any] = page.evaluate(LOOK, [address, position, language])
    return found


def moments(search: Trace) -> list[Moment]:
    """Return the search step by step."""
    replay = Replay(search)
    return [replay.at(step) for step in range(len(replay))]


def steps_of(search: Trace, kind: str, fates: bytes = b"LKCA") -> list[int]:
    """Return the steps at which something of a kind happens, to a node of these fates."""
    return [m.step for m in moments(search) if m.kind == kind and search.fate[m.node] in fates]


def step_of(search: Trace, number: int) -> int:
    """Return the step at which the node of a number is generated."""
    return steps_of(search, "generated")[search.number.index(number) - 1]


def rows_of(board: dict[str, Any], n: int) -> tuple[str, ...]:
    """Return the board on the page as the textbook's figure has it."""
    rows = [["."] * n for _ in range(n)]
    for square in board["tried"]:
        row, column = map(int, square.split(","))
        rows[row - 1][column - 1] = "*"
    for number, square in enumerate(board["queens"], 1):
        row, column = map(int, square.split(","))
        rows[row - 1][column - 1] = str(number)
    return tuple(map("".join, rows))


def model(search: Trace, moment: Moment) -> tuple[str, ...]:
    """Return the rows on the path of a step, with what was tried in each."""
    rows = [["."] * search.depth for _ in range(search.depth)]
    path = search.path(moment.e_node)
    for node in range(1, moment.generated):
        if search.parent[node] in path:
            level, column = search.level[node], search.value[node]
            rows[level - 1][column - 1] = str(level) if node in moment.live else "*"
    return tuple(map("".join, rows))


@pytest.mark.parametrize("address", [N_ARY, FIRST])
def test_at_each_frame_the_board_reads_as_the_textbooks_figure(gallery: Page, address: str) -> None:
    search = searches()[address].trace
    panels, born = board_figure(search), steps_of(search, "generated")
    assert len(panels) >= 8
    for panel in panels:
        assert rows_of(seen(gallery, address, born[panel.node - 1]), 4) == panel.rows


def test_the_last_frame_is_the_one_that_the_textbook_prints(gallery: Page) -> None:
    board = seen(gallery, FIRST, OVER)
    assert rows_of(board, 4) == ("*1..", "***2", "3...", "**4.")
    assert (board["state"], board["badges"]) == ("over", 1)


def test_every_position_follows_the_rule_of_the_figure(gallery: Page) -> None:
    search = searches()[PERMUTATION].trace
    for moment in moments(search):
        assert rows_of(seen(gallery, PERMUTATION, moment.step), 4) == model(search, moment)
    assert rows_of(seen(gallery, PERMUTATION, OVER), 4) == ("....",) * 4


def test_the_walk_that_the_textbook_tells(gallery: Page) -> None:
    search = searches()[PERMUTATION].trace
    at_3, at_13 = (seen(gallery, PERMUTATION, step_of(search, number)) for number in (3, 13))
    assert at_3["attacks"] == [["falling", "1,1 2,2"]]
    assert at_3["refused"] == ["2,2"]
    assert "falling diagonal ↘ as row 1" in at_3["status"]
    assert (at_13["queens"], at_13["attacks"], at_13["status"].strip()) == (["1,1", "2,4"], [], "")


@pytest.mark.parametrize(
    ("number", "queens"),
    [(29, ["1,2", "2,4"]), (31, ["1,2", "2,4", "3,1", "4,3"]), (39, ["1,3", "2,1", "3,4", "4,2"])],
)
def test_queens_stand_on_the_path_of_the_node(
    gallery: Page, number: int, queens: list[str]
) -> None:
    step = step_of(searches()[PERMUTATION].trace, number)
    assert seen(gallery, PERMUTATION, step)["queens"] == queens


def test_the_n_ary_tree_has_refusals_on_the_column(gallery: Page) -> None:
    step = steps_of(searches()[N_ARY].trace, "generated", b"K")[0]
    assert seen(gallery, N_ARY, step)["attacks"] == [["column", "1,1 2,1"]]


def test_each_line_of_attack_comes_from_the_row_that_the_cause_names(gallery: Page) -> None:
    search, marks = searches()[SIX].trace, {"C": "column", "↘": "falling", "↗": "rising"}
    node_at = {moment.step: moment.node for moment in moments(search)}
    for step in steps_of(search, "generated", b"K")[::5]:
        [[line, squares]] = seen(gallery, SIX, step)["attacks"]
        cause = search.cause(node_at[step])
        assert line == marks[cause.mark]
        assert cause.en.endswith(f"row {squares.split(',')[0]}")


def test_attacked_squares_tell_how_many_queens_attack_them(gallery: Page) -> None:
    step = step_of(searches()[PERMUTATION].trace, 14)
    assert seen(gallery, PERMUTATION, step)["attacked"] == []
    gallery.get_by_role("button", name="Attacked squares").click()
    queens = [(1, 1), (2, 4), (3, 2)]
    expected = {}
    for row, column in ((r, c) for r in range(1, 5) for c in range(1, 5)):
        ways = [(row - r, column - c) for r, c in queens]
        number = sum(not a or not b or abs(a) == abs(b) for a, b in ways)
        if number and (row, column) not in queens:
            expected[f"{row},{column}"] = str(number)
    assert dict(seen(gallery, PERMUTATION, step)["attacked"]) == expected
    gallery.get_by_role("button", name="Attacked squares").click()


@pytest.mark.parametrize("address", [PERMUTATION, FIRST])
def test_the_strips_and_the_bits_say_which_lines_are_in_use(gallery: Page, address: str) -> None:
    search = searches()[address].trace
    for moment in moments(search)[::3]:
        x = [search.value[node] - 1 for node in moment.live[1:]]
        board = seen(gallery, address, moment.step)
        rising, falling = {k + c + 2 for k, c in enumerate(x)}, {k - c for k, c in enumerate(x)}
        assert list(map(set, board["used"])) == [{c + 1 for c in x}, rising, falling]
        assert board["bits"] == (bits(x, 4) if len(x) < 4 else [])


def bits(x: list[int], n: int) -> list[str]:
    """Return the masks of the row below the queens, the lowest bit first."""
    attacks, row = Attacks(), (1 << n) - 1
    for column in x:
        attacks = attacks.below(1 << column)
    return [f"{mask & row:0{n}b}"[::-1] for mask in (*attacks, attacks.free(row))]


@pytest.mark.parametrize(("mark", "said"), [("#", "is blocked"), ("F", "has its queen fixed")])
def test_blocked_squares_and_fixed_queens_are_marked(gallery: Page, mark: str, said: str) -> None:
    search = searches()[HINDERED].trace
    refused = steps_of(search, "generated", b"K")
    node_at = {moment.step: moment.node for moment in moments(search)}
    board = seen(
        gallery, HINDERED, next(s for s in refused if search.cause(node_at[s]).mark == mark)
    )
    assert (board["blocked"], board["fixed"]) == (["2,1", "3,3"], ["1,2"])
    assert (board["attacks"], len(board["refused"])) == ([], 1)
    assert said in board["status"]


def test_a_queen_fixed_in_its_row_closes_the_other_squares_of_its_bits(gallery: Page) -> None:
    assert seen(gallery, HINDERED, 0)["bits"][-1] == "01000"


def test_a_board_of_30_rows_has_legible_numbers(gallery: Page) -> None:
    sizes = gallery.evaluate("""async () => {
        const { drawBoard } = await import("huisu/pictures/board");
        const queens = Array.from({ length: 30 }, (_, k) => [k + 1, k + 1]);
        const board = drawBoard({ n: 30, queens });
        const pixel = board.viewBox.baseVal.width / 480;
        const texts = [...board.querySelectorAll("[data-queen] text")];
        return texts.map((each) => Number(each.getAttribute("font-size")) / pixel);
    }""")
    assert len(sizes) == 30
    assert min(sizes) > 9.5


def test_every_square_can_be_clicked_though_a_queen_stands_on_it(gallery: Page) -> None:
    seen(gallery, FIRST, OVER)
    gallery.locator("#board svg.picture").scroll_into_view_if_needed()
    hit = gallery.locator("#board [data-square]").evaluate_all(
        """all => all.map((square) => {
            square.scrollIntoView({ block: "center" });
            const { x, y, width, height } = square.getBoundingClientRect();
            return document.elementFromPoint(x + width / 2, y + height / 2) === square;
        })"""
    )
    assert hit == [True] * 16


@pytest.mark.parametrize("name", OTHERS)
def test_the_picture_of_each_problem_follows_the_search(gallery: Page, name: str) -> None:
    search = searches()[f"p={name}"].trace
    length = len(Replay(search))
    for position in (*range(0, length, max(10, length // 40)), OVER):
        shown = seen(gallery, f"p={name}", position)
        assert shown["heading"] == "Picture"
        assert shown["says"]
        assert not {"undefined", "NaN", "null"} & set(shown["texts"])


@pytest.mark.parametrize("name", OTHERS)
def test_the_picture_of_each_problem_shows_a_refusal_and_says_why(gallery: Page, name: str) -> None:
    search = searches()[f"p={name}"].trace
    node_at = {moment.step: moment.node for moment in moments(search)}
    for fate in (b"K", b"C"):
        for step in steps_of(search, "generated", fate)[:2]:
            shown, why = seen(gallery, f"p={name}", step), search.why(node_at[step], "en")
            assert "refused" in shown["looks"] or shown["refused"]
            assert shown["cut"] == (fate == b"C")
            assert (shown["state"], shown["badges"]) == ("refused", 1)
            assert why in shown["status"]
            assert why in shown["desc"]


@pytest.mark.parametrize("name", OTHERS)
def test_the_picture_of_each_problem_marks_an_answer(gallery: Page, name: str) -> None:
    found = searches()[f"p={name}"]
    shown = seen(gallery, f"p={name}", steps_of(found.trace, "answered")[0])
    said = found.description["answers"][0]["en"]
    assert (shown["state"], shown["badges"]) == ("answer", 1)
    assert "refused" not in shown["looks"]
    assert said in shown["status"] or "\n" in said


@pytest.mark.parametrize("address", SMALLEST)
def test_pictures_of_the_smallest_instances_have_a_place_for_everything(
    gallery: Page, address: str
) -> None:
    found = exhibit(address)
    length = len(Replay(found.trace))
    for position in (*range(0, length, 1 + length // 20), OVER):
        seen(gallery, found.description["address"], position)
        drawn = gallery.locator("#board svg.picture").inner_html()
        assert not re.search(r"NaN|Infinity|undefined", drawn)


def test_when_all_is_over_the_best_answer_stays(gallery: Page) -> None:
    shown = seen(gallery, "p=knapsack", OVER)
    assert (shown["state"], shown["badges"]) == ("over", 1)
    assert "objects taken: 2, 3 (weight 30 of 30); value 50" in shown["status"]


def test_when_all_is_over_the_picture_of_all_answers_is_empty(gallery: Page) -> None:
    shown = seen(gallery, PERMUTATION, OVER)
    assert (shown["queens"], shown["badges"]) == ([], 0)
    assert "answers: 2" in shown["status"]


def test_a_problem_of_ones_own_is_shown_as_its_vector(gallery: Page) -> None:
    step = steps_of(searches()["p=own"].trace, "generated", b"K")[0]
    shown = seen(gallery, "p=own", step)
    assert shown["boxes"][:6] == ["red", "green", "<b>", "*red", "green", "<b>"]
    assert shown["looks"][:6] == ["chosen", "free", "free", "refused", "free", "free"]
    assert "as the one before" in shown["status"]
    assert shown["says"] == "x1 = red"


def test_a_long_vector_shows_the_components_near_the_newest(gallery: Page) -> None:
    texts = set(seen(gallery, "p=long", 120)["texts"])
    assert {"x60", "x61", "⋮"} <= texts
    assert not {"x1", "x100"} & texts


def test_the_panel_speaks_chinese(gallery: Page) -> None:
    step = step_of(searches()[PERMUTATION].trace, 3)
    shown = seen(gallery, PERMUTATION, step, "zh")
    assert shown["says"] == "皇后：第 1 行第 1 列"
    assert shown["status"].endswith("被约束函数杀死：与第 1 行同在一条下降斜线 ↘")
    assert seen(gallery, PERMUTATION, step)["says"] == "Queens: row 1 column 1"


def test_a_row_of_circles_is_as_wide_as_the_tree_says(gallery: Page) -> None:
    search = searches()["p=circles"].trace
    answer, last = search.answers[-1], len(Replay(search))
    assert f"{search.amount[answer]:g}" in seen(gallery, "p=circles", last)["says"]


@pytest.mark.parametrize("name", OTHERS)
def test_each_picture_speaks_chinese(gallery: Page, name: str) -> None:
    search = searches()[f"p={name}"].trace
    shown = seen(gallery, f"p={name}", len(Replay(search)) // 2, "zh")
    assert shown["heading"] == "图示"
    assert re.search(r"[\u4e00-\u9fff]", shown["says"])


@pytest.mark.parametrize("name", ["queens", *OTHERS])
def test_every_colour_of_a_picture_is_one_of_both_themes(gallery: Page, name: str) -> None:
    sheet = (Path(huisu.page.__file__).parent / "assets" / "base.css").read_text("utf-8")
    light, dark = re.findall(r"^:root.*?\{(.*?)\}", sheet, re.DOTALL | re.MULTILINE)
    address = PERMUTATION if name == "queens" else f"p={name}"
    seen(gallery, address, len(Replay(searches()[address].trace)) // 2)
    worn = gallery.evaluate("""() => [...document.querySelectorAll("#board .picture *")].flatMap(
        (each) => ["fill", "stroke"].map((name) => each.getAttribute(name) ?? "none"))""")
    names = {each.removeprefix("var(").removesuffix(")") for each in worn} - {"none"}
    assert len(names) > 1
    assert all(f"{each}: #" in light for each in names)
    assert all(f"{each}: #" in dark for each in names)
