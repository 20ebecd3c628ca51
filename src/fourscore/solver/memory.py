"""Words of memory by address.

A NumPy array passed down a recursion costs a reference count and a record of seven fields at
every call; an address costs one register. Whoever passes an address keeps its array alive.
"""

# An intrinsic has the arguments that Numba hands it, used or not.
# ruff: noqa: ARG001

from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

__all__ = ["WORD", "Words", "address_of", "bit_length", "load", "new_words", "prefetch", "store"]

WORD = 8
"""Bytes a word."""
LINE = 64
"""Bytes a cache line."""
Words = NDArray[np.int64]


def new_words(count: int) -> Words:
    """Return `count` words of zeros that begin on a cache line."""
    words = np.zeros(count + LINE // WORD, dtype=np.int64)
    skip = -words.ctypes.data % LINE // WORD
    return words[skip : skip + count]


def address_of(words: Words) -> int:
    """Return the address of some words."""
    return int(words.ctypes.data)


if TYPE_CHECKING:

    def load(address: int) -> int: ...
    def store(address: int, word: int) -> None: ...
    def prefetch(address: int) -> None: ...
    def bit_length(number: int) -> int: ...

else:
    _word = ir.IntType(64)

    @intrinsic
    def load(typingctx: Any, address: Any) -> Any:
        """Read the word at an address."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.load(builder.inttoptr(args[0], _word.as_pointer()))

        return types.int64(types.int64), generate

    @intrinsic
    def store(typingctx: Any, address: Any, word: Any) -> Any:
        """Write a word, which 64-bit processors do atomically."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            builder.store(args[1], builder.inttoptr(args[0], _word.as_pointer()))
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), generate

    @intrinsic
    def prefetch(typingctx: Any, address: Any) -> Any:
        """Start to load a cache line that will be read soon."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            flag = ir.IntType(32)
            pointer = builder.inttoptr(args[0], ir.IntType(8).as_pointer())
            shape = ir.FunctionType(ir.VoidType(), [pointer.type, flag, flag, flag])
            fetch = builder.module.declare_intrinsic("llvm.prefetch", [pointer.type], shape)
            builder.call(fetch, [pointer, flag(0), flag(3), flag(1)])
            return context.get_dummy_value()

        return types.void(types.int64), generate

    @intrinsic
    def bit_length(typingctx: Any, number: Any) -> Any:
        """Count the binary digits of a number that is not negative."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))
            return builder.sub(_word(64), zeros)

        return types.int64(types.int64), generate
