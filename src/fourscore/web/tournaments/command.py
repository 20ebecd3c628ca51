"""A tournament as a command: what plays the same games in a terminal."""

import shlex
from collections.abc import Iterator, Mapping

from fourscore.web.schemas import given_limits
from fourscore.web.tournaments.schemas import TournamentRequest
from fourscore.web.tournaments.setup import MAX_LIMIT

__all__ = ["tournament_command"]


def tournament_command(setup: TournamentRequest) -> str:
    """Return the command that plays a tournament; what it takes for granted is left out.

    >>> setup = TournamentRequest(agents=["level:1", "level:2"], games=4, seed=3)
    >>> tournament_command(setup)  # doctest: +ELLIPSIS
    'fourscore tournament level:1 level:2 --games 4 --most depth=42,... --seed 3'
    """
    return shlex.join(["fourscore", "tournament", *setup.agents, *_options(setup)])


def _options(setup: TournamentRequest) -> Iterator[str]:
    for name, value, usual in (
        ("format", setup.format, "round-robin"),
        ("games", setup.games, None),
        ("rounds", setup.rounds, None),
        ("openings", setup.openings, "random:4"),
        ("size", setup.size, "7x6"),
        ("variant", setup.variant, "standard"),
        *((name, _plain(amount), None) for name, amount in given_limits(setup.limit).items()),
        ("most", _write_limits(MAX_LIMIT.amounts), None),
        ("move-time", _plain(setup.move_time), None),
        ("bank", _plain(setup.bank), None),
        ("increment", _plain(setup.increment or None), None),
        ("adjudicate", setup.adjudicate, None),
        ("seed", setup.seed, 0),
    ):
        if value is not None and value != usual:
            yield from (f"--{name}", str(value))


def _write_limits(amounts: Mapping[str, float]) -> str:
    return ",".join(f"{name}={_plain(amount)}" for name, amount in amounts.items())


def _plain(amount: float | None) -> str | None:
    """Write a number without a needless fraction.

    >>> _plain(2.0), _plain(0.25), _plain(5_000_000)
    ('2', '0.25', '5000000')
    """
    if amount is None:
        return None
    return str(int(amount)) if amount == int(amount) else repr(amount)
