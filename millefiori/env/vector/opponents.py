"""Actions for all games of a batch at once: random ones, or a bot's choice."""

from enum import IntEnum
from typing import Any, TypeAlias

from numpy.typing import NDArray

from millefiori.bots.thinking.desk import Desks
from millefiori.bots.thinking.turns import best_action
from millefiori.engine.chance import next_number
from millefiori.engine.compiled import parallel_rule, prange, rule
from millefiori.engine.playouts import any_legal
from millefiori.engine.state import Games
from millefiori.engine.view import hide_secrets

Array: TypeAlias = NDArray[Any]


class Opponent(IntEnum):
    """Who plays the seats that are not the learner's."""

    NONE = 0  # the learner plays all seats
    RANDOM = 1
    GREEDY = 2
    LEARNED = 3


@rule
def choose_at_random(games: Games, slots: Array, actions: Array) -> None:
    """Write a legal action for each game, all equally likely."""
    for index in range(len(actions)):
        actions[index] = any_legal(games[index], next_number(slots[index].play))


@rule
def choose_by_bot(games: Games, desks: Desks, number: int, network: Array, actions: Array) -> None:
    """Write what the bot with this network would do for the players to act, in one desk's share of the games."""
    for index in range(len(games) * number // len(desks), len(games) * (number + 1) // len(desks)):
        desk = desks[number]
        desk.games[0] = games[index]
        hide_secrets(desk.games[0], games[index].to_act)
        actions[index] = best_action(desk, network[0])


@parallel_rule
def choose_by_bots(games: Games, desks: Desks, network: Array, actions: Array) -> None:
    """Write what the bot would do in all games, with one thread per desk."""
    for number in prange(len(desks)):
        choose_by_bot(games, desks, number, network, actions)
