"""The shipped courses: whatever the opponent plays, following them keeps what they promise."""

import random
from typing import cast

import pytest

from fourscore.book import default_book
from fourscore.book.reader import ShippedBook
from fourscore.core.game import Game
from fourscore.core.notation import read_key
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.course.course import Course, State, Step, course
from fourscore.insight.course.proving import LIMIT, new_scratch, prove_rule
from fourscore.insight.course.rules import Rule, rule_reply
from fourscore.insight.openings.folding import fold
from tests.insight.explain.claims import board_of
from tests.reference import Board

FIRST, SECOND = course("first"), course("second")
BOOK = cast("ShippedBook", default_book())


def position_of(key: int) -> Position:
    return read_key(key, Position().rules)


def step_of(chosen: Course, at: Position) -> Step:
    step = chosen.step(at)
    assert step is not None, at
    return step


def test_every_reply_is_answered() -> None:
    """Walk the course from the empty board: no reply leads out of it but into a lost four."""
    seen, waiting = {Position().key}, [Position()]
    while waiting:
        at = waiting.pop()
        step = step_of(FIRST, at)
        if step.rule is not None:
            continue
        after = at.play(step.column)
        assert not after.winning_columns, "the opponent could make a four"
        for reply in after.legal:
            following = fold(after.play(reply))[0]
            if not following.winning_columns and following.key not in seen:
                seen.add(following.key)
                waiting.append(following)
    assert seen == set(FIRST.keys), "the course has positions that nothing leads to"


def test_every_rule_wins() -> None:
    """Play each rule of the course against every reply, to the end."""
    scratch = new_scratch()
    for at, column, rule in leaves():
        after, style = at.play(column), rule.style
        red, yellow = after.mine ^ after.filled, after.mine
        assert prove_rule(
            red, yellow, style.follows, style.care, rule.column, LIMIT, at.rules, scratch
        ), (at, rule)


def leaves() -> list[tuple[Position, int, Rule]]:
    """Return the positions from which a rule is followed, those with the most discs first."""
    steps = [(at, *step_of(FIRST, at)) for at in map(position_of, FIRST.keys)]
    found = [(at, column, rule) for at, column, rule in steps if rule is not None]
    return sorted(found, key=lambda leaf: (-leaf[0].ply, leaf[0].key))


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


@pytest.mark.parametrize("games", [40, pytest.param(3000, marks=pytest.mark.slow)])
def test_random_opponents_lose_by_the_second_rulebook(games: int) -> None:
    """Play by the course and its rules' words against random replies."""
    draw = random.Random(99)
    for _ in range(games):
        board, position, rule, last = Board(), Position(), None, 0
        while board.outcome is None:
            if board.turn() == "O":
                wins = [c for c in board.legal if board.drop(c).outcome == "O"]
                column = last = draw.choice(wins or board.legal)
            elif rule is not None:
                column = reference_reply(board, rule, last)
                reply = rule_reply(position, rule, last)
                # Of two fours at once either will do.
                assert column == reply or board.drop(reply).outcome == "X"
            elif (step := FIRST.step(position)) is not None:
                column, rule = step
            else:
                column = position.winning_columns[0]
            board, position = board.drop(column), position.play(column)
        assert board.outcome == "X"


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


@pytest.mark.parametrize("count", [4, pytest.param(60, marks=pytest.mark.slow)])
def test_rules_win_by_the_second_rulebook(count: int) -> None:
    """The latest ones, and with time some of every depth."""
    found = leaves()
    for position, column, rule in found[:4] + random.Random(7).sample(found, count - 4):
        assert wins_everywhere(board_of(position.play(column)), rule, set())


def test_resistance_is_the_longest() -> None:
    for at in map(position_of, SECOND.keys):
        values = {column: BOOK.lookup(at.play(column)) for column in at.legal}
        longest = min(value for value in values.values() if value is not None)
        assert values[step_of(SECOND, at).column] == longest


def test_resistance_answers_every_first_move_of_the_book() -> None:
    """The opponent may play any winning move, and after an error one answer is there."""
    waiting = [Position()]
    while waiting:
        at = waiting.pop()
        for after in map(at.play, at.legal):
            reply = after.play(step_of(SECOND, after).column)
            value = BOOK.lookup(after)
            assert value is not None
            if value < 0 and reply.ply < BOOK.plies:
                waiting.append(reply)


def test_states_of_a_game() -> None:
    states = {"": State.MOVE, "4": State.REPLY, "3": State.REPLY, "31": State.LEFT}
    for moves, state in {**states, "4141414": State.OVER}.items():
        assert FIRST.follow(Game(moves)).state is state
    assert SECOND.follow(Game("4")).column == 3
    with pytest.raises(InputError, match="'third' is not a side"):
        course("third")
