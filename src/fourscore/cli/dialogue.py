"""The players of `fourscore play --plain`, for `arena.play.play`."""

import re
import sys
from collections import deque
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from fourscore.agents.base import Agent
from fourscore.arena.play import Turn
from fourscore.arena.undo import undo_turn
from fourscore.cli import draw
from fourscore.cli.console import is_lively
from fourscore.core.game import Game
from fourscore.core.notation import parse_column, write_column
from fourscore.errors import InputError, NotationError
from fourscore.insight.truth.hint import find_hint, say_hint
from fourscore.runtime.interrupt import call_in_thread
from fourscore.search.control import Cancel
from fourscore.search.types import Report

__all__ = ["EndOfInput", "Machine", "Person", "Quit", "Words", "say_turn"]

HELP = """\
1, 2, 3 …  drop a disc in that column
u          take your last move back
h          get a hint
b          draw the board again
q          quit
?          this help"""


class EndOfInput(Exception):  # noqa: N818
    """The input has ended."""


class Quit(Exception):  # noqa: N818
    """The person quits."""


class Words:
    """The words that a person types or pipes in, one after the other."""

    def __init__(self, console: Console, width: int) -> None:
        self.interactive = sys.stdin.isatty()
        self._console = console
        self._width = width
        self._waiting: deque[str] = deque()

    def ask(self, question: str | Text) -> str:
        """Return the next word in small letters; prompts only if none is waiting."""
        while not self._waiting:
            for word in re.split(r"[\s,]+", self._line(question)):
                self._waiting.extend(self._split(word))
        return self._waiting.popleft().lower()

    def forget(self) -> None:
        """Drop the rest of the line."""
        self._waiting.clear()

    def has_more(self) -> bool:
        """Return whether there is unread input, on this line or the next."""
        try:
            return bool(self._waiting) or bool(self._line("").strip())
        except EndOfInput:
            return False

    def _line(self, question: str | Text) -> str:
        try:
            if self.interactive:
                return self._console.input(question)
            line = sys.stdin.readline()
        except EOFError:
            self._console.print()
            raise EndOfInput from None
        except UnicodeDecodeError:
            raise InputError("standard input is not text in UTF-8") from None
        if not line:
            raise EndOfInput
        return line

    def _split(self, word: str) -> list[str]:
        """Take a run of digits as moves, where every column has one digit."""
        return list(word) if word.isdigit() and self._width <= 9 else [word] if word else []


class Person:
    """A person who types columns and commands."""

    def __init__(self, words: Words, console: Console, people: frozenset[str]) -> None:
        self._words = words
        self._console = console
        self._people = people

    def choose(self, game: Game) -> Report | None:
        """Ask until there is a move; return None after an undo."""
        if self._words.interactive:
            self._console.print(draw.board(game.position, self._console))
        while True:
            try:
                return self._obey(self._words.ask(self._question(game)), game)
            except InputError as error:
                if not self._words.interactive:
                    raise NotationError(f"move {len(game.moves) + 1}: {error.for_people}") from None
                self._words.forget()
                self._console.print(f"{error.for_people}.")
            except _AskAgain:
                continue

    def _question(self, game: Game) -> Text:
        who = draw.player(game.position.turn, self._console)
        return Text.assemble(who, f", your column (1-{game.start.width}, ? for help): ")

    def _obey(self, word: str, game: Game) -> Report | None:
        if word in ("q", "quit", "exit"):
            raise Quit
        if word in ("u", "undo"):
            undo_turn(game, self._people)
            self._console.print("Taken back.")
            return None
        replies: dict[str, Callable[[], str | Text]] = {
            "?": lambda: HELP,
            "h": lambda: hint(game),
            "b": lambda: draw.board(game.position, self._console),
        }
        if reply := replies.get({"help": "?", "hint": "h", "board": "b"}.get(word, word)):
            self._console.print(reply())
            raise _AskAgain
        column = parse_column(word, game.start.width)
        game.position.landings(column)
        return Report(column)


class _AskAgain(Exception):  # noqa: N818
    """The command was carried out; a move is still needed."""


class Machine:
    """An agent whose search Ctrl-C interrupts."""

    def __init__(self, agent: Agent, console: Console) -> None:
        self.agent = agent
        self._console = console

    def choose(self, game: Game) -> Report:
        if not is_lively(self._console):
            return self._think(game)
        with self._console.status(f"{self.agent.spec} is thinking", spinner="line"):
            return self._think(game)

    def _think(self, game: Game) -> Report:
        return think(lambda cancel: self.agent.choose(game.position, cancel=cancel))


def think(choose: Callable[[Cancel], Report]) -> Report:
    """Run a search on another thread; Ctrl-C cancels it."""
    cancel = Cancel()
    try:
        return call_in_thread(lambda: choose(cancel))
    except KeyboardInterrupt:
        cancel.cancel()
        raise


def hint(game: Game) -> str:
    """Return a hint in words."""
    return say_hint(think(lambda cancel: find_hint(game.position, cancel)))


def say_turn(turn: Turn, name: str, console: Console) -> Text:
    """Describe a move by "You" or a name, if any, and where a disc that may slip landed."""
    aim, landing = (write_column(column) for column in turn.move)
    player = draw.player(turn.player, console)
    who = Text.assemble(name, " (", player, ")") if name else player
    ending = "" if name == "You" else "s"
    if not turn.position.variant.slips:
        return who.append(f" play{ending} column {aim}.")
    where = "there" if aim == landing else f"in column {landing}"
    return who.append(f" aim{ending} at column {aim}; the disc lands {where}.")
