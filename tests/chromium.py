"""The browser of the tests, by whichever name a system has it."""

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no windows, and opens a page with an eighth of the work."""


def find_chromium() -> str | None:
    """Return the path of a Chromium, or None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)
