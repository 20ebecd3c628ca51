"""Move strings as machine code, for programs that read many positions.

`plain` reads the first few itself, so that a short command does not wait for machine code, and
never has it compiled: `fourscore warmup` does.
"""

from collections.abc import Callable
from typing import Any, cast

from fourscore.core.bitboard import has_four, landing_cell
from fourscore.core.kernel import Kernel, intrinsic, kernel
from fourscore.core.variants import make_rules

__all__ = ["compile_reader", "find_reader"]

Reader = Callable[[str], tuple[int, int]]
STANDARD = make_rules()
INVALID = -1


def _load_byte(builder: Any, arguments: Any) -> Any:
    from llvmlite import ir

    byte = ir.IntType(8)
    pointer = builder.inttoptr(arguments[0], byte.as_pointer())
    return builder.zext(builder.load(pointer, typ=byte), ir.IntType(64))


load_byte: Callable[[int], int] = intrinsic("int64(int64)", _load_byte)
"""Read the byte at an address."""


@kernel
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


def find_reader() -> Reader | None:
    """Return the machine code if it has been compiled before."""
    return cast("Kernel", play_digits).find("")


def compile_reader() -> None:
    """Compile the machine code, or load it from disk."""
    cast("Kernel", play_digits).build("")
