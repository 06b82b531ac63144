"""The colours of all pictures: areas, water, stone, and the glass of the diamonds."""

from typing import NamedTuple

from millefiori.engine.vocabulary import Area

INK, CREAM, WINE = "#3d2b20", "#fffaf0", "#8a2433"


class Tint(NamedTuple):
    """The colours of an area, from its symbols to the middle of its spaces."""

    deep: str
    plain: str
    soft: str
    pale: str


class Glass(NamedTuple):
    """The colours of a diamond, from its lit to its shaded side, and of the mark on it."""

    light: str
    plain: str
    shade: str
    mark: str


TINTS = {
    Area.WORKSHOPS: Tint("#7c3506", "#d9741a", "#f8c887", "#fff1da"),
    Area.RESIDENCES: Tint("#4a2470", "#7b4fa3", "#d3b9e8", "#f8f1fd"),
    Area.NOBILI: Tint("#0d4a34", "#23724f", "#a9d6bd", "#eff9f2"),
    Area.POPULI: Tint("#45660f", "#8dbb3c", "#d0e69c", "#f9fdea"),
    Area.TRADE: Tint("#155a7c", "#66b4d6", "#b5dff0", "#f2fbff"),
    Area.HARBOR: Tint("#132a63", "#27488f", "#b3c5ea", "#f1f5fe"),
}
WATER = Tint("#0b4a57", "#3c9db0", "#bfe9ee", "#eefafb")

GLASSES = (
    Glass("#ff9a94", "#c81e3a", "#6f0a20", "#ffffff"),  # ruby
    Glass("#9cc2ff", "#1f56c4", "#0b2467", "#ffffff"),  # sapphire
    Glass("#ffec9a", "#f2b010", "#7a4700", "#3a2400"),  # amber
    Glass("#d8fff4", "#35c4ae", "#0a5450", "#04302d"),  # aquamarine
    Glass("#f4f3f1", "#a9a8aa", "#4c4b50", "#2f2e33"),  # neutral
)
"""Ruby and sapphire are dark, amber and aquamarine light, so nobody has to tell red from green."""
