"""A finished game step by step: what happened, and where it led, with all hands open."""

from typing import Any

import msgspec

from millefiori import record
from millefiori.bots.seats import spec_of
from millefiori.server.messages import Frame, Player, Position, Replay
from millefiori.server.room import ACT, CHOOSE, Command, Room, Setup
from millefiori.vocabulary import SPECTATOR


def replay_of_room(room: Room) -> Replay:
    """A game that was played here; what was taken back is left out."""
    return _replay(room.id, room.setup, [action for _, action in room.table.actions])


def replay_of_record(text: str) -> Replay:
    """A record from anywhere, refused with the action and the rule if it is not a game."""
    table = record.replay(record.parse(text))
    players = [_player(name) for name in table.players]
    setup = Setup(table.edition.name, table.tactical, players, list(table.deck), table.start_player)
    return _replay("", setup, [action for _, action in table.actions])


def _player(name: str) -> Player:
    level = spec_of(name)
    return Player(name, "here") if level is None else Player(name, "bot", level)


def _replay(game: str, setup: Setup, actions: list[int]) -> Replay:
    room = Room(game, setup)
    frames = [Frame(None, _open_position(room))]
    for action in actions:
        kind = CHOOSE if room.is_choosing else ACT
        seat = _chooser(room) if kind == CHOOSE else int(room.table.game.to_act)
        event = room.perform(Command(seat, kind, action))
        frames.append(Frame(event, _open_position(room)))
    return Replay(setup.edition, setup.tactical, setup.players, frames)


def _chooser(room: Room) -> int:
    """Whose choice comes next, in the engine's order."""
    seats = len(room.setup.players)
    return (int(room.table.game.to_act) + len(room.choices)) % seats


def _open_position(room: Room) -> Position:
    """What a spectator sees, and every hand: the game is over, there are no secrets left."""
    seen, game = room.position(SPECTATOR), room.table.game
    hands: dict[str, Any] = {
        str(seat): [int(card) for card in game.hand[seat] if card < len(game.display)]
        for seat in range(int(game.seats))
    }
    return msgspec.structs.replace(seen, known=hands)
