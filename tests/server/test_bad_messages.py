"""Malformed, oversized, illegal, replayed and forged messages by the thousand: refused, and nothing has changed."""

import json
import random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server import real_server
from tests.server.serving import Client, Server

pytestmark = real_server

WRONG: list[Any] = [
    "",
    "{",
    "null",
    "[]",
    '"hello"',
    "{}",
    '{"type": "decide"}',
    '{"type": "decide", "action": "198", "at": 1}',
    '{"type": "decide", "action": 198.5, "at": 1}',
    '{"type": "decide", "action": -1, "at": 1}',
    '{"type": "decide", "action": 200, "at": 1}',
    '{"type": "decide", "action": 198, "at": 1, "seat": 1}',
    '{"type": "decide", "action": 1e99, "at": 0}',
    '{"type": "perform", "action": 3, "at": 1}',
    '{"type": "hello", "key": "x"}',
    "[" * 3000,
    '{"type": "decide", "action": 198, "at": ' + "9" * 400 + "}",
    b"\xff\xfe\x00",
    b"\x00" * 100,
    "x" * 5000,
]


def state(client: Client) -> tuple[int, str]:
    """The game as a fresh client sees it."""
    fresh = Client(client.server, client.key)
    fresh.hear()
    fresh.socket.close()
    return fresh.n, json.dumps(fresh.position)


def refused(client: Client) -> str:
    return str(client.hear_until(lambda message: message["type"] == "refused")["code"])


@pytest.fixture
def client(server: Server) -> Client:
    """A player of two at one screen: nobody else moves."""
    client = Client(server, server.open("here", "here")["keys"]["0"])
    client.hear()
    return client


def test_thousands_of_malformed_messages_change_nothing(client: Client) -> None:
    before, chooser = state(client), random.Random(1)
    codes = set()
    for number in range(2000):
        message = chooser.choice(WRONG)
        if number % 2 and isinstance(message, str) and message:
            place = chooser.randrange(len(message))
            message = message[:place] + chr(chooser.randrange(32, 127)) + message[place + 1 :]
        client.socket.send(message)
        if number % 50 == 49:  # who never listens is disconnected
            codes |= {refused(client) for _ in range(50)}
    assert codes <= {"malformed", "oversized", "hello", "stale", "illegal", "same"}
    assert {"malformed", "oversized"} <= codes
    assert state(client) == before


def test_illegal_actions_are_refused_with_the_rule(client: Client) -> None:
    before = state(client)
    hand = set(client.position["hand"])
    for action in set(range(200)) - hand:
        client.send(type="decide", action=action, at=client.n)
        assert refused(client) == "illegal"
    assert state(client) == before


def come_to_a_turn(client: Client) -> None:
    """To where everybody waits for this player alone: while all keep a card, bots keep theirs when they like."""
    while client.position["phase"] == "keep" or not client.position["decides"]:
        if client.position["decides"] and not client.waits:
            client.decide()
        client.hear()


def test_replayed_messages_are_stale(server: Server) -> None:
    opened = server.open("here", "casual")
    client = Client(server, opened["keys"]["0"])
    client.play(decisions=4)
    come_to_a_turn(client)
    for at in range(-1, client.n):
        client.send(type="decide", action=198, at=at)
        assert refused(client) in ("stale", "illegal")
    n, _ = state(client)
    client.send(type="decide", action=198, at=-1)
    assert refused(client) == "stale" and state(client)[0] == n


def test_forged_keys_open_nothing(server: Server, client: Client) -> None:
    chooser = random.Random(2)
    for _ in range(300):
        key = list(client.key)
        key[chooser.randrange(len(key))] = chooser.choice("abcXYZ0-_")
        forged = "".join(key)
        if forged != client.key:
            stranger = Client(server, forged)
            assert stranger.hear()["code"] == "key"
            stranger.socket.close()


def send_and_hear_on(client: Client, message: str) -> None:
    client.socket.send(message)
    while True:
        client.hear()


def test_a_frame_that_is_much_too_long_ends_the_connection_only(client: Client) -> None:
    before = state(client)
    with pytest.raises(ConnectionClosed):
        send_and_hear_on(client, "x" * 1_000_000)
    assert state(client) == before


def test_bodies_that_are_wrong_or_too_long_are_refused(server: Server) -> None:
    chooser = random.Random(3)
    for path in ("/api/games", "/api/join", "/api/again", "/api/replay"):
        for body in [message for message in WRONG if isinstance(message, str)] + ["x" * 2_000_000]:
            answer = server.post(path, body)
            assert answer.status_code in (400, 404) and answer.json()["code"], (path, body[:40])
    for _ in range(100):
        noise = bytes(chooser.randrange(256) for _ in range(chooser.randrange(200)))
        assert server.post("/api/games", noise).json()["code"] == "malformed"
    assert server.get("/api/facts").status_code == 200
