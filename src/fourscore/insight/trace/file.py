"""Trace files: JSON for other programs, and a compact binary format.

`docs/learn/trace.md` describes both. In JSON, board columns count from 1 and null stands for
"none"; the binary file is a zip of NumPy arrays with a header, as `numpy.savez_compressed` writes
it. Every file is checked when it is read, so a damaged one gives one sentence, never a wrong tree.
"""

import io
import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourscore.core.notation import parse_moves, read_board, write_board, write_moves
from fourscore.core.variants import variant as find_variant
from fourscore.errors import InputError
from fourscore.insight.trace.own_tree import TreeTrace
from fourscore.insight.trace.trace import Iteration, Trace, as_points
from fourscore.runtime.files import writing
from fourscore.search.explicit.notation import read_tree
from fourscore.search.trace_columns import COLUMNS, PLAYOUT, Column, NodeKind
from fourscore.search.types import Bound, Report, Value

__all__ = ["from_dict", "load_trace", "nodes_dict", "save_trace", "to_dict"]

FORMAT, VERSION = "fourscore trace", 1

_PLAYOUTS = {name: PLAYOUT[name] for name in PLAYOUT.names or ()}


def save_trace(trace: Trace, path: Path) -> None:
    """Write a trace as JSON or binary, by the file's ending.

    Raises `InputError` if the ending is unknown or the file cannot be written.
    """
    if path.suffix == ".json":
        content = (json.dumps(to_dict(trace), separators=(",", ":")) + "\n").encode()
    elif path.suffix == ".npz":
        content = _pack(trace)
    else:
        raise InputError(f"cannot write '{path}': a trace's name must end in .json or .npz")
    with writing(path):
        path.write_bytes(content)


def load_trace(path: Path) -> Trace:
    """Read a trace from either kind of file; raises `InputError` if it is not one."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read the file '{path}': {error.strerror}") from None
    try:
        return _unpack(content) if content[:2] == b"PK" else from_dict(json.loads(content))
    except InputError as error:
        raise InputError(f"cannot read the trace '{path}': {error}") from None
    except Exception:  # Zip files and arrays can be damaged in more ways than have a name.
        raise InputError(f"cannot read the trace '{path}': it is damaged or not a trace") from None


def _expected(names: Mapping[str, Any]) -> dict[str, Column]:
    """Return the columns to read: all, without optional ones that are not there."""
    return {name: each for name, each in COLUMNS.items() if name in names or not each.is_optional}


# JSON


def to_dict(trace: Trace) -> dict[str, Any]:
    """Return a trace as plain types for JSON: the header, then a list for each column."""
    playouts: dict[str, list[Any]] = {
        name: _shortest(getattr(trace, f"playout_{name}")) for name in _PLAYOUTS
    }
    if len(trace.playout_games):
        playouts["games"] = [
            write_moves(trace.playout_game(each), trace.position.width)
            for each in range(len(trace.playout_games))
        ]
    return {**_header(trace), "nodes": nodes_dict(trace), "playouts": playouts}


def nodes_dict(trace: Trace, nodes: Sequence[int] | None = None) -> dict[str, list[Any]]:
    """Return the columns of every node, or of some, for JSON."""
    chosen = list(range(len(trace)) if nodes is None else nodes)
    columns = {name: _to_json(COLUMNS[name], each[chosen]) for name, each in trace.columns.items()}
    if (trace.kind == NodeKind.CHANCE).any():
        # It follows from the board; written for readers who do not know the rules.
        columns["probability"] = [round(trace.probability(node), 12) for node in chosen]
    return columns


def from_dict(data: Any) -> Trace:
    """Return the trace that `to_dict` wrote; raises `InputError` if the data is inconsistent."""
    _check_version(data)
    nodes, playouts = data["nodes"], data["playouts"]
    columns = {name: _from_json(each, nodes[name]) for name, each in _expected(nodes).items()}
    for name, dtype in _PLAYOUTS.items():
        columns[f"playout_{name}"] = np.array(playouts[name], dtype)
    columns["playout_games"] = _read_games(playouts.get("games", ()), _width(data))
    return _read_trace(data, columns)


def _width(header: dict[str, Any]) -> int:
    return len(header["position"].split("/")[0])


def _read_games(games: Sequence[str], width: int) -> NDArray[np.uint8]:
    """Return random games as a trace has them; older files have none."""
    columns = [parse_moves(game, width) for game in games]
    read = np.zeros((len(columns), max(map(len, columns), default=0)), np.uint8)
    for row, game in zip(read, columns, strict=True):
        row[: len(game)] = np.array(game, np.uint8) + 1
    return read


def _to_json(column: Column, numbers: NDArray[Any]) -> list[Any]:
    if column.words is not None:
        words = [each.name.lower() for each in column.words]
        return [words[number] for number in numbers.tolist()]
    listed = _shortest(numbers + column.first)
    for at in np.flatnonzero((numbers == column.none) | (numbers != numbers)).tolist():
        listed[at] = None
    return listed


def _shortest(numbers: NDArray[Any]) -> list[Any]:
    """Return numbers as a list, without ".0" at the end of whole ones."""
    if numbers.dtype.kind != "f":
        return list(numbers.tolist())
    return [int(each) if each.is_integer() else each for each in numbers.tolist()]


def _from_json(column: Column, listed: list[Any]) -> NDArray[Any]:
    if column.words is not None:
        numbers = {each.name.lower(): int(each) for each in column.words}
        return np.array([numbers[word] for word in listed], column.dtype)
    return np.array(
        [column.blank if each is None else each - column.first for each in listed], column.dtype
    )


# Binary


def _pack(trace: Trace) -> bytes:
    header = np.frombuffer(json.dumps(_header(trace)).encode(), np.uint8)
    arrays: dict[str, Any] = {"header": header, **trace.columns}
    for name in _PLAYOUTS:
        arrays[f"playout_{name}"] = getattr(trace, f"playout_{name}")
    if len(trace.playout_games):
        arrays["playout_games"] = trace.playout_games
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def _unpack(content: bytes) -> Trace:
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        header = json.loads(arrays["header"].tobytes())
        _check_version(header)
        columns = {
            name: arrays[name].astype(each.dtype) for name, each in _expected(arrays).items()
        }
        for name, dtype in _PLAYOUTS.items():
            columns[f"playout_{name}"] = arrays[f"playout_{name}"].astype(dtype)
        if "playout_games" in arrays:
            columns["playout_games"] = arrays["playout_games"].astype(np.uint8)
        return _read_trace(header, columns)


# The header


def _header(trace: Trace) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "agent": trace.spec,
        "algorithm": trace.algorithm,
        "options": trace.options,
        "position": write_board(trace.position),
        "variant": trace.position.variant.name,
        "cap": trace.cap,
        "left_out": trace.left_out,
        "iterations": [each._asdict() for each in trace.iterations],
        "report": _write_report(trace.report),
        **({"tree": trace.text} if isinstance(trace, TreeTrace) else {}),
    }


def _check_version(header: Any) -> None:
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise InputError("it is not a trace of fourscore")
    if header.get("version") != VERSION:
        raise InputError(
            f"it has version {header.get('version')!r}; this fourscore reads version {VERSION}"
        )


def _read_trace(header: dict[str, Any], columns: dict[str, Any]) -> Trace:
    rows = header["position"].split("/")
    tree = read_tree(header["tree"]) if "tree" in header else None
    if tree is None:
        columns["playout_points"] = as_points(header["algorithm"], columns["playout_points"])
    make = Trace if tree is None else partial(TreeTrace, tree=tree)
    trace = make(
        spec=str(header["agent"]),
        algorithm=str(header["algorithm"]),
        options={str(key): str(value) for key, value in header["options"].items()},
        position=read_board(
            header["position"],
            width=len(rows[0]),
            height=len(rows),
            variant=find_variant(header["variant"]),
        ),
        report=_read_report(header["report"]),
        cap=int(header["cap"]),
        left_out=int(header["left_out"]),
        iterations=tuple(Iteration(**each) for each in header["iterations"]),
        **columns,
    )
    _check(trace)
    return trace


def _write_report(report: Report) -> Any:
    from fourscore.schemas.search import report_view

    return report_view(report).model_dump(mode="json")


def _read_report(data: dict[str, Any]) -> Report:
    if isinstance(data["values"], list):
        from fourscore.schemas.search import read_report

        return read_report(json.dumps(data))
    # Older files have the values by column.
    values = {
        int(column) - 1: Value(**{**value, "bound": Bound(value["bound"])})
        for column, value in data["values"].items()
    }
    line = tuple(column - 1 for column in data["line"])
    own = {**data, "column": data["column"] - 1, "values": values, "line": line}
    return Report(**own)


def _check(trace: Trace) -> None:
    """Raise `InputError` unless the columns form a tree of the game."""
    count, places = len(trace), np.arange(len(trace))
    shapes = {each.shape for each in trace.columns.values()}
    roots = np.flatnonzero(trace.parent < 0).tolist()
    inner = trace.parent >= 0
    sound = (
        shapes == {(count,)}
        and bool((trace.parent < places).all())
        and roots == list(trace.roots)
        and bool(((trace.move >= 0) & (trace.move < trace.position.width))[inner].all())
        and bool((trace.cut_by < count).all())
        and all(
            set(trace.columns[name].tolist()) <= set(column.words)
            for name, column in COLUMNS.items()
            if column.words is not None
        )
        and len(trace.playout_leaf) == len(trace.playout_points)
        and bool(((trace.playout_leaf >= 0) & (trace.playout_leaf < count)).all())
        and trace.playout_games.ndim == 2
        and len(trace.playout_games) in (0, len(trace.playout_leaf))
        and bool((trace.playout_games <= trace.position.width).all())
    )
    if not sound:
        raise InputError("its nodes do not form a tree")
    drops = trace.kind[inner] != NodeKind.CHANCE
    deeper = trace.depth[inner] - trace.depth[trace.parent[inner]] == drops
    if not deeper.all() or (trace.depth[roots] != 0).any() or _is_overfull(trace):
        raise InputError("its moves are not those of a game")


def _is_overfull(trace: Trace) -> bool:
    full = trace.position.rules.full
    return any(filled & ~full for filled in trace.boards[1])
