"""`fourscore match`: two agents against each other, with the score."""

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from fourscore.cli.options import AsJson, FromPosition, ShowOutput, SizeText, VariantName

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fourscore.arena.results import GameResult
    from fourscore.core.position import Position

__all__ = ["match"]

Spec = Annotated[str, typer.Argument(metavar="SPEC", help="An agent; see fourscore agents.")]


def match(
    first: Spec,
    second: Spec,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games.")] = 10,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed, the same match.")] = 0,
    size: SizeText = "",
    variant: VariantName = "",
    start: FromPosition = "",
    show_output: ShowOutput = False,
    json: AsJson = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write all games, over what was there.")
    ] = None,
) -> None:
    """Let two agents play; they begin in turn. Ctrl-C shows the score so far."""
    from fourscore.agents.factory import AgentFactory
    from fourscore.cli import positions
    from fourscore.cli.progress import interruptible
    from fourscore.core.position import require_ongoing
    from fourscore.runtime.files import writing

    board = positions.read(start, size, variant)
    require_ongoing(board)
    players = (AgentFactory(first), AgentFactory(second))
    for player in players:
        player.require_variant(board)
    specs = (players[0].spec, players[1].spec)
    results: list[GameResult] = []
    with writing(out or Path()):
        opened = out.open("w", encoding="utf-8") if out else nullcontext()
    with opened as file, interruptible() as interruption:
        _play(specs, games, _start(specs, games, seed, board, show_output), results, file)
    _print(specs, results, games, seed, board, json)
    interruption.exit_if_happened()


def _start(
    specs: tuple[str, str], games: int, seed: int, board: "Position", show_output: bool
) -> "Iterator[GameResult]":
    from fourscore.agents.output import Output
    from fourscore.arena.match import play_match

    output = Output.SHOWN if show_output else Output.HIDDEN
    return play_match(specs, games, seed=seed, openings=[board], output=output)


def _play(
    specs: tuple[str, str],
    games: int,
    played: "Iterator[GameResult]",
    results: "list[GameResult]",
    file: TextIO | None,
) -> None:
    """Play, and collect the results as they come."""
    from fourscore.cli.progress import make_progress
    from fourscore.runtime.cleanup import clean_up
    from fourscore.runtime.interrupt import iterate_in_thread

    with make_progress() as bar:
        task = bar.add_task(_tally(specs, results), total=games)
        try:
            for result in iterate_in_thread(played):
                results.append(result)
                if file is not None:
                    file.write(f"{result.game}\n")
                    file.flush()
                bar.update(task, advance=1, description=_tally(specs, results))
        except KeyboardInterrupt:
            clean_up()
            raise


def _tally(specs: tuple[str, str], results: "list[GameResult]") -> str:
    wins = [sum(result.winner == place for result in results) for place in (0, 1)]
    return f"{specs[0]} {wins[0]} : {wins[1]} {specs[1]}"


def _print(
    specs: tuple[str, str],
    results: "list[GameResult]",
    wanted: int,
    seed: int,
    board: "Position",
    json: bool,
) -> None:
    from fourscore.cli import console

    if json:
        from fourscore.schemas.games import match_view

        console.print_json(match_view(specs, results, board, seed, wanted))
    else:
        _print_table(specs, results, wanted)


def _print_table(specs: tuple[str, str], results: "list[GameResult]", wanted: int) -> None:
    from fourscore.arena.results import MatchResult, tally_match
    from fourscore.cli import console
    from fourscore.core.notation import plural

    table = console.quiet_table("agent", "plays", ">games", ">wins", ">draws", ">losses", ">score")
    for place, spec in enumerate(specs):
        for mark, label in (("", "both"), ("X", "X"), ("O", "O")):
            tally = tally_match(results, place, mark)
            figures = [str(figure) for figure in (tally.games, *tally)]
            share = f"{100 * tally.score:.1f} %" if tally.games else "-"
            style = "" if mark else "bold"
            table.add_row("" if mark else spec, label, *figures, share, style=style)
    out = console.output()
    console.print_table(table)
    length = sum(len(result.game.moves) for result in results) / (len(results) or 1)
    stopped = f"Stopped after {len(results)} of " if len(results) < wanted else ""
    out.print(f"{stopped}{plural(wanted, 'game')}, {length:.1f} moves a game. X begins.")
    for line in MatchResult(specs, tuple(results)).forfeits:
        out.print(f"{line}.", soft_wrap=True)
