"""Settings that all tests share."""

import os

from hypothesis import settings

# The first call of a kernel compiles it, so that no example has a deadline.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")
