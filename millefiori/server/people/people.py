"""All about people on one server: players, and what happens at the tables when they come and go."""

from millefiori.server.people.players import Players, Visit
from millefiori.server.rooms import Rooms


class People:
    """The people of a server that has a hall."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.players = Players(rooms.store)

    async def forget(self, visit: Visit) -> int:
        """Delete a player; at the tables the name goes at once. Returns how many games the player had."""
        games = await self.players.forget(visit)
        for game, setup in games:
            self.rooms.rename(game, setup)
        return len(games)
