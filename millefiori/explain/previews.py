"""What a player can do now, with what each action brings at once. Made from the player's own view: no secret is used.

A card to keep or take is worth its best use. The engine plays it on a copy, as if it were the player's turn.
"""

from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter

import numpy as np

from millefiori.engine.actions import DECLINE
from millefiori.engine.board import CARDS
from millefiori.engine.layout import array_of
from millefiori.engine.view import View
from millefiori.engine.vocabulary import ActionNumber, Card, Phase
from millefiori.explain.gains import FOUND_GAIN, FOUND_OUTCOME, NONE
from millefiori.explain.outcome import Outcome, described
from millefiori.explain.uses import MOST_GAINS, MOST_USES, list_uses


@dataclass(frozen=True)
class Preview:
    """A legal action with what it brings."""

    action: ActionNumber
    use: ActionNumber | None  # what the card does: the action itself, or the best use of a card to keep or take
    outcome: Outcome  # of that use
    ship: int | None  # the sea space where the player's ship lands, if it moves
    worth: int  # more points first, then an extra card, then fewer points for the others

    @property
    def points(self) -> int:
        """The player's own gain."""
        return self.outcome.total(self.outcome.seat)


@dataclass(frozen=True)
class CardPreviews:
    """A card with previews of everything it can do on the board as it is, best first."""

    card: Card
    obtain: ActionNumber | None  # the action that keeps or takes the card first; None if it is in play
    previews: tuple[Preview, ...]


def card_previews(seen: View) -> list[CardPreviews]:
    """Every card that the view's player can keep, take or play, with its previews."""
    most = MOST_USES * (1 if seen.phase == Phase.PLAY else CARDS)
    found, gains = np.empty(most, FOUND_OUTCOME), np.empty(most * MOST_GAINS, FOUND_GAIN)
    rows = found[: list_uses(array_of(seen), found, gains)].tolist()
    listed = gains[: rows[-1][END]].tolist() if rows else []
    cards: list[CardPreviews] = []
    for (obtain, card), uses in groupby(rows, itemgetter(OBTAIN, CARD)):
        previews = tuple(_preview(use, listed) for use in sorted(uses, key=itemgetter(WORTH), reverse=True))
        cards.append(CardPreviews(card, None if obtain == NONE else obtain, previews))
    return cards


OBTAIN, CARD, ACTION, SHIP, END, WORTH = (
    FOUND_OUTCOME.names.index(name)  # type: ignore[union-attr]
    for name in ("obtain", "card", "action", "ship", "end", "worth")
)


def _preview(found: tuple[int, ...], gains: list[tuple[int, ...]]) -> Preview:
    ship, action = found[SHIP], found[ACTION]
    return Preview(action, action, described(found, gains), None if ship == NONE else ship, found[WORTH])


def best_previews(seen: View) -> list[Preview]:
    """The legal actions of the view's player, the best immediate gain first; any use of a card before declining."""
    cards = card_previews(seen)
    if seen.phase == Phase.PLAY:
        return list(cards[0].previews)
    previews = [replace(card.previews[0], action=card.card) for card in cards]  # kept or taken by its own number
    if seen.phase == Phase.TAKE:
        nothing = Outcome(seen.to_act, (), None, False, (), False)
        previews.append(Preview(DECLINE, None, nothing, None, 0))
    return sorted(previews, key=lambda preview: (preview.worth, preview.use is not None), reverse=True)
