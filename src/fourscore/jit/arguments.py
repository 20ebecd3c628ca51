"""How the arguments of a kernel reach machine code: as a flat list of numbers and addresses.

An integer or a float is one number, a tuple those of its items; an array is the seven fields and
more by which Numba describes it, and a struct its address. Whoever calls keeps the arrays alive for
as long as the call takes.
"""

import ctypes
from collections.abc import Iterable, Iterator
from typing import Any

__all__ = ["Signature", "describe", "flatten", "plain_number", "signature_of", "types_in"]

Signature = tuple[Any, ...]
"""What decides for which build of a kernel some arguments are."""


def flatten(arguments: Iterable[Any]) -> list[Any]:
    """Return the numbers, addresses and texts that some arguments become.

    >>> flatten([3, (4, 0.5), None, True])
    [3, 4, 0.5, 0, True]
    """
    flat: list[Any] = []
    for each in arguments:
        kind = type(each)
        if kind is int or kind in SINGLE:
            flat.append(each)
        elif kind in _plain:
            flat += each
        elif each is None:
            flat.append(0)
        elif isinstance(each, tuple):
            flat += flatten(each)
        elif (number := plain_number(each)) is not None:
            flat.append(number)
        else:
            flat += _describe_memory(each)
    return flat


def plain_number(value: Any) -> int | float | None:
    """Return a number of another type, such as NumPy's, as Python's own; None if it is none.

    >>> from enum import IntEnum
    >>> plain_number(memoryview(b"")), plain_number(IntEnum("Side", "LEFT RIGHT").RIGHT)
    (None, 2)
    """
    for kind in (int, float):
        if isinstance(value, kind):
            return kind(value)
    if isinstance(value, memoryview) or value.ndim or value.dtype.fields:
        return None
    number: int | float = value.item()
    return number


def _describe_memory(memory: Any) -> tuple[int, ...]:
    """Return the fields by which Numba describes an array, or the address of a struct."""
    if isinstance(memory, memoryview):
        address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        count = memory.nbytes // memory.itemsize
        layout = (*(memory.shape or ()), *(memory.strides or ()))
        return (0, 0, count, memory.itemsize, address, *layout)
    if memory.shape:
        layout = (*memory.shape, *memory.strides)
        return (0, 0, memory.size, memory.itemsize, memory.ctypes.data, *layout)
    array = memory.base
    if array is not None and array.size == 1:
        return (array.ctypes.data,)
    return (memory.__array_interface__["data"][0],)  # takes five times as long


# Which build a call is for


def signature_of(arguments: Iterable[Any]) -> Signature:
    """Return what decides for which build of a kernel some arguments are."""
    return tuple([_kind_of(each) for each in arguments])


def _kind_of(value: Any) -> Any:
    kind = type(value)
    if kind is int or kind in _plain or value is None or kind in SINGLE:
        return kind
    if isinstance(value, tuple):
        if kind not in _mixed:
            (_plain if _is_plain(kind) else _mixed).add(kind)
            return _kind_of(value)
        return kind, signature_of(value)
    if kind is memoryview:
        return value.format, value.ndim
    if (number := plain_number(value)) is not None:
        return type(number)
    flags = value.flags
    return value.dtype, value.ndim, flags.c_contiguous, flags.f_contiguous, flags.writeable


SINGLE = frozenset((float, bool, str))
"""What is passed as it is, beside integers."""
_plain: set[type] = set()
"""Named tuples of integers alone, which are passed as their items."""
_mixed: set[type] = set()
"""Other tuples."""


def _is_plain(kind: type) -> bool:
    fields = getattr(kind, "_fields", ())
    types = getattr(kind, "__annotations__", {})
    return bool(fields) and all(types.get(each) in (int, "int") for each in fields)


def describe(signature: Any) -> str:
    """Write a signature so that every process and every version of NumPy writes the same.

    >>> describe((int, ("q", 1)))
    "(builtins.int, ('q', 1))"
    """
    if isinstance(signature, tuple):
        return f"({', '.join(describe(each) for each in signature)})"
    if isinstance(signature, type):
        return f"{signature.__module__}.{signature.__qualname__}"
    return str(getattr(signature, "descr", repr(signature)))


def types_in(signature: Any) -> Iterator[type]:
    """Yield the types that a signature names."""
    if isinstance(signature, type):
        yield signature
    elif isinstance(signature, tuple):
        for each in signature:
            yield from types_in(each)
