"""One game on a thread of its own: orders, pauses, clocks."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fourscore.core.game import Game
from fourscore.core.reader import read_line
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


class Table(GameThread):
    """A game thread that keeps every event it has published."""

    def __init__(
        self, first: str, second: str, game: Game | None = None, *, seconds: float | None = None
    ) -> None:
        self.events: list[Event] = []
        self._news = threading.Condition()
        seats = {"X": first, "O": second}
        super().__init__(game or Game(), seats, seed=1, seconds=seconds, on_event=self._hear)

    def _hear(self, event: Event) -> None:
        assert not isinstance(event, Broken), event
        with self._news:
            self.events.append(event)
            self._news.notify_all()

    def until(self, condition: Callable[[], object]) -> None:
        with self._news:
            assert self._news.wait_for(condition, PATIENCE), self.events

    @property
    def updates(self) -> list[Updated]:
        return [event for event in self.events if isinstance(event, Updated)]

    @property
    def last(self) -> Updated:
        return self.updates[-1]

    @property
    def moves(self) -> list[int]:
        return [move.landing for move in self.last.snapshot.moves]

    def until_moves(self, *columns: int) -> None:
        self.until(lambda: self.moves == list(columns))

    def until_count(self, count: int) -> None:
        self.until(lambda: len(self.moves) == count)

    def until_finished(self) -> None:
        self.until(lambda: self.last.snapshot.finish)

    def until_refused(self, sentence: str) -> None:
        expected = [Refused(sentence)]
        self.until(lambda: [e for e in self.events if isinstance(e, Refused)][-1:] == expected)


Begin = Callable[[Table], Table]


@pytest.fixture
def begin() -> Iterator[Begin]:
    """Start game threads that are stopped in the end."""
    tables = []

    def start(table: Table) -> Table:
        tables.append(table)
        table.start()
        table.until(lambda: table.events)
        return table

    yield start
    for table in tables:
        table.stop()


def test_a_bad_move_is_refused_and_the_game_goes_on(begin: Begin) -> None:
    table = begin(Table("human", "human", read_line("444444")))
    table.play(3)
    table.until_refused("column 4 is full")
    table.play(9)
    table.until_refused("column 10 is not on a board of 7 columns (1 to 7)")
    table.play(0)
    table.until(lambda: table.moves[-1:] == [0])


def test_undo_and_redo_take_the_answer_along(begin: Begin) -> None:
    table = begin(Table("human", "minimax:depth=1"))
    table.play(0)
    table.until_count(2)
    both = table.moves
    table.undo()
    table.until_moves()
    assert table.last.snapshot.can_redo
    table.undo()
    table.until_refused("there is no move of yours to take back")
    table.redo()
    table.until_moves(*both)


def test_undo_after_the_end(begin: Begin) -> None:
    table = begin(Table("human", "human", read_line("1212121")))
    table.until_finished()
    table.play(5)
    table.undo()
    table.until_moves(0, 1, 0, 1, 0, 1)
    table.play(0)
    table.until_finished()


def test_undo_ends_a_thought_that_would_take_an_hour(begin: Begin) -> None:
    table = begin(Table("human", "mcts:seconds=3600"))
    table.play(3)
    table.until(lambda: any(isinstance(event, Thinking) for event in table.events))
    table.undo()
    table.until_moves()


def test_move_now_and_the_live_report(begin: Begin) -> None:
    table = begin(Table("mcts:seconds=3600", "human"))
    table.until(lambda: [e for e in table.events if isinstance(e, Thinking) and e.report])
    table.move_now()
    table.until_count(1)
    turn = table.last.turn
    assert turn is not None
    assert turn.report.playouts > 0


def test_pause_and_step(begin: Begin) -> None:
    table = Table("random", "random")
    table.pause()
    begin(table)
    for count in (1, 2, 3):
        table.step()
        table.until_count(count)
    table.undo()
    table.until_count(2)
    assert max(len(event.snapshot.moves) for event in table.updates) == 3
    table.redo()
    table.until_count(3)
    table.pause(False)
    table.until_finished()


def test_a_clock_that_is_stopped_loses_no_time() -> None:
    times = iter([10.0, 11.0, 40.0, 42.0])
    clock = StoppableClock(lambda: next(times))
    assert clock() == 10
    with clock.stopped():  # from 11 to 40
        pass
    assert clock() == 13


def test_a_machine_moves_before_its_time_is_up(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fourscore.tui.game_thread.IN_TIME", 0.001)
    table = begin(Table("mcts:playouts=1000000000", "human", seconds=500))
    table.until_count(1)
    assert table.last.snapshot.finish is None


def test_a_broken_agent_forfeits(begin: Begin, tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("def agent(observation, configuration):\n    return 99\n")
    table = begin(Table("human", f"kaggle:{file}"))
    table.play(3)
    table.until_finished()
    finish = table.last.snapshot.finish
    assert finish is not None
    assert finish.forfeit == "O"
