"""The score over a game as one line: the first player wins above the axis, the second below.

A score says with which disc a side wins, so the line stays level while both play best. Between a
draw and the slowest win there is a gap: one point of score is a small difference between two wins,
but a large one between a win and a draw.
"""

from typing import Any

from fourscore.core.notation import write_column
from fourscore.insight.drawing.colours import DARK_TEXT, LIGHT, LIGHT_TEXT, mix
from fourscore.insight.drawing.figures import LABEL, chart_style, new_figure
from fourscore.insight.drawing.matplotlib import Figure, MaxNLocator
from fourscore.insight.review.review import Review
from fourscore.solver.board import goal_of

__all__ = ["review_chart"]

GAP = 3
"""How far the slowest win is drawn from a draw, in points."""
CHANCES = ("O wins", "O has 75 %", "level", "X has 75 %", "X wins")
SHARE = 10
"""How many per cent of the chances are drawn as high as a point."""
ROOM = 4
"""Moves between two marks that are both to be named."""


@chart_style()
def review_chart(review: Review) -> Figure:
    """Draw what each position was worth, and mark the moves that changed the result."""
    figure, axes = new_figure(7.2, 3.9)
    is_exact = review.estimation is None
    heights = [_height(score) if is_exact else score / SHARE for score in review.scores]
    moves = range(len(heights))
    _fill(axes, heights)
    axes.axhline(0, color=LIGHT["quiet"], linewidth=0.8)
    axes.plot(moves, heights, color=LIGHT["ink"], drawstyle="steps-mid", linewidth=1.6)
    _mark(axes, review, heights)
    _name_axes(axes, review, heights)
    return figure


def _height(score: int) -> float:
    return score + GAP * ((score > 0) - (score < 0))


def _fill(axes: Any, heights: list[float]) -> None:
    for colour, part in (("first", max), ("second", min)):
        reach = [part(height, 0) for height in heights]
        tint = mix(LIGHT[colour], LIGHT["panel"], 0.35)
        axes.fill_between(range(len(reach)), reach, 0, step="mid", color=tint, linewidth=0)


def _mark(axes: Any, review: Review, heights: list[float]) -> None:
    """Put a mark on each move that changed the result: a disc of the player who made it."""
    named = -ROOM
    for number in sorted(review.blunders + review.doubtful):
        each = review.judgements[number - 1]
        at = (number, heights[number])
        _draw_disc(axes, at, each.player, filled=each.is_blunder)
        if number - named >= ROOM or number == review.turning_point:
            named = number
            _name(axes, at, f"{number}: {each.player} {write_column(each.column)}")


def _draw_disc(axes: Any, at: tuple[float, float], player: str, filled: bool) -> None:
    """Draw a disc with its ring or dot, as boards have them; only outlined for an estimate."""
    if not filled:
        face = {"markerfacecolor": LIGHT["panel"], "markeredgewidth": 2.2, "zorder": 3}
        edge = LIGHT["first"] if player == "X" else LIGHT["second"]
        axes.plot(*at, marker="o", markersize=9, markeredgecolor=edge, **face)
        return
    colour, inside = (LIGHT["first"], "ring") if player == "X" else (LIGHT["second"], "dot")
    rim = {"markeredgecolor": LIGHT["ink"], "markeredgewidth": 1.1, "zorder": 3}
    axes.plot(*at, marker="o", markersize=9, color=colour, **rim)
    if inside == "ring":
        ring = {"markerfacecolor": "none", "markeredgecolor": LIGHT_TEXT}
        axes.plot(*at, marker="o", markersize=4.5, zorder=4, **ring)
    else:
        axes.plot(*at, marker="o", markersize=2.5, color=DARK_TEXT, zorder=4)


def _name(axes: Any, at: tuple[float, float], text: str) -> None:
    up = 12 if at[1] >= 0 else -12
    where = {"xytext": (0, up), "textcoords": "offset points", "va": "center", "ha": "center"}
    ground = {"facecolor": LIGHT["panel"], "edgecolor": "none", "pad": 1}
    axes.annotate(text, at, fontsize=LABEL, bbox=ground, zorder=2.5, **where)


def _name_axes(axes: Any, review: Review, heights: list[float]) -> None:
    axes.set_xlim(0, max(1, len(heights) - 1) + 0.3)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("moves played")
    axes.tick_params(axis="y", length=0)
    if review.estimation is not None:
        axes.set_ylim(-12, 12)
        axes.set_yticks([-10, -5, 0, 5, 10], CHANCES)
        return
    goal = goal_of(review.game.start.rules)
    top = max(8.0, max(abs(height) for height in heights))
    axes.set_ylim(-top - 3, top + 3)
    scores = [score for score in (1, 6, 11, 16) if _height(score) <= top]
    ticks = [(0.0, "draw")]
    for score in scores:
        discs = goal - score
        ticks += [
            (_height(score), f"X wins with disc {discs}"),
            (-_height(score), f"O wins with disc {discs}"),
        ]
    ticks.sort()
    axes.set_yticks([height for height, _ in ticks], [text for _, text in ticks])
