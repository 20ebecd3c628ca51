"""Each kind of claim checked by plain play on the reference board, without the facts' own code."""

import random
from collections.abc import Callable, Iterable
from fractions import Fraction

from fourscore.core.position import Position
from fourscore.insight.explain.facts import Fact
from tests.reference import Board, Place, windows

Truth = Callable[[Position], int]
"""Gives the exact score of a position, as the side to move sees it."""


def board_of(position: Position) -> Board:
    """Set the reference board up as a position stands."""
    board = Board(position.width, position.height, position.variant.name)
    board.cells = [list(row) for row in reversed(position.rows())]
    return board


def other(player: str | None) -> str:
    return "O" if player == "X" else "X"


def landing(board: Board, column: int) -> Place:
    return column, next(row for row in range(board.height) if board.at((column, row)) == "-")


def reach(board: Board, player: str) -> set[Place]:
    """Return the cells where a player makes a four with the next disc, if it is that player's."""
    landings = {landing(board, column) for column in board.open_columns()}
    return board.threats(player) & landings


def wins_at_once(board: Board, player: str | None) -> bool:
    assert board.turn() == player
    return any(board.drop(column).outcome == player for column in board.legal)


def beneath_when_full(board: Board, cell: Place) -> str:
    """Fill all other columns, then the cell's own, in turns; say whose disc comes beneath it."""
    column, row = cell
    free = sum(board.at((c, r)) == "-" for c in range(board.width) for r in range(board.height))
    own = sum(board.at((column, r)) == "-" for r in range(board.height))
    beneath = sum(board.at((column, r)) == "-" for r in range(row - 1))
    turns = [board.turn(), other(board.turn())] * free
    return turns[free - own + beneath]


class Checker:
    """Checks the facts of one explanation."""

    def __init__(self, position: Position, truth: Truth) -> None:
        self.position = position
        self.truth = truth

    def check(self, fact: Fact) -> None:
        self._check_way(fact.after, 1)
        position = self._follow(fact.after)
        name = fact.kind.name.lower()
        getattr(self, name)(fact, position, board_of(position))

    def _follow(self, columns: Iterable[int]) -> Position:
        position = self.position
        for column in columns:
            position = position.play(column)
        return position

    def _check_way(self, columns: tuple[int, ...], skip: int) -> None:
        """Every move of a way keeps the exact score, after those that are in question."""
        if self.position.variant.name != "standard":
            return
        position = self.position
        for count, column in enumerate(columns):
            child = position.play(column)
            assert count < skip or self.truth(position) == -self.truth(child)
            position = child

    def _scores(self, position: Position) -> dict[int, int]:
        return {column: -self.truth(position.play(column)) for column in position.legal}

    def _best(self, position: Position) -> tuple[int, ...]:
        scores = self._scores(position)
        return tuple(column for column in scores if scores[column] == max(scores.values()))

    def over(self, fact: Fact, position: Position, board: Board) -> None:
        assert board.outcome == (fact.player or "draw")
        if fact.player and position.variant.name == "standard":
            assert set(fact.cells) == board.cells_of_fours(fact.player)

    def verdict(self, fact: Fact, position: Position, board: Board) -> None:
        self.choices(fact, position, board)
        assert fact.player == board.turn()
        assert fact.columns == self._best(position)

    def choices(self, fact: Fact, position: Position, board: Board) -> None:
        assert list(fact.scores) == board.legal
        assert {c: int(score) for c, score in fact.scores.items()} == self._scores(position)
        assert fact.score is not None
        assert int(fact.score) == self.truth(position)

    def move(self, fact: Fact, position: Position, board: Board) -> None:
        move, *best = fact.columns
        assert fact.player == board.turn()
        assert int(fact.scores[move]) == self._scores(position)[move]
        assert fact.score is not None
        assert int(fact.score) == self.truth(position)
        assert tuple(best) == self._best(position)

    def reply(self, fact: Fact, position: Position, board: Board) -> None:
        assert fact.player == board.turn()
        assert fact.score is not None
        assert int(fact.score) == self.truth(position)
        assert fact.columns == self._best(position)

    def line(self, fact: Fact, position: Position, board: Board) -> None:
        self._check_way(fact.line, 0)
        end = self._follow(fact.line)
        assert fact.score is not None
        assert int(fact.score) == self.truth(position)
        assert board_of(end).outcome == (fact.player or "draw")
        if fact.player:
            before = board_of(self._follow(fact.line[:-1]))
            assert fact.cells == (landing(before, fact.line[-1]),)
            assert (fact.other == fact.player) == (fact.cells[0] in board.threats(fact.player))

    def win_now(self, fact: Fact, position: Position, board: Board) -> None:  # noqa: ARG002
        assert fact.player == board.turn()
        assert set(fact.cells) == reach(board, fact.player)
        assert fact.columns == tuple(cell.column for cell in fact.cells)
        for column in fact.columns:
            assert len(board.drop(column).fours(fact.player)) > len(board.fours(fact.player))
        self._check_four(fact, board, fact.player)

    def _check_four(self, fact: Fact, board: Board, player: str) -> None:
        assert tuple(sorted(fact.four)) in {
            tuple(sorted(line)) for line in windows(board.width, board.height)
        }
        assert fact.cells[0] in fact.four
        assert all(board.at(each) == player for each in fact.four if each != fact.cells[0])

    def must_block(self, fact: Fact, position: Position, board: Board) -> None:  # noqa: ARG002
        enemy = other(fact.player)
        assert fact.player == board.turn()
        assert not wins_at_once(board, fact.player)
        assert fact.columns == (fact.cells[0].column,)
        assert reach(board, enemy) == set(fact.cells)
        for column in board.legal:
            assert wins_at_once(board.drop(column), enemy) == (column != fact.columns[0])
        self._check_four(fact, board, enemy)

    def vain_block(self, fact: Fact, position: Position, board: Board) -> None:  # noqa: ARG002
        enemy = other(fact.player)
        assert fact.player == board.turn()
        assert not wins_at_once(board, fact.player)
        assert reach(board, enemy) == {fact.cells[0]}
        assert all(wins_at_once(board.drop(column), enemy) for column in board.legal)
        blocked = board.drop(fact.cells[0].column)
        assert landing(blocked, fact.cells[1].column) == fact.cells[1]
        assert blocked.drop(fact.cells[1].column).outcome == enemy

    def two_wins(self, fact: Fact, position: Position, board: Board) -> None:  # noqa: ARG002
        assert fact.player == other(board.turn())
        assert not wins_at_once(board, board.turn())
        assert reach(board, fact.player) == set(fact.cells)
        assert len(fact.cells) > 1
        assert all(wins_at_once(board.drop(column), fact.player) for column in board.legal)

    def poison(self, fact: Fact, position: Position, board: Board) -> None:  # noqa: ARG002
        assert fact.player == board.turn()
        assert not wins_at_once(board, fact.player)
        assert fact.columns == tuple(cell.column for cell in fact.cells)
        for column in board.legal:
            punished = wins_at_once(board.drop(column), other(fact.player))
            assert punished == (column in fact.columns)
        self._check_answers_on_top(fact, board)

    def _check_answers_on_top(self, fact: Fact, board: Board) -> None:
        for cell in fact.cells:
            after = board.drop(cell.column)
            assert landing(after, cell.column) == cell
            assert after.drop(cell.column).outcome == other(fact.player)

    def zugzwang(self, fact: Fact, position: Position, board: Board) -> None:  # noqa: ARG002
        assert fact.player == board.turn()
        assert not reach(board, "X")
        assert not reach(board, "O")
        assert list(fact.columns) == board.legal
        self._check_answers_on_top(fact, board)

    def double(self, fact: Fact, position: Position, board: Board) -> None:  # noqa: ARG002
        assert board.turn() == other(fact.player)
        assert not wins_at_once(board, board.turn())
        assert len(fact.cells) > 1
        assert fact.player is not None
        assert set(fact.cells) <= board.threats(fact.player)
        assert fact.cells[0] in reach(board, fact.player)
        for reply in board.legal:
            after = board.drop(reply)
            wins = {landing(after, c) for c in after.legal if after.drop(c).outcome}
            assert wins & set(fact.cells)

    def forces(self, fact: Fact, position: Position, board: Board) -> None:  # noqa: ARG002
        assert fact.player == other(board.turn())
        assert not wins_at_once(board, board.turn())
        assert reach(board, fact.player) == set(fact.cells)
        assert fact.columns == (fact.cells[0].column,)
        for reply in board.legal:
            assert wins_at_once(board.drop(reply), fact.player) == (reply != fact.columns[0])

    def forced_win(self, fact: Fact, position: Position, board: Board) -> None:
        assert fact.player == board.turn()
        assert len(fact.line) % 2 == 1
        for count in range(0, len(fact.line) - 1, 2):
            board = board.drop(fact.line[count])
            assert board.outcome is None
            assert not wins_at_once(board, other(fact.player))
            for reply in board.legal:
                if reply != fact.line[count + 1]:
                    assert wins_at_once(board.drop(reply), fact.player)
            board = board.drop(fact.line[count + 1])
        assert landing(board, fact.line[-1]) == fact.cells[0]
        assert board.drop(fact.line[-1]).outcome == fact.player
        if position.variant.name == "standard":
            assert self.truth(position) > 0

    def new_threat(self, fact: Fact, position: Position, board: Board) -> None:
        before = board_of(self._follow(fact.after[:-1]))
        assert fact.player == before.turn()
        assert fact.cells[0] not in before.threats(fact.player)
        self.threat(fact, position, board)

    def threat(self, fact: Fact, position: Position, board: Board) -> None:
        assert fact.player is not None
        (cell,) = fact.cells
        assert cell in board.threats(fact.player)
        if position.variant.name != "standard":
            assert fact.other is None
            return
        lower = [(cell.column, row) for row in range(cell.row)]
        assert not set(lower) & (board.threats("X") | board.threats("O"))
        assert cell != landing(board, cell.column)
        assert fact.other == beneath_when_full(board, cell)

    def stack(self, fact: Fact, position: Position, board: Board) -> None:  # noqa: ARG002
        """Fill the column beneath with discs of the other side's, and let both play on."""
        assert fact.player is not None
        lower, upper = fact.cells
        assert (upper.column, upper.row) == (lower.column, lower.row + 1)
        assert lower != landing(board, lower.column)
        for row in range(lower.row):
            if board.cells[row][lower.column] == "-":
                board.cells[row][lower.column] = other(fact.player)
        board.cells[lower.row][lower.column] = fact.player
        assert board.fours(fact.player)
        board.cells[lower.row][lower.column] = other(fact.player)
        board.cells[upper.row][upper.column] = fact.player
        assert board.fours(fact.player)

    def no_line(self, fact: Fact, position: Position, board: Board) -> None:  # noqa: ARG002
        assert fact.player is not None
        for row in board.cells:
            row[:] = [fact.player if mark == "-" else mark for mark in row]
        assert not board.fours(fact.player)

    def follow_up(self, fact: Fact, position: Position, board: Board) -> None:
        """Let the player answer as claimed, regardless of what the other side does."""
        assert fact.player == other(board.turn())
        assert fact.score is not None
        assert self.truth(position) <= int(fact.score) <= 0
        plan = Answering(fact, board)
        draw = random.Random(position.key)
        if position.width * position.height - position.ply <= 8:
            plan.play_all(board)
        else:
            for _ in range(12):
                plan.play_one(board, draw)

    def fours(self, fact: Fact, position: Position, board: Board) -> None:  # noqa: ARG002
        assert fact.player is not None
        assert fact.amount == len(board.fours(fact.player))

    def chance(self, fact: Fact, position: Position, board: Board) -> None:  # noqa: ARG002
        chances = board.landings(fact.columns[0])
        wins = [c for c in chances if board.drop(c).outcome == board.turn()]
        assert fact.amount == sum((chances[column] for column in wins), Fraction(0))
        assert fact.amount


class Answering:
    """A player who answers every disc above it, and a first disc in an odd column in another."""

    def __init__(self, fact: Fact, board: Board) -> None:
        assert fact.score is not None
        self.fact = fact
        self.wins = int(fact.score) < 0
        self.tops = {cell.column: cell.row - 1 for cell in fact.cells}
        odd = {column for column in range(board.width) if self._left(board, column) % 2}
        assert odd == set(fact.columns)

    def _left(self, board: Board, column: int) -> int:
        """Count the cells that are played before a threat's lower neighbour, or the top."""
        top = self.tops.get(column, board.height)
        return sum(board.at((column, row)) == "-" for row in range(top))

    def answer(self, board: Board, column: int) -> Board:
        """Reply to a disc in a column."""
        for win in board.legal:
            if (after := board.drop(win)).outcome == self.fact.player:
                return after
        if self._left(board, column) % 2:
            return board.drop(column)
        partner = next(
            each
            for each in self.fact.columns
            if each != column and self._left(board, each) % 2 and each in board.legal
        )
        return board.drop(partner)

    def _judge(self, board: Board) -> None:
        outcome = board.outcome
        assert outcome == self.fact.player if self.wins else outcome != other(self.fact.player)

    def play_one(self, board: Board, draw: random.Random) -> None:
        while board.outcome is None:
            column = draw.choice(board.legal)
            board = board.drop(column)
            if board.outcome is None:
                board = self.answer(board, column)
        self._judge(board)

    def play_all(self, board: Board) -> None:
        if board.outcome is not None:
            self._judge(board)
            return
        for column in board.legal:
            after = board.drop(column)
            self.play_all(after if after.outcome else self.answer(after, column))
