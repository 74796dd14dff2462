"""Does everything the documentation shows run, and does it come out as shown?

Representation: a page is cut into its fenced blocks. A block is Python, a
terminal session (its first line begins with `$ `), the installation, or a
picture made of text; there is no other kind, so no example escapes.
"""

from __future__ import annotations

import doctest
import importlib
import inspect
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, get_origin

import pytest

import huisu
from clustered import AUTHORITY, MACHINE
from huisu import _pure
from huisu.cli.main import app
from huisu.formats.boards import FORMATS
from huisu.formats.judges import JUDGES
from huisu.words import LANGUAGES, word

ROOT = Path(__file__).parents[1]
DOCS = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md"))
PAGES = ["README.md", "README.zh.md", *DOCS]
TRANSLATED = (
    "README",
    "docs/method",
    "docs/core",
    "docs/own-problem",
    "docs/from-python-constraint",
    "docs/page",
    "docs/runs",
)
TRANSLATIONS = [(f"{page}.md", f"{page}.zh.md") for page in TRANSLATED]

each_translation = pytest.mark.parametrize(("english", "chinese"), TRANSLATIONS)


class Block(NamedTuple):
    """What stands between two fences of a page, and the line it begins on."""

    page: str
    line: int
    language: str
    text: str

    @property
    def kind(self) -> str:
        if self.text.startswith("$ "):
            return "session"
        if self.text.startswith("python3 -m venv"):
            return "installation"
        return self.language

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, kind: str = "") -> list[Block]:
    """Return the blocks of a page in their order, all or those of one kind."""
    text = read(page)
    found = [
        Block(page, text.count("\n", 0, match.start(2)) + 1, match[1], match[2])
        for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    ]
    return [block for block in found if kind in ("", block.kind)]


SESSIONS = [block for page in PAGES for block in blocks(page, "session")]


def commands(session: Block) -> list[tuple[str, str]]:
    """Return the commands of a session, each with the output shown below it."""
    parts = re.split(r"^\$ (.*)\n", session.text, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def run(command: str, place: Path) -> subprocess.CompletedProcess[str]:
    """Run a command line by the shell, with this environment's huisu and in English."""
    own = str(Path(sys.executable).parent)
    environment = {name: value for name, value in os.environ.items() if "HUISU" not in name}
    environment["PATH"] = own + os.pathsep + environment.get("PATH", "")
    environment["LC_ALL"] = "C.UTF-8"
    return subprocess.run(
        ["sh", "-c", command],
        cwd=place,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def said(done: subprocess.CompletedProcess[str]) -> str:
    """Return what a command wrote, but for the remark of an installation without the core."""
    errors = done.stderr
    for language in LANGUAGES:
        errors = errors.replace(word("cli.pure", language) + "\n", "")
    return done.stdout + errors


def transcript(session: Block, place: Path) -> Iterator[str]:
    """Run a session and yield what it should look like; output that it leaves out may be any."""
    for command, shown in commands(session):
        done = run(command, place)
        if not shown:
            assert done.returncode == 0, f"{command}: {said(done)}"
        yield f"$ {command}\n" + (said(done) if shown else "")


@pytest.mark.parametrize("page", PAGES)
def test_every_block_is_of_a_kind_that_is_tested_here(page: str) -> None:
    kinds = {block.kind for block in blocks(page)}
    assert kinds <= {"python", "session", "installation", "text"}
    assert read(page).count("```") == 2 * len(blocks(page))


@pytest.mark.parametrize("session", SESSIONS, ids=str)
def test_a_session_shows_what_its_commands_write(session: Block, tmp_path: Path) -> None:
    assert "".join(transcript(session, tmp_path)) == session.text


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")])
def test_the_python_of_a_page_runs_from_top_to_bottom(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": page}
    for block in blocks(page, "python"):
        if block.text.startswith(">>> "):
            names |= run_examples(block, names)
        else:
            code = "\n" * (block.line - 1) + block.text
            exec(compile(code, str(ROOT / page), "exec"), names)


def run_examples(block: Block, names: dict[str, Any]) -> dict[str, Any]:
    """Run a block of `>>>` examples and return the names that it leaves."""
    examples = doctest.DocTestParser().get_doctest(
        block.text, names, str(block), str(ROOT / block.page), block.line - 1
    )
    differences: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(
        examples, out=differences.append, clear_globs=False
    )
    assert result.failed == 0, "".join(differences)
    return examples.globs


def modules() -> list[ModuleType]:
    """Return huisu and its modules that are written in Python and can be imported quietly."""
    names = [info.name for info in pkgutil.walk_packages(huisu.__path__, "huisu.")]
    leave = {"huisu.__main__", "huisu._core"}
    return [huisu, *(importlib.import_module(name) for name in names if name not in leave)]


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_the_examples_in_the_docstrings_of_a_module_hold(module: ModuleType) -> None:
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


def test_there_are_many_examples_in_docstrings() -> None:
    finder = doctest.DocTestFinder()
    found = [test for module in modules() for test in finder.find(module)]
    assert sum(len(test.examples) for test in found) > 60


def linked(page: Path) -> Iterator[Path]:
    """Yield the files that the relative links and pictures of a page lead to."""
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if not re.match(r"[a-z]+:|#", target):
            yield page.parent / target.partition("#")[0]


@pytest.mark.parametrize(
    "page",
    [*ROOT.glob("*.md"), *ROOT.glob("bench/*.md"), *ROOT.glob("docs/**/*.md")],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    assert [str(path) for path in linked(page) if not path.exists()] == []


def is_function(name: str) -> bool:
    return inspect.isroutine(inspect.unwrap(getattr(huisu, name)))


@pytest.mark.parametrize("name", [name for name in huisu.__all__ if is_function(name)])
def test_a_public_function_has_an_example(name: str) -> None:
    assert ">>> " in (getattr(huisu, name).__doc__ or "")


def is_class(name: str) -> bool:
    value = getattr(huisu, name)
    return inspect.isclass(value) and get_origin(value) is None  # an alias is no class


@pytest.mark.parametrize("name", [name for name in huisu.__all__ if is_class(name)])
def test_a_public_class_is_explained(name: str) -> None:
    explained = getattr(huisu, name).__doc__ or ""
    assert explained
    assert not explained.startswith(f"{name}("), "this is only the signature that Python writes"


@pytest.mark.core
def test_the_compiled_core_and_its_python_form_have_the_same_names() -> None:
    core = importlib.import_module("huisu._core")
    only_compiled = {"Join", "JoinRoom", "join_memory"}
    names = {name for name in dir(core) if not name.startswith("_")}
    assert names - only_compiled == set(_pure.__all__)


@pytest.mark.parametrize("page", ["README.md", "README.zh.md"])
def test_the_readme_names_every_command_and_the_right_numbers(page: str) -> None:
    text = read(page)
    assert [name for name in app.commands if f"huisu {name}" not in text] == []
    numbers = [int(number) for number in re.findall(r"\b[0-9]+(?= board| online| 种| 道)", text)]
    assert numbers == [len(FORMATS) + 1, len(JUDGES)]  # and the drawn board


@each_translation
def test_a_translation_shows_the_same_commands(english: str, chinese: str) -> None:
    def shown(page: str) -> list[str]:
        lines = [line for session in blocks(page, "session") for line, _ in commands(session)]
        return [line.replace(" --lang zh", "") for line in lines]

    assert shown(english) == shown(chinese)


@each_translation
def test_a_translation_shows_the_same_python(english: str, chinese: str) -> None:
    def shown(page: str) -> list[str]:
        return [re.sub(" *#.*", "", block.text) for block in blocks(page, "python")]

    assert shown(english) == shown(chinese)


def test_both_readmes_install_alike_and_ci_runs_what_they_say() -> None:
    english, chinese = (blocks(page, "installation") for page in ("README.md", "README.zh.md"))
    assert [block.text for block in english] == [block.text for block in chinese]
    _, test_command = english[0].text.splitlines()
    assert test_command in read(".ci/run").splitlines()


@pytest.mark.parametrize("page", ["docs/runs.md", "docs/runs.zh.md"])
def test_the_certificates_of_the_documentation_are_made_as_in_the_tests(page: str) -> None:
    text = " ".join(read(page).split())
    assert " ".join(f"{AUTHORITY}\n{MACHINE}".split()) in text


@pytest.mark.parametrize(
    ("picture", "command"),
    [
        ("board.svg", "board 8 --kth 1 --numbers -o"),
        ("tree.svg", "tree 4 --first -o"),
        ("tree.zh.svg", "--lang zh tree 4 --first -o"),
        ("search.svg", "watch 4 --save"),
        ("search.zh.svg", "--lang zh watch 4 --save"),
    ],
)
def test_a_picture_of_the_readmes_is_what_huisu_draws(
    picture: str, command: str, tmp_path: Path
) -> None:
    done = run(f"huisu {command} {picture}", tmp_path)
    assert done.returncode == 0, done.stderr
    drawn = (tmp_path / picture).read_text(encoding="utf-8")
    assert drawn == read(f"docs/{picture}")
