"""The programs of docs/agents/evaluation.md run, and print what the page says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "agents" / "evaluation.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n# (\S+)\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.S)
NAMES = [name for name, *_ in PROGRAMS]


@pytest.mark.parametrize(("name", "program", "printed"), PROGRAMS, ids=NAMES)
def test_a_program_of_the_page_runs(tmp_path: Path, name: str, program: str, printed: str) -> None:
    (tmp_path / name).write_text(program, encoding="utf-8")
    done = subprocess.run([sys.executable, name], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, printed), done.stderr


def test_the_page_has_its_programs() -> None:
    assert NAMES == ["my_evaluation.py", "my_kernel.py"]
