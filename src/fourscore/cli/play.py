"""`fourscore play`: a game at a plain prompt, or piped in as text."""

import random
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.options import FromPosition, SizeText, VariantName
from fourscore.errors import InputError

if TYPE_CHECKING:
    from fourscore.core.position import Position

__all__ = ["choose_side", "play"]

HUMAN = "human"


def play(
    agent: Annotated[
        str,
        typer.Option(
            "--agent", metavar="SPEC", help="Your opponent; 'human' for two people at one board."
        ),
    ] = "alphabeta",
    side: Annotated[
        str, typer.Option("--as", metavar="X|O", help="Your discs; X begins.", show_default=False)
    ] = "",
    first: Annotated[
        str,
        typer.Option(
            metavar="WHO", help="Who moves first: me, agent or random.", show_default=False
        ),
    ] = "",
    size: SizeText = "7x6",
    variant: VariantName = "standard",
    start: FromPosition = "",
    seed: Annotated[
        int | None,
        typer.Option(metavar="S", help="For what is left to chance; drawn if not given."),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add each game to this file.")
    ] = None,
) -> None:
    """Play against an agent or a friend; moves may also be piped in."""
    from fourscore.cli import positions
    from fourscore.cli.evening import Evening
    from fourscore.search.types import refuse_finished

    board = positions.read(start, size, variant)
    refuse_finished(board)
    number = random.SystemRandom().getrandbits(32) if seed is None else seed
    mark = choose_side(board, side, first, number)
    if save is not None:
        _check_writable(save)
    Evening(board, None if agent.strip() == HUMAN else agent, number, save).run(mark)


def choose_side(board: "Position", side: str, first: str, seed: int) -> str | None:
    """Settle whether the person is "X" or "O", or None if neither option says."""
    mark = side.strip().upper()
    if mark not in ("", "X", "O"):
        raise InputError(f"--as is X or O, not {side!r}")
    mover, other = board.turn, "O" if board.turn == "X" else "X"
    drawn = random.Random(f"{seed} side").choice((mover, other))
    by_first = {"": "", "me": mover, "agent": other, "random": drawn}
    if first not in by_first:
        raise InputError(f"--first is me, agent or random, not {first!r}")
    if first == "random":
        return mark or drawn
    if mark and first and mark != by_first[first]:
        raise InputError(f"{mover} moves first, so --as {mark} and --first {first} contradict")
    return mark or by_first[first] or None


def _check_writable(path: Path) -> None:
    try:
        path.open("a", encoding="utf-8").close()
    except OSError as error:
        raise InputError(f"cannot write the file '{path}': {error.strerror}") from None
