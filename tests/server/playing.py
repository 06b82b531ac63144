"""Help for tests of the server: rooms, and players that choose at random from what they are told."""

import random
from collections.abc import Iterator

from millefiori.server.messages import Event, Player, Position
from millefiori.server.room import ACT, CHOOSE, Command, Room, Setup
from millefiori.table import Table
from millefiori.vocabulary import Seat


def new_room(edition: str = "international", players: int = 2, *, seed: int = 1, tactical: bool = False) -> Room:
    table = Table(edition, players, seed=seed, tactical=tactical)
    people = [Player(name, "here") for name in table.players]
    return Room("room", Setup(edition, tactical, people, list(table.deck), table.start_player))


def decision(position: Position, chooser: random.Random) -> tuple[str, int]:
    """A random decision from what a seat is told: the kind of command and its value."""
    if position.phase == "keep" and position.cards and position.cards[0].take is not None:
        return "keep", chooser.choice(position.cards).card
    if position.phase == "extra":
        takes = [card.take for card in position.cards if card.take is not None]
        return ACT, chooser.choice([*takes, 199])
    return ACT, chooser.choice(position.cards[0].plays).action


def command(room: Room, seat: Seat, chooser: random.Random) -> Command:
    kind, value = decision(room.position(seat), chooser)
    if kind == "keep":
        kind = CHOOSE if room.is_choosing else ACT
    return Command(seat, kind, value)


def waiting(room: Room) -> list[Seat]:
    return [seat for seat in range(len(room.setup.players)) if room.is_waiting_for(seat)]


def play(room: Room, chooser: random.Random) -> Iterator[Event]:
    """Play a room to its end, whoever is waited for first or last."""
    while not room.table.is_over:
        found = command(room, chooser.choice(waiting(room)), chooser)
        room.check(found)
        yield room.perform(found)
