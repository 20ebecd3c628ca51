"""Themes: what a puzzle is about, named from the facts that `explain` proves.

Each theme is a claim that can be checked; `Theme` says exactly which.
"""

from enum import StrEnum

from fourscore.core.position import Cell
from fourscore.insight.explain.explanation import Explanation
from fourscore.insight.explain.facts import Fact, FactKind

__all__ = ["Theme", "themes_of"]


class Theme(StrEnum):
    """What a puzzle is about, claimed of the line of best play that the answer shows."""

    DOUBLE = "double threat"
    """At some point of the line the winner can make two threats at once, or one with another right
    above it, while the other side has no win in reach: only one of them can be stopped."""
    ZUGZWANG = "zugzwang"
    """At the end of the line neither side has a win in reach, but whatever the loser plays, the
    winner makes a four on top of it."""
    ODD = "odd threat"
    """The line is the first player's and ends with a four on an odd row, counted from 1, at a cell
    that was a threat out of reach before the answer or right after it."""
    EVEN = "even threat"
    """The same for the second player and an even row."""
    CHAIN = "forced chain"
    """From some point of the line on the winner can make two or more threats in a row, each of
    which must be blocked, the last in vain."""
    ONLY = "only move"
    """No column wins, one draws and every other loses."""


_WAYS = {
    FactKind.DOUBLE: Theme.DOUBLE,
    FactKind.ZUGZWANG: Theme.ZUGZWANG,
    FactKind.FORCED_WIN: Theme.CHAIN,
}


def themes_of(explanation: Explanation) -> tuple[Theme, ...]:
    """Return the themes of a puzzle, from the explanation of its position."""
    facts = explanation.facts
    (line,) = [fact for fact in facts if fact.kind is FactKind.LINE]
    if line.player != explanation.position.turn:
        return (Theme.ONLY,)
    answer = line.line[0]
    found = {_WAYS[fact.kind] for fact in facts if _shows_win(fact, answer)}
    found |= {_parity(cell) for cell in line.cells if _is_useful(cell, facts, line)}
    return tuple(theme for theme in Theme if theme in found)


def _shows_win(fact: Fact, answer: int) -> bool:
    """Return whether a fact says how the line that begins with the answer wins."""
    return fact.kind in _WAYS and (fact.after or fact.line)[:1] == (answer,)


def _is_useful(cell: Cell, facts: tuple[Fact, ...], line: Fact) -> bool:
    """Return whether a cell is a threat of the winner beneath which the loser has to play."""
    return any(
        fact.kind in (FactKind.THREAT, FactKind.NEW_THREAT)
        and fact.cells == (cell,)
        and fact.player == line.player != fact.other
        for fact in facts
    )


def _parity(cell: Cell) -> Theme:
    return Theme.EVEN if cell.row % 2 else Theme.ODD
