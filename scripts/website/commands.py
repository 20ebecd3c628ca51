"""The reference of the command line, as Markdown, from the commands themselves."""

import re
from collections.abc import Iterator
from typing import Any

from fourscore.cli.main import COMMANDS, load_command

__all__ = ["commands_page"]

HEAD = """# Commands

Every command with all its arguments and options, as `fourscore COMMAND --help` prints them. \
[The command line](../program/command-line.md) shows them at work. `fourscore --version` prints \
the version.
"""


def commands_page() -> str:
    """Return the page on all commands."""
    parts = [HEAD]
    for name in COMMANDS:
        parts += _describe(load_command(name), f"fourscore {name}", 2)
    return "\n".join(parts)


def _describe(command: Any, path: str, level: int) -> Iterator[str]:
    context = command.make_context(path, [], resilient_parsing=True)
    yield f"{'#' * level} `{path}`\n"
    yield f"```text\n{' '.join([path, *command.collect_usage_pieces(context)])}\n```\n"
    if command.help:
        yield f"{_prose(command.help)}\n"
    yield from _table([each for each in command.params if each.name != "help"], context)
    for name, inner in sorted(getattr(command, "commands", {}).items()):
        yield from _describe(inner, f"{path} {name}", level + 1)


def _table(parameters: list[Any], context: Any) -> Iterator[str]:
    rows = [row for each in parameters if (row := each.get_help_record(context)) is not None]
    if rows:
        yield "| argument or option | meaning |\n|---|---|"
        yield from (f"| `{names}` | {_cell(words)} |" for names, words in rows)
        yield ""


def _prose(text: str) -> str:
    """Return a help text as paragraphs; \\b marks one whose lines are kept."""
    paragraphs = text.replace("\f", "").split("\n\n")
    return "\n\n".join(
        f"```text\n{each.lstrip().removeprefix(chr(8)).strip(chr(10))}\n```"
        if each.lstrip().startswith("\b")
        else _escape(" ".join(each.split()))
        for each in paragraphs
    )


def _cell(words: str) -> str:
    return _escape(" ".join(words.split())).replace("|", "\\|")


def _escape(text: str) -> str:
    """Keep Markdown from reading a text's own signs as markup."""
    return re.sub(r"([*_<\[\]])", r"\\\1", text)
