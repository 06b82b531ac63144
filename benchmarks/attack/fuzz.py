"""Messages and bodies by the thousand, damaged in every way: each is refused by its name, and nothing changes."""

import asyncio
import json
import random
from collections import Counter
from typing import Any

import httpx2 as httpx

from benchmarks.attack.people import Player, open_game
from tests.server.serving import Server

MESSAGES: list[Any] = [
    {"type": "decide", "action": 198, "at": 0},
    {"type": "undo", "at": 0, "whole_turn": True},
    {"type": "hint", "at": 0},
    {"type": "hello", "key": "x", "seen": 0, "protocol": 2},
    {"type": "perform", "at": 0},
    [[[[[]]]]],
    None,
]
BODIES: dict[str, Any] = {
    "/api/games": {"edition": "german", "seats": [{"kind": "here", "name": "A"}, {"kind": "bot", "level": "casual"}]},
    "/api/join": {"invitation": "x", "name": "B", "proof": None},
    "/api/again": {"key": "x", "same_deal": True},
    "/api/replay": {"format": 1, "edition": "german", "players": ["A", "B"], "deck": [], "actions": [{}]},
}
STRANGE: list[Any] = [
    None,
    True,
    -1,
    2**63,
    1e308,
    "",
    "\x00",
    "\ud800",
    "x" * 5000,
    [],
    {},
    [[]] * 50,
    {"a": {"b": {}}},
]


def damaged(value: Any, chooser: random.Random) -> bytes:
    """A JSON text with something wrong in its values, its keys or its bytes."""
    copy = json.loads(json.dumps(value))
    if isinstance(copy, dict) and chooser.random() < 0.7:
        key = chooser.choice(list(copy))
        match chooser.randrange(3):
            case 0:
                copy[key] = chooser.choice(STRANGE)
            case 1:
                del copy[key]
            case _:
                copy[key + chooser.choice(["", "s", "\u200b"])] = chooser.choice(STRANGE)
                copy["more"] = 1
    text = bytearray(json.dumps(copy).encode())
    for _ in range(chooser.choice([0, 0, 1, 3])):
        place = chooser.randrange(len(text))
        match chooser.randrange(3):
            case 0:
                text[place] = chooser.randrange(256)
            case 1:
                del text[place:]
                text += b"}"
            case _:
                text[place:place] = bytes(chooser.randrange(256) for _ in range(3))
    return bytes(text)


async def fuzz_messages(server: Server, number: int) -> Counter[str]:
    """Damaged messages of a spectator, who can change nothing whatever it sends; how they were answered."""
    opened = await asyncio.to_thread(open_game, server, "here", "here")
    player, chooser, codes = Player(server, opened["watch"]), random.Random(1), Counter[str]()
    async with player.socket() as socket:
        await player.hello(socket)
        before = json.loads(await socket.recv())
        await socket.recv()  # presence
        for _ in range(number):
            text = damaged(chooser.choice(MESSAGES), chooser)
            try:
                await socket.send(text.decode() if chooser.random() < 0.8 else text)
            except UnicodeDecodeError:
                await socket.send(text)
            answer = json.loads(await asyncio.wait_for(socket.recv(), 30))
            codes[answer["code"]] += 1
    async with player.socket() as socket:
        await player.hello(socket)
        after = json.loads(await socket.recv())
    assert (after["n"], after["position"]) == (before["n"], before["position"]), "nothing has changed"
    return codes


async def fuzz_bodies(server: Server, number: int) -> Counter[str]:
    """Damaged bodies of every request; how they were answered. A few are right by chance."""
    chooser, codes = random.Random(2), Counter[str]()
    async with httpx.AsyncClient(timeout=60) as client:
        for _ in range(number):
            path = chooser.choice(list(BODIES))
            answer = await client.post(server.address + path, content=damaged(BODIES[path], chooser))
            assert answer.status_code < 500, (path, answer.status_code, answer.text)
            codes["served" if answer.status_code < 400 else answer.json()["code"]] += 1
    return codes


def measure(server: Server, messages: int, bodies: int) -> str:
    """A sentence with the figures; the server has no limits, so that everything reaches the code behind them."""
    by_message = asyncio.run(fuzz_messages(server, messages))
    by_body = asyncio.run(fuzz_bodies(server, bodies))
    answers = ", ".join(f"{code} {count:,}" for code, count in (by_message + by_body).most_common())
    return f"{messages:,} damaged messages and {bodies:,} damaged bodies: 0 errors of the server; answers: {answers}."
