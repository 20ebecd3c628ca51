"""How fourscore compiles a function: one decorator, one cache policy, two bit intrinsics."""

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from llvmlite import ir
from numba import njit, types
from numba.core.caching import FunctionCache
from numba.extending import intrinsic

__all__ = ["PackageCache", "fingerprint", "inlined", "kernel", "popcount", "trailing_zeros"]

PACKAGE = __name__.partition(".")[0] + "."
Function = TypeVar("Function", bound=Callable[..., Any])


def _state_of(path: Path) -> str:
    status = path.stat()
    return f"{path.name} {status.st_size} {status.st_mtime_ns}\n"


# Taken before any other module is loaded: a file that changes while a program runs must not
# be mistaken for what that program has loaded.
_SEEN = {path: _state_of(path) for path in Path(__file__).parent.parent.rglob("*.py")}


def fingerprint(module: str) -> str:
    """Digest the sizes and times of the source files on which a module's kernels depend."""
    digest = hashlib.sha256()
    for name in sorted(_sources(module)):
        path = Path(sys.modules[name].__file__ or "")
        digest.update((_SEEN.get(path) or _state_of(path)).encode())
    return digest.hexdigest()


@cache
def _sources(module: str) -> frozenset[str]:
    """Return the modules of the package that a module imports from, directly or not, and itself."""
    found = {module}
    for value in vars(sys.modules[module]).values():
        is_module = isinstance(value, ModuleType)
        name = str(getattr(value, "__name__" if is_module else "__module__", ""))
        if name.startswith(PACKAGE) and name != module:
            found |= _sources(name)
    return frozenset(found)


class PackageCache(FunctionCache):  # type: ignore[misc]
    """Numba's on-disk cache, keyed by every source file that a kernel may depend on.

    Numba notices changes only in the function's own file. A kernel contains the machine code
    of the kernels it calls, so changes in their files must count as well.
    """

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return (*super()._index_key(sig, codegen), fingerprint(self._py_func.__module__))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load a compiled kernel; discard an index that names what no longer exists."""
        try:
            return super().load_overload(sig, target_context)
        except (ImportError, AttributeError):
            self.flush()
            return None


def kernel(function: Function) -> Function:
    """Compile on first use, without the interpreter lock, and cache the result on disk."""
    dispatcher: Any = njit(nogil=True, error_model="numpy")(function)
    dispatcher._cache = PackageCache(function)
    return dispatcher  # type: ignore[no-any-return]


def inlined(function: Function) -> Function:
    """Make a function part of the kernels that call it; it cannot be called from Python.

    Passing arrays and named tuples to it costs nothing.
    """
    dispatcher: Any = njit(
        nogil=True,
        error_model="numpy",
        forceinline=True,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
    )(function)
    return dispatcher  # type: ignore[no-any-return]


def _count_bits(typingctx: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


def _find_lowest(typingctx: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


popcount: Callable[[int], int] = intrinsic(_count_bits)
"""Count the set bits; for use inside kernels."""
trailing_zeros: Callable[[int], int] = intrinsic(_find_lowest)
"""Return the index of the lowest set bit, or 64 if there is none; for use inside kernels."""
