"""Tell other people's kernels apart by what they compile to.

The names and files of fourscore's own kernels say what they are. Other people's can be closures,
or hold numbers that were read from a file or the command line; those become constants of the
machine code, so stored code is good only for the same ones.
"""

import hashlib
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

__all__ = ["fingerprint", "is_own"]

VALUES = (bool, int, float, complex, str, bytes, type, type(None))


def is_own(module: str) -> bool:
    """Return whether a module is part of fourscore."""
    return module.partition(".")[0] == "fourscore"


def fingerprint(function: Any) -> str:
    """Digest the code of a function, and of what it calls, and the values it finds outside."""
    digest = hashlib.blake2b(digest_size=8)
    for part in _parts(function, set()):
        digest.update(part.encode() if isinstance(part, str) else part)
        digest.update(b"\0")
    return digest.hexdigest()


def _parts(value: Any, seen: set[int]) -> Iterator[str | bytes]:
    function = getattr(value, "function", None) or getattr(value, "py_func", value)
    if isinstance(function, FunctionType):
        yield f"{function.__module__}.{function.__qualname__}"
        if id(function) in seen or _is_known(function.__module__):
            return
        seen.add(id(function))
        yield from _parts(function.__code__, seen)
        for each in _outside(function):
            yield from _parts(each, seen)
    elif isinstance(value, CodeType):
        yield value.co_code
        for each in (value.co_names, value.co_consts):
            yield from _parts(each, seen)
    elif isinstance(value, tuple):
        yield f"{type(value)} {len(value)}"
        for each in value:
            yield from _parts(each, seen)
    elif hasattr(value, "tobytes"):
        yield f"{value.dtype} {value.shape}"
        yield value.tobytes()
    else:
        yield repr(value) if isinstance(value, VALUES) else str(type(value))


def _is_known(module: str) -> bool:
    """Return whether its name and version, or its source file, say enough of a module."""
    top = module.partition(".")[0]
    return is_own(module) or top in sys.stdlib_module_names or top in ("numba", "numpy")


def _outside(function: FunctionType) -> Iterator[Any]:
    """Yield the values that a function finds in defaults, its closure, globals and modules."""
    yield from function.__defaults__ or ()
    for cell in function.__closure__ or ():
        yield cell.cell_contents
    names = list(_names(function.__code__))
    for name in names:
        value = function.__globals__.get(name)
        yield value
        if isinstance(value, ModuleType) and not _is_known(value.__name__):
            yield from (getattr(value, each, None) for each in names)


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names in a function's code, also in that of comprehensions."""
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _names(each)
