"""Connect Four as an environment for reinforcement learning, in every variant and size.

`connect_four` is a PettingZoo environment for two players, `gymnasium` a Gymnasium environment for
one player against an agent, and `Batch` steps thousands of games at once on arrays. The first two
need the extra `envs`. `connectx_agent` and `PettingZooPolicy` take fourscore's agents to the
environments of others.

Importing this package registers ``fourscore/ConnectFour-v0`` with Gymnasium and PettingZoo.
"""

from typing import TYPE_CHECKING, Any

from fourscore.agents import AgentLike
from fourscore.envs.adapters import PettingZooPolicy, connectx_agent
from fourscore.envs.batch import Batch
from fourscore.runtime.extras import is_installed, require
from fourscore.search.types import Limit

if TYPE_CHECKING:
    from fourscore.envs.one_player import ConnectFourEnv

__all__ = [
    "ENV_ID",
    "Batch",
    "PettingZooPolicy",
    "connect_four",
    "connectx_agent",
    "gymnasium",
]

ENV_ID = "fourscore/ConnectFour-v0"
"""The name for `gymnasium.make` and `pettingzoo.make`."""


def connect_four(
    variant: str = "standard", size: tuple[int, int] | str = (7, 6), render_mode: str | None = None
) -> Any:
    """Return a PettingZoo environment (AEC) for two players.

    Observations, masks, rewards and illegal actions are those of PettingZoo's own
    `connect_four_v3`. Where discs slip, the seed given to `reset` decides where they land.
    """
    require("pettingzoo", "a PettingZoo environment")
    from fourscore.envs.two_player import wrapped_env

    return wrapped_env(variant, size, render_mode)


def gymnasium(
    opponent: AgentLike = "level:5",
    *,
    variant: str = "standard",
    size: tuple[int, int] | str = (7, 6),
    first: str = "random",
    limit: Limit | None = None,
    render_mode: str | None = None,
) -> "ConnectFourEnv":
    """Return a Gymnasium environment for one player against an agent.

    `opponent` is the spec of an agent, or any callable or object that is one. A `limit` replaces
    its own budget for a move. `first` says who begins: "me", "opponent", or "random", where the
    seed decides for each game.
    """
    require("gymnasium", "a Gymnasium environment")
    from fourscore.envs.one_player import ConnectFourEnv

    return ConnectFourEnv(
        opponent, variant=variant, size=size, first=first, limit=limit, render_mode=render_mode
    )


def _register() -> None:
    """Make the environments known by name to the packages that are installed."""
    if is_installed("gymnasium"):
        from gymnasium.envs.registration import register, registry

        if ENV_ID not in registry:
            register(ENV_ID, "fourscore.envs:gymnasium")
    if is_installed("pettingzoo"):
        import pettingzoo

        # Versions before 1.27 have no registry.
        known = getattr(pettingzoo, "aec_registry", None)
        if known is not None and ENV_ID not in known:
            pettingzoo.register("aec", ENV_ID, "fourscore.envs:connect_four")


_register()
