"""Pages that escape what they are given and ask for nothing."""

from fourscore.insight.drawing.pages import ENVIRONMENT, render, table

EVIL = '<script>alert("x")</script>'
BASE = "drawing/templates/base.html"


def test_a_page_escapes_what_it_is_given() -> None:
    text = render(BASE, title=EVIL, lead=EVIL) + table(([EVIL, ">n"], [[EVIL, "1"]]), EVIL)
    assert "<script" not in text
    assert text.count("&lt;script&gt;") == 6


def test_only_a_page_with_a_script_lets_scripts_run() -> None:
    scripted = ENVIRONMENT.from_string(f"{{% extends '{BASE}' %}}{{% set scripted = true %}}")
    assert "script-src 'unsafe-inline'" in scripted.render(title="a page")
    assert "script-src" not in render(BASE, title="a page")


def test_a_table_aligns_figures_and_names_itself() -> None:
    text = table((["agent", ">Elo", ""], [["random", "-5", "!"]]), "Standings")
    assert '<th scope="col">agent</th><th scope="col" class="r">Elo</th><td></td>' in text
    assert '<td>random</td><td class="r">-5</td><td>!</td>' in text
    assert 'aria-label="Standings"' in text
