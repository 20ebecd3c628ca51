"""Report C, second half: how often Monte Carlo tree search and alpha-beta play the right move."""

from matplotlib.figure import Figure

from fourscore.core.position import Position
from fourscore.insight.drawing.figures import (
    Style,
    agent_styles,
    chart_style,
    error_bars,
    label_ends,
    log_scale,
    new_figure,
    percent_axis,
)
from fourscore.insight.studies.asking import Answer, ask_all
from fourscore.insight.studies.frame import (
    Bench,
    Chart,
    Findings,
    Sheet,
    mean,
    milliseconds,
    percent,
    write_interval,
)
from fourscore.insight.studies.lines import PLIES, sample
from fourscore.insight.truth.accuracy import Accuracy, JudgedMove, accuracy_by_phase, accuracy_of
from fourscore.insight.truth.intervals import Measured
from fourscore.insight.truth.judge import Judge

__all__ = ["run_accuracy"]

BUDGETS = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
DEPTHS = tuple(range(1, 9))
PHASE = 5
"""Plies that are taken together: the sample's 25 fall into five."""
APART = 0.25
"""Plies by which the points of two agents stand apart, so that both can be seen."""
SHOWN = ("random", "alphabeta:depth=4,eval=centre", "alphabeta:depth=5,eval=centre",
         "mcts:playouts=1000,c=2.0", "mcts:playouts=100000,c=2.0")  # fmt: skip
"""Those whose accuracy is given by ply: report C's, and random play as the zero."""


def run_accuracy(
    bench: Bench,
    count: int = 400,
    budgets: tuple[int, ...] = BUDGETS,
    depths: tuple[int, ...] = DEPTHS,
) -> Findings:
    """Ask both algorithms with many budgets in positions whose truth is known."""
    bench.begin()
    positions = sorted(sample(count, bench.seed), key=lambda each: (each.ply, each.key))
    alphabeta = [f"alphabeta:depth={depth},eval=centre" for depth in depths]
    mcts = [f"mcts:playouts={budget},c=2.0" for budget in budgets]
    # The costly ones come first, so that no worker is left alone with one.
    asked = ask_all(
        [*reversed(mcts), *reversed(alphabeta), "random"],
        positions,
        bench.seed,
        bench.workers,
        lambda done, total: bench.on_step("accuracy answers", done, total),
    )
    asked = {spec: asked[spec] for spec in ("random", *alphabeta, *mcts)}
    judged = _judge(bench, positions, asked)
    found = {spec: accuracy_of(samples) for spec, samples in judged.items()}
    shown = [spec for spec in SHOWN if spec in judged]
    return Findings(
        "accuracy",
        "Report C: the accuracy of MCTS and alpha-beta",
        "Report C compares the accuracy of the two in words; here it is counted. Each agent "
        f"is asked in the same {len(positions)} positions of {positions[0].ply} to "
        f"{positions[-1].ply} plies, drawn by random play that blocks what it must, and its "
        "move is held against the exact score. Result kept: a won position stays won and a drawn "
        "one drawn (positions that are lost already do not count). Best: no column is worth more "
        "(the fastest win, the slowest loss).",
        (_sheet(asked, found), _phase_sheet(judged, shown)),
        (
            Chart("accuracy-over-time", "Result kept over time a move",
                  _draw_over_time(asked, found, {"alpha-beta": alphabeta, "MCTS": mcts})),
            Chart("accuracy-by-ply", "Result kept by ply", _draw_by_ply(judged, shown)),
        ),
        _remarks(found, alphabeta, mcts),
    )  # fmt: skip


def _judge(
    bench: Bench, positions: list[Position], asked: dict[str, list[Answer]]
) -> dict[str, list[JudgedMove]]:
    judge = Judge()
    needed = dict.fromkeys(positions)
    for answers in asked.values():
        needed |= dict.fromkeys(positions[each.place].play(each.column) for each in answers)
    judge.learn(
        needed, on_progress=lambda done, total: bench.on_step("accuracy truth", done, total)
    )
    return {
        spec: [
            JudgedMove.of(judge.judge(positions[each.place], each.column), each.place)
            for each in answers
        ]
        for spec, answers in asked.items()
    }


def _phases(moves: list[JudgedMove]) -> dict[int, Accuracy]:
    return accuracy_by_phase(moves, PHASE, PLIES[0])


# Tables


def _cells(found: Measured | None) -> tuple[str, str]:
    return (percent(found.value), write_interval(found.low, found.high)) if found else ("", "")


def _sheet(asked: dict[str, list[Answer]], found: dict[str, Accuracy]) -> Sheet:
    rows = []
    for spec, accuracy in found.items():
        lost = accuracy.points_lost
        rows.append((spec, milliseconds(_seconds(asked[spec])), *_cells(accuracy.kept),
                     *_cells(accuracy.best), f"{lost.value:.2f}" if lost else ""))  # fmt: skip
    headers = ("agent", ">ms a move", ">result kept", ">95 %", ">best", ">95 %", ">points lost")
    return Sheet("accuracy", "Accuracy by budget", headers, tuple(rows))


def _seconds(answers: list[Answer]) -> float:
    """Return the mean time without the longest twentieth, which tells more of the machine."""
    times = sorted(each.seconds for each in answers)
    return mean(times[: max(1, len(times) - len(times) // 20)])


def _phase_sheet(judged: dict[str, list[JudgedMove]], shown: list[str]) -> Sheet:
    phases = {spec: _phases(judged[spec]) for spec in shown}
    plies = sorted({ply for each in phases.values() for ply in each})
    rows = [
        (f"{ply} to {ply + PHASE - 1}", str(phases[shown[0]][ply].moves),
         *(_cells(phases[spec][ply].kept)[0] for spec in shown))
        for ply in plies
    ]  # fmt: skip
    headers = (">discs", ">positions", *(f">{_short(spec)}" for spec in shown))
    return Sheet("accuracy-by-ply", "Result kept by ply", headers, tuple(rows))


# Charts


@chart_style()
def _draw_over_time(
    asked: dict[str, list[Answer]], found: dict[str, Accuracy], families: dict[str, list[str]]
) -> Figure:
    figure, axes = new_figure(7.6, 4.4)
    drawn = {}
    for name, specs in families.items():
        drawn[name] = Style(agent_styles(specs[:1])[specs[0]].colour, "o")
        kept = {spec: found[spec].kept for spec in specs}
        points = [(1000 * _seconds(asked[spec]), each) for spec, each in kept.items() if each]
        times, shares = [time for time, _ in points], [each.value for _, each in points]
        low, high = [each.low for _, each in points], [each.high for _, each in points]
        error_bars(axes, times, shares, low, high, drawn[name], linestyle="-", linewidth=1.4)
        at, aside = (0, (10, -3)) if name == "alpha-beta" else (-1, (0, 24))
        axes.annotate(name, (times[at], shares[at]), xytext=aside, textcoords="offset points",
                      color=drawn[name].colour)  # fmt: skip
        for spec, time, share in zip(specs, times, shares, strict=False):
            side = (4, -9) if name == "alpha-beta" else (-4, 5)
            axes.annotate(_budget(spec), (time, share), xytext=side, fontsize=7,
                          ha="left" if side[0] > 0 else "right", textcoords="offset points",
                          color=drawn[name].colour)  # fmt: skip
    log_scale(axes, "x")
    percent_axis(axes, "y", (0.6, 0.7, 0.8, 0.9, 1))
    axes.set_xlabel("milliseconds a move; beside the points: plies or playouts")
    axes.set_ylabel("moves that keep the result")
    axes.set_title("Accuracy over time, with 95 % intervals")
    return figure


def _short(spec: str) -> str:
    """Name an agent by its budget.

    >>> _short("mcts:playouts=1000,c=2.0"), _short("alphabeta:depth=4,eval=centre")
    ('1,000 playouts', 'depth 4')
    """
    kind, _, rest = spec.partition(":")
    if kind == "mcts":
        return f"{_budget(spec)} playouts"
    return f"depth {_budget(spec)}" if rest else spec


def _budget(spec: str) -> str:
    return f"{int(spec.partition('=')[2].partition(',')[0]):,}"


@chart_style()
def _draw_by_ply(judged: dict[str, list[JudgedMove]], shown: list[str]) -> Figure:
    figure, axes = new_figure(8.4, 4.4)
    drawn = agent_styles(shown)
    ends = {}
    for place, spec in enumerate(shown):
        kept = {ply: each.kept for ply, each in _phases(judged[spec]).items()}
        points = [(ply + place * APART, each) for ply, each in kept.items() if each]
        plies, shares = [ply for ply, _ in points], [each.value for _, each in points]
        low, high = [each.low for _, each in points], [each.high for _, each in points]
        error_bars(axes, plies, shares, low, high, drawn[spec], linestyle="-", elinewidth=0.8)
        ends[_short(spec)] = (plies[-1], shares[-1])
    axes.set_ylim(0, 1.1)
    percent_axis(axes, "y")
    axes.set_xlabel("discs on the board")
    axes.set_ylabel("moves that keep the result")
    axes.set_title("Accuracy by ply")
    label_ends(axes, ends, {_short(spec): drawn[spec] for spec in shown})
    return figure


# Words


def _remarks(found: dict[str, Accuracy], alphabeta: list[str], mcts: list[str]) -> tuple[str, ...]:
    def kept(spec: str) -> float:
        measured = found[spec].kept
        return measured.value if measured else 0.0

    words = []
    base = "alphabeta:depth=5,eval=centre"
    if base in alphabeta:
        enough = next((spec for spec in mcts if kept(spec) >= kept(base)), None)
        words.append(
            f"Alpha-beta of depth 5 keeps the result in {percent(kept(base))} of the positions; "
            + (f"MCTS needs {_budget(enough)} playouts for as much." if enough else
               f"no budget of MCTS up to {_budget(mcts[-1])} playouts reaches that.")
        )  # fmt: skip
    said = [
        f"{name} goes from {percent(kept(specs[0]))} ({_short(specs[0])}) to "
        f"{percent(kept(specs[-1]))} ({_short(specs[-1])})"
        for name, specs in (("MCTS", mcts), ("alpha-beta", alphabeta))
    ]
    words.append(f"{'; '.join(said)}. Random moves keep {percent(kept('random'))}.")
    return tuple(words)
