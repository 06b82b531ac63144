"""Players for the seats of a new game."""

import msgspec

from millefiori.bots.bot import BUILT_IN, LEVELS
from millefiori.server.messages import Player, SeatWanted
from millefiori.server.names import person_name
from millefiori.server.room import Refusal


def seated(wanted: SeatWanted, number: int) -> Player:
    """The player of a wanted seat; refused if there is no such bot."""
    if wanted.kind == "bot":
        if wanted.level not in LEVELS and wanted.level not in BUILT_IN:
            known = ", ".join([*LEVELS, *BUILT_IN])
            raise Refusal("setup", f"there is no bot {wanted.level!r}; there are {known}")
        return Player(f"bot: {wanted.level}", "bot", wanted.level)
    return Player(person_name(wanted.name, number) if wanted.kind == "here" else "", wanted.kind)


def turned(player: Player, is_caller: bool) -> Player:
    """A player of the next game, seen from the one who opens it."""
    if player.kind == "bot":
        return player
    return msgspec.structs.replace(player, kind="here" if is_caller else "friend")
