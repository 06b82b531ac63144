"""SIGKILL at any moment, while people play and while the server starts; and everybody back after a restart."""

import asyncio
import contextlib
import json
import os
import random
import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks.attack.people import Felt, Player, open_game, processor_seconds
from millefiori.server.storage.keys import Key
from millefiori.server.storage.store import Store
from tests.server.playing import new_room, play
from tests.server.serving import Server

PLAYERS = 4
DECISIONS = 12
"""Acknowledged between two kills."""


def kill_while_it_starts(server: Server, after: float) -> None:
    """Start the server and kill it, most often before it listens."""
    process = subprocess.Popen(server.command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(after)
    process.kill()
    process.wait()


async def killed(server: Server, kills: int, starts: int) -> tuple[int, int, int]:
    """Kill the server while people play: how many decisions were acknowledged, lost, and found twice."""
    keys = [open_game(server, "here", "casual")["keys"]["0"] for _ in range(PLAYERS)]
    players = [Player(server, key, seed=number) for number, key in enumerate(keys)]
    chooser, is_over = random.Random(1), False

    async def keep_playing(player: Player) -> None:
        while not is_over and player.position.get("phase") != "over":
            with contextlib.suppress(Exception):
                await player.play(Felt(), lambda: is_over, reaction=0.01)
            await asyncio.sleep(0.05)

    playing = [asyncio.create_task(keep_playing(player)) for player in players]
    for number in range(kills):
        end = time.perf_counter() + 20
        wanted = sum(len(player.acknowledged) for player in players) + DECISIONS
        while sum(len(player.acknowledged) for player in players) < wanted and time.perf_counter() < end:
            await asyncio.sleep(0.01)
        await asyncio.sleep(chooser.uniform(0, 0.2))  # at any moment
        await asyncio.to_thread(server.kill)
        for _ in range(starts * (number + 1) // kills - starts * number // kills):
            await asyncio.to_thread(kill_while_it_starts, server, chooser.uniform(0.05, 1.5))
        await asyncio.to_thread(server.start)
        print(f"  killed {number + 1} of {kills}", flush=True)
    await asyncio.sleep(1)
    is_over = True
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    lost = twice = 0
    for player in players:
        fresh = Player(server, player.key)
        async with fresh.socket() as socket:
            await fresh.hello(socket)
            log = json.loads(await socket.recv())["log"]
        own = {event["n"] for event in log if event["seat"] == 0}
        lost += len(set(player.acknowledged) - own)
        twice += sum(event["n"] != number for number, event in enumerate(log))
    return sum(len(player.acknowledged) for player in players), lost, twice


def measure(kills: int, starts: int) -> str:
    """A sentence with the figures."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            acknowledged, lost, twice = asyncio.run(killed(server, kills, starts))
        finally:
            server.kill()
    return (
        f"{kills + starts} SIGKILLs, {starts} of them during start, while {PLAYERS} people played: "
        f"{acknowledged} decisions acknowledged, {lost} lost, {twice} out of order."
    )


# --- Everybody back after a restart

HALF = 58
"""Commands of half a game of two."""


async def stored_games(path: Path, number: int) -> list[str]:
    """Many games in the middle, written into a new database; the keys of their first seats."""
    room, chooser = new_room(players=2, seed=3), random.Random(1)
    for _ in zip(range(HALF), play(room, chooser), strict=False):
        pass
    with contextlib.closing(Store(path)) as store:
        for game in range(number):
            await store.add_game(f"game {game}", room.setup, [(f"key {game}", Key(f"game {game}", 0, "seat"))])
            await asyncio.gather(*(store.append(f"game {game}", n, each) for n, each in enumerate(room.commands)))
    return [f"key {game}" for game in range(number)]


async def everybody_back(server: Server, keys: list[str]) -> tuple[float, float]:
    """Seconds until everybody who comes back at the same moment has the game again, and the server's processor time."""
    gate = asyncio.Semaphore(200)  # what this program can handle at a time

    async def come_back(key: str) -> None:
        player = Player(server, key)
        async with gate, player.socket() as socket:
            await player.hello(socket)
            player.note(json.loads(await socket.recv()))
            assert player.n == HALF - 1

    await come_back(keys[0])  # the engine is there
    start, used = time.perf_counter(), processor_seconds(server)
    await asyncio.gather(*(come_back(key) for key in keys[1:]))
    return time.perf_counter() - start, processor_seconds(server) - used


def measure_coming_back(number: int) -> str:
    """A sentence with the figure."""
    with tempfile.TemporaryDirectory() as folder:
        keys = asyncio.run(stored_games(Path(folder) / "games.sqlite", number))
        server, busy = Server(Path(folder)), os.getloadavg()[0]
        try:
            seconds, used = asyncio.run(everybody_back(server, keys))
        finally:
            server.kill()
    return (
        f"{number:,} people come back to their games after a restart: all have them again after {seconds:.1f} s, "
        f"for which the server needed {used:.1f} s of processor time, at a load of {busy:.1f} before. The goal is 10 s."
    )
