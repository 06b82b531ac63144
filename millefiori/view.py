"""What a seat may know, and nothing else: the only way out of the engine to a client, a bot or a learner (rules 14).

A view is a game with the secrets of others hidden: the deck, and the cards of the hands that the seat has not seen, say
HIDDEN. So everything that can be asked of a game can be asked of a view. What a seat knows is more than its hand: kept
cards become public when they are played, so it knows what is left of every hand that has passed through its own.
`redeal` goes the other way: a whole game that the seat could be in, uniform over all that is hidden from it.
"""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.board import CARDS, COPIES, DECK
from millefiori.chance import DEAL, STREAM, Stream, below, new_stream, seed_stream, shuffle
from millefiori.compiled import rule
from millefiori.rules.piles import add_card, cards_in, remove_card, sort_hand
from millefiori.state import GAME, HAND, Game, Games, copy_game
from millefiori.vocabulary import ALL_SEEING, HIDDEN, NO_CARD, SPECTATOR, Phase, Seat


class View(Game):
    """A game as `seen_by` sees it. A card chosen and not yet played lies in its hand here, as others see it."""


def view(game: Game, seat: Seat) -> View:
    """What the seat (or a SPECTATOR) may know of the game."""
    if game.seen_by != ALL_SEEING:
        raise ValueError("this is a view already: only a whole game can be looked at from another seat")
    if seat != SPECTATOR and not 0 <= seat < game.seats:
        raise ValueError(f"there is no seat {seat} at this table of {game.seats}")
    seen = cast(View, copy_game(game))
    hide_secrets(seen, seat)
    return seen


def choosing_view(game: Game, seat: Seat) -> View:
    """What the seat knows while all choose a card to keep (rule 2.3): as if it were its turn among those who choose."""
    seen = view(game, seat)
    if seen.phase == Phase.KEEP and not seen.option.tactical:
        for holder in range(int(seen.seats)):
            if (holder - seen.start_player) % seen.seats < (seat - seen.start_player) % seen.seats:
                seen.kept[holder] = HIDDEN
        seen.to_act = seat
    return seen


def redeal(seen: View, stream: Stream | int) -> Game:
    """A whole game that fits the view, uniform over what is hidden; the chance is a stream or a seed."""
    game = copy_game(seen)
    fill_in(game, stream if isinstance(stream, np.record) else new_stream(int(cast(int, stream))))
    return game


def redeals(seen: View, number: int, seed: int = 0) -> Games:
    """Many games that fit the view, as one array, each by a chance of its own."""
    games = np.empty(number, GAME)
    games[:] = seen
    fill_in_all(games, seed)
    return games


@rule
def has_seen_hand(game: Game, seat: Seat, holder: Seat) -> bool:
    """Rule 14.2: has the hand that `holder` has now been the seat's own in this round?"""
    return seat != SPECTATOR and (holder - seat) % game.seats <= game.turn


@rule
def is_kept_card_known(game: Game, seat: Seat, holder: Seat) -> bool:
    """Rule 14.3: one's own, or an extra card, which everybody saw in the display."""
    return seat == holder or (holder == game.to_act and game.extra_cards > 0)


@rule
def hide_secrets(game: Game, seat: Seat) -> None:
    """Turn a game into the seat's view of it."""
    game.seen_by = seat
    game.deck[:] = HIDDEN
    for holder in range(game.seats):
        if game.kept[holder] != NO_CARD and not is_kept_card_known(game, seat, holder):
            add_card(game.hand[holder], game.kept[holder])
            game.kept[holder] = HIDDEN
        if not has_seen_hand(game, seat, holder):
            for place in range(HAND):
                if game.hand[holder, place] != NO_CARD:
                    game.hand[holder, place] = HIDDEN


@rule
def count_unseen(game: Game, counts: NDArray[Any]) -> int:
    """Count, by kind, the cards of a view that lie nowhere in sight; returns their number."""
    for card in range(CARDS):
        counts[card] = COPIES[card] - game.discarded[card] - game.display[card]
    for seat in range(game.seats):
        for place in range(HAND):
            if game.hand[seat, place] < HIDDEN:
                counts[game.hand[seat, place]] -= 1
        if game.kept[seat] < HIDDEN:
            counts[game.kept[seat]] -= 1
    return counts.sum()


@rule
def fill_in(game: Game, stream: Stream) -> None:
    """Turn a view into a game: shuffle the unseen cards, deal the hidden ones from them, leave the rest as the deck."""
    game.seen_by = ALL_SEEING
    counts = np.empty(CARDS, np.int8)
    unseen = len(DECK) - count_unseen(game, counts)
    game.deck[:unseen] = NO_CARD
    place = unseen
    for card in range(CARDS):
        for _ in range(counts[card]):
            game.deck[place] = card
            place += 1
    shuffle(stream, game.deck[unseen:])
    for seat in range(game.seats):
        for place in range(HAND):
            if game.hand[seat, place] == HIDDEN:
                game.hand[seat, place] = game.deck[unseen]
                unseen += 1
        sort_hand(game.hand[seat])
        if game.kept[seat] == HIDDEN:
            keep_any_card(game, seat, stream)
    lay_aside(game, unseen)


@rule
def fill_in_all(games: Games, seed: int) -> None:
    """Turn views into games, each by a stream of its own."""
    streams = np.zeros(1, STREAM)
    for index in range(len(games)):
        seed_stream(streams[0], seed, index, DEAL)
        fill_in(games[index], streams[0])


@rule
def lay_aside(game: Game, first_left: int) -> None:
    """What is left before the deck was put aside at the beginning: back to where `begin` leaves such cards."""
    aside = game.dealt - first_left
    for place in range(aside):
        game.deck[game.option.opening_display + place] = game.deck[first_left + place]
    game.deck[game.option.opening_display + aside : game.dealt] = NO_CARD


@rule
def keep_any_card(game: Game, seat: Seat, stream: Stream) -> None:
    """One card of the hand was kept; any of them, for all one knows."""
    game.kept[seat] = game.hand[seat, below(stream, cards_in(game.hand[seat]))]
    remove_card(game.hand[seat], game.kept[seat])
