"""The deal of a day, from a secret of the server: nobody can know it before, and it is the same all day.

Each card has a number that follows from the secret, the day and its place, by HMAC; the deck is the cards in the order
of these numbers. So a deck seen in part says nothing about the rest of it, or about tomorrow's.
"""

import hmac
from dataclasses import dataclass
from datetime import date

from millefiori.bots.seats import SeatedBots, bot_players
from millefiori.engine.board import CARD_NAMES, DECK
from millefiori.engine.vocabulary import Seat
from millefiori.fairness import new_salt
from millefiori.server.messages.words import Player
from millefiori.server.rooms.setup import Setup
from millefiori.table import Table

EDITION = "international"
OPPONENTS = "skilled"
"""Who plays the other seats: a bot without chance, so that equal play meets equal answers."""
PERSON: Seat = 0
"""Where everybody sits."""
BOTS = {"gentle": "greedy:6", "casual": "greedy", "skilled": "learned", "master": "strong:200sims"}
"""Who else plays the deal on that seat. With simulations in place of time, the result is the same everywhere."""


@dataclass(frozen=True)
class Deal:
    """A deck with a start player, for so many seats."""

    seats: int
    deck: list[str]
    start_player: Seat

    def setup(self, name: str) -> Setup:
        """The game of a person on this deal."""
        bots = [Player("", "bot", OPPONENTS)] * (self.seats - 1)
        players = [Player(name, "here"), *bots]
        return Setup(EDITION, False, players, self.deck, self.start_player, new_salt(), hints=False)


def deal_of(secret: bytes, day: date) -> Deal:
    """The deal of a day: two, three and four players in turn."""

    def number(what: str) -> bytes:
        return hmac.digest(secret, f"{day.isoformat()} {what}".encode(), "sha256")

    seats = 2 + day.toordinal() % 3
    order = sorted(range(len(DECK)), key=lambda place: number(f"card {place}"))
    deck = [CARD_NAMES[DECK[place]] for place in order]
    return Deal(seats, deck, number("start")[0] % seats)


def bots_scores(deal: Deal) -> dict[str, list[int]]:
    """What each level reaches on the person's seat: the scores of all seats. Takes some seconds of a worker."""
    return {level: _played(deal, spec) for level, spec in BOTS.items()}


def _played(deal: Deal, spec: str) -> list[int]:
    specs = [spec, *[BOTS[OPPONENTS]] * (deal.seats - 1)]
    table = Table(EDITION, bot_players(specs), deck=deal.deck, start_player=deal.start_player)
    seated = SeatedBots(table, 0)
    while not table.is_over:
        table.advance(seated.choose(table))
    seated.close()
    return table.scores
