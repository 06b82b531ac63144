"""Help for tests of the server: rooms, and players that decide at random from what they know."""

import random
from collections.abc import Iterator

from millefiori.engine.actions import DECLINE
from millefiori.engine.vocabulary import ActionNumber, Seat
from millefiori.server.messages.events import Event
from millefiori.server.messages.position import Position
from millefiori.server.messages.words import Player
from millefiori.server.rooms.positions import public_position, seat_position
from millefiori.server.rooms.room import DECIDE, Command, Room
from millefiori.server.rooms.setup import Setup
from millefiori.table import Table


def new_room(edition: str = "international", players: int = 2, *, seed: int = 1, tactical: bool = False) -> Room:
    table = Table(edition, players, seed=seed, tactical=tactical)
    people = [Player(name, "here") for name in table.players]
    return Room("room", Setup(edition, tactical, people, list(table.deck), table.start_player))


def decision(shown: Position, chooser: random.Random) -> ActionNumber:
    """A random decision from what a seat is shown."""
    if shown.phase == "play":
        return chooser.choice(shown.cards[0].previews).action
    actions = [card.obtain for card in shown.cards if card.obtain is not None]
    return chooser.choice([*actions, DECLINE] if shown.can_decline else actions)


def decide(room: Room, seat: Seat, chooser: random.Random) -> Command:
    game = room.table.game
    shown = seat_position(public_position(game), game, seat) if room.bot_of(seat) else room.position(seat)
    return Command(seat, DECIDE, decision(shown, chooser))


def awaited(room: Room) -> list[Seat]:
    return [seat for seat in range(len(room.setup.players)) if room.is_awaited(seat)]


def play(room: Room, chooser: random.Random) -> Iterator[Event]:
    """Play a room to its end, the seats that it waits for in any order."""
    while not room.table.is_over:
        found = decide(room, chooser.choice(awaited(room)), chooser)
        room.check(found)
        yield room.perform(found)
