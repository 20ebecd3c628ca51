"""The processor's name and load, and the ports of this machine."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket

if sys.platform != "win32":
    import resource

__all__ = [
    "allow_open_files",
    "claim_port",
    "do_not_block",
    "load_average",
    "processor_name",
    "send_datagram",
    "shares_sockets",
    "unacknowledged_bytes",
]


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


def allow_open_files(count: int) -> int:
    """Raise the number of files that this process may have open, as far as the system lets it.

    Return how many of those wanted there may be; Windows has no such limit for connections.
    """
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < count:
            most = count if hard == resource.RLIM_INFINITY else min(count, hard)
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            return min(count, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    return count


def unacknowledged_bytes(number: int) -> int:
    """Return how much the system holds of what was written to a socket, given by its descriptor.

    Only Linux tells; elsewhere, and for a socket that is closed, it is 0.
    """
    if sys.platform == "linux":
        import fcntl
        import termios

        with suppress(OSError):
            held = fcntl.ioctl(number, termios.TIOCOUTQ, bytes(4))
            return int.from_bytes(held, sys.byteorder)
    return 0


def do_not_block(number: int) -> None:
    """Let reads of a pipe, given by its descriptor, raise `BlockingIOError` instead of waiting.

    Windows has no such pipes; nothing happens there.
    """
    if sys.platform != "win32":
        os.set_blocking(number, False)


def shares_sockets() -> bool:
    """Return whether a process can leave an open socket to those that it starts."""
    return sys.platform != "win32"


def send_datagram(address: str, content: bytes) -> None:
    """Send a message to a Unix socket, if somebody listens there; Windows has none of this kind."""
    import socket

    if sys.platform != "win32":
        # A leading "@" stands for the zero byte of an abstract address, as systemd writes it.
        path = "\0" + address[1:] if address.startswith("@") else address
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
            wire.sendto(content, path)
