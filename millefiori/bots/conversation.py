"""The lines of the line protocol (docs/line-protocol.md): one JSON object each, made from a seat's view alone."""

import json
from typing import Any, cast

from millefiori.bots.bot import BotFailed
from millefiori.engine.board import CARD_NAMES, SPACE_NAMES
from millefiori.engine.editions import edition_numbered
from millefiori.engine.view import View
from millefiori.engine.vocabulary import FREE, HIDDEN, NEUTRAL, NO_CARD, SETS, ActionNumber, Area, Card, Phase
from millefiori.explain.legality import IllegalAction, check
from millefiori.explain.outcome import action_words
from millefiori.explain.previews import best_previews
from millefiori.explain.standing import standing

PROTOCOL = 1
UNKNOWN = "?"
"""A card that the seat cannot know."""


def hello(seed: int, seconds: float) -> bytes:
    """The first line: the program gets ready and says so."""
    return _line({"type": "hello", "protocol": PROTOCOL, "seed": seed, "milliseconds": _milliseconds(seconds)})


def decide(seen: View, seconds: float) -> bytes:
    """A decision: what the seat may know, and what it can do."""
    time = _milliseconds(seconds)
    return _line({"type": "decide", "milliseconds": time, "view": view_object(seen), "legal": legal_objects(seen)})


def view_object(seen: View) -> dict[str, Any]:
    """What the seat may know, in words where there are some."""
    counted, seats = standing(seen), range(seen.seats)
    owners = zip(SPACE_NAMES, counted.owners.tolist(), strict=True)
    return {
        "edition": edition_numbered(seen.option.edition).name,
        "tactical": bool(seen.option.tactical),
        "players": int(seen.seats),
        "seat": int(seen.to_act),
        "phase": Phase(seen.phase).name.lower(),
        "start_player": int(seen.start_player),
        "round": int(seen.rounds),
        "turn": int(seen.turn),
        "turns": int(seen.option.cards_played),
        "extra_cards": int(seen.extra_cards),
        "last_turns": bool(seen.last_turns),
        "hands": [[_card(card) for card in seen.hand[seat].tolist() if card != NO_CARD] for seat in seats],
        "kept": [_card(card) for card in seen.kept[: seen.seats].tolist()],
        "display": [CARD_NAMES[card] for card in counted.display[: counted.in_display].tolist()],
        "discarded": [CARD_NAMES[card] for card in counted.discarded[: counted.in_discarded].tolist()],
        "deck": int(counted.deck),
        "scores": seen.score[: seen.seats].tolist(),
        "ships": seen.ship[: seen.seats].tolist(),
        "supplies": seen.supply[: seen.seats].tolist(),
        "reserves": seen.reserve[: seen.seats].tolist(),
        "bonus": [
            {Area(area).name.lower(): int(seen.bonus[seat, area]) for area in range(SETS) if seen.bonus[seat, area]}
            for seat in seats
        ],
        "diamonds": {name: "neutral" if seat == NEUTRAL else seat for name, seat in owners if seat != FREE},
    }


def legal_objects(seen: View) -> list[dict[str, Any]]:
    """The legal actions, ascending, in words, with what they bring at once: a card to keep or take, its best use."""
    return [
        {
            "action": preview.action,
            "words": action_words(seen, preview.action),
            "points": [preview.outcome.total(seat) for seat in range(seen.seats)],
            "extra_card": preview.outcome.extra_card,
        }
        for preview in sorted(best_previews(seen), key=lambda preview: preview.action)
    ]


def read_ready(line: bytes) -> None:
    """Refuse anything but the answer to hello."""
    if _read(line).get("type") != "ready":
        raise BotFailed(f'answered hello with {_shown(line)} instead of {{"type": "ready"}}')


def read_action(line: bytes, seen: View) -> ActionNumber:
    """The action in an answer; refused if it is not legal."""
    answer = _read(line)
    action = answer.get("action")
    if answer.get("type") != "action" or type(action) is not int:
        raise BotFailed(f'answered {_shown(line)}, which is not like {{"type": "action", "action": 12}}')
    try:
        check(seen, action)
    except IllegalAction as error:
        raise BotFailed(f"played an illegal action: {error}") from None
    return action


def _read(line: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise BotFailed(f"answered {_shown(line)}, which is not a JSON object")
    return cast(dict[str, Any], answer)


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode()


def _milliseconds(seconds: float) -> int:
    return round(1000 * seconds)


def _card(card: Card) -> str | None:
    return None if card == NO_CARD else UNKNOWN if card == HIDDEN else CARD_NAMES[card]


def _shown(line: bytes) -> str:
    text = line.decode(errors="replace")
    return repr(text if len(text) <= 60 else text[:60] + " ...")
