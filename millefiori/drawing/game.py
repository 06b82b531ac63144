"""A game as a picture: the score board, the board with diamonds and ships, the display, and a seat's own cards.

The picture is drawn from a view, so no secret can slip into it. It knows no rules: everything it shows comes from the
state and from board.toml.
"""

from collections.abc import Sequence
from typing import TypeAlias

from millefiori.drawing.board import (
    BOLD,
    FONT,
    LEFT,
    TITLE,
    board_definitions,
    board_parts,
    murrine,
    round_flower,
    ships,
)
from millefiori.drawing.cards import HEIGHT, WIDTH, face
from millefiori.drawing.colours import CREAM, INK, WINE
from millefiori.drawing.emblems import wordmark
from millefiori.drawing.pieces import definitions, diamond
from millefiori.drawing.shapes import element, plain, use, write
from millefiori.engine import board
from millefiori.engine.editions import edition_numbered
from millefiori.engine.rules.rounds import deck_left
from millefiori.engine.state import Game
from millefiori.engine.view import View, view
from millefiori.engine.vocabulary import HIDDEN, SPECTATOR, Card, Phase, Seat, Symbol

MARGIN = 30
PICTURE_WIDTH = 1000 + 2 * MARGIN
BOARD_Y = 168
TRAYS_Y = BOARD_Y + 1050
"""The board begins under the score board, the cards under the board."""
FRAME = {"x": -14, "y": -12, "width": 1028, "height": 1026, "rx": 24}
CARD_SCALE, CARDS_IN_A_ROW = 1.03, 9
CARD_WIDTH, CARD_HEIGHT = CARD_SCALE * WIDTH, CARD_SCALE * HEIGHT

Shown: TypeAlias = tuple[Card, str]
"""A card face up, with a note."""


def drawing(game: Game, players: Sequence[str], seat: Seat | None = None) -> str:
    """The game as a complete SVG document; with a seat, its hand and kept card too."""
    seen = view(game, SPECTATOR if seat is None else seat)
    trays, height = _trays(seen, players)
    size = {"width": PICTURE_WIDTH, "height": height}
    content = [
        element("title", plain(_summary(seen, players))),
        definitions(board_definitions(), wordmark(), element("clipPath", element("rect", **FRAME), id="frame")),
        element("rect", **size, rx=26, fill="#faf0de"),
        *(_player(seen, players[player], player) for player in range(seen.seats)),
        element("g", _board(seen, players), transform=f"translate({MARGIN} {BOARD_Y})"),
        trays,
    ]
    box = f'viewBox="0 0 {PICTURE_WIDTH} {height}" width="{PICTURE_WIDTH}" height="{height}"'
    look = f'style="max-width:100%;height:auto" {FONT} text-anchor="middle" fill="{INK}" role="img"'
    start = f'<svg xmlns="http://www.w3.org/2000/svg" {box} {look}>'
    return "\n".join([start, *content, "</svg>\n"])


# --- The score board


def _shortened(name: str) -> str:
    return name if len(name) <= 14 else name[:13] + "…"


def _edition(seen: View) -> str:
    return edition_numbered(seen.option.edition).title + " edition"


def _summary(seen: View, players: Sequence[str]) -> str:
    scores = ", ".join(f"{player} {score}" for player, score in zip(players, seen.score, strict=False))
    return f"Mille Fiori, {_edition(seen)}, round {seen.rounds}: {scores}. {_turn(seen, players)}."


def _turn(seen: View, players: Sequence[str]) -> str:
    """Who decides what, or who has won."""
    if seen.phase == Phase.OVER:
        winners = [_shortened(players[seat]) for seat in range(seen.seats) if seen.won[seat]]
        return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"
    deed = {Phase.KEEP: "keeps a card", Phase.PLAY: "plays", Phase.TAKE: "may take an extra card"}[Phase(seen.phase)]
    return f"{_shortened(players[seen.to_act])} {deed}" + (" – last turns" if seen.last_turns else "")


def _player(seen: View, name: str, seat: Seat) -> str:
    """A seat's diamonds, name and score. A golden frame marks the seat to act or, at the end, the winners."""
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
    lagoon, *areas = board_parts(seen, players)
    parts = [lagoon, _heading(seen, players), *areas, ships(seen)]
    frame = element("rect", **FRAME, fill="none", stroke="url(#gold)", stroke_width=5)
    return element("g", "\n".join(parts), clip_path="url(#frame)") + frame


def _heading(seen: View, players: Sequence[str]) -> str:
    lines = [_edition(seen), f"{deck_left(seen)} cards in the deck", "tactical variant" if seen.option.tactical else ""]
    parts = [
        use("wordmark", 22, -6, width=290, height=58, color=WINE),
        write(24, 76, 24, _turn(seen, players), 300 if lines[2] else 560, **BOLD, **LEFT),
        *(write(324, 18 + 27 * n, 20, line, 260, **LEFT) for n, line in enumerate(lines) if line),
        murrine((478, 452, 0.9), (545, 425, 0.7)),
        round_flower("round", seen.rounds),
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
        y += 62 + -(-len(cards) // CARDS_IN_A_ROW) * round(CARD_HEIGHT + 16)
    return "\n".join(parts), y - 8


def _tray(heading: str, cards: Sequence[Shown], y: float) -> str:
    parts = [write(MARGIN, y, 28, heading, **TITLE, **LEFT)]
    pitch = (1000 - CARD_WIDTH) / (CARDS_IN_A_ROW - 1)
    for n, (card, note) in enumerate(cards):
        row, column = divmod(n, CARDS_IN_A_ROW)
        parts.append(_card(card, note, MARGIN + column * pitch, y + 28 + row * (CARD_HEIGHT + 16)))
    return "".join(parts)


def _card(card: Card, note: str, x: float, y: float) -> str:
    """A card, with a note on its corner."""
    symbol, name = Symbol(board.CARD_SYMBOL[card]), board.CARD_NAMES[card]
    parts = [element("title", name), face(symbol, board.SHIPS_WHEEL[card], symbol.name.lower())]
    if note:
        pill = 22 + 10 * len(note)
        parts.append(element("rect", x=WIDTH + 4 - pill, y=-9, width=pill, height=32, rx=16, fill=WINE, stroke=CREAM))
        parts.append(write(WIDTH + 4 - pill / 2, 7, 21, note, fill=CREAM, **BOLD))
    place = f"translate({x:.5g} {y:.5g}) scale({CARD_SCALE})"
    return element("g", "".join(parts), data_card=name, transform=place)
