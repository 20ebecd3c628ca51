"""What is used of Matplotlib. Nothing else imports it, since not everyone has it installed."""

from fourscore.runtime.extras import require

require("matplotlib", "a chart")

import matplotlib as mpl  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter  # noqa: E402
from matplotlib.transforms import Bbox  # noqa: E402

__all__ = [
    "Bbox",
    "Figure",
    "FuncFormatter",
    "LogLocator",
    "MaxNLocator",
    "NullFormatter",
    "mpl",
]
