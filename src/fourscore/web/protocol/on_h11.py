"""The bounded protocol on h11, which is written in Python and runs everywhere."""

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from fourscore.web.protocol.bounded import BoundedConnection

__all__ = ["BoundedH11"]


class BoundedH11(BoundedConnection, H11Protocol):
    """On h11, whose states say how far a request is."""

    def handle_events(self) -> None:
        super().handle_events()
        state = self.conn.their_state
        if state is h11.SEND_BODY:
            if not self._in_body:
                self._await_body()
        elif state is not h11.IDLE:
            self._received()
