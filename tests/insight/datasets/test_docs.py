"""The page on datasets is true."""

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

import fourscore

PAGE = Path(__file__).parents[3] / "docs" / "agents" / "datasets.md"


def test_the_page_on_datasets_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried.failed == 0
    assert tried.attempted > 10


def test_the_way_to_read_parquet_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    data = fourscore.dataset(positions=30, plies=(36, 40), seed=1)
    data.to_parquet("positions.parquet")
    program = re.search(r"```python\n(import json\n.*?)```", PAGE.read_text("utf-8"), re.S)
    assert program is not None
    names: dict[str, Any] = {}
    exec(program[1], names)
    assert (names["planes"] == data.planes).all()
    assert names["meta"] == data.meta
