"""The best turn: all ways to play a card with the whole chain of extra cards, each end valued by margin and future.

A turn is looked at alone, as if nobody played after it: no hand is passed and no card dealt, so nothing hidden is
touched and a view is enough.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.actions import DECLINE, SAIL
from millefiori.board import CARD_SYMBOL
from millefiori.bots.network import Mind, Network, future, set_base
from millefiori.compiled import rule
from millefiori.rules.flow import apply, list_legal
from millefiori.rules.piles import remove_card
from millefiori.state import Game, Games, Lists
from millefiori.vocabulary import SETS, ActionNumber, Card, Phase, Seat, Symbol

FULL_DEPTH = 2
"""Cards of a chain that are searched completely: the card in play and one extra card. The next decision looks on."""
HOPE = 4.0
"""What an extra card beyond that is worth, in points: about what one brings on average."""
LEVELS = 2 * FULL_DEPTH + 3
"""Room for the search: a game and a list of actions for each decision of a chain."""


@rule
def standing(game: Game, seat: Seat) -> int:
    """The points of a seat, with those of bonus diamonds that wait for the end."""
    points = game.score[seat] + 0
    if not game.option.bonus_at_once and game.phase != Phase.OVER:
        for area in range(SETS):
            points += game.bonus[seat, area]
    return points


@rule
def margin(game: Game, seat: Seat) -> float:
    """How far the seat is ahead of the others' mean."""
    others = 0
    for player in range(game.seats):
        if player != seat:
            others += standing(game, player)
    return standing(game, seat) - others / (game.seats - 1)


@rule
def value(game: Game, seat: Seat, start_player: Seat, network: Network, mind: Mind) -> float:
    """What the position is worth to the seat after its turn: the margin so far and the one to come."""
    worth = margin(game, seat)
    if network.is_trained:
        worth += future(game, seat, start_player, network, mind)
    return worth


@rule
def best_value(
    games: Games, lists: Lists, level: int, seat: Seat, start: Seat, must_sail: bool, network: Network, mind: Mind
) -> float:
    """The best that the seat can reach in this turn from `games[level]`; the levels above are working space."""
    game = games[level]
    if game.to_act != seat:
        return value(game, seat, start, network, mind)
    if game.phase == Phase.EXTRA and level >= 2 * FULL_DEPTH - 1:
        return value(game, seat, start, network, mind) + HOPE
    best = -np.inf
    last_symbol = -1
    for number in range(list_legal(game, lists[level])):
        action = lists[level].actions[number]
        if must_sail and action != SAIL:
            continue
        games[level + 1] = game
        apply(games[level + 1], action)
        same = False  # cards that differ in their number only place alike: it is enough to sail with the others
        if game.phase == Phase.EXTRA and action != DECLINE:
            same = CARD_SYMBOL[action] == last_symbol and last_symbol != Symbol.SHIP
            last_symbol = CARD_SYMBOL[action]
        best = max(best, best_value(games, lists, level + 1, seat, start, same, network, mind))
    return best


@rule
def play_now(game: Game, seat: Seat, card: Card) -> None:
    """As if the seat had kept the card and it were its turn."""
    remove_card(game.hand[seat], card)
    game.kept[seat] = card
    game.to_act = seat
    game.phase = Phase.PLAY


@rule
def action_values(games: Games, lists: Lists, values: NDArray[Any], network: Network, mind: Mind) -> int:
    """What each legal action of `games[0]` is worth to the player; returns how many there are.

    In the draft a card is worth its best turn, played now.
    """
    seat = games[0].to_act
    start = games[0].start_player
    if network.is_trained:
        set_base(games[0], seat, start, network, mind)
    count = list_legal(games[0], lists[0])
    for number in range(count):
        action = lists[0].actions[number]
        games[1] = games[0]
        games[1].start_player = seat  # the turn alone: it does not come round to the start player
        if games[0].phase == Phase.KEEP:
            play_now(games[1], seat, action)
        else:
            apply(games[1], action)
        values[number] = best_value(games, lists, 1, seat, start, False, network, mind)
    return count


@rule
def best_action(games: Games, lists: Lists, values: NDArray[Any], network: Network, mind: Mind) -> ActionNumber:
    """The action of the highest value; the first of equals."""
    count = action_values(games, lists, values, network, mind)
    best = 0
    for number in range(1, count):
        if values[number] > values[best]:
            best = number
    return lists[0].actions[best]
