"""Does the player show the search it is given, at any position, on a screen of any size?

Without a terminal: a view and a size make a frame, a key makes another view.
Read test_player_terminal.py next, where a terminal is on the other end.
"""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from huisu.backtrack import Goal, Problem
from huisu.classics import CLASSICS, Classic, Knapsack, Queens, Sudoku
from huisu.cli.player import Clock, Player
from huisu.trace import trace
from huisu.views.board_figure import board_figure
from huisu.views.player_board import board_panel, is_board
from huisu.views.player_frame import LEAST, PLAIN_STYLES, STYLES, frame
from huisu.views.player_scene import Film, Scene
from huisu.views.player_text import Line, columns, cut, plain, window, wrapped
from huisu.views.player_tree import LABELS, tree_panel
from huisu.views.player_vector import vector_panel
from huisu.views.player_view import KEYS, SPEEDS, View, bound_keys, press
from huisu.views.player_words import summary, title
from huisu.words import LANGUAGES, Language


@cache
def film(problem: Classic, goal: Goal = "all", language: Language = "en") -> Film:
    return Film(trace(problem.problem(), goal=goal, nodes=3000), language)


@cache
def own_problem() -> Film:
    """A problem of a user's own, with values and a name that are hard to show."""
    colours = ("红色", "a long name of a colour", "two\nlines")
    return Film(trace(Problem(3, colours, lambda k, x: x[0] != x[k] or not k, name="一\x1b二")))


FOUR = Queens(n=4)
FILMS = [
    *(film(Queens(n=n)) for n in (0, 1, 3, 4, 8)),
    film(Queens(n=4, tree="n-ary"), language="zh"),
    film(Queens(n=30)),
    film(Queens(n=5, fixed=((1, 3),), blocked=((0, 0),))),
    *(film(cls(), cls.goal, "zh") for cls in CLASSICS.values()),
    own_problem(),
    Film(trace(Problem(2, ()))),
]


def shown(lines: list[Line]) -> list[str]:
    return [plain(line).rstrip() for line in lines]


def screen(view: View, width: int = 80, height: int = 24, problem: Classic = FOUR) -> str:
    return "\n".join(shown(frame(film(problem), view, width, height)))


def pressed(*names: str, view: View | None = None) -> View:
    view = view or View()
    for name in names:
        found = press(film(FOUR), view, name)
        assert found is not None
        view = found
    return view


# The frame


@given(st.data())
def test_a_frame_has_the_size_of_the_screen_whatever_it_shows(data: st.DataObject) -> None:
    shown_film = data.draw(st.sampled_from(FILMS))
    view = View(
        position=data.draw(st.integers(0, shown_film.over)),
        labels=data.draw(st.sampled_from(LABELS)),
        is_folded=data.draw(st.booleans()),
        help=data.draw(st.sampled_from([None, None, None, 0, 9])),
        entry=data.draw(st.sampled_from([None, None, None, "12"])),
        note=data.draw(st.sampled_from(["", "", "n" * 99])),
    )
    width, height = data.draw(st.integers(1, 140)), data.draw(st.integers(1, 50))
    lines = [plain(line) for line in frame(shown_film, view, width, height)]
    assert len(lines) == height
    assert {cell_len(line) for line in lines} == {width}
    assert all(letter.isprintable() for line in lines for letter in line)


@given(st.data())
def test_going_back_shows_what_was_shown_before(data: st.DataObject) -> None:
    shown_film = data.draw(st.sampled_from(FILMS))
    step = data.draw(st.integers(0, shown_film.over - 1))
    view = View(position=step)
    after = press(shown_film, view, "right")
    assert after is not None
    assert after.position == step + 1
    back = press(shown_film, after, "left")
    assert back is not None
    assert frame(shown_film, back, 80, 24) == frame(shown_film, view, 80, 24)


@pytest.mark.parametrize("step", range(65))
def test_the_sentence_of_each_step_is_on_a_small_screen(step: int) -> None:
    words = film(FOUR).replay.sentence(step).split()
    for width, height in ((80, 24), (40, 12), LEAST):
        text = screen(View(position=step), width, height)
        assert " ".join(words) in " ".join(text.split())


@pytest.mark.parametrize(("width", "height"), [(40, 12), (80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize("problem", [FOUR, Queens(n=8), Queens(n=12)])
def test_board_and_sentence_are_on_every_usual_screen(
    problem: Queens, width: int, height: int
) -> None:
    text = screen(View(position=3), width, height, problem)
    assert "[1]" in text or "!1" in text
    assert "[*]" in text or "!*" in text
    assert "falling" in text


def test_a_screen_that_is_too_small_says_so_in_one_line() -> None:
    lines = shown(frame(film(FOUR), View(), 29, 24))
    assert lines[0] == "at least 30x8; q quits"
    assert not any(lines[1:])
    assert shown(frame(film(FOUR), View(), 80, 7))[0] == lines[0]
    assert "at least" not in screen(View(), *LEAST)


def test_the_parts_of_the_screen_do_not_move_from_step_to_step() -> None:
    found = set()
    for step in range(65):
        lines = screen(View(position=step)).splitlines()
        bar = next(at for at, line in enumerate(lines) if line.startswith((" [=", " [#")))
        figures = next(at for at, line in enumerate(lines) if line.startswith(" generated "))
        found.add((figures, bar))
    assert len(found) == 1


def test_a_node_keeps_its_place_while_the_path_to_it_is_the_same() -> None:
    rows = [shown(tree_panel(Scene(film(FOUR), step), 40, 9))[4] for step in (2, 3, 4, 8)]
    assert [row.split()[0] for row in rows] == ["3"] * 4
    assert len({row.index("3") for row in rows}) == 1
    assert len({row.index("8") for row in rows}) == 1


def test_at_the_end_the_summary_is_read() -> None:
    text = " ".join(screen(View(position=65)).split())
    assert "the end, after step 64" in text
    assert " · ".join(summary(film(FOUR).replay)) in text
    stopped = Film(trace(FOUR.problem(), solutions=1))
    lines = shown(frame(stopped, View(position=stopped.over), 80, 24))
    assert "the search was not finished" in " ".join(" ".join(lines).split())


def test_the_bar_shows_where_one_is_and_where_the_answers_are() -> None:
    bar = next(line for line in screen(View(position=20)).splitlines() if line.startswith(" [="))
    assert bar.count("|") == 2
    place = bar.index("#") - 2
    assert place == 20 * 75 // 65
    assert set(bar[2 : 2 + place]) == {"="}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_says_which_problem_and_tree(language: Language) -> None:
    said = {
        "en": ("4 queens: state-space tree (n-ary tree)", "0-1 knapsack (subset tree)"),
        "zh": ("4 皇后问题的解空间树（n 叉树）", "0-1 背包问题的解空间树（子集树）"),
    }[language]
    assert title(film(Queens(n=4, tree="n-ary")).trace, language) == said[0]
    assert title(film(Knapsack(), "best").trace, language).endswith(said[1])
    assert title(own_problem().trace, language).count("一二") == 1


def test_every_style_of_a_frame_is_defined_and_colour_is_never_needed() -> None:
    assert set(STYLES) == set(PLAIN_STYLES)
    assert {word for style in PLAIN_STYLES.values() for word in style.split()} == {
        "bold",
        "reverse",
    }
    for shown_film in FILMS:
        for step in range(0, shown_film.over + 1, 1 + shown_film.over // 7):
            for line in frame(shown_film, View(position=step), 100, 30):
                assert {name for style, _ in line for name in style.split()} <= set(STYLES)


# The panels


def test_the_board_is_the_textbooks_figure_at_the_figures_steps() -> None:
    search = film(Queens(n=4, tree="n-ary"))
    for panel in board_figure(search.trace):
        scene = Scene(search, search.born(panel.node))
        rows = [line[2:].split() for line in shown(board_panel(scene, 14, 4))]
        cells = ["".join(row).replace("[", "").replace("]", "") for row in rows]
        assert [cell.replace("/", ".").replace("\\", ".").replace("|", ".") for cell in cells] == [
            *panel.rows
        ]


@pytest.mark.parametrize(
    ("step", "rows"),
    [
        (3, ["[1] .  .  .", "[*] .  .  ."]),
        (4, ["[1] .  .  .", " * [*] .  ."]),
        (9, ["[1] .  .  .", " *  *  2  .", " *  * [*] ."]),
        (14, ["[1] .  .  .", " *  *  *  2", "[*] .  .  ."]),
        (28, [" * [1] .  .", "[*] .  .  ."]),
        (36, [" * [1] .  .", " *  *  *  2", " 3  |  .  .", " * [*] .  ."]),
        (56, [" *  *  1  .", "[2] .  .  .", " *  *  *  3", "[*] .  .  ."]),
    ],
)
def test_the_square_refused_and_the_queen_that_attacks_it_are_marked(
    step: int, rows: list[str]
) -> None:
    scene = Scene(film(Queens(n=4, tree="n-ary")), step)
    found = [line[2:] for line in shown(board_panel(scene, 14, 4))]
    assert found[: len(rows)] == rows


def test_a_blocked_square_is_shown_once_it_was_tried() -> None:
    search = film(Queens(n=5, fixed=((1, 3),), blocked=((0, 0),)))
    assert is_board(search.trace)
    assert shown(board_panel(Scene(search, 1), 20, 5))[0] == "1 [#] .  .  .  ."
    assert shown(board_panel(Scene(search, 2), 20, 5))[0] == "1  #  1  .  .  ."


def test_a_board_larger_than_its_panel_shows_the_row_in_work() -> None:
    search = film(Queens(n=30))
    deepest = max(range(len(search.trace)), key=search.trace.level.__getitem__)
    lines = shown(board_panel(Scene(search, search.born(deepest)), 40, 7))
    assert len(lines) == 7
    rows = [int(line.split()[0]) for line in lines]
    assert search.trace.level[deepest] in rows


def test_the_vector_of_another_problem_tells_what_was_tried() -> None:
    lines = shown(vector_panel(Scene(film(Knapsack(), "best"), 8), 30, 9))
    assert lines == ["x1  [1]  0", "x2  *1  [0]", "x3  *1  [0]"]
    deep = shown(vector_panel(Scene(film(Sudoku()), 300), 50, 9))
    assert len(deep) == 9
    assert any("[*7]" in line for line in deep)


def test_the_tree_tells_each_state_by_a_sign() -> None:
    text = "\n".join(shown(tree_panel(Scene(film(FOUR), 30), 50, 9)))
    signs = ("(1)", "2 ✗", "(18)", "34", "19 ↗", "24 ↘", "[29]", "30 ✗", "32 ↗")
    assert [sign for sign in signs if sign not in text] == []
    answered = "\n".join(shown(tree_panel(Scene(film(FOUR), 27), 50, 9)))
    assert "31 ✓" in answered
    cut_off = Knapsack(weights=(3, 5, 2, 1), values=(9, 10, 7, 4), capacity=7)
    search = film(cut_off, "best")
    node = search.trace.fate.index(b"C")
    bounded = "\n".join(shown(tree_panel(Scene(search, search.born(node)), 50, 9)))
    assert f"{search.trace.number[node]} B" in bounded


def test_dead_siblings_are_folded_but_not_the_one_in_work() -> None:
    scene = Scene(film(FOUR), 30)
    rows = shown(tree_panel(scene, 50, 9, is_folded=True))
    assert [row.split() for row in rows[2::2]] == [
        ["+1", "✗", "(18)", "34", "50"],
        ["+2", "✗", "[29]"],
        ["+1", "✗", "32", "↗"],
    ]


def test_the_tree_has_numbers_or_values_or_both() -> None:
    scene = Scene(film(FOUR), 9)
    numbers, values = (
        shown(tree_panel(scene, 50, 9, labels))[2] for labels in ("numbers", "values")
    )
    assert numbers.split() == ["[2]", "18", "34", "50"]
    assert values.split() == ["[1]", "2", "3", "4"]


def test_a_low_panel_shows_the_lowest_levels_of_the_tree() -> None:
    lines = shown(tree_panel(Scene(film(Sudoku()), 300), 40, 8))
    assert len(lines) == 8
    assert lines[0].startswith("^ ")
    assert lines[-1].startswith("x54")


def test_a_row_of_siblings_that_is_too_long_is_cut_around_the_path() -> None:
    wide = Film(trace(Problem(1, range(200), lambda k, x: x[k] == 100)))
    step = wide.born(101)
    values, nodes = shown(tree_panel(Scene(wide, step), 60, 9))[1:]
    assert "─100─" in values
    assert nodes.split()[:2] == ["‹", "96"]
    assert nodes.endswith("95 ›")
    assert columns(nodes) <= 60


# Text


@given(st.text(), st.integers(2, 40))
def test_wrapped_lines_fit_and_lose_nothing(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert all(columns(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.text(), st.integers(1, 40))
def test_a_text_that_is_cut_fits(text: str, width: int) -> None:
    assert columns(cut(text, width)) <= width
    assert cut(text, columns(text) + 1) == text


@given(st.lists(st.integers(1, 9), min_size=1), st.data())
def test_a_window_shows_the_focus_and_as_much_as_fits(
    widths: list[int], data: st.DataObject
) -> None:
    focus = data.draw(st.integers(0, len(widths) - 1))
    room = data.draw(st.integers(9, 100))
    first, last = window(widths, focus, room)
    assert first <= focus < last
    assert sum(widths[first:last]) <= room
    assert first == 0 or sum(widths[first - 1 : last]) > room
    assert last == len(widths) or sum(widths[first : last + 1]) > room


# Keys


@pytest.mark.parametrize(
    ("names", "position"),
    [
        (("right",), 1),
        (("left",), 0),
        (("n",), 27),
        (("s-right", "s-right"), 41),
        (("end", "p"), 41),
        (("end", "s-left", "p"), 27),
        (("b",), 8),
        (("b", "b"), 14),
        (("end", "B"), 64),
        (("end", "right"), 65),
        (("end", "r"), 0),
        (("end", "home"), 0),
        (("down",), 1),
        (("down", "down", "down"), 3),
        (("n", "up"), 24),
        (("n", "up", "up", "up", "up"), 0),
        (("end", "down"), 1),
        (("g", "4", "2", "enter"), 42),
        (("g", "4", "2", "backspace", "enter"), 4),
        (("g", "4", "escape"), 0),
        (("?", "right"), 0),
    ],
)
def test_each_key_goes_where_it_should(names: tuple[str, ...], position: int) -> None:
    assert pressed(*names).position == position


@pytest.mark.parametrize(
    ("names", "note"),
    [
        (("p",), "there is no answer before this step"),
        (("end", "n"), "there is no answer after this step"),
        (("B",), "there is no backtracking before this step"),
        (("end", "b"), "there is no backtracking after this step"),
        (("up",), "the root has no parent"),
        (("right", "right", "right", "down"), "no child of this node is ever generated"),
        (("g", "9", "9", "enter"), "there is no step 99; the steps are 0..64"),
    ],
)
def test_what_is_not_there_is_said_and_nothing_moves(names: tuple[str, ...], note: str) -> None:
    view = pressed(*names)
    assert view.note == note
    assert note in screen(view)
    assert pressed("left", view=view).note == ""


def test_up_and_down_are_generations_of_the_tree() -> None:
    search = film(FOUR)
    for node in range(1, len(search.trace)):
        view = press(search, View(position=search.born(node)), "up")
        assert view is not None
        assert view.position == search.born(search.trace.parent[node])
        assert search.replay.node(search.born(node)) == node


def test_keys_that_end_the_player_end_it_but_not_what_is_open_above() -> None:
    for name in ("q", "Q", "escape"):
        assert press(film(FOUR), View(), name) is None
    assert press(film(FOUR), View(help=0), "q") is None
    assert pressed("?", "escape") == View()
    assert pressed("g", "q") == View()


def test_speeds_have_ends_and_labels_go_round() -> None:
    assert pressed(*"+++++++++").speed == SPEEDS[-1] == 50
    assert pressed(*"---------").speed == SPEEDS[0] == 0.25
    assert [pressed(*"l" * times).labels for times in range(4)] == [*LABELS, LABELS[0]]
    assert pressed("f").is_folded
    assert not pressed("f", "f").is_folded
    assert not pressed("f", "u").is_folded


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(40, 12), (80, 24), (200, 60)])
def test_the_help_can_be_read_to_its_end(language: Language, width: int, height: int) -> None:
    search = film(FOUR, language=language)
    seen = [
        "\n".join(shown(frame(search, View(help=top), width, height))) for top in range(0, 60, 4)
    ]
    assert all(key.shown in "\n".join(seen) for key in KEYS)
    assert "[1] [*]" in "\n".join(seen)
    assert pressed("?", "down", "up").help == 0


def test_no_two_actions_share_a_key() -> None:
    names = bound_keys()
    assert len(names) == len(set(names))


# Playing


class Watch:
    """A time that tests set by hand."""

    time = 100.0

    def __call__(self) -> float:
        return self.time


def player() -> tuple[Player, Watch]:
    watch = Watch()
    return Player(film(FOUR), now=watch), watch


def test_playing_follows_the_time_and_not_the_number_of_pictures() -> None:
    played, watch = player()
    played.press(" ")
    for ticks in range(1, 900):  # pictures come late, early, and in bursts
        watch.time = 100 + ticks * 0.0317 % 30
        played.tick()
    watch.time = 100 + 14.25
    played.tick()
    assert played.view.position == 28
    assert played.view.is_playing


def test_at_high_speed_steps_are_skipped_and_the_end_stops() -> None:
    played, watch = player()
    for name in (*"+++++", " "):
        played.press(name)
    watch.time += 0.5
    played.tick()
    assert played.view.position == 50
    wait = played.wait()
    assert wait is not None
    assert wait >= 1 / 30
    watch.time += 1
    played.tick()
    assert (played.view.position, played.view.is_playing) == (65, False)
    assert played.wait() is None


def test_another_speed_goes_on_from_where_it_is() -> None:
    played, watch = player()
    played.press(" ")
    watch.time += 3.25  # 6.5 steps
    played.press("+")
    assert played.view.position == 6
    watch.time += 1  # 4 steps more
    played.tick()
    assert played.view.position == 10


def test_pausing_stays_and_playing_from_the_end_begins_again() -> None:
    played, watch = player()
    for name in (" ", " "):
        played.press(name)
    watch.time += 60
    played.tick()
    assert played.view.position == 0
    for name in ("end", " "):
        played.press(name)
    assert (played.view.position, played.view.is_playing) == (0, True)
    played.press("right")
    assert (played.view.position, played.view.is_playing) == (1, False)


@given(st.sampled_from(SPEEDS), st.floats(0, 1e6))
def test_the_clock_is_due_in_the_future_and_then_one_further(speed: float, passed: float) -> None:
    clock = Clock(position=3, began=100.0, speed=speed)
    now = 100 + passed
    due = clock.due(now)
    assert due > now - 1e-5
    assert clock.at(due) == clock.at(now) + 1
