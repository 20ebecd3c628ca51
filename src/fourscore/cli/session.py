"""A session of `fourscore play --plain`: game after game, until a person quits."""

from datetime import date
from pathlib import Path

from fourscore.agents.registry import agent
from fourscore.arena.play import Finish, Player, Turn, play
from fourscore.arena.undo import undo_turn
from fourscore.cli import console, draw
from fourscore.cli.dialogue import EndOfInput, Machine, Person, Quit, Words, say_turn
from fourscore.core.game import Game, write_game
from fourscore.core.position import PLAYERS, Position, opponent
from fourscore.errors import InputError
from fourscore.runtime.files import write_text

__all__ = ["Session"]

HUMAN = "human"


class Session:
    """Games between a person and an agent, or between two people where `spec` is None."""

    def __init__(self, board: Position, spec: str | None, seed: int, save: Path | None) -> None:
        self._out = console.output()
        self._words = Words(self._out, board.width)
        self._board = board
        self._seed = seed
        self._save = save
        self._opponent = None if spec is None else agent(spec, seed=seed)
        if self._opponent is not None:
            self._opponent.require_variant(board)

    def run(self, mark: str | None) -> None:
        """Play until the person quits; `mark` is the person's side if it is known."""
        try:
            if self._opponent is not None and mark is None:
                mark = self._ask_side()
            self._greet(mark)
            while again := self._play_game(mark):
                if again == "swap" and mark is not None:
                    mark = opponent(mark)
                self._seed += 1
        except (Quit, EndOfInput):
            self._out.print("Bye.")

    def _ask_side(self) -> str:
        if not self._words.interactive:
            return self._board.turn
        while True:
            answer = self._words.ask(
                f"Do you play X or O ({self._board.turn} moves first)? "
            ).upper()
            if answer in PLAYERS:
                return answer
            if answer == "Q":
                raise Quit
            self._words.forget()
            self._out.print("Answer X or O, or q to quit.")

    def _greet(self, mark: str | None) -> None:
        if not self._words.interactive:
            return
        opponent = self._opponent.spec if self._opponent else "each other"
        name = f"You are {mark} and play" if mark else "You play"
        self._out.print(f"{name} against {opponent}.")

    # One game

    def _play_game(self, mark: str | None) -> str:
        """Play a game to its end; return "again" or "swap" if there is to be another."""
        names = dict.fromkeys(PLAYERS, HUMAN)
        if self._opponent is not None and mark is not None:
            names[opponent(mark)] = self._opponent.spec
            self._opponent.new_game()
        tags = {"First": names["X"], "Second": names["O"], "Date": f"{date.today():%Y.%m.%d}"}
        game = Game(self._board, tags)
        people = frozenset(each for each, name in names.items() if name == HUMAN)
        answer = "undo"
        try:
            while answer == "undo":
                forfeit = self._play(game, people, names)
                self._show_end(game, forfeit)
                answer = self._ask_again(game, people)
        except EndOfInput:
            self._show_end(game)
            return ""
        finally:
            self._write(game)
        return answer

    def _play(self, game: Game, people: frozenset[str], names: dict[str, str]) -> str:
        """Play to the end; return who forfeited the game and why, if a player did."""
        person = Person(self._words, self._out, people)
        players: dict[str, Player] = dict.fromkeys(PLAYERS, person)
        for each in set(PLAYERS) - people:
            assert self._opponent is not None
            players[each] = Machine(self._opponent, self._out)
        for event in play(game, players, self._seed):
            if isinstance(event, Turn):
                name = "You" if event.player in people else names[event.player]
                shown = "" if self._opponent is None else name
                self._out.print(say_turn(event, shown, self._out))
        assert isinstance(event, Finish)
        return f"{names[event.forfeit]}: {event.reason}" if event.forfeit else ""

    def _show_end(self, game: Game, forfeit: str = "") -> None:
        self._out.print(draw.board(game.position, self._out))
        outcome = game.outcome
        if forfeit:
            self._out.print(f"The game is forfeited by {forfeit}.")
        elif outcome is None:
            self._out.print("The input has ended; the game has not.")
        elif outcome.winner is None:
            self._out.print("The game is a draw.")
        else:
            self._out.print(draw.standing(game.position, self._out).append("."))

    def _ask_again(self, game: Game, people: frozenset[str]) -> str:
        if not self._words.interactive:
            if self._words.has_more():
                self._out.print("The game has ended; the rest of the input was not needed.")
            return ""
        answers = {"y": "again", "s": "swap", "u": "undo", "n": "", "q": ""}
        while True:
            self._words.forget()
            word = self._words.ask("Play again (y, n, s to swap sides, u to take back)? ")[0]
            try:
                if word == "u":
                    undo_turn(game, people)
                return answers[word]
            except KeyError:
                self._out.print("Answer y, n, s or u.")
            except InputError as error:
                self._out.print(f"{error.for_people}.")

    def _write(self, game: Game) -> None:
        if self._save is None or not game.moves:
            return
        write_text(self._save, f"{write_game(game)}\n", append=True)
