"""The figures of a suite as tables, the same on a terminal, on a page and in Python."""

from collections.abc import Callable

from fourscore.core.notation import plural
from fourscore.insight.suites.positions import ALL
from fourscore.insight.suites.result import AgentResult, SuiteResult, count_classes
from fourscore.insight.truth.accuracy import Accuracy
from fourscore.insight.truth.intervals import Measured
from fourscore.search.words import Rows, say_amount, say_duration

__all__ = ["PHASE", "class_table", "plain_table", "ply_table", "say_suite", "suite_table"]

PHASE = 4
"""Plies of a phase in the table by ply."""


def suite_table(found: SuiteResult) -> Rows:
    """Return a row for each agent, the one that kept the result most often first."""
    headers = ["agent", ">moves", ">result kept, %", ">best, %", ">points lost"]
    rows = []
    for each in found.ranking:
        exact = each.accuracy
        rows.append([
            each.name,
            f"{exact.moves:,}",
            _within(exact.kept, 100, 1),
            _within(exact.best, 100, 1),
            _within(exact.points_lost, 1, 2),
            say_duration(each.seconds.value) if each.seconds else "-",
            say_amount(each.nodes.value) if each.nodes else "-",
        ])  # fmt: skip
    return [*headers, ">time a move", ">nodes a move"], rows


def _within(found: Measured | None, scale: int, digits: int) -> str:
    """Say a figure and half the width of its interval.

    >>> _within(Measured(0.5, 0.25, 0.75, 10), 100, 1)
    '50.0 ±25.0'
    """
    if found is None:
        return "-"
    reach = scale * (found.high - found.low) / 2
    return f"{scale * found.value:.{digits}f} ±{reach:.{digits}f}"


def class_table(found: SuiteResult) -> Rows:
    """Return the share of moves that keep the result, and the points lost, by class."""
    kinds = found.labelled.kinds
    return ["class", ">positions", *_names(found)], [
        [kind, f"{count_classes(found.labelled)[kind]:,}",
         *(_cell(each.by_class.get(kind)) for each in found.ranking)]
        for kind in kinds
    ]  # fmt: skip


def ply_table(found: SuiteResult, plies: int = PHASE) -> Rows:
    """Return the same by phases of the game, by discs on the board."""
    phases = {each.name: each.by_ply(plies) for each in found.ranking}
    firsts = sorted({ply for each in phases.values() for ply in each})
    moves: Callable[[int], int] = lambda ply: max(  # noqa: E731
        each[ply].moves for each in phases.values() if ply in each
    )
    return [">discs", ">positions", *_names(found)], [
        [f"{ply}-{ply + plies - 1}", f"{moves(ply):,}",
         *(_cell(phases[each.name].get(ply)) for each in found.ranking)]
        for ply in firsts
    ]  # fmt: skip


def _names(found: SuiteResult) -> list[str]:
    return [f">{each.name}" for each in found.ranking]


def _cell(exact: Accuracy | None) -> str:
    """Say the share kept with half its interval, and the points lost.

    >>> _cell(None)
    '-'
    """
    if exact is None:
        return "-"
    lost = f"{exact.points_lost.value:.2f}" if exact.points_lost else "-"
    return f"{_within(exact.kept, 100, 1)} / {lost}"


def say_suite(found: SuiteResult) -> str:
    """Say what was measured, in sentences."""
    moves = found.ranking[0].accuracy if found.ranking else None
    name = "all suites" if found.labelled.name == ALL else found.labelled.name
    words = [f"{plural(len(found.labelled), 'position')} of {name}."]
    if moves and moves.lost:
        are, do = ("is", "does") if moves.lost == 1 else ("are", "do")
        words.append(f"{moves.lost:,} {are} lost already and {do} not count as result kept.")
    if moves and moves.forced:
        has, does = ("has", "does") if moves.forced == 1 else ("have", "do")
        words.append(f"{moves.forced:,} {has} one open column and {does} not count.")
    if not found.is_complete:
        words.append(f"Not complete: {_say_missing(found.agents, len(found.labelled))}.")
    return " ".join(words)


def _say_missing(agents: tuple[AgentResult, ...], total: int) -> str:
    missing = (f"{each.name} has answered {len(each.answers):,}" for each in agents
               if len(each.answers) < total)  # fmt: skip
    return ", ".join(missing)


def plain_table(table: Rows) -> str:
    """Write a table as text.

    >>> print(plain_table((["agent", ">moves"], [["random", "12"]])))
    agent   moves
    random     12
    """
    headers, rows = table
    lines = [[header.lstrip(">") for header in headers], *rows]
    widths = [max(len(line[at]) for line in lines) for at in range(len(headers))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if header.startswith(">") else cell.ljust(width)
            for cell, width, header in zip(line, widths, headers, strict=True)
        ).rstrip()
        for line in lines
    )
