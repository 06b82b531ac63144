"""Everything that a player's cards could do now, in one compiled call: each use is played on a copy and explained."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.actions import DECLINE
from millefiori.engine.compiled import rule, small_rule
from millefiori.engine.rules import flow
from millefiori.engine.rules.rounds import all_keep, keep
from millefiori.engine.state import GAME, LEGAL, Game, Games
from millefiori.engine.vocabulary import Card, Phase
from millefiori.explain.gains import NONE, write_outcome

MOST_USES = 32
"""Of one card: fifteen harbor spaces, where the ship may move or stay, and sailing."""
MOST_GAINS = 12
"""Of one use, after which the turn does not end the round: five for the diamond, a bonus, the sea, an empty display."""


@rule
def list_uses(views: Games, found: NDArray[Any], gains: NDArray[Any]) -> int:
    """List what the view's player can do with each card to keep, take or play; returns how many uses there are.

    As if all others had yet to play, so that nothing follows: no new round and no final scoring. And as if it were the
    player's turn, while all keep a card. So nothing hidden matters, and the view will do as a game.
    """
    games, lists, count, listed = np.empty(3, GAME), np.empty(2, LEGAL), 0, 0
    games[0] = views[0]
    seat, is_in_play = games[0].seen_by, games[0].phase == Phase.PLAY
    games[0].start_player = seat
    if all_keep(games[0]):
        games[0].to_act = seat
    for number in range(1 if is_in_play else flow.list_legal(games[0], lists[0])):
        games[1] = games[0]
        card = games[1].kept[seat] if is_in_play else lists[0].actions[number]
        if not is_in_play and card != DECLINE:
            obtain(games[1], card)
        for use in range(flow.list_legal(games[1], lists[1]) if card != DECLINE else 0):
            games[2] = games[1]
            flow.apply(games[2], lists[1].actions[use])
            found[count].obtain, found[count].card = NONE if is_in_play else card, card
            before, after, outcome = games[1:2], games[2:3], found[count : count + 1]
            listed = write_outcome(before, lists[1].actions[use], after, outcome, gains, listed)
            count += 1
    return count


@small_rule
def obtain(game: Game, card: Card) -> None:
    """Keep or take a card. A kept card waits until all have kept one, but here it is used at once."""
    seat = game.to_act
    if game.phase == Phase.KEEP:
        keep(game, card)
    else:
        flow.take_extra_card(game, card)
    game.phase, game.to_act = Phase.PLAY, seat
