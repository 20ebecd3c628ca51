"""`fourscore play`: the terminal app, or line by line with --plain and off a terminal."""

import os
import random
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fourscore.cli.options import FORMS, SizeText, VariantName, refuse_given
from fourscore.errors import InputError
from fourscore.runtime.system import end_with_terminal, has_own_terminal, reopen_terminal

if TYPE_CHECKING:
    from fourscore.core.game import Game
    from fourscore.core.position import Position
    from fourscore.tui.app import Plan

__all__ = ["choose_side", "play"]

HUMAN = "human"
USUAL_PLAIN = "alphabeta"


def play(
    context: typer.Context,
    agent: Annotated[
        str,
        typer.Option(
            "--agent",
            metavar="SPEC",
            help="Your opponent; 'human' for two people at one board.",
            show_default=False,
        ),
    ] = "",
    against: Annotated[
        str,
        typer.Option(
            metavar="SPEC",
            help="Another agent in your place, to watch the two.",
            show_default=False,
        ),
    ] = "",
    side: Annotated[
        str, typer.Option("--as", metavar="X|O", help="Your discs; X begins.", show_default=False)
    ] = "",
    first: Annotated[
        str,
        typer.Option(
            metavar="WHO", help="Who moves first: me, agent or random.", show_default=False
        ),
    ] = "",
    size: SizeText = "",
    variant: VariantName = "",
    start: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="POSITION",
            help=f"The position or game to begin with: {FORMS}.",
            show_default=False,
        ),
    ] = "",
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="Time for each move.", show_default=False)
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="S", help="For what is left to chance; drawn if not given."),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add each game to this file.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Line by line, for pipes and screen readers.")
    ] = False,
) -> int:
    """Play against an agent or a friend, or watch two agents; moves may also be piped in."""
    from fourscore.runtime.files import write_text

    if agent.strip() == HUMAN and not against.strip():
        refuse_given(context, "two people at one board take turns", "side", "first")
    if save is not None:
        write_text(save, "", append=True)
    changes = {"size": size, "variant": variant, "seconds": seconds}
    given = {name: value for name, value in changes.items() if value not in ("", None)}
    asked = _Asked(agent.strip(), against.strip(), side, first, start, given, seed, save)
    if not plain and _has_terminal(start):
        return _play_in_app(asked)
    if against or seconds is not None:
        option = "--against" if against else "--seconds"
        raise InputError(f"{option} needs the app, and that a terminal")
    _play_plainly(asked)
    return 0


@dataclass(frozen=True, slots=True)
class _Asked:
    """The options, as they were typed."""

    agent: str
    against: str
    side: str
    first: str
    start: str
    given: Mapping[str, Any]
    """Those of size, variant and seconds that were given."""
    seed: int | None
    save: Path | None

    @property
    def is_something(self) -> bool:
        """Whether any option was given that changes the last setup."""
        words = (self.agent, self.against, self.side, self.first, self.start)
        return any(words) or bool(self.given)

    def draw_seed(self) -> int:
        return random.SystemRandom().getrandbits(32) if self.seed is None else self.seed


# Line by line


def _play_plainly(asked: _Asked) -> None:
    from fourscore.cli.session import Session
    from fourscore.core.position import require_ongoing

    board = _read_start(asked.start, asked.given).position
    require_ongoing(board)
    seed, agent = asked.draw_seed(), asked.agent or USUAL_PLAIN
    mark = choose_side(board, asked.side, asked.first, seed)
    Session(board, None if agent == HUMAN else agent, seed, asked.save).run(mark)


# In the app


def _has_terminal(start: str) -> bool:
    """Return whether there is a terminal to draw on and to type at."""
    typed = sys.stdin.isatty() or (start == "-" and has_own_terminal())
    return typed and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _play_in_app(asked: _Asked) -> int:
    from fourscore.tui.app import FourscoreApp, Plan
    from fourscore.tui.terminal import is_dark

    plan = Plan(seed=asked.seed, save=asked.save)
    if asked.is_something:
        # Errors in the options are reported before the screen changes.
        plan = _read_plan(asked, plan)
    end_with_terminal()
    return FourscoreApp(plan, dark=is_dark()).run() or 0


def _read_plan(asked: _Asked, plan: "Plan") -> "Plan":
    """Take what the options set; the app prompts for the rest."""
    empty = _empty_board(asked.given)
    game = _read_start(asked.start, asked.given) if asked.start else None
    position = game.position if game else empty
    mark = choose_side(position, asked.side, asked.first, asked.draw_seed())
    changes = dict(asked.given)
    if asked.agent:
        changes["second"] = asked.agent
    if asked.agent or asked.against:
        changes["first"] = asked.against or HUMAN
    if mark is not None:
        changes["begins"] = "first" if mark == position.turn else "second"
    if game is not None:
        changes.update(variant=position.variant.name, size=position.size)
    _check_agents(position, asked.agent, asked.against)
    settled = mark is not None or asked.agent == HUMAN or bool(asked.agent and asked.against)
    return replace(plan, changes=changes, game=game, begins_at_once=settled, is_new=True)


def _check_agents(position: "Position", *specs: str) -> None:
    from fourscore.agents.registry import agent

    for spec in specs:
        if spec not in ("", HUMAN):
            agent(spec).require_variant(position)


# The options


def _empty_board(given: Mapping[str, Any]) -> "Position":
    from fourscore.core.notation import empty_board

    return empty_board(given.get("size", "7x6"), given.get("variant", "standard"))


def _read_start(start: str, given: Mapping[str, Any]) -> "Game":
    """Read the one game or position that --from names."""
    from fourscore.cli import positions

    game = positions.read_game(start, given.get("size", ""), given.get("variant", ""))
    if start == "-" and sys.stdout.isatty():
        _type_at_the_terminal()
    return game


def _type_at_the_terminal() -> None:
    """Take keys from the terminal after standard input has been read to its end."""
    try:
        reopen_terminal()
    except OSError as error:
        raise InputError(f"there is no terminal to type at: {error.strerror}") from None


def choose_side(board: "Position", side: str, first: str, seed: int) -> str | None:
    """Settle whether the person is "X" or "O", or None if neither option sets it."""
    mark = side.strip().upper()
    if mark not in ("", "X", "O"):
        raise InputError(f"--as is X or O, not {side!r}")
    mover, other = board.turn, board.opponent
    drawn = random.Random(f"{seed} side").choice((mover, other))
    by_first = {"": "", "me": mover, "agent": other, "random": drawn}
    if first not in by_first:
        raise InputError(f"--first is me, agent or random, not {first!r}")
    if first == "random":
        return mark or drawn
    if mark and first and mark != by_first[first]:
        raise InputError(
            f"--as {mark} and --first {first} contradict each other: {mover} moves first"
        )
    return mark or by_first[first] or None
