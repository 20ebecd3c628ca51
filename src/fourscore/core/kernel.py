"""How fourscore compiles a function: one decorator, one cache policy, two bit intrinsics."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from llvmlite import ir
from numba import njit, types
from numba.core.caching import FunctionCache
from numba.extending import intrinsic

__all__ = ["kernel", "popcount", "trailing_zeros"]

Function = TypeVar("Function", bound=Callable[..., Any])


def _fingerprint() -> str:
    """Digest of names, sizes and times of every source file of the package.

    Numba notices only that the file of the function itself has changed. A kernel holds
    the machine code of those it calls in other files, so any change must count.
    """
    root = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for path in sorted(root.glob("*/*.py")):
        about = path.stat()
        digest.update(f"{path.name} {about.st_size} {about.st_mtime_ns}\n".encode())
    return digest.hexdigest()


_FINGERPRINT = _fingerprint()


class _PackageCache(FunctionCache):  # type: ignore[misc]
    """Numba's on-disk cache, keyed by the whole package as well."""

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return (*super()._index_key(sig, codegen), _FINGERPRINT)


def kernel(function: Function) -> Function:
    """Compile on first use, without the interpreter lock, and keep the result on disk."""
    dispatcher: Any = njit(nogil=True, error_model="numpy")(function)
    dispatcher._cache = _PackageCache(function)
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
