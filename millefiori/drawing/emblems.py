"""The name of the game in canes of glass, and the icon of the page: a flower with a petal for each area."""

from math import cos, pi, sin

from millefiori.drawing.colours import CREAM, GLASSES, TINTS, WINE
from millefiori.drawing.pieces import SLANTED, bevel, gradient
from millefiori.drawing.shapes import corners, element, outline, use

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
