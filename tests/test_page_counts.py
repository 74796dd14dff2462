"""Does the page count what the search has done, and walk at random as Knuth did?"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from page import OpenPage

GENERATED_8 = [1, 8, 56, 252, 700, 1376, 1704, 1100, 312]
FEASIBLE_8 = [1, 8, 42, 140, 344, 568, 550, 312, 92]


def numbers(page: Page, rows: str, column: int) -> list[int]:
    """Return the numbers in one column of the counts' rows."""
    cells = page.locator(f".counts {rows} td:nth-of-type({column})").all_inner_texts()
    return [int(text.replace(",", "")) for text in cells]


def total(page: Page, name: str) -> int:
    return numbers(page, f'[data-count="{name}"]', 1)[0]


def go(page: Page, position: int) -> None:
    page.evaluate("p => import('huisu/main').then((m) => m.store.set({ position: p }))", position)


def test_all_8_queens_are_counted(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=8", query="step=99999")
    names = ("generated", "killed", "dead", "backtracks", "answers", "live")
    assert [total(page, name) for name in names] == [5509, 3452, 1965, 1964, 92, 0]
    assert numbers(page, ".profile tbody tr", 1) == GENERATED_8
    assert numbers(page, ".profile tbody tr", 2) == FEASIBLE_8
    assert "109,601" in page.locator('[data-count="generated"] th').inner_text()
    assert page.locator('[data-count="generated"]').inner_text().endswith("5.0 %")


@pytest.mark.parametrize("address", ["p=queens&n=5&tree=n-ary", "p=knapsack", "p=colouring"])
def test_the_counts_add_up_at_every_position(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    rows: list[dict[str, int]] = page.evaluate(
        """async () => {
        const { store } = await import("huisu/main");
        return Array.from({ length: store.state.replay.length + 1 }, (_, position) => {
            store.set({ position });
            const rows = [...document.querySelectorAll(".counts [data-count]")];
            const number = (row) => Number(row.children[1].textContent.replace(",", ""));
            return Object.fromEntries(rows.map((row) => [row.dataset.count, number(row)]));
        });
    }"""
    )
    for row in rows:
        causes = sum(number for name, number in row.items() if name.startswith("killed "))
        assert causes == row["killed"]
        ended = row["killed"] + row.get("cut", 0) + row["dead"]
        live_answers = row["generated"] - ended - row["live"]
        assert 0 <= row["answers"] - live_answers <= 1  # an answer is live until it is left


def test_the_counts_do_not_depend_on_the_way_there(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=6", query="step=100")
    there = page.locator(".counts").inner_text()
    for position in (0, 500, 101, 100):
        go(page, position)
    assert page.locator(".counts").inner_text() == there


def test_a_walk_on_4_queens_says_13_or_17_or_21(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4")
    page.locator(".knuth summary").click()
    for _ in range(10):
        page.locator('[data-word="page.counts.walk.one"]').click()
    walks = page.locator(".knuth .walks").inner_text().split(", ")
    assert len(walks) == 10
    assert set(walks) <= {"13", "17", "21"}
    page.locator('[data-word="page.counts.walk.many"]').click()
    said = page.locator('.knuth [role="status"]').inner_text()
    assert said.startswith("Walks: 110; mean 1")
    assert said.endswith("feasible nodes: 17.")


@pytest.mark.parametrize("address", ["p=queens&n=4&goal=one", "p=knapsack"])
def test_no_walk_is_offered_where_the_record_is_not_the_whole_tree(
    open_page: OpenPage, address: str
) -> None:
    page = open_page(address)
    assert page.locator(".knuth").count() == 1
    assert page.locator(".knuth").is_hidden()


def test_many_levels_are_scrolled_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("p=sudoku", "p=queens&n=4", query="p=sudoku")
    levels = page.locator(".counts .levels")
    assert page.locator(".profile tbody tr").count() == 82
    assert levels.get_attribute("tabindex") == "0"
    assert levels.evaluate("each => each.scrollHeight > each.clientHeight")
    page.locator(".search select").select_option("p=queens&n=4")
    page.locator('.counts .levels[tabindex="-1"]').wait_for()
    assert page.locator(".profile tbody tr").count() == 5
