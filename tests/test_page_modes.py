"""Do the modes teach: is a prediction judged rightly, a clash seen, a difference shown?"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from huisu.page.exhibit import Exhibit
from huisu.trace import Replay
from huisu.words import LANGUAGES, Language
from page import OpenPage, exhibit
from served import OpenServed

BOTH = ("p=queens&n=4", "p=queens&n=4&tree=n-ary")


def state(page: Page, expression: str) -> Any:
    return page.evaluate(f"import('huisu/main').then(({{ store: {{ state }} }}) => {expression})")


def choose(page: Page, text: str) -> str:
    """Give an answer; return what is said of it."""
    page.locator('#mode-predict [role="group"] button', has_text=text).click()
    return page.locator("#mode-predict .feedback").inner_text()


def said(replay: Replay, step: int) -> str | None:
    """Return the right answer to the question what happens at a step; None where none is asked."""
    moment, trace = replay.at(step), replay.trace
    number = trace.number[moment.node]
    if moment.kind == "died":
        return f"back to node {trace.number[trace.parent[moment.node]]}"
    fates = {"L": "and lives", "K": "and killed", "C": "and killed", "A": "an answer"}
    if moment.kind != "generated":
        return None
    fate = fates[chr(trace.fate[moment.node])]
    named = f"node {number} (x{trace.level[moment.node]} = {trace.value[moment.node]})"
    return f"{named} is generated{':' if fate == 'an answer' else ''} {fate}"


@pytest.mark.parametrize("address", [*BOTH, "p=knapsack"])
def test_every_step_can_be_predicted(open_page: OpenPage, address: str) -> None:
    page = open_page(address, query="mode=predict")
    page.locator("#mode-predict select").select_option("Infinity")
    replay = Replay(exhibit(address).trace)
    answers = [each for step in range(len(replay)) if (each := said(replay, step))]
    for each in answers:
        assert choose(page, each).startswith("✓ Right: ")
    score = f"The end: {len(answers)} right of {len(answers)}"
    assert page.locator(".score").inner_text() == score


def test_a_wrong_prediction_is_told_why(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="mode=predict&step=2")
    answer = choose(page, "node 3 (x2 = 2) is generated and lives")
    assert answer.startswith("✗ No: node 3 generated, x2 = 2: killed by the constraint function: ")
    assert page.locator(".score").inner_text() == "0 right of 1"
    assert choose(page, "node 8 (x2 = 3) is generated and lives").startswith("✓")


def test_a_node_of_the_tree_can_be_pointed_at(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="mode=predict")
    page.locator('#tree [data-node="2"]').click()
    assert page.locator(".score").inner_text() == "1 right of 1"
    page.locator('#tree [data-node="31"]').click()
    assert page.locator(".score").inner_text() == "1 right of 2"
    assert state(page, "state.position") == 3  # node 3 was killed, no further


@pytest.mark.parametrize("step", [0, 1, 9, 30])
def test_the_tree_shows_the_nodes_that_the_answers_name(open_page: OpenPage, step: int) -> None:
    page = open_page("p=queens&n=5", query=f"mode=predict&lock=1&step={step}")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.wait_for_timeout(100)
    view = page.locator("#tree .view").bounding_box()
    answers = " ".join(page.locator("#mode-predict [role=group] button").all_inner_texts())
    assert view is not None
    for number in set(re.findall(r"node (\d+) \(", answers)):
        node = page.locator(f'#tree [data-node="{number}"]')
        assert node.locator(".number").text_content() == number
        box = node.bounding_box()
        assert box is not None
        assert view["x"] <= box["x"] <= view["x"] + view["width"] - box["width"]
        assert box["y"] + box["height"] <= 720


def test_nothing_shows_the_future_while_it_is_predicted(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="mode=predict")
    for hidden in ("#transport", "#solutions", "#words", "#counts"):
        assert page.locator(hidden).is_hidden()
    for key in ("ArrowRight", "End", " "):
        page.locator("#play").press(key)
    assert state(page, "state.position") == 0
    page.evaluate("import('huisu/main').then((m) => m.store.set({ position: 30, selected: 20 }))")
    assert state(page, "state.position") < 4


def test_ten_questions_are_asked(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="mode=predict")
    for _ in range(10):
        page.locator('#mode-predict [role="group"] button:visible').first.click()
    assert page.locator(".score").inner_text().startswith("The end: ")
    assert page.locator('#mode-predict [role="group"] button:visible').count() == 0
    page.locator('[data-word="page.predict.again"]').click()
    assert page.locator(".score").inner_text() == "0 right of 0"
    assert state(page, "state.position") == 0


def test_the_link_for_a_class_is_locked(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="mode=predict&step=9")
    page.locator('[data-word="page.predict.link"]').click()
    link = page.locator("#mode-predict input").input_value()
    asked = parse_qs(urlsplit(link).query)
    assert (asked["lock"], asked["mode"], asked.get("step")) == (["1"], ["predict"], None)
    page.goto(link)
    page.locator("#mode-predict .question").wait_for()
    assert page.locator('[data-word="page.mode.watch"]').is_hidden()
    assert page.locator('[data-word="page.predict.link"]').is_hidden()


def place(page: Page, *squares: str) -> str:
    """Put queens on squares; return what is said."""
    for square in squares:
        page.locator(f'#mode-place [data-at="{square}"]').click()
    return page.locator("#mode-place .feedback").inner_text()


def test_clashes_are_drawn_and_said(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="mode=place")
    assert place(page, "1,1", "2,2").endswith("pairs that attack each other: 1")
    line = page.locator("#mode-place [data-attack]")
    assert (line.count(), line.get_attribute("data-attack")) == (1, "falling")
    clash = "Queens on (1, 1) and (2, 2): same falling diagonal ↘"
    assert page.locator(".clashes").inner_text() == clash
    assert place(page, "2,2", "3,1").endswith(": 1")
    assert "same column" in page.locator(".clashes").inner_text()


def test_a_solution_placed_by_hand_is_known(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="mode=place")
    assert place(page, "1,2", "2,4", "3,1").startswith("3 of 4 queens")
    assert place(page, "4,3").startswith("✓ A solution")
    assert place(page, "4,3", "4,4").startswith("No solution: 4 queens")


@pytest.mark.parametrize(
    ("squares", "hint"), [(["1,1"], "No"), (["1,2"], "Yes"), (["3,1"], "Yes"), (["2,2"], "No")]
)
def test_the_hint_knows_whether_there_is_a_way(
    open_page: OpenPage, squares: list[str], hint: str
) -> None:
    page = open_page("p=queens&n=4", query="mode=place")
    place(page, *squares)
    page.locator('[data-word="page.place.hint"]').click()
    assert page.locator('#mode-place p[role="status"]').nth(1).inner_text().startswith(hint)


def test_the_board_is_used_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=5", query="mode=place")
    page.locator('#mode-place [data-at="1,1"]').focus()
    for key in (
        "ArrowRight",
        "Enter",
        "ArrowDown",
        "ArrowRight",
        "ArrowRight",
        "Space",
        "ArrowUp",
        "x",
    ):
        page.keyboard.press(key)
    assert page.locator("#mode-place [data-queen]").count() == 2
    assert page.locator("#mode-place [data-cross]").get_attribute("data-cross") == "1,4"
    for key in ("Control+z", "Control+z", "Control+z", "Control+y"):
        page.keyboard.press(key)
    assert page.locator("#mode-place [data-queen]").get_attribute("data-queen") == "1,2"
    assert (
        page.locator('#mode-place [tabindex="0"]').get_attribute("aria-label")
        == "row 1, column 4: empty"
    )
    assert state(page, "state.position") == 0


def test_two_trees_are_compared(open_page: OpenPage) -> None:
    page = open_page(*BOTH, query="mode=compare")
    rows = page.locator(".differences tbody tr").all_inner_texts()
    assert [row.split("\t") for row in rows][:3] == [
        ["nodes of the whole tree", "65", "341", "+276"],
        ["generated", "33", "61", "+28"],
        ["killed by the constraint function", "16", "44", "+28"],
    ]
    page.locator("#mode-compare .last").click()
    assert page.locator(
        "#mode-compare [data-count=answers] td:nth-of-type(1)"
    ).all_inner_texts() == ["2", "2"]


def test_two_searches_go_by_step_or_by_share(open_page: OpenPage) -> None:
    page = open_page(*BOTH, query="mode=compare")
    generated = page.locator('#mode-compare [data-count="generated"] td:nth-of-type(1)')
    for _ in range(31):
        page.keyboard.press("ArrowRight")
    replays = [Replay(exhibit(address).trace) for address in BOTH]
    shares = [round(31 * len(replay) / len(replays[1])) for replay in replays]
    for way, steps in (("share", shares), ("step", [31, 31])):
        page.locator("#mode-compare select").nth(1).select_option(way)
        counts = [
            str(replay.at(step).generated) for replay, step in zip(replays, steps, strict=True)
        ]
        assert generated.all_inner_texts() == counts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("mode", ["predict", "place", "compare"])
def test_a_mode_is_accessible(
    open_page: OpenPage, mode: str, theme: str, language: Language
) -> None:
    page = open_page(*BOTH, query=f"mode={mode}&theme={theme}", language=language)
    if mode == "place":
        place(page, "1,1", "2,2")
    elif mode == "predict":
        page.locator('#mode-predict [role="group"] button').first.click()
    found = Axe().run(page, context=f"#mode-{mode}").response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    assert "page." not in page.locator(f"#mode-{mode}").inner_text()


@pytest.mark.parametrize("mode", ["predict", "place", "compare"])
def test_a_mode_fits_on_a_phone(open_page: OpenPage, mode: str) -> None:
    page = open_page(*BOTH, query=f"mode={mode}&lang=zh", size=(360, 740))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_tree_that_would_tell_is_hidden(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", "p=queens&n=7", query="p=queens&n=4&mode=predict")
    page.evaluate("import('huisu/main').then((m) => m.store.set({ form: 'generated' }))")
    assert state(page, "state.form") == "whole"
    assert page.locator("#tree").is_visible()
    page.locator(".search select").select_option("p=queens&n=7")
    page.locator("#tree").wait_for(state="hidden")
    assert choose(page, "node 2 (x1 = 1) is generated and lives").startswith("✓")


def test_a_page_with_one_search_has_nothing_to_compare(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="mode=compare")
    said = "This page carries no other search to compare with."
    assert page.locator('#mode-compare > [role="status"]').inner_text() == said
    assert page.locator(".differences").is_hidden()


def test_searches_of_one_name_are_numbered_as_in_the_list_at_the_top(open_page: OpenPage) -> None:
    records = tuple(Exhibit(exhibit(address).trace) for address in BOTH[:1] * 3)
    page = open_page(exhibits=records, query="exhibit=2&mode=compare")
    page.wait_for_selector(".differences tbody tr")
    listed = page.locator("#top .search option").all_inner_texts()
    assert listed == ["queens (1)", "queens (2)", "queens (3)"]
    partners = page.locator("#mode-compare select").first.locator("option").all_inner_texts()
    assert partners == ["queens (1)", "queens (3)"]
    heads = ["queens (2)", "queens (1)"]
    assert page.locator(".differences thead th").all_inner_texts()[1:3] == heads
    assert page.locator("#mode-compare .name").all_inner_texts() == heads


def test_a_record_from_a_file_is_not_compared_with_what_a_server_has(
    served_page: OpenServed,
) -> None:
    page = served_page("p=queens&n=4")
    page.get_by_text("File", exact=True).first.click()
    record = exhibit("p=knapsack").text().splitlines()[1].encode()
    page.locator("#top input[type=file]").set_input_files(
        {"name": "record", "mimeType": "", "buffer": record}
    )
    page.wait_for_url("**record=**")
    page.locator('[data-word="page.mode.compare"]').click()
    expect(page.locator('#mode-compare > [role="status"]')).to_contain_text("no other search")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_served_page_compares_with_another_tree_or_order(
    served_page: OpenServed, language: Language
) -> None:
    page = served_page(f"p=queens&n=4&mode=compare&lang={language}")
    page.wait_for_selector(".differences tbody tr")
    second = page.locator(".differences tbody tr").nth(1).inner_text()
    assert second.split("\t")[1:] == ["33", "61", "+28"]
    assert page.locator("#mode-compare select").first.locator("option").count() == 4


@pytest.mark.parametrize(("step", "left", "right"), [(12, 12, 17), (65, 65, 93)])
def test_a_link_to_a_comparison_opens_it_where_it_was(
    open_page: OpenPage, step: int, left: int, right: int
) -> None:
    page = open_page(*BOTH, query=f"mode=compare&step={step}")
    page.wait_for_selector("#mode-compare .side-of [data-queen], #mode-compare .side-of .name")
    assert state(page, "state.position") == left
    expect(page.locator("#mode-compare .transport input[type=number]")).to_have_value(str(right))


def test_a_mode_that_is_left_gives_the_keys_back(open_page: OpenPage) -> None:
    page = open_page(*BOTH, query="mode=compare")
    page.keyboard.press("End")
    assert state(page, "state.position") == 65
    page.locator('[data-word="page.mode.watch"]').click()
    page.locator("#play").press("ArrowLeft")
    assert state(page, "state.position") == 64
    assert page.locator("#mode-compare").is_hidden()
    assert page.locator("#transport").is_visible()
