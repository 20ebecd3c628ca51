"""Which moves count for accuracy, by hand."""

from fourscore.insight.truth.accuracy import JudgedMove, accuracy_of
from fourscore.insight.truth.judge import MoveKind


def test_only_columns_and_lost_games_are_set_aside() -> None:
    moves = (
        JudgedMove(40, MoveKind.FORCED, False, 0, game=0),
        JudgedMove(20, MoveKind.FASTER_LOSS, False, 3, game=1),
        JudgedMove(10, MoveKind.WIN_TO_DRAW, True, 5, game=2),
        JudgedMove(12, MoveKind.BEST, True, 0, game=3),
    )
    found = accuracy_of(moves)
    assert (found.moves, found.forced, found.lost) == (4, 1, 1)
    measured = (found.kept, found.best, found.points_lost)
    wanted = [(1 / 2, 2), (1 / 3, 3), (8 / 3, 3)]
    assert [each and (each.value, each.count) for each in measured] == wanted
    nothing = accuracy_of(moves[:1])
    assert nothing.kept is nothing.best is nothing.points_lost is None
