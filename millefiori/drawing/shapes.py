"""What pictures are made of: elements of SVG, texts, lines and shapes."""

from collections.abc import Sequence
from math import pi
from unicodedata import east_asian_width
from xml.sax.saxutils import escape, quoteattr


def element(name: str, content: str = "", /, **attributes: object) -> str:
    """An element of the picture; `stroke_width=2` becomes `stroke-width="2"`, `class_="x"` becomes `class="x"`."""
    shown = ((key, f"{value:.5g}" if isinstance(value, float) else str(value)) for key, value in attributes.items())
    start = " ".join([name, *(f"{key.rstrip('_').replace('_', '-')}={quoteattr(value)}" for key, value in shown)])
    return f"<{start}>{content}</{name}>" if content else f"<{start}/>"


def plain(text: str) -> str:
    """Text for XML: escaped, without characters that XML does not allow."""
    return escape("".join(letter for letter in text if letter.isprintable()))


def write(x: float, y: float, size: float, text: object, width: float = 1000, /, **attributes: object) -> str:
    """Vertically centred text, smaller if it would be too wide."""
    letters = sum(2 if east_asian_width(letter) in "WF" else 1 for letter in str(text))
    size = min(float(size), width / (0.65 * max(letters, 1)))
    return element("text", plain(str(text)), x=x, y=y, dy=".35em", font_size=size, **attributes)


def use(name: str, x: float = 0, y: float = 0, scale: float = 1, **attributes: object) -> str:
    """One of the definitions, placed at x, y."""
    moves = f"translate({x:.5g} {y:.5g})" if x or y else ""
    grows = f"scale({scale:.4g})" if scale != 1 else ""
    place = {"transform": " ".join(filter(None, (moves, grows)))} if moves or grows else {}
    return element("use", href=f"#{name}", **place, **attributes)


def closed(points: Sequence[Sequence[float]]) -> str:
    """A closed shape through the points, as the data of a path."""
    return "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in points) + "Z"


def outline(points: Sequence[Sequence[float]], **attributes: object) -> str:
    """A closed shape through the points."""
    return element("path", d=closed(points), **attributes)


def curve(points: Sequence[Sequence[float]]) -> str:
    """A smooth line through the points."""
    path = [f"M{points[0][0]:g} {points[0][1]:g}"]
    for (ax, ay), (bx, by), (cx, cy), (dx, dy) in zip(
        [points[0], *points], points, points[1:], [*points[2:], points[-1]], strict=False
    ):
        knots = (bx + (cx - ax) / 6, by + (cy - ay) / 6, cx - (dx - bx) / 6, cy - (dy - by) / 6, cx, cy)
        path.append("C" + " ".join(f"{knot:.5g}" for knot in knots))
    return element("path", d="".join(path))


def middle(points: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The middle of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def corners(width: float, height: float) -> list[tuple[float, float]]:
    """The corners of a rhombus, clockwise from the top, from its half width and half height."""
    return [(0, -height), (width, 0), (0, height), (-width, 0)]


def rhombus(width: float, height: float, **attributes: object) -> str:
    """A rhombus, from its half width and half height."""
    return outline(corners(width, height), **attributes)


def petals(*rings: tuple[int, float, float, str]) -> str:
    """Rings of dots by count, radius, size and colour, drawn as dashes of no length with round ends."""
    dots = {"fill": "none", "stroke_linecap": "round"}
    return "".join(
        element("circle", r=radius, stroke=ink, stroke_width=size, stroke_dasharray=f".01 {span - 0.01:.5g}", **dots)
        for count, radius, size, ink in rings
        for span in [2 * pi * radius / count]
    )
