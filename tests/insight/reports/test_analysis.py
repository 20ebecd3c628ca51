"""What a ledger says of each agent: recounted by hand, and by another judge."""

from pathlib import Path

import pytest

from fourscore.arena.export import game_of
from fourscore.arena.ledger import Ledger
from fourscore.arena.tournament import Settings
from fourscore.insight.reports.accuracy import measure_accuracy
from fourscore.insight.reports.analysis import (
    lost_openings,
    phase_table,
    time_table,
    worst_blunders,
)
from fourscore.insight.review.review import review
from tests.arena.helpers import play


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("analysis") / "games.ledger"
    agents = ("alphabeta:depth=2", "random", "mcts:playouts=20")
    play(Settings(agents, 4, openings="random:8", seed=4), path)
    return path


def test_blunders_are_the_worst_that_a_review_finds(path: Path) -> None:
    with Ledger.open(path) as ledger:
        found = worst_blunders(ledger)
        losses: dict[str, list[int]] = {name: [] for name in ledger.agents}
        for row in ledger.games():
            game = game_of(ledger, row, ledger.moves(row.number))
            for move in review(game).judgements:
                if move.kind.is_blunder:
                    name = row.first if move.player == "X" else row.second
                    losses[name].append(move.points_lost)
    for name, own in found.items():
        worst = sorted(losses[name], reverse=True)
        assert own[0].judgement.points_lost == worst[0]
        assert len(own) <= 5
        for each in own:
            assert each.judgement.is_blunder
            assert each.reasons
    assert found["random"]


def test_openings_are_those_with_the_fewest_points(path: Path) -> None:
    with Ledger.open(path) as ledger:
        found = lost_openings(ledger, 3)
        rows = list(ledger.games())
    for name, own in found.items():
        for each in own:
            games = [row for row in rows if name in (row.first, row.second)
                     and row.opening == "/".join(each.position.rows())]  # fmt: skip
            points = sum(row.result if row.first == name else 1 - row.result
                         for row in games if row.result is not None)  # fmt: skip
            assert (len(games), points) == (each.games, each.points)
    assert found["random"][0].points == min(each.points for each in found["random"])


def test_tables_have_every_agent(path: Path) -> None:
    with Ledger.open(path) as ledger:
        phases = phase_table(measure_accuracy(ledger))[1]
        times = time_table(ledger)
        moves = sum(row.plies for row in ledger.games())
        agents = set(ledger.agents)
    assert {row[0] for row in phases} == {row[0] for row in times[1]} == agents
    assert sum(int(row[2].replace(",", "")) for row in phases) == moves
    assert times[0][-1] == ">out of time"
