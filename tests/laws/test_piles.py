"""A hand is a sorted pile, whatever is put in or taken out."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from millefiori.engine.board import CARDS
from millefiori.engine.rules.piles import add_card, card_at, cards_in, kinds_in_hand, remove_card
from millefiori.engine.state import HAND, PILE
from millefiori.engine.vocabulary import NO_CARD

hands = st.lists(st.integers(0, CARDS - 1), max_size=HAND)


def pile(cards: list[int]) -> list[int]:
    return [*sorted(cards), *[NO_CARD] * (PILE - len(cards))]


@given(hands)
def test_cards_lie_in_order_in_whatever_order_they_come(cards: list[int]) -> None:
    hand = np.full(PILE, NO_CARD, np.uint8)
    for number, card in enumerate(cards):
        add_card(hand, card)
        assert hand.tolist() == pile(cards[: number + 1])
    add_card(hand, NO_CARD)
    assert hand.tolist() == pile(cards)
    assert cards_in(hand) == len(cards)


@given(hands.filter(len), st.data())
def test_one_card_of_a_kind_is_taken_out(cards: list[int], data: st.DataObject) -> None:
    hand = np.array(pile(cards), np.uint8)
    card = data.draw(st.sampled_from(cards))
    remove_card(hand, card)
    cards.remove(card)
    assert hand.tolist() == pile(cards)


@given(hands)
def test_each_kind_of_card_is_found_once(cards: list[int]) -> None:
    hand = np.array(pile(cards), np.uint8)
    kinds = int(kinds_in_hand(hand))
    found = [int(card_at(hand, place)) for place in range(8 * HAND) if kinds >> place & 1]
    assert found == sorted(set(cards))
