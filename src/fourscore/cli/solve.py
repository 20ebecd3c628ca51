"""`fourscore solve`: exact scores, a line a position."""

import re
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fourscore.cli.options import AsJson, BookFile, NoBook, SizeText
from fourscore.errors import FourscoreError, InputError

if TYPE_CHECKING:
    from fourscore.core.game import Game
    from fourscore.core.position import Position
    from fourscore.solver import Bounds, Score, Solver

__all__ = ["solve"]

BATCH = 256
"""Positions that are solved together when only scores are wanted."""
BAD_INPUT = 2


def solve(
    position: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[POSITION]...",
            help="Moves such as 4453, drawn boards, files; without any, a line each is read "
            'from standard input. "" is the empty board.',
            show_default=False,
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="The score of each column.")] = False,
    weak: Annotated[bool, typer.Option("--weak", help="Only who wins.")] = False,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Stop after this many, with bounds.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", min=0.001, help="Stop after them, with bounds."),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="One a core by default.")
    ] = None,
    megabytes: Annotated[
        int, typer.Option(metavar="MB", min=1, max=65536, help="For the table.")
    ] = 64,
    book: BookFile = None,
    no_book: NoBook = False,
    size: SizeText = "",
    json: AsJson = False,
) -> None:
    """Prove the exact score of positions.

    Prints POSITION SCORE: n > 0 if the side to move wins with its n-th disc from the last
    (on 7x6, 22 less the discs that it has at the end), -n if it loses so, 0 for a draw. On a
    terminal it is said in words, too. With --all, a score for each column, "." where it is
    full. A bad line is reported on standard error, the others are solved all the same, and the
    exit code is 2.
    """
    from fourscore.search.types import Limit

    if (every or json) and (weak or nodes or seconds):
        raise InputError("--all and --json give exact scores; leave --weak and limits out")
    items, failed = _read_all(position, size)
    limit = Limit(nodes=nodes, seconds=seconds)
    if items:
        solver = _open_solver(megabytes, threads, book, no_book, size)
        if json:
            lines = _as_json(solver, items)
        elif every:
            lines = _by_column(solver, items)
        else:
            lines = _scores(solver, items, limit, weak)
        _print(lines, len(items))
    if failed:
        raise typer.Exit(BAD_INPUT)


def _open_solver(
    megabytes: int, threads: int | None, book: Path | None, no_book: bool, size: str
) -> "Solver":
    from fourscore.cli.book import chosen_book
    from fourscore.cli.positions import SIZE
    from fourscore.solver import Solver

    return Solver(megabytes, threads, chosen_book(book, no_book, size or SIZE))


# Reading


def _read_all(given: list[str] | None, size: str) -> "tuple[list[tuple[str, Game]], bool]":
    """Read every position that can be read; return whether any could not."""
    from fourscore.cli import positions
    from fourscore.core.notation import parse_size

    parse_size(size or positions.SIZE)
    found, failed = [], False
    for where, text in _texts(given):
        try:
            game = positions.read_game(text, size)
            _refuse(game.position)
            found.append((_label(text, game.position), game))
        except FourscoreError as error:
            failed = True
            typer.echo(f"error: {where}{error.for_people}", err=True)
    return found, failed


def _texts(given: list[str] | None) -> Iterator[tuple[str, str]]:
    if given:
        for count, text in enumerate(given, start=1):
            yield ("" if len(given) == 1 else f"position {count}: "), text
        return
    if sys.stdin.isatty():
        raise InputError("give positions as arguments, or a line each on standard input")
    for count, line in enumerate(sys.stdin, start=1):
        if line.strip():
            yield f"line {count}: ", line.strip()


def _refuse(board: "Position") -> None:
    from fourscore.solver.solver import require_solvable

    require_solvable(board)


def _label(text: str, board: "Position") -> str:
    """Write a position on one line, as it was given where that is possible."""
    from fourscore.core.notation import write_board

    words = text.split()
    if not words:
        return '""'
    if len(words) == 1 and words[0] != "-" and re.fullmatch(r"[-.XOxo|/+0-9,]+", words[0]):
        return words[0]
    joined = "".join(words)
    return joined if joined.isdigit() and board.width <= 9 else write_board(board)


# Output


def _print(lines: Iterator[str], count: int) -> None:
    from fourscore.cli import console
    from fourscore.cli.progress import make_progress, paused_bars
    from fourscore.runtime.interrupt import iterate_in_thread

    with make_progress() as bar:
        task = bar.add_task("solving", total=count)
        for line in iterate_in_thread(lines):
            # On a terminal a line would otherwise continue that of the bar.
            with paused_bars() if sys.stdout.isatty() else nullcontext():
                console.print_line(line)
            bar.advance(task)


def _scores(
    solver: "Solver", items: "list[tuple[str, Game]]", limit: Any, weak: bool
) -> Iterator[str]:
    if limit or len(items) == 1:
        for label, game in items:
            yield f"{label} {_say(solver.solve(game.position, limit or None, weak), weak)}"
        return
    for at in range(0, len(items), BATCH):
        batch = items[at : at + BATCH]
        results = solver.solve_many([game.position for _, game in batch], weak)
        for (label, _), result in zip(batch, results, strict=True):
            yield f"{label} {_say(result, weak)}"


def _say(result: "Score | Bounds", weak: bool) -> str:
    if weak and result.sign is not None:
        return {1: "win", 0: "draw", -1: "loss"}[result.sign]
    if result.lower == result.upper:
        # Programs read numbers, people words as well.
        return f"{result.lower:d}  {result}" if sys.stdout.isatty() else f"{result.lower:d}"
    return f"{result.lower:d}..{result.upper:d}"


def _by_column(solver: "Solver", items: "list[tuple[str, Game]]") -> Iterator[str]:
    for label, game in items:
        columns = solver.columns(game.position)
        scores = (
            str(columns[c].value) if c in columns else "." for c in range(game.position.width)
        )
        yield f"{label} {' '.join(scores)}"


def _as_json(solver: "Solver", items: "list[tuple[str, Game]]") -> Iterator[str]:
    from fourscore.schemas.truth import solution_view

    for _, game in items:
        yield solution_view(game, solver.analyse(game.position)).model_dump_json()
