"""fourscore's agents elsewhere: in ConnectX and in PettingZoo, the real ones where installed."""

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fourscore.agents import agent, register_agent, registry
from fourscore.agents.engine import Struct
from fourscore.core.notation import read_moves, write_connectx
from fourscore.core.position import Position
from fourscore.envs import PettingZooPolicy, connectx_agent
from fourscore.errors import InputError
from fourscore.search.types import Limit

POSITIONS = ["", "4", "4453", "112233", "44444431", "441365675334466335442232661515577"]


def configuration(**changed: Any) -> Struct:
    """Return what ConnectX's specification says, as Kaggle's own Struct would."""
    defaults = {"columns": 7, "rows": 6, "inarow": 4, "timeout": 2, "actTimeout": 2}
    return Struct(**{**defaults, **changed})


def observation(position: Position) -> Struct:
    board, mark = write_connectx(position)
    return Struct(board=board, mark=mark, step=position.ply, remainingOverageTime=60)


# ConnectX


@pytest.mark.parametrize("moves", POSITIONS)
@pytest.mark.parametrize("shape", [Struct, dict, lambda each: type("Bare", (), dict(each))()])
def test_a_connectx_agent_plays_as_the_agent_itself(
    moves: str, shape: Callable[[Any], Any]
) -> None:
    position = read_moves(moves)
    act = connectx_agent("alphabeta:depth=4")
    column = act(shape(observation(position)), shape(configuration()))
    assert type(column) is int
    assert column == agent("alphabeta:depth=4").choose(position).column


def test_other_boards_are_played_and_other_games_refused() -> None:
    act = connectx_agent("alphabeta:depth=3")
    assert act.__code__.co_argcount == 2  # as Kaggle counts them
    small = Position.empty(5, 4)
    assert act(observation(small), configuration(columns=5, rows=4)) in range(5)
    with pytest.raises(InputError, match="fourscore connects 4, not 5"):
        act(observation(Position.empty()), configuration(inarow=5))


class Noting:
    """Plays the first open column, and notes its games and the limits it is given."""

    def __init__(self) -> None:
        self.games, self.limits = 0, list[Limit]()

    def new_game(self) -> None:
        self.games += 1

    def choose(self, position: Position, limit: Limit) -> int:
        self.limits.append(limit)
        return position.legal[0]


@pytest.mark.parametrize(
    ("own", "limit"),
    [
        ("seconds=60", Limit(seconds=0.8)),
        ("seconds=0.5", Limit(seconds=0.5)),
        ("playouts=300", Limit(playouts=300, seconds=0.8)),
    ],
)
def test_the_time_for_a_move_is_kept(
    own: str, limit: Limit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    noting = Noting()
    register_agent("noting", noting)
    act = connectx_agent(f"noting:{own}")
    act(observation(Position.empty()), configuration(timeout=1, actTimeout=1))
    assert noting.limits == [limit]


def test_a_new_game_is_noticed() -> None:
    noting = Noting()
    act = connectx_agent(noting)
    games = list[int]()
    for moves in ("", "44", "4453", "", "45", "4553", "4", "443"):
        act(observation(read_moves(moves)), configuration())
        games.append(noting.games)
    # At "", "4" and nowhere else: "45" may follow from "", and "443" from "4".
    assert games == [1, 1, 1, 2, 2, 2, 3, 3]


def test_an_adapted_agent_is_a_kaggle_agent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Out through one adapter and in through the other."""
    monkeypatch.chdir(tmp_path)
    text = "from fourscore.envs import connectx_agent as adapt\nagent = adapt('minimax:depth=2')"
    Path("agent.py").write_text(text, encoding="utf-8")
    with agent("kaggle:agent.py,seconds=600") as there, agent("minimax:depth=2") as here:
        for moves in POSITIONS[:3]:
            assert there.choose(moves).column == here.choose(moves).column


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_real_connectx_plays_whole_games() -> None:
    """kaggle-environments needs 1.6 GB, so that this runs only where it is installed."""
    environments = pytest.importorskip("kaggle_environments")
    for players in (
        [connectx_agent("alphabeta:depth=4"), "random"],
        ["random", connectx_agent("alphabeta:depth=4")],
        [connectx_agent("mcts:playouts=500"), "negamax"],
    ):
        env = environments.make("connectx", debug=True)
        env.run(players)
        assert [state.status for state in env.state] == ["DONE", "DONE"]
        own = next(place for place, player in enumerate(players) if callable(player))
        assert env.state[own].reward == 1


# PettingZoo


def real_environment(moves: str = "") -> Any:
    """Return PettingZoo's own environment after some moves."""
    with warnings.catch_warnings():
        # PettingZoo warns that its own documented import will one day go.
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import connect_four_v3

        environment = connect_four_v3.env()
        environment.reset(seed=1)
        for move in moves:
            environment.step(int(move) - 1)
    return environment


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("moves", POSITIONS)
def test_a_policy_plays_as_the_agent_itself(moves: str) -> None:
    seen = real_environment(moves).last()[0]
    expected = agent("alphabeta:depth=4").choose(read_moves(moves)).column
    policy = PettingZooPolicy("alphabeta:depth=4")
    assert policy(seen) == expected
    assert policy(seen["observation"], seen["action_mask"]) == expected
    assert policy(seen["observation"]) == expected
    with pytest.raises(InputError, match=f"the mask forbids column {expected}"):
        policy(seen["observation"], [0] * 7)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("own", ["player_0", "player_1"])
def test_the_real_environment_plays_whole_games(own: str) -> None:
    environment = real_environment()
    policies = {
        name: PettingZooPolicy("alphabeta:depth=4" if name == own else "random:seed=5")
        for name in ("player_0", "player_1")
    }
    rewards = dict.fromkeys(policies, 0.0)
    for name in environment.agent_iter():
        seen, reward, termination, truncation, _ = environment.last()
        rewards[name] += reward
        environment.step(None if termination or truncation else policies[name](seen))
    assert rewards == {name: 1 if name == own else -1 for name in policies}
