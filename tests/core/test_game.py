"""`Game`: undo and redo against a plain model, and its text format."""

import re
from io import StringIO

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fourscore.core.game import Game, Move, write_game, write_line
from fourscore.core.notation import read_moves, write_board
from fourscore.core.position import Position
from fourscore.core.reader import read_game, read_games, read_line
from fourscore.core.variants import FILL, SLIP, STANDARD, Variant
from fourscore.errors import IllegalMoveError, InputError, NotationError
from tests.core.strategies import attempt, lines_of_play, positions, sizes, variants
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
        if aim in game.position.legal:
            landing = game.position.landings(aim)[-1].column
            game.play(aim, landing)
    text = write_game(game)
    assert text == str(game)
    again = read_game(text)
    assert again == game
    assert again.tags == game.tags
    assert read_game(text.replace("\n", "\r\n")) == game
    as_from_a_file = StringIO(text, newline=None).read()
    assert read_game(as_from_a_file) == game


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
    assert read_game(str(game)) == game


def test_slips_are_written_and_read() -> None:
    game = Game(Position.empty(variant=SLIP))
    game.play(3, 4)
    game.play(3, 3)
    assert game.moves == (Move(3, 4), Move(3, 3))
    assert str(game).endswith("1. 4>5 4 *\n")
    assert read_game(str(game)).columns == (4, 3)


def test_own_tags_come_from_the_game() -> None:
    """Tags that say what the game knows better are not written."""
    game = Game(tags={"Start": "nonsense", "Result": "1-0", "Size": "1x1", "Round": "1"})
    assert read_game(str(game)) == Game(tags={"Round": "1"})


def test_little_is_needed() -> None:
    assert read_game("") == Game()
    assert read_game("4 4").columns == (3, 3)
    assert read_game("\n\n1. 4 4\n*\n").columns == (3, 3)
    assert read_game("1. 4 {the centre} 4 {a comment\nover lines 1-0} 2. 5").columns == (3, 3, 4)
    assert read_game('[Size "10x4"]\n\n10 1').columns == (9, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. 4 8", "move 2 ('8'): '8' is not a column; columns are 1 to 7"),
        ("1. 4 x", "move 2 ('x'): 'x' is not a column; columns are 1 to 7"),
        ("4 4 4 4 4 4 4 *", "move 7 ('4'): column 4 is full"),
        ("1. 1 2 1 2 1 2 1 3", "move 8 ('3'): the game is over: X wins"),
        ("1. 4>5", "move 1 ('4>5'): a disc aimed at column 4 cannot land in column 5"),
        ("1. 4>5>6", "move 1 ('4>5>6'): a disc lands in one column only"),
        ("1. 4>", "move 1 ('4>'): '' is not a column; columns are 1 to 7"),
        ('[Variant "slip"]\n4>6', "move 1 ('4>6'): a disc aimed at column 4 cannot land in"),
        ("1. 4 {never closed", "move 2 ('{never'): '{never' is not a column"),
        ("1. 4 1-0", "the result is given as '1-0' but the moves say *"),
        ("1 2 1 2 1 2 1 0-1", "the result is given as '0-1' but the moves say 1-0"),
        ("1 2 1 2 1 2 1 *", "the result is given as '*' but the moves say 1-0"),
        ('[Result "1/2-1/2"]\n\n4', "the result is given as '1/2-1/2' but the moves say *"),
        ('[Result "?"]\n\n4', "the result is given as '?' but the moves say *"),
        ("4 * 4", "'4' follows the result *"),
        (
            '[First "a"]\n[Second b]',
            "line 2 is not a tag of the form [Name \"value\"]: '[Second b]'",
        ),
        ('[First "a\\"]', "line 1 is not a tag"),
        ('[Size "7"]', "in the tags: the size '7' is not of the form 7x6"),
        (
            '[Size "9x9"]',
            "in the tags: a 9x9 board is too large: 9 x (9 + 1) is 90, and the maximum is 63",
        ),
        ('[Size "0x0"]', "in the tags: a 0x0 board has no cells"),
        ('[Variant "pop"]', "in the tags: there is no variant 'pop'; the variants are standard"),
        ('[Start "X/-"]', "in the tags: the board has 2 rows; 6 are needed"),
    ],
)
def test_games_that_cannot_be(text: str, message: str) -> None:
    with pytest.raises(NotationError, match="^" + re.escape(message)):
        read_game(text)


def test_tag_names_that_could_not_be_read_back() -> None:
    with pytest.raises(NotationError, match=r"^'two words' is not the name of a tag"):
        str(Game(tags={"two words": "x"}))


gameish = st.text(alphabet='[]"\\{}>.*/-10 4567\nSizeVariantx')
sketches = st.builds(
    "{}\n\n{}".format,
    st.lists(
        st.builds(
            '[{} "{}"]'.format,
            st.sampled_from(["Size", "Variant", "Start", "Result", "First"]),
            st.one_of(st.sampled_from(["7x6", "slip", "fill", "10x4", "1-0", "*"]), gameish),
        ),
        max_size=3,
    ).map("\n".join),
    gameish,
)


@given(st.one_of(st.text(), gameish, sketches))
@example('[Size "\u0667x\u0666"]')
@example('[Size "10x4"]\n\n' + "1" * 5000)
def test_any_text_is_a_game_or_refused(text: str) -> None:
    game = attempt(lambda: read_game(text))
    if isinstance(game, NotationError):
        assert 0 < len(str(game)) < 2000
    else:
        assert read_game(str(game)) == game


# A game as an object


def test_a_refused_move_leaves_the_game_as_it_was() -> None:
    game = Game()
    game.play(3)
    game.undo()
    with pytest.raises(InputError):
        game.play(9)
    assert game.redo() == Move(3, 3)


def test_games_are_equal_by_start_moves_and_tags() -> None:
    one, other = Game(), Game()
    assert one == other
    assert one != Game(tags={"First": "x"})
    assert one != Game(Position.empty(variant=FILL))
    assert one != "a game"
    one.play(3)
    assert one != other
    other.play(3)
    other.play(3)
    other.undo()
    assert one == other
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_a_game_keeps_its_own_tags() -> None:
    tags = {"First": "x"}
    game = Game(tags=tags)
    game.tags["Second"] = "y"
    assert tags == {"First": "x"}
    assert game.start.variant == STANDARD
    assert game._repr_svg_() == game.position._repr_svg_()


def test_move_numbers_may_touch_their_moves() -> None:
    assert read_game("1.4 5 2.4 5").columns == (3, 4, 3, 4)


def test_a_file_may_hold_several_games() -> None:
    games = [Game(tags={"First": "a"}), Game(), Game(tags={"Round": "3"})]
    for column in (3, 2, 3):
        games[1].play(column)
    text = "\n".join(write_game(game) for game in games)
    assert read_games(text) == games
    assert read_games(text.replace("\n", "\r\n")) == games
    with pytest.raises(NotationError, match=r"game 2 of 3: move 2 \('9'\)"):
        read_games(text.replace("1. 4 3", "1. 4 9"))


@given(data=st.data())
def test_a_move_string_with_slips_comes_back(data: st.DataObject) -> None:
    game = Game(Position.empty(variant=SLIP))
    for _ in range(data.draw(st.integers(0, 20))):
        if not game.position.legal:
            break
        aim = data.draw(st.sampled_from(game.position.legal))
        landing = data.draw(st.sampled_from(game.position.landings(aim)))
        game.play(aim, landing.column)
    assert read_line(write_line(game), game.start) == game


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("4444444", "move 7 of '4444444': column 4 is full after '444444'"),
        ("44>6", "move 2 of '44>6': a disc aimed at column 4 cannot land in column 6 after '4'"),
        ("4x", "move 2 of '4x': 'x' is not a column; columns are 1 to 7"),
        ("44>", "move 3 of '44>': '' is not a column; columns are 1 to 7"),
        ("4>", "move 2 of '4>': '' is not a column; columns are 1 to 7"),
    ],
)
def test_what_is_wrong_in_a_move_string_has_its_place(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=re.escape(problem)):
        read_line(text, Position.empty(variant=SLIP))
