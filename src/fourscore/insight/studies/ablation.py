"""What each idea of temporal difference learning brings: trainings with one of them removed."""

from dataclasses import dataclass, field, replace

from fourscore.insight.drawing.figures import Chart
from fourscore.insight.learning.measuring import Point, measure
from fourscore.insight.reports.words import say_percent
from fourscore.insight.studies.learning import KEPT, kept_cells, train_for
from fourscore.insight.studies.learning_charts import draw_curves
from fourscore.insight.studies.study import Findings, Table, Workspace
from fourscore.insight.truth.suites import Suite, suite_for
from fourscore.learn.run import Run
from fourscore.learn.settings import TrainingSettings

__all__ = ["IDEAS", "Idea", "run_ablation"]


@dataclass(frozen=True)
class Idea:
    """A training that lacks something."""

    words: str
    options: dict[str, float] = field(default_factory=dict)
    """Options of the method."""
    tuples: float = 1.0
    """The share of the tuples that it has."""
    length: int | None = None
    """Cells of a tuple, at most."""

    def settings(self, usual: TrainingSettings) -> TrainingSettings:
        """Return the settings of the training."""
        return replace(
            usual,
            options=self.options,
            tuples=max(1, round(self.tuples * usual.tuples)),
            length=min(self.length or usual.length, usual.length),
        )


IDEAS = {
    "everything": Idea("everything"),
    "coherence": Idea("no temporal coherence", {"coherence": 0}),
    "small-step": Idea("no coherence, a tenth of the step", {"coherence": 0, "step": 0.3}),
    "trace": Idea("no eligibility trace (λ = 0)", {"trace": 0}),
    "opening": Idea("no random openings", {"opening": 0}),
    "explore": Idea("5 % random moves, not 20 %", {"explore": 0.05}),
    "length": Idea("tuples of 8 cells", length=8),
    "tuples": Idea("a quarter of the tuples", tuples=0.25),
}
"""The trainings, by the names of their runs; the first lacks nothing."""


def run_ablation(
    workspace: Workspace,
    minutes: float = 1.0,
    shape: dict[str, int] | None = None,
    ideas: dict[str, Idea] = IDEAS,
) -> Findings:
    """Train by td with one idea removed at a time, and compare what is learned."""
    suite = suite_for((7, 6))
    assert suite is not None
    usual = TrainingSettings("td", workspace.seed, **(shape or {}))  # type: ignore[arg-type]
    runs = {
        idea.words: train_for(workspace, idea.words, f"ablation-{name}", idea.settings(usual),
                              minutes)
        for name, idea in ideas.items()
    }  # fmt: skip
    return Findings(
        "ablation",
        "What each idea brings",
        f"Temporal difference learning for {minutes:g} minutes, with one idea removed at a time; "
        "without search, on positions that training has not seen. All had the same time; those "
        "that learn with less effort played more games in it, so the last column compares them "
        "after the same number of games.",
        (_table(runs, suite),),
        (Chart("ablation", draw_curves({words: run.curve for words, run in runs.items()}),
               "Hard openings kept over training time, with one idea removed at a time"),),
        _remarks(runs, suite),
    )  # fmt: skip


def _table(runs: dict[str, Run], suite: Suite) -> Table:
    same = min(run.games for run in runs.values())
    rows = []
    for words, run in runs.items():
        classes = measure(run.network(), suite).classes
        rows.append((words, f"{run.games:,}", f"{run.games / run.seconds:,.0f}",
                     *kept_cells(classes), _at(run.curve, same)))  # fmt: skip
    headers = ("training", ">games", ">games/s", *KEPT, f">hard after {same:,}")
    return Table("ablation", "Result kept, without search", headers, tuple(rows))


def _at(curve: list[Point], games: int) -> str:
    """Return what was kept of hard openings at the point nearest to a number of games."""
    near = min(curve, key=lambda point: abs(point["games"] - games))
    return say_percent(near["classes"]["hard"]["kept"])


def _remarks(runs: dict[str, Run], suite: Suite) -> tuple[str, ...]:
    hard = {}
    for words, run in runs.items():
        kept = measure(run.network(), suite).classes["hard"].kept
        assert kept is not None
        hard[words] = kept
    first, *others = hard
    whole = hard[first]
    missed = [
        f"{words}: {100 * (hard[words].value - whole.value):+.1f}"
        for words in sorted(others, key=lambda words: hard[words].value)
    ]
    return (
        f"With everything {say_percent(whole.value)} of hard openings are kept. In percentage "
        f"points beside it: {'; '.join(missed)}.",
    )
