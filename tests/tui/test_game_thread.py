"""One game on a thread of its own: orders, pauses, clocks."""

import threading
from collections.abc import Callable

import pytest

from fourscore.core.game import Game
from fourscore.core.position import Position
from fourscore.core.reader import read_line
from fourscore.core.variants import SLIP
from fourscore.tui.game_thread import (
    Broken,
    Event,
    GameThread,
    Refused,
    StoppableClock,
    Thinking,
    Updated,
)
from tests.waiting import PATIENCE


class Table:
    """A game thread, and every event it has published."""

    def __init__(self, first: str, second: str, game: Game | None = None, **more: float) -> None:
        self.events: list[Event] = []
        self._news = threading.Condition()
        seconds = more.get("seconds")
        seats = {"X": first, "O": second}
        self.game_thread = GameThread(
            game or Game(), seats, seed=1, seconds=seconds, on_event=self._hear
        )

    def _hear(self, event: Event) -> None:
        assert not isinstance(event, Broken), event
        with self._news:
            self.events.append(event)
            self._news.notify_all()

    def until(self, condition: Callable[[], object]) -> None:
        with self._news:
            assert self._news.wait_for(condition, PATIENCE), self.events

    @property
    def last(self) -> Updated:
        return [event for event in self.events if isinstance(event, Updated)][-1]

    @property
    def moves(self) -> list[int]:
        updates = [event for event in self.events if isinstance(event, Updated)]
        return [move.landing for move in updates[-1].snapshot.moves] if updates else []

    def until_moves(self, *columns: int) -> None:
        self.until(lambda: self.moves == list(columns))

    def until_count(self, count: int) -> None:
        self.until(lambda: len(self.moves) == count)

    def until_refused(self, sentence: str) -> None:
        expected = [Refused(sentence)]
        self.until(lambda: [e for e in self.events if isinstance(e, Refused)][-1:] == expected)


def begin(table: Table) -> Table:
    table.game_thread.start()
    table.until(lambda: table.events)
    return table


def test_two_people_take_turns() -> None:
    table = begin(Table("human", "human"))
    for column in (3, 2, 3, 2, 3, 2):
        table.game_thread.play(column)
    table.until_moves(3, 2, 3, 2, 3, 2)
    table.game_thread.play(3)
    table.until(lambda: table.last.snapshot.finish)
    finish = table.last.snapshot.finish
    assert finish is not None
    assert (finish.winner, finish.reason) == ("X", "four")
    table.game_thread.stop()


def test_a_bad_move_is_refused_and_the_game_goes_on() -> None:
    table = begin(Table("human", "human", read_line("444444")))
    table.game_thread.play(3)
    table.until_refused("column 4 is full")
    table.game_thread.play(9)
    table.until_refused("column 10 is not on a board of 7 columns (1 to 7)")
    table.game_thread.play(0)
    table.until(lambda: table.moves[-1:] == [0])
    table.game_thread.stop()


def test_undo_and_redo_take_the_answer_along() -> None:
    table = begin(Table("human", "minimax:depth=1"))
    table.game_thread.play(0)
    table.until(lambda: len(table.moves) == 2)
    both = table.moves
    table.game_thread.undo()
    table.until_moves()
    assert table.last.snapshot.can_redo
    table.game_thread.undo()
    table.until_refused("there is no move of yours to take back")
    table.game_thread.redo()
    table.until_moves(*both)
    table.game_thread.stop()


def test_undo_after_the_end() -> None:
    table = begin(Table("human", "human", read_line("1212121")))
    table.until(lambda: table.last.snapshot.finish)
    table.game_thread.play(5)
    table.game_thread.undo()
    table.until_moves(0, 1, 0, 1, 0, 1)
    table.game_thread.play(0)
    table.until(lambda: table.last.snapshot.finish)
    table.game_thread.stop()


def test_undo_ends_a_thought_that_would_take_an_hour() -> None:
    table = begin(Table("human", "mcts:seconds=3600"))
    table.game_thread.play(3)
    table.until(lambda: any(isinstance(event, Thinking) for event in table.events))
    table.game_thread.undo()
    table.until_moves()
    table.game_thread.stop()


def test_move_now_and_the_live_report() -> None:
    table = begin(Table("mcts:seconds=3600", "human"))
    table.until(lambda: [e for e in table.events if isinstance(e, Thinking) and e.report])
    table.game_thread.move_now()
    table.until(lambda: len(table.moves) == 1)
    turn = table.last.turn
    assert turn is not None
    assert turn.report.playouts > 0
    table.game_thread.stop()


def test_pause_and_step() -> None:
    table = Table("random", "random")
    table.game_thread.pause()
    begin(table)
    for count in (1, 2, 3):
        table.game_thread.step()
        table.until_count(count)
    table.game_thread.undo()
    table.until_count(2)
    updates = [event for event in table.events if isinstance(event, Updated)]
    assert max(len(event.snapshot.moves) for event in updates) == 3
    table.game_thread.redo()
    table.until_count(3)
    table.game_thread.pause(False)
    table.until(lambda: table.last.snapshot.finish)
    table.game_thread.stop()


def test_a_clock_that_is_stopped_loses_no_time() -> None:
    times = iter([10.0, 11.0, 40.0, 42.0])
    clock = StoppableClock(lambda: next(times))
    assert clock() == 10
    with clock.stopped():  # from 11 to 40
        pass
    assert clock() == 13


def test_a_machine_moves_before_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourscore.tui.game_thread.IN_TIME", 0.02)
    table = begin(Table("mcts:playouts=1000000000", "human", seconds=50))
    table.until(lambda: len(table.moves) == 1)
    assert table.last.snapshot.finish is None
    table.game_thread.stop()


def test_a_person_who_takes_too_long_loses() -> None:
    table = begin(Table("human", "human", seconds=0.2))
    table.until(lambda: table.last.snapshot.finish)
    finish = table.last.snapshot.finish
    assert finish is not None
    assert (finish.winner, finish.forfeit) == ("O", "X")
    assert finish.reason == "out of time: no move within 0.2 s"
    table.game_thread.stop()


def test_slip_lands_beside_the_aim_sometimes() -> None:
    table = begin(Table("human", "human", Game(Position.empty(variant=SLIP))))
    for count in range(1, 9):
        table.game_thread.play(3)
        table.until_count(count)
    moves = table.last.snapshot.moves
    assert {move.aim for move in moves} == {3}
    assert len({move.landing for move in moves}) > 1
    table.game_thread.stop()


def test_a_broken_agent_forfeits(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("agents") / "broken.py"
    file.write_text("def agent(observation, configuration):\n    return 99\n")
    table = begin(Table("human", f"kaggle:{file}"))
    table.game_thread.play(3)
    table.until(lambda: table.last.snapshot.finish)
    finish = table.last.snapshot.finish
    assert finish is not None
    assert finish.forfeit == "O"
    table.game_thread.stop()
