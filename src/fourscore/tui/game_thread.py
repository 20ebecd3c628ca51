"""One game, played by `arena.play` on its own thread.

The screen sends commands (play, undo, pause, …) from its own thread and is notified of what
happens; it never touches the game itself. A command that arrives while a machine thinks cancels
its search. Only moves count for the clock: a pause, or a disc that is still falling, does not.
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
from fourscore.arena.play import AgentPlayer, Finish, Player, Turn, play
from fourscore.arena.undo import redo_turn, undo_turn
from fourscore.core.game import Game, Move
from fourscore.core.position import PLAYERS, Position
from fourscore.errors import AgentTimeout, InputError
from fourscore.search.control import Cancel
from fourscore.search.types import Limit, Report
from fourscore.tui.setup import HUMAN

__all__ = ["Event", "GameThread", "Snapshot", "Updated"]

PROGRESS = 0.1
"""Seconds between two reports of a search that the screen is shown."""
IN_TIME = 0.9
"""The share of its time after which a machine must move."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The game at one moment, immutable."""

    positions: tuple[Position, ...]
    moves: tuple[Move, ...]
    can_redo: bool
    finish: Finish | None = None

    @property
    def position(self) -> Position:
        return self.positions[-1]


class Event:
    """What the screen is notified of."""


@dataclass(frozen=True, slots=True)
class Updated(Event):
    """The board has changed, or whose turn it is."""

    snapshot: Snapshot
    turn: Turn | None = None
    """The move that was played, if one was."""


@dataclass(frozen=True, slots=True)
class Thinking(Event):
    """A machine is thinking; `report` is None when it starts."""

    player: str
    report: Report | None = None


@dataclass(frozen=True, slots=True)
class Refused(Event):
    """A command that cannot be carried out."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Broken(Event):
    """An unexpected error."""

    error: Exception


Command = Callable[[Game], None]
"""A change to the game other than a move."""


class _Stopped(Exception):  # noqa: N818
    """The game thread must stop."""


class StoppableClock:
    """A clock that can be stopped."""

    def __init__(self, now: Callable[[], float] = time.perf_counter) -> None:
        self._now, self._still = now, 0.0

    def __call__(self) -> float:
        return self._now() - self._still

    @contextmanager
    def stopped(self) -> Iterator[None]:
        start = self._now()
        try:
            yield
        finally:
            self._still += self._now() - start


class GameThread:
    """A game and its players: `HUMAN` or the spec of an agent for "X" and "O".

    `on_event` and, after every change to the game, `on_change` are called from this thread.
    """

    def __init__(
        self,
        game: Game,
        seats: Mapping[str, str],
        *,
        seed: int = 0,
        seconds: float | None = None,
        on_event: Callable[[Event], None],
        on_change: Callable[[Game, Finish | None], None] | None = None,
    ) -> None:
        self.seats = dict(seats)
        self.people = frozenset(mark for mark in PLAYERS if seats[mark] == HUMAN)
        self.seconds = seconds
        self._game = game
        self._seed = seed
        self._on_event = on_event
        self._on_change = on_change
        self._now = StoppableClock()
        self._changed = threading.Condition()
        self._commands: deque[Command] = deque()
        self._moves: deque[int] = deque()
        self._paused = False
        self._steps = 0
        self._pace = 0.0
        self._cancel = Cancel()
        self._agents = self._make_agents()

    def _make_agents(self) -> dict[str, Agent]:
        agents = {}
        for number, (mark, spec) in enumerate(self.seats.items()):
            if spec != HUMAN:
                agents[mark] = agent(spec, seed=self._seed + number)
                agents[mark].require_variant(self._game.start)
        return agents

    def start(self) -> None:
        """Begin to play; `stop` ends it."""
        threading.Thread(target=self._run, name="game", daemon=True).start()

    # Commands, from any thread

    def play(self, column: int) -> None:
        """Drop a disc for the person to move; ignored while a machine is to move."""
        with self._changed:
            self._moves.append(column)
            self._changed.notify_all()

    def undo(self) -> None:
        """Undo a person's last move; if no player is a person, undo the last move and pause."""
        if not self.people:
            self.pause()
        self._send(lambda game: undo_turn(game, self.people or PLAYERS))

    def redo(self) -> None:
        """Redo what was undone."""
        self._send(lambda game: redo_turn(game, self.people or PLAYERS))

    def stop(self) -> None:
        """Stop the thread for good."""
        self._send(_stop)

    def move_now(self) -> None:
        """Make a thinking machine play the best move it has found."""
        with self._changed:
            self._cancel.cancel()

    @property
    def paused(self) -> bool:
        return self._paused

    def pause(self, paused: bool = True) -> None:
        """Pause the machines, or let them continue."""
        with self._changed:
            self._paused, self._steps = paused, 0
            self._changed.notify_all()

    def step(self) -> None:
        """Let one move be played while the machines are paused."""
        with self._changed:
            self._steps += 1
            self._changed.notify_all()

    def set_pace(self, seconds: float) -> None:
        """Set how long a machine's move takes at least."""
        with self._changed:
            self._pace = seconds
            self._changed.notify_all()

    def _send(self, command: Command) -> None:
        with self._changed:
            self._commands.append(command)
            self._cancel.cancel()
            self._changed.notify_all()

    # The thread

    def _run(self) -> None:
        try:
            self._publish(None)
            with self._now.stopped():
                for each in self._agents.values():
                    each.prepare()
            while True:
                self._play()
                self._wait_for_undo()
        except _Stopped:
            pass
        except Exception as error:
            self._on_event(Broken(error))
        finally:
            for each in self._agents.values():
                each.close()

    def _play(self) -> None:
        """Play to the end of the game."""
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
                self._publish(last, event)
            elif self._game.outcome is None:
                self._publish(event)
            else:
                last = event  # Published together with the end.

    def _wait_for_undo(self) -> None:
        """Wait, after the end, until a move is undone."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._commands)
                self._moves.clear()
            if self.apply_commands():
                return

    def _publish(self, turn: Turn | None, finish: Finish | None = None) -> None:
        game = self._game
        snapshot = Snapshot(game.positions, game.moves, game.can_redo, finish)
        self._on_event(Updated(snapshot, turn))
        if self._on_change is not None:
            self._on_change(game, finish)

    def apply_commands(self) -> bool:
        """Carry out the waiting commands; return whether the game has changed."""
        changed = False
        while self._commands:
            try:
                self._commands.popleft()(self._game)
                changed = True
            except InputError as error:
                self._on_event(Refused(error.for_people))
        if changed:
            self._publish(None)
        return changed

    def has_commands(self) -> bool:
        return bool(self._commands)

    def wait_for_move(self, seconds: float | None) -> Report | None:
        """Wait for a person's move; return None if a command comes first."""
        end = None if seconds is None else time.perf_counter() + seconds
        while True:
            left = None if end is None else max(0.0, end - time.perf_counter())
            with self._changed:
                if not self._changed.wait_for(lambda: self._commands or self._moves, left):
                    raise AgentTimeout(f"no move within {seconds:g} s")
                if self._commands:
                    return None
                column = self._moves.popleft()
            try:
                self._game.position.landings(column)
                return Report(column)
            except InputError as error:
                self._on_event(Refused(error.for_people))

    def wait_for_turn(self) -> bool:
        """Wait while the machines are paused; return whether one may start to think."""
        with self._now.stopped(), self._changed:
            self._changed.wait_for(lambda: not self._paused or self._steps or self._commands)
            self._cancel = Cancel()
            self._moves.clear()
            return not self._commands

    def hold_move(self, start: float) -> None:
        """Hold a move back until it has taken its time."""
        with self._now.stopped(), self._changed:
            while not self._commands:
                left = start + self._pace - time.perf_counter()
                paused = self._paused and not self._steps
                if not paused and (left <= 0 or self._steps):
                    break
                self._changed.wait(None if paused else left)
            self._steps = max(0, self._steps - 1)

    def progress_callback(self, player: str) -> Callable[[Report], None]:
        """Return a callback that passes on a search's reports, no faster than people can read."""
        last = time.perf_counter()

        def pass_on(report: Report) -> None:
            nonlocal last
            now = time.perf_counter()
            if now - last >= PROGRESS:
                last = now
                self._on_event(Thinking(player, report))

        return pass_on

    @property
    def cancel(self) -> Cancel:
        return self._cancel

    def notify_thinking(self, player: str) -> None:
        self._on_event(Thinking(player))


def _stop(game: Game) -> None:  # noqa: ARG001
    raise _Stopped


class _Person:
    """A person at the keyboard."""

    def __init__(self, thread: GameThread, clock: Clock) -> None:
        self._thread = thread
        self._clock = clock

    def choose(self, game: Game) -> Report | None:
        report = self._thread.wait_for_move(self._clock.allowance(game.position.turn))
        if report is None:
            self._thread.apply_commands()
        return report


class _Machine(AgentPlayer):
    """An agent whose search can be watched and interrupted."""

    def __init__(self, thread: GameThread, agent: Agent, clock: Clock) -> None:
        super().__init__(agent, clock=clock)
        self._thread = thread
        self._allowed = clock.allowance

    def choose(self, game: Game) -> Report:
        return self._choose(game)  # type: ignore[return-value]

    def _choose(self, game: Game) -> Report | None:
        thread = self._thread
        if thread.wait_for_turn():
            start = time.perf_counter()
            thread.notify_thinking(game.position.turn)
            report = super().choose(game)
            thread.hold_move(start)
            if not thread.has_commands():
                return report
        thread.apply_commands()
        return None

    def ask(self, position: Position, limit: Limit | None) -> Report:
        thread, cancel = self._thread, self._thread.cancel
        allowed = self._allowed(position.turn)
        timer = None if allowed is None else threading.Timer(IN_TIME * allowed, cancel.cancel)
        try:
            if timer is not None:
                timer.daemon = True
                timer.start()
            on_progress = thread.progress_callback(position.turn)
            return self.agent.choose(position, limit, cancel=cancel, on_progress=on_progress)
        finally:
            if timer is not None:
                timer.cancel()
