"""Labelled positions: every form of file, wrong labels, and the suites that are shipped."""

import json
from pathlib import Path

import numpy as np
import pytest

from fourscore.book.columns import ILLEGAL
from fourscore.book.solving import columns, solve
from fourscore.book.suites import MORE, SUITES, shipped_suite
from fourscore.core.notation import write_connectx
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.datasets.building import dataset
from fourscore.insight.explain.explanation import explain
from fourscore.insight.puzzles.themes import themes_of
from fourscore.insight.suites.making import make_suite
from fourscore.insight.suites.positions import SAMPLED, load_positions
from fourscore.learn.held_out import is_held_out
from scripts.suites import SEED

CONNECTX = {
    "board": [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 2, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 2,
              1, 0, 2, 0, 0, 0, 1, 1, 1, 2, 1, 0, 1, 2],
    "score": -2,
    "move score": [-3, -4, -4, -2, -6, -5, -4],
}  # fmt: skip
"""The example in the description of ConnectX's validation set."""


def test_lines_of_moves_and_scores(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("# mine\n\n4453 -2\n44444455555526\t+14\n")
    found = load_positions(str(file))
    assert [str(each) for each in map(found.best, range(2))] == ["loses in 18", "wins in 1"]
    assert found.classes == ("hard", "middle")
    assert found.score(1, 2) == 14


def test_lines_of_json_as_connectx_has_them(tmp_path: Path) -> None:
    file = tmp_path / "moves.jsonl"
    full = {"board": write_connectx(Position("4444445"))[0], "class": "mine"}
    scores = [columns("4444445").get(each, -99) for each in range(7)]
    file.write_text("\n".join(map(json.dumps, (CONNECTX, {**full, "move score": scores}))))
    found = load_positions(str(file), check=True)
    assert found.scores[0].tolist() == CONNECTX["move score"]
    assert found.scores[1, 3] == ILLEGAL
    assert found.classes == ("middle", "mine")


def test_datasets_and_suites(tmp_path: Path) -> None:
    made = dataset(20, plies=(28, 34), seed=3)
    for name in ("some.npz", "some.parquet"):
        made.write(tmp_path / name)
        found = load_positions(str(tmp_path / name), check=True)
        assert np.array_equal(found.scores, made.scores)
        assert set(found.classes) == {"end"}
    suite = make_suite(("end", "zugzwang"), 2, 5)
    suite.write(tmp_path / "suite.npz")
    found = load_positions(str(tmp_path / "suite.npz"))
    assert found.classes == ("end",) * 2 + ("zugzwang",) * 2
    assert np.array_equal(found.scores, suite.scores)
    assert list(found.positions) == suite.positions()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("4453", "line 2 of 'F': '4453' is not moves and a score, such as 4453 -2"),
        ("4453 -3", "line 2 of 'F': the score is -3 and should be -2"),
        ("4444444 1", "line 2 of 'F': "),
        ("1212121 1", "line 2 of 'F': the game is over: X wins"),
        ("{}", "line 2 of 'F': a position in JSON needs a \"board\""),
        ("{", "line 2 of 'F': it is not valid JSON"),
        ('{"board": [0], "score": 1}', "line 2 of 'F': "),
        (json.dumps({**CONNECTX, "move score": [1]}), "line 2 of 'F': a position needs 7 whole"),
    ],
)
def test_mistakes_are_named_by_their_line(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "lines.txt"
    file.write_text(f"# a comment\n{line}\n")
    with pytest.raises(InputError) as raised:
        load_positions(str(file))
    assert str(raised.value).startswith(message.replace("'F'", f"'{file}'"))


def test_only_check_proves_what_the_file_knows(tmp_path: Path) -> None:
    file = tmp_path / "moves.jsonl"
    wrong = {**CONNECTX, "move score": [-3, -4, -4, -2, -6, -5, -3]}
    file.write_text("\n".join(json.dumps(each) for each in (CONNECTX, wrong, wrong)))
    assert len(load_positions(str(file))) == 3
    with pytest.raises(InputError, match=r"line 2 of .*column 7 is -3 and should be -4; 1 more"):
        load_positions(str(file), check=True)


def test_the_shipped_suites_are_what_they_say() -> None:
    rules = Position().rules
    assert load_positions("sample").kinds == tuple(SUITES)
    assert len(load_positions("sample")) == SAMPLED * len(SUITES)
    for name in MORE:
        suite = shipped_suite(name)
        boards = [
            Position.from_bitboards(int(mine), int(filled), rules)
            for mine, filled in zip(suite.mine, suite.filled, strict=True)
        ]
        assert len(boards) == 1000
        assert len({min(each.key, each.mirror().key) for each in boards}) == 1000
        assert all(is_held_out(each.mine, each.filled, rules) for each in boards)
        for place in range(0, 1000, 500):
            board, scores = boards[place], suite.scores[place].tolist()
            assert {c: s for c, s in enumerate(scores) if s != ILLEGAL} == columns(board)
            if name == "end":
                assert board.ply >= 28
            else:
                assert name.replace("-", " ") in themes_of(explain(board))
                assert solve(board) >= 0


def test_a_suite_can_be_drawn_again() -> None:
    again = make_suite(("end", "odd-threat", "easy"), 3, SEED)
    for name in ("end", "easy"):
        assert np.array_equal(again.of(name).mine, shipped_suite(name).mine[:3])
    assert len(again.of("odd-threat")) == 3


def test_bad_names_are_refused() -> None:
    with pytest.raises(InputError, match="no file 'nothing', nor a suite; the suites are sample"):
        load_positions("nothing")
    with pytest.raises(InputError, match="there is no class 'nothing'; the classes are easy"):
        make_suite(("nothing",))
