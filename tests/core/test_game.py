"""`Game`: undo and redo against a plain model, and its text format."""

from io import StringIO

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fourscore.core.game import Game, Move, write_game, write_line
from fourscore.core.notation import read_moves, write_board
from fourscore.core.position import Position
from fourscore.core.reader import load_games, read_game, read_games
from fourscore.core.variants import FILL, SLIP, Variant
from fourscore.errors import IllegalMoveError
from tests.core.strategies import lines_of_play, positions, sizes, variants
from tests.reference import Board


class UndoAndRedo(RuleBasedStateMachine):
    """A game beside two lists of moves, the played and the undone, and the reference board."""

    @initialize(size=sizes, rules=variants)
    def begin(self, size: tuple[int, int], rules: Variant) -> None:
        self.boards = [Board(*size, rules.name)]
        self.played: list[tuple[int, int]] = []
        self.undone: list[tuple[int, int]] = []
        self.game = Game(Position.empty(*size, rules))

    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        board = self.boards[-1]
        aim = data.draw(st.integers(-1, board.width))
        landing = data.draw(st.one_of(st.none(), st.integers(aim - 1, aim + 1)))
        place = aim if landing is None else landing
        allowed = aim in board.legal and place in board.landings(aim)
        if not allowed:
            with pytest.raises(IllegalMoveError, match=r"column|game is over"):
                self.game.play(aim, landing)
            return
        assert self.game.play(aim, landing) == self.game.position
        self.played.append((aim, place))
        self.boards.append(board.drop(place))
        self.undone.clear()

    @rule()
    def undo(self) -> None:
        if not self.played:
            with pytest.raises(IllegalMoveError, match=r"^there is no move to undo$"):
                self.game.undo()
            return
        assert self.game.undo() == self.played[-1]
        self.undone.append(self.played.pop())
        self.boards.pop()

    @rule()
    def redo(self) -> None:
        if not self.undone:
            with pytest.raises(IllegalMoveError, match=r"^there is no move to redo$"):
                self.game.redo()
            return
        assert self.game.redo() == self.undone[-1]
        self.played.append(self.undone.pop())
        self.boards.append(self.boards[-1].drop(self.played[-1][1]))

    @precondition(lambda self: hasattr(self, "game"))
    @rule()
    def write_and_read(self) -> None:
        assert read_game(str(self.game)) == self.game

    @invariant()
    def same(self) -> None:
        if not hasattr(self, "game"):
            return
        game, board = self.game, self.boards[-1]
        assert list(game.moves) == self.played
        assert game.columns == tuple(landing for _, landing in self.played)
        assert [each.rows() for each in game.positions] == [each.rows() for each in self.boards]
        assert (game.start, game.position) == (game.positions[0], game.positions[-1])
        assert game.outcome == game.position.outcome
        results = {"X": "1-0", "O": "0-1", "draw": "1/2-1/2", None: "*"}
        assert game.result == results[board.outcome]


TestUndoAndRedo = UndoAndRedo.TestCase
TestUndoAndRedo.settings = settings(max_examples=30, stateful_step_count=40, deadline=None)


# The text format


def without_own(tags: dict[str, str]) -> dict[str, str]:
    return {k: v for k, v in tags.items() if k not in ("Variant", "Size", "Start", "Result")}


tag_names = st.from_regex(r"\w+", fullmatch=True).filter(lambda name: "\n" not in name)
tag_values = st.one_of(st.text(), st.text(alphabet='"\\nr[]{}\n\r\x85\u2028\u2029 '))


@given(st.dictionaries(tag_names, tag_values, max_size=4), positions(), st.data())
@example({"Event": 'a "quoted" \\ line\r\nbreak\u2028\x85'}, Position.empty(), None)
@settings(max_examples=60)
def test_games_round_trip(
    tags: dict[str, str], start: Position, data: st.DataObject | None
) -> None:
    game = Game(start, without_own(tags))
    for aim in data.draw(lines_of_play(start, most=12)) if data else ():
        if data and aim in game.position.legal:
            landings = game.position.landings(aim)
            game.play(aim, data.draw(st.sampled_from(landings)).column)
    text = write_game(game)
    assert text == str(game)
    as_from_a_file = StringIO(text, newline=None).read()
    for written in (text, text.replace("\n", "\r\n"), as_from_a_file):
        again = read_game(written)
        assert again == game
        assert again.tags == game.tags
    (line,) = load_games(write_line(game), start)
    assert (line.start, line.moves) == (start, game.moves)
    empty = Position.empty(start.width, start.height, start.variant)
    for board in (write_board(start), str(start)):
        assert load_games(board, empty, stdin=False) == [Game(start)]


def test_the_format_by_hand() -> None:
    game = Game(tags={"First": "alphabeta:depth=8", "Second": "human", "Date": "2026.01.31"})
    for column in (3, 4, 3, 4, 3, 4, 3):
        game.play(column)
    assert str(game) == (
        '[First "alphabeta:depth=8"]\n[Second "human"]\n[Date "2026.01.31"]\n'
        '[Variant "standard"]\n[Size "7x6"]\n[Result "1-0"]\n\n'
        "1. 4 5 2. 4 5 3. 4 5 4. 4 1-0\n"
    )


def test_a_start_with_the_second_player_to_move() -> None:
    game = Game(read_moves("445", variant=FILL))
    game.play(4)
    game.play(0)
    assert f'[Start "{write_board(game.start)}"]' in str(game)
    assert str(game).endswith("\n\n2... 5 3. 1 *\n")


def test_slips_are_written() -> None:
    game = Game(Position.empty(variant=SLIP))
    game.play(3, 4)
    game.play(3, 3)
    assert game.moves == (Move(3, 4), Move(3, 3))
    assert str(game).endswith("1. 4>5 4 *\n")


def test_own_tags_come_from_the_game() -> None:
    """Tags that say what the game knows better are not written."""
    game = Game(tags={"Start": "nonsense", "Result": "1-0", "Size": "1x1", "Round": "1"})
    assert read_game(str(game)) == Game(tags={"Round": "1"})


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", ()),
        ("\n\n1. 4 4\n*\n", (3, 3)),
        ("1.4 5 2.4 5", (3, 4, 3, 4)),
        ("1. 4 {the centre} 4 {a comment\nover lines 1-0} 2. 5", (3, 3, 4)),
        ('[Size "10x4"]\n\n10 1', (9, 0)),
    ],
)
def test_little_is_needed(text: str, columns: tuple[int, ...]) -> None:
    assert read_game(text).columns == columns


def test_a_file_may_hold_several_games() -> None:
    games = [Game(tags={"First": "a"}), Game("434"), Game(Position("4453"), {"Round": "3"})]
    text = "\n".join(write_game(game) for game in games)
    assert read_games(text) == games
    assert read_games(text.replace("\n", "\r\n")) == games


# A game as an object


def test_games_are_equal_by_start_moves_and_tags() -> None:
    one, other = Game(), Game()
    assert one == other
    assert one != Game(tags={"First": "x"})
    assert one != Game(Position.empty(variant=FILL))
    assert one != "a game"
    one.play(3)
    assert one != other
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_a_game_from_anything() -> None:
    game = Game("4453")
    assert (game.columns, repr(game)) == ((3, 3, 4, 2), 'Game("4453")')
    assert Game(str(game)) == game
    assert Game(np.zeros((6, 7), int)).position == Position()
    tags = {"First": "x"}
    Game(tags=tags).tags["Second"] = "y"
    assert tags == {"First": "x"}
