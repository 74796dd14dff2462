"""Is an instance read, checked and written alike wherever it comes from?"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from huisu.backtrack import solutions
from huisu.classics import (
    CLASSICS,
    Batch,
    BoardLayout,
    Circles,
    Classic,
    Clique,
    Knapsack,
    Loading,
    Queens,
    Salesman,
    SignTriangle,
    Stamps,
    SubsetSum,
    Sudoku,
    classic,
    instance_from_json,
    to_json,
)
from huisu.errors import InputError
from huisu.words import LANGUAGES
from instances import ANY
from roads import refused

each_classic = pytest.mark.parametrize("name", CLASSICS)

LINES = {9: [".83.21..5", *["." * 9] * 8], 4: ["1...", ".1..", "....", "...."]}

#: A problem, JSON that is no instance of it, and what the sentence says, positions from 1.
BAD = [
    ("knapsack", "", "line 1, column 1"),
    ("knapsack", '{"weights": [1, 2', "line 1, column 18"),
    ("knapsack", "[" * 100_000, "nested too deeply"),
    ("knapsack", f'{{"capacity": {"9" * 5000}}}', "a number too long"),
    ("knapsack", "[16, 15]", "one JSON object, got [16, 15]"),
    ("knapsack", "null", "one JSON object, got None"),
    ("knapsack", '{"weight": [1]}', "no field 'weight'; its fields are weights, values, capacity"),
    ("knapsack", '{"weights": 16}', "weights needs a list here, got 16"),
    ("knapsack", '{"weights": "16"}', "got '16'; in JSON, for example: [16, 15, 15]"),
    ("knapsack", '{"weights": {"1": 16}}', "needs a list here"),
    ("knapsack", '{"weights": [16, 15]}', "values needs as many entries as weights, 2, got 3"),
    ("knapsack", '{"values": [1, 2, -3]}', "whole numbers of 0 or more, got -3"),
    ("knapsack", '{"values": [1, 2, 2.5]}', "got 2.5"),
    ("knapsack", '{"values": [1, 2, true]}', "got True"),
    ("knapsack", '{"values": [1, 2, NaN]}', "got nan"),
    ("knapsack", '{"values": [1, 2, "3"]}', "got '3'"),
    ("knapsack", '{"capacity": -1}', "capacity takes whole numbers of 0 or more, got -1"),
    ("knapsack", '{"capacity": null}', "got None; in JSON, for example: 30"),
    ("loading", '{"capacities": [50]}', "two ships, got 1 of them"),
    ("loading", '{"weights": [[1]]}', "got [1]"),
    ("batch", '{"jobs": [[1, 2], [3]]}', "job 2 of jobs needs two times"),
    ("batch", '{"jobs": [1, 2]}', "jobs needs a list here, got 1"),
    ("batch", '{"jobs": [[1, -2]]}', "got -2"),
    ("sign-triangle", '{"n": -1}', "n takes whole numbers of 0 or more, got -1"),
    ("queens", '{"n": 4.0}', "got 4.0"),
    ("queens", '{"tree": "subset"}', "no tree 'subset'"),
    ("queens", '{"tree": ["n-ary"]}', "choose one of: permutation, n-ary"),
    ("queens", '{"fixed": 1}', "fixed needs a list here, got 1"),
    ("queens", '{"fixed": [1, 2]}', "a pair (row, column) of whole numbers, got 1"),
    ("queens", '{"fixed": [[1, 2, 3]]}', "got (1,2,3)"),
    ("queens", '{"fixed": ["12"]}', "got '12'"),
    ("queens", '{"blocked": [[1, true]]}', "got (1,True)"),
    ("queens", '{"blocked": [[1, 1.5]]}', "got (1,1.5)"),
    ("queens", '{"blocked": [[0, 1]]}', "square (0,1) is off the board of n = 4"),
    ("queens", '{"fixed": [[2, 5]]}', "rows and columns are numbered 1..4"),
    ("queens", '{"fixed": [[1, 2]], "blocked": [[1, 2]]}', "on the blocked square (1,2)"),
    ("queens", '{"fixed": [[1, 1], [1, 3]]}', "(1,1) and (1,3) attack each other: same row"),
    ("queens", '{"fixed": [[3, 3], [1, 1]]}', "same falling diagonal"),
    ("clique", '{"vertices": 4}', "edges has 5, but the numbers go from 1 to 4"),
    ("clique", '{"edges": [[0, 1]]}', "edges has 0, but the numbers go from 1 to 5"),
    ("clique", '{"edges": [[1, "2"]]}', "edges has '2'"),
    ("clique", '{"edges": [[3, 3]]}', "two different vertices, got (3,3); in JSON"),
    ("clique", '{"edges": [[1, 2, 3]]}', "got (1,2,3)"),
    ("clique", '{"edges": [12]}', "edges needs a list here, got 12"),
    ("clique", '{"edges": [[[1], 2]]}', "edges has (1), but the numbers go from 1 to 5"),
    ("clique", '{"edges": [[true, 2]]}', "edges has True"),
    ("colouring", '{"colours": -3}', "got -3"),
    ("salesman", '{"costs": []}', "costs is empty"),
    ("salesman", '{"costs": [[0, 1], [1]]}', "row 2 of costs needs 2 entries"),
    ("salesman", '{"costs": [[0, -1], [1, 0]]}', "got -1"),
    ("circles", '{"radii": [1, 0]}', "radii takes numbers above 0, got 0"),
    ("circles", '{"radii": [Infinity]}', "got inf"),
    ("circles", '{"radii": ["1"]}', "got '1'"),
    ("circles", '{"radii": [true]}', "got True"),
    ("circles", '{"radii": [1e308, 1e308]}', "more than a float holds"),
    ("circles", f'{{"radii": [1{"0" * 400}]}}', "more than a float holds"),
    ("board-layout", '{"nets": [[1, 9]]}', "nets has 9, but the numbers go from 1 to 8"),
    ("stamps", '{"stamps": 0}', "stamps takes whole numbers of 1 or more, got 0"),
    ("stamps", '{"most": 0}', "most takes whole numbers of 1 or more, got 0"),
    ("subset-sum", '{"numbers": []}', "numbers is empty"),
    ("sudoku", '{"rows": ["123"]}', "row 1 needs 1 cells"),
    ("sudoku", '{"rows": []}', "a number of rows among 1, 4, 9, got 0"),
    ("sudoku", '{"rows": [1]}', "must be a text, got 1"),
    ("sudoku", json.dumps({"rows": [*LINES[4][:3], "5..."]}), "row 4 has the sign '5'"),
    ("sudoku", json.dumps({"rows": [*LINES[4][:3], "...²"]}), "a digit 1..4"),
    ("sudoku", json.dumps({"rows": LINES[4]}), "(row,column) (1,1) and (2,2)"),
    ("sudoku", json.dumps({"rows": [*LINES[9][:8], "8.......8"]}), "the digit 8 is given"),
]


def whole(name: str, text: str) -> str:
    """Return a JSON object with the fields that it leaves out as the textbook has them."""
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return (
        json.dumps({**json.loads(to_json(classic(name)())), **read})
        if isinstance(read, dict)
        else text
    )


@pytest.mark.parametrize(("name", "text", "says"), BAD, ids=lambda value: str(value)[:40])
def test_what_is_no_instance_gets_one_sentence(name: str, text: str, says: str) -> None:
    error = refused(lambda: instance_from_json(classic(name), whole(name, text)))
    assert isinstance(error, InputError)
    assert says in error.text("en", base=1)
    for language in LANGUAGES:
        sentence = error.text(language, base=1)
        assert "\n" not in sentence
        assert len(sentence) < 300


def test_an_example_in_an_error_is_an_instance() -> None:
    for name, text, _ in BAD:
        shown = refused(lambda: instance_from_json(classic(name), whole(name, text))).values  # noqa: B023
        example = json.loads(str(shown.get("example", "{}")))
        given = example if isinstance(example, dict) else {shown["field"]: example}
        again = instance_from_json(classic(name), whole(name, json.dumps(given)))
        assert again == classic(name)()


@pytest.mark.parametrize(
    ("cls", "fields"),
    [
        (Knapsack, {"weights": 3}),
        (Knapsack, {"capacity": True}),
        (Loading, {"weights": "12"}),
        (Batch, {"jobs": [(1, 2, 3)]}),
        (SignTriangle, {"n": None}),
        (Queens, {"n": 2.0}),
        (Queens, {"fixed": {"a": 1}}),
        (Queens, {"blocked": [None]}),
        (Clique, {"edges": [(0, 5)]}),
        (Salesman, {"costs": [[0, 1j], [1, 0]]}),
        (Circles, {"radii": [-1.0]}),
        (BoardLayout, {"nets": [(0, 8)]}),
        (Stamps, {"most": -1}),
        (SubsetSum, {"target": "30"}),
        (Sudoku, {"rows": [[1]]}),
    ],
)
def test_in_python_bad_data_are_refused_too(cls: Any, fields: dict[str, Any]) -> None:
    assert isinstance(refused(lambda: cls(**fields)), InputError)


def test_positions_in_an_error_count_from_where_the_reader_counts() -> None:
    error = refused(lambda: Clique(vertices=4, edges=((0, 4),)))
    assert error.text() == "edges has 4, but the numbers go from 0 to 3; use only these"
    assert "has 5, but the numbers go from 1 to 4" in error.text(base=1)


@given(ANY)
def test_an_instance_written_as_json_is_read_again(instance: Classic) -> None:
    again = instance_from_json(type(instance), to_json(instance))
    assert again == instance
    assert again.make_problem().name == instance.make_problem().name


def test_json_counts_from_one() -> None:
    graph = instance_from_json(Clique, '{"vertices": 3, "edges": [[3, 1], [1, 3], [1, 2]]}')
    assert graph == Clique(vertices=3, edges=((0, 1), (0, 2)))
    layout = instance_from_json(BoardLayout, '{"boards": 2, "nets": [[2, 1]]}')
    assert layout.nets == ((0, 1),)
    queens = instance_from_json(Queens, '{"n": 4, "blocked": [[2, 1], [1, 1], [2, 1]]}')
    assert queens == Queens(4, blocked=((0, 0), (1, 0)))


@each_classic
def test_a_field_left_out_is_named_with_an_example(name: str) -> None:
    cls, given = classic(name), json.loads(to_json(classic(name)()))
    for field in given:
        text = json.dumps({other: value for other, value in given.items() if other != field})
        if field in cls.optional:
            assert instance_from_json(cls, text) == cls()
        else:
            error = refused(lambda: instance_from_json(cls, text))  # noqa: B023
            assert str(error).startswith(f"the field {field!r} is missing; give all of ")
            assert instance_from_json(cls, str(error.values["example"])) == cls()
    assert refused(lambda: instance_from_json(cls, "{}")).key == "error.classic.missing"


def test_a_field_given_twice_is_refused() -> None:
    error = refused(lambda: instance_from_json(Queens, '{"n": 4, "tree": "n-ary", "n": 5}'))
    assert str(error) == "the field 'n' is given twice; give it once"


def test_numbers_of_numpy_and_fractions_are_numbers() -> None:
    weights: Any = np.array([16, 15, 15])
    radii: Any = [Fraction(1, 2), np.float32(0.5)]
    assert Knapsack(weights=weights) == Knapsack()
    assert Circles(radii=radii).radii == (0.5, 0.5)


def test_an_instance_does_not_change_with_the_list_it_was_made_of() -> None:
    costs: Any = [[0, 1], [1, 0]]
    salesman = Salesman(costs)
    costs[0][1] = 7
    assert salesman.costs == ((0, 1), (1, 0))
    assert hash(salesman) == hash(Salesman(((0, 1), (1, 0))))


def test_an_unknown_problem_is_answered_with_the_names() -> None:
    error = refused(lambda: classic("hanoi"))
    assert "'hanoi'" in error.text()
    assert all(name in error.text("zh") for name in CLASSICS)


@each_classic
def test_a_problem_has_its_texts_in_both_languages(name: str) -> None:
    instance = CLASSICS[name]()
    assert len({instance.title(language) for language in LANGUAGES}) == 2
    assert len({instance.about(language) for language in LANGUAGES}) == 2
    assert instance.name == name


@given(ANY)
def test_an_answer_can_be_said_in_both_languages(instance: Classic) -> None:
    for x in solutions(instance.problem(), goal=instance.goal, solutions=3):
        for language in LANGUAGES:
            assert instance.answer(x, language).strip()


@pytest.mark.parametrize(
    ("instance", "labels"),
    [
        (Queens(4), [1, 2]),
        (Salesman(), [1, 2]),
        (SignTriangle(), ["+", "-"]),
        (Knapsack(), [0, 1]),
        (Stamps(), [0, 1]),
    ],
)
def test_a_component_is_written_as_people_count(instance: Classic, labels: list[object]) -> None:
    assert [instance.label(value) for value in (0, 1)] == labels


@pytest.mark.parametrize(
    ("instance", "x", "answer"),
    [
        (Knapsack(), (0, 0, 0), "装入的物品：无（重量 0，容量 30）；价值 0"),
        (SubsetSum(target=0), (0,) * 6, "一个数都不取：和为 0"),
        (Salesman(((0,),)), (), "回路 1；长度 0"),
        (SignTriangle(3), (0, 0, 1), "第一行 ++-；+ 和 - 各 3 个"),
        (Queens(4), (1, 3, 0, 2), "各行皇后的列号：2, 4, 1, 3"),
    ],
)
def test_answers_in_chinese(instance: Classic, x: tuple[int, ...], answer: str) -> None:
    assert instance.check(x)
    assert instance.answer(x, "zh") == answer
