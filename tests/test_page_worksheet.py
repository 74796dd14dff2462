"""Does `huisu page` write what was asked for; does the page name its searches, and print?"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from conftest import Run
from huisu.page.document import one_file
from huisu.words import LANGUAGES, Language, word
from page import Opener, OpenPage, exhibit
from served import OpenServed


def test_a_page_carries_all_that_the_line_names(huisu: Run, tmp_path: Path) -> None:
    record, written = tmp_path / "record.json.gz", tmp_path / "page.html"
    assert huisu("watch", "4", "--first", "--json", "-o", str(record))[0] == 0
    searches = ["4", "5", "--fix", "1,2", "--classic", "knapsack", "--search", "?p=clique"]
    code, output, errors = huisu("page", *searches, "--from", str(record), "-o", str(written))
    assert (code, output, errors) == (0, "", "")
    exhibits = re.findall(r'class="exhibit">(.*)', written.read_text("utf-8"))
    addresses = [json.loads(each)["address"] for each in exhibits]
    assert addresses[:2] == ["p=queens&n=4&fix=1,2", "p=queens&n=5&fix=1,2"]
    assert addresses[2:4] == ["p=knapsack", "p=clique"]
    assert len(addresses) == 5


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("page 4", "the argument -o FILE is missing"),
        ("page -o {file}", "the argument N is missing"),
        ("page --fix 1,1 --classic knapsack -o {file}", "the argument N is missing"),
        ("page 12 -o {file}", "the page shows searches of at most 600,000 nodes"),
        ("page 31 -o {file}", "n must be a whole number from 0 to 30; got '31'"),
        ("page --search nothing -o {file}", "'nothing' is no parameter here"),
        ("page 4 --start mood=predict -o {file}", "'mood' is no parameter here"),
        ("page 4 --start mode=predct -o {file}", "mode must be one of watch, predict,"),
        ("page 4 --start lock=yes -o {file}", "lock must be one of 0, 1; got 'yes'"),
    ],
)
def test_a_line_that_cannot_be_meant_is_refused(
    huisu: Run, tmp_path: Path, line: str, said: str
) -> None:
    written = tmp_path / "page.html"
    code, _, errors = huisu(*line.format(file=written).split())
    assert (code, said in errors, written.exists()) == (2, True, False), errors


def test_a_title_of_ones_own_stays(open_page: Opener, tmp_path: Path) -> None:
    page_file = tmp_path / "lesson.html"
    page_file.write_text(one_file([exhibit("p=queens&n=4")], title="Lesson <3>"), "utf-8")
    page = open_page.at(page_file.as_uri())
    expect(page).to_have_title("4 queens (permutation tree) · Lesson <3>")
    assert page.locator("h1").inner_text() == "Lesson <3>"


@pytest.mark.parametrize("language", LANGUAGES)
def test_searches_of_one_problem_have_different_names(
    open_page: OpenPage, language: Language
) -> None:
    page = open_page(
        "p=queens&n=4",
        "p=queens&n=4&order=random&seed=3&fix=1,2",
        "p=queens&n=4&goal=one&block=1,1;2,2",
        "p=queens&n=4",
        language=language,
    )
    options = page.locator("#top .search option").all_inner_texts()
    title = word("page.queens.permutation", language, n=4)
    seed = word("page.label.seed", language, seed=3)
    fixed = word("page.label.fix", language, squares="(1,2)")
    blocked = word("page.label.block", language, squares="(1,1) (2,2)")
    order, one = word("page.search.random", language), word("page.search.one", language)
    assert options == [
        f"{title} (1)",
        f"{title} · {order} · {seed} · {fixed}",
        f"{title} · {one} · {blocked}",
        f"{title} (4)",
    ]


def test_the_field_of_n_follows_the_back_button_while_it_has_the_focus(
    served_page: OpenServed,
) -> None:
    page = served_page("p=queens&n=4")
    field = page.locator("#top input").first
    field.fill("5")
    page.wait_for_url("**n=5**")
    page.go_back()
    expect(field).to_have_value("4")
    expect(field).to_be_focused()


def test_an_empty_field_of_n_asks_for_nothing(served_page: OpenServed) -> None:
    page = served_page("p=queens&n=5")
    page.locator("#top input").first.fill("")
    page.wait_for_timeout(1_000)
    expect(page).to_have_title(f"5 queens (permutation tree) · {word('page.title', 'en')}")


def test_print_leaves_out_what_cannot_be_pressed_on_paper(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="step=20")
    page.emulate_media(media="print")
    for left_out in ("#transport", ".side", ".tools", "#tree .bar"):
        expect(page.locator(left_out)).to_be_hidden()
    expect(page.locator("#tree svg").first).to_be_visible()


def test_a_board_without_squares_has_a_picture_of_usual_size(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=0")
    badge = page.locator("#board .place svg > :last-child").bounding_box()
    assert badge is not None
    assert badge["width"] < 60
