"""Small windows over the game: open, save, help."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from fourscore.core.game import Game
from fourscore.core.notation import plural
from fourscore.errors import InputError
from fourscore.tui.keys import HELP
from fourscore.tui.words import name_spec, sentence

__all__ = ["HelpScreen", "OpenScreen", "SaveScreen"]

COLUMN = 13


class Dialog(ModalScreen[object]):
    """A window that Esc closes."""

    DEFAULT_CSS = """
    Dialog {
        align: center middle;
        & > Vertical {
            width: 64; max-width: 96%; height: auto; max-height: 96%;
            background: $panel; border: round $hairline; border-title-color: $primary;
            padding: 1 2;
        }
        Input { margin-top: 1; background: $background; }
        .error { color: $error; height: auto; }
        .quiet { color: $quiet; height: auto; }
        OptionList { height: auto; max-height: 9; margin-top: 1; background: $panel; border: none; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Back")]
    TITLE = ""

    def compose(self) -> ComposeResult:
        with Vertical() as window:
            window.border_title = self.TITLE
            yield from self.content()

    def content(self) -> ComposeResult:
        """Yield the content of the window."""
        yield from ()

    def action_close(self) -> None:
        self.dismiss(None)

    def complain(self, error: InputError) -> None:
        """Show an error in the window."""
        self.query_one(".error", Static).update(Text(sentence(error.for_people)))


class HelpScreen(Dialog):
    """What the keys do."""

    TITLE = "Keys"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,q,enter,space", "close", "Back", show=False)
    ]

    def content(self) -> ComposeResult:
        text = Text()
        for keys, meaning in HELP:
            text.append(keys.ljust(COLUMN), "bold")
            text.append(f"{meaning}\n")
        text.rstrip()
        with VerticalScroll():
            yield Static(text)

    DEFAULT_CSS = "HelpScreen VerticalScroll { height: auto; max-height: 100%; }"


class SaveScreen(Dialog):
    """Asks for a file and saves with `save`."""

    TITLE = "Save the game"

    def __init__(self, path: str, save: Callable[[str], None]) -> None:
        super().__init__()
        self._path = path
        self._save = save

    def content(self) -> ComposeResult:
        yield Static("The game is added to this file.", classes="quiet")
        yield Input(self._path, placeholder="games.txt", id="path")
        yield Static(classes="error")

    @on(Input.Submitted)
    def _submit(self, message: Input.Submitted) -> None:
        path = message.value.strip() or "games.txt"
        try:
            self._save(path)
        except InputError as error:
            self.complain(error)
        else:
            self.dismiss(path)


class OpenScreen(Dialog):
    """Asks for moves, a board or a file; lists the games in it, before that the old ones."""

    TITLE = "Open a game"

    def __init__(self, find: Callable[[str], list[Game]], old: Sequence[Game]) -> None:
        super().__init__()
        self._find = find
        self._games = list(old)

    def content(self) -> ComposeResult:
        yield Static("Moves such as 4453, a board, or the name of a file.", classes="quiet")
        yield Input(placeholder="4453", id="text")
        yield Static(classes="error")
        yield OptionList(*map(say_game, self._games))

    def on_mount(self) -> None:
        self._show_list("Games that you left:" if self._games else "")

    def _show_list(self, title: str) -> None:
        games = self.query_one(OptionList)
        games.display = bool(self._games)
        games.border_title = title

    @on(Input.Submitted)
    def _submit(self, message: Input.Submitted) -> None:
        try:
            games = self._find(message.value)
        except InputError as error:
            self.complain(error)
            return
        if len(games) == 1:
            self.dismiss(games[0])
            return
        self._games = games
        found = self.query_one(OptionList)
        found.clear_options()
        found.add_options(map(say_game, games))
        self._show_list(plural(len(games), "game"))
        found.focus()

    @on(OptionList.OptionSelected)
    def _pick(self, message: OptionList.OptionSelected) -> None:
        self.dismiss(self._games[message.option_index])


def say_game(game: Game) -> str:
    """Describe a game in one line.

    >>> say_game(Game(tags={"First": "human", "Second": "level:3", "Date": "2026.01.31"}))
    '2026.01.31  You against Level 3  *  0 moves'
    """
    tags = game.tags
    who = [name_spec(tags.get(name, "?")) for name in ("First", "Second")]
    rules = "" if game.start.variant.name == "standard" else f"  {game.start.variant}"
    date = f"{tags['Date']}  " if "Date" in tags else ""
    return f"{date}{' against '.join(who)}  {game.result}  {plural(len(game.moves), 'move')}{rules}"
