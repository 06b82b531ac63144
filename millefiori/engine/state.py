"""The state of a game: one NumPy record with named fields. Copying a game is copying its bytes.

Every annotation below is a field of the record, in order; `layout` turns a class into its dtype. For the type checker
a game has the annotated types; at run time it is a NumPy record, for compiled code a Numba record.
`Public` is what everybody at the table can see, `Game` adds the secrets, and a view (see `view`) has the same fields
with the secrets of others hidden: so every question that the rules answer can be asked of a view too.
"""

from typing import Annotated, Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.actions import ACTIONS
from millefiori.engine.board import AREA, BIT, CARDS, DECK
from millefiori.engine.editions import EDITION_NUMBERS, FEWEST_PLAYERS, Edition
from millefiori.engine.layout import Bool, Int8, layout
from millefiori.engine.vocabulary import ALL_SEEING, NEUTRAL, NO_CARD, SEATS, SETS, Area, Reason

HAND = 5
"""Cards dealt to each player in a round."""
PILE = 8
"""Places for a hand: so many bytes are one word of the processor (see `piles`)."""


class Option:
    """The rules in force: the edition's row, for this number of players."""

    edition: Int8  # its number, for names only: no rule asks for it
    tactical: Bool  # each player keeps a card just before playing it
    cards_played: Int8  # per round, by each player
    opening_display: Int8
    removed: Int8
    fresh_display: Int8
    refill_display: Int8
    bonus_at_once: Bool
    empty_display_points: Int8
    ship_may_stay: Bool
    diamonds_break_ties: Bool


class Public:
    """What everybody sees."""

    diamonds: Annotated[NDArray[np.int32], (SEATS + 1, len(Area))]  # sets of spaces by owner (seats, NEUTRAL) and area
    points: Annotated[NDArray[np.int16], (SEATS, len(Reason))]  # awarded so far, by reason
    score: Annotated[NDArray[np.int16], (SEATS,)]
    ship: Annotated[NDArray[np.int8], (SEATS,)]  # 0 = start, then the spaces of the sea
    supply: Annotated[NDArray[np.int8], (SEATS,)]  # own diamonds; the reserve apart
    reserve: Annotated[NDArray[np.int8], (SEATS,)]
    bonus: Annotated[NDArray[np.int8], (SEATS, SETS)]  # value under the bonus diamond, 0 = none
    won: Annotated[NDArray[np.int8], (SEATS,)]  # 1 for the winners, once the game is over
    display: Annotated[NDArray[np.int8], (CARDS,)]  # cards face up beside the board, by kind
    discarded: Annotated[NDArray[np.int8], (CARDS,)]  # cards that were played, by kind
    dealt: Int8  # cards that have left the deck
    seats: Int8
    start_player: Int8  # of this round
    rounds: Int8  # begun, this one included
    turn: Int8  # of the round, from 0: how often hands were passed
    phase: Int8
    to_act: Int8  # seat
    extra_cards: Int8  # taken in this turn; if any, the card in play is public
    extra_card_earned: Bool  # by the action just played
    seen_by: Int8  # ALL_SEEING, or the seat whose view this is
    last_turns: Bool  # a supply is empty: the game ends when everybody has played
    option: Option


class Game(Public):
    """A whole game, secrets included. Never leaves the server, never reaches a bot: see `view`."""

    hand: Annotated[NDArray[np.uint8], (SEATS, PILE)]  # cards, sorted, then NO_CARD
    kept: Annotated[NDArray[np.uint8], (SEATS,)]  # not played yet; while a seat plays it: the card in play
    deck: Annotated[NDArray[np.uint8], (len(DECK),)]  # in the order in which it is dealt


class Legal:
    """A list of legal actions. A record too, so that compiled code passes it on without counting references."""

    actions: Annotated[NDArray[np.int16], (ACTIONS,)]


Games: TypeAlias = NDArray[Any]
"""A batch: an array of game records."""
Lists: TypeAlias = NDArray[Any]
"""An array of lists of legal actions."""


GAME = layout(Game)
LEGAL = layout(Legal)


def blank_game(edition: Edition, seats: int, tactical: bool = False) -> Game:
    """The board before the first card: all a new game has but its deck's order and its start player."""
    edition.check_players(seats)
    row = seats - FEWEST_PLAYERS
    game = cast(Game, np.zeros(1, GAME)[0])
    option = game.option
    option.edition = EDITION_NUMBERS[edition.name]
    option.tactical = tactical
    option.cards_played = edition.cards_played[row]
    option.opening_display = edition.opening_display[row]
    option.removed = edition.removed
    option.fresh_display = edition.fresh_display * seats
    option.refill_display = edition.refill_display
    option.bonus_at_once = edition.bonus_at_once
    option.empty_display_points = edition.empty_display_points
    option.ship_may_stay = edition.ship_may_stay
    option.diamonds_break_ties = edition.diamonds_break_ties
    game.seats = seats
    game.seen_by = ALL_SEEING
    game.supply[:seats] = edition.supply
    game.reserve[:seats] = edition.reserve
    game.hand[:] = game.kept[:] = NO_CARD
    game.deck[:] = DECK
    for space in edition.neutral:
        game.diamonds[NEUTRAL, AREA[space]] |= BIT[space]
    return game


def copy_game(game: Game) -> Game:
    """An independent copy, by its bytes: NumPy would copy field by field, fifteen times as slowly."""
    return cast(Game, np.ndarray(1, GAME, bytearray(cast(Any, game).tobytes()))[0])


def new_legal() -> Legal:
    """Room for a list of legal actions."""
    return cast(Legal, np.zeros(1, LEGAL)[0])
