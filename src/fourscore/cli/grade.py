"""`fourscore grade`: points for an agent that somebody hands in, by a rubric."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.options import AsJson, ShowOutput
from fourscore.errors import InputError

if TYPE_CHECKING:
    from fourscore.agents.output import Output
    from fourscore.insight.grading.grading import Grade, Plan
    from fourscore.insight.grading.submission import Submission

__all__ = ["grade"]

USUAL_OPPONENTS = "level:3,level:5"


def grade(
    agent: Annotated[
        str,
        typer.Argument(
            metavar="AGENT",
            help="A Python file with an agent, FILE.py:NAME, or an agent's spec.",
            show_default=False,
        ),
    ] = "",
    suite: Annotated[
        str,
        typer.Option(
            metavar="NAME|FILE",
            help="Positions to ask about: mixed, easy, medium, hard, middle, or a file with a "
            "position and its score on each line.",
        ),
    ] = "mixed",
    positions: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many positions, at most.")
    ] = 60,
    against: Annotated[
        str,
        typer.Option(
            metavar="SPECS",
            help="Opponents, separated by commas, or none.",
            show_default=f"those of the rubric, or {USUAL_OPPONENTS}",
        ),
    ] = "",
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="Games against each opponent.")
    ] = 10,
    rubric: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="What gives points; else the shipped rubric counts."),
    ] = None,
    rubric_example: Annotated[
        bool, typer.Option("--rubric-example", help="Print the shipped rubric and exit.")
    ] = False,
    seed: Annotated[
        int, typer.Option(metavar="S", min=0, help="The same seed, the same questions and games.")
    ] = 0,
    gradescope: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write results.json for Gradescope.")
    ] = None,
    otter: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write results that Otter-Grader reads.")
    ] = None,
    show_output: ShowOutput = False,
    json: AsJson = False,
) -> None:
    """Grade an agent: ask it about positions, let it play, and give points by a rubric."""
    from fourscore.agents.output import Output
    from fourscore.cli import console

    if rubric_example:
        from fourscore.insight.grading.rubric import example_rubric

        console.print_line(example_rubric().rstrip())
        return
    if not agent:
        raise InputError("name the agent to grade, as in: fourscore grade agent.py")
    from fourscore.insight.grading.submission import Submission
    from fourscore.runtime.files import check_target, write_text

    submission = Submission(agent)
    for path in (gradescope, otter):
        if path is not None:
            check_target(path)
    plan = _make_plan(suite, positions, against, games, rubric, seed)
    found = _run(submission, plan, Output.SHOWN if show_output else Output.HIDDEN)
    from fourscore.insight.grading.export import write_gradescope, write_otter

    for path, write in ((gradescope, write_gradescope), (otter, write_otter)):
        if path is not None:
            write_text(path, write(found))
    if json:
        from fourscore.schemas.grading import grade_view

        console.print_json(grade_view(found))
    else:
        _print(found)


def _make_plan(
    suite: str, positions: int, against: str, games: int, rubric: Path | None, seed: int
) -> "Plan":
    from fourscore.insight.grading.grading import Plan
    from fourscore.insight.grading.positions import draw_questions
    from fourscore.insight.grading.rubric import read_rubric

    read = read_rubric(rubric)
    opponents = _opponents(against, read.opponents)
    return Plan(read, draw_questions(suite, positions, seed), opponents, games, seed)


def _opponents(against: str, named: tuple[str, ...]) -> tuple[str, ...]:
    """Return whom to play: those given and those that the rubric names, or the usual ones."""
    from fourscore.agents.factory import AgentFactory
    from fourscore.core.position import Position

    given = [] if against == "none" else _split(against)
    if not against and not named:
        given = _split(USUAL_OPPONENTS)
    found = tuple(dict.fromkeys([*given, *named]))
    for spec in found:
        AgentFactory(spec).require_variant(Position.empty())
    return found


def _split(text: str) -> list[str]:
    """Split specs at the commas that do not go on with options of the one before.

    >>> _split("level:3,mcts:playouts=200,seed=1,random")
    ['level:3', 'mcts:playouts=200,seed=1', 'random']
    """
    found = list[str]()
    for part in filter(None, (each.strip() for each in text.split(","))):
        if found and "=" in part and ":" not in part.partition("=")[0]:
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found


def _run(submission: "Submission", plan: "Plan", output: "Output") -> "Grade":
    """Grade with a progress bar; Ctrl-C ends the agent's process and leaves no points."""
    from fourscore.cli.progress import stepwise
    from fourscore.insight.grading.grading import grade as grade_submission
    from fourscore.runtime.cleanup import clean_up
    from fourscore.runtime.interrupt import call_in_thread
    from fourscore.search.control import Cancel

    cancel = Cancel()
    with stepwise(transient=True) as show:
        try:
            return call_in_thread(
                lambda: grade_submission(
                    submission, plan, cancel=cancel, on_step=show, output=output
                )
            )
        except KeyboardInterrupt:
            cancel.cancel()
            clean_up()
            raise


def _print(found: "Grade") -> None:
    from fourscore.cli import console

    out, rubric = console.output(), found.plan.rubric
    table = console.quiet_table("criterion", ">reached", ">", ">points", ">of")
    for mark in found.marks:
        share = f"{100 * mark.share.value:.1f} %"
        most = f"{mark.criterion.points:g}"
        table.add_row(mark.criterion.name, share, str(mark.share), f"{mark.points:g}", most)
    table.add_row("all", "", "", f"{found.points:g}", f"{rubric.points:g}", style="bold")
    out.print(f"{rubric.title}: {found.name}\n", soft_wrap=True)
    console.print_table(table)
    if found.matches:
        out.print()
        games = console.quiet_table("against", ">games", ">wins", ">draws", ">losses", ">forfeits")
        for each in found.matches:
            row = (each.games, each.wins, each.draws, each.losses, each.forfeits)
            games.add_row(each.against, *map(str, row))
        console.print_table(games)
    if found.failures:
        out.print("\nWhat went wrong:")
        for failure in found.failures:
            out.print(f"- {failure}.", soft_wrap=True)
    out.print()
    for note in found.notes:
        out.print(note, soft_wrap=True)
    out.print(f"Seed {found.plan.seed}: the same seed asks and plays the same.")
