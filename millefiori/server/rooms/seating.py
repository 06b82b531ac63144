"""Players for the seats of a new game."""

from collections.abc import Collection

import msgspec

from millefiori.bots.bot import BUILT_IN, LEVELS
from millefiori.server.border.names import person_name
from millefiori.server.messages.games import SeatWanted
from millefiori.server.messages.words import Player
from millefiori.server.refusal import Refusal


def check_level(level: str, programs: Collection[str] = ()) -> None:
    """Refuse a bot that does not exist; `programs` are those that the operator offers."""
    known = [*LEVELS, *BUILT_IN, *programs]
    if level not in known:
        raise Refusal("setup", f"there is no bot {level!r}; there are {', '.join(known)}")


def seated(wanted: SeatWanted, number: int, programs: Collection[str] = ()) -> Player:
    """The player of a wanted seat; refused if there is no such bot."""
    if wanted.kind == "bot":
        check_level(wanted.level, programs)
        return Player(f"bot: {wanted.level}", "bot", wanted.level)
    return Player(person_name(wanted.name, number) if wanted.kind == "here" else "", wanted.kind)


def turned(player: Player, is_caller: bool) -> Player:
    """A player of the next game, seen from the one who opens it."""
    if player.kind == "bot":
        return player
    return msgspec.structs.replace(player, kind="here" if is_caller else "friend")
