"""Agents that are kept from one game to the next, so that none pays for the start of a process."""

import threading
import time
from collections import defaultdict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress

from fourscore.agents.base import Agent
from fourscore.agents.factory import AgentFactory
from fourscore.agents.output import Output
from fourscore.errors import AgentError

__all__ = ["AgentPool"]

IDLE_SECONDS = 60.0
"""How long agents that nobody uses are kept."""


class AgentPool:
    """Agents to borrow for a game, each by one borrower at a time, from any thread.

    Agents with a process, or of other people's code, are kept for the next game and told that it
    is a new one; others are made for each game. What nobody uses for a while is closed.
    """

    def __init__(self, output: Output = Output.DIRECT, idle: float = IDLE_SECONDS) -> None:
        self._output, self._seconds = output, idle
        self._lock = threading.Lock()
        self._idle: defaultdict[Hashable, list[tuple[AgentFactory, Agent]]] = defaultdict(list)
        self._borrowed = 0
        self._last_use = time.monotonic()
        self._timer: threading.Timer | None = None
        self._closed = False

    @contextmanager
    def borrow(self, key: Hashable, factory: AgentFactory, seed: int | None) -> Iterator[Agent]:
        """Yield an agent of a factory, ready for a new game; the key is the factory's own."""
        with self._counted():
            player = self._take(key) or self._make(factory, seed)
            try:
                yield player
            finally:
                self._give_back(key, factory, player)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        with self._lock:
            self._borrowed += 1
        try:
            yield
        finally:
            with self._lock:
                self._borrowed -= 1
                self._last_use = time.monotonic()

    def close(self) -> None:
        """Close the agents that are not borrowed now, and the others when they are returned."""
        with self._lock:
            self._closed = True
            if self._timer is not None:
                self._timer.cancel()
        self._close_idle()

    def _take(self, key: Hashable) -> Agent | None:
        with self._lock:
            kept = self._idle[key].pop() if self._idle[key] else None
        if kept is None:
            return None
        _, player = kept
        player.new_game()
        return player

    def _make(self, factory: AgentFactory, seed: int | None) -> Agent:
        player = factory(seed)
        if self._output is not Output.DIRECT:
            player.set_output(self._output)
        return player

    def _give_back(self, key: Hashable, factory: AgentFactory, player: Agent) -> None:
        with self._lock:
            is_kept = factory.is_reusable and not self._closed
            if is_kept:
                self._idle[key].append((factory, player))
                self._watch(self._seconds)
        if not is_kept:
            _close(factory, player)

    def _watch(self, seconds: float) -> None:
        """Look after some time whether the agents are still used."""
        if self._timer is None:
            self._timer = threading.Timer(seconds, self._close_if_idle)
            self._timer.daemon = True
            self._timer.start()

    def _close_if_idle(self) -> None:
        with self._lock:
            self._timer = None
            left = self._last_use + self._seconds - time.monotonic()
            if self._closed:
                return
            if self._borrowed or left > 0:
                self._watch(max(left, self._seconds / 10))
                return
        self._close_idle()

    def _close_idle(self) -> None:
        with self._lock:
            unused = [each for kept in self._idle.values() for each in kept]
            self._idle.clear()
        for factory, player in unused:
            _close(factory, player)


def _close(factory: AgentFactory, player: Agent) -> None:
    if factory.owns_agents:
        with suppress(AgentError):
            player.close()
