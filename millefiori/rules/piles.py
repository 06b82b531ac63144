"""Cards. A hand is a short pile, always sorted, with NO_CARD behind the last card; the display is a count by kind.

Either way equal cards are one thing, and equal holdings have equal bytes.
"""

from typing import Any

from numpy.typing import NDArray

from millefiori.board import CARDS
from millefiori.compiled import rule
from millefiori.state import HAND, Legal
from millefiori.vocabulary import NO_CARD, Card


@rule
def sort_hand(hand: NDArray[Any]) -> None:
    """Bring the five cards of a new hand into order."""
    for last in range(HAND - 1, 0, -1):
        for place in range(last):
            lower, higher = min(hand[place], hand[place + 1]), max(hand[place], hand[place + 1])
            hand[place] = lower
            hand[place + 1] = higher


@rule
def remove_card(hand: NDArray[Any], card: Card) -> None:
    """Take out a card that is there."""
    gap = 0
    for place in range(HAND):
        gap |= hand[place] == card  # from there on all move up
        hand[place] = hand[place + gap]


@rule
def add_card(hand: NDArray[Any], card: Card) -> None:
    """Put a card into its place."""
    place = 0
    while card != NO_CARD:
        if card < hand[place]:
            hand[place], card = card, hand[place]
        place += 1


@rule
def cards_in(hand: NDArray[Any]) -> int:
    """How many cards the hand has."""
    count = 0
    while hand[count] != NO_CARD:
        count += 1
    return count


@rule
def list_hand(hand: NDArray[Any], legal: Legal) -> int:
    """List each kind of card in the hand once, ascending; returns how many there are."""
    count = 0
    for place in range(HAND):
        legal.actions[count] = hand[place]
        count += hand[place] != hand[place + 1]
    return count


@rule
def list_display(display: NDArray[Any], legal: Legal) -> int:
    """List each kind of card in the display once, ascending; returns how many there are."""
    count = 0
    for card in range(CARDS):
        legal.actions[count] = card
        count += display[card] > 0
    return count
