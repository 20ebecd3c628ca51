"""What a board shows of a game that is played on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fourscore.core import bitboard
from fourscore.core.game import Game, write_line
from fourscore.core.notation import plural, write_column
from fourscore.core.picture import COLOURS
from fourscore.core.position import PLAYERS, Cell, Position
from fourscore.notebook.widget import Chip, View, chip, make_view, score_chip
from fourscore.solver import Score

__all__ = ["GameView", "is_scored"]

WAITING = chip("…", "waiting")
STANDARD_ONLY = "Exact scores need the standard rules."


def is_scored(position: Position) -> bool:
    """Return whether the solver knows the rules."""
    return position.variant.name == "standard"


@dataclass(frozen=True)
class GameView:
    """A game, who plays it, and what is known of the next move."""

    game: Game
    opponent: str | None
    """The opponent's spec; None if a person plays both sides."""
    side: str
    """The person's side, if there is an opponent."""
    scores: Mapping[int, Score] | None
    """The columns that have been scored; None if scores are not to be shown."""
    notice: str
    """What could not be done, in a sentence."""
    begin: Game
    """What a new game begins with."""

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def people(self) -> tuple[str, ...]:
        return PLAYERS if self.opponent is None else (self.side,)

    @property
    def may_play(self) -> bool:
        """Whether it is a person's turn."""
        return self.position.turn in self.people and not self.position.is_over

    def view(self) -> View:
        """Return what the browser draws."""
        position, moves = self.position, self.game.moves
        outcome = position.outcome
        landing = moves[-1].landing if moves else None
        return make_view(
            position.rows(),
            turn=position.turn,
            columns=[self._column(column) for column in range(position.width)],
            last=None if landing is None else Cell(landing, position.column_height(landing) - 1),
            aim=moves[-1].aim if moves else None,
            winning=outcome.cells if outcome else (),
            chips=self._chips(),
            caption=self._caption(),
            players=[self._player(player) for player in PLAYERS],
            status=self._status(),
            details=[self.notice] if self.notice else self._slip(),
            buttons=self._buttons(),
            scores=self._option(),
            moves=write_line(self.game),
        )

    def _column(self, column: int) -> View:
        """Return what is said of a column to those who do not see it, and where discs land."""
        position = self.position
        discs = [position.at(column, row) for row in range(position.column_height(column))]
        held = ", ".join(COLOURS[mark].lower() for mark in reversed(discs))
        label = f"Column {write_column(column)}, {f'from the top {held}' if held else 'empty'}"
        if not self.may_play or column not in position.legal:
            return {"label": label, "landings": []}
        landings = [
            (each.column, position.column_height(each.column), float(each.probability))
            for each in position.landings(column)
        ]
        drop = f"{label}. Drop {COLOURS[position.turn].lower()} here"
        return {"label": drop, "landings": landings}

    # Below the board

    def _chips(self) -> list[Chip | None] | None:
        """Return the scores of the columns; their room is there before they are shown."""
        if not is_scored(self.position):
            return None
        legal = () if self.scores is None else self.position.legal
        return [
            self._chip(column) if column in legal else None for column in range(self.position.width)
        ]

    def _chip(self, column: int) -> Chip:
        scores = self.scores or {}
        if column not in scores:
            return WAITING
        is_complete = len(scores) == len(self.position.legal)
        best = is_complete and scores[column] == max(scores.values())
        return score_chip(scores[column], best=best)

    def _caption(self) -> str:
        if self.scores is None or self.position.is_over:
            return ""
        return f"Exact scores for {COLOURS[self.position.turn]}; the best are framed."

    # Beside the board

    def _player(self, player: str) -> View:
        position, name = self.position, COLOURS[player]
        if self.opponent is not None:
            name = f"{name}: {'you' if player == self.side else self.opponent}"
        note = ""
        if position.rules.plays_on:
            fours = bitboard.count_fours(position.discs(player), position.rules)
            note = plural(int(fours), "four")
        is_turn = not position.is_over and player == position.turn
        return {"player": player, "name": name, "is_turn": is_turn, "note": note}

    def _status(self) -> str:
        outcome, turn = self.position.outcome, COLOURS[self.position.turn]
        if outcome is None:
            if not self.may_play:
                return f"{turn} cannot move" if self.notice else f"{turn} is thinking"
            return f"{turn} to move" if self.opponent is None else "Your move"
        if outcome.winner is None:
            return "A draw"
        if self.opponent is None:
            return f"{COLOURS[outcome.winner]} wins"
        return "You win" if outcome.winner == self.side else "You lose"

    def _slip(self) -> list[str]:
        """Say where the last disc was aimed, if it slipped."""
        moves = self.game.moves
        if not moves or moves[-1].aim == moves[-1].landing:
            return []
        aim, landing = map(write_column, moves[-1])
        who = COLOURS[self.position.opponent]
        return [f"{who} aimed at column {aim}; the disc slipped into column {landing}."]

    def _buttons(self) -> list[View]:
        movers = {position.turn for position in self.game.positions[:-1]}
        can_undo = bool(movers.intersection(self.people))
        buttons = [("undo", "Undo", can_undo), ("new", "New game", self.game != self.begin)]
        if self.opponent is not None:
            buttons.append(("swap", "Swap sides", not self.position.is_over))
        return [
            {"name": name, "label": label, "is_open": is_open} for name, label, is_open in buttons
        ]

    def _option(self) -> dict[str, Any]:
        is_open = is_scored(self.position)
        return {
            "shown": self.scores is not None and is_open,
            "is_open": is_open,
            "title": "" if is_open else STANDARD_ONLY,
        }
