"""The terminal app: the game on a screen of its own, with keys and mouse.

`app.py` is the way in. `game_thread.py` plays one game on a thread of its own, so that the screen
never waits for a search; everything else draws, or remembers.
"""
