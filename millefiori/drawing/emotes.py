"""Emotes: what can be said at a table without any language. Beads of glass with faces, and some small things."""

from collections.abc import Callable

from millefiori.drawing.colours import CREAM, TINTS, WINE
from millefiori.drawing.shapes import element, petals
from millefiori.engine.vocabulary import Area

GOLD, AMBER, INK, ROSE, TEAR = "#f6cf5b", "#c98a1b", "#4a2b00", "#e0708a", "#58a6d6"
LINE = {"fill": "none", "stroke": INK, "stroke_width": 3, "stroke_linecap": "round", "stroke_linejoin": "round"}
EYES = "M-8.5-6V-5M8.5-6V-5"
CLOSED = "M-13-4Q-8.5-10-4-4M4-4Q8.5-10 13-4"


def _shine() -> str:
    """The light on a bead."""
    look = {"fill": "none", "stroke": "#fff", "stroke_opacity": 0.6, "stroke_width": 2.5, "stroke_linecap": "round"}
    return element("path", d="M-17-12A21 21 0 0 1-4-20", **look)


def _face(*features: str) -> str:
    """A bead of golden glass with a face."""
    bead = element("circle", r=24, fill=AMBER) + element("circle", r=21.5, fill=GOLD)
    return bead + _shine() + "".join(features)


def _line(path: str, width: float = 3) -> str:
    return element("path", d=path, **{**LINE, "stroke_width": width})


def _eyes() -> str:
    return _line(EYES, 5)


def _cheeks() -> str:
    return "".join(element("circle", cx=x, cy=4, r=3.2, fill=ROSE, opacity=0.55) for x in (-14, 14))


def _smile() -> str:
    return _face(_eyes(), _cheeks(), _line("M-10 6Q0 15 10 6"))


def _laugh() -> str:
    return _face(_line(CLOSED), element("path", d="M-12 3H12Q11 16 0 16Q-11 16-12 3Z", fill=WINE, stroke=INK))


def _wink() -> str:
    return _face(_line("M-8.5-6V-5", 5), _line("M4-5Q8.5-9 13-5"), _cheeks(), _line("M-9 6Q2 15 11 4"))


def _wow() -> str:
    brows = _line("M-13-13Q-9-16-5-13M5-13Q9-16 13-13", 2.5)
    return _face(_eyes(), brows, element("ellipse", cx=0, cy=9, rx=5, ry=6.5, fill=INK))


def _think() -> str:
    bubble = element("circle", cx=19, cy=-19, r=5.5, fill=CREAM, stroke=INK, stroke_width=1.5)
    drop = element("circle", cx=12, cy=-24, r=2, fill=CREAM, stroke=INK, stroke_width=1.5)
    return _face(_line("M-10-7V-6M6-7V-6", 5), _line("M3-14Q8-17 12-13", 2.5), _line("M-7 10H6")) + bubble + drop


def _sad() -> str:
    tear = element("path", d="M11 1Q16 9 11 10Q6 9 11 1Z", fill=TEAR)
    return _face(_eyes(), _line("M-13-11L-6-13M13-11L6-13", 2.5), _line("M-8 13Q0 5 8 13"), tear)


def _heart() -> str:
    shape = "M0 21C-30 0-21-20-10-20C-4-20 0-15 0-11C0-15 4-20 10-20C21-20 30 0 0 21Z"
    light = {"fill": "none", "stroke": "#fff", "stroke_opacity": 0.6, "stroke_width": 3, "stroke_linecap": "round"}
    heart = element("path", d=shape, fill="#c81e3a", stroke=WINE, stroke_width=2.5, stroke_linejoin="round")
    return heart + element("path", d="M-15-6Q-15-13-9-14", **light)


def _thumb() -> str:
    hand = "M-5-2L3-19Q5-24 9-21Q12-18 8-7H18Q23-7 22-2L18 14Q17 18 12 18H-5Z"
    look = {"stroke": INK, "stroke_width": 2.5, "stroke_linejoin": "round"}
    cuff = element("rect", x=-20, y=-4, width=13, height=24, rx=3, fill=TINTS[Area.TRADE].plain, **look)
    return element("path", d=hand, fill=GOLD, **look) + cuff


def _cup() -> str:
    look = {"stroke": INK, "stroke_width": 2.5, "stroke_linejoin": "round"}
    handle = element("path", d="M13-2Q24-3 22 6Q20 13 10 12", fill="none", **look)
    cup = element("path", d="M-16-5H14Q14 19-1 19Q-16 19-16-5Z", fill=TINTS[Area.HARBOR].plain, **look)
    steam = _line("M-8-11Q-12-16-8-20M0-11Q-4-17 0-22M8-11Q4-16 8-20", 2.2)
    return handle + cup + steam


def _flower() -> str:
    tint = TINTS[Area.NOBILI]
    rim = element("circle", r=24, fill=tint.deep) + element("circle", r=22, fill=CREAM)
    flower = petals((6, 13, 13, tint.plain), (6, 13, 6, tint.soft))
    return rim + flower + element("circle", r=6.5, fill=GOLD) + element("circle", r=3, fill=WINE) + _shine()


_DRAWN: dict[str, Callable[[], str]] = {
    "smile": _smile,
    "laugh": _laugh,
    "wink": _wink,
    "wow": _wow,
    "think": _think,
    "sad": _sad,
    "heart": _heart,
    "thumb": _thumb,
    "cup": _cup,
    "flower": _flower,
}
EMOTES = tuple(_DRAWN)
"""The names of the emotes."""


def emotes() -> str:
    """All emotes, to be used by name."""
    drawn = "".join(element("g", draw(), id=f"emote-{name}") for name, draw in _DRAWN.items())
    return element("svg", element("defs", drawn), xmlns="http://www.w3.org/2000/svg")
