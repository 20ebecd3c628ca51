"""Which moves count for accuracy, by hand."""

from fourscore.insight.truth.accuracy import JudgedMove, accuracy_of
from fourscore.insight.truth.judge import MoveKind


def test_only_columns_and_lost_games_are_set_aside() -> None:
    moves = [
        JudgedMove(40, MoveKind.FORCED, False, 0),
        JudgedMove(20, MoveKind.FASTER_LOSS, False, 3),
        JudgedMove(10, MoveKind.WIN_TO_DRAW, True, 5),
        JudgedMove(12, MoveKind.BEST, True, 0),
    ]
    found = accuracy_of(JudgedMove(*each[:4], game=place) for place, each in enumerate(moves))
    assert (found.moves, found.forced, found.lost) == (4, 1, 1)
    assert found.kept is not None
    assert found.best is not None
    assert found.points_lost is not None
    assert (found.kept.value, found.kept.count) == (1 / 2, 2)
    assert (found.best.value, found.best.count) == (1 / 3, 3)
    assert (found.points_lost.value, found.points_lost.count) == (8 / 3, 3)


def test_nothing_counted_is_said_so() -> None:
    found = accuracy_of([JudgedMove(41, MoveKind.FORCED, False, 0)])
    assert found.kept is found.best is found.points_lost is None
    assert accuracy_of([]).kept is None
