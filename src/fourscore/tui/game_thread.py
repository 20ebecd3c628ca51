"""One game, played by `arena.match` on a thread of its own.

The screen gives orders (play, undo, pause, …) from its thread and is told what happens; it never
touches the game itself. Orders that come while a machine thinks end its search. Only the moves
count for the clock: waiting for a pause to end, or for a disc to fall, does not.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from fourscore.agents.base import Agent
from fourscore.agents.registry import agent
from fourscore.arena.clock import Clock, TimeControl
from fourscore.arena.match import AgentPlayer, Finish, Player, Turn, play
from fourscore.arena.undo import redo_turn, undo_turn
from fourscore.core.game import Game, Move
from fourscore.core.position import PLAYERS, Position
from fourscore.errors import AgentTimeout, InputError
from fourscore.search.control import Cancel
from fourscore.search.types import Limit, Report
from fourscore.tui.setup import HUMAN, refuse_agent

__all__ = ["Event", "Happened", "Shot", "Sitting"]

PROGRESS = 0.1
"""Seconds between two reports of a search that the screen is shown."""
IN_TIME = 0.9
"""The share of its time after which a machine is told to move."""


@dataclass(frozen=True, slots=True)
class Shot:
    """The game at one moment; nothing in it changes any more."""

    positions: tuple[Position, ...]
    moves: tuple[Move, ...]
    can_redo: bool
    finish: Finish | None = None

    @property
    def position(self) -> Position:
        return self.positions[-1]


class Event:
    """Something that the screen is told."""


@dataclass(frozen=True, slots=True)
class Happened(Event):
    """The board has changed, or whose turn it is."""

    shot: Shot
    turn: Turn | None = None
    """The move that was played, if one was."""


@dataclass(frozen=True, slots=True)
class Thinking(Event):
    """A machine has begun to think, or has come so far; `report` is None at the beginning."""

    player: str
    report: Report | None = None


@dataclass(frozen=True, slots=True)
class Refused(Event):
    """An order that cannot be carried out."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Broken(Event):
    """An error that should not be."""

    error: Exception


Order = Callable[[Game], None]
"""A change of the game that is no move."""


class _Left(Exception):  # noqa: N818
    """Everybody has left the board."""


class _StoppableClock:
    """Seconds that stand still now and then."""

    def __init__(self) -> None:
        self._still = 0.0

    def __call__(self) -> float:
        return time.perf_counter() - self._still

    @contextmanager
    def stopped(self) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self._still += time.perf_counter() - start


class Sitting:
    """A game and those who play it: `HUMAN` or the spec of an agent for "X" and "O".

    `tell` is called from the sitting's thread, and `keep` after every change of the game.
    """

    def __init__(
        self,
        game: Game,
        seats: Mapping[str, str],
        *,
        seed: int = 0,
        seconds: float | None = None,
        tell: Callable[[Event], None],
        keep: Callable[[Game, Finish | None], None] | None = None,
    ) -> None:
        self.seats = dict(seats)
        self.people = frozenset(mark for mark in PLAYERS if seats[mark] == HUMAN)
        self.seconds = seconds
        self._game = game
        self._seed = seed
        self._tell = tell
        self._keep = keep
        self._now = _StoppableClock()
        self._desk = threading.Condition()
        self._orders: deque[Order] = deque()
        self._moves: deque[int] = deque()
        self._paused = False
        self._steps = 0
        self._pace = 0.0
        self._cancel = Cancel()
        self._agents = self._hire()

    def _hire(self) -> dict[str, Agent]:
        agents = {}
        for number, (mark, spec) in enumerate(self.seats.items()):
            if spec != HUMAN:
                agents[mark] = agent(spec, seed=self._seed + number)
                refuse_agent(self._game.start, agents[mark])
        return agents

    def start(self) -> None:
        """Begin to play; `stop` ends it."""
        threading.Thread(target=self._run, name="sitting", daemon=True).start()

    # Orders, from any thread

    def play(self, column: int) -> None:
        """Drop a disc for the person to move; while a machine is to move it is not heard."""
        with self._desk:
            self._moves.append(column)
            self._desk.notify_all()

    def undo(self) -> None:
        """Take back a person's last move; without people the last move, and hold."""
        if not self.people:
            self.pause()
        self._change(lambda game: undo_turn(game, self.people or PLAYERS))

    def redo(self) -> None:
        """Play what was taken back."""
        self._change(lambda game: redo_turn(game, self.people or PLAYERS))

    def stop(self) -> None:
        """Leave the board for good."""
        self._change(_leave)

    def move_now(self) -> None:
        """Tell a machine that thinks to play the best it has."""
        with self._desk:
            self._cancel.cancel()

    @property
    def paused(self) -> bool:
        return self._paused

    def pause(self, paused: bool = True) -> None:
        """Hold the machines back, or let them go on."""
        with self._desk:
            self._paused, self._steps = paused, 0
            self._desk.notify_all()

    def step(self) -> None:
        """Let one move be played while the machines are held back."""
        with self._desk:
            self._steps += 1
            self._desk.notify_all()

    def set_pace(self, seconds: float) -> None:
        """Say how long a machine's move takes at the least."""
        with self._desk:
            self._pace = seconds
            self._desk.notify_all()

    def _change(self, order: Order) -> None:
        with self._desk:
            self._orders.append(order)
            self._cancel.cancel()
            self._desk.notify_all()

    # The thread

    def _run(self) -> None:
        try:
            self._say(None)
            with self._now.stopped():
                for each in self._agents.values():
                    each.prepare()
            while True:
                self._play_on()
                self._obey_until_changed()
        except _Left:
            pass
        except Exception as error:
            self._tell(Broken(error))
        finally:
            for each in self._agents.values():
                each.close()

    def _play_on(self) -> None:
        """Play to the end, or until the end that there was is taken back."""
        clock = Clock(TimeControl(self.seconds), self._now)
        players: dict[str, Player] = {
            mark: _Machine(self, self._agents[mark], clock)
            if mark in self._agents
            else _Person(self, clock)
            for mark in PLAYERS
        }
        last: Turn | None = None
        for event in play(self._game, players, self._seed, clock):
            if isinstance(event, Finish):
                self._say(last, event)
            elif self._game.outcome is None:
                self._say(event)
            else:
                last = event  # The last move and the end are told at once.

    def _obey_until_changed(self) -> None:
        """Wait after the end for somebody who takes a move back."""
        while True:
            with self._desk:
                self._desk.wait_for(lambda: self._orders)
                self._moves.clear()
            if self.obey():
                return

    def _say(self, turn: Turn | None, finish: Finish | None = None) -> None:
        game = self._game
        shot = Shot(game.positions, game.moves, game.can_redo, finish)
        self._tell(Happened(shot, turn))
        if self._keep is not None:
            self._keep(game, finish)

    def obey(self) -> bool:
        """Carry out the orders that wait; tells whether the game has changed."""
        changed = False
        while self._orders:
            try:
                self._orders.popleft()(self._game)
                changed = True
            except InputError as error:
                self._tell(Refused(str(error)))
        if changed:
            self._say(None)
        return changed

    def is_ordered(self) -> bool:
        return bool(self._orders)

    def await_move(self, seconds: float | None) -> Report | None:
        """Wait for a person's move; None if there is an order instead."""
        end = None if seconds is None else time.perf_counter() + seconds
        while True:
            left = None if end is None else max(0.0, end - time.perf_counter())
            with self._desk:
                if not self._desk.wait_for(lambda: self._orders or self._moves, left):
                    raise AgentTimeout(f"no move within {seconds:g} s")
                if self._orders:
                    return None
                column = self._moves.popleft()
            try:
                self._game.position.landings(column)
                return Report(column)
            except InputError as error:
                self._tell(Refused(str(error)))

    def await_turn(self) -> bool:
        """Wait while machines are held back; tells whether one may begin to think."""
        with self._now.stopped(), self._desk:
            self._desk.wait_for(lambda: not self._paused or self._steps or self._orders)
            self._cancel = Cancel()
            self._moves.clear()
            return not self._orders

    def linger(self, start: float) -> None:
        """Hold a move back until its time has come."""
        with self._now.stopped(), self._desk:
            while not self._orders:
                left = start + self._pace - time.perf_counter()
                held = self._paused and not self._steps
                if not held and (left <= 0 or self._steps):
                    break
                self._desk.wait(None if held else left)
            self._steps = max(0, self._steps - 1)

    def watch(self, player: str) -> Callable[[Report], None]:
        """Return what passes a search's reports on, not more often than they can be read."""
        last = time.perf_counter()

        def pass_on(report: Report) -> None:
            nonlocal last
            now = time.perf_counter()
            if now - last >= PROGRESS:
                last = now
                self._tell(Thinking(player, report))

        return pass_on

    @property
    def cancel(self) -> Cancel:
        return self._cancel

    def say_thinking(self, player: str) -> None:
        self._tell(Thinking(player))


def _leave(game: Game) -> None:  # noqa: ARG001
    raise _Left


class _Person:
    """Somebody at the keyboard."""

    def __init__(self, sitting: Sitting, clock: Clock) -> None:
        self._sitting = sitting
        self._clock = clock

    def choose(self, game: Game) -> Report | None:
        report = self._sitting.await_move(self._clock.allowance(game.position.turn))
        if report is None:
            self._sitting.obey()
        return report


class _Machine(AgentPlayer):
    """An agent whose thoughts are watched and can be interrupted."""

    def __init__(self, sitting: Sitting, agent: Agent, clock: Clock) -> None:
        super().__init__(agent, clock=clock)
        self._sitting = sitting
        self._allowed = clock.allowance

    def choose(self, game: Game) -> Report:
        return self._choose(game)  # type: ignore[return-value]

    def _choose(self, game: Game) -> Report | None:
        sitting = self._sitting
        if sitting.await_turn():
            start = time.perf_counter()
            sitting.say_thinking(game.position.turn)
            report = super().choose(game)
            sitting.linger(start)
            if not sitting.is_ordered():
                return report
        sitting.obey()
        return None

    def ask(self, position: Position, limit: Limit | None) -> Report:
        sitting, cancel = self._sitting, self._sitting.cancel
        allowed = self._allowed(position.turn)
        timer = None if allowed is None else threading.Timer(IN_TIME * allowed, cancel.cancel)
        try:
            if timer is not None:
                timer.daemon = True
                timer.start()
            watch = sitting.watch(position.turn)
            return self.agent.choose(position, limit, cancel=cancel, on_progress=watch)
        finally:
            if timer is not None:
                timer.cancel()
