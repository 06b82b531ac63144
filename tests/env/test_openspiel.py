"""The game in OpenSpiel: its own checks, the same games as at a table, exact chance, nothing secret, clear refusals."""

import importlib
import pickle
import sys
from collections.abc import Iterator
from random import Random
from typing import Any, cast

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test

from millefiori.engine.board import CARD_NAMES, CARDS, COPIES, DECK
from millefiori.engine.chance import new_stream, shuffle
from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.editions import EDITIONS, EditionError
from millefiori.engine.rules.flow import apply
from millefiori.engine.state import copy_game
from millefiori.engine.view import view
from millefiori.engine.vocabulary import SPECTATOR
from millefiori.env.observation import SIZE
from millefiori.env.openspiel.game import MOST_POINTS, SHORT_NAME, MilleFioriGame, MilleFioriState
from millefiori.env.rewards import Reward, rewards_of
from millefiori.table import Table
from tests.laws.strategies import Setup, bytes_of

TABLES = [
    (players, edition, bool((number + players) % 2))  # every other one tactical
    for number, edition in enumerate(EDITIONS)
    for players in EDITIONS[edition].players
]
every_table = pytest.mark.parametrize(
    ("players", "edition", "tactical"), TABLES if IS_COMPILED else [TABLES[0], TABLES[4], TABLES[-1]]
)
compiled_only = pytest.mark.skipif(not IS_COMPILED, reason="thousands of states are slow uncompiled")


def load(players: int = 2, edition: str = "international", tactical: bool = False, **options: Any) -> MilleFioriGame:
    game: MilleFioriGame = pyspiel.load_game(
        SHORT_NAME, {"players": players, "edition": edition, "tactical": tactical, **options}
    )
    return game


def choose(state: MilleFioriState, rng: Random) -> int:
    """Chance as it falls, players at random."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        return int(rng.choices(outcomes, chances)[0])
    return rng.choice(state.legal_actions())


def walk(game: MilleFioriGame, seed: int = 0) -> Iterator[MilleFioriState]:
    """A random game: the state before each action and at the end; one and the same object, changing."""
    state, rng = game.new_initial_state(), Random(seed)
    yield state
    while not state.is_terminal():
        state.apply_action(choose(state, rng))
        yield state


def decisions(game: MilleFioriGame, seed: int = 0, every: int = 1) -> Iterator[MilleFioriState]:
    """Some of the states of a random game in which a player decides, and its end."""
    for number, state in enumerate(walk(game, seed)):
        if state.is_terminal() or (number % every == 0 and not state.is_chance_node()):
            yield state


def finished(game: MilleFioriGame, seed: int = 0) -> MilleFioriState:
    *_, state = walk(game, seed)
    return state


def replayed(game: MilleFioriGame, history: list[int]) -> MilleFioriState:
    state = game.new_initial_state()
    for action in history:
        state.apply_action_with_legality_check(action)
    return state


def everything(state: MilleFioriState) -> list[Any]:
    """All that OpenSpiel can ask of a state."""
    told: list[Any] = [str(state), state.history(), state.current_player(), state.legal_actions(), state.returns()]
    for player in range(state.num_players()):
        told += [state.information_state_string(player), state.observation_string(player)]
        told += [state.information_state_tensor(player), state.observation_tensor(player), state.rewards()]
    return told


# --- The framework's own checks


@every_table
def test_random_games_pass_the_frameworks_simulation_test(players: int, edition: str, tactical: bool) -> None:
    """Clones, masks, sorted actions, unique names, sums of rewards, bounds of length and utility, serialised states."""
    if not IS_COMPILED and edition != "caipirinha":
        pytest.skip("slow uncompiled")
    reward = ("points", "win", "margin")[players - 2]
    pyspiel.random_sim_test(load(players, edition, tactical, reward=reward), num_sims=1, serialize=True, verbose=False)


class _SampledStates:
    """The framework's checks sample states from the root of the tree, where nearly all is chance; these lie deeper."""

    game_name = SHORT_NAME
    game = load(3, "german", reward="margin")

    game_type = game.get_type()
    some_states: list[MilleFioriState]
    all_states: list[MilleFioriState]

    @classmethod
    def setUpClass(cls) -> None:
        states = [(number, state.clone()) for seed in (1, 2) for number, state in enumerate(walk(cls.game, seed))]
        cls.some_states = cls.all_states = [
            state for number, state in states if number % 10 == 0 or state.is_terminal()
        ]


@compiled_only
class TestStatesPassTheFrameworksApiTest(_SampledStates, api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """Lengths of histories, refusal of players that do not exist, no actions for others, factored observations."""


@compiled_only
class TestStatesPassTheFrameworksTreeTest(_SampledStates, api_test.EnforceAPIOnFullTreeBase):  # type: ignore[misc]
    """Terminal states, chance nodes, constant sums, information states of different players."""

    test_number_of_nodes = None  # of a whole tree
    test_game_is_perfect_recall = None  # tried by walking the whole tree; see below for ours


def test_the_game_says_what_it_is() -> None:
    kinds = {name: load(reward=name).get_type() for name in ("margin", "win", "points")}
    assert kinds["margin"].utility == pyspiel.GameType.Utility.ZERO_SUM
    assert kinds["win"].utility == pyspiel.GameType.Utility.CONSTANT_SUM
    assert kinds["points"].utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert kinds["points"].reward_model == pyspiel.GameType.RewardModel.REWARDS
    assert kinds["win"].reward_model == pyspiel.GameType.RewardModel.TERMINAL
    game = pyspiel.load_game("python_mille_fiori(players=3,edition=german)")
    assert (game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()) == (3, 200, CARDS)
    assert game.observation_tensor_shape() == game.information_state_tensor_shape() == [SIZE]
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert pickle.loads(pickle.dumps(game)) == game


@every_table
def test_no_game_is_longer_or_richer_than_the_game_says(players: int, edition: str, tactical: bool) -> None:
    """Eager players take every extra card and fill the board."""
    game = load(players, edition, tactical)
    for seed in range(8 if IS_COMPILED else 2):
        table = Setup(edition, players, tactical, seed, eager=bool(seed % 2)).finished()
        assert len(table.actions) <= game.max_game_length()
        assert max(table.scores) < MOST_POINTS == game.max_utility()
        assert int(table.game.dealt) - EDITIONS[edition].removed < game.max_chance_nodes_in_history()


# --- Chance, and the engine


@every_table
def test_a_game_is_one_that_the_engine_could_have_dealt(players: int, edition: str, tactical: bool) -> None:
    state = finished(load(players, edition, tactical), seed=players)
    playthrough = state.playthrough
    deck = [CARD_NAMES[card] for card in playthrough.game.deck]
    table = Table(edition, players, tactical=tactical, deck=deck, start_player=playthrough.start_player)
    for later in playthrough.past()[1:]:
        assert later.before is not None
        table.advance(later.action, later.before.player)
        if not later.waits:
            assert bytes_of(view(later.game, SPECTATOR)) == bytes_of(table.view(SPECTATOR))
    assert table.is_over and bytes_of(table.game) == bytes_of(playthrough.game)
    assert state.returns() == pytest.approx(rewards_of(Reward.MARGIN, table.game, table.game.score))


@every_table
def test_the_number_of_cards_dealt_does_not_depend_on_the_cards(players: int, edition: str, tactical: bool) -> None:
    stream = new_stream(1)
    for state in decisions(load(players, edition, tactical), seed=3, every=5):
        for action in state.legal_actions():
            dealt = set()
            for _ in range(3):
                game = copy_game(state.playthrough.game)
                shuffle(stream, game.deck[int(game.dealt) :])
                apply(game, action)
                dealt.add((int(game.dealt), int(game.phase)))
            assert len(dealt) == 1


@every_table
def test_a_card_is_drawn_as_likely_as_there_are_copies_unseen(players: int, edition: str, tactical: bool) -> None:
    game = load(players, edition, tactical)
    drawn: list[int] = []
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(seat, 1 / players) for seat in range(players)]
    for action in finished(game, seed=5).history():
        if state.is_chance_node() and state.history():
            left = COPIES - np.bincount(drawn, minlength=CARDS)
            assert dict(state.chance_outcomes()) == {
                card: copies / left.sum() for card, copies in enumerate(left) if copies
            }
            drawn.append(action)
        state.apply_action(action)
    assert sorted(state.playthrough.game.deck.tolist()) == DECK.tolist()
    assert len(drawn) == int(state.playthrough.game.dealt) - EDITIONS[edition].removed


def test_a_start_player_that_is_given_is_not_drawn() -> None:
    states = [state for state in walk(load(3, start_player=2)) if not state.is_chance_node()]
    assert states[0].full_history()[0].action < CARDS
    first = next(decisions(load(3, start_player=2)))
    assert first.current_player() == 2 and first.action_to_string(-1, 3).startswith("draw ")


def test_actions_and_outcomes_have_the_names_of_the_table() -> None:
    state = load().new_initial_state()
    assert [state.action_to_string(outcome) for outcome in state.legal_actions()] == ["A starts", "B starts"]
    state.apply_action(1)
    assert state.action_to_string(0) == "draw quartz-1" and state.string_to_action("draw quartz-1") == 0
    for state in decisions(load(), every=7):
        assert all(state.string_to_action(state.action_to_string(a)) == a for a in state.legal_actions())


# --- Rewards


@pytest.mark.parametrize("reward", list(Reward))
def test_rewards_add_up_to_the_returns(reward: Reward) -> None:
    game = load(4, "english", reward=reward.name.lower())
    total = np.zeros(4)
    for state in walk(game, seed=2):
        total += state.rewards()
        assert state.returns() == pytest.approx(total)
        assert [state.player_reward(player) for player in range(4)] == state.rewards()
    assert state.returns() == pytest.approx(rewards_of(reward, state.playthrough.game, np.zeros(4)))
    if game.utility_sum() is not None:
        assert sum(state.returns()) == pytest.approx(game.utility_sum(), abs=1e-9)


# --- Copies and texts


def test_a_clone_goes_its_own_way() -> None:
    for state in decisions(load(), every=11):
        before, clone = everything(state), state.clone()
        assert everything(clone) == before
        while not clone.is_terminal():
            clone.apply_action(clone.legal_actions()[-1])
        assert everything(state) == before


def test_states_come_back_from_their_texts() -> None:
    """While cards are drawn, while players decide, and at the end."""
    game = load(3, "international", reward="points")
    for number, state in enumerate(walk(game, seed=4)):
        if number % (19 if IS_COMPILED else 71) == 0 or state.is_terminal():
            _, loaded = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
            for other in (loaded, game.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state))):
                assert everything(other) == everything(state)
                assert bytes_of(other.playthrough.game) == bytes_of(state.playthrough.game)


def test_the_same_history_leads_to_the_same_states() -> None:
    game = load(2, "caipirinha")
    again = load(2, "caipirinha").new_initial_state()
    for number, state in enumerate(walk(game, seed=6)):
        if state.history():
            again.apply_action(state.history()[-1])
        if number % 5 == 0 or state.is_terminal():
            assert everything(again) == everything(state)


def test_a_state_outlives_its_game() -> None:
    state = pyspiel.load_game(SHORT_NAME).new_initial_state()
    rng = Random(1)
    for _ in range(60):
        state = state.clone()
        state.apply_action(choose(state, rng))
    assert "hand: you" in state.observation_string(0)


# --- Refusals


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"edition": "klingon"}, "there is no edition 'klingon'"),
        ({"players": 5}, "for 2 or 3 or 4 players, not 5"),
        ({"players": 3, "edition": "caipirinha"}, "for 2 players, not 3"),
        ({"reward": "love"}, "there is no reward 'love'"),
        ({"start_player": 2}, "must be 0 to 1, or -1"),
        ({"start_player": -2}, "must be 0 to 1, or -1"),
    ],
)
def test_a_game_that_cannot_be_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, EditionError), match=message):
        load(**options)


@pytest.mark.parametrize("options", [{"colour": "red"}, {"players": "two"}, {"edition": 3}])
def test_parameters_of_the_wrong_name_or_type_are_refused_by_the_framework(options: dict[str, Any]) -> None:
    with pytest.raises(pyspiel.SpielError, match="parameter"):
        load(**options)


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    for state in decisions(load(), every=9):
        before = everything(state)
        bad = [-7, 200, 10**6, *sorted(set(range(200)) - set(state.legal_actions()))[::23]]
        for action in bad:
            with pytest.raises(pyspiel.SpielError, match="there is no action" if not 0 <= action < 200 else "rule"):
                state.apply_action(action)
            if not state.is_terminal():
                with pytest.raises(pyspiel.SpielError, match="illegal action"):
                    state.apply_action_with_legality_check(action)
        assert everything(state) == before
    with pytest.raises(pyspiel.SpielError, match="the game is over"):
        state.apply_action(0)


def test_chance_cannot_draw_what_is_not_there() -> None:
    state = load(2).new_initial_state()
    for outcome in (-1, 2, 99):
        with pytest.raises(pyspiel.SpielError):
            state.apply_action(outcome)
    state.apply_action(0)
    state.apply_action(CARD_NAMES.index("quartz-1"))  # the only one
    for outcome in (CARD_NAMES.index("quartz-1"), CARDS, 10**6, -5):
        with pytest.raises(pyspiel.SpielError, match="chance cannot draw"):
            state.apply_action(outcome)
    assert len(state.history()) == 2


def test_without_the_framework_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast(dict[str, Any], sys.modules), "pyspiel", None)
    monkeypatch.delitem(sys.modules, "millefiori.env.openspiel.game")
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'millefiori\[rl\]'"):
        importlib.import_module("millefiori.env.openspiel.game")
