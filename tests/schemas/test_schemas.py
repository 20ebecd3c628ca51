"""Objects become JSON: columns and rows count from 1, and what is read back is as it was."""

import json
from pathlib import Path

from fourscore.arena.ledger import Ledger
from fourscore.arena.summary import summarise
from fourscore.arena.tournament import Settings, open_ledger
from fourscore.core.game import Game
from fourscore.core.notation import read_moves
from fourscore.insight.explain.explanation import explain
from fourscore.insight.puzzles import puzzle_of
from fourscore.schemas.positions import position_view
from fourscore.schemas.puzzles import puzzle_view
from fourscore.schemas.tournaments import ledger_view
from fourscore.schemas.truth import explanation_view
from fourscore.search.types import Limit
from tests.arena.helpers import play


def test_a_position_comes_back() -> None:
    view = position_view(Game("3"))
    assert type(view).model_validate_json(view.model_dump_json()) == view
    assert json.loads(view.model_dump_json())["played"] == [
        {"column": 3, "row": 1, "player": "X", "aim": 3}
    ]


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
