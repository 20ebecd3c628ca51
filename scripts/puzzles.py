"""Make the puzzles that come with fourscore.

python -m scripts.puzzles make              writes src/fourscore/data/puzzles-7x6.json.gz
python -m scripts.puzzles regrade           grades and rates the same puzzles by today's levels
python -m scripts.puzzles check             proves every puzzle of that file again
python -m scripts.puzzles table             prints how many there are, as in docs/play/puzzles.md

Levels play games; each position of a game, and each after one random other move, may become a
puzzle, at most one of each grade from a game. Of those found, the script chooses equally many of
each grade, rare themes first; then the levels play them out, which gives the ratings. Everything
is noted in two journals beside the file, so that after a kill the same command goes on where it
was; on one idle core it takes about 20 minutes. The same arguments make the same puzzles.
"""

import argparse
import gzip
import json
import random
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from statistics import quantiles
from typing import Any

from fourscore.book.solving import shared_solver, use_threads
from fourscore.core.game import Game
from fourscore.core.position import Position
from fourscore.insight.explain.explanation import explain
from fourscore.insight.puzzles.candidates import Aim, is_candidate, level_of, only_column
from fourscore.insight.puzzles.grades import GRADES, grade_of
from fourscore.insight.puzzles.ids import write_id
from fourscore.insight.puzzles.making import play_game, symmetric_key
from fourscore.insight.puzzles.puzzle import Puzzle
from fourscore.insight.puzzles.rating import ROUNDS
from fourscore.insight.puzzles.shipped import DATA, Entry, entries
from fourscore.insight.puzzles.themes import Theme, themes_of
from fourscore.runtime.files import replacing
from fourscore.runtime.journal import Journal
from fourscore.runtime.progress import reporting
from fourscore.solver import score_of

ROOT = Path(__file__).parent.parent
SEED, GAMES, COUNT = 2026, 18_000, 2_500
LONGEST = dict(zip(GRADES, (4, 5, 7, 8, 10), strict=True))
"""How many moves ahead a puzzle of a grade may have to be seen."""


# Finding


def find_in_game(seed: str) -> dict[str, Puzzle]:
    """Find at most one puzzle of each grade in a game, the first in a random order."""
    draw = random.Random(seed)
    places = list(_places(play_game(seed), draw))
    draw.shuffle(places)
    found: dict[str, Puzzle] = {}
    for position in places:
        puzzle = _puzzle_at(position)
        if puzzle is not None and puzzle.moves <= LONGEST[puzzle.grade]:
            found.setdefault(puzzle.grade, puzzle)
    return found


def _places(game: Game, draw: random.Random) -> Iterator[Position]:
    """Yield the positions of a game, and beside each the one after a random other move."""
    for before, column in zip(game.positions, game.columns, strict=False):
        others = [each for each in before.legal if each != column]
        yield before
        if others:
            yield before.play(draw.choice(others))


def _puzzle_at(position: Position) -> Puzzle | None:
    if position.is_over or not is_candidate(position):
        return None
    found = only_column(shared_solver().columns(position))
    if found is None or found.moves > max(LONGEST.values()):
        return None
    level = level_of(position, found.column)
    return Puzzle(position, found.aim, found.column, found.score, found.moves, level)


def find(seed: int, games: int, journal: Journal) -> dict[int, dict[str, Any]]:
    """Find puzzles in games; return them by the key that mirror images share."""
    found: dict[int, dict[str, Any]] = {}
    with reporting("games", progress=sys.stderr.isatty()) as report:
        for number in range(games):
            if number < len(journal.records):
                rows = json.loads(journal.records[number])
            else:
                made = find_in_game(f"{seed} {number} shipped").values()
                rows = [_row(puzzle) for puzzle in made]
                journal.append(json.dumps(rows).encode())
            for row in rows:
                found.setdefault(symmetric_key(Position(row["key"])), row)
            report(number + 1, games)
    return found


def _row(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "key": puzzle.position.key,
        "aim": str(puzzle.aim),
        "column": puzzle.column,
        "score": int(puzzle.score),
        "moves": puzzle.moves,
        "level": puzzle.level,
        "themes": [str(theme) for theme in puzzle.themes],
    }


# Choosing


def choose(found: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """Choose up to `count` puzzles, equally many of each grade; each time one of the theme that is
    rarest so far.
    """
    chosen: list[dict[str, Any]] = []
    for grade in GRADES:
        left = [row for row in found if grade_of(row["level"]) == grade]
        chosen += _balanced(left, count // len(GRADES))
    return chosen


def _takes_moves(row: dict[str, Any]) -> bool:
    """Return whether playing it out takes more than one move; a draw may be held at once."""
    if row["aim"] == Aim.WIN:
        return True
    game = _puzzle(row).play()
    while not game.done:
        game.play(game.hint())
    return len(game.steps) > 1


def _balanced(rows: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    chosen: dict[int, dict[str, Any]] = {}
    counts = dict.fromkeys(Theme, 0)
    queues = {theme: deque(row for row in rows if theme in row["themes"]) for theme in Theme}
    while len(chosen) < count and any(queues.values()):
        rarest = min((theme for theme in Theme if queues[theme]), key=lambda theme: counts[theme])
        row = queues[rarest].popleft()
        if row["key"] not in chosen and _takes_moves(row):
            chosen[row["key"]] = row
            for theme in row["themes"]:
                counts[Theme(theme)] += 1
    return list(chosen.values())


def _puzzle(row: dict[str, Any]) -> Puzzle:
    position = Position(row["key"])
    score = score_of(row["score"], position)
    return Puzzle(position, Aim(row["aim"]), row["column"], score, row["moves"], row["level"])


# Rating


def rate_all(chosen: list[dict[str, Any]], journal: Journal) -> list[Entry]:
    """Let the levels play every puzzle out."""
    known = {key: rest for key, *rest in map(json.loads, journal.records)}
    done = []
    with reporting("ratings", progress=sys.stderr.isatty()) as report:
        for row in chosen:
            if row["key"] not in known:
                puzzle = _puzzle(row)
                known[row["key"]] = [puzzle.rating, puzzle.deviation]
                journal.append(json.dumps([row["key"], *known[row["key"]]]).encode())
            done.append(_entry(row, *known[row["key"]]))
            report(len(done), len(chosen))
    return sorted(done, key=lambda entry: (entry.rating, entry.id))


def _entry(row: dict[str, Any], rating: int, deviation: int) -> Entry:
    return Entry(
        id=write_id(row["key"]),
        aim=row["aim"],
        column=row["column"] + 1,
        score=row["score"],
        moves=row["moves"],
        level=row["level"],
        rating=rating,
        deviation=deviation,
        themes=row["themes"],
    )


# The file


def write(path: Path, found: list[Entry], provenance: dict[str, Any]) -> None:
    content = {"provenance": provenance, "fields": Entry._fields, "puzzles": found}
    text = json.dumps(content, separators=(",", ":"))
    with replacing(path) as beside:
        beside.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def make(seed: int, games: int, count: int, out: Path) -> None:
    use_threads(1)
    searched = Journal(out.with_suffix(".games"), f"{seed}".encode())
    rated = Journal(out.with_suffix(".ratings"), f"{ROUNDS}".encode())
    found = find(seed, games, searched)
    chosen = choose(list(found.values()), count)
    command = f"python -m scripts.puzzles make --seed {seed} --games {games} --count {count}"
    provenance = {
        "command": command,
        "seed": seed,
        "games": games,
        "found": len(found),
        "count": len(chosen),
        "commit": _commit(),
    }
    write(out, rate_all(chosen, rated), provenance)
    searched.remove()
    rated.remove()
    print(f"{out}: {len(chosen):,} puzzles of {len(found):,}, {out.stat().st_size:,} bytes")


def regrade(out: Path) -> None:
    """Grade and rate the puzzles of the file again, after the levels have changed.

    All of them stay, since links name them; some may be long for their new grade.
    """
    use_threads(1)
    content = json.loads(gzip.decompress(out.read_bytes()))
    journal = Journal(out.with_suffix(".ratings"), b"regrade")
    known = {row[0]: Entry(*row) for row in map(json.loads, journal.records)}
    for each in entries().values():
        if each.id not in known:
            known[each.id] = _regraded(each)
            journal.append(json.dumps(known[each.id]).encode())
    found = sorted(known.values(), key=lambda entry: (entry.rating, entry.id))
    write(out, found, content["provenance"] | {"regraded": _commit()})
    journal.remove()
    print(f"{out}: {len(found):,} puzzles, {out.stat().st_size:,} bytes")


def _regraded(entry: Entry) -> Entry:
    old = entry.puzzle()
    level = level_of(old.position, old.column)
    puzzle = Puzzle(old.position, old.aim, old.column, old.score, old.moves, level)
    return entry._replace(level=level, rating=puzzle.rating, deviation=puzzle.deviation)


def _commit() -> str:
    command = ["git", "rev-parse", "HEAD"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.strip()


def check() -> None:
    """Prove every puzzle again: the column, the aim, the score, the moves, the themes."""
    with reporting("checking", progress=sys.stderr.isatty()) as report:
        for number, entry in enumerate(entries().values(), start=1):
            puzzle = entry.puzzle()
            found = only_column(shared_solver().columns(puzzle.position))
            stated = (puzzle.column, puzzle.aim, puzzle.score, puzzle.moves)
            if found is None or stated != (found.column, found.aim, found.score, found.moves):
                sys.exit(f"{entry.id} is not the puzzle that the file says")
            if themes_of(explain(puzzle.position)) != puzzle.themes:
                sys.exit(f"{entry.id} has other themes than the file says")
            report(number, len(entries()))
    print(f"{len(entries()):,} puzzles are what the file says")


def table() -> None:
    """Print how many puzzles there are of each grade, by theme, and their ratings."""
    print(f"| grade | puzzles | {' | '.join(Theme)} | half are rated |")
    print(f"|---|{'---|' * (len(Theme) + 2)}")
    for grade in GRADES:
        own = [each for each in entries().values() if each.grade == grade]
        counts = [str(sum(theme in each.themes for each in own)) for theme in Theme]
        low, _, high = quantiles((each.rating for each in own), n=4)
        print(f"| {grade} | {len(own)} | {' | '.join(counts)} | {low:.0f} to {high:.0f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the puzzles that come with fourscore.")
    parser.add_argument("command", choices=["make", "regrade", "check", "table"])
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--games", type=int, default=GAMES, help="games to look for puzzles in")
    parser.add_argument("--count", type=int, default=COUNT)
    default = Path(str(files("fourscore.data").joinpath(DATA)))
    parser.add_argument("--out", type=Path, default=default)
    given = parser.parse_args()
    if given.command == "make":
        make(given.seed, given.games, given.count, given.out)
    elif given.command == "regrade":
        regrade(given.out)
    else:
        {"check": check, "table": table}[given.command]()


if __name__ == "__main__":
    main()
