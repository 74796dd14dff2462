"""Are the programs of the page real, and do they stand where the search stands?"""

from __future__ import annotations

import sys
from ast import literal_eval
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from io import StringIO
from types import FrameType
from typing import Any

import pytest
from playwright.sync_api import Page

from huisu.classics import Knapsack
from huisu.queens.reference import solutions_recursive
from page import OpenPage, exhibit

SMALL = [f"p=queens&n={n}{tree}" for n in (0, 4, 5, 6) for tree in ("", "&tree=n-ary")]
DRIVERS = ("recursive", "iterative")


def choose(page: Page, driver: str) -> str:
    """Return the text of one of the two programs."""
    page.locator(f'.code [data-word="page.code.{driver}"]').click()
    return page.locator(".code .program").text_content() or ""


def run(program: str, names: dict[str, Any] | None = None) -> tuple[list[str], list[int]]:
    """Run a program among these names; return what it prints and the lines it passes."""
    code, lines, printed = compile(program, "<page>", "exec"), list[int](), StringIO()

    def follow(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        if frame.f_code.co_filename != "<page>":
            return None
        if event == "line":
            lines.append(frame.f_lineno)
        return follow

    before = sys.gettrace()
    sys.settrace(follow)
    try:
        with redirect_stdout(printed), suppress(SystemExit):
            exec(code, {} if names is None else names)
    finally:
        sys.settrace(before)
    return printed.getvalue().splitlines(), lines


def lines_of_steps(page: Page) -> list[int]:
    """Return the number of the current line at each position; there must be exactly one."""
    found: list[list[str]] = page.evaluate(
        """async () => {
        const { store } = await import("huisu/main");
        return Array.from({ length: store.state.replay.length + 1 }, (_, position) => {
            store.set({ position });
            const lines = document.querySelectorAll(".code .current");
            return [...lines].map((each) => each.dataset.line);
        });
    }"""
    )
    assert all(len(each) == 1 for each in found)
    return [int(each[0]) for each in found]


@pytest.mark.parametrize("driver", DRIVERS)
def test_the_programs_for_queens_find_every_solution(open_page: OpenPage, driver: str) -> None:
    page = open_page(*SMALL)
    for address in SMALL:
        page.locator(".search select").select_option(address)
        values = "return range(1, n + 1)" if "n-ary" in address else "if c not in x[1:t]"
        shown = f'.code:has-text("n, sum = {address[11]}, 0"):has-text("{values}")'
        page.locator(shown).wait_for()
        printed, _ = run(choose(page, driver), names := dict[str, Any]())
        n = names["n"]
        found = [[column + 1 for column in x] for x in solutions_recursive(n)]
        assert [literal_eval(each) for each in printed] == found
        assert names["sum"] == len(found)


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("given", ["fix=1,4", "block=1,1;3,2", "fix=2,5;6,2&block=1,1"])
def test_the_program_knows_the_squares_that_are_given(
    open_page: OpenPage, driver: str, given: str
) -> None:
    address = f"p=queens&n=6&{given}"
    printed, _ = run(choose(open_page(address), driver))
    trace = exhibit(address).trace
    assert [tuple(literal_eval(each)) for each in printed] == list(map(trace.vector, trace.answers))


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("address", ["p=queens&n=4", "p=queens&n=5&tree=n-ary"])
def test_the_current_line_is_the_one_that_the_program_passes(
    open_page: OpenPage, driver: str, address: str
) -> None:
    page = open_page(address)
    program = choose(page, driver)
    shown = lines_of_steps(page)
    _, passed = run(program)
    marked = [line for line in passed if line in set(shown)]
    call, answer = (line_with(program, text) for text in ("new E-node", "sum += 1"))
    steps = [a for a, b in zip(marked, [*marked[1:], 0], strict=True) if (a, b) != (call, answer)]
    assert steps == shown


def line_with(program: str, text: str) -> int:
    """Return the number of the line with a text; 0 for none."""
    return next((at for at, line in enumerate(program.splitlines(), 1) if text in line), 0)


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_program_that_wants_one_answer_stops_there(open_page: OpenPage, driver: str) -> None:
    page = open_page("p=queens&n=4&goal=one")
    program = choose(page, driver)
    assert run(program)[0] == ["[2, 4, 1, 3]"]
    assert lines_of_steps(page)[-1] == line_with(program, "one answer is enough")


@pytest.mark.parametrize("driver", DRIVERS)
def test_the_program_for_the_best_finds_the_best(open_page: OpenPage, driver: str) -> None:
    page = open_page("p=knapsack")
    program = choose(page, driver)
    sack, names = Knapsack(), dict[str, Any]()

    def load(of: tuple[int, ...], x: list[Any]) -> int:
        return sum(each for each, is_in in zip(of, x, strict=False) if is_in)

    names["S"], names["value"] = lambda t: (1, 0), lambda x: load(sack.values, x)
    names["constraint"] = lambda t: load(sack.weights, path(t)) <= sack.capacity
    names["bound"] = lambda t: load(sack.values, path(t)) + sum(sack.values[t:])

    def path(t: int) -> list[Any]:
        return list(names["x"][1 : t + 1])

    run(program, names)
    assert (names["best"], names["bestx"]) == (50, [0, 1, 1])


def test_the_variables_are_those_of_the_node_chosen(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4")
    page.locator('#tree [data-node="29"]').click()
    assert "if place(t)" in page.locator(".code .current").inner_text()
    said = page.locator(".code .variables").inner_text().split("\n")
    assert said == ["t", "2", "x", "[2, 4]", "sum", "0", "calls", "backtrack(1) → backtrack(2)"]


def test_deep_calls_are_shortened(open_page: OpenPage) -> None:
    page = open_page("p=sudoku", query="step=99999")
    page.evaluate("import('huisu/main').then((m) => m.store.set({ position: 1800 }))")
    calls = page.locator(".code .variables dd").last.inner_text()
    assert calls.startswith("backtrack(1) → … → ")
    assert calls.count("→") == 7
