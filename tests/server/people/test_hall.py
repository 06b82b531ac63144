"""The hall: people gather, agree and begin; everybody sees it, in small differences, and nobody sees a card."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from millefiori.server.border.limits import Limits
from millefiori.server.messages.hall import QuickMatch
from millefiori.server.messages.words import encode
from millefiori.server.people import gatherings
from tests.server.people.meeting import Person, call, hall_app, hall_of, lists, play_to_the_end
from tests.server.storage.storing import Place


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots can be proposed at once."""
    monkeypatch.setattr(gatherings, "BOTS_AFTER", 0)


def people(web: TestClient, *names: str) -> list[Person]:
    return [Person.named(web, name, number) for number, name in enumerate(names)]


def test_strangers_gather_and_the_last_seat_begins_the_game(web: TestClient) -> None:
    ada, ben, cleo = people(web, "Ada", "Ben", "Cleo")
    gathering = ada.gather(seats=3, is_rated=True).json()["gathering"]
    [shown] = lists(web).gatherings
    assert (shown.seats, shown.is_rated, [sitter.name for sitter in shown.sitters]) == (3, True, ["Ada"])
    assert ben.join(gathering).json() == {"gathering": gathering, "game": ""}
    game = cleo.join(gathering).json()["game"]
    assert game
    seats = [person.seat(game) for person in (ada, ben, cleo)]
    assert sorted(seat["seat"] for seat in seats) == [0, 1, 2]
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "key": seats[0]["key"]})
        welcome = socket.receive_json()
    assert welcome["players"][seats[1]["seat"]]["name"] == "Ben"
    assert welcome["hints"] is False and len(welcome["position"]["hand"]) == 5
    after = lists(web)
    assert after.gatherings == [] and [running.game for running in after.running] == [game]


def test_nobody_takes_a_seat_that_is_not_there(web: TestClient) -> None:
    ada, ben, cleo = people(web, "Ada", "Ben", "Cleo")
    gathering = ada.gather().json()["gathering"]
    assert ada.join(gathering).json()["game"] == "", "to sit down twice changes nothing"
    assert len(lists(web).gatherings[0].sitters) == 1
    ben.join(gathering)
    late = cleo.join(gathering)
    assert (late.status_code, late.json()["code"]) == (404, "gathering")
    assert cleo.join("nowhere").json()["code"] == "gathering"
    assert web.post("/api/hall/join", json={"gathering": gathering}).status_code == 401


def test_many_at_the_same_moment_fill_each_seat_once(web: TestClient) -> None:
    crowd = people(web, *(f"P{number}" for number in range(12)))
    hall = hall_of(web)

    async def all_at_once() -> list[tuple[str, str]]:
        players = [(await hall_players(web, person)) for person in crowd]
        return list(await asyncio.gather(*(hall.quick(QuickMatch("international", 3), each) for each in players)))

    call(web, all_at_once)
    after = lists(web)
    assert after.gatherings == [] and len(after.running) == 4
    names = sorted(player.name for game in after.running for player in game.players)
    assert names == sorted(person.name for person in crowd)


async def hall_players(web: TestClient, person: Person) -> Any:
    return (await web.app.state.people.players.visit(person.key)).player  # type: ignore[attr-defined]


def test_a_quick_match_joins_what_fits_and_else_begins(web: TestClient) -> None:
    ada, ben, cleo, dan = people(web, "Ada", "Ben", "Cleo", "Dan")
    first = ada.quick(seats=4).json()["gathering"]
    other = ben.quick(seats=3).json()["gathering"]
    rated = cleo.quick(seats=3, is_rated=True).json()["gathering"]
    assert len({first, other, rated}) == 3
    assert dan.quick(seats=0).json()["gathering"] == other, "one seat fewer is missing there"
    eve = Person.named(web, "Eve")
    assert eve.quick(seats=3).json()["game"]


def test_who_leaves_makes_room_and_an_empty_table_is_gone(web: TestClient) -> None:
    ada, ben = people(web, "Ada", "Ben")
    gathering = ada.gather(seats=3).json()["gathering"]
    ben.join(gathering)
    assert ada.leave(gathering).status_code == 200
    assert [sitter.name for sitter in lists(web).gatherings[0].sitters] == ["Ben"]
    ben.leave(gathering)
    assert lists(web).gatherings == []


def test_bots_need_some_time_and_everybodys_consent(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben, eve = people(web, "Ada", "Ben", "Eve")
    gathering = ada.gather(seats=4).json()["gathering"]
    ben.join(gathering)
    assert ada.agree(gathering, "skilled").json()["code"] == "soon"
    monkeypatch.setattr(gatherings, "BOTS_AFTER", 0)
    assert eve.agree(gathering, "skilled").json()["code"] == "gathering"
    assert ada.agree(gathering, "random").json()["code"] == "setup"
    assert ada.agree(gathering, "skilled").json()["game"] == ""
    assert [sitter.agrees for sitter in lists(web).gatherings[0].sitters] == [True, False]
    assert ben.agree(gathering, "gentle").json()["game"] == "", "another level asks everybody again"
    assert [sitter.agrees for sitter in lists(web).gatherings[0].sitters] == [False, True]
    assert ben.agree(gathering, "").json()["game"] == ""
    assert lists(web).gatherings[0].level == ""
    ben.agree(gathering, "gentle")
    game = ada.agree(gathering, "gentle").json()["game"]
    assert sorted(player.level for player in lists(web).running[0].players) == ["", "", "gentle", "gentle"]
    assert ada.seat(game)["seat"] != ben.seat(game)["seat"]


@pytest.mark.usefixtures("now")
def test_who_leaves_takes_the_consent_along(web: TestClient) -> None:
    ada, ben, cleo = people(web, "Ada", "Ben", "Cleo")
    gathering = ada.gather(seats=4).json()["gathering"]
    ben.join(gathering)
    cleo.join(gathering)
    for person in (ada, ben):
        person.agree(gathering, "gentle")
    cleo.leave(gathering)
    [shown] = lists(web).gatherings
    assert shown.level == "" and not any(sitter.agrees for sitter in shown.sitters)


def test_who_begins_a_game_no_longer_waits_elsewhere(web: TestClient) -> None:
    ada, ben = people(web, "Ada", "Ben")
    elsewhere = ada.gather(seats=3).json()["gathering"]
    days = ada.gather(tempo={"kind": "days", "days": 3}).json()["gathering"]
    here = ada.gather().json()["gathering"]
    assert ben.join(here).json()["game"]
    left = [gathering.id for gathering in lists(web).gatherings]
    assert elsewhere not in left and days in left, "a game over days can wait"


def test_rated_tables_are_for_people_who_play_rated(web: TestClient) -> None:
    ada, ben = people(web, "Ada", "Ben")
    ben.ask("PATCH", "/player", {"is_unrated": True})
    gathering = ada.gather(is_rated=True).json()["gathering"]
    assert ben.join(gathering).json()["code"] == "unrated"
    assert ben.gather(is_rated=True).json()["code"] == "unrated"
    assert ben.quick(is_rated=True).json()["code"] == "unrated"
    assert ben.quick().status_code == 201


@pytest.mark.parametrize(
    "wanted",
    [
        {"edition": "caipirinha", "seats": 4},
        {"edition": "dutch"},
        {"tempo": {"kind": "days"}},
        {"tempo": {"kind": "real", "bank": 1}},
    ],
)
def test_what_cannot_be_played_is_refused(web: TestClient, wanted: dict[str, Any]) -> None:
    [ada] = people(web, "Ada")
    answer = ada.gather(**wanted)
    assert (answer.status_code, answer.json()["code"]) == (400, "setup")


def test_who_has_left_the_hall_loses_the_seat(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben = people(web, "Ada", "Ben")
    gathering = ada.gather(seats=3).json()["gathering"]
    days = ben.gather(seats=3, tempo={"kind": "days", "days": 1}).json()["gathering"]
    ben.join(gathering)
    monkeypatch.setattr(gatherings, "AWAY", -1)
    hall = hall_of(web)
    with web.websocket_connect("/ws/hall") as socket:
        socket.send_json({"type": "hall", "key": ada.key})
        socket.receive_json()
        monkeypatch.setattr(gatherings, "AWAY", 60)
        age = "UPDATE sitters SET seen = 0"
        call(web, lambda: hall.rooms.store.write(lambda database: database.execute(age)))
        call(web, hall.look)
        hall._noted = 0.0
        after = {each.id: [sitter.name for sitter in each.sitters] for each in lists(web).gatherings}
    assert after == {gathering: ["Ada"], days: ["Ben"]}


def test_a_server_that_was_killed_before_it_could_begin_a_full_table_begins_it_later(place: Place) -> None:
    with hall_app(place) as web:
        ada, ben = people(web, "Ada", "Ben")
        gathering = ada.gather().json()["gathering"]
        store, players = hall_of(web).rooms.store, web.app.state.people.players  # type: ignore[attr-defined]

        async def sit_only() -> None:
            ben_ = (await players.visit(ben.key)).player
            await store.write(lambda database: gatherings.join(database, gathering, ben_, 0))

        call(web, sit_only)
    with hall_app(place) as web:
        after = lists(web)
        assert after.gatherings == [] and len(after.running) == 1


# --- Everybody sees it


def hear(socket: Any, wanted: str) -> dict[str, Any]:
    """The next message that has something under this name."""
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message.get(wanted):
            return message


def test_everybody_gets_the_hall_once_and_then_what_changes(web: TestClient) -> None:
    ada, ben = people(web, "Ada", "Ben")
    with web.websocket_connect("/ws/hall") as socket:
        socket.send_json({"type": "hall"})
        assert socket.receive_json()["gatherings"] == []
        gathering = ada.gather().json()["gathering"]
        told = hear(socket, "gatherings")
        assert [each["id"] for each in told["gatherings"]] == [gathering]
        assert "Ada" in str(told) and ada.key not in str(told)
        game = ben.join(gathering).json()["game"]
        last = hear(socket, "begun")
        assert last["begun"] == {gathering: game}
        watch = hear(socket, "games")["games"][0]["watch"] if not last["games"] else last["games"][0]["watch"]
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "key": watch})
        welcome = socket.receive_json()
    assert welcome["seat"] == -1 and welcome["position"]["hand"] == []


def test_messages_are_numbered_and_the_same_for_all(web: TestClient) -> None:
    ada, ben = people(web, "Ada", "Ben")
    with web.websocket_connect("/ws/hall") as one, web.websocket_connect("/ws/hall") as other:
        one.send_json({"type": "hall", "key": ada.key})
        other.send_json({"type": "hall"})
        first, second = one.receive_json(), other.receive_json()
        gathering = ada.gather(seats=4).json()["gathering"]
        ben.join(gathering)
        told: list[list[str]] = [[], []]
        for texts, socket in zip(told, (one, other), strict=True):
            while "Ben" not in "".join(texts):
                texts.append(socket.receive_text())
        assert told[0][-1] == told[1][-1], "encoded once, the same bytes for all"
        assert first["type"] == second["type"] == "hall"


@pytest.mark.parametrize("hello", [{"type": "hello", "key": "x"}, {"type": "hall", "more": 1}, [], "x" * 5000])
def test_the_hall_refuses_what_is_not_a_hello(web: TestClient, hello: Any) -> None:
    with web.websocket_connect("/ws/hall") as socket:
        socket.send_json(hello)
        assert socket.receive_json()["type"] == "refused"


def test_the_hall_hears_nothing_after_the_hello(web: TestClient) -> None:
    with web.websocket_connect("/ws/hall") as socket:
        socket.send_json({"type": "hall"})
        socket.receive_json()
        socket.send_json({"type": "hall"})
        while (message := socket.receive_json())["type"] != "refused":
            pass
        assert message["code"] == "hello"


def test_an_unlisted_game_is_not_shown(web: TestClient) -> None:
    ada, ben = people(web, "Ada", "Ben")
    gathering = ada.gather(is_listed=False).json()["gathering"]
    game = ben.join(gathering).json()["game"]
    assert lists(web).running == [] and ada.seat(game)
    play_to_the_end(web, game)
    assert lists(web).finished == []


def test_a_finished_game_can_be_replayed_by_everybody(web: TestClient) -> None:
    ada, ben = people(web, "Ada", "Ben")
    game = ben.join(ada.gather().json()["gathering"]).json()["game"]
    play_to_the_end(web, game)
    after = lists(web)
    assert after.running == [] and after.finished[0].game == game
    assert len(after.finished[0].scores) == 2
    replay = web.get("/api/replay", headers={"Authorization": f"Bearer {after.finished[0].watch}"})
    assert replay.status_code == 200 and len(replay.json()["frames"]) > 60


# --- Limits and secrets


def test_what_a_player_can_open_in_the_hall_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = Limits(gatherings_per_player=2, gatherings_per_hour=5, hall_requests_per_minute=9, hall_people=1)
    with hall_app(tmp_path, limits=few) as web:
        ada, ben = people(web, "Ada", "Ben")
        opened = [ada.gather(seats=4).json() for _ in range(3)]
        assert [each.get("code") for each in opened] == [None, None, "limit"]
        assert "leave one" in opened[2]["message"]
        assert [ada.gather().json()["code"] for _ in range(3)] == ["limit"] * 3, "too many in an hour"
        monkeypatch.setattr(gatherings, "MOST_GATHERINGS", 2)
        assert "the hall is full" in ben.gather().json()["message"]
        answers = [ben.join("x").status_code for _ in range(9)]
        assert answers[-1] == 429
        with web.websocket_connect("/ws/hall") as socket:
            socket.send_json({"type": "hall"})
            assert socket.receive_json()["type"] == "hall"
            with web.websocket_connect("/ws/hall") as second:
                assert second.receive_json()["code"] == "limit"


def test_the_hall_shows_nothing_of_hidden_cards(web: TestClient) -> None:
    """Two games that differ in their cards alone look the same, byte for byte; so does the page of a player."""
    ada, ben = people(web, "Ada", "Ben")
    game = ben.join(ada.gather().json()["gathering"]).json()["game"]
    seat = ada.seat(game)["seat"]
    play_to_the_end(web, game, decisions=1)
    rooms = hall_of(web).rooms
    before = encode(lists(web).running), ada.ask("GET", "/player/games").content
    table = rooms.live[game].room.table
    from tests.server.test_secrets import twin

    rooms.live[game].room = twin(rooms.live[game].room, seat, 5)
    assert rooms.live[game].room.table.game.hand.tolist() != table.game.hand.tolist()
    assert (encode(lists(web).running), ada.ask("GET", "/player/games").content) == before
