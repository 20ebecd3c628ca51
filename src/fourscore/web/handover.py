"""Hand-over: a new process takes over the socket of a running server, and no request is lost.

On SIGUSR2 a server starts its successor, with the same command and the same listening socket. When
the successor is ready, it takes the new connections; the old server finishes what it has begun,
closes each connection with the response to its next request, and ends.

A socket may also come from a service manager that listens itself (systemd's socket activation).
"""

import asyncio
import json
import logging
import os
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache
from typing import Any

from fourscore.errors import InputError
from fourscore.runtime.system import send_datagram
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
        raise InputError("the service manager's socket must be one of TCP")
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

    def __init__(self, listener: socket.socket, password: Password | None) -> None:
        reading, writing = os.pipe()
        self._reading = reading
        secret = [password.salt, password.digest] if password else None
        given = {"listener": listener.fileno(), "ready": writing, "password": secret}
        try:
            self._process = subprocess.Popen(
                _own_command(),
                env={**os.environ, VARIABLE: json.dumps(given)},
                pass_fds=(listener.fileno(), writing),
            )
        finally:
            os.close(writing)

    async def is_ready(self) -> bool:
        """Wait until it answers requests; False if it has died or takes too long."""
        waiting = asyncio.to_thread(os.read, self._reading, 16)
        try:
            said = await asyncio.wait_for(waiting, START_SECONDS)
        except TimeoutError:
            said = b""
            self._process.kill()
        os.close(self._reading)
        if said:
            log.info("process %d takes over", self._process.pid)
        else:
            log.warning("the new process did not get ready; this one carries on")
            self._process.wait()
        return bool(said)


def _own_command() -> list[str]:
    """Return the command that started this process."""
    return [sys.executable, *sys.orig_argv[1:]]
