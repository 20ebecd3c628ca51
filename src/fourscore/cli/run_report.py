"""What `fourscore train` prints about a run: its settings, its curve, its strength."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from fourscore.cli import console
from fourscore.core.notation import plural
from fourscore.errors import UnsupportedError
from fourscore.insight.learning.report import RunReport, report_on
from fourscore.insight.reports.words import say_score
from fourscore.learn.words import lesson_of, say_learned

if TYPE_CHECKING:
    from fourscore.insight.learning.elo import Strength
    from fourscore.learn.run import Run

__all__ = ["play_levels", "plot_run", "print_result", "print_run", "print_strength"]


def print_result(run: "Run") -> None:
    """Print how far a training is, and how well it plays."""
    out, found = console.output(), report_on(run)
    method = run.settings.method
    rate = run.games / run.seconds if run.seconds else 0
    speed = f", {rate:,.0f} {lesson_of(method)}s a second" if rate else ""
    out.print(
        f"{run.folder}: {say_learned(method, run.games, run.seconds)}{speed}.", soft_wrap=True
    )
    if found.now is None:
        out.print(found.note, soft_wrap=True)
    else:
        out.print()
        console.print_table(console.filled_table(*found.class_table()))
    out.print(
        f"\nfourscore train show {run.folder} shows how it learned; "
        f"fourscore play {_opponent(run)} plays against it.",
        soft_wrap=True,
    )


def _opponent(run: "Run") -> str:
    """Return the options of `fourscore play` for a game against a run."""
    settings, (width, height) = run.settings, run.settings.size
    player = "zero" if settings.method == "zero" else "tuples"
    words = [f"--agent {player}:run={run.name}"]
    words += [f"--size {width}x{height}"] if settings.size != (7, 6) else []
    words += [f"--variant {settings.variant}"] if settings.variant != "standard" else []
    return " ".join(words)


def print_run(found: RunReport) -> None:
    """Print all that is known about a run."""
    out, run, settings = console.output(), found.run, found.run.settings
    width, height = settings.size
    name = "The run that comes with fourscore" if found.is_shipped else run.name
    options = "".join(f", {name}={value:g}" for name, value in settings.options.items())
    out.print(
        f"{name}: {settings.method}{options}, {settings.variant} rules on {width}x{height}, "
        f"{plural(settings.tuples, 'tuple')} of {settings.length} cells, seed {settings.seed}",
        soft_wrap=True,
    )
    out.print(say_learned(settings.method, run.games, run.seconds))
    for about, value in run.provenance.items():
        if value:
            out.print(f"{about}: {value}", soft_wrap=True)
    if found.now is None:
        out.print(f"\n{found.note}", soft_wrap=True)
        return
    for title, table in (
        ("Moves that keep the result, by training time", found.curve_table("kept")),
        ("Moves that are optimal, by training time", found.curve_table("best")),
        ("The newest network, by kind of position", found.class_table()),
        ("The newest network, by discs on the board", found.ply_table()),
    ):
        out.print(f"\n{title}", style="bold")
        console.print_table(console.filled_table(*table))


def plot_run(found: RunReport, path: Path) -> None:
    """Draw the curves of a run into a file."""
    if found.now is None:
        raise UnsupportedError(f"there is nothing to draw: {found.note[0].lower()}{found.note[1:]}")
    from fourscore.insight.drawing.figures import save
    from fourscore.insight.learning.chart import draw_run

    save(draw_run(found), path)


# Its strength


def play_levels(run: "Run", workers: int | None) -> "dict[str, Any]":
    """Let a run play the levels, or what is missing of that; return its strength as JSON."""
    from fourscore.cli.progress import counted
    from fourscore.cli.workers import open_pool
    from fourscore.insight.learning.elo import EloMatch, strength_of

    match = EloMatch(run)
    with counted("games against the levels") as report:
        for event in match.play(open_pool(workers, "")):
            report(event.done, event.total)
    tallies = match.tallies()
    strength: Strength = strength_of(tallies)
    return {
        "elo": round(strength.elo),
        "low": round(strength.low),
        "high": round(strength.high),
        "level": strength.level,
        "games": sum(each.games for each in tallies.values()),
        "levels": {str(number): list(each) for number, each in tallies.items()},
    }


def print_strength(found: "dict[str, Any]") -> None:
    """Print the results against the levels, and the Elo."""
    from fourscore.arena.rating import Tally

    out = console.output()
    out.print("\nWithout search, against the levels", style="bold")
    rows = [
        [number, *map(str, counts), say_score(Tally(*counts))]
        for number, counts in found["levels"].items()
    ]
    console.print_table(
        console.filled_table([">level", ">wins", ">draws", ">losses", ">score"], rows)
    )
    out.print(
        f"Elo {found['elo']:+d} ({found['low']:+d} to {found['high']:+d}) above level 1; "
        f"level {found['level']} is nearest.",
        soft_wrap=True,
    )
