"""What every command refuses: in one sentence, with exit code 2, and before it writes anything.

Sentences of the library are tested word for word where they are made; here each stands once, above
the commands that pass it on.
"""

import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Run

PUZZLE = "27s0884gr8"
NO_MOVES = "-------/-------/-------/O------/O------/O--XXX-"

REFUSED: dict[str, dict[str, list[str]]] = {
    # What a mistake in the command itself needs, and most others.
    "": {
        "; see fourscore": [
            "nonsense",
            "show --nonsense",
            "show 4 5",
            "match random",
            "match random random --games 0",
            "move --agent alphabeta --depth many",
            "puzzles --grade huge",
        ],
        "No such command 'sovle'. Did you mean 'solve', 'move'? See fourscore --help": ["sovle"],
        "is not a column": ["show 8", "move 99", "explain 99", "explain 4453 --move 8", "tree 99"],
        "column 1 is full": ["explain 111111 --move 1"],
        "the game is over: X wins": ["review 44556677", "match random random --from 1122334"],
        "is not of the form 7x6": ["show --size 7", "dataset --positions 1 --out x.npz --size 7"],
        "board is too large": ["solve --size 20x20 4"],
        "there is no variant 'blitz'": ["show --variant blitz"],
        "there is no file 'missing": [
            "solve missing.txt",
            "review missing.txt",
            "openings --games missing.txt",
            "course --import missing.json",
            "grade missing.py",
        ],
        "there is no ledger 'none'": ["ledger show none", "ledger query none SELECT"],
        "no agent 'nobody'": ["move --agent nobody", "match random nobody", "grade nobody"],
        "'alphabeta:depth=-1': depth=-1 is too small": ["move --agent alphabeta --depth -1"],
        "alphabeta has no key 'playouts'": ["move --agent alphabeta --playouts 5"],
        "the key 'depth' is set twice": ["move --agent alphabeta:depth=3 --depth 4"],
        "No such file or directory": [
            "show --svg missing/board.svg",
            "match random random --out missing/games.txt",
            "play --save missing/game.txt",
        ],
        # The position or the ledger is wrong as well: the file is checked first.
        "': there is no folder 'missing'": [
            "review 99 --out missing/page.html",
            "race 99 --out missing/chart.png",
            "tree 99 --out missing/tree.svg",
            "ledger export no.ledger --out missing/games.csv",
            "ledger report no.ledger --out missing/page.html",
            "dataset --positions 1 --out missing/x.npz",
            "train show no --plot missing/x.png",
            "course --export missing/file.json",
            "marks collect . --out missing/marks.csv",
            "grade random --gradescope missing/results.json",
        ],
        "its name must end in .": [
            "dataset --positions 1 --out x.csv",
            "ledger report no.ledger --out report.pdf",
            "review 4 --out x.pdf",
            "tree --out tree.gif",
            "race --out plot.gif",
            "suite make --out x.txt",
            "train show --plot x.gif",
        ],
        "leave POSITION out": [
            "tree 44 --load x.npz",
            "tree 4453 --own [3,5]",
            "race 44 --state 1",
            "openings 44 --games -",
        ],
        "leave --agent and --size out": ["tree --load x.npz --agent mcts --size 7x6"],
        "leave --cap and --variant out": ["tree --load x.npz --cap 5 --variant fill"],
        "leave --truth out": ["tree --own [3,5] --truth"],
        "a .json file holds the whole trace; leave --nodes and --depth out": [
            "tree --out x.json --nodes 3 --depth 2"
        ],
        "leave --iteration out": ["tree --out x.npz --iteration 3"],
        "leave --table out": ["ledger export x.ledger --format games --table moves"],
        "--no-accuracy compares no moves; leave --from-ply and --games out": [
            "ledger report x.ledger --out x.html --no-accuracy --from-ply 3 --games 3"
        ],
        "--id names one puzzle; leave --count out": ["puzzles --id 1 --count 3"],
        "leave --seed, --aim and --level out": ["puzzles --answer 1 --aim win --level 3 --seed 0"],
        "leave --show-answers out": ["puzzles --id 1 --try 4 --show-answers"],
        "--daily is one puzzle; leave --seed out": ["puzzles --daily --seed 3"],
        "--play asks for your moves; leave --json out": ["puzzles --play --json"],
        "leave --size out": ["race --state 1 --size 7x6"],
        "leave --colour out": ["openings 44 --colour first"],
        "leave --positions out": ["study learning --out x --ablation --positions 10"],
        "leave --games out": ["train --games 1 show"],
        "leave --goal out": ["course --export x.json --goal level-5"],
        "leave --as out": ["play --agent human --as X"],
        "leave --first out": ["play --agent human --first me"],
        "leave --weak and limits out": ["solve --all --weak 4"],
        "needs the app, and that a terminal": ["play --against random", "play --plain --seconds 3"],
        "exclude each other": [
            "solve --book x --no-book 1",
            "train --games 1 --out x --workers 2 --cluster y",
        ],
        "write --json after levels": ["agents --json levels"],
        "there is no state 4; the states are 1, 2 and 3": ["race --state 4"],
        "there is no format 'xml'; there are csv": ["ledger export x.ledger --format xml"],
        "there is no table 'x'; there are games, moves": ["ledger export x.ledger --table x"],
        "Parquet is not text; name a file with --out": ["ledger export x.ledger --format parquet"],
        "--plies '4:30' is not a range such as 4-30": [
            "dataset --positions 1 --out x.npz --plies 4:30"
        ],
        "plies from 4 to 99 make no sense": ["dataset --positions 1 --out x.npz --plies 4-99"],
        "there is no sampler 'all'": ["dataset --positions 1 --out x.npz --sampler all"],
        "a tree cannot have 'x' at character 4": ["tree --own [3,x]"],
        "there is no example tree 'nothing'": ["tree --own nothing"],
        "name the agent to grade": ["grade"],
        "is not a name for a class": ["marks key a/b"],
        "there is no key for the class 9x": ["marks link 9x"],
        "there is no key of any class": ["marks collect ."],
        "is neither the name of an opening (centre, near-centre, edge)": [
            "openings Dutch",
            "openings edge --size 6x7",
        ],
        "--try needs the puzzle": ["puzzles --try 3"],
        "give one of them": [
            f"puzzles --id {PUZZLE} --answer {PUZZLE}",
            "puzzles --grade easy --level 3",
        ],
        "is not a level; write one from 1 to 10": ["puzzles --level 0-3"],
        "a date needs --daily": ["puzzles 2026-01-31"],
        "a board has no moves to review": [f"review {NO_MOVES}"],
        "the game does not begin where --from says": ["review '1. 4 *' --from 44"],
        "say how long to train": ["train", "train --minutes 1 --games 1"],
        "say where to store the run: --out RUN": ["train --games 9"],
        "a training cannot take -1 minutes": ["study learning --out x --minutes -1"],
    },
    "rich": {
        "the game is over: X wins": ["play --from 1122334"],
        "there is no file 'missing": ["play --from missing.txt", "agents check kaggle:missing.py"],
        "--as is X or O, not 'Z'": ["play --as Z"],
        "--first is me, agent or random, not 'you'": ["play --first you"],
        "--as O and --first me contradict each other": ["play --as O --first me"],
        "there is no agent 'nobody'": ["play --agent nobody"],
    },
    "numpy": {
        "the game is over: X wins": ["move 1122334", "tree 1122334"],
        "does not play the variant slip": [
            "move --agent astar --variant slip",
            "match random alphabeta --variant slip",
            "play --agent alphabeta --variant slip",
        ],
        "there is no file 'missing": ["grade random --rubric missing.toml"],
        "cannot read the file": ["tree --load nothing.npz"],
        "there is no run 'missing'": ["train show missing"],
        "there is no level '99'": ["grade random --against level:99"],
        "there is no suite 'esay'": ["grade random --suite esay"],
        "'Scores in games' needs games; name an opponent": ["grade random --against none"],
        "there is no lesson 'maximin'": ["lesson show maximin"],
        "there is no goal 'nope'": ["course --goal nope"],
        "there is no exercise on 'chess'": ["exercise --kind chess"],
        "the difficulty is 1, 2, 3 or 4, not 7": ["exercise --difficulty 7"],
        "'nonsense' is not the id of": ["exercise --id nonsense", "puzzles --id nonsense"],
        "leave --seed out": ["exercise --id astar-1-1 --seed 3", "book verify --sample 0 --seed 1"],
        "is not a date; write it as in 2026-01-31": ["puzzles --daily 2026-02-30"],
        "random plays games only": ["tree --own [3,5] --agent random"],
        "Perfect cannot be traced": ["tree --agent perfect"],
    },
    "multiprocessing": {
        "there is no agent 'nobody'": [
            "tournament random nobody",
            "sprt random nobody",
            "suite nobody",
            "race --agents nobody",
        ],
        "there is no file 'missing": [
            "tournament random mcts --openings missing.txt",
            "suite random --positions missing",
        ],
        "there is no folder 'missing'": [
            "suite random --plot missing/chart.png",
            "book build --plies 99 --size 99x99 --out missing/small.book",
        ],
        "there is no such folder": ["tournament random mcts --ledger missing/x"],
        "is not of the form 7x6": ["book build --plies 2 --out x --size 99"],
        "does not play the variant slip": ["tournament random astar --variant slip"],
        "there is no book of 99 plies": ["book build --plies 99 --out x"],
        "at least one worker, not 0": ["tournament random mcts --workers 0"],
        "exclude each other": ["book build --plies 2 --out x --workers 1 --cluster y"],
        "a tournament needs two agents or more": ["tournament random"],
        "games come in pairs": ["tournament random mcts --games 3"],
        "there is no format 'cup'": ["tournament random mcts --format cup"],
        "a limit of 0.0 seconds leaves nothing": ["tournament random mcts --seconds 0"],
        "an increment needs a bank": ["tournament random mcts --increment 1"],
        "--sprt compares two agents": ["tournament random mcts minimax --sprt elo1=5"],
        "a test has no key 'elo'": ["tournament random mcts --sprt elo=5"],
        "elo0 must be smaller than elo1": ["sprt random random:seed=1 --elo0 30"],
        "10 games are 0 steps of 16": ["tune mcts --params c=0.5..3 --games 10"],
        "less than its deadline of 60 s": ["race --seconds 90"],
        "a training cannot take nan minutes": ["train --minutes nan --out x"],
        "there is no method 'magic'": ["train --games 1 --out x --method magic"],
        "slip is a game of chance": ["train --games 1 --out x --variant slip"],
        "board is too large": ["train --games 1 --out x --size 99x9"],
    },
    "llvmlite": {
        "would be too large": ["book build --plies 40 --out x"],
        "there is no iteration of depth 9 in the trace; it has 3": ["tree --iteration 9"],
        "column 6 is full": [f"puzzles --id {PUZZLE} --try 6"],
        "'x' is not a column": [f"puzzles --id {PUZZLE} --try '4 x 3'"],
        "the last move of --try must be yours": [f"puzzles --id {PUZZLE} --try '4 4'"],
        "the puzzle is over after 1": [f"puzzles --id {PUZZLE} --try '1 2 3'"],
        "--try needs a column": [f"puzzles --id {PUZZLE} --try ' '"],
    },
}
"""Commands by what they load besides what those above load (see `test_startup`), and sentence."""


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (command, sentence)
        for sentences in REFUSED.values()
        for sentence, commands in sentences.items()
        for command in commands
    ],
)
def test_bad_input_is_refused_in_one_sentence(
    run: Run, command: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = run(*shlex.split(command))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("error: ")
    assert sentence in answer.err
    assert answer.err.index("\n") == len(answer.err) - 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["suite", "ledger"])
def test_a_missing_command_gets_the_help_and_a_sentence(run: Run, command: str) -> None:
    answer = run(command)
    assert (answer.code, f"Usage: fourscore {command} " in answer.out) == (2, True)
    assert answer.err == f"error: a command is missing; see fourscore {command} --help\n"


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


@pytest.mark.parametrize("command", ["review 4 --out", "ledger export no.ledger --out"])
def test_a_folder_is_no_file_to_write(run: Run, tmp_path: Path, command: str) -> None:
    folder = tmp_path / "page.html"
    folder.mkdir()
    answer = run(*command.split(), str(folder))
    assert answer == (2, "", f"error: cannot write the file '{folder}': it is a folder\n")
