"""Help for tests of reviews: finished games on a server, and a short review of them."""

import time
from typing import Any

from starlette.testclient import TestClient

from millefiori.bots.bot import make_bot
from millefiori.server.messages.words import Player
from millefiori.server.rooms.room import DECIDE, Command
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.rooms.setup import Setup
from millefiori.table import Table
from millefiori.teacher.notes import Effort

SMALL = Effort(screening=16, stages=(4, 8), most=6, values=4, hindsight=4)
"""Enough to have one of everything."""


def played(players: int = 2, seed: int = 3, *, tactical: bool = False) -> Table:
    """A game of weak bots, to its end."""
    table, bot = Table("international", players, seed=seed, tactical=tactical), make_bot("greedy:6", 1)
    while not table.is_over:
        table.advance(bot.choose(table.view(table.game.to_act), table.legal_actions()))
    return table


def opened(web: TestClient, table: Table, actions: int = 10_000) -> dict[str, Any]:
    """A table of people on the server with the first actions of a game: its keys by seat, and one to watch."""
    rooms: Rooms = web.app.state.rooms  # type: ignore[attr-defined]
    people = [Player(name, "here") for name in ("Ada", "Ben", "Cem", "Dee")[: len(table.players)]]
    setup = Setup(table.edition.name, table.tactical, people, list(table.deck), table.start_player)
    commands = [Command(seat, DECIDE, action, 1) for seat, action in table.actions[:actions]]
    assert web.portal is not None
    made = web.portal.call(rooms.add, setup, commands)
    return {"game": made.game, "watch": made.watch, **made.keys}


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def reviewed(web: TestClient, key: str) -> dict[str, Any]:
    """Ask for a review until it is done."""
    shown = web.post("/api/review", json={"key": key}).json()
    deadline = time.monotonic() + 120
    while shown["stage"] != "done":
        assert time.monotonic() < deadline, shown["stage"]
        time.sleep(0.02)
        shown = web.get("/api/review", headers=bearer(key)).json()
    return dict(shown)
