"""The cards of tree pictures: a small board with its move, its value and what else is known.

Pictures (`tree_svg`) and pages (`tree_page`) draw every card with `card_svg`. Estimates are
outlined, proven values filled.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape

from fourscore.core.bitboard import cells_of_fours
from fourscore.core.notation import write_column, write_columns
from fourscore.core.picture import name_colours
from fourscore.core.position import opponent
from fourscore.insight.drawing.colours import ink_on
from fourscore.insight.drawing.pages import render
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trees.values import ValueText
from fourscore.insight.trees.view import Card, View
from fourscore.search.trace_columns import NodeKind, Reason

__all__ = [
    "BEND",
    "BETWEEN",
    "GAP",
    "STUB",
    "STUB_HEIGHT",
    "CardSize",
    "card_svg",
    "defs_svg",
    "pill_svg",
    "stub_svg",
    "style",
]

CARD, WIDE_CARD, STUB, GAP = 92, 120, 84, 10
"""The widths of a card, of one with a result in words, and of a stub, and the gap between them."""
STUB_HEIGHT = 52
LABEL, PILL, BETWEEN, BEND = 22, 20, 64, 10
"""The heights of a card's label, of a value, of the space between layers, and of that part of it
in which edges run straight down."""
PILL_ROW, DETAIL_ROW, HIDDEN_ROW = PILL + 4, 16, 18


@dataclass(frozen=True, slots=True)
class CardSize:
    """The measures of one picture's cards."""

    columns: int
    rows: int
    pitch: float
    """The distance between two cells of the board."""
    wide: float
    """The width of a card."""

    @classmethod
    def of(cls, view: View) -> "CardSize":
        """Return the measures that fit a view."""
        position = view.trace.position
        pitch = min(11, 77 / position.width, 90 / position.height)
        columns, rows = (position.width, position.height) if view.trace.has_boards else (0, 0)
        values = (value for card in view.cards.values() for value in (card.value, card.exact))
        has_words = any(value is not None and value.is_proven for value in values)
        return cls(columns, rows, pitch, WIDE_CARD if has_words else CARD)

    @property
    def name(self) -> str:
        """The name of the parts that pictures with such boards share."""
        return f"fs{self.columns}x{self.rows}"

    @property
    def board(self) -> tuple[float, float]:
        return self.pitch * self.columns, self.pitch * self.rows

    @property
    def below_board(self) -> float:
        return LABEL + self.board[1] + 6

    @property
    def name_at(self) -> float:
        """Where the name of a row stands, below the top of its cards."""
        return LABEL + self.board[1] / 2

    def cell(self, column: int, line: int) -> tuple[float, float]:
        """Return the middle of a cell; lines count from the top."""
        return (column + 0.5) * self.pitch, (line + 0.5) * self.pitch


# Parts that all cards share


@cache
def style() -> str:
    """Return the style sheet: light, and dark where the reader's system is."""
    return str(render("trees/templates/tree.css", ink_on=ink_on)).rstrip()


def defs_svg(size: CardSize) -> str:
    """Return the parts that cards refer to: the empty board, the discs, the scissors."""
    wide, high = size.board
    radius = 0.39 * size.pitch
    cells = (size.cell(x, y) for x in range(size.columns) for y in range(size.rows))
    holes = "".join(
        f'<circle class="fs-hole" r="{radius:g}" cx="{x:g}" cy="{y:g}"/>' for x, y in cells
    )
    discs = [("x", radius), ("o", radius), ("X", 6.5), ("O", 6.5)]
    drawn = "".join(_disc(f"{size.name}-{mark}", mark, each) for mark, each in discs)
    return (
        f'<defs><g id="{size.name}-board">'
        f'<rect class="fs-board" width="{wide:g}" height="{high:g}" rx="4"/>'
        f"{holes}</g>{drawn}"
        f'<circle id="{size.name}-last" class="fs-last" r="{0.5 * size.pitch:g}"/>'
        '<g id="fs-scissors" class="fs-scissors"><circle cx="-5" cy="16" r="3"/>'
        '<circle cx="5" cy="16" r="3"/><path d="M-3.5 13.5 4.5 2M3.5 13.5-4.5 2"/></g></defs>'
    )


def _disc(name: str, mark: str, radius: float) -> str:
    if mark in "xX":
        inner = f'<circle class="fs-ring" r="{0.5 * radius:g}" stroke-width="{0.22 * radius:g}"/>'
        return f'<g id="{name}"><circle class="fs-first" r="{radius:g}"/>{inner}</g>'
    inner = f'<circle class="fs-dot" r="{0.3 * radius:g}"/>'
    return f'<g id="{name}"><circle class="fs-second" r="{radius:g}"/>{inner}</g>'


# One card


def card_svg(trace: Trace, card: Card, size: CardSize) -> tuple[str, float]:
    """Draw a card around the middle of its top edge; return it with its height."""
    parts = [_label(card, size)]
    if card.kind == NodeKind.CHANCE:
        parts.append('<path class="fs-chance" d="M0 24 18 37 0 50-18 37Z"/>')
        top = 54.0
    elif not trace.has_boards:
        top = size.below_board
    else:
        parts.append(_board(trace, card, size))
        top = size.below_board
    searcher = trace.position.turn
    parts.append(pill_svg(card.value, searcher, top, -30 if card.is_misleading else 0))
    if card.is_misleading:
        parts.append(_misleading(top))
    bottom = top + PILL_ROW
    if card.detail:
        parts.append(f'<text class="fs-small" y="{bottom + 10:g}">{escape(card.detail)}</text>')
        bottom += DETAIL_ROW
    if card.prior:
        parts.append(f'<text class="fs-small" y="{bottom + 10:g}">{escape(card.prior)}</text>')
        bottom += DETAIL_ROW
    if card.exact:
        parts.append(pill_svg(card.exact, searcher, bottom))
        bottom += PILL_ROW
    if card.hidden:
        parts.append(f'<text class="fs-more" y="{bottom + 11:g}">{card.hidden:,} more</text>')
        bottom += HIDDEN_ROW
    return "".join(parts), bottom


def _label(card: Card, size: CardSize) -> str:
    parts = []
    if card.order is not None:
        y = 41 if card.kind == NodeKind.CHANCE else 15
        parts.append(
            f'<text class="fs-order" x="{-size.wide / 2:g}" y="{y}">{card.order + 1}</text>'
        )
    if card.kind in (NodeKind.MAX, NodeKind.MIN):
        parts.append(f'<use href="#{size.name}-{card.mover}" x="{size.wide / 2 - 11:g}" y="11"/>')
    if card.move:
        wide = max(20.0, 7.0 * len(card.move) + 8)
        best = " fs-best" if card.on_line else ""
        parts.append(
            f'<rect class="fs-label{best}" x="{-wide / 2:g}" width="{wide:g}" height="20" rx="10"/>'
            f'<text class="fs-column" y="14.5">{escape(card.move)}</text>'
        )
    return "".join(parts)


def _board(trace: Trace, card: Card, size: CardSize) -> str:
    wide, high = size.board
    rim = " fs-best" if card.on_line else " fs-waiting" if card.reason == Reason.WAITING else ""
    return (
        f'<g transform="translate({-wide / 2:g} {LABEL + 2})"><use href="#{size.name}-board"/>'
        f'<rect class="fs-rim{rim}" x="-2" y="-2" rx="6" '
        f'width="{wide + 4:g}" height="{high + 4:g}"/>'
        f"{''.join(_discs(trace, card, size))}</g>"
    )


def _discs(trace: Trace, card: Card, size: CardSize) -> Iterator[str]:
    """Yield the discs, then the rings around the marked ones."""

    def use(part: str, column: int, line: int) -> str:
        x, y = size.cell(column, line)
        return f'<use href="#{size.name}-{part}" x="{x:g}" y="{y:g}"/>'

    for line, row in enumerate(trace.rows(card.node)):
        for column, mark in enumerate(row):
            if mark in "XO":
                yield use(mark.lower(), column, line)
    for cell in trace.position.cells(_marked(trace, card)):
        yield use("last", cell.column, size.rows - 1 - cell.row)


def _marked(trace: Trace, card: Card) -> int:
    """Return the cells to ring: a four that ends the game, or the disc that led here."""
    rules, fours = trace.position.rules, 0
    if card.reason in (Reason.TERMINAL, Reason.GOAL) and not rules.plays_on:
        mine, filled = (boards[card.node] for boards in trace.boards)
        fours = cells_of_fours(mine if card.kind == NodeKind.FRONTIER else mine ^ filled, rules)
    return fours or trace.landing_cell(card.node)


def pill_svg(value: ValueText, searcher: str, top: float, x: float = 0) -> str:
    """Draw a value: an estimate outlined, a proven result filled in the colour of the winner."""
    text = name_colours(value.text)
    wide = min(WIDE_CARD + 4.0, max(34.0, 6.6 * len(text) + 14))
    winner = {"wins": searcher, "loses": opponent(searcher), "draws": "draws"}
    paint = winner.get(value.tone, "even") if value.is_proven else "even"
    kind = f"fs-{'full' if value.is_proven else 'open'} fs-{paint}"
    return (
        f'<g class="{kind}"><rect x="{x - wide / 2:g}" y="{top:g}" width="{wide:g}" '
        f'height="{PILL}" rx="{PILL / 2:g}"/>'
        f'<text x="{x:g}" y="{top + 14:g}">{escape(text)}</text></g>'
    )


def _misleading(top: float) -> str:
    return (
        f'<g class="fs-misleading"><rect x="0" y="{top + 2:g}" width="68" height="16" rx="4"/>'
        f'<text x="34" y="{top + 13.5:g}">✗ misleads</text></g>'
    )


def stub_svg(card: Card) -> str:
    """Draw the stub of the branches that were cut off."""
    return (
        '<use href="#fs-scissors"/>'
        f'<text class="fs-small" y="34">{escape(_short(card.pruned))}</text>'
        f'<text class="fs-small" y="48">{escape(card.saved_text)}</text>'
    )


def _short(columns: tuple[int, ...]) -> str:
    """List columns in a line that fits.

    >>> _short((0, 1, 5)), _short((0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11))
    ('1 2 6', '1-5 7-12')
    """
    if len(columns) <= 7:
        return write_columns(columns)
    starts = (write_column(column) for column in columns if column - 1 not in columns)
    ends = (write_column(column) for column in columns if column + 1 not in columns)
    runs = zip(starts, ends, strict=True)
    return " ".join(start if start == end else f"{start}-{end}" for start, end in runs)
