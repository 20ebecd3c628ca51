"""`fourscore study`: experiments that can be repeated, by name."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["app"]

app = typer.Typer(help="Repeat an experiment by name.", no_args_is_help=True)


@app.command()
def lines(
    out: Annotated[Path, typer.Option(help="The folder for the labels, the table and the report.")],
    positions: Annotated[int, typer.Option(min=1000, help="Positions to learn from.")] = 200_000,
    seed: Annotated[int, typer.Option(min=0, help="Of the sample.")] = 1,
    games: Annotated[int, typer.Option(min=2, help="Of each match against windows.")] = 200,
    depth: Annotated[list[int], typer.Option(min=1, max=12, help="Of the matches.")] = [2, 4, 6],  # noqa: B006
) -> None:
    """Learn the evaluation `lines` from exact scores, and judge it.

    Run the same command again after an interruption, and it goes on where it stopped.
    """
    from rich.progress import Progress, TimeRemainingColumn

    from fourscore.cli import console
    from fourscore.insight.lines_report import run_lines_study

    errors = console.errors()
    bar = Progress(
        *Progress.get_default_columns()[:-1],
        TimeRemainingColumn(elapsed_when_finished=True),
        console=errors,
        disable=not console.is_lively(errors),
    )
    tasks = {}

    def show(step: str, done: int, total: int) -> None:
        if step not in tasks:
            tasks[step] = bar.add_task(step, total=total)
        bar.update(tasks[step], completed=done)

    with bar:
        report = run_lines_study(out, positions, seed, games, depth, show)
    console.output().print(report, markup=False, highlight=False)
