"""The board as a drawing: areas, spaces, bonus spaces, diamonds and ships. Where things lie is in the facts file."""

from collections.abc import Sequence
from typing import cast

from millefiori import board
from millefiori.board import AREA, FACTS, FIRST, SPACE_NAMES, XY
from millefiori.editions import EDITIONS
from millefiori.state import blank_game
from millefiori.symbols import (
    TINTS,
    WATER,
    curve,
    definitions,
    diamond,
    element,
    middle,
    outline,
    plain,
    plate,
    rhombus,
    use,
    write,
)
from millefiori.view import View
from millefiori.vocabulary import NEUTRAL, SETS, Area, Space, Symbol

SEA_XY: list[list[float]] = [FACTS["sea"]["start_xy"], *FACTS["sea"]["xy"]]
SHIPS_XY = (((0, 0),), ((-18, 0), (18, 0)), ((-18, -14), (18, -14), (-18, 18), (18, 18)))
"""Where a ship lies on a space of the sea: alone, with another, with more."""
FONT = "font-family=\"Optima, 'Gill Sans', 'DejaVu Sans', Verdana, sans-serif\""
BOLD = {"font_weight": "bold"}


def empty_board() -> str:
    """The board alone, before any diamond, with all definitions: for a page that lays the diamonds itself."""
    seen = cast(
        View, blank_game(EDITIONS["international"], 2)
    )  # nothing is hidden in it yet: no need to compile a view
    start = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" {FONT} text-anchor="middle">'
    return "\n".join([start, definitions(), *board_parts(seen, ("", "")), "</svg>\n"])


def board_parts(seen: View, players: Sequence[str]) -> list[str]:
    """The areas with all that lies on them, from the table up."""
    return [
        _sea(),
        plate("".join(use("hexagon", *xy) for xy in XY[: FIRST[Area.RESIDENCES]]), TINTS[Area.WORKSHOPS], 14),
        _residences_plate(),
        _pyramid_plate(Area.NOBILI),
        _pyramid_plate(Area.POPULI),
        _quay_plate(),
        *(_space(seen, players, space) for space in range(board.SPACES)),
        *(use("extra-card", *middle([XY[cell] for cell in corner])) for corner in FACTS["workshops"]["gold"]),
        *(_bonus_spaces(seen, Area(area)) for area in range(SETS)),
    ]


def _residences_plate() -> str:
    """The line of the residences, with the arrow at its start."""
    line = XY[FIRST[Area.RESIDENCES] : FIRST[Area.NOBILI]]
    x, y = line[0]
    arrow = outline([(x - 74, y - 20), (x - 48, y), (x - 74, y + 20), (x - 66, y)])
    tint = TINTS[Area.RESIDENCES]
    return plate(curve(line), tint, 68, "none") + plate(arrow, tint, 6)


def _pyramid_plate(area: Area) -> str:
    facts = FACTS[area.name.lower()]
    (left, bottom), (right, _) = facts["bottom_xy"][0], facts["bottom_xy"][-1]
    (top_left, top), (top_right, _) = facts["top_xy"][0], facts["top_xy"][-1]
    sole = [(left - 24, bottom), (left, bottom + 30), (right, bottom + 30), (right + 24, bottom)]
    crown = [(top_right + 24, top), (top_right, top - 30), (top_left, top - 30), (top_left - 24, top)]
    return plate(outline(sole + crown), TINTS[area], 20)


def _quay_plate() -> str:
    """Harbor and trade: a row of ships beside its goods; above them what a fleet is worth with so many goods."""
    harbor, trade, rows = TINTS[Area.HARBOR], TINTS[Area.TRADE], FACTS["harbor"]["row_y"]
    size = {"x": 28, "y": rows[0] - 34, "height": rows[-1] - rows[0] + 68, "rx": 14}
    piers = "".join(f"M40 {y}H404" for y in rows)
    parts = [
        plate(element("rect", width=380, **size), trade, 16),
        plate(element("rect", width=158, **size), harbor, 16),
        element("path", d=piers, stroke="#fff", stroke_opacity=0.32, stroke_width=14, stroke_linecap="round"),
        use(f"symbol-{Symbol.SHIP:d}", 161, 404, 0.9, fill=harbor.deep),
    ]
    for goods, x in enumerate(FACTS["trade"]["col_x"], 1):
        dots = (x + (n - (goods - 1) / 2) * 9 for n in range(goods))
        parts += [element("circle", cx=dot, cy=388, r=3.6, fill=trade.deep) for dot in dots]
        parts.append(write(x, 409, 25, board.FLEET_POINTS[goods], fill=harbor.deep, **BOLD))
    return "".join(parts)


def _sea() -> str:
    """The ship's track: the start, then twenty spaces with points and extra cards."""
    waves = element("g", curve(SEA_XY), fill="none", stroke="url(#waves)", stroke_width=60, stroke_linecap="round")
    parts = [plate(curve(SEA_XY), WATER, 66, "none"), waves]
    for space, (x, y) in enumerate(SEA_XY):
        points, extra = int(board.SEA_POINTS[space]), bool(board.SEA_EXTRA_CARD[space])
        parts.append(element("circle", cx=x, cy=y, r=23, fill=WATER.pale, stroke=WATER.deep, stroke_width=2))
        if space == 0:
            parts.append(use("anchor", x, y))
        if points:
            parts.append(write(x, y - 9 * extra, 20 if extra else 26, points, fill=WATER.deep, **BOLD))
        if extra:
            parts.append(use("extra-card", x, y + 9 if points else y, 0.78 if points else 1.25))
    return "".join(parts)


def ships(seen: View) -> str:
    """The ships on the sea, side by side where they meet."""
    parts = []
    for space, (x, y) in enumerate(SEA_XY):
        ships = [seat for seat in range(seen.seats) if seen.ship[seat] == space]
        for seat, (dx, dy) in zip(ships, SHIPS_XY[min(len(ships), 3) - 1], strict=False):
            parts.append(use(f"ship-{seat}", x + dx, y + dy, 0.8 if len(ships) > 1 else 1.1))
    return "".join(parts)


def _space(seen: View, players: Sequence[str], space: Space) -> str:
    area, symbol, value = Area(AREA[space]), Symbol(board.SPACE_SYMBOL[space]), int(board.VALUE[space])
    owners = (owner for owner in range(NEUTRAL + 1) if seen.diamonds[owner, area] & board.BIT[space])
    owner, tint = next(owners, None), TINTS[area]
    shape = {Area.WORKSHOPS: "hexagon", Area.RESIDENCES: "residence"}.get(area, "rhombus")
    words = f"{SPACE_NAMES[space]} {symbol.name.lower()} {value or ''}".rstrip()
    holder = "" if owner is None else f": {'neutral' if owner == NEUTRAL else players[owner]}"
    parts = [
        element("title", plain(words + holder)),
        use(shape, fill=f"url(#tint-{area:d})", stroke=tint.deep, stroke_width=1.6, stroke_linejoin="round"),
    ]
    if value:
        parts.append(use("house", fill=tint.soft))
        parts.append(write(0, 3, 23, value, fill=tint.deep, **BOLD) if owner is None else "")
    else:
        size, opacity = 1 if shape == "hexagon" else 0.9, 1 if owner is None else 0.35
        parts.append(use(f"symbol-{symbol:d}", scale=size, fill=tint.deep, opacity=opacity))
    if owner is not None:
        parts.append(diamond(owner, scale=1.2 if shape == "hexagon" else 1.1, number=value))
    x, y = XY[space]
    return element("g", "".join(parts), data_space=SPACE_NAMES[space], transform=f"translate({x:.5g} {y:.5g})")


def _bonus_spaces(seen: View, area: Area) -> str:
    """The four bonus spaces of a set, with the diamonds of those who have completed it."""
    places = FACTS[area.name.lower()]["bonus_xy"]
    x, y = middle(places)
    parts = [plate(rhombus(49, 60, transform=f"translate({x:.5g} {y:.5g})"), TINTS[area], 10)]
    holders = {int(seen.bonus[seat, area]): seat for seat in range(seen.seats)}
    for value, (x, y) in zip(board.BONUS_VALUES.tolist(), places, strict=True):
        covered = value in holders
        parts.append(use("bonus", x, y))
        parts.append(diamond(holders[value], x, y, 1.1, value) if covered else write(x, y, 21, value, **BOLD))
    return "".join(parts)
