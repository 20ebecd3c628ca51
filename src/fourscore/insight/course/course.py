"""The courses that come with fourscore: what to play in every position that a player must know.

The first player's course leads from the empty board to a win, whatever the opponent replies. The
second player's holds out as long as the book can tell, and takes what the first player lets slip.
A position is known by its canonical image, so mirror images and transpositions are one.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from fourscore.core.game import Game
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.course.rules import RULES, Rule, rule_reply
from fourscore.insight.openings.folding import fold, mirror_column

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["DATA", "NO_RULE", "SIDES", "Course", "Place", "State", "Step", "course", "provenance"]

DATA = "course-7x6.npz"
NO_RULE = 255
SIDES = ("first", "second")


class Step(NamedTuple):
    """What a course plays in a position."""

    column: int
    rule: Rule | None
    """The rule to follow after this move, if the course ends here."""


class State(StrEnum):
    """What a course has to say about a place in a game."""

    MOVE = "move"
    """It has a move."""
    RULE = "rule"
    """A rule is in force, and says the move."""
    WIN = "win"
    """A four can be made at once."""
    REPLY = "reply"
    """The opponent is to move."""
    OVER = "over"
    """The game has ended."""
    LEFT = "left"
    """Nothing: the course was left, or ends here."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a game, as a course sees it."""

    position: Position
    state: State
    column: int | None = None
    """What the course plays, if it is the student's move."""
    rule: Rule | None = None
    """The rule in force; in state MOVE, the one that this move begins."""


class Course:
    """One side's course: a move in each position, and the rules at its ends."""

    def __init__(self, side: str, keys: "NDArray[np.int64]", moves: "NDArray[np.uint8]",
                 rules: "NDArray[np.uint8]") -> None:  # fmt: skip
        self.side = side
        self._steps = {
            key: (move, rule)
            for key, move, rule in zip(keys.tolist(), moves.tolist(), rules.tolist(), strict=True)
        }

    def __len__(self) -> int:
        return len(self._steps)

    @property
    def player(self) -> str:
        """Whose course it is: "X" or "O"."""
        return "XO"[SIDES.index(self.side)]

    @property
    def keys(self) -> Iterator[int]:
        """The keys of its positions, all of them canonical."""
        return iter(self._steps)

    def step(self, position: Position) -> Step | None:
        """Return what the course plays in a position, or None if it does not know it."""
        at, mirrored = fold(position)
        found = self._steps.get(at.key)
        if found is None or position.turn != self.player:
            return None
        column, number = found
        rule = None if number == NO_RULE else RULES[number]
        if not mirrored:
            return Step(column, rule)
        return Step(mirror_column(column, at), rule and rule.mirrored)

    def card(self, position: Position) -> str:
        """Return the name under which a position is trained, shared by its mirror image."""
        return f"{self.side}:{fold(position)[0].key:x}"

    def follow(self, game: Game) -> Place:
        """Return what the course says at the end of a game, which decides if a rule is in force."""
        rule: Rule | None = None
        positions = game.positions
        for index, column in enumerate(game.columns):
            if positions[index].turn != self.player:
                continue
            last = game.columns[index - 1] if index else 0
            place = self._place(positions[index], rule, last)
            rule = place.rule if place.column == column else None
        last = game.columns[-1] if game.columns else 0
        return self._place(game.position, rule, last)

    def _place(self, at: Position, rule: Rule | None, last: int) -> Place:
        if at.is_over:
            return Place(at, State.OVER, None, rule)
        if at.turn != self.player:
            return Place(at, State.REPLY, None, rule)
        if rule is not None:
            return Place(at, State.RULE, rule_reply(at, rule, last), rule)
        known = self.step(at)
        if known is not None:
            return Place(at, State.MOVE, known.column, known.rule)
        if at.winning_columns:
            return Place(at, State.WIN, at.winning_columns[0])
        return Place(at, State.LEFT)

    @cached_property
    def plies(self) -> dict[int, tuple[int, int]]:
        """How many positions it has by the discs on the board, and in how many a rule begins."""
        found: dict[int, tuple[int, int]] = {}
        for key, (_, rule) in self._steps.items():
            ply = ply_of_key(key)
            positions, rules = found.get(ply, (0, 0))
            found[ply] = positions + 1, rules + (rule != NO_RULE)
        return dict(sorted(found.items()))

    @property
    def rules(self) -> int:
        """In how many positions a rule begins."""
        return sum(rule != NO_RULE for _, rule in self._steps.values())

    @property
    def rules_used(self) -> list[Rule]:
        """The rules in use, the most frequent first; mirror images count as one."""
        counts = Counter(rule for _, rule in self._steps.values() if rule != NO_RULE)
        return [RULES[number] for number, _ in counts.most_common()]


def ply_of_key(key: int) -> int:
    """Return the discs of a standard position, by its key.

    >>> ply_of_key(Position("4453").key)
    4
    """
    # In each column, adding the lowest cell makes of the key the next free cell above the discs.
    discs = 0
    for column in range(7):
        discs += ((key + _BOTTOM >> 7 * column) & 127).bit_length() - 1
    return discs


_BOTTOM = sum(1 << 7 * column for column in range(7))


@cache
def _file() -> dict[str, Any]:
    import numpy as np

    with np.load(BytesIO(files("fourscore.data").joinpath(DATA).read_bytes())) as file:
        return {name: file[name] for name in file.files}


@cache
def about() -> dict[str, Any]:
    """Return what the file says of itself: goals and provenance."""
    found: dict[str, Any] = json.loads(bytes(_file()["about"]).decode())
    return found


def provenance() -> dict[str, Any]:
    """Return how the courses were made."""
    found: dict[str, Any] = about()["provenance"]
    return found


@cache
def course(side: str = "first") -> Course:
    """Return the course of the first or the second player. Raises `InputError` for another side.

    >>> course("first").follow(Game("")).column
    3
    """
    if side not in SIDES:
        raise InputError(f"{side!r} is not a side; the sides are first and second")
    found = _file()
    return Course(side, found[f"{side}_keys"], found[f"{side}_moves"], found[f"{side}_rules"])
