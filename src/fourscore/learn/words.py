"""How trainings are spoken of."""

from fourscore.core.notation import plural

__all__ = ["lesson_of", "say_learned", "say_time"]


def lesson_of(method: str) -> str:
    """Return what a method learns from: a game of its own, or a lesson that the truth gives."""
    return "lesson" if method == "truth" else "game"


def say_learned(method: str, games: int, seconds: float) -> str:
    """Say what a training has learned from, and how long that took.

    >>> say_learned("td", 1200, 75), say_learned("truth", 1, 0.42)
    ('1,200 games in 1:15 min', '1 lesson in 0.4 s')
    """
    return f"{plural(games, lesson_of(method))} in {say_time(seconds)}"


def say_time(seconds: float) -> str:
    """Say how long a training has taken.

    >>> say_time(0.42), say_time(42.3), say_time(75), say_time(3725)
    ('0.4 s', '42 s', '1:15 min', '1:02:05 h')
    """
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 59.5:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02} h" if hours else f"{minutes}:{rest:02} min"
