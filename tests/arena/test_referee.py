"""The referee: everything that a player can do wrong loses the game, with a reason."""

from collections.abc import Callable
from itertools import islice
from typing import Any, cast

import pytest

from fourscore.agents.base import Agent
from fourscore.agents.entry import Entry
from fourscore.agents.registry import agent
from fourscore.arena.clock import Clock, TimeControl
from fourscore.arena.play import AgentPlayer, Finish, Player, Turn, play
from fourscore.core.game import Game
from fourscore.core.position import Position
from fourscore.errors import AgentDied, AgentError, AgentTimeout, InputError
from fourscore.search.types import Limit, Report
from tests.search.clock import ManualClock


class Rogue:
    """A player who plays the first legal column until its turn to misbehave comes."""

    def __init__(self, misbehave: Callable[[Game], Report | None], after: int = 1) -> None:
        self._misbehave = misbehave
        self._left = after

    def choose(self, game: Game) -> Report | None:
        self._left -= 1
        if self._left < 0:
            return self._misbehave(game)
        return Report(game.position.legal[0])


class Honest:
    def choose(self, game: Game) -> Report:
        return Report(game.position.legal[-1])


def end(x: Player, o: Player, clock: Clock | None = None, game: Game | None = None) -> Finish:
    *turns, finish = play(game or Game(), {"X": x, "O": o}, clock=clock)
    assert all(isinstance(turn, Turn) for turn in turns)
    assert isinstance(finish, Finish)
    return finish


def fail(error: Exception) -> Callable[[Game], Report]:
    def raising(_: Game) -> Report:
        raise error

    return raising


CRIMES: dict[str, tuple[Callable[[Game], Any], str]] = {
    "no such column": (lambda _: Report(7), "illegal move: column 8 is not on a board of 7 colu"),
    "a full column": (lambda _: Report(3), "illegal move: column 4 is full"),
    "no column at all": (lambda _: Report(cast(int, None)), "illegal move: None is not a column"),
    "an agent's error": (fail(AgentError("no\nmove")), "exception: no move"),
    "a timeout": (fail(AgentTimeout("2 s")), "out of time: 2 s"),
    "a death": (fail(AgentDied()), "process died"),
}


@pytest.mark.parametrize(("misbehave", "reason"), CRIMES.values(), ids=CRIMES)
@pytest.mark.parametrize("side", ["X", "O"])
def test_a_crime_loses_the_game(misbehave: Callable[[Game], Any], reason: str, side: str) -> None:
    game = Game(Position("444444"))
    players: dict[str, Player] = dict.fromkeys("XO", Honest())
    players[side] = Rogue(misbehave)
    finish = end(players["X"], players["O"], game=game)
    assert finish.reason.startswith(reason)
    assert (finish.forfeit, finish.winner) == (side, "O" if side == "X" else "X")
    assert finish.result == ("0-1" if side == "X" else "1-0")
    assert len(game.moves) == 2 + (side == "O")
    assert game.outcome is None


@pytest.mark.parametrize("error", [ValueError("broken\n\n  inside"), ZeroDivisionError()])
def test_any_error_in_an_agent_is_a_forfeit(error: Exception) -> None:
    def search(*_: object, **__: object) -> Report:
        raise error

    broken = Agent("broken", Entry("broken", "", lambda: search), Limit())
    finish = end(AgentPlayer(agent("random")), AgentPlayer(broken))
    assert (finish.winner, finish.forfeit) == ("X", "O")
    name = type(error).__name__
    assert finish.reason == f"exception: {name}: {' '.join(str(error).split())}".strip()


def test_other_errors_of_a_player_are_the_callers_affair() -> None:
    with pytest.raises(ValueError, match="enough"):
        end(Rogue(fail(ValueError("enough"))), Honest())


# Time


class Watch(ManualClock):
    """A clock's hand that the players move."""

    def player(self, *seconds: float) -> Rogue:
        left = list(seconds)

        def think(game: Game) -> Report:
            self.advance(left.pop(0) if left else 0)
            return Report(game.position.legal[-1 if game.position.ply % 2 else 0])

        return Rogue(think, after=0)


def test_a_move_after_its_limit_loses() -> None:
    watch = Watch()
    finish = end(watch.player(1, 1), watch.player(1, 2.5), Clock(TimeControl(move=2), watch.now))
    assert finish == Finish("X", "out of time: the move took 2.500 s; the limit is 2.000 s", "O")


def test_an_increment_comes_with_each_move() -> None:
    watch = Watch()
    clock = Clock(TimeControl(bank=1, increment=1), watch.now)
    assert end(watch.player(1, 1, 1, 1), watch.player(), clock).reason == "four"
    assert clock.allowance("X") == 1
    assert clock.allowance("O") == 4


def test_turns_tell_their_time() -> None:
    watch = Watch()
    events = play(Game(), {"X": watch.player(2), "O": watch.player(3)}, clock=Clock(now=watch.now))
    assert [turn.seconds for turn in islice(events, 3) if isinstance(turn, Turn)] == [2, 3, 0]


def test_an_agent_that_counts_seconds_is_told_of_its_clock() -> None:
    clock = Clock(TimeControl(move=5, bank=4))
    assert clock.budget("X", Limit(seconds=2)).seconds == pytest.approx(0.36)
    assert clock.budget("X", Limit(depth=3)) == Limit(depth=3)
    assert Clock().budget("X", Limit(seconds=2)) == Limit(seconds=2)
    clock.spend("X", 3.9999999)
    assert clock.budget("X", Limit(seconds=2)) == Limit(seconds=0.001)
    given: list[Limit] = []

    def note(position: Position, limit: Limit) -> int:
        given.append(limit)
        return position.legal[0]

    AgentPlayer(agent(note), Limit(seconds=300), Clock(TimeControl(bank=0.5))).choose(Game())
    assert [each.seconds for each in given] == [pytest.approx(0.045)]


@pytest.mark.parametrize(
    "wrong",
    [{"move": 0}, {"move": float("nan")}, {"bank": -1}, {"bank": 1, "increment": -1},
     {"increment": 1}],
)  # fmt: skip
def test_a_time_control_without_time_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError):
        TimeControl(**wrong)


# The end by the rules


def test_ends_by_the_rules() -> None:
    won = Game("112233")
    assert end(Rogue(lambda _: Report(3), 0), Honest(), game=won) == Finish("X", "four")
    small = Game(Position(size=(2, 2)))
    assert end(Honest(), Honest(), game=small) == Finish(None, "full")
    fill = Game(Position(size=(5, 4), variant="fill"))
    finish = end(Honest(), Honest(), game=fill)
    assert fill.outcome is not None
    assert finish == Finish(fill.outcome.winner, "full")
