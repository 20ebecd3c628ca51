"""A second rulebook to hold the first against: plain, slow, and sharing no code with it.

Boards are lists of lists of "-", "X" and "O", the bottom row first. Lines are found by
looking at every window of four cells.
"""

from fractions import Fraction
from functools import cache

Place = tuple[int, int]
"""A column and a row, from 0, the row from the bottom."""

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@cache
def windows(width: int, height: int) -> tuple[tuple[Place, ...], ...]:
    """Return every line of four cells that lies on the board."""
    lines = []
    for column in range(width):
        for row in range(height):
            for right, up in DIRECTIONS:
                line = tuple((column + right * step, row + up * step) for step in range(4))
                if all(0 <= c < width and 0 <= r < height for c, r in line):
                    lines.append(line)
    return tuple(lines)


@cache
def windows_through(width: int, height: int, place: Place) -> tuple[tuple[Place, ...], ...]:
    """Return every line of four cells that a cell belongs to."""
    return tuple(line for line in windows(width, height) if place in line)


class Board:
    """A board in play; `drop` gives a new one."""

    def __init__(self, width: int = 7, height: int = 6, variant: str = "standard") -> None:
        self.width = width
        self.height = height
        self.variant = variant
        self.cells = [["-"] * width for _ in range(height)]

    def at(self, place: Place) -> str:
        column, row = place
        return self.cells[row][column]

    def rows(self) -> tuple[str, ...]:
        """Return the rows as text, the top one first."""
        return tuple("".join(row) for row in reversed(self.cells))

    def discs(self) -> int:
        return sum(mark != "-" for row in self.cells for mark in row)

    def turn(self) -> str:
        return "X" if self.discs() % 2 == 0 else "O"

    # Moves

    def open_columns(self) -> list[int]:
        return [column for column in range(self.width) if self.cells[-1][column] == "-"]

    @property
    def legal(self) -> list[int]:
        return self.open_columns() if self.outcome is None else []

    def drop(self, column: int) -> "Board":
        """Return the board after the side to move has dropped a disc into an open column."""
        after = Board(self.width, self.height, self.variant)
        after.cells = [list(row) for row in self.cells]
        lowest = next(row for row in range(self.height) if self.cells[row][column] == "-")
        after.cells[lowest][column] = self.turn()
        return after

    def landings(self, aim: int) -> dict[int, Fraction]:
        """Return the chance of each column that a disc aimed at an open column may land in."""
        if self.variant != "slip":
            return {aim: Fraction(1)}
        chances = {aim: Fraction(6, 10)}
        neighbours = [column for column in (aim - 1, aim + 1) if 0 <= column < self.width]
        for column in neighbours:
            chances[column] = Fraction(4, 10) if len(neighbours) == 1 else Fraction(2, 10)
        left = {c: chance for c, chance in chances.items() if c in self.open_columns()}
        lost = 1 - sum(left.values())
        kept = sum(left.values())
        return {c: chance + lost * chance / kept for c, chance in left.items()}

    # Lines

    def fours(self, player: str) -> list[tuple[Place, ...]]:
        return [
            line
            for line in windows(self.width, self.height)
            if all(self.at(place) == player for place in line)
        ]

    def cells_of_fours(self, player: str) -> set[Place]:
        return {place for line in self.fours(player) for place in line}

    def threats(self, player: str) -> set[Place]:
        """Return the empty cells where one more disc of the player's makes a four."""
        return {
            (column, row)
            for column in range(self.width)
            for row in range(self.height)
            if self.cells[row][column] == "-" and self._would_win(player, (column, row))
        }

    def _would_win(self, player: str, place: Place) -> bool:
        return any(
            all(self.at(other) == player for other in line if other != place)
            for line in windows_through(self.width, self.height, place)
        )

    # The end

    @property
    def outcome(self) -> str | None:
        """Return "X", "O" or "draw", or None until the game is over."""
        count = {player: len(self.fours(player)) for player in "XO"}
        full = not self.open_columns()
        if self.variant == "fill" and not full:
            return None
        if count["X"] != count["O"]:
            return "X" if count["X"] > count["O"] else "O"
        return "draw" if full else None
