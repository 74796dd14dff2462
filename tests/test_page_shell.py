"""Does everything around the panels work: address, bars, keys, words, colours, plan of the page?"""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page, Route, expect

from conftest import Run
from huisu.backtrack.order import ORDERS
from huisu.cli.watch import TREES as KINDS
from huisu.page.asked import NAMES, asked
from huisu.page.document import START_CHOICES, START_NAMES, one_file
from huisu.page.exhibit import Exhibit
from huisu.trace import Replay
from huisu.tree import MAX_WHOLE
from huisu.words import LANGUAGES, Language, word
from page import Opener, exhibit
from served import OpenServed

STATE = "name => import('huisu/main').then(({ store }) => store.state[name])"
SET = "patch => import('huisu/main').then(({ store }) => store.set(patch))"
OPEN = "name => document.querySelectorAll(name).forEach((each) => { each.open = true; })"
ADDRESS = "given => import('huisu/address').then(({ addressOf }) => addressOf(given))"
#: What a learner sees: the texts, and the look of every node of the tree.
SEEN = """() => [
  document.querySelector("#play").innerText, document.documentElement.dataset.theme,
  document.querySelector(".place input").value, document.querySelector("#transport").innerText,
  ...[...document.querySelectorAll("#tree [data-node]")].map(
    (node) => node.dataset.node + node.getAttribute("class") + node.textContent),
]"""


def state(page: Page, name: str) -> Any:
    return page.evaluate(STATE, name)


def sentence(page: Page) -> str:
    return page.locator(".sentence").inner_text()


# The address


squares = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), max_size=1)
searches = st.fixed_dictionaries(
    {"n": st.integers(4, 8).map(str)},
    optional={
        "p": st.just("queens"),
        "tree": st.sampled_from(["permutation", "n-ary"]),
        "goal": st.sampled_from(["all", "one"]),
        "order": st.sampled_from(["lexicographic", "reverse", "centre-out", "random"]),
        "seed": st.integers(0, 99).map(str),
        "fix": squares.map(lambda found: ";".join(f"{r},{c}" for r, c in found)),
        "step": st.integers(0, 99).map(str),
        "lang": st.sampled_from(LANGUAGES),
    },
)


@given(searches)
def test_a_search_has_the_same_address_on_the_page_as_in_python(
    module_page: Page, parameters: dict[str, str]
) -> None:
    found = Exhibit(exhibit("n=4").trace, dict(asked(parameters).address))
    written = urlencode(list(reversed(parameters.items())))
    assert module_page.evaluate(ADDRESS, f"?{written}") == found.description["address"]


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_text_is_written_in_an_address_as_python_writes_it(
    module_page: Page, text: str
) -> None:
    parameters = {"p": "sudoku", "instance": text}
    assert module_page.evaluate(ADDRESS, urlencode(parameters)) == urlencode(parameters, safe=",;")


def test_the_page_names_a_search_by_the_same_parameters_as_python(module_page: Page) -> None:
    lists = "({ NAMES, TREES, ORDERS }) => [NAMES, TREES, ORDERS]"
    found = module_page.evaluate(f"import('huisu/address').then({lists})")
    assert found == [list(NAMES), list(KINDS), list(ORDERS)]


def test_the_page_draws_no_larger_trees_whole_than_python(module_page: Page) -> None:
    assert module_page.evaluate("import('huisu/tree').then((m) => m.MAX_WHOLE)") == MAX_WHOLE


def test_what_a_saved_page_may_begin_with_is_what_the_page_reads(module_page: Page) -> None:
    read = "(search) => import('huisu/address').then(({ stateOf }) => stateOf(search))"
    for name, choices in START_CHOICES.items():
        values = [module_page.evaluate(read, f"{name}={choice}") for choice in choices]
        assert all(len(value) == 1 for value in values), name
        assert module_page.evaluate(read, f"{name}=wrong") == {}


def test_a_page_can_be_saved_to_begin_with_any_part_of_a_view(module_page: Page) -> None:
    parts = "import('huisu/address').then(({ PARTS }) => PARTS.map(([, name]) => name))"
    assert (*module_page.evaluate(parts), "fold", "nodes", "node") == START_NAMES


def test_a_saved_page_begins_as_it_was_told_until_the_address_says_otherwise(
    open_page: Opener,
) -> None:
    start = {"step": "7", "mode": "predict", "lock": "1"}
    file = open_page.folder / "start.html"
    file.write_text(one_file([exhibit("p=queens&n=4")], language="zh", start=start), "utf-8")
    page = open_page.at(file.as_uri())
    assert [state(page, each) for each in ("position", "mode", "locked")] == [7, "predict", True]
    again = open_page.at(f"{file.as_uri()}?step=9&mode=watch&lock=0")
    assert [state(again, each) for each in ("position", "mode", "locked")] == [9, "watch", False]


def test_what_an_address_says_wrongly_is_passed_over(module_page: Page) -> None:
    wrong = (
        "step=-1&lang=fr&theme=9&mode=sleep&lock=2&form=x&labels=no&speed=3&shade=&code=c"
        "&layout=%00&base=7&with=x&step2&=&%"
    )
    read = "given => import('huisu/address').then(({ stateOf }) => stateOf(given))"
    assert module_page.evaluate(read, wrong) == {}


VIEWS = {
    "position": 41, "language": "zh", "theme": "dark", "labels": False, "speed": 20,
    "shading": True, "driver": "iterative", "base": 0, "form": "generated",
}  # fmt: skip


def test_a_copied_link_opens_the_same_view(open_page: Opener) -> None:
    page = open_page("p=queens&n=4", "p=knapsack")
    page.evaluate(SET, VIEWS)
    page.locator("body").press("f")
    page.evaluate("import('huisu/main').then(({store}) => store.set({breakLevels: new Set([2])}))")
    page.wait_for_url("**levels=2**code=iterative**fold=**")
    again = open_page.at(page.url)
    assert {name: state(again, name) for name in VIEWS} == VIEWS
    assert again.evaluate(SEEN) == page.evaluate(SEEN)


@pytest.mark.parametrize("position", [17, 65])
def test_the_link_to_a_step_shows_what_stepping_there_shows(
    open_page: Opener, position: int
) -> None:
    page = open_page("p=queens&n=4")
    for _ in range(position):
        page.keyboard.press("ArrowRight")
    linked = open_page("p=queens&n=4", query=f"step={position}")
    assert linked.evaluate(SEEN) == page.evaluate(SEEN)
    assert state(linked, "position") == position


def test_the_address_is_written_at_most_twice_a_second_and_the_last_step_is_in_it(
    open_page: Opener,
) -> None:
    page = open_page("p=queens&n=4")
    page.evaluate("""() => {
      const write = history.replaceState.bind(history);
      window.written = 0;
      history.replaceState = (...given) => { window.written += 1; write(...given); };
    }""")
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    page.wait_for_url("**step=40**")
    assert 1 <= page.evaluate("written") < 20


def test_back_returns_to_the_search_before(open_page: Opener) -> None:
    page = open_page("p=queens&n=4", "p=knapsack", query="step=17")
    page.wait_for_url("**p=queens&n=4&step=17**")
    page.get_by_label("Problem").select_option("0-1 knapsack")
    page.wait_for_url("**p=knapsack**")
    page.go_back()
    expect(page.locator(".place input")).to_have_value("17")
    assert state(page, "trace")["problem"] == "queens"


def test_a_search_that_the_page_does_not_carry_is_said_above_one_that_it_does(
    open_page: Opener,
) -> None:
    page = open_page("p=queens&n=4", query="p=queens&n=5&step=nowhere&lang=zh")
    expect(page.get_by_role("alert")).to_contain_text("本页只带有")
    assert sentence(page) == "结点 1（根）成为扩展结点"


def test_the_page_works_in_a_frame_that_has_no_address(open_page: Opener, tmp_path: Path) -> None:
    open_page("p=queens&n=4")
    text = (tmp_path / "page-0.html").read_text(encoding="utf-8")
    page = open_page("p=queens&n=4")
    page.evaluate(
        """(text) => {
          const frame = document.createElement("iframe");
          frame.setAttribute("sandbox", "allow-scripts");
          frame.srcdoc = text;
          document.body.replaceChildren(frame);
        }""",
        text,
    )
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="One step forward").click()
    expect(frame.locator(".sentence")).to_have_text("node 2 generated, x1 = 1")


# Keys and the bar below


MOVES = [
    ("ArrowRight", 1), ("Shift+ArrowRight", 27), ("ArrowLeft", 26), ("End", 65), ("Home", 0),
    ("b", 8), ("b", 14), ("Shift+B", 8), ("ArrowUp", 1), ("ArrowDown", 3), ("End", 65),
    ("Shift+ArrowLeft", 41), ("r", 0), ("ArrowLeft", 0), ("Control+ArrowRight", 0), ("5", 0),
]  # fmt: skip


def test_keys_move_through_the_search(open_page: Opener) -> None:
    page = open_page("p=queens&n=4")
    for key, position in MOVES:
        page.keyboard.press(key)
        assert state(page, "position") == position, key


def test_keys_change_how_the_tree_is_shown_and_the_speed(open_page: Opener) -> None:
    page = open_page("p=queens&n=4", query="step=17")
    folded = "import('huisu/main').then(({ store }) => [...store.state.folded])"
    found = []
    for key in ("f", "f", "f", "u"):
        page.keyboard.press(key)
        found.append(page.evaluate(folded))
    assert found == [[1], [], [1], []]
    for key in ("l", "+", "+", "-"):
        page.keyboard.press(key)
    assert (state(page, "labels"), state(page, "speed")) == (False, 2)


def test_keys_do_nothing_where_something_is_typed_or_chosen(served_page: OpenServed) -> None:
    page = served_page()
    for label in ("Number of queens, n", "Kind of tree", "Go to step"):
        page.get_by_label(label).focus()
        for key in ("f", "l", "b", "Home", "Space", "?"):
            page.keyboard.press(key)
    page.keyboard.press("Escape")
    assert (state(page, "position"), state(page, "labels"), state(page, "playing")) == (
        0,
        True,
        False,
    )
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_space_presses_the_button_that_has_the_focus_once(open_page: Opener) -> None:
    page = open_page("p=queens&n=4")
    page.get_by_role("button", name="One step forward").focus()
    page.keyboard.press("Space")
    assert (state(page, "position"), state(page, "playing")) == (1, False)


def test_the_buttons_and_the_slider_move_through_the_search(open_page: Opener) -> None:
    page = open_page("p=queens&n=4")
    presses = {"To the end": 65, "One step back": 64, "Previous solution": 41, "To the start": 0,
               "Run to the next backtrack": 8, "Next solution": 27}  # fmt: skip
    for name, position in presses.items():
        page.get_by_role("button", name=name).click()
        assert state(page, "position") == position
    expect(page.get_by_label("Position in the search")).to_have_value("27")
    page.get_by_label("Position in the search").fill("17")
    assert sentence(page).startswith("node 2 is dead")
    page.get_by_label("Go to step").fill("31")
    page.get_by_label("Go to step").press("Enter")
    assert state(page, "position") == 31


def test_the_slider_marks_each_solution(open_page: Opener) -> None:
    marks = open_page("p=queens&n=4").locator(".marks")
    assert marks.get_attribute("viewBox") == "0 0 65 1"
    assert marks.locator("path").get_attribute("d") == "M27 0V1M41 0V1"


def play(page: Page, **patch: object) -> None:
    """Play the search to where it stops."""
    page.evaluate(SET, {"speed": 50, "playing": True, **patch})
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_a_search_plays_to_its_end_and_then_from_its_start(open_page: Opener) -> None:
    page = open_page("p=queens&n=4")
    play(page)
    assert state(page, "position") == 65
    page.keyboard.press("Space")
    expect(page.locator(".place input")).to_have_value(re.compile(r"[1-5]?\d"))


def test_playing_stops_at_the_levels_and_the_nodes_asked_for(open_page: Opener) -> None:
    page = open_page("p=queens&n=4")
    page.get_by_text("Stop at").click()
    page.get_by_label("on level").fill("4")
    page.get_by_label("when node number").fill("24, 4, x")
    page.get_by_label("when node number").press("Tab")
    stops = []
    for _ in range(5):
        play(page)
        stops.append(state(page, "position"))
    assert stops == [13, 21, 26, 40, 55]


def test_a_step_of_ones_own_ends_playing(open_page: Opener) -> None:
    page = open_page("p=queens&n=4")
    page.evaluate(SET, {"playing": True, "speed": 0.25})
    page.evaluate(SET, {"position": 30})
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert state(page, "position") == 30


# The words


def test_the_sentence_that_is_spoken_waits_while_the_search_is_played(open_page: Opener) -> None:
    page = open_page("p=queens&n=4")
    page.evaluate("""() => {
      window.changes = [0, 0];
      [".sentence", "[aria-live]"].forEach((name, at) => new MutationObserver(() => changes[at]++)
        .observe(document.querySelector(`.words ${name}`), { childList: true }));
    }""")
    play(page, speed=20)
    shown, spoken = page.evaluate("changes")
    assert shown > 3 * spoken
    expect(page.locator(".words [aria-live]")).to_have_text(sentence(page))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".words [aria-live]")).to_have_text(sentence(page))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_the_search_is_that_of_the_command_line(
    open_page: Opener, huisu: Run, language: Language
) -> None:
    page = open_page("p=queens&n=4", query=f"lang={language}&step=20")
    page.locator(".words summary").click()
    lines = page.locator(".words pre")
    expect(lines.locator("[aria-current]")).to_have_count(1)  # a part opens a moment later
    _, written, _ = huisu(f"--lang {language} watch 4 --plain")
    assert lines.text_content() == written
    assert (lines.locator("[aria-current]").text_content() or "").startswith("20  ")
    lines.locator("[data-step='22']").click()
    assert state(page, "position") == 22


def test_of_a_long_search_the_lines_around_the_position_are_shown(open_page: Opener) -> None:
    page = open_page("p=queens&n=9", query="step=30000")
    page.locator(".words summary").click()
    expect(page.locator(".words [aria-current]")).to_have_count(1)
    for position in (30_000, 20_000, 0, 10**6):
        page.evaluate(SET, {"position": position})
        lines = page.locator(".words [data-step]")
        assert 150 < lines.count() < 500
        current = page.locator(".words [aria-current]").get_attribute("data-step")
        assert current == str(state(page, "position"))


# The bar above


def test_a_locked_page_offers_language_colours_and_help_only(open_page: Opener) -> None:
    page = open_page("p=queens&n=4", "p=knapsack", query="lock=1&mode=watch")
    shown = page.locator("#top :is(button, select, summary):visible")
    names = [each.get_attribute("aria-label") or each.inner_text() for each in shown.all()]
    assert names == ["中文", "Colours", "Keys and terms"]


def test_the_colours_are_those_asked_for_or_those_of_the_device(open_page: Opener) -> None:
    page = open_page("p=queens&n=4", color_scheme="dark")
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(html).to_have_attribute("data-theme", "light")
    page.get_by_label("Colours").select_option("dark")
    expect(html).to_have_attribute("data-theme", "dark")


def test_a_change_of_language_keeps_the_step(open_page: Opener) -> None:
    page = open_page("p=queens&n=4", query="step=3")
    page.get_by_role("button", name="中文").click()
    assert sentence(page) == Replay(exhibit("p=queens&n=4").trace).sentence(3, "zh")
    assert page.evaluate("document.documentElement.lang") == "zh-CN"
    expect(page.get_by_role("button", name="English")).to_be_visible()


def open_record(page: Page, file: Any) -> None:
    """Choose a file in the menu for files."""
    page.get_by_text("File", exact=True).first.click()
    page.locator("#top input[type=file]").set_input_files(file)


@pytest.mark.parametrize("address", ["p=queens&n=1", "p=queens&n=5", "p=queens&n=1&tree=n-ary"])
def test_a_record_from_a_file_is_called_what_python_calls_it(
    open_page: Opener, address: str
) -> None:
    page, title = open_page("p=knapsack"), exhibit(address).description["title"]
    record = exhibit(address).text().splitlines()[1].encode()
    open_record(page, {"name": "record", "mimeType": "", "buffer": record})
    page.wait_for_url("**record=**")
    assert state(page, "description")["title"] == title
    assert title["en"].startswith("1 queen (" if "n=1" in address else "5 queens (")


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_record_from_a_file_is_shown(open_page: Opener, huisu: Run, pack: Any) -> None:
    page = open_page("p=knapsack")
    _, written, _ = huisu("watch 5 --json")
    file = {"name": "five", "mimeType": "", "buffer": pack(written.encode())}
    open_record(page, file)
    expect(page).to_have_title(re.compile(r"5 queens \(permutation tree\)"))


@pytest.mark.parametrize("text", ["", "{", '{"format": "huisu-trace"}', "\x1f\x8b", "%PDF"])
def test_a_file_that_is_no_record_leaves_what_was_shown(open_page: Opener, text: str) -> None:
    page = open_page("p=queens&n=4", query="step=3")
    file = {"name": "a.json", "mimeType": "", "buffer": text.encode("latin-1")}
    open_record(page, file)
    expect(page.get_by_role("alert")).to_contain_text("no record of a search")
    assert state(page, "position") == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_from_a_file_is_asked_for_again_when_the_page_is_loaded_again(
    open_page: Opener, huisu: Run, language: Language
) -> None:
    page = open_page("p=knapsack", language=language)
    buffer = huisu("watch 5 --json")[1].encode()
    page.get_by_text(word("page.files", language), exact=True).first.click()
    page.locator("#top input[type=file]").set_input_files(
        {"name": "five", "mimeType": "", "buffer": buffer}
    )
    page.wait_for_url("**record=queens**")
    page.keyboard.press("End")
    page.wait_for_url(re.compile(rf"\?record=queens&step=\d+&lang={language}$"))
    page.reload()
    expect(page.get_by_role("alert")).to_have_text(word("page.closed", language))
    assert (state(page, "position"), state(page, "description")["classic"]) == (0, "knapsack")


def test_back_from_and_to_a_record_from_a_file(open_page: Opener) -> None:
    page = open_page("p=queens&n=4", "p=knapsack", query="step=17")
    record = exhibit("p=queens&n=5&tree=n-ary").text().splitlines()[1].encode()
    open_record(page, {"name": "five", "mimeType": "", "buffer": record})
    page.wait_for_url("**record=queens+n-ary**")
    page.get_by_label("Problem").select_option("0-1 knapsack")
    page.wait_for_url("**p=knapsack**")
    page.go_back()
    expect(page.get_by_role("alert")).to_contain_text("open it again")
    assert state(page, "description")["classic"] == "knapsack"
    page.go_back()
    expect(page.locator(".place input")).to_have_value("17")
    expect(page.get_by_role("alert")).to_be_hidden()


LINK = "document.querySelector('.link input').value"


@pytest.mark.parametrize("allowed", [True, False])
def test_a_link_to_the_view_is_copied_or_shown(open_page: Opener, allowed: bool) -> None:
    page = open_page("p=queens&n=4", query="step=3")
    answer = "Promise.resolve()" if allowed else "Promise.reject()"
    page.evaluate(f"Object.assign(navigator.clipboard, {{ writeText: () => {answer} }})")
    page.get_by_text("File", exact=True).first.click()
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Copy a link").click()
    if allowed:
        expect(page.locator(".link [role=status]")).to_have_text("copied")
    else:
        expect(page.locator(".link input")).to_be_focused()
    assert page.evaluate(LINK).endswith("page-0.html?p=queens&n=4&step=3&lang=en")


def test_help_opens_with_its_key_and_gives_the_focus_back(open_page: Opener) -> None:
    page = open_page("p=queens&n=4", query="lang=zh")
    page.get_by_role("button", name="前进一步").focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    for term in ("活结点", "扩展结点", "死结点", "约束函数", "限界函数", "显约束"):
        expect(dialog).to_contain_text(term)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="前进一步")).to_be_focused()
    assert state(page, "position") == 0


def test_no_problem_s_name_is_cut_in_the_list(served_page: OpenServed) -> None:
    problems = served_page("p=colouring").get_by_label("Problem")
    width = "each => each.getBoundingClientRect().width"
    shown = problems.evaluate(width)
    problems.evaluate("each => { each.style.maxWidth = 'none'; }")
    assert problems.evaluate(width) == shown


def test_a_served_page_shows_what_is_chosen(served_page: OpenServed) -> None:
    page = served_page()
    page.get_by_label("Number of queens, n").fill("6")
    page.wait_for_url("**p=queens&n=6&lang=en")
    page.get_by_label("Kind of tree").select_option("n-ary tree")
    page.wait_for_url("**n=6&tree=n-ary&lang=en")
    page.get_by_label("First queen").select_option("first queen in column 2")
    page.wait_for_url("**fix=1,2**")
    page.get_by_label("Goal").select_option("any one solution")
    page.wait_for_url("**goal=one&fix=1,2**")
    assert state(page, "trace")["outcome"] == "solutions"


def test_queens_and_blocked_squares_are_set_on_a_small_board(served_page: OpenServed) -> None:
    page = served_page()
    page.get_by_text("Squares", exact=True).click()
    page.get_by_role("button", name="row 1, column 1: free").focus()
    for key in ("ArrowRight", "Enter", "ArrowDown", "ArrowRight", "Enter", "Space"):
        page.keyboard.press(key)
    page.wait_for_url("**fix=1,2&block=2,3**")
    assert page.get_by_label("First queen").input_value() == "2"
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="row 1, column 1")).to_be_hidden()


def test_a_search_that_is_refused_is_explained_and_what_was_shown_stays(
    served_page: OpenServed,
) -> None:
    page = served_page("p=queens&n=4&step=17&lang=zh")
    page.get_by_label("皇后个数 n").fill("20")
    expect(page.get_by_role("alert")).to_contain_text("600,000")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("alert")).to_contain_text("nodes")
    assert state(page, "position") == 17
    served_page.forgive()


def test_an_answer_that_comes_late_gives_way_to_what_is_wanted_now(
    served_page: OpenServed,
) -> None:
    page = served_page("p=queens&n=4&step=17")
    late: list[Route] = []
    hold = lambda route: late.append(route)  # noqa: E731, PLW0108 - it gets a mark, a method cannot
    page.route("**/api/exhibit?p=queens&n=6", hold)
    n = page.get_by_label("Number of queens, n")
    for value in ("6", "4"):
        n.fill(value)
        n.press("Enter")
    expect(page.locator("body")).not_to_have_attribute("aria-busy", "true")
    arrive(page, late[0])
    assert (state(page, "trace")["depth"], state(page, "position")) == (4, 0)
    n.fill("6")
    n.press("Enter")
    record = exhibit("p=queens&n=5&tree=n-ary").text().splitlines()[1].encode()
    open_record(page, {"name": "five", "mimeType": "", "buffer": record})
    expect(page).to_have_title(re.compile(r"5 queens \(n-ary tree\)"))
    arrive(page, late[1])
    assert state(page, "trace")["depth"] == 5
    expect(page.locator("body")).not_to_have_attribute("aria-busy", "true")


def arrive(page: Page, late: Route) -> None:
    """Let an answer arrive that was held up."""
    with page.expect_response(late.request.url) as answer:
        late.continue_()
    answer.value.finished()
    page.evaluate("fetch('/api/counts').then((answer) => answer.text())")  # after the page's turn


@pytest.mark.parametrize("name", ["中文", "Predict", "Keys and terms"])
def test_a_part_of_the_page_that_cannot_be_had_is_one_sentence(
    served_page: OpenServed, name: str
) -> None:
    page = served_page("p=queens&n=4&step=17")
    page.context.set_offline(True)
    page.get_by_role("button", name=name).click()
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    page.keyboard.press("ArrowRight")
    served_page.forgive()


def test_a_mode_that_could_not_be_had_can_be_chosen_again(served_page: OpenServed) -> None:
    page = served_page("p=queens&n=4&step=17")
    page.context.set_offline(True)
    page.get_by_role("button", name="Predict").click()
    expect(page.get_by_role("button", name="Watch")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#mode-predict")).to_have_count(0)
    expect(page.get_by_role("alert")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Predict").click()
    expect(page.locator("#mode-predict .question")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_hidden()
    served_page.forgive()


def test_the_data_of_another_problem_can_be_changed(served_page: OpenServed) -> None:
    page = served_page("p=subset-sum")
    page.get_by_text("Data", exact=True).click()
    page.get_by_label("Data").fill('{"numbers": [1, 2, 3], "target": 3}')
    page.get_by_role("button", name="Show it").click()
    page.wait_for_url("**p=subset-sum&instance=**")
    assert state(page, "trace")["depth"] == 3
    page.get_by_role("button", name="The textbook's data").click()
    page.wait_for_url("**p=subset-sum&lang=en")


# The plan of the page


def test_board_tree_and_sentence_are_seen_at_once_on_a_projector(served_page: OpenServed) -> None:
    page = served_page(size=(1280, 720))
    below = page.locator("#transport").bounding_box()
    assert below
    for part in (".sentence", "#board svg", "#tree [data-node='65']"):
        box = page.locator(part).first.bounding_box()
        assert box, part
        assert box["y"] + min(box["height"], 470) <= below["y"], part


LOW = [(740, 360), (640, 360), (1100, 420)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", LOW)
def test_where_there_is_little_height_the_board_is_seen_at_once(
    served_page: OpenServed, size: tuple[int, int], language: Language
) -> None:
    page = served_page(f"p=queens&n=4&step=17&lang={language}", size=size)
    below, board = page.locator("#transport").bounding_box(), page.locator("#board .picture")
    box = board.bounding_box()
    assert below is not None
    assert box is not None
    assert box["y"] + box["height"] <= below["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    for each in page.locator("#transport :is(.steps button, .slider, .place)").all():
        expect(each).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", LOW)
def test_the_rest_of_the_bar_below_is_seen_when_it_is_reached(
    served_page: OpenServed, size: tuple[int, int]
) -> None:
    page = served_page("p=queens&n=4", size=size)
    speed = page.get_by_label("Speed", exact=True)
    expect(speed).not_to_be_in_viewport()
    page.get_by_role("button", name="To the end").focus()
    for _ in range(6):
        page.keyboard.press("Tab")
    expect(speed).to_be_focused()
    expect(speed).to_be_in_viewport(ratio=1)
    speed.evaluate("each => each.blur()")
    page.locator("#jobs").scroll_into_view_if_needed()
    expect(page.locator("#jobs .bounds")).not_to_be_empty()  # only now is the page that long
    page.evaluate("scrollTo(0, 1e6)")
    expect(speed).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wider_than_a_phone(served_page: OpenServed, language: Language) -> None:
    page = served_page(f"p=queens&n=8&lang={language}", size=(360, 740))
    page.evaluate(OPEN, "#top details, .words details")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for each in page.locator("#top :is(button, select, summary):visible, #transport button").all():
        box = each.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert box["height"] >= 30


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bars_the_words_and_the_help_are_accessible(
    served_page: OpenServed, language: Language, theme: str
) -> None:
    page = served_page(f"p=queens&n=4&lang={language}&theme={theme}&step=20")
    page.evaluate(OPEN, "#top details, #transport details, .words details")
    for part in ("#top", "#transport", "#words"):
        assert Axe().run(page, context=part).response["violations"] == []
    page.keyboard.press("?")
    page.wait_for_selector("dialog")  # which comes as a part of its own
    assert Axe().run(page, context="dialog").response["violations"] == []


def test_every_control_is_reached_by_tab_and_shows_that_it_is(served_page: OpenServed) -> None:
    page = served_page()
    controls = page.locator("a, button, select, input, summary").all()
    wanted = {each.evaluate("each => each.outerHTML") for each in controls if each.is_visible()}
    reached = set()
    for _ in range(len(wanted) + 5):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.outerHTML"))
        outline = "getComputedStyle(document.activeElement).outlineStyle"
        assert (
            page.evaluate(outline) != "none"
            or page.evaluate("document.activeElement.tagName") == "BODY"
        )
    assert wanted - reached == set()


def test_what_is_wrong_with_data_is_not_covered_by_the_sheet_of_data(
    served_page: OpenServed,
) -> None:
    page = served_page("p=knapsack")
    page.get_by_text("Data", exact=True).click()
    page.locator("#top textarea").fill('{"weights": [3,')
    page.get_by_role("button", name="Show it").click()
    notice = page.locator("#notice")
    expect(notice).to_contain_text("JSON")
    notice_box, sheet = notice.bounding_box(), page.locator("#top textarea").bounding_box()
    assert notice_box is not None
    assert sheet is not None
    assert notice_box["y"] + notice_box["height"] < sheet["y"]
    served_page.forgive()


def test_the_board_of_squares_says_what_a_press_does(served_page: OpenServed) -> None:
    page = served_page("p=queens&n=4")
    how = page.get_by_text("Board: press a square to put a queen, again to block it")
    expect(how).to_be_hidden()
    page.locator("summary", has_text="Squares").click()
    expect(how).to_be_visible()


@pytest.mark.parametrize(("width", "beside"), [(700, False), (800, True), (1280, True)])
def test_board_and_tree_stand_side_by_side_where_there_is_room(
    open_page: Opener, width: int, beside: bool
) -> None:
    page = open_page("p=queens&n=4", size=(width, 640))
    board, tree = (page.locator(each).bounding_box() for each in ("#board", "#tree"))
    assert board is not None
    assert tree is not None
    assert (board["y"] == tree["y"]) is beside
