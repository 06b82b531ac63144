"""Cards. A hand is a short pile, always sorted, with NO_CARD behind the last card; the display is a count by kind.

Either way equal cards are one thing, and equal holdings have equal bytes. The eight bytes of a hand are read and
written as one word, the first card in its lowest byte. NO_CARD is a byte of ones, so a word that is shifted to the
right fills up with NO_CARD by itself.
"""

from typing import Any

from numpy.typing import NDArray

from millefiori.engine.board import CARDS
from millefiori.engine.compiled import small_rule
from millefiori.engine.operations import first, nonzero, nth, put_word, size, word
from millefiori.engine.state import HAND, Legal
from millefiori.engine.vocabulary import NO_CARD, Card

_ONE = 0x0101010101  # in each of the five bytes that can hold a card
_LOW, _HIGH = 0x7F * _ONE, 0x80 * _ONE
_HALF = CARDS // 2


@small_rule
def sort_hand(hand: NDArray[Any]) -> None:
    """Bring the five cards of a new hand into order."""
    for last in range(HAND - 1, 0, -1):
        for index in range(last):
            lower, higher = min(hand[index], hand[index + 1]), max(hand[index], hand[index + 1])
            hand[index] = lower
            hand[index + 1] = higher


@small_rule
def remove_card(hand: NDArray[Any], card: Card) -> None:
    """Take out a card that is there."""
    cards = word(hand)
    others = (cards ^ (int(card) * _ONE)) & (0xFF * _ONE)  # its bytes are 0 where the card is
    place = first((others - _ONE) & ~others & _HIGH) - 7
    before = (1 << place) - 1
    put_word(hand, (cards & before) | ((cards >> 8) & ~before))


@small_rule
def add_card(hand: NDArray[Any], card: Card) -> None:
    """Put a card where it belongs; NO_CARD changes nothing."""
    if card != NO_CARD:
        cards = word(hand)  # below, the high bit of a byte says that its card is not less
        not_less = (((cards & (0xFF * _ONE)) | _HIGH) - int(card) * _ONE) | cards
        place = first((not_less & _HIGH) | (1 << (8 * HAND + 7))) - 7
        before = (1 << place) - 1
        put_word(hand, (cards & before) | (int(card) << place) | ((cards & ~before) << 8))


@small_rule
def cards_in(hand: NDArray[Any]) -> int:
    """How many cards the hand has."""
    return size(bytes_not_zero(~word(hand)))


@small_rule
def bytes_not_zero(cards: int) -> int:
    """The high bit of each of the five bytes that is not 0."""
    return ((cards & _LOW) + _LOW | cards) & _HIGH


@small_rule
def kinds_in_hand(hand: NDArray[Any]) -> int:
    """The last card of each kind in the hand, as a set of high bits (see `card_at`)."""
    cards = word(hand)
    return bytes_not_zero(cards ^ (cards >> 8))


@small_rule
def card_at(hand: NDArray[Any], place: int) -> Card:
    """The card of the hand whose high bit is at `place`."""
    return (word(hand) >> (place - 7)) & 0xFF


@small_rule
def list_hand(hand: NDArray[Any], legal: Legal) -> int:
    """List each kind of card in the hand once, ascending; returns how many there are."""
    count = 0
    for index in range(HAND):
        legal.actions[count] = hand[index]
        count += hand[index] != hand[index + 1]
    return count


@small_rule
def list_display(display: NDArray[Any], legal: Legal) -> int:
    """List each kind of card in the display once, ascending; returns how many there are."""
    count = 0
    for card in range(CARDS):
        legal.actions[count] = card
        count += display[card] > 0
    return count


@small_rule
def kinds_in_display(display: NDArray[Any]) -> int:
    """How many kinds of cards the display has."""
    return size(nonzero(display, 0)) + size(nonzero(display, _HALF))


@small_rule
def nth_in_display(display: NDArray[Any], number: int) -> Card:
    """The kind of card in the display that has `number` lower ones beside it."""
    lower = nonzero(display, 0)
    if number < size(lower):
        return nth(lower, number)
    return _HALF + nth(nonzero(display, _HALF), number - size(lower))
