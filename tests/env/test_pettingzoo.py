"""The PettingZoo environments: the framework's own tests, the same games as at a table, no secrets, clear refusals."""

import copy
import importlib
import pickle
import sys
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest
from pettingzoo.test.api_test import api_test
from pettingzoo.test.parallel_test import parallel_api_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import parallel_seed_test, seed_test

from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.editions import EditionError
from millefiori.engine.view import redeal
from millefiori.engine.vocabulary import SPECTATOR, Phase
from millefiori.env.gymnasium import PENALTY
from millefiori.env.observation import observe, scaled
from millefiori.env.pettingzoo import NAME, WAIT, env, parallel_env, raw_env
from millefiori.env.rewards import Reward
from millefiori.explain.legality import IllegalAction
from millefiori.table import Table
from tests.env.tables import every_table

reward_kinds = pytest.mark.parametrize("reward", ["margin", "win", "points"])
as_card_games_do = pytest.mark.filterwarnings(  # PettingZoo excepts its own games with masks from these, by their names
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
)


def one_of(mask: Any, chooser: np.random.Generator) -> int:
    return int(chooser.choice(np.flatnonzero(mask)))


def play(game: Any, chooser: np.random.Generator) -> Iterator[tuple[str, int]]:
    """Play at random to the end; yields every decision before it is played."""
    while game.agents:
        seen, _, terminated, _, _ = game.last()
        if terminated:
            game.step(None)
        else:
            action = one_of(seen["action_mask"], chooser)
            yield game.agent_selection, action
            game.step(action)


def play_parallel(game: parallel_env, chooser: np.random.Generator, seen: Any) -> Iterator[tuple[Any, Any]]:
    """The same with all at once; yields the actions and what they led to."""
    while game.agents:
        actions = {agent: one_of(seen[agent]["action_mask"], chooser) for agent in game.agents}
        after = game.step(actions)
        seen = after[0]
        yield actions, after


def after(game: Any, steps: int, seed: int = 1) -> Any:
    """A game after some random decisions."""
    game.reset(seed=seed)
    for _ in zip(range(steps), play(game, np.random.default_rng(seed)), strict=False):
        pass
    return game


# --- PettingZoo's own tests -------------------------------------------------------------------------------------------


@as_card_games_do
@every_table
def test_pettingzoo_finds_no_fault(players: int, edition: str, tactical: bool) -> None:
    api_test(env(players, edition, tactical, reward="points"))


@every_table
def test_pettingzoo_finds_no_fault_with_the_parallel_environment(players: int, edition: str, tactical: bool) -> None:
    parallel_api_test(parallel_env(players, edition, tactical))


@pytest.mark.parametrize("players", [2, 3, 4] if IS_COMPILED else [2])
@pytest.mark.parametrize("tactical", [False, True])
def test_pettingzoo_finds_equal_seeds_equal(players: int, tactical: bool) -> None:
    seed_test(lambda: env(players, tactical=tactical))
    parallel_seed_test(lambda: parallel_env(players, tactical=tactical))


def test_pettingzoo_can_render() -> None:
    render_test(cast(Any, env))
    assert str(env().unwrapped) == str(parallel_env()) == NAME


# --- The same games as at a table -------------------------------------------------------------------------------------


@every_table
def test_a_seed_deals_the_same_game_as_a_table_and_masks_are_its_legal_actions(
    players: int, edition: str, tactical: bool
) -> None:
    game, table = env(players, edition, tactical), Table(edition, players, tactical=tactical, seed=7)
    game.reset(seed=7)
    last, in_a_row = "", 0
    for agent, action in play(game, np.random.default_rng(2)):
        assert agent == f"player_{table.to_act}" and game.infos[agent]["phase"] == table.phase.name.lower()
        for seat, other in enumerate(game.agents):
            seen = cast(dict[str, Any], game.observe(other))
            legal = table.legal_actions() if other == agent else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == legal
            assert np.array_equal(seen["observation"], scaled(observe(table.view(seat))))
        in_a_row += last == agent
        last = agent
        table.advance(action)
    assert table.is_over and in_a_row > 0


@every_table
def test_the_parallel_environment_plays_the_same_game_and_shows_the_same(
    players: int, edition: str, tactical: bool
) -> None:
    parallel, turns = parallel_env(players, edition, tactical), raw_env(players, edition, tactical)
    seen, _ = parallel.reset(seed=3)
    turns.reset(seed=3)
    most = 0
    for actions, (seen_next, rewards, terminations, truncations, infos) in play_parallel(
        parallel, np.random.default_rng(4), seen
    ):
        acting = [agent for agent, action in actions.items() if action != WAIT]
        most = max(most, len(acting))
        for _ in acting:
            agent = turns.agent_selection
            at_its_turn = turns.observe(agent)
            assert np.array_equal(seen[agent]["observation"], at_its_turn["observation"])
            assert np.array_equal(seen[agent]["action_mask"][:WAIT], at_its_turn["action_mask"])
            turns.step(actions[agent])
        assert (rewards, terminations, truncations) == (turns.rewards, turns.terminations, turns.truncations)
        assert infos == turns.infos
        seen = seen_next
    assert turns.table.is_over and parallel.table.scores == turns.table.scores
    assert most == (1 if tactical else players), "all keep a card at once"


def test_without_a_seed_games_follow_from_the_last_seed() -> None:
    one, other, third = raw_env(), raw_env(), raw_env()
    decks = []
    for game in (one, other):
        game.reset(seed=5)
        game.reset()
        decks.append(game.table.deck)
    third.reset()
    assert decks[0] == decks[1] and len({decks[0], third.table.deck, Table(seed=5).deck}) == 3


# --- Rewards ----------------------------------------------------------------------------------------------------------


@reward_kinds
@pytest.mark.parametrize("players", [2, 3, 4] if IS_COMPILED else [3])
def test_rewards_add_up(reward: str, players: int) -> None:
    game, parallel, chooser = (
        raw_env(players, reward=reward),
        parallel_env(players, reward=reward),
        np.random.default_rng(1),
    )
    game.reset(seed=1)
    totals = np.zeros(players)
    while not game.table.is_over:
        assert reward == "points" or not totals.any(), "paid at the end"
        game.step(one_of(game.observe(game.agent_selection)["action_mask"], chooser))
        totals += list(game.rewards.values())
    if reward == "points":
        assert totals.tolist() == game.table.scores
    else:
        assert totals.sum() == pytest.approx(0 if reward == "margin" else 1, abs=1e-4)
        assert totals.argmax() in game.table.winners
    totals = np.zeros(players)
    for _, (_, rewards, *_) in play_parallel(parallel, chooser, parallel.reset(seed=1)[0]):
        totals += list(rewards.values())
    expected = {"margin": 0, "win": 1, "points": sum(parallel.table.scores)}
    assert totals.sum() == pytest.approx(expected[reward], abs=1e-4)


# --- Copies -----------------------------------------------------------------------------------------------------------


def future(game: Any) -> list[Any]:
    """All that comes, with the next game, when the choices are the same."""
    told: list[Any] = []
    for again in range(2):
        if again:
            game.reset()
        for decision in play(game, np.random.default_rng(8)):
            seen = game.observe(game.agent_selection)
            told.append((decision, seen["observation"].tobytes(), dict(game.rewards)))
    return told


def test_copies_and_pickles_continue_identically() -> None:
    game = after(env(3, "german"), 40)
    copies = [copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    assert future(copies[0]) == future(copies[1]) == future(game)


def test_parallel_copies_and_pickles_continue_identically() -> None:
    game = parallel_env(3)
    stopped = zip(range(20), play_parallel(game, np.random.default_rng(1), game.reset(seed=2)[0]), strict=False)
    seen = [after[0] for _, (_, after) in stopped][-1]
    ends = []
    for each in (copy.deepcopy(game), pickle.loads(pickle.dumps(game)), game):
        told = [actions for actions, _ in play_parallel(each, np.random.default_rng(3), seen)]
        ends.append((told, each.table.scores, each.reset()[0]["player_0"]["observation"].tobytes()))
    assert ends[0] == ends[1] == ends[2]


# --- Secrets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tactical", [False, True])
def test_games_that_differ_in_hidden_cards_show_the_same(tactical: bool) -> None:
    game, parallel = raw_env(3, tactical=tactical, render_mode="ansi"), parallel_env(3, tactical=tactical)
    game.reset(seed=6)
    parallel.reset(seed=6)
    differ = 0
    for number, _ in enumerate(play(game, np.random.default_rng(5))):
        if number % (6 if IS_COMPILED else 20):
            continue
        whole = game.table.game
        for seat, agent in enumerate([*game.agents, "nobody"]):
            twin, both = redeal(game.table.view(seat if seat < 3 else SPECTATOR), number), []
            differ += twin.hand.tolist() != whole.hand.tolist()
            for each in (whole, twin):
                game.table.game = parallel.table.game = each
                if agent == "nobody":
                    both.append(game.render())
                    continue
                seen = [game.observe(agent)]
                if whole.phase != Phase.KEEP or whole.to_act == whole.start_player:
                    seen.append(parallel._observations()[agent])
                both.append(str([(part["observation"].tobytes(), part["action_mask"].tobytes()) for part in seen]))
            game.table.game = whole
            assert both[0] == both[1]
    assert differ > 0, "the twins must really differ"


def test_a_kept_card_stays_secret_within_the_step() -> None:
    game = parallel_env(3)
    seen, _ = game.reset(seed=2)
    hands = [np.flatnonzero(seen[agent]["action_mask"]) for agent in game.agents]
    told = []
    for choice in (0, 1):
        each = copy.deepcopy(game)
        actions = {agent: int(hands[seat][choice * (seat > 0)]) for seat, agent in enumerate(game.agents)}
        observations, rewards, *_, infos = each.step(actions)
        mine = observations["player_0"]
        told.append((mine["observation"].tobytes(), mine["action_mask"].tobytes(), rewards, infos["player_0"]))
    assert told[0] == told[1]


# --- What is refused --------------------------------------------------------------------------------------------------


@reward_kinds
def test_an_illegal_action_loses_the_game(reward: str, caplog: pytest.LogCaptureFixture) -> None:
    game = after(env(3, reward=reward), 10)
    culprit = game.agent_selection
    game.step(int(np.flatnonzero(game.last()[0]["action_mask"] == 0)[0]))
    assert "Illegal move made" in caplog.text
    penalty = PENALTY[Reward[reward.upper()]]
    assert game.rewards == {agent: penalty * (agent == culprit) for agent in game.agents}
    assert all(game.terminations.values())
    with pytest.raises(ValueError, match="when an agent is dead, the only valid action is None"):
        game.step(0)
    for _ in game.agent_iter():
        game.step(None)
    game.step(0)
    assert "Should reset() first" in caplog.text
    game.reset(seed=1)
    assert sum(1 for _ in play(game, np.random.default_rng(1))) > 50


def test_the_raw_environment_names_the_rule_and_nothing_has_happened() -> None:
    game = raw_env()
    game.reset(seed=1)
    before = game.table.game.tobytes()  # type: ignore[attr-defined]
    for action, words in ((198, "keep a card first"), (200, "there is no action 200"), (-1, "no action -1")):
        with pytest.raises(IllegalAction, match=words):
            game.step(action)
    assert game.table.game.tobytes() == before and game.agents == game.possible_agents  # type: ignore[attr-defined]


@pytest.mark.parametrize("action", [200, -1, 2.5, "sail", None, np.array([3]), np.zeros(200, np.int8)])
def test_what_is_no_action_is_out_of_bounds(action: Any) -> None:
    game = after(env(), 0)
    with pytest.raises(AssertionError, match="action is not in action space"):
        game.step(action)


def test_nothing_goes_before_reset() -> None:
    with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before step"):
        env().step(0)
    with pytest.raises(ValueError, match=r"no game is running: call reset\(\) first"):
        parallel_env().step({})


def test_illegal_actions_lose_the_parallel_game_and_none_is_played() -> None:
    game = parallel_env(3, reward="win")
    seen, _ = game.reset(seed=1)
    before = game.table.game.tobytes()  # type: ignore[attr-defined]
    good = int(np.flatnonzero(seen["player_1"]["action_mask"])[0])
    _, rewards, terminations, truncations, infos = game.step({"player_0": WAIT, "player_1": good, "player_2": 198})
    assert rewards == {"player_0": -1, "player_1": 0, "player_2": -1} and game.agents == []
    assert all(terminations.values()) and not any(truncations.values())
    assert infos["player_0"]["illegal"] == "only an agent with nothing to decide can wait"
    assert infos["player_2"]["illegal"] == "sail: keep a card first (rule 2.3)"
    assert "illegal" not in infos["player_1"] and game.table.game.tobytes() == before  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="no game is running"):
        game.step({"player_0": good})


def test_who_has_nothing_to_decide_waits_or_is_left_out() -> None:
    game = parallel_env(2)
    seen, _ = game.reset(seed=1)
    seen, *_ = game.step({agent: one_of(seen[agent]["action_mask"], np.random.default_rng(1)) for agent in game.agents})
    waiting = [agent for agent in game.agents if seen[agent]["action_mask"][WAIT]]
    acting = next(agent for agent in game.agents if agent not in waiting)
    action = one_of(seen[acting]["action_mask"], np.random.default_rng(1))
    assert len(waiting) == 1 and seen[waiting[0]]["action_mask"].sum() == 1
    patient, eager = copy.deepcopy(game), copy.deepcopy(game)
    assert patient.step({acting: action, waiting[0]: WAIT})[4] == game.step({acting: action})[4]
    infos = eager.step({acting: action, waiting[0]: 198})[4]
    assert infos[waiting[0]]["illegal"] == f"it is {acting}'s turn, not {waiting[0]}'s (rule 2.4)"


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ({}, "the action of player_0 is missing: it has to decide"),
        ({"player_0": 201, "player_1": 0}, "player_0: an action must be a whole number from 0 to 200, not 201"),
        ({"player_0": np.array([1]), "player_1": 0}, "player_0: an action must be a whole number"),
        ({"player_0": None, "player_1": 0}, "not None"),
        ({"player_7": 0}, "there is no agent 'player_7': the agents are player_0, player_1"),
    ],
)
def test_what_is_no_action_is_refused_by_the_parallel_environment(actions: Any, words: str) -> None:
    game = parallel_env()
    game.reset(seed=1)
    with pytest.raises(ValueError, match=words):
        game.step(actions)


@pytest.mark.parametrize("make", [env, parallel_env])
def test_tables_that_there_are_not(make: Any) -> None:
    with pytest.raises(EditionError, match="the caipirinha edition is for 2 players, not 3"):
        make(3, "caipirinha")
    with pytest.raises(ValueError, match="there is no reward 'glory'"):
        make(reward="glory")
    with pytest.raises(ValueError, match="there is no render mode 'rgb_array': use one of human, ansi"):
        make(render_mode="rgb_array")


def test_without_the_framework_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast(dict[str, Any], sys.modules), "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "millefiori.env.pettingzoo")
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'millefiori\[rl\]'"):
        importlib.import_module("millefiori.env.pettingzoo")
