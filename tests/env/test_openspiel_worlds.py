"""What a player of OpenSpiel's game can know: observations, information states, worlds in which they are the same."""

import pickle
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from millefiori.engine.board import CARD_NAMES
from millefiori.engine.chance import new_stream
from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.state import copy_game
from millefiori.engine.view import redeal, view
from millefiori.engine.vocabulary import ALL_SEEING, Phase, Seat
from millefiori.env.observation import FIELDS, observe, scaled
from millefiori.env.openspiel.game import PRIVATE, MilleFioriState
from millefiori.env.openspiel.playthrough import Playthrough
from millefiori.env.openspiel.worlds import resampled
from tests.env.test_openspiel import choose, decisions, every_table, everything, load, replayed, walk
from tests.laws.strategies import bytes_of

OFTEN = 9 if IS_COMPILED else 23
"""Every so many actions a state is looked at."""


# --- Observations


def test_tensors_are_the_observation_of_the_seats_view() -> None:
    for state in decisions(load(4, "german", True), every=9):
        for player in range(4):
            expected = scaled(observe(view(state.playthrough.game, player)))
            assert np.array_equal(np.float32(state.observation_tensor(player)), expected)
            assert np.array_equal(np.float32(state.information_state_tensor(player)), expected)


def test_an_observation_names_its_parts() -> None:
    state = next(decisions(load(), seed=1))
    observation = make_observation(load())
    observation.set_from(state, 0)
    assert {name: part.shape for name, part in observation.dict.items()} == {
        field.name: field.shape for field in FIELDS
    }
    assert observation.dict["hand"][0].sum() > 0 and np.shares_memory(observation.dict["hand"], observation.tensor)
    text = observation.string_from(state, 0)
    assert f"hand: you {CARD_NAMES[state.playthrough.game.hand[0, 0]]} 1" in text and "edition: international" in text


def iig(public: bool, private: Any, recall: bool = False) -> Any:
    return pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)


def test_what_is_public_is_the_same_for_all_and_what_is_private_only_cards() -> None:
    game = load(3)
    public = make_observation(game, iig(True, pyspiel.PrivateInfoType.NONE))
    private = make_observation(game, iig(False, pyspiel.PrivateInfoType.SINGLE_PLAYER))
    recalled = make_observation(game, iig(True, pyspiel.PrivateInfoType.NONE, recall=True))
    assert tuple(private.dict) == PRIVATE and not set(PRIVATE) & set(public.dict)
    extra = 0
    for state in decisions(game, seed=7):
        assert len({public.string_from(state, player) for player in range(3)}) == 1
        assert len({recalled.string_from(state, player) for player in range(3)}) == 1
        assert "hand: " not in recalled.string_from(state, 0)
        if state.playthrough.game.extra_cards and state.playthrough.game.phase == Phase.PLAY:
            card = CARD_NAMES[state.playthrough.game.kept[state.current_player()]]
            assert f"extra_card: {card}" in public.string_from(state, 0)
            extra += 1
    assert extra > 3


@pytest.mark.parametrize(
    "kind", [iig(True, pyspiel.PrivateInfoType.ALL_PLAYERS), iig(False, pyspiel.PrivateInfoType.SINGLE_PLAYER, True)]
)
def test_observations_that_nobody_has_are_refused(kind: Any) -> None:
    with pytest.raises(ValueError, match="observation"):
        make_observation(load(), kind)


def test_a_state_in_words_shows_everything() -> None:
    *_, state = walk(load(2), seed=3)
    assert str(state) == state.playthrough.story(ALL_SEEING)
    assert "A's hand" in str(state) and "B's hand" in str(state) and "keep a card" not in str(state)


# --- Information states


def memory(playthrough: Playthrough, seat: Seat) -> list[Any]:
    """What a seat has seen and done, taken down without words: its view after each action, and the actions it saw."""
    seen: list[Any] = []
    for here in playthrough.past():
        if here.before is not None:
            is_secret = here.before.game.phase == Phase.KEEP and here.before.player != seat
            seen.append((here.before.player, None if is_secret else here.action))
        seen.append(None if here.waits else bytes_of(view(here.game, seat)))
    return seen


def relatives(state: MilleFioriState, rng: Random) -> list[MilleFioriState]:
    """States that have much in common with this one: other worlds, other actions, other draws."""
    others = [state.resample_from_infostate(player, rng.random) for player in range(state.num_players())]
    history = state.history()
    for _ in range(2):
        other = replayed(state.get_game(), history[: rng.randrange(len(history) // 2, len(history))])
        while not other.is_terminal() and (len(other.history()) < len(history) or other.is_chance_node()):
            action = history[len(other.history())] if len(other.history()) < len(history) else -1
            other.apply_action(action if action in other.legal_actions() else choose(other, rng))
        others.append(other)
    return [state.clone(), *others]


@every_table
def test_information_states_are_equal_exactly_when_the_seat_cannot_tell_the_states_apart(
    players: int, edition: str, tactical: bool
) -> None:
    rng = Random(players)
    told: dict[tuple[Seat, str], list[Any]] = {}
    for state in decisions(load(players, edition, tactical), seed=1, every=11 * OFTEN):
        for other in relatives(state, rng):
            for seat in range(players):
                remembered = memory(other.playthrough, seat)
                assert told.setdefault((seat, other.information_state_string(seat)), remembered) == remembered
    assert len({(seat, str(memory)) for (seat, _), memory in told.items()}) == len(told)


def test_an_information_state_extends_the_one_before() -> None:
    """Perfect recall: nothing is ever forgotten, not even while cards are drawn."""
    before = ["", "", ""]
    for state in walk(load(3, "german"), seed=9):
        now = [state.information_state_string(player) for player in range(3)]
        assert all(text.startswith(earlier) for text, earlier in zip(now, before, strict=True))
        before = now


def test_an_information_state_says_what_the_seat_saw() -> None:
    *_, state = walk(load(2), seed=1)
    own, other = state.information_state_string(0), state.information_state_string(1)
    assert own.startswith("Round 1, ") and "\nDisplay: " in own
    assert "A's hand: " in own and "B's hand: " not in own and "B: keep a card" in own
    assert "B's hand: " in other and "A's hand: " not in other and "A: keep a card" in other


# --- Other worlds


def check_world(state: MilleFioriState, other: MilleFioriState, player: Seat) -> None:
    """It looks the same to the player, and is a state like any other."""
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.observation_string(player) == state.observation_string(player)
    assert other.observation_tensor(player) == state.observation_tensor(player)
    assert other.information_state_tensor(player) == state.information_state_tensor(player)
    assert other.current_player() == state.current_player() and other.returns() == state.returns()
    if other.current_player() == player:
        assert other.legal_actions() == state.legal_actions()
    assert bytes_of(view(other.playthrough.game, player)) == bytes_of(view(state.playthrough.game, player))


@every_table
def test_a_resampled_state_is_one_that_the_player_could_be_in(players: int, edition: str, tactical: bool) -> None:
    game, rng = load(players, edition, tactical), Random(2)
    for state in decisions(game, seed=4, every=6 * OFTEN):
        before = everything(state)
        for player in range(players):
            other = state.resample_from_infostate(player, rng.random)
            check_world(state, other, player)
            assert len(other.history()) == len(state.history()) == other.move_number()
        assert everything(replayed(game, other.history())) == everything(other)
        assert everything(state) == before


@every_table
def test_a_resampled_state_holds_what_the_engine_has_redealt(players: int, edition: str, tactical: bool) -> None:
    for seed, state in enumerate(decisions(load(players, edition, tactical), seed=5, every=OFTEN)):
        for player in range(players):
            other = resampled(state.playthrough, player, new_stream(seed))
            dealt = copy_game(redeal(view(state.playthrough.game, player), new_stream(seed)))
            places = state.playthrough.open_indices()
            assert other.game.deck[places].tolist() == dealt.deck[places].tolist()
            dealt.deck[:] = other.game.deck
            assert bytes_of(other.game) == bytes_of(dealt)


def test_resampled_states_differ_and_are_all_possible_ones() -> None:
    state = next(decisions(load(3), seed=6))
    rng = Random(1)
    worlds = [state.resample_from_infostate(0, rng.random) for _ in range(40)]
    assert len({str(world) for world in worlds}) == 40
    assert len({world.information_state_string(1) for world in worlds}) == 40
    hands = Counter(card for world in worlds for card in world.playthrough.game.hand[1, :5].tolist())
    assert len(hands) > 40
    again = Random(1)
    assert [str(state.resample_from_infostate(0, again.random)) for _ in range(40)] == [str(world) for world in worlds]


def test_a_world_can_be_resampled_cloned_saved_and_played_on() -> None:
    rng = Random(3)
    for state in decisions(load(4, "german"), seed=8, every=31):
        other = state.resample_from_infostate(2, rng.random)
        check_world(state, other.resample_from_infostate(2, rng.random), 2)
        for copy in (other.clone(), pickle.loads(pickle.dumps(other))):
            assert everything(copy) == everything(other)
        while not other.is_terminal():
            other.apply_action(choose(other, rng))


def test_the_frameworks_sampler_will_do() -> None:
    state = next(decisions(load(), seed=3))
    check_world(state, state.resample_from_infostate(1, pyspiel.UniformProbabilitySampler(0.0, 1.0)), 1)


def test_while_cards_are_drawn_there_is_nothing_to_resample() -> None:
    with pytest.raises(pyspiel.SpielError, match="while cards are being drawn"):
        load().new_initial_state().resample_from_infostate(0, Random(0).random)


# --- States from a view


@every_table
def test_a_state_from_a_view_looks_like_the_view_and_can_be_played_on(
    players: int, edition: str, tactical: bool
) -> None:
    game, rng = load(players, edition, tactical), Random(4)
    for seed, state in enumerate(decisions(game, seed=9, every=7 * OFTEN)):
        for player in range(players):
            seen = state.view(player)
            other = game.state_from_view(seen, seed)
            assert bytes_of(other.view(player)) == bytes_of(seen)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            world = other.resample_from_infostate(player, rng.random)
            check_world(other, world, player)
            assert everything(pickle.loads(pickle.dumps(world))) == everything(world)
        for _ in range(40):  # the past of the world is not known, but what comes is remembered
            if not world.is_terminal():
                world.apply_action(choose(world, rng))
        if not world.is_chance_node():
            check_world(world, world.resample_from_infostate(0, rng.random), 0)


def test_states_that_differ_only_in_hidden_cards_give_the_same_state_from_the_view() -> None:
    game = load(3)
    for state in decisions(game, seed=2, every=17):
        for player in range(3):
            other = state.resample_from_infostate(player, Random(5).random)
            one, two = (game.state_from_view(s.view(player), 7) for s in (state, other))
            assert everything(one) == everything(two) and bytes_of(one.playthrough.game) == bytes_of(
                two.playthrough.game
            )


def test_a_view_of_another_table_is_refused() -> None:
    seen = next(decisions(load(2, "german"))).view(0)
    for game in (load(2, "french"), load(3, "german"), load(2, "german", True)):
        with pytest.raises(ValueError, match="than python_mille_fiori"):
            game.state_from_view(seen)


# --- Nothing secret


def test_nothing_that_a_player_gets_depends_on_what_it_cannot_know() -> None:
    """Compared in worlds that differ in every hidden place."""
    game = load(4, "international")
    different = 0
    for state in decisions(game, seed=12, every=OFTEN):
        for player in range(4):
            world = redeal(view(state.playthrough.game, player), 99)
            other = game.new_initial_state()
            dealt, start_player = int(world.dealt), state.playthrough.start_player
            other.playthrough = Playthrough(world, None, -1, world, start_player, dealt, dealt, state.playthrough.aside)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            different += str(other.observation_string((player + 1) % 4)) != state.observation_string((player + 1) % 4)
    assert different > 20
