"""The examples of docs/program/notebook.md run."""

import re
from pathlib import Path
from typing import Any

from fourscore.notebook.play import PlayBoard
from tests.waiting import PATIENCE

GUIDE = (Path(__file__).parents[2] / "docs" / "program" / "notebook.md").read_text(encoding="utf-8")


def test_the_examples_of_the_guide_run() -> None:
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", GUIDE, re.S):
        exec(block, names)
    boards = [each for each in names.values() if isinstance(each, PlayBoard)]
    assert len(boards) == 2
    for each in boards:
        assert each.wait(PATIENCE)
        each.close()
    assert names["board"].game.columns == (3, 3, 4, 2)
    assert names["steps"].view["steps"]["at"] == 20
