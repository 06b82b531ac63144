"""A game as a picture: the score board, the board with its diamonds and ships, the display, and a seat's own cards.

The picture is drawn from a view, so what nobody may know cannot slip into it. It knows no rules: all that it shows is
asked of the state and of the facts about the board.
"""

from collections.abc import Sequence
from typing import TypeAlias

from millefiori import board
from millefiori.board import AREA, FACTS, FIRST, SPACE_NAMES, XY
from millefiori.editions import EDITIONS
from millefiori.rules.rounds import deck_left
from millefiori.state import Game
from millefiori.symbols import (
    CREAM,
    INK,
    TINTS,
    WATER,
    WINE,
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
from millefiori.view import View, view
from millefiori.vocabulary import HIDDEN, NEUTRAL, SETS, SPECTATOR, Area, Card, Phase, Seat, Space, Symbol

MARGIN = 30
WIDTH = 1000 + 2 * MARGIN
BOARD_Y = 168
TRAYS_Y = BOARD_Y + 1050
"""The board begins under the score board, the cards under the board."""
CARD_WIDTH, CARD_HEIGHT, CARDS_IN_A_ROW = 103, 142, 9
SEA_XY: list[list[float]] = [FACTS["sea"]["start_xy"], *FACTS["sea"]["xy"]]
SHIPS_XY = (((0, 0),), ((-18, 0), (18, 0)), ((-18, -14), (18, -14), (-18, 18), (18, 18)))
"""Where a ship lies on a space of the sea: alone, with another, with more."""
MURRINE_XY = ((478, 452, 0.9), (545, 425, 0.7), (250, 862, 0.9), (330, 888, 0.6), (410, 850, 1.1), (905, 890, 0.8))
"""Where the board has room for glass flowers, and how large."""
FONT = "font-family=\"Optima, 'Gill Sans', 'DejaVu Sans', Verdana, sans-serif\""
TITLE = {"font_family": "Palatino, 'Palatino Linotype', 'Book Antiqua', serif", "font_style": "italic", "fill": WINE}
BOLD = {"font_weight": "bold"}
LEFT = {"text_anchor": "start"}

Shown: TypeAlias = tuple[Card, str]
"""A card face up, and what is to be said of it."""


def drawing(game: Game, players: Sequence[str], seat: Seat | None = None) -> str:
    """The game as a complete SVG document; with a seat, its hand and kept card too."""
    seen = view(game, SPECTATOR if seat is None else seat)
    trays, height = _trays(seen, players)
    content = [
        element("title", plain(_summary(seen, players))),
        definitions(),
        *(element("rect", width=WIDTH, height=height, rx=26, fill=f"url(#{cover})") for cover in ("table", "cloth")),
        *(_player(seen, players[player], player) for player in range(seen.seats)),
        element("g", _board(seen, players), transform=f"translate({MARGIN} {BOARD_Y})"),
        trays,
    ]
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" style="max-width:100%;height:auto"'
    start = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {FONT} text-anchor="middle" fill="{INK}" role="img">'
    return "\n".join([start, *content, "</svg>\n"])


# --- The score board


def _shortened(name: str) -> str:
    return name if len(name) <= 14 else name[:13] + "…"


def _edition(seen: View) -> str:
    return tuple(EDITIONS.values())[seen.option.edition].title + " edition"


def _summary(seen: View, players: Sequence[str]) -> str:
    scores = ", ".join(f"{player} {score}" for player, score in zip(players, seen.score, strict=False))
    return f"Mille Fiori, {_edition(seen)}, round {seen.rounds}: {scores}. {_turn(seen, players)}."


def _turn(seen: View, players: Sequence[str]) -> str:
    """Who decides what, or who has won."""
    if seen.phase == Phase.OVER:
        winners = [_shortened(players[seat]) for seat in range(seen.seats) if seen.won[seat]]
        return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"
    deed = {Phase.KEEP: "keeps a card", Phase.PLAY: "plays", Phase.EXTRA: "may take an extra card"}[Phase(seen.phase)]
    return f"{_shortened(players[seen.to_act])} {deed}" + (" – last turns" if seen.last_turns else "")


def _player(seen: View, name: str, seat: Seat) -> str:
    """Diamonds left, name and score of a seat; a golden frame for the seat in turn, in the end for the winners."""
    width = (1000 + 14) / seen.seats - 14
    golden = seen.won[seat] if seen.phase == Phase.OVER else seat == seen.to_act
    frame = {"stroke": "url(#gold)", "stroke_width": 6} if golden else {"stroke": "#dcc7a3", "stroke_width": 2}
    parts = [
        element("rect", width=width, height=112, rx=18, fill=CREAM, **frame),
        diamond(seat, 48, 46, 1.2),
        use("cap", 49, 7, 1.15) if seat == seen.start_player else "",
        write(53, 94, 22, f"{seen.supply[seat]} + {seen.reserve[seat]}"),
        write(86, 38, 28, _shortened(name), width - 104, **LEFT, **BOLD),
        write(width - 22, 82, 50, seen.score[seat], text_anchor="end", **BOLD),
    ]
    return element("g", "".join(parts), transform=f"translate({MARGIN + seat * (width + 14):.5g} 28)")


# --- The board


def _board(seen: View, players: Sequence[str]) -> str:
    frame = {"fill": CREAM, "fill_opacity": 0.6, "stroke": "url(#gold)", "stroke_width": 2}
    parts = [
        element("rect", x=-14, y=-10, width=1028, height=1024, rx=24, **frame),
        _heading(seen, players),
        _sea(),
        plate("".join(use("hexagon", *xy) for xy in XY[: FIRST[Area.RESIDENCES]]), TINTS[Area.WORKSHOPS], 14),
        _residences_plate(),
        _pyramid_plate(Area.NOBILI),
        _pyramid_plate(Area.POPULI),
        _quay_plate(),
        *(_space(seen, players, space) for space in range(board.SPACES)),
        *(use("extra-card", *middle([XY[cell] for cell in corner])) for corner in FACTS["workshops"]["gold"]),
        *(_bonus_spaces(seen, Area(area)) for area in range(SETS)),
        _ships(seen),
    ]
    return "\n".join(parts)


def _heading(seen: View, players: Sequence[str]) -> str:
    lines = [_edition(seen), f"{deck_left(seen)} cards in the deck", "tactical variant" if seen.option.tactical else ""]
    parts = [
        write(22, 28, 58, "Mille Fiori", **TITLE, **LEFT),
        write(24, 76, 24, _turn(seen, players), 300 if lines[2] else 560, **BOLD, **LEFT),
        *(write(324, 18 + 27 * n, 20, line, 260, **LEFT) for n, line in enumerate(lines) if line),
        *(use(f"murrina-{n % 2}", *place, opacity=0.5) for n, place in enumerate(MURRINE_XY)),
        use("flower", 762, 352),
        write(762, 334, 17, "round"),
        write(762, 361, 38, seen.rounds, **BOLD),
    ]
    return "".join(parts)


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


def _ships(seen: View) -> str:
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


# --- Cards


def _trays(seen: View, players: Sequence[str]) -> tuple[str, int]:
    """The cards below the board, and the height of the whole picture."""
    copies = ((card, int(seen.display[card])) for card in range(board.CARDS))
    display = [(card, f"×{count}" if count > 1 else "") for card, count in copies if count]
    trays: list[tuple[str, list[Shown]]] = [("Display", display)]
    me, holder, in_play = int(seen.seen_by), int(seen.to_act), seen.phase == Phase.PLAY
    if in_play and holder != me and seen.kept[holder] < HIDDEN:
        trays.append((f"{_shortened(players[holder])} plays", [(int(seen.kept[holder]), "")]))
    if me >= 0:
        hand = [(int(card), "") for card in seen.hand[me] if card < HIDDEN]
        if seen.kept[me] < HIDDEN:
            hand.append((int(seen.kept[me]), "in play" if in_play and holder == me else "kept"))
        trays.append((f"Hand of {_shortened(players[me])}", hand))
    y, parts = TRAYS_Y, []
    for heading, cards in trays:
        parts.append(_tray(heading if cards else f"{heading}: no cards", cards, y))
        y += 62 + -(-len(cards) // CARDS_IN_A_ROW) * (CARD_HEIGHT + 16)
    return "\n".join(parts), y - 8


def _tray(heading: str, cards: Sequence[Shown], y: float) -> str:
    parts = [write(MARGIN, y, 28, heading, **TITLE, **LEFT)]
    pitch = (1000 - CARD_WIDTH) / (CARDS_IN_A_ROW - 1)
    for n, (card, note) in enumerate(cards):
        row, column = divmod(n, CARDS_IN_A_ROW)
        parts.append(_card(card, note, MARGIN + column * pitch, y + 28 + row * (CARD_HEIGHT + 16)))
    return "".join(parts)


def _card(card: Card, note: str, x: float, y: float) -> str:
    """A card: the colour of its area, its symbol, its number in a ship's wheel, its name."""
    symbol = Symbol(board.CARD_SYMBOL[card])
    area = Area(board.SYMBOL_AREA[symbol])
    tint, width, name = TINTS[area], CARD_WIDTH, board.CARD_NAMES[card]
    ink, frame = {"fill": tint.deep}, {"fill": tint.plain, "stroke": tint.deep, "stroke_width": 2.5}
    parts = [
        element("title", name),
        element("rect", width=width, height=CARD_HEIGHT, rx=11, **frame),
        element("rect", x=6, y=6, width=width - 12, height=CARD_HEIGHT - 12, rx=7, fill=f"url(#tint-{area:d})"),
        use(f"symbol-{symbol:d}", width / 2 + 6, 79, 1.42, **ink),
        use("wheel", 28, 30, 1.3, stroke=tint.deep),
        write(28, 30, 24, board.SHIPS_WHEEL[card], **ink, **BOLD),
        write(width / 2, CARD_HEIGHT - 20, 20, symbol.name.lower(), width - 3, **ink),
    ]
    if note:
        pill = 22 + 10 * len(note)
        parts.append(element("rect", x=width + 4 - pill, y=-9, width=pill, height=32, rx=16, fill=WINE, stroke=CREAM))
        parts.append(write(width + 4 - pill / 2, 7, 21, note, fill=CREAM, **BOLD))
    return element("g", "".join(parts), data_card=name, transform=f"translate({x:.5g} {y:.5g})")
