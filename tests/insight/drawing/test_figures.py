"""One style for all charts: the same bytes for the same data."""

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.figure import Figure

from fourscore.agents.registry import entries
from fourscore.errors import InputError
from fourscore.insight.drawing.colours import ALGORITHMS, DARK, LIGHT, contrast, heat, ink_on
from fourscore.insight.drawing.figures import (
    agent_styles,
    chart_style,
    inline_svg,
    label_ends,
    new_figure,
    save,
    svg_text,
)

SPECS = ("alphabeta:depth=2", "mcts:playouts=10", "random")


@chart_style()
def chart() -> Figure:
    figure, axes = new_figure(4, 3)
    drawn = agent_styles(SPECS)
    for place, (name, style) in enumerate(drawn.items()):
        axes.plot([0, 1], [0, 1 + place / 100], color=style.colour, label=name)
    axes.set_title("A chart & more")
    label_ends(axes, {name: (1, 1 + place / 100) for place, name in enumerate(SPECS)}, drawn)
    return figure


def test_the_same_data_gives_the_same_files(tmp_path: Path) -> None:
    for ending in (".svg", ".png"):
        for name in ("one", "other"):
            save(chart(), tmp_path / f"{name}{ending}")
        one, other = ((tmp_path / f"{name}{ending}").read_bytes() for name in ("one", "other"))
        assert one == other
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")


def test_an_unknown_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"its name must end in \.png or \.svg"):
        save(chart(), tmp_path / "chart.gif")
    assert not list(tmp_path.iterdir())


def test_names_at_the_ends_do_not_overlap() -> None:
    root = ElementTree.fromstring(svg_text(chart()))
    texts = {"".join(each.itertext()).strip(): each for each in root.iter() if "text" in each.tag}
    heights = sorted(float(texts[name].attrib["y"]) for name in SPECS)
    assert all(below - above > 9 for above, below in pairwise(heights))


def test_two_charts_in_one_page_keep_apart() -> None:
    one, other = (inline_svg(chart(), name, 'Says "more"') for name in ("one", "other"))
    ids = [set(re.findall(r'id="([^"]+)"', text)) for text in (one, other)]
    assert not ids[0] & ids[1]
    used = re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', one)
    assert used
    assert {a or b for a, b in used} <= ids[0]
    assert ElementTree.fromstring(one).attrib["aria-label"] == 'Says "more"'
    assert "var(--ink" in one


def test_an_algorithm_keeps_its_colour() -> None:
    alone = agent_styles(["mcts"])["mcts"]
    among = agent_styles(
        {"a": "alphabeta:depth=2", "b": "mcts:playouts=3", "c": "alphabeta:depth=3"}
    )
    assert among["b"].colour == alone.colour
    assert among["a"].colour != among["c"].colour
    assert set(ALGORITHMS) >= {entry.name for entry in entries()}


def test_everything_can_be_read_on_its_ground() -> None:
    for share in range(101):
        colour = heat(share / 100)
        assert contrast(ink_on(colour), colour) >= 4.5
    for colours in (LIGHT, DARK):
        for ground in ("page", "panel"):
            assert contrast(colours["ink"], colours[ground]) >= 7
            assert contrast(colours["quiet"], colours[ground]) >= 4.5
    for colour in ALGORITHMS.values():
        assert contrast(colour, LIGHT["panel"]) >= 3
        assert contrast(colour, DARK["panel"]) >= 3
