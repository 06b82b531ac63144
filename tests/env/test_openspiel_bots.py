"""Bots across the border, and OpenSpiel's algorithms on our game: search, regret minimisation, learning."""

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts, random_agent
from open_spiel.python.algorithms.external_sampling_mccfr import ExternalSamplingSolver
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver
from open_spiel.python.bots import uniform_random

from millefiori.arena.match import Terms, play_game
from millefiori.bots.bot import Bot, UnknownBot, make_bot
from millefiori.engine.actions import action_named
from millefiori.engine.calls import legal_actions
from millefiori.engine.chance import new_stream
from millefiori.engine.state import Game
from millefiori.engine.view import View, redeal, view
from millefiori.env.openspiel import bots as openspiel_bots
from millefiori.env.openspiel.bots import GreedyPlayouts, IsmctsBot, OurBot, RandomPlayouts, SpielBot, new_ismcts
from millefiori.env.openspiel.game import SHORT_NAME, MilleFioriGame, MilleFioriState
from millefiori.position import position
from millefiori.table import Table
from tests.bots.test_right_answers import FINISH_THE_CHAIN, LAST_SEA_SPACE, TOP_OF_THE_PYRAMID
from tests.env.test_openspiel import compiled_only, decisions, everything, finished, load, replayed
from tests.laws.strategies import bytes_of

pytestmark = compiled_only

ROOT = Path(__file__).parents[2]


# --- Our bots in OpenSpiel


@pytest.mark.parametrize("players", [2, 3, 4])
def test_our_bots_play_in_the_frameworks_matches(players: int) -> None:
    game = load(players)
    bots = [OurBot(0, "greedy"), *(pyspiel.make_uniform_random_bot(seat, seat) for seat in range(1, players))]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 5)
    assert returns[0] > 50 and sum(returns) == pytest.approx(0)
    state = game.new_initial_state()
    assert evaluate_bots.evaluate_bots(state, bots, np.random.RandomState(5))[0] > 50 and state.is_terminal()


class Spy(Bot):
    """Plays the first legal action, and keeps what it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[tuple[View, list[int]]] = []

    def choose(self, view: View, legal: Any) -> int:
        self.given.append((view, list(legal)))
        return int(legal[0])


def test_our_bots_get_their_seats_view_and_its_legal_actions() -> None:
    spies = [Spy(), Spy()]
    state = load().new_initial_state()
    pyspiel.evaluate_bots(state, [OurBot(seat, spy) for seat, spy in enumerate(spies)], 3)
    for seat, spy in enumerate(spies):
        assert len(spy.given) > 20
        assert all(seen.seen_by == seat == seen.to_act and legal == legal_actions(seen) for seen, legal in spy.given)


def test_a_match_can_begin_in_the_middle_of_a_game() -> None:
    state = next(decisions(load(), seed=1)).clone()
    bots = [OurBot(seat, "random", seat) for seat in range(2)]
    assert sum(evaluate_bots.evaluate_bots(state, bots, np.random.RandomState(1))) == 0


def test_a_bot_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownBot, match="there is no bot 'deepblue'"):
        OurBot(0, "deepblue")


# --- OpenSpiel's bots at our tables


class SpyOfStates(pyspiel.Bot):  # type: ignore[misc]
    """A bot of OpenSpiel that looks at everything, and plays the last legal action."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[list[Any]] = []

    def restart_at(self, state: MilleFioriState) -> None:
        pass

    def step(self, state: MilleFioriState) -> int:
        self.seen.append([*everything(state), bytes_of(state.playthrough.game), state.serialize()])
        return int(state.legal_actions()[-1])


class SpyingBot(SpielBot):
    """The spy, for our tables."""

    def make(self, game: MilleFioriGame, player: int, seed: int) -> SpyOfStates:
        self.spy = SpyOfStates()
        return self.spy


def what_is_seen(game: Game, seat: int) -> list[list[Any]]:
    bot = SpyingBot(seed=4)
    seen = view(game, seat)
    assert bot.choose(seen, legal_actions(seen)) == legal_actions(seen)[-1]
    return bot.spy.seen


def test_a_bot_of_the_framework_cannot_see_what_its_seat_cannot_know() -> None:
    """All that it can look at is the same in worlds that differ only in hidden cards."""
    for number, state in enumerate(decisions(load(3, "german"), seed=2, every=13)):
        if not state.is_terminal():
            seat, game = state.current_player(), state.playthrough.game
            assert what_is_seen(game, seat) == what_is_seen(redeal(view(game, seat), number), seat)


class UniformBot(SpielBot):
    """The framework's own random player."""

    def make(self, game: MilleFioriGame, player: int, seed: int) -> Any:
        return uniform_random.UniformRandomBot(player, np.random.RandomState(seed))


def test_a_bot_of_the_framework_plays_whole_games_at_our_tables() -> None:
    for edition, players, tactical in (("international", 2, False), ("german", 4, True), ("caipirinha", 2, False)):
        table = Table(edition, players, tactical=tactical, seed=3)
        bots = [UniformBot(seed=seat) for seat in range(players)]
        while table.to_act is not None:
            table.advance(bots[table.to_act].choose(table.view(table.to_act), table.legal_actions()))
        assert table.winners


@pytest.mark.parametrize(
    ("line", "action"),
    [(FINISH_THE_CHAIN, "place W2.2"), (LAST_SEA_SPACE, "sail"), (TOP_OF_THE_PYRAMID, "place N3.1")],
)
def test_the_search_finds_the_best_last_turn(line: str, action: str) -> None:
    seen = view(position(line), 0)
    bot = IsmctsBot(seed=1, budget="150")
    assert bot.choose(seen, legal_actions(seen)) == action_named(action)


def test_the_search_chooses_the_same_with_the_same_seed() -> None:
    state = next(decisions(load(), seed=5))
    seen = state.view(state.current_player())
    choices = {IsmctsBot(seed=7, budget="30sims").choose(seen, legal_actions(seen)) for _ in range(3)}
    assert len(choices) == 1


@pytest.mark.parametrize("budget", ["0", "-3", "many", "10ms", "1.5"])
def test_a_budget_that_is_no_number_of_simulations_is_refused(budget: str) -> None:
    with pytest.raises(UnknownBot, match="budget"):
        IsmctsBot(budget=budget)


def test_the_search_plays_in_the_arena(tmp_path: Path) -> None:
    """Named by its file, as a bot of others is; with few simulations, by a class of one's own."""
    quick = tmp_path / "quick.py"
    quick.write_text(
        "from millefiori.env.openspiel.bots import IsmctsBot\n\nclass Quick(IsmctsBot):\n    default = 2\n"
    )
    result = play_game((f"{quick}:Quick", "random"), Terms(seed=1))
    assert result.forfeit is None and result.winners
    home = Path(openspiel_bots.__file__).relative_to(ROOT)
    bot = make_bot(f"{home}:IsmctsBot", 3) if Path.cwd() == ROOT else make_bot(f"{ROOT / home}:IsmctsBot", 3)
    assert type(bot).__name__ == "IsmctsBot" and bot.simulations == IsmctsBot.default  # type: ignore[attr-defined]


# --- Search


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_frameworks_search_plays_on(players: int) -> None:
    game = load(players, "german")
    state = next(decisions(game, seed=3)).clone()
    bot = new_ismcts(game, 12)
    for _ in range(4 * players):
        state.apply_action_with_legality_check(bot.step(state))


@pytest.mark.parametrize("options", [{"max_world_samples": 3}, {"use_observation_string": True}])
def test_the_frameworks_search_needs_nothing_of_ours(options: dict[str, Any]) -> None:
    """Its own evaluator, its own sampler, clones of worlds, observations as keys."""
    game = load(reward="win")
    *_, state = (state.clone() for state in decisions(game, seed=3) if state.playthrough.game.rounds < 10)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game, evaluator, 1.0, 8, random_state=np.random.RandomState(2), allow_inconsistent_action_sets=True, **options
    )
    policy, action = bot.step_with_policy(state)
    assert action in state.legal_actions() and sum(chance for _, chance in policy) == pytest.approx(1)


@pytest.mark.parametrize("kind", [RandomPlayouts, GreedyPlayouts])
@pytest.mark.parametrize("reward", ["margin", "win", "points"])
def test_playouts_value_a_state_in_the_games_own_rewards(kind: type[RandomPlayouts], reward: str) -> None:
    game = load(3, reward=reward)
    evaluator, state = kind(1), next(decisions(game, seed=2))
    before = everything(state)
    values = np.array([evaluator.evaluate(state) for _ in range(8)])
    assert values.shape == (8, 3) and len({tuple(row) for row in values.tolist()}) > 1
    assert (values >= game.min_utility()).all() and (values <= game.max_utility()).all()
    if game.utility_sum() is not None:
        assert values.sum(axis=1) == pytest.approx(game.utility_sum())
    assert everything(state) == before
    assert dict(evaluator.prior(state)) == dict.fromkeys(state.legal_actions(), 1 / len(state.legal_actions()))


def test_playouts_draw_what_is_not_decided_and_nothing_else() -> None:
    for state in decisions(load(2, "caipirinha"), seed=2, every=20):
        stream, playthrough = new_stream(1), state.playthrough
        games = [playthrough.shuffled(stream) for _ in range(30)]
        decided = np.setdiff1d(np.arange(len(playthrough.game.deck)), playthrough.open_indices())
        assert all((game.deck[decided] == playthrough.game.deck[decided]).all() for game in games)
        assert all(sorted(game.deck.tolist()) == sorted(playthrough.game.deck.tolist()) for game in games)
        if playthrough.game.dealt < 90:
            assert len({int(game.deck[int(game.dealt)]) for game in games}) > 10


# --- Regret minimisation and learning


def test_outcome_sampling_runs() -> None:
    solver = OutcomeSamplingSolver(load(2, "caipirinha"))
    solver.iteration()
    assert len(solver._infostates) > 20


def test_outcome_sampling_in_compiled_code_runs() -> None:
    solver = pyspiel.OutcomeSamplingMCCFRSolver(load(2, "caipirinha"))
    solver.run_iteration()


def test_external_sampling_runs_at_the_end_of_a_game() -> None:
    """It tries every action of a player: from the beginning that is more than a lifetime, in the last turn it ends."""
    game = load(2, "caipirinha")
    state = replayed(game, finished(game, seed=4).history()[:-1])
    assert not state.is_chance_node()
    solver = ExternalSamplingSolver(game)
    for player in range(2):
        solver._update_regrets(state.clone(), player)
    assert solver._infostates


@pytest.mark.parametrize("observation_type", list(rl_environment.ObservationType))
def test_agents_learn_in_the_frameworks_environment(observation_type: Any) -> None:
    environment = rl_environment.Environment(
        SHORT_NAME, observation_type=observation_type, players=3, edition="german", reward="points"
    )
    agents = [random_agent.RandomAgent(player_id=player, num_actions=200) for player in range(3)]
    environment.seed(3)
    step, total = environment.reset(), np.zeros(3)
    while not step.last():
        player = step.observations["current_player"]
        step = environment.step([agents[player].step(step).action])
        total += step.rewards
    assert total.tolist() == environment.get_state.returns() and total.min() > 0
    assert environment.observation_spec()["info_state"] == (1287,)


# --- The example


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.spec_from_file_location("openspiel_ismcts", ROOT / "examples" / "openspiel_ismcts.py")
    assert spec is not None and spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    example.main(["--games", "2", "--simulations", "2", "--seed", "3"])
    out = capsys.readouterr().out
    assert "win share" in out and "mean margin" in out and "95 %" in out
    with pytest.raises(SystemExit):
        example.main(["--games", "0"])
