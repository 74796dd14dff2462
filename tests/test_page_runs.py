"""Does the page show how the runs in its server's ledgers stand, in both languages?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from huisu.runs.ledger import open_ledger
from page import opener
from runs_shown import ledger_of, status
from served import OpenServed, served

SPEAK = "(language) => import('huisu/main').then(({ store }) => store.set({ language }))"


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """Give a ledger with a run that has ended, one that has parked units and one that goes on."""
    states = (
        {"state": "complete", "share": 1.0, "done": 12_000, "mismatches": 0, "audits_planned": 0},
        {"state": "parked", "done": 11_998, "share": 0.999, "parked": (3, 9)},
        {"waiting_for": "disk"},
    )
    return Path(ledger_of(tmp_path / "q17.ledger", *states))


@pytest.fixture
def opened(chromium_browser: Browser, ledger: Path, tmp_path: Path) -> Iterator[OpenServed]:
    """Give what opens the page of a server that shows the ledger."""
    with (
        served(tmp_path, "--ledger", str(ledger)) as server,
        opener(chromium_browser, tmp_path) as found,
    ):
        yield OpenServed(found, server.address)


@pytest.fixture
def page(opened: OpenServed) -> Page:
    """Give the page, scrolled to its panel of runs."""
    page = opened()
    page.locator("#runs").scroll_into_view_if_needed()
    page.wait_for_selector("#runs li")
    return page


def test_each_run_says_what_it_counts_and_how_it_stands(page: Page) -> None:
    going, parked, complete = (page.locator("#runs li").nth(k) for k in range(3))
    expect(complete).to_contain_text("solutions: 9,007,199,254,740,993; all 12,000 units counted")
    expect(complete.locator("progress")).to_be_hidden()
    expect(parked).to_contain_text("units set aside because they failed: 2")
    expect(going).to_contain_text("17 queens, all solutions")
    expect(going).to_contain_text("62.5 % of the work done: 6,000 of 12,000 units")
    expect(going).to_contain_text("32 units a second, about 1.5 h left (± 2.0 min)")
    expect(going).to_contain_text("waits for room on the disk")
    expect(going).to_contain_text("audits: 100 of 120 done")
    expect(going).to_contain_text("workers in quarantine: 1")


def test_it_follows_a_run_until_it_ends(page: Page, ledger: Path) -> None:
    with open_ledger(ledger, "write") as books:
        books.record(3, [], status(3, state="complete", share=1.0, done=12_000).to_json())
    going = page.locator("#runs li").first
    expect(going).to_contain_text("all 12,000 units counted", timeout=10_000)


def test_it_speaks_chinese(page: Page) -> None:
    page.evaluate(SPEAK, "zh")
    expect(page.locator("#runs h2")).to_have_text("账本中的运行")
    expect(page.locator("#runs li").first).to_contain_text("约剩 1.5 小时（± 2.0 分钟）")


def test_a_server_that_has_gone_is_told_and_what_was_known_stays(
    page: Page, opened: OpenServed
) -> None:
    page.context.set_offline(True)
    expect(page.locator("#runs .said")).to_have_class("said refused", timeout=10_000)
    expect(page.locator("#runs li")).to_have_count(3)
    opened.forgive()
