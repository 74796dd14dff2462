"""How are arguments parsed, explained and refused, in both languages?

click does the parsing. Help texts are keys of the word catalogue, laid out by
rich, which knows the width of Chinese characters; each of click's own errors is
said in one sentence of ours. Read options.py next.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from huisu.cli.say import say
from huisu.errors import InputError
from huisu.words import catalogue

__all__ = [
    "Command",
    "DecimalNumber",
    "Group",
    "OneOf",
    "Text",
    "WholeNumber",
    "guard_negative_numbers",
    "parser_error",
]

_SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "allow_extra_args": True}

_MINUS = "\N{MINUS SIGN}"


def guard_negative_numbers(arguments: Sequence[str]) -> list[str]:
    """Write the minus of arguments such as -5 as a true minus sign.

    The parser would take "-5" for an option; so it reaches our own check of the
    number, and gets that check's sentence.
    """
    return [re.sub(r"^-(?=\d)", _MINUS, argument) for argument in arguments]


class WholeNumber(click.ParamType):  # type: ignore[type-arg]
    """A whole number of any size; what is too small or too large is for the command to say."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the int, or raise InputError naming the parameter."""
        if isinstance(value, int):
            return value
        text = str(value).replace(_MINUS, "-")
        if not re.fullmatch(r"[+-]?[0-9]{1,4000}", text):
            raise InputError("cli.whole_number", name=_name(param), value=_shortened(text))
        return int(text)


class DecimalNumber(click.ParamType):  # type: ignore[type-arg]
    """A number, whole or with a decimal point; its bounds are for the command to know."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the float, or raise InputError naming the parameter."""
        if isinstance(value, float):
            return value
        text = str(value).replace(_MINUS, "-")
        if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)", text) or len(text) > 100:
            raise InputError("cli.decimal", name=_name(param), value=_shortened(text))
        return float(text)


class Text(click.ParamType):  # type: ignore[type-arg]
    """A text as it was typed."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text with its own minus sign back."""
        return re.sub(f"^{_MINUS}", "-", str(value))


class OneOf(click.ParamType):  # type: ignore[type-arg]
    """One of a few names, which the shell can complete."""

    name = "name"

    def __init__(self, names: Iterable[str], text: Callable[[str], str] | None = None) -> None:
        """Keep the names in their order, and what gives the text that explains one."""
        self.names = tuple(names)
        self.text = text

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name, or raise InputError listing the names."""
        if value not in self.names:
            names = ", ".join(self.names)
            raise InputError("cli.one_of", name=_name(param), value=value, names=names)
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names that begin as typed."""
        return [CompletionItem(name) for name in self.names if name.startswith(incomplete)]


def _shortened(text: str) -> str:
    return text if len(text) < 40 else text[:36] + " ..."


def _name(param: click.Parameter | None) -> str:
    if param is None:
        return "?"
    return param.opts[-1] if isinstance(param, click.Option) else (param.name or "?").upper()


class _Bilingual:
    """Help in the language in use, drawn by rich; shared by commands and the group."""

    def get_help_option(self: Any, ctx: click.Context) -> click.Option | None:
        option: click.Option | None = super().get_help_option(ctx)  # type: ignore[misc]
        if option is not None:
            option.help = "help.help"
        return option

    def format_help(self: Any, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(_help(self, ctx))

    def get_short_help_str(self: Any, limit: int = 45) -> str:
        return _said(self.help).splitlines()[0]


class Argument(click.Argument):
    """A positional argument that has a help text of its own."""

    def __init__(self, declarations: Sequence[str], help: str, **settings: Any) -> None:
        """Keep the key of the help text beside click's settings."""
        super().__init__(declarations, **settings)
        self.help = help


class Command(_Bilingual, click.Command):
    """One command."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        """Add our settings to click's."""
        settings["context_settings"] = _SETTINGS | settings.get("context_settings", {})
        super().__init__(*arguments, **settings)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse, and refuse what is left over with a sentence of ours."""
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise InputError("cli.extra", value=" ".join(rest), command=ctx.command_path)
        return rest


class Group(_Bilingual, click.Group):
    """The command `huisu` itself."""

    command_class = Command

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        """Add our settings to click's; without a command the help is shown."""
        settings |= {"context_settings": _SETTINGS, "invoke_without_command": True}
        super().__init__(*arguments, **settings)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command named, or refuse the name with the list of names."""
        if self.get_command(ctx, args[0]) is None and not ctx.resilient_parsing:
            names = ", ".join(self.list_commands(ctx))
            raise InputError("cli.command", name=args[0], names=names)
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order they were added."""
        return list(self.commands)


def _said(key: str | None, parameter: click.Parameter | None = None) -> str:
    """Return the text of a help key; {names} in it are those the parameter may have."""
    names = parameter.type.names if parameter and isinstance(parameter.type, OneOf) else ()
    return say(key, names=", ".join(names)) if key else ""


def _help(command: click.Command, ctx: click.Context) -> str:
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text as RichText

    console = Console(
        file=io.StringIO(), force_terminal=sys.stdout.isatty(), width=_width(), highlight=False
    )
    usage = " ".join([ctx.command_path, *_usage_pieces(command, ctx)])
    console.print(RichText.assemble((say("help.usage"), "bold"), usage))
    console.print(Padding(RichText(_filled(_said(command.help), console.width - 4)), (1, 2)))
    for title, rows in _sections(command, ctx):
        _print_section(console, title, rows)
    examples = f"{command.help}.examples"
    if examples in catalogue():
        console.print(RichText(say("help.examples"), style="bold"))
        console.print(Padding(RichText(say(examples)), (0, 2)))
    lines: list[str] = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    return "".join(line.rstrip() + "\n" for line in lines)


def _usage_pieces(command: click.Command, ctx: click.Context) -> list[str]:
    arguments = [p for p in command.get_params(ctx) if isinstance(p, Argument)]
    pieces = [say("help.usage.options"), *(p.make_metavar(ctx) for p in arguments)]
    return [*pieces, say("help.usage.command")] if isinstance(command, click.Group) else pieces


def _width() -> int:
    import shutil

    return min(shutil.get_terminal_size((100, 24)).columns, 110)


def _sections(
    command: click.Command, ctx: click.Context
) -> Iterable[tuple[str, list[tuple[str, str]]]]:
    """Yield the titled lists of a help page: commands, arguments, options, names explained."""
    if isinstance(command, click.Group):
        named = [(name, command.commands[name]) for name in command.list_commands(ctx)]
        yield "help.commands", [(name, each.get_short_help_str()) for name, each in named]
    parameters = command.get_params(ctx)
    arguments = [p for p in parameters if isinstance(p, Argument)]
    if arguments:
        yield "help.arguments", [(p.make_metavar(ctx), _said(p.help, p)) for p in arguments]
    options = [p for p in parameters if isinstance(p, click.Option)]
    yield "help.options", [(_option_names(p), _said(p.help, p)) for p in options]
    for type_ in (p.type for p in parameters):
        if isinstance(type_, OneOf) and type_.text:
            yield "help.names", [(name, type_.text(name)) for name in type_.names]


def _option_names(option: click.Option) -> str:
    names = ", ".join(option.opts)
    if option.is_flag:
        return names
    if isinstance(option.type, OneOf) and not option.metavar:
        return f"{names} {'|'.join(option.type.names)}"
    return f"{names} {option.metavar or (option.name or '').upper()}"


def _print_section(console: Any, title: str, rows: list[tuple[str, str]]) -> None:
    from rich.table import Table
    from rich.text import Text as RichText

    table = Table.grid(padding=(0, 2, 0, 2))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    room = console.width - max(len(name) for name, _ in rows) - 2
    for name, text in rows:
        table.add_row(RichText(name, style="cyan"), RichText(_filled(text, room)))
    console.print(RichText(say(title), style="bold"))
    console.print(table)
    console.print()


#: What stays on one line: a word, or one Chinese letter, with the signs that belong to it.
_PIECE = re.compile("\\s+|（*(?:[^\\s\u2e80-\uffef]+|[\u2e80-\uffef])[：，。；、）]*")


def _filled(text: str, width: int) -> str:
    """Return a text in lines of some width; rich breaks Chinese lines within words."""
    from rich.cells import cell_len

    lines: list[str] = []
    for paragraph in text.splitlines():
        lines.append("")
        for piece in _PIECE.findall(paragraph):
            if cell_len(lines[-1] + piece.rstrip()) > width:
                lines.append("")
            lines[-1] += piece if lines[-1] else piece.lstrip()
    return "\n".join(lines)


def parser_error(error: click.ClickException, group: click.Group) -> str:
    """Return click's complaint about a group's arguments as one sentence in the language in use."""
    if isinstance(error, click.NoSuchOption):
        guesses = sorted(error.possibilities or ())
        if guesses:
            return say("cli.option.guess", name=error.option_name, guess=", ".join(guesses))
        return say("cli.option", name=error.option_name)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return say("cli.missing", name=_name(error.param))
    if isinstance(error, click.BadOptionUsage):
        flag = _is_flag(error.option_name, group)
        key = "cli.option.no_value" if flag else "cli.option.needs_value"
        return say(key, name=error.option_name)
    return say("cli.usage", text=error.format_message())


def _is_flag(option: str, group: click.Group) -> bool:
    """Return whether an option takes no value; one name means one thing in every command."""
    parameters = [p for command in (group, *group.commands.values()) for p in command.params]
    return any(option in p.opts for p in parameters if isinstance(p, click.Option) and p.is_flag)
