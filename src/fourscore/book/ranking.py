"""A number for every way to stack discs, which lets a book do without keys.

With n discs on the board, a position is a vector of heights and a colouring.

- **Heights.** The vectors with sum n are numbered in lexicographic order, by a table of how many
  ways there are to fill the remaining columns.
- **Colours.** The n discs are read column by column from the bottom. Those of the first player,
  half of them rounded up, are a subset of known size; subsets are numbered by the combinatorial
  number system: the sum of C(index of the i-th, i).
- **Mirror images** share a number. Of two vectors that mirror each other only the
  lexicographically smaller one makes a class; where a vector is its own mirror image, the smaller
  of the two colourings counts, and the other's slot stays empty.

A slot is then

    first slot of the ply  +  class of the heights * colourings of the ply  +  colouring

On 7x6 that makes 11,040,401 slots for 0 to 12 plies. Every stack has a slot, whether a game can
reach it or not; `unrank` turns it back into the position.
"""

from functools import cache
from math import comb
from typing import NamedTuple

from fourscore.core.bitboard import Rules, mirror
from fourscore.errors import InputError
from fourscore.jit.kernel import kernel, popcount
from fourscore.jit.memory import Words, new_words

__all__ = ["MAX_SLOTS", "Ranking", "make_ranking", "ply_of", "rank", "unrank"]

MAX_SLOTS = 1 << 36
"""The largest book; up to here nothing overflows."""
MAX_VECTORS = 1 << 24


class Ranking(NamedTuple):
    """The tables for one board size, up to a number of plies."""

    rules: Rules
    plies: int
    ways: Words
    """[columns, discs]: the number of height vectors."""
    choose: Words
    """[n, k]: binomial coefficients."""
    first_vector: Words
    """Where each ply's vectors start in `classes`, and one more for the end."""
    classes: Words
    """The class of each vector, or -1 if its mirror image makes the class."""
    first_class: Words
    """Where each ply's classes start in `members`, and one more for the end."""
    members: Words
    """The vector of each class."""
    first_slot: Words
    """Where each ply's slots start, and one more for the end."""

    @property
    def slots(self) -> int:
        """The number of slots."""
        return int(self.first_slot[-1])


# Making the tables


@cache
def make_ranking(rules: Rules, plies: int) -> Ranking:
    """Return the tables for 0 to `plies` plies.

    >>> from fourscore.core.variants import make_rules
    >>> make_ranking(make_rules(7, 6), 12).slots
    11040401
    """
    cells = rules.width * rules.height
    if not 0 <= plies <= cells:
        size = f"{rules.width}x{rules.height}"
        raise InputError(f"there is no book of {plies} plies; a board of {size} has 0 to {cells}")
    ways = _count_ways(rules, plies)
    vectors = [ways[rules.width, ply] for ply in range(plies + 1)]
    if sum(vectors) > MAX_VECTORS:
        raise InputError(_too_large(rules, plies))
    first_vector = _starts(vectors)
    classes, members = new_words(sum(vectors)), new_words(sum(vectors))
    first_class, first_slot = new_words(plies + 2), new_words(plies + 2)
    number_classes(ways, first_vector, classes, members, first_class, rules)
    for ply in range(plies + 1):
        count = first_class[ply + 1] - first_class[ply]
        first_slot[ply + 1] = first_slot[ply] + count * comb(ply, ply // 2)
        if first_slot[ply + 1] > MAX_SLOTS:
            raise InputError(_too_large(rules, plies))
    choose = _count_subsets(plies)
    return Ranking(
        *(rules, plies, ways, choose, first_vector, classes, first_class, members, first_slot)
    )


def _too_large(rules: Rules, plies: int) -> str:
    return f"a book of {plies} plies for {rules.width}x{rules.height} would be too large"


def _starts(counts: list[int]) -> Words:
    """Return where each of some runs starts, and where the last one ends."""
    starts = new_words(len(counts) + 1)
    for place, count in enumerate(counts):
        starts[place + 1] = starts[place] + count
    return starts


def _count_ways(rules: Rules, plies: int) -> Words:
    ways = new_words(rules.width + 1, plies + 1)
    ways[0, 0] = 1
    for column in range(rules.width):
        for discs in range(plies + 1):
            lowest = max(0, discs - rules.height)
            ways[column + 1, discs] = sum(ways[column, left] for left in range(lowest, discs + 1))
    return ways


def _count_subsets(largest: int) -> Words:
    """Return Pascal's triangle, capped where it would overflow and no book needs it."""
    choose = new_words(largest + 1, largest + 2)
    for count in range(largest + 1):
        for taken in range(count + 1):
            choose[count, taken] = min(comb(count, taken), 1 << 61)
    return choose


@kernel
def number_classes(
    ways: Words,
    first_vector: Words,
    classes: Words,
    members: Words,
    first_class: Words,
    rules: Rules,
) -> None:
    """Number the height vectors of each ply that are not after their mirror images."""
    count = 0
    for ply in range(len(first_vector) - 1):
        first_class[ply] = count
        for vector in range(first_vector[ply + 1] - first_vector[ply]):
            filled = unrank_heights(vector, ply, ways, rules)
            is_class = vector <= rank_heights(mirror(filled, rules), ply, ways, rules)
            classes[first_vector[ply] + vector] = count - first_class[ply] if is_class else -1
            if is_class:
                members[count] = vector
                count += 1
    first_class[len(first_vector) - 1] = count


# Heights and colours


@kernel
def rank_heights(filled: int, ply: int, ways: Words, rules: Rules) -> int:
    """Number a height vector among all with as many discs."""
    number = 0
    left = ply
    column = (1 << rules.stride) - 1
    for after in range(rules.width - 1, -1, -1):
        tall = popcount(filled & column)
        filled >>= rules.stride
        for lower in range(tall):
            number += ways[after, left - lower]
        left -= tall
    return number


@kernel
def unrank_heights(vector: int, ply: int, ways: Words, rules: Rules) -> int:
    """Return the filled cells of the height vector with this number."""
    filled = 0
    left = ply
    for column in range(rules.width):
        after = rules.width - 1 - column
        tall = 0
        while vector >= ways[after, left - tall]:
            vector -= ways[after, left - tall]
            tall += 1
        filled |= ((1 << tall) - 1) << (column * rules.stride)
        left -= tall
    return filled


@kernel
def rank_colours(first: int, filled: int, choose: Words) -> int:
    """Number the first player's discs among all subsets of the discs with as many."""
    number = 0
    place = 0
    count = 0
    while filled:
        cell = filled & -filled
        filled ^= cell
        if first & cell:
            count += 1
            number += choose[place, count]
        place += 1
    return number


@kernel
def unrank_colours(number: int, filled: int, ply: int, choose: Words) -> int:
    """Return the first player's discs in the colouring with this number."""
    first = 0
    count = (ply + 1) // 2
    for place in range(ply - 1, -1, -1):
        cell = highest_bit(filled)
        filled ^= cell
        if count and number >= choose[place, count]:
            number -= choose[place, count]
            count -= 1
            first |= cell
    return first


@kernel
def highest_bit(board: int) -> int:
    """Return the highest cell of a board that is not empty."""
    for shift in (1, 2, 4, 8, 16, 32):
        board |= board >> shift
    return board ^ (board >> 1)


# Slots


@kernel
def rank(ranking: Ranking, mine: int, filled: int) -> int:
    """Return the slot of a position and of its mirror image; it must be within the plies."""
    rules = ranking.rules
    ply = popcount(filled)
    first = mine if ply & 1 == 0 else mine ^ filled
    vector = rank_heights(filled, ply, ranking.ways, rules)
    flipped = mirror(filled, rules)
    number = ranking.classes[ranking.first_vector[ply] + vector]
    if number < 0:
        vector = rank_heights(flipped, ply, ranking.ways, rules)
        number = ranking.classes[ranking.first_vector[ply] + vector]
        colours = rank_colours(mirror(first, rules), flipped, ranking.choose)
    else:
        colours = rank_colours(first, filled, ranking.choose)
        if flipped == filled:
            colours = min(colours, rank_colours(mirror(first, rules), filled, ranking.choose))
    subsets = ranking.choose[ply, (ply + 1) // 2]
    return ranking.first_slot[ply] + number * subsets + colours


@kernel
def ply_of(slot: int, ranking: Ranking) -> int:
    """Return the number of discs of a slot."""
    ply = 0
    while slot >= ranking.first_slot[ply + 1]:
        ply += 1
    return ply


@kernel
def unrank(slot: int, ranking: Ranking) -> tuple[int, int]:
    """Return the position of a slot as (mine, filled)."""
    ply = ply_of(slot, ranking)
    slot -= ranking.first_slot[ply]
    subsets = ranking.choose[ply, (ply + 1) // 2]
    vector = ranking.members[ranking.first_class[ply] + slot // subsets]
    filled = unrank_heights(vector, ply, ranking.ways, ranking.rules)
    first = unrank_colours(slot % subsets, filled, ply, ranking.choose)
    return (first if ply & 1 == 0 else first ^ filled), filled
