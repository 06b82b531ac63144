"""What a player at the keyboard sees, as lines of text with colours: made from the player's view and public events."""

import textwrap
from collections.abc import Callable, Sequence

from millefiori.actions import ACTION_NAMES, SAIL
from millefiori.board import CARD_NAMES, CARD_SYMBOL, SYMBOL_AREA
from millefiori.moves import Move
from millefiori.rules.rounds import left_of
from millefiori.story import Event, names_for, reasons, sentence
from millefiori.text import AREA_COLOURS, BOLD, DIM, WIDTH, paint, printable
from millefiori.view import View
from millefiori.vocabulary import HIDDEN, NO_CARD, ActionNumber, Card, Phase, Reason, Seat

GREEN = "1;32"
INDENT = "  "


def paragraph(text: str, colour: str = "", indent: str = INDENT, hang: str = INDENT * 2) -> list[str]:
    """A text wrapped to the width of the screen."""
    lines = textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=hang, break_on_hyphens=False)
    return [paint(line, colour) if colour else line for line in lines]


def card_list(cards: Sequence[Card]) -> str:
    """Cards by name, in the colours of their areas."""
    return ", ".join(paint(CARD_NAMES[card], AREA_COLOURS[SYMBOL_AREA[CARD_SYMBOL[card]]]) for card in cards)


# --- What happened ----------------------------------------------------------------------------------------------------


def story(events: Sequence[Event], players: Sequence[str], seat: Seat) -> list[str]:
    """What the others did, told to a seat; of the seat's own events only what everybody saw."""
    lines: list[str] = []
    for event in events:
        if event.seat != seat and event.is_public:
            gained = event.outcome.total(seat)
            lines += paragraph(sentence(event, players, seat), GREEN if gained else "")
        if event.news:
            lines += paragraph(event.news, DIM)
    return lines


def gained_from(events: Sequence[Event], seat: Seat) -> int:
    """What the others' moves brought to a seat."""
    return sum(event.outcome.total(seat) for event in events if event.seat != seat)


def since_your_last_turn(events: Sequence[Event], players: Sequence[str], seat: Seat) -> list[str]:
    """The story with a heading, and what the seat gained by it; nothing if nothing happened."""
    lines = story(events, players, seat)
    gained = gained_from(events, seat)
    heading = paint("Since your last decision", BOLD) + (paint(f"  you gained {gained:+d}", GREEN) if gained else "")
    return ["", heading, *lines] if lines else []


def this_turn(events: Sequence[Event], players: Sequence[str], seat: Seat) -> list[str]:
    """The seat's own steps of a turn, with their sum."""
    lines: list[str] = []
    for event in events:
        lines += paragraph(sentence(event, players, seat))
    points = sum(event.outcome.total(seat) for event in events)
    return ["", paint("This turn", BOLD) + paint(f"  {points:+d}", GREEN), *lines] if lines else []


# --- Cards ------------------------------------------------------------------------------------------------------------


def hands(seen: View, players: Sequence[str], seat: Seat) -> list[str]:
    """The own hand, and what is known of others."""
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
            waits = paint("  (one of them kept, to be played)", DIM) if seen.kept[holder] == HIDDEN else ""
            lines.append(f"{paint(f'{printable(player)} has', BOLD)}  {card_list(cards)}{waits}")
    return ["", *lines] if lines else []


def known_cards(seen: View, holder: Seat) -> list[Card]:
    """The cards of a hand as far as the view shows them."""
    return [int(card) for card in seen.hand[holder] if card not in (HIDDEN, NO_CARD)]


# --- Moves ------------------------------------------------------------------------------------------------------------


def move_lines(
    moves: Sequence[Move], name: Callable[[ActionNumber], str], players: Sequence[str], most: int | None = None
) -> list[str]:
    """The numbered moves with what they bring; with `most`, the first ones that fit into so many lines."""
    names = [name(move.action) for move in moves]
    width = max(len(text) for text in names) + 1
    lines: list[str] = []
    for number, (move, text) in enumerate(zip(moves, names, strict=True), start=1):
        entry = _move_entry(number, text.ljust(width), move, players)
        if most is not None and len(lines) + len(entry) > most - (number < len(moves)):
            return [*lines, paint(f"   m  shows {len(moves) - number + 1} more", DIM)]
        lines += entry
    return lines


def _move_entry(number: int, name: str, move: Move, players: Sequence[str]) -> list[str]:
    points = f"{move.points:+d}" if move.points else ""
    before = f"{number:3}  {name}{points:>4}  "
    told = _explanation(move, players)
    first, *rest = textwrap.wrap(told, WIDTH - len(before), break_on_hyphens=False) or [""]
    line = f"{paint(f'{number:3}', BOLD)}  {name}{paint(f'{points:>4}', GREEN)}  {first}"
    return [line.rstrip(), *(" " * len(before) + more for more in rest)]


def _explanation(move: Move, players: Sequence[str]) -> str:
    if move.play is None:
        return "end the turn"
    parts = [reasons(move.outcome, names_for(players, move.outcome.seat))]
    if move.ship is not None and all(gain.reason != Reason.SEA for gain in move.outcome.gains):
        parts.insert(0, f"ship to space {move.ship}")
    if move.play == SAIL and move.ship is None:
        parts.insert(0, "the ship is on the last space")
    told = "; ".join(part for part in parts if part)
    if move.play == move.action:
        return told
    return f"{ACTION_NAMES[move.play].removeprefix('place ')}: {told}" if told else ACTION_NAMES[move.play]
