"""`fourscore openings`."""

import json

from tests.cli.conftest import Run


def test_names_and_mirror_images(run: Run) -> None:
    assert "Edge opening" in run("openings", "7").out
    assert "its canonical name is 1, whose mirror image this is." in run("openings", "7").out
    assert run("openings", "Edge opening").out == run("openings", "1").out
    assert run("openings", "centre").out == run("openings", "4").out


def test_own_games(run: Run) -> None:
    found = json.loads(run("openings", "--games", "-", "--json", stdin="3\n5\n44\n").out)
    assert found["departures"][0]["count"] == 2
    refused = run("openings", "--games", "-", stdin="44\n4444444\n")
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
