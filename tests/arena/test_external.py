"""Agents with a process of their own, in a tournament: whatever they do, it continues."""

from functools import partial
from pathlib import Path

import pytest

from fourscore.arena.clock import Clock, TimeControl
from fourscore.arena.ledger import Ledger
from fourscore.arena.summary import summarise
from fourscore.arena.tournament import Settings
from tests.arena.helpers import play

AGENTS = {
    "good": ("return [c for c in range(7) if board.board[c] == 0][0]", ""),
    "sleeper": ("import time; time.sleep(600)", "out of time: "),
    "suicide": ("import os; os._exit(3)", "process died: "),
    "cheat": ("return 77", "illegal move: "),
}


@pytest.mark.parametrize(("body", "reason"), AGENTS.values(), ids=AGENTS)
def test_a_game_with_an_external_agent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, reason: str
) -> None:
    # The referee's clock stands still, so that only a process that does not answer is late.
    monkeypatch.setattr("fourscore.arena.task.Clock", partial(Clock, now=lambda: 0.0))
    file = tmp_path / "agent.py"
    file.write_text(f"def agent(board, configuration):\n    {body}\n", encoding="utf-8")
    spec = f"kaggle:{file},seconds=600,startup=600,grace=0"
    control = TimeControl(move=0.05 if reason.startswith("out of time") else 600)
    play(Settings(("random", spec), 2, control=control), tmp_path / "x")
    with Ledger.open(tmp_path / "x") as ledger:
        games = tuple(ledger.games())
        assert summarise(ledger).forfeits == (games if reason else ())
    assert len(games) == 2
    for game in games:
        if reason:
            assert game.reason.startswith(reason)
            assert game.result == (0 if game.forfeit == "first" else 1)
            assert game.first.startswith("kaggle") == (game.forfeit == "first")
        else:
            assert (game.forfeit, game.reason) == (None, "four")
