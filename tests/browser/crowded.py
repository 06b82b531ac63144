"""The fullest table: four players with the longest names, and more cards in the display than fit in a row."""

import random
import time
from pathlib import Path

from millefiori.engine.actions import DECLINE
from millefiori.engine.vocabulary import ActionNumber, Seat
from millefiori.server.messages.words import LONGEST_NAME, Player, Tempo
from millefiori.server.rooms.room import DECIDE, Command, Room
from millefiori.server.rooms.setup import Setup
from millefiori.server.storage.keys import Key
from millefiori.server.storage.store import Store
from millefiori.table import Table
from tests.server.playing import awaited, play
from tests.server.storage.storing import run

NAMES = ("Wilhelmina Montgomery-Wu", "Maximiliane Großmann-Öhm", "Wolfgangamadeustheophilu", "Ada")
DISPLAY = 27
SEED = 12


def setup() -> Setup:
    """The German edition: it brings most cards into the display."""
    table = Table("german", 4, seed=SEED)
    players = [Player(name, "friend") for name in NAMES]
    tempo = Tempo("real", bank=3600)  # the widest times stand in the bar: some 59 minutes and seconds
    begun = time.time_ns() // 1_000_000
    return Setup("german", False, players, list(table.deck), table.start_player, tempo=tempo, begun=begun)


def crowded() -> dict[str, Room]:
    """Four moments of one game: seat 0 keeps, plays, takes an extra card from a full display; and the end."""
    assert all(len(name) <= LONGEST_NAME for name in NAMES)
    room, chooser = Room("take", setup()), random.Random(SEED)
    last = {"keep": 0, "play": 0}
    while not room.table.is_over:
        seat = awaited(room)[0]
        position = room.position(seat)
        if seat == 0 and position.phase == "take" and len(position.display) >= DISPLAY:
            moments = {name: _replayed(name, room.commands[:n]) for name, n in last.items()}
            return {**moments, "take": room, "over": _finished(_replayed("over", room.commands))}
        if seat == 0 and position.phase in last:
            last[position.phase] = len(room.commands)
        room.perform(Command(seat, DECIDE, _action(room, seat, chooser)))
    raise AssertionError("the display was never full: take another seed")


def _action(room: Room, seat: Seat, chooser: random.Random) -> ActionNumber:
    """Earn no extra cards until the display is full, and take none."""
    position = room.position(seat)
    if position.phase == "take":
        return DECLINE
    if position.phase == "keep":
        return chooser.choice([card.obtain for card in position.cards if card.obtain is not None])
    wants = seat == 0 and len(position.display) >= DISPLAY
    return sorted(position.cards[0].previews, key=lambda preview: preview.extra_card is not wants)[0].action


def _replayed(name: str, commands: list[Command]) -> Room:
    room = Room(name, setup())
    for command in commands:
        room.perform(command)
    return room


def _finished(room: Room) -> Room:
    for _ in play(room, random.Random(SEED)):
        pass
    return room


def store_crowded(database: Path) -> None:
    """Write the four games into a new database; the key of a game is its name."""

    async def work(store: Store) -> None:
        for name, room in crowded().items():
            await store.add_game(name, room.setup, [(name, Key(name, 0, "seat"))])
            for n, command in enumerate(room.commands):
                await store.append(name, n, command)

    store = Store(database)
    try:
        run(work(store))
    finally:
        store.close()
