"""Games of the network against itself, and what can be learned of them: positions and the margin still to come."""

from typing import Annotated, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.learning.features import list_features
from millefiori.bots.learning.network import Mind, Network
from millefiori.bots.learning.numbering import MOST
from millefiori.bots.thinking.desk import DESK, Desk
from millefiori.bots.thinking.turns import action_values, blurred_best, value
from millefiori.engine.chance import DEAL, PLAY, below, seed_stream
from millefiori.engine.compiled import rule
from millefiori.engine.layout import Float64, Int8, Int16, Int64, layout
from millefiori.engine.playouts import deal_game
from millefiori.engine.rules.end import margin
from millefiori.engine.rules.flow import apply
from millefiori.engine.state import Game, Games
from millefiori.engine.vocabulary import SEATS, Phase

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


class Lot:
    """Games to play: the `first` and those after it of a seed, and how."""

    seed: Int64
    first: Int64
    games: Int64
    temperature: Float64  # of the decisions, in points
    decay: Float64  # lambda of the targets: 1 for what came in the end, less to trust the network


SAMPLE = layout(Sample)
LOT = layout(Lot)


def new_lot(seed: int, first: int, games: int, temperature: float, decay: float) -> Lot:
    """A lot for use from Python."""
    lot = cast(Lot, np.zeros(1, LOT)[0])
    lot.seed, lot.first, lot.games, lot.temperature, lot.decay = seed, first, games, temperature, decay
    return lot


@rule
def play_and_sample(lot: Lot, blanks: Games, network: Network, samples: Games) -> int:
    """Play games of mixed setups and write their positions with targets; returns how many there are."""
    desks = np.zeros(1, DESK)  # used by index: a record alone does not keep its memory
    written = 0
    for number in range(lot.first, lot.first + lot.games):
        seed_stream(desks[0].stream, lot.seed, number, DEAL)
        desks[0].world = blanks[below(desks[0].stream, len(blanks))]
        deal_game(desks[0].world, -1, desks[0].stream)
        seed_stream(desks[0].stream, lot.seed, number, PLAY)
        begin = written
        while desks[0].world.phase != Phase.OVER:
            written += play_one(desks[0], lot.temperature, network, samples[written])
        set_targets(desks[0].world, samples, begin, written, lot.decay)
    return written


@rule
def play_one(desk: Desk, temperature: float, network: Network, sample: Sample) -> int:
    """One decision in the desk's world; 1 if it ended a turn, whose position is then written."""
    desk.games[0] = desk.world
    seat = desk.world.to_act
    action = blurred_best(desk, action_values(desk, network), temperature)
    written = 0
    if desk.world.phase == Phase.PLAY:
        desk.games[1] = desk.world
        desk.games[1].start_player = seat
        apply(desk.games[1], action)
        if desk.games[1].to_act != seat:
            write_sample(desk.games[1], network, desk.mind, sample)
            written = 1
    apply(desk.world, action)
    return written


@rule
def write_sample(game: Game, network: Network, mind: Mind, sample: Sample) -> None:
    """Write a position at the end of a turn, before anybody else plays."""
    sample.now = margin(game, mind.seat)
    sample.expected = value(game, network, mind)
    sample.seat = mind.seat
    mind.sees_prospects = True  # whatever its network sees
    sample.count = list_features(game, mind)
    for number in range(sample.count):
        sample.features[number] = mind.features[number]


@rule
def set_targets(game: Game, samples: Games, begin: int, end: int, decay: float) -> None:
    """From the last position of each seat back: what came in the end, mixed with what was expected on the way."""
    for seat in range(SEATS):
        later = 0.0
        if seat < game.seats:
            later = margin(game, seat)
        for number in range(end - 1, begin - 1, -1):
            sample = samples[number]
            if sample.seat == seat:
                sample.target = later - sample.now
                later = decay * later + (1 - decay) * sample.expected
