"""Do `huisu watch` and `huisu classics` show what the books show, and refuse what they must?"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from rich.cells import cell_len

from conftest import Run
from huisu.classics import CLASSICS, Knapsack, Queens
from huisu.cli.main import app
from huisu.trace import load, save, trace
from huisu.trace.file import to_json
from huisu.views.board_figure import board_figure, figure_text, label
from huisu.words import LANGUAGES, catalogue

#: The textbook's figure of the search for the first solution of four queens, board by board.
FIGURE = [
    "1... .... .... ....",
    "1... **2. .... ....",
    "1... **2. **** ....",
    "1... ***2 *3.. ....",
    "1... ***2 *3.. ****",
    "*1.. .... .... ....",
    "*1.. ***2 .... ....",
    "*1.. ***2 3... **4.",
]
GOLDEN = Path(__file__).parent / "data" / "golden"


def test_the_figure_is_the_textbooks() -> None:
    panels = board_figure(trace(Queens(n=4, tree="n-ary").problem(), solutions=1))
    assert [" ".join(panel.rows) for panel in panels] == FIGURE


@pytest.mark.parametrize("n", [5, 6, 8])
def test_the_figure_of_a_larger_board_ends_with_the_first_solution(n: int) -> None:
    search = trace(Queens(n=n, tree="n-ary").problem(), solutions=1)
    panels = board_figure(search)
    columns = [row.index(str(k)) for k, row in enumerate(panels[-1].rows, 1)]
    assert [str(column + 1) for column in columns] == [
        str(c) for c in search.vector(len(search) - 1)
    ]
    assert all(before.node < after.node for before, after in pairwise(panels))


def test_boards_have_letters_and_as_many_side_by_side_as_fit() -> None:
    assert [label(place) for place in (0, 25, 26, 51, 52)] == ["(a)", "(z)", "(aa)", "(az)", "(ba)"]
    panels = board_figure(trace(Queens(n=4, tree="n-ary").problem(), solutions=1))
    wide, narrow = figure_text(panels, width=80), figure_text(panels, width=20)
    assert len(wide.splitlines()) == 5
    assert len(narrow.splitlines()) == 3 * 6 - 1
    assert max(map(len, narrow.splitlines())) <= 20


def test_watch_figure_writes_it(huisu: Run) -> None:
    code, output, errors = huisu("watch 4 --first --figure")
    assert (code, errors) == (0, "")
    assert output.splitlines()[0].split() == [f"({letter})" for letter in "abcdefgh"]
    assert [line.split()[-1] for line in output.splitlines()[1:]] == FIGURE[-1].split()


@pytest.mark.parametrize("language", LANGUAGES)
def test_watch_writes_numbered_steps(huisu: Run, language: str) -> None:
    name = "watch-4-first.txt" if language == "en" else "watch-4-first.zh.txt"
    expected = (GOLDEN / name).read_text(encoding="utf-8")
    assert huisu(f"watch 4 --first --plain --lang {language}") == (0, expected, "")


def test_watch_tells_the_walk_of_the_book(huisu: Run) -> None:
    _, output, _ = huisu("watch 4")
    lines = output.splitlines()
    assert lines[3] == (
        " 3  node 3 generated, x2 = 2: killed by the constraint function: "
        "same falling diagonal ↘ as row 1"
    )
    assert lines[8] == " 8  node 8 is dead, its children are used up; backtrack to node 2"
    assert lines[64].startswith("64  ")
    assert lines[66] == "generated 33 of 65 nodes"


def test_a_search_is_saved_and_replayed(huisu: Run, tmp_path: Path) -> None:
    for name in ("search.json", "search.json.gz"):
        path = tmp_path / name
        assert huisu("watch", "5", "--json", "-o", str(path)) == (0, "", "")
        assert len(load(path)) == 102
        assert huisu("watch", "--from", str(path)) == huisu("watch 5")
        assert path.read_bytes().startswith(b"\x1f\x8b") == (path.suffix == ".gz")


def test_a_figure_is_refused_for_a_record_of_another_search(huisu: Run, tmp_path: Path) -> None:
    path = tmp_path / "search.json"
    save(trace(Queens(n=4, tree="n-ary").problem()), path)
    assert huisu("watch", "--from", str(path), "--figure") == huisu("watch 4 --figure")
    for problem in (Queens(n=4), Knapsack()):
        save(trace(problem.problem(), goal=problem.goal), path)
        code, output, errors = huisu("watch", "--from", str(path), "--figure")
        assert (code, output) == (2, "")
        assert "n queens on the n-ary tree" in errors


def test_a_damaged_record_is_refused_with_its_place(huisu: Run, tmp_path: Path) -> None:
    path = tmp_path / "search.json"
    path.write_text(to_json(trace(Queens(n=4).problem()))[:-10], encoding="utf-8")
    code, output, errors = huisu("watch", "--from", str(path))
    assert (code, output) == (2, "")
    assert str(path) in errors
    assert len(errors.splitlines()) == 1


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("watch", "N is missing"),
        ("watch -3", "n must be 0 or more, got -3"),
        ("watch 101", "0..100"),
        ("watch 4 --solutions 0", "--solutions must be 1 or more, got 0"),
        ("watch 4 --from file", "N and --from cannot be used together"),
        ("watch --from file --tree n-ary", "--tree and --from cannot be used together"),
        ("watch --from file --first", "--first and --from cannot be used together"),
        ("watch --from file --fix 1,1", "--fix and --from cannot be used together"),
        ("watch --from file --block 1,1", "--block and --from cannot be used together"),
        ("watch 4 --fix 1,1 --block 1,1", "a queen is fixed on the blocked square (1,1)"),
        ("watch --from file --solutions 2", "--solutions and --from cannot be used together"),
        ("watch 4 --first --solutions 2", "--first and --solutions cannot be used together"),
        ("watch --from no-such-file", "no-such-file"),
        ("watch 4 --figure --json", "--figure and --json"),
        ("watch 4 --figure --tree permutation", "--tree permutation"),
        ("watch 0 --figure", "no board to draw"),
        ("classics 0-1", "0-1"),
        ("classics knapsack --limit 2", "knapsack"),
        ("classics queens --limit 0", "--limit must be 1 or more, got 0"),
        ("classics queens --resume nonsense", "text beginning with huisu-checkpoint- that a stopp"),
        ("classics queens --resume nonsense --show steps", "--resume and --show steps"),
        ('classics queens --instance {"n":-1}', "-1"),
        ("classics queens --instance no-such-file", "no-such-file"),
        ("classics queens --instance {}", "'n' is missing"),
        ("classics queens --instance 5", "one JSON object, got 5"),
        ("classics queens --form whole", "--form and --show answer"),
        ("classics queens --show estimate --limit 2", "--limit and --show estimate"),
        ("classics queens --show instance --nodes 2", "--nodes and --show instance"),
        ("classics --nodes 2", "NAME is missing"),
        ("classics --show tree", "NAME is missing"),
        ("classics --instance {}", "NAME is missing"),
        ("classics queens --show tree --json", "--json and --show tree"),
        (
            "classics sudoku --show tree --form whole",
            "tree of sudoku has is not known; choose --fo",
        ),
        ("classics queens --nodes -1", "-1"),
    ],
)
def test_bad_input_gets_one_sentence(huisu: Run, command: str, said: str) -> None:
    for language in LANGUAGES:
        code, output, errors = huisu(f"{command} --lang {language}")
        assert code == 2, errors
        assert output == ""
        assert errors.startswith("huisu: ")
        assert len(errors.splitlines()) == 1
        if language == "en":
            assert said in errors


@pytest.mark.parametrize("name", CLASSICS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_is_listed_and_solved(huisu: Run, name: str, language: str) -> None:
    _, listed, _ = huisu(f"classics --lang {language}")
    title = CLASSICS[name]().title(language)  # type: ignore[arg-type]
    assert f"{name} " in listed
    assert title in listed
    code, output, errors = huisu(f"classics {name} --lang {language}")
    assert (code, errors) == (0, "")
    assert output.startswith(title)


@pytest.mark.parametrize("command", ["", *app.commands])
def test_lines_of_chinese_help_break_between_words_and_before_no_closing_sign(
    huisu: Run, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = huisu(f"{command} --help --lang zh")[1].splitlines()
    broken = [line for line in lines if line.lstrip().startswith(tuple("，。；：、）"))]
    assert broken == []
    assert max(map(cell_len, lines)) <= 80
    page = "\n".join(lines)
    for parameter in app.commands[command].params if command else ():
        said = catalogue()[str(parameter.help)]["zh"].replace("{names}", "")
        assert all(name in page for name in re.findall("[a-z.-]{4,}", said))


def test_answers_of_several_lines_have_an_empty_one_between(huisu: Run) -> None:
    instance = json.dumps({"rows": ["12..", "34..", "....", "...."]})
    output = huisu("classics", "sudoku", "--instance", instance)[1].splitlines()
    assert [place for place, line in enumerate(output) if not line] == [*range(5, 60, 5)]
    assert "" not in huisu("classics queens")[1].splitlines()


def test_an_empty_name_is_no_folder(huisu: Run) -> None:
    code, _, errors = huisu("classics", "queens", "--instance", "")
    assert code == 2
    assert "line 1, column 1" in errors


def test_an_answer_can_be_read_by_a_program(huisu: Run) -> None:
    _, output, _ = huisu("classics knapsack --json")
    found = json.loads(output)
    assert (found["value"], found["complete"], found["solutions"]) == (50, True, [[0, 1, 1]])
    assert found["instance"] == {"weights": [16, 15, 15], "values": [45, 25, 25], "capacity": 30}


def test_an_instance_comes_from_text_file_and_standard_input(huisu: Run, tmp_path: Path) -> None:
    text = '{"weights": [3, 5, 2, 1], "values": [9, 10, 7, 4], "capacity": 7}'
    path = tmp_path / "sack.json"
    path.write_text(text, encoding="utf-8")
    answers = {
        huisu("classics", "knapsack", "--instance", text),
        huisu("classics", "knapsack", "--instance", str(path)),
        huisu("classics", "knapsack", "--instance", "-", given=text.encode()),
    }
    assert len(answers) == 1
    assert "value 20" in answers.pop()[1]


def test_the_instance_is_shown_as_it_is_read(huisu: Run) -> None:
    _, output, _ = huisu("classics knapsack --show instance")
    assert huisu("classics", "knapsack", "--instance", output)[0] == 0
    assert json.loads(output)["capacity"] == Knapsack().capacity


def test_a_stopped_search_says_how_to_go_on_and_can(huisu: Run) -> None:
    code, output, errors = huisu("classics sudoku --nodes 200")
    sentence, hint = errors.splitlines()
    assert code == 130
    assert "limit of nodes" in sentence
    assert "answers: 0" in output
    assert huisu(f"classics sudoku --resume {hint.split()[-1]}")[1] == huisu("classics sudoku")[1]
    found = json.loads(huisu("classics sudoku --nodes 200 --json")[1])
    assert found["complete"] is False


def test_what_was_found_before_is_counted_and_not_listed(huisu: Run) -> None:
    whole = huisu("classics sign-triangle")[1].splitlines()
    _, output, errors = huisu("classics sign-triangle --nodes 30")
    text, found = errors.split()[-1], len(output.splitlines()) - 3
    _, rest, _ = huisu("classics", "sign-triangle", "--resume", text)
    assert 0 < found < 12
    assert rest.splitlines()[1:-2] == whole[1 + found : -2]
    said = f"answers: 12, of which {found} were found before the search was resumed"
    assert rest.splitlines()[-2].startswith(said)
    again = json.loads(huisu("classics", "sign-triangle", "--resume", text, "--json")[1])
    assert (again["found_before"], len(again["answers"])) == (found, 12 - found)


def test_a_file_that_was_not_written_is_said_and_cannot_be_resumed(
    huisu: Run, tmp_path: Path
) -> None:
    path = tmp_path / "part.txt"
    code, _, errors = huisu("classics", "queens", "--nodes", "9", "-o", str(path))
    sentence = f"huisu: the search was stopped before its end, so {str(path)!r} was not written\n"
    assert (code, errors) == (130, sentence)
    assert not path.exists()


def test_the_best_so_far_is_called_so(huisu: Run) -> None:
    said = "best so far: 50, which need not be the best there is"
    assert said in huisu("classics knapsack --nodes 10")[2]
    assert "目前最优值：50" in huisu("classics knapsack --nodes 10 --lang zh")[2]
    assert "found so far: 0" in huisu("classics knapsack --nodes 3")[2]


@pytest.mark.parametrize(
    "command",
    ["watch 9", "tree 9 --form collapsed", "classics queens --show steps"],
)
def test_ctrl_c_while_recording_gives_no_advice_that_does_not_exist(
    huisu: Run, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(k: int, x: Sequence[int]) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr("huisu.classics.queens.place", pressed)
    assert huisu(command) == (130, "", "huisu: interrupted\n")
    assert "--resume" in huisu("classics queens")[2]


def test_a_search_that_is_stopped_says_so_whatever_stopped_it(huisu: Run) -> None:
    _, output, errors = huisu("classics queens --limit 1")
    assert "stopped at the number of answers asked for (1)" in output
    assert errors == ""
    assert "stopped" not in huisu("classics queens")[1]
    _, steps, _ = huisu("classics queens --show steps --nodes 10")
    assert steps.endswith("stopped at the limit of nodes; the search was not finished\n")


def test_no_answer_is_an_exit_code_of_its_own(huisu: Run) -> None:
    instance = '{"numbers": [5, 10], "target": 1}'
    code, output, errors = huisu("classics", "subset-sum", "--instance", instance)
    assert code == 1
    assert "answers: 0" in output
    assert errors == "huisu: the problem has no solution\n"


def test_the_steps_and_the_size_of_a_problem(huisu: Run) -> None:
    _, steps, _ = huisu("classics knapsack --show steps")
    assert "weight 31 is over the capacity 30" in steps
    assert "with the value 45, the best so far" in steps
    record = json.loads(huisu("classics knapsack --show steps --json")[1])
    assert record["format"] == "huisu-trace"
    _, size, _ = huisu("classics batch --show estimate")
    assert "solutions  6 ± 0" in size
    assert json.loads(huisu("classics batch --show estimate --json")[1])["solutions"] == 6.0


@pytest.mark.parametrize("name", CLASSICS)
def test_every_problem_is_drawn(huisu: Run, name: str, tmp_path: Path) -> None:
    code, output, errors = huisu(f"classics {name} --show tree")
    assert (code, errors) == (0, "")
    assert output.startswith(CLASSICS[name]().title())
    path = tmp_path / "tree.svg"
    assert huisu("classics", name, "--show", "tree", "-o", str(path)) == (0, "", "")
    assert "data-node" in path.read_text(encoding="utf-8")
