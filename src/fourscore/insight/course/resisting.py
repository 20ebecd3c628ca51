"""Build the second player's course: the longest resistance, as far as the book goes.

The first player may play any winning move. The answer is a reply that makes the win take longest;
of several, the one that needs the fewest positions afterwards. Where the first player errs, the
answer is the best reply, which takes the draw or the win, and the course ends.
"""

from functools import cache

from fourscore.book import OpenedBook, ShippedBook
from fourscore.core.position import Position
from fourscore.insight.openings.folding import fold

__all__ = ["build_resistance"]

Replies = dict[int, int]
"""The column to play in each position, by its canonical key."""


def build_resistance(book: OpenedBook | ShippedBook) -> Replies:
    """Return the second player's course, for a book of the standard size."""

    def worth(position: Position) -> dict[int, int]:
        """Return what each column is worth to the side to move."""
        found = {}
        for column in position.legal:
            after = position.play(column)
            known = book.lookup(after)
            found[column] = 100 if after.is_over else -(known or 0)
        return found

    def best(position: Position) -> list[int]:
        values = worth(position)
        return [column for column in position.legal_from_centre()
                if values[column] == max(values.values())]  # fmt: skip

    @cache
    def needed(position: Position) -> tuple[int, frozenset[int]]:
        """Return the reply to play in a canonical position, and the positions it needs."""
        choices = {}
        for column in best(position):
            choices[column] = frozenset().union(*(
                needed(each)[1] for each in after(position.play(column))
            ))  # fmt: skip
        column = min(choices, key=lambda each: len(choices[each]))
        return column, choices[column] | {position.key}

    def after(position: Position) -> list[Position]:
        """Return what the first player's moves lead to, as far as the book answers."""
        if position.is_over or position.ply + 1 >= book.plies:
            return []
        values = worth(position)
        following = (position.play(column) for column in position.legal if values[column] > 0)
        return [fold(each)[0] for each in following if not each.is_over]

    replies: Replies = {}
    waiting = [Position()]
    seen = set(waiting)
    while waiting:
        at = waiting.pop()
        values = worth(at)
        for column in at.legal:
            child = fold(at.play(column))[0]
            if child.is_over or child.key in replies or child.ply >= book.plies:
                continue
            if values[column] <= 0:
                replies.setdefault(child.key, best(child)[0])
                continue
            replies[child.key] = needed(child)[0]
            following = fold(child.play(replies[child.key]))[0]
            if following not in seen and not following.is_over:
                seen.add(following)
                waiting.append(following)
    return replies
