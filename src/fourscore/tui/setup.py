"""The choices before a game: who plays, who begins, the rules, the time."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from fourscore.agents.registry import agent
from fourscore.arena.clock import TimeControl
from fourscore.core.notation import empty_board
from fourscore.core.position import PLAYERS, Position, opponent
from fourscore.errors import FourscoreError, InputError

__all__ = ["BEGINS", "HUMAN", "Setup", "read_setup"]

HUMAN = "human"
FIRST, SECOND, LOT = "first", "second", "lot"
BEGINS = (FIRST, SECOND, LOT)


@dataclass(frozen=True, slots=True)
class Setup:
    """The choices on the start screen; sides are `HUMAN` or the spec of an agent.

    >>> Setup(second="alphabeta", begins="second").seats("X", 0)
    {'X': 'alphabeta', 'O': 'human'}
    """

    first: str = HUMAN
    second: str = "level:3"
    begins: str = FIRST
    """Who makes the first move: "first", "second", or "lot" if lots are drawn."""
    variant: str = "standard"
    size: str = "7x6"
    seconds: float | None = None
    """Time for each move, of people and machines alike."""

    def board(self) -> Position:
        """Return the empty board of this size and these rules."""
        return empty_board(self.size, self.variant)

    def seats(self, mover: str, seed: int) -> dict[str, str]:
        """Return who is "X" and who "O" if `mover` moves first; lots are drawn from the seed."""
        begins = self.begins
        if begins == LOT:
            begins = random.Random(f"{seed} lot").choice((FIRST, SECOND))
        order = (self.first, self.second) if begins == FIRST else (self.second, self.first)
        seats = dict(zip((mover, opponent(mover)), order, strict=True))
        return {mark: seats[mark] for mark in PLAYERS}

    def check(self, board: Position | None = None) -> None:
        """Raise an `InputError` that says what cannot be played."""
        TimeControl(self.seconds)
        board = board or self.board()
        for spec in (self.first, self.second):
            if spec != HUMAN:
                agent(spec).require_variant(board)

    def swapped(self) -> "Setup":
        """Return the same game with the other side beginning."""
        turned = {FIRST: SECOND, SECOND: FIRST, LOT: LOT}
        return replace(self, begins=turned[self.begins])


def read_setup(saved: Mapping[str, Any]) -> Setup:
    """Make a setup from what was remembered, if that can still be played.

    >>> read_setup({"second": "no such agent", "begins": 7})
    Setup(first='human', second='level:3', begins='first', variant='standard', size='7x6', \
seconds=None)
    """
    names = {field.name for field in fields(Setup)}
    try:
        setup = Setup(**{name: value for name, value in saved.items() if name in names})
        if setup.begins not in BEGINS:
            raise InputError(f"{setup.begins!r} cannot begin")
        setup.check()
    except (FourscoreError, TypeError, AttributeError):
        return Setup()
    return setup
