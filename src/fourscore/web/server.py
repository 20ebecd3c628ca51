"""The server process: its socket, and how it runs until a signal ends it."""

import asyncio
import gc
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from ipaddress import ip_address

from fourscore.errors import InputError
from fourscore.runtime.system import claim_port, on_user_signal
from fourscore.web.handover import Successor, notify, received_listener, say_ready
from fourscore.web.settings import Settings

__all__ = ["address_of", "as_bound", "claim", "listen", "run"]

BACKLOG = 512
SEND_BYTES = 256 * 1024
"""Bytes of a connection that the system holds until its client has read them."""
KEEP_ALIVE = 30
"""Seconds after which an idle connection is closed."""
DRAIN_SECONDS = KEEP_ALIVE + 10.0
"""Seconds that a server has to serve its last connections, after another one has taken over."""
READY_PAUSE = 0.1


def claim(settings: Settings) -> socket.socket:
    """Take the address, where nothing listens yet; raises `InputError` if that is impossible.

    A socket that a predecessor or a service manager has passed on takes its place.
    """
    if (received := received_listener()) is not None:
        return received
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


def as_bound(settings: Settings, listener: socket.socket) -> Settings:
    """Return the settings with the socket's own host, if others can reach it where none should.

    A service manager may pass on a socket that listens elsewhere than `--host` says.
    """
    host = listener.getsockname()[0]
    if settings.is_local and not ip_address(host.partition("%")[0]).is_loopback:
        return replace(settings, host=host)
    return settings


def listen(settings: Settings, listener: socket.socket) -> None:
    """Let clients connect; raises `InputError` if another server does so since."""
    with _explained(settings):
        # Connections inherit it. Else the system takes megabytes from us that nobody reads.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
        listener.listen(BACKLOG)


def pause_seldom() -> None:
    """Have garbage collected seldom, and without a look at what stays to the end.

    Everybody waits for a full collection: 0.1 s for what has been imported, and half a second if
    thousands of connections are open.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


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


def run(
    settings: Settings, listener: socket.socket, on_ready: Callable[[], None] | None = None
) -> None:
    """Serve until a signal stops it.

    With `on_ready`, which is called when requests are answered, a parent starts successors and
    speaks to the service manager; SIGUSR2 then only tells that somebody else takes the new
    connections.
    """
    alone = on_ready is None
    # Here and in all processes below, specs name the trainings of this server.
    os.environ["FOURSCORE_RUNS"] = str(settings.runs)
    # Loaded here, so that a wrong address is reported at once.
    import uvicorn
    from sse_starlette.sse import AppStatus

    from fourscore.web.app import WebApp
    from fourscore.web.connections import Connections
    from fourscore.web.logs import set_up_logs
    from fourscore.web.protocol.bounded import MAX_HEAD
    from fourscore.web.protocol.choice import protocol_class

    # Streams end with their jobs, which `WebApp.close` ends.
    AppStatus.enable_automatic_graceful_drain = False
    set_up_logs(settings)
    app = WebApp(settings)
    config = uvicorn.Config(
        app,
        http=protocol_class(Connections(settings, app.metrics)),
        ws="none",
        log_config=None,
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

        has_successor = False
        successor: Successor | None = None
        """The process that is to take over, until it does."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            pause_seldom()
            self._told = asyncio.create_task(self._tell_when_ready())
            on_user_signal(asyncio.get_running_loop(), self._start_hand_over)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            self._told.cancel()
            if self.successor is not None:
                self.successor.kill()
            if alone and not self.has_successor:
                notify("STOPPING=1")
            closing = asyncio.create_task(app.close())
            await super().shutdown(sockets)
            await closing

        async def _tell_when_ready(self) -> None:
            while await app.why_not_ready() is not None:
                await asyncio.sleep(READY_PAUSE)
            (on_ready or say_ready)()

        def _start_hand_over(self) -> None:
            on_user_signal(asyncio.get_running_loop(), lambda: None)  # one at a time
            self._told = asyncio.create_task(self._hand_over())

        async def _hand_over(self) -> None:
            """Let a new process take new connections, serve the others to their end, and stop."""
            if alone and not await self._is_succeeded():
                on_user_signal(asyncio.get_running_loop(), self._start_hand_over)
                return
            self.has_successor = True
            for server in self.servers:
                server.close()
            config.encoded_headers.append((b"connection", b"close"))
            self.server_state.default_headers = config.encoded_headers
            deadline = time.monotonic() + DRAIN_SECONDS
            while self.server_state.connections and time.monotonic() < deadline:
                await asyncio.sleep(READY_PAUSE)
            self.should_exit = True

        async def _is_succeeded(self) -> bool:
            """Start a successor, and return whether it gets ready."""
            started = self.successor = Successor.start(listener, settings.password)
            if started is None:
                return False
            while (is_ready := started.poll()) is None:
                await asyncio.sleep(READY_PAUSE)
            self.successor = None
            return is_ready

    Server(config).run(sockets=[listener])
