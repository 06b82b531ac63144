"""Positions with one right answer."""

import pytest

from millefiori.actions import action_named
from millefiori.bots.bot import make_bot
from millefiori.compiled import IS_COMPILED
from millefiori.legality import legal_actions
from millefiori.position import position
from millefiori.view import view

ALL = ["greedy", "search:60sims", "strong:40sims", "learned"] if IS_COMPILED else ["greedy"]

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


@pytest.mark.skipif(not IS_COMPILED, reason="searches are compiled")
@pytest.mark.parametrize("spec", ["search:60sims", "strong:40sims"])
def test_search_denies_the_top_of_the_pyramid(spec: str) -> None:
    """Two lions of equal worth; A has passed B the coin, and only N2.4 keeps the coin on top out of B's reach."""
    game = position(
        "international-2 N=BBBBB/.BB./.A. act=A phase=play kept=lion-1/coin-3 turn=2 last=yes start=A "
        "supply=0/9 reserve=3/3 ship=20/20"
    )
    assert make_bot(spec).choose(view(game, 0), legal_actions(game)) == action_named("place N2.4")


@pytest.mark.skipif(not IS_COMPILED, reason="searches are compiled")
def test_the_end_of_a_game_is_scored_exactly() -> None:
    game = position(LAST_SEA_SPACE + " points=sea:50/sea:55")
    bot = make_bot("search:30sims")
    bot.choose(view(game, 0), legal_actions(game))
    found = {opinion.action: (opinion.margin, opinion.win) for opinion in bot.opinions}
    assert found[action_named("sail")] == (5.0, 1.0)
    assert all(margin < 0 and win == 0.0 for action, (margin, win) in found.items() if action != action_named("sail"))
