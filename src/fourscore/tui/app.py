"""The app around the screens. It paints first and loads what is heavy on a thread.

So this module imports nothing of fourscore but colours; the rest is loaded by `_load`.
"""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from fourscore.runtime.interrupt import INTERRUPTED
from fourscore.tui.colours import DARK, LIGHT, THEMES

if TYPE_CHECKING:
    from fourscore.core.game import Game, Move
    from fourscore.core.position import Position
    from fourscore.tui.game import GameScreen
    from fourscore.tui.review import ReviewScreen
    from fourscore.tui.setup import Setup
    from fourscore.tui.start import StartScreen
    from fourscore.tui.store import SavedGame, Settings, Store

__all__ = ["FourscoreApp", "Plan"]

RESTORED = "Your game continues where you left it."


@dataclass(frozen=True, slots=True)
class Plan:
    """What the command line requests."""

    changes: Mapping[str, Any] = field(default_factory=dict)
    """What to preselect of a `Setup`; what was chosen last stands for the rest."""
    game: "Game | None" = None
    """Where to begin."""
    seed: int | None = None
    save: Path | None = None
    """Where each game is added when it has ended or is left."""
    begins_at_once: bool = False
    is_new: bool = False
    """Whether something was requested, so that the saved game must wait."""


class FourscoreApp(App[int]):
    """The terminal app; its result is the exit code."""

    TITLE = "fourscore"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    ModalScreen { background: $background 70%; }
    #welcome { width: 100%; height: 100%; content-align: center middle; color: $quiet; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("t", "turn_light", show=False),
        Binding("d", "turn_motion", show=False),
    ]

    def __init__(self, plan: Plan | None = None, *, dark: bool = True) -> None:
        super().__init__()
        self.plan = plan or Plan()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = DARK if dark else LIGHT

    # Loading

    def compose(self) -> ComposeResult:
        yield Static("◉ ● fourscore", id="welcome")

    def on_mount(self) -> None:
        # After the first paint, because loading blocks the interpreter.
        self.call_after_refresh(self.run_worker, self._load, thread=True, exit_on_error=True)

    def _load(self) -> None:
        """Import what is heavy, then show the first screen."""
        from fourscore.agents.levels import level_table
        from fourscore.tui import game, start  # noqa: F401
        from fourscore.tui.store import Store

        level_table()
        store = Store()
        settings, saved = store.load_settings(), store.load()
        self.call_from_thread(self.call_later, self._open_up, store, settings, saved)

    async def _open_up(
        self, store: "Store", settings: "Settings", saved: "SavedGame | None"
    ) -> None:
        """Show the screen to begin with."""
        self.store, self.settings = store, settings
        if settings.theme in self.available_themes:
            self.theme = settings.theme
        plan = self.plan
        if saved is not None and saved.is_running and not plan.is_new and self._can_go_on(saved):
            await self._play_game(saved, RESTORED)
        else:
            self._put_away(saved)
            setup = replace(settings.setup, **plan.changes)
            if plan.game is not None and plan.game.outcome is not None:
                await self._open(plan.game)
            elif plan.begins_at_once:
                await self._begin(setup, plan.game)
            else:
                await self._ask(setup, plan.game)
        self._show_problems()

    def _can_go_on(self, saved: "SavedGame") -> bool:
        """Return whether its players are still available."""
        from fourscore.errors import FourscoreError

        try:
            replace(saved.setup, first=saved.seats["X"], second=saved.seats["O"]).check(
                saved.game.start
            )
        except FourscoreError as error:
            self.store.problems.append(f"Your game cannot be resumed: {error.for_people}.")
            return False
        return True

    def _show_problems(self) -> None:
        """Show what the store could not read or write."""
        for problem in self.store.problems:
            self.notify(problem, severity="warning", timeout=8)
        self.store.problems.clear()

    def on_unmount(self) -> None:
        if hasattr(self, "store"):
            self.store.close()

    # From screen to screen

    @property
    def table(self) -> "GameScreen | None":
        """The game that is being played, if one is."""
        from fourscore.tui.game import GameScreen

        found = [screen for screen in self.screen_stack if isinstance(screen, GameScreen)]
        return found[-1] if found else None

    async def _clear(self) -> None:
        """Leave every screen."""
        if self.table is not None:
            self.table.leave()
        while len(self.screen_stack) > 1:
            await self.pop_screen()

    async def _ask(self, setup: "Setup", game: "Game | None" = None) -> None:
        """Let everything be chosen; a game that is being played waits below."""
        from fourscore.tui.start import StartScreen

        if isinstance(self.screen, StartScreen):
            await self.pop_screen()
        await self.push_screen(StartScreen(setup, game, can_go_back=self.table is not None))

    async def _begin(self, setup: "Setup", game: "Game | None" = None) -> None:
        """Play a new game, from where another one stands if that is given."""
        from fourscore.tui.store import SavedGame

        await self._leave_table()
        self.settings.setup = setup
        self.store.save_settings(self.settings)
        seed = self._next_seed()
        start = setup.board() if game is None else game.start
        moves = () if game is None else game.moves
        seats = setup.seats(start.turn if game is None else game.position.turn, seed)
        await self._play_game(SavedGame(_new_game(start, moves, seats), setup, seats, seed))

    async def _play_game(self, saved: "SavedGame", notice: str = "") -> None:
        from fourscore.tui.game import GameScreen

        await self._clear()
        await self.push_screen(GameScreen(saved, self.store, self.settings, notice=notice))

    async def _leave_table(self) -> None:
        if self.table is not None:
            saved = self.table.now
            await self._clear()
            self._put_away(saved)

    def _put_away(self, saved: "SavedGame | None") -> None:
        """Add a game that is over or was left to the old ones, and to the file that was named."""
        from fourscore.errors import InputError
        from fourscore.tui.files import save_game

        self.store.archive(saved)
        if saved is not None and saved.game.moves and self.plan.save is not None:
            try:
                save_game(self.plan.save, saved.game)
            except InputError as error:
                self.store.problems.append(f"{error}.")
        self._show_problems()

    def _next_seed(self) -> int:
        """Return the requested seed, and for each further game the next one."""
        seed = self.plan.seed
        if seed is None:
            return random.SystemRandom().getrandbits(32)
        self.plan = replace(self.plan, seed=seed + 1)
        return seed

    # Messages from screens

    async def on_start_screen_begin(self, message: "StartScreen.Begin") -> None:
        await self._begin(message.setup, message.game)

    async def on_start_screen_wants(self, message: "StartScreen.Wants") -> None:
        if message.what == "back":
            await self.pop_screen()
        else:
            self._ask_for_game()

    async def on_game_screen_wants(self, message: "GameScreen.Wants") -> None:
        table = self.table
        assert table is not None
        if message.what == "new":
            await self._ask(self.settings.setup)
        elif message.what == "save":
            self._ask_for_file(table)
        elif message.what == "open":
            self._ask_for_game()
        elif message.what == "review":
            await self._review(table.now.game)
        else:
            setup = table.saved.setup
            await self._begin(setup.swapped() if message.what == "swap" else setup)

    async def _review(self, game: "Game") -> None:
        from fourscore.tui.review import ReviewScreen

        await self.push_screen(ReviewScreen(game))

    async def on_review_screen_play_on(self, message: "ReviewScreen.PlayOn") -> None:
        await self.pop_screen()
        await self._ask(_setup_of(message.game, self.settings.setup), message.game)

    def _ask_for_file(self, table: "GameScreen") -> None:
        from fourscore.tui.dialogs import SaveScreen
        from fourscore.tui.files import save_game

        def saved(path: object) -> None:
            if isinstance(path, str):
                self.settings.file = path
                self.store.save_settings(self.settings)
                table.say(f"Saved in '{path}'.")

        path = self.settings.file or str(self.plan.save or "games.txt")
        dialog = SaveScreen(path, lambda name: save_game(Path(name), table.now.game))
        self.push_screen(dialog, saved)

    def _ask_for_game(self) -> None:
        from fourscore.core.game import Game
        from fourscore.core.reader import load_games
        from fourscore.tui.dialogs import OpenScreen

        table = self.table
        empty = (table.saved.setup if table else self.settings.setup).board()

        async def opened(game: object) -> None:
            if isinstance(game, Game):
                await self._open(game)

        self.push_screen(
            OpenScreen(
                lambda text: load_games(text.strip(), empty, stdin=False), self.store.old_games()
            ),
            opened,
        )
        self._show_problems()

    async def _open(self, game: "Game") -> None:
        """Show a game that has ended; let the players be chosen for one that has not."""
        from fourscore.tui.store import SavedGame

        setup = _setup_of(game, self.settings.setup)
        if game.outcome is None:
            await self._ask(setup, game)
            return
        await self._leave_table()
        seats = {"X": setup.first, "O": setup.second}
        await self._play_game(SavedGame(game, setup, seats, self._next_seed()))

    # Keys that work everywhere

    def action_help(self) -> None:
        from fourscore.tui.dialogs import HelpScreen

        self.push_screen(HelpScreen())

    def action_turn_light(self) -> None:
        if hasattr(self, "settings"):
            self.theme = LIGHT if self.current_theme.dark else DARK
            self.settings.theme = self.theme
            self.store.save_settings(self.settings)

    def action_turn_motion(self) -> None:
        if hasattr(self, "settings"):
            self.settings.motion = not self.settings.motion
            self.store.save_settings(self.settings)
            moves = "fall" if self.settings.motion else "appear at once"
            self.notify(f"Discs {moves}.", timeout=2)

    async def action_quit(self) -> None:
        self._go(0)

    def action_interrupt(self) -> None:
        self._go(INTERRUPTED)

    def _go(self, code: int) -> None:
        """Leave; a game that has not ended waits for the next start."""
        table = self.table if hasattr(self, "store") else None
        if table is not None:
            table.leave()
            if table.is_over:
                self._put_away(table.now)
        self.exit(code)


def _new_game(start: "Position", moves: "Iterable[Move]", seats: "Mapping[str, str]") -> "Game":
    from fourscore.core.game import Game

    tags = {"First": seats["X"], "Second": seats["O"], "Date": f"{date.today():%Y.%m.%d}"}
    game = Game(start, tags)
    for move in moves:
        game.play(*move)
    return game


def _setup_of(game: "Game", default: "Setup") -> "Setup":
    """Return the setup to continue a game: the players it names, if they are available."""
    from fourscore.errors import FourscoreError
    from fourscore.tui.setup import HUMAN

    first, second = (game.tags.get(name, HUMAN) for name in ("First", "Second"))
    start = game.start
    setup = replace(default, variant=start.variant.name, size=start.size, seconds=None)
    try:
        named = replace(setup, first=first, second=second, begins="first")
        named.check(start)
    except FourscoreError:
        return replace(setup, first=HUMAN, second=HUMAN, begins="first")
    # The sides on the screen stand in the order of the next move.
    return named if game.position.turn == "X" else named.swapped()
