"""Fingerprints of every message that the clients of whole games get, and the processor time of the server (`--costs`).

    PYTHONPATH=../millefiori-0.2.0 python benchmarks/moves.py > before
    PYTHONPATH=. python benchmarks/moves.py | diff before -

Whole games run through `Rooms` as on the server, without sockets and with a store that keeps nothing: a move is
checked, carried out, explained and encoded for everybody. The fingerprints cover welcomes, events and presence of all
seats and of a spectator, in every edition, with every number of players and in both variants, undo and changes of mind
included.
"""

import argparse
import asyncio
import hashlib
import json
import os
import random
import re
import signal
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from benchmarks.attack import kills
from millefiori.engine.actions import DECLINE
from millefiori.engine.calls import legal_actions
from millefiori.engine.editions import EDITIONS
from millefiori.engine.view import deciding_view
from millefiori.engine.vocabulary import SPECTATOR
from millefiori.server.messages.words import Player
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.live import Live
from millefiori.server.rooms.room import DECIDE, UNDO, UNDO_TURN, Command, Room
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.rooms.setup import Setup
from millefiori.table import Table
from tests.server.serving import Server

RANDOM = re.compile(rb'"version":"\w*"|"(at|now)":\d+,?')
"""What differs between runs: the version of the page, and times."""
GAMES = 12
"""Games that are timed, each with four players."""
TABLES = 400
"""Tables of bots that nobody watches."""


class Forgetful:
    """A store that keeps nothing."""

    async def append(self, game: str, n: int, command: Command) -> None:
        """Forget a command."""


class Sitting:
    """A client at a seat, which reads what it is sent."""

    def __init__(self, rooms: Rooms, live: Live, seat: int) -> None:
        self.seat, self.client = seat, rooms.audience.connect(live, seat, -1)
        self.digest = hashlib.sha256()
        self.position: dict[str, Any] = {}
        self.bytes = 0

    def hear(self) -> None:
        """Read what has come."""
        while not self.client.outbox.empty():
            message = self.client.outbox.get_nowait() or b""
            self.digest.update(RANDOM.sub(b"", message) + b"\n")
            self.bytes += len(message)
            self.position = json.loads(message).get("position") or self.position

    def decision(self, chooser: random.Random) -> int:
        """Any possible action."""
        cards = self.position["cards"]
        if self.position["phase"] == "play":
            return int(chooser.choice(cards[0]["previews"])["action"])
        actions = [card["obtain"] for card in cards]
        return int(chooser.choice([*actions, DECLINE] if self.position["can_decline"] else actions))


def new_table(edition: str, players: int, tactical: bool, seed: int) -> Live:
    """A table of people that nobody watches yet."""
    table = Table(edition, players, tactical=tactical, seed=seed)
    people = [Player(name, "here") for name in table.players]
    return Live(Room("game", Setup(edition, tactical, people, list(table.deck), table.start_player)))


async def submit(rooms: Rooms, live: Live, command: Command) -> float:
    """Carry out a command; returns the processor time of it, in seconds. One that is refused changes nothing."""
    start = time.process_time()
    try:
        await rooms.submit(live, command, live.room.n)
    except Refusal:
        return 0.0
    return time.process_time() - start


def next_command(sitting: Sequence[Sitting], chooser: random.Random, change: float) -> Command:
    """What one of those sitting there does: a decision, or now and then a change of mind."""
    awaited = sitting[0].position["awaited"]
    if chooser.random() < change:
        seat = chooser.randrange(len(sitting))
        if sitting[seat].position["all_keep"] and seat not in awaited:
            return Command(seat, DECIDE, chooser.choice(sitting[seat].position["hand"]))
        return Command(seat, chooser.choice([UNDO, UNDO_TURN]))
    seat = chooser.choice(awaited)
    return Command(seat, DECIDE, sitting[seat].decision(chooser))


async def fingerprint(edition: str, players: int, tactical: bool) -> str:
    """A whole game with a client at every seat and a spectator; another one comes in the middle of it."""
    rooms, live = Rooms(Forgetful(), None, None), new_table(edition, players, tactical, 7)  # type: ignore[arg-type]
    chooser = random.Random(f"{edition} {players} {tactical}")
    sitting = [Sitting(rooms, live, seat) for seat in (*range(players), SPECTATOR)]
    moves = 0
    while not live.room.table.is_over:
        for each in sitting:
            each.hear()
        await submit(rooms, live, next_command(sitting[:players], chooser, 0.1))
        moves += 1
        if moves == 40:
            sitting += [Sitting(rooms, live, seat) for seat in (0, players - 1, SPECTATOR)]
    for each in sitting:
        each.hear()
    digest = hashlib.sha256(b"".join(each.digest.digest() for each in sitting)).hexdigest()[:12]
    return (
        f"{edition}, {players} players{', tactical' * tactical}: {sum(each.bytes for each in sitting)} bytes {digest}"
    )


def any_command(room: Room, chooser: random.Random) -> Command:
    """A decision of a seat that the game waits for, without a look at its messages."""
    seat = chooser.choice([seat for seat in range(len(room.setup.players)) if room.is_awaited(seat)])
    return Command(seat, DECIDE, chooser.choice(legal_actions(deciding_view(room.table.game, seat))))


async def timed(connected: int, games: int) -> float:
    """Milliseconds of processor time for each move of some games of four, with this many clients."""
    spent, moves = 0.0, 0
    for game in range(games):
        rooms, live = Rooms(Forgetful(), None, None), new_table("international", 4, False, game)  # type: ignore[arg-type]
        sitting, chooser = [rooms.audience.connect(live, seat, -1) for seat in range(connected)], random.Random(game)
        while not live.room.table.is_over:
            spent += await submit(rooms, live, any_command(live.room, chooser))
            moves += 1
            for client in sitting:
                while not client.outbox.empty():
                    client.outbox.get_nowait()
    return 1000 * spent / moves


# --- A real server: moves at tables that nobody watches, and everybody back after a restart


def seconds_of(process: int) -> float:
    """Processor time that a process has used so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stored(server: Server) -> int:
    """How many commands are stored."""
    with closing(sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)) as database:
        return int(database.execute("SELECT count(*) FROM commands").fetchone()[0])


def unwatched(tables: int, seconds: float) -> tuple[float, float]:
    """Milliseconds for a stored move of bots that nobody watches: of the server, and of the bots' processes."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            while server.get("/api/progress").json()["bots"] < 1:
                time.sleep(1)
            main, bots = server.process.pid if server.process else 0, server.children()
            for process in bots:  # whole games are played faster than tables are opened: all begin together
                os.kill(process, signal.SIGSTOP)
            for _ in range(tables):
                server.open("casual", "casual")
            moves, used, thought = stored(server), seconds_of(main), sum(map(seconds_of, bots))
            for process in bots:
                os.kill(process, signal.SIGCONT)
            time.sleep(seconds)
            moves = stored(server) - moves
            used, thought = seconds_of(main) - used, sum(map(seconds_of, bots)) - thought
            return 1000 * used / moves, 1000 * thought / moves
        finally:
            server.kill()


def coming_back(people: int) -> float:
    """Milliseconds of the server for everybody who comes back to a game after a restart."""
    with tempfile.TemporaryDirectory() as folder:
        keys = asyncio.run(kills.stored_games(Path(folder) / "games.sqlite", people))
        server = Server(Path(folder))
        try:
            while server.get("/api/progress").json()["bots"] < 1:
                time.sleep(1)
            process = server.process.pid if server.process else 0
            used = seconds_of(process)
            asyncio.run(kills.everybody_back(server, keys))
            return 1000 * (seconds_of(process) - used) / people
        finally:
            server.kill()


def costs() -> dict[str, float]:
    """Milliseconds of processor time, by name."""
    asyncio.run(timed(4, 2))  # everything is compiled and loaded
    found = {f"a move, {seats} connected": asyncio.run(timed(seats, GAMES)) for seats in (0, 1, 4)}
    server, bots = unwatched(TABLES, 4)
    found |= {"a stored move that nobody watches, server": server, "a stored move that nobody watches, bots": bots}
    return found | {"a player who comes back after a restart": coming_back(400)}


def main() -> None:
    """Print fingerprints or costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--costs", action="store_true", help="milliseconds of processor time, as JSON")
    if parser.parse_args().costs:
        print(json.dumps(costs()))
        return
    for name, edition in EDITIONS.items():
        for players in edition.players:
            for tactical in (False, True):
                print(asyncio.run(fingerprint(name, players, tactical)), flush=True)


if __name__ == "__main__":
    main()
