"""An exercise: questions about one search, in the order in which the search meets them.

Every question has its choices, and every choice says why it is right or wrong, so that whoever
shows an exercise needs to know neither the rules nor the algorithm. `fourscore.insight.exercises`
makes them of traces; a seed makes as many as a class wants.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from fourscore.errors import InputError

__all__ = ["Choice", "Event", "Exercise", "PictureNode", "Result", "Step", "grade"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer."""

    text: str
    why: str
    """Why it is right or wrong, in the numbers on screen."""
    is_right: bool = False
    node: int | None = None
    """The node that it names, if it names one."""
    extra: int = 0
    """The nodes that a search would visit in vain by taking it."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something the search does between two questions, for the picture."""

    node: int
    what: str
    """enter, value, cut, show (a number changes) or take."""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One question."""

    kind: str
    """next, window, cut, why, value, move, child, share or take."""
    node: int
    """Where the search is."""
    prompt: str
    choices: tuple[Choice, ...]
    events: tuple[Event, ...] = ()
    """What has happened since the last question."""
    facts: tuple[str, ...] = ()
    """What is known here, to work the answer out with."""

    @property
    def answer(self) -> int:
        """The number of the right choice."""
        return next(at for at, choice in enumerate(self.choices) if choice.is_right)


@dataclass(frozen=True, slots=True)
class PictureNode:
    """A node as the picture shows it."""

    parent: int
    name: str
    kind: str
    """max, min, chance, leaf or state."""
    value: str
    """What stands at a leaf from the beginning; "" elsewhere."""
    edge: str
    """What stands at the edge to it: a column, a chance; "" if nothing."""
    board: tuple[str, ...] = ()
    """Its board, the top row first, on a position."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A search to be played by hand."""

    kind: str
    difficulty: int
    seed: int
    title: str
    task: tuple[str, ...]
    """What to do, in sentences."""
    tree: str
    """The tree as it is written; "" on a position."""
    position: str
    """The board, row by row; "" on a tree."""
    agent: str
    """The search, as a spec."""
    players: tuple[str, str]
    """Who is max and who is min."""
    nodes: tuple[PictureNode, ...]
    steps: tuple[Step, ...]
    ending: tuple[Event, ...]
    """What happens after the last question."""
    summary: tuple[str, ...]
    """What the search did, at the end."""
    visited: int
    """The nodes that the search visits."""
    optimum: int
    """The fewest it could visit: with the best moves first, or with a perfect estimate."""
    variant: str = "standard"

    @property
    def id(self) -> str:
        """The name under which everybody gets the same exercise, such as ``alphabeta-2-7``."""
        return f"{self.kind}-{self.difficulty}-{self.seed}"


@dataclass(frozen=True, slots=True)
class Result:
    """How someone did an exercise."""

    id: str
    answers: tuple[int, ...]
    """The first answer to every question, counted from 0."""
    steps: int
    right: int
    """Questions answered rightly at the first try."""
    score: int
    """Of 100."""
    nodes: int
    """Nodes visited, with those that wrong answers visit in vain."""


def grade(exercise: Exercise, answers: Sequence[int]) -> Result:
    """Mark the first answer to every question.

    Raises `InputError` if there are too few or too many, or one names no choice.
    """
    steps = exercise.steps
    if len(answers) != len(steps):
        raise InputError(
            f"{exercise.id} has {len(steps)} questions, and there are {len(answers)} answers"
        )
    chosen = list[Choice]()
    for number, (step, answer) in enumerate(zip(steps, answers, strict=True), start=1):
        if not 0 <= answer < len(step.choices):
            raise InputError(
                f"answer {number} is {answer}; question {number} has choices 0 to "
                f"{len(step.choices) - 1}"
            )
        chosen.append(step.choices[answer])
    right = sum(choice.is_right for choice in chosen)
    return Result(
        id=exercise.id,
        answers=tuple(answers),
        steps=len(steps),
        right=right,
        score=round(100 * right / len(steps)),
        nodes=exercise.visited + sum(choice.extra for choice in chosen),
    )
