"""The shipped courses: whatever the opponent plays, following them keeps what they promise."""

import random

import pytest

from fourscore.book import default_book
from fourscore.core.game import Game
from fourscore.core.notation import read_key
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.course.course import Course, State, course, ply_of_key
from fourscore.insight.course.proving import LIMIT, new_scratch, prove_rule
from fourscore.insight.course.rules import Rule, rule_reply
from fourscore.insight.openings.folding import fold
from tests.insight.explain.claims import board_of
from tests.reference import Board

FIRST, SECOND = course("first"), course("second")
RULES_OF_7X6 = Position().rules


def position_of(key: int) -> Position:
    return read_key(key, RULES_OF_7X6)


# The first player's course, as a whole


def test_every_reply_is_answered() -> None:
    """Walk the course from the empty board: no reply leads out of it but into a lost four."""
    seen, waiting = {Position().key}, [Position()]
    while waiting:
        at = waiting.pop()
        step = FIRST.step(at)
        assert step is not None, at
        after = at.play(step.column)
        if step.rule is not None:
            continue
        assert not after.winning_columns, "the opponent could make a four"
        for reply in after.legal:
            following = fold(after.play(reply))[0]
            if following.winning_columns:
                continue
            assert FIRST.step(following) is not None, (after, reply)
            if following.key not in seen:
                seen.add(following.key)
                waiting.append(following)
    assert seen == set(FIRST.keys), "the course has positions that nothing leads to"


def test_every_rule_wins() -> None:
    """Play each rule of the course against every reply, to the end."""
    scratch = new_scratch()
    for key in FIRST.keys:
        at = position_of(key)
        step = FIRST.step(at)
        assert step is not None
        if step.rule is None:
            continue
        after, style = at.play(step.column), step.rule.style
        red, yellow = after.mine ^ after.filled, after.mine
        assert prove_rule(
            red, yellow, style.follows, style.care, step.rule.column, LIMIT, at.rules, scratch
        ), (at, step)


def test_book_agrees_that_the_moves_win() -> None:
    book = default_book()
    assert book is not None
    early = [position_of(key) for key in FIRST.keys if ply_of_key(key) < book.plies]
    assert len(early) > 50
    for at in early:
        step = FIRST.step(at)
        assert step is not None
        value = book.lookup(at.play(step.column))
        assert value is not None
        assert value < 0


# The same by a second rulebook, which shares no code with the first


def reference_reply(board: Board, rule: Rule, last: int) -> int:
    """Follow a rule by its words, on the second rulebook's board."""
    mine, theirs = board.turn(), "O" if board.turn() == "X" else "X"

    def lands(column: int) -> tuple[int, int]:
        return column, sum(board.at((column, row)) != "-" for row in range(6))

    columns = board.open_columns()
    for player in (mine, theirs):
        for column in columns:
            if lands(column) in board.threats(player):
                return column
    own, enemy = board.threats(mine), board.threats(theirs)

    def above(column: int) -> tuple[int, int]:
        return column, lands(column)[1] + 1

    allowed = [c for c in columns if rule.style.care < 1 or above(c) not in enemy]
    if rule.style.care > 1:
        allowed = [c for c in allowed if above(c) not in own] or allowed
    allowed = allowed or columns
    side = -1 if rule.flipped else 1
    order = [rule.column, *(3 + side * away for away in (0, -1, 1, -2, 2, -3, 3))]
    if rule.style.follows == 1 and last in allowed:
        return last
    if rule.style.follows == 2:
        for column in order:
            if column in allowed and lands(column)[1] % 2 == 1:
                return column
    return next(column for column in order if column in allowed)


def play_by_words(chosen: Course, draw: random.Random) -> Board:
    """Play a game by the course and its rules' words against random replies."""
    board, position, rule, last = Board(), Position(), None, 0
    while board.outcome is None:
        if board.turn() == chosen.player:
            if rule is not None:
                column = reference_reply(board, rule, last)
                reply = rule_reply(position, rule, last)
                # Of two fours at once either will do.
                assert column == reply or board.drop(reply).outcome == board.turn()
            elif (step := chosen.step(position)) is not None:
                column, rule = step
            else:
                column = position.winning_columns[0]
        else:
            wins = [c for c in board.legal if board.drop(c).outcome == board.turn()]
            column = draw.choice(wins or board.legal)
            last = column
        board, position = board.drop(column), position.play(column)
    return board


@pytest.mark.parametrize("games", [40, pytest.param(3000, marks=pytest.mark.slow)])
def test_random_opponents_lose_by_the_second_rulebook(games: int) -> None:
    draw = random.Random(99)
    for _ in range(games):
        assert play_by_words(FIRST, draw).outcome == "X"


def leaves() -> list[tuple[Position, int, Rule]]:
    """Return the positions from which a rule is followed, those with the most discs first."""
    found = []
    for key in FIRST.keys:
        step = FIRST.step(position_of(key))
        if step is not None and step.rule is not None:
            found.append((position_of(key), step.column, step.rule))
    return sorted(found, key=lambda leaf: (-leaf[0].ply, leaf[0].key))


def wins_everywhere(board: Board, rule: Rule, seen: set[tuple[str, ...]]) -> bool:
    """Play a rule against every reply by the second rulebook alone."""
    for reply in board.legal:
        after = board.drop(reply)
        if after.outcome is not None:
            return False
        following = after.drop(reference_reply(after, rule, reply))
        if following.outcome == "X" or following.rows() in seen:
            continue
        if following.outcome is not None or not wins_everywhere(following, rule, seen):
            return False
        seen.add(following.rows())
    return True


def test_late_rules_win_by_the_second_rulebook() -> None:
    check_rules(leaves()[:4])


@pytest.mark.slow
def test_rules_of_every_depth_win_by_the_second_rulebook() -> None:
    check_rules(random.Random(7).sample(leaves(), 60))


def check_rules(found: list[tuple[Position, int, Rule]]) -> None:
    for position, column, rule in found:
        assert wins_everywhere(board_of(position.play(column)), rule, set())


# The second player's course


def test_resistance_is_the_longest() -> None:
    book = default_book()
    assert book is not None
    for key in SECOND.keys:
        at = position_of(key)
        step = SECOND.step(at)
        assert step is not None
        values = {column: book.lookup(at.play(column)) for column in at.legal}
        assert values[step.column] == min(value for value in values.values() if value is not None)


def test_resistance_answers_every_first_move_of_the_book() -> None:
    """The opponent may play any winning move, and after an error one answer is there."""
    book = default_book()
    assert book is not None
    waiting = [Position()]
    while waiting:
        at = waiting.pop()
        for column in at.legal:
            after = at.play(column)
            step = SECOND.step(after)
            assert step is not None, after
            value = book.lookup(after)
            assert value is not None
            reply = after.play(step.column)
            if value < 0 and reply.ply < book.plies:
                waiting.append(reply)


# Following a course


def test_mirror_images_are_mirrored() -> None:
    for key in list(FIRST.keys)[::50]:
        at = position_of(key)
        step, other = FIRST.step(at), FIRST.step(at.mirror())
        assert step is not None
        assert other is not None
        if at.mirror() == at:
            continue
        assert other.column == 6 - step.column
        assert other.rule == (step.rule and step.rule.mirrored)


def test_states_of_a_game() -> None:
    game = Game()
    assert FIRST.follow(game).state is State.MOVE
    game.play(3)
    assert FIRST.follow(game).state is State.REPLY
    assert FIRST.follow(Game("3")).state is State.REPLY
    assert FIRST.follow(Game("31")).state is State.LEFT
    assert FIRST.follow(Game("4141414")).state is State.OVER
    assert SECOND.follow(Game("4")).column == 3


def test_an_unknown_side_is_refused() -> None:
    with pytest.raises(InputError, match="'third' is not a side"):
        course("third")
