"""Does the command line answer as its help says, with the right exit code, in both languages?

Commands run in this process; test_terminal.py runs the installed program.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from conftest import Run
from huisu.cli.main import app
from huisu.queens.board import is_solution
from huisu.words import LANGUAGES

DATA = Path(__file__).parent / "data"


def golden(name: str) -> str:
    return (DATA / "golden" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("--lang zh solve 8 --format numbered", "solve-8-numbered.txt"),
        ("solve 8 --format numbered --lang zh", "solve-8-numbered.txt"),
        ("solve 4 --format letters", "solve-4-letters.txt"),
        ("solve 6 --format letters", "solve-6-letters.txt"),
        ("solve 4 --format pairs", "solve-4-pairs.txt"),
        ("solve 6 --format pairs", "solve-6-pairs.txt"),
        ("first-by-column 4 --lang=zh", "first-by-column-4.txt"),
        ("first-by-column 8 --lang=zh", "first-by-column-8.txt"),
    ],
)
def test_the_textbook_layouts_are_exact(huisu: Run, command: str, name: str) -> None:
    assert huisu(command) == (0, golden(name), "")


def test_judges_answer_standard_input(huisu: Run) -> None:
    for name, judge in [("poj-2754", "poj-2754"), ("luogu-p1219.8", "luogu-p1219")]:
        given = (DATA / "judges" / f"{name}.in").read_bytes()
        expected = (DATA / "judges" / f"{name}.out").read_text(encoding="utf-8")
        assert huisu(f"judge {judge}", given=given) == (0, expected, "")


def test_judge_without_a_name_lists_them(huisu: Run) -> None:
    code, output, _ = huisu("judge")
    assert code == 0
    assert len(output.splitlines()) == 19
    assert output.startswith("openjudge-1700 ")


def test_solve_draws_every_board_and_says_how_many(huisu: Run) -> None:
    code, output, _ = huisu("solve 6")
    assert code == 0
    assert output.count("Solution") == 4
    assert output.count("Q") == 24
    assert output.endswith("6 queens, solutions: 4\n")


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("solve 8 --first --format digits", "15863724\n"),
        ("solve 8 --limit 2 --format digits", "15863724\n16837425\n"),
        ("solve 8 --first --order reverse --format digits", "84136275\n"),
        ("solve 8 --first --order by-column --format digits", "17582463\n"),
        ("solve 8 --first --first-queen 4 --format digits", "41582736\n"),
        ("solve 4 --fix 1,2 --format digits", "2413\n"),
        ("solve 4 --block 1,2 --format digits", "3142\n"),
        ("solve --complete 2... --format digits", "2413\n"),
        ("solve 4 --complete 20.. --format digits", "2413\n"),
        ("solve 8 --complete (1,1) --limit 1 --format digits", "15863724\n"),
        ("solve 6 --fundamental --format digits", "246135\n"),
        ("solve 5 --symmetric quarter --format digits", "25314\n41352\n"),
        ("solve 4 --json", "[2, 4, 1, 3]\n[3, 1, 4, 2]\n"),
        ("solve 0 --json", "[]\n"),
        ("solve 1 --format digits", "1\n"),
        ("kth 8 92", "84136275\n"),
        ("kth 8 1 --fix 1,4", "41582736\n"),
        ("kth 4 2 --format bits", "0 0 1 0\n1 0 0 0\n0 0 0 1\n0 1 0 0\n\n"),
        ("rank 84136275", "92\n"),
        ("rank 2413 --fix 1,2", "1\n"),
        ("rank 1,3,6,8,10,5,9,2,4,7", "1\n"),
        ("count 8", "92\n"),
        ("count 0", "1\n"),
        ("count 3", "0\n"),
        ("count 8 --fix 1,1 --block 2,5", "3\n"),
        ("count 8 --fundamental", "12\n"),
        ("count 8 --symmetric half", "4\n"),
        ("count 12 --symmetric quarter", "8\n"),
        ("count 8 --kernel python --threads 1", "92\n"),
    ],
)
def test_small_questions_have_exact_answers(huisu: Run, command: str, output: str) -> None:
    assert huisu(command) == (0, output, "")


def test_fundamental_boards_say_the_size_of_their_class(huisu: Run) -> None:
    _, output, _ = huisu("solve 8 --fundamental")
    assert output.count("class of 8") == 11
    assert output.count("class of 4") == 1


def test_any_one_of_a_huge_board_is_a_solution(huisu: Run) -> None:
    code, output, _ = huisu("solve 2000 --any")
    assert code == 0
    assert is_solution([int(number) - 1 for number in output.split()])


def test_count_in_json_has_the_contracted_keys(huisu: Run) -> None:
    code, output, _ = huisu("count 8 --json")
    answer = json.loads(output)
    assert code == 0
    assert list(answer) == ["n", "count", "complete", "kernel", "seconds"]
    assert (answer["n"], answer["count"], answer["complete"]) == (8, 92, True)


def test_other_commands_write_json_too(huisu: Run) -> None:
    assert json.loads(huisu("kth 8 92 --json")[1])["solution"] == [8, 4, 1, 3, 6, 2, 7, 5]
    assert json.loads(huisu("rank 84136275 --json")[1])["rank"] == 92
    assert json.loads(huisu("first-by-column 4 --json")[1])["first"][0] is None
    assert json.loads(huisu("estimate 8 --json")[1])["n"] == 8
    assert json.loads(huisu("kernels --json")[1])["kernels"][-1]["name"] == "python"
    assert is_solution([c - 1 for c in json.loads(huisu("sample 8 --json")[1])])


def test_samples_with_a_seed_come_again(huisu: Run) -> None:
    first = huisu("sample 8 --seed 7 --number 3")
    assert first == huisu("sample 8 --seed 7 --number 3")
    assert len(set(first[1].split())) > 1


def test_check_accepts_a_solution_and_explains_what_is_none(huisu: Run) -> None:
    assert huisu("check 84136275")[0] == 0
    code, output, _ = huisu("check 13572468")
    assert code == 1
    assert "same falling diagonal ↘: (4,7) (5,8)" in output or "(5,2) (6,4)" not in output
    code, output, _ = huisu("check 11......")
    assert code == 1
    assert "same column: (1,1) (2,1)" in output


def test_check_calls_a_partial_board_no_solution_yet(huisu: Run) -> None:
    code, output, _ = huisu("check 1.......")
    assert (code, output) == (
        1,
        "not a solution yet: 1 of 8 queens, and no two attack each other\n",
    )


@pytest.mark.parametrize(
    "name", ["board", "numbered", "letters", "pairs", "digits", "dots", "bits", "fen"]
)
def test_check_reads_all_that_solve_writes(huisu: Run, name: str) -> None:
    written = huisu(f"solve 6 --format {name}")[1]
    code, output, _ = huisu("check -", given=written.encode())
    assert code == 0
    assert output.count("a solution") == 4


def test_check_overlooks_no_board_after_squares(huisu: Run) -> None:
    given = b".Q..\n...Q\nQ...\n..Q.\n\n1234\n"
    code, output, _ = huisu("check -", given=given)
    assert (code, output.count("Board")) == (1, 2)
    squares = b"#Q##\n###Q\nQ###\n##Q#\n\n"
    assert huisu("check -", given=squares + b"1\n")[0] == 0
    assert huisu("check -", given=squares + b"1234\n")[0] == 1


def test_check_reads_the_solutions_that_solve_writes_as_json(huisu: Run) -> None:
    written = huisu("solve 6 --json")[1]
    assert huisu("check -", given=written.encode())[1].count("a solution") == 4


def test_check_in_json_names_the_queens_and_the_line(huisu: Run) -> None:
    code, output, _ = huisu("check 1.2. --json")
    assert code == 1
    assert json.loads(output) == {"n": 4, "queens": 2, "valid": False, "attacks": []}
    attacks = json.loads(huisu("check 12.. --json")[1])["attacks"]
    assert attacks == [{"line": "falling", "squares": [[1, 1], [2, 2]]}]


def test_estimate_comes_near_the_known_tree(huisu: Run) -> None:
    answer = json.loads(huisu("estimate 8 --json --probes 5000")[1])
    assert abs(answer["nodes"] - 2057) < 5 * answer["nodes_error"]
    assert abs(answer["solutions"] - 92) < 5 * answer["solutions_error"]


def test_output_files_appear_whole_or_not_at_all(huisu: Run, tmp_path: Path) -> None:
    whole = tmp_path / "all.txt"
    assert huisu("solve", "6", "--format", "digits", "-o", str(whole)) == (0, "", "")
    assert len(whole.read_text().splitlines()) == 4
    none = tmp_path / "none.txt"
    assert huisu("solve", "3", "-o", str(none))[0] == 1
    assert list(tmp_path.iterdir()) == [whole]


def test_an_output_file_keeps_its_mode_and_a_link_its_target(huisu: Run, tmp_path: Path) -> None:
    file, link = tmp_path / "all.txt", tmp_path / "link.txt"
    file.write_text("old")
    file.chmod(0o600)
    link.symlink_to(file)
    assert huisu("solve", "4", "--format", "digits", "-o", str(link))[0] == 0
    assert (link.is_symlink(), file.read_text()) == (True, "2413\n3142\n")
    assert file.stat().st_mode & 0o777 == 0o600


def test_output_to_a_pipe_is_written_into_it(huisu: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert huisu("solve", "4", "--format", "digits", "-o", str(pipe))[0] == 0
    assert os.read(reader, 100) == b"2413\n3142\n"
    assert pipe.is_fifo()
    os.close(reader)


@pytest.mark.parametrize("suffix", ["svg", "png", "txt"])
def test_board_pictures_follow_the_file_name(huisu: Run, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"board.{suffix}"
    assert huisu("board", "8", "--kth", "1", "-o", str(file)) == (0, "", "")
    begins = {"svg": b"<svg", "png": b"\x89PNG", "txt": b"  1 2 3"}[suffix]
    assert file.read_bytes().startswith(begins)


def test_board_without_a_file_is_text_or_svg_on_standard_output(huisu: Run) -> None:
    assert huisu("board 8 --kth 92")[1].count("Q") == 8
    assert huisu("board 8 --fix 1,1 --block 2,5")[1].count("#") == 1
    assert huisu("board --board 1234 --attacks --format svg")[1].startswith("<svg")


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("solve 3", "3 queens: there is no solution"),
        ("solve 2 --any", "2 queens: there is no solution"),
        ("solve 4 --fix 1,1", "no solution of n = 4 keeps these fixed queens and blocked squares"),
        ("solve 6 --symmetric quarter", "n = 6: no solution asked for has this symmetry"),
        ("kth 3 1", "3 queens: there is no solution"),
        ("sample 2", "2 queens: there is no solution"),
        ("board 3", "3 queens: there is no solution"),
    ],
)
def test_no_solution_is_exit_code_1(huisu: Run, command: str, sentence: str) -> None:
    assert huisu(command) == (1, "", f"huisu: {sentence}\n")


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("count -5", "n must be 0 or more, got -5"),
        ("count abc", "N must be a whole number, got 'abc'"),
        ("count 1.5", "N must be a whole number, got '1.5'"),
        ("count 50", "n must be 0..30 to count a whole board, got 50"),
        ("count 99999999999999999999", "n must be 0..30 to count a whole board"),
        ("solve 65", "n must be 0..64 for a search, got 65"),
        ("sample 17", "n must be 0..16 to choose uniformly"),
        ("kth 8 93", "k must be 1..92, got 93"),
        ("kth 8 0", "k must be 1 or more, got 0"),
        ("kth 8 -3", "k must be 1 or more, got -3"),
        ("rank 12345678", "this is not a solution of the board of n = 8"),
        ("rank 1.......", "this board has 1 queens for 8 rows"),
        ("solve 8 --fix 9,1", "square (9,1) is off the board of n = 8"),
        ("solve 8 --fix 0,1", "square (0,1) is off the board of n = 8"),
        ("solve 8 --first-queen 9", "square (1,9) is off the board of n = 8"),
        ("solve 8 --fix 1;1", "--fix takes a square as ROW,COLUMN"),
        ("solve 8 --fix 1,1 --fix 2,2", "attack each other: same falling diagonal"),
        ("solve 8 --fix 1,2 --fix 2,1", "attack each other: same rising diagonal"),
        ("solve 8 --fix 1,1 --fix 2,1", "attack each other: same column"),
        ("solve 8 --fix 1,1 --fix 1,3", "attack each other: same row"),
        ("solve 8 --fix 1,1 --block 1,1", "a queen is fixed on the blocked square (1,1)"),
        ("solve 8 --complete 1...", "N is 8 but the board has 4 rows"),
        ("solve", "the argument N is missing"),
        ("solve 8 --first --any", "--first and --any cannot be used together"),
        ("solve 8 --json --format fen", "--json and --format cannot be used together"),
        ("solve 8 --limit 0", "--limit must be 1 or more, got 0"),
        ("solve 8 --format foo", "--format cannot be 'foo'; choose one of: board, digits"),
        ("solve 8 --order up", "--order cannot be 'up'"),
        ("solve 8 --fundamental --fix 1,1", "--fundamental is for a whole board"),
        ("solve 2000 --any --format dots", "2000"),
        ("count 8 --threads 0", "threads must be 1 or more, got 0"),
        ("count 8 --kernel gpu", "there is no kernel 'gpu'; this installation has:"),
        ("count 8 --symmetric third", "--symmetric cannot be 'third'"),
        ("count 8 9", "'9' is one argument too many"),
        ("count 8 --jsn", "there is no option --jsn"),
        ("count 8 --json=1", "the option --json takes no value"),
        ("count 8 --threads", "the option --threads needs a value"),
        ("conut 8", "there is no command 'conut'"),
        ("count 8 --lang fr", "there is no language 'fr'"),
        ("check -1", "line 1: column -1 is off the board"),
        ("check (1,1)(1,1)", "a square is named twice"),
        ("board --board 2413 --fix 1,1", "--fix and --board cannot be used together"),
        ("check 12a4", "'a' is not the column of a queen"),
        ("check ....|....", ""),
        ("count 8 --symmetric half --threads 2", "--symmetric and --threads cannot be used"),
        ("count 8 --symmetric half --kernel python", "--symmetric and --kernel cannot be used"),
        ("solve 100000000 --any", "n must be 0..10000000 to construct a solution"),
        ("board 1000000000000", "1000000000000"),
        ("judge nobody", "cannot be 'nobody'"),
        ("estimate 8 --probes 0", "--probes must be 2..1000000000, got 0"),
        ("sample 8 --number 0", "--number must be 1 or more, got 0"),
        ("board 8 -o board.gif", "cannot tell the format from 'board.gif'"),
        ("board 8 --width 10", "--width is for a PNG"),
        ("board 8 --format png --width 0", "--width must be 1.."),
        ("board 8 -o /nowhere/x.svg", "cannot write '/nowhere/x.svg'"),
        ("board 300", "300"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(huisu: Run, command: str, sentence: str) -> None:
    code, output, errors = huisu(command)
    assert (code, output) == (2, "")
    assert errors.startswith("huisu: ")
    assert errors.count("\n") == 1
    assert sentence in errors
    chinese = huisu(*command.split(), "--lang", "zh") if "fr" not in command else (2, "", "中")
    assert chinese[0] == 2
    assert re.search("[\u4e00-\u9fff]", chinese[2])


@pytest.mark.parametrize("given", [b"", b"\xff\xfe\x00", b".Q..\n..Q\n....\n....\n", b"@@\n@@\n"])
def test_unreadable_boards_are_refused(huisu: Run, given: bytes) -> None:
    code, output, errors = huisu("check -", given=given)
    assert (code, output) == (2, "")
    assert errors.count("\n") == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["", *app.commands])
def test_every_help_page_is_whole_in_its_language(huisu: Run, command: str, language: str) -> None:
    code, output, _ = huisu(*command.split(), "-h", "--lang", language)
    assert code == 0
    assert not re.search(r"help\.\w", output)
    assert bool(re.search("[\u4e00-\u9fff]", output)) == (language == "zh")
    assert "--lang en|zh" in output


def test_the_locale_chooses_the_language(huisu: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert huisu("solve 3")[2] == "huisu: 3 皇后：无解\n"


def test_without_a_command_the_help_is_shown(huisu: Run) -> None:
    assert huisu(*[]) == huisu("--help")
