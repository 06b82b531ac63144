"""A small network that estimates what is still to come: the points a seat will gain on the others from here to the end.

Features (binary, sparse) -> 64 -> 16 -> one number. The first layer is a sum of rows, one for each feature, so a
position that differs from another in a few features is evaluated from the other's sums: only the rows that differ are
added and taken away. Weights live in a record, like games, and are stored as an .npz file (docs/bots.md).
"""

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated, Any, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.learning.features import (
    CARDS_PART,
    MOST,
    PARTS,
    PLAYERS_PART,
    FeatureList,
    list_part,
)
from millefiori.bots.learning.numbering import FEATURES, VERSION
from millefiori.engine.board import CARDS
from millefiori.engine.compiled import rule
from millefiori.engine.layout import Bool, layout
from millefiori.engine.operations import add_layer
from millefiori.engine.state import HAND, Game
from millefiori.engine.vocabulary import SEATS, Area

HIDDEN_UNITS = 64
SECOND_UNITS = 16
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
    """Working space of the evaluation, with the sums of a base position."""

    base_game: Game
    base_features: Annotated[NDArray[np.int16], (MOST,)]  # of the base position, part by part
    base_end: Annotated[NDArray[np.int16], (PARTS,)]  # where each part ends
    base_sums: Annotated[NDArray[np.float32], (HIDDEN_UNITS,)]
    cards_game: Game  # the position whose cards were looked at last: many turns use the same cards
    cards_sums: Annotated[NDArray[np.float32], (HIDDEN_UNITS,)]  # the base's sums, but with these cards
    sums: Annotated[NDArray[np.float32], (HIDDEN_UNITS,)]
    upper: Annotated[NDArray[np.float32], (SECOND_UNITS,)]


NETWORK = layout(Network)
MIND = layout(Mind)


@rule
def set_base(game: Game, network: Network, mind: Mind) -> None:
    """Sum the first layer for a position, from which others will differ little."""
    mind.base_game = game
    mind.sums[:] = network.first_bias
    count = 0
    for part in range(PARTS):
        count = list_part(game, part, mind, count)
        mind.base_end[part] = count
    for number in range(count):
        mind.base_features[number] = mind.features[number]
        add_row(network, mind, mind.features[number])
    mind.base_sums[:] = mind.sums
    mind.cards_game = game
    mind.cards_sums[:] = mind.sums


@rule
def future(game: Game, network: Network, mind: Mind) -> float:
    """The margin that is still to come, in points; only the parts that differ from the base are looked at."""
    if not are_same_cards(game, mind.cards_game):
        mind.sums[:] = mind.base_sums
        update_part(game, CARDS_PART, network, mind)
        mind.cards_game = game
        mind.cards_sums[:] = mind.sums
    mind.sums[:] = mind.cards_sums
    for area in range(PLAYERS_PART):
        if not is_same_area(game, mind.base_game, area):
            update_part(game, area, network, mind)
    update_part(game, PLAYERS_PART, network, mind)
    return SCALE * output(network, mind)


@rule
def is_same_area(game: Game, base: Game, area: int) -> bool:
    """Is everything that the area's features show the same as in `base`, a position of the same game?"""
    changes = 0
    for owner in range(SEATS + 1):
        changes |= game.diamonds[owner, area] ^ base.diamonds[owner, area]
        if area == Area.HARBOR:  # goods for the fleets
            changes |= game.diamonds[owner, Area.TRADE] ^ base.diamonds[owner, Area.TRADE]
    return changes == 0


@rule
def are_same_cards(game: Game, base: Game) -> bool:
    """Is everything that the features of time and cards show the same as in `base`?"""
    changes = 0
    for card in range(CARDS):
        changes |= (game.display[card] ^ base.display[card]) | (game.discarded[card] ^ base.discarded[card])
    for holder in range(SEATS):
        for index in range(HAND):
            changes |= game.hand[holder, index] ^ base.hand[holder, index]
    return changes == 0 and game.turn == base.turn and game.dealt == base.dealt and game.last_turns == base.last_turns


@rule
def update_part(game: Game, part: int, network: Network, mind: Mind) -> None:
    """Bring the sums from the base's features of a part to the position's. Both ascend: one pass finds what differs.

    (A feature out of order would be taken away and added again: slower, not wrong.)
    """
    count = list_part(game, part, mind, 0)
    old, old_end = (mind.base_end[part - 1] if part else 0), mind.base_end[part]
    new = 0
    while old < old_end or new < count:
        if old < old_end and (new == count or mind.base_features[old] < mind.features[new]):
            take_row(network, mind, mind.base_features[old])
            old += 1
        elif old == old_end or mind.features[new] < mind.base_features[old]:
            add_row(network, mind, mind.features[new])
            new += 1
        else:
            old += 1
            new += 1


@rule
def add_row(network: Network, mind: Mind, feature: int) -> None:
    """A feature that is there."""
    for unit in range(HIDDEN_UNITS):
        mind.sums[unit] += network.first[feature, unit]


@rule
def take_row(network: Network, mind: Mind, feature: int) -> None:
    """A feature that is gone."""
    for unit in range(HIDDEN_UNITS):
        mind.sums[unit] -= network.first[feature, unit]


@rule
def output(network: Network, mind: Mind) -> float:
    """The layers above the sums."""
    mind.upper[:] = network.second_bias
    add_layer(mind.sums, network.second, mind.upper)
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


@cache
def shipped_network() -> Network:
    """The weights that come with the package."""
    with as_file(files("millefiori.bots.learning").joinpath("weights.npz")) as path:
        return load(path)
