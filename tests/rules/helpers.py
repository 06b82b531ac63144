"""Short words for the tests of the rules: play an action by its name, and ask what it brings and what lies where.

Positions are written with `millefiori.position`; nothing here knows a rule.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import numpy as np
import pytest

from millefiori.engine.actions import ACTION_NAMES, DECLINE, SAIL, action_named
from millefiori.engine.board import CARD_NAMES, DECK
from millefiori.engine.calls import legal_actions
from millefiori.engine.rules.flow import apply
from millefiori.engine.state import Game, copy_game
from millefiori.engine.view import view
from millefiori.engine.vocabulary import HIDDEN, NO_CARD, SEAT_LETTERS, Phase
from millefiori.explain.legality import check
from millefiori.explain.outcome import Outcome, preview
from millefiori.position import text
from millefiori.table import Table

# --- Acting


def play(game: Game, *actions: str) -> Game:
    """Play actions in order, each of them checked; returns the game itself."""
    for action in actions:
        number = action_named(action)
        check(game, number)
        apply(game, number)
    return game


def after(game: Game, *actions: str) -> Game:
    """A copy of the game in which the actions were played."""
    return play(copy_game(game), *actions)


def sail_to_the_end(table: Table) -> Table:
    """Everybody keeps the first card and sails with it; extra cards are declined: so the deck ends the game."""
    while not table.is_over:
        legal = table.legal_actions()
        apply(table.game, next((action for action in (SAIL, DECLINE) if action in legal), legal[0]))
    return table


# --- What is possible, and what it brings


def legal(game: Game) -> list[str]:
    """The legal actions by name."""
    return [ACTION_NAMES[action] for action in legal_actions(game)]


def spaces(game: Game) -> list[str]:
    """The spaces on which the card in play may place a diamond."""
    return [name.split()[1] for name in legal(game) if name.startswith("place") and not name.endswith("stay")]


def outcome(game: Game, action: str) -> Outcome:
    """What a legal action would bring; nothing changes."""
    number = action_named(action)
    check(game, number)
    return preview(game, number)


def gains(game: Game, action: str) -> dict[str, int]:
    """The points that the action would bring, by seat."""
    points: Counter[str] = Counter()
    for gain in outcome(game, action).gains:
        points[SEAT_LETTERS[gain.seat]] += gain.points
    return dict(points)


def reasons(game: Game, action: str) -> dict[str, int]:
    """The points that the action would bring, by seat and reason: {"A good": 6}."""
    return {
        f"{SEAT_LETTERS[gain.seat]} {gain.reason.name.lower()}": gain.points for gain in outcome(game, action).gains
    }


def bonus(game: Game, action: str) -> tuple[str, int] | None:
    """The bonus diamond that the action would bring: its set and value."""
    placed = outcome(game, action).bonus
    return None if placed is None else (placed[0].name.lower(), placed[1])


def earns_extra_card(game: Game, action: str) -> bool:
    """Would a card of the display be offered? The position must have one."""
    assert game.display.sum() > 0
    return outcome(game, action).extra_card


# --- What lies where


def awaits(game: Game) -> str:
    """Who decides what: "B play"; "over" at the end."""
    phase = Phase(game.phase).name.lower()
    return phase if game.phase == Phase.OVER else f"{SEAT_LETTERS[game.to_act]} {phase}"


def field(game: Game, name: str) -> str:
    """One field of the position's text."""
    return dict(word.partition("=")[::2] for word in text(game).split()[1:])[name]


def names(cards: Iterable[Any]) -> list[str]:
    """Cards by name; those that a view hides are question marks."""
    return ["?" if card == HIDDEN else CARD_NAMES[card] for card in cards if card != NO_CARD]


def hand(game: Game, seat: str) -> list[str]:
    """The hand of a seat."""
    return names(game.hand[SEAT_LETTERS.index(seat)])


def display(game: Game) -> list[str]:
    """The cards of the display."""
    return names(np.repeat(np.arange(len(CARD_NAMES)), game.display))


def seen_hand(game: Game, viewer: str, holder: str) -> list[str]:
    """The hand of a seat as another sees it."""
    return hand(view(game, SEAT_LETTERS.index(viewer)), holder)


def seen_card(game: Game, viewer: str, holder: str) -> list[str]:
    """The kept card of a seat as another sees it."""
    place = SEAT_LETTERS.index(holder)
    return names(view(game, SEAT_LETTERS.index(viewer)).kept[place : place + 1])


def as_bytes(game: Game) -> bytes:
    """The game's memory: equal bytes, equal games."""
    return cast(bytes, cast(Any, game).tobytes())


# --- Writing positions, and refusals


SORTED_DECK: list[str] = [CARD_NAMES[card] for card in DECK]
"""All 109 cards, for games with a deck in a known order."""


def discard_rest(line: str) -> str:
    """The position's line, with all cards discarded that it does not name: so that its deck can be a short one."""
    left = Counter(SORTED_DECK)
    left.subtract(re.findall(r"[a-z]+-[1-5](?=[,/ ]|$)", line.partition(" ")[2]))
    return f"{line} discarded={','.join(left.elements()) or '-'}"


@contextmanager
def refused(game: Game, error: type[Exception], *words: str) -> Iterator[None]:
    """What is done inside must be refused with these words, and must leave the game's bytes alone."""
    before = as_bytes(game)
    with pytest.raises(error) as caught:
        yield
    for word in words:
        assert word in str(caught.value)
    assert as_bytes(game) == before
