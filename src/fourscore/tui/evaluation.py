"""The exact score of each column, found in the background, in words."""

from collections.abc import Mapping

from textual.message import Message

from fourscore.core.position import Position
from fourscore.insight.truth.judge import shared_judge
from fourscore.search.control import Cancel
from fourscore.solver import Score, score_of
from fourscore.tui.board import Chip
from fourscore.tui.threads import MessageSender
from fourscore.tui.words import say_score

__all__ = ["Evaluated", "chips_of", "waiting", "work"]

WAITING = Chip(("…", ""))


class Evaluated(Message):
    """Some columns of a position have been scored, or all."""

    def __init__(self, position: Position, chips: Mapping[int, Chip]) -> None:
        self.position = position
        self.chips = chips
        super().__init__()


def waiting(position: Position) -> dict[int, Chip]:
    """Return what stands below the columns before anything is known."""
    return dict.fromkeys(position.legal, WAITING)


def work(position: Position, post: MessageSender, cancel: Cancel) -> None:
    """Score column after column, and post what is known after each."""
    judge, scores = shared_judge(), dict[int, Score]()
    for column in position.legal_from_centre():
        after = judge.score(position.play(column), cancel)
        scores[column] = score_of(-after.value, position)
        post(Evaluated(position, chips_of(position, scores)))


def chips_of(position: Position, scores: Mapping[int, Score]) -> dict[int, Chip]:
    """Describe what is known of each column; the best is marked once all are known."""
    legal = position.legal
    best = max(scores.values()).value if len(scores) == len(legal) else None
    return {
        column: Chip(say_score(scores[column]), scores[column].sign, scores[column].value == best)
        if column in scores
        else WAITING
        for column in legal
    }
