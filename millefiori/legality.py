"""Why an action is refused, in words that name the rule (docs/rules.md). Whether it is legal the rules alone decide."""

from millefiori.actions import ACTION_NAMES, ACTIONS, DECLINE, is_card, space_of
from millefiori.board import AREA, BIT, CARD_NAMES, CARD_SYMBOL, SPACE_NAMES, SPACE_SYMBOL, SYMBOL_AREA
from millefiori.rules.diamonds import diamonds_left, free
from millefiori.rules.flow import is_legal, list_legal
from millefiori.state import Game, new_legal
from millefiori.vocabulary import ALL_SEEING, ActionNumber, Area, Phase, Space, Symbol


class IllegalAction(ValueError):
    """An action that the rules do not allow now. The game is as it was."""


def legal_actions(game: Game) -> list[ActionNumber]:
    """The legal actions, ascending. A view tells those of its own seat; none if it is not that seat's turn."""
    if game.seen_by not in (ALL_SEEING, game.to_act):
        return []
    legal = new_legal()
    return [int(action) for action in legal.actions[: list_legal(game, legal)]]


def check(game: Game, action: ActionNumber) -> None:
    """Refuse an illegal action with the rule that it breaks."""
    if not 0 <= action < ACTIONS:
        raise IllegalAction(f"there is no action {action}: they are numbered 0 to {ACTIONS - 1}")
    if not is_legal(game, action, new_legal()):
        raise IllegalAction(_complaint(game, action))


def _complaint(game: Game, action: ActionNumber) -> str:
    name = ACTION_NAMES[action]
    if game.phase == Phase.OVER:
        return f"{name}: the game is over (rule 12.4)"
    if game.phase == Phase.KEEP:
        if is_card(action):
            return f"{name} is not in the hand (rule 2.3)"
        return f"{name}: a card must be kept first (rule 2.3)"
    if game.phase == Phase.EXTRA:
        if is_card(action):
            return f"{name} is not in the display (rule 11.1)"
        return f"{name}: take a card of the display first, or decline (rule 11.1)"
    space = space_of(action)
    if space is not None:
        return f"{name}: {_complaint_about_space(game, action, space)}"
    if action == DECLINE:
        return "there is no extra card to decline (rule 11.3)"
    return f"{name}: the card in play is to be placed or sailed with (rule 3.1)"


def _complaint_about_space(game: Game, action: ActionNumber, space: Space) -> str:
    card = int(game.kept[game.to_act])
    symbol = Symbol(CARD_SYMBOL[card])
    area = Area(AREA[space])
    if SYMBOL_AREA[symbol] != area:
        own_area = Area(SYMBOL_AREA[symbol]).name.lower()
        return f"{CARD_NAMES[card]} is for the {own_area}, not for the {area.name.lower()} (rule 3.5)"
    if diamonds_left(game, game.to_act) == 0:
        return "no diamond is left in supply and reserve (rule 3.2)"
    if not free(game, area) & BIT[space]:
        return f"{SPACE_NAMES[space]} is occupied (rule 3.6)"
    if area in (Area.WORKSHOPS, Area.TRADE) and SPACE_SYMBOL[space] != symbol:
        rule = "4.1" if area == Area.WORKSHOPS else "7.1"
        shown = Symbol(SPACE_SYMBOL[space]).name.lower()
        return f"{SPACE_NAMES[space]} shows {shown}, not {symbol.name.lower()} (rule {rule})"
    if area == Area.RESIDENCES:
        return "only the next free residence may be filled (rule 5.1)"
    if area in (Area.NOBILI, Area.POPULI):
        return f"the two spaces right below {SPACE_NAMES[space]} are not both filled (rule 6.2)"
    return "the ship cannot stay here: it must move in this edition, or is on the last space (rule 8.4)"
