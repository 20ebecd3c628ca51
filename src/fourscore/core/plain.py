"""The rules that every call from Python needs, unrolled for the interpreter.

`bitboard` states them for kernels and in general; a test compares the two. Python's integers
have no largest shift, so nothing here depends on the size of the board.
"""

from functools import cache
from typing import TYPE_CHECKING

from fourscore.core.bitboard import Rules
from fourscore.core.variants import make_rules

if TYPE_CHECKING:
    from fourscore.core.digits import Opener, Reader

__all__ = ["has_four", "open_columns", "read_digits"]

STANDARD = make_rules()
FEW = 1000
"""Calls that are answered here before machine code is loaded, which takes as long as thousands."""


def has_four(discs: int, stride: int) -> bool:
    """Return whether these discs include four in a line."""
    pairs = discs & discs >> 1
    if pairs and pairs & pairs >> 2:
        return True
    for step in (stride, stride + 1, stride - 1):
        pairs = discs & discs >> step
        if pairs and pairs & pairs >> 2 * step:
            return True
    return False


class _Columns(dict[int, tuple[int, ...]]):
    """The columns of a set of bottom cells, for one stride; worked out once for each set."""

    def __init__(self, stride: int) -> None:
        super().__init__()
        self.stride = stride

    def __missing__(self, cells: int) -> tuple[int, ...]:
        columns = tuple(c for c in range(64 // self.stride) if cells >> (c * self.stride) & 1)
        self[cells] = columns
        return columns


_COLUMNS = [_Columns(max(stride, 1)) for stride in range(64)]


def open_columns(mine: int, filled: int, rules: Rules) -> tuple[int, ...]:
    """Return the columns that may be played, from left to right; none once the game is over."""
    if rules is STANDARD and (opener := _MachineCode.opener) is not None:
        return _COLUMNS[7][opener(mine, filled)]
    _count_call()
    _, height, stride, bottom, _, plays_on, _ = rules
    if not plays_on:  # `has_four`, unrolled: this is most of the time
        discs = mine ^ filled
        pairs = discs & discs >> 1
        if pairs and pairs & pairs >> 2:
            return ()
        pairs = discs & discs >> stride
        if pairs and pairs & pairs >> 2 * stride:
            return ()
        step = stride + 1
        pairs = discs & discs >> step
        if pairs and pairs & pairs >> 2 * step:
            return ()
        step = stride - 1
        pairs = discs & discs >> step
        if pairs and pairs & pairs >> 2 * step:
            return ()
    return _COLUMNS[stride][bottom & ~(filled >> height - 1)]


@cache
def _digits(rules: Rules) -> dict[str, tuple[int, int]]:
    """Return the lowest cell and all cells of each column that one digit names."""
    stack = (1 << rules.height) - 1
    return {
        str(column + 1): (1 << column * rules.stride, stack << column * rules.stride)
        for column in range(rules.width)
    }


def read_digits(text: str, rules: Rules) -> tuple[int, int] | None:
    """Play a move string of digits alone; return `mine` and `filled`.

    Return None if there is anything else in it or a move is illegal: `reader` says what is wrong.
    """
    if rules is STANDARD and (reader := _MachineCode.reader) is not None:
        try:
            found = reader(text)
        except UnicodeEncodeError:
            return None
        return found if found[1] >= 0 else None
    _count_call()
    if rules.width > 9:
        return None
    columns = _digits(rules)
    mine = filled = cell = 0
    try:
        for digit in text:
            bottom, cells = columns[digit]
            cell = filled + bottom & cells
            if not cell:
                return None
            mine ^= filled
            filled |= cell
    except KeyError:
        return None
    if rules.plays_on or len(text) <= 7:
        return mine, filled
    # Discs stay: a four before the last move would still be there.
    over = has_four(mine, rules.stride) or has_four(mine ^ filled ^ cell, rules.stride)
    return None if over else (mine, filled)


class _MachineCode:
    """The machine code that takes over from here, once it pays to load it."""

    calls = 0
    is_sought = False
    reader: "Reader | None" = None
    opener: "Opener | None" = None


def _count_call() -> None:
    _MachineCode.calls += 1
    if _MachineCode.calls >= FEW and not _MachineCode.is_sought:
        _MachineCode.is_sought = True
        from fourscore.core.digits import find_opener, find_reader

        _MachineCode.reader, _MachineCode.opener = find_reader(), find_opener()
