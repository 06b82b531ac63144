"""What a seat may know, and nothing else: the only way out of the engine to a client, a bot or a learner (rules 14).

A view is a game with the secrets of others hidden: the deck, and the cards of the hands that the seat has not seen, say
HIDDEN. So everything that can be asked of a game can be asked of a view. What a seat knows is more than its hand: kept
cards become public when they are played, so it knows what is left of every hand that has passed through its own.
`redeal` goes the other way: a whole game that the seat could be in, uniform over all that is hidden from it.
"""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.board import CARDS, COPIES, DECK
from millefiori.engine.calls import all_keep
from millefiori.engine.chance import DEAL, STREAM, Stream, below, new_stream, seed_stream, shuffle
from millefiori.engine.compiled import rule, small_rule
from millefiori.engine.layout import array_of, blank_array
from millefiori.engine.rules.piles import add_card, cards_in, remove_card, sort_hand
from millefiori.engine.state import GAME, HAND, Game, Games, copy_game
from millefiori.engine.vocabulary import ALL_SEEING, HIDDEN, NO_CARD, SPECTATOR, Onlooker, Seat


class View(Game):
    """A game as `seen_by` sees it. A card that another seat has kept still lies in its hand here."""


def view(game: Game, seat: Onlooker) -> View:
    """What the seat (or a SPECTATOR) may know of the game."""
    views = blank_array(GAME)
    if look(array_of(game), seat, views):
        return cast(View, views[0])
    if game.seen_by != ALL_SEEING:
        raise ValueError("this is a view already: only a whole game can be looked at from another seat")
    raise ValueError(f"there is no seat {seat} at this table of {game.seats}")


def deciding_view(game: Game, seat: Seat) -> View:
    """What a seat knows when it has a decision to make. While all keep a card (rule 2.3), as if it were its turn."""
    seen = view(game, seat)
    if all_keep(seen):
        seats, first = seen.seats, seen.start_player
        for distance in range((seat - first) % seats):  # those before it have kept a card already
            seen.kept[(first + distance) % seats] = HIDDEN
        seen.to_act = seat
    return seen


def redeal(seen: View, stream: Stream | int) -> Game:
    """A whole game that fits the view, uniform over what is hidden; the chance is a stream or a seed."""
    games = array_of(copy_game(seen))
    fill_in_one(games, array_of(new_stream(int(stream)) if isinstance(stream, (int, np.integer)) else stream))
    return cast(Game, games[0])


def redeals(seen: View, number: int, seed: int = 0) -> Games:
    """Many games that fit the view, as one array, each dealt by its own stream."""
    games = np.empty(number, GAME)
    games[:] = seen
    fill_in_all(games, seed)
    return games


@small_rule
def has_seen_hand(game: Game, seat: Onlooker, holder: int) -> bool:
    """Rule 14.2: has the hand that `holder` has now been the seat's own in this round?"""
    return seat != SPECTATOR and (holder - seat) % game.seats <= game.turn


@small_rule
def is_kept_card_known(game: Game, seat: Onlooker, holder: int) -> bool:
    """Rule 14.3: the seat's own, or an extra card, which everybody saw in the display."""
    return seat == holder or (holder == game.to_act and game.extra_cards > 0)


@rule
def look(games: Games, seat: Onlooker, views: Games) -> bool:
    """Write what the seat may know of the first game into the first view: one compiled call for `view`.

    Refuses a view, and a seat that the table does not have.
    """
    if games[0].seen_by != ALL_SEEING or not SPECTATOR <= seat < games[0].seats:
        return False
    views[0] = games[0]
    hide_secrets(views[0], seat)
    return True


@rule
def hide_secrets(game: Game, seat: Onlooker) -> None:
    """Turn a game into the seat's view of it."""
    game.seen_by = seat
    game.deck[:] = HIDDEN
    for holder in range(game.seats):
        if game.kept[holder] != NO_CARD and not is_kept_card_known(game, seat, holder):
            add_card(game.hand[holder], game.kept[holder])
            game.kept[holder] = HIDDEN
        if not has_seen_hand(game, seat, holder):
            for index in range(HAND):
                if game.hand[holder, index] != NO_CARD:
                    game.hand[holder, index] = HIDDEN


@rule
def count_unseen(game: Game, counts: NDArray[Any]) -> int:
    """Count, by kind, the cards of a view that lie nowhere in sight; returns their number."""
    for card in range(CARDS):
        counts[card] = COPIES[card] - game.discarded[card] - game.display[card]
    for player in range(game.seats):
        for index in range(HAND):
            if game.hand[player, index] < HIDDEN:
                counts[game.hand[player, index]] -= 1
        if game.kept[player] < HIDDEN:
            counts[game.kept[player]] -= 1
    return counts.sum()


@rule
def fill_in(game: Game, stream: Stream) -> None:
    """Turn a view into a game: shuffle the unseen cards, deal the hidden ones from them, leave the rest as the deck."""
    game.seen_by = ALL_SEEING
    counts = np.empty(CARDS, np.int8)
    unseen = len(DECK) - count_unseen(game, counts)
    game.deck[:unseen] = NO_CARD
    index = unseen
    for card in range(CARDS):
        for _ in range(counts[card]):
            game.deck[index] = card
            index += 1
    shuffle(stream, game.deck[unseen:])
    for player in range(game.seats):
        for index in range(HAND):
            if game.hand[player, index] == HIDDEN:
                game.hand[player, index] = game.deck[unseen]
                unseen += 1
        sort_hand(game.hand[player])
        if game.kept[player] == HIDDEN:
            keep_any_card(game, player, stream)
    lay_aside(game, unseen)


@rule
def fill_in_one(games: Games, streams: NDArray[Any]) -> None:
    """Turn a view into a game, as an array of one: one compiled call for `redeal`."""
    fill_in(games[0], streams[0])


@rule
def fill_in_all(games: Games, seed: int) -> None:
    """Turn views into games, each dealt by its own stream."""
    streams = np.zeros(1, STREAM)
    for index in range(len(games)):
        seed_stream(streams[0], seed, index, DEAL)
        fill_in(games[index], streams[0])


@rule
def lay_aside(game: Game, first_left: int) -> None:
    """What is left before the deck was put aside at the beginning: back to where `begin` leaves such cards."""
    aside = game.dealt - first_left
    for index in range(aside):
        game.deck[game.option.opening_display + index] = game.deck[first_left + index]
    game.deck[game.option.opening_display + aside : game.dealt] = NO_CARD


@rule
def keep_any_card(game: Game, seat: Seat, stream: Stream) -> None:
    """Keep one card of the hand at random: nobody else knows which it is."""
    game.kept[seat] = game.hand[seat, below(stream, cards_in(game.hand[seat]))]
    remove_card(game.hand[seat], game.kept[seat])
