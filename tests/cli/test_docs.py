"""What README and CONTRIBUTING say is true."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.transcripts import PAGES, SLOW, changes, read

ROOT = Path(__file__).parents[2]
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
TRY = """
import importlib.util, sys

def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
"""
TRY_AGENT = """
import fourscore

load("fourscore.search.greedy", sys.argv[1])
load("more_agents", sys.argv[2])
assert fourscore.agent("greedy").choose(fourscore.Position("11223")).column == 3
assert fourscore.agent("greedy").choose(fourscore.Position("112233")).column == 3
assert fourscore.agent("greedy").choose(fourscore.Position("")).column == 3
"""
TRY_EVALUATION = """
import fourscore
from fourscore.search.alphabeta import alphabeta
from fourscore.search.evaluation.base import evaluate_position

threats = load("fourscore.search.threats", sys.argv[1]).THREATS
position = fourscore.Position("1122337")
assert evaluate_position(position, threats) == 10 * (1 - 1)
assert evaluate_position(fourscore.Position("112263"), threats) == 0
assert evaluate_position(fourscore.Position("11223"), threats) == -10
report = alphabeta(position, fourscore.Limit(depth=3), evaluation=threats)
assert report.column == 3
"""


def block(path: str) -> str:
    """Return the code of CONTRIBUTING that stands for a file."""
    text = CONTRIBUTING.read_text(encoding="utf-8")
    found = re.search(rf"```python\n# {re.escape(path)}\n(.*?)```", text, re.S)
    assert found is not None
    return found[1]


def try_out(script: str, tmp_path: Path, *paths: str) -> None:
    files = []
    for path in paths:
        file = tmp_path / Path(path).name
        file.write_text(block(path), encoding="utf-8")
        files.append(str(file))
    # What is compiled here must not stay: its types do not exist afterwards.
    environment = {**os.environ, "FOURSCORE_CACHE": str(tmp_path / "cache")}
    subprocess.run([sys.executable, "-c", TRY + script, *files], check=True, env=environment)


def test_the_agent_of_contributing_works(tmp_path: Path) -> None:
    paths = ("src/fourscore/search/greedy.py", "src/fourscore/agents/builtin.py")
    try_out(TRY_AGENT, tmp_path, *paths)


@pytest.mark.slow
def test_the_evaluation_of_contributing_works(tmp_path: Path) -> None:
    try_out(TRY_EVALUATION, tmp_path, "src/fourscore/search/threats.py")


@pytest.mark.parametrize("page", ROOT.glob("*.md"), ids=lambda page: page.name)
def test_links_of_pages_outside_the_site_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


LONG_PAGES = (
    "arena", "suites", "grading", "first-agent", "own-evaluation", "cluster-tournament",
    "reproduce-the-reports",
)  # fmt: skip
"""Pages whose commands take half a minute and more."""


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.slow if Path(page).stem in LONG_PAGES else ())
        for page in PAGES
    ],
)
def test_transcripts_show_what_commands_print(page: str) -> None:
    assert "\n".join(changes(page)) == ""


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if SLOW in read(page)])
def test_transcripts_that_take_long_show_what_commands_print(page: str) -> None:
    assert "\n".join(changes(page, slow=True)) == ""


def test_the_readme_is_short() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 130
    assert len(text.split()) <= 1000
