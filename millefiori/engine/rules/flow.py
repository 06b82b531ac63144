"""The flow of the game: which actions are legal, and what each of them does."""

from millefiori.engine.actions import DECLINE, SAIL, moves_ship, placed_space, placing, placing_and_staying
from millefiori.engine.board import CARD_AREA, CARD_SYMBOL, FIRST, SHIPS_WHEEL
from millefiori.engine.compiled import rule, small_rule
from millefiori.engine.operations import first
from millefiori.engine.rules.bonus import award_empty_display, is_display_empty
from millefiori.engine.rules.diamonds import diamonds_left, place_diamond
from millefiori.engine.rules.harbor import harbor_spaces, score_harbor, ship_may_stay
from millefiori.engine.rules.piles import list_display, list_hand
from millefiori.engine.rules.residences import residence_spaces, score_residence
from millefiori.engine.rules.rounds import end_player_turn, keep
from millefiori.engine.rules.sea import sail
from millefiori.engine.rules.townspeople import score_townspeople, townspeople_spaces
from millefiori.engine.rules.trade import score_trade, trade_spaces
from millefiori.engine.rules.workshops import score_workshop, workshop_spaces
from millefiori.engine.state import Game, Legal
from millefiori.engine.vocabulary import NO_CARD, ActionNumber, Area, Card, Phase, Seat, Space, Spaces, Symbol


@rule
def list_legal(game: Game, legal: Legal) -> int:
    """List the legal actions, ascending; returns how many: at least one until the game is over."""
    if game.phase == Phase.KEEP:
        return list_hand(game.hand[game.to_act], legal)
    if game.phase == Phase.PLAY:
        return list_plays(game, game.to_act, game.kept[game.to_act], legal)
    if game.phase == Phase.TAKE:
        count = list_display(game.display, legal)
        legal.actions[count] = DECLINE
        return count + 1
    return 0


@rule
def is_legal(game: Game, action: ActionNumber, legal: Legal) -> bool:
    """Is the action one of the legal ones? `legal` is working space."""
    for number in range(list_legal(game, legal)):
        if legal.actions[number] == action:
            return True
    return False


@small_rule
def list_plays(game: Game, seat: Seat, card: Card, legal: Legal) -> int:
    """Rules 3.1-3.2: place a diamond where the card allows, or sail."""
    spaces, may_stay = places_for(game, seat, card)
    first_space = FIRST[CARD_AREA[card]]
    count = list_spaces(spaces, placing(first_space), legal, 0)
    if may_stay:
        count = list_spaces(spaces, placing_and_staying(first_space), legal, count)
    legal.actions[count] = SAIL
    return count + 1


@small_rule
def places_for(game: Game, seat: Seat, card: Card) -> tuple[Spaces, bool]:
    """Where the seat may place a diamond with the card, and whether its ship may stay while it does."""
    if diamonds_left(game, seat) == 0:
        return 0, False
    area = CARD_AREA[card]
    return spaces_for(game, area, CARD_SYMBOL[card]), area == Area.HARBOR and ship_may_stay(game, seat)


@small_rule
def list_spaces(spaces: Spaces, first_action: ActionNumber, legal: Legal, count: int) -> int:
    """List an action for each space of the set."""
    while spaces:
        legal.actions[count] = first_action + first(spaces)
        spaces &= spaces - 1
        count += 1
    return count


@small_rule
def spaces_for(game: Game, area: Area, symbol: Symbol) -> Spaces:
    """Where a card with the symbol may place a diamond in its area."""
    if area == Area.WORKSHOPS:
        return workshop_spaces(game, symbol)
    if area == Area.RESIDENCES:
        return residence_spaces(game)
    if area == Area.TRADE:
        return trade_spaces(game, symbol)
    if area == Area.HARBOR:
        return harbor_spaces(game)
    return townspeople_spaces(game, area)


@rule
def apply(game: Game, action: ActionNumber) -> None:
    """Play a legal action. Legality is checked where actions come in (`Table.play`, records, server), not here."""
    if game.phase == Phase.KEEP:
        keep(game, action)
    elif game.phase == Phase.PLAY:
        play(game, game.to_act, action)
    elif action == DECLINE:
        end_player_turn(game)
    else:
        take_extra_card(game, action)


@small_rule
def play(game: Game, seat: Seat, action: ActionNumber) -> None:
    """Rules 3.1 and 3.4: placement points, bonus diamond, ship, extra card."""
    card = game.kept[seat]
    begin_play(game, seat, card)
    if action != SAIL:
        place(game, seat, CARD_AREA[card], placed_space(action), card)
    if moves_ship(action):
        sail(game, seat, SHIPS_WHEEL[card])
    end_play(game)


@small_rule
def begin_play(game: Game, seat: Seat, card: Card) -> None:
    """Lay the card in play down."""
    game.kept[seat] = NO_CARD
    game.discarded[card] += 1
    game.extra_card_earned = False


@small_rule
def end_play(game: Game) -> None:
    """Rules 11.1 and 11.4: an extra card if one was earned, or else the next player."""
    if game.extra_card_earned and not is_display_empty(game):
        game.phase = Phase.TAKE
        return
    if game.extra_card_earned:
        award_empty_display(game)
    end_player_turn(game)


@small_rule
def place(game: Game, seat: Seat, area: Area, space: Space, card: Card) -> None:
    """Place a diamond and score it by the rules of its area."""
    place_diamond(game, seat, area, space)
    if area == Area.WORKSHOPS:
        score_workshop(game, seat, space)
    elif area == Area.RESIDENCES:
        score_residence(game, seat, space)
    elif area == Area.TRADE:
        score_trade(game, seat, space)
    elif area == Area.HARBOR:
        score_harbor(game, space)
    else:
        score_townspeople(game, seat, space, area, CARD_SYMBOL[card])


@small_rule
def take_extra_card(game: Game, card: Card) -> None:
    """Rule 11.1: take a card of the display and play it at once."""
    game.display[card] -= 1
    game.kept[game.to_act] = card
    game.extra_cards += 1
    game.phase = Phase.PLAY
