"""The lagoon between the areas: water, the net of light on its ground, shallows around the islands."""

from collections.abc import Sequence
from random import Random

from millefiori.drawing.colours import WATER
from millefiori.drawing.pieces import gradient
from millefiori.drawing.shapes import element

CELLS, PITCH = 4, 62
"""The net of light repeats after so many cells of this width; rows are a little lower."""
LOW = 0.87
INSET, CUT = 0.965, 0.3
"""How far the cells keep apart, and which part of an edge their round corners take."""
ROOM = {"x": -900, "y": -900, "width": 2800, "height": 2800}
"""More than the board, for windows that are wider or higher than it."""
SLOPE = 150
"""How far the ground rises from the open water to the shallows, as the width of a rim."""
SUNLIGHT = 'linearGradient gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="450" y2="1000"'
SHALLOWS = (("shallow-0", "#8fd8d6", 84), ("shallow-1", "#b4e8df", 50), ("shallow-2", "#e4f6e6", 27))
AROUND = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""The six neighbours of a cell, in order, as columns and rows of a slanted grid."""


def _net() -> str:
    """Light that waves gather on the ground: round cells that nearly touch, bright where three of them leave a gap."""
    chance = Random(6)
    shift = {
        (column, row): (chance.uniform(-0.38, 0.38), chance.uniform(-0.38, 0.38))
        for column in range(CELLS)
        for row in range(CELLS)
    }

    def centre(column: int, row: int) -> tuple[float, float]:
        # Slanted rows: two rows move a column by one, so the picture repeats.
        dx, dy = shift[(column + row // 2) % CELLS, row % CELLS]
        return PITCH * (column + row / 2 + dx), PITCH * LOW * (row + dy)

    path = [f"M0 0H{CELLS * PITCH}V{CELLS * PITCH * LOW:g}H0Z"]
    for row in range(-1, CELLS + 1):
        for column in range(-1 - row // 2 - 1, CELLS + 1 - row // 2):
            x, y = centre(column, row)
            near = [centre(column + dx, row + dy) for dx, dy in AROUND]
            points = [
                (INSET * (bx + cx - 2 * x) / 3 + x, INSET * (by + cy - 2 * y) / 3 + y)
                for (bx, by), (cx, cy) in zip(near, [*near[1:], near[0]], strict=True)
            ]
            turns = [
                (ax + CUT * (bx - ax), ay + CUT * (by - ay), bx - CUT * (bx - ax), by - CUT * (by - ay), bx, by)
                for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True)
            ]
            path.append(_cell(turns))
    return element("path", d="".join(path), class_="net", fill="#fff", fill_opacity=0.26, fill_rule="evenodd")


def _cell(turns: Sequence[Sequence[float]]) -> str:
    """A cell as the data of a path, in whole steps: edges, each with its two ends and the corner after it."""
    x, y = round(turns[0][0]), round(turns[0][1])
    path = [f"M{x} {y}"]
    for (_, _, *knots), (bx, by, *_) in zip(turns, [*turns[1:], turns[0]], strict=True):
        ex, ey, cx, cy = map(round, knots)
        nx, ny = round(bx), round(by)
        path.append(f"l{ex - x} {ey - y}q{cx - ex} {cy - ey} {nx - ex} {ny - ey}".replace(" -", "-"))
        x, y = nx, ny
    return "".join(path)


def water_definitions() -> str:
    """The colours of the water, and its patterns."""
    waves = "M0 6Q6 0 12 6T24 6M12 14Q18 8 24 14T36 14M-12 14Q-6 8 0 14T12 14"
    ripple = element("path", d=waves, fill="none", stroke=WATER.soft, stroke_opacity=0.4, stroke_width=1.4)
    size = {
        "width": CELLS * PITCH,
        "height": CELLS * PITCH * LOW,
        "patternUnits": "userSpaceOnUse",
        "patternTransform": "rotate(-14) scale(1.5 1)",
    }
    return (
        gradient("lagoon", SUNLIGHT, ("#a5e0dd", "#6cc4cb", "#3f9fb3"), "lagoon")
        + gradient("slope", SUNLIGHT, ("#9adcd9", "#7eced0", "#67bcc5"), "slope")
        + element("pattern", _net(), id="net", **size)
        + element("pattern", ripple, id="waves", width=24, height=16, patternUnits="userSpaceOnUse")
    )


def water(islands: Sequence[tuple[str, float]]) -> str:
    """The water under the board, shallow around the islands: shapes of the definitions with their widths."""
    parts = [element("rect", fill="url(#lagoon)", **ROOM)]
    for class_, colour, more in (("slopes", "url(#slope)", SLOPE), *SHALLOWS):
        shapes = (element("use", href=f"#{name}", stroke_width=width + more) for name, width in islands)
        parts.append(
            element(
                "g",
                "".join(shapes),
                class_=class_,
                fill=colour,
                stroke=colour,
                stroke_linejoin="round",
                stroke_linecap="round",
            )
        )
    parts.append(element("rect", fill="url(#net)", **ROOM))
    return element("g", "".join(parts), class_="water")
