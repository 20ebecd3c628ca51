"""The programs of the pages on agents and the arena run, and print what they should."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs" / "agents"
PAGE = "\n".join((DOCS / name).read_text(encoding="utf-8") for name in ("agents.md", "arena.md"))
PRINTED = {
    "first_agent.py": re.escape(re.findall(r"```text\n(.*?)```", PAGE, re.S)[0]),
    "two_agents.py": r"#  agent .*\n1  lookahead .*\n(.*\n)+1 lookahead \d+ \d+ \d+\n(.*\n)+",
    "arena_in_python.py": r"\d+ \d 5 .*\n#  agent .*\n(.*\n){3}\S+ 0\.0\n",
    "named_agent.py": r"6\nedge against edge:right=yes: 50\.0 % \(.*\), 1 won, 0 drawn, 1 lost\n",
}


@pytest.mark.parametrize("name", PRINTED)
def test_a_program_of_the_page_runs(tmp_path: Path, name: str) -> None:
    found = re.search(rf"```python\n# {re.escape(name)}\n(.*?)```", PAGE, re.S)
    assert found is not None
    (tmp_path / name).write_text(found[1], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, name], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(PRINTED[name], done.stdout), done.stdout


def test_the_first_agent_is_short() -> None:
    found = re.search(r"```python\n# first_agent.py\n(.*?)```", PAGE, re.S)
    assert found is not None
    assert sum(bool(line.strip()) for line in found[1].splitlines()) <= 10
