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
    DISPLAY_PART,
    HANDS_PART,
    PARTS,
    PLAYERS_PART,
    PROSPECTS_PART,
    FeatureList,
    list_part,
)
from millefiori.bots.learning.numbering import FEATURES, MOST, OLDEST, SYMBOLS, VERSION
from millefiori.bots.learning.prospects import FIRST_SYMBOL, MOST_SYMBOLS, VIEWERS
from millefiori.engine.board import CARDS
from millefiori.engine.compiled import small_rule, whole_rule
from millefiori.engine.layout import Bool, Int64, layout
from millefiori.engine.operations import add_rows, upper_layers
from millefiori.engine.state import HAND, Game
from millefiori.engine.vocabulary import SEATS, SETS, Area

HIDDEN_UNITS = 64
SECOND_UNITS = 16
SCALE = 50.0
"""Points that an output of 1 stands for."""
KEY = 2 * (SEATS + 1)
"""Numbers that say all that a part of a position shows."""
CHANGES = 64
"""Changes of each part that are remembered."""
TRIES = 8
"""Places where a change is looked for."""
_FACTORS = (0x9E3779B, 0x85EBCA7, 0xC2B2AE3)  # any large odd numbers: they spread the keys


class Network:
    """The weights."""

    is_trained: Bool  # without it there is no future: only the points on the board count
    sees_prospects: Bool  # weights of version 2 have none for gains and prospects, and save the work
    first: Annotated[NDArray[np.float32], (FEATURES, HIDDEN_UNITS)]
    first_bias: Annotated[NDArray[np.float32], (HIDDEN_UNITS,)]
    second: Annotated[NDArray[np.float32], (HIDDEN_UNITS, SECOND_UNITS)]
    second_bias: Annotated[NDArray[np.float32], (SECOND_UNITS,)]
    last: Annotated[NDArray[np.float32], (SECOND_UNITS,)]
    last_bias: Annotated[NDArray[np.float32], (1,)]


class Change:
    """How one part of a position changes the sums of the base; it holds as long as the base does."""

    of_base: Int64  # the number of the base
    key: Annotated[NDArray[np.int32], (KEY,)]  # what the part shows
    sums: Annotated[NDArray[np.float32], (HIDDEN_UNITS,)]
    gains: Annotated[NDArray[np.int16], (VIEWERS, MOST_SYMBOLS)]  # of an area


class Mind(FeatureList):
    """Working space of the evaluation, with the sums of a base position and the changes found since."""

    bases: Int64  # how many there have been: the number of the present one
    base_game: Game
    base_features: Annotated[NDArray[np.int16], (MOST,)]  # part by part
    base_end: Annotated[NDArray[np.int16], (PARTS,)]  # where each part ends
    base_sums: Annotated[NDArray[np.float32], (HIDDEN_UNITS,)]  # without the prospects, which nearly every turn changes
    base_gains: Annotated[NDArray[np.int16], (VIEWERS, SYMBOLS)]
    cards_game: Game  # the position whose cards were looked at last: many turns use the same cards
    display_change: Annotated[NDArray[np.float32], (HIDDEN_UNITS,)]  # by its display
    hands_change: Annotated[NDArray[np.float32], (HIDDEN_UNITS,)]  # by its hands
    changes: Annotated[
        NDArray[Any], (PLAYERS_PART + 1, CHANGES), Change
    ]  # of the areas and the players, by part and key
    key: Annotated[NDArray[np.int32], (KEY,)]  # of the part that is looked at
    differing: Annotated[NDArray[np.int16], (2 * MOST,)]  # features of one list only, as `add_rows` wants them
    change: Annotated[NDArray[np.float32], (HIDDEN_UNITS,)]  # that is being worked out
    sums: Annotated[NDArray[np.float32], (HIDDEN_UNITS,)]


NETWORK = layout(Network)
MIND = layout(Mind)


@whole_rule
def set_base(game: Game, network: Network, mind: Mind) -> None:
    """Sum the first layer for a position, from which others will differ little."""
    mind.bases += 1
    mind.sees_prospects = network.sees_prospects
    count = 0
    for part in range(PROSPECTS_PART):
        count = list_part(game, part, mind, count)
        mind.base_end[part] = count
    for unit in range(HIDDEN_UNITS):
        mind.change[unit] = network.first_bias[unit]
    add_rows(mind.change, network.first, mind.features, count)
    for number in range(count):
        mind.base_features[number] = mind.features[number]
    for unit in range(HIDDEN_UNITS):
        mind.base_sums[unit] = mind.change[unit]
        mind.display_change[unit] = 0
        mind.hands_change[unit] = 0
    mind.base_gains[:] = mind.gains
    mind.base_game = game
    mind.cards_game = game


@whole_rule
def future(game: Game, network: Network, mind: Mind) -> float:
    """The margin that is still to come, in points; only the parts that differ from the base are looked at."""
    look_at_cards(game, network, mind)
    for unit in range(HIDDEN_UNITS):
        mind.sums[unit] = mind.base_sums[unit] + mind.display_change[unit] + mind.hands_change[unit]
    mind.gains[:] = mind.base_gains
    for area in range(PLAYERS_PART):
        if not is_same_area(game, mind.base_game, area):
            add_change(game, area, network, mind)
    add_change(game, PLAYERS_PART, network, mind)
    if network.sees_prospects:
        add_prospects(game, network, mind)
    return SCALE * output(network, mind)


@small_rule
def is_same_area(game: Game, base: Game, area: int) -> bool:
    """Is everything that the area's features show the same as in `base`, a position of the same game?"""
    changes = 0
    for owner in range(SEATS + 1):
        changes |= game.diamonds[owner, area] ^ base.diamonds[owner, area]
        if area == Area.HARBOR:  # goods for the fleets
            changes |= game.diamonds[owner, Area.TRADE] ^ base.diamonds[owner, Area.TRADE]
    return changes == 0


@whole_rule
def look_at_cards(game: Game, network: Network, mind: Mind) -> None:
    """Work out what display and hands change, unless they are those of the position before."""
    is_same_display, are_same_hands = are_same_cards(game, mind.cards_game)
    if not is_same_display:
        work_out_change(game, DISPLAY_PART, network, mind)
        for unit in range(HIDDEN_UNITS):
            mind.display_change[unit] = mind.change[unit]
    if not are_same_hands:
        work_out_change(game, HANDS_PART, network, mind)
        for unit in range(HIDDEN_UNITS):
            mind.hands_change[unit] = mind.change[unit]
    if not is_same_display or not are_same_hands:
        mind.cards_game = game


@whole_rule
def are_same_cards(game: Game, base: Game) -> tuple[bool, bool]:
    """Is everything that the features of the display, and those of time and hands, show the same as in `base`?"""
    shown, seen = 0, 0
    for card in range(CARDS):
        shown |= game.display[card] ^ base.display[card]
        before, now = base.display[card] + base.discarded[card], game.display[card] + game.discarded[card]
        seen |= int(np.int8(now) ^ np.int8(before))  # bytes: so many at a time
    for holder in range(SEATS):
        for index in range(HAND):
            seen |= int(game.hand[holder, index]) ^ int(base.hand[holder, index])
        seen |= int(game.kept[holder]) ^ int(base.kept[holder])
    is_same_time = game.turn == base.turn and game.dealt == base.dealt and game.last_turns == base.last_turns
    return shown == 0, seen == 0 and is_same_time


@whole_rule
def add_change(game: Game, part: int, network: Network, mind: Mind) -> None:
    """Add what an area or the players change in the sums: remembered, since turns repeat it, or worked out now."""
    place = find_change(mind, part, write_key(game, part, mind))
    change = mind.changes[part, place]
    if change.of_base != mind.bases or not is_key(mind, change):
        work_out_change(game, part, network, mind)
        change.of_base = mind.bases
        for index in range(KEY):
            change.key[index] = mind.key[index]
        for unit in range(HIDDEN_UNITS):
            change.sums[unit] = mind.change[unit]
        keep_gains(part, mind, change)
    elif part < PLAYERS_PART:
        restore_gains(part, mind, change)
    for unit in range(HIDDEN_UNITS):
        mind.sums[unit] += change.sums[unit]


@small_rule
def keep_gains(part: int, mind: Mind, change: Change) -> None:
    """Remember the gains of an area with its change."""
    if part < PLAYERS_PART:
        for viewer in range(VIEWERS):
            for symbol in range(FIRST_SYMBOL[part], FIRST_SYMBOL[part + 1]):
                change.gains[viewer, symbol - FIRST_SYMBOL[part]] = mind.gains[viewer, symbol]


@small_rule
def restore_gains(part: int, mind: Mind, change: Change) -> None:
    """The gains of an area as they were remembered."""
    for viewer in range(VIEWERS):
        for symbol in range(FIRST_SYMBOL[part], FIRST_SYMBOL[part + 1]):
            mind.gains[viewer, symbol] = change.gains[viewer, symbol - FIRST_SYMBOL[part]]


@whole_rule
def add_prospects(game: Game, network: Network, mind: Mind) -> None:
    """Add what the cards promise, by the gains that the areas have now."""
    add_rows(mind.sums, network.first, mind.features, list_part(game, PROSPECTS_PART, mind, 0))


@small_rule
def find_change(mind: Mind, part: int, place: int) -> int:
    """Where the change of the key is, or the first place that is free for it, or else the last that is tried."""
    for _ in range(TRIES - 1):
        change = mind.changes[part, place]
        if change.of_base != mind.bases or is_key(mind, change):
            break
        place = (place + 1) % CHANGES
    return place


@small_rule
def is_key(mind: Mind, change: Change) -> bool:
    """Does the change belong to the key?"""
    differences = 0
    for index in range(KEY):
        differences |= mind.key[index] ^ change.key[index]
    return differences == 0


@small_rule
def write_key(game: Game, part: int, mind: Mind) -> int:
    """Write all that the part's features depend on into the key; returns where to look for its change first."""
    for index in range(KEY):
        mind.key[index] = 0
    if part == PLAYERS_PART:
        for player in range(SEATS):
            bonus = 0
            for area in range(SETS):
                bonus = (bonus << 5) | int(game.bonus[player, area])
            mind.key[player] = bonus
            left = int(game.supply[player]) + int(game.reserve[player])
            mind.key[SEATS + player] = (left << 5) | int(game.ship[player])
    else:
        for owner in range(SEATS + 1):
            mind.key[owner] = game.diamonds[owner, part]
            if part == Area.HARBOR:  # goods for the fleets
                mind.key[SEATS + 1 + owner] = game.diamonds[owner, Area.TRADE]
            elif owner < SEATS:
                mind.key[SEATS + 1] += game.bonus[owner, part] > 0
    mixed = int(mind.key[mind.seat]) * _FACTORS[0] + int(mind.key[SEATS + mind.seat]) * _FACTORS[1]
    mixed += int(mind.key[SEATS + 1 + mind.seat]) * _FACTORS[2]  # a turn changes little but what is its player's
    return (mixed >> 20) % CHANGES


@whole_rule
def work_out_change(game: Game, part: int, network: Network, mind: Mind) -> None:
    """What a part changes in the base's sums. Both lists of features ascend: one pass finds what differs.

    (A feature out of order would be taken away and added again: slower, not wrong.)
    """
    count = list_part(game, part, mind, 0)
    old, old_end = (mind.base_end[part - 1] if part else 0), mind.base_end[part]
    new, differing = 0, 0
    while old < old_end or new < count:
        if old < old_end and (new == count or mind.base_features[old] < mind.features[new]):
            mind.differing[differing] = -1 - mind.base_features[old]  # is gone
            old += 1
            differing += 1
        elif old == old_end or mind.features[new] < mind.base_features[old]:
            mind.differing[differing] = mind.features[new]
            new += 1
            differing += 1
        else:
            old += 1
            new += 1
    for unit in range(HIDDEN_UNITS):
        mind.change[unit] = 0
    add_rows(mind.change, network.first, mind.differing, differing)


@whole_rule
def output(network: Network, mind: Mind) -> float:
    """The layers above the sums."""
    return network.last_bias[0] + upper_layers(mind.sums, network.second, network.second_bias, network.last)


def new_network(seed: int | None = None) -> Network:
    """A network without a future or, with a seed, with small random weights to train from."""
    network = cast(Network, np.zeros(1, NETWORK)[0])
    if seed is not None:
        rng = np.random.default_rng(seed)
        network.is_trained = network.sees_prospects = True
        network.first[:] = rng.normal(0, 0.1, network.first.shape)
        network.second[:] = rng.normal(0, (2 / HIDDEN_UNITS) ** 0.5, network.second.shape)
        network.last[:] = rng.normal(0, (1 / SECOND_UNITS) ** 0.5, network.last.shape)
    return network


def copy_network(network: Network) -> Network:
    """An independent copy."""
    return cast(Network, cast(Any, network).copy())


def new_mind() -> Mind:
    """Working space for one thread."""
    mind = cast(Mind, np.zeros(1, MIND)[0])
    mind.sees_prospects = True
    return mind


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
        version = int(file["version"])
        if not OLDEST <= version <= VERSION:
            raise WeightsError(f"{path}: made for version {version} of the features, this is {VERSION}")
        for name in _FIELDS:
            weights = file[name]
            getattr(network, name)[tuple(map(slice, weights.shape))] = weights  # fewer, or all
    network.is_trained, network.sees_prospects = True, version == VERSION
    return network


@cache
def shipped_network(name: str = "weights.npz") -> Network:
    """The weights that come with the package, or those of an earlier version."""
    with as_file(files("millefiori.bots.learning").joinpath(name)) as path:
        return load(path)
