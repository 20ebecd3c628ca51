"""`fourscore study`: repeatable experiments, by name."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from fourscore.insight.studies.study import Findings, Workspace

__all__ = ["app"]

app = typer.Typer(help="Repeat an experiment by name.", add_completion=False)

Out = Annotated[Path, typer.Option(metavar="DIR", help="The folder for tables, charts and games.")]
Seed = Annotated[int, typer.Option(metavar="S", min=0, help="The same seed, the same games.")]
Workers = Annotated[
    int | None,
    typer.Option(metavar="K", min=0, help="Processes; as many as there are cores if not given."),
]
Games = Annotated[
    int, typer.Option(metavar="N", min=2, help="Games for each pairing, an even number.")
]
Study: TypeAlias = "Callable[[Workspace], Findings]"


@app.callback(invoke_without_command=True)
def study(context: typer.Context) -> None:
    """List the studies if none is named."""
    from fourscore.cli import console

    if context.invoked_subcommand is not None:
        return
    table = console.quiet_table("study", "what it does")
    for command in app.registered_commands:
        assert command.callback is not None
        words = inspect.getdoc(command.callback) or ""
        table.add_row(command.name or command.callback.__name__, words.splitlines()[0])
    console.print_table(table)
    console.output().print(
        "\nRun one with fourscore study NAME --out DIR; an interrupted study resumes."
    )


@app.command()
def adversarial(out: Out, games: Games = 200, seed: Seed = 0, workers: Workers = None) -> None:
    """Report A: random, A*, minimax and MCTS against each other."""

    def run(workspace: "Workspace") -> "Findings":
        from fourscore.insight.studies.adversarial import run_adversarial

        return run_adversarial(workspace, games)

    _run([run], out, seed, workers)


@app.command("depth-ladder")
def depth_ladder(out: Out, games: Games = 40, seed: Seed = 0, workers: Workers = None) -> None:
    """Report E: alpha-beta of depth 1 to 7 against depth 1 to 7."""

    def run(workspace: "Workspace") -> "Findings":
        from fourscore.insight.studies.depth_ladder import run_depth_ladder

        return run_depth_ladder(workspace, games)

    _run([run], out, seed, workers)


@app.command()
def replay(out: Out, games: Games = 40, seed: Seed = 0, workers: Workers = None) -> None:
    """Report D: time and nodes of each algorithm for each move of a game."""

    def run(workspace: "Workspace") -> "Findings":
        from fourscore.insight.studies.replay import run_replay

        return run_replay(workspace, games)

    _run([run], out, seed, workers)


@app.command()
def efficiency(out: Out, games: Games = 40, seed: Seed = 0, workers: Workers = None) -> None:
    """Report C: what MCTS and alpha-beta spend on a move, and what it brings."""

    def run(workspace: "Workspace") -> "Findings":
        from fourscore.insight.studies.efficiency import run_efficiency

        return run_efficiency(workspace, games)

    _run([run], out, seed, workers)


@app.command()
def accuracy(
    out: Out,
    positions: Annotated[
        int, typer.Option(metavar="N", min=10, help="Positions to ask every agent in.")
    ] = 400,
    seed: Seed = 0,
    workers: Workers = None,
) -> None:
    """Report C: how often MCTS and alpha-beta play the right move, by budget and by ply."""

    def run(workspace: "Workspace") -> "Findings":
        from fourscore.insight.studies.accuracy import run_accuracy

        return run_accuracy(workspace, positions)

    _run([run], out, seed, workers)


@app.command("all")
def all_studies(out: Out, seed: Seed = 0, workers: Workers = None) -> None:
    """All five of the reports, one after the other."""
    _run([_at_default_size(name) for name in REPORTS], out, seed, workers)


REPORTS = ("adversarial", "depth_ladder", "replay", "efficiency", "accuracy")
"""The studies of the reports, by their modules."""


def _at_default_size(name: str) -> Study:
    """Return a study of the reports with its default size."""

    def run(workspace: "Workspace") -> "Findings":
        from importlib import import_module

        found: Findings = getattr(
            import_module(f"fourscore.insight.studies.{name}"), f"run_{name}"
        )(workspace)
        return found

    return run


@app.command()
def levels(
    out: Out,
    games: Games = 200,
    openings: Annotated[
        str, typer.Option(metavar="WHICH", help="As in fourscore tournament.")
    ] = "random:4",
    variant: Annotated[
        str, typer.Option(metavar="NAME", help="The rules: standard, fill or slip.")
    ] = "standard",
    upper_games: Annotated[
        int | None,
        typer.Option(metavar="N", min=2, help="Games of levels 9 and 10, which take longest."),
    ] = None,
    others: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="AGENT", help="Place this agent on the scale as well."),
    ] = None,
    seed: Seed = 0,
    workers: Workers = None,
) -> None:
    """Calibrate the levels 1 to 10, and write their table as it is shipped.

    This takes minutes; run the same command again to resume after an interruption.
    """
    from fourscore.agents.registry import agent
    from fourscore.core.position import Position

    board = Position(variant=variant)
    for each in others or ():
        agent(each).require_variant(board)

    def run(workspace: "Workspace") -> "Findings":
        from fourscore.insight.studies.levels import run_levels

        return run_levels(workspace, games, openings, variant, others or (), upper_games)

    _run([run], out, seed, workers)


@app.command()
def learning(
    out: Out,
    minutes: Annotated[
        float | None,
        typer.Option(metavar="M", help="Of each training: 10, or 1 with --ablation, if not given."),
    ] = None,
    positions: Annotated[
        int | None, typer.Option(metavar="N", min=10, max=1000, help="Of each class: 200.")
    ] = None,
    ablation: Annotated[
        bool, typer.Option("--ablation", help="Train with one idea removed at a time instead.")
    ] = False,
    seed: Seed = 0,
    workers: Workers = None,
    tuples: Annotated[int | None, typer.Option(hidden=True)] = None,
    length: Annotated[int | None, typer.Option(hidden=True)] = None,
) -> None:
    """Players that teach themselves, beside the reports' algorithms and the truth.

    Trainings and decisions are stored in DIR; run the same command again to resume after an
    interruption.
    """
    from fourscore.errors import InputError

    if minutes is not None and not 0 < minutes < float("inf"):
        raise InputError(f"a training cannot take {minutes:g} minutes")
    if ablation and positions is not None:
        raise InputError("the ablation uses all positions; leave --positions out")
    shape = {name: size for name, size in (("tuples", tuples), ("length", length)) if size}

    def run(workspace: "Workspace") -> "Findings":
        if ablation:
            from fourscore.insight.studies.ablation import run_ablation

            return run_ablation(workspace, minutes or 1.0, shape)
        from fourscore.insight.studies.learning import run_learning

        return run_learning(workspace, minutes or 10.0, positions or 200, shape=shape)

    _run([run], out, seed, workers)


@app.command()
def lines(
    out: Annotated[Path, typer.Option(help="The folder for the labels, the table and the report.")],
    positions: Annotated[int, typer.Option(min=1000, help="Positions to learn from.")] = 200_000,
    seed: Annotated[int, typer.Option(min=0, help="Of the sample.")] = 1,
    games: Annotated[int, typer.Option(min=2, help="Of each match against windows.")] = 200,
    depth: Annotated[list[int], typer.Option(min=1, max=12, help="Of the matches.")] = [2, 4, 6],  # noqa: B006
) -> None:
    """Learn the evaluation `lines` from exact scores, and judge it.

    Run the same command again to resume after an interruption.
    """
    from fourscore.cli import console
    from fourscore.cli.progress import stepwise
    from fourscore.insight.studies.lines_study import run_lines_study

    with stepwise() as show:
        report = run_lines_study(out, positions, seed, games, depth, show)
    console.output().print(report, markup=False, highlight=False)


# Running


def _run(studies: list[Study], out: Path, seed: int, workers: int | None) -> None:
    """Run studies, write what they find and print it."""
    import os

    from fourscore.cli import console
    from fourscore.cli.progress import interruptible, stepwise
    from fourscore.core.notation import plural
    from fourscore.insight.studies.study import Workspace
    from fourscore.runtime.extras import require

    require("matplotlib", "a study")
    cores = (os.cpu_count() or 1) if workers is None else workers
    with interruptible() as interruption:
        for count, run in enumerate(studies):
            with stepwise() as show:
                findings = run(Workspace(out, seed, cores, show))
            written = findings.write(out)
            if count:
                console.output().print()
            _print(findings)
            console.output().print(f"\n{plural(len(written), 'file')} in {out}.", soft_wrap=True)
    interruption.exit_if_happened("run the same command again to resume")


# Output


def _print(findings: "Findings") -> None:
    from fourscore.cli import console

    out = console.output()
    out.print(findings.title, style="bold")
    out.print(findings.question)
    for table in findings.tables:
        if table.detail:
            continue
        out.print(f"\n{table.title}", style="bold")
        drawn = console.quiet_table(*table.headers)
        for row in table.rows:
            drawn.add_row(*row)
        console.print_table(drawn)
    out.print()
    for remark in findings.remarks:
        out.print(remark)
