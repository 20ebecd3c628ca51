"""A tree as one self-contained page whose nodes fold and unfold by mouse and keyboard."""

import json
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from fourscore.core.picture import name_colours
from fourscore.insight.drawing.pages import render
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trees.cards import (
    BEND,
    BETWEEN,
    GAP,
    STUB,
    STUB_HEIGHT,
    CardSize,
    card_svg,
    defs_svg,
    stub_svg,
    style,
)
from fourscore.insight.trees.legend import legend_svg, row_names
from fourscore.insight.trees.svg import ROWS
from fourscore.insight.trees.view import PICTURE_CARDS, PICTURE_NODES, Card, View, make_view
from fourscore.insight.trees.words import explain_node, summarize_card

__all__ = ["PAGE_NODES", "tree_page"]

LEGEND = 900
"""The width of the legend, before it shrinks with the window."""
PAGE_NODES = 2000
"""The nodes of a page, by default."""

_HELP = (
    "Click a node to fold or unfold it. On the keyboard, the arrow keys move from node to node, "
    "Enter folds and unfolds, and Home goes to the root."
)


def tree_page(
    trace: Trace, nodes: int = PAGE_NODES, depth: int | None = None, root: int | None = None
) -> str:
    """Return a page with at most `nodes` nodes of a trace, the best line first.

    Where the rest of a large tree would be, the page says how many nodes are missing.
    """
    view = make_view(trace, nodes, depth, root=root)
    first = make_view(trace, min(nodes, PICTURE_NODES), depth, PICTURE_CARDS, root)
    size = CardSize.of(view)
    return render(
        "trees/templates/tree.html",
        title=view.title,
        lead=f"{name_colours(view.caption)} {_HELP}",
        style=Markup(style()),
        defs=Markup(defs_svg(size)),
        data=Markup(_data(view, first, size)),
        legend=Markup(_legend(view, size)),
    )


def _legend(view: View, size: CardSize) -> str:
    drawn, height = legend_svg(view, size, LEGEND)
    sizes = f'viewBox="0 -4 {LEGEND} {height + 4:g}" width="{LEGEND}" height="{height + 4:g}"'
    return f'<svg class="fs" {sizes}>{drawn}</svg>'


def _data(view: View, first: View, size: CardSize) -> str:
    """Return what the script draws as JSON; no "<" may close the element around it."""
    numbers = {node: number for number, node in enumerate(view.cards)}
    cards = [_card(view.trace, card, numbers, first, size) for card in view.cards.values()]
    sizes = {
        "between": BETWEEN,
        "bend": BEND,
        "wide": size.wide,
        "stub": STUB,
        "stubHeight": STUB_HEIGHT,
        "gap": GAP,
        "rows": ROWS,
        "name": size.name_at,
    }
    data = {"cards": cards, "sizes": sizes, "rows": row_names(view)}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _card(
    trace: Trace, card: Card, numbers: dict[int, int], first: View, size: CardSize
) -> dict[str, Any]:
    shown = first.cards.get(card.node)
    drawing, height = card_svg(trace, replace(card, hidden=0), size)
    return {
        "parent": numbers.get(int(trace.parent[card.node]), -1),
        "svg": drawing,
        "stub": stub_svg(card) if card.has_stub else "",
        "height": height,
        "more": trace.sizes[card.node] - 1,
        "open": bool(shown and shown.children),
        "line": card.on_line,
        "column": int(trace.move[card.node]),
        "weight": round(card.weight, 4),
        "label": name_colours(summarize_card(trace, card)),
        "sentences": [name_colours(each) for each in explain_node(trace, card)],
    }
