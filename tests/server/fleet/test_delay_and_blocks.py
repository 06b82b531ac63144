"""A delay, blocks and devices that end, with people at two workers: nothing may depend on who is connected where."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from millefiori.server.app import make_app
from millefiori.server.people.people import People
from millefiori.server.rooms.live import Live
from millefiori.server.rooms.rooms import Rooms
from tests.server.fleet.test_fanout import followed, rooms_of
from tests.server.people.meeting import Person, call, lists, play_to_the_end
from tests.server.people.test_blocks import block, meet
from tests.server.people.test_workers import elsewhere
from tests.server.services import Postgres, Redis, until
from tests.server.serving import bearer
from tests.server.talk.speaking import Speaker
from tests.server.tempo.timing import SECOND, Hand

DELAY = 600


@pytest.fixture
def webs(postgres: Postgres, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[TestClient]]:
    """Two workers with a hall in this process, each with its own loop."""
    monkeypatch.setattr("millefiori.server.rooms.audience.GLANCE", 0.01)
    address = postgres.new()
    apps = [make_app(address, workers=0, hall=True, broker=redis.address) for _ in range(2)]
    with TestClient(apps[0]) as first, TestClient(apps[1]) as second:
        yield [first, second]


@pytest.fixture
def held() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def one_clock(webs: list[TestClient]) -> Hand:
    """A clock for both workers that moves when told to."""
    clock = Hand(rooms_of(webs[0]).clock())
    for web in webs:
        rooms = rooms_of(web)
        rooms.clock = rooms.audience.clock = rooms.hearing.clock = clock
    return clock


def sit(web: TestClient, held: ExitStack, key: str) -> Speaker:
    return Speaker(held.enter_context(web.websocket_connect("/ws")), key)


def live_at(web: TestClient, game: str) -> Live:
    rooms: Rooms = rooms_of(web)
    return rooms.live[game]


def events(speaker: Speaker) -> list[int]:
    return [message["n"] for message in speaker.everything() if message["type"] == "event"]


def test_a_delay_holds_at_another_worker_than_the_players(webs: list[TestClient], held: ExitStack) -> None:
    clock = one_clock(webs)
    ada, ben = Person.named(webs[0], "Ada"), Person.named(webs[0], "Ben")
    game = ben.join(ada.gather(is_rated=True, delay=DELAY).json()["gathering"]).json()["game"]
    watch = lists(webs[1]).running[0].watch
    view = webs[0].post("/api/view", json={"key": ada.seat(game)["key"]}).json()["view"]
    late, shoulder = sit(webs[1], held, watch), sit(webs[1], held, view)
    talker = sit(webs[0], held, ada.seat(game)["key"])
    late.say("who is winning?")
    followed(*webs)
    clock.pass_by(SECOND)
    talker.say("I keep quartz")
    for _ in range(8):
        clock.pass_by(SECOND)
        play_to_the_end(webs[0], game, decisions=1)
    until(lambda: 1 / (live_at(webs[1], game).room.n == 7 and len(live_at(webs[1], game).lines or []) == 2))
    for watching in (late, shoulder, sit(webs[1], held, watch)):
        assert events(watching) == []
    assert (0, "I keep quartz") not in late.heard()

    clock.pass_by(DELAY * SECOND - 5 * SECOND)  # the words and the first three decisions are old enough
    seat = ada.seat(game)["seat"]
    for watching in (late, shoulder):
        assert [watching.hear("event")["n"] for _ in range(3)] == [0, 1, 2]
        assert watching.lines() == [(seat, "I keep quartz")]
        assert events(watching) == []
    assert [sit(web, held, watch).welcome["n"] for web in webs] == [2, 2]

    before = ada.me()["rating"], ben.me()["rating"]
    play_to_the_end(webs[0], game)
    last = live_at(webs[0], game).room.n
    until(lambda: 1 / (live_at(webs[1], game).room.n == last))
    for web in webs:
        assert [each.game for each in lists(web).running] == [game] and lists(web).finished == []
        assert web.get("/api/replay", headers=bearer(watch)).json()["code"] == "running"
    assert events(shoulder) == [] and shoulder.heard() == [], "what spectators say would tell that it is over"
    assert before == (elsewhere(webs[1], ada).me()["rating"], elsewhere(webs[1], ben).me()["rating"])

    clock.pass_by(DELAY * SECOND)
    people: People = webs[1].app.state.people  # type: ignore[attr-defined]
    call(webs[1], lambda: people.settle(live_at(webs[1], game).room))
    assert [person.me()["rating"]["games"] for person in (ada, ben)] == [1, 1]
    while late.hear("event")["n"] < last:
        pass


def test_a_block_holds_at_all_workers_and_tables(webs: list[TestClient], held: ExitStack) -> None:
    ada, ben = Person.named(webs[0], "Ada"), Person.named(webs[1], "Ben")
    games = [meet(ada, ben) for _ in range(2)]
    own = [sit(webs[0], held, ada.seat(game)["key"]) for game in games]
    their = [sit(webs[1], held, ben.seat(game)["key"]) for game in games]
    seats = [ben.seat(game)["seat"] for game in games]
    followed(*webs)
    their[0].say("before")
    assert own[0].lines() == [(seats[0], "before")]

    def has_said(text: str) -> None:
        for speaker, game in zip(their, games, strict=True):
            speaker.say(text)
            until(lambda game=game: 1 / (text in [line.text for line in live_at(webs[0], game).lines or []]))  # type: ignore[misc]

    assert block(elsewhere(webs[1], ada), ben, games[0]).status_code == 201, "asked at another worker than her socket's"
    until(lambda: 1 / all(live_at(webs[0], game).hushed for game in games))
    has_said("after")
    assert [speaker.heard() for speaker in own] == [[], []]
    waiting = ada.gather().json()["gathering"]
    assert ben.join(waiting).json()["code"] == "blocked"
    assert ben.quick().json()["gathering"] != waiting

    assert elsewhere(webs[1], ada).ask("DELETE", f"/player/blocks/{ben.id}").status_code == 200
    until(lambda: 1 / (not any(live_at(webs[0], game).hushed for game in games)))
    has_said("again")
    assert [speaker.heard() for speaker in own] == [[(seat, "again")] for seat in seats]


def test_a_device_that_is_signed_out_at_one_worker_is_disconnected_at_another(
    webs: list[TestClient], held: ExitStack
) -> None:
    ada, ben = Person.named(webs[0], "Ada"), Person.named(webs[1], "Ben")
    game = meet(ada, ben)
    lost = ada.on_another_device()
    at_table, other = (sit(webs[1], held, person.seat(game)["key"]) for person in (lost, ben))
    followed(webs[1])
    device = next(each["id"] for each in ada.me()["devices"] if not each["is_this"])
    assert ada.ask("DELETE", f"/player/devices/{device}").status_code == 204
    with pytest.raises(WebSocketDisconnect):
        at_table.hear("nothing like that")
    assert other.everything() is not None, "others stay"


def test_whoever_blocks_leaves_the_tables_at_which_both_wait(webs: list[TestClient]) -> None:
    ada, ben = Person.named(webs[0], "Ada"), Person.named(webs[1], "Ben")
    game = meet(ada, ben)
    waiting = ben.gather(seats=3).json()["gathering"]
    ada.join(waiting)
    block(ada, ben, game)
    assert [sitter.name for sitter in lists(webs[1]).gatherings[0].sitters] == ["Ben"]
