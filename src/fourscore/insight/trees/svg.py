"""A tree as an SVG picture: small boards, values, windows, cut branches, the best line.

Light or dark as the reader's system is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from fourscore.core.picture import name_colours
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
from fourscore.insight.trees.layout import Place, lay_out, ports, tops_of
from fourscore.insight.trees.legend import legend_svg, row_names, wrapped_svg
from fourscore.insight.trees.view import PICTURE_CARDS, Card, View, in_columns, make_view
from fourscore.insight.trees.words import summarize_card

__all__ = ["trace_svg", "tree_svg"]

MARGIN, ROWS = 24, 138
"""The margin around a picture, and the width of the names of its rows."""
NARROWEST = 640
TITLE_LETTER = 11.5


def trace_svg(trace: Trace) -> str:
    """Draw a trace as notebooks show it."""
    return tree_svg(make_view(trace, across=PICTURE_CARDS))


def tree_svg(view: View) -> str:
    """Draw a view as one SVG document."""
    size, items = CardSize.of(view), _items(view)
    widths = [STUB if item.is_stub else size.wide for item in items]
    places = _places(items, widths)
    drawn = [_draw(view.trace, item, size) for item in items]
    tops = tops_of(places, [height for _, height in drawn], BETWEEN)
    wide = max(place.x + each / 2 for each, place in zip(widths, places, strict=True))
    least = max(NARROWEST, TITLE_LETTER * len(view.title) + 2 * MARGIN)
    width = max(wide + ROWS + 2 * MARGIN, least)
    caption, head = wrapped_svg(name_colours(view.caption), width - 2 * MARGIN, 56, MARGIN)
    top = 56 + head + 4
    # What is narrower than its title stands in the middle.
    corner = (ROWS + (width - ROWS - wide) / 2, top)
    edges = _edges(items, places, tops, [height for _, height in drawn], size)
    cards = (
        _at(place.x, tops[place.level], drawing)
        for place, (drawing, _) in zip(places, drawn, strict=True)
    )
    bottom = top + tops[-1] - BETWEEN + 24
    legend, foot = legend_svg(view, size, width - 2 * MARGIN)
    height = bottom + foot + MARGIN
    label = escape(name_colours(f"{view.title}. {view.caption}"), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fs" width="{width:g}" '
        f'height="{height:g}" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{label}">'
        f"<style>{style()}</style>{defs_svg(size)}"
        f'<rect class="fs-page" width="{width:g}" height="{height:g}"/>'
        f'<text class="fs-title" x="{MARGIN}" y="34">{escape(view.title)}</text>'
        f"{caption}{_at(MARGIN, top, _row_names(view, tops, size))}"
        f"{_at(*corner, ''.join(edges) + ''.join(cards))}"
        f"{_at(MARGIN, bottom, legend)}</svg>\n"
    )


def _row_names(view: View, tops: list[float], size: CardSize) -> str:
    """Draw the names of the rows, each in two lines."""
    return "".join(
        _at(0, tops[level] + min(size.name_at, (tops[level + 1] - tops[level]) / 3),
            f'<text class="fs-row">{escape(who)}</text>'
            f'<text class="fs-row fs-how" y="17">{escape(how)}</text>')
        for level, (who, how) in enumerate(row_names(view))
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Item:
    """A card, or the stub of the branches that were cut from it."""

    card: Card
    parent: int
    is_stub: bool = False


def _items(view: View) -> list[_Item]:
    """Return what is drawn, parents first."""
    items = [_Item(view.root, -1)]
    for at, item in enumerate(items):  # grows while it is walked
        if not item.is_stub:
            items += [_Item(child, at) for child in in_columns(view.trace, item.card.children)]
            items += [_Item(item.card, at, is_stub=True)] if item.card.has_stub else []
    return items


def _places(items: list[_Item], widths: list[float]) -> list[Place]:
    children: list[list[int]] = [[] for _ in items]
    for at, item in enumerate(items[1:], start=1):
        children[item.parent].append(at)
    return lay_out(children, widths, GAP)


def _draw(trace: Trace, item: _Item, size: CardSize) -> tuple[str, float]:
    """Return a drawing and its height."""
    if item.is_stub:
        return stub_svg(item.card), STUB_HEIGHT
    drawing, height = card_svg(trace, item.card, size)
    return (
        f"<title>{escape(name_colours(summarize_card(trace, item.card)))}</title>{drawing}",
        height,
    )


def _at(x: float, y: float, drawing: str) -> str:
    return f'<g transform="translate({x:g} {y:g})">{drawing}</g>'


def _edges(
    items: list[_Item],
    places: list[Place],
    tops: list[float],
    heights: list[float],
    size: CardSize,
) -> Iterator[str]:
    """Yield the edges, those of the best line on top."""
    groups: dict[int, list[int]] = {}
    for at, item in enumerate(items[1:], start=1):
        groups.setdefault(item.parent, []).append(at)
    leaving = {
        at: place
        for group in groups.values()
        for at, place in zip(group, ports(len(group), size.wide - 20), strict=True)
    }
    for at in sorted(leaving, key=lambda at: items[at].card.on_line):
        item, above = items[at], places[items[at].parent]
        x, end = above.x + leaving[at], tops[above.level + 1]
        start = f"M{x:g} {tops[above.level] + heights[item.parent]:g}V{end - BETWEEN + BEND:g}"
        path = f"{start}L{places[at].x:g} {end:g}"
        kind, width = " fs-cut" if item.is_stub else " fs-best" if item.card.on_line else "", ""
        if item.card.weight and not item.is_stub:
            width = f' style="stroke-width:{1 + 9 * item.card.weight**0.5:.1f}"'
        yield f'<path class="fs-edge{kind}"{width} d="{path}"/>'
