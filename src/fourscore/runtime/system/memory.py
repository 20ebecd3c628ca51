"""The memory of processes: how much they use, how much they may use, and blocks of it."""

import mmap
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

if sys.platform != "win32":
    import resource

__all__ = [
    "cap_memory",
    "hold_mmap_threshold",
    "new_memory",
    "peak_memory",
    "reset_peak_memory",
    "resets_peak_memory",
    "resident_memory",
]

CLEAR_REFS = Path("/proc/self/clear_refs")
RESET_PEAK = "5"
M_MMAP_THRESHOLD, USUAL_THRESHOLD = -3, 128 * 1024
"""glibc's number of the option, and its default value."""
HUGE = 2 << 20
"""Bytes from which on memory in large pages pays."""


def resident_memory() -> int:
    """Return how many bytes of this process are resident; on macOS, how many were at most."""
    return _sizes(os.getpid())[0]


def peak_memory(pid: int | None = None) -> int | None:
    """Return how many bytes of a process, by default this one, were resident at most.

    None if it has ended, and on macOS for every other process.
    """
    with suppress(OSError):
        return _sizes(pid or os.getpid())[1]
    return None


def resets_peak_memory() -> bool:
    """Return whether the record of the peak can be reset, as on Linux; elsewhere it never falls."""
    return CLEAR_REFS.exists()


def reset_peak_memory() -> int:
    """Reset the record of the peak, where that is possible, and return what it is now."""
    if not resets_peak_memory():
        return peak_memory() or 0
    _call_libc("malloc_trim", 0)
    CLEAR_REFS.write_text(RESET_PEAK, encoding="ascii")
    return resident_memory()


def hold_mmap_threshold() -> None:
    """Let large arrays come from the system and return to it, with glibc: others decide it."""
    # Once set, the threshold no longer grows.
    _call_libc("mallopt", M_MMAP_THRESHOLD, USUAL_THRESHOLD)


def cap_memory(pid: int, size: int) -> None:
    """Cap the address space of a process, from outside; only Linux can, elsewhere do nothing."""
    if sys.platform == "linux":
        with suppress(OSError):
            resource.prlimit(pid, resource.RLIMIT_AS, (size, size))


def new_memory(size: int) -> mmap.mmap:
    """Return bytes of zeros that begin on a page and belong to this process alone."""
    if sys.platform == "win32":
        return mmap.mmap(-1, size)
    # Private, so that processes that are forked do not share it.
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if sys.platform == "linux" and size >= HUGE:
        with suppress(OSError):  # a kernel without large pages
            memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


def _call_libc(name: str, *arguments: int) -> None:
    """Call a function of the C library, if it has one by that name."""
    import ctypes

    with suppress(OSError, AttributeError, TypeError):
        getattr(ctypes.CDLL(None), name)(*arguments)


if sys.platform == "linux":

    def _sizes(pid: int) -> tuple[int, int]:
        """Return the resident bytes of a process, now and at most, or raise `OSError`."""
        path = Path(f"/proc/{pid}/status")
        found = {}
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            name, _, value = line.partition(":")
            if name in ("VmRSS", "VmHWM"):
                found[name] = int(value.split()[0]) * 1024
        if len(found) < 2:
            raise ProcessLookupError(f"process {pid} has ended")
        return found["VmRSS"], found["VmHWM"]

elif sys.platform == "win32":
    PROCESS_QUERY_LIMITED_INFORMATION = 0x1000
    STILL_ACTIVE = 259

    def _sizes(pid: int) -> tuple[int, int]:
        """Return the resident bytes of a process, now and at most, or raise `OSError`."""
        import ctypes

        kernel = _windows_kernel()
        handle = kernel.OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, False, pid)
        if not handle:
            raise ctypes.WinError(ctypes.get_last_error())
        # PROCESS_MEMORY_COUNTERS: two 32-bit fields, the peak, the current size, and six more.
        counters = (ctypes.c_size_t * 9)()
        try:
            # Until the handle of an ended process is closed, it can still be opened.
            code = ctypes.c_uint32()
            if kernel.GetExitCodeProcess(handle, ctypes.byref(code)) and code.value != STILL_ACTIVE:
                raise ProcessLookupError(f"process {pid} has ended")
            if not kernel.K32GetProcessMemoryInfo(handle, counters, ctypes.sizeof(counters)):
                raise ctypes.WinError(ctypes.get_last_error())
        finally:
            kernel.CloseHandle(handle)
        return counters[2], counters[1]

    def _windows_kernel() -> Any:
        import ctypes

        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        handle = ctypes.c_void_p
        kernel.OpenProcess.restype = handle
        kernel.CloseHandle.argtypes = (handle,)
        kernel.GetExitCodeProcess.argtypes = (handle, ctypes.c_void_p)
        kernel.K32GetProcessMemoryInfo.argtypes = (handle, ctypes.c_void_p, ctypes.c_uint32)
        return kernel

else:

    def _sizes(pid: int) -> tuple[int, int]:
        """Return the most bytes of this process that were resident, twice, or raise `OSError`."""
        if pid != os.getpid():
            raise ProcessLookupError("only the memory of this process is known")
        unit = 1 if sys.platform == "darwin" else 1024
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
        return peak, peak
