"""Making puzzles from games between levels of medium strength, so that they look like real play."""

import random
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from fourscore.agents import agent
from fourscore.arena.play import AgentPlayer, play
from fourscore.core.game import Game
from fourscore.core.position import PLAYERS, Position
from fourscore.insight.puzzles.candidates import Aim, is_candidate, only_column
from fourscore.insight.puzzles.puzzle import Puzzle, puzzle_of
from fourscore.insight.puzzles.themes import Theme
from fourscore.insight.truth.judge import Judge, shared_judge

__all__ = ["make_puzzles", "play_game", "symmetric_key"]

OPENING = 4
"""Random plies at the start, so that no two games are alike."""
PLAYERS_FROM = (4, 5, 6, 7)
"""The levels that play the games."""
REACHES = (2, 3, 4, 6, 9, 21)
"""How many moves a puzzle may have to be seen ahead; one of these is drawn for each game."""
PATIENCE = 400
"""Games without a puzzle after which the search is given up."""


def make_puzzles(
    count: int,
    seed: int = 0,
    aim: Aim | None = None,
    levels: Iterable[int] = (),
    judge: Judge | None = None,
    on_game: Callable[[int], None] | None = None,
    theme: Theme | None = None,
) -> Iterator[Puzzle]:
    """Yield distinct new puzzles; the same seed gives the same ones in the same order.

    `aim`, `levels` and `theme` restrict them. There may be fewer than `count` if they are too rare.
    `on_game` is called with the number of games played so far.
    """
    judge, wanted = judge or shared_judge(), set(levels)
    seen: set[int] = set()
    made, barren, number = 0, 0, 0
    while made < count and barren < PATIENCE:
        game = play_game(f"{seed} {number} puzzles")
        number, barren = number + 1, barren + 1
        if on_game:
            on_game(number)
        draw = random.Random(f"{seed} {number}")
        puzzle = _find_in(game, _Wish(aim, wanted, theme), seen, judge, draw)
        if puzzle is not None:
            made, barren = made + 1, 0
            seen.add(symmetric_key(puzzle.position))
            yield puzzle


class _Wish(NamedTuple):
    """Which puzzles are wanted; None and no levels stand for all."""

    aim: Aim | None
    levels: set[int]
    theme: Theme | None

    def fits(self, puzzle: Puzzle) -> bool:
        return (not self.levels or puzzle.level in self.levels) and (
            self.theme is None or self.theme in puzzle.themes
        )


def _find_in(
    game: Game, wish: _Wish, seen: set[int], judge: Judge, draw: random.Random
) -> Puzzle | None:
    """Take at most one puzzle from a game, the first in a random order.

    Its greatest length is random, too: otherwise nearly all would be wins too deep to see.
    """
    candidates = [each for each in game.positions if is_candidate(each)]
    judge.learn(each.play(column) for each in candidates for column in each.legal)
    draw.shuffle(candidates)
    reach = draw.choice(REACHES)
    for position in candidates:
        found = only_column(judge.columns(position))
        if found is None or found.moves > reach or (wish.aim and found.aim is not wish.aim):
            continue
        if symmetric_key(position) not in seen:
            puzzle = puzzle_of(position, judge)
            if puzzle is not None and wish.fits(puzzle):
                return puzzle
    return None


def symmetric_key(position: Position) -> int:
    """Return a key that a position shares with its mirror image."""
    return min(position.key, position.mirror().key)


def play_game(seed: str) -> Game:
    """Let two levels play a game after a few random plies."""
    draw = random.Random(seed)
    game = Game()
    for _ in range(OPENING):
        game.play(draw.choice(game.position.legal))
    players = {
        mark: AgentPlayer(agent(f"level:{draw.choice(PLAYERS_FROM)}", seed=draw.getrandbits(32)))
        for mark in PLAYERS
    }
    for _ in play(game, players):
        pass
    return game
