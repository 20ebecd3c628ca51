"""Words of the app: names of players, moves, results, errors."""

from collections.abc import Mapping

from fourscore.arena.play import Finish
from fourscore.core.game import Move
from fourscore.core.notation import write_column
from fourscore.core.position import PLAYERS
from fourscore.solver import Score
from fourscore.tui.setup import HUMAN

__all__ = ["name_spec", "names_of", "say_finish", "say_move", "say_score", "sentence"]

PEOPLE = {"X": "First player", "O": "Second player"}


def name_spec(spec: str) -> str:
    """Name a player for a list.

    >>> name_spec("level:6"), name_spec("mcts:playouts=50"), name_spec("human")
    ('Level 6', 'mcts:playouts=50', 'You')
    """
    if spec == HUMAN:
        return "You"
    name, _, rest = spec.partition(":")
    return f"Level {rest}" if name == "level" and rest.isdigit() else spec


def names_of(seats: Mapping[str, str]) -> dict[str, str]:
    """Name both players; two people, or two of a kind, are distinguished by their turn."""
    if seats["X"] != seats["O"]:
        return {mark: name_spec(seats[mark]) for mark in PLAYERS}
    if seats["X"] == HUMAN:
        return PEOPLE
    return {mark: f"{name_spec(seats[mark])} ({mark})" for mark in PLAYERS}


def say_move(name: str, move: Move, slips: bool) -> str:
    """Return who played what, and where a disc that may slip has landed.

    >>> say_move("Level 3", Move(3, 4), slips=True)
    'Level 3 aimed at column 4; the disc landed in column 5.'
    """
    aim, landing = (write_column(column) for column in move)
    if not slips:
        return f"{name} played column {aim}."
    where = "there" if aim == landing else f"in column {landing}"
    return f"{name} aimed at column {aim}; the disc landed {where}."


def say_finish(finish: Finish, names: Mapping[str, str]) -> str:
    """Return how a game has ended."""
    if finish.forfeit is not None:
        has = "have" if names[finish.forfeit] == "You" else "has"
        return f"{names[finish.forfeit]} {has} forfeited the game: {finish.reason}."
    if finish.winner is None:
        return "The game is a draw."
    name = names[finish.winner]
    return f"{name} {'have' if name == 'You' else 'has'} won."


def say_score(score: Score) -> tuple[str, str]:
    """Write an exact score in two short lines.

    >>> from fourscore import Position
    >>> from fourscore.solver import score_of
    >>> say_score(score_of(1, Position())), say_score(score_of(0, Position()))
    (('wins', 'in 21'), ('draws', ''))
    """
    verb, _, rest = str(score).partition(" ")
    return verb, rest


def sentence(text: str) -> str:
    """Turn an error into a sentence.

    >>> sentence("column 4 is full")
    'Column 4 is full.'
    """
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?')) else '.'}"
