"""Positions that somebody has set up: made whole, or refused. The rules expect a game that could go on.

Every seat has as many cards as the turn of the round says. Those that the line does not name are dealt from the deck,
by chance, but the same for the same line.
"""

import hashlib

import numpy as np

from millefiori.engine.board import CARD_NAMES
from millefiori.engine.chance import new_stream, shuffle
from millefiori.engine.rules.piles import add_card, cards_in
from millefiori.engine.state import HAND, Game
from millefiori.engine.vocabulary import NO_CARD, SEAT_LETTERS, Phase, Seat
from millefiori.position import PositionError, position


def playable(line: str) -> Game:
    """The game of a line, with cards for everybody; raises `PositionError` for one that could not go on."""
    game = position(line)
    if game.phase == Phase.OVER:
        return game
    if game.turn >= game.option.cards_played:
        raise PositionError(f"turn: a round has {game.option.cards_played} turns")
    seed = int.from_bytes(hashlib.sha256(line.encode()).digest()[:7], "big")
    if "deck=" not in line:
        shuffle(new_stream(seed), game.deck[game.dealt :])
    for seat in range(int(game.seats)):
        _fill(game, seat)
    return game


def _fill(game: Game, seat: Seat) -> None:
    """As many cards as the seat has at this point of the round."""
    has_card = has_kept(game, seat)
    if has_card and game.kept[seat] == NO_CARD:
        game.kept[seat] = _draw(game)
    elif not has_card and game.kept[seat] != NO_CARD:
        name = CARD_NAMES[game.kept[seat]]
        raise PositionError(f"kept: {SEAT_LETTERS[seat]} has no card to play at this point, but {name}")
    wanted = hand_size(game, seat)
    if cards_in(game.hand[seat]) > wanted:
        raise PositionError(f"hand: {SEAT_LETTERS[seat]} has {wanted} cards at this point, not more")
    while cards_in(game.hand[seat]) < wanted:
        add_card(game.hand[seat], _draw(game))


def _draw(game: Game) -> int:
    if game.dealt >= len(game.deck):
        raise PositionError("deck: there are not enough cards for all hands")
    card = int(game.deck[game.dealt])
    game.deck[game.dealt] = np.uint8(NO_CARD)
    game.dealt += 1
    return card


def is_before(game: Game, seat: Seat) -> bool:
    """Does the seat act before the player to act, in this turn of the round?"""
    first, seats = int(game.start_player), int(game.seats)
    return (seat - first) % seats < (int(game.to_act) - first) % seats


def has_kept(game: Game, seat: Seat) -> bool:
    """Has the seat a card that it has kept or plays now?"""
    if game.phase == Phase.PLAY and seat == game.to_act:
        return True
    if game.option.tactical:
        return False
    if game.phase == Phase.KEEP:
        return is_before(game, seat)
    return seat != game.to_act and not is_before(game, seat)


def hand_size(game: Game, seat: Seat) -> int:
    """How many cards the seat has in hand: one less in each turn, from when it has kept one."""
    if game.phase == Phase.KEEP:
        has_one_less = is_before(game, seat)
    elif game.option.tactical:
        has_one_less = seat == game.to_act or is_before(game, seat)
    else:
        has_one_less = True
    return HAND - int(game.turn) - int(has_one_less)
