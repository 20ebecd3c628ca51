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

__all__ = ["PackageCache", "fingerprint", "kernel", "popcount", "trailing_zeros"]

PACKAGE = __name__.partition(".")[0] + "."
Function = TypeVar("Function", bound=Callable[..., Any])


def _look_at(path: Path) -> str:
    about = path.stat()
    return f"{path.name} {about.st_size} {about.st_mtime_ns}\n"


# Taken before any other module is loaded: a file that changes while a program runs must not
# pass for what that program has in memory.
_SEEN = {path: _look_at(path) for path in Path(__file__).parent.parent.rglob("*.py")}


def fingerprint(module: str) -> str:
    """Digest the sizes and times of the source files on which a module's kernels depend."""
    digest = hashlib.sha256()
    for name in sorted(_sources(module)):
        path = Path(sys.modules[name].__file__ or "")
        digest.update((_SEEN.get(path) or _look_at(path)).encode())
    return digest.hexdigest()


@cache
def _sources(module: str) -> frozenset[str]:
    """Name the package's modules whose names a module uses, itself and theirs included."""
    found = {module}
    for value in vars(sys.modules[module]).values():
        is_module = isinstance(value, ModuleType)
        name = str(getattr(value, "__name__" if is_module else "__module__", ""))
        if name.startswith(PACKAGE) and name != module:
            found |= _sources(name)
    return frozenset(found)


class PackageCache(FunctionCache):  # type: ignore[misc]
    """Numba's on-disk cache, keyed by every source file that the kernel may draw on.

    Numba notices only that the file of the function itself has changed. A kernel holds the
    machine code of those it calls in other files, so a change there must count as well.
    """

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return (*super()._index_key(sig, codegen), fingerprint(self._py_func.__module__))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load a compiled kernel; an index that names what no longer exists is begun anew."""
        try:
            return super().load_overload(sig, target_context)
        except (ImportError, AttributeError):
            self.flush()
            return None


def kernel(function: Function) -> Function:
    """Compile on first use, without the interpreter lock, and keep the result on disk."""
    dispatcher: Any = njit(nogil=True, error_model="numpy")(function)
    dispatcher._cache = PackageCache(function)
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
"""Count the bits that are set; for use inside kernels."""
trailing_zeros: Callable[[int], int] = intrinsic(_find_lowest)
"""Give the index of the lowest bit that is set, 64 if none is; for use inside kernels."""
