"""Random positions for the laws: edition x players x tactical x seed x number of random legal actions."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, cast

import numpy as np
from hypothesis import strategies as st

from millefiori.engine.actions import DECLINE, SAIL
from millefiori.engine.board import CARDS
from millefiori.engine.calls import legal_actions
from millefiori.engine.editions import EDITIONS
from millefiori.engine.rules.flow import apply
from millefiori.engine.state import GAME, Game
from millefiori.engine.vocabulary import NO_CARD, SPECTATOR, ActionNumber, Seat
from millefiori.table import Table

LONGEST = 400
"""More actions than any game has."""


@dataclass(frozen=True)
class Setup:
    """A game to be played at random: its repr in a failure is all that is needed to play it again."""

    edition: str
    players: int
    tactical: bool
    seed: int
    eager: bool  # never sails or declines by choice: fills the board, and empties supplies

    def table(self) -> Table:
        """A new table."""
        return Table(self.edition, self.players, tactical=self.tactical, seed=self.seed)

    def chance(self) -> Random:
        """The chance by which its actions are chosen."""
        return Random(self.seed)

    def choose(self, rng: Random, legal: list[ActionNumber]) -> ActionNumber:
        """One of the legal actions."""
        placing = [action for action in legal if action not in (SAIL, DECLINE)]
        return rng.choice(placing if self.eager and placing else legal)

    def walk(self) -> Iterator[Game]:
        """The game before each action and at its end: one and the same record, changing."""
        game, rng = self.table().game, self.chance()
        yield game
        while legal := legal_actions(game):
            apply(game, self.choose(rng, legal))
            yield game

    def finished(self) -> Table:
        """The table after the last action."""
        return Position(self, LONGEST).table()


@dataclass(frozen=True)
class Position:
    """A setup after some of its actions, or after the last one if it has not so many."""

    setup: Setup
    played: int

    def table(self) -> Table:
        """The table with its history."""
        table, rng = self.setup.table(), self.setup.chance()
        while not table.is_over and len(table.actions) < self.played:
            table.advance(self.setup.choose(rng, table.legal_actions()))
        return table

    def game(self) -> Game:
        """The game alone."""
        return self.table().game


USED = max(offset + field.itemsize for field, offset, *_ in cast(Any, GAME.fields).values())
"""Bytes of a game that belong to a field."""
ALL_SETUPS = [(name, players) for name, edition in EDITIONS.items() for players in edition.players]

seeds = st.integers(0, 2**63 - 1)
setups = st.builds(
    lambda edition_and_players, *rest: Setup(*edition_and_players, *rest),
    st.sampled_from(ALL_SETUPS),
    st.booleans(),
    seeds,
    st.booleans(),
)
positions = st.builds(Position, setups, st.integers(0, 250))


def bytes_of(game: Game) -> bytes:
    """All that a game is: the bytes of its fields."""
    return cast(bytes, cast(Any, game).tobytes()[:USED])


def onlookers(game: Game) -> list[Seat]:
    """Everybody who may look at a game."""
    return [SPECTATOR, *range(game.seats)]


def all_cards(game: Game) -> list[int]:
    """Every card by kind: deck, hands, kept, display, discarded, put aside."""
    first_aside = int(game.option.opening_display)
    aside = game.deck[first_aside : first_aside + game.option.removed]
    piles = np.concatenate([game.deck[game.dealt :], aside, game.hand.ravel(), game.kept])
    cards: list[int] = (np.bincount(piles[piles != NO_CARD], minlength=CARDS) + game.display + game.discarded).tolist()
    return cards
