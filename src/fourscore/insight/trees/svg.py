"""A tree as an SVG picture: small boards, values, windows, cut branches, the best line.

Light or dark as the reader's system is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from fourscore.insight.trace.trace import Trace
from fourscore.insight.trees.cards import (
    CARD,
    GAP,
    STUB,
    CardSize,
    card_svg,
    defs_svg,
    pill_svg,
    stub_svg,
    style,
)
from fourscore.insight.trees.layout import Place, lay_out
from fourscore.insight.trees.values import ValueText
from fourscore.insight.trees.view import PICTURE_CARDS, Card, View, make_view
from fourscore.insight.trees.words import summarize_card

__all__ = ["trace_svg", "tree_svg"]

MARGIN, HEAD, FOOT = 24, 76, 56


def trace_svg(trace: Trace) -> str:
    """Draw a trace as notebooks show it."""
    return tree_svg(make_view(trace, across=PICTURE_CARDS))


def tree_svg(view: View) -> str:
    """Draw a view as one SVG document."""
    size, items = CardSize.of(view), _items(view)
    places = _places(items)
    drawn = [_draw(view.trace, item, size) for item in items]
    edges = _edges(items, places, [height for _, height in drawn], size)
    legend, legend_width = _legend(view)
    right = max(place.x + item.width / 2 for item, place in zip(items, places, strict=True))
    width = max(right + 2 * MARGIN, legend_width)
    height = HEAD + max(place.level for place in places) * size.layer + size.card + FOOT
    cards = (
        _at(*_corner(place, size), drawing)
        for place, (drawing, _) in zip(places, drawn, strict=True)
    )
    label = escape(f"{view.title}. {view.caption}", quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fs" width="{width:g}" '
        f'height="{height:g}" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{label}">'
        f"<style>{style()}</style>{defs_svg(size)}"
        f'<rect class="fs-page" width="{width:g}" height="{height:g}"/>'
        f'<text class="fs-title" x="{MARGIN}" y="34">{escape(view.title)}</text>'
        f"{_wrapped(view.caption, width)}{''.join(edges)}{''.join(cards)}"
        f"{_at(0, height - 44, legend)}</svg>\n"
    )


@dataclass(frozen=True, slots=True)
class _Item:
    """A card, or the stub of the branches that were cut from it."""

    card: Card
    parent: int
    is_stub: bool = False

    @property
    def width(self) -> float:
        return STUB if self.is_stub else CARD


def _items(view: View) -> list[_Item]:
    """Return what is drawn, parents first."""
    items = [_Item(view.root, -1)]
    for at, item in enumerate(items):  # grows while it is walked
        if not item.is_stub:
            items += [_Item(child, at) for child in item.card.children]
            items += [_Item(item.card, at, is_stub=True)] if item.card.has_stub else []
    return items


def _places(items: list[_Item]) -> list[Place]:
    children: list[list[int]] = [[] for _ in items]
    for at, item in enumerate(items[1:], start=1):
        children[item.parent].append(at)
    return lay_out(children, [item.width for item in items], GAP)


def _draw(trace: Trace, item: _Item, size: CardSize) -> tuple[str, float]:
    """Return a drawing and its height."""
    if item.is_stub:
        return stub_svg(item.card), 0
    drawing, height = card_svg(trace, item.card, size)
    return f"<title>{escape(summarize_card(trace, item.card))}</title>{drawing}", height


def _corner(place: Place, size: CardSize) -> tuple[float, float]:
    """Return the middle of a card's top edge."""
    return place.x + MARGIN, HEAD + place.level * size.layer


def _at(x: float, y: float, drawing: str) -> str:
    return f'<g transform="translate({x:g} {y:g})">{drawing}</g>'


def _edges(
    items: list[_Item], places: list[Place], heights: list[float], size: CardSize
) -> Iterator[str]:
    """Yield the edges, those of the best line on top."""
    for at in sorted(range(1, len(items)), key=lambda at: items[at].card.on_line):
        item = items[at]
        (x, top), (to_x, to_y) = (_corner(places[each], size) for each in (item.parent, at))
        bend = top + size.card
        middle = (bend + to_y) / 2
        start = f"M{x:g} {top + heights[item.parent]:g}V{bend:g}"
        path = f"{start}C{x:g} {middle:g} {to_x:g} {middle:g} {to_x:g} {to_y:g}"
        kind, width = " fs-cut" if item.is_stub else " fs-best" if item.card.on_line else "", ""
        if item.card.weight:
            width = f' style="stroke-width:{1 + 9 * item.card.weight**0.5:.1f}"'
        yield f'<path class="fs-edge{kind}"{width} d="{path}"/>'


def _wrapped(text: str, width: float) -> str:
    """Return a caption in one or two lines."""
    most = int((width - 2 * MARGIN) / 6.6)
    end = text.rfind(" ", 0, most) if len(text) > most else -1
    lines = [text] if end < 0 else [text[:end], text[end + 1 :]]
    return "".join(
        f'<text class="fs-note" x="{MARGIN}" y="{54 + 16 * at}">{escape(line)}</text>'
        for at, line in enumerate(lines)
    )


def _legend(view: View) -> tuple[str, float]:
    """Return what the marks in a picture mean, and how wide that is."""
    cards = view.cards.values()
    kinds = {
        "estimate": any(not card.value.is_proven for card in cards),
        "proven": any(card.value.is_proven or card.exact for card in cards),
    }
    parts, x = [], MARGIN + 46.0
    for kind, occurs in kinds.items():
        if occurs:
            parts.append(_at(x, 0, pill_svg(ValueText(kind, is_proven=kind == "proven"), 0)))
            x += 84
    notes = "; ".join(_notes(view))
    parts.append(f'<text class="fs-note" x="{x - 40:g}" y="15">{escape(notes)}</text>')
    return "".join(parts), x + 7 * len(notes)


def _notes(view: View) -> Iterator[str]:
    yield f"framed: {'the plan' if view.trace.algorithm == 'astar' else 'the best line'}"
    yield "numbers at the left: the order of visits"
    if view.trace.has_playouts:
        yield "the more visits, the thicker the edge"
    if view.trace.prior is not None:
        yield "prior: the network's share for the move"
    if view.trace.exact is not None:
        yield "below the value: the exact result"
    if any(card.has_stub for card in view.cards.values()):
        yield "scissors: cut off, with the nodes that minimax would visit there"
