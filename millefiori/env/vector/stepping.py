"""One step of a batch in compiled code: play the actions, let opponents play, pay, begin new games, observe.

Every game has its own row in each array, so threads share only the networks, which they never write.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.thinking.desk import Desk, Desks
from millefiori.bots.thinking.turns import best_action
from millefiori.engine.actions import ACTIONS, DECLINE, PLACE, PLACE_AND_STAY, SAIL, placing
from millefiori.engine.board import CARD_AREA, CARDS, FIRST
from millefiori.engine.chance import DEAL, PLAY, Stream, next_number, seed_stream
from millefiori.engine.compiled import parallel_rule, prange, rule, small_rule
from millefiori.engine.layout import Int8, UInt64, layout
from millefiori.engine.operations import clear, spread
from millefiori.engine.playouts import any_legal, deal_game
from millefiori.engine.rules.flow import apply, places_for
from millefiori.engine.state import GAME, HAND, Game, Games
from millefiori.engine.view import hide_secrets
from millefiori.engine.vocabulary import NO_CARD, SEATS, Area, Phase, Seat
from millefiori.env.observation import OBSERVATION, write_observation
from millefiori.env.packing import PACKED, write_packed
from millefiori.env.rewards import write_rewards
from millefiori.env.vector.opponents import Array, Opponent


class Slot:
    """A slot of the batch, where games are played one after another, with the result of the last step."""

    number: UInt64  # of its game, among the games of the seed
    play: Stream  # random numbers for players at random
    before: Annotated[NDArray[np.int16], (SEATS,)]  # scores when the step began
    rewards: Annotated[NDArray[np.float32], (SEATS,)]
    opponent: Int8
    learner: Int8  # the seat played from outside; -1 if all are


class Mask:
    """The legal actions as a row of zeros and ones."""

    actions: Annotated[NDArray[np.uint8], (ACTIONS,)]


_SHIPS = int(PLACE_AND_STAY - PLACE - FIRST[Area.HARBOR])
NEW_GAME = -1
"""In place of an action: deal the slot's game."""
SLOT = layout(Slot)
MASK = layout(Mask)


class Batch(NamedTuple):
    """The games and the results of a step: every array has one element per game.

    Compiled code takes the batch as a whole and passes single records on: passing arrays on would count references.
    """

    games: Games
    blanks: Games  # each slot's game before the deal: its edition and players
    slots: NDArray[Any]
    rows: NDArray[Any]  # observations; none if they are packed
    packed: NDArray[Any]  # packed observations; none if they are not
    masks: NDArray[Any]
    to_act: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    scores: NDArray[np.int16]


def new_batch(blanks: Games, is_packed: bool) -> Batch:
    """An empty batch with one slot per blank game."""
    size = len(blanks)
    return Batch(
        games=np.zeros(size, GAME),
        blanks=blanks,
        slots=np.zeros(size, SLOT),
        rows=np.zeros(0 if is_packed else size, OBSERVATION),
        packed=np.zeros(size if is_packed else 0, PACKED),
        masks=np.zeros(size, MASK),
        to_act=np.zeros(size, np.int8),
        rewards=np.zeros((size, SEATS), np.float32),
        terminated=np.zeros(size, np.bool_),
        scores=np.zeros((size, SEATS), np.int16),
    )


# --- One game ---------------------------------------------------------------------------------------------------------


@rule
def deal(game: Game, slot: Slot, seed: int) -> None:
    """Deal the slot's next game of the seed. The learner changes seats from game to game."""
    seed_stream(slot.play, seed, slot.number, DEAL)
    deal_game(game, -1, slot.play)
    seed_stream(slot.play, seed, slot.number, PLAY)
    slot.learner = -1
    if slot.opponent != Opponent.NONE:
        slot.learner = int(np.int64(slot.number) % game.seats)


@small_rule
def write_mask(game: Game, seat: Seat, mask: Mask) -> None:
    """Write which actions are legal, as `list_legal` lists them."""
    clear(mask, 0)
    if game.phase == Phase.KEEP:
        for index in range(HAND):
            card = int(game.hand[seat, index])
            mask.actions[card if card != NO_CARD else DECLINE] = 1
        mask.actions[DECLINE] = 0
    elif game.phase == Phase.PLAY:
        spaces, may_stay = places_for(game, seat, game.kept[seat])
        if may_stay:
            spaces |= spaces << _SHIPS  # the actions that leave the ship follow those that move it
        spread(spaces, mask.actions, placing(FIRST[CARD_AREA[game.kept[seat]]]))
        mask.actions[SAIL] = 1
    elif game.phase == Phase.TAKE:
        for card in range(CARDS):
            mask.actions[card] = game.display[card] > 0
        mask.actions[DECLINE] = 1


@rule
def is_opponents_turn(game: Game, slot: Slot) -> bool:
    """Is the player to act one of the opponents?"""
    return slot.learner >= 0 and game.to_act != slot.learner and game.phase != Phase.OVER


@rule
def play_opponents(game: Game, slot: Slot, desk: Desk, networks: Array) -> None:
    """Play the opponents' turns until the learner decides or the game is over. Bots see only their view."""
    while is_opponents_turn(game, slot):
        if slot.opponent == Opponent.RANDOM:
            apply(game, any_legal(game, next_number(slot.play)))
        else:
            desk.games[0] = game
            hide_secrets(desk.games[0], game.to_act)
            apply(game, best_action(desk, networks[slot.opponent - Opponent.GREEDY]))


# --- All games --------------------------------------------------------------------------------------------------------


@rule
def step_share(
    batch: Batch, desks: Desks, number: int, networks: Array | None, actions: Array, reward: int, seed: int
) -> None:
    """Step one desk's share of the games: play one action each, and everything up to the next decision.

    When a game ends, the slot's next game begins. Without networks nobody has opponents: no bot is compiled.
    """
    games, blanks, slots, desk = batch.games, batch.blanks, batch.slots, desks[number]
    for index in range(len(games) * number // len(desks), len(games) * (number + 1) // len(desks)):
        game, slot = games[index], slots[index]
        if actions[index] == NEW_GAME:
            games[index] = blanks[index]
            slot.before[:] = 0
        else:
            apply(game, actions[index])
            if networks is not None:
                play_opponents(game, slot, desk, networks)
        write_rewards(reward, game, slot.before, slot.rewards)
        for seat in range(SEATS):
            batch.rewards[index, seat] = slot.rewards[seat]
            batch.scores[index, seat] = game.score[seat]
        is_over = game.phase == Phase.OVER
        batch.terminated[index] = is_over
        if is_over:
            slot.number += np.uint64(len(games))
            games[index] = blanks[index]
        if is_over or actions[index] == NEW_GAME:
            deal(game, slot, seed)
            if networks is not None:
                play_opponents(game, slot, desk, networks)
        if len(batch.packed):
            write_packed(game, game.to_act, batch.packed[index])
        else:
            write_observation(game, game.to_act, batch.rows[index])
        write_mask(game, game.to_act, batch.masks[index])
        for seat in range(SEATS):
            slot.before[seat] = game.score[seat]
        batch.to_act[index] = game.to_act


@parallel_rule
def step_shares(batch: Batch, desks: Desks, networks: Array | None, actions: Array, reward: int, seed: int) -> None:
    """Step all games, with one thread per desk."""
    for number in prange(len(desks)):
        step_share(batch, desks, number, networks, actions, reward, seed)


@rule
def first_illegal(masks: Array, actions: Array) -> int:
    """The first game whose action is illegal; -1 if none is."""
    for index in range(len(actions)):
        if not 0 <= actions[index] < ACTIONS or not masks[index].actions[actions[index]]:
            return index
    return -1
