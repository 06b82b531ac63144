"""Actions for all games of a batch at once: at random, or as a bot would choose."""

from enum import IntEnum
from typing import Any, TypeAlias

from numpy.typing import NDArray

from millefiori.bots.turns import best_action
from millefiori.chance import below
from millefiori.compiled import parallel_rule, prange, rule
from millefiori.state import Games
from millefiori.view import hide_secrets

Array: TypeAlias = NDArray[Any]


class Opponent(IntEnum):
    """Who plays the seats that are not the learner's."""

    NONE = 0  # nobody: all seats are the learner's
    RANDOM = 1
    GREEDY = 2
    LEARNED = 3


@rule
def choose_at_random(slots: Array, actions: Array) -> None:
    """A legal action for each game, all equally likely."""
    for index in range(len(actions)):
        actions[index] = slots[index].legal.actions[below(slots[index].play, slots[index].count)]


@rule
def choose_by_bot(
    games: Games,
    views: Games,
    lists: Array,
    values: Array,
    minds: Array,
    networks: Array,
    bot: int,
    actions: Array,
    desk: int,
    desks: int,
) -> None:
    """What the bot would do in each of the desk's part of the games, in the place of the player to act."""
    for index in range(len(games) * desk // desks, len(games) * (desk + 1) // desks):
        views[desk, 0] = games[index]
        hide_secrets(views[desk, 0], games[index].to_act)
        network = networks[bot - Opponent.GREEDY]
        actions[index] = best_action(views[desk], lists[desk], values[desk], network, minds[desk])


@parallel_rule
def choose_by_bots(
    games: Games,
    views: Games,
    lists: Array,
    values: Array,
    minds: Array,
    networks: Array,
    bot: int,
    actions: Array,
    desks: int,
) -> None:
    """The same for all of them, each desk on a thread of its own."""
    for desk in prange(desks):
        choose_by_bot(games, views, lists, values, minds, networks, bot, actions, desk, desks)
