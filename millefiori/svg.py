"""A game as a picture: the score board, the board with its diamonds and ships, the display, and a seat's own cards.

The picture is drawn from a view, so what nobody may know cannot slip into it. It knows no rules: all that it shows is
asked of the state and of the facts about the board.
"""

from collections.abc import Sequence
from typing import TypeAlias

from millefiori import board
from millefiori.editions import EDITIONS
from millefiori.rules.rounds import deck_left
from millefiori.state import Game
from millefiori.svg_board import BOLD, FONT, board_parts, ships
from millefiori.symbols import (
    CREAM,
    INK,
    TINTS,
    WINE,
    definitions,
    diamond,
    element,
    plain,
    use,
    write,
)
from millefiori.view import View, view
from millefiori.vocabulary import HIDDEN, SPECTATOR, Area, Card, Phase, Seat, Symbol

MARGIN = 30
WIDTH = 1000 + 2 * MARGIN
BOARD_Y = 168
TRAYS_Y = BOARD_Y + 1050
"""The board begins under the score board, the cards under the board."""
CARD_WIDTH, CARD_HEIGHT, CARDS_IN_A_ROW = 103, 142, 9
MURRINE_XY = ((478, 452, 0.9), (545, 425, 0.7), (250, 862, 0.9), (330, 888, 0.6), (410, 850, 1.1), (905, 890, 0.8))
"""Where the board has room for glass flowers, and how large."""
TITLE = {"font_family": "Palatino, 'Palatino Linotype', 'Book Antiqua', serif", "font_style": "italic", "fill": WINE}
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
        *board_parts(seen, players),
        ships(seen),
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
