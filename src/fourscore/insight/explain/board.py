"""Facts that follow from the rules alone: wins in reach, blocks, threats, counting."""

from collections.abc import Iterator
from fractions import Fraction

from fourscore.core import bitboard
from fourscore.core.position import PLAYERS, Cell, Position, opponent
from fourscore.insight.explain.facts import Fact, FactKind, follow, in_reach, other_wins

__all__ = [
    "double_of",
    "immediate_facts",
    "move_facts",
    "over_fact",
    "standing_facts",
    "variant_facts",
    "zugzwang_of",
]


def over_fact(position: Position) -> Fact:
    """Return how a finished game ended."""
    outcome = position.outcome
    assert outcome is not None
    return Fact(FactKind.OVER, outcome.winner, cells=outcome.cells)


# What the next disc decides


def immediate_facts(position: Position) -> Iterator[Fact]:
    """Yield wins in reach, what must be blocked, and columns that must not be played."""
    player, other = position.turn, position.opponent
    if wins := in_reach(position, player):
        columns = tuple(cell.column for cell in wins)
        four = four_with(position, player, wins[0])
        yield Fact(FactKind.WIN_NOW, player, columns=columns, cells=wins, four=four)
        return
    losses = other_wins(position)
    if len(losses) > 1:
        yield Fact(FactKind.TWO_WINS, other, cells=losses)
    elif losses:
        yield from _blocks(position, losses[0])
    else:
        yield from _quiet_facts(position)


def _blocks(position: Position, block: Cell) -> Iterator[Fact]:
    player, other = position.turn, position.opponent
    above = _above(block)
    if above in position.threats(other):
        yield Fact(FactKind.VAIN_BLOCK, player, columns=(block.column,), cells=(block, above))
        return
    four = four_with(position, other, block)
    yield Fact(FactKind.MUST_BLOCK, player, columns=(block.column,), cells=(block,), four=four)


def _quiet_facts(position: Position) -> Iterator[Fact]:
    """Yield what must not be played where nothing has to be blocked."""
    player = position.turn
    legal = position.legal
    given = _given_away(position, opponent(player))
    columns = tuple(cell.column for cell in given)
    if given and len(given) == len(legal):
        yield Fact(FactKind.ZUGZWANG, player, columns=columns, cells=given)
    elif given:
        yield Fact(FactKind.POISON, player, columns=columns, cells=given)


def _given_away(position: Position, other: str) -> tuple[Cell, ...]:
    """Return the threats of one side right above the cells where the next discs land."""
    landings = {Cell(column, position.column_height(column)) for column in position.legal}
    return tuple(cell for cell in position.threats(other) if _beneath(cell) in landings)


def zugzwang_of(position: Position, after: tuple[int, ...]) -> Fact | None:
    """Return that after these moves every move lets the other side make a four, if it does."""
    found = next(immediate_facts(follow(position, after)), None)
    if found is None or found.kind is not FactKind.ZUGZWANG:
        return None
    return Fact(found.kind, found.player, after=after, columns=found.columns, cells=found.cells)


# What a move has done


def move_facts(position: Position, column: int) -> Iterator[Fact]:
    """Yield what a move sets up: a double threat, a forced reply, threats that are new."""
    player, child = position.turn, position.play(column)
    if child.is_over:
        return
    after = (column,)
    if double := double_of(position, after):
        yield double
    elif (wins := in_reach(child, player)) and not child.winning_columns:
        yield Fact(FactKind.FORCES, player, after=after, columns=(wins[0].column,), cells=wins)
    before = set(position.threats(player))
    for cell in _lowest_threats(child):
        if cell in child.threats(player) and cell not in before:
            squeezed = plays_beneath(child, cell)
            yield Fact(FactKind.NEW_THREAT, player, squeezed, after=after, cells=(cell,))


def double_of(position: Position, after: tuple[int, ...]) -> Fact | None:
    """Return that the last of these moves makes a double threat, if it does."""
    child = follow(position, after)
    player = child.opponent
    if child.is_over or child.winning_columns:
        return None
    wins = in_reach(child, player)
    if len(wins) == 1 and (above := _above(wins[0])) in child.threats(player):
        wins = (wins[0], above)
    if len(wins) < 2:
        return None
    columns = tuple(sorted({cell.column for cell in wins}))
    return Fact(FactKind.DOUBLE, player, after=after, columns=columns, cells=wins)


# What stands on the board


def standing_facts(position: Position) -> Iterator[Fact]:
    """Yield the threats that are not in reach yet, and who can no longer make a four."""
    yield from _stacks(position)
    lowest = _lowest_threats(position)
    for player in (position.turn, position.opponent):
        for cell in position.threats(player):
            if cell in lowest:
                squeezed = plays_beneath(position, cell)
                yield Fact(FactKind.THREAT, player, squeezed, cells=(cell,))
    for player in PLAYERS:
        others = position.discs(opponent(player))
        if not bitboard.has_four(position.rules.full & ~others, position.rules):
            yield Fact(FactKind.NO_LINE, player)


def _stacks(position: Position) -> Iterator[Fact]:
    lowest = _lowest_threats(position)
    for player in (position.turn, position.opponent):
        threats = position.threats(player)
        for cell in threats:
            if cell in lowest and _above(cell) in threats:
                yield Fact(FactKind.STACK, player, cells=(cell, _above(cell)))


def _lowest_threats(position: Position) -> tuple[Cell, ...]:
    """Return the lowest threat of each column, of either player, unless it is in reach."""
    found: dict[int, Cell] = {}
    for cell in sorted({cell for player in PLAYERS for cell in position.threats(player)}):
        found.setdefault(cell.column, cell)
    return tuple(cell for cell in found.values() if cell.row > position.column_height(cell.column))


def plays_beneath(position: Position, cell: Cell) -> str:
    """Return whose disc lands beneath a cell if all other columns are filled before its own.

    >>> plays_beneath(Position.empty(), Cell(2, 2))
    'O'
    """
    tall = position.column_height(cell.column)
    elsewhere = (position.width - 1) * position.height - (position.ply - tall)
    return PLAYERS[(position.ply + elsewhere + cell.row - 1 - tall) % 2]


def four_with(position: Position, player: str, cell: Cell) -> tuple[Cell, ...]:
    """Return the four that a player would complete with a disc on a cell."""
    stride = position.rules.stride
    discs = position.discs(player) | 1 << (cell.column * stride + cell.row)
    for step in bitboard.steps(position.rules):
        for back in range(4):
            start = cell.column * stride + cell.row - back * step
            if start >= 0 and start + 3 * step < position.width * stride:
                line = bitboard.line_from(1 << start, step)
                if line & discs == line:
                    return tuple(position.cells(line))
    raise ValueError(f"{player} makes no four at {cell}")


def _above(cell: Cell) -> Cell:
    return Cell(cell.column, cell.row + 1)


def _beneath(cell: Cell) -> Cell:
    return Cell(cell.column, cell.row - 1)


# Other rules


def variant_facts(position: Position) -> Iterator[Fact]:
    """Yield the facts where the solver cannot help: fours, chances, threats."""
    if position.rules.plays_on:
        yield from _fours(position)
    if position.rules.slips:
        yield from _chances(position)
    elif wins := in_reach(position, position.turn):
        columns = tuple(cell.column for cell in wins)
        four = four_with(position, position.turn, wins[0])
        yield Fact(FactKind.WIN_NOW, position.turn, columns=columns, cells=wins, four=four)
    for player in (position.turn, position.opponent):
        for cell in position.threats(player):
            if player != position.turn or cell.row > position.column_height(cell.column):
                yield Fact(FactKind.THREAT, player, cells=(cell,))


def _fours(position: Position) -> Iterator[Fact]:
    """Yield how many fours each side has, once there are any."""
    count = {
        player: bitboard.count_fours(position.discs(player), position.rules) for player in PLAYERS
    }
    if any(count.values()):
        for player, fours in count.items():
            yield Fact(FactKind.FOURS, player, amount=Fraction(fours))


def _chances(position: Position) -> Iterator[Fact]:
    """Yield the columns to aim at that may make a four, the most probable first."""
    wins = position.winning_columns
    found = [
        Fact(FactKind.CHANCE, position.turn, columns=(aim,), amount=chance)
        for aim in position.legal
        if (chance := _chance(position, aim, wins))
    ]
    yield from sorted(found, key=lambda fact: -(fact.amount or 0))


def _chance(position: Position, aim: int, wins: tuple[int, ...]) -> Fraction:
    return sum(
        (each.probability for each in position.landings(aim) if each.column in wins), Fraction(0)
    )
