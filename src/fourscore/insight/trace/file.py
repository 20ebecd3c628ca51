"""How traces are kept: JSON for other programs, and a compact binary file.

`docs/trace.md` describes both. In JSON columns count from 1 and null stands for "none"; the
binary file is a zip of NumPy arrays with a header, as `numpy.savez_compressed` writes it.
Whatever is read is checked, so that a damaged file gives one sentence and no odd tree.
"""

import io
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourscore.core.notation import read_board, write_board
from fourscore.core.variants import variant as find_variant
from fourscore.errors import InputError
from fourscore.insight.trace.tracing import UNKNOWN, Iteration, Trace
from fourscore.search.recording import Kind, Reason
from fourscore.search.types import Bound, Report, Value

__all__ = ["ENDINGS", "from_dict", "load_trace", "nodes_dict", "save_trace", "to_dict"]

FORMAT, VERSION = "fourscore trace", 1
ENDINGS = (".json", ".npz")

_TYPES: dict[str, Any] = {
    "parent": np.int32,
    "move": np.int8,
    "order": np.int32,
    "depth": np.int8,
    "kind": np.int8,
    "reason": np.int8,
    "alpha": np.float64,
    "beta": np.float64,
    "value": np.float64,
    "cut_by": np.int32,
    "remembered": np.int8,
    "visits": np.int32,
    "proof": np.int8,
    "plies": np.int8,
    "proven_at": np.int32,
}
"""The columns, a number a node."""
_NONE: dict[str, float] = dict.fromkeys(
    ("parent", "move", "order", "cut_by", "remembered", "proven_at"), -1
)
_NONE |= {"alpha": -math.inf, "beta": math.inf, "value": math.nan, "proof": UNKNOWN}
_NONE["exact"] = UNKNOWN
"""What stands for null."""
_FROM_ONE = ("move", "remembered")
_WORDS: dict[str, type[Kind | Reason]] = {"kind": Kind, "reason": Reason}


def save_trace(trace: Trace, path: Path) -> None:
    """Write a trace, as JSON or binary by the name's ending; raises `InputError` if it fails."""
    if path.suffix == ".json":
        content = (json.dumps(to_dict(trace), separators=(",", ":")) + "\n").encode()
    elif path.suffix == ".npz":
        content = _pack(trace)
    else:
        raise InputError(f"cannot write '{path}': a trace's name must end in .json or .npz")
    try:
        path.write_bytes(content)
    except OSError as error:
        raise InputError(f"cannot write the file '{path}': {error.strerror}") from None


def load_trace(path: Path) -> Trace:
    """Read a trace from either kind of file; raises `InputError` if it is none."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read the file '{path}': {error.strerror}") from None
    try:
        return _unpack(content) if content[:2] == b"PK" else from_dict(json.loads(content))
    except InputError as error:
        raise InputError(f"cannot read the trace '{path}': {error}") from None
    except Exception:  # Zip files and arrays can be damaged in more ways than have a name.
        raise InputError(f"cannot read the trace '{path}': it is damaged or no trace") from None


# JSON


def to_dict(trace: Trace) -> dict[str, Any]:
    """Return plain types for JSON: the header, then a list a column."""
    return {
        **_header(trace),
        "nodes": nodes_dict(trace),
        "playouts": {
            "leaf": trace.playout_leaf.tolist(),
            "points": trace.playout_points.tolist(),
        },
    }


def nodes_dict(trace: Trace, nodes: Sequence[int] | None = None) -> dict[str, list[Any]]:
    """Return the columns of every node, or of some, for JSON."""
    names = [*_TYPES, *(["exact"] if trace.exact is not None else [])]
    chosen = list(range(len(trace)) if nodes is None else nodes)
    columns = {name: _listed(name, getattr(trace, name)[chosen]) for name in names}
    if (trace.kind == Kind.CHANCE).any():
        # It follows from the board; written down for those who do not know the rules.
        columns["probability"] = [round(trace.probability(node), 12) for node in chosen]
    return columns


def from_dict(data: Any) -> Trace:
    """Make a trace of what `to_dict` gave; raises `InputError` if it does not hold together."""
    _refuse_version(data)
    nodes, playouts = data["nodes"], data["playouts"]
    columns = {name: _array(name, nodes[name], kind) for name, kind in _TYPES.items()}
    if "exact" in nodes:
        columns["exact"] = _array("exact", nodes["exact"], np.int8)
    columns["playout_leaf"] = np.array(playouts["leaf"], np.int32)
    columns["playout_points"] = np.array(playouts["points"], np.int8)
    return _made(data, columns)


def _listed(name: str, column: NDArray[Any]) -> list[Any]:
    if name in _WORDS:
        words = [each.name.lower() for each in _WORDS[name]]
        return [words[number] for number in column.tolist()]
    shift = 1 if name in _FROM_ONE else 0
    none = _NONE.get(name)
    return [
        None if number == none or number != number else _short(number + shift)
        for number in column.tolist()
    ]


def _short(number: float) -> float:
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _array(name: str, listed: list[Any], kind: Any) -> NDArray[Any]:
    if name in _WORDS:
        numbers = {each.name.lower(): int(each) for each in _WORDS[name]}
        return np.array([numbers[word] for word in listed], kind)
    shift = 1 if name in _FROM_ONE else 0
    none = _NONE.get(name, 0)
    return np.array([none if each is None else each - shift for each in listed], kind)


# Binary


def _pack(trace: Trace) -> bytes:
    header = np.frombuffer(json.dumps(_header(trace)).encode(), np.uint8)
    names = [*_TYPES, "playout_leaf", "playout_points"]
    columns = {name: getattr(trace, name) for name in names}
    if trace.exact is not None:
        columns["exact"] = trace.exact
    buffer = io.BytesIO()
    np.savez_compressed(buffer, header=header, **columns)
    return buffer.getvalue()


def _unpack(content: bytes) -> Trace:
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        header = json.loads(arrays["header"].tobytes())
        _refuse_version(header)
        columns = {name: arrays[name].astype(kind) for name, kind in _TYPES.items()}
        columns["playout_leaf"] = arrays["playout_leaf"].astype(np.int32)
        columns["playout_points"] = arrays["playout_points"].astype(np.int8)
        if "exact" in arrays:
            columns["exact"] = arrays["exact"].astype(np.int8)
        return _made(header, columns)


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
    }


def _refuse_version(header: Any) -> None:
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise InputError("it is no trace of fourscore")
    if header.get("version") != VERSION:
        raise InputError(
            f"it has version {header.get('version')!r}; this fourscore reads version {VERSION}"
        )


def _made(header: dict[str, Any], columns: dict[str, Any]) -> Trace:
    rows = header["position"].split("/")
    trace = Trace(
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
    """Raise if the columns do not make a tree of the game."""
    count, places = len(trace), np.arange(len(trace))
    lengths = {len(getattr(trace, name)) for name in _TYPES}
    if trace.exact is not None:
        lengths.add(len(trace.exact))
    roots = np.flatnonzero(trace.parent < 0).tolist()
    inner = trace.parent >= 0
    sound = (
        lengths == {count}
        and all(getattr(trace, name).ndim == 1 for name in _TYPES)
        and bool((trace.parent < places).all())
        and roots == list(trace.roots)
        and bool(((trace.move >= 0) & (trace.move < trace.position.width))[inner].all())
        and bool((trace.cut_by < count).all())
        and set(trace.kind.tolist()) <= {int(kind) for kind in Kind}
        and set(trace.reason.tolist()) <= {int(reason) for reason in Reason}
        and len(trace.playout_leaf) == len(trace.playout_points)
        and bool(((trace.playout_leaf >= 0) & (trace.playout_leaf < count)).all())
    )
    if not sound:
        raise InputError("its nodes do not make a tree")
    steps = trace.kind[inner] != Kind.CHANCE
    deeper = trace.depth[inner] - trace.depth[trace.parent[inner]] == steps
    if not deeper.all() or (trace.depth[roots] != 0).any() or _overfull(trace):
        raise InputError("its moves are not those of a game")


def _overfull(trace: Trace) -> bool:
    full = trace.position.rules.full
    return any(filled & ~full for filled in trace.boards[1])
