"""Ledgers of version 1.0 are read for ever: as they were shown, exported and returned then."""

import gzip
import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

import fourscore
from fourscore.cli.main import main

FILES = Path(__file__).parent / "files"


def printed(*arguments: str) -> str:
    """Return what a command prints."""
    with redirect_stdout(io.StringIO()) as out, pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 0
    return out.getvalue()


def has(found: Any, expected: Any) -> bool:
    """Return whether some JSON has all that is expected; later versions may add fields."""
    if isinstance(expected, dict):
        return all(name in found and has(found[name], each) for name, each in expected.items())
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(has, found, expected))
    return bool(found == expected)


@pytest.mark.parametrize("name", ["standard", "slip"])
def test_ledgers_of_version_1_are_read(name: str, tmp_path: Path) -> None:
    """One has adjudicated, forfeited and void games, the other a draw and discs that slipped."""
    expected = json.loads((FILES / f"{name}.json").read_text(encoding="utf-8"))
    path = tmp_path / f"{name}.ledger"
    path.write_bytes(gzip.decompress((FILES / f"{name}.ledger.gz").read_bytes()))
    assert has(json.loads(printed("ledger", "show", str(path), "--json")), expected["show"])
    lines = printed("ledger", "export", str(path), "--format", "jsonl").splitlines()
    assert has([json.loads(line) for line in lines], expected["games"])
    # The same call resumes it. It is complete, so that nothing is played.
    resumed = fourscore.tournament(**expected["call"], ledger=path).games
    points = {"1-0": 1, "1/2-1/2": 0.5, "0-1": 0, "*": None}
    assert [(game.number, game.result, game.ended) for game in resumed] == [
        (each["number"], points[each["result"]], each["ended"]) for each in expected["games"]
    ]
