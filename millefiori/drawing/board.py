"""The board as a picture: areas, spaces, bonus spaces, diamonds and ships. Coordinates come from board.toml."""

from collections.abc import Sequence
from math import hypot
from typing import cast

from millefiori.drawing.cards import blank_cards
from millefiori.drawing.colours import INK, TINTS, WATER, WINE
from millefiori.drawing.emblems import wordmark
from millefiori.drawing.lagoon import ROOM, water, water_definitions
from millefiori.drawing.pieces import SPACES, coats, definitions, diamond, numbered_diamonds
from millefiori.drawing.shapes import closed, corners, curve, element, middle, outline, plain, use, write
from millefiori.engine import board
from millefiori.engine.board import AREA, FACTS, FIRST, SPACE_NAMES, XY
from millefiori.engine.editions import EDITIONS
from millefiori.engine.state import blank_game
from millefiori.engine.view import View
from millefiori.engine.vocabulary import NEUTRAL, SETS, Area, Space, Symbol

VIEW_BOX = "-10 -8 1020 1010"
"""The frame that shows the whole board."""
SEA_XY: list[list[float]] = [FACTS["sea"]["start_xy"], *FACTS["sea"]["xy"]]
SHIPS_XY = (((0, 0),), ((-15, 0), (15, 0)), ((-16, 2), (16, 2), (-16, -26), (16, -26)))
"""Where ships lie beside a sea space: one alone, two, or more."""
SHIP_SCALES = (0.9, 0.72, 0.68)
MURRINE_XY = ((250, 862, 0.9), (330, 888, 0.6), (410, 850, 1.1), (905, 890, 0.8))
"""Where the board has room for glass flowers, and their sizes."""
FONT = "font-family=\"Optima, Candara, 'Gill Sans', 'Noto Sans', 'DejaVu Sans', Verdana, sans-serif\""
BONUS_NUMBER = "#fff0bd"
BOLD = {"font_weight": "bold"}
LEFT = {"text_anchor": "start"}
TITLE = {"font_family": "Palatino, 'Palatino Linotype', 'Book Antiqua', serif", "font_style": "italic", "fill": WINE}


def empty_board() -> str:
    """The empty board with all definitions, for a page that draws the diamonds itself."""
    seen = cast(
        View, blank_game(EDITIONS["international"], 2)
    )  # nothing is hidden in it yet: no need to compile a view
    start = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{VIEW_BOX}" {FONT} text-anchor="middle">'
    drawings = definitions(board_definitions(), numbered_diamonds(), blank_cards(), _berths(), wordmark())
    flowers = murrine((690, 300, 0.7), (52, 62, 1.3), (118, 40, 0.7))
    # A page shows the ornaments once it knows the round; the plain picture stands beside the name of the game.
    ornaments = element("g", flowers + round_flower("", ""), class_="ornaments")
    parts = board_parts(seen, ("", ""))
    return "\n".join([start, drawings, parts[0], ornaments, *parts[1:], "</svg>\n"])


def murrine(*more: tuple[float, float, float]) -> str:
    """Glass flowers on the empty parts of the board, and on more of them: x, y, scale."""
    return "".join(use(f"murrina-{n % 2}", *xy, opacity=0.8) for n, xy in enumerate((*more, *MURRINE_XY)))


def round_flower(word: str, number: object) -> str:
    """The large flower with the number of the round."""
    x, y = 762, 352
    return (
        element("circle", cx=x + 3, cy=y + 8, r=75, fill="#06303a", opacity=0.22)
        + use("flower", x, y)
        + ("" if number else use("murrina-1", x, y, 1.75, class_="round-mark"))
        + write(x, y - 17, 17, word, class_="round-word", fill=INK)
        + write(x, y + 13, 42, number, class_="round-number", fill=INK, **BOLD)
    )


def moorings() -> list[tuple[float, float]]:
    """Where ships lie beside each space of the sea, on the side of the land, so that its number stays in sight."""
    places = [(SEA_XY[0][0], SEA_XY[0][1])]
    for (ax, ay), (x, y), (bx, by) in zip(SEA_XY, SEA_XY[1:], [*SEA_XY[2:], SEA_XY[-1]], strict=False):
        along_x, along_y = (bx - ax) / hypot(bx - ax, by - ay), (by - ay) / hypot(bx - ax, by - ay)
        far = 37 + 14 * abs(along_y)  # ships lie side by side: they need more room where the track goes down
        places.append((round(x + far * along_y, 1), round(y - far * along_x, 1)))
    return places


def _berths() -> str:
    """Where ships lie, as groups without content: `mooring-5` beside a sea space, `berth-2-0` the first of two."""
    places = "".join(
        element("g", id=f"berth-{count}-{n}", transform=f"translate({x} {y}) scale({SHIP_SCALES[count - 1]})")
        for count, berths in enumerate(SHIPS_XY, 1)
        for n, (x, y) in enumerate(berths)
    )
    return places + "".join(element("g", id=f"mooring-{n}", data_x=x, data_y=y) for n, (x, y) in enumerate(moorings()))


# --- Islands


def _hexagons() -> str:
    cells = XY[: FIRST[Area.RESIDENCES]]
    return element("path", d="".join(closed([(x + dx, y + dy) for dx, dy in SPACES["hexagon"]]) for x, y in cells))


def _line() -> str:
    """The line of residences, with the arrow at its start."""
    return element("g", curve(XY[FIRST[Area.RESIDENCES] : FIRST[Area.NOBILI]]), fill="none")


def _bridge() -> str:
    """From the residences to their bonus spaces, the only ones that lie apart from their area."""
    x, y = middle(FACTS["residences"]["bonus_xy"])
    return element("g", f'<path d="M{x:g} {y:g}H{XY[FIRST[Area.RESIDENCES] + 7][0]:g}"/>', fill="none")


def _arrow() -> str:
    x, y = XY[FIRST[Area.RESIDENCES]]
    return outline([(x - 76, y - 20), (x - 52, y), (x - 76, y + 20), (x - 68, y)])


def _pyramid(area: Area) -> str:
    facts = FACTS[area.name.lower()]
    (left, bottom), (right, _) = facts["bottom_xy"][0], facts["bottom_xy"][-1]
    (top_left, top), (top_right, _) = facts["top_xy"][0], facts["top_xy"][-1]
    sole = [(left - 24, bottom), (left, bottom + 30), (right, bottom + 30), (right + 24, bottom)]
    crown = [(top_right + 24, top), (top_right, top - 30), (top_left, top - 30), (top_left - 24, top)]
    return outline(sole + crown)


def _quay(width: float) -> str:
    rows = FACTS["harbor"]["row_y"]
    return element("rect", x=28, y=rows[0] - 34, height=rows[-1] - rows[0] + 68, rx=14, width=width)


def _bonus_ground(area: int) -> str:
    x, y = middle(FACTS[Area(area).name.lower()]["bonus_xy"])
    return outline([(x + dx, y + dy) for dx, dy in corners(50, 62)])


ISLANDS = {
    "workshops": (_hexagons(), Area.WORKSHOPS, 14),
    "bridge": (_bridge(), Area.RESIDENCES, 16),
    "residences": (_line(), Area.RESIDENCES, 68),
    "arrow": (_arrow(), Area.RESIDENCES, 6),
    "nobili": (_pyramid(Area.NOBILI), Area.NOBILI, 20),
    "populi": (_pyramid(Area.POPULI), Area.POPULI, 20),
    "trade": (_quay(380), Area.TRADE, 16),
    "harbor": (_quay(158), Area.HARBOR, 16),
    **{f"bonus-{area}": (_bonus_ground(area), Area(area), 8) for area in range(SETS)},
}
"""The grounds of the areas: shape, area, and the width of the rim."""


def board_definitions() -> str:
    """The shapes of the islands, the water around them, and the ship's track."""
    shapes = {f"island-{name}": shape for name, (shape, _, _) in ISLANDS.items()}
    shapes["track"] = element("g", curve(SEA_XY), fill="none")
    return water_definitions() + "".join(element("g", shape, id=name) for name, shape in shapes.items())


def _island(name: str) -> str:
    _, area, width = ISLANDS[name]
    return coats(f"island-{name}", TINTS[area], width)


def board_parts(seen: View, players: Sequence[str]) -> list[str]:
    """The areas and everything on them, from the bottom layer up."""
    return [
        water([(f"island-{name}", width) for name, (_, _, width) in ISLANDS.items()]),
        _sea(),
        *map(_island, ("workshops", "bridge", "residences", "arrow", "nobili", "populi")),
        _market(),
        *(_space(seen, players, space) for space in range(board.SPACES)),
        *(use("extra-card", *middle([XY[cell] for cell in corner])) for corner in FACTS["workshops"]["gold"]),
        *(_bonus_spaces(seen, Area(area)) for area in range(SETS)),
        element("rect", class_="night", fill="none", **ROOM),  # a page may darken the board with it
    ]


def _market() -> str:
    """Harbor and trade: rows of ships beside their goods, under the points of a fleet by its number of goods."""
    harbor, trade, rows = TINTS[Area.HARBOR], TINTS[Area.TRADE], FACTS["harbor"]["row_y"]
    piers = "".join(f"M40 {y}H404" for y in rows)
    parts = [
        _island("trade"),
        _island("harbor"),
        element("path", d=piers, stroke="#fff", stroke_opacity=0.32, stroke_width=14, stroke_linecap="round"),
        use(f"symbol-{Symbol.SHIP:d}", 161, 404, 0.9, class_="fleet-ship", fill=harbor.deep),
    ]
    for goods, x in enumerate(FACTS["trade"]["col_x"], 1):
        dots = (x + (n - (goods - 1) / 2) * 9 for n in range(goods))
        parts += [element("circle", cx=dot, cy=385, r=3.8, class_="fleet-goods", fill=trade.deep) for dot in dots]
        parts.append(write(x, 407, 28, board.FLEET_POINTS[goods], class_="fleet-points", fill=harbor.deep, **BOLD))
    return "".join(parts)


def _sea() -> str:
    """The ship's track: the start, then twenty spaces with points and extra cards."""
    lines = (
        (WATER.pale, 74, "foam"),
        (WATER.deep, 70, "channel-edge"),
        (WATER.plain, 66, "channel"),
        ("url(#waves)", 60, ""),
    )
    parts = [
        element(
            "use",
            href="#track",
            stroke=ink,
            stroke_width=width,
            stroke_linecap="round",
            **({"class_": name} if name else {}),
        )
        for ink, width, name in lines
    ]
    for space, (x, y) in enumerate(SEA_XY):
        points, extra = int(board.SEA_POINTS[space]), bool(board.SEA_EXTRA_CARD[space])
        parts.append(use("buoy", x, y))
        if space == 0:
            parts.append(use("anchor", x, y))
        if points:
            parts.append(write(x, y - 9 * extra, 22 if extra else 29, points, fill=WATER.deep, **BOLD))
        if extra:
            parts.append(use("extra-card", x, y + 10 if points else y, 0.78 if points else 1.3))
    return "".join(parts)


def ships(seen: View) -> str:
    """The ships on the sea, side by side if they share a space."""
    parts = []
    for space, (x, y) in enumerate(moorings()):
        ships = [seat for seat in range(seen.seats) if seen.ship[seat] == space]
        crowd = min(len(ships), 3) - 1
        for seat, (dx, dy) in zip(ships, SHIPS_XY[crowd], strict=False):
            parts.append(use(f"ship-{seat}", x + dx, y + dy, SHIP_SCALES[crowd]))
    return "".join(parts)


def _space(seen: View, players: Sequence[str], space: Space) -> str:
    area, symbol, value = Area(AREA[space]), Symbol(board.SPACE_SYMBOL[space]), int(board.VALUE[space])
    owners = (owner for owner in range(NEUTRAL + 1) if seen.diamonds[owner, area] & board.BIT[space])
    owner, tint = next(owners, None), TINTS[area]
    shape = {Area.WORKSHOPS: "hexagon", Area.RESIDENCES: "residence"}.get(area, "rhombus")
    diamond_scale = 1.2 if area == Area.WORKSHOPS else 1.08
    words = f"{SPACE_NAMES[space]} {symbol.name.lower()} {value or ''}".rstrip()
    holder = "" if owner is None else f": {'neutral' if owner == NEUTRAL else players[owner]}"
    parts = [
        element("title", plain(words + holder)),
        use(f"well-{shape}", fill=f"url(#tint-{area:d})", stroke=tint.deep, stroke_width=1.6, stroke_linejoin="round"),
    ]
    if value:
        parts.append(use("house", class_="symbol", fill=tint.soft))
        parts.append(write(0, 3, 26, value, class_="value", fill=tint.deep, **BOLD) if owner is None else "")
    else:
        size, opacity = 1.08 if shape == "hexagon" else 0.95, 1 if owner is None else 0.35
        parts.append(use(f"symbol-{symbol:d}", scale=size, class_="symbol", fill=tint.deep, opacity=opacity))
    if owner is not None:
        parts.append(diamond(owner, scale=diamond_scale, number=value))
    x, y = XY[space]
    named = {"data_space": SPACE_NAMES[space], "data_shape": shape, "data_diamond_scale": diamond_scale}
    return element("g", "".join(parts), **named, transform=f"translate({x:.5g} {y:.5g})")


def _bonus_spaces(seen: View, area: Area) -> str:
    """The four bonus spaces of a set around its flower, with the bonus diamonds on them."""
    spots = FACTS[area.name.lower()]["bonus_xy"]
    tint = TINTS[area]
    parts = [_island(f"bonus-{area:d}")]
    holders = {int(seen.bonus[seat, area]): seat for seat in range(seen.seats)}
    for value, (x, y) in zip(board.BONUS_VALUES.tolist(), spots, strict=True):
        covered = value in holders
        number = write(0, 0, 24, value, class_="value", fill=BONUS_NUMBER, **BOLD)
        top = diamond(holders[value], 0, 0, 1, value) if covered else number
        well = use("well-bonus", fill=tint.deep, stroke="url(#gold)", stroke_width=2.2)
        named = {"data_bonus": f"{area:d}:{value}", "data_diamond_scale": 1}
        parts.append(element("g", well + top, **named, transform=f"translate({x:.5g} {y:.5g})"))
    return "".join(parts) + use(f"set-{area:d}", *middle(spots), 0.9)
