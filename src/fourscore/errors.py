"""Every error that fourscore raises on purpose.

    FourscoreError
    ├── AgentError                         an agent did not give a move; it raised, or
    │   ├── AgentTimeout                   not in time
    │   ├── AgentDied                      its process has ended
    │   └── AgentIllegal                   its answer is no legal move
    ├── Cancelled                          work was stopped from outside before it was done
    └── InputError (also a ValueError)     something given from outside is wrong
        ├── NotationError                  a text is not the position or game it should be
        ├── IllegalMoveError               a move that the rules do not allow
        ├── SpecError                      an agent spec names something unknown
        └── UnsupportedError               an algorithm is not defined for these rules

The message is one sentence that says what is wrong and where; faces show it as it is.
"""

__all__ = [
    "AgentDied",
    "AgentError",
    "AgentIllegal",
    "AgentTimeout",
    "Cancelled",
    "FourscoreError",
    "IllegalMoveError",
    "InputError",
    "NotationError",
    "SpecError",
    "UnsupportedError",
]


class FourscoreError(Exception):
    """The root: catch this to catch everything below."""


class AgentError(FourscoreError):
    """An agent did not give a move; the message says what happened instead."""


class AgentTimeout(AgentError):  # noqa: N818
    """An agent did not give a move in time."""


class AgentDied(AgentError):  # noqa: N818
    """An agent's process has ended without a move."""


class AgentIllegal(AgentError):  # noqa: N818
    """An agent's answer is not a move, or one that the rules do not allow."""


class Cancelled(FourscoreError):  # noqa: N818
    """Work was stopped from outside before there was an answer to give."""


class InputError(FourscoreError, ValueError):
    """Something given from outside is wrong; the message says what and where."""


class NotationError(InputError):
    """A text is not the position, move or game that it should be."""


class IllegalMoveError(InputError):
    """A move that the rules do not allow in this position."""


class SpecError(InputError):
    """An agent spec that names an unknown agent or option, or a value out of range."""


class UnsupportedError(InputError):
    """An algorithm that is not defined for the position's rules."""
