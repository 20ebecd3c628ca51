"""Hand-over: a new process takes over the socket of a running server, and no request is lost.

On SIGUSR2 a server starts its successor, with the same command and the same listening socket. When
the successor is ready, it takes the new connections; the old server finishes what it has begun,
closes each connection with the response to its next request, and ends.

A socket may also come from a service manager that listens itself (systemd's socket activation).
"""

import json
import logging
import os
import socket
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache
from typing import Any

from fourscore.errors import InputError
from fourscore.runtime.system import do_not_block, send_datagram
from fourscore.web.password import Password

__all__ = ["Successor", "notify", "received_listener", "received_password", "say_ready"]

VARIABLE = "FOURSCORE_HANDOVER"
"""The environment variable by which a successor learns what it takes over."""
FIRST_DESCRIPTOR = 3
"""The descriptor at which a service manager passes its first socket."""
START_SECONDS = 600.0
"""How long a successor may take until it is ready."""
log = logging.getLogger("fourscore.web")


@cache
def _received() -> dict[str, Any]:
    """Return what the predecessor has passed on, and keep it from other processes."""
    text = os.environ.pop(VARIABLE, None)
    return json.loads(text) if text else {}


def received_password() -> Password | None:
    """Return the password of the predecessor, if it had one."""
    given = _received().get("password")
    return Password(*given) if given else None


def received_listener() -> socket.socket | None:
    """Return the socket that a predecessor or a service manager has passed on."""
    if "listener" in _received():
        return socket.socket(fileno=_received()["listener"])
    count = os.environ.pop("LISTEN_FDS", "")
    is_meant = os.environ.pop("LISTEN_PID", "") == str(os.getpid())
    os.environ.pop("LISTEN_FDNAMES", None)
    if not is_meant or not count.isdecimal() or int(count) == 0:
        return None
    if int(count) > 1:
        raise InputError(f"the service manager passes {count} sockets; the server takes one")
    listener = socket.socket(fileno=FIRST_DESCRIPTOR)
    listener.set_inheritable(False)
    if listener.family not in (socket.AF_INET, socket.AF_INET6):
        raise InputError("the service manager's socket must be a TCP socket")
    return listener


def say_ready() -> None:
    """Tell the predecessor and the service manager that requests are answered."""
    descriptor = _received().pop("ready", None)
    if descriptor is not None:
        with suppress(OSError):
            os.write(descriptor, b"ready")
            os.close(descriptor)
    notify(f"READY=1\nMAINPID={os.getpid()}")


def notify(state: str) -> None:
    """Tell the service manager about a change, if there is one that wants to know (sd_notify)."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address:
        send_datagram(address, state.encode())


class Successor:
    """The process that is to take over."""

    def __init__(self, process: subprocess.Popen[bytes], reading: int) -> None:
        self._process, self._reading = process, reading
        self._until = time.monotonic() + START_SECONDS
        do_not_block(reading)

    @classmethod
    def start(cls, listener: socket.socket, password: Password | None) -> "Successor | None":
        """Start it; None, with a line in the log, if the system does not let it."""
        reading, writing = os.pipe()
        secret = [password.salt, password.digest] if password else None
        given = {"listener": listener.fileno(), "ready": writing, "password": secret}
        try:
            process = subprocess.Popen(
                _own_command(),
                env={**os.environ, VARIABLE: json.dumps(given)},
                pass_fds=(listener.fileno(), writing),
            )
        except OSError as error:
            os.close(reading)
            log.warning("cannot start a new process: %s; this one carries on", error)
            return None
        finally:
            os.close(writing)
        return cls(process, reading)

    def poll(self) -> bool | None:
        """Return whether it answers requests: None as long as it may; False if it never will."""
        try:
            said = os.read(self._reading, 16)
        except BlockingIOError:
            if time.monotonic() < self._until:
                return None
            said = b""
        if said:
            os.close(self._reading)
            log.info("process %d takes over", self._process.pid)
        else:
            self.kill()
            log.warning("the new process did not get ready; this one carries on")
        return bool(said)

    def kill(self) -> None:
        """End it before it has taken over."""
        os.close(self._reading)
        self._process.kill()
        self._process.wait()


def _own_command() -> list[str]:
    """Return the command that started this process."""
    return [sys.executable, *sys.orig_argv[1:]]
