"""The tempo that somebody wants for a new game."""

import zoneinfo

from millefiori.server.messages.words import Tempo
from millefiori.server.refusal import Refusal

SHORTEST = 10
"""Seconds of a turn and the bank together."""


def check_tempo(tempo: Tempo) -> None:
    """Refuse a tempo that nobody could play at, or whose fields belong to another kind."""
    is_real, is_days = tempo.kind == "real", tempo.kind == "days"
    if is_real and tempo.bank + tempo.per_turn < SHORTEST:
        raise Refusal("setup", f"a clock needs at least {SHORTEST} seconds: set 'bank' or 'per_turn'")
    if is_days and not tempo.days:
        raise Refusal("setup", "a game over days needs 'days': 1, 3 or 7")
    if (tempo.bank or tempo.per_turn) and not is_real:
        raise Refusal("setup", "'bank' and 'per_turn' belong to a tempo of the kind 'real'")
    if (tempo.days or tempo.sleep_from != tempo.sleep_to) and not is_days:
        raise Refusal("setup", "'days' and sleeping hours belong to a tempo of the kind 'days'")
    try:
        zoneinfo.ZoneInfo(tempo.zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise Refusal("setup", f"there is no time zone {tempo.zone!r} on this server") from None
