"""The coach of a first game: the situations that a seat meets, so that each can be explained once, where it happens.

The engine says what can be done and what it brings; here are only names for it. The page has a text for each name.
"""

from collections.abc import Iterator, Sequence

from millefiori.engine.board import CARD_AREA
from millefiori.engine.calls import is_asked
from millefiori.engine.view import View
from millefiori.engine.vocabulary import Area, Phase, Reason, Seat
from millefiori.explain.outcome import Outcome
from millefiori.explain.previews import CardPreviews, card_previews

HAPPENED = ("round", "gift", "fleet", "bonus_race", "others_extra", "empty_display", "last_turns")
ASKED = ("keep", "passed", "play", "take", "chain", "bonus", "feeds_others", "earns_extra", "sail")
AREAS = tuple(area.name.lower() for area in Area)
SITUATIONS = (*HAPPENED, *ASKED, *AREAS)
"""All names; each has a text `coach.NAME` in every language."""


def situations(seen: View, past: Sequence[Outcome], *, is_new_round: bool = False) -> list[str]:
    """What a seat meets now, the most telling first: what has happened since its last action, and what it can do.

    `past` are the outcomes of the others' actions since then.
    """
    seat = int(seen.seen_by)
    if seen.phase == Phase.OVER:
        return []
    found = list(_happened(seen, seat, past, is_new_round))
    return [*found, *_asked(seen, seat)] if is_asked(seen, seat) else found


def _happened(seen: View, seat: Seat, past: Sequence[Outcome], is_new_round: bool) -> Iterator[str]:
    reasons = {gain.reason for outcome in past for gain in outcome.gains}
    if seen.last_turns:
        yield "last_turns"
    if is_new_round and seen.rounds > 1:
        yield "round"
    if any(outcome.bonus is not None for outcome in past):
        yield "bonus_race"
    if Reason.FLEET in reasons:
        yield "fleet"
    if Reason.EMPTY_DISPLAY in reasons:
        yield "empty_display"
    if any(outcome.total(seat) > 0 for outcome in past):
        yield "gift"
    if any(outcome.extra_card for outcome in past):
        yield "others_extra"


def _asked(seen: View, seat: Seat) -> Iterator[str]:
    cards = card_previews(seen)
    if seen.phase == Phase.KEEP:
        yield "keep" if seen.turn == 0 else "passed"
    elif seen.phase == Phase.TAKE:
        yield "take"
        if seen.extra_cards:
            yield "chain"
    else:
        yield "play"
        yield Area(int(CARD_AREA[seen.kept[seat]])).name.lower()
        yield from _possible(seat, cards)


def _possible(seat: Seat, cards: Sequence[CardPreviews]) -> Iterator[str]:
    """What the card in play could bring."""
    previews = [preview for card in cards for preview in card.previews]
    outcomes = [preview.outcome for preview in previews]
    if any(outcome.bonus is not None for outcome in outcomes):
        yield "bonus"
    if any(_feeds_others(outcome, seat) for outcome in outcomes):
        yield "feeds_others"
    if any(outcome.extra_card for outcome in outcomes):
        yield "earns_extra"
    if any(preview.ship is not None for preview in previews):
        yield "sail"


def _feeds_others(outcome: Outcome, seat: Seat) -> bool:
    """Does it bring somebody else more?"""
    return any(outcome.total(gain.seat) > outcome.total(seat) for gain in outcome.gains)
