"""What never changes, for the page: the printed board, the cards, the editions and the levels of the bots."""

from millefiori.bots.bot import LEVELS
from millefiori.drawing.colours import TINTS
from millefiori.drawing.emotes import EMOTES
from millefiori.drawing.palettes import PALETTES
from millefiori.engine import board
from millefiori.engine.actions import ACTION_NAMES, DECLINE, PLACE, SAIL
from millefiori.engine.board import FACTS
from millefiori.engine.editions import EDITIONS, Edition
from millefiori.engine.vocabulary import SETS, Area, Card, Reason, Space, Symbol
from millefiori.server.messages.facts import (
    ActionFacts,
    CardFacts,
    EditionFacts,
    Facts,
    KindFacts,
    SeaFacts,
    SpaceFacts,
)
from millefiori.server.messages.words import LONGEST_LINE, LONGEST_NAME, PROTOCOL

PHRASES = (
    *("hello", "luck", "nice", "wow", "thanks", "sorry"),
    *("thinking", "moment", "time", "played", "again", "bye"),
)
"""What can be said in every language; the page has the words."""
LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français"}
"""The languages of the page: each has a folder in static/lang."""


def facts(version: str) -> Facts:
    """All facts, for GET /api/facts, and the version of the page that goes with them."""
    return Facts(
        protocol=PROTOCOL,
        version=version,
        longest_name=LONGEST_NAME,
        longest_line=LONGEST_LINE,
        languages=LANGUAGES,
        areas=[area.name.lower() for area in Area],
        symbols=[symbol.name.lower() for symbol in Symbol],
        tints=[list(TINTS[area]) for area in Area],
        palettes={name: [list(glass) for glass in glasses] for name, glasses in PALETTES.items()},
        symbol_area=board.SYMBOL_AREA.tolist(),
        reasons=[reason.name.lower() for reason in Reason],
        spaces=[_space(space) for space in range(board.SPACES)],
        cards=[_card(card) for card in range(board.CARDS)],
        sets=[[_kind(space) for space in board.KINDS[area]] for area in range(SETS)],
        bonus_values=board.BONUS_VALUES.tolist(),
        bonus_xy=[FACTS[Area(area).name.lower()]["bonus_xy"] for area in range(SETS)],
        sea=SeaFacts(
            xy=[FACTS["sea"]["start_xy"], *FACTS["sea"]["xy"]],
            points=board.SEA_POINTS.tolist(),
            extra_card=board.SEA_EXTRA_CARD.tolist(),
        ),
        actions=ActionFacts(place=PLACE, sail=SAIL, decline=DECLINE, names=list(ACTION_NAMES)),
        editions=[_edition(edition) for edition in EDITIONS.values()],
        levels=list(LEVELS),
        phrases=list(PHRASES),
        emotes=list(EMOTES),
    )


def _space(space: Space) -> SpaceFacts:
    x, y = board.XY[space]
    return SpaceFacts(
        name=board.SPACE_NAMES[space],
        area=int(board.AREA[space]),
        symbol=int(board.SPACE_SYMBOL[space]),
        value=int(board.VALUE[space]),
        xy=(round(x, 1), round(y, 1)),
    )


def _card(card: Card) -> CardFacts:
    symbol = int(board.CARD_SYMBOL[card])
    return CardFacts(
        name=board.CARD_NAMES[card],
        symbol=symbol,
        number=int(board.SHIPS_WHEEL[card]),
        area=int(board.SYMBOL_AREA[symbol]),
        copies=int(board.COPIES[card]),
    )


def _kind(space: Space) -> KindFacts:
    return KindFacts(symbol=int(board.SPACE_SYMBOL[space]), value=int(board.VALUE[space]))


def _edition(edition: Edition) -> EditionFacts:
    return EditionFacts(
        name=edition.name,
        title=edition.title,
        summary=edition.summary,
        players=list(edition.players),
        cards_played=list(edition.cards_played),
        supply=edition.supply,
        reserve=edition.reserve,
        opening_display=list(edition.opening_display),
        removed=edition.removed,
        fresh_display=edition.fresh_display,
        refill_display=edition.refill_display,
        bonus_at_once=edition.bonus_at_once,
        empty_display_points=edition.empty_display_points,
        ship_may_stay=edition.ship_may_stay,
        diamonds_break_ties=edition.diamonds_break_ties,
        neutral=len(edition.neutral),
    )
