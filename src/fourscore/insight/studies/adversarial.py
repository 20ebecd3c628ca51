"""Report A's matches: random, A*, minimax and Monte Carlo tree search against each other."""

from contextlib import ExitStack
from dataclasses import dataclass

from matplotlib.figure import Figure

from fourscore.arena.rating import Tally
from fourscore.arena.summary import Summary, summarise
from fourscore.arena.tournament import Settings
from fourscore.insight.drawing.colours import LIGHT
from fourscore.insight.drawing.figures import (
    Style,
    chart_style,
    error_bars,
    new_figure,
    percent_axis,
)
from fourscore.insight.studies.frame import (
    Bench,
    Chart,
    Findings,
    Sheet,
    percent,
    share_interval,
    write_share,
)

__all__ = ["PUBLISHED", "run_adversarial"]

AGENTS = {
    "random": "random",
    "A*": "astar",
    "minimax": "alphabeta:depth=5",
    "MCTS": "mcts:playouts=1219,expand=heuristic",
}
"""Report A's players. Its minimax prunes as alpha-beta does and looks 5 plies ahead; its Monte
Carlo tree search reached 1,219 iterations in 5 seconds, so ours is given as many."""
OPENINGS = "random:2"
"""Two random plies, so that players without chance do not play one game over and over."""
TWIN = "random #2"
APART = 0.16
"""Half the way between what was published and what is ours, in a chart."""


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
"""A pairing of our own: the same with the budget that fourscore's MCTS usually has."""


def run_adversarial(bench: Bench, games: int = 200) -> Findings:
    """Play report A's seven pairings again, each with `games` games."""
    bench.begin()
    everybody = Settings(tuple(AGENTS.values()), games, openings=OPENINGS)
    twins = Settings((AGENTS["random"],) * 2, games, openings=OPENINGS)
    more = Settings((AGENTS["minimax"], MORE[2]), _fewer(games), openings=OPENINGS)
    with ExitStack() as stack:
        pool, alike, rich = (
            summarise(stack.enter_context(bench.play(f"adversarial {step}", settings, here=here)))
            for step, settings, here in (
                ("pool", everybody, False),
                ("random", twins, True),
                ("more playouts", more, False),
            )
        )
    ours = [(each, _tally(each, pool, alike)) for each in PUBLISHED]
    extra = rich.tally(more.names[0], more.names[1])
    return Findings(
        "adversarial",
        "Report A: matches between four players",
        f"Report A let its players meet in 3 to 10 games. Here each pairing has {games:,}: in "
        "pairs with colours swapped, from openings of two random plies. Scores are wins, draws "
        "and losses of the first named; the share is of the points, a draw counting half, with "
        "its 95 % interval. MCTS has the 1,219 playouts that report A's reached in 5 seconds.",
        (_matches(ours, extra), _costs(pool)),
        (Chart("adversarial", "Share of the points in each pairing", _draw(ours)),),
        _remarks(ours, extra),
    )


def _fewer(games: int) -> int:
    """Return the games of the costly pairing, an even number."""
    return max(2, games // 10 * 2)


def _tally(published: Published, pool: Summary, alike: Summary) -> Tally:
    if published.one == published.other:
        return alike.tally(AGENTS["random"], TWIN)
    return pool.tally(AGENTS[published.one], AGENTS[published.other])


def _matches(ours: list[tuple[Published, Tally]], extra: Tally) -> Sheet:
    rows = [
        (f"{each.one} - {each.other}", f"{each.wins}-{each.losses}", percent(each.tally.score),
         "-".join(map(str, tally)), *write_share(tally))
        for each, tally in ours
    ]  # fmt: skip
    rows.append((f"{MORE[0]} - {MORE[1]}", "", "", "-".join(map(str, extra)), *write_share(extra)))
    headers = ("pairing", ">report A", ">share", ">ours", ">share", ">95 %")
    return Sheet("adversarial-matches", "Matches", headers, tuple(rows))


def _costs(pool: Summary) -> Sheet:
    rows = []
    for name, spec in AGENTS.items():
        effort = pool.efforts[spec]
        rows.append((name, spec, f"{effort.moves:,}", f"{1000 * effort.seconds_a_move:.2f}",
                     f"{effort.nodes_a_move:,.0f}"))  # fmt: skip
    headers = ("player", "spec", ">moves", ">ms a move", ">nodes a move")
    return Sheet("adversarial-costs", "What a move costs", headers, tuple(rows))


@chart_style()
def _draw(ours: list[tuple[Published, Tally]]) -> Figure:
    style = Style(LIGHT["board"], "o")
    figure, axes = new_figure(7.6, 4.4)
    for place, (each, tally) in enumerate(ours):
        low, high = share_interval(each.tally)
        axes.plot([low, high], [place + APART] * 2, color=LIGHT["draws"], linewidth=1)
        axes.plot([each.tally.score], [place + APART], "o", color=LIGHT["draws"], mfc="white")
        ends = share_interval(tally)
        error_bars(
            axes, [tally.score], [place - APART], [ends[0]], [ends[1]], style, horizontal=True
        )
    axes.set_yticks(range(len(ours)), [f"{each.one} - {each.other}" for each, _ in ours])
    axes.invert_yaxis()
    axes.axvline(0.5, color=LIGHT["line"], linewidth=1)
    axes.set_xlim(-0.02, 1.02)
    percent_axis(axes, "x")
    axes.grid(visible=False)
    axes.set_xlabel("points of the first named; outlined: as report A has it, filled: ours")
    axes.set_title("Four players against each other, with 95 % intervals")
    return figure


def _remarks(ours: list[tuple[Published, Tally]], extra: Tally) -> tuple[str, ...]:
    apart = [
        f"{each.one} - {each.other}"
        for each, tally in ours
        if not _overlap(share_interval(each.tally), share_interval(tally))
    ]
    agree = (
        "Every result of report A lies within the uncertainty of its few games."
        if not apart
        else f"Report A's result and ours exclude each other for {', '.join(apart)}."
    )
    last = ours[-1][1]
    return (
        agree,
        f"Minimax against MCTS hangs on the budget: with 1,219 playouts minimax has "
        f"{percent(last.score)} of the points, against 100,000 playouts {percent(extra.score)}.",
    )


def _overlap(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]
