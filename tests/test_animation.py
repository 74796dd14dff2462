"""Is a search drawn frame by frame as it was, and do GIF and moving SVG show these frames?"""

from __future__ import annotations

import io
import re
import struct
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops
from playwright.sync_api import Browser

from conftest import Run
from huisu.classics import CLASSICS, Queens
from huisu.queens.board import Board
from huisu.trace import Replay, trace
from huisu.trace.file import to_json
from huisu.views.animation import Animation, animate
from huisu.views.animation_board import SearchBoard
from huisu.views.animation_parts import Part
from huisu.views.animation_svg import Clock, moving_svg
from huisu.views.animation_texts import wrapped
from huisu.views.png import svg_to_png
from huisu.views.tree_drawing import draw_tree
from huisu.words import LANGUAGES, Language
from roads import refused
from searches import queens, sack, searched
from small_trees import Small, small

SVG = "{http://www.w3.org/2000/svg}"
KEYFRAMES = re.compile(r"@keyframes (t\d+)\{((?:[\d.]+%\{visibility:\w+\})+)\}")


@cache
def four(language: Language = "en") -> Animation:
    return animate(queens(4), language=language)


@cache
def three() -> Animation:
    return animate(queens(3))


@cache
def gif() -> bytes:
    """Return a small GIF of the search for three queens."""
    return three().gif(width=400)


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def statuses(svg: str) -> dict[str, str]:
    nodes = [each for each in parsed(svg).iter() if each.get("data-node")]
    return {each.attrib["data-node"]: each.attrib["data-status"] for each in nodes}


def texts(svg: str, name: str) -> str:
    """Return the text of the elements that have a class."""
    found = [each for each in parsed(svg).iter() if each.get("class") == name]
    return " ".join(text for each in found for text in each.itertext())


# What a frame shows


def test_there_is_a_frame_for_each_step_and_one_for_the_end() -> None:
    assert len(four()) == 66
    assert list(four().steps()) == [*range(65), None]


@given(small("permutation", "n-ary", "subset", None), st.data())
@settings(max_examples=30)
def test_a_frame_has_the_nodes_of_the_tree_at_that_step(problem: Small, data: Any) -> None:
    recorded = searched(problem)
    step = data.draw(st.none() | st.integers(0, len(Replay(recorded)) - 1))
    animation = animate(recorded, form="generated")
    expected = draw_tree(recorded, form="generated", step=step).svg()
    assert statuses(animation.frame_svg(step)) == statuses(expected)


@given(small("permutation", "n-ary", "subset", None))
@settings(max_examples=20)
def test_all_frames_have_the_same_size_and_no_node_moves(problem: Small) -> None:
    animation = animate(searched(problem))
    frames = [parsed(animation.frame_svg(step)) for step in animation.steps()]
    assert len({each.attrib["viewBox"] for each in frames}) == 1
    places = [
        [(each.get("data-node"), each.find(f".//{SVG}text").attrib["x"])  # type: ignore[union-attr]
         for each in frame.iter(f"{SVG}g") if each.get("data-node")]
        for frame in frames
    ]  # fmt: skip
    assert all(each == places[0] for each in places)


def test_the_board_has_queens_stars_and_the_line_of_attack() -> None:
    frame = parsed(four().frame_svg(3))
    marked = {
        name: [each.attrib[name] for each in frame.iter() if each.get(name)]
        for name in ("data-queen", "data-square", "data-squares", "data-attack")
    }
    assert marked == {
        "data-queen": ["1,1"], "data-square": ["2,2"],
        "data-squares": ["1,1 2,2"], "data-attack": ["falling"],
    }  # fmt: skip


def rows_at(search: Any, step: int) -> str:
    """Return the board at a step as the textbook's figure writes it."""
    standing = SearchBoard(search).at(Replay(search).at(step))
    signs = dict.fromkeys(standing.tried, "*")
    signs |= {square: str(number) for number, square in enumerate(standing.queens, 1)}
    n = search.depth
    return " ".join("".join(signs.get((r, c), ".") for c in range(n)) for r in range(n))


def test_boards_are_those_of_the_textbooks_figure() -> None:
    search = queens(4, "n-ary", solutions=1)
    seen = [rows_at(search, step) for step in range(len(Replay(search)))]
    figure = [
        "1... .... .... ....", "1... **2. .... ....", "1... **2. **** ....",
        "1... ***2 *3.. ....", "1... ***2 *3.. ****", "*1.. .... .... ....",
        "*1.. ***2 .... ....", "*1.. ***2 3... **4.",
    ]  # fmt: skip
    places = [seen.index(board) for board in figure]
    assert places == sorted(places)


def test_the_line_comes_from_the_queen_that_the_sentence_names() -> None:
    search = queens(5, "n-ary")
    replay, board = Replay(search), SearchBoard(search)
    for step in range(len(replay)):
        attack, sentence = board.at(replay.at(step)).attack, replay.sentence(step)
        row = re.search(r"as row (\d+)$", sentence)
        assert (attack is not None) == (row is not None)
        if attack and row:
            assert attack.squares[0][0] + 1 == int(row[1])
            assert attack.line in sentence


def test_a_fixed_queen_and_a_blocked_square_attack_nothing_of_themselves() -> None:
    search = trace(Queens(4, "n-ary", ((0, 1),), ((1, 3),)).problem())
    replay, board = Replay(search), SearchBoard(search)
    for step in range(len(replay)):
        if re.search("fixed|blocked", replay.sentence(step)):
            assert board.at(replay.at(step)).attack is None
    frame = animate(search, board=Board(4, fixed=[(0, 1)], blocked=[(1, 3)])).frame_svg(0)
    assert frame.count('class="fixed"') == frame.count('class="blocked"') == 1


def test_another_problem_has_its_solution_vector() -> None:
    animation = animate(sack())
    replay = Replay(animation.trace)
    step = replay.next("answered", -1)
    shown = re.findall(r'font-size="16" text-anchor="middle"[^>]*>(\d)<', animation.frame_svg(step))
    assert shown == [str(value) for value in animation.trace.vector(replay.node(step or 0))]
    assert "data-queen" not in animation.frame_svg(step)


def test_a_value_that_was_refused_is_struck_out() -> None:
    animation = animate(sack())
    replay = Replay(animation.trace)
    strikes = {
        step: len(re.findall(r'<path stroke="#\w+" stroke-width="2" d', animation.frame_svg(step)))
        for step in range(len(replay))
    }
    refusals = [
        step for step in strikes if "killed" in replay.sentence(step)
    ]  # fmt: skip
    assert refusals
    assert [step for step, number in strikes.items() if number] == refusals


@pytest.mark.parametrize(
    ("language", "sentence", "end"),
    [
        ("en", "step 8 of 64: node 8 is dead", "the search has ended; answers: (2, 4, 1, 3) (3,"),
        ("zh", "第 8 步（共到第 64 步）：结点 8 的孩子已用尽", "搜索结束；答案：(2, 4, 1, 3) (3,"),
    ],
)
def test_below_are_the_sentence_and_the_counts(language: Language, sentence: str, end: str) -> None:
    animation = four(language)
    assert sentence in texts(animation.frame_svg(8), "sentence")
    assert end in texts(animation.frame_svg(), "sentence")
    assert "/65" in texts(animation.frame_svg(8), "counts")


@pytest.mark.parametrize(
    ("search", "said"),
    [
        (queens(3), "the search has ended; no answer was found"),
        (queens(4, solutions=1), "stopped before the whole tree was searched; answers: (2, 4,"),
        (sack(), "the best answer found is (1, 1, 0, 0, 0, 0), with the value 82"),
    ],
)
def test_the_end_says_what_the_search_came_to(search: Any, said: str) -> None:
    assert said in texts(animate(search).frame_svg(), "sentence")


@given(st.text(alphabet="ab 结点，(1)：", max_size=60), st.integers(4, 30))
def test_a_long_sentence_is_broken_into_lines_without_loss(text: str, most: int) -> None:
    lines = wrapped(text, most, 1000)
    assert "".join("".join(lines).split()) == "".join(text.split())
    few = wrapped(text, most, 2)
    assert len(few) <= 2
    assert (len(lines) > 2) == few[-1].endswith("…")


@pytest.mark.parametrize("name", CLASSICS)
def test_every_textbook_problem_can_be_drawn(name: str) -> None:
    problem = CLASSICS[name]()
    animation = animate(trace(problem.problem(), goal=problem.goal, nodes=60), language="zh")
    assert (
        parsed(animation.svg()).attrib["viewBox"] == parsed(animation.frame_svg()).attrib["viewBox"]
    )


@pytest.mark.parametrize("n", range(4))
def test_boards_without_a_search_to_speak_of_can_be_drawn(n: int) -> None:
    animation = animate(queens(n))
    assert len(statuses(animation.svg())) >= 1
    assert len(animation) == len(Replay(queens(n))) + 1


# The moving SVG


def visible(svg: str) -> dict[str, list[tuple[float, bool]]]:
    """Return for each rule the times in percent at which it shows or hides."""
    return {
        name: [
            (float(at), state == "visible")
            for at, state in re.findall(r"([\d.]+)%\{visibility:(\w+)\}", keys)
        ]
        for name, keys in KEYFRAMES.findall(svg)
    }


def shown_at(svg: str, percent: float) -> set[str]:
    """Return the rules whose parts are visible at a time."""
    rules = visible(svg).items()
    return {name for name, keys in rules if [s for at, s in keys if at <= percent][-1]}


def test_the_moving_svg_is_one_small_document_without_scripts_and_references() -> None:
    svg = four().svg()
    assert len(svg.encode()) < 400_000
    assert not {each.tag for each in parsed(svg).iter()} & {f"{SVG}script", f"{SVG}image"}
    assert "href" not in svg
    assert "url(" not in svg
    assert set(statuses(svg)) == {str(number) for number in range(1, 66)}
    assert statuses(svg) == statuses(draw_tree(queens(4)).svg())


def test_each_step_has_its_time_in_order() -> None:
    svg, clock = four().svg(), Clock(66, 0.8, 3)
    group = next(each for each in parsed(svg).iter() if each.get("class") == "sentence")
    said = {each.attrib["class"].split()[1]: "".join(each.itertext()) for each in group}
    order = []
    for frame in range(66):
        middle = 100 * (frame * 0.8 + 0.4) / clock.seconds
        order += [said[name] for name in shown_at(svg, middle) if name in said]
    assert len(order) == 66
    assert [text.split(":")[0] for text in order[:65]] == [f"step {k} of 64" for k in range(65)]
    assert order[65].startswith("the search has ended")


def test_at_each_time_the_moving_svg_shows_the_parts_of_that_frame() -> None:
    animation = three()
    svg, clock = animation.svg(), animation._clock
    for frame, step in enumerate(animation.steps()):
        names = shown_at(svg, 100 * (frame + 0.5) * clock.pace / clock.seconds)
        for each in parsed(svg).iter():
            if each.get("data-node"):
                looks = [look for look in each if (look.get("class") or "").startswith("t ")]
                now = [look for look in looks if look.attrib["class"].split()[1] in names] or [each]
                status = statuses(animation.frame_svg(step))[each.attrib["data-node"]]
                shapes = next(g for g in now[0].iter(f"{SVG}g") if "stroke-width" in g.attrib)
                assert (len(now), shapes.get("class")) == (1, status)


def test_it_stands_still_at_the_end_where_nothing_is_animated() -> None:
    moving = three().svg()
    end, shown = opened(three().frame_png()), opened(svg_to_png(moving))
    assert ImageChops.difference(end.convert("RGB"), shown.convert("RGB")).getbbox() is None
    assert "@media (prefers-reduced-motion:reduce){.t{animation:none!important}}" in moving


@given(st.lists(st.tuples(*[st.sampled_from(["", "a", "b"])] * 2), min_size=1, max_size=20))
def test_a_look_of_a_part_is_visible_exactly_in_the_frames_that_have_it(
    frames: list[tuple[str, ...]],
) -> None:
    clock = Clock(len(frames), 1.0, 1.0)
    parts = [[Part(body and f"<p>{body}{at}</p>") for at, body in enumerate(f)] for f in frames]
    svg = "".join(moving_svg(parts, clock))
    rules = {body: name for name, body in re.findall(r'class="t (t\d+)"[^>]*><p>(\w+)<', svg)}
    for number, frame in enumerate(frames):
        timed = shown_at(svg, 100 * (number + 0.5) / len(frames))
        drawn = set(re.findall(r"<p>(\w+)</p>", svg))
        seen = {body for body in drawn if body not in rules or rules[body] in timed}
        assert seen == {f"{body}{at}" for at, body in enumerate(frame) if body}


def test_a_browser_plays_it_and_holds_still_when_asked(
    chromium_browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "search.svg"
    animate(queens(4), pace=0.2).save(path)
    seen = (
        "[...document.querySelectorAll('.sentence .t')]"
        ".filter(e => getComputedStyle(e).visibility == 'visible').map(e => e.textContent)"
    )
    page = chromium_browser.new_page()
    page.goto(path.as_uri())
    page.wait_for_function(f"{seen}[0].startsWith('step 3 of 64: node 3 generated')")
    assert len(page.evaluate(seen)) == 1
    calm = chromium_browser.new_page(reduced_motion="reduce")
    calm.goto(path.as_uri())
    assert calm.evaluate("document.getAnimations().length") == 0
    assert calm.evaluate(seen)[0].startswith("the search has ended")


# The GIF


def test_the_gif_has_every_frame_for_its_time_and_loops() -> None:
    image = opened(gif())
    times = []
    for frame in range(len(three())):
        image.seek(frame)
        times.append(image.info["duration"])
    assert image.n_frames == len(three())  # type: ignore[attr-defined]
    assert (image.info["loop"], image.size[0]) == (0, 400)
    assert times == [800] * (len(three()) - 1) + [3000]


def described(data: bytes) -> list[tuple[int, ...]]:
    """Return left, top, width, height and flags of each frame, read from the file's blocks."""
    found, at = [], 13 + 3 * 2 ** ((data[10] & 7) + 1)
    while data[at : at + 1] != b";":
        if data[at : at + 1] == b",":
            found.append(struct.unpack("<4HB", data[at + 1 : at + 10]))
            at += 11
        else:
            at += 2
        while data[at]:
            at += data[at] + 1
        at += 1
    return found


def test_the_frames_of_the_gif_share_one_palette_and_hold_only_what_changes() -> None:
    frames, (width, height) = described(gif()), opened(gif()).size
    assert len(frames) == len(three())
    assert frames[0][:4] == (0, 0, width, height)
    assert not any(flags & 0x80 for *_, flags in frames)  # a palette of its own
    assert all(w * h < width * height for _, _, w, h, _ in frames[1:])
    assert len(gif()) < 6_000 * len(frames)


@pytest.mark.parametrize("frame", [0, 3, 7, -1])
def test_a_frame_of_the_gif_is_the_png_of_that_step(frame: int) -> None:
    steps = list(three().steps())
    image = opened(gif())
    image.seek(frame % len(steps))
    png = opened(three().frame_png(steps[frame], width=400)).convert("RGB")
    difference = ImageChops.difference(image.convert("RGB"), png)
    assert all(high <= 32 for _, high in difference.getextrema())  # type: ignore[misc]
    assert image.convert("RGB").getpixel((0, 0)) == (255, 255, 255)


def test_progress_is_told_frame_by_frame() -> None:
    heard: list[float] = []
    animation = animate(queens(2))
    animation.gif(width=100, on_progress=heard.append)
    assert heard == [(frame + 1) / len(animation) for frame in range(len(animation))]


# What is refused


def said(ask: Callable[[], object]) -> list[str]:
    """Return the sentence of a refusal in each language."""
    error = refused(ask)
    return [error.text(language) for language in LANGUAGES]


@pytest.mark.parametrize("package", ["PIL", "resvg_py"])
def test_without_its_packages_a_gif_is_refused_with_the_cure(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    for text in said(lambda: animate(queens(2)).gif()):
        assert package.replace("PIL", "pillow") in text
        assert 'pip install "huisu[png]"' in text


def test_more_frames_than_one_can_watch_are_refused_but_not_their_stills() -> None:
    animation = animate(queens(8))
    for draw in (animation.gif, animation.svg):
        for text in said(draw):
            assert "9,622" in text
            assert "600" in text
    assert len(statuses(animation.frame_svg(17))) > 100
    assert animation._repr_svg_() == animation.frame_svg()


@pytest.mark.parametrize(
    ("ask", "named"),
    [
        (lambda: animate("4"), "'4'"),  # type: ignore[arg-type]
        (lambda: animate(queens(4), form="half"), "half"),  # type: ignore[arg-type]
        (lambda: animate(queens(4), pace=0), "0.02..60"),
        (lambda: four().frame_svg(65), "0..64"),
        (lambda: four().frame_png(-1), "0..64"),
        (lambda: four().save("search.mp4"), ".gif, .svg, .png"),
        (lambda: four().save("search.gif", step=3), "search.gif"),
        (lambda: four().frame_png(3, width=0), "1..10000"),
    ],
)
def test_what_cannot_be_drawn_is_refused(ask: Any, named: str) -> None:
    assert all(named in text for text in said(ask))


def test_a_notebook_shows_it_moving() -> None:
    assert three()._repr_svg_() == three().svg()


# The command


def test_the_command_saves_what_the_library_draws(huisu: Run, tmp_path: Path) -> None:
    for name, options, expected in (
        ("a.svg", "", three().svg().encode()),
        ("b.svg", "--step 3", three().frame_svg(3).encode()),
        ("c.png", "--step 3", three().frame_png(3)),
        ("d.png", "", three().frame_png()),
        ("e.gif", "", three().gif()),
    ):
        command = f"watch 3 {options}".split()
        assert huisu(*command, "--save", str(tmp_path / name)) == (0, "", "")
        assert (tmp_path / name).read_bytes() == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_draws_records_of_other_problems(
    huisu: Run, tmp_path: Path, language: Language
) -> None:
    record, path = tmp_path / "search.json", tmp_path / "search.svg"
    record.write_text(to_json(sack()), encoding="utf-8")
    command = ("watch", "--from", str(record), "--save", str(path), "--lang", language)
    assert huisu(*command) == (0, "", "")
    assert path.read_text(encoding="utf-8") == animate(sack(), language=language).svg()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("4 --save x.mp4", ".gif, .svg, .png"),
        ("4 --save x", ".gif, .svg, .png"),
        ("4 --save x.gif --step 3", ".svg or .png"),
        ("4 --step 3", "--save"),
        ("4 --save x.gif --plain", "--save and --plain"),
        ("4 --save x.gif --figure", "--save and --figure"),
        ("4 --save x.gif --json", "--save and --json"),
        ("4 --save x.gif -o y", "--save and -o"),
        ("4 --save x.png --step 65", "0..64"),
        ("8 --save x.gif", "9,622"),
        ("4 --save no/where/x.svg", "no/where/x.svg"),
    ],
)  # fmt: skip
def test_the_command_refuses_in_one_sentence_and_writes_nothing(
    huisu: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, output, errors = huisu(f"watch {options}")
    assert (code, output, len(errors.splitlines())) == (2, "", 1)
    assert said in errors
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_leaves_the_file_as_it_was(
    huisu: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: Any, **__: Any) -> bytes:
        raise KeyboardInterrupt

    path = tmp_path / "search.gif"
    path.write_bytes(b"old")
    monkeypatch.setattr("huisu.views.animation.Animation.frame_png", interrupted)
    code, output, errors = huisu("watch", "3", "--save", str(path))
    assert (code, output) == (130, "")
    assert errors == f"huisu: interrupted; {str(path)!r} was not written\n"
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"old"]
