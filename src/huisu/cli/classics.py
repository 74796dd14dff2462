"""`huisu classics`: the textbook's problems, solved, watched, drawn or estimated.

Read main.py for how a command ends.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

from huisu.backtrack import Run, estimate, solutions
from huisu.backtrack.checkpoint import is_checkpoint
from huisu.classics import CLASSICS, Classic, instance_from_json, to_json
from huisu.cli.count import estimate_object, estimate_text
from huisu.cli.options import argument, json_option, lang_option, number
from huisu.cli.parser import Command, OneOf, Text
from huisu.cli.pictures import format_of
from huisu.cli.say import language, say
from huisu.cli.terminal import ProgressBar, output, progress_bar, read_standard_input
from huisu.cli.tree import TREE_FORMATS, tree_bytes
from huisu.cli.watch import recorded, steps_text
from huisu.errors import InputError, Interrupted, NoSolution
from huisu.trace import MAX_NODES, Trace
from huisu.trace.file import packed
from huisu.tree import FORMS, Form
from huisu.views.tree_drawing import draw_tree
from huisu.views.tree_picture import shortened

__all__ = ["classics"]


SHOWN = ("answer", "steps", "tree", "estimate", "instance")

#: Which options mean something only for some of these.
_MEANT_FOR = {
    "--limit": ("answer", "steps", "tree"),
    "--nodes": ("answer", "steps", "tree"),
    "--resume": ("answer",),
    "--form": ("tree",),
}


def _title(name: str) -> str:
    return CLASSICS[name]().title(language())


class Wanted(NamedTuple):
    """Which problem, and how much of its search, as the options say."""

    name: str
    problem: Classic
    limit: int | None
    nodes: int | None
    resume: str | None
    form: Form | None


@click.command(cls=Command, help="help.classics")
@argument("name", help="help.classic_name", required=False, type=OneOf(CLASSICS, _title))
@click.option("--instance", type=Text(), metavar="JSON", help="help.instance")
@click.option("--show", type=OneOf(SHOWN), default="answer", help="help.show")
@click.option("--form", type=OneOf(FORMS), help="help.tree_form")
@number("--limit", "help.limit", metavar="K")
@number("--nodes", "help.limit_nodes")
@click.option("--resume", type=Text(), metavar="TEXT", help="help.resume")
@json_option
@click.option("-o", "--output", "output_file", type=Text(), metavar="FILE", help="help.output")
@lang_option
def classics(
    name: str | None,
    instance: str | None,
    show: str,
    form: Form | None,
    limit: int | None,
    nodes: int | None,
    resume: str | None,
    as_json: bool,
    output_file: str | None,
) -> None:
    """List the problems, or show what is asked of one of them."""
    if limit is not None and limit < 1:
        raise InputError("cli.limit", limit=limit)
    options = {"--limit": limit, "--nodes": nodes, "--resume": resume, "--form": form}
    given = [option for option, value in options.items() if value is not None]
    lines: Iterable[str | bytes]
    if name is None:
        if given or instance is not None or show != "answer":
            raise InputError("cli.missing", name="NAME")
        lines = _table(as_json)
    else:
        _refuse_meaningless(given, show)
        if resume is not None and not is_checkpoint(resume):
            raise InputError("cli.resume.text", text=shortened(resume, 40))
        wanted = Wanted(name, _instance(CLASSICS[name], instance), limit, nodes, resume, form)
        if limit is not None and wanted.problem.goal == "best":
            raise InputError("cli.limit.best", name=name)
        lines = _VIEWS[show](wanted, as_json, output_file)
    try:
        with output(output_file) as write:
            for line in lines:
                write(line if isinstance(line, bytes) else (line + "\n").encode())
    except (Interrupted, KeyboardInterrupt):
        if output_file is None:
            raise
        raise Interrupted("interrupted.unwritten", path=output_file) from None


def _refuse_meaningless(given: list[str], show: str) -> None:
    """Refuse options that mean nothing for what is to be shown."""
    for option in given:
        if show not in _MEANT_FOR[option]:
            raise InputError("cli.exclusive", first=option, second=f"--show {show}")


def _table(as_json: bool) -> Iterator[str]:
    """Yield the problems there are, one a line."""
    width = max(map(len, CLASSICS))
    for name, cls in CLASSICS.items():
        title, about = cls().title(language()), cls().about(language())
        if as_json:
            yield json.dumps({"name": name, "title": title, "about": about}, ensure_ascii=False)
        else:
            yield say("classics.line", name=f"{name:<{width}}", title=title, about=about)


def _instance(cls: type[Classic], given: str | None) -> Classic:
    """Return the instance of an option's JSON, file name or `-`; the textbook's by default."""
    if given is None:
        return cls()
    if given == "-":
        return instance_from_json(cls, read_standard_input())
    if _is_json(given):
        return instance_from_json(cls, given)
    try:
        return instance_from_json(cls, Path(given).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError("cli.file.read", path=given, reason=error.strerror) from None
    except UnicodeDecodeError as error:
        raise InputError("cli.file.text", path=given, position=error.start + 1) from None


def _is_json(given: str) -> bool:
    """Return whether an option is JSON, or should be: what no file is called."""
    text = given.strip()
    return text[:1] in ("", "{", "[", '"') or text.removeprefix("-").isdecimal()


def _answer(wanted: Wanted, as_json: bool, output_file: str | None) -> Iterator[str]:
    """Yield the instance, each answer as it is found, or the best at last, and the figures."""
    problem = wanted.problem
    found: list[tuple[int, ...]] = []
    given = 0
    with progress_bar(say("classics.label", name=wanted.name)) as bar:
        run = _run(wanted, bar)
        before = run.stats.answers
        if not as_json:
            yield _heading(problem)
        try:
            for x in run:
                if as_json:
                    found.append(x)
                elif problem.goal == "all":
                    bar.close()
                    answer = problem.answer(x, language())
                    if given and "\n" in answer:  # else they would run together
                        yield ""
                    yield answer
                    given += 1
            stop = None if run.outcome in ("complete", "solutions") else run.stopped()
        except Interrupted as interruption:
            stop = interruption
    yield from _result(run, wanted, found, before, as_json)
    if stop is not None:
        raise stop
    if run.stats.answers == 0:
        raise NoSolution("none.problem")


def _heading(problem: Classic) -> str:
    return say("classics.heading", title=problem.title(language()), instance=to_json(problem))


def _run(wanted: Wanted, bar: ProgressBar) -> Run[int]:
    return solutions(
        wanted.problem.problem(), goal=wanted.problem.goal, nodes=wanted.nodes,
        solutions=wanted.limit, resume=wanted.resume,
        on_progress=lambda progress: bar.show(progress.done),
    )  # fmt: skip


def _result(
    run: Run[int], wanted: Wanted, found: list[tuple[int, ...]], before: int, as_json: bool
) -> Iterator[str]:
    """Yield the best answer, and the figures of the search; or all as one JSON object.

    `before` answers were given before the search was resumed.
    """
    problem, best = wanted.problem, run.best
    if best is not None:
        found = [best.solution]
    if as_json:
        yield json.dumps(_object(run, wanted, found, before), ensure_ascii=False)
        return
    if best is not None:
        yield problem.answer(best.solution, language())
    stats = run.stats
    if problem.goal == "all":
        key = "classics.count.resumed" if before else "classics.count"
        yield say(key, count=f"{stats.answers:,}", before=f"{before:,}")
    if run.outcome == "solutions":
        yield say("watch.stopped.solutions", answers=f"{wanted.limit:,}")
    yield say(
        "classics.figures", generated=f"{stats.generated:,}",
        killed=f"{stats.killed_by_constraint:,}", cut=f"{stats.killed_by_bound:,}",
    )  # fmt: skip


def _object(
    run: Run[int], wanted: Wanted, found: list[tuple[int, ...]], before: int
) -> dict[str, Any]:
    """Return what `--json` writes; components as people write them."""
    problem, stats = wanted.problem, run.stats
    result: dict[str, Any] = {
        "problem": wanted.name,
        "instance": json.loads(to_json(problem)),
        "goal": problem.goal,
        "complete": run.outcome == "complete",
        "value": None if run.best is None else run.best.value,
        "solutions": [[problem.label(each) for each in x] for x in found],
        "answers": [problem.answer(x, language()) for x in found],
        "generated": stats.generated,
        "killed_by_constraint": stats.killed_by_constraint,
        "killed_by_bound": stats.killed_by_bound,
    }
    if problem.goal == "all" and wanted.resume is not None:
        result["found_before"] = before
    if run.outcome != "complete":
        result["checkpoint"] = run.checkpoint()
    return result


def _steps(wanted: Wanted, as_json: bool, output_file: str | None) -> Iterator[str | bytes]:
    search = _recorded(wanted)
    if as_json:
        yield packed(search, output_file or "")
    else:
        yield from steps_text(search)


def _recorded(wanted: Wanted) -> Trace:
    problem = wanted.problem
    return recorded(
        problem.problem(), say("classics.label", name=wanted.name),
        goal=problem.goal, solutions=wanted.limit,
        nodes=MAX_NODES if wanted.nodes is None else wanted.nodes,
    )  # fmt: skip


def _tree(wanted: Wanted, as_json: bool, output_file: str | None) -> Iterator[bytes]:
    if as_json:
        raise InputError("cli.exclusive", first="--json", second="--show tree")
    if wanted.form == "whole" and wanted.problem.tree is None:
        raise InputError("cli.tree.unknown", name=wanted.name)
    written_as = format_of(None, output_file, None, TREE_FORMATS)
    drawing = draw_tree(
        _recorded(wanted),
        form=wanted.form,
        language=language(),
        title=wanted.problem.title(language()),
    )
    yield tree_bytes(drawing, written_as, None, to_file=output_file is not None)


def _estimate(wanted: Wanted, as_json: bool, output_file: str | None) -> Iterator[str]:
    size = estimate(wanted.problem.problem(), probes=1000)
    if as_json:
        yield json.dumps({"problem": wanted.name, **estimate_object(size)})
    else:
        title = say("classics.estimate", title=wanted.problem.title(language()), probes="1,000")
        yield estimate_text(title, size).rstrip("\n")


def _instance_json(wanted: Wanted, as_json: bool, output_file: str | None) -> Iterator[str]:
    yield to_json(wanted.problem)


_VIEWS: dict[str, Callable[[Wanted, bool, str | None], Iterable[str | bytes]]] = {
    "answer": _answer,
    "steps": _steps,
    "tree": _tree,
    "estimate": _estimate,
    "instance": _instance_json,
}
