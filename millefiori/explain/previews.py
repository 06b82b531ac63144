"""What a player can do now, with what each action brings at once. Made from the player's own view: no secret is used.

A card to keep or take is worth its best use. The engine plays it on a copy, as if it were the player's turn.
"""

from dataclasses import dataclass

from millefiori.engine.actions import is_card
from millefiori.engine.calls import apply, legal_actions
from millefiori.engine.state import Game, copy_game
from millefiori.engine.view import View, redeal
from millefiori.engine.vocabulary import ActionNumber, Card, Phase, Seat
from millefiori.explain.outcome import Outcome, outcome


@dataclass(frozen=True)
class Preview:
    """A legal action with what it brings."""

    action: ActionNumber
    use: ActionNumber | None  # what the card does: the action itself, or the best use of a card to keep or take
    outcome: Outcome  # of that use
    ship: int | None  # the sea space where the player's ship lands, if it moves

    @property
    def points(self) -> int:
        """The player's own gain."""
        return self.outcome.total(self.outcome.seat)


@dataclass(frozen=True)
class CardPreviews:
    """A card with previews of everything it can do on the board as it is, best first."""

    card: Card
    obtain: ActionNumber | None  # the action that keeps or takes the card first; None if it is in play
    previews: tuple[Preview, ...]


def card_previews(seen: View) -> list[CardPreviews]:
    """Every card that the view's player can keep, take or play, with its previews."""
    game = _without_consequences(redeal(seen, 0), int(seen.seen_by))
    if game.phase == Phase.PLAY:
        return [CardPreviews(int(game.kept[game.to_act]), None, _sorted_previews(game))]
    cards = [action for action in legal_actions(game) if is_card(action)]
    return [CardPreviews(card, card, _previews_of(game, card)) for card in cards]


def best_previews(seen: View) -> list[Preview]:
    """The legal actions of the view's player, the best immediate gain first."""
    game = _without_consequences(redeal(seen, 0), int(seen.seen_by))
    actions = legal_actions(game)
    previews = [_card_preview(game, action) if is_card(action) else _preview(game, action) for action in actions]
    return sorted(previews, key=_worth, reverse=True)


def _without_consequences(game: Game, seat: Seat) -> Game:
    """As if all others had yet to play, so that nothing follows the action: no new round and no final scoring."""
    game.start_player = seat
    return game


def _preview(game: Game, action: ActionNumber) -> Preview:
    after = copy_game(game)
    apply(after, action)
    seat = int(game.to_act)
    return Preview(
        action=action,
        use=action if game.phase == Phase.PLAY else None,
        outcome=outcome(game, action, after),
        ship=int(after.ship[seat]) if after.ship[seat] != game.ship[seat] else None,
    )


def _card_preview(game: Game, card: ActionNumber) -> Preview:
    """Keeping or taking a card, with its best use now."""
    best = _previews_of(game, card)[0]
    return Preview(card, best.use, best.outcome, best.ship)


def _previews_of(game: Game, card: ActionNumber) -> tuple[Preview, ...]:
    """Everything that a card could do now if it were kept or taken."""
    in_play = copy_game(game)
    apply(in_play, card)
    in_play.phase = Phase.PLAY  # a kept card waits until all have kept one, but here it is used at once
    in_play.to_act = game.to_act
    return _sorted_previews(in_play)


def _sorted_previews(game: Game) -> tuple[Preview, ...]:
    return tuple(sorted((_preview(game, action) for action in legal_actions(game)), key=_worth, reverse=True))


def _worth(preview: Preview) -> tuple[int, bool, int, bool]:
    """More points first, then an extra card, then fewer points for the others; any use before declining."""
    brought = preview.outcome
    others = sum(gain.points for gain in brought.gains) - preview.points
    waiting = brought.bonus[1] if brought.bonus is not None and brought.bonus_waits else 0
    return preview.points + waiting, brought.extra_card, -others, preview.use is not None
