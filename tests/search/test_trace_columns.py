"""The table of trace columns: what follows it follows it."""

from pathlib import Path

import numpy as np

from fourscore.insight.trace.trace import Node
from fourscore.search.recording import BLANK, ROW
from fourscore.search.trace_columns import COLUMNS, Reason

GUIDE = (Path(__file__).parents[2] / "docs" / "learn" / "trace.md").read_text(encoding="utf-8")


def test_the_guide_lists_every_column_and_reason() -> None:
    for rows in (
        [(name, column.meaning) for name, column in COLUMNS.items()],
        [(reason.name.lower(), reason.meaning) for reason in Reason],
    ):
        table = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in rows)
        assert f"|---|---|\n{table}\n\n" in GUIDE


def test_rows_have_the_recorded_columns_and_none_stands_for_none() -> None:
    assert set(ROW.names or ()) == {n for n, c in COLUMNS.items() if c.is_recorded} | {"place"}
    for name, column in COLUMNS.items():
        if column.is_recorded:
            assert ROW[name] == column.dtype
            assert np.array_equal(BLANK[name], [column.blank], equal_nan=True), name
        # The number that stands for "none" fits the column.
        assert np.array_equal(column.dtype(column.blank), column.blank, equal_nan=True)


def test_a_single_node_has_the_columns_of_every_algorithm() -> None:
    own = {name for name in COLUMNS if not COLUMNS[name].meaning.startswith(("MCTS", "PUCT"))}
    assert set(Node._fields) == own - {"alpha", "beta"} | {"id", "window"}
