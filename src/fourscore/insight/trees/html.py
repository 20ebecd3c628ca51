"""A tree as one page that needs nothing but itself, and folds and unfolds by click and keyboard."""

import json
from dataclasses import replace
from importlib.resources import files
from typing import Any

from fourscore.insight.drawing.page import Html, page
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trees.cards import Shape, defs_svg, style
from fourscore.insight.trees.svg import (
    CARD,
    GAP,
    STUB,
    card_height,
    card_svg,
    shape_of,
    stub_svg,
    tell,
)
from fourscore.insight.trees.view import Card, View, make_view
from fourscore.insight.trees.words import explain_node

__all__ = ["MOST_NODES", "tree_page"]

MOST_NODES = 2000
"""Nodes that a page holds, unless more are asked for."""

_STYLE = """
body { max-width: none; }
.tree-tools { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 16px 0 8px; }
.tree-tools button { font: inherit; font-size: 14px; padding: 4px 12px; border-radius: 8px;
  border: 1px solid var(--line); background: var(--panel); color: var(--ink); cursor: pointer; }
.tree-tools button:hover { border-color: var(--focus); }
.tree-tools button:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.tree-tools output { color: var(--quiet); font-size: 14px; min-width: 4ch; text-align: right; }
.tree-frame { display: grid; grid-template-columns: minmax(0, 1fr) 300px; gap: 16px; }
.tree-view { overflow: auto; max-height: calc(100vh - 220px); min-height: 360px; padding: 8px;
  background: var(--page); border: 1px solid var(--line); border-radius: 8px; }
.tree-view:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
#about { align-self: start; position: sticky; top: 16px; margin: 0; font-size: 14px; }
#about p:first-child { font-weight: 600; margin-top: 0; }
.fs [role=treeitem] { cursor: default; outline: none; }
.fs [role=treeitem][aria-expanded] { cursor: pointer; }
.fs .fs-hit { fill: transparent; stroke: none; }
.fs [role=treeitem]:hover .fs-hit { fill: var(--line); fill-opacity: 0.45; }
.fs [role=treeitem][aria-selected=true] .fs-hit { stroke: var(--focus); stroke-width: 1; }
.fs [role=treeitem]:focus-visible .fs-hit { stroke: var(--focus); stroke-width: 2.5; }
@media (max-width: 800px) {
  .tree-frame { grid-template-columns: minmax(0, 1fr); }
  #about { position: static; }
}
@media print { .tree-tools, #about { display: none; }
  .tree-frame { display: block; } .tree-view { max-height: none; overflow: visible; border: 0; } }
"""
_BUTTONS = {
    "first": ("As at first", "Show what was shown when the page opened"),
    "line": ("Best line", "Unfold the best line and its alternatives only"),
    "fold": ("Fold all", "Show the root only"),
    "more": ("One layer more", "Unfold every node in sight"),
    "smaller": ("Smaller", "Draw the tree smaller"),
    "larger": ("Larger", "Draw the tree larger"),
    "fit": ("Fit", "Fit the tree to the width of the window"),
}
_HELP = (
    "Click a node to fold or unfold it. With the keyboard: arrows go from node to node, "
    "Enter folds and unfolds, Home goes to the root."
)


def tree_page(
    trace: Trace, nodes: int = MOST_NODES, depth: int | None = None, root: int | None = None
) -> str:
    """Return a page with as many of a trace's nodes, the best line first.

    The rest of a large tree is counted where it would be.
    """
    view = make_view(trace, nodes, depth, root=root)
    first = make_view(trace, min(nodes, 60), depth, across=14, root=root)
    shape = shape_of(view)
    content = Html(
        f'<div class="tree-tools">{_tools()}</div>\n<div class="tree-frame">'
        f'<div class="tree-view"><svg id="tree" class="fs" role="tree" '
        f'aria-label="The tree of {view.title}">'
        f'{defs_svg(trace.position, shape)}<g id="drawn" role="presentation"></g></svg></div>\n'
        f'<aside id="about" class="panel" aria-live="polite" aria-label="The node"></aside></div>'
        f'\n<script type="application/json" id="data">{_data(view, first, shape)}</script>'
    )
    script = files("fourscore.insight.trees").joinpath("html.js").read_text(encoding="utf-8")
    lead = f"{view.caption} {_HELP}"
    return page(view.title, content, lead=lead, style=style() + _STYLE, script=script)


def _tools() -> str:
    buttons = [
        f'<button type="button" id="do-{name}" title="{title}">{words}</button>'
        for name, (words, title) in _BUTTONS.items()
    ]
    return "".join(buttons) + '<output id="size" aria-label="Size"></output>'


def _data(view: View, first: View, shape: Shape) -> str:
    """Write what the script draws; no "<" may end the element that holds it."""
    order = _parents_first(view.root)
    number = {card.node: at for at, card in enumerate(order)}
    cards = [_card(view.trace, card, number, first, shape) for card in order]
    measures = {"card": shape.card, "layer": shape.layer, "wide": CARD, "stub": STUB, "gap": GAP}
    data = {"cards": cards, "shape": measures}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _parents_first(root: Card) -> list[Card]:
    order = [root]
    for card in order:  # It grows while it is walked.
        order += card.children
    return order


def _card(
    trace: Trace, card: Card, number: dict[int, int], first: View, shape: Shape
) -> dict[str, Any]:
    shown = first.cards.get(card.node)
    bare = replace(card, hidden=0)
    return {
        "parent": number.get(int(trace.parent[card.node]), -1),
        "svg": card_svg(trace, bare, shape),
        "stub": stub_svg(card) if card.pruned and card.children else "",
        "height": card_height(bare, shape),
        "more": trace.sizes[card.node] - 1,
        "open": bool(shown and shown.children),
        "line": card.on_line,
        "weight": round(card.weight, 4),
        "label": tell(trace, card),
        "told": explain_node(trace, card, card.saved),
    }
