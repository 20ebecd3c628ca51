"""Objects become JSON: columns and rows count from 1, and what is read back is as it was."""

import json
from pathlib import Path

import pytest

from fourscore.arena.ledger import Ledger
from fourscore.arena.summary import summarise
from fourscore.arena.tournament import Settings, open_ledger
from fourscore.core.game import Game
from fourscore.core.notation import read_board, read_moves
from fourscore.core.position import Cell
from fourscore.insight.explain.explanation import explain
from fourscore.insight.puzzles import puzzle_of
from fourscore.insight.race.race import Contender, RaceResult, Run
from fourscore.insight.review.review import review
from fourscore.insight.trace.file import from_dict, to_dict
from fourscore.insight.trace.tracing import trace
from fourscore.insight.truth.judge import Judge
from fourscore.schemas.positions import CellView, position_view
from fourscore.schemas.puzzles import puzzle_view
from fourscore.schemas.races import race_view
from fourscore.schemas.review import review_view
from fourscore.schemas.search import report_view
from fourscore.schemas.tournaments import ledger_view
from fourscore.schemas.truth import explanation_view
from fourscore.search.types import Limit
from tests.arena.helpers import play

LATE = "44444455555526"
RACE = "-------/-------/-------/O------/O------/O--XXX-"


def test_places_count_from_0_in_code_and_from_1_in_json() -> None:
    view = CellView.of(Cell(3, 0))
    assert (view.column, view.row) == (3, 0)
    assert json.loads(view.model_dump_json()) == {"column": 4, "row": 1}
    assert view.model_dump(mode="json") == {"column": 4, "row": 1}
    assert CellView.model_validate_json(view.model_dump_json()) == view


def test_a_position_comes_back() -> None:
    game = Game(read_board(RACE))
    game.play(2)
    view = position_view(game)
    assert type(view).model_validate_json(view.model_dump_json()) == view
    assert json.loads(view.model_dump_json())["played"] == [
        {"column": 3, "row": 1, "player": "X", "aim": 3}
    ]


def test_a_review() -> None:
    game = Game(read_board(RACE))
    for column in (1, 1, 2):
        game.play(column)
    shown = review_view(review(game)).model_dump(mode="json")
    assert shown["turning_point"] == 2
    assert shown["moves"][0]["best_columns"] == [3, 7]
    assert set(shown["moves"][0]["scores"]) == {"1", "2", "3", "4", "5", "6", "7"}
    assert shown["sides"]["X"]["accuracy"] == 50


def test_an_explanation() -> None:
    shown = explanation_view(explain(read_moves("112233"))).model_dump(mode="json")
    assert shown["turn"] == "X"
    win = next(each for each in shown["sentences"] if each["kind"] == "win now")
    assert (win["columns"], win["cells"]) == ([4], [{"column": 4, "row": 1, "player": "X"}])
    for column in range(7):
        for each in explanation_view(explain(read_moves("44"), column)).sentences:
            assert len(set(map(repr, each.cells))) == len(each.cells), each.text


def test_a_puzzle_hides_its_answer_until_it_is_asked_for() -> None:
    puzzle = puzzle_of(read_moves("627431475612667316367"))
    assert puzzle is not None
    hidden = puzzle_view(puzzle).model_dump(mode="json")
    assert not {"answer", "column", "score"} & set(hidden)
    shown = puzzle_view(puzzle, answer=True).model_dump(mode="json")
    assert shown["answer"]["column"] == 4


def test_a_race() -> None:
    judge, position = Judge(), read_moves(LATE)
    runs = tuple(Run(column, 0.1, 5, 1, 0, True, None) for column in (2, 0, 2))
    judgements = {column: judge.judge(position, column) for column in (0, 2)}
    found = RaceResult(position, (Contender("mcts", runs, judgements=judgements),), 3)
    shown = race_view(Game(position), found, Limit(seconds=1)).model_dump(mode="json")
    (contender,) = shown["agents"]
    assert contender["column"] == 3
    assert [(each["column"], each["count"]) for each in contender["columns"]] == [(3, 2), (1, 1)]
    assert contender["verdict"]["score"]["says"] == "wins in 1"
    assert contender["runs"][1]["column"] == 1
    assert (shown["best_columns"], shown["complete"], shown["limit"]["seconds"]) == ([3], True, 1.0)


@pytest.mark.parametrize("spec", ["alphabeta:depth=3", "mcts:playouts=100"])
def test_a_trace_holds_its_report_in_the_same_form(spec: str) -> None:
    seen = trace(read_moves("44"), spec)
    data = json.loads(json.dumps(to_dict(seen)))
    assert data["report"] == report_view(seen.report).model_dump(mode="json")
    assert from_dict(data).report == seen.report


def test_a_ledger_says_what_was_played(tmp_path: Path) -> None:
    settings = Settings(
        ("random", "minimax:depth=1"), 2, limit=Limit(nodes=500, seconds=0.5), size=(5, 4), seed=3
    )
    play(settings, tmp_path / "x")
    with Ledger.open(tmp_path / "x") as ledger:
        view = ledger_view(ledger, summarise(ledger))
    assert view.setup.limit is not None
    assert (view.setup.limit.nodes, view.setup.limit.seconds) == (500, 0.5)
    assert (view.setup.agents, view.setup.size) == (["random", "minimax:depth=1"], "5x4")
    assert view.standings is not None
    assert view.standings.cross_table[0].agent == view.standings.agents[0].name


def test_a_ledger_without_games_has_no_standings() -> None:
    settings = Settings(("random", "minimax:depth=1"))
    with open_ledger(settings) as ledger:
        view = ledger_view(ledger, summarise(ledger), settings)
    assert (view.done, view.total, view.standings) == (0, 2, None)
