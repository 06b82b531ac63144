"""A small network that estimates what is still to come: the points a seat will gain on the others from here to the end.

Features (binary, sparse) -> 64 -> 16 -> one number. The first layer is a sum of rows, one for each feature, so a
position that differs from another in a few features is evaluated from the other's sums: only the rows that differ are
added and taken away. Weights live in a record, like games, and are stored as an .npz file (docs/bots.md).
"""

from pathlib import Path
from typing import Annotated, Any, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.features import FEATURES, MOST, VERSION, FeatureList, list_features
from millefiori.compiled import rule
from millefiori.layout import Bool, Int16, layout
from millefiori.state import Game
from millefiori.vocabulary import Seat

HIDDEN_UNITS = 64
SECOND_UNITS = 16
LEVELS = 8
"""Decisions that the search of a turn can look ahead."""
SCALE = 50.0
"""Points that an output of 1 stands for."""


class Network:
    """The weights."""

    is_trained: Bool  # without it there is no future: only the points on the board count
    first: Annotated[NDArray[np.float32], (FEATURES, HIDDEN_UNITS)]
    first_bias: Annotated[NDArray[np.float32], (HIDDEN_UNITS,)]
    second: Annotated[NDArray[np.float32], (HIDDEN_UNITS, SECOND_UNITS)]
    second_bias: Annotated[NDArray[np.float32], (SECOND_UNITS,)]
    last: Annotated[NDArray[np.float32], (SECOND_UNITS,)]
    last_bias: Annotated[NDArray[np.float32], (1,)]


class Mind(FeatureList):
    """Working space of a player: for the search of a turn, and for the evaluation, with the sums of a base position."""

    count: Annotated[NDArray[np.int16], (LEVELS,)]  # actions at each level of a turn's search
    tried: Annotated[NDArray[np.int16], (LEVELS,)]
    last_symbol: Annotated[NDArray[np.int8], (LEVELS,)]

    base_features: Annotated[NDArray[np.int16], (MOST,)]  # the features of the base position
    base_count: Int16
    base_sums: Annotated[NDArray[np.float32], (HIDDEN_UNITS,)]
    is_in_base: Annotated[NDArray[np.int8], (FEATURES,)]
    is_here: Annotated[NDArray[np.int8], (FEATURES,)]
    sums: Annotated[NDArray[np.float32], (HIDDEN_UNITS,)]
    upper: Annotated[NDArray[np.float32], (SECOND_UNITS,)]


NETWORK = layout(Network)
MIND = layout(Mind)


@rule
def set_base(game: Game, seat: Seat, start_player: Seat, network: Network, mind: Mind) -> None:
    """Sum the first layer for a position, from which others will differ little."""
    for number in range(mind.base_count):
        mind.is_in_base[mind.base_features[number]] = 0
    count = list_features(game, seat, start_player, mind)
    mind.base_count = count
    mind.base_sums[:] = network.first_bias
    for number in range(count):
        feature = mind.features[number]
        mind.base_features[number] = feature
        mind.is_in_base[feature] = 1
        for unit in range(HIDDEN_UNITS):
            mind.base_sums[unit] += network.first[feature, unit]


@rule
def future(game: Game, seat: Seat, start_player: Seat, network: Network, mind: Mind) -> float:
    """The margin that is still to come, in points; only what differs from the base is summed."""
    count = list_features(game, seat, start_player, mind)
    mind.sums[:] = mind.base_sums
    for number in range(count):
        feature = mind.features[number]
        mind.is_here[feature] = 1
        if not mind.is_in_base[feature]:
            for unit in range(HIDDEN_UNITS):
                mind.sums[unit] += network.first[feature, unit]
    for number in range(mind.base_count):
        feature = mind.base_features[number]
        if not mind.is_here[feature]:
            for unit in range(HIDDEN_UNITS):
                mind.sums[unit] -= network.first[feature, unit]
    for number in range(count):
        mind.is_here[mind.features[number]] = 0
    return SCALE * output(network, mind)


@rule
def output(network: Network, mind: Mind) -> float:
    """The layers above the sums."""
    mind.upper[:] = network.second_bias
    for unit in range(HIDDEN_UNITS):
        if mind.sums[unit] > 0:  # the others are silent
            for upper in range(SECOND_UNITS):
                mind.upper[upper] += mind.sums[unit] * network.second[unit, upper]
    result = network.last_bias[0]
    for upper in range(SECOND_UNITS):
        result += network.last[upper] * max(mind.upper[upper], np.float32(0))
    return result


def new_network(seed: int | None = None) -> Network:
    """A network without a future or, with a seed, with small random weights to train from."""
    network = cast(Network, np.zeros(1, NETWORK)[0])
    if seed is not None:
        rng = np.random.default_rng(seed)
        network.is_trained = True
        network.first[:] = rng.normal(0, 0.1, network.first.shape)
        network.second[:] = rng.normal(0, (2 / HIDDEN_UNITS) ** 0.5, network.second.shape)
        network.last[:] = rng.normal(0, (1 / SECOND_UNITS) ** 0.5, network.last.shape)
    return network


def new_mind() -> Mind:
    """Working space for one thread."""
    return cast(Mind, np.zeros(1, MIND)[0])


class WeightsError(ValueError):
    """A file of weights that does not fit this program."""


_FIELDS = ("first", "first_bias", "second", "second_bias", "last", "last_bias")


def save(network: Network, path: Path, made_by: str) -> None:
    """Write the weights, in half precision, with the version of the features and the command that made them."""
    arrays: dict[str, Any] = {name: getattr(network, name).astype(np.float16) for name in _FIELDS}
    np.savez_compressed(path, version=VERSION, made_by=made_by, **arrays)


def load(path: Path) -> Network:
    """Read the weights."""
    network = new_network()
    with np.load(path) as file:
        if int(file["version"]) != VERSION:
            raise WeightsError(f"{path}: made for version {file['version']} of the features, this is {VERSION}")
        for name in _FIELDS:
            getattr(network, name)[:] = file[name]
    network.is_trained = True
    return network
