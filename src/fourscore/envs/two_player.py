"""The PettingZoo environment: two players who move in turn."""

from typing import Any, ClassVar

from gymnasium import logger, spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from fourscore.core.bitboard import DRAW, ONGOING, result
from fourscore.core.position import PLAYERS, Position
from fourscore.envs.boards import action_mask, land, planes, start_of
from fourscore.envs.rendering import FRAMES_A_SECOND, RENDER_MODES, check_mode, render
from fourscore.envs.spaces import observation_space

__all__ = ["ConnectFour", "wrapped_env"]

NAMES = ("player_0", "player_1")
ILLEGAL_REWARD = -1


def wrapped_env(variant: str, size: tuple[int, int] | str, render_mode: str | None) -> Any:
    """Return the environment in the wrappers that PettingZoo's classic environments have."""
    env = ConnectFour(variant, size, render_mode)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL_REWARD)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class ConnectFour(AECEnv, EzPickle):  # type: ignore[misc]
    """Connect Four for two players, "player_0" and "player_1"."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "fourscore_connect_four_v0",
        "render_modes": RENDER_MODES,
        "render_fps": FRAMES_A_SECOND,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        variant: str,
        size: tuple[int, int] | str,
        render_mode: str | None,
    ) -> None:
        EzPickle.__init__(self, variant, size, render_mode)
        super().__init__()
        check_mode(render_mode)
        self.render_mode = render_mode
        self._empty = self.position = Position(variant=variant, size=size)
        self._generator, _ = seeding.np_random()
        self.possible_agents = list(NAMES)
        self.agents = list(NAMES)
        self.observation_spaces = {name: observation_space(self._empty) for name in NAMES}
        self.action_spaces = {name: spaces.Discrete(self._empty.width) for name in NAMES}

    def observation_space(self, agent: str) -> "spaces.Space[Any]":
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Space[Any]":
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game, from the empty board or from `options["position"]`."""
        if seed is not None:
            self._generator, _ = seeding.np_random(seed)
        self.position = start_of(options, self._empty)
        self.agents = list(NAMES)
        self.rewards = dict.fromkeys(NAMES, 0)
        self._cumulative_rewards = dict.fromkeys(NAMES, 0)
        self.terminations = dict.fromkeys(NAMES, False)
        self.truncations = dict.fromkeys(NAMES, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in NAMES}
        self.agent_selection = self._mover
        self._show()

    @property
    def _mover(self) -> str:
        return NAMES[self.position.ply % 2]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the agent's discs and the other's; only who is to move has open columns."""
        mask = action_mask(self.position)
        if agent != self.agent_selection:
            mask[:] = 0
        return {
            "observation": planes(self.position, PLAYERS[NAMES.index(agent)]),
            "action_mask": mask,
        }

    def step(self, action: Any) -> None:
        """Play a column for the agent whose turn it is."""
        mover = self.agent_selection
        if self.terminations[mover] or self.truncations[mover]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[mover] = 0
        self._clear_rewards()
        self.position = self.position.play(land(self.position, int(action), self._generator))
        self.agent_selection = self._mover
        self._end(mover)
        self._accumulate_rewards()
        self._show()

    def _end(self, mover: str) -> None:
        """Give rewards if the game is over."""
        position = self.position
        value = result(position.mine, position.filled, position.rules)
        if value == ONGOING:
            return
        self.terminations = dict.fromkeys(NAMES, True)
        if value != DRAW:
            # The result is that of the side to move, who is not the one who has just moved.
            self.rewards = {name: -value if name == mover else value for name in NAMES}

    def render(self) -> Any:
        """Draw the board in the render mode."""
        if self.render_mode is None:
            logger.warn("You are calling render without a render mode.")
            return None
        return render(self.position, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])
