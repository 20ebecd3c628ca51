"""Options that would have no effect, and files that cannot be written, are refused at once."""

import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Run

NOT_USED = {
    "tree 44 --load x.npz": "--load shows a trace that was written before; leave POSITION out",
    "tree --load x.npz --agent mcts --size 7x6": "leave --agent and --size out",
    "tree --load x.npz --cap 5 --variant fill": "leave --cap and --variant out",
    "tree --out x.json --nodes 3 --depth 2": "a .json file holds the whole trace; leave --nodes",
    "tree --out x.npz --iteration 3": "a .npz file holds the whole trace; leave --iteration out",
    "ledger export x.ledger --format games --table moves": "the format games has no tables",
    "ledger export x.ledger --format jsonl --table games": "the format jsonl has no tables",
    "ledger report x.ledger --out x.html --no-accuracy --games 3": "leave --games out",
    "ledger report x.ledger --out x.html --no-accuracy --from-ply 3": "leave --from-ply out",
    "puzzles --id 1 --count 3": "--id names one puzzle; leave --count out",
    "puzzles --answer 1 --aim win --level 3 --seed 0": "leave --seed, --aim and --level out",
    "puzzles --id 1 --try 4 --show-answers": "--try checks an answer; leave --show-answers out",
    "race 44 --state 1": "--state names a position; leave POSITION out",
    "race --state 1 --size 7x6": "--state names a position; leave --size out",
    "agents --json levels": "write --json after levels",
    "book verify --sample 0 --seed 1": "--sample 0 solves nothing again; leave --seed out",
    "play --agent human --as X": "two people at one board take turns; leave --as out",
    "play --agent human --first me": "two people at one board take turns; leave --first out",
}


@pytest.mark.parametrize("command", NOT_USED)
def test_an_option_without_effect_is_refused(run: Run, command: str) -> None:
    answer = run(*shlex.split(command))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("error: ")
    assert NOT_USED[command] in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize("command", ["show", "move", "explain", "review", "race", "tree", "solve"])
def test_a_game_on_another_board_is_refused(run: Run, tmp_path: Path, command: str) -> None:
    game = tmp_path / "game.txt"
    game.write_text('[Size "5x4"]\n\n1. 1 *\n')
    answer = run(command, str(game), "--size", "7x6")
    assert answer == (2, "", "error: the game is played on 5x4, not on 7x6\n")


def test_a_game_by_other_rules_is_refused(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    game.write_text('[Variant "fill"]\n\n1. 1 *\n')
    assert run("show", str(game), "--variant", "slip").err == (
        "error: the game is played by the rules fill, not slip\n"
    )
    assert run("show", str(game), "--variant", "fill").code == 0
    assert run("show", str(game)).code == 0


# What comes after the file in each is wrong as well, so that the file is checked first.
INTO_NOWHERE = {
    "review 99 --out FILE": "page.html",
    "race 99 --out FILE": "chart.png",
    "tree 99 --out FILE": "tree.svg",
    "ledger export no.ledger --out FILE": "games.csv",
    "ledger report no.ledger --out FILE": "page.html",
    "book build --plies 99 --size 99x99 --out FILE": "small.book",
}


@pytest.mark.parametrize("command", INTO_NOWHERE)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    run: Run, tmp_path: Path, command: str
) -> None:
    name = INTO_NOWHERE[command]
    folder = tmp_path / "missing"
    answer = run(*shlex.split(command.replace("FILE", str(folder / name))))
    assert answer == (
        2,
        "",
        f"error: cannot write the file '{folder / name}': there is no folder '{folder}'\n",
    )
    (tmp_path / name).mkdir()
    answer = run(*shlex.split(command.replace("FILE", str(tmp_path / name))))
    assert answer.err == f"error: cannot write the file '{tmp_path / name}': it is a folder\n"
