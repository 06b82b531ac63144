"""Other worlds for a line of play: where a seat could be as well, with a past that leads there (see `openspiel_line`).

The engine's `redeal` deals the present anew. The past follows from it: cards of earlier rounds are public, so only the
hands of this round were dealt differently, and cards that are kept and not yet played were other ones.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from millefiori.chance import Stream
from millefiori.env.openspiel_line import Line, deal, new_line, taken_up
from millefiori.state import HAND, Game, copy_game
from millefiori.view import View, redeal, view
from millefiori.vocabulary import HIDDEN, NO_CARD, ActionNumber, Card, Phase, Seat


def resampled(line: Line, seat: Seat, stream: Stream) -> Line:
    """A line that the seat cannot tell from this one, uniform over what is hidden from it; not while cards are drawn.

    Where only the present is known, since the game was taken up in this round, the other line is taken up now.
    """
    seen = view(line.game, seat)
    other = redeal(seen, stream)
    deck, places = line.game.deck.copy(), line.open_places()
    deck[places] = other.deck[places]
    if HIDDEN not in seen.hand and HIDDEN not in seen.kept:
        return replace(line, game=_with_deck(line.game, deck))
    first, decisions = _this_round(line)
    if first.before is None and line.root.rounds:
        return replace(taken_up(other), stories={seat: line.story(seat)})
    decisions = [(at, int(other.kept[at.player]) if _is_hidden(at, seen) else action) for at, action in decisions]
    deck[_hand_places(first)] = _dealt_hands(decisions, other)
    if first.before is None:
        world = new_line(_with_deck(line.root, deck), line.start_player)
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


def _this_round(line: Line) -> tuple[Line, list[tuple[Line, ActionNumber]]]:
    """The line after the round was dealt, or the game taken up in it; and since then what was decided where."""
    decisions: list[tuple[Line, ActionNumber]] = []
    while line.before is not None and line.before.game.rounds == line.game.rounds:
        decisions.append((line.before, line.action))
        line = line.before
    return line, decisions[::-1]


def _is_hidden(at: Line, seen: View) -> bool:
    """Was a card kept there that the view still hides?"""
    return bool(at.game.phase == Phase.KEEP and at.game.turn == seen.turn and seen.kept[at.player] == HIDDEN)


def _hand_places(first: Line) -> NDArray[np.intp]:
    """Where the cards of each hand lay in the deck: the engine deals numbers instead of cards, and tells."""
    game = copy_game(first.root if first.before is None else first.before.game)
    dealt = int(game.dealt)
    game.deck[dealt : first.until] = np.arange(first.until - dealt)
    deal(first, game)
    return dealt + game.hand[: game.seats, :HAND].astype(np.intp)


def _dealt_hands(decisions: list[tuple[Line, ActionNumber]], other: Game) -> NDArray[np.uint8]:
    """The hands as they were dealt in the other world: what was kept from them, and what is left of them."""
    seats = int(other.seats)
    hands: list[list[Card]] = [[] for _ in range(seats)]
    for at, card in decisions:
        if at.game.phase == Phase.KEEP:
            hands[(at.player - int(at.game.turn)) % seats].append(card)  # hands are passed to the left (rule 2.5)
    for holder in range(seats):
        hands[(holder - int(other.turn)) % seats] += [card for card in other.hand[holder].tolist() if card != NO_CARD]
    return np.array(hands, np.uint8)
