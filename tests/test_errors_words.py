"""Is every text there in both languages, is each one used, and do errors say what they should?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from huisu.errors import (
    HuisuError,
    Index,
    InputError,
    Interrupted,
    InterruptedByUser,
    NoSolution,
)
from huisu.page.document import assets, modules, sent, texts_of
from huisu.words import LANGUAGES, catalogue, default_language, word

SOURCES = sorted((Path(__file__).parent.parent / "src").rglob("*.py"))
ASKING = {"word", "say", "HuisuError", "InputError", "NoSolution", "Interrupted"}
ASKING |= {"InterruptedByUser", "LedgerDamaged", "LedgerFull"}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("key", catalogue())
def test_a_text_exists_in_both_languages_with_the_same_placeholders(key: str) -> None:
    texts = catalogue()[key]
    assert tuple(texts) == LANGUAGES
    assert all(text.strip() for text in texts.values())
    assert placeholders(texts["en"]) == placeholders(texts["zh"])
    assert "" not in placeholders(texts["en"])


@cache
def nodes() -> tuple[ast.AST, ...]:
    """Return every node of the syntax trees of the package."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES]
    return tuple(node for tree in trees for node in ast.walk(tree))


def plain_keys() -> set[str]:
    """Return the strings in the sources that look like keys: a family of the catalogue, a dot."""
    families = "|".join({key.split(".")[0] for key in catalogue()})
    shape = re.compile(rf"({families})(\.[a-z0-9_-]+)+")
    strings = {node.value for node in nodes() if isinstance(node, ast.Constant)}
    return {text for text in strings if isinstance(text, str) and shape.fullmatch(text)}


def made_keys() -> list[re.Pattern[str]]:
    """Return the f-strings in the sources that make keys, such as error.clash.{line}."""
    patterns = [
        "".join(
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z0-9_.-]+"
            for part in node.values
        )
        for node in nodes()
        if isinstance(node, ast.JoinedStr)
    ]
    families = {key.split(".")[0] for key in catalogue()}
    endings = {key.split(".")[-1] for key in catalogue()}
    return [
        re.compile(text)
        for text in patterns
        if text.split("\\.")[0] in families or text.split("]+\\.")[-1] in endings
    ]


def calls() -> Iterator[tuple[str, set[str] | None]]:
    """Yield each plain key that a call asks for, with the names of the values it gives.

    None instead of the names where they are handed on as **values.
    """
    for node in nodes():
        if not (isinstance(node, ast.Call) and node.args):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        key = node.args[0]
        if name in ASKING and isinstance(key, ast.Constant):
            names = {keyword.arg for keyword in node.keywords}
            yield str(key.value), None if None in names else {str(name) for name in names}


def test_every_key_that_the_sources_name_exists() -> None:
    assert {key for key, _ in calls()} | plain_keys() <= set(catalogue())


def test_every_family_of_keys_that_the_sources_make_exists() -> None:
    assert made_keys()
    lost = [p.pattern for p in made_keys() if not any(p.fullmatch(key) for key in catalogue())]
    assert lost == []


def test_every_key_of_the_catalogue_is_used() -> None:
    unused = {
        key
        for key in set(catalogue()) - plain_keys() - set(texts_of(modules()))
        if not any(pattern.fullmatch(key) for pattern in made_keys())
    }
    assert unused == set()


def test_every_key_that_the_page_names_exists() -> None:
    """Each is a key, or how some keys begin."""
    families = "|".join({key.split(".")[0] for key in catalogue()})
    said = assets()["index.html"] + "".join(map(sent, modules().values()))
    named = set(re.findall(rf'["`]((?:{families})\.[\w.-]*)["`$]', said))
    assert len(named) > 100
    assert {each for each in named if not any(key.startswith(each) for key in catalogue())} == set()


def test_every_call_gives_the_values_that_its_text_names() -> None:
    lacking = {
        key: placeholders(catalogue()[key]["en"]) - given
        for key, given in calls()
        if given is not None and placeholders(catalogue()[key]["en"]) - given
    }
    assert lacking == {}


def test_a_word_is_found_in_the_language_asked_for() -> None:
    assert (
        word("none.board", "en", n=3) == word("none.board", n=3) == "3 queens: there is no solution"
    )
    assert word("none.board", "zh", n=3) == "3 皇后：无解"


def test_a_language_that_there_is_not_is_named() -> None:
    with pytest.raises(ValueError, match="there is no language 'fr'; choose one of: en, zh"):
        word("none.board", "fr", n=3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LC_ALL": "zh_TW", "LC_MESSAGES": "en_US.UTF-8"}, "zh"),
        ({"LC_ALL": "", "LANG": "de_DE"}, "en"),
    ],
)
def test_the_default_language_is_that_of_the_locale(
    settings: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert default_language() == language


@pytest.mark.parametrize(
    ("name", "language"), [("Chinese (Simplified)_China", "zh"), ("C", "en"), (None, "en")]
)
def test_where_no_variable_says_it_the_system_is_asked(
    name: str | None, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("locale.getlocale", lambda: (name, None))
    assert default_language() == language


def test_positions_count_from_where_the_reader_counts() -> None:
    error = InputError("error.k.large", k=Index(92), first=Index(0), last=Index(91))
    assert str(error) == error.text("en") == "k must be 0..91, got 92"
    assert error.text("en", base=1) == "k must be 1..92, got 93"
    assert error.text("zh", base=1) == "k 必须为 1..92，得到的是 93"


def test_both_parts_of_a_square_are_positions_and_plain_numbers_are_not() -> None:
    square = (Index(0), Index(2))
    error = InputError("error.square.off", square=square, n=2, first=Index(0), last=Index(1))
    expected = "square (1,3) is off the board of n = 2: rows and columns are numbered 1..2"
    assert error.text(base=1) == expected


@pytest.mark.parametrize(
    ("error", "caught_as"),
    [
        (InputError("error.n.negative", n=-1), ValueError),
        (NoSolution("none.board", n=3), LookupError),
        (InterruptedByUser("interrupted.count", partial=7), KeyboardInterrupt),
        (InterruptedByUser("interrupted.count", partial=7), Interrupted),
    ],
)
def test_each_error_is_also_the_one_of_python_that_fits(
    error: HuisuError, caught_as: type[BaseException]
) -> None:
    assert isinstance(error, HuisuError)
    with pytest.raises(caught_as):
        raise error


def test_an_interrupted_search_says_what_it_had_found() -> None:
    error = Interrupted("interrupted.count", partial=7)
    assert error.partial == 7
    assert "7" in error.text("en")
    assert "7" in error.text("zh")
