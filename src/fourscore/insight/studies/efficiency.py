"""Report C, first half: what Monte Carlo tree search and alpha-beta spend on a move."""

from contextlib import ExitStack
from itertools import islice

from matplotlib.figure import Figure

from fourscore.arena.openings import draw_openings
from fourscore.arena.rating import Tally
from fourscore.arena.summary import summarise
from fourscore.arena.tournament import Settings
from fourscore.core.position import Position
from fourscore.insight.drawing.figures import (
    agent_styles,
    chart_style,
    error_bars,
    label_ends,
    log_scale,
    new_figure,
)
from fourscore.insight.studies.asking import Answer, ask
from fourscore.insight.studies.frame import (
    Bench,
    Chart,
    Findings,
    Sheet,
    mean,
    milliseconds,
    percent,
    write_share,
)
from fourscore.search.words import say_amount

__all__ = ["ALPHABETA", "MCTS", "run_efficiency"]

ALPHABETA = ("alphabeta:depth=4,eval=centre", "alphabeta:depth=5,eval=centre")
"""Report C's alpha-beta, at both of its depths."""
MCTS = ("mcts:playouts=1000,c=2.0", "mcts:playouts=10000,c=2.0", "mcts:playouts=30000,c=2.0")
"""Report C's Monte Carlo tree search with budgets that a tournament can bear."""
AS_PUBLISHED = "mcts:playouts=3000000,c=2.0"
"""Report C gave it 3 to 5 seconds a move. Here it is given playouts that take somewhat less, so
that a busy machine does not change what is found."""
PLIES = tuple(range(0, 29, 4))
EACH = 5
"""Positions for each of these plies."""
OPENINGS = "random:4"


def run_efficiency(bench: Bench, games: int = 40, published: bool = True) -> Findings:
    """Measure costs in the same positions, and play matches.

    `published` adds a budget as large as report C's.
    """
    bench.begin()
    positions = _positions(bench.seed)
    specs = [*ALPHABETA, *MCTS]
    asked = {}
    for done, spec in enumerate(specs):
        bench.on_step("efficiency costs", done, len(specs) + published)
        asked[spec] = ask(spec, positions, bench.seed, times=3)
    drawn = dict(asked)
    if published:
        bench.on_step("efficiency costs", len(specs), len(specs) + 1)
        asked[AS_PUBLISHED] = ask(AS_PUBLISHED, positions[:1] + positions[EACH + 1 :: 2 * EACH])
    bench.on_step("efficiency costs", len(specs) + published, len(specs) + published)
    tallies = _play(bench, games)
    return Findings(
        "efficiency",
        "Report C: the efficiency of MCTS and alpha-beta",
        "Report C compares Monte Carlo tree search (exploration constant 2, 3 to 5 seconds a move) "
        "with alpha-beta (depth 4 to 5, evaluation centre) and has words for it, no figures. "
        f"Costs are measured in the same {len(positions)} positions of {PLIES[0]} to {PLIES[-1]} "
        f"plies, in processor time; results come from {games:,} games for each pairing, in pairs "
        "with colours swapped, from openings of four random plies.",
        (_cost_sheet(asked), _match_sheet(tallies, asked)),
        (Chart("efficiency", "Time a move over the game", _draw(drawn, positions)),),
        _remarks(asked, tallies),
    )


def _positions(seed: int) -> list[Position]:
    """Return the empty board, and some positions of each ply."""
    found = [Position.empty()]
    for plies in PLIES[1:]:
        found += islice(draw_openings(f"random:{plies}", Position.empty(), seed), EACH)
    return found


Matches = dict[tuple[str, str], Tally]


def _play(bench: Bench, games: int) -> Matches:
    """Let each depth meet each budget; give MCTS's tallies."""
    tallies: Matches = {}
    with ExitStack() as stack:
        for spec in ALPHABETA:
            settings = Settings((spec, *MCTS), games, form="gauntlet", openings=OPENINGS)
            step = f"efficiency matches, depth {spec.partition('=')[2][0]}"
            summary = summarise(stack.enter_context(bench.play(step, settings)))
            own, *others = settings.names
            tallies |= {(other, spec): summary.tally(other, own) for other in others}
    return tallies


def _a_move(answers: list[Answer]) -> float:
    return mean([each.seconds for each in answers])


# Tables


def _cost_sheet(asked: dict[str, list[Answer]]) -> Sheet:
    rows = []
    for spec, answers in asked.items():
        seconds = sum(each.seconds for each in answers)
        nodes, playouts = (sum(getattr(each, part) for each in answers) for part in _AMOUNTS)
        count = len(answers)
        rows.append((spec, str(count), milliseconds(seconds / count),
                     milliseconds(max(each.seconds for each in answers)),
                     say_amount(nodes / count), say_amount(nodes / seconds),
                     say_amount(playouts / count) if playouts else "",
                     say_amount(playouts / seconds) if playouts else ""))  # fmt: skip
    headers = ("agent", ">positions", ">ms a move", ">longest, ms", ">nodes a move",
               ">nodes/s", ">playouts a move", ">playouts/s")  # fmt: skip
    return Sheet("efficiency-costs", "What a move costs", headers, tuple(rows))


_AMOUNTS = ("nodes", "playouts")


def _match_sheet(tallies: Matches, asked: dict[str, list[Answer]]) -> Sheet:
    rows = [
        (one, other, "-".join(map(str, tally)), *write_share(tally),
         f"{_a_move(asked[one]) / _a_move(asked[other]):.0f}")
        for (one, other), tally in tallies.items()
    ]  # fmt: skip
    headers = ("MCTS", "alpha-beta", ">wins, draws, losses", ">share", ">95 %", ">times its time")
    return Sheet("efficiency-matches", "Matches, as MCTS sees them", headers, tuple(rows))


# Charts and words


@chart_style()
def _draw(asked: dict[str, list[Answer]], positions: list[Position]) -> Figure:
    figure, axes = new_figure(8.0, 4.2)
    drawn = agent_styles(list(asked))
    ends = {}
    for spec, answers in asked.items():
        by_ply: dict[int, list[float]] = {}
        for answer in answers:
            by_ply.setdefault(positions[answer.place].ply, []).append(1000 * answer.seconds)
        heights = [mean(times) for times in by_ply.values()]
        low, high = ([end(times) for times in by_ply.values()] for end in (min, max))
        error_bars(axes, list(by_ply), heights, low, high, drawn[spec], linestyle="-")
        ends[spec] = (list(by_ply)[-1], heights[-1])
    log_scale(axes, "y")
    axes.set_xticks(PLIES)
    axes.set_xlabel("discs on the board; bars: from the shortest to the longest")
    axes.set_ylabel("milliseconds a move")
    axes.set_title("Time a move over the game")
    label_ends(axes, ends, drawn)
    return figure


def _remarks(asked: dict[str, list[Answer]], tallies: Matches) -> tuple[str, ...]:
    words = [
        f"Against depth {ALPHABETA[-1].partition('=')[2][0]}, MCTS has "
        + ", ".join(
            f"{percent(tallies[spec, ALPHABETA[-1]].score)} of the points with "
            f"{int(spec.partition('=')[2].partition(',')[0]):,} playouts "
            f"({_a_move(asked[spec]) / _a_move(asked[ALPHABETA[-1]]):.0f} times its time)"
            for spec in MCTS
        )
        + "."
    ]
    if AS_PUBLISHED in asked:
        first = asked[AS_PUBLISHED][0]
        words.append(
            f"Report C's 3 to 5 seconds a move buy {say_amount(3 * first.playouts / first.seconds)}"
            f" to {say_amount(5 * first.playouts / first.seconds)} playouts on the empty board; "
            "later a proof often ends the search before."
        )
    return tuple(words)
