"""Compiled kernels on disk.

A file holds the object code of one kernel for one kind of arguments, after a line with a digest
of the code, the source files on which it depends, each with a digest of its content, and the
processor's seconds that compiling took. It is used if no source has changed since, whatever its
date; so an edit takes effect at the next start. Other people's kernels, such as evaluations, are
known by their `fingerprint` as well.
"""

import atexit
import hashlib
import json
import os
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fourscore.jit.fingerprint import fingerprint, is_own
from fourscore.jit.kernel import Kernel
from fourscore.jit.machine_code import ENTRY, link
from fourscore.runtime.interrupt import remembered, uninterrupted
from fourscore.runtime.paths import cache_folder
from fourscore.runtime.system import FileLock, replace_file

__all__ = [
    "compile_and_store",
    "find",
    "folder",
    "is_marked_complete",
    "lock_of",
    "mark_complete",
    "name_of",
    "seconds_taken",
]

SUFFIX = ".kernel"
KEPT = 4
"""Versions of one kernel that are kept: those of several checkouts, or before and after an edit."""
COMPLETE = "complete"
PACKAGE = Path(__file__).parent.parent
COMPILER = ("compiling", "kernel", "machine_code")
"""The modules of `core` that decide what entry points look like and how they are called."""


def find(kernel: Kernel, kinds: Any) -> Callable[..., Any] | None:
    """Return the machine code of a kernel if it is on the disk and its sources are unchanged."""
    code = _find(_stem(kernel, kinds)) if _is_stored(kernel, kinds) else None
    return None if code is None else link(kernel.__name__, ENTRY, code)


def name_of(kernel: Kernel) -> str:
    """Name a kernel for all kinds of arguments."""
    return f"{kernel.__module__.removeprefix('fourscore.')}.{kernel.__name__}"


def lock_of(kernel: Kernel) -> FileLock:
    """Return the lock of whoever compiles a kernel."""
    return FileLock(folder() / f"{name_of(kernel)}.lock")


def seconds_taken() -> dict[str, list[float]]:
    """Return the processor's seconds that each stored build took, by the names of the kernels."""
    taken: dict[str, list[float]] = {}
    for path in sorted(folder().glob(f"*{SUFFIX}")):
        with suppress(OSError, ValueError, TypeError, LookupError), path.open("rb") as file:
            seconds = float(json.loads(file.readline())[2])
            taken.setdefault(path.name.partition("-")[0], []).append(seconds)
    return taken


def mark_complete() -> None:
    """Note that everything which these sources need has been stored."""
    _store(COMPLETE, _content_of_all(), b"")


def is_marked_complete() -> bool:
    """Return whether that has been noted, for the sources as they are."""
    return (folder() / f"{COMPLETE}-{_content_of_all()}{SUFFIX}").exists()


def _content_of_all() -> str:
    files = sorted(PACKAGE.rglob("*.py"))
    return _digest(f"{platform()} {[_content_of(_name_of(path)) for path in files]}".encode())


def _stem(kernel: Kernel, kinds: Any) -> str:
    """Name a kernel for one kind of arguments on one platform."""
    label = kernel.label if is_own(kernel.__module__) else fingerprint(kernel)
    return f"{name_of(kernel)}-{_digest(f'{platform()} {label} {_describe(kinds)}'.encode())}"


def _find(stem: str) -> bytes | None:
    """Return the stored code whose sources are unchanged."""
    for path in sorted(folder().glob(f"{stem}-*{SUFFIX}"), key=_age):
        try:
            head, _, code = path.read_bytes().partition(b"\n")
            digest, sources, _ = json.loads(head)
            wanted = list(sources.items())
        except (OSError, ValueError, TypeError, AttributeError):
            continue
        is_current = all(_content_of(name) == content for name, content in wanted)
        if is_current and digest == _digest(code):
            return code
    return None


def compile_and_store(kernel: Kernel, kinds: Any, arguments: tuple[Any, ...]) -> bytes:
    """Return the machine code of a kernel, and store it for the next process."""
    with uninterrupted():  # half-imported, Numba would fail for as long as the process lives
        from fourscore.jit.compiling import compile_kernel, sources_of

    begin = time.thread_time()
    with remembered():
        code: bytes = compile_kernel(kernel, arguments)
    files = sources_of(kernel, arguments)
    if files is not None and _is_stored(kernel, kinds):
        sources = {_name_of(path): _content_of(_name_of(path)) for path in sorted(files)}
        seconds = round(time.thread_time() - begin, 3)
        head = json.dumps([_digest(code), sources, seconds]).encode()
        version = _digest(json.dumps(sources).encode())
        _store(_stem(kernel, kinds), version, head + b"\n" + code)
    return code


def _store(stem: str, version: str, content: bytes) -> None:
    """Write a file in one step, and remove the oldest of its kind."""
    with suppress(OSError):  # a full disk is no reason to fail
        with tempfile.NamedTemporaryFile(dir=folder(), delete=False) as file:
            made = Path(file.name)
            try:
                file.write(content)
                file.close()
                replace_file(made, folder() / f"{stem}-{version}{SUFFIX}")
            finally:
                made.unlink(missing_ok=True)
        for old in sorted(folder().glob(f"{stem}-*{SUFFIX}"), key=_age)[KEPT:]:
            old.unlink(missing_ok=True)


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:
        return 0.0


# What machine code depends on


@cache
def platform() -> str:
    """Describe the processor, the interpreter, and what compiles."""
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features().flatten()
    compilers = [_version(name) for name in ("numba", "llvmlite")]
    compilers += [_content_of(f"jit/{name}.py") for name in COMPILER]
    build = sys.implementation.cache_tag
    return f"{llvm.get_default_triple()} {llvm.get_host_cpu_name()} {features} {compilers} {build}"


def _version(package: str) -> str:
    """Return what the package says of its version; importlib.metadata would take 40 ms."""
    found = find_spec(package)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).with_name("_version.py").read_text(encoding="utf-8")


def _describe(kinds: Any) -> str:
    """Write the kinds of arguments so that another process writes them in the same way."""
    if isinstance(kinds, tuple):
        return f"({', '.join(_describe(each) for each in kinds)})"
    if not isinstance(kinds, type):
        return repr(kinds)
    return f"{_file_of(kinds.__module__)} {kinds.__module__}.{kinds.__qualname__}"


def _is_stored(kernel: Kernel, kinds: Any) -> bool:
    """Return whether all that it is made of is in files, not in a notebook or a prompt."""
    if isinstance(kinds, tuple):
        return all(_is_stored(kernel, each) for each in kinds)
    modules = {kernel.__module__, kinds.__module__ if isinstance(kinds, type) else "builtins"}
    return all(each in sys.builtin_module_names or _file_of(each) for each in modules)


def _file_of(module: str) -> str:
    """Return the file of a module outside the package, where names alone say little."""
    if module in sys.builtin_module_names:
        return ""
    path = getattr(sys.modules.get(module), "__file__", None)
    return _name_of(Path(path).resolve()) if path else ""


def _name_of(path: Path) -> str:
    """Name files of the package by their place in it."""
    return path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else str(path)


def _content_of(name: str) -> str:
    """Digest a source file; one of the package as it was when it was first needed."""
    return _digest_of_file(name) if Path(name).is_absolute() else _known_content_of(name)


@cache
def _known_content_of(name: str) -> str:
    return _digest_of_file(name)


def _digest_of_file(name: str) -> str:
    try:
        return _digest((PACKAGE / name).read_bytes())
    except OSError:
        return ""


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=8).hexdigest()


# Where


@cache
def folder() -> Path:
    """Return the folder of compiled kernels; a temporary one if nothing else can be written."""
    wanted = cache_folder() / "kernels"
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        if os.access(wanted, os.W_OK):
            return wanted
    except OSError:
        pass
    made = Path(tempfile.mkdtemp(prefix="fourscore-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    os.environ["FOURSCORE_CACHE"] = str(made)  # for the processes that this one starts
    warnings.warn(
        f"compiled kernels cannot be stored in {wanted}, so every start compiles again; "
        "set FOURSCORE_CACHE to a folder that can be written",
        RuntimeWarning,
        stacklevel=2,
    )
    made = made / "kernels"
    made.mkdir()
    return made
