"""`Dataset`: positions as arrays, and the files they are written to."""

import json
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from fourscore.book.columns import ILLEGAL
from fourscore.core.planes import Boards, Planes, count_discs, planes_of
from fourscore.core.position import Position
from fourscore.core.variants import make_rules
from fourscore.errors import InputError
from fourscore.insight.datasets.settings import SUFFIXES
from fourscore.runtime.extras import require
from fourscore.runtime.files import check_suffix, replacing

__all__ = ["ILLEGAL", "Dataset"]

META = "fourscore"
"""The key of the metadata in a Parquet file."""
FIELDS = ("planes", "scores", "best", "score", "ply", "key")


@dataclass(frozen=True, eq=False, slots=True)
class Dataset:
    """Positions with the exact score of every column; row i of each array is position i.

    Scores are the side to move's: n > 0 wins, 0 draws, n < 0 loses, and a faster win scores
    higher.
    """

    planes: Planes
    """The discs of the side to move and of the other, shaped (positions, 2, rows, columns), top
    row first."""
    scores: NDArray[np.int8]
    """The score of each column, `ILLEGAL` where it is full."""
    best: NDArray[np.bool_]
    """Which columns keep the score."""
    score: NDArray[np.int8]
    """The score of the position: that of its best columns."""
    ply: NDArray[np.uint8]
    """Discs on the board."""
    key: Boards
    """`Position.key`, unique among the positions of a size."""
    meta: dict[str, Any]
    """How the dataset was made."""

    @classmethod
    def of_boards(
        cls, mine: Boards, filled: Boards, scores: NDArray[np.int8], meta: dict[str, Any]
    ) -> "Dataset":
        """Make a dataset of bitboards and the scores of their columns."""
        width, height = meta["size"]
        score = scores.max(axis=1)
        return cls(
            planes=planes_of(mine, filled, make_rules(width, height)),
            scores=scores,
            best=scores == score[:, None],
            score=score,
            ply=count_discs(filled).astype(np.uint8),
            key=mine + filled,
            meta={**meta, "positions": len(mine), "illegal": ILLEGAL},
        )

    def __len__(self) -> int:
        return len(self.key)

    def position(self, index: int) -> Position:
        """Return one of the positions."""
        return Position(int(self.key[index]), size=tuple(self.meta["size"]))

    def __repr__(self) -> str:
        low, high = self.meta["plies"]
        return f"<Dataset of {len(self):,} positions of {low} to {high} plies>"

    # Files

    def write(self, path: str | Path) -> None:
        """Write the file that the suffix asks for, .parquet or .npz."""
        check_suffix(Path(path), SUFFIXES)
        (self.to_npz if Path(path).suffix.lower() == ".npz" else self.to_parquet)(path)

    def to_npz(self, path: str | Path) -> None:
        """Write the arrays to a compressed NumPy file, the metadata as JSON in `meta`."""
        arrays: dict[str, Any] = {name: getattr(self, name) for name in FIELDS}
        with replacing(Path(path)) as beside, beside.open("wb") as file:
            np.savez_compressed(file, meta=np.array(json.dumps(self.meta)), **arrays)

    def to_parquet(self, path: str | Path) -> None:
        """Write a Parquet file: a row for each position, the metadata in the schema.

        `planes`, `scores` and `best` are lists of fixed length; the planes lie one after the
        other, row by row. Needs the extra `parquet`.
        """
        pyarrow, parquet = _load_pyarrow()
        columns = {
            name: _as_column(pyarrow, array)
            for name, array in ((name, getattr(self, name)) for name in FIELDS)
        }
        table = pyarrow.table(columns).replace_schema_metadata({META: json.dumps(self.meta)})
        with replacing(Path(path)) as beside:
            parquet.write_table(table, beside, compression="zstd")

    @classmethod
    def read(cls, path: str | Path) -> "Dataset":
        """Read a dataset from a file that was written before."""
        path = Path(path)
        if path.suffix.lower() not in SUFFIXES:
            raise InputError(f"cannot read '{path}': its name must end in {' or '.join(SUFFIXES)}")
        try:
            arrays, text = (_read_npz if path.suffix.lower() == ".npz" else _read_parquet)(path)
            meta = json.loads(text)
            width, height = meta["size"]
            arrays["planes"] = arrays["planes"].reshape(-1, 2, height, width)
            return cls(**arrays, meta=meta)
        except (OSError, ValueError, KeyError, BadZipFile) as error:
            reason = getattr(error, "strerror", None) or "it is not a dataset of fourscore"
            raise InputError(f"cannot read the file '{path}': {reason}") from None


def _load_pyarrow() -> tuple[Any, Any]:
    require("pyarrow", "a Parquet file")
    return import_module("pyarrow"), import_module("pyarrow.parquet")


def _as_column(pyarrow: Any, array: NDArray[Any]) -> Any:
    if array.ndim == 1:
        return pyarrow.array(array)
    flat = pyarrow.array(array.reshape(-1))
    return pyarrow.FixedSizeListArray.from_arrays(flat, array[0].size)


def _read_npz(path: Path) -> tuple[dict[str, Any], str]:
    with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        return {name: arrays[name] for name in FIELDS}, str(arrays["meta"])


def _read_parquet(path: Path) -> tuple[dict[str, Any], str]:
    _, parquet = _load_pyarrow()
    with path.open("rb") as file:
        table = parquet.read_table(file)
    return (
        {name: _as_array(table[name]) for name in FIELDS},
        table.schema.metadata[META.encode()].decode(),
    )


def _as_array(column: Any) -> NDArray[Any]:
    whole = column.combine_chunks()
    length = getattr(whole.type, "list_size", None)
    values = (whole.flatten() if length else whole).to_numpy(zero_copy_only=False)
    array: NDArray[Any] = values.reshape(-1, length) if length else values
    return array
