"""A tree as an SVG picture: small boards, values, windows, cut branches, the best line.

Every card is drawn by `card_svg`, here and in the page that unfolds (`tree_page`). Estimates are
outlined, proven values filled. Light or dark as the reader's system is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from fourscore.core.bitboard import cells_of_fours
from fourscore.core.notation import write_column
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trees.cards import LABEL, PILL, Shape, defs_svg, style
from fourscore.insight.trees.layout import Place, lay_out
from fourscore.insight.trees.view import Card, View, make_view
from fourscore.search.trace_columns import NodeKind, Reason

__all__ = [
    "CARD",
    "GAP",
    "STUB",
    "card_height",
    "card_svg",
    "shape_of",
    "stub_svg",
    "tell",
    "trace_svg",
    "tree_svg",
]

CARD, STUB, GAP = 92, 84, 10
MARGIN = 24
HEAD, FOOT = 76, 56
BOARD_WIDTH = 77


def shape_of(view: View) -> Shape:
    """Return the measures that fit a view."""
    position = view.trace.position
    return Shape(
        position.width,
        position.height,
        min(11, BOARD_WIDTH / position.width, 90 / position.height),
        any(card.more for card in view.cards.values()),
        view.trace.exact is not None,
    )


# The whole picture


def trace_svg(trace: Trace) -> str:
    """Draw a trace as notebooks show it."""
    return tree_svg(make_view(trace, across=14))


def tree_svg(view: View) -> str:
    """Draw a view as one SVG document."""
    shape = shape_of(view)
    items, places = _place(view)
    right = max(place.x + _width(item) / 2 for item, place in zip(items, places, strict=True))
    depth = max(place.level for place in places)
    legend, legend_width = _legend(view)
    width = max(right + 2 * MARGIN, legend_width)
    height = HEAD + depth * shape.layer + shape.card + FOOT
    parts = [_edges(items, places, shape)]
    for item, place in zip(items, places, strict=True):
        at = f"translate({place.x + MARGIN:g} {HEAD + place.level * shape.layer:g})"
        if item.cut:
            body = stub_svg(item.cut)
        else:
            title = f"<title>{escape(tell(view.trace, item.card))}</title>"
            body = title + card_svg(view.trace, item.card, shape)
        parts.append(f'<g transform="{at}">{body}</g>')
    label = escape(f"{view.title}. {view.caption}", quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fs" width="{width:g}" '
        f'height="{height:g}" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{label}">'
        f"<style>{style()}</style>{defs_svg(view.trace.position, shape)}"
        f'<rect class="fs-page" width="{width:g}" height="{height:g}"/>'
        f'<text class="fs-title" x="{MARGIN}" y="34">{escape(view.title)}</text>'
        f"{_wrapped(view.caption, width)}"
        f"{''.join(parts)}"
        f'<g transform="translate(0 {height - 44:g})">{legend}</g></svg>\n'
    )


@dataclass(frozen=True, slots=True)
class Item:
    """A card, or the stub of the branches that were cut from one."""

    card: Card
    parent: int
    cut: Card | None = None


def _place(view: View) -> tuple[list[Item], list[Place]]:
    """List what is drawn, parents first, and say where."""
    items, children = [Item(view.root, -1)], list[list[int]]()
    for at, item in enumerate(items):  # It grows while it is walked.
        below: list[Item] = []
        if not item.cut:
            below = [Item(child, at) for child in item.card.children]
            if item.card.pruned and not item.card.hidden:
                below.append(Item(item.card, at, item.card))
        children.append(list(range(len(items), len(items) + len(below))))
        items += below
    return items, lay_out(children, [_width(item) for item in items], GAP)


def _width(item: Item) -> float:
    return STUB if item.cut else CARD


def _edges(items: list[Item], places: list[Place], shape: Shape) -> str:
    order = sorted(range(1, len(items)), key=lambda at: items[at].card.on_line)
    lines = []
    for at in order:
        item = items[at]
        above, place = places[item.parent], places[at]
        start = HEAD + above.level * shape.layer
        lines.append(
            edge_svg(
                (above.x + MARGIN, start + card_height(items[item.parent].card, shape)),
                start + shape.card,
                (place.x + MARGIN, HEAD + place.level * shape.layer),
                item,
            )
        )
    return "".join(lines)


def edge_svg(start: tuple[float, float], bend: float, end: tuple[float, float], item: Item) -> str:
    """Draw the way from a card down to one of the next layer."""
    (x, y), (to_x, to_y) = start, end
    middle = (bend + to_y) / 2
    way = f"M{x:g} {y:g}V{bend:g}C{x:g} {middle:g} {to_x:g} {middle:g} {to_x:g} {to_y:g}"
    if item.cut:
        return f'<path class="fs-edge fs-cut" d="{way}"/>'
    kind = " fs-best" if item.card.on_line else ""
    weight = item.card.weight
    width = f' style="stroke-width:{1 + 9 * weight**0.5:.1f}"' if weight else ""
    return f'<path class="fs-edge{kind}"{width} d="{way}"/>'


def _wrapped(text: str, width: float) -> str:
    """Write a caption in one or two lines."""
    most = int((width - 2 * MARGIN) / 6.6)
    if len(text) > most and " " in text[:most]:
        cut = text.rfind(" ", 0, most)
        lines = [text[:cut], text[cut + 1 :]]
    else:
        lines = [text]
    return "".join(
        f'<text class="fs-note" x="{MARGIN}" y="{54 + 16 * at}">{escape(line)}</text>'
        for at, line in enumerate(lines)
    )


# Cards


def card_height(card: Card, shape: Shape) -> float:
    """Return the height of a card's ink, where edges begin."""
    top = LABEL + 52 if card.kind == NodeKind.CHANCE else shape.below_board + PILL
    lines = (16 if card.more else 0) + (PILL + 4 if card.truth else 0) + (18 if card.hidden else 0)
    return top + lines + 4


def card_svg(trace: Trace, card: Card, shape: Shape) -> str:
    """Draw one card around the middle of its top edge."""
    parts = [_label(card, shape)]
    if card.kind == NodeKind.CHANCE:
        parts.append('<path class="fs-chance" d="M0 24 18 37 0 50-18 37Z"/>')
        parts.append(_pill(card.said, card.tone, card.is_proven, 54))
        bottom = LABEL + 56.0
    else:
        parts.append(_board(trace, card, shape))
        bottom = shape.below_board
        shift = -24 if card.is_wrong else 0
        parts.append(_pill(card.said, card.tone, card.is_proven, bottom, shift))
        parts.append(_wrong(bottom) if card.is_wrong else "")
        bottom += PILL + 4
    if card.more:
        parts.append(f'<text class="fs-small" y="{bottom + 10:g}">{escape(card.more)}</text>')
        bottom += 16
    if card.truth:
        parts.append(_pill(card.truth, card.truth_tone, True, bottom))
        bottom += PILL + 4
    if card.hidden:
        parts.append(f'<text class="fs-more" y="{bottom + 11:g}">{card.hidden:,} more</text>')
    return "".join(parts)


def tell(trace: Trace, card: Card) -> str:
    """Say in a line what a card shows, for those who do not see it."""
    way = " ".join(write_column(column) for column in trace.moves(card.node)) or "none"
    order = "never visited" if card.order is None else f"visited as number {card.order + 1}"
    told = [f"moves {way}", f"value {card.said}", card.more, order]
    if card.truth:
        told.append(f"exact {card.truth}{', so the value is wrong' if card.is_wrong else ''}")
    if card.pruned:
        cut = " ".join(write_column(column) for column in card.pruned)
        told.append(f"cut off: columns {cut}" + (f", {card.cut_text} nodes" if card.saved else ""))
    return "; ".join(each for each in told if each)


def _label(card: Card, shape: Shape) -> str:
    parts = []
    if card.order is not None:
        y = 41 if card.kind == NodeKind.CHANCE else 15
        parts.append(f'<text class="fs-order" x="{-CARD / 2}" y="{y}">{card.order + 1}</text>')
    if card.kind in (NodeKind.MAX, NodeKind.MIN):
        parts.append(f'<use href="#{shape.name}-{card.mover}" x="{CARD / 2 - 11}" y="11"/>')
    if card.move:
        wide = max(20.0, 7.0 * len(card.move) + 8)
        kind = " fs-best" if card.on_line else ""
        parts.append(
            f'<rect class="fs-label{kind}" x="{-wide / 2:g}" width="{wide:g}" height="20" rx="10"/>'
            f'<text class="fs-column" y="14.5">{escape(card.move)}</text>'
        )
    return "".join(parts)


def _board(trace: Trace, card: Card, shape: Shape) -> str:
    wide, high = shape.board
    rim = " fs-best" if card.on_line else " fs-waiting" if card.reason == Reason.WAITING else ""
    parts = [
        f'<g transform="translate({-wide / 2:g} {LABEL + 2})"><use href="#{shape.name}-board"/>'
        f'<rect class="fs-rim{rim}" x="-2" y="-2" rx="6" '
        f'width="{wide + 4:g}" height="{high + 4:g}"/>'
    ]
    parts += _discs(trace.rows(card.node), shape)
    parts.append(_rings(trace, card, shape))
    return "".join(parts) + "</g>"


def _discs(rows: tuple[str, ...], shape: Shape) -> Iterator[str]:
    for line, row in enumerate(rows):
        for column, mark in enumerate(row):
            if mark in "XO":
                x, y = (column + 0.5) * shape.pitch, (line + 0.5) * shape.pitch
                yield f'<use href="#{shape.name}-{mark.lower()}" x="{x:g}" y="{y:g}"/>'


def _marked(trace: Trace, card: Card) -> int:
    """Return the cells to ring: a four that ends the game, or the disc that led here."""
    mine, filled = (boards[card.node] for boards in trace.boards)
    rules = trace.position.rules
    if card.reason in (Reason.TERMINAL, Reason.GOAL) and not rules.plays_on:
        winner = mine if card.kind == NodeKind.FRONTIER else mine ^ filled
        fours = cells_of_fours(winner, rules)
        if fours:
            return fours
    above = int(trace.parent[card.node])
    return filled ^ trace.boards[1][above] if above >= 0 else 0


def _rings(trace: Trace, card: Card, shape: Shape) -> str:
    return "".join(
        f'<use href="#{shape.name}-last" x="{(cell.column + 0.5) * shape.pitch:g}" '
        f'y="{(shape.height - cell.row - 0.5) * shape.pitch:g}"/>'
        for cell in trace.position.cells(_marked(trace, card))
    )


def _pill(text: str, tone: str, filled: bool, top: float, x: float = 0) -> str:
    wide = min(CARD, max(34.0, 6.7 * len(text) + 14))
    look = f"fs-{'full' if filled else 'open'} fs-{tone or 'even'}"
    return (
        f'<g class="{look}"><rect x="{x - wide / 2:g}" y="{top:g}" width="{wide:g}" '
        f'height="{PILL}" rx="{PILL / 2:g}"/>'
        f'<text x="{x:g}" y="{top + 14:g}">{escape(text)}</text></g>'
    )


def _wrong(top: float) -> str:
    return (
        f'<g class="fs-wrong"><rect x="2" y="{top + 2:g}" width="44" height="16" rx="4"/>'
        f'<text x="24" y="{top + 13.5:g}">wrong</text></g>'
    )


def stub_svg(card: Card) -> str:
    """Draw what is left of the branches that were cut."""
    columns = _short(card.pruned)
    return (
        '<use href="#fs-scissors"/>'
        f'<text class="fs-small" y="34">{escape(columns)}</text>'
        f'<text class="fs-small" y="48">{escape(card.cut_text)}</text>'
    )


def _short(columns: tuple[int, ...]) -> str:
    """List columns in a line that fits.

    >>> _short((0, 1, 5)), _short((0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11))
    ('1 2 6', '1-5 7-12')
    """
    listed = [write_column(column) for column in columns]
    if len(columns) <= 7:
        return " ".join(listed)
    runs: list[list[int]] = []
    for column in columns:
        if runs and runs[-1][-1] == column - 1:
            runs[-1].append(column)
        else:
            runs.append([column])
    ends = [[write_column(run[0]), write_column(run[-1])] for run in runs]
    return " ".join("-".join(dict.fromkeys(each)) for each in ends)


def _legend(view: View) -> tuple[str, float]:
    """Say what the looks mean, as far as they occur, and how wide that is."""
    cards = view.cards.values()
    parts, x = [], MARGIN + 46.0
    if any(not card.is_proven for card in cards):
        parts.append(f'<g transform="translate({x:g} 0)">{_pill("estimate", "", False, 0)}</g>')
        x += 84
    if any(card.is_proven or card.truth for card in cards):
        parts.append(f'<g transform="translate({x:g} 0)">{_pill("proven", "", True, 0)}</g>')
        x += 84
    notes = "; ".join(_notes(view))
    parts.append(f'<text class="fs-note" x="{x - 40:g}" y="15">{escape(notes)}</text>')
    return "".join(parts), x + 7 * len(notes)


def _notes(view: View) -> Iterator[str]:
    yield f"framed: {'the plan' if view.trace.algorithm == 'astar' else 'the best line'}"
    yield "numbers at the left: the order of visits"
    if view.trace.algorithm == "mcts":
        yield "the more visits, the thicker the edge"
    if view.trace.exact is not None:
        yield "below the value: the exact result"
    if any(card.pruned and card.children for card in view.cards.values()):
        yield "scissors: cut off, with the nodes that minimax would visit there"
