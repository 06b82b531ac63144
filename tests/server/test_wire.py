"""Real clients at a real server: whole games, friends, coming back, and a server that is killed."""

import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2 as httpx
import pytest

from millefiori import record
from tests.server import real_server
from tests.server.serving import LONG, Client, Server

pytestmark = real_server


@pytest.mark.parametrize("edition", ["international", "german"])
def test_a_whole_game_against_bots(server: Server, edition: str) -> None:
    opened = server.open("here", "casual", "gentle", edition=edition)
    client = Client(server, opened["keys"]["0"])
    client.play()
    told = server.get("/api/record", client.key)
    assert told.headers["content-disposition"].startswith("attachment")
    assert record.verify(told.json()) == []
    assert told.json()["result"]["scores"] == [player["score"] for player in client.position["players"]]
    replay = server.get("/api/replay", client.key).json()
    assert len(replay["frames"]) > 60
    assert server.post("/api/replay", told.text).json() == replay


def test_friends_come_by_invitation_and_nobody_else_has_their_key(server: Server) -> None:
    opened = server.open("here", "friend")
    assert list(opened["keys"]) == ["0"]
    invitation = opened["invitations"]["1"]
    assert server.get("/api/invitation", invitation).json()["seat"] == 1
    first = Client(server, opened["keys"]["0"])
    first.hear()
    joined = server.post("/api/join", {"invitation": invitation, "name": "Ben"})
    assert joined.status_code == 201
    told = first.hear_until(lambda message: message["type"] == "presence" and message["players"][1]["name"] == "Ben")
    assert told["players"][0]["name"] == "P0"
    again = server.post("/api/join", {"invitation": invitation, "name": "Eve"})
    assert again.status_code == 404 and "accepted" in again.json()["message"]
    refused = Client(server, invitation).hear()
    assert refused["code"] == "key"
    second = Client(server, joined.json()["key"], seed=1)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(Client.play, (first, second)))
    assert first.position["players"] == second.position["players"]
    assert [event["kind"] for event in first.log] == [event["kind"] for event in second.log]


def test_who_comes_back_gets_what_it_missed(server: Server) -> None:
    opened = server.open("here", "casual")
    client = Client(server, opened["keys"]["0"])
    client.play(decisions=6)
    client.socket.close()
    watching = Client(server, opened["watch"])
    watching.hear()
    assert watching.seat == -1 and watching.position["hand"] == [] and not watching.position["decides"]
    before = list(client.log)
    client.connect()
    client.play(decisions=3)
    assert client.log[: len(before)] == before and [event["n"] for event in client.log] == list(range(client.n + 1))
    fresh = Client(server, opened["keys"]["0"])
    fresh.hear()
    assert fresh.log[: len(client.log)] == client.log  # the bot may have gone on meanwhile


def test_who_watches_cannot_play(server: Server) -> None:
    opened = server.open("here", "here")
    watching = Client(server, opened["watch"])
    watching.hear()
    for message in ({"type": "decide", "action": 198}, {"type": "undo"}, {"type": "hint"}):
        watching.send(**message, at=-1)
        assert watching.hear_until(lambda told: told["type"] == "refused")["code"] in ("watching", "hint")


def test_the_record_of_a_running_game_stays_secret(server: Server) -> None:
    opened = server.open("here", "casual")
    for path in ("record", "replay"):
        answer = server.get(f"/api/{path}", opened["keys"]["0"])
        assert answer.status_code == 403 and "deck" not in answer.text


def test_the_next_game_has_the_same_deal_with_the_seats_moved_on(server: Server) -> None:
    opened = server.open("here", "casual")
    Client(server, opened["keys"]["0"]).play()
    again = server.post("/api/again", {"key": opened["keys"]["0"], "same_deal": True}).json()
    assert list(again["keys"]) == ["1"]
    Client(server, again["keys"]["1"], seed=3).play()
    decks = [server.get("/api/record", key).json()["deck"] for key in (opened["keys"]["0"], again["keys"]["1"])]
    assert decks[0] == decks[1]


def test_a_hint_is_what_a_strong_bot_thinks(server: Server) -> None:
    server.wait_for_bots()
    client = Client(server, server.open("here", "here")["keys"]["0"])
    client.hear()
    client.send(type="hint", at=client.n)
    told = client.hear_until(lambda message: message["type"] in ("hinted", "refused"))
    assert told["type"] == "hinted" and told["opinions"][0]["action"] in client.position["hand"]
    assert all(0 <= opinion["win"] <= 1 for opinion in told["opinions"])


def test_a_killed_server_has_lost_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path)
    opened = server.open("here", "casual")
    client = Client(server, opened["keys"]["0"])
    for _ in range(4):
        client.play(decisions=3)
        seen, position = list(client.log), client.position
        server.kill()
        server.start()
        client.connect()
        client.send(type="hint", at=-5)  # any answer: what was missed comes before it
        client.hear_until(lambda message: message["type"] == "refused")
        assert client.log[: len(seen)] == seen
        if len(client.log) == len(seen):
            assert client.position == position
    client.play()
    told = server.get("/api/record", client.key).json()
    assert record.verify(told) == []
    server.stop()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_a_killed_server_leaves_no_worker_behind(tmp_path: Path) -> None:
    server = Server(tmp_path)
    Client(server, server.open("here", "casual")["keys"]["0"]).play(decisions=1)
    workers = server.children()
    assert workers
    server.kill()
    deadline = time.monotonic() + LONG
    while any(Path(f"/proc/{worker}").exists() for worker in workers) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_a_wrong_link_gets_a_kind_answer(server: Server) -> None:
    assert server.get("/play").status_code == 200  # the page itself says it
    refused = Client(server, "nonsense").hear()
    assert refused["type"] == "refused" and refused["code"] == "key"
    answer = server.get("/api/invitation", "nonsense")
    assert answer.status_code == 404 and answer.json()["code"] == "invitation"
    assert httpx.get(server.address + "/nothing/here").status_code == 404


def test_setups_that_are_not_possible_are_refused(server: Server) -> None:
    seats = [{"kind": "here"}, {"kind": "bot", "level": "casual"}]
    for body, words in (
        ({"edition": "klingon", "seats": seats}, "there is no edition"),
        ({"edition": "caipirinha", "seats": [*seats, seats[1]]}, "rule 1.1"),
        ({"edition": "german", "seats": [seats[0], {"kind": "bot", "level": "/etc/passwd.py:X"}]}, "there is no bot"),
        ({"edition": "german", "seats": seats, "start_player": 3}, "rule 1.6"),
        ({"edition": "german", "seats": seats[:1]}, "length >= 2"),
        ({"edition": "german", "seats": seats, "deck": []}, "unknown field"),
        ({"edition": "german", "seats": [{"kind": "here", "name": "x" * 100}, seats[1]]}, "length <= 24"),
    ):
        answer = server.post("/api/games", body)
        assert answer.status_code == 400 and words in answer.json()["message"], json.dumps(body)
