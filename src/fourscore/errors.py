"""Every error that fourscore raises on purpose.

    FourscoreError
    ├── AgentError                         an agent failed to return a move: it raised, or
    │   ├── AgentTimeout                   it took too long
    │   ├── AgentDied                      its process ended
    │   └── AgentIllegal                   its answer is not a legal move
    ├── Cancelled                          work was cancelled before it was done
    └── InputError (also a ValueError)     something given from outside is wrong
        ├── NotationError                  a text is not a valid position, move or game
        ├── IllegalMoveError               the rules do not allow a move
        ├── SpecError                      an agent spec names something unknown
        └── UnsupportedError               an algorithm is not defined for these rules

The message is one sentence that says what is wrong and where. It counts columns from 0, as code
does; `for_people` is the same sentence with columns counted from 1.
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

    @property
    def for_people(self) -> str:
        """The message as people read it, who count columns from 1."""
        return str(self)


class AgentError(FourscoreError):
    """An agent failed to return a move; the message says why."""


class AgentTimeout(AgentError):  # noqa: N818
    """An agent did not return a move in time."""


class AgentDied(AgentError):  # noqa: N818
    """An agent's process ended without a move."""


class AgentIllegal(AgentError):  # noqa: N818
    """An agent's answer is not a legal move."""


class Cancelled(FourscoreError):  # noqa: N818
    """Work was cancelled before there was a result."""


class InputError(FourscoreError, ValueError):
    """Something given from outside is wrong; the message says what and where."""


class NotationError(InputError):
    """A text is not a valid position, move or game."""


class IllegalMoveError(InputError):
    """The rules do not allow a move in this position.

    The message has a {} for each column. Code reads columns counted from 0, people from 1.

    >>> error = IllegalMoveError("column {} is full", 3)
    >>> str(error), error.for_people
    ('column 3 is full', 'column 4 is full')
    """

    def __init__(self, message: str, *columns: int) -> None:
        super().__init__(message, *columns)

    def __str__(self) -> str:
        message, *columns = self.args
        return str(message).format(*columns)

    @property
    def for_people(self) -> str:
        """The message with columns counted from 1."""
        message, *columns = self.args
        return str(message).format(*(column + 1 for column in columns))


class SpecError(InputError):
    """An agent spec names an unknown agent or option, or a value out of range."""


class UnsupportedError(InputError):
    """An algorithm is not defined for the position's rules."""
