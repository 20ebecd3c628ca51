"""The JSON that is written at once is the JSON of the schemas."""

from hypothesis import given

from fourscore.book import default_book
from fourscore.core.position import Position
from fourscore.core.reader import read_line
from fourscore.schemas.positions import position_view
from fourscore.schemas.quick import known_analysis_json, plain_position, position_json
from fourscore.schemas.truth import known_analysis
from tests.core.strategies import lines_of_play

games = lines_of_play(Position()).map(lambda line: "".join(str(column + 1) for column in line))


@given(games)
def test_positions(moves: str) -> None:
    game = read_line(moves)
    quick = position_json(moves or "-")
    assert plain_position(moves or "-") == game.position
    if game.position.is_over:
        assert quick is None
    else:
        assert quick == position_view(game).model_dump_json().encode()


@given(games.map(lambda moves: moves[:11]))
def test_analyses(moves: str) -> None:
    book, position = default_book(), read_line(moves).position
    assert book is not None
    view = known_analysis(position, book)
    quick = known_analysis_json(position, book)
    assert quick == (None if view is None else view.model_dump_json().encode())


def test_what_is_not_plain_is_left_to_others() -> None:
    for moves in ("4444444", "8", "4 4", "4,4", "4>5", "x", "11223344"):
        assert position_json(moves) is None
