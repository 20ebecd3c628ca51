"""Players that teach themselves, beside those that search: three ways to learn, one truth.

Every agent decides in the same positions, which no training has seen, and its moves are compared
with the exact scores. The trainings are runs in the study's folder, and so are the decisions, so
that the same command resumes.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import numpy as np

from fourscore.insight.drawing.figures import Chart
from fourscore.insight.learning.measuring import Measurement, Shares, measure, measure_columns
from fourscore.insight.learning.training import open_run, train_watched
from fourscore.insight.reports.words import say_percent, say_share
from fourscore.insight.studies.decisions import decide_all
from fourscore.insight.studies.learning_charts import (
    Budget,
    draw_by_budget,
    draw_by_ply,
    draw_curves,
)
from fourscore.insight.studies.study import Findings, Table, Workspace, say_milliseconds
from fourscore.insight.truth.suites import CLASSES, Suite, suite_for
from fourscore.learn.run import Run
from fourscore.learn.settings import METHODS, TrainingSettings
from fourscore.learn.training import Progress
from fourscore.learn.words import say_time
from fourscore.runtime.files import make_folder, write_text

__all__ = ["KEPT", "Decided", "kept_cells", "run_learning", "train_for"]

REPORTS = (
    "random",
    "astar",
    "minimax:depth=5",
    "alphabeta:depth=5",
    "alphabeta:depth=8",
    "alphabeta:depth=5,eval=lines",
    "alphabeta:depth=8,eval=lines",
    "mcts:playouts=1000",
    "mcts:playouts=20000",
    "mcts:playouts=100000",
)
"""The algorithms of the reports, and the evaluation that was learned from exact scores."""
LEARNED = (
    "tuples",
    "alphabeta:depth=3,eval=tuples",
    "alphabeta:depth=5,eval=tuples",
    "alphabeta:depth=7,eval=tuples",
    "deepening:seconds=0.1,eval=tuples",
    "zero:playouts=100",
    "zero:playouts=1000",
    "zero:playouts=10000",
    "zero:playouts=30000",
)
"""Players with a network, each with that of its own run."""
FAMILIES = {
    "alpha-beta, windows": ("alphabeta:depth=5", "alphabeta:depth=8"),
    "alpha-beta, lines": ("alphabeta:depth=5,eval=lines", "alphabeta:depth=8,eval=lines"),
    "MCTS": tuple(f"mcts:playouts={count}" for count in (1000, 20000, 100000)),
    "alpha-beta, network": tuple(f"alphabeta:depth={depth},eval=tuples" for depth in (3, 5, 7)),
    "PUCT, network": tuple(f"zero:playouts={count}" for count in (100, 1000, 10000, 30000)),
}
"""Agents that differ in their budget only; those with a network have that of the first run."""
FAMILY_SPECS = {family: specs[0] for family, specs in FAMILIES.items()}
SHOWN = ("random", "mcts:playouts=20000", "alphabeta:depth=8,eval=lines", "tuples",
         "alphabeta:depth=7,eval=tuples", "zero:playouts=10000")  # fmt: skip
"""Agents whose accuracy is shown by ply."""
KEPT = (">easy", ">medium", ">hard", ">95 %", ">middle game")
"""The headers of what `kept_cells` returns."""
PHASE = 4
"""Plies of a phase."""


@dataclass(frozen=True)
class Decided:
    """What an agent chose in the positions of a suite, and what that took."""

    name: str
    spec: str
    columns: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def milliseconds(self) -> float:
        """The mean time without the longest 5 %, which say more about the machine."""
        times = sorted(self.seconds)
        return 1000 * fmean(times[: max(1, len(times) - len(times) // 20)])

    def measure(self, suite: Suite) -> Measurement:
        """Compare its moves with the truth."""
        return measure_columns(np.array(self.columns), suite)

    def by_phase(self, suite: Suite) -> dict[int, Shares]:
        """Do the same for each phase of `PHASE` plies, by the first of them."""
        starts, columns = 2 + (suite.plies - 2) // PHASE * PHASE, np.array(self.columns)
        found = {}
        for start in np.unique(starts):
            rows = np.flatnonzero(starts == start)
            found[int(start)] = measure_columns(columns[rows], suite.take(rows)).whole
        return found


def run_learning(
    workspace: Workspace,
    minutes: float = 10,
    positions: int = 200,
    methods: tuple[str, ...] = METHODS,
    shape: dict[str, int] | None = None,
    reports: tuple[str, ...] = REPORTS,
    learned: tuple[str, ...] = LEARNED,
) -> Findings:
    """Train by each method, and hold the players against the reports' algorithms and the truth.

    `positions` is the number of each class; `shape` changes that of the networks.
    """
    whole = suite_for((7, 6))
    assert whole is not None
    suite = whole.first(positions)
    runs: dict[str, Run] = {}
    for method in methods:
        settings = TrainingSettings(method, workspace.seed, **(shape or {}))  # type: ignore[arg-type]
        runs[method] = train_for(workspace, f"training {method}", method, settings, minutes)
    decided = [_decide(workspace, spec, spec, suite) for spec in reports]
    for method, run in runs.items():
        for spec in learned:
            name = f"{spec} ({method})"
            full = run.agent(f"{spec}{',' if ':' in spec else ':'}age={run.ages[-1]}").spec
            decided.append(_decide(workspace, name, full, suite))
    found = {each.name: each.measure(suite) for each in decided}
    first = next(iter(runs))
    phases = {
        each.name: each.by_phase(suite)
        for each in decided
        if each.name.removesuffix(f" ({first})") in SHOWN
    }
    tables = [
        _run_table(runs, whole),
        _agent_table(decided, found, "kept"),
        _agent_table(decided, found, "best"),
        _phase_table(phases, int(suite.plies.max())),
    ]
    curves = {method: run.curve for method, run in runs.items()}
    charts = [
        Chart("learning-curves", draw_curves(curves),
              "Hard openings kept over training time, by method"),
        Chart("learning-by-budget", draw_by_budget(_budgets(decided, found, first), FAMILY_SPECS),
              "Hard openings kept over time per move"),
        Chart("learning-by-ply", draw_by_ply(phases), "Result kept by ply"),
    ]  # fmt: skip
    return Findings(
        "learning",
        "Players that teach themselves",
        f"Each method learns for {minutes:g} minutes. Then every player decides in the same "
        f"{len(suite)} positions, {positions} each of easy, medium and hard openings and of the "
        "middle game, which no training has seen; its moves are compared with the exact scores. "
        "Result kept: a won position stays won and a drawn one drawn (positions already lost do "
        "not count). Optimal: no column is worth more.",
        tuple(tables),
        tuple(charts),
        tuple(_remarks(found, runs)),
    )


# Training and deciding


def train_for(
    workspace: Workspace, step: str, name: str, settings: TrainingSettings, minutes: float
) -> Run:
    """Train a run in the study's folder, or go on with it."""
    digest = hashlib.sha256(str(settings).encode()).hexdigest()[:8]
    run = open_run(workspace.folder / "runs" / f"{name}-{digest}", settings)

    def report(progress: Progress) -> None:
        workspace.on_step(step, int(progress.seconds), round(60 * minutes))

    train_watched(run, minutes=minutes, workers=workspace.workers or 1, on_round=report)
    return run


def _decide(workspace: Workspace, name: str, spec: str, suite: Suite) -> Decided:
    """Let an agent decide in all positions, or read what it has decided before."""
    make_folder(workspace.folder / "decisions")
    identity = json.dumps([spec, workspace.seed, suite.filled.tolist(), suite.mine.tolist()])
    digest = hashlib.sha256(identity.encode()).hexdigest()[:12]
    path = workspace.folder / "decisions" / f"{digest}.json"
    known = _read(path, len(suite))
    if known is None:
        found = decide_all(
            [spec], suite.positions(), workspace.seed, workspace.workers,
            lambda done, total: workspace.on_step(name, done, total),
        )  # fmt: skip
        (decisions,) = found.values()
        known = [[each.column, each.seconds] for each in decisions]
        write_text(path, json.dumps(known))
    return Decided(name, spec, tuple(int(each[0]) for each in known),
                   tuple(float(each[1]) for each in known))  # fmt: skip


def _read(path: Path, count: int) -> list[list[float]] | None:
    try:
        known: list[list[float]] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return known if len(known) == count else None


def _budgets(
    decided: list[Decided], found: dict[str, Measurement], method: str
) -> dict[str, list[Budget]]:
    """Return what families of agents keep of hard openings, and the time of a move.

    Those with a network have that of one method.
    """
    known = {each.name: each for each in decided}
    families = {}
    for family, specs in FAMILIES.items():
        names = [spec if spec in known else f"{spec} ({method})" for spec in specs]
        points = [
            Budget(_budget(name), known[name].milliseconds, kept)
            for name in names
            if name in known and (kept := found[name].classes["hard"].kept)
        ]
        if points:
            families[family] = points
    return families


def _budget(name: str) -> str:
    """Return the first figure of a spec.

    >>> _budget("mcts:playouts=20000"), _budget("alphabeta:depth=5,eval=tuples (td)")
    ('20,000', '5')
    """
    return f"{int(name.partition('=')[2].partition(',')[0].partition(' ')[0]):,}"


# Tables


def _run_table(runs: dict[str, Run], suite: Suite) -> Table:
    rows = []
    for method, run in runs.items():
        classes = measure(run.network(), suite).classes
        best = say_share(classes["hard"].best)[0]
        rows.append((method, say_time(run.seconds), f"{run.games:,}", *kept_cells(classes), best))
    headers = ("method", ">time", ">games", *KEPT, ">hard, optimal")
    return Table("learning-methods", "Result kept without search, by method", headers, tuple(rows))


def _agent_table(decided: list[Decided], found: dict[str, Measurement], what: str) -> Table:
    rows = [
        (each.name, say_milliseconds(each.milliseconds / 1000),
         *kept_cells(found[each.name].classes, what))
        for each in decided
    ]  # fmt: skip
    headers = ("agent", ">ms a move", *KEPT)
    if what == "kept":
        return Table("learning-agents", "Result kept, by player", headers, tuple(rows))
    return Table("learning-optimal", "Optimal moves, by player", headers, tuple(rows), detail=True)


def kept_cells(classes: dict[str, Shares], what: str = "kept") -> list[str]:
    """Return the shares of all classes as cells, that of hard openings with its interval."""
    easy, medium, hard, middle = (say_share(getattr(classes[name], what)) for name in CLASSES)
    return [easy[0], medium[0], *hard, middle[0]]


def _phase_table(phases: dict[str, dict[int, Shares]], last: int) -> Table:
    starts = next(iter(phases.values()))
    rows = [
        (name, *(say_share(each[start].kept)[0] for start in starts))
        for name, each in phases.items()
    ]
    heads = [f">{start} to {min(start + PHASE - 1, last)}" for start in starts]
    return Table("learning-by-ply", "Result kept by discs on the board", ("agent", *heads),
                 tuple(rows))  # fmt: skip


# Words


def _remarks(found: dict[str, Measurement], runs: dict[str, Run]) -> list[str]:
    hard = {name: kept.value for name, each in found.items() if (kept := each.classes["hard"].kept)}
    best = max(hard, key=hard.__getitem__)
    words = [f"{best} keeps the result most often in hard openings: {say_percent(hard[best])}."]
    for method in runs:
        alone = f"tuples ({method})"
        if alone in hard:
            words.append(
                f"The network of {method} keeps {say_percent(hard[alone])} of them without search."
            )
    return words
