"""The chart of a tuning: where each parameter stood after each step."""

from collections.abc import Sequence

from fourscore.arena.tuning.running import TuneSettings
from fourscore.insight.drawing.colours import ALGORITHMS, LIGHT, OTHERS
from fourscore.insight.drawing.figures import LABEL, chart_style, new_figure
from fourscore.insight.drawing.matplotlib import Figure

__all__ = ["draw_tuning"]


@chart_style()
def draw_tuning(settings: TuneSettings, leads: Sequence[float]) -> Figure:
    """Draw the way of each parameter, its start, and the mean of the second half, the result."""
    from fourscore.agents.base import name_of

    parameters, way = settings.parameters, settings.spsa.way(leads)
    result = settings.spsa.result(leads)
    colour = ALGORITHMS.get(name_of(settings.agent), OTHERS)
    figure, axes = new_figure(7.2, 1.1 + 1.9 * len(parameters), rows=len(parameters),
                              squeeze=False, sharex=True)  # fmt: skip
    games = [2 * settings.pairs * step for step in range(len(way))]
    for place, (parameter, ax) in enumerate(zip(parameters, axes[:, 0], strict=True)):
        span = parameter.high - parameter.low
        values = [parameter.low + at[place] * span for at in way]
        mean = parameter.low + result[place] * span
        ax.plot(games, values, color=colour)
        ax.axhline(parameter.start, color=LIGHT["quiet"], linewidth=1, linestyle=":")
        half = games[len(games) // 2 :]
        ax.plot([half[0], half[-1]], [mean, mean], color=LIGHT["ink"], linewidth=1.2)
        beside = {"textcoords": "offset points", "fontsize": LABEL, "va": "center"}
        ax.annotate(f"result {parameter.at(result[place]):g}", (half[-1], mean), xytext=(6, 0),
                    **beside)  # fmt: skip
        ax.annotate(f"start {parameter.start:g}", (0, parameter.start), xytext=(2, 7),
                    color=LIGHT["quiet"], **beside)  # fmt: skip
        ax.set_ylim(parameter.low - 0.05 * span, parameter.high + 0.05 * span)
        ax.set_ylabel(parameter.name)
        ax.margins(x=0.02)
    axes[-1, 0].set_xlabel("games")
    axes[0, 0].set_title(f"Tuning {settings.agent}")
    return figure
