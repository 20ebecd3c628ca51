"""Report E's ladder: alpha-beta of depth 1 to 7 against depth 1 to 7."""

from collections import defaultdict
from collections.abc import Iterable
from contextlib import ExitStack
from itertools import islice

from matplotlib.figure import Figure

from fourscore.arena.ledger import GameRow, Ledger
from fourscore.arena.openings import draw_openings
from fourscore.arena.rating import Ratings, Tally
from fourscore.arena.summary import summarise
from fourscore.arena.tournament import Settings
from fourscore.core.position import Position
from fourscore.insight.drawing.colours import ALGORITHMS, LIGHT
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
from fourscore.insight.studies.asking import Answer, ask
from fourscore.insight.studies.costs import costs
from fourscore.insight.studies.frame import (
    Bench,
    Chart,
    Findings,
    Sheet,
    mean,
    milliseconds,
    percent,
    share_interval,
    write_share,
)

__all__ = ["PUBLISHED_SECONDS", "run_depth_ladder"]

DEPTHS = range(1, 8)
DEEPEST = 10
"""Run time is measured as far as report E has it."""
EVALUATIONS = ("lines", "windows")
"""Report E's evaluation looks whole lines up, as ours does; report A's is beside it."""
PUBLISHED_SECONDS = {7: 2.5, 10: 40.0}
"""Report E: seconds a move at depth 7, and at most at depth 10."""
SUSPECT = 6
"""Report E: anomalously weak."""
OPENINGS = "random:4"
TIMED_AT = "random:8"
TIMED = 20
"""Positions of `TIMED_AT` in which run time is measured."""
SURE = 0.975
_RESULT = {1.0: "1", 0.5: "½", 0.0: "0"}


def spec_of(depth: int, evaluation: str) -> str:
    """Write the agent of a rung."""
    return f"alphabeta:depth={depth},eval={evaluation}"


def run_depth_ladder(bench: Bench, games: int = 40, deepest: int = DEEPEST) -> Findings:
    """Play every depth against every other, `games` games each, and the empty board once."""
    bench.begin()
    with ExitStack() as stack:
        single = _play_empty(bench, stack)
        pools = {
            evaluation: stack.enter_context(
                bench.play(f"ladder {evaluation}", _settings(evaluation, games))
            )
            for evaluation in EVALUATIONS
        }
        ratings = {name: _ratings(ledger) for name, ledger in pools.items()}
        times = _times(pools[EVALUATIONS[0]])
    answers = _time(bench, deepest)
    return Findings(
        "depth-ladder",
        "Report E: depth against depth",
        "Report E let depths 1 to 7 play each other, each as first and as second player. From "
        "the empty board players without chance play one game over and over, so that table has "
        f"one game a cell. The rest comes from {games:,} games for each pairing, in pairs with "
        "colours swapped, from openings of four random plies. Players are alpha-beta with the "
        f"evaluation {EVALUATIONS[0]}; {EVALUATIONS[1]} is there to compare.",
        (
            _single_sheet(single),
            _cross_sheet(ratings[EVALUATIONS[0]]),
            _rate_sheet(ratings),
            _time_sheet("first", times),
            _time_sheet("second", times),
            _runtime_sheet(answers),
        ),
        (
            Chart("depth-ladder-rates", "Share of the points over depth", _draw_rates(ratings)),
            Chart("depth-ladder-times", "Time a move over depth", _draw_times(answers)),
        ),
        (*(_verdict(name, each) for name, each in ratings.items()), _speed(answers)),
    )


# Playing


def _settings(evaluation: str, games: int, openings: str = OPENINGS) -> Settings:
    return Settings(tuple(spec_of(d, evaluation) for d in DEPTHS), games, openings=openings)


def _play_empty(bench: Bench, stack: ExitStack) -> dict[tuple[int, int], float]:
    """Play one game a cell from the empty board; give the first player's points by depths."""
    found: dict[tuple[int, int], float] = {}
    name = EVALUATIONS[0]
    for depth in DEPTHS:
        twins = Settings((spec_of(depth, name),) * 2, 2)
        rows = stack.enter_context(bench.play(f"ladder depth {depth}", twins, here=True)).games()
        found[depth, depth] = _points(next(iter(rows)))
    settings = _settings(name, 2, "empty")
    ledger = stack.enter_context(bench.play("ladder empty board", settings, here=True))
    for row in ledger.games():
        found[_depth(row.first), _depth(row.second)] = _points(row)
    return found


def _points(row: GameRow) -> float:
    assert row.result is not None
    return row.result


def _depth(spec: str) -> int:
    return int(spec.partition("depth=")[2].partition(",")[0])


def _ratings(ledger: Ledger) -> Ratings:
    found = summarise(ledger).ratings
    assert found is not None
    return found


def _by_depth(ratings: Ratings) -> dict[int, str]:
    return {_depth(player): player for player in sorted(ratings.cross_table.players)}


def _times(ledger: Ledger) -> dict[tuple[str, int, int], float]:
    """Return the mean seconds of a move by colour, own depth and the opponent's."""
    seconds: dict[tuple[str, int, int], list[float]] = defaultdict(list)
    for cost in costs(ledger):
        colour = "first" if cost.plays_first else "second"
        seconds[colour, _depth(cost.agent), _depth(cost.opponent)].append(cost.seconds)
    return {key: mean(times) for key, times in seconds.items()}


def _time(bench: Bench, deepest: int) -> dict[int, list[Answer]]:
    """Measure how long each depth takes in the same positions."""
    source = draw_openings(TIMED_AT, Position.empty(), bench.seed)
    positions = list(islice(source, TIMED))
    found = {}
    for depth in range(1, deepest + 1):
        found[depth] = ask(spec_of(depth, EVALUATIONS[0]), positions, times=3 if depth < 8 else 1)
        bench.on_step("ladder run time", depth, deepest)
    return found


# Tables


def _square(name: str, title: str, cells: dict[tuple[int, int], str], corner: str) -> Sheet:
    headers = (corner, *(f">{depth}" for depth in DEPTHS))
    rows = [(str(one), *(cells.get((one, other), "") for other in DEPTHS)) for one in DEPTHS]
    return Sheet(f"depth-ladder-{name}", title, headers, tuple(rows))


def _single_sheet(single: dict[tuple[int, int], float]) -> Sheet:
    title = "Points of the first player (rows) from the empty board, one game a cell"
    cells = {key: _RESULT[points] for key, points in single.items()}
    return _square("empty-board", title, cells, ">first \\ second")


def _cross_sheet(ratings: Ratings) -> Sheet:
    table, names = ratings.cross_table, _by_depth(ratings)
    cells = {
        (one, other): f"{100 * table.as_first(names[one], names[other]).score:.0f} %"
        for one in DEPTHS
        for other in DEPTHS
        if one != other
    }
    title = "Share of the points of the first player (rows) from random openings"
    return _square("openings", title, cells, ">first \\ second")


def _totals(ratings: Ratings, depth: int) -> tuple[Tally, Tally, Tally]:
    """Return what a depth did in all, as first and as second."""
    names, table = _by_depth(ratings), ratings.cross_table
    first, second = Tally(), Tally()
    for other in names.values():
        first = first.plus(table.as_first(names[depth], other))
        second = second.plus(table.as_second(names[depth], other))
    return first.plus(second), first, second


def _rate_sheet(ratings: dict[str, Ratings]) -> Sheet:
    rows = []
    for evaluation, found in ratings.items():
        for depth in DEPTHS:
            both, first, second = _totals(found, depth)
            rating = found[_by_depth(found)[depth]]
            rows.append((evaluation, str(depth), f"{both.games:,}", *write_share(both),
                         percent(first.score), percent(second.score), f"{rating.elo:+.0f}",
                         f"{rating.low:+.0f} to {rating.high:+.0f}"))  # fmt: skip
    headers = ("evaluation", ">depth", ">games", ">share", ">95 %", ">as first", ">as second",
               ">Elo", ">95 %")  # fmt: skip
    return Sheet("depth-ladder-winning-rate", "Winning rate over depth", headers, tuple(rows))


def _time_sheet(colour: str, times: dict[tuple[str, int, int], float]) -> Sheet:
    cells = {(d, o): milliseconds(each) for (c, d, o), each in times.items() if c == colour}
    title = f"Mean time a move of the rows' depth as {colour} player, in milliseconds"
    return _square(f"time-as-{colour}", title, cells, ">depth \\ opponent")


def _runtime_sheet(answers: dict[int, list[Answer]]) -> Sheet:
    rows = []
    for depth, found in answers.items():
        published = PUBLISHED_SECONDS.get(depth)
        seconds, nodes = [each.seconds for each in found], [each.nodes for each in found]
        rows.append((str(depth), f"{published:g} s" if published else "",
                     milliseconds(mean(seconds)), milliseconds(max(seconds)),
                     f"{mean(nodes):,.0f}"))  # fmt: skip
    headers = (">depth", ">report E", ">mean ms a move", ">longest, ms", ">nodes a move")
    title = f"Run time over depth, in {len(answers[1])} positions of 8 plies"
    return Sheet("depth-ladder-run-time", title, headers, tuple(rows))


# Charts


@chart_style()
def _draw_rates(ratings: dict[str, Ratings]) -> Figure:
    figure, axes = new_figure(7.2, 4.2)
    looks = agent_styles(spec_of(1, name) for name in EVALUATIONS)
    drawn = dict(zip(EVALUATIONS, looks.values(), strict=True))
    ends = {}
    for (name, found), aside in zip(ratings.items(), (-0.06, 0.06), strict=True):
        tallies = [_totals(found, depth)[0] for depth in DEPTHS]
        shares = [tally.score for tally in tallies]
        low, high = zip(*(share_interval(tally) for tally in tallies), strict=True)
        places = [depth + aside for depth in DEPTHS]
        error_bars(axes, places, shares, low, high, drawn[name], linestyle="-", linewidth=1.4)
        ends[name] = (places[-1], shares[-1])
    axes.set_ylim(0, 1)
    percent_axis(axes, "y")
    axes.set_xlabel("depth")
    axes.set_ylabel("share of the points")
    axes.set_title("Winning rate over depth, with 95 % intervals")
    label_ends(axes, ends, drawn)
    return figure


@chart_style()
def _draw_times(answers: dict[int, list[Answer]]) -> Figure:
    figure, axes = new_figure(7.2, 4.2)
    depths = list(answers)
    times = [[1000 * each.seconds for each in found] for found in answers.values()]
    axes.fill_between(depths, [min(each) for each in times], [max(each) for each in times],
                      color=ALGORITHMS["alphabeta"], alpha=0.15, linewidth=0)  # fmt: skip
    axes.plot(depths, [mean(each) for each in times], "o-", color=ALGORITHMS["alphabeta"])
    known = {depth: seconds for depth, seconds in PUBLISHED_SECONDS.items() if depth in answers}
    axes.plot(list(known), [1000 * each for each in known.values()], "o", mfc="white",
              color=LIGHT["quiet"])  # fmt: skip
    log_scale(axes, "y")
    axes.set_xticks(depths)
    axes.set_xlabel("depth; shaded: from the shortest to the longest")
    axes.set_ylabel("milliseconds a move")
    axes.set_title("Run time over depth")
    drawn = {"ours": Style(ALGORITHMS["alphabeta"], "o"), "report E": Style(LIGHT["quiet"], "o")}
    ends = {"ours": (depths[-1], mean(times[-1]))}
    if known:
        ends["report E"] = (max(known), 1000 * known[max(known)])
    label_ends(axes, ends, drawn)
    return figure


# Words


def _verdict(evaluation: str, ratings: Ratings) -> str:
    """Return whether depth 6 is weaker than it should be."""
    names = _by_depth(ratings)
    below, above = names[SUSPECT - 1], names[SUSPECT + 1]
    chance = ratings.los(names[SUSPECT], below)
    step = ratings[names[SUSPECT]].elo - ratings[below].elo
    if chance > 1 - SURE and step <= 0:
        word = "no stronger than depth 5, as far as the games can tell"
    elif chance <= 1 - SURE:
        word = "weaker than depth 5"
    else:
        word = "not weaker than depth 5"
    return (
        f"With {evaluation}, depth 6 is {word} ({step:+.0f} Elo, likelihood of superiority "
        f"{percent(chance)}); depth 7 is {ratings[above].elo - ratings[names[SUSPECT]].elo:+.0f} "
        f"Elo from it.{_parity(ratings, names)}"
    )


def _parity(ratings: Ratings, names: dict[int, str]) -> str:
    """Return what a ply brings that makes the depth even, and one that makes it odd."""
    elo = {depth: ratings[name].elo for depth, name in names.items()}
    even = mean(_steps(elo, (2, 4, 6)))
    odd = mean(_steps(elo, (3, 5, 7)))
    return f" A ply to an even depth brings {even:+.0f} Elo on average, to an odd one {odd:+.0f}."


def _steps(elo: dict[int, float], depths: Iterable[int]) -> list[float]:
    return [elo[depth] - elo[depth - 1] for depth in depths]


def _speed(answers: dict[int, list[Answer]]) -> str:
    words = [
        f"{seconds:g} s at depth {depth} are "
        f"{milliseconds(mean([each.seconds for each in answers[depth]]))} ms here"
        for depth, seconds in PUBLISHED_SECONDS.items()
        if depth in answers
    ]
    return f"Report E's {' and its '.join(words)}." if words else "Depths 7 and 10 were left out."
