"""Calling machine code: from object code on disk to a function that Python can call.

llvmlite links the object code into the process; Python's own C API makes a built-in function of
its entry point. Numba is not needed for this.

The entry point takes the leaves of a kernel's arguments. An integer or a float is one leaf, a
tuple those of its items; an array is the seven fields and more by which Numba describes it, and a
struct its address. Whoever calls keeps the arrays alive for as long as the call takes.
"""

import ctypes
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from fourscore.errors import UnsupportedError

__all__ = ["ENTRY", "ERROR", "flatten", "kinds_of", "link", "plain_number", "provide_error"]

ENTRY = "fourscore_entry"
"""The name of every entry point."""
ERROR = "fourscore_error"
"""The name by which machine code knows the class of what it raises."""
METH_FASTCALL = 0x80
ALLOCATORS = (b"NRT_Allocate", b"NRT_MemInfo_alloc", b"NRT_MemInfo_new")


class _Method(ctypes.Structure):
    """How Python's C API describes a built-in function."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("entry", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_linked: list[Any] = []
"""What must live as long as the process: machine code and descriptions of methods."""


def link(name: str, entry: str, code: bytes) -> Callable[..., Any]:
    """Return a built-in function for the entry point of some object code."""
    import llvmlite.binding as llvm

    provide_error()
    _provide_runtime(code)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    method = _Method(name.encode(), engine.get_function_address(entry), METH_FASTCALL, None)
    _linked.append((engine, method))
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype = ctypes.py_object
    make.argtypes = (ctypes.POINTER(_Method), ctypes.c_void_p, ctypes.c_void_p)
    function: Callable[..., Any] = make(ctypes.byref(method), None, None)
    return function


@cache
def provide_error() -> None:
    """Let machine code find the class of what it raises."""
    import llvmlite.binding as llvm

    llvm.add_symbol(ERROR, id(UnsupportedError))


def _provide_runtime(code: bytes) -> None:
    """Load Numba's runtime if a kernel makes lists or arrays of its own."""
    if any(name in code for name in ALLOCATORS):
        from fourscore.jit import compiling

        compiling.start_runtime()
    else:
        _stand_in()


@cache
def _stand_in() -> None:
    """Define what frees the arrays of Numba, and is never called: ours belong to Python."""
    import llvmlite.binding as llvm

    nothing = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: None)
    _linked.append(nothing)
    if llvm.address_of_symbol("NRT_MemInfo_call_dtor") is None:
        llvm.add_symbol("NRT_MemInfo_call_dtor", ctypes.cast(nothing, ctypes.c_void_p).value)


def _target_machine() -> Any:
    """Return a machine to make code for; an engine disposes of its own, so each needs another."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(jit=True)


def flatten(arguments: Iterable[Any]) -> list[Any]:
    """Return the leaves of some arguments.

    >>> flatten([3, (4, 0.5), None, True])
    [3, 4, 0.5, 0, True]
    """
    leaves: list[Any] = []
    for each in arguments:
        kind = type(each)
        if kind is int or kind in SINGLE:
            leaves.append(each)
        elif kind in _plain:
            leaves += each
        elif each is None:
            leaves.append(0)
        elif isinstance(each, tuple):
            leaves += flatten(each)
        elif (number := plain_number(each)) is not None:
            leaves.append(number)
        else:
            leaves += _describe_memory(each)
    return leaves


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


def kinds_of(arguments: Iterable[Any]) -> tuple[Any, ...]:
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
        return kind, kinds_of(value)
    if kind is memoryview:
        return value.format, value.ndim
    if (number := plain_number(value)) is not None:
        return type(number)
    flags = value.flags
    return value.dtype, value.ndim, flags.c_contiguous, flags.writeable


SINGLE = frozenset((float, bool, str))
"""What is a single leaf, beside integers."""
_plain: set[type] = set()
"""Named tuples of integers alone, whose leaves are their items."""
_mixed: set[type] = set()
"""Other tuples."""


def _is_plain(kind: type) -> bool:
    fields = getattr(kind, "_fields", ())
    types = getattr(kind, "__annotations__", {})
    return bool(fields) and all(types.get(each) in (int, "int") for each in fields)
