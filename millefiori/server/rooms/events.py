"""What an action brought, as an event: the same in a room, in a lesson and in a puzzle."""

from collections.abc import Sequence
from typing import Any

import msgspec

from millefiori.engine.actions import DECLINE, SAIL, leaves_ship, space_of
from millefiori.engine.state import Game
from millefiori.engine.vocabulary import ActionNumber, Phase, Seat
from millefiori.explain.outcome import Outcome, is_final, outcome
from millefiori.server.messages.events import Event
from millefiori.server.rooms.positions import bonus, gains


def event_of(n: int, seat: Seat, before: Game, action: ActionNumber, after: Game, at: int = 0) -> Event:
    """The event of an action that a seat played."""
    common: dict[str, Any] = {"n": n, "seat": seat, "round": before.rounds, "turn": before.turn, "at": at}
    if before.phase == Phase.KEEP:
        return Event(kind="keep", card=action, **common)
    if action == DECLINE:
        return Event(kind="decline", **common)
    if before.phase == Phase.TAKE:
        return Event(kind="take", card=action, **common)
    return Event(
        kind="sail" if action == SAIL else "place",
        card=int(before.kept[seat]),
        space=space_of(action),
        stay=leaves_ship(action),
        is_extra=bool(before.extra_cards),
        **_brought(outcome(before, action, after), after.phase == Phase.OVER),
        **common,
    )


def _brought(outcome: Outcome, is_over: bool) -> dict[str, Any]:
    """What a play brought; the points of the final scoring apart."""
    now = [gain for gain in outcome.gains if not (is_over and is_final(gain, outcome))]
    return {
        "gains": gains(now),
        "bonus": bonus(outcome),
        "extra_card": outcome.extra_card,
        "final": gains([gain for gain in outcome.gains if gain not in now]),
    }


def with_new_cards(event: Event, rounds: int, turn: int, display: Sequence[int], after: Game) -> Event:
    """The event, and whether it ended a turn or a round: hands were passed, or dealt with new cards in the display.

    `rounds`, `turn` and `display` are those before it.
    """
    if after.rounds != rounds:
        added = [card for card, count in enumerate(after.display.tolist()) for _ in range(count - display[card])]
        return msgspec.structs.replace(event, new_round=after.rounds, display=added)
    return msgspec.structs.replace(event, passed=True) if after.turn > turn else event


def seen_by(event: Event, seat: Seat) -> Event:
    """An event as a seat may know it: a kept card is secret until it is played (rule 14.3)."""
    if event.kind == "keep" and event.seat != seat:
        return msgspec.structs.replace(event, card=None)
    return event
