"""The screen on which a game is played."""

import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Static

from fourscore.arena.play import Finish
from fourscore.core.game import Game
from fourscore.core.position import Position
from fourscore.insight.truth.hint import find_hint, say_hint
from fourscore.search.background import LatestTask
from fourscore.search.control import Cancel
from fourscore.search.types import Report
from fourscore.tui import evaluation
from fourscore.tui.board import Board, Chip, top_cell
from fourscore.tui.game_thread import (
    Broken,
    Event,
    GameThread,
    Refused,
    Snapshot,
    Thinking,
    Updated,
)
from fourscore.tui.keys import FINISHED, GAME_KEYS, HELD, PAUSE, SPEEDS, THINKING, WATCHING
from fourscore.tui.panel import Panel
from fourscore.tui.store import SavedGame, Settings, Store
from fourscore.tui.threads import MessageSender
from fourscore.tui.words import names_of, say_finish, say_move, sentence

__all__ = ["GameScreen"]

PANEL = 23
"""Columns that the panel needs beside the board."""


class GameScreen(Screen[None]):
    """Board, panel and keys around one game."""

    CSS = """
    GameScreen {
        overflow: hidden hidden;
        #table { height: 1fr; }
        #left { width: auto; height: auto; padding: 0 0 0 1; }
        #line { height: 1; display: none; padding: 0 1; }
        #small { display: none; padding: 1 2; }
        &.-narrow Panel { display: none; }
        &.-narrow #line { display: block; }
        &.-small #table { display: none; }
        &.-small #line { display: none; }
        &.-small #small { display: block; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = GAME_KEYS

    class GameEvent(Message):
        """Carries an event of the game thread."""

        def __init__(self, event: Event) -> None:
            self.event = event
            super().__init__()

    class Advised(Message):
        """A hint has been found."""

        def __init__(self, position: Position, report: Report) -> None:
            self.position = position
            self.report = report
            super().__init__()

    class Wants(Message):
        """Something that is not for this screen: "new", "save", "open", "review", "again", …"""

        def __init__(self, what: str) -> None:
            self.what = what
            super().__init__()

    def __init__(
        self, saved: SavedGame, store: Store, settings: Settings, *, notice: str = ""
    ) -> None:
        super().__init__()
        self.saved = saved
        self.names = names_of(saved.seats)
        self._store = store
        self._settings = settings
        self._notice = notice
        self._writing = threading.Lock()
        self._left = False
        self._snapshot = Snapshot(saved.game.positions, saved.game.moves, saved.game.can_redo)
        self._thinker: str | None = None
        self._report: tuple[str, Report] | None = None
        self._since = time.monotonic()
        self._chips: Mapping[int, Chip] = {}
        self._truth, self._advice = LatestTask(), LatestTask()

    # Entering and leaving

    def compose(self) -> ComposeResult:
        with Horizontal(id="table"):
            with Vertical(id="left"):
                yield Board(self._snapshot.position, id="board")
            yield Panel()
        yield Static(id="line")
        yield Static(id="small")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self._post = MessageSender(self)
        self.game_thread = GameThread(
            self.saved.game,
            self.saved.seats,
            seed=self.saved.seed,
            seconds=self.saved.setup.seconds,
            on_event=lambda event: self._post(self.GameEvent(event)),
            on_change=self._save,
        )
        self._set_pace()
        self.query_one(Board).focus()
        self.game_thread.start()
        self.set_interval(0.25, self._tick)
        self.app.theme_changed_signal.subscribe(self, lambda _: self._draw())

    def on_unmount(self) -> None:
        self.leave()

    def leave(self) -> None:
        """Stop playing; nothing of this game is written after that."""
        with self._writing:
            self._left = True
        self.game_thread.stop()
        self._truth.cancel()
        self._advice.cancel()

    def _save(self, game: Game, finish: Finish | None) -> None:
        """Save the game; called on the game's thread."""
        with self._writing:
            if not self._left:
                self._store.save(replace(self.saved, game=game, ended=_why(finish)))

    @property
    def now(self) -> SavedGame:
        """The game as it stands, in a copy that does not change."""
        game = Game(self.saved.game.start, self.saved.game.tags)
        for move in self._snapshot.moves:
            game.play(*move)
        return replace(self.saved, game=game, ended=_why(self._snapshot.finish))

    # Events of the game thread

    @on(GameEvent)
    def _on_game_event(self, message: GameEvent) -> None:
        event = message.event
        if isinstance(event, Updated):
            self._see(event)
        elif isinstance(event, Thinking):
            self._watch(event)
        elif isinstance(event, Refused):
            self._notice = sentence(event.sentence)
        elif isinstance(event, Broken):
            raise event.error
        self._draw()

    def _see(self, event: Updated) -> None:
        snapshot, turn = event.snapshot, event.turn
        changed = snapshot.position != self._snapshot.position
        was_over = self.is_over
        self._snapshot, self._since, self._thinker = snapshot, time.monotonic(), None
        if turn is not None:
            slips = turn.position.variant.slips
            self._notice = say_move(self.names[turn.player], turn.move, slips)
            if turn.player not in self.game_thread.people:
                self._report = (self.names[turn.player], turn.report)
        elif changed:
            self._notice, self._report = "", None
        self._show_board(falls=turn is not None and self.app.animation_level != "none")
        if changed or turn is None:
            self._advice.cancel()
            self._evaluate()
        if self.is_over != was_over:
            self.refresh_bindings()

    def _show_board(self, falls: bool) -> None:
        snapshot, last, slipped = self._snapshot, None, None
        if snapshot.moves:
            move = snapshot.moves[-1]
            last = top_cell(snapshot.position, move.landing)
            slipped = move.aim if move.aim != move.landing else None
        falls = falls and self._settings.motion
        self.query_one(Board).show(snapshot.position, last, slipped=slipped, falls=falls)

    def _watch(self, event: Thinking) -> None:
        if event.report is None:
            self._since = time.monotonic()
            self._thinker = event.player
        elif self._thinker == event.player:
            self._report = (self.names[event.player], event.report)

    # Drawing

    @on(Panel.Resized)
    def _redraw(self) -> None:
        self._draw()

    @property
    def is_over(self) -> bool:
        return self._snapshot.finish is not None

    @property
    def is_watched(self) -> bool:
        """Whether machines play each other."""
        return not self.game_thread.people

    def _draw(self) -> None:
        if not self.is_mounted or self._left:
            return
        snapshot, panel = self._snapshot, self.query_one(Panel)
        turn = None if self.is_over else snapshot.position.turn
        self.query_one(Board).aiming = turn if turn in self.game_thread.people else ""
        panel.show_players(self.names, turn, self._clocks())
        status, keys = self._status()
        panel.show_status(status, keys)
        self.query_one("#line", Static).update(" ".join(status.split("\n")))
        panel.show_moves(snapshot.moves, snapshot.positions[0].ply)
        self._draw_thought(panel)

    def _draw_thought(self, panel: Panel) -> None:
        board = self.query_one(Board)
        board.chips = self._chips
        if self._chips and not board.cell_size.has_words:
            panel.show_chips(self._chips)
        elif self._report is None:
            panel.show_thought("", None)
        else:
            name, report = self._report
            title = f"{name} thinks" if self._thinker else f"{name} thought"
            panel.show_thought(title, report)

    def _status(self) -> tuple[str, str]:
        """Return what is happening and which keys matter."""
        snapshot = self._snapshot
        notice = f"{self._notice}\n" if self._notice else ""
        if snapshot.finish is not None:
            return say_finish(snapshot.finish, self.names), FINISHED
        name = self.names[snapshot.position.turn]
        if self.is_watched:
            keys = HELD if self.game_thread.paused else WATCHING.format(self._speed)
            return f"{notice}{name} {'waits' if self.game_thread.paused else 'thinks'}.", keys
        if self._thinker is not None:
            return f"{notice}{name} thinks.", THINKING
        if snapshot.position.turn not in self.game_thread.people:
            return f"{notice}{name} gets ready.", ""
        return f"{notice}{'Your move' if name == 'You' else f'{name} to move'}.", ""

    def _clocks(self) -> dict[str, str]:
        """Return the time left, or how long a machine has thought."""
        if self.is_over:
            return {}
        turn, since = self._snapshot.position.turn, time.monotonic() - self._since
        if self.game_thread.seconds is not None and turn in self.game_thread.people:
            return {turn: f"{max(0.0, self.game_thread.seconds - since):.0f} s left"}
        if self._thinker == turn and since >= 1 and not self.game_thread.paused:
            return {turn: f"{since:.0f} s"}
        return {}

    def _tick(self) -> None:
        if self._clocks() and self.app.screen is self:
            turn = self._snapshot.position.turn
            self.query_one(Panel).show_players(self.names, turn, self._clocks())

    def on_resize(self, event: events.Resize) -> None:
        """Draw the board as large as there is room for, or a notice if there is none."""
        width, height = event.size.width - 1, event.size.height - 1
        board = self.query_one(Board)
        beside = board.fit(width - PANEL, height)
        below = beside or board.fit(width, height - 1)
        self.set_class(not beside, "-narrow")
        self.set_class(not below, "-small")
        if not below:
            self.query_one("#small", Static).update(
                f"This window has {event.size.width} columns and {event.size.height} lines. "
                f"The board of {self._snapshot.position.size} needs more; make it larger."
            )
        self.call_after_refresh(self._draw)

    # Commands

    @on(Board.Chosen)
    def _choose(self, message: Board.Chosen) -> None:
        self.action_drop(message.column)

    def action_aim(self, step: int) -> None:
        board = self.query_one(Board)
        board.cursor = (board.cursor + step) % self._snapshot.position.width

    def action_drop_here(self) -> None:
        self.action_drop(self.query_one(Board).cursor)

    def action_drop(self, column: int) -> None:
        position = self._snapshot.position
        if column >= position.width:
            self.say(f"There are {position.width} columns.")
        elif self.is_over:
            self.say("The game is over.")
        elif position.turn not in self.game_thread.people:
            self.say("It is not your turn.")
        else:
            self.query_one(Board).cursor = column
            self.game_thread.play(column)

    def action_undo(self) -> None:
        self.game_thread.undo()

    def action_redo(self) -> None:
        self.game_thread.redo()

    def action_move_now(self) -> None:
        if self._thinker is not None:
            self.game_thread.move_now()

    def action_pause(self) -> None:
        if self.is_watched:
            self.game_thread.pause(not self.game_thread.paused)
            self._draw()

    def action_step(self) -> None:
        if self.is_watched:
            if not self.game_thread.paused:
                self.game_thread.pause()
            self.game_thread.step()
            self._draw()

    def action_speed(self, step: int) -> None:
        if self.is_watched:
            most = len(SPEEDS) - 1
            self._settings.speed = min(max(0, self._settings.speed + step), most)
            self._store.save_settings(self._settings)
            self._set_pace()
            self._draw()

    @property
    def _speed(self) -> str:
        return list(SPEEDS)[min(max(0, self._settings.speed), len(SPEEDS) - 1)]

    def _set_pace(self) -> None:
        still = self.app.animation_level == "none" or not self._settings.motion
        self.game_thread.set_pace(SPEEDS[self._speed] if self.is_watched else 0 if still else PAUSE)

    def say(self, notice: str) -> None:
        """Show a sentence until something happens."""
        self._notice = notice
        self._draw()

    # Hints and evaluation

    def action_hint(self) -> None:
        position, post = self._snapshot.position, self._post

        def work(cancel: Cancel) -> None:
            report = find_hint(position, cancel)
            if not cancel.cancelled:
                post(self.Advised(position, report))

        self._advice.start(work)
        self.say("Looking for a hint …")

    @on(Advised)
    def _take_hint(self, message: Advised) -> None:
        if message.position == self._snapshot.position:
            self.query_one(Board).cursor = message.report.column
            self.say(say_hint(message.report))

    def action_evaluate(self) -> None:
        self._settings.evaluation = not self._settings.evaluation
        self._store.save_settings(self._settings)
        if self._settings.evaluation and self._snapshot.position.variant.name != "standard":
            self._notice = "The evaluation knows the standard rules only."
        self._evaluate()
        self._draw()

    def _evaluate(self) -> None:
        """Score the columns in the background, if that is wanted and known."""
        position, post = self._snapshot.position, self._post
        self._truth.cancel()
        self._chips = {}
        is_known = position.variant.name == "standard" and not self.is_over
        if not self._settings.evaluation or not is_known:
            return
        self._chips = evaluation.waiting(position)
        self._truth.start(lambda cancel: evaluation.work(position, post, cancel))

    @on(evaluation.Evaluated)
    def _take_evaluation(self, message: evaluation.Evaluated) -> None:
        if message.position == self._snapshot.position and self._settings.evaluation:
            self._chips = message.chips
            self._draw()

    # Elsewhere

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer review and rematch after the end, hints before it."""
        if action == "want" and parameters[0] in ("review", "again", "swap"):
            return self.is_over
        if action in ("hint", "evaluate"):
            return not self.is_over
        return True

    def action_want(self, what: str) -> None:
        self.post_message(self.Wants(what))


def _why(finish: Finish | None) -> str:
    """Return why a game has ended other than by the rules."""
    return finish.reason if finish is not None and finish.forfeit else ""
