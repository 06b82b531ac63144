"""The evaluation: features, incremental sums, gradients, files."""

import random
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from millefiori.bots.learning.descent import adam, add_gradients, flat, follow
from millefiori.bots.learning.features import PARTS, list_features, list_part, look_from
from millefiori.bots.learning.network import (
    WeightsError,
    copy_network,
    future,
    load,
    new_mind,
    new_network,
    output,
    save,
    set_base,
    shipped_network,
)
from millefiori.bots.learning.numbering import FEATURES, GROUPS, MOST, OLD_FEATURES
from millefiori.bots.learning.prospects import EXTRA_CARD, prospect
from millefiori.bots.learning.selfplay import SAMPLE, new_lot, play_and_sample, set_targets
from millefiori.bots.learning.training import Plan, Trainer, setups
from millefiori.engine.board import CARDS
from millefiori.engine.calls import legal_actions
from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.editions import EDITIONS
from millefiori.engine.rules.end import margin
from millefiori.engine.rules.flow import apply
from millefiori.engine.state import GAME, Game, blank_game, copy_game
from millefiori.engine.view import redeal, view
from millefiori.engine.vocabulary import Phase
from millefiori.table import Table

compiled_only = pytest.mark.skipif(not IS_COMPILED, reason="too slow uncompiled")


def positions(edition: str = "international", players: int = 3) -> list[Game]:
    table, chooser, found = Table(edition, players, seed=5), random.Random(1), []
    while not table.is_over:
        found.append(copy_game(table.game))
        table.advance(chooser.choice(table.legal_actions()))
    return found[:: 7 if IS_COMPILED else 31]


@pytest.mark.parametrize("edition", EDITIONS)
def test_features_are_numbered_and_listed_once(edition: str) -> None:
    mind = new_mind()
    for game in positions(edition, 2):
        count = list_features(game, mind)
        features = mind.features[:count].tolist()
        assert count < MOST and len(set(features)) == count
        assert min(features) >= 0 and max(features) < FEATURES
        one_of = ["rounds left", "turn of the round", "players", "edition"]
        for begin, end in (GROUPS[name] for name in one_of):
            assert sum(begin <= feature < end for feature in features) == 1


def test_features_come_from_what_the_seat_knows() -> None:
    mind, other = new_mind(), new_mind()
    for game in positions():
        for seat in range(3):
            seen = view(game, seat)
            look_from(mind, seat, 0)
            look_from(other, seat, 0)
            count = list_features(seen, mind)
            for whole in (game, redeal(seen, 3)):
                assert list_features(whole, other) == count
                assert sorted(other.features[:count]) == sorted(mind.features[:count])


def test_sums_that_are_updated_equal_sums_from_scratch() -> None:
    network, mind = new_network(3), new_mind()
    games = positions()
    look_from(mind, 1, 0)
    for base, game in pairwise(games):
        set_base(base, network, mind)
        updated = future(game, network, mind)
        set_base(game, network, mind)
        assert updated == pytest.approx(future(game, network, mind), abs=0.01)


def test_features_of_a_part_ascend() -> None:
    """One pass finds what differs between two lists, as long as both ascend."""
    mind = new_mind()
    look_from(mind, 2, 1)
    for game in positions(players=4):
        for part in range(PARTS):
            features = mind.features[: list_part(view(game, 2), part, mind, 0)].tolist()
            assert features == sorted(features)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_ends_of_a_turn_are_valued_as_from_scratch(edition: str) -> None:
    """The cards of the end valued before are remembered, and areas that did not change are not looked at."""
    network, mind, fresh = new_network(3), new_mind(), new_mind()
    rng = random.Random(4)
    for game in positions(edition, 2)[:: 1 if IS_COMPILED else 2]:
        seat = int(game.to_act)
        look_from(mind, seat, 0)
        look_from(fresh, seat, 0)
        set_base(game, network, mind)
        for _ in range(4):
            end = copy_game(game)
            end.start_player = seat
            while end.to_act == seat and end.phase != Phase.OVER:
                apply(end, rng.choice(legal_actions(end)))
            for position in (end, end):
                set_base(position, network, fresh)
                expected = future(position, network, fresh)
                assert future(position, network, mind) == pytest.approx(expected, abs=0.01)


def test_a_layer_adds_the_positive_inputs_times_their_weights() -> None:
    network, mind = new_network(5), new_mind()
    mind.sums[:] = np.random.default_rng(1).normal(size=len(mind.sums))
    upper = network.second_bias + np.maximum(mind.sums, 0) @ network.second
    expected = network.last_bias[0] + network.last @ np.maximum(upper, 0)
    assert output(network, mind) == pytest.approx(expected, abs=1e-4)


def test_weights_are_written_and_read(tmp_path: Path) -> None:
    network = new_network(2)
    save(network, tmp_path / "w.npz", "a test")
    assert np.abs(flat(load(tmp_path / "w.npz")) - flat(network)).max() < 0.001
    np.savez(tmp_path / "old.npz", version=0)
    with pytest.raises(WeightsError, match="version 0"):
        load(tmp_path / "old.npz")


@pytest.mark.parametrize("name", ["weights.npz", "weights-0.2.npz"])
def test_the_shipped_weights_fit(name: str) -> None:
    network = shipped_network(name)
    assert network.is_trained and np.isfinite(flat(network)).all()
    assert np.abs(network.first[:OLD_FEATURES]).sum() > 0


def test_old_weights_value_positions_as_before_whether_prospects_are_looked_at_or_not() -> None:
    network, mind = copy_network(shipped_network("weights-0.2.npz")), new_mind()
    assert not network.sees_prospects and not network.first[OLD_FEATURES:].any()
    look_from(mind, 0, 0)
    for game in positions():
        values = []
        for network.sees_prospects in (False, True):
            set_base(game, network, mind)
            values.append(future(game, network, mind))
        assert values[0] == values[1]


@pytest.mark.parametrize("edition", ["international", "german"])
def test_prospects_are_what_the_rules_would_bring(edition: str) -> None:
    """Within a point, since shares of the others' points are rounded."""
    mind = new_mind()
    for game in positions(edition, 3):
        if game.phase == Phase.OVER or not game.display.any() or not game.supply[:3].all():
            continue
        look_from(mind, 0, 0)
        list_features(game, mind)
        for viewer, card in product(range(2), range(0, CARDS, 3)):
            expected = best_of_card(game, viewer, card)
            assert prospect(viewer, card, mind) == pytest.approx(expected, abs=1.01)


def best_of_card(game: Game, seat: int, card: int) -> float:
    """The most that a card can bring a seat now, with the same hope for an extra card."""
    before = copy_game(game)
    before.to_act, before.start_player, before.phase, before.extra_cards = seat, seat, Phase.PLAY, 0
    before.kept[seat] = card
    best = 0.0
    for action in legal_actions(before):
        after = copy_game(before)
        apply(after, action)
        earned = after.to_act == seat and after.phase == Phase.TAKE
        best = max(best, margin(after, seat) - margin(before, seat) + EXTRA_CARD * earned)
    return best


def made_up_samples(count: int) -> NDArray[Any]:
    """Positions with a few features each: for learning it does not matter whether a game can come to them."""
    rng, samples = np.random.default_rng(1), np.zeros(count, SAMPLE)
    for sample in samples:
        sample["count"] = 5
        sample["features"][:5] = rng.choice(FEATURES, 5, replace=False)
        sample["target"] = rng.normal(0, 50)
    return samples


def test_gradients_are_the_slopes_of_the_error() -> None:
    network, gradients, samples = new_network(1), new_network(), made_up_samples(6)
    order = np.arange(len(samples))
    add_gradients(samples, order, network, gradients)
    weights, slopes = flat(network), flat(gradients).copy()
    steep = np.argsort(-np.abs(slopes))[: np.count_nonzero(slopes)]
    assert len(steep) > 500
    for place in steep[:: len(steep) // 25]:
        kept, errors = weights[place], []
        for step in (0.001, -0.001):
            weights[place] = kept + step
            errors.append(add_gradients(samples, order, network, gradients))
        weights[place] = kept
        assert (errors[0] - errors[1]) / 0.004 == pytest.approx(slopes[place], rel=0.1, abs=0.3)


def test_adam_steps_against_the_gradient_however_small_it_is() -> None:
    """Kingma and Ba 2015, algorithm 1: with the same gradient each time, every step has the length of the rate."""
    weights, mean, square = (np.zeros(3, np.float32) for _ in range(3))
    for step in (1, 2, 3):
        gradients = np.array([4.0, -0.01, 0.0], np.float32)
        adam(weights, gradients, mean, square, 0.1, step)
        assert weights == pytest.approx([-0.1 * step, 0.1 * step, 0], abs=1e-4)
        assert not gradients.any(), "ready for the next batch"


def test_the_average_follows_the_weights_by_a_share_of_the_way() -> None:
    average, weights = np.array([0.0, 8.0], np.float32), np.array([4.0, 4.0], np.float32)
    follow(average, weights, 0.25)
    assert list(average) == [1, 7]


def test_what_is_learned_is_what_came_later_for_the_same_seat() -> None:
    game, samples = blank_game(EDITIONS["international"], 2), np.zeros(4, SAMPLE)
    game.score[:2] = 50, 20
    samples["seat"], samples["now"], samples["expected"] = [0, 1, 0, 1], [5, -5, 10, -12], [7, -9, 20, -16]
    set_targets(game, samples, 0, 4, 0.5)
    assert list(samples["target"]) == [0.5 * 30 + 0.5 * 20 - 5, 0.5 * -30 + 0.5 * -16 + 5, 30 - 10, -30 + 12]


@compiled_only
def test_a_game_against_itself_gives_a_sample_for_every_turn() -> None:
    samples = np.zeros(200, SAMPLE)
    blanks = np.array([blank_game(EDITIONS["international"], 2)], GAME)
    count = play_and_sample(new_lot(1, 0, 1, 1.0, 1.0), blanks, new_network(1), samples)
    assert count > 40 and set(samples["seat"][:count]) == {0, 1}
    assert (samples["count"][:count] > 50).all() and not samples["count"][count:].any()
    ends = [samples[:count][samples["seat"][:count] == seat][-1] for seat in (0, 1)]
    finals = [end["now"] + end["target"] for end in ends]
    assert finals[0] == pytest.approx(-finals[1])


@compiled_only
def test_a_training_that_was_stopped_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    plan = Plan(seed=3, generations=3, games=8, memory=2000, batch=64, test_games=4)
    straight = Trainer(plan, tmp_path / "straight")
    for _ in straight.run():
        pass
    stopped = Trainer(plan, tmp_path / "stopped")
    next(stopped.run())
    resumed = Trainer.resume(tmp_path / "stopped")
    assert len(resumed.history) == 1 and resumed.rate_of(2) == pytest.approx(plan.last_rate)
    for _ in resumed.run():
        pass
    assert (flat(resumed.network) == flat(straight.network)).all()
    assert resumed.history == straight.history
    assert len(resumed.history) == plan.generations + 1, "and one for the cooling"


@compiled_only
def test_a_training_can_begin_with_old_weights_and_says_so(tmp_path: Path) -> None:
    save(shipped_network("weights-0.2.npz"), tmp_path / "begin.npz", "a test")
    plan = Plan(
        generations=1, games=4, memory=500, batch=64, test_games=4, begin=str(tmp_path / "begin.npz"), cooling=0
    )
    trainer = Trainer(plan, tmp_path / "more", threads=1)
    assert trainer.network.sees_prospects
    assert np.abs(flat(trainer.network) - flat(shipped_network("weights-0.2.npz"))).max() < 1e-3
    for progress in trainer.run():
        assert progress.wins > 0.2
    with np.load(tmp_path / "more" / "weights.npz") as file:
        assert "--begin begin.npz --threads 1" in str(file["made_by"])


def test_every_edition_and_number_of_players_is_trained() -> None:
    games = setups()
    found = {
        (int(edition), int(seats)) for edition, seats in zip(games["option"]["edition"], games["seats"], strict=True)
    }
    assert found == {(n, players) for n, edition in enumerate(EDITIONS.values()) for players in edition.players}
