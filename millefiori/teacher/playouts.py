"""Games played out from a decision: the same worlds for every action, and the whole score sheet of each end.

A world is dealt from a seat's view, or it is the real game with its real hands and the rest of the deck shuffled anew.
Everybody plays on by the policy of `learned`, which uses only what each seat knows.
"""

from typing import Annotated, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.learning.network import Network
from millefiori.bots.thinking.desk import Desk, Desks
from millefiori.bots.thinking.turns import best_action
from millefiori.bots.thinking.worlds import keep_by_policy
from millefiori.engine.chance import seed_stream, shuffle
from millefiori.engine.compiled import rule
from millefiori.engine.layout import Int8, layout
from millefiori.engine.playouts import deal_game
from millefiori.engine.rules.end import win_share
from millefiori.engine.rules.flow import apply
from millefiori.engine.state import Game, Games
from millefiori.engine.view import fill_in
from millefiori.engine.vocabulary import ALL_SEEING, SEATS, ActionNumber, Phase, Reason

REASONS = len(Reason)
MOST_ACTIONS = 8
NO_ACTION = -1
"""Everything is left to the policy."""


class Trial:
    """A decision and the actions that are tried for it."""

    game: Game  # a seat's view, or the whole game
    actions: Annotated[NDArray[np.int16], (MOST_ACTIONS,)]
    count: Int8


class Ending:
    """How a game ended: every point with its reason, and each seat's share of the win."""

    points: Annotated[NDArray[np.int16], (SEATS, REASONS)]
    won: Annotated[NDArray[np.float64], (SEATS,)]


TRIAL, ENDING = layout(Trial), layout(Ending)
Endings: TypeAlias = NDArray[Any]
"""An array of endings: by action, or by world and action."""


@rule
def deal(desk: Desk, game: Game, seed: int, number: int) -> None:
    """Deal the n-th world of a seed: what a view hides, the rest of the deck, or everything before the first card."""
    seed_stream(desk.stream, seed, number, 0)
    desk.world = game
    if game.rounds == 0:
        deal_game(desk.world, game.start_player, desk.stream)
    elif game.seen_by == ALL_SEEING:
        shuffle(desk.stream, desk.world.deck[desk.world.dealt :])
    else:
        fill_in(desk.world, desk.stream)


@rule
def play_to_the_end(desk: Desk, network: Network, ending: Ending) -> None:
    """Play the desk's first game by the policy, and write how it ended."""
    game = desk.games[0]
    while game.phase != Phase.OVER:
        apply(game, best_action(desk, network))
    for seat in range(game.seats):
        ending.won[seat] = win_share(game, seat)
        for reason in range(REASONS):
            ending.points[seat, reason] = game.points[seat, reason]


@rule
def try_actions(desk: Desk, trial: Trial, network: Network, endings: Endings) -> None:
    """Play every action of the trial in the desk's world, and then to the end of the game.

    In a world from a view the others keep their cards by the policy, the same for every action: nobody sees which.
    """
    is_dealt_from_view = trial.game.seen_by != ALL_SEEING
    if is_dealt_from_view:
        keep_by_policy(desk, network)
    for number in range(trial.count):
        desk.games[0] = desk.world
        game = desk.games[0]
        if trial.actions[number] != NO_ACTION:
            apply(game, trial.actions[number])
        while is_dealt_from_view and desk.world.phase == Phase.KEEP and game.phase == Phase.KEEP:
            apply(game, desk.keeps[game.to_act])
        play_to_the_end(desk, network, endings[number])


@rule
def play_worlds(
    desks: Desks, trials: NDArray[Any], networks: NDArray[Any], seed: int, first: int, endings: Endings
) -> None:
    """Try the actions in as many worlds as there are rows of endings, the `first` of the seed and those after it."""
    for row in range(len(endings)):
        deal(desks[0], trials[0].game, seed, first + row)
        try_actions(desks[0], trials[0], networks[0], endings[row])


@rule
def policy_action(desks: Desks, games: Games, networks: NDArray[Any]) -> ActionNumber:
    """What the policy does in the first game; it asks only what the player to act knows."""
    desks[0].games[0] = games[0]
    return best_action(desks[0], networks[0])
