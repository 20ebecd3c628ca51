"""Settings that all tests share."""

import os

from hypothesis import HealthCheck, settings

# The first call of a kernel compiles it, so that no example may be judged by its time.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")
