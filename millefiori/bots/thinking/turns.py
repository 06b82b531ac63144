"""The best turn: all ways to play a card and the extra cards that follow, each end valued by margin and future.

A turn is looked at alone, as if nobody played after it: no hand is passed and no card dealt, so nothing hidden is
touched and a view is enough.

Extra cards are most of the work. A player without a network tries each of them wherever one is earned. With a network
they are looked at once for each decision, where the first is earned: it is worth about the same elsewhere, and whoever
has earned it decides again.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.learning.features import look_from
from millefiori.bots.learning.network import Mind, Network, future, set_base
from millefiori.bots.thinking.desk import DEPTH, Desk, Desks
from millefiori.engine.actions import DECLINE, SAIL
from millefiori.engine.board import CARD_SYMBOL
from millefiori.engine.chance import Stream, below
from millefiori.engine.compiled import rule
from millefiori.engine.rules.end import margin
from millefiori.engine.rules.flow import apply, list_legal
from millefiori.engine.rules.piles import remove_card
from millefiori.engine.rules.rounds import can_deal, left_of
from millefiori.engine.state import Game, Games
from millefiori.engine.vocabulary import ActionNumber, Card, Phase, Seat, Symbol

FULL_DEPTH = 2
"""Cards of a chain that are searched completely: the card in play and one extra card. The next decision looks on."""
assert 2 * FULL_DEPTH + 2 <= DEPTH
HOPE = 4.0
"""What an extra card beyond that is worth, in points: about what one brings on average."""
LATER_HOPE = 9.0
"""The same for a hasty player, after the one extra card that it looks at."""


@rule
def is_last_play(game: Game, seat: Seat, start_player: Seat) -> bool:
    """Is the game over after this turn of the seat: nobody plays after it, and there is no next turn?"""
    if left_of(game, seat) != start_player:
        return False
    is_last_card = game.turn + 1 == game.option.cards_played
    return game.last_turns or (is_last_card and not can_deal(game))


@rule
def value(game: Game, network: Network, mind: Mind) -> float:
    """What the position is worth to the mind's seat after its turn: the margin so far and the one to come."""
    worth = margin(game, mind.seat)
    if network.is_trained and not is_last_play(game, mind.seat, mind.start_player):
        worth += future(game, network, mind)
    return worth


@rule
def is_hasty(desk: Desk, network: Network) -> bool:
    """Does the player look at extra cards only once in a decision?"""
    return network.is_trained and not desk.is_patient


@rule
def is_end(desk: Desk, depth: int, network: Network) -> bool:
    """Is the turn over here, or the chain too deep to look further?"""
    if desk.games[depth].to_act != desk.mind.seat:
        return True
    return desk.games[depth].phase == Phase.TAKE and (is_hasty(desk, network) or depth >= 2 * FULL_DEPTH - 1)


@rule
def end_value(desk: Desk, depth: int, network: Network) -> float:
    """What the end at this depth is worth, with some hope for an extra card that is not looked at."""
    worth = value(desk.games[depth], network, desk.mind)
    if desk.games[depth].to_act != desk.mind.seat:
        return worth
    if not is_hasty(desk, network):
        return worth + HOPE
    if np.isnan(desk.hope):
        desk.hope = best_extra_card(desk, depth, network) - worth
    return worth + desk.hope


@rule
def best_extra_card(desk: Desk, depth: int, network: Network) -> float:
    """The best that the seat can reach with an extra card at this depth, or without one."""
    best = value(desk.games[depth], network, desk.mind)
    open_depth(desk, depth, False)
    for number in range(desk.count[depth] - 1):  # the last is to decline
        card = desk.lists[depth].actions[number]
        desk.games[depth + 1] = desk.games[depth]
        apply(desk.games[depth + 1], card)
        open_depth(desk, depth + 1, repeats_symbol(desk, depth, card))
        for use in range(desk.count[depth + 1]):
            desk.games[depth + 2] = desk.games[depth + 1]
            apply(desk.games[depth + 2], desk.lists[depth + 1].actions[use])
            worth = value(desk.games[depth + 2], network, desk.mind)
            if desk.games[depth + 2].to_act == desk.mind.seat:
                worth += LATER_HOPE
            best = max(best, worth)
    return best


@rule
def open_depth(desk: Desk, depth: int, must_sail: bool) -> None:
    """List what can be done at a depth of the search."""
    desk.tried[depth] = 0
    desk.last_symbol[depth] = -1
    if must_sail:
        desk.lists[depth].actions[0] = SAIL
        desk.count[depth] = 1
    else:
        desk.count[depth] = list_legal(desk.games[depth], desk.lists[depth])


@rule
def repeats_symbol(desk: Desk, depth: int, action: ActionNumber) -> bool:
    """Does the extra card differ only in its number from the one tried before? Such cards place alike: just sail."""
    if desk.games[depth].phase != Phase.TAKE or action == DECLINE:
        return False
    symbol = CARD_SYMBOL[action]
    same = symbol == desk.last_symbol[depth] and symbol != Symbol.SHIP
    desk.last_symbol[depth] = symbol
    return same


@rule
def best_value(desk: Desk, network: Network) -> float:
    """The best that the mind's seat can reach in this turn from depth 1; the depths beyond are working space.

    A loop, not a recursion: Numba cannot load recursive functions from its cache.
    """
    if is_end(desk, 1, network):
        return end_value(desk, 1, network)
    best = -np.inf
    depth = 1
    open_depth(desk, 1, False)
    while depth >= 1:
        if desk.tried[depth] == desk.count[depth]:
            depth -= 1
            continue
        action = desk.lists[depth].actions[desk.tried[depth]]
        desk.tried[depth] += 1
        desk.games[depth + 1] = desk.games[depth]
        apply(desk.games[depth + 1], action)
        if is_end(desk, depth + 1, network):
            best = max(best, end_value(desk, depth + 1, network))
        else:
            must_sail = repeats_symbol(desk, depth, action)
            depth += 1
            open_depth(desk, depth, must_sail)
    return best


@rule
def play_now(game: Game, seat: Seat, card: Card) -> None:
    """As if the seat had kept the card and it were its turn."""
    remove_card(game.hand[seat], card)
    game.kept[seat] = card
    game.to_act = seat
    game.phase = Phase.PLAY


@rule
def action_values(desk: Desk, network: Network) -> int:
    """What each legal action at depth 0 is worth to the player; returns how many there are.

    A card to keep is worth its best turn, played now.
    """
    seat = desk.games[0].to_act
    look_from(desk.mind, seat, desk.games[0].start_player)
    if network.is_trained:
        set_base(desk.games[0], network, desk.mind)
    desk.hope = np.nan
    count = list_legal(desk.games[0], desk.lists[0])
    for number in range(count):
        action = desk.lists[0].actions[number]
        desk.games[1] = desk.games[0]
        desk.games[1].start_player = seat  # the turn alone: it does not come round to the start player
        if desk.games[0].phase == Phase.KEEP:
            play_now(desk.games[1], seat, action)
        else:
            apply(desk.games[1], action)
        desk.values[number] = best_value(desk, network)
    return count


@rule
def best_of(desk: Desk, count: int) -> int:
    """Which of the first actions has the highest value; the first of equals."""
    best = 0
    for number in range(1, count):
        if desk.values[number] > desk.values[best]:
            best = number
    return best


@rule
def best_action(desk: Desk, network: Network) -> ActionNumber:
    """The action of the highest value; without a thought if there is only one."""
    if list_legal(desk.games[0], desk.lists[0]) == 1:
        return desk.lists[0].actions[0]
    return desk.lists[0].actions[best_of(desk, action_values(desk, network))]


@rule
def chance_of(stream: Stream) -> float:
    """A number between 0 and 1."""
    return (below(stream, 1 << 30) + 0.5) / (1 << 30)


@rule
def blurred_best(desk: Desk, count: int, temperature: float) -> ActionNumber:
    """The action of the highest value after a little noise: the softmax choice of that temperature."""
    best, best_value = 0, -np.inf
    for number in range(count):
        blurred = desk.values[number]
        if temperature > 0:
            blurred -= temperature * np.log(-np.log(chance_of(desk.stream)))
        if blurred > best_value:
            best, best_value = number, blurred
    return desk.lists[0].actions[best]


# --- For use from Python: arrays of one are handed over in a microsecond, large records in forty


@rule
def judge(desks: Desks, views: Games, networks: NDArray[Any]) -> int:
    """Lay the view on the first desk and value its legal actions; returns how many there are."""
    desk = desks[0]
    desk.games[0] = views[0]
    return action_values(desk, networks[0])


@rule
def choose(desks: Desks, views: Games, networks: NDArray[Any], temperature: float) -> ActionNumber:
    """The action of the highest value for the view, after some noise."""
    count = judge(desks, views, networks)
    return blurred_best(desks[0], count, temperature)
