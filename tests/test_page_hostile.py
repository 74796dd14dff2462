"""Can a record that somebody sends do anything to the page but be shown? Read page.py next."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from huisu.backtrack import Cause, Problem
from huisu.page.document import one_file
from huisu.page.exhibit import of_record
from huisu.trace import Trace, trace
from huisu.trace.file import to_json
from page import Opener
from served import OpenServed

EVIL = '</script><img src=x onerror="pwned=1"><!--\u2028${pwned=1}`\\{{data}}&lt;i&gt;\''


def evil_search() -> Trace:
    """Return a search whose every text would be a script where a page took it for one."""
    problem = Problem(
        2, [EVIL, "javascript:pwned=1"], name=EVIL,
        feasible=lambda k, x: k == 0 or x[1] != EVIL,
        cause=lambda k, x: Cause("<b>", EVIL, EVIL),
    )  # fmt: skip
    return trace(problem)


def watch(page: Page) -> None:
    """Show the texts of a search wherever the page shows them; none may have become more."""
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    for mode in ("predict", "compare", "watch"):
        page.evaluate("mode => import('huisu/main').then((m) => m.store.set({ mode }))", mode)
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".sentence")).to_contain_text("<img")
    assert page.locator("img").count() == 0
    assert page.evaluate("window.pwned") is None


def test_a_saved_page_runs_no_script_of_its_record(open_page: Opener) -> None:
    file = open_page.folder / "evil.html"
    text = one_file([of_record(evil_search())], title=EVIL, start={"step": EVIL, "layout": EVIL})
    file.write_text(text, "utf-8")
    watch(open_page.at(file.as_uri()))


def test_a_record_that_is_opened_runs_no_script(served_page: OpenServed) -> None:
    page = served_page()
    page.get_by_text("File", exact=True).first.click()
    record = {"name": EVIL, "mimeType": "", "buffer": to_json(evil_search()).encode()}
    page.locator(".files input[type=file]").set_input_files(record)  # type: ignore[arg-type]
    expect(page).to_have_title(
        EVIL.replace("\u2028", " ") + " · huisu: watch a backtracking search"
    )
    watch(page)
