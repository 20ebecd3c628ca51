"""Output: rich consoles that print plain text off a terminal or under NO_COLOR."""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from fourscore.schemas.base import Schema

__all__ = [
    "errors",
    "filled_table",
    "is_lively",
    "output",
    "print_json",
    "print_table",
    "quiet_table",
]


def output() -> Console:
    """Return the console for results."""
    return _console(stderr=False)


def errors() -> Console:
    """Return the console for progress, so that results can be piped on."""
    return _console(stderr=True)


def _console(stderr: bool) -> Console:
    plain = bool(os.environ.get("NO_COLOR"))
    stream = sys.stderr if stderr else sys.stdout
    # Off a terminal there is no width to wrap to.
    width = None if stream.isatty() or "COLUMNS" in os.environ else 120
    return Console(
        stderr=stderr,
        highlight=False,
        markup=False,
        emoji=False,
        width=width,
        color_system=None if plain else "auto",
    )


def is_lively(console: Console) -> bool:
    """Return whether this console can be redrawn, as for a progress bar."""
    return console.is_terminal and console.color_system is not None


def quiet_table(*headers: str) -> Table:
    """Make a table with hairlines only; a header that begins with ">" right-aligns figures."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for header in headers:
        right = header.startswith(">")
        table.add_column(header.lstrip(">"), justify="right" if right else "left", no_wrap=right)
    return table


def filled_table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Make such a table and fill its rows."""
    table = quiet_table(*headers)
    for row in rows:
        table.add_row(*row)
    return table


def print_table(table: Table) -> None:
    """Print a table, off a terminal without blanks at the ends of lines."""
    out = output()
    if out.is_terminal:
        out.print(table)
        return
    with out.capture() as drawn:
        out.print(table)
    for line in drawn.get().splitlines():
        out.out(line.rstrip(), highlight=False)


def print_json(answer: "Schema | dict[str, Any]", **more: "Schema | None") -> None:
    """Print JSON for other programs; additional fields come first."""
    whole = {name: each.model_dump(mode="json") for name, each in more.items() if each}
    whole |= answer if isinstance(answer, dict) else answer.model_dump(mode="json")
    output().out(json.dumps(whole, indent=2, ensure_ascii=False), highlight=False)
