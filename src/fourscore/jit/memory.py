"""Words of memory by address.

A NumPy array passed down a recursion costs a reference count and a record of seven fields at
every call; an address costs one register. Whoever passes an address keeps its array alive.
"""

import ctypes
from collections.abc import Callable
from math import prod
from typing import Any, TypeAlias

from fourscore.jit.kernel import intrinsic
from fourscore.runtime.system import new_memory

__all__ = ["WORD", "Words", "address_of", "bit_length", "load", "new_words", "prefetch", "store"]

WORD = 8
"""Bytes a word."""
Words: TypeAlias = "memoryview[int]"
"""Signed 64-bit integers, in one dimension or more."""


def new_words(*shape: int) -> Words:
    """Return words of zeros that begin on a cache line.

    >>> new_words(2, 3).tolist()
    [[0, 0, 0], [0, 0, 0]]
    """
    size = WORD * max(1, prod(shape))
    return memoryview(new_memory(size)).cast("q", shape)


def address_of(words: Words) -> int:
    """Return the address of some words."""
    return ctypes.addressof(ctypes.c_char.from_buffer(words))


def _load(builder: Any, arguments: Any) -> Any:
    from llvmlite import ir

    word = ir.IntType(64)
    return builder.load(builder.inttoptr(arguments[0], word.as_pointer()), typ=word)


def _store(builder: Any, arguments: Any) -> None:
    from llvmlite import ir

    builder.store(arguments[1], builder.inttoptr(arguments[0], ir.IntType(64).as_pointer()))


def _prefetch(builder: Any, arguments: Any) -> None:
    from llvmlite import ir

    flag = ir.IntType(32)
    pointer = builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())
    shape = ir.FunctionType(ir.VoidType(), [pointer.type, flag, flag, flag])
    fetch = builder.module.declare_intrinsic("llvm.prefetch", [pointer.type], shape)
    builder.call(fetch, [pointer, flag(0), flag(3), flag(1)])


def _bit_length(builder: Any, arguments: Any) -> Any:
    from llvmlite import ir

    zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))
    return builder.sub(ir.IntType(64)(64), zeros)


load: Callable[[int], int] = intrinsic("int64(int64)", _load)
"""Read the word at an address."""
store: Callable[[int, int], None] = intrinsic("void(int64, int64)", _store)
"""Write a word, which 64-bit processors do atomically."""
prefetch: Callable[[int], None] = intrinsic("void(int64)", _prefetch)
"""Start to load a cache line that will be read soon."""
bit_length: Callable[[int], int] = intrinsic("int64(int64)", _bit_length, int.bit_length)
"""Count the binary digits of a number that is not negative."""
