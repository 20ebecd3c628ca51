"""Facts that the solver proves: who wins, with which columns, and by which line."""

from collections.abc import Iterator

from fourscore.core.position import Cell, Position
from fourscore.insight.explain.board import double_of, zugzwang_of
from fourscore.insight.explain.facts import Fact, FactKind, follow
from fourscore.insight.explain.forced import forced_win
from fourscore.solver import Analysis, Score

__all__ = ["line_fact", "reply_fact", "verdict_facts", "winning_fact"]


def verdict_facts(position: Position, analysis: Analysis) -> Iterator[Fact]:
    """Yield who wins and with which columns, and what every column is worth."""
    player, score, scores = position.turn, analysis.score, analysis.scores
    yield Fact(FactKind.VERDICT, player, columns=analysis.best, score=score, scores=scores)
    yield Fact(FactKind.CHOICES, player, score=score, scores=scores)


def reply_fact(position: Position, column: int, after: Analysis) -> Fact:
    """Return the best replies to a move; `after` analyses the position that it leads to."""
    player = position.opponent
    return Fact(FactKind.REPLY, player, after=(column,), columns=after.best, score=after.score)


def line_fact(position: Position, line: tuple[int, ...], score: Score) -> Fact:
    """Return the line that both sides play at their best, and where it ends."""
    if score.value == 0:
        return Fact(FactKind.LINE, line=line, score=score)
    before = follow(position, line[:-1])
    cell = Cell(line[-1], before.column_height(line[-1]))
    winner = before.turn
    stands = winner if cell in position.threats(winner) else None
    return Fact(FactKind.LINE, winner, stands, cells=(cell,), line=line, score=score)


def winning_fact(
    position: Position, line: tuple[int, ...], first: tuple[int, ...] = ()
) -> Fact | None:
    """Return why a line of best play that ends with a four wins, at the point where it shows.

    From the end, go back as long as every move of the winner is a threat. `first` are the columns
    with which a forced win may begin if it starts with the first move.
    """
    found: tuple[int, tuple[int, ...]] | None = None
    for start in range(len(line) - 3, -1, -2):
        win = forced_win(follow(position, line[:start]), first if start == 0 else ())
        if not win:
            break
        found = start, win
    if found is None:
        return zugzwang_of(position, line[:-2]) if len(line) > 2 else None
    start, win = found
    after = line[:start]
    if len(win) == 3:
        return double_of(position, (*after, win[0]))
    board = follow(position, (*after, *win[:-1]))
    cell = Cell(win[-1], board.column_height(win[-1]))
    return Fact(FactKind.FORCED_WIN, board.turn, after=after, cells=(cell,), line=win)
