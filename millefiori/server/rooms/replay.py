"""A finished game step by step: what happened, and where it led, with all hands open."""

from typing import Any

import msgspec

from millefiori import record
from millefiori.bots.seats import spec_of
from millefiori.engine.vocabulary import SPECTATOR, ActionNumber, Seat
from millefiori.server.messages.events import Frame, Replay
from millefiori.server.messages.position import Position
from millefiori.server.messages.words import NO_TEMPO, Player, encode
from millefiori.server.rooms.room import DECIDE, Command, Room
from millefiori.server.rooms.setup import Setup


def replay_of_game(game: str, setup: Setup, actions: list[ActionNumber]) -> bytes:
    """A finished game as JSON; what was undone is left out. Runs in a worker."""
    return encode(_replay(game, msgspec.structs.replace(setup, tempo=NO_TEMPO), actions))


def replay_of_record(text: str) -> bytes:
    """A record from anywhere as JSON; the error names the action and the rule if it is not a game. Runs in a worker."""
    table = record.replay(record.parse(text))
    players = [_player(name) for name in table.players]
    setup = Setup(table.edition.name, table.tactical, players, list(table.deck), table.start_player)
    return encode(_replay("", setup, [action for _, action in table.actions]))


def _player(name: str) -> Player:
    level = spec_of(name)
    return Player(name, "here") if level is None else Player(name, "bot", level)


def _replay(game: str, setup: Setup, actions: list[int]) -> Replay:
    room = Room(game, setup)
    frames = [Frame(None, _open_position(room))]
    for action in actions:
        event = room.perform(Command(_next_seat(room), DECIDE, action))
        frames.append(Frame(event, _open_position(room)))
    return Replay(setup.edition, setup.tactical, setup.players, frames)


def _next_seat(room: Room) -> Seat:
    """Whose action comes next in a record: while all keep, the seats in the engine's order."""
    return (int(room.table.game.to_act) + len(room.keeps)) % len(room.setup.players)


def _open_position(room: Room) -> Position:
    """What a spectator sees, and every hand: the game is over, there are no secrets left."""
    seen, game = room.position(SPECTATOR), room.table.game
    hands: dict[str, Any] = {
        str(seat): [int(card) for card in game.hand[seat] if card < len(game.display)]
        for seat in range(int(game.seats))
    }
    return msgspec.structs.replace(seen, known=hands)
