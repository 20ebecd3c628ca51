"""A tree in the language of Graphviz, for other layouts."""

from collections.abc import Iterator

from fourscore.core.notation import write_columns
from fourscore.core.picture import name_colours
from fourscore.core.position import opponent
from fourscore.insight.drawing.colours import LIGHT, ink_on
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trees.view import Card, View, in_columns
from fourscore.search.trace_columns import NodeKind

__all__ = ["tree_dot"]

HOW = {NodeKind.MAX: ": max", NodeKind.MIN: ": min"}
LEGEND = "White: an estimate. Filled: proven, in the winner's colour. Thick: the best line."


def tree_dot(view: View) -> str:
    """Return a view as a Graphviz digraph.

    >>> from fourscore.core.position import Position
    >>> from fourscore.insight.trace.tracing import trace
    >>> from fourscore.insight.trees.view import make_view
    >>> text = tree_dot(make_view(trace(Position.empty(1, 5), "minimax:depth=1")))
    >>> print(text.splitlines()[-2].strip())
    n0 -> n1 [label="1", color="#5b6ee1", penwidth=3];
    """
    lines = [
        f"label={_quoted(view.title, name_colours(view.caption), LEGEND)};",
        'node [shape=box, style="rounded,filled", fillcolor="white", fontname="sans-serif"];',
        'edge [fontname="sans-serif"];',
        "ordering=out;",
        *_nodes(view),
        *_edges(view.root, view.trace),
    ]
    return "\n".join(["digraph tree {", *(f"  {line}" for line in lines), "}"])


def _nodes(view: View) -> Iterator[str]:
    for node, card in view.cards.items():
        lines = [_who(card), card.value.text, card.detail, card.prior]
        if card.exact:
            lines.append(f"exactly: {card.exact.text}{', ✗ misleads' * card.is_misleading}")
        if card.hidden:
            lines.append(f"{card.hidden:,} more")
        attributes = [f"label={_quoted(*map(name_colours, lines))}"]
        if card.kind == NodeKind.CHANCE:
            attributes.append("shape=diamond")
        if card.value.is_proven:
            attributes.append(_filled(card, view.trace.position.turn))
        if card.on_line:
            attributes.append(f'color="{LIGHT["focus"]}", penwidth=2')
        yield f"n{node} [{', '.join(attributes)}];"


def _filled(card: Card, searcher: str) -> str:
    """Fill what is proven with the colour of the winner."""
    winner = {"wins": searcher, "loses": opponent(searcher)}.get(card.value.tone)
    colour = LIGHT["draws" if winner is None else "first" if winner == "X" else "second"]
    return f'fillcolor="{colour}", fontcolor="{ink_on(colour)}"'


def _who(card: Card) -> str:
    if card.kind == NodeKind.FRONTIER:
        return ""
    if card.kind == NodeKind.CHANCE:
        return f"{card.mover} aims: average"
    return f"{card.mover} chooses{HOW.get(card.kind, '')}"


def _edges(card: Card, trace: Trace) -> Iterator[str]:
    for child in in_columns(trace, card.children):
        width = 3 if child.on_line else 1
        if child.weight:
            width = round(1 + 9 * child.weight**0.5)
        colour = LIGHT["focus" if child.on_line else "quiet"]
        attributes = f'label={_quoted(child.move)}, color="{colour}", penwidth={width}'
        yield f"n{card.node} -> n{child.node} [{attributes}];"
        yield from _edges(child, trace)
    if card.has_stub:
        grey = f'color="{LIGHT["draws"]}", fontcolor="{LIGHT["draws"]}"'
        label = _quoted(f"cut: {write_columns(card.pruned)}", card.saved_text)
        yield f"c{card.node} [label={label}, shape=plaintext, style=solid, {grey}];"
        yield f"n{card.node} -> c{card.node} [style=dashed, {grey}];"


def _quoted(*lines: str) -> str:
    """Return lines, without empty ones, as one quoted string."""
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"') for line in lines if line)
    return '"' + "\\n".join(escaped) + '"'
