"""What a command loads in a fresh process: nothing that takes long and is not used.

How long a command takes depends on the machine, and `bench/startup.py` measures it; what it
loads does not.
"""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {
    "distributed",
    "fastapi",
    "fourscore.schemas",
    "jinja2",
    "llvmlite",
    "matplotlib",
    "multiprocessing",
    "numba",
    "numpy",
    "pyarrow",
    "pydantic",
    "rich",
    "scipy",
    "textual",
}
"""What takes tens of milliseconds or more to load."""

MAY_LOAD = {
    "--version": "",
    "--help": "rich",
    "solve --help": "rich",
    # Bad input is refused before anything is loaded to work on it.
    "sovle": "",
    "show --nonsense": "",
    "show 99": "",
    "show 4444444": "",
    "show 4453 --size 99x9": "",
    "solve 99": "",
    "explain 99": "",
    "review 99": "",
    "openings 99": "",
    "openings --colour first": "",
    "course --import missing.json": "",
    "review 4453 --out missing/page.html": "",
    "race 4453 --out missing/chart.png": "",
    "tree 99": "",
    "tree 44 --load x.npz": "",
    "tree --own [3,x]": "",
    "exercise --id nonsense": "numpy",
    "move 99": "",
    "move 44 --agent nobody": "",
    "move 44 --agent alphabeta:depth=0": "",
    "match random nobody": "",
    "tournament random nobody": "numpy multiprocessing",
    "sprt random nobody": "numpy multiprocessing",
    "tune random": "",
    "suite nobody": "numpy multiprocessing",
    "suite random --plot missing/chart.png": "numpy multiprocessing",
    "ledger query missing.ledger SELECT": "",
    "ledger merge missing.ledger": "",
    "ledger show missing.ledger": "",
    "ledger export missing.ledger --format nonsense": "",
    "puzzles --level 99": "",
    "lesson check missing.toml": "",
    "marks key a/b": "",
    "grade": "",
    "grade missing.py": "",
    "grade nobody": "",
    "grade random --gradescope missing/results.json": "",
    "grade --rubric-example": "numpy",
    "train": "",
    "train --games 9": "",
    "train show --plot missing/chart.png": "",
    "train show missing": "numpy rich",
    # Answers.
    "show 4453": "rich",
    "show 4453 --json": "pydantic fourscore.schemas",
    "solve 4453": "llvmlite",
    "solve 4453 --json": "llvmlite pydantic fourscore.schemas",
    "agents": "rich",
    "agents levels": "rich numpy",
    "book info": "rich llvmlite",
    "ledger show LEDGER": "rich numpy",
    "ledger export LEDGER": "",
    "study": "rich",
    "move 4453": "rich llvmlite numpy",
    "explain 4453": "rich llvmlite numpy",
    "review 4453": "rich llvmlite numpy",
    "puzzles --count 1": "rich llvmlite numpy",
    "openings 4453": "rich llvmlite numpy",
    "course --goal list": "rich llvmlite numpy",
    "tree 4453": "rich llvmlite numpy",
    "match random random --games 2": "rich numpy multiprocessing",
}
"""Commands, and what of `HEAVY` they may load."""

RUN = """
import json, sys
from fourscore.cli.main import main
try:
    main(sys.argv[2:])
except SystemExit:
    pass
with open(sys.argv[1], "w") as file:
    json.dump([name for name, module in sys.modules.items() if module is not None], file)
"""


def loaded_by(arguments: list[str], file: Path) -> set[str]:
    """Run a command in a fresh process; return those of `HEAVY` that it loads."""
    subprocess.run(
        [sys.executable, "-c", RUN, str(file), *arguments],
        check=True,
        capture_output=True,
        stdin=subprocess.DEVNULL,
    )
    return HEAVY & set(json.loads(file.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the ledger of a small tournament."""
    path = tmp_path_factory.mktemp("startup") / "small.ledger"
    command = f"-m fourscore tournament random random:seed=1 --games 2 --ledger {path}"
    subprocess.run([sys.executable, *command.split()], check=True, capture_output=True)
    return path


@pytest.mark.parametrize("command", MAY_LOAD)
def test_a_command_loads_only_what_it_needs(command: str, ledger: Path, tmp_path: Path) -> None:
    arguments = shlex.split(command.replace("LEDGER", str(ledger)))
    file = tmp_path / "loaded.json"
    loaded = loaded_by(arguments, file)
    if "numba" in loaded:
        # The first run may have to compile; the next one finds the machine code.
        loaded = loaded_by(arguments, file)
    assert loaded <= set(MAY_LOAD[command].split())
