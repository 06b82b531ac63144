"""Why an action is illegal, in words that cite the rule (docs/rules.md). Only the engine decides what is legal."""

from millefiori.engine.actions import ACTION_NAMES, ACTIONS, DECLINE, is_card, space_of
from millefiori.engine.board import AREA, BIT, CARD_NAMES, CARD_SYMBOL, SPACE_NAMES, SPACE_SYMBOL, SYMBOL_AREA
from millefiori.engine.calls import is_legal
from millefiori.engine.rules.diamonds import diamonds_left, free
from millefiori.engine.state import Game
from millefiori.engine.vocabulary import ActionNumber, Area, Phase, Space, Symbol


class IllegalAction(ValueError):
    """An action that the rules do not allow now. The game has not changed."""


def check(game: Game, action: ActionNumber) -> None:
    """Raise `IllegalAction`, with the rule, if the action is illegal."""
    if not 0 <= action < ACTIONS:
        raise IllegalAction(f"there is no action {action}: actions are numbered 0 to {ACTIONS - 1}")
    if not is_legal(game, action):
        raise IllegalAction(_complaint(game, action))


def _complaint(game: Game, action: ActionNumber) -> str:
    name = ACTION_NAMES[action]
    if game.phase == Phase.OVER:
        return f"{name}: the game is over (rule 12.4)"
    if game.phase == Phase.KEEP:
        if is_card(action):
            return f"{name} is not in the hand (rule 2.3)"
        return f"{name}: keep a card first (rule 2.3)"
    if game.phase == Phase.TAKE:
        if is_card(action):
            return f"{name} is not in the display (rule 11.1)"
        return f"{name}: first take a card from the display, or decline (rule 11.1)"
    space = space_of(action)
    if space is not None:
        return f"{name}: {_complaint_about_space(game, action, space)}"
    if action == DECLINE:
        return "there is no extra card to decline (rule 11.3)"
    return f"{name}: first place a diamond or sail with the card in play (rule 3.1)"


def _complaint_about_space(game: Game, action: ActionNumber, space: Space) -> str:
    card = int(game.kept[game.to_act])
    symbol = Symbol(CARD_SYMBOL[card])
    area = Area(AREA[space])
    if SYMBOL_AREA[symbol] != area:
        own_area = Area(SYMBOL_AREA[symbol]).name.lower()
        return f"{CARD_NAMES[card]} is for the {own_area}, not the {area.name.lower()} (rule 3.5)"
    if diamonds_left(game, game.to_act) == 0:
        return "no diamond is left in the supply or the reserve (rule 3.2)"
    if not free(game, area) & BIT[space]:
        return f"{SPACE_NAMES[space]} is occupied (rule 3.6)"
    if area in (Area.WORKSHOPS, Area.TRADE) and SPACE_SYMBOL[space] != symbol:
        rule = "4.1" if area == Area.WORKSHOPS else "7.1"
        shown = Symbol(SPACE_SYMBOL[space]).name.lower()
        return f"{SPACE_NAMES[space]} shows {shown}, not {symbol.name.lower()} (rule {rule})"
    if area == Area.RESIDENCES:
        return "only the next free residence can be filled (rule 5.1)"
    if area in (Area.NOBILI, Area.POPULI):
        return f"the two spaces right below {SPACE_NAMES[space]} must be filled first (rule 6.2)"
    return "the ship cannot stay: it must move in this edition, or it is on the last space already (rule 8.4)"
