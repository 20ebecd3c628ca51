"""The levels in words: what each one sees and misses, and how it fares.

`describe_skill` writes the laboratory's words from the numbers. Those for players describe the
skills in `levels-standard.json`, and must be read again when these change.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fourscore.agents.levels import Skill

__all__ = ["describe_level", "describe_skill"]

CHARACTERS = (
    "Plays almost at random and rarely notices a four, its own or yours.",
    "A beginner: it overlooks most chances and most dangers.",
    "A learner: it overlooks more than every third chance or danger.",
    "A casual player: it sees four of five chances and dangers, but no further than your reply.",
    "An attentive player: it seldom overlooks a four, but looks no further than your reply.",
    "A careful player: it looks four discs ahead, so it sees double threats coming.",
    "A shrewd player: it overlooks nothing in the next six discs, and plays the last 15 perfectly.",
    "A strong player: it looks six discs ahead, and plays the last 27 perfectly.",
    "An expert: it looks six discs ahead, and plays the last 33 perfectly.",
    "Perfect: it never gives away a win or a draw.",
)
"""What each level is like, the weakest first."""
NEAR_RANDOM = 0.85
"""A skill that overlooks more than this hardly knows what it does."""
WHOLE_BOARD = 42


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


def describe_skill(skill: "Skill") -> str:
    """Describe what a skill does.

    >>> from fourscore.agents.levels import Skill
    >>> describe_skill(Skill(2, overlook=0.255))
    'looks 2 plies ahead, overlooks 26 % of columns'
    >>> describe_skill(Skill(6, endgame=28))
    'looks 6 plies ahead, perfect in the last 28 cells'
    """
    if skill.endgame >= WHOLE_BOARD:
        return "perfect"
    if skill.overlook >= NEAR_RANDOM:
        return "near-random"
    words = f"looks {skill.depth} {'ply' if skill.depth == 1 else 'plies'} ahead"
    if skill.overlook:
        share = 100 * skill.overlook
        words += f", overlooks {share:.{0 if share >= 10 else 1}f} % of columns"
    if skill.endgame:
        words += f", perfect in the last {skill.endgame} cells"
    return words
