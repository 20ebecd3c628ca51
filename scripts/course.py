"""Make the courses that come with fourscore.

python -m scripts.course build FOLDER [--minutes M] [--scale S]   improves the course in a folder
python -m scripts.course pack FOLDER        writes src/fourscore/data/course-7x6.npz
python -m scripts.course goals              measures its goals again, after the levels have changed

Building can be stopped and resumed: the graph of positions is kept in the folder, and the smallest
course found so far. Run it with a scale of 1 until a course is complete, then with smaller ones:
they try more of the other winning moves. Packing proves every rule of the course again, prefers
rules that many positions share, builds the second player's course, and plays games against the
levels to find the lines of each goal.
"""

import argparse
import json
import pickle
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from fourscore.agents import agent
from fourscore.book import default_book
from fourscore.book.provenance import commit_of_source, describe_machine
from fourscore.book.solving import shared_solver
from fourscore.core.game import Game, write_line
from fourscore.core.notation import read_key
from fourscore.core.position import Position
from fourscore.insight.course.building import Graph, Node
from fourscore.insight.course.course import DATA, NO_RULE, Course, State, course
from fourscore.insight.course.course import _file as course_file
from fourscore.insight.course.course import about as read_about
from fourscore.insight.course.lines import _by_name, chapters, lines
from fourscore.insight.course.proving import LIMIT, Scratch, new_scratch, prove_rule
from fourscore.insight.course.resisting import build_resistance
from fourscore.insight.course.rules import RULES
from fourscore.insight.course.shrinking import Shrinker

DATA_FOLDER = Path(__file__).parents[1] / "src" / "fourscore" / "data"
PARTS = ("keys", "moves", "rules")
Rows = list[tuple[int, int, int]]
"""Key, move, and rule or -1."""
GOALS = (
    ("level-5", 5, 300, 6, "Win against level 5",
     "The main idea: take the centre, then follow the rule that each line ends in."),
    ("level-7", 7, 300, 15, "Win against level 7", "The lines that a careful player chooses."),
    ("level-9", 9, 200, 30, "Win against level 9", "The lines of a strong player."),
)  # fmt: skip
"""Id, level, games to play, lines to learn, title, and a sentence."""
OTHER_GOALS: list[dict[str, Any]] = [
    {"id": "perfect", "side": "first", "title": "Win against everybody",
     "says": "The whole course: whatever the opponent replies, you win.",
     "agent": "level:10", "shares": {}, "games": 0},
    {"id": "resist", "side": "second", "title": "Resist as long as possible",
     "says": "As the second player, hold out longest, and take what the first player lets slip.",
     "agent": "level:10", "shares": {}, "games": 0},
]  # fmt: skip
PATIENCE = 25
"""Sweeps without gain after which shrinking ends."""


def main() -> None:
    """Run a command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["build", "pack", "goals"])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--scale", type=float, default=1.0)
    given = parser.parse_args()
    if given.command == "goals":
        measure_goals()
        return
    if given.folder is None:
        parser.error(f"{given.command} needs a folder")
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.command == "build":
        build(given.folder, given.minutes, given.scale)
    else:
        pack(given.folder)


def build(folder: Path, minutes: float, scale: float) -> None:
    """Improve the course in a folder for some minutes."""
    graph = Graph(shared_solver(threads=1), scale=scale)
    stored = folder / "graph.pickle"
    if stored.exists():
        graph.nodes = {key: Node(*values) for key, *values in pickle.loads(stored.read_bytes())}
    end, said, saved = time.monotonic() + 60 * minutes, 0.0, time.monotonic()

    def report(nodes: int, waiting: int) -> bool:
        nonlocal said, saved
        if nodes >= 0 and time.monotonic() - said > 5:
            said = time.monotonic()
            cost = graph.nodes[graph.root].cost
            known = len(graph.nodes)
            print(f"{time.strftime('%T')} {nodes:,} positions, {waiting:,} open, "
                  f"{known:,} known, cost {cost:.0f}", flush=True)  # fmt: skip
        if time.monotonic() - saved > 60:
            save(graph, stored)
            saved = time.monotonic()
        return time.monotonic() < end

    done = graph.improve(report)
    graph.recount()
    save(graph, stored)
    print("complete" if done else "stopped", len(graph.reached()), len(graph.nodes), flush=True)
    if done:
        shrink(graph, folder / "solution.pickle", end)


def shrink(graph: Graph, path: Path, end: float) -> None:
    """Shrink the course that a graph holds, as long as that helps; keep the smallest."""
    smallest = len(pickle.loads(path.read_bytes())) if path.exists() else 1 << 60
    shrinker = Shrinker(graph)
    print("counted once:", len(shrinker), flush=True)
    idle = 0
    while time.monotonic() < end and idle < PATIENCE:
        gained = shrinker.sweep(lambda: time.monotonic() < end)
        if len(shrinker) < smallest:
            smallest = len(shrinker)
            print(time.strftime("%T"), "positions:", smallest, flush=True)
            path.write_bytes(pickle.dumps(list(rows_of(shrinker))))
        idle = 0 if gained else idle + 1


def rows_of(shrinker: Shrinker) -> Iterator[tuple[int, int, int]]:
    """Yield the key, the move and the rule (or -1) of every position of a course."""
    for key, index in shrinker.chosen.items():
        node = shrinker.graph.nodes[key]
        if index < 0 or node.options is None:
            yield key, node.move, node.rule
        else:
            yield key, node.options[index][0], -1


def save(graph: Graph, path: Path) -> None:
    """Store a graph."""
    rows = [
        (key, n.mine, n.filled, n.ply, n.rule, n.move, n.options, n.cost)
        for key, n in graph.nodes.items()
    ]
    path.with_suffix(".new").write_bytes(pickle.dumps(rows))
    path.with_suffix(".new").replace(path)


# Packing


def pack(folder: Path) -> None:
    """Write the courses and their goals."""
    rows = pickle.loads((folder / "solution.pickle").read_bytes())
    first = share_rules(rows)
    book = default_book()
    assert book is not None
    second = [(key, move, -1) for key, move in build_resistance(book).items()]
    made = provenance_of(rows, first)
    write(first, second, {"goals": [], "provenance": made})
    measure_goals()


def measure_goals() -> None:
    """Play games against the levels, and write the lines of each goal into the file."""
    found, made = course_file(), read_about()["provenance"]
    first, second = (
        [(int(key), int(move), -1 if rule == NO_RULE else int(rule))
         for key, move, rule in zip(*(found[f"{side}_{part}"] for part in PARTS), strict=True)]
        for side in ("first", "second")
    )  # fmt: skip
    goals = [measure_goal(*each) for each in GOALS]
    write(first, second, {"goals": [*goals, *OTHER_GOALS], "provenance": made})


def write(first: Rows, second: Rows, about: dict[str, Any]) -> None:
    """Write the file."""
    arrays: dict[str, Any] = {"about": np.frombuffer(json.dumps(about).encode(), np.uint8)}
    for side, rows in (("first", first), ("second", second)):
        keys, moves, rules = zip(*sorted(rows), strict=True)
        arrays[f"{side}_keys"] = np.array(keys, np.int64)
        arrays[f"{side}_moves"] = np.array(moves, np.uint8)
        arrays[f"{side}_rules"] = np.array([NO_RULE if each < 0 else each for each in rules],
                                           np.uint8)  # fmt: skip
    with (DATA_FOLDER / DATA).open("wb") as file:
        np.savez_compressed(file, **arrays)
    for each in (course_file, read_about, course, lines, chapters, _by_name):
        each.cache_clear()


def share_rules(rows: Rows) -> Rows:
    """Prove every rule again, and use few different ones: the most frequent that will do."""
    scratch, rules = new_scratch(), Position().rules
    proved: dict[int, list[int]] = {}
    for key, move, rule in rows:
        if rule >= 0:
            at = read_key(key, rules)
            proved[key] = [each for each in range(len(RULES)) if proves(at, move, each, scratch)]
            assert rule in proved[key], f"rule {rule} does not win {key}"
    chosen: dict[int, int] = {}
    while left := [key for key in proved if key not in chosen]:
        counts = Counter(rule for key in left for rule in proved[key])
        most = max(counts, key=lambda each: (counts[each], -each))
        chosen |= {key: most for key in left if most in proved[key]}
        print(RULES[most].id, counts[most], flush=True)
    return [(key, move, chosen.get(key, -1)) for key, move, _ in rows]


def proves(at: Position, move: int, number: int, scratch: Scratch) -> bool:
    """Return whether a rule wins after a move."""
    after, rule = at.play(move), RULES[number]
    return prove_rule(
        after.mine ^ after.filled, after.mine, rule.style.follows, rule.style.care, rule.column,
        LIMIT, at.rules, scratch,
    )  # fmt: skip


def provenance_of(rows: Rows, packed: Rows) -> dict[str, Any]:
    """Return how the course was made, and its size."""
    return {
        "commit": commit_of_source(),
        "machine": describe_machine(),
        "positions": len(rows),
        "rules": sum(rule >= 0 for *_, rule in rows),
        "different_rules": len({rule for *_, rule in packed if rule >= 0}),
    }


def measure_goal(
    name: str, level: int, games: int, most: int, title: str, says: str
) -> dict[str, Any]:
    """Play games by the course against a level, and return its most frequent lines."""
    first = course("first")
    owners = {card.id: line.moves for line in lines("first") for card in line.cards[-line.new :]}
    counts: Counter[str] = Counter()
    for seed in range(games):
        counts[owners[last_card(first, f"level:{level}", seed)]] += 1
    shares = {moves: count / games for moves, count in counts.most_common(most)}
    print(name, sum(shares.values()), len(counts), flush=True)
    return {"id": name, "side": "first", "title": title, "says": says, "agent": f"level:{level}",
            "shares": shares, "games": games}  # fmt: skip


def last_card(first: Course, spec: str, seed: int) -> str:
    """Play a game by the course, and return the last card that it needs."""
    opponent = agent(f"{spec},seed={seed}")
    game, card = Game(), ""
    while not game.position.is_over:
        place = first.follow(game)
        if place.column is not None:
            if place.state is State.MOVE:
                card = first.card(game.position)
            game.play(place.column)
        else:
            game.play(opponent.choose(game.position).column)
    assert game.outcome is not None
    assert game.outcome.winner == "X", write_line(game)
    return card


if __name__ == "__main__":
    main()
