"""`fourscore race`: algorithms side by side on one position."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.options import AsJson, PositionText, SizeText, VariantName, refuse_given

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rich.console import Console

    from fourscore.insight.race.race import Contender, Quartiles, Race, RaceResult
    from fourscore.insight.race.states import State

__all__ = ["race"]


def race(
    context: typer.Context,
    position: PositionText = "",
    agents: Annotated[
        list[str] | None,
        typer.Option(
            "--agents",
            "--agent",
            metavar="SPEC",
            help="Whom to compare; may be given several times, or several at once with blanks "
            "between. Left out, one of each algorithm.",
        ),
    ] = None,
    runs: Annotated[int, typer.Option(metavar="N", min=1, help="Decisions of each.")] = 10,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", min=0.001, help="A race: the same time for every decision."),
    ] = None,
    deadline: Annotated[
        float, typer.Option(metavar="S", min=0.1, help="When a decision is given up.")
    ] = 60.0,
    state: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Instead of a position: 1 (the empty board), 2 or 3 (a three that O must block).",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also draw time and memory, .png or .svg.")
    ] = None,
    size: SizeText = "",
    variant: VariantName = "",
    json: AsJson = False,
) -> None:
    """Compare algorithms on one position: move, time, nodes, memory, and what the move is worth.

    Each is measured in a fresh process. Ctrl-C shows what there is so far.
    """
    from fourscore.cli import console, positions
    from fourscore.cli.progress import interruptible
    from fourscore.core.game import Game
    from fourscore.insight.drawing.suffixes import CHARTS
    from fourscore.insight.race.states import find_state
    from fourscore.runtime.extras import require
    from fourscore.runtime.files import check_target

    known = None
    if state is not None:
        refuse_given(context, "--state names a position", "position", "size", "variant")
        known = find_state(state)
    if out is not None:
        check_target(out, CHARTS)
        require("matplotlib", "the chart of a race")
    game = Game(known.position) if known else positions.read_game(position, size, variant)
    from fourscore.insight.race.race import Race

    specs = split_specs(agents or ())
    contest = Race(game.position, specs, runs=runs, seconds=seconds, deadline=deadline)
    with interruptible() as interruption:
        _run(contest)
    found = contest.result()
    if out is not None:
        _draw(found, known, out)
    if json:
        from fourscore.schemas.races import StateView, race_view
        from fourscore.search.types import Limit

        shown = race_view(game, found, Limit(seconds=seconds))
        console.print_json(shown, state=StateView.of(known) if known else None)
    else:
        _print(found, known)
    interruption.exit_if_happened()


def split_specs(given: "Iterable[str]") -> list[str]:
    """Split specs at blanks, except those of external agents, which may contain some.

    >>> split_specs(["minimax mcts:c=2", "exec:./engine --fast"])
    ['minimax', 'mcts:c=2', 'exec:./engine --fast']
    """
    from fourscore.agents.registry import split_spec

    whole = [text for text in given if text.strip()]
    return [
        spec
        for text in whole
        for spec in ([text] if split_spec(text.split()[0])[0].external else text.split())
    ]


def _run(race: "Race") -> None:
    """Measure, with a bar."""
    from fourscore.cli.progress import make_progress
    from fourscore.runtime.interrupt import iterate_in_thread

    with make_progress() as bar:
        task = bar.add_task("", total=race.total)
        try:
            for event in iterate_in_thread(race.run()):
                names = {"warm": f"{event.spec} warms up", "truth": "exact scores"}
                bar.update(task, description=names.get(event.what, event.spec))
                bar.advance(task, event.what == "run")
        except KeyboardInterrupt:
            race.stop()
            raise


def _draw(found: "RaceResult", known: "State | None", out: Path) -> None:
    from fourscore.insight.drawing.figures import save
    from fourscore.insight.race.chart import draw_race

    where = f", state {known.number}" if known else ""
    count = f"{found.wanted} run{'' if found.wanted == 1 else 's'}"
    save(draw_race(found, f"Time and memory of one move{where} ({count})"), out)


# Output


def _print(found: "RaceResult", known: "State | None") -> None:
    from rich.text import Text

    from fourscore.cli import console, draw
    from fourscore.insight.race.race import MEMORY

    out = console.output()
    out.print(draw.board(found.position, out))
    turn = Text.assemble(draw.player(found.position.turn, out), " to move")
    out.print(turn.append(f": {known.words}") if known else turn)
    out.print()
    _print_figures(found)
    out.print()
    out.print(f"{_about_runs(found)} {MEMORY}", soft_wrap=True)
    _print_remarks(found, out)
    if known:
        _print_reported(found, known, out)


def _about_runs(found: "RaceResult") -> str:
    runs = f"{found.wanted} run{'' if found.wanted == 1 else 's'} each"
    budget = f", {found.seconds:g} s for a move" if found.seconds else ""
    return f"{runs}{budget}: medians, and for the time where the middle half lies."


def _print_figures(found: "RaceResult") -> None:
    from fourscore.cli import console

    solved = any(each.judgement for each in found.contenders)
    truth = ["exact", ">lost"] if solved else []
    table = console.quiet_table(
        "agent", ">move", ">time", "", ">nodes", ">depth", ">memory", *truth
    )
    for each in found.contenders:
        table.add_row(each.spec, *_figures(each), *(_truth(each) if solved else ()))
    console.print_table(table)


def _figures(contender: "Contender") -> list[str]:
    from fourscore.insight.race.words import say_bytes, say_time
    from fourscore.search.words import say_amount

    time, memory = contender.seconds, contender.memory
    if time is None:
        return ["none", "", "", "", "", ""]
    span = "" if time.low == time.high else f"{say_time(time.low)} to {say_time(time.high)}"
    return [
        _columns(contender),
        say_time(time.median),
        span,
        _middle(contender.nodes, say_amount),
        _middle(contender.depth, lambda depth: f"{depth:g}"),
        "" if memory is None else say_bytes(memory.median, "under "),
    ]


def _middle(spread: "Quartiles | None", say: "Callable[[float], str]") -> str:
    return say(spread.median) if spread and spread.median else ""


def _columns(contender: "Contender") -> str:
    """Return the most frequent column, and how often if it was not always the same."""
    from fourscore.core.notation import write_column

    (column, count), *others = contender.columns.items()
    often = f" ({count} of {len(contender.runs)})" if others else ""
    return f"{write_column(column)}{often}"


def _truth(contender: "Contender") -> list[str]:
    judgement, lost = contender.judgement, contender.points_lost
    if judgement is None or lost is None:
        return ["", ""]
    return [str(judgement.score), f"{lost:.1f}" if lost % 1 else f"{lost:.0f}"]


def _print_remarks(found: "RaceResult", out: "Console") -> None:
    """Print what does not fit into the table."""
    judgement = next((each.judgement for each in found.contenders if each.judgement), None)
    if judgement is not None:
        best = f"The best move {judgement.best}"
        out.print(f"{best}; lost is how many points of the exact score the moves are below it.",
                  soft_wrap=True)  # fmt: skip
    elif found.position.variant.name != "standard":
        out.print("What a move is worth is known under the standard rules only.")
    for each in found.contenders:
        if each.note:
            out.print(f"{each.spec} {each.note}.", soft_wrap=True)
        if each.trouble:
            named = each.trouble.startswith(each.spec)
            out.print(f"{'' if named else f'{each.spec}: '}{each.trouble}.", soft_wrap=True)


def _print_reported(found: "RaceResult", known: "State", out: "Console") -> None:
    """Put what was published beside what was found."""
    from fourscore.agents.base import name_of
    from fourscore.cli import console
    from fourscore.core.notation import write_column
    from fourscore.insight.race.words import say_time

    table = console.quiet_table("algorithm", "published", "here", "")
    for each in known.reported:
        for contender in found.contenders:
            if name_of(contender.spec) != each.algorithm or contender.seconds is None:
                continue
            assert contender.column is not None
            took = say_time(contender.seconds.median)
            played = f"plays column {write_column(contender.column)}; {took}"
            playouts = contender.runs[0].playouts
            more = f" for {playouts:,} playouts" if playouts else ""
            agrees = {True: "as published", False: "otherwise", None: ""}
            word = agrees[each.agrees(contender.column)]
            table.add_row(contender.spec, each.says, f"{played}{more}", word)
    out.print()
    console.print_table(table)
