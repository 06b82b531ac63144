"""The best turn: all ways to play a card with the whole chain of extra cards, each end valued by margin and future.

A turn is looked at alone, as if nobody played after it: no hand is passed and no card dealt, so nothing hidden is
touched and a view is enough.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.actions import DECLINE, SAIL
from millefiori.board import CARD_SYMBOL
from millefiori.bots.network import LEVELS, Mind, Network, future, set_base
from millefiori.chance import Stream, below
from millefiori.compiled import rule
from millefiori.rules.flow import apply, list_legal
from millefiori.rules.piles import remove_card
from millefiori.rules.rounds import can_deal, left_of
from millefiori.state import Game, Games, Lists
from millefiori.vocabulary import SETS, ActionNumber, Card, Phase, Seat, Symbol

FULL_DEPTH = 2
"""Cards of a chain that are searched completely: the card in play and one extra card. The next decision looks on."""
assert 2 * FULL_DEPTH + 2 <= LEVELS
HOPE = 4.0
"""What an extra card beyond that is worth, in points: about what one brings on average."""


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
def win_share(game: Game, seat: Seat) -> float:
    """Of a game that is over: 1 for the winner, shared by those who share the win."""
    winners = 0
    for player in range(game.seats):
        winners += game.won[player]
    return game.won[seat] / winners


@rule
def is_last_play(game: Game, seat: Seat, start_player: Seat) -> bool:
    """Is the game over after this turn of the seat: nobody plays after it, and there is no next turn?"""
    if left_of(game, seat) != start_player:
        return False
    is_last_card = game.turn + 1 == game.option.cards_played
    return game.last_turns or (is_last_card and not can_deal(game))


@rule
def value(game: Game, seat: Seat, start_player: Seat, network: Network, mind: Mind) -> float:
    """What the position is worth to the seat after its turn: the margin so far and the one to come."""
    worth = margin(game, seat)
    if network.is_trained and not is_last_play(game, seat, start_player):
        worth += future(game, seat, start_player, network, mind)
    return worth


@rule
def is_end(game: Game, seat: Seat, level: int) -> bool:
    """Is the turn over here, or the chain too deep to look on?"""
    return game.to_act != seat or (game.phase == Phase.EXTRA and level >= 2 * FULL_DEPTH - 1)


@rule
def end_value(game: Game, seat: Seat, start_player: Seat, network: Network, mind: Mind) -> float:
    """What the end is worth, with some hope for an extra card that is not looked at."""
    worth = value(game, seat, start_player, network, mind)
    return worth + HOPE if game.to_act == seat else worth


@rule
def open_level(game: Game, lists: Lists, level: int, must_sail: bool, mind: Mind) -> None:
    """List what can be done at a level of the search."""
    mind.tried[level] = 0
    mind.last_symbol[level] = -1
    if must_sail:
        lists[level].actions[0] = SAIL
        mind.count[level] = 1
    else:
        mind.count[level] = list_legal(game, lists[level])


@rule
def repeats_symbol(game: Game, level: int, action: ActionNumber, mind: Mind) -> bool:
    """Was an extra card tried before that differs in its number only? Such cards place alike: it is enough to sail."""
    if game.phase != Phase.EXTRA or action == DECLINE:
        return False
    symbol = CARD_SYMBOL[action]
    same = symbol == mind.last_symbol[level] and symbol != Symbol.SHIP
    mind.last_symbol[level] = symbol
    return same


@rule
def best_value(games: Games, lists: Lists, seat: Seat, start_player: Seat, network: Network, mind: Mind) -> float:
    """The best that the seat can reach in this turn from `games[1]`; the levels above are working space.

    A loop, not a recursion: Numba cannot load recursive functions from its cache.
    """
    if is_end(games[1], seat, 1):
        return end_value(games[1], seat, start_player, network, mind)
    best = -np.inf
    level = 1
    open_level(games[1], lists, 1, False, mind)
    while level >= 1:
        if mind.tried[level] == mind.count[level]:
            level -= 1
            continue
        action = lists[level].actions[mind.tried[level]]
        mind.tried[level] += 1
        games[level + 1] = games[level]
        apply(games[level + 1], action)
        if is_end(games[level + 1], seat, level + 1):
            best = max(best, end_value(games[level + 1], seat, start_player, network, mind))
        else:
            must_sail = repeats_symbol(games[level], level, action, mind)
            level += 1
            open_level(games[level], lists, level, must_sail, mind)
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
        values[number] = best_value(games, lists, seat, start, network, mind)
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


@rule
def chance_of(stream: Stream) -> float:
    """A number between 0 and 1."""
    return (below(stream, 1 << 30) + 0.5) / (1 << 30)


@rule
def pick(values: NDArray[Any], count: int, temperature: float, stream: Stream) -> int:
    """The place of the highest value, each blurred by a little noise: the softmax choice of that temperature."""
    best, best_value = 0, -np.inf
    for number in range(count):
        blurred = values[number]
        if temperature > 0:
            blurred -= temperature * np.log(-np.log(chance_of(stream)))
        if blurred > best_value:
            best, best_value = number, blurred
    return best
