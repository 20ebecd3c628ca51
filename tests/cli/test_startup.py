"""What a command loads in a fresh process: nothing that takes long and is not used.

How long a command takes depends on the machine, and `bench/startup.py` measures it; what it
loads does not.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fourscore.arena.tournament import Settings
from tests.arena.helpers import play
from tests.cli.test_refused import REFUSED

HEAVY = {
    "distributed", "fastapi", "fourscore.core", "fourscore.schemas", "fourscore.search", "jinja2",
    "llvmlite", "matplotlib", "multiprocessing", "numba", "numpy", "pyarrow", "pydantic", "rich",
    "scipy", "textual",
}  # fmt: skip
"""What takes tens of milliseconds or more to load."""
RULES = "fourscore.core fourscore.search"

MAY_LOAD: dict[str, dict[str, list[str]]] = {
    "help": {"": ["--version"], "rich": ["", "--help", "match -h"]},
    "refusals": {
        f"{RULES} {modules}": [each for commands in sentences.values() for each in commands]
        for modules, sentences in REFUSED.items()
    },
    "text": {
        RULES: ["ledger export LEDGER"],
        "rich": ["show 4453", "agents", "study"],
        "numpy": ["grade --rubric-example", "agents levels", "ledger show LEDGER"],
        "multiprocessing": ["match random random --games 2"],
    },
    "kernels": {
        f"{RULES} llvmlite": ["solve 4453"],
        "rich": ["book info"],
        "numpy": [
            "move 4453",
            "explain 4453",
            "review 4453",
            "puzzles --count 1",
            "openings 4453",
            "course --goal list",
            "tree 4453",
        ],
    },
    "JSON": {
        f"{RULES} fourscore.schemas pydantic": ["show 4453 --json"],
        "llvmlite": ["solve 4453 --json"],
    },
}
"""Commands that run one after the other in a process, under what of `HEAVY` they may add."""

RUN = """
import json, shlex, sys
from fourscore.cli.main import main
steps = []
for command in sys.argv[2:]:
    try:
        main(shlex.split(command))
    except SystemExit as end:
        modules = [name for name, module in sys.modules.items() if module is not None]
        steps.append((command, end.code, modules))
with open(sys.argv[1], "w") as file:
    json.dump(steps, file)
"""


def loaded_by(commands: list[str], folder: Path) -> list[tuple[str, int, set[str]]]:
    """Run commands in a fresh process; return with each its exit code and what it has loaded."""
    file = folder / "steps.json"
    subprocess.run(
        [sys.executable, "-c", RUN, str(file), *commands],
        check=True,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        cwd=folder,
    )
    steps, before = [], set[str]()
    for command, code, modules in json.loads(file.read_text(encoding="utf-8")):
        steps.append((command, code, HEAVY & set(modules) - before))
        before |= set(modules)
    return steps


@pytest.mark.parametrize("process", MAY_LOAD)
def test_commands_load_only_what_they_need(process: str, tmp_path: Path) -> None:
    play(Settings(("random", "random:seed=1"), games=2), tmp_path / "small.ledger")
    allowed, loads = dict[str, set[str]](), set[str]()
    for modules, commands in MAY_LOAD[process].items():
        loads |= set(modules.split())
        allowed |= {each.replace("LEDGER", "small.ledger"): set(loads) for each in commands}
    steps = loaded_by(list(allowed), tmp_path)
    if any("numba" in loaded for *_, loaded in steps):
        # The first run may have to compile; the next one finds the machine code.
        steps = loaded_by(list(allowed), tmp_path)
    assert {command: code for command, code, _ in steps} == dict.fromkeys(
        allowed, 2 if process == "refusals" else 0
    )
    assert {each: more for each, _, loaded in steps if (more := loaded - allowed[each])} == {}
