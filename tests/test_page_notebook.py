"""Does a record in a notebook play, in a frame that may do nothing but run?"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import FrameLocator, expect

from huisu.classics import Queens
from huisu.shown import as_html
from huisu.trace import Trace, trace
from huisu.words import Language
from page import Opener


def framed(open_page: Opener, folder: Path, found: Trace, language: Language) -> FrameLocator:
    """Return the frame of a record, shown as a saved notebook would show it."""
    file = folder / "notebook.html"
    body = f'<body data-ready="yes">{as_html(found, language)}</body>'
    file.write_text(f'<!doctype html><meta charset="utf-8">{body}', encoding="utf-8")
    frame = open_page.at(file.as_uri()).frame_locator("iframe")
    expect(frame.locator("body")).to_have_attribute("data-ready", "yes")
    return frame


def test_the_player_steps_through_a_search_in_its_frame(open_page: Opener, tmp_path: Path) -> None:
    frame = framed(open_page, tmp_path, trace(Queens(4).problem()), "zh")
    expect(frame.locator("html")).to_have_attribute("lang", "zh-CN")
    frame.get_by_role("slider").press("End")
    expect(frame.locator("[data-node='31']")).to_have_attribute("data-status", "answer")
    frame.get_by_role("slider").press("Home")
    expect(frame.locator("[data-node='31']")).to_have_attribute("data-status", "ungenerated")
