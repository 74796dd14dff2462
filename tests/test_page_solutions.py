"""Does the page show the answers, write them as the command line does, and jump to them?"""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from huisu import solutions
from huisu.formats.boards import FORMATS
from huisu.queens.symmetry import canonical, class_size
from huisu.words import LANGUAGES, Language
from page import OpenPage


def state(page: Page, expression: str) -> Any:
    return page.evaluate(f"import('huisu/main').then(({{ store: {{ state }} }}) => {expression})")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FORMATS)
def test_a_layout_is_the_same_as_on_the_command_line(
    module_page: Page, name: str, language: Language
) -> None:
    layout = FORMATS[name]
    for n in range(4, 9):
        listed = list(solutions(n, order=layout.order))
        texts = [layout.write(x, k, language) for k, x in enumerate(listed, 1)]
        wish = {"layout": name, "base": 1, "byColumn": False, "language": language}
        written = module_page.evaluate(
            "([xs, wish]) => import('huisu/panels/layouts').then((m) => m.written(xs, wish))",
            [list(solutions(n)), wish],
        )
        assert written == "".join(texts) + layout.footer(len(listed), language)


def test_the_least_image_is_that_of_the_library(module_page: Page) -> None:
    boards = list(solutions(6)) + list(solutions(8))[::5]
    found = module_page.evaluate(
        "xs => import('huisu/panels/symmetry').then((m) => xs.map(m.canonical))", boards
    )
    assert [tuple(x) for x in found] == [canonical(x) for x in boards]


def test_a_thumbnail_leads_to_its_answer(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4")
    page.locator('[data-answer="2"]').click()
    assert state(page, "state.trace.number(state.selected)") == 39
    assert state(page, "state.replay.kind(state.position)") == "answered"
    assert page.locator(".thumbnail.later").count() == 0


def test_answers_not_found_yet_are_pale(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=6", query="step=250")
    found = state(page, "state.replay.at(state.position).answers")
    assert 0 < found < 4
    assert page.locator(".thumbnail.later").count() == 4 - found
    assert f"{found} of 4" in page.locator(".solutions .said").inner_text()


def test_classes_are_grouped(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=8")
    page.locator('[data-word="page.solutions.group"]').click()
    headings = page.locator(".thumbnails .heading").all_inner_texts()
    assert len(headings) == len({canonical(x) for x in solutions(8)}) == 12
    assert [each for each in headings if "symmetric" in each] == ["Class 10: 4 images, symmetric"]
    assert page.locator(".thumbnail", has_text="◆").count() == 12
    assert sum(class_size(x) == 4 for x in solutions(8)) == 4


def test_many_answers_are_shown_a_window_at_a_time(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=9")
    assert page.locator(".thumbnail").count() == 200
    page.locator('[data-word="page.solutions.on"]').click()
    assert page.locator(".thumbnail").count() == 152
    assert page.locator("[data-answer]").first.get_attribute("data-answer") == "201"


def test_the_text_holds_the_answers_found_so_far(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=6", query="step=99999")
    page.locator('[data-word="page.solutions.output"]').click()
    text = page.locator(".solutions textarea")
    assert text.input_value() == "246135\n362514\n415263\n531642\n"
    page.locator(".solutions select").nth(1).select_option("0")
    assert text.input_value().startswith("135024\n")
    page.locator(".solutions select").nth(0).select_option("fen")
    assert text.input_value().splitlines()[0] == "1Q4/3Q2/5Q/Q5/2Q3/4Q1"
    page.evaluate("import('huisu/main').then((m) => m.store.set({ position: 0 }))")
    assert text.input_value() == ""


def test_the_orientation_changes_rows_into_columns(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="step=99")
    page.locator('[data-word="page.solutions.output"]').click()
    text = page.locator(".solutions textarea")
    assert text.input_value() == "2413\n3142\n"
    page.locator(".solutions select").nth(2).select_option("column")
    assert text.input_value() == "3142\n2413\n"


def test_the_text_can_be_saved(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="step=99&layout=pairs")
    page.locator('[data-word="page.solutions.output"]').click()
    with page.expect_download() as saving:
        page.locator('[data-word="page.solutions.save"]').click()
    saved = saving.value.path().read_text(encoding="utf-8")
    assert saved == "(1,2) (2,4) (3,1) (4,3)\n(1,3) (2,1) (3,4) (4,2)\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_answers_of_another_problem_are_said(open_page: OpenPage, language: Language) -> None:
    page = open_page("p=knapsack", query="step=99", language=language)
    said = page.locator(".thumbnail").all_inner_texts()
    assert ["(1, 0, 0)" in said[0], "(0, 1, 1)" in said[1]] == [True, True]
    assert {"en": "value 50", "zh": "值 50"}[language] in said[1]
    assert page.locator('[data-word="page.solutions.group"]').is_hidden()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_program_counts_and_solutions_are_accessible(
    open_page: OpenPage, theme: str, language: Language
) -> None:
    page = open_page("p=queens&n=6", query=f"step=200&theme={theme}", language=language)
    page.locator('[data-word="page.solutions.group"]').click()
    page.locator(".knuth summary").click()
    for panel in ("#code", "#counts", "#solutions"):
        found = Axe().run(page, context=panel).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
        assert "page." not in page.locator(panel).inner_text()
