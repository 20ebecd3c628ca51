"""Merged ledgers have the games of all, whole, and each once."""

from pathlib import Path

import pytest

from fourscore.arena.export import game_of
from fourscore.arena.ledger import Ledger
from fourscore.arena.merging import merge_ledgers
from fourscore.arena.tournament import Settings
from fourscore.errors import InputError
from tests.arena.helpers import play

AGENTS = ("random", "mcts:playouts=5")


def written(path: Path) -> list[tuple[str, str, str, float | None]]:
    """Return the games of a ledger as texts, with their results."""
    with Ledger.open(path) as ledger:
        return [
            (row.first, row.opening, str(game_of(ledger, row, ledger.moves(row.number)).columns),
             row.result)
            for row in ledger.games()
        ]  # fmt: skip


def test_games_of_several_seeds_come_together(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in "abc"]
    for path, seed, games in zip(paths, (1, 2, 1), (4, 6, 8), strict=True):
        play(Settings(AGENTS, games, openings="random:3", seed=seed), path)
    out = tmp_path / "all"
    assert merge_ledgers(paths[:2], out) == 10
    assert sorted(written(out)) == sorted(written(paths[0]) + written(paths[1]))
    with Ledger.open(out) as ledger:
        rows = list(ledger.games())
        for one, other in zip(rows[::2], rows[1::2], strict=True):
            assert one.pair == other.pair
            assert (one.first, one.opening) == (other.second, other.opening)
    longer = tmp_path / "longer"
    assert merge_ledgers([paths[0], paths[2]], longer) == 8
    assert sorted(written(longer)) == sorted(written(paths[2]))


def test_what_does_not_belong_together_is_refused(tmp_path: Path) -> None:
    play(Settings(AGENTS, 2, openings="random:3"), tmp_path / "a")
    play(Settings(AGENTS, 2, openings="random:4"), tmp_path / "b")
    play(Settings(("random", "random"), 2, openings="random:3"), tmp_path / "c")
    with pytest.raises(InputError, match="differ in openings: random:3 and random:4"):
        merge_ledgers([tmp_path / "a", tmp_path / "b"], tmp_path / "out")
    with pytest.raises(InputError, match="have different agents"):
        merge_ledgers([tmp_path / "a", tmp_path / "c"], tmp_path / "out")
    with pytest.raises(InputError, match="two ledgers or more"):
        merge_ledgers([tmp_path / "a"], tmp_path / "out")
    assert not (tmp_path / "out").exists()
