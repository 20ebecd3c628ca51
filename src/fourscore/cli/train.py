"""`fourscore train`: players that teach themselves, and what they have learned."""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.options import AsJson, SizeText, VariantName, refuse_given
from fourscore.cli.workers import ClusterAddress, WorkerCount
from fourscore.errors import InputError

if TYPE_CHECKING:
    from fourscore.insight.learning.measuring import Point
    from fourscore.learn.run import Run
    from fourscore.learn.training import Progress
    from fourscore.search.control import Cancel

__all__ = ["app"]

app = typer.Typer(add_completion=False)

FOLDER = "a folder, or the name of a run of yours"
GROWTH = 1.5
"""Off a terminal, a line is printed whenever the training has lasted so many times longer."""


# Training


@app.callback(invoke_without_command=True)
def train(
    context: typer.Context,
    method: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="td: by self-play; zero: by self-play with a search that the network guides; "
            "truth: by exact scores.",
        ),
    ] = "td",
    minutes: Annotated[
        float | None, typer.Option(metavar="M", help="Train for this long, in all.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Or for this many games (truth: lessons)."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="RUN", help="The folder of the run.", show_default=False)
    ] = None,
    seed: Annotated[
        int,
        typer.Option(metavar="S", min=0, help="The same seed and one worker learn the same."),
    ] = 0,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="K", min=1, help="Threads; one a core if not given."),
    ] = None,
    cluster: ClusterAddress = "",
    size: SizeText = "7x6",
    variant: VariantName = "standard",
    tuples: Annotated[int | None, typer.Option(hidden=True)] = None,
    length: Annotated[int | None, typer.Option(hidden=True)] = None,
) -> None:
    """Let a player teach itself, and watch it learn; stop and resume at any time.

    The run is stored in a folder, with younger selves of the player and a curve of how well they
    play. Stop it however you like; the same command resumes it, and so does one that asks for more.
    """
    if context.invoked_subcommand is not None:
        every = [each.name for each in context.command.params if each.name]
        refuse_given(context, f"train {context.invoked_subcommand} trains nothing", *every)
        return
    if (minutes is None) == (games is None):
        raise InputError("say how long to train: either --minutes M or --games N")
    if out is None:
        raise InputError("say where to store the run: --out RUN")
    if workers is not None and cluster:
        raise InputError("--workers and --cluster exclude each other")
    from fourscore.core.notation import parse_size
    from fourscore.insight.learning.training import goal_of, open_run
    from fourscore.learn.settings import TrainingSettings

    goal = goal_of(minutes, games)
    settings = TrainingSettings(method, seed, parse_size(size), variant)
    settings = replace(settings, tuples=tuples or settings.tuples, length=length or settings.length)
    command = _command(method, minutes, games, out, seed, workers, size, variant)
    run = open_run(out, settings, command)
    run.provenance["command"] = command
    _train(run, minutes, games, goal, cluster or workers)


def _command(
    method: str,
    minutes: float | None,
    games: int | None,
    out: Path,
    seed: int,
    workers: int | None,
    size: str,
    variant: str,
) -> str:
    """Write the command for the provenance, without places on this machine."""
    amount = f"--games {games}" if minutes is None else f"--minutes {minutes:g}"
    words = ["fourscore train", f"--method {method}", amount, f"--seed {seed}"]
    words += [f"--workers {workers}"] if workers else []
    words += [f"--size {size}"] if size != "7x6" else []
    words += [f"--variant {variant}"] if variant != "standard" else []
    return " ".join([*words, f"--out {out.name}"])


def _train(
    run: "Run",
    minutes: float | None,
    games: int | None,
    goal: int,
    workers: int | str | None,
) -> None:
    """Train to a goal, in games or seconds, and print how well it plays then."""
    from fourscore.cli.progress import interruptible
    from fourscore.cli.run_report import print_result
    from fourscore.insight.learning.training import train_watched
    from fourscore.search.control import Cancel

    cancel, screen = Cancel(), _Screen(run, games, goal)

    def work() -> None:
        train_watched(run, minutes=minutes, games=games, workers=workers, cancel=cancel,
                      on_round=screen.show, on_point=screen.add)  # fmt: skip

    with interruptible() as interruption, screen:
        _call_until_stored(work, cancel)
    print_result(run)
    interruption.exit_if_happened("run the same command again to resume")


def _call_until_stored(work: Callable[[], None], cancel: "Cancel") -> None:
    """Call a function that stores what it has when it is cancelled; Ctrl-C cancels it.

    If it fails to, that is raised and not the interruption.
    """
    from fourscore.runtime.interrupt import call_in_thread

    ended, failures = threading.Event(), list[BaseException]()

    def work_and_tell() -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)
            raise
        finally:
            ended.set()

    try:
        call_in_thread(work_and_tell)
    except KeyboardInterrupt:
        cancel.cancel()
        ended.wait()
        if failures:
            raise failures[0] from None
        raise


class _Screen:
    """The newest figures: beside a bar on a terminal, elsewhere in a line now and then."""

    def __init__(self, run: "Run", games: int | None, goal: int) -> None:
        from fourscore.cli.progress import make_progress
        from fourscore.learn.words import lesson_of

        self._games = games
        self._lesson = lesson_of(run.settings.method)
        self._bar = make_progress()
        done = run.games if games else int(run.seconds)
        self._task = self._bar.add_task("training", total=goal)
        self._bar.update(self._task, completed=done)
        self._hard = [each["classes"]["hard"]["kept"] for each in run.curve if _has_hard(each)]
        self._due = 0.0
        self._rate = 0.0

    def __enter__(self) -> "_Screen":
        self._bar.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.__exit__(None, None, None)

    def show(self, progress: "Progress") -> None:
        """Move the bar."""
        self._rate = progress.games_per_second
        done = progress.games if self._games else progress.seconds
        self._bar.update(self._task, completed=int(done), description=self._figures())

    def add(self, point: "Point") -> None:
        """Take a new point of the curve; off a terminal, print it if it is time."""
        if _has_hard(point):
            self._hard.append(point["classes"]["hard"]["kept"])
        if self._bar.disable and point["seconds"] >= self._due:
            self._due = GROWTH * point["seconds"]
            typer.echo(_line(point, self._lesson, self._rate), err=True)

    def _figures(self) -> str:
        from fourscore.insight.learning.report import sparkline

        rate = f"{self._rate:,.0f} {self._lesson}s/s"
        if not self._hard:
            return rate
        return f"{rate}  hard openings {sparkline(self._hard, 16)} {100 * self._hard[-1]:.1f} %"


def _has_hard(point: "Point") -> bool:
    return "hard" in point["classes"]


def _line(point: "Point", lesson: str, rate: float) -> str:
    """Write a point of the curve in a line."""
    from fourscore.core.notation import plural
    from fourscore.learn.words import say_time

    shares = ", ".join(f"{name} {100 * each['kept']:.1f} %"
                       for name, each in point["classes"].items())  # fmt: skip
    speed = f" ({rate:,.0f}/s)" if rate else ""
    learned = plural(point["games"], lesson)
    return f"{say_time(point['seconds']):>9}  {learned}{speed}, kept: {shares}"


# Showing a run


@app.command()
def show(
    run: Annotated[
        str,
        typer.Argument(
            metavar="[RUN]",
            help=f"The run: {FOLDER}. Left out, it is the one that comes with fourscore.",
            show_default=False,
        ),
    ] = "",
    json: AsJson = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw its curves, as .png or .svg.")
    ] = None,
    elo: Annotated[
        bool, typer.Option("--elo", help="Let it play the levels, which takes a minute.")
    ] = False,
    workers: WorkerCount = None,
) -> None:
    """Show how a run was trained, and how well it plays by training time and by ply."""
    from fourscore.cli import console
    from fourscore.cli.progress import interruptible
    from fourscore.insight.drawing.suffixes import CHARTS
    from fourscore.runtime.files import check_target

    if plot is not None:
        check_target(plot, CHARTS)
    from fourscore.cli.run_report import play_levels, plot_run, print_run, print_strength
    from fourscore.insight.learning.report import report_on
    from fourscore.learn.run import Run

    found = report_on(Run.open(run))
    if plot is not None:
        plot_run(found, plot)
    if not json:
        print_run(found)
    strength = None
    if elo:
        with interruptible() as interruption:
            strength = play_levels(found.run, workers)
        interruption.exit_if_happened("run the same command again to resume the games")
    if json:
        console.print_json({**found.as_json(), **({"elo": strength} if strength else {})})
    elif strength:
        print_strength(strength)
