"""Redeals: worlds that a seat could be in, all of them, and each as likely as the rules make it (rules 14)."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from millefiori.engine.board import CARD_NAMES, CARD_NUMBERS, CARDS, COPIES
from millefiori.engine.calls import legal_actions
from millefiori.engine.chance import new_stream
from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.editions import EDITIONS
from millefiori.engine.playouts import play_random
from millefiori.engine.state import PILE, Game
from millefiori.engine.view import redeal, redeals, view
from millefiori.engine.vocabulary import ALL_SEEING, HIDDEN, NO_CARD, SPECTATOR, Phase
from millefiori.explain.outcome import preview
from millefiori.position import position as read_position
from millefiori.position import text
from millefiori.table import Table
from tests.laws.strategies import Position, Setup, all_cards, bytes_of, onlookers, positions

worlds = st.integers(0, 2**62)


@given(positions, worlds)
def test_a_redeal_is_a_whole_game(position: Position, world: int) -> None:
    game = position.game()
    for seat in onlookers(game):
        other = redeal(view(game, seat), world)
        assert other.seen_by == ALL_SEEING
        assert HIDDEN not in other.hand and HIDDEN not in other.kept and HIDDEN not in other.deck
        assert NO_CARD not in other.deck[other.dealt :]
        assert all_cards(other) == COPIES.tolist()
        assert ((other.hand != NO_CARD) == (game.hand != NO_CARD)).all()
        assert ((other.kept != NO_CARD) == (game.kept != NO_CARD)).all()


@given(positions, worlds)
def test_a_redeal_can_be_played_to_its_end(position: Position, world: int) -> None:
    game = position.game()
    for seat in onlookers(game):
        other = redeal(view(game, seat), world)
        play_random(other, new_stream(world))
        assert other.phase == Phase.OVER and not legal_actions(other)


@given(positions, worlds)
def test_the_same_chance_gives_the_same_redeal(position: Position, world: int) -> None:
    seen = view(position.game(), 0)
    assert bytes_of(redeal(seen, world)) == bytes_of(redeal(seen, new_stream(world)))


def test_a_stream_continues_from_redeal_to_redeal() -> None:
    seen = view(Position(Setup("international", 4, False, 5, False), 0).game(), 0)
    stream = new_stream(5)
    assert len({bytes_of(redeal(seen, stream)) for _ in range(50)}) == 50


# --- All arrangements, and all as likely as they should be


def small_position(unseen: list[str], *, kept: bool) -> Game:
    """Two players; B holds two of the unseen cards (one of them kept, if so), the rest is the deck, A holds swans-1.

    All other cards have been played.
    """
    own, (first, second, *deck) = "swans-1", unseen
    gone = Counter({card: int(copies) for card, copies in zip(CARD_NAMES, COPIES, strict=True)})
    gone.subtract([own, *unseen])
    hands = f"hand={own}/{second} kept=-/{first}" if kept else f"hand={own}/{first},{second} kept=-/-"
    return read_position(
        f"international-2 round=9 turn=1 start=B act={'A' if kept else 'B'} phase=keep {hands} "
        f"discarded={','.join(sorted(gone.elements()))} deck={','.join(deck)}"
    )


def arrangement(game: Game) -> tuple[tuple[int, ...], int, tuple[int, ...]]:
    """B's hand, B's kept card and the deck."""
    return tuple(game.hand[1].tolist()), int(game.kept[1]), tuple(game.deck[game.dealt :].tolist())


def expected(unseen: list[str], *, kept: bool) -> Counter[tuple[tuple[int, ...], int, tuple[int, ...]]]:
    """How often each arrangement comes up when every order of the unseen cards comes up once."""
    counts: Counter[tuple[tuple[int, ...], int, tuple[int, ...]]] = Counter()
    for first, second, *deck in permutations(CARD_NUMBERS[name] for name in unseen):
        hand = [second] if kept else sorted([first, second])
        counts[(*hand, *[NO_CARD] * (PILE - len(hand))), first if kept else NO_CARD, tuple(deck)] += 1
    return counts


def chi_square(seen: Counter[tuple[tuple[int, ...], int, tuple[int, ...]]], unseen: list[str], *, kept: bool) -> float:
    """How far the arrangements are from what is expected, for each degree of freedom: about 1 by chance alone."""
    model = expected(unseen, kept=kept)
    assert set(seen) == set(model), "all arrangements are reachable, and no others"
    scale = seen.total() / model.total()
    return sum((seen[key] - scale * count) ** 2 / (scale * count) for key, count in model.items()) / (len(model) - 1)


REDEALS = 2000 if IS_COMPILED else 600
DIFFERENT = ["quartz-3", "lion-5", "ship-1", "crab-2"]
EQUAL = ["residence-2", "residence-2", "ship-1", "ship-1", "crab-2"]


def misfit(unseen: list[str], *, kept: bool) -> float:
    """The chi-square of many redeals with fixed seeds; the 99.99 % limits lie below 3 from 11 degrees of freedom on."""
    seen = view(small_position(unseen, kept=kept), 0)
    counts = Counter(arrangement(redeal(seen, world)) for world in range(REDEALS))
    return chi_square(counts, unseen, kept=kept)


def test_every_arrangement_of_an_unseen_hand_and_the_deck_is_equally_likely() -> None:
    assert misfit(DIFFERENT, kept=False) < 3


def test_every_card_of_an_unseen_hand_may_be_the_kept_one_equally_likely() -> None:
    assert misfit(DIFFERENT, kept=True) < 3


def test_equal_cards_count_as_often_as_there_are_of_them() -> None:
    assert misfit(EQUAL, kept=False) < 3
    assert misfit(EQUAL, kept=True) < 3


def test_a_card_kept_from_a_hand_that_the_seat_knows_is_any_of_them() -> None:
    game = small_position(["quartz-3", "lion-5", "ship-1"], kept=True)
    game.turn = 1  # the hand that B has now was A's
    kept = Counter(int(redeal(view(game, 0), world).kept[1]) for world in range(REDEALS))
    assert set(kept) == {CARD_NUMBERS["quartz-3"], CARD_NUMBERS["lion-5"]}
    assert abs(kept[CARD_NUMBERS["quartz-3"]] - REDEALS / 2) < 4 * (REDEALS / 4) ** 0.5


def test_a_spectator_knows_no_hand_at_all() -> None:
    game = small_position(DIFFERENT, kept=False)
    redealt = [redeal(view(game, SPECTATOR), world) for world in range(REDEALS)]
    arrangements = {(int(other.hand[0, 0]), *arrangement(other)) for other in redealt}
    assert len(arrangements) == 5 * 6 * 2  # A's card, B's two of the other four, the order of the last two


def test_cards_put_aside_are_as_unknown_as_the_deck() -> None:
    """Caipirinha: any unseen card may lie among the forty, in the deck or in the rival's hand."""
    game = Position(Setup("caipirinha", 2, False, 11, False), 0).game()
    aside = Counter(game.deck[9:49].tolist())
    seen = view(game, 0)
    in_deck: Counter[int] = Counter()
    for world in range(200):
        in_deck.update(redeal(seen, world).deck[game.dealt :].tolist())
    assert all(in_deck[card] > 0 for card in aside)
    unseen = 109 - 9 - 5
    in_first_place = Counter(int(redeal(seen, world).deck[game.dealt]) for world in range(REDEALS))
    ships = sum(count for card, count in in_first_place.items() if CARD_NAMES[card].startswith("ship"))
    left = 15 - sum(CARD_NAMES[card].startswith("ship") for card in seen_cards(game))
    share = left / unseen
    assert abs(ships - REDEALS * share) < 4 * (REDEALS * share * (1 - share)) ** 0.5


def seen_cards(game: Game) -> list[int]:
    """The display, card by card, and the hand of seat 0."""
    return [*np.repeat(np.arange(CARDS), game.display).tolist(), *game.hand[0][:5].tolist()]


# --- At the border


@pytest.mark.parametrize("seat", [2, 3, 7, -2, -3])
def test_there_is_no_view_for_a_seat_that_is_not_at_the_table(seat: int) -> None:
    """Late in a round such a seat sees every hand, as if all had passed through its own."""
    game = Position(Setup("international", 2, False, 1, False), 14).game()
    with pytest.raises(ValueError, match="seat"):
        view(game, seat)


def test_a_redeal_has_a_position_text_where_cards_were_put_aside() -> None:
    game = redeal(view(Position(Setup("caipirinha", 2, False, 3, False), 9).game(), 0), 1)
    assert text(read_position(text(game))) == text(game)


def test_a_preview_can_be_asked_of_a_view_at_the_end_of_a_round() -> None:
    """German: the fresh cards of the next round are hidden, and no part of the outcome."""
    for game in Setup("german", 2, False, 3, False).walk():
        if game.phase == Phase.PLAY and game.turn == 2 and (game.to_act + 1) % 2 == game.start_player:
            seen = view(game, game.to_act)
            for action in legal_actions(game):
                assert preview(seen, action) == preview(game, action)


def test_a_million_redeals_hold_every_card_once() -> None:
    """No impossible card, whatever the seat knows: all views of some games, many worlds each."""
    views, worlds_each = (500, 2000) if IS_COMPILED else (25, 2)
    chooser, dealt = np.random.default_rng(7), 0
    while dealt < views * worlds_each:
        table = Table(chooser.choice(list(EDITIONS)), 2, seed=int(chooser.integers(2**62)))
        for _ in range(int(chooser.integers(60))):
            table.advance(int(chooser.choice(table.legal_actions())))
        seat = int(chooser.integers(2))
        games = redeals(table.view(seat), worlds_each, dealt)
        piles = np.concatenate([games[name].reshape(worlds_each, -1) for name in ("hand", "kept", "deck")], axis=1)
        places = (np.arange(worlds_each)[:, None] * 256 + piles).ravel()
        counts = np.bincount(places, minlength=256 * worlds_each).reshape(worlds_each, 256)[:, :CARDS]
        assert (counts + games["display"] + games["discarded"] == COPIES).all()
        assert (games["hand"][:, seat] == table.game.hand[seat]).all()
        dealt += worlds_each
