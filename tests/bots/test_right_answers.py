"""Positions with one right answer."""

import random

import numpy as np
import pytest

from millefiori.bots.bot import make_bot
from millefiori.bots.learning.network import new_network, shipped_network
from millefiori.bots.thinking.desk import new_desk
from millefiori.bots.thinking.question import Question
from millefiori.bots.thinking.turns import action_values
from millefiori.bots.thinking.worlds import keep_by_policy
from millefiori.engine.actions import action_named
from millefiori.engine.calls import legal_actions
from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.rules.flow import apply
from millefiori.engine.rules.piles import add_card
from millefiori.engine.state import copy_game
from millefiori.engine.view import redeal, view
from millefiori.engine.vocabulary import NO_CARD, Phase
from millefiori.position import position
from millefiori.table import Table

ALL = ["greedy", "search:60sims", "strong:40sims", "reference:40sims", "learned"]

FINISH_THE_CHAIN = (  # W2.2 fills a gold symbol, and the display holds the card that completes a fleet with four goods
    "international-2 W=A....../B.B...../......../....... T=ABAB/..../..../..../.... H=AA./.../.../.../... "
    "act=A phase=play kept=lime-1/- display=ship-1 ship=20/20 last=yes start=B supply=0/5 reserve=3/3"
)
LAST_SEA_SPACE = "international-2 act=A phase=play kept=pigments-3/- ship=17/0 last=yes start=B supply=0/5 reserve=3/3"
TOP_OF_THE_PYRAMID = (  # the own diamonds lie beneath one of the two tops
    "international-2 N=AABBB/AABB/... act=A phase=play kept=coin-1/- ship=20/20 last=yes start=B supply=0/9 reserve=3/3"
)


@pytest.mark.parametrize("spec", ALL)
@pytest.mark.parametrize(
    ("line", "action"),
    [(FINISH_THE_CHAIN, "place W2.2"), (LAST_SEA_SPACE, "sail"), (TOP_OF_THE_PYRAMID, "place N3.1")],
)
def test_the_best_last_turn(spec: str, line: str, action: str) -> None:
    game = position(line)
    assert make_bot(spec).choose(view(game, 0), legal_actions(game)) == action_named(action)


@pytest.mark.parametrize("spec", ["search:60sims", "strong:40sims"])
def test_search_denies_the_top_of_the_pyramid(spec: str) -> None:
    """Two lions of equal worth; A has passed B the coin, and only N2.4 keeps the coin on top out of B's reach."""
    game = position(
        "international-2 N=BBBBB/.BB./.A. act=A phase=play kept=lion-1/coin-3 turn=2 last=yes start=A "
        "supply=0/9 reserve=3/3 ship=20/20"
    )
    assert make_bot(spec).choose(view(game, 0), legal_actions(game)) == action_named("place N2.4")


def test_the_end_of_a_game_is_scored_exactly() -> None:
    game = position(LAST_SEA_SPACE + " points=sea:50/sea:55")
    bot = make_bot("search:30sims")
    bot.choose(view(game, 0), legal_actions(game))
    found = {opinion.action: (opinion.margin, opinion.win) for opinion in bot.opinions}
    assert found[action_named("sail")] == (5.0, 1.0)
    assert all(margin < 0 and win == 0.0 for action, (margin, win) in found.items() if action != action_named("sail"))


@pytest.mark.parametrize("phase", [Phase.KEEP, Phase.PLAY])
def test_in_sampled_worlds_the_others_keep_what_the_policy_would(phase: Phase) -> None:
    """Whoever has kept a card already, and, while all keep, those who still will."""
    table, chooser, seen = Table("english", 4, seed=3), random.Random(5), 0
    desk, policy = new_desk(), make_bot("greedy")
    while not table.is_over:
        seat = int(table.game.to_act)
        if table.game.phase == phase and chooser.random() < (0.2 if IS_COMPILED else 0.12):
            desk.world = redeal(table.view(seat), chooser.randrange(2**40))
            keep_by_policy(desk, new_network())
            for player in set(range(4)) - {seat}:
                game = copy_game(desk.world)
                has_kept = game.kept[player] != NO_CARD
                if not has_kept and phase == Phase.PLAY:  # has played already
                    continue
                add_card(game.hand[player], game.kept[player])
                game.kept[player], game.to_act, game.phase = NO_CARD, player, Phase.KEEP
                choice = policy.choose(view(game, player), legal_actions(game))
                assert desk.keeps[player] == choice and (not has_kept or desk.world.kept[player] == choice)
                seen += 1
        table.advance(chooser.choice(table.legal_actions()))
    assert seen > 10


def test_who_was_dropped_early_is_not_chosen_for_its_luck() -> None:
    """The first worlds were rich for everybody; there the second candidate was behind, so it did not see the others."""
    question = Question(Table("english", 2, seed=1).view(0), np.array([4, 5]), 1)
    question.worlds = 4
    question.results[:2, 0], question.results[:2, 1], question.results[2:4, 0] = 0.9, 0.8, 0.1
    question.active[1] = False
    assert question.best() == 0
    best, other = question.opinions(0)
    assert (best.action, best.visits) == (4, 4) and best.win == pytest.approx(0.5)
    assert (other.action, other.visits) == (5, 2) and other.win == pytest.approx(0.4)


def test_a_network_looks_at_extra_cards_once_and_hopes_for_the_same_wherever_one_is_earned() -> None:
    table, chooser, network = Table("international", 3, seed=2), random.Random(4), shipped_network()
    patient, hasty, earned = new_desk(), new_desk(), 0
    patient.is_patient = True
    while not table.is_over and (IS_COMPILED or not earned):  # without a compiler a look takes seconds
        game = copy_game(table.game)
        if game.phase == Phase.PLAY and chooser.random() < (0.5 if IS_COMPILED else 0.2):
            for desk in (patient, hasty):
                desk.games[0] = game
                count = action_values(desk, network)
            assert not hasty.hope < 0, "an extra card can be declined"
            for number, action in enumerate(hasty.lists[0].actions[:count]):
                after = copy_game(game)
                after.start_player = game.to_act
                apply(after, action)
                if after.to_act != game.to_act:
                    assert hasty.values[number] == pytest.approx(patient.values[number], abs=0.01)
                else:
                    earned += 1
                    assert hasty.hope >= 0
        table.advance(chooser.choice(table.legal_actions()))
    assert earned > 0
