"""A tree in the language of Graphviz, for who wants to lay it out otherwise."""

from collections.abc import Iterator

from fourscore.core.notation import write_column
from fourscore.insight.drawing.colours import LIGHT
from fourscore.insight.trees.view import Card, View
from fourscore.search.trace_columns import NodeKind

__all__ = ["tree_dot"]


def tree_dot(view: View) -> str:
    """Write a view as a Graphviz digraph.

    >>> from fourscore.core.position import Position
    >>> from fourscore.insight.trace.tracing import trace
    >>> from fourscore.insight.trees.view import make_view
    >>> text = tree_dot(make_view(trace("minimax:depth=1", Position.empty(1, 5))))
    >>> print(text.splitlines()[-2].strip())
    n0 -> n1 [label="1", color="#5b6ee1", penwidth=3];
    """
    lines = [
        f"label={_quoted(view.title)};",
        'node [shape=box, style="rounded,filled", fillcolor="white", fontname="sans-serif"];',
        'edge [fontname="sans-serif"];',
        "ordering=out;",
        *_nodes(view),
        *_edges(view.root),
    ]
    return "\n".join(["digraph tree {", *(f"  {line}" for line in lines), "}"])


def _nodes(view: View) -> Iterator[str]:
    for node, card in view.cards.items():
        words = [_who(card), card.said, card.more]
        words.append(f"exactly: {card.truth}{', wrong' * card.is_wrong}" if card.truth else "")
        words.append(f"{card.hidden:,} more" if card.hidden else "")
        looks = [f"label={_quoted(*(word for word in words if word))}"]
        if card.kind == NodeKind.CHANCE:
            looks.append("shape=diamond")
        if card.is_proven and card.tone:
            looks.append(f'fillcolor="{LIGHT[card.tone]}", fontcolor="white"')
        if card.on_line:
            looks.append(f'color="{LIGHT["focus"]}", penwidth=2')
        yield f"n{node} [{', '.join(looks)}];"


def _who(card: Card) -> str:
    if card.kind == NodeKind.FRONTIER:
        return ""
    return f"{card.mover} aims" if card.kind == NodeKind.CHANCE else f"{card.mover} to move"


def _edges(card: Card) -> Iterator[str]:
    for child in card.children:
        width = 3 if child.on_line else 1
        if child.weight:
            width = round(1 + 9 * child.weight**0.5)
        colour = LIGHT["focus" if child.on_line else "quiet"]
        looks = f'label={_quoted(child.move)}, color="{colour}", penwidth={width}'
        yield f"n{card.node} -> n{child.node} [{looks}];"
        yield from _edges(child)
    if card.pruned and card.children:
        columns = " ".join(write_column(column) for column in card.pruned)
        grey = f'color="{LIGHT["draws"]}", fontcolor="{LIGHT["draws"]}"'
        label = _quoted(*filter(None, (f"cut: {columns}", card.cut_text)))
        yield f"c{card.node} [label={label}, shape=plaintext, style=solid, {grey}];"
        yield f"n{card.node} -> c{card.node} [style=dashed, {grey}];"


def _quoted(*lines: str) -> str:
    """Write lines as one quoted string."""
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(escaped) + '"'
