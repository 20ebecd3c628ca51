"""Files of labelled positions, in the forms in which they are usually passed around.

    MOVES SCORE      a line for each position: its moves and its exact score, such as 4453 -2
    JSON lines       as for ConnectX: {"board": [0, 0, …], "score": -2, "move score": [-3, -4, …]};
                     the cells from the top left, a score for each column, -99 where it is full
    .parquet, .npz   a dataset as `fourscore dataset` writes it, or a suite as `fourscore suite
                     make` does

In text files blank lines and lines that begin with # are skipped. A line of JSON may name its
class under "class", and the score of the position may be left out if the columns have theirs.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np

from fourscore.book.columns import ILLEGAL
from fourscore.core.notation import quoted
from fourscore.core.position import Position
from fourscore.core.reader import read_file
from fourscore.errors import InputError
from fourscore.insight.datasets.dataset import Dataset
from fourscore.insight.datasets.settings import SUFFIXES
from fourscore.insight.truth.suites import Suite

__all__ = ["Row", "read_rows"]

COLUMN_SCORES = ("move score", "scores")
"""What a line of JSON may call the scores of its columns."""


class Row(NamedTuple):
    """A position as a file has it."""

    position: Position
    score: int | None
    """The label of the position, if it has one."""
    columns: tuple[int, ...] | None
    """The labels of the columns, `ILLEGAL` where one is full, if they have any."""
    kind: str | None
    """The class, if the file names it."""
    where: str
    """Where it is, for messages."""


def read_rows(path: Path, size: tuple[int, int] = (7, 6)) -> list[Row]:
    """Read a file. Raises `InputError`, which names the line, if anything in it is invalid."""
    if path.suffix.lower() in SUFFIXES:
        rows = list(_read_arrays(path))
    else:
        rows = list(_read_text(path, size))
    if not rows:
        raise InputError(f"the file '{path}' has no positions")
    return rows


# Text


def _read_text(path: Path, size: tuple[int, int]) -> Iterator[Row]:
    for number, line in enumerate(read_file(path).splitlines(), start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        where = f"line {number} of '{path}'"
        try:
            row = (_read_json if text.startswith("{") else _read_line)(text, size, where)
            _require_open(row.position)
        except InputError as error:
            raise InputError(f"{where}: {error.for_people}") from None
        yield row


def _read_line(text: str, size: tuple[int, int], where: str) -> Row:
    match = re.fullmatch(r"(\S+)\s+([+-]?\d{1,3})", text)
    if match is None:
        raise InputError(f"{quoted(text)} is not moves and a score, such as 4453 -2")
    return Row(Position(match[1], size=size), int(match[2]), None, None, where)


def _read_json(text: str, size: tuple[int, int], where: str) -> Row:
    try:
        fields = json.loads(text)
    except ValueError as error:
        raise InputError(f"it is not valid JSON ({error})") from None
    if "board" not in fields:
        raise InputError('a position in JSON needs a "board"')
    position = Position(fields["board"], size=size)
    given = next((fields[key] for key in COLUMN_SCORES if key in fields), None)
    columns = None if given is None else _column_scores(given, position)
    score = fields.get("score")
    if score is not None and type(score) is not int:
        raise InputError(f"the score {score!r:.20} is not a whole number")
    if score is None and columns is None:
        raise InputError('a position in JSON needs a "score", a "move score" or both')
    kind = fields.get("class")
    return Row(position, score, columns, None if kind is None else str(kind), where)


def _column_scores(given: Any, position: Position) -> tuple[int, ...]:
    is_list = isinstance(given, list) and len(given) == position.width
    if not is_list or any(type(each) is not int for each in given):
        raise InputError(
            f"a position needs {position.width} whole numbers as scores of its columns"
        )
    legal = position.legal
    return tuple(given[column] if column in legal else ILLEGAL for column in range(position.width))


def _require_open(position: Position) -> None:
    if position.is_over:
        raise InputError(f"the game is over: {position.outcome}")


# Arrays


def _read_arrays(path: Path) -> Iterator[Row]:
    suite = _read_suite(path) if path.suffix.lower() == ".npz" else None
    if suite is not None:
        for place, position in enumerate(suite.positions()):
            columns = tuple(map(int, suite.scores[place]))
            kind = suite.names[suite.classes[place]]
            yield Row(position, max(columns), columns, kind, _say_row(place, path))
        return
    dataset = Dataset.read(path)
    for place in range(len(dataset)):
        columns = tuple(map(int, dataset.scores[place]))
        score = int(dataset.score[place])
        yield Row(dataset.position(place), score, columns, None, _say_row(place, path))


def _say_row(place: int, path: Path) -> str:
    return f"row {place + 1} of '{path}'"


def _read_suite(path: Path) -> Suite | None:
    """Read a suite, or return None if the file may be a dataset instead."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            if "classes" not in arrays:
                return None
        return Suite.read(path)
    except (OSError, ValueError, KeyError, BadZipFile):
        return None
