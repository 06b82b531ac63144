"""Gains: what a bot thinks that a diamond would bring is what the rules bring, on a copy of the game."""

from hypothesis import given

from millefiori.bots.learning.features import list_features, look_from
from millefiori.bots.learning.network import new_mind
from millefiori.bots.learning.prospects import EXTRA_CARD, NEIGHBOUR, NO_SPACE, SELF
from millefiori.engine.actions import SAIL
from millefiori.engine.board import CARD_SYMBOL, SYMBOL_AREA
from millefiori.engine.calls import legal_actions
from millefiori.engine.rules.flow import apply
from millefiori.engine.state import Game, copy_game
from millefiori.engine.vocabulary import NEUTRAL, Area, Phase, Reason, Seat, Symbol
from tests.laws.strategies import Position, bytes_of, positions

PLACING = (Reason.GROUP, Reason.ROW, Reason.NOBILI, Reason.NOBILI_BENEATH, Reason.POPULI, Reason.POPULI_BENEATH)
BY_PLACEMENT = [*PLACING, Reason.GOOD, Reason.FLEET]
"""Reasons for points of the placement itself: not of its ship, its bonus diamond, the end."""


@given(positions)
def test_gains_are_what_the_rules_bring(position: Position) -> None:
    game, mind = position.game(), new_mind()
    seats = int(game.seats)
    before = bytes_of(game)
    for seat in range(seats):
        look_from(mind, seat, int(game.start_player))
        list_features(game, mind)
        assert bytes_of(game) == before, "what was laid to ask the rules is taken back"
        for viewer, player in ((SELF, seat), (NEIGHBOUR, (seat + 1) % seats)):
            for symbol in Symbol:
                if is_comparable(game, player, symbol):
                    assert mind.gains[viewer, symbol] == best_placement(game, player, symbol), (player, symbol)


def is_comparable(game: Game, player: Seat, symbol: Symbol) -> bool:
    """A diamond for the space and one for the bonus; no neutral ships, which a gain counts among the others'."""
    has_diamonds = game.supply[player] + game.reserve[player] > 1
    return has_diamonds and not (symbol == Symbol.SHIP and game.diamonds[NEUTRAL, Area.HARBOR])


def best_placement(game: Game, player: Seat, symbol: Symbol) -> int:
    """The most that the player could score by placing a diamond with a card of the symbol, whatever its number."""
    before = copy_game(game)
    before.to_act, before.phase = player, Phase.PLAY
    before.kept[player] = next(card for card, shown in enumerate(CARD_SYMBOL) if shown == symbol)
    area, best = SYMBOL_AREA[symbol], NO_SPACE
    for action in legal_actions(before):
        if action != SAIL:
            after = copy_game(before)
            apply(after, action)
            best = max(best, brought(before, after, player, area))
    return best


def brought(before: Game, after: Game, player: Seat, area: Area) -> int:
    """Own points less the others' mean, rounded as in a gain, with the bonus diamond and the hope for an extra card."""
    scored = (after.points - before.points)[:, BY_PLACEMENT].sum(axis=1)
    points = int(scored[player] - (scored.sum() - scored[player]) // (int(before.seats) - 1))
    if area == Area.HARBOR:  # there only the ship's move can earn an extra card
        return points
    points += int(after.bonus[player, area] - before.bonus[player, area]) + EXTRA_CARD * bool(after.extra_card_earned)
    return max(points, 0)
