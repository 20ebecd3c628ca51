"""Find moves that lead to a position, and write the call that makes it.

A position does not know its history. Any order of its discs will do in which the sides alternate,
every disc rests on another one, and the first four, if there is one, comes last.
"""

from collections.abc import Iterator

from fourscore.core.notation import write_board, write_moves
from fourscore.core.plain import has_four
from fourscore.core.position import Position
from fourscore.core.variants import STANDARD

__all__ = ["describe", "find_moves"]

MAX_STEPS = 20_000
"""How many discs the search tries before it gives up; ordinary positions need one a ply."""


def describe(position: Position, moves: str | None = None) -> str:
    """Write what `Position` takes to make this position.

    >>> describe(Position("44", size=(5, 4)))
    '"44", size=(5, 4)'
    """
    if moves is None:
        found = find_moves(position)
        moves = write_board(position) if found is None else write_moves(found, position.width)
    words = [f'"{moves}"'] if moves else []
    if position.variant is not STANDARD:
        words.append(f'variant="{position.variant}"')
    if (position.width, position.height) != (7, 6):
        words.append(f"size=({position.width}, {position.height})")
    return ", ".join(words)


def find_moves(position: Position) -> list[int] | None:
    """Return columns that lead to a position from the empty board, or None if none are found.

    >>> find_moves(Position("---/---/OXX", size=(3, 3)))
    [1, 0, 2]
    """
    for last in _last_discs(position):
        filled = position.filled ^ last
        order = _Order(position.discs("X") & filled, filled, position.rules.stride)
        if order.extend(0):
            return [*order.columns, *position.columns(last)]
    return None


def _last_discs(position: Position) -> Iterator[int]:
    """Yield what may be the last disc: where the game is won, those that complete every four."""
    rules, theirs = position.rules, position.mine ^ position.filled
    if rules.plays_on or not has_four(theirs, rules.stride):
        yield 0
        return
    tops = (position.filled + rules.bottom) >> 1 & theirs
    while tops:
        top = tops & -tops
        tops ^= top
        if not has_four(theirs ^ top, rules.stride):
            yield top


class _Order:
    """A search for an order, disc by disc from the empty board; failures are remembered."""

    def __init__(self, first: int, filled: int, stride: int) -> None:
        self.columns: list[int] = []
        self._stacks = [
            (column, filled >> column * stride & (1 << stride) - 1)
            for column in range(-(-filled.bit_length() // stride))
        ]
        self._first, self._filled, self._stride = first, filled, stride
        self._failed: set[int] = set()
        self._steps = 0

    def extend(self, placed: int) -> bool:
        """Add the discs that are missing; return whether that is possible."""
        if placed == self._filled:
            return True
        if placed in self._failed or self._steps > MAX_STEPS:
            return False
        self._steps += 1
        for column, cell in self._choices(placed):
            self.columns.append(column)
            if self.extend(placed | cell):
                return True
            self.columns.pop()
        self._failed.add(placed)
        return False

    def _choices(self, placed: int) -> list[tuple[int, int]]:
        """Return the columns whose next disc is the mover's, with that disc.

        Columns with many discs to come are the ones that get stuck, so they come first.
        """
        mover = self._first if placed.bit_count() % 2 == 0 else self._first ^ self._filled
        found = []
        for column, stack in self._stacks:
            height = (placed >> column * self._stride & (1 << self._stride) - 1).bit_count()
            cell = 1 << column * self._stride + height
            if stack >> height and mover & cell:
                found.append((height - stack.bit_count(), column, cell))
        return [(column, cell) for _, column, cell in sorted(found)]
