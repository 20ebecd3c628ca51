"""Report C, first half: what Monte Carlo tree search and alpha-beta spend on a move."""

from itertools import islice
from statistics import fmean

from fourscore.arena.openings import draw_openings
from fourscore.arena.rating import Tally
from fourscore.arena.tournament import Settings
from fourscore.core.position import Position
from fourscore.insight.drawing.figures import (
    Chart,
    agent_styles,
    chart_style,
    error_bars,
    label_ends,
    log_scale,
    new_figure,
)
from fourscore.insight.drawing.matplotlib import Figure
from fourscore.insight.reports.words import say_percent
from fourscore.insight.studies.decisions import Decision, decide
from fourscore.insight.studies.study import (
    Findings,
    Table,
    Workspace,
    say_milliseconds,
    say_tally,
)
from fourscore.search.words import say_amount

__all__ = ["ALPHABETA", "MCTS", "run_efficiency"]

ALPHABETA = ("alphabeta:depth=4,eval=centre", "alphabeta:depth=5,eval=centre")
"""Report C's alpha-beta, at both of its depths."""
MCTS = ("mcts:playouts=1000,c=2.0", "mcts:playouts=10000,c=2.0", "mcts:playouts=30000,c=2.0")
"""Report C's Monte Carlo tree search with budgets that a tournament can afford."""
AS_PUBLISHED = "mcts:playouts=3000000,c=2.0"
"""Report C gave it 3 to 5 seconds a move. Here it gets playouts that take somewhat less, so that a
busy machine does not change the findings."""
PLIES = tuple(range(0, 29, 4))
EACH = 5
"""Positions for each of these plies."""
OPENINGS = "random:4"

Decisions = dict[str, list[Decision]]
Matches = dict[tuple[str, str], Tally]
"""What MCTS, named first, scored against alpha-beta."""


def run_efficiency(workspace: Workspace, games: int = 40, published: bool = True) -> Findings:
    """Measure costs in the same positions, and play matches.

    `published` adds a budget as large as report C's.
    """
    positions = _positions(workspace.seed)
    decided = {}
    for done, spec in enumerate((*ALPHABETA, *MCTS)):
        workspace.on_step("efficiency costs", done, len(ALPHABETA + MCTS) + published)
        decided[spec] = decide(spec, positions, workspace.seed, times=3)
    chart = Chart("efficiency", _draw(decided, positions), "Time per move over the game")
    if published:
        decided[AS_PUBLISHED] = decide(
            AS_PUBLISHED, positions[:1] + positions[EACH + 1 :: 2 * EACH]
        )
    workspace.on_step("efficiency costs", len(decided), len(decided))
    matches = _play(workspace, games)
    return Findings(
        "efficiency",
        "Report C: the efficiency of MCTS and alpha-beta",
        "Report C compares Monte Carlo tree search (exploration constant 2, 3 to 5 seconds a move) "
        "with alpha-beta (depth 4 to 5, evaluation centre) in words, without figures. Costs are "
        f"measured in the same {len(positions)} positions of {PLIES[0]} to {PLIES[-1]} plies, in "
        f"processor time; results come from {games:,} games for each pairing, in pairs with "
        "colours swapped, from openings of four random plies.",
        (_cost_table(decided), _match_table(matches, decided)),
        (chart,),
        _remarks(decided, matches),
    )


def _positions(seed: int) -> list[Position]:
    """Return the empty board, and some positions of each ply."""
    found = [Position.empty()]
    for plies in PLIES[1:]:
        found += islice(draw_openings(f"random:{plies}", Position.empty(), seed), EACH)
    return found


def _play(workspace: Workspace, games: int) -> Matches:
    """Let each depth meet each budget."""
    matches: Matches = {}
    for spec in ALPHABETA:
        settings = Settings((spec, *MCTS), games, form="gauntlet", openings=OPENINGS)
        summary = workspace.summarise(f"efficiency matches, depth {_depth(spec)}", settings)
        own, *others = settings.names
        matches |= {(other, spec): summary.tally(other, own) for other in others}
    return matches


def _depth(spec: str) -> str:
    return spec.partition("=")[2][0]


def _a_move(decisions: list[Decision]) -> float:
    return fmean(each.seconds for each in decisions)


# Tables


def _cost_table(decided: Decisions) -> Table:
    rows = []
    for spec, decisions in decided.items():
        count, seconds = len(decisions), sum(each.seconds for each in decisions)
        nodes = sum(each.nodes for each in decisions)
        playouts = sum(each.playouts for each in decisions)
        rows.append((spec, str(count), say_milliseconds(seconds / count),
                     say_milliseconds(max(each.seconds for each in decisions)),
                     say_amount(nodes / count), say_amount(nodes / seconds),
                     say_amount(playouts / count) if playouts else "",
                     say_amount(playouts / seconds) if playouts else ""))  # fmt: skip
    headers = ("agent", ">positions", ">ms a move", ">longest, ms", ">nodes a move",
               ">nodes/s", ">playouts a move", ">playouts/s")  # fmt: skip
    return Table("efficiency-costs", "What a move costs", headers, rows)


def _match_table(matches: Matches, decided: Decisions) -> Table:
    rows = [
        (one, other, *say_tally(tally), f"{_a_move(decided[one]) / _a_move(decided[other]):.0f}")
        for (one, other), tally in matches.items()
    ]
    headers = ("MCTS", "alpha-beta", ">wins, draws, losses", ">share", ">95 %", ">times its time")
    return Table("efficiency-matches", "Matches, as MCTS sees them", headers, rows)


# Charts and words


@chart_style()
def _draw(decided: Decisions, positions: list[Position]) -> Figure:
    figure, axes = new_figure(8.0, 4.2)
    styles = agent_styles(list(decided))
    ends = {}
    for spec, decisions in decided.items():
        by_ply: dict[int, list[float]] = {}
        for each in decisions:
            by_ply.setdefault(positions[each.place].ply, []).append(1000 * each.seconds)
        points = [(fmean(times), min(times), max(times)) for times in by_ply.values()]
        error_bars(axes, list(by_ply), points, styles[spec], linestyle="-")
        ends[spec] = (list(by_ply)[-1], points[-1][0])
    log_scale(axes, "y")
    axes.set_xticks(PLIES)
    axes.set_xlabel("discs on the board; bars: from the shortest to the longest")
    axes.set_ylabel("milliseconds a move")
    axes.set_title("Time per move over the game")
    label_ends(axes, ends, styles)
    return figure


def _remarks(decided: Decisions, matches: Matches) -> tuple[str, ...]:
    deepest = ALPHABETA[-1]
    scores = [
        f"{say_percent(matches[spec, deepest].score)} of the points with "
        f"{int(spec.partition('=')[2].partition(',')[0]):,} playouts "
        f"({_a_move(decided[spec]) / _a_move(decided[deepest]):.0f} times its time)"
        for spec in MCTS
    ]
    words = [f"Against depth {_depth(deepest)}, MCTS has {', '.join(scores)}."]
    if AS_PUBLISHED in decided:
        first = decided[AS_PUBLISHED][0]
        rate = first.playouts / first.seconds
        words.append(
            f"Report C's 3 to 5 seconds a move buy {say_amount(3 * rate)} to "
            f"{say_amount(5 * rate)} playouts on the empty board; later a proof often ends the "
            "search earlier."
        )
    return tuple(words)
