"""Know machine code by everything that it was made of.

A kernel's code is that of its function, of the functions and kernels it calls, and the values it
finds in defaults, closures, globals and modules, which become constants of the machine code. Two
kernels with the same fingerprint compile to the same, in whatever file or notebook they are.
"""

import hashlib
import sys
from collections.abc import Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from fourscore.jit.arguments import types_in
from fourscore.jit.kernel import Implementations, Intrinsic, Kernel

__all__ = ["Fingerprint", "fingerprint"]

VALUES = (bool, int, float, complex, str, bytes, type(None))


def fingerprint(function: Any) -> str:
    """Digest a function or kernel and all that it uses."""
    return Fingerprint(function).digest


class Fingerprint:
    """What a kernel is made of, for arguments of some signature."""

    def __init__(self, function: Any, signature: Any = ()) -> None:
        self._chosen = set(types_in(signature))
        self._seen: set[int] = set()
        self._hash = hashlib.blake2b(digest_size=12)
        self.modules: set[str] = set()
        """The modules in which the code is."""
        self.is_complete = True
        """Whether everything in it is known by its value."""
        self._add(signature)
        self._add(function)
        self.digest = self._hash.hexdigest()

    def _add(self, value: Any) -> None:
        for part in self._parts(value):
            self._hash.update(part.encode() if isinstance(part, str) else part)
            self._hash.update(b"\0")

    def _parts(self, value: Any) -> Iterator[str | bytes]:
        """Write what a value is, and follow it to other code."""
        if isinstance(value, VALUES):
            yield repr(value)
        elif isinstance(value, Kernel):
            yield f"{value.inline} {value.holds_gil}"
            self._add(value.function)
        elif isinstance(value, Intrinsic):
            self._add(value.signature)
            self._add(value.generate)
        elif isinstance(value, FunctionType):
            yield from self._function(value)
        elif isinstance(value, CodeType):
            yield value.co_code
            for each in (*value.co_names, *value.co_consts):
                self._add(each)
        elif isinstance(value, type):
            yield from self._type(value)
        elif isinstance(value, tuple | list | frozenset):
            yield f"{type(value).__qualname__} {len(value)}"
            for each in sorted(value, key=repr) if isinstance(value, frozenset) else value:
                self._add(each)
        elif isinstance(value, ModuleType | BuiltinFunctionType):
            yield f"{getattr(value, '__module__', '')}.{value.__name__}"
        elif hasattr(value, "py_func"):  # compiled by Numba itself
            yield str(value.targetoptions)
            self._add(value.py_func)
        elif hasattr(value, "tobytes"):
            yield f"{value.dtype} {value.shape}"
            yield value.tobytes()
        elif type(value).__module__.partition(".")[0] in ("numpy", "numba", "typing"):
            yield repr(value)
        else:
            self.is_complete = False

    def _type(self, kind: type) -> Iterator[str]:
        """Write a type, and its fields if it is a named tuple."""
        yield f"{kind.__module__}.{kind.__qualname__} {getattr(kind, '_fields', '')}"
        if id(kind) not in self._seen:
            self._seen.add(id(kind))
            self.modules.add(kind.__module__)
            yield str(getattr(kind, "__annotations__", ""))

    def _function(self, function: FunctionType) -> Iterator[str]:
        yield f"{function.__module__}.{function.__qualname__}"
        if id(function) in self._seen or _is_library(function.__module__):
            return
        self._seen.add(id(function))
        self.modules.add(function.__module__)
        self._add(function.__code__)
        for each in _outside(function):
            self._add(each)
        for stub, kind, compiled in Implementations.known:
            if stub is function and kind in self._chosen:
                self._add(compiled)


def _is_library(module: str) -> bool:
    """Return whether a module is known by the versions of Python, Numba and NumPy."""
    top = module.partition(".")[0]
    return top in sys.stdlib_module_names or top in ("llvmlite", "numba", "numpy")


def _outside(function: FunctionType) -> Iterator[Any]:
    """Yield the values that a function finds in defaults, its closure, globals and modules."""
    yield from function.__defaults__ or ()
    for cell in function.__closure__ or ():
        yield cell.cell_contents
    names = sorted(set(_names(function.__code__)))
    for name in names:
        value = function.__globals__.get(name)
        yield value
        if isinstance(value, ModuleType) and not _is_library(value.__name__):
            yield from (getattr(value, each, None) for each in names)


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names in a function's code, also in that of comprehensions."""
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _names(each)
