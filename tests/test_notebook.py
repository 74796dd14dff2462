"""Do boards, trees and records show themselves, and do the example notebooks run?"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from huisu import Board, draw
from huisu.backtrack import Problem
from huisu.classics import CLASSICS, Queens
from huisu.notebook import DRAWN_BY
from huisu.page import notebook
from huisu.page.document import one_file
from huisu.page.exhibit import Exhibit
from huisu.shown import as_html, as_svg
from huisu.trace import Replay, trace
from huisu.tree import FORMS, Form, tree
from huisu.views.tree_drawing import draw_tree
from huisu.words import LANGUAGES, Language

ROOT = Path(__file__).parents[1]
PAGES = ("notebook", "notebook.zh")
HOSTILE = "</script> \"quoted\" 'too' & <b>bold</b> &amp; 皇后"

FOUR = trace(Queens(4).problem())

each_language = pytest.mark.parametrize("language", LANGUAGES)


class Elements(HTMLParser):
    """The elements of a piece of HTML with their attributes, and the text between them."""

    def __init__(self, html: str | None) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        assert html is not None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def speaking(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", {"en": "C.UTF-8", "zh": "zh_CN.UTF-8"}[language])


@each_language
def test_a_board_is_shown_as_its_drawing_in_the_users_language(
    language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaking(language, monkeypatch)
    board = Board(4, fixed=[(0, 1)], blocked=[(3, 3)])
    assert board._repr_svg_() == draw(board, language=language).svg()


@each_language
@pytest.mark.parametrize("form", FORMS)
def test_a_tree_is_shown_in_its_own_form(
    form: Form, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaking(language, monkeypatch)
    shown = tree(FOUR, form)
    assert shown._repr_svg_() == draw_tree(FOUR, form=form, language=language).svg()
    assert shown._repr_html_() is None


def test_what_is_too_large_for_a_picture_is_no_error() -> None:
    assert Board(201)._repr_svg_() is None
    large = tree(trace(Queens(9).problem()))
    assert large._repr_svg_() is None
    assert "10,000 nodes, and this one has 24,012" in str(large._repr_html_())


@each_language
def test_a_record_is_shown_as_the_page_in_a_frame(
    language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaking(language, monkeypatch)
    shown = Elements(FOUR._repr_html_())
    ((tag, attributes),) = shown.found
    assert (tag, shown.text) == ("iframe", [])
    assert attributes["sandbox"] == "allow-scripts allow-downloads"
    assert (attributes["width"], attributes["height"]) == ("100%", "640")
    assert str(attributes["title"]).startswith({"en": "4 queens", "zh": "4 皇后"}[language])
    page = one_file([Exhibit(FOUR, {}, Queens(4))], language=language)
    assert attributes["srcdoc"] == page


def test_a_replay_is_shown_as_its_record() -> None:
    assert Replay(FOUR)._repr_html_() == FOUR._repr_html_()


@pytest.mark.parametrize("name", CLASSICS)
def test_the_record_of_a_textbook_problem_has_the_problems_own_picture(name: str) -> None:
    instance = CLASSICS[name]()
    recorded = trace(instance.problem(), goal=instance.goal, nodes=50)
    assert notebook._exhibit(recorded).classic is instance


def test_names_that_look_like_html_stay_names() -> None:
    hostile = trace(Problem(1, (HOSTILE, "b"), lambda k, x: x[0] == "b", name=HOSTILE))
    shown = Elements(hostile._repr_html_())
    assert [tag for tag, _ in shown.found] == ["iframe"]
    page = str(shown.found[0][1]["srcdoc"])
    assert HOSTILE in str(shown.found[0][1]["title"])
    assert "b" not in [tag for tag, _ in Elements(page).found]


@each_language
def test_a_record_too_large_for_the_player_is_counted(
    language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notebook, "MAX_PLAYED", 32)
    shown = as_html(FOUR, language)
    assert re.findall(r"<td>(\d+)</td>", str(shown)) == ["33", "16", "0", "2"]
    assert "nodes=10_000" in str(shown)
    assert {tag for tag, _ in Elements(shown).found} == {"p", "table", "tr", "th", "td"}


def test_a_record_too_large_for_the_player_says_that_the_search_was_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(notebook, "MAX_PLAYED", 3)
    stopped = as_html(trace(Queens(4).problem(), solutions=1))
    assert "stopped before the whole tree was searched" in str(stopped)
    assert "stopped before" not in str(as_html(FOUR))


def test_other_values_have_no_picture() -> None:
    assert [show(value) for show in (as_svg, as_html) for value in (42, None, "board")] == [
        None
    ] * 6


def test_a_record_is_written_as_text_without_its_lists() -> None:
    for value in (FOUR, tree(FOUR), Replay(FOUR)):
        assert "problem='queens'" in repr(value)
        assert len(repr(value)) < 200


@pytest.mark.parametrize("module", DRAWN_BY)
def test_each_class_that_is_named_is_drawn_by_the_module_named_for_it(module: str) -> None:
    import_module(module)
    for name in DRAWN_BY[module]:
        home, _, own = name.rpartition(".")
        kind = getattr(import_module(home), own)
        drawn = [show.dispatch(kind) for show in (as_svg, as_html)]
        assert module in {function.__module__ for function in drawn}


def fresh(code: str) -> str:
    """Return what a program writes that begins with nothing imported."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def test_importing_huisu_imports_nothing_that_only_a_notebook_needs() -> None:
    loaded = fresh("import sys, huisu; print(*sys.modules)").split()
    below = ("huisu.backtrack", "huisu.classics", "huisu.trace", "huisu.tree")
    heavy = (*below, "huisu.page", "huisu.views.tree", "huisu.views.notebook")
    assert [name for name in loaded if name.startswith(heavy)] == []


def test_importing_huisu_is_enough_also_for_a_class_of_ones_own() -> None:
    code = "import huisu\nclass Own(huisu.Board): pass\nprint(Own(4)._repr_svg_())"
    assert fresh(code).startswith("<svg ")
    code = "from huisu.trace import trace\nfrom huisu.classics import Queens\n"
    assert fresh(code + "print(trace(Queens(4).problem())._repr_html_())").startswith("<iframe ")


def read(name: str) -> dict[str, Any]:
    text = (ROOT / f"docs/{name}.ipynb").read_text(encoding="utf-8")
    return dict(json.loads(text))


def code_of(name: str) -> list[str]:
    return ["".join(cell["source"]) for cell in read(name)["cells"] if cell["cell_type"] == "code"]


@pytest.mark.parametrize("name", PAGES)
def test_a_notebook_is_kept_without_outputs_and_machine_data(name: str) -> None:
    kept = read(name)
    assert kept["metadata"] == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for cell in kept["cells"]:
        assert cell["metadata"] == {}
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


def test_both_notebooks_have_the_same_code_and_cells() -> None:
    english, chinese = map(code_of, PAGES)
    assert english == chinese
    kinds = [[(cell["id"], cell["cell_type"]) for cell in read(name)["cells"]] for name in PAGES]
    assert kinds[0] == kinds[1]


@pytest.mark.parametrize("name", PAGES)
def test_every_link_of_a_notebook_leads_to_a_file(name: str) -> None:
    text = "".join(line for cell in read(name)["cells"] for line in cell["source"])
    targets = re.findall(r"\]\(([^)\s]+)\)", text)
    assert len(targets) >= 3
    assert [target for target in targets if not (ROOT / "docs" / target).exists()] == []


def executed(name: str) -> dict[str, dict[str, str]]:
    """Run a notebook as a user would, and return the last output of each cell of code."""
    import nbformat
    from nbclient import NotebookClient

    ran = nbformat.read(ROOT / f"docs/{name}.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(ran)
    NotebookClient(ran, timeout=120, kernel_name="python3").execute()
    outputs = {cell.id: cell.outputs for cell in ran.cells if cell.cell_type == "code"}
    assert not any("error" in output.output_type for each in outputs.values() for output in each)
    return {cell: dict(each[-1].data) for cell, each in outputs.items() if each}


@pytest.mark.parametrize(("name", "language"), list(zip(PAGES, LANGUAGES, strict=True)))
def test_a_notebook_runs_and_its_values_show_themselves(
    name: str, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaking(language, monkeypatch)
    shown = executed(name)
    for cell in ("board", "first", "tree"):
        assert shown[cell]["image/svg+xml"].startswith("<svg ")
    for cell in ("trace", "queens"):
        ((tag, attributes),) = Elements(shown[cell]["text/html"]).found
        assert (tag, "<html" in str(attributes["srcdoc"])) == ("iframe", True)
    assert {"en": "5 queens", "zh": "5 皇后"}[language] in shown["queens"]["text/html"]
    assert shown["count"]["text/plain"] == "(3, 92)"
    assert shown["stats"]["text/plain"].startswith("(96, 1994, (1, 4, 11, ")
    assert shown["rings"]["text/plain"] == "[(4, 3, 2, 5, 6), (6, 5, 2, 3, 4)]"
