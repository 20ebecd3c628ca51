"""The processor's name and load, and the ports of this machine."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket

__all__ = ["claim_port", "load_average", "processor_name"]


def processor_name() -> str:
    """Return the name of the processor, as the system calls it."""
    import platform
    import subprocess

    with suppress(OSError, subprocess.SubprocessError):
        if sys.platform == "linux":
            for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
                name, _, value = line.partition(":")
                if name.strip() == "model name":
                    return value.strip()
        elif sys.platform == "darwin":
            command = ["sysctl", "-n", "machdep.cpu.brand_string"]
            return subprocess.check_output(command, encoding="utf-8", timeout=10).strip()
    return platform.processor() or "unknown"


def load_average() -> float:
    """Return how many processes have wanted to run in the last minute; 0 where nobody counts."""
    if sys.platform == "win32":
        return 0.0
    try:
        return os.getloadavg()[0]
    except OSError:
        return 0.0


def claim_port(listener: "socket.socket") -> None:
    """Let a socket bind to a port that a server has just left, but not to one in use."""
    import socket

    if sys.platform == "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
