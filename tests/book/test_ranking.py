"""Ranking: a number for every stack, and a stack for every number."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourscore.book.ranking import make_ranking, ply_of, rank, unrank
from fourscore.core.bitboard import Rules, mirror
from fourscore.core.variants import make_rules
from fourscore.errors import InputError

SMALL = [(4, 4), (5, 3), (3, 5), (1, 6), (7, 1), (2, 2), (6, 2)]


def stacks(rules: Rules, plies: int) -> dict[tuple[int, int], int]:
    """Return every way to stack up to this many discs, as (mine, filled), with its ply."""
    found = {}
    for heights in product(range(rules.height + 1), repeat=rules.width):
        if (ply := sum(heights)) > plies:
            continue
        cells = [
            1 << (column * rules.stride + row)
            for column, tall in enumerate(heights)
            for row in range(tall)
        ]
        for firsts in combinations(cells, (ply + 1) // 2):
            first = sum(firsts)
            found[first if ply % 2 == 0 else sum(cells) - first, sum(cells)] = ply
    return found


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_every_stack_has_a_slot_and_every_slot_a_stack(width: int, height: int) -> None:
    rules = make_rules(width, height)
    plies = min(width * height, 8)
    ranking, known = make_ranking(rules, plies), stacks(rules, plies)
    by_slot: dict[int, set[tuple[int, int]]] = {}
    for (mine, filled), ply in known.items():
        slot = rank(ranking, mine, filled)
        assert ranking.first_slot[ply] <= slot < ranking.first_slot[ply + 1]
        assert ply_of(slot, ranking) == ply
        by_slot.setdefault(slot, set()).add((mine, filled))
    boards = [unrank(slot, ranking) for slot in range(ranking.slots)]
    assert len(set(boards)) == ranking.slots
    assert set(boards) <= set(known)
    for slot, (mine, filled) in enumerate(boards):
        canonical = rank(ranking, mine, filled)
        if canonical == slot:
            # Only a mirror image has the same slot.
            assert by_slot[slot] == {(mine, filled), (mirror(mine, rules), mirror(filled, rules))}
        else:
            # A slot is left empty only where the mirror image has the same heights.
            assert canonical < slot
            assert slot not in by_slot
            assert mirror(filled, rules) == filled


def test_how_many_slots_there_are() -> None:
    edges = [int(edge) for edge in make_ranking(make_rules(7, 6), 12).first_slot]
    assert edges[:6] == [0, 1, 5, 37, 169, 829]
    assert edges[9] - edges[8] == 104_580
    assert edges[13] - edges[12] == 7_116_648
    assert edges[13] == 11_040_401


@st.composite
def boards(draw: st.DrawFn, width: int, height: int, plies: int) -> tuple[int, int]:
    """Stack discs in any order, regardless of who would have won by then."""
    rules = make_rules(width, height)
    sides, filled = [0, 0], 0
    for ply in range(draw(st.integers(0, plies))):
        landing = (filled + rules.bottom) & rules.full
        cells = [1 << bit for bit in range(64) if landing >> bit & 1]
        cell = draw(st.sampled_from(cells))
        sides[ply % 2] |= cell
        filled |= cell
    return sides[filled.bit_count() % 2], filled


@pytest.mark.parametrize(("width", "height", "plies"), [(7, 6, 20), (9, 6, 11), (5, 8, 14)])
@given(data=st.data())
def test_there_and_back_on_large_boards(
    width: int, height: int, plies: int, data: st.DataObject
) -> None:
    rules = make_rules(width, height)
    ranking = make_ranking(rules, plies)
    mine, filled = data.draw(boards(width, height, plies))
    flipped = (mirror(mine, rules), mirror(filled, rules))
    slot = rank(ranking, mine, filled)
    assert rank(ranking, *flipped) == slot < ranking.slots
    assert unrank(slot, ranking) in ((mine, filled), flipped)


@pytest.mark.parametrize(
    ("size", "plies", "message"),
    [
        ((7, 6), 43, "there is no book of 43 plies; a board of 7x6 has 0 to 42"),
        ((7, 6), -1, "there is no book of -1 plies"),
        ((7, 6), 30, "a book of 30 plies for 7x6 would be too large"),
        ((31, 1), 20, "would be too large"),
    ],
)
def test_what_cannot_be_ranked(size: tuple[int, int], plies: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_ranking(make_rules(*size), plies)
