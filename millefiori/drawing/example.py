"""A part of the board as a picture by itself: for examples, and for the setup of an edition. It knows no rules."""

from collections.abc import Sequence

from millefiori.drawing.board import FONT, SEA_XY, VIEW_BOX, board_definitions, board_parts, ships
from millefiori.drawing.pieces import definitions
from millefiori.drawing.shapes import element
from millefiori.engine.board import AREA, FACTS, SPACES, XY
from millefiori.engine.view import View
from millefiori.engine.vocabulary import SETS, Area, Space

MARGIN = 52
SEA = "sea"
WHOLE = ""
RING = {"r": 36, "fill": "none"}
PARTS = {"bonus": ("trade",), "extra": ("workshops",), "harbor": ("harbor", "trade")}
"""What else than the area of that name a picture shows."""


def example(seen: View, players: Sequence[str], part: str = WHOLE, marked: Space | None = None) -> str:
    """The board as it lies, or the part that an example is about, with a ring around what was placed."""
    ring = _ring(SEA_XY[int(seen.ship[0])]) if part == SEA else "" if marked is None else _ring(XY[marked])
    start = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_frame(part)}" {FONT} text-anchor="middle">'
    drawings = definitions(board_definitions())
    return "\n".join([start, drawings, *board_parts(seen, players), ships(seen), ring, "</svg>\n"])


def _ring(xy: Sequence[float]) -> str:
    x, y = xy
    return element("circle", cx=x, cy=y, stroke="#4a2b00", stroke_width=10, **RING) + element(
        "circle", cx=x, cy=y, stroke="#ffcb2e", stroke_width=6, **RING
    )


def _frame(part: str) -> str:
    """The frame around all that belongs to a part."""
    if part == WHOLE:
        return VIEW_BOX
    places = [place for name in PARTS.get(part, (part,)) for place in _places(name)]
    left, right = min(x for x, _ in places) - MARGIN, max(x for x, _ in places) + MARGIN
    top, bottom = min(y for _, y in places) - MARGIN, max(y for _, y in places) + MARGIN
    return f"{left:g} {top:g} {right - left:g} {bottom - top:g}"


def _places(name: str) -> list[Sequence[float]]:
    if name == SEA:
        return list(SEA_XY)
    area = Area[name.upper()]
    bonus = FACTS[name]["bonus_xy"] if area < SETS else []
    return [*(XY[space] for space in range(SPACES) if AREA[space] == area), *bonus]
