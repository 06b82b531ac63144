"""A batch of games, one step each, in compiled code: play the actions, let opponents play, pay, begin anew, observe.

Every game of the batch owns a row of each array, so threads share nothing but the networks, which they only read.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from millefiori.actions import ACTIONS
from millefiori.bots.network import LEVELS, MIND, NETWORK, Mind, Network
from millefiori.bots.turns import best_action
from millefiori.chance import DEAL, PLAY, Stream, below, seed_stream
from millefiori.compiled import parallel_rule, prange, rule
from millefiori.env.choosing import Array, Opponent
from millefiori.env.observation import OBSERVATION, Row, write_observation
from millefiori.env.rewards import write_rewards
from millefiori.layout import Int8, Int16, UInt64, layout
from millefiori.playouts import deal_game
from millefiori.rules.flow import apply, list_legal
from millefiori.state import GAME, LEGAL, Game, Games, Legal
from millefiori.view import View, hide_secrets
from millefiori.vocabulary import SEATS, Phase


class Slot:
    """A place in the batch, where one game follows another, and what the last step brought there."""

    number: UInt64  # of its game among the games of the seed
    play: Stream  # chance of those who play at random
    legal: Legal  # actions of the player to act
    count: Int16  # of these
    before: Annotated[NDArray[np.int16], (SEATS,)]  # scores when the step began
    rewards: Annotated[NDArray[np.float32], (SEATS,)]
    opponent: Int8
    learner: Int8  # the seat that is played from outside; -1: all of them


class Mask:
    """The legal actions as a row of zeros and ones."""

    actions: Annotated[NDArray[np.uint8], (ACTIONS,)]


NEW_GAME = -1
"""Instead of an action: deal the slot's game."""
SLOT = layout(Slot)
MASK = layout(Mask)


class Batch(NamedTuple):
    """The games, and what a step tells of each: an element for a game in every array.

    Compiled code takes the arrays one by one (`*batch`) and hands on single records: a tuple of arrays would be
    unpacked at every call, and arrays handed on would count references.
    """

    games: Games
    blanks: Games  # what each slot begins with: its edition and players
    slots: NDArray[Any]
    rows: NDArray[Any]  # observations
    masks: NDArray[Any]
    to_act: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    scores: NDArray[np.int16]


class Desks(NamedTuple):
    """Working space of the opponents, a row for each thread; and the networks of `greedy` and `learned`."""

    views: Games
    lists: NDArray[Any]
    values: NDArray[np.float64]
    minds: NDArray[Any]
    networks: NDArray[Any]


def new_batch(blanks: Games) -> Batch:
    """Room for as many games as there are blank ones."""
    size = len(blanks)
    return Batch(
        games=np.zeros(size, GAME),
        blanks=blanks,
        slots=np.zeros(size, SLOT),
        rows=np.zeros(size, OBSERVATION),
        masks=np.zeros(size, MASK),
        to_act=np.zeros(size, np.int8),
        rewards=np.zeros((size, SEATS), np.float32),
        terminated=np.zeros(size, np.bool_),
        scores=np.zeros((size, SEATS), np.int16),
    )


def new_desks(threads: int) -> Desks:
    """Working space for so many threads; the network of `learned` is still to be filled in."""
    return Desks(
        views=np.zeros((threads, LEVELS), GAME),
        lists=np.zeros((threads, LEVELS), LEGAL),
        values=np.zeros((threads, ACTIONS)),
        minds=np.zeros(threads, MIND),
        networks=np.zeros(2, NETWORK),
    )


# --- One game ---------------------------------------------------------------------------------------------------------


@rule
def deal(game: Game, slot: Slot, seed: int) -> None:
    """Deal a blank game: the slot's of the seed. A learner changes seats from game to game."""
    seed_stream(slot.play, seed, slot.number, DEAL)
    deal_game(game, -1, slot.play)
    seed_stream(slot.play, seed, slot.number, PLAY)
    slot.learner = -1
    if slot.opponent != Opponent.NONE:
        slot.learner = int(np.int64(slot.number) % game.seats)


@rule
def tell(seen: View, slot: Slot, row: Row, mask: Mask) -> None:
    """Write down what the player to act sees and may do; `seen` is a copy of the game, to be made a view."""
    hide_secrets(seen, seen.to_act)
    write_observation(seen, row)
    slot.count = list_legal(seen, slot.legal)
    mask.actions[:] = 0
    for number in range(slot.count):
        mask.actions[slot.legal.actions[number]] = 1
    for seat in range(SEATS):
        slot.before[seat] = seen.score[seat]


@rule
def is_opponents_turn(game: Game, slot: Slot) -> bool:
    """Is somebody to decide who is not played from outside?"""
    return slot.learner >= 0 and game.to_act != slot.learner and game.phase != Phase.OVER


@rule
def play_opponents(
    game: Game, slot: Slot, views: Games, lists: Array, values: Array, network: Network, mind: Mind
) -> None:
    """Until the learner decides, or the game is over. Bots look at their seat's view."""
    while is_opponents_turn(game, slot):
        if slot.opponent == Opponent.RANDOM:
            count = list_legal(game, slot.legal)
            apply(game, slot.legal.actions[below(slot.play, count)])
        else:
            views[0] = game
            hide_secrets(views[0], game.to_act)
            apply(game, best_action(views, lists, values, network, mind))


# --- All of them ------------------------------------------------------------------------------------------------------


@rule
def step_part(
    games: Games,
    blanks: Games,
    slots: Array,
    rows: Array,
    masks: Array,
    to_act: Array,
    rewards: Array,
    terminated: Array,
    scores: Array,
    views: Games,
    lists: Array,
    values: Array,
    minds: Array,
    networks: Array,
    actions: Array,
    kind: int,
    seed: int,
    desk: int,
    desks: int,
) -> None:
    """A step of the desk's part of the games: an action each, and all that follows up to the next decision.

    Where a game ends, the slot's next game begins.
    """
    for index in range(len(games) * desk // desks, len(games) * (desk + 1) // desks):
        game, slot, network = games[index], slots[index], networks[max(slots[index].opponent - Opponent.GREEDY, 0)]
        if actions[index] == NEW_GAME:
            games[index] = blanks[index]
            slot.before[:] = 0
        else:
            apply(game, actions[index])
            if is_opponents_turn(game, slot):
                play_opponents(game, slot, views[desk], lists[desk], values[desk], network, minds[desk])
        write_rewards(kind, game, slot.before, slot.rewards)
        for seat in range(SEATS):
            rewards[index, seat] = slot.rewards[seat]
            scores[index, seat] = game.score[seat]
        terminated[index] = game.phase == Phase.OVER
        if terminated[index]:
            slot.number += np.uint64(len(games))
            games[index] = blanks[index]
        if terminated[index] or actions[index] == NEW_GAME:
            deal(game, slot, seed)
            if is_opponents_turn(game, slot):
                play_opponents(game, slot, views[desk], lists[desk], values[desk], network, minds[desk])
        views[desk, 0] = game
        tell(views[desk, 0], slot, rows[index], masks[index])
        to_act[index] = game.to_act


@parallel_rule
def step_parts(
    games: Games,
    blanks: Games,
    slots: Array,
    rows: Array,
    masks: Array,
    to_act: Array,
    rewards: Array,
    terminated: Array,
    scores: Array,
    views: Games,
    lists: Array,
    values: Array,
    minds: Array,
    networks: Array,
    actions: Array,
    kind: int,
    seed: int,
    desks: int,
) -> None:
    """The same for all of them, each desk on a thread of its own."""
    for desk in prange(desks):
        step_part(
            *(games, blanks, slots, rows, masks, to_act, rewards, terminated, scores),
            *(views, lists, values, minds, networks),
            *(actions, kind, seed, desk, desks),
        )


@rule
def first_illegal(masks: Array, actions: Array) -> int:
    """The first game whose action is not legal; -1 if all are."""
    for index in range(len(actions)):
        if not 0 <= actions[index] < ACTIONS or not masks[index].actions[actions[index]]:
            return index
    return -1
