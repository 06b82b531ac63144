"""The flow of the game: which actions are legal, and what each of them does."""

from millefiori.actions import DECLINE, PLACE, PLACE_AND_STAY, SAIL, STAY
from millefiori.board import AREA, CARD_SYMBOL, FIRST, SHIPS_WHEEL, SYMBOL_AREA
from millefiori.compiled import first, rule
from millefiori.rules.bonus import is_display_empty, missing_extra_card
from millefiori.rules.diamonds import diamonds_left, place_diamond
from millefiori.rules.harbor import harbor_spaces, may_stay, score_harbor
from millefiori.rules.piles import list_display, list_hand
from millefiori.rules.residences import residence_spaces, score_residence
from millefiori.rules.rounds import end_player_turn, keep
from millefiori.rules.sea import sail
from millefiori.rules.townspeople import score_townspeople, townspeople_spaces
from millefiori.rules.trade import score_trade, trade_spaces
from millefiori.rules.workshops import score_workshop, workshop_spaces
from millefiori.state import Game, Legal
from millefiori.vocabulary import NO_CARD, ActionNumber, Area, Card, Phase, Seat, Space, Spaces, Symbol


@rule
def list_legal(game: Game, legal: Legal) -> int:
    """List the legal actions, ascending; returns how many: at least one until the game is over."""
    if game.phase == Phase.KEEP:
        return list_hand(game.hand[game.to_act], legal)
    if game.phase == Phase.PLAY:
        return list_plays(game, game.to_act, game.kept[game.to_act], legal)
    if game.phase == Phase.EXTRA:
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


@rule
def list_plays(game: Game, seat: Seat, card: Card, legal: Legal) -> int:
    """Rules 3.1-3.2: place a diamond where the card allows, or sail."""
    count = 0
    if diamonds_left(game, seat) > 0:
        area = SYMBOL_AREA[CARD_SYMBOL[card]]
        spaces = spaces_for(game, area, CARD_SYMBOL[card])
        count = list_spaces(spaces, PLACE + FIRST[area], legal, count)
        if area == Area.HARBOR and may_stay(game, seat):
            count = list_spaces(spaces, PLACE_AND_STAY, legal, count)
    legal.actions[count] = SAIL
    return count + 1


@rule
def list_spaces(spaces: Spaces, first_action: ActionNumber, legal: Legal, count: int) -> int:
    """List an action for each space of the set."""
    while spaces:
        legal.actions[count] = first_action + first(spaces)
        spaces &= spaces - 1
        count += 1
    return count


@rule
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


@rule
def play(game: Game, seat: Seat, action: ActionNumber) -> None:
    """Rules 3.1 and 3.4: placement points, bonus diamond, ship, extra card."""
    card = game.kept[seat]
    game.kept[seat] = NO_CARD
    game.discarded[card] += 1
    game.extra_card_earned = False
    if action == SAIL:
        sail(game, seat, SHIPS_WHEEL[card])
    elif action >= PLACE_AND_STAY:
        place(game, seat, action - STAY, card)
    else:
        place(game, seat, action - PLACE, card)
        if AREA[action - PLACE] == Area.HARBOR:
            sail(game, seat, SHIPS_WHEEL[card])
    if game.extra_card_earned and not is_display_empty(game):
        game.phase = Phase.EXTRA
        return
    if game.extra_card_earned:
        missing_extra_card(game)
    end_player_turn(game)


@rule
def place(game: Game, seat: Seat, space: Space, card: Card) -> None:
    """Place a diamond and score it by the rules of its area."""
    place_diamond(game, seat, space)
    area = AREA[space]
    if area == Area.WORKSHOPS:
        score_workshop(game, seat, space)
    elif area == Area.RESIDENCES:
        score_residence(game, seat, space)
    elif area == Area.TRADE:
        score_trade(game, seat, space)
    elif area == Area.HARBOR:
        score_harbor(game, seat, space)
    else:
        score_townspeople(game, seat, space, area, CARD_SYMBOL[card])


@rule
def take_extra_card(game: Game, card: Card) -> None:
    """Rule 11.1: take a card of the display and play it at once."""
    game.display[card] -= 1
    game.kept[game.to_act] = card
    game.extra_cards += 1
    game.phase = Phase.PLAY
