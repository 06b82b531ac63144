"""Who sits where: players from what was asked for, with tidy names."""

import msgspec

from millefiori.bots.bot import BUILT_IN, LEVELS
from millefiori.server.messages import Player, SeatWanted
from millefiori.server.room import Refusal
from millefiori.vocabulary import SEAT_LETTERS, Seat


def seated(wanted: SeatWanted, number: int) -> Player:
    """The player of a wanted seat; refused if there is no such bot."""
    if wanted.kind == "bot":
        if wanted.level not in LEVELS and wanted.level not in BUILT_IN:
            known = ", ".join([*LEVELS, *BUILT_IN])
            raise Refusal("setup", f"there is no bot {wanted.level!r}; there are {known}")
        return Player(f"bot: {wanted.level}", "bot", wanted.level)
    if wanted.kind not in ("here", "friend"):
        raise Refusal("setup", f"a seat is here, friend or bot, not {wanted.kind!r}")
    return Player(tidy(wanted.name, number) if wanted.kind == "here" else "", wanted.kind)


def tidy(name: str, seat: Seat) -> str:
    """A name without invisible characters, never empty, never a bot's."""
    shown = "".join(letter for letter in name if letter.isprintable()).strip().removeprefix("bot:").strip()
    return shown or SEAT_LETTERS[seat]


def turned(player: Player, is_caller: bool) -> Player:
    """A person's place in the next game, seen from the one who opens it."""
    if player.kind == "bot":
        return player
    return msgspec.structs.replace(player, kind="here" if is_caller else "friend")
