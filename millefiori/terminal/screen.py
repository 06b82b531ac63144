"""What a player at the keyboard sees, as coloured lines: made from the player's view and public entries only."""

import textwrap
from collections.abc import Callable, Sequence

from millefiori.drawing.plain_text import AREA_COLOURS, BOLD, DIM, WIDTH, paint, printable
from millefiori.engine.actions import ACTION_NAMES, SAIL
from millefiori.engine.board import CARD_NAMES, CARD_SYMBOL, SYMBOL_AREA
from millefiori.engine.rules.rounds import left_of
from millefiori.engine.view import View
from millefiori.engine.vocabulary import HIDDEN, NO_CARD, ActionNumber, Card, Phase, Reason, Seat
from millefiori.explain.previews import Preview
from millefiori.terminal.story import Entry, names_for, reasons, sentence

GREEN = "1;32"
INDENT = "  "


def paragraph(text: str, colour: str = "", indent: str = INDENT, hang: str = INDENT * 2) -> list[str]:
    """Text wrapped to the width of the screen."""
    lines = textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=hang, break_on_hyphens=False)
    return [paint(line, colour) if colour else line for line in lines]


def card_list(cards: Sequence[Card]) -> str:
    """Card names in the colours of their areas."""
    return ", ".join(paint(CARD_NAMES[card], AREA_COLOURS[SYMBOL_AREA[CARD_SYMBOL[card]]]) for card in cards)


# --- What happened ----------------------------------------------------------------------------------------------------


def what_happened(entries: Sequence[Entry], players: Sequence[str], seat: Seat) -> list[str]:
    """What the others did, and the news for everybody, as lines for one seat."""
    lines: list[str] = []
    for entry in entries:
        if entry.seat != seat and entry.is_public:
            gained = entry.outcome.total(seat)
            lines += paragraph(sentence(entry, players, seat), GREEN if gained else "")
        if entry.news:
            lines += paragraph(entry.news, DIM)
    return lines


def gained_from(entries: Sequence[Entry], seat: Seat) -> int:
    """What the others' actions brought to a seat."""
    return sum(entry.outcome.total(seat) for entry in entries if entry.seat != seat)


def since_your_last_turn(entries: Sequence[Entry], players: Sequence[str], seat: Seat) -> list[str]:
    """What happened since, under a heading with the seat's gain; nothing if nothing happened."""
    lines = what_happened(entries, players, seat)
    gained = gained_from(entries, seat)
    heading = paint("Since your last decision", BOLD) + (paint(f"  you gained {gained:+d}", GREEN) if gained else "")
    return ["", heading, *lines] if lines else []


def this_turn(entries: Sequence[Entry], players: Sequence[str], seat: Seat) -> list[str]:
    """The seat's own actions of this turn, with their sum."""
    lines: list[str] = []
    for entry in entries:
        lines += paragraph(sentence(entry, players, seat))
    points = sum(entry.outcome.total(seat) for entry in entries)
    return ["", paint("This turn", BOLD) + paint(f"  {points:+d}", GREEN), *lines] if lines else []


# --- Cards ------------------------------------------------------------------------------------------------------------


def hands(seen: View, players: Sequence[str], seat: Seat) -> list[str]:
    """The seat's own hand, and what it knows of the others' hands."""
    own = known_cards(seen, seat)
    lines = []
    if own:
        is_last = seen.turn + 1 == seen.option.cards_played
        where = "the display" if is_last else printable(players[left_of(seen, seat)])
        what = "the rest goes" if seen.phase == Phase.KEEP else "goes"
        lines.append(f"{paint('Your hand', BOLD)}  {card_list(own)}  {paint(f'({what} to {where})', DIM)}")
    for holder, player in enumerate(players):
        cards = known_cards(seen, holder)
        if holder != seat and cards:
            waits = paint("  (one of them is kept)", DIM) if seen.kept[holder] == HIDDEN else ""
            lines.append(f"{paint(f'{printable(player)} has', BOLD)}  {card_list(cards)}{waits}")
    return ["", *lines] if lines else []


def known_cards(seen: View, holder: Seat) -> list[Card]:
    """The cards of a hand that the view shows."""
    return [int(card) for card in seen.hand[holder] if card not in (HIDDEN, NO_CARD)]


# --- Previews ---------------------------------------------------------------------------------------------------------


def preview_lines(
    previews: Sequence[Preview], name: Callable[[ActionNumber], str], players: Sequence[str], most: int | None = None
) -> list[str]:
    """The previews, numbered; with `most`, only as many as fit into that many lines."""
    names = [name(preview.action) for preview in previews]
    width = max(len(text) for text in names) + 1
    lines: list[str] = []
    for number, (preview, text) in enumerate(zip(previews, names, strict=True), start=1):
        rows = _numbered(number, text.ljust(width), preview, players)
        if most is not None and len(lines) + len(rows) > most - (number < len(previews)):
            return [*lines, paint(f"   m  shows {len(previews) - number + 1} more", DIM)]
        lines += rows
    return lines


def _numbered(number: int, name: str, preview: Preview, players: Sequence[str]) -> list[str]:
    points = f"{preview.points:+d}" if preview.points else ""
    before = f"{number:3}  {name}{points:>4}  "
    why = _explanation(preview, players)
    first, *rest = textwrap.wrap(why, WIDTH - len(before), break_on_hyphens=False) or [""]
    line = f"{paint(f'{number:3}', BOLD)}  {name}{paint(f'{points:>4}', GREEN)}  {first}"
    return [line.rstrip(), *(" " * len(before) + more for more in rest)]


def _explanation(preview: Preview, players: Sequence[str]) -> str:
    if preview.use is None:
        return "end the turn"
    parts = [reasons(preview.outcome, names_for(players, preview.outcome.seat))]
    if preview.ship is not None and all(gain.reason != Reason.SEA for gain in preview.outcome.gains):
        parts.insert(0, f"ship to space {preview.ship}")
    if preview.use == SAIL and preview.ship is None:
        parts.insert(0, "the ship is on the last space")
    why = "; ".join(part for part in parts if part)
    if preview.use == preview.action:
        return why
    return f"{ACTION_NAMES[preview.use].removeprefix('place ')}: {why}" if why else ACTION_NAMES[preview.use]
