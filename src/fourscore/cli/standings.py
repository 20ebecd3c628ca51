"""A tournament's standings as tables, while it runs and from its ledger."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.table import Table

from fourscore.arena.rating import Tally
from fourscore.arena.summary import Summary
from fourscore.cli import console
from fourscore.core.notation import write_board
from fourscore.insight.reports.words import (
    accuracy_table,
    effort_table,
    pair_table,
    say_counts,
    say_culprit,
    say_rounds,
    say_summary,
    standings_table,
)

if TYPE_CHECKING:
    from fourscore.arena.ledger import GameRow, Ledger
    from fourscore.insight.reports.accuracy import Accuracies

__all__ = ["print_accuracies", "print_analysis", "print_summary", "standings"]

MAX_VOIDS = 10
MAX_PAIRINGS = 10
"""With more pairings their table would be too long."""
PHASE = 8
"""Plies of a phase in the table of accuracy by ply."""


def standings(summary: Summary) -> Table:
    """Draw the table, the strongest agent first."""
    return console.filled_table(*standings_table(summary))


def print_summary(summary: Summary, ledger: "Ledger | None" = None) -> None:
    """Print the standings, the cross table, pairs by points, the cost of moves and the faults.

    The rounds of a Swiss or knockout tournament are in its ledger.
    """
    out = console.output()
    console.print_table(standings(summary))
    if len(summary.agents) > 2:
        out.print()
        _print_cross_table(summary, out.width)
    out.print()
    console.print_table(console.filled_table(*effort_table(summary)))
    if 0 < len(summary.pairs) <= MAX_PAIRINGS:
        out.print("\nPairs of games from the same opening, by points:")
        console.print_table(console.filled_table(*pair_table(summary)))
    out.print()
    for line in say_rounds(ledger) if ledger else ():
        out.print(line, soft_wrap=True)
    out.print(say_summary(summary))
    for counted in summary.forfeit_counts:
        out.print(f"{counted}.", soft_wrap=True)
    if summary.voids:
        _print_voids(summary.voids)


def _print_cross_table(summary: Summary, width: int) -> None:
    """Print the results of each row's agent against each column's, as fully as the width allows.

    That is wins, draws and losses, or else the score in per cent, or else it without names.
    """
    for named, cell in ((True, say_counts), (True, _score), (False, _score)):
        rows = _cross_rows(summary, named, cell)
        if sum(max(map(len, column)) + 2 for column in zip(*rows, strict=True)) > width + 2:
            continue
        table = console.quiet_table(">#", *rows[0][1:])
        for row in rows[1:]:
            table.add_row(*row)
        if cell is _score:
            console.output().print("Scores in per cent:")
        console.print_table(table)
        return
    console.output().print("The cross table is too wide for this place; --json has it.")


def _cross_rows(
    summary: Summary, named: bool, cell: Callable[[Tally], str]
) -> list[tuple[str, ...]]:
    names = summary.ranking
    places = [str(place + 1) for place in range(len(names))]
    rows = [("#", *(["agent"] if named else []), *(f">{place}" for place in places))]
    for place, name in zip(places, names, strict=True):
        cells = ["" if name == other else cell(summary.tally(name, other)) for other in names]
        rows.append((place, *([name] if named else []), *cells))
    return rows


def _score(tally: Tally) -> str:
    return f"{100 * tally.score:.0f}" if tally.games else "-"


def _print_voids(rows: "tuple[GameRow, ...]") -> None:
    out = console.output()
    out.print()
    table = console.quiet_table(">game", "void game", "reason")
    for row in rows[:MAX_VOIDS]:
        table.add_row(str(row.number), say_culprit(row), row.reason)
    console.print_table(table)
    if len(rows) > MAX_VOIDS:
        out.print(f"and {len(rows) - MAX_VOIDS:,} more")


# Accuracy


def print_accuracies(found: "Accuracies") -> None:
    """Print how near to perfect play each agent is, in all and by phases of the game."""
    out = console.output()
    console.print_table(console.filled_table(*accuracy_table(found)))
    out.print()
    out.print("Result kept in %, by discs on the board before the move:")
    console.print_table(_phases(found))
    out.print()
    out.print(found.description, soft_wrap=not out.is_terminal)


def _phases(found: "Accuracies") -> Table:
    names = found.ranking
    by_name = {name: found.by_ply(name, PHASE) for name in names}
    plies = sorted({ply for phases in by_name.values() for ply in phases if phases[ply].kept})
    table = console.quiet_table("agent", *(f">{found.say_phase(ply, PHASE)}" for ply in plies))
    for name in names:
        kept = [by_name[name][ply].kept if ply in by_name[name] else None for ply in plies]
        table.add_row(name, *(f"{100 * each.value:.0f}" if each else "-" for each in kept))
    return table


# Analysis


def print_analysis(ledger: "Ledger", found: "Accuracies | None") -> None:
    """Print phases, lost openings, blunders and the use of time."""
    from fourscore.insight.reports import analysis

    out = console.output()
    if found is not None:
        console.print_table(console.filled_table(*analysis.phase_table(found)))
        out.print()
    console.print_table(console.filled_table(*analysis.time_table(ledger)))
    for name, openings in analysis.lost_openings(ledger).items():
        out.print(f"\nOpenings in which {name} loses most:\n")
        console.print_table(
            console.filled_table(
                ["board", "result"], [[write_board(each.position), each.words] for each in openings]
            )
        )
    if found is None:
        return
    for name, blunders in analysis.worst_blunders(ledger, found.from_ply).items():
        out.print(f"\nThe worst blunders of {name}:")
        for each in blunders:
            out.print(f"\n{each.title}\n{each.judgement.position}", soft_wrap=True)
            for reason in each.reasons:
                out.print(f"  {reason}", soft_wrap=True)
