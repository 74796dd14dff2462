"""Are the files that the page saves what they should be: pictures, a film, texts, the page itself?

Read page.py next, which opens the pages that these tests ask.
"""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page

from huisu.trace import Replay
from huisu.trace.file import to_json
from huisu.views.tree_drawing import draw_tree
from huisu.words import word
from page import OpenPage, exhibit

GIF = '.exports [data-word="page.export.gif"]'
SVG = "{http://www.w3.org/2000/svg}"


def button(page: Page, key: str) -> Any:
    """Return the button of the menu that saves something, with the menu open."""
    menu = page.locator("details:has(> .sheet .files)")
    if menu.get_attribute("open") is None:
        menu.locator("summary").first.click()
    return page.locator(f'.exports button[data-word="page.export.{key}"]')


def saved(page: Page, key: str) -> tuple[str, bytes]:
    """Return name and content of a file that the menu saves."""
    with page.expect_download() as found:
        button(page, key).click()
    return found.value.suggested_filename, Path(found.value.path()).read_bytes()


def refusal(page: Page, key: str) -> str:
    """Return why the menu does not save something."""
    button(page, key).click()
    page.locator(".exports:not([aria-busy])").wait_for()
    return page.locator(".exports .said").inner_text()


def attributes(svg: ET.Element) -> list[tuple[str, str]]:
    return [each for element in svg.iter() for each in element.attrib.items()]


def test_the_tree_as_svg_is_a_file_that_needs_nothing_else(open_page: OpenPage) -> None:
    name, content = saved(open_page("p=queens&n=4", query="step=17"), "svg")
    svg = ET.fromstring(content)
    nodes = [each for each in svg.iter(f"{SVG}g") if "node" in each.get("class", "").split()]
    assert name == "queens-4-step17.svg"
    assert [int(each.get("data-node", "")) for each in nodes] == [*range(1, 66)]
    assert not list(svg.iter(f"{SVG}script"))
    assert not [value for key, value in attributes(svg) if "href" in key or key.startswith("on")]
    assert b"var(" not in content


@pytest.mark.parametrize(
    ("address", "step", "language"),
    [("p=queens&n=4", 20, "en"), ("p=queens&n=4", 20, "zh"), ("p=board-layout", 60, "zh")],
)
def test_the_sentence_of_a_picture_is_whole_and_within_it(
    open_page: OpenPage, address: str, step: int, language: Any
) -> None:
    replay = Replay(exhibit(address).trace)
    page = open_page(address, query=f"step={step}&lang={language}")
    page.set_content(saved(page, "svg")[1].decode())
    texts = page.locator("body > svg > text")
    told = "".join(texts.all_text_contents()[1:]).replace(" ", "")
    assert replay.sentence(step, language).replace(" ", "") in told
    right = "texts => Math.max(...texts.map((text) => text.getBBox().x + text.getBBox().width))"
    width = page.locator("body > svg").get_attribute("width")
    assert texts.evaluate_all(right) < float(width or 0)


def test_pictures_are_light_and_in_the_language_of_the_page(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="step=17&lang=zh&theme=dark")
    dark, english = saved(page, "svg")[1], saved(open_page("p=queens&n=4"), "svg")[1]
    styles = [re.search(rb"<style>(.*?)</style>", each, re.DOTALL) for each in (dark, english)]
    assert styles[0] is not None
    assert styles[1] is not None
    assert styles[0][1] == styles[1][1]
    assert "第1级" in dark.decode()


def test_the_board_as_svg_has_the_queens_of_the_step(open_page: OpenPage) -> None:
    name, content = saved(open_page("p=queens&n=4", query="step=30"), "board")
    assert name == "queens-4-step30-board.svg"
    svg = ET.fromstring(content)
    assert svg.tag == f"{SVG}svg"
    assert float(svg.get("width", "0")) > 0
    assert not [value for key, value in attributes(svg) if "href" in key]


def test_the_png_is_as_wide_as_asked(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4", query="step=65")
    button(page, "png")
    page.locator(".exports input").fill("777")
    name, content = saved(page, "png")
    with Image.open(io.BytesIO(content)) as image:
        assert (name, image.format, image.width) == ("queens-4-end.png", "PNG", 777)
        assert len(image.convert("RGB").getcolors(1 << 20) or []) > 20


def test_a_png_of_a_wide_tree_can_be_read(open_page: OpenPage) -> None:
    page = open_page("p=sign-triangle", query="step=170")
    with Image.open(io.BytesIO(saved(page, "png")[1])) as image:
        assert image.width == 1600
        assert image.height > 400  # 8 levels of letters as large as on the screen


def test_a_large_tree_is_a_png_too(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=8", query="step=5000")
    page.locator(".tree canvas").wait_for()
    with Image.open(io.BytesIO(saved(page, "png")[1])) as image:
        assert image.width == 1600
        assert len(image.convert("RGB").getcolors(1 << 20) or []) > 5


def test_a_png_of_no_size_is_refused(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=4")
    button(page, "png")
    page.locator(".exports input").fill("9001")
    assert refusal(page, "png") == word("page.export.width", "en", least=100, most="8,000")


def test_the_gif_has_a_frame_for_every_position(open_page: OpenPage) -> None:
    name, content = saved(open_page("p=queens&n=4&goal=one"), "gif")
    frames = len(Replay(exhibit("p=queens&n=4&goal=one").trace)) + 1
    with Image.open(io.BytesIO(content)) as gif:
        assert (name, gif.format, getattr(gif, "n_frames", 0)) == (
            "queens-4-one.gif",
            "GIF",
            frames,
        )
        pictures = set()
        for frame in range(frames):
            gif.seek(frame)
            pictures.add(gif.convert("RGB").tobytes())
    assert len(pictures) == frames


def test_the_first_frame_of_the_gif_shows_the_colours_of_the_page(open_page: OpenPage) -> None:
    content = saved(open_page("p=knapsack"), "gif")[1]
    with Image.open(io.BytesIO(content)) as gif:
        found = gif.convert("RGB").getcolors(1 << 20) or []
    counts: dict[Any, int] = {colour: count for count, colour in found}
    white = max(counts, key=lambda colour: counts[colour])
    assert min(white) > 248
    blue = (11, 79, 158)
    assert any(max(abs(a - b) for a, b in zip(each, blue, strict=True)) < 12 for each in counts)


def test_a_gif_of_a_long_search_is_refused_with_its_length(open_page: OpenPage) -> None:
    said = refusal(open_page("p=queens&n=6"), "gif")
    frames = len(Replay(exhibit("p=queens&n=6").trace)) + 1
    assert said == word("page.export.long", "en", frames=frames, most=600)


def test_a_gif_can_be_given_up(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=5")
    button(page, "gif")
    cancel = page.locator('.exports button[data-word="page.export.cancel"]')
    assert not cancel.is_visible()
    cancel.evaluate("(cancel, gif) => (document.querySelector(gif).click(), cancel.click())", GIF)
    page.locator(".exports:not([aria-busy])").wait_for()
    said = page.locator(".exports .said").inner_text()
    assert said == word("page.export.cancelled", "en")


def test_the_record_is_saved_unchanged(open_page: OpenPage) -> None:
    name, content = saved(open_page("p=queens&n=4&tree=n-ary"), "trace")
    assert name == "queens-4-n-ary.json"
    assert content.decode() == to_json(exhibit("p=queens&n=4&tree=n-ary").trace)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_text_is_that_of_huisu_watch(
    open_page: OpenPage, huisu: Callable[..., tuple[int, str, str]], language: str
) -> None:
    code, output, _ = huisu(f"watch 4 --plain --lang {language}")
    assert code == 0
    name, content = saved(open_page("p=queens&n=4", query=f"lang={language}"), "text")
    assert (name, content.decode()) == ("queens-4.txt", output)


@pytest.mark.parametrize(
    ("address", "step", "form", "language"),
    [
        ("p=queens&n=4", 17, None, "en"),
        ("p=queens&n=4", None, None, "zh"),
        ("p=queens&n=5", 60, "collapsed", "en"),
        ("p=knapsack", 12, "generated", "zh"),
    ],
)
def test_the_dot_file_is_the_one_that_python_writes(
    open_page: OpenPage, address: str, step: int | None, form: Any, language: Any
) -> None:
    trace = exhibit(address).trace
    position = len(Replay(trace)) if step is None else step
    query = f"step={position}&lang={language}" + (f"&form={form}" if form else "")
    content = saved(open_page(address, query=query), "graph")[1].decode()
    assert content == draw_tree(trace, form=form, step=step, language=language).dot()


def test_an_svg_and_a_dot_file_of_a_large_tree_are_refused(open_page: OpenPage) -> None:
    page = open_page("p=queens&n=9")
    page.locator(".tree canvas").wait_for()
    size = f"{len(exhibit('p=queens&n=9').trace):,}"
    assert refusal(page, "svg") == word("page.export.large", "en", size=size, most="2,000")
    assert refusal(page, "graph") == word("page.export.dot", "en", size=size, most="10,000")


def test_the_page_saves_itself_and_works_again(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("p=queens&n=4", "p=knapsack", query="step=30&lang=zh&theme=dark")
    original = next(tmp_path.glob("page-0.html")).read_text("utf-8")
    name, content = saved(page, "page")
    assert name == "queens-4.html"
    heads = [each.split("</title>")[1].split("<body")[0] for each in (content.decode(), original)]
    assert heads[0].strip() == heads[1].strip()
    copy = tmp_path / "copy.html"
    copy.write_bytes(content)
    again = open_page.at(copy.as_uri() + "?step=65")  # type: ignore[attr-defined]
    assert again.locator(".tree .node").count() == 65
    assert again.locator("html").get_attribute("lang") == "zh-CN"
    assert again.locator("script.exhibit").count() == 2
