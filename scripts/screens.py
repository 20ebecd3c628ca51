"""Take the pictures of the terminal app: the start screen, a game with evaluation, and a review.

They are written as SVG into the current folder; `make pictures` puts them into the documentation.
The pictures name no fonts from elsewhere, so that nothing is fetched when one looks at them.
"""

import asyncio
import html
import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from fourscore.tui.sprites import BLOCKS

SIZE = (80, 24)
OPENING = "434447433722337"
"""The moves before the picture of a game."""
WHOLE = "43444743372233743777556555666"
"""The game that is reviewed."""


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so."""
    while not condition():
        await asyncio.sleep(0.05)


async def main() -> None:
    """Drive the app to each screen and save what it shows."""
    from fourscore.core.reader import read_line
    from fourscore.tui.app import FourscoreApp, Plan
    from fourscore.tui.board import Board
    from fourscore.tui.review import ReviewScreen

    app = FourscoreApp()
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: app.screen.query("FooterKey"))
        await pilot.pause(0.5)
        save(app, "start")
    game = read_line(OPENING)
    changes = {"first": "level:6", "second": "human", "begins": "first"}
    app = FourscoreApp(Plan(changes, game, 1, begins_at_once=True, is_new=True))
    app.animation_level = "none"
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: app.screen.query("FooterKey"))
        board = app.screen.query_one(Board)
        await until(lambda: board.position.ply > len(OPENING))
        await pilot.press("e")
        await until(lambda: board.chips and all(c.sign is not None for c in board.chips.values()))
        await pilot.pause(0.5)
        save(app, "game")
    game = read_line(WHOLE)
    game.tags.update(First="human", Second="level:6")
    app = FourscoreApp(Plan(game=game, is_new=True))
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: app.screen.query("FooterKey"))
        screen = ReviewScreen(game)
        await app.push_screen(screen)
        await until(lambda: screen.review and screen.review.judgements[-1])
        await pilot.press("up")
        await pilot.pause(1)
        save(app, "review")


# Blocks as rectangles: fonts draw them with seams.
EIGHTHS = {block: count for count, block in enumerate("▁▂▃▄▅▆▇█", start=1)}
LINE, RISE = 24.65, 18.5
"""The height of a line of the picture, and how far its top is above its letters' foot."""


def draw_blocks(match: re.Match[str]) -> str:
    """Turn a run of letters with blocks into rectangles, and leave the others as they are."""
    style, left, foot, length, text = match.groups()
    letters = html.unescape(text)
    if not any(letter in BLOCKS[1:] or letter in EIGHTHS for letter in letters):
        return match[0]
    wide, top = float(length) / len(letters), float(foot) - RISE
    drawn = []
    for place, letter in enumerate(letters):
        for x, y, width, height in block_parts(letter):
            drawn.append(
                f'<rect class="{style}" x="{float(left) + (place + x) * wide:.2f}" '
                f'y="{top + y * LINE:.2f}" width="{width * wide + 0.1:.2f}" '
                f'height="{height * LINE:.2f}" shape-rendering="crispEdges"/>'
            )
    return "".join(drawn)


def block_parts(letter: str) -> list[tuple[float, float, float, float]]:
    """Return the rectangles of a block, as shares of a letter's place.

    >>> block_parts("▄"), block_parts("▘")
    ([(0.0, 0.5, 1.0, 0.5)], [(0.0, 0.0, 0.5, 0.5)])
    """
    if letter in EIGHTHS:
        share = EIGHTHS[letter] / 8
        return [(0.0, 1 - share, 1.0, share)]
    bits = max(0, BLOCKS.find(letter))
    quarters = {8: (0.0, 0.0), 4: (0.5, 0.0), 2: (0.0, 0.5), 1: (0.5, 0.5)}
    return [(x, y, 0.5, 0.5) for bit, (x, y) in quarters.items() if bits & bit]


RUN = r'<text class="([^"]+)" x="([^"]+)" y="([^"]+)" textLength="([^"]+)"[^>]*>([^<]*)</text>'


def save(app: object, name: str) -> None:
    """Save a screen under a name of its own for everything in it."""
    picture = app.export_screenshot()  # type: ignore[attr-defined]
    picture = re.sub(r"@font-face \{.*?\}", "", picture, flags=re.S)
    picture = re.sub(r"terminal-\d+", f"terminal-{name}", picture)
    picture = picture.replace("Fira Code", "DejaVu Sans Mono, Menlo, Consolas")
    picture = re.sub(RUN, draw_blocks, picture)
    Path(f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["FOURSCORE_STATE"] = folder
        asyncio.run(main())
