"""`fourscore openings`: what is known of a position, and where one's own games leave the path."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.options import AsJson, PositionText, SizeText, refuse_given
from fourscore.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from fourscore.insight.openings.choices import Choices
    from fourscore.insight.openings.explorer import Opening, Replies
    from fourscore.insight.openings.own_games import Departure, GamesReport, ReadGame

__all__ = ["openings"]

MOST = 12
"""Departures to print."""


class ColourOption(StrEnum):
    """Whose moves count."""

    first = "first"
    second = "second"
    both = "both"


def openings(
    context: typer.Context,
    position: PositionText = "",
    games: Annotated[
        str,
        typer.Option(
            "--games",
            metavar="FILE",
            help="Where these games leave the winning path: games in the text format, or one "
            "move string a line; - for standard input.",
        ),
    ] = "",
    colour: Annotated[
        ColourOption, typer.Option(help="With --games: whose moves count.")
    ] = ColourOption.both,
    player: Annotated[
        str, typer.Option(metavar="NAME", help="With --games: only the moves of this player.")
    ] = "",
    size: SizeText = "",
    json: AsJson = False,
) -> None:
    """Explore openings: what each column is worth, how hard it is to answer, who plays it.

    A position may also be given by name: centre, near-centre or edge.

    Up to ten discs everything is looked up in the opening book; beyond, the solver proves it.
    """
    if games:
        refuse_given(context, "--games reads whole games", "position", "size")
        _study(games, colour, player, json)
        return
    refuse_given(context, "there are no games without --games", "colour", "player")
    _explore(position, size, json)


# The explorer


def _explore(text: str, size: str, json: bool) -> None:
    from fourscore.cli import console, positions, progress
    from fourscore.core.position import require_ongoing
    from fourscore.solver.solver import require_solvable

    game = positions.read_game(_moves_of(text, size), size)
    require_solvable(game.position)
    require_ongoing(game.position)
    from fourscore.insight.openings.explorer import explore
    from fourscore.runtime.interrupt import call_in_thread

    with progress.counted("columns and replies") as show:
        found = call_in_thread(lambda: explore(game.position, on_progress=show))
    if json:
        from fourscore.schemas.openings import opening_view

        console.print_json(opening_view(game, found))
    else:
        _print(found)


def _moves_of(text: str, size: str) -> str:
    """Return the moves of an opening that is given by its name; any other text as it is.

    Raises `InputError` if a single word is neither a name nor a file.
    """
    from pathlib import Path

    from fourscore.insight.openings.names import NAMES, find_opening

    named = find_opening(text)
    if named and size in ("", "7x6"):
        return named.moves
    is_word = text.replace("-", "").isalpha() and not set(text.lower()) <= set("-xo")
    if is_word and not Path(text).exists():
        names = ", ".join(each.text.split()[0].lower() for each in NAMES)
        raise InputError(f"'{text}' is neither the name of an opening ({names}) nor a file")
    return text


def _print(found: "Opening") -> None:
    from rich.text import Text

    from fourscore.cli import console, draw

    out = console.output()
    out.print(draw.board(found.position, out))
    name = f"  {found.name.text}" if found.name else ""
    turn = draw.player(found.position.turn, out)
    out.print(Text.assemble(turn, " to move, ", (str(found.score), "bold"), name))
    out.print(found.says)
    out.print()
    table = console.quiet_table("column", "result", "replies that keep it", ">orders")
    for each in found.columns:
        mark = "best" if each.best else ""
        table.add_row(
            f"{each.column + 1} {mark}", str(each.score), _say_replies(each.replies),
            "" if each.orders is None else f"{each.orders:,}",
        )  # fmt: skip
    out.print(table)
    _print_choices(found.choices, out)
    out.print()
    out.print(f"Line: {draw.columns_words(found.line)}", soft_wrap=not out.is_terminal)
    out.print(_say_identity(found), soft_wrap=not out.is_terminal)


def _say_replies(replies: "Replies | None") -> str:
    if replies is None:
        return "ends the game"
    worth = "win" if replies.win else "draw" if replies.draw else "lose"
    if worth == "lose":
        return f"all {replies.total} lose"
    return f"{replies.keep} of {replies.total} {worth}"


def _print_choices(choices: "tuple[Choices, ...]", out: "Console") -> None:
    if not choices:
        return
    from fourscore.cli import console

    out.print()
    table = console.quiet_table("chosen by", ">games", *(f">{each}" for each in range(1, 8)))
    for each in choices:
        shares = [each.columns.get(column, 0) / each.games for column in range(7)]
        cells = [f"{100 * share:.0f} %" if share else "" for share in shares]
        table.add_row(each.name, f"{each.games:,}", *cells)
    out.print(table)


def _say_identity(found: "Opening") -> str:
    from fourscore.core.notation import plural

    if not found.position.ply:
        return "This is where every game begins."
    orders = "many orders" if found.orders is None else plural(found.orders, "order")
    verb = "leads" if found.orders == 1 else "lead"
    image = ", whose mirror image this is" if found.mirrored else ""
    return f"{orders} of moves {verb} here; its canonical name is {found.canonical}{image}."


# One's own games


def _study(source: str, colour: ColourOption, player: str, json: bool) -> None:
    from fourscore.cli import console, progress
    from fourscore.insight.openings.own_games import study_games
    from fourscore.runtime.interrupt import call_in_thread

    games = _read(source)
    side = {"first": "X", "second": "O", "both": None}[colour]
    with progress.counted("games") as show:
        report = call_in_thread(lambda: study_games(games, side, player, on_progress=show))
    if json:
        from fourscore.schemas.openings import games_view

        console.print_json(games_view(report))
    else:
        _print_report(report)


def _read(source: str) -> "list[ReadGame]":
    import sys

    from fourscore.core.reader import read_file
    from fourscore.insight.openings.own_games import read_own

    text = sys.stdin.read() if source == "-" else read_file(source)
    try:
        return read_own(text)
    except InputError as error:
        where = "standard input" if source == "-" else f"the file '{source}'"
        raise InputError(f"in {where}: {error.for_people}") from None


def _print_report(report: "GamesReport") -> None:
    from fourscore.cli import console
    from fourscore.core.notation import plural

    out = console.output()
    out.print(f"{plural(len(report.games), 'game')}, {plural(report.moves, 'move')}.")
    for side in report.sides:
        out.print(
            f"{side.player} gave up a win or a draw in {side.left} of "
            f"{plural(side.games, 'game')}: a win {side.gave_win} times, a draw "
            f"{side.gave_draw} times."
        )
    if not report.departures:
        return
    out.print()
    table = console.quiet_table("after", "", ">reached", ">left", "played", "cost", "keeps it")
    for each in report.departures[:MOST]:
        table.add_row(*_departure_row(each))
    out.print(table)
    left = len(report.departures) - MOST
    if left > 0:
        out.print(f"and {plural(left, 'position')} more; --json has all of them.")


def _departure_row(each: "Departure") -> list[str]:
    from fourscore.core.notation import write_columns

    played = ", ".join(
        f"{choice.column + 1}" + (f" ({choice.count}x)" if choice.count > 1 else "")
        for choice in each.choices
    )
    costs = ", ".join(dict.fromkeys(str(choice.kind) for choice in each.choices))
    return [
        each.moves or "the start", each.position.turn, str(each.reached), str(each.count), played,
        costs, write_columns(each.keeping),
    ]  # fmt: skip
