"""What a seat may know: views hide every secret and show all the rest, whatever the secrets are (rules 14)."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from millefiori.engine.actions import ACTIONS
from millefiori.engine.calls import legal_actions
from millefiori.engine.rules.flow import apply
from millefiori.engine.state import GAME, Game, copy_game
from millefiori.engine.view import redeal, view
from millefiori.engine.vocabulary import HIDDEN, NO_CARD, SPECTATOR, Phase, Seat
from millefiori.explain.legality import IllegalAction, check
from millefiori.explain.outcome import preview
from tests.laws.strategies import Position, Setup, bytes_of, onlookers, positions, setups

worlds = st.integers(0, 2**62)
"""Seeds of redeals."""


def seen_bytes(game: Game, seat: Seat) -> bytes:
    """A seat's view as bytes."""
    return bytes_of(view(game, seat))


def held(game: Game, seat: Seat) -> Counter[int]:
    """The cards that a seat holds, the kept one included."""
    return Counter(card for card in [*game.hand[seat].tolist(), int(game.kept[seat])] if card != NO_CARD)


def has_held(game: Game, seat: Seat, holder: Seat) -> bool:
    """Has the seat held, in this round, the hand that `holder` has now? Hands move one seat to the left a turn."""
    return seat in [(holder - turn) % game.seats for turn in range(game.turn + 1)]


@given(setups, worlds)
def test_games_that_differ_only_in_secrets_look_the_same_at_every_moment(setup: Setup, world: int) -> None:
    for game in setup.walk():
        public = seen_bytes(game, SPECTATOR)
        for seat in onlookers(game):
            seen = view(game, seat)
            other = redeal(seen, world)
            assert seen_bytes(other, seat) == bytes_of(seen)
            assert seen_bytes(other, SPECTATOR) == public


@given(positions)
def test_a_view_has_no_card_of_an_unseen_hand_and_no_deck_order(position: Position) -> None:
    game = position.game()
    for seat in onlookers(game):
        seen = view(game, seat)
        assert (seen.deck == HIDDEN).all()
        for holder in range(game.seats):
            if seat == SPECTATOR or not has_held(game, seat, holder):
                assert set(seen.hand[holder].tolist()) <= {HIDDEN, NO_CARD}


@given(positions)
def test_a_view_shows_the_hands_that_passed_through_the_own_and_the_size_of_all(position: Position) -> None:
    game = position.game()
    for seat in onlookers(game):
        seen = view(game, seat)
        for holder in range(game.seats):
            own_or_public = holder == seat or (holder == game.to_act and game.extra_cards > 0)
            lies = held(game, holder) if not own_or_public else Counter(set(game.hand[holder].tolist()) - {NO_CARD})
            shown = [card for card in seen.hand[holder].tolist() if card != NO_CARD]
            if seat != SPECTATOR and has_held(game, seat, holder):
                assert set(shown) == set(lies)
            if not own_or_public:
                assert len(shown) == sum(lies.values())


@given(positions)
def test_a_kept_card_shows_only_to_its_owner_until_it_is_played_and_an_extra_card_to_all(position: Position) -> None:
    game = position.game()
    for seat in onlookers(game):
        seen = view(game, seat)
        for holder in range(game.seats):
            is_extra_card = holder == game.to_act and game.extra_cards > 0
            if game.kept[holder] == NO_CARD or holder == seat or is_extra_card:
                assert seen.kept[holder] == game.kept[holder]
            else:
                assert seen.kept[holder] == HIDDEN


@given(positions)
def test_a_view_shows_all_that_is_public(position: Position) -> None:
    game = position.game()
    for seat in onlookers(game):
        seen = view(game, seat)
        for field in GAME.names or ():
            if field not in ("hand", "kept", "deck", "seen_by"):
                assert np.array_equal(getattr(seen, field), getattr(game, field)), field
        assert seen.seen_by == seat


@given(setups)
def test_what_a_rival_keeps_cannot_be_seen(setup: Setup) -> None:
    for game in setup.walk():
        if game.phase == Phase.KEEP:
            rivals = [seat for seat in onlookers(game) if seat != game.to_act]
            views = set()
            for card in legal_actions(game):
                after = copy_game(game)
                apply(after, card)
                views.add(b"".join(seen_bytes(after, seat) for seat in rivals))
            assert len(views) == 1


@given(setups, worlds)
def test_known_cards_are_never_dealt_elsewhere(setup: Setup, world: int) -> None:
    for game in setup.walk():
        for seat in range(game.seats):
            other = redeal(view(game, seat), world)
            assert (other.hand[seat] == game.hand[seat]).all() and other.kept[seat] == game.kept[seat]
            for holder in range(game.seats):
                if has_held(game, seat, holder):
                    assert held(other, holder) == held(game, holder)


@given(positions, worlds)
def test_legal_actions_and_previews_do_not_depend_on_secrets(position: Position, world: int) -> None:
    game = position.game()
    other = redeal(view(game, game.to_act), world)
    legal = legal_actions(game)
    assert legal_actions(other) == legal
    assert [preview(other, action) for action in legal] == [preview(game, action) for action in legal]


def refusal(game: Game, action: int) -> str:
    """What the refusal of an action says to the player in turn; nothing if it is legal."""
    try:
        check(game, action)
    except IllegalAction as error:
        return str(error)
    return ""


@given(positions, worlds)
def test_error_messages_do_not_depend_on_secrets(position: Position, world: int) -> None:
    game = position.game()
    other = redeal(view(game, game.to_act), world)
    for action in range(ACTIONS):
        assert refusal(game, action) == refusal(other, action)


@given(positions, worlds)
def test_who_is_not_in_turn_learns_only_that(position: Position, world: int) -> None:
    table = position.table()
    game = table.game
    for seat in range(game.seats):
        if seat != game.to_act and not table.is_over:
            table.game = redeal(view(game, seat), world)
            for action in range(ACTIONS):
                with pytest.raises(IllegalAction, match=r"^it is [A-D]'s turn, not [A-D]'s \(rule 2.4\)$"):
                    table.play(action, seat)


@given(positions, worlds)
def test_pictures_and_the_public_text_do_not_depend_on_secrets(position: Position, world: int) -> None:
    table = position.table()
    game, pictures = table.game, (str(table), table.svg())
    table.game = redeal(view(game, SPECTATOR), world)
    assert (str(table), table.svg()) == pictures
    for seat in range(game.seats):
        table.game = game
        own = table.svg(seat)
        table.game = redeal(view(game, seat), world)
        assert table.svg(seat) == own
