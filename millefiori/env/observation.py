"""What a learner sees: a seat's view as one row of small numbers, in named parts (docs/environment.md).

Everything is relative to the observing seat: row 0 of a field is the observer, 1 the left neighbour, and so on around
the table; rows of absent players are 0. Numbers are plain bytes, and the highest possible value of each is known:
`scaled` turns them into floats from 0 to 1.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.board import (
    BONUS_VALUES,
    CARD_NAMES,
    COPIES,
    DECK,
    FIRST,
    LAST_SEA_SPACE,
    SPACE_NAMES,
)
from millefiori.engine.compiled import rule, small_rule
from millefiori.engine.editions import EDITIONS, FEWEST_PLAYERS, MOST_PLAYERS
from millefiori.engine.layout import named_fields
from millefiori.engine.operations import clear, copy_bytes, spread_wide
from millefiori.engine.rules.piles import cards_in
from millefiori.engine.state import HAND, Game
from millefiori.engine.view import View, has_seen_hand, is_kept_card_known
from millefiori.engine.vocabulary import HIDDEN, NEUTRAL, SEATS, SETS, Area, Phase, Seat

VERSION = 1
"""Raised whenever a number moves or changes its meaning (see the version history)."""

SEA_SPACES = LAST_SEA_SPACE + 1
LAP = 100
"""A score does not fit a byte: it is split into laps of a hundred points and the rest."""
MOST_DIAMONDS = max(edition.supply for edition in EDITIONS.values())
MOST_RESERVED = max(edition.reserve for edition in EDITIONS.values())
MOST_ROUNDS = len(DECK) // (FEWEST_PLAYERS * HAND)
"""Every round deals each player a hand, so no deck lasts longer than this."""

_PLAYERS = ("you", "left", "left2", "left3")
_EDITIONS = tuple(EDITIONS)


@dataclass(frozen=True)
class Field:
    """A named part of the observation: what it says, its labels along each axis, its highest values."""

    name: str
    says: str
    axes: tuple[tuple[str, ...], ...]
    high: Any = 1

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes."""
        return tuple(len(axis) for axis in self.axes)


FIELDS = (
    Field("diamonds", "a diamond of that owner on that space", ((*_PLAYERS, "neutral"), SPACE_NAMES)),
    Field("hand", "cards in that hand that the observer knows, by kind", (_PLAYERS, CARD_NAMES), COPIES),
    Field(
        "hand_size",
        "cards in that hand, known or not, including a card that another player has kept",
        (_PLAYERS,),
        HAND,
    ),
    Field("card", "the observer's own card, kept or in play", (CARD_NAMES,)),
    Field("extra_card", "the extra card that another player has in play", (CARD_NAMES,)),
    Field("display", "cards face up beside the board, by kind", (CARD_NAMES,), COPIES),
    Field("discarded", "cards that were played, by kind", (CARD_NAMES,), COPIES),
    Field("ship", "the ship is on that sea space; 0 is the start", (_PLAYERS, tuple(map(str, range(SEA_SPACES))))),
    Field(
        "bonus",
        "points of the bonus diamond earned for that set",
        (_PLAYERS, tuple(area.name.lower() for area in Area)[:SETS]),
        int(BONUS_VALUES.max()),
    ),
    Field("supply", "diamonds left in the supply", (_PLAYERS,), MOST_DIAMONDS),
    Field("reserve", "diamonds left in the reserve", (_PLAYERS,), MOST_RESERVED),
    Field("laps", "whole hundreds of the score", (_PLAYERS,), 9),
    Field("score", "the rest of the score", (_PLAYERS,), LAP - 1),
    Field("to_act", "whose decision it is", (_PLAYERS,)),
    Field("start_player", "who starts this round", (_PLAYERS,)),
    Field("phase", "what is being decided", (tuple(phase.name.lower() for phase in Phase),)),
    Field("players", "seats at the table", (tuple(map(str, range(FEWEST_PLAYERS, MOST_PLAYERS + 1))),)),
    Field("edition", "the edition in force", (_EDITIONS,)),
    Field("tactical", "the tactical variant", (("tactical",),)),
    Field("rounds", "rounds begun, including this one", (("rounds",),), MOST_ROUNDS),
    Field("turn", "turns of this round that are over", (("turn",),), HAND),
    Field("deck", "cards left in the deck", (("deck",),), len(DECK)),
    Field("extra_cards", "extra cards taken this turn", (("extra_cards",),), len(DECK)),
    Field("last_turns", "a supply is empty: the game ends once everybody has played", (("last_turns",),)),
)


class Observation:
    """An observation as a record, for compiled code: its bytes are the flat observation."""


OBSERVATION = named_fields(np.dtype([(field.name, np.uint8, field.shape) for field in FIELDS]), Observation)
"""An observation as a record for compiled code; its bytes are the flat observation."""
Row: TypeAlias = Any
SIZE = OBSERVATION.itemsize
"""How many numbers an observation has."""


def _slices() -> dict[str, slice]:
    begins = [OBSERVATION.fields[field.name][1] for field in FIELDS] if OBSERVATION.fields else []
    return {field.name: slice(*ends) for field, *ends in zip(FIELDS, begins, [*begins[1:], SIZE], strict=True)}


SLICES = _slices()
HIGH: NDArray[np.uint8] = np.concatenate(
    [np.broadcast_to(np.asarray(field.high, np.uint8), field.shape).reshape(-1) for field in FIELDS]
)
"""The highest value of each number."""
HIGH.flags.writeable = False


_WORD = np.uint64(64)
_RESIDENCES, _NOBILI, _POPULI, _TRADE, _HARBOR = (np.uint64(begin) for begin in FIRST[1:])
assert _POPULI < _WORD < _TRADE  # `spaces_as_words` relies on it
_AFTER_DIAMONDS = SLICES["diamonds"].stop


# --- Writing ----------------------------------------------------------------------------------------------------------


@rule
def write_observation(game: Game, seat: Seat, row: Row) -> None:
    """Write what the seat may know over the row: of a whole game, or of the seat's view, which gives the same.

    Secrets are passed over, not hidden first: a copy of the game would cost more than the rest (see `write_hand`).
    """
    clear(row, _AFTER_DIAMONDS)  # diamonds are written in full
    for distance in range(game.seats):
        player = seat + distance
        if player >= game.seats:
            player -= game.seats
        write_player(game, seat, player, row, distance)
        row.to_act[distance] = player == game.to_act and game.phase != Phase.OVER
        row.start_player[distance] = player == game.start_player
    for absent in range(game.seats, SEATS):
        write_spaces(game, absent, row, absent)  # none
    write_spaces(game, NEUTRAL, row, SEATS)
    write_cards(game, seat, row)
    row.phase[game.phase] = 1
    row.players[game.seats - FEWEST_PLAYERS] = 1
    row.edition[game.option.edition] = 1
    row.tactical[0] = game.option.tactical
    row.rounds[0] = game.rounds
    row.turn[0] = game.turn
    row.deck[0] = len(DECK) - game.dealt
    row.extra_cards[0] = game.extra_cards
    row.last_turns[0] = game.last_turns


@small_rule
def write_player(game: Game, seat: Seat, player: Seat, row: Row, distance: int) -> None:
    """Write the fields of one player; distance 0 is the observer."""
    write_spaces(game, player, row, distance)
    write_hand(game, seat, player, row, distance)
    row.ship[distance, game.ship[player]] = 1
    for area in range(SETS):
        row.bonus[distance, area] = game.bonus[player, area]
    row.supply[distance] = game.supply[player]
    row.reserve[distance] = game.reserve[player]
    laps = game.score[player] // LAP
    row.laps[distance] = laps
    row.score[distance] = game.score[player] - LAP * laps


@small_rule
def write_spaces(game: Game, owner: Seat, row: Row, distance: int) -> None:
    """Write an owner's diamonds: all spaces as bits of two words, spread into bytes."""
    low, high = spaces_as_words(game, owner)
    spread_wide(low, high, row.diamonds, distance)


@small_rule
def spaces_as_words(game: Game, owner: Seat) -> tuple[Any, Any]:
    """An owner's diamonds as a set of all spaces: 64 in the first word, the rest in the second."""
    own = game.diamonds[owner]
    townspeople = np.uint64(own[Area.POPULI])  # these bits straddle the two words
    low = np.uint64(own[Area.WORKSHOPS]) | (np.uint64(own[Area.RESIDENCES]) << _RESIDENCES)
    low |= (np.uint64(own[Area.NOBILI]) << _NOBILI) | (townspeople << _POPULI)
    high = (townspeople >> (_WORD - _POPULI)) | (np.uint64(own[Area.TRADE]) << (_TRADE - _WORD))
    high |= np.uint64(own[Area.HARBOR]) << (_HARBOR - _WORD)
    return low, high


@small_rule
def write_hand(game: Game, seat: Seat, player: Seat, row: Row, distance: int) -> None:
    """Write the cards of a hand that the seat knows, and its size. A kept card it does not know lies there, too."""
    kept = int(game.kept[player])
    is_hidden = kept < HIDDEN and not is_kept_card_known(game, seat, player)
    row.hand_size[distance] = cards_in(game.hand[player]) + is_hidden
    if has_seen_hand(game, seat, player):
        for number in range(HAND):
            card = int(game.hand[player, number])
            is_known = card < HIDDEN
            row.hand[distance, card if is_known else 0] += is_known
        if is_hidden:
            row.hand[distance, kept] += 1


@small_rule
def write_cards(game: Game, seat: Seat, row: Row) -> None:
    """Write the cards that are in no hand."""
    own, shown = game.kept[seat], game.kept[game.to_act]
    if own < HIDDEN:
        row.card[own] = 1
    if game.to_act != seat and shown < HIDDEN and is_kept_card_known(game, seat, game.to_act):
        row.extra_card[shown] = 1
    copy_bytes(game.display, row.display)
    copy_bytes(game.discarded, row.discarded)


# --- Reading ----------------------------------------------------------------------------------------------------------


def observe(seen: View) -> NDArray[np.uint8]:
    """A seat's view as an observation."""
    row = np.zeros(1, OBSERVATION)
    write_observation(seen, int(seen.seen_by), row[0])
    return flat(row)[0]


def flat(rows: NDArray[Any]) -> NDArray[np.uint8]:
    """Observation records as rows of numbers, without a copy."""
    return rows.view(np.uint8).reshape(len(rows), SIZE)


def scaled(observation: NDArray[np.uint8]) -> NDArray[np.float32]:
    """An observation, or rows of them, as floats from 0 to 1."""
    return np.divide(observation, HIGH, dtype=np.float32)


def named(observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The parts of an observation, or of rows of them, by name and in shape, without a copy."""
    return {
        field.name: observation[..., SLICES[field.name]].reshape(*observation.shape[:-1], *field.shape)
        for field in FIELDS
    }


def labels() -> list[str]:
    """A name for each number: `diamonds[left, W1.1]`."""
    names: list[str] = []
    for field in FIELDS:
        for index in np.ndindex(field.shape):
            words = [axis[number] for axis, number in zip(field.axes, index, strict=True)]
            names.append(field.name if words == [field.name] else f"{field.name}[{', '.join(words)}]")
    return names
