"""Diamonds and ships, and the glass they are made of: its light, wells for diamonds, and murrine, its flowers."""

from collections.abc import Sequence
from math import hypot

from millefiori.drawing.colours import CREAM, GLASSES, INK, TINTS, Glass, Tint
from millefiori.drawing.shapes import corners, element, outline, petals, rhombus, use, write
from millefiori.drawing.symbols import MARKS, ORNAMENTS, SYMBOLS
from millefiori.engine import board
from millefiori.engine.vocabulary import SEATS, SETS, Area, Seat

SPACES = {
    "hexagon": [(0, -37.5), (29.6, -18.8), (29.6, 18.8), (0, 37.5), (-29.6, 18.8), (-29.6, -18.8)],
    "rhombus": corners(26, 32),
    "residence": corners(27, 26.5),
    "bonus": corners(23, 27.5),
}
"""The shapes of spaces."""
LIGHT = (-0.5, -0.87)
"""Where the light comes from: the upper left."""
SLANTED = 'linearGradient x1="0" y1="0" x2="1" y2="1"'


def bevel(points: Sequence[Sequence[float]], inner: float, depth: float) -> str:
    """The slopes between a shape and the same shape inside it: those of a well, or with a negative depth of a gem."""
    parts = []
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        shade = depth * (LIGHT[0] * (by - ay) + LIGHT[1] * (ax - bx)) / hypot(bx - ax, by - ay)
        slope = [(ax, ay), (bx, by), (inner * bx, inner * by), (inner * ax, inner * ay)]
        ink = {"fill": "#000"} if shade > 0 else {"fill": "#fff"}
        parts.append(outline(slope, **ink, opacity=f"{min(abs(shade) * (1 if shade > 0 else 1.7), 1):.2f}"))
    return element("g", "".join(parts), stroke="none")


def murrina(area: Area) -> str:
    """The flower of a set: as many petals as the set has kinds, in the colours of its area."""
    tint, kinds = TINTS[area], len(board.KINDS[area])
    rings = ((kinds, 7.4, 11, tint.deep), (kinds, 7.2, 8.4, tint.soft), (kinds, 6.6, 4.4, tint.plain))
    return f'<circle r="10" fill="{tint.deep}"/>' + petals(*rings, (1, 0.01, 7, "#f6cf5b"), (1, 0.01, 3, "#b3243c"))


FLOWERS = {
    "flower": petals((14, 63, 29, "#123a6b"), (14, 60, 25, "#5fb3cf"), (14, 52, 21, CREAM), (14, 48, 17, "#b3243c"))
    + '<circle r="43" fill="url(#gold)"/><circle r="38.5" fill="#fffaf0"/>',
    "murrina-0": petals((10, 15, 9, "#7b4fa3"), (10, 12, 7, CREAM), (8, 7, 6, "#d9741a"), (1, 0.01, 8, "#f6cf5b")),
    "murrina-1": petals((9, 15, 10, "#23724f"), (9, 12, 8, CREAM), (7, 7, 6, "#27488f"), (1, 0.01, 8, "#b3243c")),
}


def gradient(name: str, kind: str, colours: Sequence[str], class_: str = "") -> str:
    """Colours that run into each other; a page may give them others, by the class of each stop."""
    classes = [{"class_": f"{class_}-{n}"} if class_ else {} for n in range(len(colours))]
    stops = (
        element("stop", offset=round(n / (len(colours) - 1), 3), stop_color=colour, **named)
        for n, (colour, named) in enumerate(zip(colours, classes, strict=True))
    )
    return f'<{kind} id="{name}">{"".join(stops)}</{kind.split()[0]}>'


def _gradients() -> str:
    """The light in the glass of the spaces and diamonds, and in the gold around them."""
    parts = [
        gradient(f"tint-{area:d}", "radialGradient", (tint.pale, tint.pale, tint.soft), f"tint-{area:d}")
        for area, tint in TINTS.items()
    ]
    parts += [gradient(f"glass-{seat}", SLANTED, glass[:3]) for seat, glass in enumerate(GLASSES)]
    parts.append(gradient("gold", SLANTED, ("#fff6d2", "#f0c95f", "#bd851d")))
    return "".join(parts)


def _well(points: Sequence[Sequence[float]]) -> str:
    """A space, cut into the glass of its area."""
    return outline(points) + bevel(points, 0.85, 0.24)


def _gem(seat: Seat) -> str:
    """A diamond of cut glass on its shadow: a light line around it, lit slopes above, shaded ones below, a flat top."""
    glass = GLASSES[seat]
    rim = corners(21.5, 25)
    parts = [
        rhombus(23, 26.5, transform="translate(1.5 4)", opacity=0.3),
        outline(rim, fill="#fff", stroke="#fff", stroke_width=5, stroke_linejoin="round"),
        outline(rim, fill=f"url(#glass-{seat})", stroke=glass.shade, stroke_width=2, stroke_linejoin="round"),
        bevel(rim, 0.62, -0.4),
        rhombus(13.4, 15.6, fill=glass.plain, fill_opacity=0.72),
        '<path d="M-9.5-3L0-14L4-9.5Q-3-7-9.5-3Z" fill="#fff" opacity=".5"/>',
    ]
    return "".join(parts)


def diamond(owner: Seat, x: float = 0, y: float = 0, scale: float = 1, number: int = 0) -> str:
    """A diamond with the mark of its owner, and the number that it lies on, if any."""
    if not number:
        return use(f"diamond-{owner}", x, y, scale)
    return element("g", _numbered(owner, number), transform=f"translate({x:.5g} {y:.5g}) scale({scale:g})")


def plaque(glass: Glass) -> str:
    """The colour behind a number on a diamond: dark under a white number, light under a dark one."""
    return glass.shade if glass.mark == "#ffffff" else glass.light


def _numbered(owner: Seat, number: object) -> str:
    """A diamond on a space with a number, which it shows on a plaque under its mark."""
    glass = GLASSES[owner]
    parts = [
        use(f"gem-{owner}"),
        use(f"mark-{owner}", 0, -9.5, 0.72, fill=glass.mark),
        element("rect", x=-11, y=-1, width=22, height=17, rx=6, fill=plaque(glass)),
        write(0, 7.7, 16.5, number, class_="number", fill=glass.mark, font_weight="bold"),
    ]
    return "".join(parts)


def numbered_diamonds() -> str:
    """A diamond of each owner with an empty number, for a page to copy."""
    return "".join(element("g", _numbered(owner, ""), id=f"numbered-{owner}") for owner in range(len(GLASSES)))


def _ship(seat: Seat) -> str:
    """A player's ship: a hull of the seat's glass, its mark on the sail."""
    sail = f'<path d="M-13-19Q0-15 13-19Q17-7 13 4Q0 7-13 4Q-17-7-13-19Z" fill="{CREAM}"/>'
    mark = element("g", MARKS[seat], fill=GLASSES[seat].shade, stroke="none", transform="translate(0 -7)")
    hull = f'<path d="M-22 6L-13 9H13L22 4C20 15 15 20 8 20H-9C-16 20-21 15-22 6Z" fill="url(#glass-{seat})"/>'
    return element("g", sail + mark + hull, stroke=INK, stroke_width=1.8, stroke_linejoin="round")


def coats(name: str, tint: Tint, width: float) -> str:
    """The ground of an area, whose shape is a definition: a quay of stone in the water, a golden rim, glass."""
    inks = (
        ("shadow", "#06303a", 16),
        ("quay-edge", "#8f7f66", 17),
        ("quay", "#f3eadb", 14),
        ("", tint.deep, 5),
        ("", "url(#gold)", 2.5),
        ("", tint.plain, -2),
    )
    parts = []
    for class_, ink, more in inks:
        look = {"class_": class_} if class_ else {}
        drop = {"transform": "translate(0 7)", "opacity": 0.28} if class_ == "shadow" else {}
        parts.append(element("use", href=f"#{name}", stroke=ink, fill=ink, stroke_width=width + more, **look, **drop))
    return element("g", "".join(parts), class_="island", stroke_linejoin="round", stroke_linecap="round")


def definitions(*more: str) -> str:
    """All drawings and colours, to be used by name; and more, for a page that fills in words and numbers."""
    drawings = {f"symbol-{symbol:d}": drawn for symbol, drawn in SYMBOLS.items()} | ORNAMENTS | FLOWERS
    drawings |= {f"set-{area}": murrina(Area(area)) for area in range(SETS)}
    for shape, points in SPACES.items():
        drawings |= {shape: outline(points), f"well-{shape}": _well(points)}
    drawings["bonus"] = outline(SPACES["bonus"], fill="url(#gold)", stroke=INK)
    for seat, glass in enumerate(GLASSES):
        drawings[f"gem-{seat}"] = _gem(seat)
        drawings[f"mark-{seat}"] = MARKS[seat]
        drawings[f"diamond-{seat}"] = use(f"gem-{seat}") + use(f"mark-{seat}", fill=glass.mark)
    drawings |= {f"ship-{seat}": _ship(seat) for seat in range(SEATS)}
    groups = (element("g", drawn, id=name) for name, drawn in drawings.items())
    return element("defs", "".join([_gradients(), *groups, *more]))
