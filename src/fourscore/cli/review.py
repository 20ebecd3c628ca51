"""`fourscore review`: judge a game move by move."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.options import AsJson, FromPosition, SizeText, VariantName
from fourscore.errors import InputError

if TYPE_CHECKING:
    from rich.table import Table

    from fourscore.core.game import Game
    from fourscore.core.position import Position
    from fourscore.insight.review.review import Review

__all__ = ["review"]


def review(
    moves: Annotated[
        str,
        typer.Argument(
            metavar="MOVES",
            help="Moves such as 4453, a link with them, a game in the text format, a file with "
            "one, or - for standard input.",
        ),
    ],
    number: Annotated[
        int | None,
        typer.Option("--game", metavar="N", min=1, help="Which game, if there are several."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page (.html) or the chart (.png, .svg)."),
    ] = None,
    start: FromPosition = "",
    size: SizeText = "",
    variant: VariantName = "",
    estimate: Annotated[
        bool,
        typer.Option(
            "--estimate", help="Estimate positions whose proof takes long, such as on 9x6."
        ),
    ] = False,
    json: AsJson = False,
) -> None:
    """Judge a game move by move against perfect play.

    Finds the moves that changed the result, the slower wins and sooner losses, the turning point
    and the accuracy of each side. Fill and slip games, whose rules are not solved, are estimated.
    """
    from fourscore.cli import console, positions
    from fourscore.insight.drawing.suffixes import CHARTS, PAGES
    from fourscore.runtime.extras import require
    from fourscore.runtime.files import check_target

    if out is not None:
        check_target(out, (*PAGES, *CHARTS))
        require("matplotlib", "the chart of a review")
    game = _read(moves, number, positions.read(start, size, variant))
    positions.require_wanted(game.position, size, variant)
    found = _review(game, estimate)
    if out is not None:
        from fourscore.insight.review.page import write_review

        write_review(found, out)
    if json:
        from fourscore.schemas.positions import position_view
        from fourscore.schemas.review import review_view

        console.print_json(review_view(found), position=position_view(game))
        return
    _print(found)
    if out is not None:
        console.output().print(f"Written: {out}")


def _read(text: str, number: int | None, start: "Position") -> "Game":
    """Read the requested game."""
    games = _load(text, start)
    if number is None and len(games) > 1:
        raise InputError(f"there are {len(games)} games; choose one with --game 1 to {len(games)}")
    if (number or 1) > len(games):
        raise InputError(f"there is no game {number}; there are {len(games)}")
    game = games[(number or 1) - 1]
    if game.start.ply and not game.moves and game.start != start:
        raise InputError("a board has no moves to review; give the moves, with --from for a start")
    if start.ply and game.start != start:
        raise InputError("the game does not begin where --from says")
    return game


def _load(text: str, start: "Position") -> "list[Game]":
    """Read the games of a text, a file or a link."""
    from fourscore.core.reader import load_games

    if "://" in text and "\n" not in text.strip():
        from fourscore.core.pasted import read_pasted

        return [read_pasted(text, start).game]
    return load_games(text, start)


def _review(game: "Game", estimate: bool) -> "Review":
    from fourscore.cli.progress import counted
    from fourscore.insight.review.review import PATIENCE
    from fourscore.insight.review.review import review as review_game
    from fourscore.runtime.interrupt import call_in_thread

    patience = PATIENCE if estimate else None
    with counted("solving positions") as count:
        return call_in_thread(lambda: review_game(game, on_progress=count, patience=patience))


def _print(found: "Review") -> None:
    from fourscore.cli import console, draw
    from fourscore.insight.review.tables import frame_story, side_table

    out = console.output()
    out.print(draw.board(found.game.position, out))
    out.print()
    if found.judgements:
        console.print_table(console.filled_table(*side_table(found)))
        out.print()
        console.print_table(_moves(found))
        out.print()
    for sentence in frame_story(found):
        out.print(sentence, soft_wrap=not out.is_terminal)


def _moves(found: "Review") -> "Table":
    from fourscore.cli import console
    from fourscore.insight.review.tables import move_table

    headers, rows = move_table(found)
    table = console.quiet_table(*headers)
    for each, row in zip(found.judgements, rows, strict=True):
        table.add_row(*row, style="bold" if each.is_blunder else "dim" if each.is_optimal else "")
    return table
