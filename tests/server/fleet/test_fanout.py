"""Two workers on the same games: what one of them does, the people at the other see. With PostgreSQL and Redis."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from millefiori.server.app import make_app
from millefiori.server.fleet import fanout
from millefiori.server.rooms.room import DECIDE, Command
from millefiori.server.rooms.rooms import Rooms
from tests.server.services import Postgres, Redis, until

HERE, FRIEND, BOT = {"kind": "here", "name": "Ada"}, {"kind": "friend"}, {"kind": "bot", "level": "casual"}


@pytest.fixture
def webs(postgres: Postgres, redis: Redis) -> Iterator[list[TestClient]]:
    """Two workers in this process, each with its own loop."""
    address = postgres.new()
    apps = [make_app(address, workers=0, broker=redis.address) for _ in range(2)]
    with TestClient(apps[0]) as first, TestClient(apps[1]) as second:
        yield [first, second]


def rooms_of(web: TestClient) -> Rooms:
    found: Rooms = web.app.state.rooms  # type: ignore[attr-defined]
    return found


def open_game(web: TestClient, *seats: dict[str, str]) -> Any:
    answer = web.post("/api/games", json={"edition": "international", "seats": list(seats), "start_player": 0})
    assert answer.status_code == 201, answer.text
    return answer.json()


def hear(socket: Any, kind: str) -> Any:
    while (message := socket.receive_json())["type"] != kind:
        assert message["type"] != "refused", message
    return message


def hello(socket: Any, key: str) -> Any:
    socket.send_json({"type": "hello", "key": key})
    return hear(socket, "welcome")


class Person:
    """Somebody at a seat who takes the first possible action."""

    def __init__(self, socket: Any, key: str) -> None:
        self.socket = socket
        welcome = hello(socket, key)
        self.seat, self.n, self.position = welcome["seat"], welcome["n"], welcome["position"]

    def hear(self) -> Any:
        event = hear(self.socket, "event")
        assert event["n"] == self.n + 1
        self.n, self.position = event["n"], event["position"]
        return event

    def decide(self) -> None:
        """When it is time."""
        while not self.position["decides"]:
            self.hear()
        card = self.position["cards"][0]
        action = card["previews"][0]["action"] if self.position["phase"] == "play" else card["obtain"]
        self.socket.send_json({"type": "decide", "action": action, "at": self.n})
        while self.hear()["seat"] != self.seat:
            pass


def play_in_turn(people: list[Person], decisions: int) -> None:
    """Whoever is asked decides, and everybody hears of it."""
    for _ in range(decisions):
        person = next(person for person in people if person.position["decides"])
        person.decide()
        for other in people:
            while other.n < person.n:
                other.hear()


def followed(*webs: TestClient) -> None:
    """Wait until all rooms follow their channels."""
    for web in webs:
        broker = rooms_of(web).fanout.broker
        until(lambda broker=broker: 1 / (set(broker._hearers) <= broker._joined and broker.is_up))  # type: ignore[misc]
    time.sleep(0.2)


def test_a_game_is_played_at_two_workers(webs: list[TestClient]) -> None:
    opened = open_game(webs[0], HERE, HERE)
    with webs[0].websocket_connect("/ws") as first, webs[1].websocket_connect("/ws") as second:
        people = [Person(first, opened["keys"]["0"]), Person(second, opened["keys"]["1"])]
        followed(*webs)
        play_in_turn(people, 40)
    rooms = [rooms_of(web).live[opened["game"]].room for web in webs]
    assert rooms[0].commands == rooms[1].commands and rooms[0].events == rooms[1].events
    assert len(rooms[0].commands) == 40


def test_presence_and_spectators_are_those_of_all_workers(webs: list[TestClient]) -> None:
    opened = open_game(webs[0], HERE, FRIEND)
    joined = webs[1].post("/api/join", json={"invitation": opened["invitations"]["1"], "name": "Ben"}).json()
    with webs[0].websocket_connect("/ws") as first:
        assert hello(first, opened["keys"]["0"])["players"][1]["name"] == "Ben"
        with webs[1].websocket_connect("/ws") as second, webs[1].websocket_connect("/ws") as watching:
            hello(second, joined["key"])
            hello(watching, opened["watch"])
            while (shown := hear(first, "presence"))["presence"] != [True, True] or shown["spectators"] != 1:
                pass
            while hear(second, "presence")["presence"] != [True, True]:
                pass
        while (shown := hear(first, "presence"))["presence"] != [True, False] or shown["spectators"]:
            pass


def test_a_friend_who_sits_down_at_one_worker_is_seen_at_the_other(webs: list[TestClient]) -> None:
    opened = open_game(webs[0], HERE, FRIEND)
    with webs[0].websocket_connect("/ws") as first:
        hello(first, opened["keys"]["0"])
        followed(webs[0])
        webs[1].post("/api/join", json={"invitation": opened["invitations"]["1"], "name": "Ben"})
        while hear(first, "presence")["players"][1]["name"] != "Ben":
            pass


def test_a_worker_that_ends_takes_its_people_with_it(postgres: Postgres, redis: Redis) -> None:
    address = postgres.new()
    with TestClient(make_app(address, workers=0, broker=redis.address)) as web:
        opened = open_game(web, HERE, HERE)
        with web.websocket_connect("/ws") as first:
            hello(first, opened["keys"]["0"])
            ending = TestClient(make_app(address, workers=0, broker=redis.address))
            with ending as other, other.websocket_connect("/ws") as watching:
                hello(watching, opened["watch"])
                while hear(first, "presence")["spectators"] != 1:
                    pass
            while hear(first, "presence")["spectators"] != 0:
                pass


def test_people_at_two_workers_talk_and_a_lost_line_heals(webs: list[TestClient]) -> None:
    opened = open_game(webs[0], HERE, HERE)
    with webs[0].websocket_connect("/ws") as first, webs[1].websocket_connect("/ws") as second:
        hello(first, opened["keys"]["0"])
        hello(second, opened["keys"]["1"])
        followed(*webs)
        first.send_json({"type": "say", "text": "one"})
        assert [line["text"] for line in hear(second, "talk")["lines"]] == ["one"]
        fanout_here = rooms_of(webs[0]).fanout
        fanout_here.said = lambda live, line: None  # type: ignore[method-assign]
        first.send_json({"type": "say", "text": "lost"})
        hear(first, "talk")
        assert hear(first, "talk")["lines"][0]["text"] == "lost"
        del fanout_here.said
        first.send_json({"type": "say", "text": "three"})
        assert [line["text"] for line in hear(second, "talk")["lines"]] == ["three"]
        assert [line["text"] for line in hear(second, "talk")["lines"]] == ["one", "lost", "three"]
        with webs[1].websocket_connect("/ws") as third:
            hello(third, opened["keys"]["1"])
            assert [line["text"] for line in hear(third, "talk")["lines"]] == ["one", "lost", "three"]
        first.send_json({"type": "set_talk", "talk": "none"})
        while hear(second, "presence")["talk"] != "none":
            pass


def test_one_worker_drives_the_bots_and_another_takes_over(webs: list[TestClient]) -> None:
    opened = open_game(webs[0], HERE, BOT)
    thought: list[int] = []
    for number, web in enumerate(webs):
        rooms = rooms_of(web)
        think = rooms.thinkers.think

        async def count(*arguments: Any, think: Any = think, number: int = number) -> Any:
            thought.append(number)
            return await think(*arguments)

        rooms.thinkers.think = count  # type: ignore[assignment,method-assign]
    with webs[1].websocket_connect("/ws") as socket:
        person = Person(socket, opened["keys"]["0"])
        followed(*webs)
        for _ in range(4):
            person.decide()
        while not person.position["decides"]:
            person.hear()
        assert set(thought) == {0}, "the worker at which the game was opened has the lease, and only it thinks"
        assert webs[0].portal is not None
        webs[0].portal.call(drop_all, rooms_of(webs[0]))
        thought.clear()
        while not thought:  # a chain of extra cards may come first
            person.decide()
        assert set(thought) == {1}


async def drop_all(rooms: Rooms) -> None:
    """Forget all rooms that nobody is connected to, as soon as their bots have decided."""
    async with asyncio.timeout(20):
        while rooms.live:
            rooms.forget_idle(float("inf"))
            await asyncio.sleep(0.01)


def test_a_lost_message_heals(webs: list[TestClient], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fanout, "COMPARING", 0.1)
    opened = open_game(webs[0], HERE, HERE)
    portal, rooms = webs[0].portal, rooms_of(webs[0])
    assert portal is not None
    card = portal.call(rooms.get, opened["game"]).room.position(1).cards[0].obtain
    assert card is not None
    with webs[1].websocket_connect("/ws") as socket:
        hello(socket, opened["keys"]["0"])
        followed(*webs)
        portal.call(rooms.store.append, opened["game"], 0, Command(1, DECIDE, card))
        event = hear(socket, "event")
        assert (event["n"], event["seat"]) == (0, 1)


def test_games_continue_without_redis_and_join_again_when_it_is_back(postgres: Postgres) -> None:
    address, own = postgres.new(), Redis()
    try:
        with (
            TestClient(make_app(address, workers=0, broker=own.address)) as one,
            TestClient(make_app(address, workers=0, broker=own.address)) as two,
            one.websocket_connect("/ws") as first,
            two.websocket_connect("/ws") as second,
        ):
            opened = open_game(one, HERE, HERE)
            people = [Person(first, opened["keys"]["0"]), Person(second, opened["keys"]["1"])]
            followed(one, two)
            play_in_turn(people, 2)
            own.kill()
            play_in_turn(people, 2)
            own.start()
            play_in_turn(people, 6)
            assert [person.n for person in people] == [9, 9]
    finally:
        own.remove()


def test_a_game_of_one_worker_is_told_to_nobody_until_another_one_follows_it(
    webs: list[TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[bytes] = []
    broker = rooms_of(webs[0]).fanout.broker
    publish = broker.publish

    def overhear(channel: str, message: bytes) -> None:
        said.append(message)
        publish(channel, message)

    monkeypatch.setattr(broker, "publish", overhear)
    opened = open_game(webs[0], HERE, HERE)
    with webs[0].websocket_connect("/ws") as one, webs[0].websocket_connect("/ws") as two:
        people = [Person(one, opened["keys"]["0"]), Person(two, opened["keys"]["1"])]
        followed(webs[0])
        said.clear()
        play_in_turn(people, 6)
        assert [message for message in said if b"happened" in message] == []
        with webs[1].websocket_connect("/ws") as late:
            watching = Person(late, opened["watch"])
            assert watching.n == 5
            followed(*webs)
            play_in_turn(people, 6)
            while watching.n < 11:
                watching.hear()


def test_what_is_stored_before_a_newcomer_is_heard_of_is_told_to_it(webs: list[TestClient]) -> None:
    """It has read the game already, and the others do not know yet that it is there."""
    opened = open_game(webs[0], HERE, HERE)
    told = rooms_of(webs[1]).fanout.present
    rooms_of(webs[1]).fanout.present = lambda live, **more: None  # type: ignore[method-assign]
    rooms_of(webs[1]).audience.tell_others = lambda live: None
    with webs[0].websocket_connect("/ws") as one, webs[0].websocket_connect("/ws") as two:
        people = [Person(one, opened["keys"]["0"]), Person(two, opened["keys"]["1"])]
        with webs[1].websocket_connect("/ws") as late:
            watching = Person(late, opened["watch"])
            followed(*webs)
            play_in_turn(people, 2)
            live = rooms_of(webs[1]).live[opened["game"]]
            assert live.room.n == -1, "nobody knows that it follows the game"
            portal = webs[1].portal
            assert portal is not None
            portal.call(lambda: told(live, asks=True))
            while watching.n < 1:
                watching.hear()


def test_no_kept_card_goes_through_the_broker(webs: list[TestClient], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever card is kept, the other workers hear the same bytes, and see it by the store."""
    said: list[bytes] = []
    broker = rooms_of(webs[0]).fanout.broker
    publish = broker.publish

    def overhear(channel: str, message: bytes) -> None:
        said.append(message)
        publish(channel, message)

    monkeypatch.setattr(broker, "publish", overhear)
    opened = open_game(webs[0], HERE, HERE)
    with webs[0].websocket_connect("/ws") as one, webs[1].websocket_connect("/ws") as other:
        ada, ben = Person(one, opened["keys"]["0"]), Person(other, opened["keys"]["1"])
        assert ada.position["phase"] == "keep"
        ada.decide()
        assert ben.hear()["kind"] == "keep"
    news = [message for message in said if b"happened" in message]
    assert len(news) == 1 and b'"command":null' in news[0] and b"value" not in news[0]
