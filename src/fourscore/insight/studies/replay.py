"""Report D's game, move by move: what each algorithm spends on it, and would have played."""

from collections.abc import Callable
from dataclasses import dataclass

from fourscore.arena.summary import Summary
from fourscore.arena.tournament import Settings
from fourscore.core.game import Game
from fourscore.core.notation import write_column
from fourscore.core.position import Position
from fourscore.insight.drawing.figures import (
    Chart,
    agent_styles,
    chart_style,
    label_ends,
    log_scale,
    new_figure,
)
from fourscore.insight.drawing.matplotlib import Figure
from fourscore.insight.reports.words import say_percent
from fourscore.insight.studies.decisions import Decision, decide
from fourscore.insight.studies.study import Findings, Table, Workspace, say_milliseconds

__all__ = ["GAME", "PUBLISHED", "run_replay"]

GAME = "4 3 5 3 5 7 3 5 2 6 4 5 2 4 3 6 5 4 2 4"
"""The game that report D replays."""
ALGORITHMS = {
    "minimax": "minimax:depth=5",
    "alpha-beta": "alphabeta:depth=5",
    "deepening": "deepening:depth=5",
    "MCTS": "mcts:playouts=10000",
}
TIMES = 5
"""How often each move is timed; the median counts."""
AGAINST_RANDOM = 40
"""Games against random play that are averaged."""


Decisions = dict[str, list[Decision]]
"""Of each algorithm, a decision per move of the game."""


@dataclass(frozen=True, slots=True)
class Published:
    """What report D published for one algorithm at depth 5."""

    first_seconds: float
    first_nodes: int
    game_seconds: float
    """Of a whole game against random play."""
    game_nodes: int


PUBLISHED = {
    "minimax": Published(0.795, 36_414, 5.6, 311_955),
    "alpha-beta": Published(0.099, 2_635, 0.52, 16_136),
}
"""Report D's Monte Carlo tree search lost every game because of a bug and has no figures."""


def run_replay(workspace: Workspace, games: int = AGAINST_RANDOM, times: int = TIMES) -> Findings:
    """Let every algorithm decide at every move of the game, and play `games` against random."""
    game, left = _replay()
    decided = {}
    for done, (name, spec) in enumerate(ALGORITHMS.items(), start=1):
        decided[name] = decide(spec, game.positions[:-1], workspace.seed, times)
        workspace.on_step("replay", done, len(ALGORITHMS))
    settings = Settings(("random", *ALGORITHMS.values()), games, form="gauntlet")
    summary = workspace.summarise("replay against random", settings)
    return Findings(
        "replay",
        "Report D: one game, move by move",
        f"Report D replays the game {GAME}. By the rules {_ending(game, left)}. Each algorithm "
        "decides in every position of it. Times are processor times, the median of "
        f"{times}; nodes are positions visited, including the root. Whole games against random "
        f"play are means of {games:,} games, counting the algorithm's own moves.",
        (
            _times(decided, summary),
            _nodes(decided, summary),
            _moves("each-time", "Milliseconds for each move", game, decided,
                   lambda each: say_milliseconds(each.seconds),
                   lambda all_: say_milliseconds(_seconds(all_))),
            _moves("each-nodes", "Nodes for each move", game, decided,
                   lambda each: f"{each.nodes:,}", lambda all_: f"{_node_count(all_):,}"),
            _moves("each-column", "What each would have played", game, decided,
                   lambda each: write_column(each.column)),
        ),
        (
            Chart("replay-time-chart", _draw(decided, "milliseconds"),
                  "Time for each move of the game"),
            Chart("replay-nodes-chart", _draw(decided, "nodes"),
                  "Nodes for each move of the game"),
        ),
        _remarks(decided, summary),
    )  # fmt: skip


def _replay() -> tuple[Game, list[int]]:
    """Play the game to its end; return it and the moves that are left."""
    game, columns = Game(), [int(each) - 1 for each in GAME.split()]
    while columns and game.outcome is None:
        game.play(columns.pop(0))
    return game, columns


def _ending(game: Game, left: list[int]) -> str:
    if not left:
        return f"it has {len(game.moves)} moves and is not over"
    rest = " and ".join(write_column(column) for column in left)
    return (
        f"it is over after {len(game.moves)} moves, when {game.outcome}; "
        f"the moves {rest} that follow in the report are left out"
    )


def _seconds(decisions: list[Decision]) -> float:
    return sum(each.seconds for each in decisions)


def _node_count(decisions: list[Decision]) -> int:
    return sum(each.nodes for each in decisions)


# Tables


def _times(decided: Decisions, summary: Summary) -> Table:
    rows = []
    for name, decisions in decided.items():
        published, spec = PUBLISHED.get(name), ALGORITHMS[name]
        a_game = summary.efforts[spec].seconds / summary.tally(spec).games
        rows.append((name, spec,
                     f"{1000 * published.first_seconds:,.0f}" if published else "",
                     say_milliseconds(decisions[0].seconds), say_milliseconds(_seconds(decisions)),
                     f"{1000 * published.game_seconds:,.0f}" if published else "",
                     say_milliseconds(a_game)))  # fmt: skip
    headers = ("algorithm", "spec", ">first move (D)", ">ours", ">this game",
               ">against random (D)", ">ours")  # fmt: skip
    return Table("replay-times", "Milliseconds", headers, rows)


def _nodes(decided: Decisions, summary: Summary) -> Table:
    rows = []
    for name, decisions in decided.items():
        published, tally = PUBLISHED.get(name), summary.tally(ALGORITHMS[name])
        a_game = summary.efforts[ALGORITHMS[name]].nodes / tally.games
        rows.append((name, f"{published.first_nodes:,}" if published else "",
                     f"{decisions[0].nodes:,}", f"{_node_count(decisions):,}",
                     f"{published.game_nodes:,}" if published else "",
                     f"{a_game:,.0f}", say_percent(tally.score)))  # fmt: skip
    headers = ("algorithm", ">first move (D)", ">ours", ">this game", ">against random (D)",
               ">ours", ">points against random")  # fmt: skip
    return Table("replay-nodes", "Nodes", headers, rows)


def _moves(
    name: str,
    title: str,
    game: Game,
    decided: Decisions,
    cell: Callable[[Decision], str],
    total: Callable[[list[Decision]], str] | None = None,
) -> Table:
    """Return a row per move and a column per algorithm, and perhaps a total below them."""
    rows = [
        (str(place + 1), game.positions[place].turn, write_column(move.landing),
         *(cell(decisions[place]) for decisions in decided.values()))
        for place, move in enumerate(game.moves)
    ]  # fmt: skip
    if total is not None:
        rows.append(("all", "", "", *(total(decisions) for decisions in decided.values())))
    headers = (">move", "player", ">played", *(f">{each}" for each in decided))
    return Table(f"replay-{name}", title, headers, rows, detail=True)


# Chart and words


@chart_style()
def _draw(decided: Decisions, unit: str) -> Figure:
    figure, axes = new_figure(7.6, 4.2)
    styles, timed, ends = agent_styles(ALGORITHMS), unit == "milliseconds", {}
    for name, decisions in decided.items():
        places = range(1, len(decisions) + 1)
        heights = [1000 * each.seconds if timed else each.nodes for each in decisions]
        axes.plot(places, heights, f"{styles[name].marker}-", color=styles[name].colour, ms=3.5)
        ends[name] = (places[-1], heights[-1])
    for name, each in PUBLISHED.items():
        value = 1000 * each.first_seconds if timed else each.first_nodes
        axes.plot([1], [value], styles[name].marker, color=styles[name].colour, mfc="white")
    log_scale(axes, "y")
    axes.set_xticks(range(2, len(next(iter(decided.values()))) + 1, 2))
    axes.set_xlabel("move of the game; outlined: report D's first move")
    axes.set_ylabel(unit)
    axes.set_title(f"{unit.capitalize()} for each move of report D's game")
    label_ends(axes, ends, styles)
    return figure


def _remarks(decided: Decisions, summary: Summary) -> tuple[str, ...]:
    minimax, alphabeta = decided["minimax"], decided["alpha-beta"]
    fewer = _node_count(minimax) / _node_count(alphabeta)
    agree = sum(one.column == other.column for one, other in zip(minimax, alphabeta, strict=True))
    published = PUBLISHED["minimax"], PUBLISHED["alpha-beta"]
    tree = sum(Position.empty().width ** ply for ply in range(6))
    mcts = summary.tally(ALGORITHMS["MCTS"])
    return (
        f"Alpha-beta visits {fewer:.1f} times fewer nodes than minimax over this game and chooses "
        f"the same column {agree} times out of {len(minimax)}; in report D it created "
        f"{published[0].game_nodes / published[1].game_nodes:.1f} times fewer in a game against "
        "random play.",
        f"Report D counts {published[0].first_nodes:,} nodes for minimax's first move; the full "
        f"tree of depth 5 has {tree:,} positions, and that is what ours visits.",
        f"Report D's Monte Carlo tree search lost every game; ours has {say_percent(mcts.score)} "
        f"of the points in {mcts.games} games against random play.",
    )
