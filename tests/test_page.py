"""Does the page do what it promises, seen as a learner sees it? The twelve checks, in order.

Each panel has tests of its own beside this file; these go through the page as a
whole. Read page.py for how a page is opened: any request that leaves this
machine and any complaint in the console fails a test.
"""

from __future__ import annotations

import io
import json
import random
import re
import time
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Page, expect

from conftest import Run
from huisu.classics import CLASSICS
from huisu.views.board_figure import board_figure
from huisu.words import LANGUAGES
from page import Opener, exhibit
from served import OpenServed

TREES = json.loads((Path(__file__).parent / "data" / "trees.json").read_text("utf-8"))
FOUR, ONE, NARY, EIGHT = (
    "p=queens&n=4", "p=queens&n=4&goal=one", "p=queens&n=4&tree=n-ary", "p=queens&n=8",
)  # fmt: skip

#: All that the panels show of a position: board, tree, line of the program, counts, sentence.
_SHOWN = """() => {
  const texts = (where) => [...document.querySelectorAll(where)].map((each) => each.textContent);
  const data = (where, ...names) => [...document.querySelectorAll(where)].map(
    (each) => names.map((name) => each.getAttribute(name)).join());
  const canvas = document.querySelector("#tree canvas");
  return JSON.stringify([
    data("#board [data-queen]", "data-queen").sort(),
    data("#board [data-tried]", "data-tried").sort(),
    data("#board [data-attack]", "data-attack", "data-squares"),
    data("#tree [data-node]", "data-node", "data-status").sort(), canvas && canvas.toDataURL(),
    data("#code .current", "data-line"), texts("#code .variables"), texts("#counts tr"),
    texts("#words .sentence"),
  ]);
}"""
_GO = "position => import('huisu/main').then(({ store }) => store.set({ position }))"


def shown(page: Page) -> str:
    page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)))")
    return cast("str", page.evaluate(_SHOWN))


def nodes(page: Page, *statuses: str) -> list[int]:
    """Return the numbers of the nodes that stand so; all that are drawn without a status."""
    wanted = ",".join(f'#tree [data-node][data-status="{each}"]' for each in statuses)
    found = page.locator(wanted or "#tree [data-node]")
    return sorted(map(int, found.evaluate_all("all => all.map((each) => each.dataset.node)")))


def step_to(page: Page, position: int) -> None:
    for _ in range(position):
        page.keyboard.press("ArrowRight")


def values(page: Page, name: str) -> list[str]:
    """Return the values of an attribute on the board."""
    return cast(
        "list[str]",
        page.locator(f"#board [{name}]").evaluate_all(
            "(all, name) => all.map((each) => each.getAttribute(name)).sort()", name
        ),
    )


# 1. Offline


@pytest.mark.parametrize("name", CLASSICS)
def test_a_saved_page_of_any_problem_needs_nothing_from_elsewhere(
    open_page: Opener, name: str
) -> None:
    page = open_page(f"p={name}")
    page.keyboard.press("End")
    expect(page.locator("#words .sentence")).not_to_be_empty()
    assert open_page.outside == []


def test_a_served_page_asks_only_its_own_server(served_page: OpenServed) -> None:
    page = served_page("p=queens&n=4")
    page.keyboard.press("End")
    assert len(nodes(page)) == 65


# 2. 65 nodes


def test_all_solutions_of_4_queens_are_the_textbook_s_tree(open_page: Opener) -> None:
    page, facts = open_page(FOUR), TREES["permutation"]["4"]["all"]
    page.keyboard.press("End")
    assert nodes(page) == list(range(1, 66))
    assert nodes(page, "answer") == facts["answers"]
    assert nodes(page, "killed") == facts["killed"]
    assert sorted([*nodes(page, "dead"), *facts["answers"]]) == [1, *facts["feasible"]]
    assert len(nodes(page, "ungenerated")) == facts["never"]


def test_the_first_solution_generates_sixteen_nodes_in_order(open_page: Opener) -> None:
    page, facts = open_page(ONE), TREES["permutation"]["4"]["first"]
    seen = [1]
    for _ in range(60):
        page.keyboard.press("ArrowRight")
        drawn = {*nodes(page)} - {*nodes(page, "ungenerated")}
        seen += sorted(drawn - {*seen})
    assert seen == facts["generated"]
    assert nodes(page, "killed") == facts["killed"]
    assert nodes(page, "answer") == facts["answer"]


# 3. The textbook's walk


def test_stepping_goes_the_textbook_s_way(open_page: Opener) -> None:
    page, sentence = open_page(FOUR), "#words .sentence"
    walk = [
        ("node 2 generated", 2, "live"),
        ("node 2 becomes the E-node", 2, "e-node"),
        ("node 3 generated, x2 = 2: killed by the constraint function: same falling", 3, "killed"),
        ("node 8 generated", 8, "live"),
        ("node 8 becomes the E-node", 8, "e-node"),
        ("node 9 generated, x3 = 2: killed", 9, "killed"),
        ("node 11 generated, x3 = 4: killed", 11, "killed"),
        ("node 8 is dead", 8, "dead"),
        ("node 13 generated, x2 = 4", 13, "live"),
    ]
    for said, node, status in walk:
        page.keyboard.press("ArrowRight")
        expect(page.locator(sentence)).to_contain_text(said)
        assert node in nodes(page, status)
    assert nodes(page, "e-node") == [2]
    assert nodes(page, "live", "e-node") == [1, 2, 13]
    assert values(page, "data-queen") == ["1,1", "2,4"]


# 4. Back is forward undone


def test_every_way_to_a_position_of_4_queens_shows_the_same(open_page: Opener) -> None:
    page = open_page(FOUR)
    forward = [shown(page)]
    for _ in range(65):
        page.keyboard.press("ArrowRight")
        forward.append(shown(page))
    back = [shown(page)]
    for _ in range(65):
        page.keyboard.press("ArrowLeft")
        back.append(shown(page))
    assert forward == back[::-1]
    assert len(set(forward)) == 66
    slider = page.locator("#transport input[type=range]")
    for k in random.Random(4).sample(range(66), 20):
        slider.fill(str(k))
        assert shown(page) == forward[k]
        page.keyboard.press("End")
    for k in random.Random(5).sample(range(66), 5):
        assert shown(open_page(FOUR, query=f"step={k}")) == forward[k]


def test_every_way_to_a_position_of_8_queens_shows_the_same(open_page: Opener) -> None:
    page, last = open_page(EIGHT), 9621
    drawn = random.Random(8).sample(range(1, last), 200)
    direct = {}
    for k in drawn:
        page.evaluate(_GO, k)
        direct[k] = shown(page)
    for k in drawn[:100]:
        page.evaluate(_GO, k - 1)
        page.keyboard.press("ArrowRight")
        assert shown(page) == direct[k]
    for k in drawn[100:]:
        page.evaluate(_GO, last)
        page.evaluate(_GO, k + 1)
        page.keyboard.press("ArrowLeft")
        assert shown(page) == direct[k]
    for k in drawn[:3]:
        assert shown(open_page(EIGHT, query=f"step={k}")) == direct[k]


# 5. In step


def test_a_click_on_a_node_moves_board_program_and_variables(open_page: Opener) -> None:
    page = open_page(FOUR)
    page.locator('#tree [data-node="29"]').click()
    assert values(page, "data-queen") == ["1,2", "2,4"]
    expect(page.locator("#code .current")).to_have_count(1)
    expect(page.locator("#code .variables")).to_contain_text("[2, 4]")
    page.locator('#tree [data-node="32"]').click()
    expect(page.locator("#code .current")).to_contain_text("place(")


def test_a_click_on_a_solution_selects_its_node(open_page: Opener) -> None:
    page = open_page(FOUR)
    page.locator('#solutions [data-answer="2"]').click()
    assert nodes(page, "answer") == [31, 39]
    expect(page.locator("#words .sentence")).to_contain_text("node 39")
    assert values(page, "data-queen") == ["1,3", "2,1", "3,4", "4,2"]


# 6. Why


def test_a_rejection_shows_the_queen_that_attacks(open_page: Opener) -> None:
    page = open_page(FOUR)
    step_to(page, 3)
    line = page.locator("#board [data-attack]")
    expect(line).to_have_count(1)
    assert line.get_attribute("data-squares") == "1,1 2,2"
    assert line.get_attribute("data-attack") == "falling"
    expect(page.locator("#words .sentence")).to_contain_text("same falling diagonal ↘ as row 1")


def test_the_n_ary_tree_has_rejections_by_the_column(open_page: Opener) -> None:
    page = open_page(NARY)
    assert len(nodes(page)) == TREES["n-ary"]["4"]["nodes"]
    step_to(page, 3)
    expect(page.locator("#words .sentence")).to_contain_text("same column as row 1")
    assert page.locator("#board [data-attack]").get_attribute("data-attack") == "column"


def test_the_board_reads_as_the_last_board_of_the_textbook_s_figure(open_page: Opener) -> None:
    address = f"{NARY}&goal=one"
    search = exhibit(address).trace
    panel = board_figure(search)[-1]
    assert panel.rows == ("*1..", "***2", "3...", "**4.")
    page = open_page(address)
    page.evaluate("Promise.resolve()")
    page.locator(f'#tree [data-node="{search.number[panel.node]}"]').click()
    queens, tried = values(page, "data-queen"), values(page, "data-tried")
    assert queens == ["1,2", "2,4", "3,1", "4,3"]
    assert tried == ["1,1", "2,1", "2,2", "2,3", "4,1", "4,2"]
    assert len(search) - 1 == TREES["n-ary"]["4"]["first checked"] - 1


# 7. Counts


def test_the_counts_of_8_queens_are_the_known_ones(open_page: Opener) -> None:
    page = open_page(EIGHT)
    page.keyboard.press("End")
    counts = page.locator("#counts")
    expect(counts.locator("[data-count=generated]")).to_contain_text("5,509")
    expect(counts.locator("[data-count=answers]")).to_contain_text("92")
    rows = counts.locator(".profile tbody tr").all()
    feasible = [int(row.locator("td").nth(1).inner_text()) for row in rows]
    assert feasible == [1, 8, 42, 140, 344, 568, 550, 312, 92]
    assert sum(feasible) == TREES["permutation"]["8"]["feasible"] == 2057


def test_a_walk_of_knuth_s_estimates_13_17_or_21_nodes(open_page: Opener) -> None:
    page = open_page(FOUR)
    knuth = page.locator("#counts .knuth")
    knuth.locator("summary").click()
    for _ in range(8):
        knuth.locator("button").first.click()
    walks = {int(each) for each in re.findall(r"\d+", knuth.locator(".walks").inner_text())}
    assert walks
    assert walks <= {13, 17, 21}


# 8. Keyboard only


def test_every_control_is_reached_by_tab_and_shows_it(open_page: Opener) -> None:
    page = open_page(FOUR)
    reached = set()
    for _ in range(120):
        page.keyboard.press("Tab")
        found = page.evaluate("""() => {
          const { activeElement: at } = document, style = getComputedStyle(at);
          at.dataset.reached = "yes";
          return [at.tagName, at.className, at.id, style.outlineStyle, style.outlineWidth];
        }""")
        if found[0] == "BODY":
            break
        assert (found[3], found[4]) == ("solid", "3px"), f"{found} has no visible focus"
        reached.add(tuple(found[:3]))
    missed = page.evaluate("""() => [...document.querySelectorAll("button, input, select, summary")]
      .filter((each) => !each.disabled && each.checkVisibility() && !each.dataset.reached
        && each.tabIndex >= 0 && each.type !== "file").map((each) => each.outerHTML)""")
    assert missed == []
    assert len(reached) > 5


def test_the_keys_do_what_they_say(open_page: Opener) -> None:
    page = open_page(FOUR)
    position = "import('huisu/main').then(({ store }) => store.state.position)"
    for key, expected in (
        ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Shift+ArrowRight", 27),
        ("Shift+ArrowRight", 41), ("Shift+ArrowLeft", 27), ("End", 65), ("Home", 0), ("b", 8),
        ("ArrowUp", 1), ("ArrowDown", 3), ("r", 0),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert page.evaluate(position) == expected, key


def test_typing_into_a_field_steps_nothing(served_page: OpenServed) -> None:
    page = served_page("p=queens&n=4&step=9")
    state = (
        "import('huisu/main').then(({ store: { state } }) => [state.position, state.folded.size])"
    )
    field = page.locator("#top input[type=number]").first
    field.focus()
    for key in ("5", "f", "l", "ArrowLeft", "?"):
        field.press(key)
    assert page.locator("dialog[open]").count() == 0
    assert page.evaluate(state)[1] == 0


# 9. Accessible


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_has_nothing_against_the_page(open_page: Opener, language: Any, theme: str) -> None:
    page = open_page(FOUR, query=f"step=30&lang={language}&theme={theme}")
    page.evaluate("() => document.querySelectorAll('details').forEach((each) => each.open = true)")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


@pytest.mark.parametrize("mode", ["predict", "place", "compare"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_has_nothing_against_the_modes(open_page: Opener, language: Any, mode: str) -> None:
    page = open_page(FOUR, NARY, query=f"mode={mode}&lang={language}&theme=dark")
    page.wait_for_selector(f"#mode-{mode} button")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_how_a_node_stands_shows_without_colour(open_page: Opener) -> None:
    page = open_page(FOUR)
    page.evaluate(_GO, 30)
    looks = page.evaluate("""() => Object.fromEntries(
      [...document.querySelectorAll("#tree g.node")].map((node) => [node.dataset.status,
        [...node.children].map((each) => each.localName + (each.getAttribute("class") ?? "")
          + (each.getAttribute("d") ?? "").replace(/[-\\d.]+/g, "")
          + getComputedStyle(each).strokeDasharray
          + (each.localName === "text" && !/\\d/.test(each.textContent) ? each.textContent : "")
          + (each.localName === "text" ? "" : getComputedStyle(each).strokeWidth)).join(" ")]))""")
    assert {"ungenerated", "live", "e-node", "killed", "dead", "answer"} == set(looks)
    assert len(set(looks.values())) == len(looks)


def test_the_sentence_is_read_out_but_not_faster_than_one_can_listen(open_page: Opener) -> None:
    page = open_page(EIGHT)
    live = page.locator("#words [aria-live=polite]")
    before = live.inner_text()
    page.keyboard.press("ArrowRight")
    expect(live).not_to_have_text(before)
    page.evaluate("""() => {
      window.changes = 0;
      new MutationObserver(() => window.changes++).observe(
        document.querySelector("#words [aria-live=polite]"),
        { childList: true, characterData: true, subtree: true });
    }""")
    page.evaluate(
        "import('huisu/main').then(({ store }) => store.set({ speed: 50, playing: true }))"
    )
    page.wait_for_timeout(1500)
    assert page.evaluate("import('huisu/main').then(({ store }) => store.state.position)") > 30
    assert 1 <= page.evaluate("changes") <= 3


def test_who_wants_no_motion_gets_none(open_page: Opener) -> None:
    page = open_page(FOUR, reduced_motion="reduce")
    page.keyboard.press("Space")
    page.wait_for_timeout(300)
    running = "document.getAnimations().filter((each) => each.playState === 'running').length"
    assert page.evaluate(running) == 0


def test_no_control_is_inside_an_image(open_page: Opener) -> None:
    page = open_page(FOUR)
    inside = '[role=img] :is(button, a, input, select, [tabindex="0"], [data-node])'
    assert page.locator(inside).count() == 0


# 10. Language and small screen


def test_chinese_has_the_textbook_s_words_and_keeps_the_step(open_page: Opener) -> None:
    page = open_page(FOUR, query="step=17")
    page.get_by_role("button", name="中文").click()
    assert page.evaluate("document.documentElement.lang").startswith("zh")
    page.keyboard.press("?")
    page.wait_for_selector("dialog")  # the help comes as a part of its own
    text = page.locator("body").inner_text()
    for term in ("活结点", "扩展结点", "死结点", "限界函数", "显约束", "约束函数", "回溯"):
        assert term in text
    assert page.evaluate("import('huisu/main').then(({ store }) => store.state.position)") == 17
    assert not re.search(r"\b(page|tree|step|why|watch)\.[a-z]", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_shows_everything_without_scrolling_sideways(
    open_page: Opener, language: Any
) -> None:
    page = open_page(FOUR, size=(360, 740), query=f"step=30&lang={language}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    narrow = page.evaluate("""() => [...document.querySelectorAll("button, select, summary")]
      .filter((each) => each.checkVisibility() && !each.closest("svg"))
      .map((each) => [each.outerHTML, each.getBoundingClientRect()])
      .filter(([, box]) => box.height < 24 || box.right > 361 || box.left < 0)""")
    assert narrow == []
    page.locator("#transport button").nth(3).click()
    assert page.evaluate("import('huisu/main').then(({ store }) => store.state.position)") == 31


# 11. Exports


def saved(page: Page, name: str) -> bytes:
    """Return the file that a button of the menu gives."""
    menu = page.locator("details:has(.files)")
    if not menu.evaluate("menu => menu.open"):
        menu.locator("summary").first.click()
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    return Path(download.value.path()).read_bytes()


def test_pictures_come_out_as_they_should(open_page: Opener) -> None:
    page = open_page(FOUR, query="step=30")
    svg = saved(page, "tree as SVG").decode()
    root = ElementTree.fromstring(svg)
    space = "{http://www.w3.org/2000/svg}"
    drawn = [each for each in root.iter(f"{space}g") if "node" in each.get("class", "").split()]
    assert len(drawn) == 65
    assert not list(root.iter(f"{space}script"))
    assert not re.search(r'href="(?!#)', svg)
    picture = Image.open(io.BytesIO(saved(page, "tree as PNG")))
    assert picture.width == 1600
    film = Image.open(io.BytesIO(saved(page, "GIF")))
    assert cast("Any", film).n_frames == 66


def test_texts_and_records_come_out_as_they_should(open_page: Opener, huisu: Run) -> None:
    page = open_page(FOUR, query="step=30")
    record = saved(page, "JSON")
    assert json.loads(record)["format"] == "huisu-trace"
    assert saved(page, "All steps as text").decode() == huisu("watch 4 --plain --lang en")[1]
    before = shown(page)
    page.keyboard.press("Home")
    page.locator("#top input[type=file]").set_input_files(
        {"name": "four.json", "mimeType": "application/json", "buffer": record}
    )
    page.evaluate(_GO, 30)
    assert shown(page) == before


# 12. Long work


def test_the_server_counts_and_cancels_and_refuses(served_page: OpenServed) -> None:
    page = served_page("p=queens&n=4")
    began = time.monotonic()
    answer = page.evaluate(
        "fetch('/api/exhibit?p=queens&n=20').then((a) => a.json().then((b) => [a.status, b]))"
    )
    assert answer[0] == 400
    assert "600,000" in answer[1]["error"]["en"]
    assert "600,000" in answer[1]["error"]["zh"]
    page.keyboard.press("ArrowRight")
    expect(page.locator("#words .sentence")).to_contain_text("node 2 generated")
    assert time.monotonic() - began < 20
    served_page.forgive()  # the browser complains of every refusal


def test_ten_queens_are_110_005_nodes_and_can_be_stepped(open_page: Opener) -> None:
    page = open_page("p=queens&n=10")
    page.keyboard.press("End")
    expect(page.locator("#counts [data-count=generated]")).to_contain_text("110,005")
    expect(page.locator("#tree canvas")).to_be_visible()
    before = shown(page)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    assert shown(page) == before
