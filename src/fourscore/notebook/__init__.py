"""Notebooks: a live board to play on, and to step through a review or a trace.

    import fourscore as fs

    fs.board("4453", opponent="level:5")
    fs.board(fs.review("4453…"))
    fs.board(fs.trace("4453", "alphabeta:depth=4"))

It needs the extra `notebook`; pictures of positions and tables of scores do without.
"""

from typing import TYPE_CHECKING, Any, overload

from fourscore.core.game import Game
from fourscore.core.position import Position
from fourscore.errors import InputError

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
    shown: str | Position | Game = "",
    *,
    opponent: Any = None,
    side: str | None = None,
    show_scores: bool = False,
    seed: int | None = None,
) -> "PlayBoard": ...
def board(shown: Any = "", **options: Any) -> Any:
    """Return a live board for a notebook; the last expression of a cell shows it.

    A position or a game is there to be played: against `opponent`, which is anything that
    `fourscore.agent` takes, or on both sides without one. You play `side` ("X" or "O"), by
    default the one to move. With `show_scores` every column says what it is worth. Where discs
    slip, `seed` makes the same discs slip in every game.

    A review is stepped through move by move, a trace in the order of the search.
    """
    try:
        import anywidget  # noqa: F401
    except ImportError:
        raise InputError(
            'a live board needs the package anywidget; pip install "fourscore[notebook]" brings it'
        ) from None
    from fourscore.insight.review.review import Review
    from fourscore.insight.trace.trace import Trace
    from fourscore.notebook.play import play_board
    from fourscore.notebook.review import ReviewBoard
    from fourscore.notebook.trace import TraceBoard

    if isinstance(shown, Review):
        return ReviewBoard(shown, **options)
    if isinstance(shown, Trace):
        return TraceBoard(shown, **options)
    return play_board(shown, **options)
