"""Report A's matches: random, A*, minimax and Monte Carlo tree search against each other."""

from dataclasses import dataclass

from fourscore.arena.rating import Tally
from fourscore.arena.summary import Summary
from fourscore.arena.tournament import Settings
from fourscore.insight.drawing.colours import LIGHT
from fourscore.insight.drawing.figures import (
    Chart,
    Style,
    chart_style,
    error_bars,
    new_figure,
    percent_axis,
)
from fourscore.insight.drawing.matplotlib import Figure
from fourscore.insight.reports.words import say_percent
from fourscore.insight.studies.study import Findings, Table, Workspace, points_of, say_tally

__all__ = ["PUBLISHED", "run_adversarial"]

AGENTS = {
    "random": "random",
    "A*": "astar",
    "minimax": "alphabeta:depth=5",
    "MCTS": "mcts:playouts=1219,expand=heuristic",
}
"""Report A's players. Its minimax prunes as alpha-beta does and looks 5 plies ahead; its Monte
Carlo tree search reached 1,219 iterations in 5 seconds, so ours gets as many."""
OPENINGS = "random:2"
"""Two random plies, so that deterministic players do not repeat one game over and over."""
TWIN = "random #2"
APART = 0.16
"""Half the distance between a published point and ours in the chart."""


@dataclass(frozen=True, slots=True)
class Published:
    """A pairing of report A and its result."""

    one: str
    other: str
    wins: int
    losses: int

    @property
    def tally(self) -> Tally:
        return Tally(self.wins, 0, self.losses)

    def __str__(self) -> str:
        return f"{self.one} - {self.other}"


PUBLISHED = (
    Published("random", "random", 7, 3),
    Published("random", "A*", 4, 6),
    Published("random", "minimax", 0, 10),
    Published("random", "MCTS", 0, 3),
    Published("A*", "minimax", 0, 5),
    Published("A*", "MCTS", 0, 5),
    Published("minimax", "MCTS", 0, 5),
)
MORE = ("minimax", "MCTS, 100,000", "mcts:playouts=100000,expand=heuristic")
"""A pairing of our own: the same with the default budget of fourscore's MCTS."""


def run_adversarial(workspace: Workspace, games: int = 200) -> Findings:
    """Play report A's seven pairings again, each with `games` games."""

    def play(step: str, agents: tuple[str, ...], games: int, alone: bool = False) -> Summary:
        settings = Settings(agents, games, openings=OPENINGS)
        return workspace.summarise(f"adversarial {step}", settings, in_process=alone)

    pool = play("pool", tuple(AGENTS.values()), games)
    twins = play("random", (AGENTS["random"],) * 2, games, alone=True)
    fewer = max(2, games // 10 * 2)
    extra = play("more playouts", (AGENTS["minimax"], MORE[2]), fewer).tally(AGENTS["minimax"])
    ours = [(each, _tally(each, pool, twins)) for each in PUBLISHED]
    return Findings(
        "adversarial",
        "Report A: matches between four players",
        f"Report A let its players meet in 3 to 10 games. Here each pairing has {games:,}, in "
        "pairs with colours swapped, from openings of two random plies. Scores are wins, draws "
        "and losses of the player named first; the share is that of the points, a draw counting "
        "half, with its 95 % interval. MCTS gets the 1,219 playouts that report A's reached in 5 "
        "seconds.",
        (_matches(ours, extra), _costs(pool)),
        (Chart("adversarial", _draw(ours), "Share of the points in each pairing"),),
        _remarks(ours, extra),
    )


def _tally(published: Published, pool: Summary, twins: Summary) -> Tally:
    if published.one == published.other:
        return twins.tally(AGENTS["random"], TWIN)
    return pool.tally(AGENTS[published.one], AGENTS[published.other])


def _matches(ours: list[tuple[Published, Tally]], extra: Tally) -> Table:
    rows = [
        (str(each), f"{each.wins}-{each.losses}", say_percent(each.tally.score), *say_tally(tally))
        for each, tally in ours
    ]
    rows.append((f"{MORE[0]} - {MORE[1]}", "", "", *say_tally(extra)))
    headers = ("pairing", ">report A", ">share", ">ours", ">share", ">95 %")
    return Table("adversarial-matches", "Matches", headers, rows)


def _costs(pool: Summary) -> Table:
    rows = []
    for name, spec in AGENTS.items():
        effort = pool.efforts[spec]
        rows.append((name, spec, f"{effort.moves:,}", f"{1000 * effort.seconds_a_move:.2f}",
                     f"{effort.nodes_a_move:,.0f}"))  # fmt: skip
    headers = ("player", "spec", ">moves", ">ms a move", ">nodes a move")
    return Table("adversarial-costs", "What a move costs", headers, rows)


@chart_style()
def _draw(ours: list[tuple[Published, Tally]]) -> Figure:
    style = Style(LIGHT["board"], "o")
    figure, axes = new_figure(7.6, 4.4)
    for place, (each, tally) in enumerate(ours):
        share, low, high = points_of(each.tally).point
        axes.plot([low, high], [place + APART] * 2, color=LIGHT["draws"], linewidth=1)
        axes.plot([share], [place + APART], "o", color=LIGHT["draws"], mfc="white")
        error_bars(axes, [place - APART], [points_of(tally).point], style, horizontal=True)
    axes.set_yticks(range(len(ours)), [str(each) for each, _ in ours])
    axes.invert_yaxis()
    axes.axvline(0.5, color=LIGHT["line"], linewidth=1)
    axes.set_xlim(-0.02, 1.02)
    percent_axis(axes, "x")
    axes.grid(visible=False)
    axes.set_xlabel("points of the player named first; outlined: report A, filled: ours")
    axes.set_title("Four players against each other, with 95 % intervals")
    return figure


def _remarks(ours: list[tuple[Published, Tally]], extra: Tally) -> tuple[str, ...]:
    apart = [str(each) for each, tally in ours if not _overlap(each.tally, tally)]
    agree = (
        f"Report A's result and ours contradict each other for {', '.join(apart)}."
        if apart
        else "Every result of report A lies within the uncertainty of its few games."
    )
    return (
        agree,
        "Minimax against MCTS depends on the budget: minimax has "
        f"{say_percent(ours[-1][1].score)} of the points against 1,219 playouts and "
        f"{say_percent(extra.score)} against 100,000.",
    )


def _overlap(one: Tally, other: Tally) -> bool:
    """Return whether the intervals of two shares overlap."""
    first, second = points_of(one), points_of(other)
    return first.low <= second.high and second.low <= first.high
