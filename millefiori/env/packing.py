"""The observation in a quarter of its bytes: sets as bits, hands as their cards, positions as numbers.

A batch that writes packed rows moves less memory, and a learner keeps four times as many of them. `unpack` turns rows
into the documented observation (`observation`), exactly.
"""

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.board import CARDS, DECK
from millefiori.engine.compiled import rule, small_rule
from millefiori.engine.editions import FEWEST_PLAYERS
from millefiori.engine.layout import layout
from millefiori.engine.operations import clear, copy_bytes, put_word, spread_wide, word
from millefiori.engine.rules.piles import cards_in
from millefiori.engine.state import PILE, Game
from millefiori.engine.view import View, has_seen_hand, is_kept_card_known
from millefiori.engine.vocabulary import HIDDEN, NEUTRAL, NO_CARD, SEATS, SETS, Phase, Seat
from millefiori.env.observation import FIELDS, LAP, OBSERVATION, SIZE, Row, spaces_as_words

NONE = 255
"""No card, no ship, nobody."""


class Packed:
    """A packed observation, relative to the observer, too. `SAYS` explains the parts."""

    diamonds: Annotated[NDArray[np.uint64], (SEATS + 1, 2)]
    hand: Annotated[NDArray[np.uint8], (SEATS, PILE)]
    hand_size: Annotated[NDArray[np.uint8], (SEATS,)]
    display: Annotated[NDArray[np.uint8], (CARDS,)]
    discarded: Annotated[NDArray[np.uint8], (CARDS,)]
    ship: Annotated[NDArray[np.uint8], (SEATS,)]
    bonus: Annotated[NDArray[np.uint8], (SEATS, SETS)]
    supply: Annotated[NDArray[np.uint8], (SEATS,)]
    reserve: Annotated[NDArray[np.uint8], (SEATS,)]
    laps: Annotated[NDArray[np.uint8], (SEATS,)]
    score: Annotated[NDArray[np.uint8], (SEATS,)]
    card: Annotated[NDArray[np.uint8], (1,)]
    extra_card: Annotated[NDArray[np.uint8], (1,)]
    to_act: Annotated[NDArray[np.uint8], (1,)]
    start_player: Annotated[NDArray[np.uint8], (1,)]
    phase: Annotated[NDArray[np.uint8], (1,)]
    players: Annotated[NDArray[np.uint8], (1,)]
    edition: Annotated[NDArray[np.uint8], (1,)]
    tactical: Annotated[NDArray[np.uint8], (1,)]
    rounds: Annotated[NDArray[np.uint8], (1,)]
    turn: Annotated[NDArray[np.uint8], (1,)]
    deck: Annotated[NDArray[np.uint8], (1,)]
    extra_cards: Annotated[NDArray[np.uint8], (1,)]
    last_turns: Annotated[NDArray[np.uint8], (1,)]


SAYS = {field.name: "the same numbers" for field in FIELDS} | {
    "diamonds": "a bit for each space, the lowest first: 64 in the first word, the others in the second",
    "hand": "the known cards of that hand by number; 255 in the other places",
    "ship": "the sea space of that ship; 255 for an absent player",
    "card": "the number of that card; 255 for none",
    "extra_card": "the number of that card; 255 for none",
    "to_act": "the row of that player; 255 for nobody",
    "start_player": "the row of that player",
    "phase": "the number of the phase",
    "players": "the number of players, less 2",
    "edition": "the number of the edition",
}
"""What each part says, compared with the part of that name in the observation."""
PACKED = layout(Packed)
PACKED_SIZE = PACKED.itemsize
"""How many bytes a packed observation has."""


# --- Writing ----------------------------------------------------------------------------------------------------------


@rule
def write_packed(game: Game, seat: Seat, row: Row) -> None:
    """Write what the seat may know over the packed row, as `write_observation` does over the documented one."""
    clear(row, 0)
    for distance in range(game.seats):
        player = seat + distance
        if player >= game.seats:
            player -= game.seats
        pack_player(game, seat, player, row, distance)
        if player == game.start_player:
            row.start_player[0] = distance
        if player == game.to_act:
            row.to_act[0] = distance if game.phase != Phase.OVER else NONE
    for absent in range(game.seats, SEATS):
        row.ship[absent] = NONE
        put_word(row.hand[absent], -1)
    pack_spaces(game, NEUTRAL, row, SEATS)
    pack_cards(game, seat, row)
    row.phase[0] = game.phase
    row.players[0] = game.seats - FEWEST_PLAYERS
    row.edition[0] = game.option.edition
    row.tactical[0] = game.option.tactical
    row.rounds[0] = game.rounds
    row.turn[0] = game.turn
    row.deck[0] = len(DECK) - game.dealt
    row.extra_cards[0] = game.extra_cards
    row.last_turns[0] = game.last_turns


@small_rule
def pack_player(game: Game, seat: Seat, player: Seat, row: Row, distance: int) -> None:
    """Write the fields of one player; distance 0 is the observer."""
    pack_spaces(game, player, row, distance)
    pack_hand(game, seat, player, row, distance)
    row.ship[distance] = game.ship[player]
    for area in range(SETS):
        row.bonus[distance, area] = game.bonus[player, area]
    row.supply[distance] = game.supply[player]
    row.reserve[distance] = game.reserve[player]
    laps = game.score[player] // LAP
    row.laps[distance] = laps
    row.score[distance] = game.score[player] - LAP * laps


@small_rule
def pack_spaces(game: Game, owner: Seat, row: Row, distance: int) -> None:
    """Write an owner's diamonds as two words."""
    low, high = spaces_as_words(game, owner)
    row.diamonds[distance, 0] = low
    row.diamonds[distance, 1] = high


@small_rule
def pack_hand(game: Game, seat: Seat, player: Seat, row: Row, distance: int) -> None:
    """Write the hand as it lies in the game, as far as the seat knows it; a kept card it does not know comes last."""
    kept = int(game.kept[player])
    is_hidden = kept < HIDDEN and not is_kept_card_known(game, seat, player)
    row.hand_size[distance] = cards_in(game.hand[player]) + is_hidden
    if has_seen_hand(game, seat, player):
        put_word(row.hand[distance], word(game.hand[player]))
        if is_hidden:
            row.hand[distance, PILE - 1] = kept
    else:
        put_word(row.hand[distance], -1)  # NO_CARD in every place


@small_rule
def pack_cards(game: Game, seat: Seat, row: Row) -> None:
    """Write the cards that are in no hand."""
    own, shown = game.kept[seat], game.kept[game.to_act]
    is_shown = game.to_act != seat and shown < HIDDEN and is_kept_card_known(game, seat, game.to_act)
    row.card[0] = own if own < HIDDEN else NONE
    row.extra_card[0] = shown if is_shown else NONE
    copy_bytes(game.display, row.display)
    copy_bytes(game.discarded, row.discarded)


# --- Reading ----------------------------------------------------------------------------------------------------------


def pack(seen: View) -> NDArray[np.uint8]:
    """A seat's view as a packed observation."""
    row = np.zeros(1, PACKED)
    write_packed(seen, int(seen.seen_by), row[0])
    return row.view(np.uint8)


def unpack(packed: NDArray[np.uint8], out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
    """The documented observations of packed rows, in a new array or in `out`."""
    rows = np.ascontiguousarray(packed)
    if rows.dtype != np.uint8 or rows.ndim != 2 or rows.shape[1] != PACKED_SIZE:
        raise ValueError(f"packed observations are rows of {PACKED_SIZE} bytes, not {packed.dtype} {packed.shape}")
    observations = np.empty((len(rows), SIZE), np.uint8) if out is None else out
    if observations.shape != (len(rows), SIZE) or observations.dtype != np.uint8 or not observations.flags.c_contiguous:
        raise ValueError(f"out must be {len(rows)} rows of {SIZE} bytes without gaps")
    unpack_rows(rows.view(PACKED).reshape(-1), observations.view(OBSERVATION).reshape(-1))
    return observations


@rule
def unpack_rows(packed: NDArray[Any], rows: NDArray[Any]) -> None:
    """Write the observation of every packed row."""
    for index in range(len(packed)):
        unpack_row(packed[index], rows[index])


@rule
def unpack_row(packed: Row, row: Row) -> None:
    """Write the observation of a packed row."""
    clear(row, 0)
    for owner in range(SEATS + 1):
        spread_wide(packed.diamonds[owner, 0], packed.diamonds[owner, 1], row.diamonds, owner)
    for distance in range(SEATS):
        unpack_player(packed, row, distance)
    if packed.card[0] != NONE:
        row.card[packed.card[0]] = 1
    if packed.extra_card[0] != NONE:
        row.extra_card[packed.extra_card[0]] = 1
    copy_bytes(packed.display, row.display)
    copy_bytes(packed.discarded, row.discarded)
    if packed.to_act[0] != NONE:
        row.to_act[packed.to_act[0]] = 1
    row.start_player[packed.start_player[0]] = 1
    row.phase[packed.phase[0]] = 1
    row.players[packed.players[0]] = 1
    row.edition[packed.edition[0]] = 1
    row.tactical[0] = packed.tactical[0]
    row.rounds[0] = packed.rounds[0]
    row.turn[0] = packed.turn[0]
    row.deck[0] = packed.deck[0]
    row.extra_cards[0] = packed.extra_cards[0]
    row.last_turns[0] = packed.last_turns[0]


@small_rule
def unpack_player(packed: Row, row: Row, distance: int) -> None:
    """Write the fields of one player."""
    for place in range(PILE):
        card = packed.hand[distance, place]
        if card != NO_CARD:
            row.hand[distance, card] += 1
    if packed.ship[distance] != NONE:
        row.ship[distance, packed.ship[distance]] = 1
    for area in range(SETS):
        row.bonus[distance, area] = packed.bonus[distance, area]
    row.hand_size[distance] = packed.hand_size[distance]
    row.supply[distance] = packed.supply[distance]
    row.reserve[distance] = packed.reserve[distance]
    row.laps[distance] = packed.laps[distance]
    row.score[distance] = packed.score[distance]
