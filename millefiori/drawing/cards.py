"""Cards, face up: the glass of the area, the symbol in a well, the number in a ship's wheel, the name."""

from millefiori.drawing.colours import TINTS
from millefiori.drawing.shapes import element, use, write
from millefiori.engine.board import SYMBOL_AREA
from millefiori.engine.vocabulary import SETS, Area, Symbol

WIDTH, HEIGHT = 100, 140
NAME_WIDTH, NAME_SIZE = 86, 17
"""The room for the name, and the size of its letters if it is short."""


def face(symbol: Symbol, number: object, name: str) -> str:
    """A card, from 0,0 to the right and down. The flower in the corner is that of the card's set."""
    area = Area(SYMBOL_AREA[symbol])
    tint = TINTS[area]
    glass = {"fill": f"url(#tint-{area:d})", "stroke": "url(#gold)", "stroke_width": 1.8}
    ink = {"fill": tint.deep, "text_anchor": "middle", "font_weight": "bold"}
    well = {"fill": "#fff", "fill_opacity": 0.45, "stroke": tint.plain, "stroke_width": 0.7, "stroke_opacity": 0.6}
    parts = [
        element("rect", width=WIDTH, height=HEIGHT, rx=10, fill=tint.deep),
        element("rect", x=1.8, y=1.8, width=96.4, height=136.4, rx=8.4, fill=tint.plain),
        '<path d="M10 1.8H90Q98 1.8 98 10V30L2 74V10Q2 1.8 10 1.8Z" fill="#fff" opacity=".3"/>',
        element("rect", x=5.5, y=5.5, width=89, height=129, rx=6, **glass),
        use("well-rhombus", 51, 70, 1.4, **well),
        use(f"symbol-{symbol:d}", 51, 71, 1.52, fill=tint.deep),
        use("wheel", 24, 25, 1.22, stroke=tint.deep),
        write(24, 25, 25, number, class_="number", **ink),
        use(f"set-{area:d}", 81, 20, 0.85) if area < SETS else "",
        write(50, 122.5, NAME_SIZE, name, NAME_WIDTH, class_="name", data_width=NAME_WIDTH, **ink),
    ]
    return "".join(parts)


def blank_cards() -> str:
    """A card of each symbol without number and name, for a page to copy: it has the words of its reader."""
    box = {"viewBox": f"0 0 {WIDTH} {HEIGHT}"}
    return "".join(element("symbol", face(symbol, "", ""), id=f"card-{symbol:d}", **box) for symbol in Symbol)
