"""Report E's ladder: alpha-beta of depth 1 to 7 against depth 1 to 7."""

from collections import defaultdict
from itertools import islice
from statistics import fmean

from fourscore.arena.ledger import GameRow, Ledger
from fourscore.arena.openings import draw_openings
from fourscore.arena.rating import Ratings, Tally
from fourscore.arena.summary import summarise
from fourscore.arena.tournament import Settings
from fourscore.core.position import Position
from fourscore.insight.drawing.colours import ALGORITHMS, LIGHT
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
from fourscore.insight.reports.costs import move_costs
from fourscore.insight.reports.words import say_percent, say_rating, say_share
from fourscore.insight.studies.decisions import Decision, decide
from fourscore.insight.studies.study import (
    Findings,
    Table,
    Workspace,
    points_of,
    say_milliseconds,
)

__all__ = ["PUBLISHED_SECONDS", "run_depth_ladder"]

DEPTHS = range(1, 8)
DEEPEST = 10
"""Run time is measured as far as in report E."""
EVALUATIONS = ("lines", "windows")
"""Report E's evaluation looks up whole lines, as ours does; report A's is for comparison."""
PUBLISHED_SECONDS = {7: 2.5, 10: 40.0}
"""Report E: seconds a move at depth 7, and at most at depth 10."""
SUSPECT = 6
"""The depth that report E found anomalously weak."""
OPENINGS = "random:4"
TIMED_AT = "random:8"
TIMED = 20
"""Positions of `TIMED_AT` in which run time is measured."""
UNLIKELY = 0.025
"""The likelihood of superiority from which down a depth counts as weaker."""

Cells = dict[tuple[int, int], str]
"""By the depths of a row and a column."""
_RESULT = {1.0: "1", 0.5: "½", 0.0: "0"}


def spec_of(depth: int, evaluation: str) -> str:
    """Return the agent of a rung."""
    return f"alphabeta:depth={depth},eval={evaluation}"


def run_depth_ladder(workspace: Workspace, games: int = 40, deepest: int = DEEPEST) -> Findings:
    """Play every depth against every other, `games` games each, and the empty board once."""
    main, other = EVALUATIONS
    single = _play_empty(workspace)
    ratings = {}
    for evaluation in EVALUATIONS:
        with workspace.play(f"ladder {evaluation}", _settings(evaluation, games)) as ledger:
            ratings[evaluation] = _ratings(ledger)
            if evaluation == main:
                times = _times(ledger)
    decided = _measure_time(workspace, deepest)
    return Findings(
        "depth-ladder",
        "Report E: depth against depth",
        "Report E let depths 1 to 7 play each other, each as first and as second player. From "
        "the empty board, deterministic players repeat one game over and over, so that table has "
        f"one game per cell. The rest comes from {games:,} games for each pairing, in pairs with "
        "colours swapped, from openings of four random plies. Players are alpha-beta with the "
        f"evaluation {main}; {other} is there for comparison.",
        (
            _single_table(single),
            _cross_table(ratings[main]),
            _rate_table(ratings),
            _time_table("first", times),
            _time_table("second", times),
            _runtime_table(decided),
        ),
        (
            Chart("depth-ladder-rates", _draw_rates(ratings), "Share of the points over depth"),
            Chart("depth-ladder-times", _draw_times(decided), "Time per move over depth"),
        ),
        (*(_verdict(name, each) for name, each in ratings.items()), _speed(decided)),
    )


# Playing


def _settings(evaluation: str, games: int, openings: str = OPENINGS) -> Settings:
    return Settings(tuple(spec_of(d, evaluation) for d in DEPTHS), games, openings=openings)


def _play_empty(workspace: Workspace) -> dict[tuple[int, int], float]:
    """Play one game per cell from the empty board; return the first player's points."""
    main = EVALUATIONS[0]
    found: dict[tuple[int, int], float] = {}
    for depth in DEPTHS:
        twins = Settings((spec_of(depth, main),) * 2, 2)
        with workspace.play(f"ladder depth {depth}", twins, in_process=True) as ledger:
            found[depth, depth] = _points(next(iter(ledger.games())))
    settings = _settings(main, 2, "empty")
    with workspace.play("ladder empty board", settings, in_process=True) as ledger:
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
    """Return the mean seconds of a move by colour, own depth and opponent's depth."""
    seconds: dict[tuple[str, int, int], list[float]] = defaultdict(list)
    for cost in move_costs(ledger):
        colour = "first" if cost.plays_first else "second"
        seconds[colour, _depth(cost.agent), _depth(cost.opponent)].append(cost.seconds)
    return {key: fmean(times) for key, times in seconds.items()}


def _measure_time(workspace: Workspace, deepest: int) -> dict[int, list[Decision]]:
    """Let each depth decide in the same positions."""
    source = draw_openings(TIMED_AT, Position.empty(), workspace.seed)
    positions = list(islice(source, TIMED))
    found = {}
    for depth in range(1, deepest + 1):
        times = 3 if depth < 8 else 1
        found[depth] = decide(spec_of(depth, EVALUATIONS[0]), positions, times=times)
        workspace.on_step("ladder run time", depth, deepest)
    return found


# Tables


def _square(name: str, title: str, cells: Cells, corner: str) -> Table:
    headers = (corner, *(f">{depth}" for depth in DEPTHS))
    rows = [(str(one), *(cells.get((one, other), "") for other in DEPTHS)) for one in DEPTHS]
    return Table(f"depth-ladder-{name}", title, headers, rows)


def _single_table(single: dict[tuple[int, int], float]) -> Table:
    title = "Points of the first player (rows) from the empty board, one game per cell"
    cells = {key: _RESULT[points] for key, points in single.items()}
    return _square("empty-board", title, cells, ">first \\ second")


def _cross_table(ratings: Ratings) -> Table:
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
    """Return a depth's results in all, as first and as second player."""
    names, table = _by_depth(ratings), ratings.cross_table
    first, second = Tally(), Tally()
    for other in names.values():
        first = first.plus(table.as_first(names[depth], other))
        second = second.plus(table.as_second(names[depth], other))
    return first.plus(second), first, second


def _rate_table(ratings: dict[str, Ratings]) -> Table:
    rows = []
    for evaluation, found in ratings.items():
        for depth, name in _by_depth(found).items():
            both, first, second = _totals(found, depth)
            rows.append((evaluation, str(depth), f"{both.games:,}", *say_share(points_of(both)),
                         say_percent(first.score), say_percent(second.score),
                         *say_rating(found[name])))  # fmt: skip
    headers = ("evaluation", ">depth", ">games", ">share", ">95 %", ">as first", ">as second",
               ">Elo", ">95 %")  # fmt: skip
    return Table("depth-ladder-winning-rate", "Winning rate over depth", headers, rows)


def _time_table(colour: str, times: dict[tuple[str, int, int], float]) -> Table:
    cells = {(d, o): say_milliseconds(each) for (c, d, o), each in times.items() if c == colour}
    title = f"Mean time per move of the rows' depth as {colour} player, in milliseconds"
    return _square(f"time-as-{colour}", title, cells, ">depth \\ opponent")


def _runtime_table(decided: dict[int, list[Decision]]) -> Table:
    rows = []
    for depth, found in decided.items():
        published = PUBLISHED_SECONDS.get(depth)
        seconds = [each.seconds for each in found]
        rows.append((str(depth), f"{published:g} s" if published else "",
                     say_milliseconds(fmean(seconds)), say_milliseconds(max(seconds)),
                     f"{fmean(each.nodes for each in found):,.0f}"))  # fmt: skip
    headers = (">depth", ">report E", ">mean ms a move", ">longest, ms", ">nodes a move")
    title = f"Run time over depth, in {len(decided[1])} positions of 8 plies"
    return Table("depth-ladder-run-time", title, headers, rows)


# Charts


@chart_style()
def _draw_rates(ratings: dict[str, Ratings]) -> Figure:
    figure, axes = new_figure(7.2, 4.2)
    styles = agent_styles({name: spec_of(1, name) for name in EVALUATIONS})
    ends = {}
    for (name, found), aside in zip(ratings.items(), (-0.06, 0.06), strict=True):
        places = [depth + aside for depth in DEPTHS]
        points = [points_of(_totals(found, depth)[0]).point for depth in DEPTHS]
        error_bars(axes, places, points, styles[name], linestyle="-", linewidth=1.4)
        ends[name] = (places[-1], points[-1][0])
    axes.set_ylim(0, 1)
    percent_axis(axes, "y")
    axes.set_xlabel("depth")
    axes.set_ylabel("share of the points")
    axes.set_title("Winning rate over depth, with 95 % intervals")
    label_ends(axes, ends, styles)
    return figure


@chart_style()
def _draw_times(decided: dict[int, list[Decision]]) -> Figure:
    figure, axes = new_figure(7.2, 4.2)
    colour, depths = ALGORITHMS["alphabeta"], list(decided)
    times = [[1000 * each.seconds for each in found] for found in decided.values()]
    axes.fill_between(depths, [min(each) for each in times], [max(each) for each in times],
                      color=colour, alpha=0.15, linewidth=0)  # fmt: skip
    axes.plot(depths, [fmean(each) for each in times], "o-", color=colour)
    known = {depth: 1000 * each for depth, each in PUBLISHED_SECONDS.items() if depth in decided}
    axes.plot(list(known), list(known.values()), "o", mfc="white", color=LIGHT["quiet"])
    log_scale(axes, "y")
    axes.set_xticks(depths)
    axes.set_xlabel("depth; shaded: from the shortest to the longest")
    axes.set_ylabel("milliseconds a move")
    axes.set_title("Run time over depth")
    ends = {"ours": (depths[-1], fmean(times[-1]))}
    if known:
        ends["report E"] = (max(known), known[max(known)])
    label_ends(axes, ends, {"ours": Style(colour, "o"), "report E": Style(LIGHT["quiet"], "o")})
    return figure


# Words


def _verdict(evaluation: str, ratings: Ratings) -> str:
    """Describe whether depth 6 is weaker than it should be, and what even and odd plies bring."""
    names = _by_depth(ratings)
    elo = {depth: ratings[name].elo for depth, name in names.items()}
    steps = {depth: elo[depth] - elo[depth - 1] for depth in DEPTHS[1:]}
    chance = ratings.los(names[SUSPECT], names[SUSPECT - 1])
    if chance <= UNLIKELY:
        verdict = "weaker than depth 5"
    elif steps[SUSPECT] <= 0:
        verdict = "no stronger than depth 5, as far as the games can tell"
    else:
        verdict = "not weaker than depth 5"
    even, odd = (fmean(steps[depth] for depth in depths) for depths in ((2, 4, 6), (3, 5, 7)))
    return (
        f"With {evaluation}, depth 6 is {verdict} ({steps[SUSPECT]:+.0f} Elo, likelihood of "
        f"superiority {say_percent(chance)}); depth 7 is {steps[SUSPECT + 1]:+.0f} Elo from it. "
        f"A ply to an even depth brings {even:+.0f} Elo on average, a ply to an odd one "
        f"{odd:+.0f}."
    )


def _speed(decided: dict[int, list[Decision]]) -> str:
    words = [
        f"{seconds:g} s at depth {depth} are "
        f"{say_milliseconds(fmean(each.seconds for each in decided[depth]))} ms here"
        for depth, seconds in PUBLISHED_SECONDS.items()
        if depth in decided
    ]
    return f"Report E's {' and its '.join(words)}." if words else "Depths 7 and 10 were left out."
