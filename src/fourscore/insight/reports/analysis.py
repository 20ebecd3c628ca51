"""What a ledger says about each agent: phases, lost openings, blunders and use of time.

The phases are the thirds of the board: an opening has discs in less than a third of its cells, the
middle game in less than two thirds.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from fourscore.arena.export import games_with_moves, start_of
from fourscore.arena.ledger import GameRow, Ledger, MoveRow
from fourscore.core.notation import plural, write_column
from fourscore.core.position import Position
from fourscore.insight.explain.explanation import explain
from fourscore.insight.reports.accuracy import Accuracies
from fourscore.insight.reports.words import say_points, say_share
from fourscore.insight.truth.accuracy import accuracy_of
from fourscore.insight.truth.judge import Judge, Judgement, shared_judge
from fourscore.search.words import Rows, say_duration

__all__ = ["Blunder", "LostOpening", "lost_openings", "phase_table", "time_table", "worst_blunders"]

PHASES = ("opening", "middle game", "end game")
WORST = 5
"""Openings and blunders that are shown of each agent."""


def phase_of(ply: int, cells: int) -> str:
    """Return the phase of the game.

    >>> [phase_of(ply, 42) for ply in (0, 13, 14, 27, 28, 41)]
    ['opening', 'opening', 'middle game', 'middle game', 'end game', 'end game']
    """
    return PHASES[min(2, ply // (cells // 3))]


def phase_table(found: Accuracies) -> Rows:
    """Return how close to perfect play each agent is in each phase."""
    rows = []
    for name in found.ranking:
        for phase in PHASES:
            moves = [each for each in found.moves[name] if phase_of(each.ply, found.cells) == phase]
            if moves:
                exact = accuracy_of(moves)
                shares = (*say_share(exact.kept), *say_share(exact.best))
                row = [name, phase, f"{exact.moves:,}", *shares, *say_points(exact.points_lost)]
                rows.append(row)
    headers = ["agent", "phase", ">moves"]
    for what in ("result kept", "best", "points lost"):
        headers += [f">{what}", ">95 %"]
    return headers, rows


# Openings


@dataclass(frozen=True, slots=True)
class LostOpening:
    """An opening, and how an agent did from it."""

    agent: str
    position: Position
    games: int
    losses: int
    points: float

    @property
    def words(self) -> str:
        """How it went, in a sentence."""
        return (
            f"{self.points:g} of {plural(self.games, 'point')}, "
            f"{self.losses} of {plural(self.games, 'game')} lost"
        )


def lost_openings(ledger: Ledger, count: int = WORST) -> dict[str, list[LostOpening]]:
    """Return the openings from which each agent has lost most points, the worst first."""
    sums: dict[tuple[str, str], list[float]] = {}
    boards: dict[str, Position] = {}
    for row in ledger.games():
        if row.result is None:
            continue
        if row.opening not in boards:
            boards[row.opening] = start_of(ledger, row)
        for name, points in ((row.first, row.result), (row.second, 1 - row.result)):
            total = sums.setdefault((name, row.opening), [0, 0, 0.0])
            total[0] += 1
            total[1] += points == 0
            total[2] += points
    found: dict[str, list[LostOpening]] = {name: [] for name in ledger.agents}
    for (name, board), (games, losses, points) in sums.items():
        if losses:
            lost = LostOpening(name, boards[board], int(games), int(losses), points)
            found[name].append(lost)
    for own in found.values():
        own.sort(key=lambda each: (each.points - each.games, each.points, each.position.key))
        del own[count:]
    return {name: own for name, own in found.items() if own}


# Blunders


@dataclass(frozen=True, slots=True)
class Blunder:
    """A move that changed the result, and why it is bad."""

    agent: str
    opponent: str
    game: int
    judgement: Judgement
    reasons: tuple[str, ...]

    @property
    def title(self) -> str:
        """What happened, in a sentence."""
        move = self.judgement
        return (
            f"Game {self.game}, against {self.opponent}: {move.player} plays column "
            f"{write_column(move.column)} ({move.kind}): {move}."
        )


def worst_blunders(
    ledger: Ledger, from_ply: int = 0, judge: Judge | None = None, count: int = WORST
) -> dict[str, list[Blunder]]:
    """Return the moves by which each agent has lost most, no position twice, with reasons."""
    judge = judge or shared_judge()
    worst: dict[str, dict[int, tuple[int, GameRow, Judgement]]] = {
        name: {} for name in ledger.agents
    }
    for row, name, position, column in _moves(ledger):
        if position.ply < from_ply:
            continue
        judgement = judge.judge(position, column)
        if judgement.is_blunder:
            key = min(position.key, position.mirror().key)
            worst[name].setdefault(key, (judgement.points_lost, row, judgement))
    found: dict[str, list[Blunder]] = {}
    for name, own in worst.items():
        ranked = sorted(
            own.values(), key=lambda each: (-each[0], each[1].number, each[2].position.ply)
        )
        if ranked:
            found[name] = [_blunder(name, row, each) for _, row, each in ranked[:count]]
    return found


def _blunder(name: str, row: GameRow, judgement: Judgement) -> Blunder:
    opponent = row.second if name == row.first else row.first
    reasons = explain(judgement.position, judgement.column).brief
    return Blunder(name, opponent, row.number, judgement, reasons[1:] or reasons)


def _moves(ledger: Ledger) -> Iterator[tuple[GameRow, str, Position, int]]:
    """Yield every move that counts: its game, who made it, the board before it, the column."""
    for row, moves in games_with_moves(ledger):
        if row.result is None:
            continue
        position = start_of(ledger, row)
        for move in moves:
            yield row, row.second if move.ply % 2 else row.first, position, move.landing
            position = position.play(move.landing)


# Time


def time_table(ledger: Ledger) -> Rows:
    """Return how each agent uses its time: by phase, the longest move, what is left at the end."""
    width, height = (int(part) for part in ledger.settings["size"].split("x"))
    bank, gain = ledger.settings.get("bank"), ledger.settings.get("increment") or 0.0
    times: dict[str, dict[str, float]] = {
        name: dict.fromkeys(PHASES, 0.0) for name in ledger.agents
    }
    longest, left, late = (dict[str, float]() for _ in range(3))
    for row, moves in games_with_moves(ledger):
        spent = _spend(row, moves, times, longest, width * height)
        for name, (seconds, count) in spent.items():
            if bank:
                rest = bank - seconds + gain * count
                left[name] = min(left.get(name, rest), rest)
        if row.forfeit and row.reason.startswith("out of time"):
            loser = row.first if row.forfeit == "first" else row.second
            late[loser] = late.get(loser, 0) + 1
    rows = []
    for name, by_phase in times.items():
        total = sum(by_phase.values())
        if not total:
            continue
        shares = [f"{100 * by_phase[phase] / total:.0f} %" for phase in PHASES]
        rest = [say_duration(max(0.0, left[name]))] if name in left else []
        cells = [name, say_duration(total), *shares, say_duration(longest[name]), *rest]
        rows.append([*cells, f"{late.get(name, 0):.0f}"])
    headers = ["agent", ">time in all", *(f">{phase}" for phase in PHASES), ">longest move"]
    return [*headers, *([">least left"] if left else []), ">out of time"], rows


def _spend(
    row: GameRow,
    moves: list[MoveRow],
    times: dict[str, dict[str, float]],
    longest: dict[str, float],
    cells: int,
) -> dict[str, tuple[float, int]]:
    """Add the times of a game's moves; return the seconds and moves of each player."""
    spent: dict[str, tuple[float, int]] = {}
    for move in moves:
        name = row.second if move.ply % 2 else row.first
        times[name][phase_of(move.ply, cells)] += move.seconds
        longest[name] = max(longest.get(name, 0.0), move.seconds)
        seconds, count = spent.get(name, (0.0, 0))
        spent[name] = (seconds + move.seconds, count + 1)
    return spent
