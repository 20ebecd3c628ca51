"""The referee's clock: a hard limit for each move, and a time bank for the game."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from fourscore.core.position import PLAYERS
from fourscore.errors import InputError
from fourscore.search.types import Limit

__all__ = ["MIN_SECONDS", "NO_CONTROL", "Clock", "TimeControl"]

CAUTION = 0.9
"""The share of the remaining time that a player gets as its limit."""
MIN_SECONDS = 0.001
"""The shortest limit that a player gets."""
MOVES_AHEAD = 10
"""At each move, the bank is divided as if it had to last for this many moves."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long a player may think; taking longer loses the game.

    >>> TimeControl(bank=-1)
    Traceback (most recent call last):
    fourscore.errors.InputError: a bank of -1 seconds leaves no time to play
    """

    move: float | None = None
    """Seconds for each move."""
    bank: float | None = None
    """Seconds for all moves of a game."""
    increment: float = 0.0
    """Seconds added to the bank after each move."""

    def __post_init__(self) -> None:
        for name, amount in (("move", self.move), ("bank", self.bank)):
            if amount is not None and not 0 < amount < math.inf:
                raise InputError(f"a {name} of {amount:g} seconds leaves no time to play")
        if not 0 <= self.increment < math.inf:
            raise InputError(f"an increment cannot be {self.increment:g} seconds")
        if self.increment and self.bank is None:
            raise InputError("an increment needs a bank")


NO_CONTROL = TimeControl()


class Clock:
    """The time each player has left in one game.

    >>> clock = Clock(TimeControl(move=2, bank=3, increment=1))
    >>> clock.allowance("X"), clock.spend("X", 1.5), clock.allowance("X"), clock.spend("X", 2.5)
    (2, True, 2, False)
    """

    def __init__(
        self, control: TimeControl = NO_CONTROL, now: Callable[[], float] = time.perf_counter
    ) -> None:
        self.control = control
        self.now = now
        self._is_free = control == NO_CONTROL
        self._bank = dict.fromkeys(PLAYERS, math.inf if control.bank is None else control.bank)

    def allowance(self, player: str) -> float | None:
        """Return the seconds that a player's next move may take, or None if there is no limit."""
        if self._is_free:
            return None
        hard = math.inf if self.control.move is None else self.control.move
        least = min(hard, self._bank[player])
        return None if least == math.inf else least

    def spend(self, player: str, seconds: float) -> bool:
        """Deduct the time of a move. Return whether it was in time."""
        if self._is_free:
            return True
        allowed = self.allowance(player)
        self._bank[player] += self.control.increment - seconds
        return allowed is None or seconds <= allowed

    def budget(self, player: str, limit: Limit) -> Limit:
        """Cut a limit's seconds to what the clock allows; a limit without any is returned as is."""
        if limit.seconds is None or self._is_free:
            return limit
        hard = math.inf if self.control.move is None else self.control.move
        share = self._bank[player] / MOVES_AHEAD + self.control.increment
        seconds = CAUTION * min(hard, share, self._bank[player])
        return limit.capped_at(Limit(seconds=max(seconds, MIN_SECONDS)))
