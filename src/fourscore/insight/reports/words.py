"""The figures of tournaments and studies in words, the same on a terminal and on a page."""

from typing import TYPE_CHECKING

from fourscore.arena.ledger import GameRow, Ledger
from fourscore.arena.rating import Estimate, Tally
from fourscore.arena.rounds import RoundPlan, rounds_of, survivors, swiss_points
from fourscore.arena.schedule import IN_ROUNDS
from fourscore.arena.summary import Summary
from fourscore.insight.truth.intervals import Measured
from fourscore.search.words import Rows, say_amount, say_duration

if TYPE_CHECKING:
    from fourscore.insight.reports.accuracy import Accuracies

__all__ = [
    "accuracy_table",
    "effort_table",
    "pair_table",
    "say_counts",
    "say_culprit",
    "say_elo",
    "say_percent",
    "say_points",
    "say_rating",
    "say_rounds",
    "say_score",
    "say_share",
    "say_summary",
    "standings_table",
]


def say_percent(share: float) -> str:
    """Format a share in per cent.

    >>> say_percent(0.625)
    '62.5 %'
    """
    return f"{100 * share:.1f} %"


def say_score(tally: Tally) -> str:
    """Format a score in per cent.

    >>> say_score(Tally(3, 1, 0)), say_score(Tally())
    ('87.5 %', '-')
    """
    return say_percent(tally.score) if tally.games else "-"


def say_counts(tally: Tally) -> str:
    """Format wins, draws and losses.

    >>> say_counts(Tally(3, 1, 0))
    '3-1-0'
    """
    return "-".join(map(str, tally)) if tally.games else "-"


def say_elo(elo: float) -> str:
    """Format an Elo difference.

    >>> say_elo(12.4)
    '+12'
    """
    return f"{round(elo):+d}"


def say_rating(rating: Estimate) -> tuple[str, str]:
    """Format an Elo difference and its interval."""
    return say_elo(rating.elo), f"{say_elo(rating.low)} to {say_elo(rating.high)}"


def say_share(share: Measured | None) -> tuple[str, str]:
    """Format a share in per cent and its interval.

    >>> say_share(Measured(0.5, 0.25, 0.75, 10))
    ('50.0 %', '25.0 to 75.0')
    """
    if share is None:
        return "-", ""
    return say_percent(share.value), f"{100 * share.low:.1f} to {100 * share.high:.1f}"


def say_points(points: Measured | None) -> tuple[str, str]:
    """Format the points lost by a move and their interval."""
    if points is None:
        return "-", ""
    return f"{points.value:.2f}", f"{points.low:.2f} to {points.high:.2f}"


def say_culprit(row: GameRow) -> str:
    """Name the player who forfeited a game, or both if it is void."""
    names = {"first": row.first, "second": row.second, None: f"{row.first}, {row.second}"}
    return names[row.forfeit]


def say_summary(summary: Summary) -> str:
    """Describe how many games there are, and what moving first is worth."""
    if summary.ratings is None:
        return "No game has been played."
    games = "1 game" if summary.games == 1 else f"{summary.games:,} games"
    words = [f"{games}, {summary.plies / summary.games:.1f} moves a game."]
    if same := summary.games + len(summary.voids) - summary.distinct:
        words.append(f"{same:,} of them repeat another one.")
    if summary.adjudicated:
        words.append(
            f"{summary.adjudicated:,} of them were adjudicated by the solver, which hides "
            "mistakes in the end game."
        )
    elo, interval = say_rating(summary.ratings.first_move)
    words.append(f"Playing X is worth {elo} Elo ({interval}).")
    return " ".join(words)


def say_rounds(ledger: Ledger) -> list[str]:
    """Describe the rounds of a Swiss or knockout tournament, a line each; none of other formats.

    Points are those of a match. At the end a Swiss tournament has the points of all rounds.
    """
    known, names = ledger.settings, list(ledger.agents)
    if known["format"] not in IN_ROUNDS:
        return []
    pairs = known["games"] // 2
    planner = RoundPlan(known["format"], len(names), pairs, known["rounds"])
    complete, current = rounds_of(planner, {row.number: row.result for row in ledger.games()})
    lines = []
    for each in complete:
        matches = [
            f"{names[one]} {first:g}-{second:g} {names[other]}"
            for (one, other), (first, second) in zip(each.pairings, each.scores, strict=True)
        ]
        free = [] if each.free is None else [f"{names[each.free]} is free"]
        lines.append(f"{each.name.capitalize()}: {'; '.join(matches + free)}.")
    if known["format"] == "swiss" and complete:
        points = swiss_points(complete, len(names), pairs)
        order = sorted(range(len(names)), key=lambda each: (-points[each], each))
        lines.append(f"Points: {', '.join(f'{names[each]} {points[each]:g}' for each in order)}.")
    elif current is None:
        lines.append(f"{names[survivors(complete, len(names))[0]]} wins the knockout.")
    return lines


# Tables


def standings_table(summary: Summary) -> Rows:
    """Return a row for each agent, the strongest first."""
    headers = [">#", "agent", ">games", ">wins", ">draws", ">losses", ">score", ">Elo", ">95 %"]
    rows = []
    for place, name in enumerate(summary.ranking, start=1):
        tally = summary.tally(name)
        counts = [f"{count:,}" for count in (tally.games, *tally)]
        rating = summary.ratings[name] if summary.ratings and tally.games else None
        elo = say_rating(rating) if rating else ("-", "")
        rows.append([str(place), name, *counts, say_score(tally), *elo])
    return headers, rows


def pair_table(summary: Summary) -> Rows:
    """Return a row for each pairing: its pairs of games by points, and the difference in Elo."""
    rows = []
    for (name, other), counts in summary.pairs.items():
        elo, low, high = map(say_elo, counts.elo)
        pairs = [f"{count:,}" for count in (counts.pairs, *counts)]
        rows.append([name, other, *pairs, elo, f"{low} to {high}"])
    return ["agent", "opponent", ">pairs", ">0", ">½", ">1", ">1½", ">2", ">Elo", ">95 %"], rows


def effort_table(summary: Summary) -> Rows:
    """Return a row for each agent with what its moves cost, the strongest first."""
    rows = []
    for place, name in enumerate(summary.ranking, start=1):
        if effort := summary.efforts.get(name):
            time, nodes = say_duration(effort.seconds_a_move), say_amount(effort.nodes_a_move)
            rows.append([str(place), name, f"{effort.moves:,}", time, nodes])
    return [">#", "agent", ">moves", ">time a move", ">nodes a move"], rows


def accuracy_table(found: "Accuracies") -> Rows:
    """Return a row for each agent, the one that kept the result most often first."""
    headers = ["agent", ">moves"]
    for what in ("result kept", "best", "points lost"):
        headers += [f">{what}", ">95 %"]
    rows = []
    for name in found.ranking:
        each = found.of(name)
        shares = [*say_share(each.kept), *say_share(each.best)]
        rows.append([name, f"{each.moves:,}", *shares, *say_points(each.points_lost)])
    return headers, rows
