"""Watching with a delay, and the link that shows a seat: nothing arrives early, by any way, in any byte."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from millefiori.engine.vocabulary import SPECTATOR
from millefiori.server.app import make_app
from millefiori.server.messages.talk import Line
from millefiori.server.rooms.live import Client, Live
from millefiori.server.rooms.room import Room
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.storage.keys import Key
from tests.server.people.meeting import Person, call, hall_app, lists, play_to_the_end
from tests.server.playing import awaited, decide, new_room
from tests.server.serving import bearer
from tests.server.talk.speaking import Speaker, Table
from tests.server.tempo.timing import REAL, SECOND, START, Hand, heard, house, run

DELAY = 300


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("millefiori.server.rooms.audience.GLANCE", 0.01)


@pytest.fixture
def web(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0)) as client:
        yield client


@pytest.fixture
def held(web: TestClient) -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def rooms_of(web: TestClient) -> Rooms:
    rooms: Rooms = web.app.state.rooms  # type: ignore[attr-defined]
    return rooms


async def table(rooms: Rooms, room: Room, **more: Any) -> Live:
    """A game with a delay, under a name that is always the same."""
    setup = msgspec.structs.replace(room.setup, delay=DELAY, tempo=REAL, begun=START, **more)
    await rooms.store.add_game(room.id, setup, [("watch", Key(room.id, SPECTATOR, "watch"))])
    return await rooms.get(room.id)


async def watch(rooms: Rooms, live: Live, seat: int = SPECTATOR, seen: int = -1) -> Client:
    await rooms.audience.make_room_for(live, is_watching=True)
    return rooms.audience.connect(live, seat, seen, is_watching=True)


async def play(rooms: Rooms, live: Live, clock: Hand, decisions: int, seed: int) -> None:
    """All seats decide at random, a second apart."""
    chooser = random.Random(seed)
    for _ in range(decisions):
        clock.pass_by(SECOND)
        await rooms.submit(live, decide(live.room, chooser.choice(awaited(live.room)), chooser), live.room.n)


def raw(client: Client) -> bytes:
    """All that waits for a client, byte by byte."""
    found = []
    while not client.outbox.empty():
        found.append(client.outbox.get_nowait() or b"")
    return b"\n".join(found)


# --- Bytes


@pytest.mark.parametrize("seat", [SPECTATOR, 0])
def test_games_that_differ_in_the_last_minutes_look_the_same_to_those_who_watch(tmp_path: Path, seat: int) -> None:
    async def seen(seed: int, wait: int) -> tuple[bytes, bytes, bytes]:
        """What somebody gets who watched before it differed, who comes later, and who comes back."""
        clock = Hand()
        async with house(tmp_path / f"{seed}-{wait}.sqlite", clock) as rooms:
            live = await table(rooms, new_room(seed=3))
            await play(rooms, live, clock, 6, seed=1)
            clock.pass_by(DELAY * SECOND)  # what they have in common is old enough
            early = await watch(rooms, live, seat)
            await play(rooms, live, clock, 20, seed)
            said = Line("players", 0, 0, "", "", "text", f"now I know: {seed}", clock())
            rooms.hearing.hear(live, said)
            clock.pass_by(wait)
            await asyncio.sleep(0.05)
            late, again = await watch(rooms, live, seat), await watch(rooms, live, seat, seen=5)
            return raw(early), raw(late), raw(again)

    async def compare() -> None:
        first, second = await seen(11, 0), await seen(12, 0)
        assert first == second and all(first)
        first, second = await seen(11, DELAY * SECOND), await seen(12, DELAY * SECOND)
        assert all(one != other for one, other in zip(first, second, strict=True)), "later they learn everything"

    run(compare())


def test_a_delayed_game_is_shown_as_it_was_event_by_event(tmp_path: Path) -> None:
    async def show() -> None:
        clock = Hand()
        async with house(tmp_path / "games.sqlite", clock) as rooms:
            live = await table(rooms, new_room(seed=3))
            player, late = rooms.audience.connect(live, 0, -1), await watch(rooms, live)
            await play(rooms, live, clock, 30, seed=1)
            shown = [message for message in heard(player) if message["type"] == "event"]
            assert [message["type"] for message in heard(late)] == ["welcome", "presence"]
            clock.now = START + DELAY * SECOND + 10 * SECOND
            await asyncio.sleep(0.05)
            events = heard(late)
            assert [event["n"] for event in events] == list(range(10)), "ten of them are old enough"
            for event, same in zip(events, shown, strict=False):
                assert event["position"]["owners"] == same["position"]["owners"] and event["at"] == same["at"]
                assert event["position"]["hand"] == [] and not event["position"]["cards"]
            (welcome, *_) = heard(await watch(rooms, live))
            assert (welcome["n"], welcome["delay"], welcome["is_watching"]) == (9, DELAY, True)
            assert welcome["now"] == clock() - DELAY * SECOND, "their clocks are as late"
            rooms.audience.disconnect(live, late)

    run(show())


def test_nothing_is_kept_for_watchers_who_have_left(tmp_path: Path) -> None:
    async def leave() -> None:
        clock = Hand()
        async with house(tmp_path / "games.sqlite", clock) as rooms:
            live = await table(rooms, new_room(seed=3))
            late = await watch(rooms, live)
            assert live.late and not live.is_idle
            rooms.audience.disconnect(live, late)
            await asyncio.sleep(0.05)
            assert live.is_idle, "the second room is gone"

    run(leave())


# --- Talk


def test_what_players_say_is_as_late_as_what_they_do(web: TestClient, held: ExitStack) -> None:
    talking = Table(web, held, delay=1)
    ada, cleo, dan = talking.sit("Ada"), talking.sit("Cleo"), talking.sit("Dan")
    ada.say("I keep quartz")
    ada.lines()
    assert talking.sit("Eve").heard() == cleo.heard() == []
    cleo.say("what happens?")
    assert dan.lines() == [(SPECTATOR, "what happens?")], "spectators hear each other at once"
    assert dan.lines() == [(0, "I keep quartz")]


def test_a_line_cannot_be_reported_before_it_is_heard(web: TestClient, held: ExitStack) -> None:
    talking = Table(web, held, delay=600)
    ada, cleo = talking.sit("Ada"), talking.sit("Cleo")
    ada.say("secret")
    ada.lines()
    cleo.send(type="report", channel="players", n=0)
    assert cleo.refusal() == ("line", "report")


# --- The end


def test_the_record_and_the_replay_wait_until_watchers_have_seen_the_end(web: TestClient) -> None:
    people = [{"kind": "here"}, {"kind": "here"}]
    opened = web.post("/api/games", json={"edition": "international", "seats": people, "delay": 600}).json()
    play_to_the_end(web, opened["game"])
    seat, share = opened["keys"]["0"], ""
    assert web.get("/api/record", headers=bearer(seat)).status_code == 200
    share = web.post("/api/share", json={"key": seat}).json()["share"]
    view = web.post("/api/view", json={"key": seat}).json()["view"]
    for key in (opened["watch"], share, view):
        assert web.get("/api/replay", headers=bearer(key)).json()["code"] == "running"
    assert web.get("/api/record", headers=bearer(opened["watch"])).json()["code"] == "running"
    assert web.get("/api/review", headers=bearer(opened["watch"])).json()["code"] == "running"
    now = rooms_of(web).clock()
    rooms_of(web).clock = lambda: now + 601 * SECOND
    for key in (opened["watch"], share, view):
        assert web.get("/api/replay", headers=bearer(key)).status_code == 200


def test_the_hall_does_not_tell_early_who_has_won(tmp_path: Path) -> None:
    with hall_app(tmp_path) as web:
        ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
        waiting = ada.gather(is_rated=True, delay=600).json()["gathering"]
        assert lists(web).gatherings[0].delay == 600
        game = ben.join(waiting).json()["game"]
        before = msgspec.json.encode(lists(web).running), [person.me()["rating"] for person in (ada, ben)]
        play_to_the_end(web, game)
        after = msgspec.json.encode(lists(web).running), [person.me()["rating"] for person in (ada, ben)]
        assert before == after and lists(web).finished == []
        rooms, people = rooms_of(web), web.app.state.people  # type: ignore[attr-defined]
        now = rooms.clock()
        rooms.clock = lambda: now + 601 * SECOND
        call(web, lambda: people.settle(rooms.live[game].room))
        assert [person.me()["rating"]["games"] for person in (ada, ben)] == [1, 1]
        assert lists(web).finished == [], "it ended just now for the hall's clock"


def test_after_a_restart_the_result_still_waits(tmp_path: Path) -> None:
    with hall_app(tmp_path) as web:
        ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
        game = ben.join(ada.gather(is_rated=True, delay=600).json()["gathering"]).json()["game"]
        play_to_the_end(web, game)
    with hall_app(tmp_path) as web:
        people, rooms = web.app.state.people, rooms_of(web)  # type: ignore[attr-defined]
        call(web, people._settle_missed)
        assert people._late.keys() == {game}
        now = rooms.clock()
        rooms.clock = lambda: now + 601 * SECOND

        async def settled() -> None:
            while people._late:
                await asyncio.sleep(0.05)
            await asyncio.sleep(0.2)

        call(web, settled)
        ada.web = web
        assert ada.me()["rating"]["games"] == 1


# --- The view of a seat


def test_a_link_shows_what_the_seat_sees_and_can_do_nothing(web: TestClient, held: ExitStack) -> None:
    talking = Table(web, held)
    view = web.post("/api/view", json={"key": talking.keys["Ada"]}).json()["view"]
    shown = Speaker(held.enter_context(web.websocket_connect("/ws")), view)
    ada = talking.sit("Ada")
    seen, own = shown.welcome, ada.welcome
    assert (seen["seat"], seen["is_watching"], seen["is_host"]) == (0, True, False)
    assert seen["position"]["hand"] == own["position"]["hand"] and seen["position"]["known"] == own["position"]["known"]
    assert own["position"]["decides"] and not seen["position"]["decides"] and not seen["position"]["cards"]
    card = own["position"]["cards"][0]["obtain"]
    for request in (
        {"type": "decide", "action": card, "at": -1},
        {"type": "undo", "at": -1},
        {"type": "hint", "at": -1},
        {"type": "resign"},
        {"type": "say", "text": "hello"},
        {"type": "set_talk", "talk": "none"},
        {"type": "appear", "name": "Ada"},
    ):
        shown.send(**request)
        assert shown.refusal() == ("watching", request["type"])
    ada.send(type="decide", action=card, at=-1)
    event = shown.hear("event")
    assert (event["card"], event["position"]["kept"]) == (card, card) and not event["position"]["cards"]


def test_a_link_to_a_seat_is_nobody_at_the_table(web: TestClient, held: ExitStack) -> None:
    talking = Table(web, held)
    view = web.post("/api/view", json={"key": talking.keys["Ben"]}).json()["view"]
    ada = talking.sit("Ada")
    Speaker(held.enter_context(web.websocket_connect("/ws")), view)
    presence = ada.hear("presence")
    assert (presence["presence"], presence["spectators"]) == ([True, False], 1)
    for path in ("again", "share", "view"):
        assert web.post(f"/api/{path}", json={"key": view}).json()["code"] == "key"
    assert web.get("/api/record", headers=bearer(view)).json()["code"] == "key"
    assert web.request("DELETE", "/api/view", headers=bearer(view)).json()["code"] == "key"
    assert web.post("/api/view", json={"key": talking.opened["watch"]}).json()["code"] == "key"


def test_links_to_a_seat_end_at_once_and_are_bounded(web: TestClient, held: ExitStack) -> None:
    talking = Table(web, held)
    key = talking.keys["Ada"]
    made = [web.post("/api/view", json={"key": key}) for _ in range(21)]
    assert [answer.status_code for answer in made] == [201] * 20 + [429]
    shown = Speaker(held.enter_context(web.websocket_connect("/ws")), made[0].json()["view"])
    cleo = talking.sit("Cleo")
    assert web.request("DELETE", "/api/view", headers=bearer(key)).json() == {"ended": 20}
    with pytest.raises(WebSocketDisconnect):
        shown.hear("nothing like that")
    assert cleo.everything() is not None, "others stay"
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "key": made[0].json()["view"]})
        assert socket.receive_json()["code"] == "key"


# --- Sitting down


def test_a_seat_is_not_lost_if_the_answer_to_a_join_is(web: TestClient) -> None:
    wanted = {"edition": "international", "seats": [{"kind": "here"}, {"kind": "friend"}]}
    opened = web.post("/api/games", json=wanted).json()
    invitation, token = opened["invitations"]["1"], "a-token-that-we-have-drawn"
    first = web.post("/api/join", json={"invitation": invitation, "token": token, "name": "Ben"})
    again = web.post("/api/join", json={"invitation": invitation, "token": token, "name": "Eve"})
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json() == {"key": token, "game": opened["game"], "seat": 1}
    assert rooms_of(web).live[opened["game"]].room.setup.players[1].name == "Ben"
    other = web.post("/api/join", json={"invitation": invitation, "token": f"{token}s", "name": "Eve"})
    assert other.json()["code"] == "invitation", "whoever has another token has no seat"


def test_a_drawn_key_is_long_enough_and_nobody_elses(web: TestClient) -> None:
    wanted = {"edition": "international", "seats": [{"kind": "here"}, {"kind": "friend"}]}
    opened = web.post("/api/games", json=wanted).json()
    invitation = opened["invitations"]["1"]
    for token in ("short", "not a token of letters", 64 * "long-"):
        assert web.post("/api/join", json={"invitation": invitation, "token": token}).json()["code"] == "malformed"
    for taken in (opened["watch"], invitation):
        answer = web.post("/api/join", json={"invitation": invitation, "token": taken})
        assert answer.json()["code"] == "invitation", "a key that others may know is not taken"
    assert web.post("/api/join", json={"invitation": invitation, "token": "x" * 22}).status_code == 201
