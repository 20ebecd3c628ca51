"""The ledger of a suite: the positions and every answer, from which a run can be resumed."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from fourscore.arena.database import Database
from fourscore.core.notation import write_board
from fourscore.insight.suites.answers import Answer
from fourscore.insight.suites.positions import LabelledPositions

__all__ = ["SuiteLedger"]

SCHEMA = """
CREATE TABLE position (
    id INTEGER PRIMARY KEY,
    board TEXT NOT NULL,
    class TEXT NOT NULL,
    scores TEXT NOT NULL
);
CREATE TABLE answer (
    agent INTEGER NOT NULL REFERENCES agent,
    position INTEGER NOT NULL REFERENCES position,
    column INTEGER,
    seconds REAL NOT NULL,
    nodes INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    playouts INTEGER NOT NULL,
    fault TEXT,
    PRIMARY KEY (agent, position)
) WITHOUT ROWID;
"""


@dataclass(slots=True)
class SuiteLedger(Database):
    """The ledger of a suite."""

    schema: ClassVar[str] = SCHEMA
    work: ClassVar[str] = "suite"

    def add_positions(self, labelled: LabelledPositions) -> None:
        """Write the positions, unless they are there."""
        if next(self._rows("SELECT 1 FROM position LIMIT 1"), None):
            return
        rows = [
            (place, write_board(position), labelled.classes[place], json.dumps(scores))
            for place, (position, scores) in enumerate(
                zip(labelled.positions, labelled.scores.tolist(), strict=True)
            )
        ]
        with self._transaction():
            self._connection.executemany("INSERT INTO position VALUES (?,?,?,?)", rows)

    def add(self, answers: Iterable[Answer]) -> None:
        """Write answers in one transaction; those that are there stay as they are."""
        with self._transaction():
            self._connection.executemany(
                "INSERT INTO answer VALUES (?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING", list(answers)
            )

    def answers(self) -> Iterator[Answer]:
        """Return all answers, by agent and position."""
        query = "SELECT * FROM answer ORDER BY agent, position"
        return (Answer(*row) for row in self._rows(query))
