"""Facts in plain words: the only place where a fact becomes a sentence."""

from collections.abc import Callable, Collection, Iterable, Sequence

from fourscore.core.notation import write_cell, write_column
from fourscore.core.position import Cell, opponent
from fourscore.insight.explain.facts import Fact, FactKind
from fourscore.solver import Score

__all__ = ["say"]

LONGEST = 10
"""A line of up to this many moves is written in full; of a longer one only the first few."""
FIRST_FEW = 6
COUNTS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def say(fact: Fact, best: Collection[int] = (), tried: int | None = None) -> str:
    """Put a fact into a sentence, or return "" if it needs no words.

    `best` are the best columns of the position: a line that begins with another column is not
    called best play. `tried` is a move that is to be explained and not among the best.

    >>> say(Fact(FactKind.TWO_WINS, "O", cells=(Cell(0, 0), Cell(4, 0))))
    'O can make a four at column 1 row 1 and at column 5 row 1, and X can stop only one of them.'
    """
    sentence = _SAY[fact.kind](fact)
    if not sentence or fact.kind is FactKind.REPLY:
        return _upper(sentence)
    better = tried is not None and fact.kind in _PLANS and (fact.after or fact.line)[0] != tried
    return _upper(f"{'instead, ' * better}{_way(fact.after, best)}{sentence}")


def _upper(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _way(after: tuple[int, ...], best: Collection[int]) -> str:
    """Describe how a position arises."""
    if not after:
        return ""
    if len(after) == 1:
        return f"after column {write_column(after[0])}, "
    if best and after[0] not in best:
        start = f"after column {write_column(after[0])}, best play goes"
        return f"{start} {_moves(after[1:])}; then "
    return f"best play goes {_moves(after)}; then "


# The verdict


def _over(fact: Fact) -> str:
    if fact.player is None:
        return "The game is a draw: the board is full."
    if not fact.cells:
        return f"{fact.player} has won."
    return f"{fact.player} has won, with {_and(map(write_cell, fact.cells))}."


def _verdict(fact: Fact) -> str:
    score, player = _score(fact), fact.player
    every = len(fact.columns) == len(fact.scores) > 1
    if score.sign > 0:
        soon = "at once" if score.moves == 1 else f"in {score.moves}"
        return f"{player} wins {soon} with {'any column' if every else _one_of(fact)}."
    if score.sign == 0:
        how = f", whichever column {player} plays" if every else f"; {player} holds it with "
        return f"With best play the game is a draw{how}{'' if every else _one_of(fact)}."
    if every:
        return f"{player} loses in {score.moves}, whatever {player} plays."
    if len(fact.scores) == 1:
        return f"{player} loses in {score.moves}; only {_columns(fact.columns)} is open."
    lasts = "holds out longest" if len(fact.columns) == 1 else "hold out longest"
    return f"{player} loses in {score.moves} with best play; {_columns(fact.columns)} {lasts}."


def _one_of(fact: Fact) -> str:
    return _columns(fact.columns, "or")


def _choices(fact: Fact) -> str:
    """Describe what the columns are worth that are not best, if there are any."""
    best = _score(fact)
    rest = {column: score for column, score in fact.scores.items() if score.value < best.value}
    if best.sign < 0:
        return ""
    if not rest:
        return "" if len(fact.scores) > 1 else "No other column is open."
    groups = [
        (tuple(c for c, score in rest.items() if score.sign == sign), verbs)
        for sign, verbs in _VERBS.items()
    ]
    groups = [(columns, verbs) for columns, verbs in groups if columns]
    if len(groups) == 1:
        return f"Every other column {groups[0][1][0]}."
    parts = [f"{_columns(columns)} {verbs[len(columns) > 1]}" for columns, verbs in groups]
    return f"{_upper('; '.join(parts))}."


_VERBS = {
    1: ("also wins, but later", "also win, but later"),
    0: ("only draws", "only draw"),
    -1: ("loses", "lose"),
}


def _move(fact: Fact) -> str:
    column, *best = fact.columns
    worth, top = fact.scores[column], _score(fact)
    name = f"Column {write_column(column)}"
    if column in best:
        others = tuple(each for each in best if each != column)
        rank = f"as good as {_columns(others)}" if others else "the best move"
        return f"{name} is {rank}: {fact.player} {worth}."
    better = _columns(tuple(best))
    s = "" if len(best) > 1 else "s"
    if worth.sign == top.sign > 0:
        return f"{name} also wins, in {worth.moves}, but {better} win{s} in {top.moves}."
    if worth.sign == top.sign:
        return f"{name} loses in {worth.moves}; {better} hold{s} out for {top.moves}."
    if top.sign > 0:
        return f"{name} throws away the win: it {worth}, but {better} win{s} in {top.moves}."
    return f"{name} throws away the draw: it {worth}, but {better} draw{s}."


def _reply(fact: Fact) -> str:
    columns = _columns(fact.columns, "or")
    if _score(fact).sign < 0:
        return f"{fact.player} then holds out longest with {columns}."
    return f"{fact.player}'s best answer is {columns}."


# The next disc


def _win_now(fact: Fact) -> str:
    if len(fact.cells) > 1:
        return f"{fact.player} makes a four at {_and(map(write_cell, fact.cells), 'or')}."
    return f"a disc at {write_cell(fact.cells[0])} completes {_shape(fact.four)}."


def _must_block(fact: Fact) -> str:
    other, cell = _other(fact), fact.cells[0]
    threat = f"{other} is about to complete {_shape(fact.four)} at {write_cell(cell)}"
    return f"{threat}, so {fact.player} has to play column {write_column(cell.column)}."


def _vain_block(fact: Fact) -> str:
    block, above = map(write_cell, fact.cells)
    then = f"but then {_other(fact)} wins on top of it, at {above}"
    return f"{fact.player} has to block at {block}, {then}."


def _two_wins(fact: Fact) -> str:
    cells = " and at ".join(map(write_cell, fact.cells))
    stop = f"{_other(fact)} can stop only one of them"
    return f"{fact.player} can make a four at {cells}, and {stop}."


def _poison(fact: Fact) -> str:
    cells = _and(map(write_cell, fact.cells), "or")
    columns = _columns(fact.columns, "or")
    answer = f"{_other(fact)} would answer on top of it and win, at {cells}"
    return f"{fact.player} must not play {columns}: {answer}."


def _zugzwang(fact: Fact) -> str:
    cells = _and(map(write_cell, fact.cells), "or")
    answer = f"{_other(fact)} answers on top of it and wins, at {cells}"
    return f"{fact.player} is in zugzwang: whatever {fact.player} plays, {answer}."


# What a move sets up


def _double(fact: Fact) -> str:
    player, other = fact.player, _other(fact)
    cells = list(map(write_cell, fact.cells))
    if len(fact.columns) == 1:
        threat = f"{player} threatens a four at {cells[0]}, and if {other} blocks it"
        return f"{threat}, {player} wins on top of it, at {cells[1]}."
    threats = f"{player} has {COUNTS[len(cells)]} threats at once, at {_and(cells)}"
    return f"{threats}, and {other} can stop only one of them."


def _forces(fact: Fact) -> str:
    threat = f"{fact.player} threatens a four at {write_cell(fact.cells[0])}"
    return f"{threat}, so {_other(fact)} has to block there."


def _forced_win(fact: Fact) -> str:
    line, four = _moves(fact.line, len(fact.line)), f"the four at {write_cell(fact.cells[0])}"
    blocks = f"{_other(fact)} has to block each time"
    return f"{fact.player} wins by force with {line}: {blocks}, until {four}."


def _threat(fact: Fact) -> str:
    cell, verb = fact.cells[0], "gets" if fact.kind is FactKind.NEW_THREAT else "has"
    parity = "an even" if cell.row % 2 else "an odd"
    threat = f"{fact.player} {verb} {parity} threat at {write_cell(cell)}"
    if fact.other is None:
        return f"{threat}."
    itself = fact.other == fact.player
    count = f"if all other columns fill up first, {fact.other}{' itself' * itself}"
    return f"{threat}{', but' if itself else ';'} {count} has to play beneath it."


def _stack(fact: Fact) -> str:
    lower, upper = map(write_cell, fact.cells)
    threats = f"{fact.player} has two threats, one on top of the other, at {lower} and {upper}"
    return f"{threats}: {_other(fact)} can block only one of them."


def _follow_up(fact: Fact) -> str:
    player, other, score = fact.player, _other(fact), _score(fact)
    pairs = ""
    if fact.columns:
        others = "the other" if len(fact.columns) == 2 else "another of these"
        pairs = f", and the first one in {_columns(fact.columns, 'or')} with one in {others}"
    way = f"{player} can answer every disc of {other} right above it{pairs}"
    if score.value == 0:
        return f"{way}; then {other} never makes a four."
    if not fact.cells:
        return f"{way}; the cells that {player} gets this way make a four in the end."
    cells = _and(map(write_cell, fact.cells), "or")
    return f"{way}; then {other} runs out of other moves and has to play beneath {cells}."


# Lines and the rest


def _line(fact: Fact) -> str:
    line = _moves(fact.line, len(fact.line))
    if _score(fact).value == 0:
        return f"Best play in full: {line}, which fills the board."
    where = f"{fact.player} wins at {write_cell(fact.cells[0])}"
    stands = ", already a threat now" if fact.other else ""
    return f"Best play in full: {line}, and {where}{stands}."


def _no_line(fact: Fact) -> str:
    return f"{fact.player} can no longer make a four: no line is open to it."


def _fours(fact: Fact) -> str:
    fours = int(fact.amount or 0)
    return f"{fact.player} has {fours or 'no'} four{'' if fours == 1 else 's'} on the board."


def _chance(fact: Fact) -> str:
    aim, share = write_column(fact.columns[0]), 100 * float(fact.amount or 0)
    return f"Aiming at column {aim} makes a four {share:.0f} % of the time."


_SAY: dict[FactKind, Callable[[Fact], str]] = {
    FactKind.OVER: _over,
    FactKind.VERDICT: _verdict,
    FactKind.CHOICES: _choices,
    FactKind.MOVE: _move,
    FactKind.REPLY: _reply,
    FactKind.WIN_NOW: _win_now,
    FactKind.MUST_BLOCK: _must_block,
    FactKind.VAIN_BLOCK: _vain_block,
    FactKind.TWO_WINS: _two_wins,
    FactKind.POISON: _poison,
    FactKind.ZUGZWANG: _zugzwang,
    FactKind.DOUBLE: _double,
    FactKind.FORCES: _forces,
    FactKind.FORCED_WIN: _forced_win,
    FactKind.NEW_THREAT: _threat,
    FactKind.THREAT: _threat,
    FactKind.STACK: _stack,
    FactKind.FOLLOW_UP: _follow_up,
    FactKind.LINE: _line,
    FactKind.NO_LINE: _no_line,
    FactKind.FOURS: _fours,
    FactKind.CHANCE: _chance,
}
_PLANS = (
    FactKind.FORCED_WIN,
    FactKind.DOUBLE,
    FactKind.ZUGZWANG,
    FactKind.FORCES,
    FactKind.NEW_THREAT,
)
"""Kinds that say what a move leads to; it may be better than the move tried."""


# Pieces


def _score(fact: Fact) -> Score:
    assert fact.score is not None
    return fact.score


def _other(fact: Fact) -> str:
    assert fact.player is not None
    return opponent(fact.player)


def _shape(four: Sequence[Cell]) -> str:
    """Name the kind of line that four cells make."""
    if four[0].column == four[-1].column:
        return "a column of four"
    return "a row of four" if four[0].row == four[-1].row else "a diagonal of four"


def _columns(columns: tuple[int, ...], word: str = "and") -> str:
    many = "s" if len(columns) > 1 and word == "and" else ""
    return f"column{many} {_and(map(write_column, columns), word)}"


def _moves(columns: tuple[int, ...], longest: int = LONGEST) -> str:
    if len(columns) <= longest:
        return " ".join(map(write_column, columns))
    return f"{' '.join(map(write_column, columns[:FIRST_FEW]))} … for {len(columns)} discs"


def _and(words: Iterable[str], word: str = "and") -> str:
    *most, last = words
    return f"{', '.join(most)} {word} {last}" if most else last
