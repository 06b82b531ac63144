"""Comforts that the server has a part in: hints by agreement, shared replays, spectators, the discard pile."""

import random
from collections import Counter
from typing import Any

import pytest

from millefiori.engine.vocabulary import SPECTATOR
from millefiori.server.messages.words import Player
from millefiori.server.rooms.setup import Setup
from millefiori.server.storage.keys import MOST_LINKS
from tests.server import real_server
from tests.server.playing import new_room, play
from tests.server.serving import Client, Server, bearer

# --- Hints


@pytest.mark.parametrize(
    ("kinds", "wanted", "allowed"),
    [
        (("here", "bot"), None, True),
        (("here", "here"), None, True),
        (("here", "friend"), None, False),
        (("here", "friend"), True, True),
        (("here", "bot"), False, False),
    ],
)
def test_friends_play_without_hints_unless_they_agree(kinds: tuple[Any, ...], wanted: Any, allowed: bool) -> None:
    players = [Player("", kind) for kind in kinds]
    assert Setup("international", False, players, [], 0, hints=wanted).allows_hints is allowed


def asked_for_hint(server: Server, key: str) -> dict[str, Any]:
    client = Client(server, key)
    client.hear()
    client.send(type="hint", at=client.n)
    return client.hear_until(lambda message: message["type"] in ("hinted", "refused"))


@real_server
def test_the_server_refuses_hints_at_a_table_without_them(server: Server) -> None:
    table = server.open("here", "friend")
    told = asked_for_hint(server, table["keys"]["0"])
    assert (told["type"], told.get("code")) == ("refused", "hints")
    assert server.get("/api/invitation", table["invitations"]["1"]).json()["hints"] is False


@real_server
def test_an_invitation_says_that_hints_are_allowed_and_who_joins_agrees(server: Server) -> None:
    table = server.open("here", "friend", hints=True)
    assert server.get("/api/invitation", table["invitations"]["1"]).json()["hints"] is True
    joined = server.post("/api/join", {"invitation": table["invitations"]["1"], "name": "Ben"}).json()
    client = Client(server, joined["key"])
    assert client.hear()["hints"] is True
    assert asked_for_hint(server, joined["key"])["type"] == "hinted"


@real_server
def test_the_next_game_has_the_same_agreement(server: Server) -> None:
    for hints in (True, False):
        key = server.open("here", "casual", hints=hints)["keys"]["0"]
        Client(server, key).play()
        for same_deal in (True, False):
            again = server.post("/api/again", {"key": key, "same_deal": same_deal}).json()
            assert Client(server, again["keys"]["1"]).hear()["hints"] is hints


# --- Shared replays


@real_server
def test_a_shared_replay_opens_the_replay_and_nothing_else(server: Server) -> None:
    key = server.open("here", "casual")["keys"]["0"]
    refused = server.post("/api/share", {"key": key})
    assert (refused.status_code, refused.json()["code"]) == (403, "running"), "only after the end"
    Client(server, key).play()
    answer = server.post("/api/share", {"key": key})
    assert answer.status_code == 201 and answer.headers["Cache-Control"] == "no-store"
    share = answer.json()["share"]
    assert len(share) > 20 and share != key
    assert server.get("/api/replay", share).json() == server.get("/api/replay", key).json()
    assert server.get("/api/record", share).json()["code"] == "key"
    for path, body in (("/api/again", {"key": share}), ("/api/share", {"key": share})):
        assert server.post(path, body).json()["code"] == "key"
    client = Client(server, share)
    assert client.hear()["code"] == "key", "no seat, and no look at a game"
    assert server.http.delete(f"{server.address}/api/share", headers=bearer(share)).json()["code"] == "key"


@real_server
def test_a_seat_ends_the_links_that_it_has_shared(server: Server) -> None:
    opened = server.open("here", "here")
    keys = opened["keys"]
    clients = [Client(server, keys[seat]) for seat in "01"]
    for client in clients:
        client.hear()
    while clients[0].position["phase"] != "over":
        for client in clients:
            client.play(decisions=1) if client.position["decides"] else None
            while client.n < max(other.n for other in clients):
                client.hear()
    mine, theirs = (server.post("/api/share", {"key": keys[seat]}).json()["share"] for seat in "01")
    ended = server.http.delete(f"{server.address}/api/share", headers=bearer(keys["0"]))
    assert ended.json() == {"ended": 1}
    assert server.get("/api/replay", mine).status_code == 404
    assert server.get("/api/replay", theirs).status_code == 200
    assert server.post("/api/share", {"key": opened["watch"]}).json()["code"] == "watching"


@real_server
def test_nobody_fills_the_database_with_links(server: Server) -> None:
    key = server.open("here", "casual")["keys"]["0"]
    Client(server, key).play()
    answers = [server.post("/api/share", {"key": key}).status_code for _ in range(MOST_LINKS + 1)]
    assert answers == [201] * MOST_LINKS + [429]


# --- Spectators and the discard pile


@real_server
def test_everybody_sees_how_many_watch_and_nobody_sees_who_unless_they_like(server: Server) -> None:
    opened = server.open("here", "here")
    player = Client(server, opened["keys"]["0"])
    told = player.hear_until(lambda message: message["type"] == "presence")
    assert told["spectators"] == 0
    watching = [Client(server, opened["watch"]) for _ in range(2)]
    counts = [player.hear_until(lambda message: message["type"] == "presence")["spectators"] for _ in watching]
    assert counts == [1, 2] and told["watching"] == []
    watching[0].socket.close()
    assert player.hear_until(lambda message: message["type"] == "presence")["spectators"] == 1


def test_the_discard_pile_is_what_was_played() -> None:
    room, played = new_room(players=3, seed=5), Counter[int]()
    for event in play(room, random.Random(2)):
        if event.kind in ("place", "sail"):
            assert event.card is not None
            played[event.card] += 1
        for seat in (0, SPECTATOR):
            position = room.position(seat)
            assert Counter(position.discarded) == played
            assert len(position.discarded) == sum(position.gone)
