"""What a user's machine has compiled, kept in the user's folder for the next process.

A file holds the object code of one kernel for one signature, after a digest of it. Its name encodes
all that the code depends on: what it was made of (`fingerprint`), the versions of what compiles it,
the settings of Numba and the processor. So nothing is ever out of date, only unused.
"""

import hashlib
import logging
import os
import sys
import tempfile
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

from fourscore.jit.arguments import Signature
from fourscore.jit.fingerprint import Fingerprint
from fourscore.jit.kernel import Kernel
from fourscore.jit.native import REBUILD
from fourscore.runtime.extras import require
from fourscore.runtime.interrupt import remembered, uninterrupted
from fourscore.runtime.paths import cache_folder
from fourscore.runtime.system import replace_file

__all__ = ["COMPILER", "LIBRARIES", "Used", "object_code", "read"]

KEPT = 64
"""Builds of one kernel that are kept: for several signatures, before and after an edit."""
DIGEST = 16


class Used:
    """What this process has taken from here or stored, for the build of the library."""

    files: ClassVar[dict[str, Path]] = {}
    """By entry point."""
    modules: ClassVar[set[str]] = set()
    """Where the sources are."""


def object_code(
    kernel: Kernel, signature: Signature, arguments: tuple[Any, ...], entry: str
) -> bytes:
    """Return the object code of a kernel: what an earlier process has stored, or compiled now."""
    name = f"{kernel.__module__.removeprefix('fourscore.')}.{kernel.__name__}"
    require("numba", f"to run {name}, fourscore")
    made_of = Fingerprint(kernel, signature)
    key = _digest(f"{made_of.digest} {entry} {_compiler()}".encode()).hex()
    path = cache_folder() / "kernels" / f"{name}-{key}.o"
    Used.files[entry] = path
    Used.modules |= made_of.modules
    if made_of.is_complete and (code := read(path)) is not None:
        return code
    _tell(name)
    with uninterrupted():  # half-imported, Numba would fail for as long as the process lives
        from fourscore.jit.compiling import compile_kernel, emit
    with remembered():
        bitcode = compile_kernel(kernel, arguments, entry)
        made: bytes = emit(bitcode)
    if made_of.is_complete:
        if REBUILD in os.environ:
            _store(path.with_suffix(".bc"), name, bitcode)
        _store(path, name, made)
    return made


def read(path: Path) -> bytes | None:
    """Return what a file holds, if it is there and undamaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, code = content[:DIGEST], content[DIGEST:]
    return code if digest == _digest(code) else None


def _store(path: Path, name: str, code: bytes) -> None:
    """Write a file in one step, and remove the oldest of its kind."""
    with suppress(OSError):  # a full or read-only disk is no reason to fail
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            made = Path(folder) / path.name
            made.write_bytes(_digest(code) + code)
            replace_file(made, path)
        stored = sorted(path.parent.glob(f"{name}-*.o"), key=lambda each: -each.stat().st_mtime)
        for old in stored[KEPT:]:
            old.unlink(missing_ok=True)


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=DIGEST).digest()


@cache
def _compiler() -> str:
    """Describe what compiles, how it is set up, and the processor it compiles for."""
    import llvmlite.binding as llvm

    made_by = [Path(__file__).with_name(name).read_bytes() for name in COMPILER]
    made_by += map(_version, LIBRARIES)
    settings = sorted(each for each in os.environ.items() if each[0].startswith("NUMBA_"))
    with suppress(OSError):
        settings.append(("file", Path(".numba_config.yaml").read_text(encoding="utf-8")))
    processor = llvm.get_default_triple(), llvm.get_host_cpu_name()
    features = llvm.get_host_cpu_features().flatten()
    return f"{made_by} {settings} {processor} {features} {sys.implementation.cache_tag}"


COMPILER = ("arguments.py", "compiling.py", "kernel.py", "native.py")
"""What decides how kernels are called."""
LIBRARIES = ("llvmlite", "numba", "numpy")


def _version(package: str) -> bytes:
    """Return what the package says of its version; importlib.metadata would take 40 ms."""
    found = find_spec(package)
    if found is None or found.origin is None:
        return b""
    names = ("_version.py", "version.py")
    files = [Path(found.origin).with_name(each) for each in names]
    return b"".join(each.read_bytes() for each in files if each.exists())


def _tell(name: str) -> None:
    """Say once at a terminal or in a notebook that something is compiled; log it everywhere."""
    logging.getLogger("fourscore").info("compiling %s", name)
    if "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty()):
        _say_once()


@cache
def _say_once() -> None:
    sys.stderr.write("Compiling for this machine, which happens once.\n")
    sys.stderr.flush()
