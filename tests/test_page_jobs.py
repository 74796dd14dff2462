"""Does the panel of counts order, follow, cancel and refuse, in a browser and from a server?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from served import OpenServed, Wire, ends

SPEAK = "(language) => import('huisu/main').then(({ store }) => store.set({ language }))"


def order(page: Page, n: int, kernel: str = "") -> None:
    """Order a count, by the form."""
    page.get_by_role("spinbutton", name="n", exact=True).last.fill(str(n))
    page.locator("#jobs select").select_option(kernel)
    page.locator("#jobs form button").click()


def share(page: Page) -> float:
    """Return how much of the first count is done."""
    return float(page.locator("#jobs progress").first.evaluate("bar => bar.value"))


def grown(page: Page, than: float = 0.0) -> float:
    """Wait until more of the first count is done; return how much."""
    for _ in range(400):
        if share(page) > than:
            return share(page)
        page.wait_for_timeout(50)
    raise AssertionError(f"nothing is heard of the count: {than}")


def counts(page: Page) -> list[dict[str, Any]]:
    """Return what the server tells this page's visitor of all counts."""
    found: list[dict[str, Any]] = page.evaluate(
        "fetch('/api/counts').then(answer => answer.json()).then(({ counts }) => counts)"
    )
    return found


def opened(served_page: OpenServed, **settings: Any) -> Page:
    """Return a page scrolled to the panel, which comes only then."""
    return scrolled(served_page(**settings))


def scrolled(page: Page) -> Page:
    page.locator("#jobs").scroll_into_view_if_needed()
    page.wait_for_selector("#jobs form")
    return page


@pytest.fixture
def page(served_page: OpenServed) -> Iterator[Page]:
    """Give the page of a visitor whose counts are cancelled at the end."""
    found = opened(served_page)
    yield found
    for count in counts(found):
        found.evaluate("path => fetch(path, { method: 'DELETE' })", f"/api/counts/{count['id']}")


def test_a_count_is_ordered_and_its_result_is_said(page: Page) -> None:
    order(page, 10)
    row = page.locator("#jobs li")
    expect(row).to_contain_text("10 queens, all solutions")
    expect(row).to_contain_text("solutions: 724; counted in")
    said = page.locator("#jobs [role=status]")
    expect(said).to_contain_text("10 queens, all solutions: solutions: 724")
    expect(row.locator("progress, button").first).to_be_hidden()


def test_classes_are_counted_if_wished(page: Page) -> None:
    page.get_by_label("up to symmetry").check()
    order(page, 8, "python")
    expect(page.locator("#jobs li")).to_contain_text("solutions: 12; counted in")
    expect(page.locator("#jobs li")).to_contain_text("kernel python")


def test_a_long_count_is_followed_quietly_and_cancelled(page: Page) -> None:
    order(page, 20, "python")
    said = page.locator("#jobs [role=status]")
    expect(said).to_have_text("20 queens, all solutions: the count has been ordered")
    before = grown(page)
    grown(page, before)
    expect(page.locator("#jobs li p")).to_contain_text("days left")
    expect(said).to_have_text("20 queens, all solutions: the count has been ordered")
    pid = counts(page)[0]["pid"]
    page.get_by_role("button", name="Cancel: 20 queens, all solutions").click()
    expect(page.locator("#jobs li p")).to_have_text("cancelled with < 0.01 % done")
    expect(said).to_contain_text("cancelled")
    assert ends(pid)


def test_a_page_that_is_opened_again_goes_on_following(page: Page) -> None:
    order(page, 20, "python")
    before = grown(page)
    page.reload()
    scrolled(page)
    grown(page, before)
    page.get_by_role("button", name="Cancel: 20 queens").click()
    expect(page.locator("#jobs li p")).to_contain_text("cancelled")


def test_a_stream_that_drops_is_taken_up_where_it_was(served_page: OpenServed, server: str) -> None:
    with closing(Wire(server)) as wire:
        page = opened(served_page, address=wire.address)
        order(page, 20, "python")
        for _ in range(2):
            before = grown(page)
            wire.cut()
            grown(page, before)
        page.get_by_role("button", name="Cancel: 20 queens").click()
        expect(page.locator("#jobs li p")).to_contain_text("cancelled")
    taken_up = [int(number) for number in re.findall(rb"(?i)last-event-id: (\d+)", wire.heard)]
    assert len(taken_up) >= 2
    assert taken_up == sorted(set(taken_up))
    served_page.forgive()


@pytest.mark.parametrize("n", ["99", "", "2.5"])
def test_a_refusal_is_said_in_the_language_of_the_page(
    served_page: OpenServed, page: Page, n: str
) -> None:
    page.locator("#jobs input[type=number]").fill(n)
    page.locator("#jobs form button").click()
    said = page.locator("#jobs [role=status]")
    expect(said).to_contain_text("n must be a whole number 1..20 to be counted here")
    page.evaluate(SPEAK, "zh")
    expect(said).to_contain_text("此处计数要求 n 为整数 1..20")
    expect(page.locator("#jobs li")).to_have_count(0)
    served_page.forgive()


def test_the_bounds_are_said_before_they_are_met(page: Page) -> None:
    expect(page.locator("#jobs .bounds")).to_have_text(
        "The server counts up to n = 20, at most 2 at a time for each visitor, each at most 10"
        " minutes."
    )


def test_everything_is_said_in_chinese_too(page: Page) -> None:
    order(page, 9)
    expect(page.locator("#jobs li")).to_contain_text("solutions: 352")
    page.evaluate(SPEAK, "zh")
    panel = page.locator("#jobs")
    expect(panel.locator("li strong")).to_have_text("9 皇后，所有解")
    expect(panel.locator("li p")).to_contain_text("共 352 个解；用时")
    expect(panel.locator("[role=status]")).to_contain_text("9 皇后，所有解：共 352 个解")
    expect(panel.get_by_role("button", name="开始计数")).to_be_visible()


def test_each_visitor_sees_only_their_own_counts(served_page: OpenServed, page: Page) -> None:
    order(page, 8)
    expect(page.locator("#jobs li")).to_have_count(1)
    other = opened(served_page)
    expect(other.locator("#jobs .bounds")).not_to_be_empty()
    expect(other.locator("#jobs li")).to_have_count(0)


def test_a_hidden_page_listens_to_nothing(page: Page) -> None:
    order(page, 20, "python")
    grown(page)
    hide = """(hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.evaluate(hide, True)
    before = share(page)
    page.wait_for_timeout(700)
    assert share(page) == before
    page.evaluate(hide, False)
    grown(page, before)
    page.get_by_role("button", name="Cancel: 20 queens").click()


@pytest.mark.parametrize("width", [360, 1280])
def test_the_panel_fits_its_screen(served_page: OpenServed, width: int) -> None:
    page = opened(served_page, size=(width, 740))
    order(page, 8)
    expect(page.locator("#jobs li")).to_have_count(1)
    panel = page.locator("#jobs")
    assert panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth")
