"""Who one is: a key on the device, carried to others by a ticket that works once, and all of it deleted on request."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from millefiori.server.border.limits import Limits
from millefiori.server.people import players
from tests.server.people.meeting import Person, call, hall_app
from tests.server.serving import bearer

HERE, FRIEND, BOT = {"kind": "here", "name": "Ada"}, {"kind": "friend"}, {"kind": "bot", "level": "gentle"}


@pytest.fixture
def web(tmp_path: Path) -> Iterator[TestClient]:
    with hall_app(tmp_path) as client:
        yield client


def open_game(web: TestClient, person: Person | None, *seats: dict[str, str]) -> dict[str, Any]:
    wanted = {"edition": "international", "seats": list(seats)}
    answer = web.post("/api/games", json=wanted, headers=bearer(person.key if person else ""))
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_a_player_is_a_name_and_an_emblem_behind_a_key(web: TestClient) -> None:
    ada = Person.named(web, "  Ada   Lovelace ", 12)
    told = ada.me()
    assert (told["name"], told["emblem"], told["is_unrated"]) == ("Ada Lovelace", 12, False)
    assert told["rating"] == {"rating": 1500, "plus_minus": 482, "games": 0}
    assert [device["is_this"] for device in told["devices"]] == [True]
    assert ada.key not in str(told)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"name": "bot: master", "emblem": 0}, "name"),
        ({"name": " \u2800 ", "emblem": 0}, "nameless"),
        ({"name": "Ada", "emblem": 48}, "malformed"),
        ({"name": "A" * 25, "emblem": 0}, "malformed"),
        ({"name": "Ada", "emblem": 0, "rating": 3000}, "malformed"),
    ],
)
def test_names_and_emblems_are_checked(web: TestClient, wanted: dict[str, Any], code: str) -> None:
    answer = web.post("/api/player", json=wanted)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_a_player_takes_another_name_and_plays_unrated(web: TestClient) -> None:
    ada = Person.named(web, "Ada")
    assert ada.ask("PATCH", "/player", {"name": "Countess"}).json()["name"] == "Countess"
    told = ada.ask("PATCH", "/player", {"is_unrated": True, "emblem": 3}).json()
    assert (told["name"], told["is_unrated"], told["emblem"]) == ("Countess", True, 3)
    assert ada.ask("PATCH", "/player", {"name": "r0bot"}).json()["code"] == "name"
    assert ada.me()["name"] == "Countess"


def test_a_wrong_key_opens_no_player(web: TestClient) -> None:
    for key in ("nonsense", Person.named(web, "Ada").id):
        answer = web.get("/api/player", headers=bearer(key))
        assert (answer.status_code, answer.json()["code"]) == (401, "player")
    assert web.get("/api/player").status_code == 401


def test_a_ticket_signs_in_one_device_once(web: TestClient) -> None:
    ada = Person.named(web, "Ada")
    ticket = ada.ask("POST", "/player/ticket").json()
    assert ticket["seconds"] == 600
    other = web.post("/api/player/devices", json={"ticket": ticket["ticket"], "device": "telephone"}).json()
    assert other["player"]["id"] == ada.id and other["key"] != ada.key
    again = web.post("/api/player/devices", json={"ticket": ticket["ticket"]})
    assert (again.status_code, again.json()["code"]) == (404, "ticket")
    devices = sorted((device["name"], device["is_this"]) for device in ada.me()["devices"])
    assert devices == [("a test", True), ("telephone", False)]


def test_a_ticket_expires(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = Person.named(web, "Ada")
    monkeypatch.setattr(players, "TICKET_SECONDS", 0)
    ticket = ada.ask("POST", "/player/ticket").json()["ticket"]
    assert web.post("/api/player/devices", json={"ticket": ticket}).json()["code"] == "ticket"


def test_only_the_last_tickets_are_good(web: TestClient) -> None:
    ada = Person.named(web, "Ada")
    tickets = [ada.ask("POST", "/player/ticket").json()["ticket"] for _ in range(9)]
    signed_in = [web.post("/api/player/devices", json={"ticket": ticket}).status_code for ticket in tickets]
    assert signed_in.count(201) == players.MOST_TICKETS


def test_devices_are_few(web: TestClient) -> None:
    ada = Person.named(web, "Ada")
    for _ in range(players.MOST_DEVICES - 1):
        ada.on_another_device()
    ticket = ada.ask("POST", "/player/ticket").json()["ticket"]
    answer = web.post("/api/player/devices", json={"ticket": ticket})
    assert (answer.status_code, answer.json()["code"]) == (429, "limit")


def test_a_device_that_was_ended_opens_nothing_any_more(web: TestClient) -> None:
    ada = Person.named(web, "Ada")
    phone = ada.on_another_device()
    game = open_game(web, ada, HERE, FRIEND)["game"]
    seat = phone.ask("POST", "/seat", {"game": game}).json()["key"]
    [device] = [device["id"] for device in ada.me()["devices"] if not device["is_this"]]
    assert Person.named(web, "Eve").ask("DELETE", f"/player/devices/{device}").json()["code"] == "device"
    assert ada.ask("DELETE", f"/player/devices/{device}").status_code == 204
    assert phone.ask("GET", "/player").status_code == 401
    assert web.get("/api/record", headers=bearer(seat)).json()["code"] == "key"


def test_every_device_of_a_player_gets_a_key_of_its_own_to_the_seat(web: TestClient) -> None:
    ada = Person.named(web, "Ada")
    opened = open_game(web, ada, HERE, FRIEND)
    phone = ada.on_another_device()
    keys = {person.ask("POST", "/seat", {"game": opened["game"]}).json()["key"] for person in (ada, phone, phone)}
    assert len(keys | {opened["keys"]["0"]}) == 3
    for key in keys:
        assert web.get("/api/record", headers=bearer(key)).json()["code"] == "running"
    stranger = Person.named(web, "Eve").ask("POST", "/seat", {"game": opened["game"]})
    assert (stranger.status_code, stranger.json()["code"]) == (404, "key")


def test_who_joins_by_a_link_sits_there_as_a_player(web: TestClient) -> None:
    ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
    opened = open_game(web, ada, HERE, FRIEND)
    body = {"invitation": opened["invitations"]["1"], "name": "Ben"}
    assert ben.ask("POST", "/join", body).status_code == 201
    assert ben.ask("POST", "/seat", {"game": opened["game"]}).json()["seat"] == 1


def test_without_a_player_everything_works_as_before(web: TestClient) -> None:
    opened = open_game(web, None, HERE, BOT)
    assert list(opened["keys"]) == ["0"]
    stale = web.post(
        "/api/games", json={"edition": "international", "seats": [HERE, BOT]}, headers=bearer("of a player long gone")
    )
    assert stale.status_code == 201


def test_a_player_is_forgotten_and_the_game_stays_with_a_neutral_name(web: TestClient, tmp_path: Path) -> None:
    ada, ben = Person.named(web, "Ada Augusta"), Person.named(web, "Ben")
    phone = ada.on_another_device()
    opened = open_game(web, ada, {"kind": "here", "name": "Ada Augusta"}, FRIEND)
    ben.ask("POST", "/join", {"invitation": opened["invitations"]["1"], "name": "Ben"})
    phone.ask("POST", "/player/ticket")
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "key": opened["watch"]})
        assert socket.receive_json()["players"][0]["name"] == "Ada Augusta"
        socket.receive_json()
        assert ada.ask("DELETE", "/player").json() == {"games": 1}
        assert [player["name"] for player in socket.receive_json()["players"]] == ["A", "Ben"]
    for person in (ada, phone):
        assert person.ask("GET", "/player").status_code == 401
    assert ben.me()["name"] == "Ben"
    with sqlite3.connect(tmp_path / "games.sqlite") as database:
        everything = "\n".join(database.iterdump())
    assert "Augusta" not in everything and ada.id not in everything and ada.key not in everything


def test_the_file_holds_no_key(web: TestClient, tmp_path: Path) -> None:
    ada = Person.named(web, "Ada")
    phone = ada.on_another_device()
    game = open_game(web, ada, HERE, FRIEND)["game"]
    seat = phone.ask("POST", "/seat", {"game": game}).json()["key"]
    ticket = ada.ask("POST", "/player/ticket").json()["ticket"]
    with sqlite3.connect(tmp_path / "games.sqlite") as database:
        everything = "\n".join(database.iterdump())
    assert not [secret for secret in (ada.key, phone.key, seat, ticket) if secret in everything]


def test_new_players_are_bounded_by_address_and_changes_by_player(tmp_path: Path) -> None:
    with hall_app(tmp_path, limits=Limits(players_per_hour=2, changes_per_minute=3, sign_ins_per_hour=2)) as web:
        ada = Person.named(web, "Ada")
        Person.named(web, "Ben")
        third = web.post("/api/player", json={"name": "Cleo", "emblem": 0})
        assert (third.status_code, third.json()["code"]) == (429, "limit")
        changes = [ada.ask("PATCH", "/player", {"emblem": number}).status_code for number in range(4)]
        assert changes == [200, 200, 200, 429]
        tries = [web.post("/api/player/devices", json={"ticket": "guessed"}).status_code for _ in range(3)]
        assert tries == [404, 404, 429]


def test_a_server_without_a_hall_has_no_players(tmp_path: Path) -> None:
    with hall_app(tmp_path) as web:
        web.app.state.people = None  # type: ignore[attr-defined]
        answer = web.post("/api/player", json={"name": "Ada", "emblem": 0})
        assert (answer.status_code, answer.json()["code"]) == (404, "hall")
        assert open_game(web, None, HERE, FRIEND)["keys"]


def test_what_a_device_has_open_ends_with_it(web: TestClient) -> None:
    ada = Person.named(web, "Ada")
    phone = ada.on_another_device()
    game = open_game(web, ada, HERE, FRIEND)["game"]
    seat = phone.ask("POST", "/seat", {"game": game}).json()["key"]
    [device] = [device["id"] for device in ada.me()["devices"] if not device["is_this"]]
    with web.websocket_connect("/ws") as table, web.websocket_connect("/ws/hall") as hall:
        table.send_json({"type": "hello", "key": seat})
        hall.send_json({"type": "hall", "key": phone.key})
        assert table.receive_json()["type"] == "welcome" and hall.receive_json()["type"] == "hall"
        ada.ask("DELETE", f"/player/devices/{device}")
        for socket in (table, hall):
            with pytest.raises(WebSocketDisconnect):
                list(iter(socket.receive_json, None))


def test_players_who_never_sat_down_are_deleted_in_the_end(web: TestClient) -> None:
    ada, idle = Person.named(web, "Ada"), Person.named(web, "Idle")
    open_game(web, ada, HERE, FRIEND)
    store = web.app.state.rooms.store  # type: ignore[attr-defined]
    assert call(web, lambda: store.write(lambda database: players.forget_unused(database, 0))) == 0
    later = 2**40
    assert call(web, lambda: store.write(lambda database: players.forget_unused(database, later))) == 1
    assert ada.me()["name"] == "Ada" and idle.ask("GET", "/player").status_code == 401
