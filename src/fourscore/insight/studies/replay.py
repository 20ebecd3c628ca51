"""Report D's game, move by move: what each algorithm spends on it, and would have played."""

from collections.abc import Callable
from dataclasses import dataclass

from matplotlib.figure import Figure

from fourscore.arena.summary import Summary, summarise
from fourscore.arena.tournament import Settings
from fourscore.core.game import Game
from fourscore.core.notation import write_column
from fourscore.core.position import Position
from fourscore.insight.drawing.figures import (
    agent_styles,
    chart_style,
    label_ends,
    log_scale,
    new_figure,
)
from fourscore.insight.studies.asking import Answer, ask
from fourscore.insight.studies.frame import (
    Bench,
    Chart,
    Findings,
    Sheet,
    milliseconds,
    percent,
)

__all__ = ["GAME", "PUBLISHED", "run_replay"]

GAME = "4 3 5 3 5 7 3 5 2 6 4 5 2 4 3 6 5 4 2 4"
"""The game that report D feeds in."""
ALGORITHMS = {
    "minimax": "minimax:depth=5",
    "alpha-beta": "alphabeta:depth=5",
    "deepening": "deepening:depth=5",
    "MCTS": "mcts:playouts=10000",
}
TIMES = 5
"""How often each move is timed; the middle one counts."""
AGAINST_RANDOM = 40
"""Games against random play, of which the means are taken."""


@dataclass(frozen=True, slots=True)
class Published:
    """What report D gives for one algorithm at depth 5."""

    first_seconds: float
    first_nodes: int
    game_seconds: float
    """Of a whole game against random play."""
    game_nodes: int


PUBLISHED = {
    "minimax": Published(0.795, 36_414, 5.6, 311_955),
    "alpha-beta": Published(0.099, 2_635, 0.52, 16_136),
}
"""Report D's Monte Carlo tree search lost every game, because of a bug; it has no figures."""


def run_replay(bench: Bench, games: int = AGAINST_RANDOM, times: int = TIMES) -> Findings:
    """Ask every algorithm at every move of the game, and let each play `games` against random."""
    bench.begin()
    game, left = _replay()
    positions = game.positions[:-1]
    asked = {}
    for done, (name, spec) in enumerate(ALGORITHMS.items()):
        bench.on_step("replay", done, len(ALGORITHMS))
        asked[name] = ask(spec, positions, bench.seed, times)
    bench.on_step("replay", len(ALGORITHMS), len(ALGORITHMS))
    settings = Settings(("random", *ALGORITHMS.values()), games, form="gauntlet")
    with bench.play("replay against random", settings) as ledger:
        summary = summarise(ledger)
    return Findings(
        "replay",
        "Report D: one game, move by move",
        f"Report D feeds in the game {GAME}. By the rules {_ending(game, left)}. Each algorithm is "
        "asked at every position of it. Times are the processor's, the middle one of "
        f"{times}; nodes are positions visited, the root included. Whole games against random "
        f"play are means of {games:,} games, the algorithm's own moves counted.",
        (
            _times(asked, summary),
            _nodes(asked, summary),
            _moves("each-time", "Milliseconds for each move", game, asked,
                   lambda each: milliseconds(each.seconds),
                   lambda all_: milliseconds(sum(each.seconds for each in all_))),
            _moves("each-nodes", "Nodes for each move", game, asked,
                   lambda each: f"{each.nodes:,}",
                   lambda all_: f"{sum(each.nodes for each in all_):,}"),
            _moves("each-column", "What each would have played", game, asked,
                   lambda each: write_column(each.column)),
        ),
        (
            Chart("replay-time-chart", "Time for each move of the game",
                  _draw(asked, "milliseconds", lambda each: 1000 * each.seconds)),
            Chart("replay-nodes-chart", "Nodes for each move of the game",
                  _draw(asked, "nodes", lambda each: each.nodes)),
        ),
        _remarks(asked, summary),
    )  # fmt: skip


def _replay() -> tuple[Game, list[int]]:
    """Play the game to its end; give it and the moves that are left."""
    game, columns = Game(), [int(each) - 1 for each in GAME.split()]
    while columns and game.outcome is None:
        game.play(columns.pop(0))
    return game, columns


def _ending(game: Game, left: list[int]) -> str:
    if not left:
        return f"it has {len(game.moves)} moves and is not over"
    rest = " and ".join(write_column(column) for column in left)
    return (
        f"it is over after {len(game.moves)} moves, when {game.outcome}: "
        f"the moves {rest} that follow there are left out"
    )


# Tables


def _times(asked: dict[str, list[Answer]], summary: Summary) -> Sheet:
    rows = []
    for name, answers in asked.items():
        told = PUBLISHED.get(name)
        rows.append((name, ALGORITHMS[name],
                     f"{1000 * told.first_seconds:,.0f}" if told else "",
                     milliseconds(answers[0].seconds),
                     milliseconds(sum(each.seconds for each in answers)),
                     f"{1000 * told.game_seconds:,.0f}" if told else "",
                     milliseconds(_a_game(summary, ALGORITHMS[name])[0])))  # fmt: skip
    headers = ("algorithm", "spec", ">first move (D)", ">ours", ">this game",
               ">against random (D)", ">ours")  # fmt: skip
    return Sheet("replay-times", "Milliseconds", headers, tuple(rows))


def _nodes(asked: dict[str, list[Answer]], summary: Summary) -> Sheet:
    rows = []
    for name, answers in asked.items():
        told, spec = PUBLISHED.get(name), ALGORITHMS[name]
        rows.append((name, f"{told.first_nodes:,}" if told else "", f"{answers[0].nodes:,}",
                     f"{sum(each.nodes for each in answers):,}",
                     f"{told.game_nodes:,}" if told else "",
                     f"{_a_game(summary, spec)[1]:,.0f}",
                     percent(summary.tally(spec).score)))  # fmt: skip
    headers = ("algorithm", ">first move (D)", ">ours", ">this game", ">against random (D)",
               ">ours", ">points against random")  # fmt: skip
    return Sheet("replay-nodes", "Nodes", headers, tuple(rows))


def _a_game(summary: Summary, spec: str) -> tuple[float, float]:
    """Return the seconds and nodes that an agent spends on a whole game."""
    effort, games = summary.efforts[spec], summary.tally(spec).games
    return effort.seconds / games, effort.nodes / games


def _moves(
    name: str,
    title: str,
    game: Game,
    asked: dict[str, list[Answer]],
    cell: Callable[[Answer], str],
    total: Callable[[list[Answer]], str] | None = None,
) -> Sheet:
    """Return a row a move and a column an algorithm, and a total below them if there is one."""
    rows = [
        (str(place + 1), game.positions[place].turn, write_column(move.landing),
         *(cell(answers[place]) for answers in asked.values()))
        for place, move in enumerate(game.moves)
    ]  # fmt: skip
    if total is not None:
        rows.append(("all", "", "", *(total(answers) for answers in asked.values())))
    headers = (">move", "player", ">played", *(f">{each}" for each in asked))
    return Sheet(f"replay-{name}", title, headers, tuple(rows), detail=True)


# Charts


@chart_style()
def _draw(asked: dict[str, list[Answer]], unit: str, amount: Callable[[Answer], float]) -> Figure:
    figure, axes = new_figure(7.6, 4.2)
    looks = agent_styles(ALGORITHMS.values())
    drawn = {name: looks[spec] for name, spec in ALGORITHMS.items()}
    ends = {}
    for name, answers in asked.items():
        places = range(1, len(answers) + 1)
        heights = [amount(each) for each in answers]
        axes.plot(places, heights, f"{drawn[name].marker}-", color=drawn[name].colour, ms=3.5)
        ends[name] = (places[-1], heights[-1])
    for name, told in PUBLISHED.items():
        value = 1000 * told.first_seconds if unit == "milliseconds" else told.first_nodes
        axes.plot([1], [value], drawn[name].marker, color=drawn[name].colour, mfc="white")
    log_scale(axes, "y")
    axes.set_xticks(range(2, len(next(iter(asked.values()))) + 1, 2))
    axes.set_xlabel("move of the game; outlined: report D's first move")
    axes.set_ylabel(unit)
    axes.set_title(f"{unit.capitalize()} for each move of report D's game")
    label_ends(axes, ends, drawn)
    return figure


# Words


def _remarks(asked: dict[str, list[Answer]], summary: Summary) -> tuple[str, ...]:
    full, cut = (sum(each.nodes for each in asked[name]) for name in ("minimax", "alpha-beta"))
    agree = sum(
        one.column == other.column
        for one, other in zip(asked["minimax"], asked["alpha-beta"], strict=True)
    )
    told = PUBLISHED["minimax"], PUBLISHED["alpha-beta"]
    mcts = summary.tally(ALGORITHMS["MCTS"])
    return (
        f"Alpha-beta visits {full / cut:.1f} times fewer nodes than minimax over this game and "
        f"chooses the same column {agree} times of {len(asked['minimax'])}; in report D it created "
        f"{told[0].game_nodes / told[1].game_nodes:.1f} times fewer in a game against random play.",
        f"Report D counts {told[0].first_nodes:,} nodes for minimax's first move; the full tree of "
        f"depth 5 has {_full_tree(5):,} positions, and that is what ours visits.",
        f"Report D's Monte Carlo tree search lost every game; ours has {percent(mcts.score)} of "
        f"the points of {mcts.games} games against random play.",
    )


def _full_tree(depth: int) -> int:
    width = Position.empty().width
    return sum(width**ply for ply in range(depth + 1))
