"""Every sentence of an explanation is true, on many positions, and says what its fact says."""

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.core.variants import FILL, SLIP, Variant
from fourscore.errors import IllegalMoveError
from fourscore.insight.explain.explanation import BRIEF, Explanation, explain
from fourscore.insight.explain.facts import Fact, FactKind
from fourscore.insight.explain.forced import forced_win
from fourscore.solver import Solver
from tests.insight.explain.claims import Checker, Truth, board_of, reach, wins_at_once
from tests.solver.exhaustive import all_scores

pytestmark = pytest.mark.xdist_group("explanations")  # which are made once
SMALL = {(4, 4): "", (5, 4): "331524", (4, 5): "221334"}
"""Small boards, and where games on them begin: from there on every score is known by plain
search, without the solver."""


@cache
def solver() -> Solver:
    return Solver(megabytes=16, threads=1)


def solved(position: Position) -> int:
    return solver().solve(position).value


def small_start(position: Position) -> Position:
    size = position.width, position.height
    return read_moves(SMALL[size], width=size[0], height=size[1])


def searched(position: Position) -> int:
    start = small_start(position)
    scores = all_scores(position.width, position.height, (start.mine, start.filled))
    return scores[position.mine, position.filled]


def wander(start: Position, plies: int, draw: random.Random) -> Position:
    """Play on, mostly without giving a win away, and stop before the end."""
    position = start
    for _ in range(plies):
        legal = [column for column in position.legal if not position.play(column).is_over]
        safe = [column for column in legal if not position.play(column).winning_columns]
        if not legal:
            break
        position = position.play(draw.choice(safe if safe and draw.random() < 0.9 else legal))
    return position


Case = tuple[Explanation, int | None, Truth]


@cache
def cases(width: int, height: int, count: int) -> list[Case]:
    """Explain positions, and a drawn move in every second one."""
    draw = random.Random(f"{width}x{height}")
    start, least, truth = Position.empty(width, height), 14 if count < 1000 else 12, solved
    if (width, height) in SMALL:
        start, least, truth = small_start(start), 0, searched
    found: list[Case] = []
    while len(found) < count:
        position = wander(start, draw.randint(least, width * height), draw)
        if position.ply >= least:
            tried = draw.choice(position.legal) if len(found) % 2 and position.legal else None
            found.append((explain(position, tried, solver()), tried, truth))
    return found


def all_cases() -> Iterator[Case]:
    for size in SIZES:
        yield from cases(*size)


SIZES = [(7, 6, 130), *((*size, 160) for size in SMALL)]
"""Boards, and on how many positions of each everything is checked."""


@pytest.mark.parametrize(
    ("width", "height", "count"), [*SIZES, pytest.param(7, 6, 2000, marks=pytest.mark.slow)]
)
def test_every_claim_is_true_and_names_its_cells(width: int, height: int, count: int) -> None:
    for explanation, _, truth in cases(width, height, count):
        checker = Checker(explanation.position, truth)
        for fact in explanation.facts:
            checker.check(fact)
        for sentence in explanation.sentences:
            text, fact = sentence.text, sentence.fact
            cells = re.findall(r"column (\d+) row (\d+)", text)
            assert {(int(c) - 1, int(r) - 1) for c, r in cells} == set(fact.cells), (text, fact)
            assert re.fullmatch(r"[A-Z].*\.", text)
            assert "  " not in text


def numbers(text: str) -> list[int]:
    return [int(number) - 1 for number in re.findall(r"\d+", text)]


def everything() -> Iterator[tuple[str, Fact, Case]]:
    for case in all_cases():
        for sentence in case[0].sentences:
            yield sentence.text, sentence.fact, case


def test_cells_belong_to_the_player_who_makes_a_four_there() -> None:
    """On the board after the moves of the fact, filled up beneath the cell, or with the four."""
    seen = set()
    for _, fact, (explanation, *_) in everything():
        if not fact.cells:
            continue
        seen.add(fact.kind)
        assert fact.owner is not None
        board = board_of(explanation.position)
        for column in (*fact.after, *fact.line):
            board = board.drop(column)
        for cell in (*fact.cells, *fact.four):
            mark = board.at(cell)
            assert mark == fact.owner or cell in board.threats(fact.owner), fact
    assert len(seen) == 14, "so many kinds name cells"


def test_the_first_sentence_is_the_verdict_and_true() -> None:
    """Read the words alone, and hold them against the scores."""
    pattern = re.compile(
        r"(?P<who>[XO]) (?:wins (?:in (?P<in>\d+)|at once) with (?P<best>.*)"
        r"|loses in (?P<loses>\d+)(?:, whatever [XO] plays|; only (?P<only>column \d) is open"
        r"| with best play; (?P<longest>.*) holds? "
        r"out longest))\."
        r"|With best play the game is a draw(?:, whichever column [XO] plays"
        r"|; (?P<mover>[XO]) holds it with (?P<keep>.*))\."
    )
    for explanation, tried, truth in all_cases():
        position = explanation.position
        if tried is not None or position.is_over:
            continue
        match = pattern.fullmatch(explanation.brief[0])
        assert match, explanation.brief[0]
        score = truth(position)
        scores = {c: -truth(position.play(c)) for c in position.legal}
        best = [c for c in scores if scores[c] == score]
        named = match["best"] or match["keep"] or match["longest"] or match["only"]
        assert (numbers(named or "") or list(scores)) == best
        assert (match["who"] or match["mover"] or position.turn) == position.turn
        plies = solver().solve(position).plies
        moves = {1: (plies + 1) // 2, -1: plies // 2}
        if match["loses"]:
            assert score < 0
            assert int(match["loses"]) == moves[-1]
        elif match["who"]:
            assert score > 0
            assert int(match["in"] or 1) == moves[1]
        else:
            assert score == 0


def test_what_other_columns_are_worth_is_said_rightly() -> None:
    verbs = {"win": 1, "draw": 0, "lose": -1}
    for text, fact, (explanation, _, truth) in everything():
        if fact.kind is not FactKind.CHOICES:
            continue
        position = explanation.position
        scores = {c: -truth(position.play(c)) for c in position.legal}
        rest = {c: score for c, score in scores.items() if score < max(scores.values())}
        signs: dict[int, int] = {}
        for part in text.rstrip(".").split("; "):
            if part == "No other column is open":
                assert len(scores) == 1
                continue
            (sign,) = {verbs[word] for word in verbs if re.search(rf"\b{word}s?\b", part)}
            columns = list(rest) if part.startswith("Every other") else numbers(part)
            signs |= dict.fromkeys(columns, sign)
        assert signs == {c: (score > 0) - (score < 0) for c, score in rest.items()}


def test_lines_in_words_are_those_of_the_facts() -> None:
    """What is called best play is: the first move of a line is best, or is named before it."""
    pattern = re.compile(
        r"(?:After column (?P<first>\d), )?(?:Instead, )?best play (?:goes|in full:) "
        r"(?P<line>[\d ]+?)"
        r"(?: … for (?P<count>\d+) discs)?(?:;|,)",
        re.I,
    )
    seen = set()
    for text, fact, (explanation, _, truth) in everything():
        if match := pattern.search(text):
            line = fact.line if fact.kind is FactKind.LINE else fact.after
            if match["first"]:
                assert line[0] == int(match["first"]) - 1
                line = line[1:]
            else:
                position = explanation.position
                assert truth(position) == -truth(position.play(line[0]))
            moves = numbers(match["line"])
            assert list(line[: len(moves)]) == moves
            assert len(line) == int(match["count"] or len(moves))
            seen.add(bool(match["first"]))
    assert seen == {True, False}


ROLES = {
    FactKind.WIN_NOW: "P makes a four at c|a disc at c completes SHAPE",
    FactKind.MUST_BLOCK: "Q is about to complete SHAPE at c, so P has to play column n",
    FactKind.VAIN_BLOCK: "P has to block at c, but then Q wins on top of it, at c",
    FactKind.TWO_WINS: "P can make a four at c, and Q can stop only one of them",
    FactKind.POISON: "P must not play column n: Q would answer on top of it and win, at c",
    FactKind.ZUGZWANG: "P is in zugzwang: whatever P plays, Q answers on top of it and wins, at c",
    FactKind.DOUBLE: "P has (two|three) threats at once, at c, and Q can stop only one of them"
    "|P threatens a four at c, and if Q blocks it, P wins on top of it, at c",
    FactKind.FORCES: "P threatens a four at c, so Q has to block there",
    FactKind.FORCED_WIN: "P wins by force with n: Q has to block each time, until the four at c",
    FactKind.THREAT: "P has an PARITY threat at cCOUNT",
    FactKind.NEW_THREAT: "P gets an PARITY threat at cCOUNT",
    FactKind.STACK: "P has two threats, one on top of the other, at c: Q can block only one "
    "of them",
    FactKind.FOLLOW_UP: "P can answer every disc of Q right above it(, and the first one in column "
    "n with one in (the other|another of these))?; (then Q never makes a four|then Q runs out of "
    "other moves and has to play beneath c|the cells that P gets this way make a four in the end)",
    FactKind.REPLY: "P's best answer is column n|P then holds out longest with column n",
    FactKind.NO_LINE: "P can no longer make a four: no line is open to it",
}
"""Who does what: P is the fact's player, Q the other one, c stands for cells, n for numbers."""
PARTS = {
    "SHAPE": "(a row of four|a diagonal of four|a column of four)",
    "PARITY": "(odd|even)",
    "COUNT": "(; if all other columns fill up first, Q|, but if all other columns fill up first, "
    "P itself) has to play beneath it",
}
WAY = r"(instead, )?(after column n, )?(best play goes n; then )?"


def skeleton(text: str, fact: Fact) -> str:
    """Leave of a sentence what is always the same, and who is who."""
    text = re.sub(r"column \d+ row \d+", "c", text)
    text = re.sub(r"(c, )*c (and|or) c|(c and at )+c", "c", text)
    text = re.sub(r"\d+(, \d+)*( (and|or) \d+)?", "n", text)
    text = re.sub(r"\bn( n)+\b", "n", text).replace("n … for n discs", "n")
    text = re.sub(r"\b[XO]\b", lambda mark: "P" if mark[0] == fact.player else "Q", text)
    return re.sub(rf"^{WAY}", "", text, flags=re.I)


def test_sentences_say_who_does_what() -> None:
    seen = set()
    for text, fact, _ in everything():
        if fact.kind not in ROLES:
            continue
        pattern = ROLES[fact.kind]
        for name, part in PARTS.items():
            pattern = pattern.replace(name, part)
        assert re.fullmatch(rf"({pattern})\.", skeleton(text, fact), re.I), (text, fact)
        seen.add(fact.kind)
    assert seen == set(ROLES)
    checked = {fact.kind for explanation, *_ in all_cases() for fact in explanation.facts}
    assert checked >= set(FactKind) - {FactKind.FOURS, FactKind.CHANCE, FactKind.OVER}


def test_shapes_and_odd_and_even_rows_are_said_rightly() -> None:
    for text, fact, _ in everything():
        columns, rows = ({cell[at] for cell in fact.four} for at in (0, 1))
        if "a row of four" in text:
            assert len(rows) == 1
        elif "a column of four" in text:
            assert len(columns) == 1
        elif "a diagonal of four" in text:
            assert len(rows) == len(columns) == 4
        if found := re.search(r"an (odd|even) threat at column \d+ row (\d+)", text):
            assert found[1] == ("even", "odd")[int(found[2]) % 2]


def test_nothing_is_said_twice_and_what_is_brief_comes_first() -> None:
    """The result is said once, and so are a reply and what is forced."""
    for explanation, *_ in all_cases():
        texts = [sentence.text for sentence in explanation.sentences]
        assert 1 <= len(explanation.brief) <= BRIEF
        assert tuple(texts[: len(explanation.brief)]) == explanation.brief
        assert len(set(texts)) == len(texts)
        facts = {fact.kind: fact for fact in reversed(explanation.facts)}
        assert not {FactKind.VERDICT, FactKind.MOVE} <= facts.keys()
        assert not {FactKind.MUST_BLOCK, FactKind.CHOICES} <= facts.keys()
        wins = (FactKind.ZUGZWANG, FactKind.DOUBLE, FactKind.FORCED_WIN)
        ways = [(*each.after, *each.line) for each in explanation.facts if each.kind in wins]
        if (reply := facts.get(FactKind.REPLY)) is not None:
            answers = {(*reply.after, column) for column in reply.columns}
            assert not answers & {way[:2] for way in ways}


def test_what_the_next_disc_decides_is_always_said() -> None:
    """A win at once, a forced block and an immediate punishment are named first of all."""
    punished = {
        FactKind.MUST_BLOCK,
        FactKind.VAIN_BLOCK,
        FactKind.TWO_WINS,
        FactKind.POISON,
        FactKind.ZUGZWANG,
    }
    for explanation, tried, _ in cases(*SIZES[0]):
        board = board_of(explanation.position)
        replies = [board.drop(column) for column in board.legal if tried in (None, column)]
        if board.legal and wins_at_once(board, board.turn()):
            assert FactKind.WIN_NOW in [fact.kind for fact in explanation.facts[:3]]
        elif any(wins_at_once(after, after.turn()) for after in replies):
            assert punished & {fact.kind for fact in explanation.facts}


def test_a_win_or_loss_is_always_shown() -> None:
    """Every decided position is explained: how the win comes about, and where."""
    shows = {
        FactKind.WIN_NOW,
        FactKind.VAIN_BLOCK,
        FactKind.TWO_WINS,
        FactKind.ZUGZWANG,
        FactKind.DOUBLE,
        FactKind.FORCED_WIN,
    }
    for explanation, tried, truth in all_cases():
        position = explanation.position
        if position.is_over or truth(position) == 0 or tried is not None:
            continue
        assert {fact.kind for fact in explanation.facts[:BRIEF]} & shows


def brute_forced(position: Position, moves: int) -> int | None:
    """Count the winner's moves of the shortest win by threats, by trying everything."""
    if position.winning_columns:
        return 1
    if moves == 1:
        return None
    found = []
    for column in position.legal:
        child = position.play(column)
        if child.is_over or child.winning_columns or not reach(board_of(child), position.turn):
            continue
        saves = [reply for reply in child.legal if not child.play(reply).winning_columns]
        if len(saves) > 1 or len(saves) == len(child.legal):
            continue
        lengths = [brute_forced(child.play(reply), moves - 1) for reply in saves or child.legal]
        if all(length is not None for length in lengths):
            found.append(1 + max(length or 0 for length in lengths))
    return min(found, default=None)


def test_forced_wins_are_found_and_are_the_shortest() -> None:
    draw, seen = random.Random(5), set()
    for _ in range(60):
        position = wander(Position.empty(), draw.randint(10, 30), draw)
        shortest, line = brute_forced(position, 3), forced_win(position)
        if shortest is None:
            assert not line or len(line) > 5
        else:
            assert len(line) == 2 * shortest - 1
        seen.add(shortest)
    assert seen == {None, 1, 2, 3}


def test_a_game_that_is_over() -> None:
    explanation = explain("1122334")
    assert explanation.brief[0].startswith("X has won, with column 1 row 1, ")
    Checker(explanation.position, solved).check(explanation.facts[0])
    assert explanation.facts[0].owner == "X"
    full = read_moves("1122", width=2, height=2)
    assert explain(full).brief == ("The game is a draw: the board is full.",)
    for moves, sentence in (("1122334", "the game is over"), ("111111", "column 0 is full")):
        with pytest.raises(IllegalMoveError, match=sentence):
            explain(moves, 0)


@pytest.mark.parametrize("variant", [FILL, SLIP])
def test_other_rules_get_facts_of_the_rules_and_a_word_about_the_rest(variant: Variant) -> None:
    draw = random.Random(str(variant))
    kinds = set()
    for _ in range(150):
        position = wander(Position.empty(variant=variant), draw.randint(0, 42), draw)
        explanation = explain(position)
        if not position.is_over:
            assert "standard rules" in explanation.note
        for fact in explanation.facts:
            Checker(position, solved).check(fact)
            kinds.add(fact.kind)
    assert {FactKind.THREAT, FactKind.FOURS if variant is FILL else FactKind.CHANCE} <= kinds


def test_where_discs_slip_a_move_has_its_own_chance() -> None:
    explained = explain(read_moves("112233", variant=SLIP), 2)
    chances = [fact for fact in explained.facts if fact.kind is FactKind.CHANCE]
    assert [(fact.columns, fact.amount) for fact in chances] == [((2,), Fraction(1, 5))]
