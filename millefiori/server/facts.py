"""What never changes, for the page: the printed board, the cards, the editions and the levels of the bots."""

from typing import Any

from millefiori import board
from millefiori.actions import ACTION_NAMES, DECLINE, PLACE, SAIL
from millefiori.board import AREA, CARD_NAMES, FACTS, SPACE_NAMES, SPACE_SYMBOL
from millefiori.bots.bot import LEVELS
from millefiori.editions import EDITIONS, Edition
from millefiori.server.messages import PROTOCOL
from millefiori.symbols import TINTS
from millefiori.text import ONE_OF_EACH_KIND
from millefiori.vocabulary import SETS, Area, Reason, Symbol


def facts() -> dict[str, Any]:
    """All facts as one JSON object, for GET /api/facts."""
    return {
        "protocol": PROTOCOL,
        "areas": [area.name.lower() for area in Area],
        "symbols": [symbol.name.lower() for symbol in Symbol],
        "tints": [list(TINTS[area]) for area in Area],
        "symbol_area": board.SYMBOL_AREA.tolist(),
        "reasons": [reason.name.lower() for reason in Reason],
        "spaces": [_space(space) for space in range(board.SPACES)],
        "cards": [_card(card) for card in range(board.CARDS)],
        "sets": [_kinds(Area(area)) for area in range(SETS)],
        "bonus_values": board.BONUS_VALUES.tolist(),
        "bonus_xy": [FACTS[Area(area).name.lower()]["bonus_xy"] for area in range(SETS)],
        "sea": {
            "xy": [FACTS["sea"]["start_xy"], *FACTS["sea"]["xy"]],
            "points": board.SEA_POINTS.tolist(),
            "extra_card": board.SEA_EXTRA_CARD.tolist(),
        },
        "actions": {"place": PLACE, "sail": SAIL, "decline": DECLINE, "names": list(ACTION_NAMES)},
        "editions": [_edition(edition) for edition in EDITIONS.values()],
        "levels": list(LEVELS),
    }


def _space(space: int) -> dict[str, Any]:
    x, y = board.XY[space]
    return {
        "name": SPACE_NAMES[space],
        "area": int(AREA[space]),
        "symbol": int(SPACE_SYMBOL[space]),
        "value": int(board.VALUE[space]),
        "xy": [round(x, 1), round(y, 1)],
    }


def _card(card: int) -> dict[str, Any]:
    symbol = int(board.CARD_SYMBOL[card])
    return {
        "name": CARD_NAMES[card],
        "symbol": symbol,
        "number": int(board.SHIPS_WHEEL[card]),
        "area": int(board.SYMBOL_AREA[symbol]),
        "copies": int(board.COPIES[card]),
    }


def _kinds(area: Area) -> list[dict[str, Any]]:
    """What a set is made of: symbols, or the values of the residences."""
    return [{"symbol": int(SPACE_SYMBOL[space]), "value": int(board.VALUE[space])} for space in ONE_OF_EACH_KIND[area]]


def _edition(edition: Edition) -> dict[str, Any]:
    """An edition with the options that a player may want to compare."""
    return {
        "name": edition.name,
        "title": edition.title,
        "summary": edition.summary,
        "players": list(edition.players),
        "cards_played": list(edition.cards_played),
        "supply": edition.supply,
        "reserve": edition.reserve,
        "opening_display": list(edition.opening_display),
        "removed": edition.removed,
        "fresh_display": edition.fresh_display,
        "refill_display": edition.refill_display,
        "bonus_at_once": edition.bonus_at_once,
        "empty_display_points": edition.empty_display_points,
        "ship_may_stay": edition.ship_may_stay,
        "diamonds_break_ties": edition.diamonds_break_ties,
        "neutral": len(edition.neutral),
    }
