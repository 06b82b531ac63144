"""The moves of a player with what each brings at once, worked out from the player's own view: nothing hidden is used.

A card that is kept or taken is worth its best play: the engine plays it on a copy, as if it were the player's turn.
"""

from dataclasses import dataclass

from millefiori.actions import is_card
from millefiori.legality import legal_actions
from millefiori.outcome import Outcome, outcome
from millefiori.rules.flow import apply
from millefiori.state import Game, copy_game
from millefiori.view import View, redeal
from millefiori.vocabulary import ActionNumber, Card, Phase, Seat


@dataclass(frozen=True)
class Move:
    """A legal action and what it brings."""

    action: ActionNumber
    play: (
        ActionNumber | None
    )  # what is done with the card: the action itself, or the best play of a card to keep or take
    outcome: Outcome  # of that play
    ship: int | None  # the space of the sea where the own ship lands, if it moves

    @property
    def points(self) -> int:
        """The player's own gain."""
        return self.outcome.total(self.outcome.seat)


@dataclass(frozen=True)
class CardPlays:
    """A card with its plays as the board is now, best first. `take`: the action that keeps or takes it, if any."""

    card: Card
    take: ActionNumber | None
    plays: tuple[Move, ...]


def card_plays(seen: View) -> list[CardPlays]:
    """Every card that the player whose view it is can choose, take or play, with its plays."""
    game = _without_consequences(redeal(seen, 0), int(seen.seen_by))
    if game.phase == Phase.PLAY:
        return [CardPlays(int(game.kept[game.to_act]), None, _sorted_moves(game))]
    cards = [action for action in legal_actions(game) if is_card(action)]
    return [CardPlays(card, card, _plays_of(game, card)) for card in cards]


def best_moves(seen: View) -> list[Move]:
    """The legal moves of the player whose view it is, the best immediate gain first."""
    game = _without_consequences(redeal(seen, 0), int(seen.seen_by))
    moves = [_card_move(game, action) if is_card(action) else _move(game, action) for action in legal_actions(game)]
    return sorted(moves, key=_worth, reverse=True)


def _without_consequences(game: Game, seat: Seat) -> Game:
    """As if the others were all still to play: then nothing follows the move, no new round and no final scoring."""
    game.start_player = seat
    return game


def _move(game: Game, action: ActionNumber) -> Move:
    after = copy_game(game)
    apply(after, action)
    seat = int(game.to_act)
    return Move(
        action=action,
        play=action if game.phase == Phase.PLAY else None,
        outcome=outcome(game, action, after),
        ship=int(after.ship[seat]) if after.ship[seat] != game.ship[seat] else None,
    )


def _card_move(game: Game, card: ActionNumber) -> Move:
    """Keep or take a card, with the best that could be done with it now."""
    best = _plays_of(game, card)[0]
    return Move(card, best.play, best.outcome, best.ship)


def _plays_of(game: Game, card: ActionNumber) -> tuple[Move, ...]:
    """What could be done now with a card that is kept or taken."""
    in_play = copy_game(game)
    apply(in_play, card)
    in_play.phase = Phase.PLAY  # a kept card waits for the others' choice; the question is what it would bring now
    in_play.to_act = game.to_act
    return _sorted_moves(in_play)


def _sorted_moves(game: Game) -> tuple[Move, ...]:
    return tuple(sorted((_move(game, action) for action in legal_actions(game)), key=_worth, reverse=True))


def _worth(move: Move) -> tuple[int, bool, int, bool]:
    """More points first, then an extra card, then less for the others; any play before declining."""
    others = sum(gain.points for gain in move.outcome.gains) - move.points
    waiting = move.outcome.bonus[1] if move.outcome.bonus is not None and move.outcome.bonus_waits else 0
    return move.points + waiting, move.outcome.extra_card, -others, move.play is not None
