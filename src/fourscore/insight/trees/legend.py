"""What a tree picture says beside the tree: the names of its rows, and its legend."""

from collections import Counter
from collections.abc import Iterator
from html import escape
from textwrap import wrap

from fourscore.core.picture import COLOURS
from fourscore.insight.trees.cards import CardSize, pill_svg
from fourscore.insight.trees.values import ValueText
from fourscore.insight.trees.view import Card, View
from fourscore.search.trace_columns import NodeKind

__all__ = ["legend_svg", "row_names", "wrapped_svg"]

LETTER = 6.9
"""The width of a letter of a note, on average."""
LINE = 19
"""The height of a line of notes."""
RULES = {"mcts": "by UCT", "zero": "by PUCT"}
"""How a search of playouts chooses."""


def row_names(view: View) -> list[tuple[str, str]]:
    """Return for each row of a view who chooses there, and how.

    >>> from fourscore.core.notation import read_moves
    >>> from fourscore.insight.trace.tracing import trace
    >>> from fourscore.insight.trees.view import make_view
    >>> row_names(make_view(trace(read_moves("4453"), "minimax:depth=2")))
    [('Red chooses:', 'max'), ('Yellow chooses:', 'min'), ('Leaves:', 'judged by points')]
    """
    rows, row = list[tuple[str, str]](), [view.root]
    while row:
        names = Counter(_name(view, card, len(rows)) for card in row)
        rows.append(names.most_common(1)[0][0])
        row = [child for card in row for child in card.children]
    return rows


def _name(view: View, card: Card, level: int) -> tuple[str, str]:
    trace, who = view.trace, COLOURS[card.mover]
    if card.kind == NodeKind.FRONTIER:
        discs = "disc" if level == 1 else "discs"
        return f"{who} alone:", f"{level} more {discs}" if level else "the start"
    if card.kind == NodeKind.CHANCE:
        return "Chance lands:", "average"
    if trace.has_playouts:
        return f"{who} chooses:", RULES.get(trace.algorithm, "by visits")
    if trace.sizes[card.node] == 1 and level:
        return "Leaves:", "judged by points"
    return f"{who} chooses:", "max" if card.kind == NodeKind.MAX else "min"


# The legend


def legend_svg(view: View, size: CardSize, width: float) -> tuple[str, float]:
    """Return what the marks in a picture mean, drawn from the left top, and its height."""
    parts, x, y = list[str](), 0.0, 0.0
    for drawing, wide in _keys(view, size):
        if x and x + wide > width:
            x, y = 0.0, y + 26
        parts.append(f'<g transform="translate({x:g} {y:g})">{drawing}</g>')
        x += wide + 18
    notes, height = wrapped_svg("; ".join(_notes(view)) + ".", width, y + 26 + 15)
    return "".join(parts) + notes, y + 26 + height


def _keys(view: View, size: CardSize) -> Iterator[tuple[str, float]]:
    """Yield the samples, each with its words and its width."""
    cards, searcher = view.cards.values(), view.trace.position.turn
    for mark, name in COLOURS.items():
        disc = f'<use href="#{size.name}-{mark}" x="8" y="10"/>'
        yield f"{disc}{_word(20, name)}", 20 + LETTER * len(name)
    if any(not card.value.is_proven for card in cards):
        pill = pill_svg(ValueText("estimate"), searcher, 0, 34)
        yield pill, 68
    if any(card.value.is_proven or card.exact for card in cards):
        pill = pill_svg(ValueText("X wins in 2", "wins", True), "X", 0, 51)
        words = "proven, in the winner's colour"
        yield f"{pill}{_word(106, words)}", 106 + LETTER * len(words)
    if view.root.children:
        words = "the plan" if view.trace.algorithm == "astar" else "the best line"
        frame = '<rect class="fs-swatch" x="1" y="2" width="22" height="16" rx="4"/>'
        yield f"{frame}{_word(30, words)}", 30 + LETTER * len(words)
    if any(card.has_stub for card in cards):
        words = "cut off, with the nodes that minimax would visit there"
        yield f'<use href="#fs-scissors" x="9" y="0"/>{_word(24, words)}', 24 + LETTER * len(words)


def _word(x: float, text: str) -> str:
    return f'<text class="fs-note" x="{x:g}" y="15">{escape(text)}</text>'


def _notes(view: View) -> Iterator[str]:
    yield "A number at the left of a card is the order of visits"
    yield "the ring marks the last disc"
    if view.trace.has_playouts:
        yield "the more visits, the thicker the edge"
    if view.trace.prior is not None:
        yield "prior: the network's share for the move"
    if view.trace.exact is not None:
        yield "below the value: the exact result"
        yield "✗ misleads: the value favours the side that loses"
    if any(card.hidden for card in view.cards.values()):
        yield "“more”: nodes that are not shown"


def wrapped_svg(text: str, width: float, y: float, x: float = 0) -> tuple[str, float]:
    """Return a note in lines that fit a width, the first at `y`, and the height of all lines."""
    lines = wrap(text, max(20, int(width / LETTER)))
    drawn = (
        f'<text class="fs-note" x="{x:g}" y="{y + LINE * at:g}">{escape(line)}</text>'
        for at, line in enumerate(lines)
    )
    return "".join(drawn), LINE * len(lines)
