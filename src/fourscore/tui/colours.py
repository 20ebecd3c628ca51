"""The colours of the app, light and dark, and its two themes."""

from dataclasses import dataclass

from textual.theme import Theme

__all__ = ["DARK", "LIGHT", "PALETTES", "THEMES", "Palette", "palette_of"]


@dataclass(frozen=True, slots=True)
class Palette:
    """What is drawn cell by cell, and so not by a style sheet."""

    page: str
    ink: str
    quiet: str
    board: str
    lit: str
    """The board around the last move."""
    first: str
    second: str
    wins: str
    draws: str
    loses: str
    on_result: str
    """Words on one of the three colours before."""
    focus: str
    cursor: str
    """The ground of what is pointed at."""
    on_first: str = "#ffffff"
    on_second: str = "#1b2430"

    def disc(self, mark: str) -> str:
        """Return the colour of a player's discs."""
        return self.first if mark == "X" else self.second

    def inside(self, mark: str) -> str:
        """Return the colour of the ring or dot inside them."""
        return self.on_first if mark == "X" else self.on_second

    def result(self, sign: int) -> str:
        """Return the colour of a win, a draw or a loss."""
        return {1: self.wins, 0: self.draws, -1: self.loses}[sign]


PALETTES = {
    True: Palette(
        page="#12161d",
        ink="#e9edf2",
        quiet="#97a3b1",
        board="#2c5aa0",
        lit="#7da3dd",
        first="#e8596d",
        second="#f6c453",
        wins="#35b38f",
        draws="#8f9bab",
        loses="#e0665c",
        on_result="#12161d",
        focus="#8091ff",
        cursor="#2a3350",
    ),
    False: Palette(
        page="#faf9f6",
        ink="#1b2430",
        quiet="#5d6977",
        board="#24508f",
        lit="#6f9ad8",
        first="#d6455a",
        second="#f0b53c",
        wins="#1e8a6e",
        draws="#6b7683",
        loses="#b5352c",
        on_result="#ffffff",
        focus="#5b6ee1",
        cursor="#dfe3fa",
    ),
}
DARK, LIGHT = "fourscore-dark", "fourscore-light"


def _theme(name: str, dark: bool, panel: str, hairline: str) -> Theme:
    palette = PALETTES[dark]
    return Theme(
        name,
        primary=palette.focus,
        secondary=palette.board,
        accent=palette.focus,
        warning=palette.second,
        error=palette.loses,
        success=palette.wins,
        foreground=palette.ink,
        background=palette.page,
        surface=panel,
        panel=panel,
        dark=dark,
        variables={
            "quiet": palette.quiet,
            "hairline": hairline,
            "first": palette.first,
            "second": palette.second,
            "footer-background": palette.page,
            "footer-item-background": palette.page,
            "footer-key-background": palette.page,
            "footer-description-background": palette.page,
            "footer-description-foreground": palette.quiet,
            "footer-key-foreground": palette.focus,
            "border": palette.focus,
            "border-blurred": hairline,
            "input-selection-background": f"{palette.focus} 40%",
        },
    )


THEMES = (
    _theme(DARK, dark=True, panel="#1a2029", hairline="#323c49"),
    _theme(LIGHT, dark=False, panel="#ffffff", hairline="#d5d3cc"),
)


def palette_of(theme: Theme) -> Palette:
    """Return the palette that suits a theme, fourscore's or another of Textual's."""
    return PALETTES[theme.dark]
