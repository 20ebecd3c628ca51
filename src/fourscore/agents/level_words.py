"""The levels in words for players: what each one sees and misses, and how it fares.

The words describe the skills in `levels.json`, and must be read again when those change.
"""

__all__ = ["describe_level"]

CHARACTERS = (
    "Plays almost at random and rarely notices a four, its own or yours.",
    "A beginner: it overlooks most chances and most dangers.",
    "A learner: it overlooks about every second chance or danger.",
    "A casual player: it sees three of four chances and dangers, but no further than your reply.",
    "An attentive player: it seldom overlooks a four, but looks no further than your reply.",
    "A careful player: it looks three discs ahead and rarely overlooks anything.",
    "A shrewd player: it looks four discs ahead, so it sees double threats coming.",
    "A strong player: it overlooks nothing in the next six discs.",
    "An expert: it overlooks nothing in the next eight discs, and plays the last 24 perfectly.",
    "Perfect: it never gives away a win or a draw.",
)
"""What each level is like, the weakest first."""


def describe_level(number: int, share_below: float | None) -> str:
    """Describe a level to a player, with its share of the points against the level below.

    >>> describe_level(2, 0.705)
    'A beginner: it overlooks most chances and most dangers. \
Scores about 7 out of 10 against level 1.'
    """
    character = CHARACTERS[number - 1]
    if share_below is None:
        return character
    points = int(10 * share_below + 0.5)
    return f"{character} Scores about {points} out of 10 against level {number - 1}."
