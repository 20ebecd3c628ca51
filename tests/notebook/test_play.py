"""A live board without a browser: what it plays, shows and refuses."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import fourscore
from fourscore.core.position import Position
from fourscore.core.variants import FILL, SLIP
from fourscore.errors import IllegalMoveError, InputError, UnsupportedError
from fourscore.notebook import board
from fourscore.notebook.play import PlayBoard
from tests.closable import Closable
from tests.waiting import PATIENCE, eventually


@pytest.fixture
def boards() -> Iterator[Any]:
    """Make boards that are closed in the end."""
    made: list[PlayBoard] = []

    def make(*arguments: Any, **options: Any) -> PlayBoard:
        made.append(board(*arguments, **options))
        return made[-1]

    yield make
    for each in made:
        each.close()


def chips(live: PlayBoard) -> list[str | None]:
    return [each and each["text"].replace("\n", " ") for each in live.view["chips"]]


def click(live: PlayBoard, do: str, **values: Any) -> None:
    """Send what the browser sends."""
    live._handle_custom_msg({"do": do, **values}, [])


def labels(live: PlayBoard) -> dict[str, bool]:
    return {each["label"]: each["is_open"] for each in live.view["buttons"]}


def test_the_opponent_answers_and_all_is_taken_back(boards: Any) -> None:
    live = boards("1122", opponent="alphabeta:depth=2")
    assert live.side == "X"
    assert labels(live)["New game"] is False
    live.play(2)
    assert live.wait(PATIENCE)
    assert live.game.columns == (0, 0, 1, 1, 2, 3)
    assert live.position == live.game.position
    assert live.moves == live.game.moves
    assert live.view["status"] == "Your move"
    assert live.view["board"]["last"] == (3, 0)
    click(live, "undo")
    assert live.wait(0)
    assert live.game.columns == (0, 0, 1, 1)
    live.play(0)
    assert live.wait(PATIENCE)
    assert labels(live)["New game"] is True
    click(live, "new")
    assert live.game.columns == (0, 0, 1, 1)


def test_the_opponent_may_be_code(boards: Any) -> None:
    class Highest:
        def choose(self, position: Position, limit: object) -> int:  # noqa: ARG002
            return position.legal[-1]

    for opponent in (lambda position: position.legal[-1], Highest()):
        live = boards("44", opponent=opponent)
        live.play(0)
        assert live.wait(PATIENCE)
        assert live.game.columns == (3, 3, 0, 6)


@pytest.mark.parametrize("answer", [9, "four", None])
def test_an_opponent_that_fails_is_named_on_the_board(boards: Any, answer: Any) -> None:
    live = boards("44", opponent=lambda position: answer)  # noqa: ARG005
    live.play(0)
    assert live.wait(PATIENCE)
    assert live.view["details"][0].startswith("The opponent failed: ")
    assert live.view["status"] == "Yellow cannot move"
    live.undo()
    assert live.game.columns == (3, 3)
    assert live.view["details"] == []


def test_the_opponent_begins_if_it_is_its_turn(boards: Any) -> None:
    live = boards("", opponent="perfect", side="O")
    assert live.wait(PATIENCE)
    assert live.game.columns == (3,)
    assert [each["name"] for each in live.view["players"]] == ["Red: perfect", "Yellow: you"]


def test_without_an_opponent_one_plays_both_sides(boards: Any) -> None:
    live = boards()
    seen: list[Position] = []
    live.observe(lambda change: seen.append(change.new), "position")
    for column in (3, 3, 4):
        live.play(column)
    assert live.side is None
    assert [position.ply for position in seen] == [1, 2, 3]
    assert live.view["status"] == "Yellow to move"
    live.undo()
    assert live.game.columns == (3, 3)


def test_a_win_is_said_and_marked(boards: Any) -> None:
    live = boards("112233", opponent="random")
    live.play(3)
    assert live.wait(PATIENCE)
    assert live.view["status"] == "You win"
    assert live.view["board"]["winning"] == [(column, 0) for column in range(4)]
    with pytest.raises(IllegalMoveError, match="over"):
        live.play(0)


def test_an_illegal_click_is_said_on_the_board(boards: Any) -> None:
    live = boards("444444")
    click(live, "play", column=3)
    assert live.position.ply == 6
    assert live.view["details"] == ["Column 4 is full."]
    with pytest.raises(IllegalMoveError, match="column 3 is full"):
        live.play(3)
    live.play(0)
    assert live.view["details"] == []


def test_nobody_moves_for_the_opponent(boards: Any) -> None:
    live = boards("", opponent="mcts:seconds=3600", side="O")
    with pytest.raises(IllegalMoveError, match="turn"):
        live.play(0)
    click(live, "play", column=0)
    assert live.position.ply == 0
    assert live.view["details"] == ["It is the opponent's turn."]
    assert all(each["landings"] == [] for each in live.view["board"]["columns"])


def test_a_thought_ends_when_the_game_changes(boards: Any) -> None:
    live = boards("44", opponent="mcts:seconds=600")
    before = threading.active_count()
    live.play(2)
    assert live.is_thinking
    live.undo()
    assert live.wait(0)
    assert live.game.columns == (3, 3)
    eventually(lambda: threading.active_count() <= before)
    assert live.game.columns == (3, 3)


def test_sides_are_swapped(boards: Any) -> None:
    live = boards("112233", opponent="perfect")
    click(live, "swap")
    assert live.wait(PATIENCE)
    assert live.side == "O"
    assert live.position.is_over
    assert live.view["status"] == "You lose"


def test_scores_are_shown_when_asked_for(boards: Any) -> None:
    live = boards("44444455555526")
    assert chips(live) == [None] * 7
    click(live, "scores", shown=True)
    eventually(lambda: "…" not in chips(live))
    analysis = fourscore.analyse(live.position)
    expected = [str(score) for score in analysis.scores.values()]
    assert [each for each in chips(live) if each] == expected
    best = tuple(at for at, each in enumerate(live.view["chips"]) if each and each["best"])
    assert best == analysis.best
    live.show_scores = False
    assert chips(live) == [None] * 7


@pytest.mark.parametrize("variant", [FILL, SLIP], ids=str)
def test_the_solver_is_not_asked_for_other_rules(boards: Any, variant: Any) -> None:
    live = boards(variant=variant, size=(9, 6), opponent="random:seed=1", show_scores=True)
    assert live.view["chips"] is None
    assert live.view["scores"]["is_open"] is False
    live.play(4)
    assert live.wait(PATIENCE)
    assert live.position.ply == 2
    assert len(live.view["board"]["columns"]) == 9


def test_discs_slip_as_the_seed_says(boards: Any) -> None:
    games = []
    for seed in (1, 1, 2):
        live = boards(Position.empty(variant=SLIP), seed=seed)
        for _ in range(6):
            live.play(3)
        games.append(live.game)
    assert games[0] == games[1] != games[2]
    assert any(move.aim != move.landing for move in games[0].moves)
    landings = boards(Position.empty(variant=SLIP)).view["board"]["columns"][0]["landings"]
    assert landings == [(0, 0, 0.6), (1, 0, 0.4)]


def test_fill_counts_the_fours(boards: Any) -> None:
    live = boards("112233", variant="fill")
    live.play(3)
    assert [each["note"] for each in live.view["players"]] == ["1 four", "0 fours"]
    assert live.view["status"] == "Yellow to move"


def test_an_observer_that_fails_does_not_stop_the_game(boards: Any) -> None:
    live = boards("44", opponent="random:seed=1")

    def fail(_change: object) -> None:
        raise RuntimeError("observed")

    live.observe(fail, "position")
    with pytest.raises(RuntimeError, match="observed"):
        live.play(0)
    live.unobserve(fail, "position")
    assert live.wait(PATIENCE)
    assert live.position.ply == 4


def test_where_no_widget_is_shown_there_is_a_picture(boards: Any) -> None:
    live = boards("4453")
    data, _ = live._repr_mimebundle_()
    assert data["image/svg+xml"] == live.position._repr_svg_()
    assert data["text/plain"] == "<PlayBoard>"
    assert "application/vnd.jupyter.widget-view+json" in data


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(InputError, match="there is no agent"):
        board("44", opponent="nobody")
    with pytest.raises(InputError, match="is not a side"):
        board("44", side="red")
    with pytest.raises(UnsupportedError):
        board(Position.empty(variant=SLIP), opponent="perfect")


def test_without_anywidget_the_extra_is_named() -> None:
    script = (
        "import sys; sys.modules['anywidget'] = None; import fourscore\n"
        "try: fourscore.board('44')\n"
        "except fourscore.FourscoreError as error: print(error)"
    )
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert run.stdout.count("\n") == 1
    assert 'pip install "fourscore[notebook]"' in run.stdout


def test_closing_a_board_closes_only_what_it_has_made() -> None:
    Closable.closed = 0
    for opponent, closed in ((Closable(), 0), (fourscore.agent(Closable()), 0), (Closable, 1)):
        live = board(opponent=opponent, side="O")
        assert live.wait(PATIENCE)
        live.close()
        assert Closable.closed == closed
