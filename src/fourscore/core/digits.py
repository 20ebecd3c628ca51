"""What positions of 7x6 need most as machine code, for programs that make many of them.

`plain` does it for the first few, so that a short command does not load machine code, and where
none is shipped.
"""

from collections.abc import Callable
from typing import Any, cast

from fourscore.core.bitboard import has_four, landing_cell
from fourscore.core.variants import make_rules
from fourscore.jit.kernel import Kernel, gil_kernel, intrinsic

__all__ = ["INVALID", "Opener", "Reader", "find_opener", "find_reader", "play_digits"]

Reader = Callable[[str], tuple[int, int]]
Opener = Callable[[int, int], int]
STANDARD = make_rules()
INVALID = -1


def _load_byte(builder: Any, arguments: Any) -> Any:
    from llvmlite import ir

    byte = ir.IntType(8)
    pointer = builder.inttoptr(arguments[0], byte.as_pointer())
    return builder.zext(builder.load(pointer, typ=byte), ir.IntType(64))


load_byte: Callable[[int], int] = intrinsic("int64(int64)", _load_byte)
"""Read the byte at an address."""


@gil_kernel
def play_digits(text: int, length: int) -> tuple[int, int]:
    """Play the digits of a text from the empty board of 7x6; return `mine` and `filled`.

    `filled` is `INVALID` if there is anything else in it or a move is illegal.
    """
    rules = STANDARD
    mine = filled = cell = 0
    for place in range(length):
        column = load_byte(text + place) - ord("1")
        if column < 0 or column >= rules.width:
            return 0, INVALID
        cell = landing_cell(filled, column, rules)
        if cell == 0:
            return 0, INVALID
        mine ^= filled
        filled |= cell
    # Discs stay: a four before the last move would still be there.
    if has_four(mine, rules) or has_four(mine ^ filled ^ cell, rules):
        return 0, INVALID
    return mine, filled


@gil_kernel
def open_bottoms(mine: int, filled: int) -> int:
    """Return the lowest cell of each column that may be played; none once the game is over."""
    rules = STANDARD
    if has_four(mine ^ filled, rules):
        return 0
    return rules.bottom & ~(filled >> (rules.height - 1))


def find_opener() -> Opener | None:
    """Return the machine code if it is shipped."""
    return cast("Kernel", open_bottoms).find(0, 0)


def find_reader() -> Reader | None:
    """Return the machine code if it is shipped."""
    return cast("Kernel", play_digits).find("")
