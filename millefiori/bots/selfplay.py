"""Games of the network against itself, and what can be learned of them: positions and the margin still to come."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from millefiori.actions import ACTIONS
from millefiori.bots.features import MOST, list_features
from millefiori.bots.network import LEVELS, MIND, Mind, Network
from millefiori.bots.turns import action_values, margin, pick, value
from millefiori.chance import DEAL, PLAY, STREAM, below, seed_stream
from millefiori.compiled import rule
from millefiori.layout import Int8, Int16, layout
from millefiori.playouts import deal_game
from millefiori.rules.flow import apply
from millefiori.state import GAME, LEGAL, Game, Games
from millefiori.vocabulary import SEATS, Phase

TURNS = 64
"""More turns than a player has in a game."""


class Sample:
    """A position after a turn: its features, and the margin that was still to come for the seat that had played."""

    features: Annotated[NDArray[np.int16], (MOST,)]
    target: Annotated[float, np.float32]
    now: Annotated[float, np.float32]  # margin when it was seen
    expected: Annotated[float, np.float32]  # margin that the network expected in the end
    count: Int16
    seat: Int8


SAMPLE = layout(Sample)


@rule
def play_and_sample(
    blanks: Games,
    seed: int,
    number: int,
    games: int,
    temperature: float,
    trace: float,
    network: Network,
    samples: Games,
) -> int:
    """Play games of mixed setups and write their positions with targets; returns how many there are.

    `trace` is the lambda of the targets: 1 for what came in the end, less to trust the network's own later estimates.
    """
    room, lists = np.zeros(LEVELS, GAME), np.zeros(LEVELS, LEGAL)
    values = np.zeros(ACTIONS)
    minds, streams = np.zeros(1, MIND), np.zeros(1, STREAM)
    written = 0
    for game in range(number, number + games):
        seed_stream(streams[0], seed, game, DEAL)
        room[0] = blanks[below(streams[0], len(blanks))]
        deal_game(room[0], -1, streams[0])
        seed_stream(streams[0], seed, game, PLAY)
        begin = written
        while room[0].phase != Phase.OVER:
            seat = room[0].to_act
            count = action_values(room, lists, values, network, minds[0])
            action = lists[0].actions[pick(values, count, temperature, streams[0])]
            if room[0].phase == Phase.PLAY:
                room[1] = room[0]
                room[1].start_player = seat
                apply(room[1], action)
                if room[1].to_act != seat:
                    write_sample(room[1], seat, room[0].start_player, network, minds[0], samples[written])
                    written += 1
            apply(room[0], action)
        set_targets(room[0], samples, begin, written, trace)
    return written


@rule
def write_sample(game: Game, seat: int, start_player: int, network: Network, mind: Mind, sample: Sample) -> None:
    """Write a position at the end of a turn, before anybody else plays."""
    sample.now = margin(game, seat)
    sample.expected = value(game, seat, start_player, network, mind)
    sample.seat = seat
    sample.count = list_features(game, seat, start_player, mind)
    for number in range(sample.count):
        sample.features[number] = mind.features[number]


@rule
def set_targets(game: Game, samples: Games, begin: int, end: int, trace: float) -> None:
    """From the last position of each seat back: what came in the end, mixed with what was expected on the way."""
    for seat in range(SEATS):
        later = 0.0
        if seat < game.seats:
            later = margin(game, seat)
        for number in range(end - 1, begin - 1, -1):
            sample = samples[number]
            if sample.seat == seat:
                sample.target = later - sample.now
                later = trace * later + (1 - trace) * sample.expected
