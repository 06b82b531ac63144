"""Sampled worlds: hidden cards are dealt, the others keep cards by the policy, and every candidate is played out.

Played out means: the game continues by a fixed policy that, like any player, uses only what each seat knows.
"""

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.learning.chances import calibrated_chance
from millefiori.bots.learning.network import Network
from millefiori.bots.thinking.desk import Desk, Desks
from millefiori.bots.thinking.turns import action_values, best_action, best_of, is_last_play
from millefiori.engine.chance import seed_stream
from millefiori.engine.compiled import rule
from millefiori.engine.layout import Int8, Int16, layout
from millefiori.engine.rules.end import margin, standing, win_share
from millefiori.engine.rules.flow import apply
from millefiori.engine.rules.piles import add_card, remove_card
from millefiori.engine.rules.rounds import all_keep
from millefiori.engine.state import Game
from millefiori.engine.view import fill_in
from millefiori.engine.vocabulary import NO_CARD, Phase, Seat

MARGIN, WON, WORTH = range(3)
"""The figures of a simulation."""
SPREAD = 12.0
"""Points by which a margin may still change for each diamond to come (as a random walk): for the chance to win."""
MOST_CANDIDATES = 8


class Candidates:
    """The actions that are compared for one decision."""

    seen: Game  # what the player knows
    actions: Annotated[NDArray[np.int16], (MOST_CANDIDATES,)]
    active: Annotated[NDArray[np.int8], (MOST_CANDIDATES,)]  # 1 until it is dropped
    count: Int8
    own_turns: Int16  # to play on before the position is judged


CANDIDATES = layout(Candidates)


@rule
def play_on(desk: Desk, seat: Seat, own_turns: int, network: Network) -> float:
    """Play the desk's first game by the policy up to the seat's n-th card, and value that turn; or to the end."""
    game = desk.games[0]
    while game.phase != Phase.OVER:
        if game.to_act == seat and game.phase == Phase.PLAY and game.extra_cards == 0:
            own_turns -= 1
            if own_turns == 0:
                return desk.values[best_of(desk, action_values(desk, network))]
        apply(game, best_action(desk, network))
    return margin(game, seat)


@rule
def chance_to_win(game: Game, seat: Seat, expected: float, spread: float) -> float:
    """Estimated from the expected margin, the others' lead over each other, and how far margins may still change."""
    others = standing(game, seat) - margin(game, seat)  # their mean
    odds_against = 0.0
    for player in range(game.seats):
        if player != seat:
            ahead = expected + others - standing(game, player)
            odds_against += np.exp(-1.7 * ahead / spread)
    return 1 / (1 + odds_against)


@rule
def keep_by_policy(desk: Desk, network: Network) -> None:
    """Let the others keep a card in this turn of the desk's world: nobody sees which, but it is no random one.

    Seats that have kept a card in the redeal decide again. The cards are left in `keeps`: all keep at the same time, so
    they are the same for every candidate.
    """
    world = desk.world
    for player in range(world.seats):
        card = world.kept[player]
        if player != world.to_act and (all_keep(world) or card != NO_CARD):
            desk.games[0] = world
            game = desk.games[0]
            add_card(game.hand[player], card)
            game.kept[player] = NO_CARD
            game.to_act = player
            game.phase = Phase.KEEP
            desk.keeps[player] = best_action(desk, network)
            if card != NO_CARD:
                world.hand[player] = game.hand[player]
                remove_card(world.hand[player], desk.keeps[player])
                world.kept[player] = desk.keeps[player]


@rule
def try_world(desk: Desk, candidates: Candidates, network: Network, results: NDArray[Any]) -> None:
    """For every active candidate in one world: its margin, won or not (as far as one can tell), and what it is worth.

    Worth is the chance to win as seen from now: with a wide spread early in the game, when every point counts, so that
    the luck of a single world does not decide; with a narrow one near the end.
    """
    world = desk.world
    seat = world.to_act
    spread = SPREAD * np.sqrt(max(world.supply[seat], 1))
    keep_by_policy(desk, network)
    for number in range(candidates.count):
        if candidates.active[number]:
            desk.games[0] = world
            game = desk.games[0]
            apply(game, candidates.actions[number])
            while world.phase == Phase.KEEP and game.phase == Phase.KEEP:  # the others keep their cards
                apply(game, desk.keeps[game.to_act])
            expected = play_on(desk, seat, candidates.own_turns, network)
            write_result(game, seat, expected, spread, results[number])


@rule
def write_result(game: Game, seat: Seat, expected: float, spread: float, result: NDArray[Any]) -> None:
    """What a position with this expected margin says."""
    result[MARGIN] = expected
    result[WORTH] = chance_to_win(game, seat, expected, spread)
    result[WON] = calibrated_chance(game, seat, expected)
    if game.phase == Phase.OVER:
        result[WON] = win_share(game, seat)


@rule
def write_judgement(question: NDArray[Any], values: NDArray[Any], results: NDArray[Any]) -> bool:
    """What the values of the candidates say before any world is dealt; with arrays, for use from Python.

    Returns whether all worlds are alike: whatever is hidden does not matter any more.
    """
    game = question[0].seen
    spread = SPREAD * np.sqrt(max(game.supply[game.to_act], 1))
    for number in range(question[0].count):
        write_result(game, game.to_act, values[number], spread, results[number])
    return game.phase != Phase.KEEP and is_last_play(game, game.to_act, game.start_player)


@rule
def deal_world(desk: Desk, view: Game, seed: int, number: int) -> None:
    """Deal the n-th world of a seed that fits the view."""
    seed_stream(desk.stream, seed, number, 0)
    desk.world = view
    fill_in(desk.world, desk.stream)


@rule
def try_worlds(
    desks: Desks,
    thread: int,
    question: NDArray[Any],
    networks: NDArray[Any],
    seed: int,
    first: int,
    results: NDArray[Any],
) -> None:
    """Try the candidates in as many worlds as there are rows of results, the `first` of the seed and those after it.

    With arrays, for use from Python: one call for many worlds.
    """
    for row in range(len(results)):
        deal_world(desks[thread], question[0].seen, seed, first + row)
        try_world(desks[thread], question[0], networks[0], results[row])
