"""Short rules that win a position by themselves: what a player follows where the course stops.

Every rule begins alike: complete a four if you can, and block one if you must. Otherwise it says
which column to play, by its style and by the column it prefers:

    follow    answer in the column where the opponent has just played
    careful   the same, but never beneath a cell where the opponent would make a four
    patient   the same, and also never beneath a cell where you would make one
    plan      keep to the preferred column, never beneath such cells
    even      take a cell in an even row where one is open, never beneath such cells

Where that leaves no column, the preferred one is played, then the others from the centre outwards.
If every open column lies beneath such a cell, that is disregarded.

The functions take `red`, the discs of the player who follows the rule, and `yellow`, those of the
other. They run as plain Python, and as part of the kernel that proves rules.
"""

from typing import NamedTuple

from fourscore.core.bitboard import (
    Rules,
    column_of,
    landing_cell,
    landing_cells,
    winning_cells,
)
from fourscore.core.position import Position
from fourscore.jit.kernel import compilable

__all__ = ["RULES", "STYLES", "Rule", "Style", "answer", "rule_reply", "say_rule"]


class Style(NamedTuple):
    """How a rule chooses where nothing is forced."""

    name: str
    title: str
    follows: int
    """1: answer in the same column; 2: take even rows; 0: neither."""
    care: int
    """1: not beneath the opponent's winning cells; 2: nor beneath one's own; 0: anywhere."""


STYLES = (
    Style("follow", "Follow up", 1, 0),
    Style("careful", "Follow up with care", 1, 1),
    Style("patient", "Follow up and wait", 1, 2),
    Style("plan", "Keep to a column", 0, 2),
    Style("even", "Take the even rows", 2, 2),
)


class Rule(NamedTuple):
    """A style with the column that it prefers, from 0."""

    style: Style
    column: int
    flipped: bool = False
    """Whether it is the mirror image of a rule: of two columns as near to the centre, the right
    one comes first."""

    @property
    def number(self) -> int:
        """The place in `RULES` of the rule, or of its mirror image."""
        column = 6 - self.column if self.flipped else self.column
        return STYLES.index(self.style) * 7 + column

    @property
    def id(self) -> str:
        """What the API and files call it; columns count from 1.

        >>> RULES[3].id, RULES[4].mirrored.id
        ('follow-4', 'follow-3-flipped')
        """
        return f"{self.style.name}-{self.column + 1}{'-flipped' if self.flipped else ''}"

    @property
    def mirrored(self) -> "Rule":
        """The rule with left and right swapped."""
        return Rule(self.style, 6 - self.column, not self.flipped)

    @property
    def title(self) -> str:
        """What it is called."""
        return self.style.title

    @property
    def text(self) -> str:
        """The rule in words."""
        return say_rule(self)


RULES = tuple(Rule(style, column) for style in STYLES for column in range(7))
"""Every rule that a course may use."""


def say_rule(rule: Rule) -> str:
    """Put a rule into words, with columns counted from 1.

    >>> print(say_rule(RULES[3]))
    Win if you can and block if you must. Otherwise answer in the column where the opponent has \
just played. If you cannot, play column 4, else the open column nearest to the centre, the left \
of two.
    """
    preferred = f"column {rule.column + 1}"
    beneath = {
        0: "",
        1: ", but never beneath a cell where the opponent would make a four",
        2: ", but never beneath a cell where either of you would make a four",
    }[rule.style.care]
    side = "right" if rule.flipped else "left"
    otherwise = f"play {preferred}, else the open column nearest to the centre, the {side} of two"
    words = {
        0: f"Otherwise {otherwise}{beneath}.",
        1: "Otherwise answer in the column where the opponent has just played"
        f"{beneath}. If you cannot, {otherwise}.",
        2: "Otherwise take a cell in an even row (2, 4 or 6), "
        f"{preferred} first{beneath}. If there is none, {otherwise}.",
    }[rule.style.follows]
    return f"Win if you can and block if you must. {words}"


@compilable
def answer(
    red: int, yellow: int, last: int, follows: int, care: int, column: int, rules: Rules
) -> int:
    """Return the cell that a rule plays for red, after yellow's disc in the column `last`."""
    filled = red | yellow
    landing = landing_cells(filled, rules)
    wins = winning_cells(red, filled, rules)
    if wins & landing:
        return wins & landing & -(wins & landing)
    losses = winning_cells(yellow, filled, rules)
    if losses & landing:
        return losses & landing & -(losses & landing)
    allowed = landing
    if care > 0:
        allowed &= ~(losses >> 1)
    if care > 1 and allowed & ~(wins >> 1):
        allowed &= ~(wins >> 1)
    if allowed == 0:
        allowed = landing
    if follows == 1 and allowed & landing_cell(filled, last, rules):
        return landing_cell(filled, last, rules)
    if follows == 2:
        even = first_choice(allowed & ~odd_rows(rules), column, rules)
        if even:
            return even
    return first_choice(allowed, column, rules)


@compilable
def odd_rows(rules: Rules) -> int:
    """Return the cells of the first row, the third, and so on."""
    cells = 0
    for row in range(0, rules.height, 2):
        cells |= rules.bottom << row
    return cells


@compilable
def first_choice(cells: int, column: int, rules: Rules) -> int:
    """Return the cell in a column, or else the one nearest to the centre; 0 if there is none."""
    mask = (1 << rules.height) - 1
    found = cells & (mask << (column * rules.stride))
    if found:
        return found
    middle = (rules.width - 1) // 2
    for place in range(rules.width):
        away = (place + 1) // 2
        other = middle - away if place % 2 else middle + away
        found = cells & (mask << (other * rules.stride))
        if found:
            return found
    return 0


def rule_reply(position: Position, rule: Rule, last: int) -> int:
    """Return the column that a rule plays, after the opponent's disc in the column `last`.

    >>> rule_reply(Position("1"), RULES[3], 0), rule_reply(Position("17273"), RULES[3], 2)
    (0, 3)
    """
    if rule.flipped:
        mirrored = rule_reply(position.mirror(), rule.mirrored, position.width - 1 - last)
        return position.width - 1 - mirrored
    style = rule.style
    cell = answer(
        position.mine,
        position.mine ^ position.filled,
        last,
        style.follows,
        style.care,
        rule.column,
        position.rules,
    )
    return column_of(cell, position.rules)
