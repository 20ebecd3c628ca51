"""The Gymnasium environment: one player against an agent."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from fourscore.agents import Agent, AgentFactory, AgentLike
from fourscore.core.position import Outcome, Position, as_column
from fourscore.envs.boards import Mask, Planes, action_mask, land, planes, start_of
from fourscore.envs.rendering import FRAMES_A_SECOND, RENDER_MODES, check_mode, render
from fourscore.envs.spaces import observation_space
from fourscore.errors import AgentIllegal, IllegalMoveError, InputError
from fourscore.search.types import Limit

__all__ = ["ConnectFourEnv"]

FIRST = ("me", "opponent", "random")
ILLEGAL_REWARD = -1.0

Observation = dict[str, Planes | Mask]


class ConnectFourEnv(gymnasium.Env[Observation, np.int64]):
    """Connect Four for one player; the opponent's reply is part of each step.

    The reward is 1 for a win, -1 for a loss and 0 otherwise. Playing a full column ends the game
    with -1, as in PettingZoo's classic environments.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": FRAMES_A_SECOND}  # noqa: RUF012
    """How it can be shown, as Gymnasium wants it."""

    def __init__(
        self,
        opponent: AgentLike,
        *,
        variant: str,
        size: tuple[int, int] | str,
        first: str,
        limit: Limit | None,
        render_mode: str | None,
    ) -> None:
        check_mode(render_mode)
        if first not in FIRST:
            raise InputError(f"{first!r} cannot begin; first is one of {', '.join(FIRST)}")
        self.render_mode = render_mode
        """How it is shown."""
        self._first, self._limit = first, limit
        self._empty = Position(variant=variant, size=size)
        self.position: Position = self._empty
        """The current position."""
        self._make_opponent = AgentFactory(opponent)
        self.opponent: Agent = self._make_opponent()
        """The agent that replies."""
        self.opponent.require_variant(self._empty)
        self._mark = ""
        self._done = True
        self.observation_space: spaces.Space[Any] = observation_space(self._empty)
        """The discs and the mask of legal columns."""
        self.action_space: spaces.Space[np.int64] = spaces.Discrete(self._empty.width)
        """The columns, counted from 0."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game, from the empty board or from `options["position"]`."""
        super().reset(seed=seed)
        self.position = start_of(options, self._empty)
        self._prepare_opponent(int(self.np_random.integers(2**31)))
        mine = self._first == "me" or (self._first == "random" and self.np_random.random() < 0.5)
        self._mark = self.position.turn if mine else self.position.opponent
        self._done = False
        self._show()
        if not mine:
            self._reply()
        return self._observation(), self._info()

    def _prepare_opponent(self, seed: int) -> None:
        """Let the opponent forget the last game, with a new seed if it takes one."""
        seeded = self._make_opponent(seed)
        if seeded.spec == self.opponent.spec:
            self.opponent.new_game()
        else:
            self.close()
            self.opponent = seeded

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a column, and let the opponent reply unless the game is over."""
        if self._done:
            raise InputError("the game is over; call reset to start another")
        column = as_column(action)
        if not 0 <= column < self.position.width:
            raise IllegalMoveError(
                f"column {column} is not on a board of {self.position.width} columns "
                f"(0 to {self.position.width - 1})"
            )
        if column not in self.position.legal:
            self._done = True
            return self._observation(), ILLEGAL_REWARD, True, False, self._info()
        self._play(column)
        if not self.position.is_over:
            self._reply()
        outcome = self.position.outcome
        self._done = outcome is not None
        return self._observation(), self._reward(outcome), self._done, False, self._info()

    def _reply(self) -> None:
        column = self.opponent.choose(self.position, self._limit).column
        try:
            self._play(column)
        except IllegalMoveError as error:
            raise AgentIllegal(f"{self.opponent.spec} played an illegal move: {error}") from None

    def _play(self, column: int) -> None:
        self.position = self.position.play(land(self.position, column, self.np_random))
        self._show()

    def _reward(self, outcome: Outcome | None) -> float:
        if outcome is None or outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner == self._mark else -1.0

    def _observation(self) -> Observation:
        return {"observation": planes(self.position, self._mark), "action_mask": self._mask()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask()}

    def _mask(self) -> Mask:
        mask = action_mask(self.position)
        return np.zeros_like(mask) if self._done else mask

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which columns are open, as sb3-contrib's `MaskablePPO` asks for it."""
        return self._mask().astype(bool)

    def render(self) -> Any:
        """Draw the board in the render mode."""
        return render(self.position, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Release the opponent's resources, such as a process; an object of yours stays open."""
        if self._make_opponent.owns_agents:
            self.opponent.close()
