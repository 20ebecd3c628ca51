"""Report C, second half: how often Monte Carlo tree search and alpha-beta play the right move."""

from statistics import fmean

from fourscore.core.position import Position
from fourscore.insight.drawing.figures import (
    Chart,
    Style,
    agent_styles,
    chart_style,
    error_bars,
    label_ends,
    log_scale,
    new_figure,
    percent_axis,
)
from fourscore.insight.drawing.matplotlib import Figure
from fourscore.insight.reports.words import say_percent, say_share
from fourscore.insight.studies.decisions import Decision, decide_all
from fourscore.insight.studies.lines import PLIES, sample
from fourscore.insight.studies.study import Findings, Table, Workspace, say_milliseconds
from fourscore.insight.truth.accuracy import Accuracy, JudgedMove, accuracy_by_phase, accuracy_of
from fourscore.insight.truth.judge import Judge

__all__ = ["run_accuracy"]

BUDGETS = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
DEPTHS = tuple(range(1, 9))
PHASE = 5
"""Plies of a phase: the sample's 25 plies make five."""
APART = 0.25
"""Plies between the points of two agents, so that both can be seen."""
SHOWN = ("random", "alphabeta:depth=4,eval=centre", "alphabeta:depth=5,eval=centre",
         "mcts:playouts=1000,c=2.0", "mcts:playouts=100000,c=2.0")  # fmt: skip
"""Agents whose accuracy is shown by ply: report C's, and random play as a baseline."""
BASELINE = "alphabeta:depth=5,eval=centre"

Decisions = dict[str, list[Decision]]
Judged = dict[str, list[JudgedMove]]


def run_accuracy(
    workspace: Workspace,
    count: int = 400,
    budgets: tuple[int, ...] = BUDGETS,
    depths: tuple[int, ...] = DEPTHS,
) -> Findings:
    """Let both algorithms decide with many budgets in positions whose exact scores are known."""
    positions = sorted(sample(count, workspace.seed), key=lambda each: (each.ply, each.key))
    alphabeta = [f"alphabeta:depth={depth},eval=centre" for depth in depths]
    mcts = [f"mcts:playouts={budget},c=2.0" for budget in budgets]
    # The expensive ones come first, so that no worker is left alone with one.
    decided = decide_all(
        [*reversed(mcts), *reversed(alphabeta), "random"],
        positions,
        workspace.seed,
        workspace.workers,
        lambda done, total: workspace.on_step("accuracy decisions", done, total),
    )
    decided = {spec: decided[spec] for spec in ("random", *alphabeta, *mcts)}
    judged = _judge(workspace, positions, decided)
    found = {spec: accuracy_of(moves) for spec, moves in judged.items()}
    shown = [spec for spec in SHOWN if spec in judged]
    return Findings(
        "accuracy",
        "Report C: the accuracy of MCTS and alpha-beta",
        "Report C compares the accuracy of the two in words; here it is measured. Each agent "
        f"decides in the same {len(positions)} positions of {positions[0].ply} to "
        f"{positions[-1].ply} plies, drawn by random play that blocks where it must, and its "
        "move is compared with the exact score. Result kept: a won position stays won and a drawn "
        "one drawn (positions already lost do not count). Best: no column is worth more (the "
        "fastest win, the slowest loss).",
        (_table(decided, found), _phase_table(judged, shown)),
        (
            Chart("accuracy-over-time",
                  _draw_over_time(decided, found, {"alpha-beta": alphabeta, "MCTS": mcts}),
                  "Result kept over time per move"),
            Chart("accuracy-by-ply", _draw_by_ply(judged, shown), "Result kept by ply"),
        ),
        _remarks(found, alphabeta, mcts),
    )  # fmt: skip


def _judge(workspace: Workspace, positions: list[Position], decided: Decisions) -> Judged:
    judge = Judge()
    needed = dict.fromkeys(positions)
    for decisions in decided.values():
        needed |= dict.fromkeys(positions[each.place].play(each.column) for each in decisions)
    judge.learn(
        needed, on_progress=lambda done, total: workspace.on_step("accuracy truth", done, total)
    )
    return {
        spec: [
            JudgedMove.of(judge.judge(positions[each.place], each.column), each.place)
            for each in decisions
        ]
        for spec, decisions in decided.items()
    }


def _phases(moves: list[JudgedMove]) -> dict[int, Accuracy]:
    return accuracy_by_phase(moves, PHASE, PLIES[0])


# Tables


def _table(decided: Decisions, found: dict[str, Accuracy]) -> Table:
    rows = []
    for spec, accuracy in found.items():
        lost = accuracy.points_lost
        rows.append((spec, say_milliseconds(_seconds(decided[spec])), *say_share(accuracy.kept),
                     *say_share(accuracy.best), f"{lost.value:.2f}" if lost else ""))  # fmt: skip
    headers = ("agent", ">ms a move", ">result kept", ">95 %", ">best", ">95 %", ">points lost")
    return Table("accuracy", "Accuracy by budget", headers, tuple(rows))


def _seconds(decisions: list[Decision]) -> float:
    """Return the mean time without the longest 5 %, which say more about the machine."""
    times = sorted(each.seconds for each in decisions)
    return fmean(times[: max(1, len(times) - len(times) // 20)])


def _phase_table(judged: Judged, shown: list[str]) -> Table:
    phases = {spec: _phases(judged[spec]) for spec in shown}
    rows = [
        (f"{ply} to {ply + PHASE - 1}", str(accuracy.moves),
         *(say_share(phases[spec][ply].kept)[0] for spec in shown))
        for ply, accuracy in phases[shown[0]].items()
    ]  # fmt: skip
    headers = (">discs", ">positions", *(f">{_short(spec)}" for spec in shown))
    return Table("accuracy-by-ply", "Result kept by ply", headers, tuple(rows))


# Charts


@chart_style()
def _draw_over_time(
    decided: Decisions, found: dict[str, Accuracy], families: dict[str, list[str]]
) -> Figure:
    figure, axes = new_figure(7.6, 4.4)
    for name, specs in families.items():
        style = Style(agent_styles(specs[:1])[specs[0]].colour, "o")
        kept = {spec: share for spec in specs if (share := found[spec].kept)}
        times = [1000 * _seconds(decided[spec]) for spec in kept]
        points = [share.point for share in kept.values()]
        error_bars(axes, times, points, style, linestyle="-", linewidth=1.4)
        offset = {"textcoords": "offset points", "color": style.colour}
        at, aside = (0, (10, -3)) if name == "alpha-beta" else (-1, (0, 24))
        axes.annotate(name, (times[at], points[at][0]), xytext=aside, **offset)
        aside, side = ((4, -9), "left") if name == "alpha-beta" else ((-4, 5), "right")
        for spec, time, point in zip(kept, times, points, strict=True):
            axes.annotate(_budget(spec), (time, point[0]), xytext=aside, fontsize=7, ha=side,
                          **offset)  # fmt: skip
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
def _draw_by_ply(judged: Judged, shown: list[str]) -> Figure:
    figure, axes = new_figure(8.4, 4.4)
    styles = agent_styles(shown)
    ends = {}
    for place, spec in enumerate(shown):
        phases = _phases(judged[spec]).items()
        kept = {ply + place * APART: share.point for ply, each in phases if (share := each.kept)}
        error_bars(axes, list(kept), list(kept.values()), styles[spec], linestyle="-",
                   elinewidth=0.8)  # fmt: skip
        last = max(kept)
        ends[_short(spec)] = (last, kept[last][0])
    axes.set_ylim(0, 1.1)
    percent_axis(axes, "y")
    axes.set_xlabel("discs on the board")
    axes.set_ylabel("moves that keep the result")
    axes.set_title("Accuracy by ply")
    label_ends(axes, ends, {_short(spec): styles[spec] for spec in shown})
    return figure


# Words


def _remarks(found: dict[str, Accuracy], alphabeta: list[str], mcts: list[str]) -> tuple[str, ...]:
    kept = {spec: each.kept.value if each.kept else 0.0 for spec, each in found.items()}
    words = []
    if BASELINE in alphabeta:
        enough = next((spec for spec in mcts if kept[spec] >= kept[BASELINE]), None)
        words.append(
            f"Alpha-beta of depth 5 keeps the result in {say_percent(kept[BASELINE])} of the "
            "positions; "
            + (f"MCTS needs {_budget(enough)} playouts to do as well." if enough else
               f"no budget of MCTS up to {_budget(mcts[-1])} playouts reaches that.")
        )  # fmt: skip
    ranges = [
        f"{name} goes from {say_percent(kept[specs[0]])} ({_short(specs[0])}) to "
        f"{say_percent(kept[specs[-1]])} ({_short(specs[-1])})"
        for name, specs in (("MCTS", mcts), ("alpha-beta", alphabeta))
    ]
    words.append(f"{'; '.join(ranges)}. Random moves keep {say_percent(kept['random'])}.")
    return tuple(words)
