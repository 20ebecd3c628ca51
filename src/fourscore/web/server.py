"""The server process: its socket, and how it runs until a signal ends it."""

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from fourscore.errors import InputError
from fourscore.runtime.system import claim_port
from fourscore.web.settings import Settings

__all__ = ["address_of", "claim", "listen", "run"]

BACKLOG = 512
MAX_HEAD = 32 * 1024
"""Bytes of a request before its body."""
KEEP_ALIVE = 30
"""Seconds after which an idle connection is closed."""


def claim(settings: Settings) -> socket.socket:
    """Take the address, where nothing listens yet; raises `InputError` if that is impossible."""
    with _explained(settings), ExitStack() as unless_claimed:
        family, kind, protocol, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        # With an explicit protocol, asyncio sends small responses without delay (TCP_NODELAY).
        listener = unless_claimed.enter_context(socket.socket(family, kind, protocol))
        claim_port(listener)
        listener.bind(address)
        unless_claimed.pop_all()
        return listener


def listen(settings: Settings, listener: socket.socket) -> None:
    """Let clients connect; raises `InputError` if another server does so since."""
    with _explained(settings):
        listener.listen(BACKLOG)


@contextmanager
def _explained(settings: Settings) -> Iterator[None]:
    try:
        yield
    except (OSError, OverflowError) as error:
        where = f"{settings.host}:{settings.port}"
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot listen on {where}: {why[0].lower()}{why[1:]}") from None


def address_of(listener: socket.socket) -> str:
    """Return the address to open in a browser."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run(settings: Settings, listener: socket.socket) -> None:
    """Serve until a signal stops it."""
    # Here and in all processes below, specs name the trainings of this server.
    os.environ["FOURSCORE_RUNS"] = str(settings.runs)
    # Loaded here, so that a wrong address is reported at once.
    import uvicorn
    from sse_starlette.sse import AppStatus

    from fourscore.web.app import WebApp

    # Streams end with their jobs, which `WebApp.close` ends.
    AppStatus.enable_automatic_graceful_drain = False
    app = WebApp(settings)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=settings.behind_proxy,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=int(settings.shutdown_seconds) + 5,
        h11_max_incomplete_event_size=MAX_HEAD,
    )

    class Server(uvicorn.Server):
        """Ends its jobs when it shuts down, so that it does not wait for streams to end."""

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            closing = asyncio.create_task(app.close())
            await super().shutdown(sockets)
            await closing

    Server(config).run(sockets=[listener])
