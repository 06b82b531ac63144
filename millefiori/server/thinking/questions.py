"""What people ask of the bots' processes: a hint, a game step by step."""

from collections.abc import Callable

from millefiori.engine.view import deciding_view
from millefiori.engine.vocabulary import SPECTATOR, Seat
from millefiori.server.messages.events import Hint, ShownOpinion
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.live import Live
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.thinking.thinkers import SOMEBODY_ASKS

ADVISER = "strong:1s"
MOST_REPLAYING = 8
"""Games that may wait to be shown step by step."""


async def hint(rooms: Rooms, live: Live, seat: Seat, at: int) -> Hint:
    """What a strong bot would do in the seat's place."""
    room = live.room
    if at < room.changed or seat == SPECTATOR or not room.is_asked(seat):
        raise Refusal("hint", "you have nothing to decide now")
    if room.bot_of(seat):
        raise Refusal("hint", "a bot plays for you")
    if not room.setup.allows_hints:
        raise Refusal("hints", "this table plays without hints")
    n, seen = room.n, deciding_view(room.table.game, seat)
    most = rooms.gate.limits.hints_per_table
    async with (
        rooms.gate.open(f"hint {room.id} {seat}", 1, "hints"),
        rooms.gate.open(f"hints {room.id}", most, "hints at this table"),
    ):
        action, opinions = await rooms.thinkers.think(ADVISER, seen, f"hints of {room.id}", lambda: SOMEBODY_ASKS)
    if not opinions:
        return Hint(n, [ShownOpinion(action, None, None)])
    return Hint(n, [ShownOpinion(*opinion) for opinion in opinions[:5]])


async def replay(rooms: Rooms, address: str, work: Callable[..., bytes], *arguments: object) -> bytes:
    """A game step by step, made in a worker when the bots leave one free; for one address after the other."""
    if rooms.replaying >= MOST_REPLAYING:
        raise Refusal("busy", "too many games are being replayed: try again in a moment")
    rooms.replaying += 1
    try:
        return await rooms.thinkers.run(f"replays of {address}", lambda: SOMEBODY_ASKS, work, *arguments)
    finally:
        rooms.replaying -= 1
