"""The keys of a game: what they do, and their help texts."""

from textual.binding import Binding, BindingType

__all__ = [
    "FINISHED",
    "GAME_KEYS",
    "HELD",
    "HELP",
    "PAUSE",
    "SPEEDS",
    "THINKING",
    "WATCHING",
]

GAME_KEYS: list[BindingType] = [
    *(Binding(str(n), f"drop({n - 1})", show=False) for n in range(1, 10)),
    Binding("left", "aim(-1)", show=False),
    Binding("right", "aim(1)", show=False),
    Binding("enter,down", "drop_here", show=False),
    Binding("space", "pause", show=False),
    Binding("full_stop", "step", show=False),
    Binding("plus,equals_sign", "speed(1)", show=False),
    Binding("minus", "speed(-1)", show=False),
    Binding("m", "move_now", show=False),
    Binding("u", "undo", "Undo"),
    Binding("r", "redo", "Redo"),
    Binding("h", "hint", "Hint"),
    Binding("e", "evaluate", "Eval"),
    Binding("v", "want('review')", "Review"),
    Binding("a", "want('again')", "Again"),
    Binding("w", "want('swap')", show=False),
    Binding("n", "want('new')", "New"),
    Binding("s", "want('save')", "Save"),
    Binding("o", "want('open')", "Open"),
    Binding("question_mark", "app.help", "Help", key_display="?"),
    Binding("q", "app.quit", "Quit"),
]

HELP = (
    ("1 … 9", "drop a disc in that column"),
    ("← → Enter", "aim, and drop it; or click"),
    ("u  r", "take your last move back; play it again"),
    ("h", "a hint"),
    ("e", "the exact score under each column, on and off"),
    ("m", "make the machine move now"),
    ("space  .", "machines against each other: pause, one step"),
    ("+  -", "machines against each other: faster, slower"),
    ("v", "after the game: review it"),
    ("a  w", "after the game: again, or with sides swapped"),
    ("n", "a new game; Esc leads back to the old one"),
    ("s  o", "save the game to a file; open one"),
    ("t", "light or dark"),
    ("d", "let discs fall, or not"),
    ("q  Ctrl-C", "quit; the game waits for you"),
)

SPEEDS = {"slow": 2.0, "steady": 1.0, "brisk": 0.5, "fast": 0.2, "at once": 0.0}
"""The least seconds a move takes when machines play each other."""
PAUSE = 0.35
"""The same against a person, so that one disc lies before the next falls."""
WATCHING = "space pause · . step · +- {}"
HELD = "space continue · . step · u r"
THINKING = "m move now"
FINISHED = "v review · a again · w swap sides"
