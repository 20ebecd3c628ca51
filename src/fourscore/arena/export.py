"""Export a ledger as CSV, JSON lines, Parquet, or games in the text format."""

import csv
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import groupby, islice
from pathlib import Path
from typing import Any, TextIO, get_args, get_type_hints

from fourscore.arena.ledger import GameRow, Ledger, MoveRow
from fourscore.core.game import Game, write_game
from fourscore.core.notation import read_board, write_column
from fourscore.core.position import Position
from fourscore.core.variants import variant
from fourscore.errors import InputError
from fourscore.runtime.files import writing

__all__ = [
    "FORMATS",
    "TABLES",
    "TABULAR",
    "game_of",
    "games_with_moves",
    "start_of",
    "write",
    "write_parquet",
]

FORMATS = ("csv", "jsonl", "parquet", "games")
"""The formats in which a ledger can be exported."""
TABULAR = ("csv", "parquet")
"""Those of them that have a table of games or of moves."""
TABLES = ("games", "moves")
CHUNK = 50_000
"""Rows of a Parquet file in memory at a time."""


def write(ledger: Ledger, form: str, table: str, out: TextIO) -> None:
    """Write a ledger as text: "csv" or "games".

    CSV has a row for each game, or for each move if `table` is "moves".
    """
    if form == "csv":
        _write_csv(ledger, table, out)
    else:
        for row, moves in games_with_moves(ledger):
            out.write(f"{write_game(game_of(ledger, row, moves))}\n")


def _write_csv(ledger: Ledger, table: str, out: TextIO) -> None:
    writer = None
    for row in _rows(ledger, table):
        if writer is None:
            writer = csv.DictWriter(out, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)


def write_parquet(ledger: Ledger, table: str, path: Path) -> None:
    """Write a Parquet file with a row for each game or move."""
    try:
        pyarrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise InputError("Parquet needs the package pyarrow; install it, or export csv") from None
    schema = pyarrow.schema(_schema(table))
    rows = _rows(ledger, table)
    with writing(path), parquet.ParquetWriter(path, schema) as writer:
        while chunk := list(islice(rows, CHUNK)):
            writer.write_table(pyarrow.Table.from_pylist(chunk, schema=schema))


def _schema(table: str) -> dict[str, str]:
    """Return the columns of a table with Arrow's names of their types."""
    first, hints, last = {
        "games": ({}, get_type_hints(GameRow), {"moves": str}),
        "moves": ({"game": int, "ply": int, "agent": str}, get_type_hints(MoveRow), {}),
    }[table]
    names = {int: "int64", float: "double", str: "string"}
    kinds = {**first, **hints, **last}
    return {name: names[(get_args(kind) or (kind,))[0]] for name, kind in kinds.items()}


# Rows


def _rows(ledger: Ledger, table: str) -> Iterator[dict[str, Any]]:
    for row, moves in games_with_moves(ledger):
        if table == "games":
            yield {**row._asdict(), "moves": " ".join(_written(move) for move in moves)}
        else:
            yield from (_move_dict(row, move) for move in moves)


def games_with_moves(ledger: Ledger) -> Iterator[tuple[GameRow, list[MoveRow]]]:
    """Yield each game with its moves, one game in memory at a time."""
    grouped = groupby(ledger.moves(), key=lambda move: move.game)
    number, moves = next(grouped, (-1, iter(())))
    for row in ledger.games():
        if number == row.number:
            yield row, list(moves)
            number, moves = next(grouped, (-1, iter(())))
        else:
            yield row, []


def _written(move: MoveRow) -> str:
    aim, landing = write_column(move.aim), write_column(move.landing)
    return aim if aim == landing else f"{aim}>{landing}"


def _move_dict(row: GameRow, move: MoveRow) -> dict[str, Any]:
    """Return a move with columns counted from 1."""
    agent = row.second if move.ply % 2 else row.first
    columns = {"aim": move.aim + 1, "landing": move.landing + 1}
    parts = move._asdict()
    return {"game": parts.pop("game"), "ply": parts.pop("ply"), "agent": agent, **parts, **columns}


def game_of(ledger: Ledger, row: GameRow, moves: Iterable[MoveRow]) -> Game:
    """Return a game of the ledger, as far as it was played."""
    game = Game(start_of(ledger, row), _tags(row))
    for move in moves:
        game.play(move.aim, move.landing)
    return game


def start_of(ledger: Ledger, row: GameRow) -> Position:
    """Return the position from which a game started."""
    width, height = (int(part) for part in ledger.settings["size"].split("x"))
    rules = variant(ledger.settings["variant"])
    return read_board(row.opening, width=width, height=height, variant=rules)


def _tags(row: GameRow) -> dict[str, str]:
    """Return a game's tags; the moves alone do not show who won a forfeited game."""
    tags = {
        "First": row.first,
        "Second": row.second,
        "Date": row.ended[:10].replace("-", "."),
        "Number": str(row.number),
        "Reason": row.reason,
    }
    if row.forfeit:
        tags["Winner"] = "second" if row.forfeit == "first" else "first"
    return tags
