"""The terminal app: the game on the full screen, with keys and mouse.

`app.py` is the way in. `game_thread.py` plays one game on its own thread, so that the screen
never waits for a search; everything else draws or saves.
"""
