"""Positions over HTTP, beside the second rulebook."""

from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import Board
from tests.web.server import Served


def _write(aim: int, landing: int) -> str:
    return str(aim + 1) if aim == landing else f"{aim + 1}>{landing + 1}"


@settings(max_examples=25)
@given(
    data=st.data(),
    variant=st.sampled_from(["standard", "fill", "slip"]),
    size=st.sampled_from([(7, 6), (4, 4), (9, 6), (5, 3)]),
)
def test_a_position_is_what_the_second_rulebook_says(
    served: Served, data: st.DataObject, variant: str, size: tuple[int, int]
) -> None:
    board, moves = Board(*size, variant), ""
    for _ in range(data.draw(st.integers(0, size[0] * size[1]))):
        if not board.legal:
            break
        aim = data.draw(st.sampled_from(board.legal))
        landing = data.draw(st.sampled_from(sorted(board.landings(aim))))
        moves += _write(aim, landing)
        board = board.drop(landing)
    about = {"variant": variant, "size": f"{size[0]}x{size[1]}"}
    answer = served.get(f"/positions/{quote(moves) or '-'}", params=about)
    assert answer.status_code == 200
    _compare(answer.json(), board, moves)
    again = served.post("/positions", {"text": answer.json()["game"]}).json()
    assert {name: again[name] for name in answer.json()} == answer.json()


def _compare(found: dict[str, Any], board: Board, moves: str) -> None:
    assert found["moves"] == (moves or "-")
    assert tuple(found["board"]) == board.rows()
    assert (found["turn"], found["ply"]) == (board.turn(), board.discs())
    assert found["legal"] == [column + 1 for column in board.legal]
    for column in board.legal:
        landings = found["landings"][str(column + 1)]
        assert {each["column"] - 1 for each in landings} == set(board.landings(column))
        for each in landings:
            assert each["probability"] == pytest.approx(
                float(board.landings(column)[each["column"] - 1])
            )
            after = board.drop(each["column"] - 1)
            assert after.at((each["column"] - 1, each["row"] - 1)) == board.turn()
    outcome = board.outcome
    assert (found["outcome"] is None) == (outcome is None)
    for player in ("X", "O"):
        cells = {(each["column"] - 1, each["row"] - 1) for each in found["threats"][player]}
        assert cells == board.threats(player)
        assert found["fours"][player] == len(board.fours(player))
    last = found["played"][-1:]
    for each in last:
        assert board.at((each["column"] - 1, each["row"] - 1)) == each["player"]


def test_a_won_game_names_its_cells(served: Served) -> None:
    outcome = served.get("/positions/4455667").json()["outcome"]
    assert (outcome["winner"], outcome["result"], outcome["says"]) == ("X", "1-0", "X wins")
    assert outcome["cells"] == [{"column": column, "row": 1} for column in (4, 5, 6, 7)]


def test_an_import_says_how_it_was_read(served: Served) -> None:
    text = "http://localhost/review?moves=44&red=level:3&yellow=human"
    found = served.post("/positions", {"text": text}).json()
    assert (found["form"], found["first"], found["second"]) == ("a link", "level:3", "human")
    assert served.post("/positions", {"text": "3 3 0"}).json()["form"] == "columns, counted from 0"
    board = "-------/-------/-------/-------/---O---/--OXX--"
    drawn = served.post("/positions", {"text": board}).json()
    again = served.get(f"/positions/{drawn['moves']}", params={"start": drawn["start"]})
    assert again.json()["board"] == drawn["board"] == board.split("/")


def test_a_drop_is_drawn_from_its_seed(served: Served) -> None:
    def column(seed: int) -> int:
        body = {"moves": "44", "variant": "slip", "column": 4, "seed": seed}
        found = served.post("/drops", body).json()
        assert found["position"]["moves"] in ("444", "444>3", "444>5")
        assert found["position"]["played"][-1] == found["played"]
        landed: int = found["played"]["column"]
        return landed

    landed = [column(seed) for seed in range(40)]
    assert set(landed) == {3, 4, 5}
    assert landed == [column(seed) for seed in range(40)]


def test_what_cannot_change_is_kept_by_the_client(served: Served) -> None:
    first = served.get("/positions/4453")
    assert "immutable" in first.headers["cache-control"]
    again = served.get("/positions/4453", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = served.get("/positions/4454", headers={"If-None-Match": first.headers["etag"]})
    assert other.status_code == 200
