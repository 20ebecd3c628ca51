"""The start screen: who plays, with which options, who begins, by which rules."""

from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid, Horizontal, HorizontalGroup, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, Footer, Input, Label, Select, Static

from fourscore.core.game import Game
from fourscore.core.notation import plural
from fourscore.core.variants import VARIANTS
from fourscore.errors import InputError
from fourscore.tui.board import DISCS
from fourscore.tui.colours import palette_of
from fourscore.tui.setup import BEGINS, Setup
from fourscore.tui.side import Side
from fourscore.tui.words import sentence

__all__ = ["StartScreen"]

WHO = dict(zip(BEGINS, ("player one", "player two", "drawn by lot"), strict=True))


class StartScreen(Screen[None]):
    """The choice of a setup, which shows at once what cannot be played."""

    CSS = """
    StartScreen {
        #title { padding: 0 3; height: auto; }
        #sides { height: auto; padding: 1 1 0 1; }
        #rest { height: auto; padding: 1 3 0 3; grid-size: 2; grid-rows: 1; grid-gutter: 0 2; }
        #rest Label { color: $quiet; width: 16; }
        #rest Select { width: 1fr; }
        #rest Input { width: 1fr; background: $panel; }
        #note { padding: 1 3 0 3; height: auto; color: $quiet; }
        #note.-invalid { color: $error; }
        #buttons { height: auto; padding: 1 2 0 3; }
        Button { margin-right: 2; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back to the game"),
        Binding("o", "open", "Open"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q", "app.quit", "Quit"),
    ]

    class Begin(Message):
        """Everything is chosen."""

        def __init__(self, setup: Setup, game: Game | None) -> None:
            self.setup = setup
            self.game = game
            super().__init__()

    class Wants(Message):
        """Something that is not for this screen: "open" or "back"."""

        def __init__(self, what: str) -> None:
            self.what = what
            super().__init__()

    def __init__(
        self, setup: Setup, game: Game | None = None, *, notice: str = "", can_go_back: bool = False
    ) -> None:
        super().__init__()
        if game is not None:
            start = game.start
            setup = replace(setup, variant=start.variant.name, size=start.size)
        self._setup = setup
        self._game = game
        self._notice = notice
        self._can_go_back = can_go_back

    def compose(self) -> ComposeResult:
        setup, fixed = self._setup, self._game is not None
        with VerticalScroll(can_focus=False):
            yield Static(id="title")
            with Horizontal(id="sides"):
                yield Side("Player one", setup.first, id="first")
                yield Side("Player two", setup.second, id="second")
            with Grid(id="rest"):
                yield from self._choice("Begins", "begins", WHO, setup.begins)
                rules = {name: name for name in VARIANTS}
                yield from self._choice("Rules", "variant", rules, setup.variant, fixed)
                yield from self._field("Board", "size", setup.size, "7x6", fixed)
                time = "" if setup.seconds is None else f"{setup.seconds:g}"
                yield from self._field("Seconds a move", "seconds", time, "any")
            yield Static(id="note")
            with HorizontalGroup(id="buttons"):
                yield Button("Play", variant="primary", id="play")
                yield Button("Open a game", id="open")
        yield Footer(show_command_palette=False)

    def _choice(
        self, label: str, name: str, choices: dict[str, str], value: str, fixed: bool = False
    ) -> ComposeResult:
        options = [(words, each) for each, words in choices.items()]
        with HorizontalGroup():
            yield Label(label)
            yield Select(
                options, value=value, allow_blank=False, compact=True, id=name, disabled=fixed
            )

    def _field(
        self, label: str, name: str, value: str, placeholder: str, fixed: bool = False
    ) -> ComposeResult:
        with HorizontalGroup():
            yield Label(label)
            yield Input(value, placeholder=placeholder, compact=True, id=name, disabled=fixed)

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self._draw_title())
        self._draw_title()
        self.query_one("#play", Button).focus()
        self._check()

    def _draw_title(self) -> None:
        palette = palette_of(self.app.current_theme)
        text = Text.assemble(
            (f"{DISCS['X']} ", palette.first),
            (f"{DISCS['O']} ", palette.second),
            ("fourscore", f"bold {palette.ink}"),
            ("   four in a line, and what every move is worth", palette.quiet),
        )
        self.query_one("#title", Static).update(text)

    # What was chosen

    def read(self) -> Setup:
        """Return the setup as it stands; raises `InputError` if it is invalid."""
        text = self.query_one("#seconds", Input).value.strip().removesuffix("s").strip()
        try:
            seconds = float(text) if text else None
        except ValueError:
            raise InputError(f"{text!r} is not a number of seconds") from None
        return Setup(
            first=self.query_one("#first", Side).spec,
            second=self.query_one("#second", Side).spec,
            begins=str(self.query_one("#begins", Select).value),
            variant=str(self.query_one("#variant", Select).value),
            size=self.query_one("#size", Input).value.strip() or "7x6",
            seconds=seconds,
        )

    @on(Input.Changed)
    @on(Select.Changed)
    @on(Side.Changed)
    def _check(self) -> None:
        """Show why the setup cannot be played, or what the game will be."""
        if not self.is_mounted:
            return
        note = self.query_one("#note", Static)
        try:
            setup = self.read()
            setup.check(self._game.start if self._game else None)
            note.update(Text(self._describe(setup)))
            note.remove_class("-invalid")
        except InputError as error:
            note.update(Text(sentence(error.for_people)))
            note.add_class("-invalid")

    def _describe(self, setup: Setup) -> str:
        notice = f"{self._notice} " if self._notice else ""
        rules = sentence(VARIANTS[setup.variant].summary)
        if self._game is None:
            return f"{notice}{rules}"
        position, moves = self._game.position, len(self._game.moves)
        come = (
            f"after {plural(moves, 'move')}"
            if moves
            else f"with {plural(position.ply, 'disc')} on the board"
        )
        return f"{notice}{rules} The game continues {come}, {DISCS[position.turn]} to move."

    @on(Input.Submitted)
    @on(Button.Pressed, "#play")
    def _play(self) -> None:
        self._check()
        if self.query_one("#note").has_class("-invalid"):
            self.app.bell()
        else:
            self.post_message(self.Begin(self.read(), self._game))

    @on(Button.Pressed, "#open")
    def action_open(self) -> None:
        self.post_message(self.Wants("open"))

    def action_back(self) -> None:
        self.post_message(self.Wants("back"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer the way back where there is one."""
        return self._can_go_back if action == "back" else True
