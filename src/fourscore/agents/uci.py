"""fourscore's agents for programs that speak in the style of UCI.

The requests are those of the Universal Chess Interface that make sense here: `uci`, `isready`,
`ucinewgame`, `position startpos moves 4 4 5`, `go` with `movetime` (milliseconds), `depth` or
`nodes`, and `quit`. Columns count from 1. What makes no sense is answered with `error SENTENCE`.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TextIO

from fourscore.agents.base import Agent
from fourscore.core.notation import write_column
from fourscore.core.position import Position
from fourscore.errors import FourscoreError, InputError

__all__ = ["serve_uci"]

LIMITS = {"movetime": "seconds", "depth": "depth", "nodes": "nodes"}
"""The words after `go`, and the limits they are."""


def serve_uci(player: Agent, source: Iterable[str], sink: TextIO) -> None:
    """Answer requests until "quit" or the end of the input."""
    player.prepare()
    session = _Session(player)
    for request in source:
        word, *rest = request.split() or [""]
        if word == "quit":
            return
        try:
            answer = session.answer(word, rest)
        except FourscoreError as error:
            answer = f"error {' '.join(error.for_people.split())}"
        if answer:
            sink.write(f"{answer}\n")
            sink.flush()


class _Session:
    def __init__(self, player: Agent) -> None:
        self._player = player
        self._position = Position.empty()

    def answer(self, word: str, rest: list[str]) -> str:
        """Return what is to be said, or nothing."""
        if word == "uci":
            return f"id name fourscore {self._player.spec}\nuciok"
        if word == "isready":
            return "readyok"
        if word == "ucinewgame":
            self._player.new_game()
            self._position = Position.empty()
            return ""
        if word == "position":
            self._position = _read_position(rest)
            return ""
        if word == "go":
            report = self._player.choose(self._position, self._limit(rest))
            return f"info nodes {report.nodes} depth {report.depth}\nbestmove {report.column + 1}"
        return f"error there is no request {word!r}" if word else ""

    def _limit(self, words: list[str]) -> Any:
        given = dict(zip(words[::2], words[1::2], strict=False))
        try:
            found = {LIMITS[name]: int(given[name]) for name in LIMITS if name in given}
        except ValueError:
            raise InputError(f"'go {' '.join(words)}' does not have whole numbers") from None
        known: dict[str, Any] = dict(found)
        if "seconds" in known:
            known["seconds"] /= 1000
        return replace(self._player.limit, **known)


def _read_position(words: list[str]) -> Position:
    if words[:1] != ["startpos"] or words[1:2] not in ([], ["moves"]):
        raise InputError("a position is written as startpos, or startpos moves 4 4 5")
    position = Position.empty()
    for word in words[2:]:
        if not word.isdecimal():
            raise InputError(f"{word!r:.20} is not a column, from 1 to {write_column(6)}")
        position = position.play(int(word) - 1)
    return position
