"""Other worlds: playthroughs that a seat could be in as well, each with a past that leads there.

The engine's `redeal` makes the new present, and the past follows from it. Cards of earlier rounds are public, so only
the hands of this round were dealt differently, and players may have kept other cards that they have yet to play.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.chance import Stream
from millefiori.engine.state import HAND, Game, copy_game
from millefiori.engine.view import View, redeal, view
from millefiori.engine.vocabulary import HIDDEN, NO_CARD, ActionNumber, Card, Phase, Seat
from millefiori.env.openspiel.playthrough import Playthrough, deal, new_playthrough, playthrough_from


def resampled(playthrough: Playthrough, seat: Seat, stream: Stream) -> Playthrough:
    """A playthrough that the seat cannot tell from this one, uniform over all that is hidden from it.

    Not while cards are being drawn. If this playthrough began in the middle of the current round, so that only the
    present is known, the new one begins now.
    """
    seen = view(playthrough.game, seat)
    other = redeal(seen, stream)
    deck, indices = playthrough.game.deck.copy(), playthrough.open_indices()
    deck[indices] = other.deck[indices]
    if HIDDEN not in seen.hand and HIDDEN not in seen.kept:
        return replace(playthrough, game=_with_deck(playthrough.game, deck))
    first, decisions = _this_round(playthrough)
    if first.before is None and playthrough.root.rounds:
        return replace(playthrough_from(other), stories={seat: playthrough.story(seat)})
    decisions = [(at, int(other.kept[at.player]) if _is_hidden(at, seen) else action) for at, action in decisions]
    deck[_hand_indices(first)] = _dealt_hands(decisions, other)
    if first.before is None:
        world = new_playthrough(_with_deck(playthrough.root, deck), playthrough.start_player)
    else:
        world = replace(first.before, game=_with_deck(first.before.game, deck)).act(first.action)
    world = world.draw_up_to(first.until)
    for _, action in decisions:
        world = world.act(action)
    return world


def _with_deck(game: Game, deck: NDArray[np.uint8]) -> Game:
    copy = copy_game(game)
    copy.deck[:] = deck
    return copy


def _this_round(playthrough: Playthrough) -> tuple[Playthrough, list[tuple[Playthrough, ActionNumber]]]:
    """The playthrough right after the round was dealt (or began in it), and every decision since."""
    decisions: list[tuple[Playthrough, ActionNumber]] = []
    while playthrough.before is not None and playthrough.before.game.rounds == playthrough.game.rounds:
        decisions.append((playthrough.before, playthrough.action))
        playthrough = playthrough.before
    return playthrough, decisions[::-1]


def _is_hidden(at: Playthrough, seen: View) -> bool:
    """Was a card kept there that the view still hides?"""
    return bool(at.game.phase == Phase.KEEP and at.game.turn == seen.turn and seen.kept[at.player] == HIDDEN)


def _hand_indices(first: Playthrough) -> NDArray[np.intp]:
    """Where the cards of each hand lay in the deck: the engine deals indices instead of cards."""
    game = copy_game(first.root if first.before is None else first.before.game)
    dealt = int(game.dealt)
    game.deck[dealt : first.until] = np.arange(first.until - dealt)
    deal(first, game)
    return dealt + game.hand[: game.seats, :HAND].astype(np.intp)


def _dealt_hands(decisions: list[tuple[Playthrough, ActionNumber]], other: Game) -> NDArray[np.uint8]:
    """The hands as dealt in the other world: the cards kept from them and the cards left in them."""
    seats = int(other.seats)
    hands: list[list[Card]] = [[] for _ in range(seats)]
    for at, card in decisions:
        if at.game.phase == Phase.KEEP:
            hands[(at.player - int(at.game.turn)) % seats].append(card)  # hands are passed to the left (rule 2.5)
    for holder in range(seats):
        hands[(holder - int(other.turn)) % seats] += [card for card in other.hand[holder].tolist() if card != NO_CARD]
    return np.array(hands, np.uint8)
