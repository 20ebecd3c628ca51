"""Merging ledgers of the same tournament, from several machines."""

from collections.abc import Sequence
from pathlib import Path

from fourscore.arena.ledger import Ledger, PlayedGame, PlayedMove
from fourscore.arena.schedule import Planned
from fourscore.errors import InputError

__all__ = ["merge_ledgers"]

LOOSE = ("seed",)
"""Settings that ledgers to be merged need not have in common."""


def merge_ledgers(sources: Sequence[Path], out: Path) -> int:
    """Write the games of several ledgers to a new one; return how many they are.

    Their agents and settings must be the same, except for the seed. Games of the same seed are
    known by their number and counted once; those of another seed are given new numbers, in whole
    pairs, and keep their openings. Raises `InputError` if they do not belong together.
    """
    if len(sources) < 2:
        raise InputError("name two ledgers or more to merge")
    if out.exists():
        raise InputError(f"the file '{out}' already exists")
    ledgers: list[Ledger] = []
    try:
        ledgers.extend(map(Ledger.open, sources))
        for other in ledgers[1:]:
            _require_alike(ledgers[0], other)
        with Ledger.create(out, ledgers[0].settings, ledgers[0].agents) as merged:
            return _merge(ledgers, merged)
    finally:
        for ledger in ledgers:
            ledger.close()


def _require_alike(one: Ledger, other: Ledger) -> None:
    names = sorted(one.settings.keys() | other.settings.keys())
    differing = [name for name in names if one.settings.get(name) != other.settings.get(name)]
    if one.agents != other.agents:
        raise InputError(f"{one.name} and {other.name} have different agents")
    for name in differing:
        if name not in LOOSE:
            raise InputError(
                f"{one.name} and {other.name} differ in {name}: {one.settings.get(name)} "
                f"and {other.settings.get(name)}"
            )


def _merge(ledgers: Sequence[Ledger], merged: Ledger) -> int:
    places = {name: place for place, name in enumerate(merged.agents)}
    openings: dict[str, int] = {}
    shift: dict[object, int] = {}
    total = 0
    for ledger in ledgers:
        seed = ledger.settings.get("seed")
        numbers = ledger.done()
        if seed not in shift:
            # Whole pairs stay together.
            shift[seed] = 2 * ((max(merged.done(), default=-1) + 2) // 2)
        new = [board for board in dict.fromkeys(ledger.openings()) if board not in openings]
        openings |= {board: len(openings) + place for place, board in enumerate(new)}
        merged.add_openings(new)
        games = []
        moves = _moves_by_game(ledger)
        for row in ledger.games(numbers):
            planned = Planned(
                row.number + shift[seed],
                places[row.first],
                places[row.second],
                openings[row.opening],
                (row.seed_first, row.seed_second, row.seed_slip),
            )
            start, played = moves.get(row.number, (0, ()))
            games.append(
                PlayedGame(planned, row.result, row.reason, row.forfeit, start, played, row.seconds)
            )
        total += len(merged.add(games))
    return total


def _moves_by_game(ledger: Ledger) -> dict[int, tuple[int, tuple[PlayedMove, ...]]]:
    found: dict[int, tuple[int, list[PlayedMove]]] = {}
    for move in ledger.moves():
        _, own = found.setdefault(move.game, (move.ply, []))
        own.append(PlayedMove(*move[2:]))
    return {game: (start, tuple(moves)) for game, (start, moves) in found.items()}
