"""Notebooks: a live board to play on, and to step through a review or a trace.

    import fourscore as fs

    fs.board("4453", opponent="level:5")
    fs.board(fs.review("4453…"))
    fs.board(fs.trace("4453", "alphabeta:depth=4"))

It needs the extra `notebook`; pictures of positions and tables of scores do without.
"""

from typing import TYPE_CHECKING, Any, overload

from fourscore.core.position import PositionLike
from fourscore.core.variants import Variant
from fourscore.errors import InputError
from fourscore.runtime.extras import require

if TYPE_CHECKING:
    from fourscore.insight.review.review import Review
    from fourscore.insight.trace.trace import Trace
    from fourscore.notebook.play import PlayBoard
    from fourscore.notebook.review import ReviewBoard
    from fourscore.notebook.trace import TraceBoard

__all__ = ["board"]


@overload
def board(shown: "Review") -> "ReviewBoard": ...
@overload
def board(shown: "Trace") -> "TraceBoard": ...
@overload
def board(
    shown: PositionLike = "",
    *,
    variant: Variant | str | None = None,
    size: tuple[int, int] | str | None = None,
    opponent: Any = None,
    side: str | None = None,
    show_scores: bool = False,
    seed: int | None = None,
) -> "PlayBoard": ...
def board(
    shown: Any = "",
    *,
    variant: Variant | str | None = None,
    size: tuple[int, int] | str | None = None,
    opponent: Any = None,
    side: str | None = None,
    show_scores: bool = False,
    seed: int | None = None,
) -> Any:
    """Return a live board for a notebook; the last expression of a cell shows it.

    A position or a game, written as `Position` takes it, is there to be played: against
    `opponent`, which is anything that `fourscore.agent` takes, or on both sides without one. You
    play `side` ("X" or "O"), by default the one to move. With `show_scores` every column says
    what it is worth. Where discs slip, the same `seed` lets the same discs slip.

    A review is stepped through move by move, a trace in the order of the search.
    """
    require("anywidget", "a live board")
    from fourscore.insight.review.review import Review
    from fourscore.insight.trace.trace import Trace
    from fourscore.notebook.play import play_board
    from fourscore.notebook.review import ReviewBoard
    from fourscore.notebook.trace import TraceBoard

    if isinstance(shown, Review | Trace):
        for option in (variant, size, opponent, side, show_scores or None, seed):
            if option is not None:
                raise InputError(f"a review or a trace cannot be played on: {option!r} has no use")
        return ReviewBoard(shown) if isinstance(shown, Review) else TraceBoard(shown)
    return play_board(
        shown,
        variant=variant,
        size=size,
        opponent=opponent,
        side=side,
        show_scores=show_scores,
        seed=seed,
    )
