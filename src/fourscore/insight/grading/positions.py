"""The positions that an agent is asked about: from the shipped suite, or from a file.

A file has one position a line, as moves, a board or a whole game would be written, and after it
the exact score for the side to move if it is known: `4453 -2`. Blank lines and lines that begin
with # are skipped. A score that is not the true one is refused, by its line.
"""

import random
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fourscore.core.position import Position
from fourscore.core.reader import read_file, read_game
from fourscore.errors import InputError
from fourscore.insight.truth.judge import Judge, shared_judge
from fourscore.insight.truth.suites import CLASSES, suite_for

__all__ = ["MIXED", "Question", "draw_questions", "read_questions"]

MIXED = "mixed"
"""The suite of all classes, equally many of each."""
SCORED = re.compile(r"(?P<position>.*\S)\s+(?P<score>[+-]?\d+)")


@dataclass(frozen=True, slots=True)
class Question:
    """A position to ask about, and what each of its columns is worth to the side to move."""

    position: Position
    scores: dict[int, int]
    kind: str = ""
    """Its class in the shipped suite."""

    @property
    def best(self) -> int:
        """What the position is worth."""
        return max(self.scores.values())

    @property
    def is_forced(self) -> bool:
        """Whether only one column is open."""
        return len(self.scores) == 1

    @property
    def can_blunder(self) -> bool:
        """Whether there is a result to spoil: a choice, in a game not yet lost."""
        return self.best >= 0 and not self.is_forced


def draw_questions(suite: str, count: int, seed: int) -> list[Question]:
    """Draw positions of a suite by its name, or take those of a file in its order.

    The names are "mixed" and those of the classes. A file's positions are drawn from as well if
    it has more than `count`. The same seed draws the same positions.
    """
    draw = random.Random(f"{seed} questions")
    if suite in (MIXED, *CLASSES):
        return _shipped(suite, count, draw)
    path = Path(suite)
    if not path.exists():
        names = ", ".join((MIXED, *CLASSES))
        raise InputError(f"there is no suite {suite!r}; a suite is {names}, or a file")
    found = read_questions(path)
    if len(found) <= count:
        return found
    kept = sorted(draw.sample(range(len(found)), count))
    return [found[place] for place in kept]


def _shipped(suite: str, count: int, draw: random.Random) -> list[Question]:
    whole = suite_for((7, 6))
    assert whole is not None
    kinds = CLASSES if suite == MIXED else (suite,)
    found = list[Question]()
    for place, kind in enumerate(kinds):
        every = whole.of(kind)
        wanted = min(count // len(kinds) + (place < count % len(kinds)), len(every))
        part = every.take(np.array(sorted(draw.sample(range(len(every)), wanted)), np.int64))
        for position, scores in zip(part.positions(), part.scores, strict=True):
            found.append(Question(position, {c: int(scores[c]) for c in position.legal}, kind))
    return found


# Files


def read_questions(path: Path, judge: Judge | None = None) -> list[Question]:
    """Read the positions of a file and solve them. Raises `InputError` that names the line."""
    lines = read_file(path).splitlines()
    found = []
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            found.append(_read_line(line.strip(), f"line {number} of '{path}'", judge))
    if not found:
        raise InputError(f"the file '{path}' has no positions")
    return found


def _read_line(line: str, where: str, judge: Judge | None) -> Question:
    scored = SCORED.fullmatch(line)
    text, score = (scored["position"], scored["score"]) if scored else (line, None)
    try:
        position = read_game(text).position
    except InputError as error:
        raise InputError(f"{where}: {error.for_people}") from None
    if position.is_over:
        raise InputError(f"{where}: the game is over: {position.outcome}")
    columns = (judge or shared_judge()).columns(position)
    question = Question(position, {column: each.value for column, each in columns.items()})
    if score is not None and int(score) != question.best:
        raise InputError(f"{where}: {text} is worth {question.best:+d}, not {score}")
    return question
