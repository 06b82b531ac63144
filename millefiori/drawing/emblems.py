"""The name of the game in canes of glass, the icon of the page, and the emblems of players: flowers of glass."""

from math import cos, pi, sin

from millefiori.drawing.colours import CREAM, GLASSES, TINTS, WINE
from millefiori.drawing.pieces import SLANTED, bevel, gradient
from millefiori.drawing.shapes import corners, element, outline, petals, use

WORDMARK_BOX = "-7 -71 405 80"
LETTERS = (
    (0, "M3 0L8-58L30-14L52-58L57 0"),
    (78, "M0-38V-9Q0 0 8 0"),
    (102, "M0-60V-9Q0 0 8 0"),
    (126, "M0-60V-9Q0 0 8 0"),
    (146, "M3-20H36C36-32 29-39 19.5-39C9-39 2-31 2-19.5C2-8 9 0 20 0C27 0 32-3 35-8"),
    (212, "M3 0V-58H39M3-30H31"),
    (271, "M0-38V-9Q0 0 8 0"),
    (348, "M0 0V-38M0-20C2-32 9-38 19-38"),
    (383, "M0-38V-9Q0 0 8 0"),
)
"""Each letter's place, and the line of its cane, on the line y = 0. The o is a flower, and so are the dots."""
FLOWERS = ((78, -57, 0.42, 1), (271, -57, 0.42, 0), (383, -57, 0.42, 1), (312, -19.5, 1.06, 0))

CANES = ((5, 16.5), (6, 14), (8, 11), (12, 7.6))
"""The flowers of players' emblems: how many petals, and how large they are."""
HEARTS = (("#f6cf5b", "#b3243c"), (CREAM, "#27488f"))
ROUND = {"stroke_width": 2.5, "stroke_linecap": "round"}
EMBLEMS = len(TINTS) * len(CANES) * len(HEARTS)
"""How many emblems there are; a player has one of them, by its number."""


def wordmark() -> str:
    """The name, in the colour of the text around it, as a definition."""
    canes = "".join(element("path", d=line, transform=f"translate({x})") for x, line in LETTERS)
    look = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    glass = element("g", canes, stroke="currentColor", stroke_width=9.5, **look)
    shine = {"stroke": "#fff", "stroke_opacity": 0.5, "stroke_width": 2, "transform": "translate(-1.7 -1.7)"}
    light = element("g", canes, **shine, **look)
    flowers = "".join(use(f"murrina-{kind}", x, y, scale) for x, y, scale, kind in FLOWERS)
    return element("symbol", glass + light + flowers, id="wordmark", viewBox=WORDMARK_BOX)


def icon(*, maskable: bool = False, badge: bool = False) -> str:
    """The icon of the page. One that a system may cut to its own shape fills the square, with the flower further in.

    The badge says that it is the reader's turn.
    """
    ground = {"x": -50, "y": -50, "width": 100, "height": 100, "rx": 0 if maskable else 22}
    parts = [
        gradient("water", SLANTED, ("#7fd3d6", "#2b8ea6", "#0d4a66")),
        element("rect", fill="url(#water)", **ground),
        element("circle", r=34, cy=3, fill="#06303a", opacity=0.35),
    ]
    petals = [(23.5 * sin(n * pi / 3), -23.5 * cos(n * pi / 3), tint) for n, tint in enumerate(TINTS.values())]
    parts += [element("circle", cx=x, cy=y, r=16, fill=CREAM) for x, y, _ in petals]
    parts += [element("circle", cx=x, cy=y, r=13, fill=tint.plain) for x, y, tint in petals]
    parts += [element("circle", cx=1.1 * x, cy=1.1 * y, r=6.5, fill=tint.soft) for x, y, tint in petals]
    ruby, rim = GLASSES[0], corners(14.5, 17)
    parts += [
        element("circle", r=19.5, fill="#f0c95f"),
        outline(rim, fill=ruby.plain, stroke=WINE, stroke_width=1.5, stroke_linejoin="round"),
        bevel(rim, 0.5, -0.45),
    ]
    *below, flower = "".join(parts[:2]), "".join(parts[2:])
    flower = element("g", flower, transform=f"scale({0.86 if maskable else 1.12})")
    mark = element("circle", cx=28, cy=28, r=18, fill="#1fa463", stroke="#fff", stroke_width=6) if badge else ""
    return (
        element("svg", "".join([*below, flower, mark]), xmlns="http://www.w3.org/2000/svg", viewBox="-50 -50 100 100")
        + "\n"
    )


def emblem(number: int) -> str:
    """The emblem of a player: a slice of a glass cane, by tint, flower and heart."""
    rest, tint_number = divmod(number, len(TINTS))
    heart, cane = divmod(rest, len(CANES))
    tints, (count, size) = list(TINTS.values()), CANES[cane]
    tint, other = tints[tint_number], tints[(tint_number + 2 + cane) % len(tints)]
    rim = element("circle", r=25, fill=tint.deep) + element("circle", r=23, fill=tint.plain if cane % 2 else other.deep)
    flower = petals((count, 14.5, size, CREAM), (count, 14.2, 0.74 * size, other.plain if cane % 2 else tint.plain))
    light, dark = HEARTS[heart]
    middle = element("circle", r=9.5, fill=tint.deep) + element("circle", r=7.5, fill=light)
    middle += element("circle", r=3.5, fill=dark)
    shine = element("path", d="M-17-13A21.5 21.5 0 0 1-4-21", fill="none", stroke="#fff", stroke_opacity=0.55, **ROUND)
    return element("g", rim + flower + middle + shine, id=f"emblem-{number}")


def emblems() -> str:
    """All emblems of players, to be used by name."""
    drawn = element("defs", "".join(emblem(number) for number in range(EMBLEMS)))
    return element("svg", drawn, xmlns="http://www.w3.org/2000/svg")
