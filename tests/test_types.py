"""The public names are typed, for mypy and for pyright."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import fourscore
from tests.project import ROOT

UNTYPED = {"fourscore.notebook.board"}
"""What depends on a package without types: the live boards, on ipywidgets."""


def pyright(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pyright on the environment of the tests: that of the first Python on the path."""
    command = [sys.executable, "-m", "basedpyright", *arguments]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


def test_a_users_program_has_the_types_it_expects(tmp_path: Path) -> None:
    """mypy checks the same file with all others."""
    done = pyright("--level", "error", "tests/typed/program.py")
    assert done.returncode == 0, done.stdout
    # In a process of its own, for it registers an agent.
    subprocess.run([sys.executable, "-m", "tests.typed.program", tmp_path], cwd=ROOT, check=True)


@pytest.mark.slow
def test_every_public_name_is_completely_typed() -> None:
    assert (Path(fourscore.__file__).parent / "py.typed").is_file()
    done = pyright("--verifytypes", "fourscore", "--ignoreexternal", "--outputjson")
    symbols = json.loads(done.stdout)["typeCompleteness"]["symbols"]
    known = {each["name"]: each["isTypeKnown"] for each in symbols}
    public = {_path(name) for name in fourscore.__all__} | {
        f"fourscore.envs.{name}" for name in fourscore.envs.__all__
    }
    checked = [each for each in known if each in public or each.rpartition(".")[0] in public]
    assert len(checked) > 300
    assert {each for each in checked if not known[each]} == UNTYPED


def _path(name: str) -> str:
    return f"fourscore.{fourscore._home[name]}.{name}"
