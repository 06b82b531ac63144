"""What a learner sees: a seat's view as one row of small numbers, with names for its parts (docs/environment.md).

Everything is told from the seat's own place: seat 0 of a field is the observer, 1 its left neighbour, and so on round
the table; the rows of absent players are 0. Numbers are bytes as they are, exact, with the highest possible value
beside them: `scaled` makes floats from 0 to 1 of them.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from millefiori.board import BONUS_VALUES, CARD_NAMES, CARDS, COPIES, DECK, FIRST, LAST_SEA_SPACE, SPACE_NAMES, SPACES
from millefiori.compiled import rule
from millefiori.editions import EDITIONS, FEWEST_PLAYERS, MOST_PLAYERS
from millefiori.state import HAND
from millefiori.view import View
from millefiori.vocabulary import HIDDEN, NEUTRAL, NO_CARD, SEATS, SETS, Area, Phase, Seat

VERSION = 1
"""Raised whenever a number of the observation changes its place or meaning (see the version history)."""

SEA_SPACES = LAST_SEA_SPACE + 1
LAP = 100
"""Scores pass a byte: they are told in laps of a hundred points and the rest."""
MOST_DIAMONDS = max(edition.supply for edition in EDITIONS.values())
MOST_RESERVED = max(edition.reserve for edition in EDITIONS.values())
MOST_ROUNDS = len(DECK) // (FEWEST_PLAYERS * HAND)
"""A round deals everybody a hand: more rounds than this no deck has."""

_PLAYERS = ("you", "left", "left2", "left3")
_EDITIONS = tuple(EDITIONS)


@dataclass(frozen=True)
class Field:
    """A named part of the observation: its labels along each axis, its highest values, and what it says."""

    name: str
    says: str
    axes: tuple[tuple[str, ...], ...]
    high: Any = 1

    @property
    def shape(self) -> tuple[int, ...]:
        """Its lengths along the axes."""
        return tuple(len(axis) for axis in self.axes)


FIELDS = (
    Field("diamonds", "a diamond of that owner on that space", ((*_PLAYERS, "neutral"), SPACE_NAMES)),
    Field("hand", "cards of that hand which the observer knows, by kind", (_PLAYERS, CARD_NAMES), COPIES),
    Field("hand_size", "cards of that hand, known or not; a card kept by another player counts", (_PLAYERS,), HAND),
    Field("card", "the observer's own card: kept, or in play", (CARD_NAMES,)),
    Field("extra_card", "the extra card that another player has in play", (CARD_NAMES,)),
    Field("display", "cards face up beside the board, by kind", (CARD_NAMES,), COPIES),
    Field("discarded", "cards that were played, by kind", (CARD_NAMES,), COPIES),
    Field("ship", "the ship is there: 0 is the start", (_PLAYERS, tuple(map(str, range(SEA_SPACES))))),
    Field(
        "bonus",
        "points of the bonus diamond earned for that set",
        (_PLAYERS, tuple(area.name.lower() for area in Area)[:SETS]),
        int(BONUS_VALUES.max()),
    ),
    Field("supply", "diamonds left in the supply", (_PLAYERS,), MOST_DIAMONDS),
    Field("reserve", "diamonds left in the reserve", (_PLAYERS,), MOST_RESERVED),
    Field("laps", "whole hundreds of the score", (_PLAYERS,), 9),
    Field("score", "the score without them", (_PLAYERS,), LAP - 1),
    Field("to_act", "whose decision it is", (_PLAYERS,)),
    Field("start_player", "who starts this round", (_PLAYERS,)),
    Field("phase", "what is decided", (tuple(phase.name.lower() for phase in Phase),)),
    Field("players", "seats at the table", (tuple(map(str, range(FEWEST_PLAYERS, MOST_PLAYERS + 1))),)),
    Field("edition", "the edition in force", (_EDITIONS,)),
    Field("tactical", "cards are chosen when they are played", (("tactical",),)),
    Field("rounds", "rounds begun, this one included", (("rounds",),), MOST_ROUNDS),
    Field("turn", "turns of this round that are over", (("turn",),), HAND),
    Field("deck", "cards left in the deck", (("deck",),), len(DECK)),
    Field("extra_cards", "extra cards taken in this turn", (("extra_cards",),), len(DECK)),
    Field("last_turns", "a supply is empty: the game ends when everybody has played", (("last_turns",),)),
)


OBSERVATION = np.dtype((np.record, [(field.name, np.uint8, field.shape) for field in FIELDS]))
"""An observation as a record, for compiled code: its bytes are the flat observation."""
Row: TypeAlias = Any
SIZE = OBSERVATION.itemsize
"""Numbers of an observation."""


def _slices() -> dict[str, slice]:
    begins = [OBSERVATION.fields[field.name][1] for field in FIELDS] if OBSERVATION.fields else []
    return {field.name: slice(*ends) for field, *ends in zip(FIELDS, begins, [*begins[1:], SIZE], strict=True)}


SLICES = _slices()
HIGH: NDArray[np.uint8] = np.concatenate(
    [np.broadcast_to(np.asarray(field.high, np.uint8), field.shape).reshape(-1) for field in FIELDS]
)
"""The highest value of each number."""
HIGH.flags.writeable = False


BITS = np.array([[byte >> bit & 1 for bit in range(8)] for byte in range(256)], np.uint8)
"""The bits of a byte, as numbers."""
_WORD, _BYTE = np.uint64(64), np.uint64(255)
_RESIDENCES, _NOBILI, _POPULI, _TRADE, _HARBOR = (np.uint64(begin) for begin in FIRST[1:])
assert _POPULI < _WORD < _TRADE  # as `write_spaces` has it


# --- Writing ----------------------------------------------------------------------------------------------------------


@rule
def write_observation(seen: View, row: Row) -> None:
    """Write a view, as its seat sees it, over the row."""
    wipe(row)
    seat = seen.seen_by
    for place in range(seen.seats):
        player = seat + place
        if player >= seen.seats:
            player -= seen.seats
        write_player(seen, player, row, place)
        row.to_act[place] = player == seen.to_act and seen.phase != Phase.OVER
        row.start_player[place] = player == seen.start_player
    for absent in range(seen.seats, SEATS):
        write_spaces(seen, absent, row, absent)  # none
    write_spaces(seen, NEUTRAL, row, SEATS)
    write_cards(seen, row)
    row.phase[seen.phase] = 1
    row.players[seen.seats - FEWEST_PLAYERS] = 1
    row.edition[seen.option.edition] = 1
    row.tactical[0] = seen.option.tactical
    row.rounds[0] = seen.rounds
    row.turn[0] = seen.turn
    row.deck[0] = len(DECK) - seen.dealt
    row.extra_cards[0] = seen.extra_cards
    row.last_turns[0] = seen.last_turns


@rule
def wipe(row: Row) -> None:
    """Make a row of zeros: all but what every view fills anyway."""
    row.hand[:] = 0
    row.hand_size[:] = 0
    row.card[:] = 0
    row.extra_card[:] = 0
    row.ship[:] = 0
    row.bonus[:] = 0
    row.supply[:] = 0
    row.reserve[:] = 0
    row.laps[:] = 0
    row.score[:] = 0
    row.to_act[:] = 0
    row.start_player[:] = 0
    row.phase[:] = 0
    row.players[:] = 0
    row.edition[:] = 0


@rule
def write_player(seen: View, player: Seat, row: Row, place: int) -> None:
    """What is told of each player, the observer first."""
    write_spaces(seen, player, row, place)
    write_hand(seen, player, row, place)
    row.ship[place, seen.ship[player]] = 1
    for area in range(SETS):
        row.bonus[place, area] = seen.bonus[player, area]
    row.supply[place] = seen.supply[player]
    row.reserve[place] = seen.reserve[player]
    laps = seen.score[player] // LAP
    row.laps[place] = laps
    row.score[place] = seen.score[player] - LAP * laps


@rule
def write_spaces(seen: View, owner: Seat, row: Row, place: int) -> None:
    """The diamonds of an owner: all spaces as the bits of two words, and of these eight at a time, without a branch."""
    own, plane = seen.diamonds[owner], row.diamonds[place]
    townspeople = np.uint64(own[Area.POPULI])  # they lie across the border of the words
    low = np.uint64(own[Area.WORKSHOPS]) | (np.uint64(own[Area.RESIDENCES]) << _RESIDENCES)
    low |= (np.uint64(own[Area.NOBILI]) << _NOBILI) | (townspeople << _POPULI)
    high = (townspeople >> (_WORD - _POPULI)) | (np.uint64(own[Area.TRADE]) << (_TRADE - _WORD))
    high |= np.uint64(own[Area.HARBOR]) << (_HARBOR - _WORD)
    for group in range(8):
        byte = np.int64((low >> np.uint64(8 * group)) & _BYTE)
        for bit in range(8):
            plane[8 * group + bit] = BITS[byte, bit]
    for group in range(8, SPACES // 8):
        byte = np.int64((high >> np.uint64(8 * group - 64)) & _BYTE)
        for bit in range(8):
            plane[8 * group + bit] = BITS[byte, bit]
    byte = np.int64(high >> np.uint64(SPACES // 8 * 8 - 64))
    for bit in range(SPACES % 8):
        plane[SPACES // 8 * 8 + bit] = BITS[byte, bit]


@rule
def write_hand(seen: View, player: Seat, row: Row, place: int) -> None:
    """The cards of a hand that the observer knows, and how many there are in all. Without branches: they cost more."""
    size = 0
    for number in range(HAND):
        card = int(seen.hand[player, number])
        is_known = card < HIDDEN
        row.hand[place, card if is_known else 0] += is_known
        size += card != NO_CARD
    row.hand_size[place] = size


@rule
def write_cards(seen: View, row: Row) -> None:
    """The cards that belong to nobody's hand."""
    own, shown = seen.kept[seen.seen_by], seen.kept[seen.to_act]
    if own < HIDDEN:
        row.card[own] = 1
    if seen.to_act != seen.seen_by and shown < HIDDEN:
        row.extra_card[shown] = 1
    for card in range(CARDS):
        row.display[card] = seen.display[card]
        row.discarded[card] = seen.discarded[card]


# --- Reading ----------------------------------------------------------------------------------------------------------


def observe(seen: View) -> NDArray[np.uint8]:
    """A seat's view as an observation."""
    row = np.zeros(1, OBSERVATION)
    write_observation(seen, row[0])
    return flat(row)[0]


def flat(rows: NDArray[Any]) -> NDArray[np.uint8]:
    """Records of observations as rows of numbers; no copy."""
    return rows.view(np.uint8).reshape(len(rows), SIZE)


def scaled(observation: NDArray[np.uint8]) -> NDArray[np.float32]:
    """An observation, or rows of them, as floats from 0 to 1."""
    return np.divide(observation, HIGH, dtype=np.float32)


def named(observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The parts of an observation, or of rows of them, by name and in their shapes; no copy."""
    return {
        field.name: observation[..., SLICES[field.name]].reshape(*observation.shape[:-1], *field.shape)
        for field in FIELDS
    }


def labels() -> list[str]:
    """What each number stands for: `diamonds[left, W1.1]`."""
    names: list[str] = []
    for field in FIELDS:
        for index in np.ndindex(field.shape):
            words = [axis[place] for axis, place in zip(field.axes, index, strict=True)]
            names.append(field.name if words == [field.name] else f"{field.name}[{', '.join(words)}]")
    return names
