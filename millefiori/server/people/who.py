"""Who asks, where it works with and without a player: a player of the hall, or a device by a secret of its own."""

import hashlib

from starlette.requests import Request

from millefiori.server.border.requests import token_of
from millefiori.server.people.people import People

PLAYER = "player "
"""How the name of somebody begins who is a player."""


async def who_asks(request: Request) -> str:
    """The player whose key it is, so that a second device is no second person; else the device, by a hash."""
    token = token_of(request)
    if not token:
        return ""
    people: People | None = request.app.state.people
    player = await people.players.find(token) if people else None
    return f"{PLAYER}{player.id}" if player else "device " + hashlib.sha256(token.encode()).hexdigest()[:32]
