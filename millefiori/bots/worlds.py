"""Sampled worlds: what is hidden is dealt, the others keep cards by the policy, and a candidate action is played out.

Played out means: the game goes on by a fixed policy that, like any player, uses only what each seat knows.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.network import Mind, Network
from millefiori.bots.turns import action_values, best_action, margin, standing, win_share
from millefiori.chance import Stream, seed_stream
from millefiori.compiled import rule
from millefiori.rules.flow import apply
from millefiori.rules.piles import add_card, remove_card
from millefiori.state import Game, Games, Lists
from millefiori.view import fill_in
from millefiori.vocabulary import NO_CARD, Phase, Seat

MARGIN, WON, WORTH = range(3)
"""What a simulation tells."""
SPREAD = 12.0
"""Points by which a margin may still change for each diamond to come (as a random walk): for the chance to win."""


@rule
def play_on(
    games: Games, lists: Lists, values: NDArray[Any], seat: Seat, own_turns: int, network: Network, mind: Mind
) -> float:
    """Play `games[0]` on by the policy to the seat's n-th card from now, and value that turn; or to the end."""
    while games[0].phase != Phase.OVER:
        if games[0].to_act == seat and games[0].phase == Phase.PLAY and games[0].extra_cards == 0:
            own_turns -= 1
            if own_turns == 0:
                return best_of(values, action_values(games, lists, values, network, mind))
        apply(games[0], best_action(games, lists, values, network, mind))
    return margin(games[0], seat)


@rule
def chance_to_win(game: Game, seat: Seat, expected: float, spread: float) -> float:
    """Guessed from the expected margin, the others' lead over each other, and how far margins may still change."""
    others = standing(game, seat) - margin(game, seat)  # their mean
    odds_against = 0.0
    for player in range(game.seats):
        if player != seat:
            ahead = expected + others - standing(game, player)
            odds_against += np.exp(-1.7 * ahead / spread)
    return 1 / (1 + odds_against)


@rule
def best_of(values: NDArray[Any], count: int) -> float:
    """The highest of the first values."""
    best = values[0]
    for number in range(1, count):
        best = max(best, values[number])
    return best


@rule
def keep_by_policy(
    room: Games, lists: Lists, values: NDArray[Any], world: Games, keeps: NDArray[Any], network: Network, mind: Mind
) -> None:
    """Which cards the others keep in this turn: nobody sees it, but they choose as the policy does, not any card.

    Who has chosen in the redeal already chooses anew. The others' choices are left in `keeps`: all choose at the same
    time, so they are the same for every candidate.
    """
    seat = world[0].to_act
    is_draft = world[0].phase == Phase.KEEP and not world[0].option.tactical
    for player in range(world[0].seats):
        card = world[0].kept[player]
        if player != seat and (is_draft or card != NO_CARD):
            room[0] = world[0]
            add_card(room[0].hand[player], card)
            room[0].kept[player] = NO_CARD
            room[0].to_act = player
            room[0].phase = Phase.KEEP
            keeps[player] = best_action(room, lists, values, network, mind)
            if card != NO_CARD:
                world[0].hand[player] = room[0].hand[player]
                remove_card(world[0].hand[player], keeps[player])
                world[0].kept[player] = keeps[player]


@rule
def try_world(
    room: Games,
    lists: Lists,
    values: NDArray[Any],
    world: Games,
    keeps: NDArray[Any],
    actions: NDArray[Any],
    active: NDArray[Any],
    own_turns: int,
    network: Network,
    mind: Mind,
    results: NDArray[Any],
) -> None:
    """Of every active candidate in one world: its margin, won or not (as far as one can tell), and what it is worth.

    Worth is the chance to win as seen from now: with a wide spread early in the game, when every point counts, so that
    the luck of a single world does not decide; with a narrow one in the end.
    """
    seat = world[0].to_act
    spread = SPREAD * np.sqrt(max(world[0].supply[seat], 1))
    keep_by_policy(room, lists, values, world, keeps, network, mind)
    for number in range(len(actions)):
        if active[number]:
            room[0] = world[0]
            apply(room[0], actions[number])
            while world[0].phase == Phase.KEEP and room[0].phase == Phase.KEEP:  # the others' choices of this turn
                apply(room[0], keeps[room[0].to_act])
            expected = play_on(room, lists, values, seat, own_turns, network, mind)
            results[number, MARGIN] = expected
            results[number, WORTH] = chance_to_win(room[0], seat, expected, spread)
            results[number, WON] = results[number, WORTH]
            if room[0].phase == Phase.OVER:
                results[number, WON] = win_share(room[0], seat)


@rule
def deal_world(view: Games, world: Games, stream: Stream, seed: int, number: int) -> None:
    """The n-th world of a seed that fits the view."""
    seed_stream(stream, seed, number, 0)
    world[0] = view[0]
    fill_in(world[0], stream)
