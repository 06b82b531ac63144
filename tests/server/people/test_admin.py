"""`millefiori admin` beside a running server, on each kind of database: look, close, ban, delete."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from millefiori.cli.main import cli
from millefiori.server.app import make_app
from millefiori.server.fleet import orders
from millefiori.server.ids import new_id
from tests.server.people.meeting import Person, call, hall_app, lists, play_to_the_end
from tests.server.storage.storing import Place, ask, change

BANNED = ("203.0.113.7", 4711)


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "EVERY", 0.02)


def admin(place: Place, *words: str) -> Result:
    result = CliRunner().invoke(cli, ["admin", *words, "--database", str(place)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def told(place: Place, *words: str) -> Any:
    """What the command says to a program."""
    result = admin(place, *words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def begin(one: TestClient, other: TestClient | None = None, **more: Any) -> tuple[Person, Person, str]:
    """Two players and their game."""
    ada, ben = Person.named(one, "Ada"), Person.named(other or one, "Ben")
    return ada, ben, str(ben.join(ada.gather(**more).json()["gathering"]).json()["game"])


def hear(socket: Any, kind: str) -> Any:
    while (message := socket.receive_json())["type"] != kind:
        pass
    return message


def hear_the_end(socket: Any) -> None:
    """The server closes the connection, whatever it says before."""
    with pytest.raises(WebSocketDisconnect):
        hear(socket, "nothing like that")


@pytest.fixture
def socket(web: TestClient) -> Iterator[Any]:
    with web.websocket_connect("/ws") as connected:
        yield connected


# --- Look


def test_games_and_players_are_listed_without_a_card_or_a_key(web: TestClient, place: Place) -> None:
    ada, ben, game = begin(web)
    waiting = ada.gather(seats=3).json()["gathering"]
    first, second = told(place, "look", "games")["games"]
    assert (first["id"], first["state"], first["players"]) == (waiting, "waiting", ["Ada"])
    assert (second["id"], second["state"], second["commands"]) == (game, "running", 0)
    assert sorted(second["players"]) == ["Ada", "Ben"] and sorted(second["ids"]) == sorted([ada.id, ben.id])
    assert [row["name"] for row in told(place, "look", "players", "be")["players"]] == ["Ben"]
    assert told(place, "look", "players", ada.id)["players"][0]["games"] == 1
    assert told(place, "look", "players", "%")["players"] == []
    text = admin(place, "look", "games", game).output + admin(place, "look", "players").output
    assert game in text and ada.id in text and waiting not in text and "deck" not in text
    assert ada.key not in text and ada.seat(game)["key"] not in text
    assert "There are no such bans." in admin(place, "look", "bans").output


def test_a_finished_a_closed_and_a_damaged_game_are_named_as_such(web: TestClient, place: Place) -> None:
    games = [begin(web)[2] for _ in range(3)]
    play_to_the_end(web, games[0])
    admin(place, "close", games[1])
    change(place, "UPDATE games SET setup = ? WHERE id = ?", b"nonsense", games[2])
    states = {row["id"]: row["state"] for row in told(place, "look", "games")["games"]}
    assert [states[game] for game in games] == ["over", "closed", "damaged"]
    refused = admin(place, "close", games[2])
    assert refused.exit_code == 1 and "it can be deleted" in refused.output
    assert admin(place, "delete", "game", games[2], "--yes").exit_code == 0


# --- Close


def test_a_game_that_is_closed_ends_for_everybody_who_is_connected(web: TestClient, place: Place, socket: Any) -> None:
    ada, ben, game = begin(web, is_rated=True)
    socket.send_json({"type": "hello", "key": ada.seat(game)["key"]})
    hear(socket, "welcome")
    assert admin(place, "close", game).output == f"Closed game {game}.\n"
    event = hear(socket, "event")
    assert (event["kind"], event["seat"]) == ("close", -1)
    position = event["position"]
    assert (position["phase"], position["abandoned"], position["closed"]) == ("over", True, True)
    socket.send_json({"type": "decide", "action": 0, "at": event["n"]})
    refused = hear(socket, "refused")
    assert refused["code"] == "over" and "closed by the operator" in refused["message"]
    past = ada.games()["past"]
    assert past[0]["game"] == game and past[0]["seats"][0]["place"] == 0, "nobody has won"
    assert ada.me()["rating"]["games"] == ben.me()["rating"]["games"] == 0
    assert [each.game for each in lists(web).finished] == [game]


def test_a_closed_game_stays_closed_when_it_is_read_again(place: Place) -> None:
    with hall_app(place) as web:
        _, _, game = begin(web, tempo={"kind": "days", "days": 1})
        assert ask(place, "SELECT count(*) FROM deadlines") > 0
        admin(place, "close", game)
        assert ask(place, "SELECT count(*) FROM deadlines") == 0
    with hall_app(place) as web:
        rooms = web.app.state.rooms  # type: ignore[attr-defined]
        assert call(web, lambda: rooms.get(game)).room.absence.is_closed
    again = admin(place, "close", game)
    assert again.exit_code == 1 and "is over already" in again.output


def test_a_table_that_waits_in_the_hall_is_dissolved(web: TestClient, place: Place) -> None:
    gathering = Person.named(web, "Ada").gather().json()["gathering"]
    assert told(place, "close", gathering) == {"closed": gathering, "kind": "gathering"}
    assert lists(web).gatherings == []


# --- Ban


def test_a_banned_address_gets_the_page_and_nothing_else(place: Place) -> None:
    app = make_app(place, workers=0, hall=True)
    with TestClient(app) as web:
        stranger = TestClient(app, client=BANNED)
        assert stranger.get("/api/progress").status_code == 200
        assert admin(place, "ban", "address", "203.0.113.0/24", "--days", "2").output.startswith(
            "Banned address 203.0.113.0/24 until 2"
        )
        while (answer := stranger.get("/api/progress")).status_code == 200:
            pass
        assert answer.status_code == 403 and answer.json()["code"] == "banned"
        assert stranger.get("/").status_code == stranger.get("/api/facts").status_code == 200
        with stranger.websocket_connect("/ws") as refused:
            assert refused.receive_json()["code"] == "banned"
        assert web.get("/api/progress").status_code == 200, "others are not concerned"
        assert told(place, "look", "bans")["bans"][0]["what"] == "203.0.113.0/24"
        assert told(place, "unban", "address", "203.0.113.0/24") == {"kind": "address", "what": "203.0.113.0/24"}
        while stranger.get("/api/progress").status_code == 403:
            pass


def test_a_banned_player_leaves_hall_and_tables_and_cannot_come_back(
    web: TestClient, place: Place, socket: Any
) -> None:
    ada, ben, game = begin(web)
    ada.gather()
    key = ada.seat(game)["key"]
    socket.send_json({"type": "hello", "key": key})
    hear(socket, "welcome")
    with web.websocket_connect("/ws/hall") as hall:
        hall.send_json({"type": "hall", "key": ada.key})
        hall.receive_json()
        admin(place, "ban", "player", ada.id, "--reason", "insults")
        for ended in (hall, socket):
            hear_the_end(ended)
    assert ada.ask("GET", "/player").json()["code"] == "banned" and ada.gather().status_code == 403
    with web.websocket_connect("/ws") as again:
        again.send_json({"type": "hello", "key": key})
        assert again.receive_json()["code"] == "banned"
    assert lists(web).gatherings == [] and ben.me()["name"] == "Ben"
    row = told(place, "look", "players", ada.id)["players"][0]
    assert row["banned"] and "for ever" in admin(place, "look", "bans").output
    admin(place, "unban", "player", ada.id)
    assert ada.me()["name"] == "Ada"
    with web.websocket_connect("/ws") as again:
        again.send_json({"type": "hello", "key": key})
        hear(again, "welcome")


def test_a_ban_ends_by_itself(web: TestClient, place: Place) -> None:
    ada, _, game = begin(web)
    key = ada.seat(game)["key"]
    admin(place, "ban", "player", ada.id, "--days", "3")
    change(place, "UPDATE bans SET until = created - 1")
    assert ada.me()["name"] == "Ada"
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "key": key})
        hear(socket, "welcome")


# --- Delete


def test_a_deleted_game_is_gone_for_those_who_are_connected(web: TestClient, place: Place, socket: Any) -> None:
    ada, ben, game = begin(web)
    key = ada.seat(game)["key"]
    socket.send_json({"type": "hello", "key": key})
    hear(socket, "welcome")
    assert admin(place, "delete", "game", game, "--yes").output == f"Deleted game {game}.\n"
    hear_the_end(socket)
    with web.websocket_connect("/ws") as again:
        again.send_json({"type": "hello", "key": key})
        assert again.receive_json()["code"] == "key"
    assert ben.games()["playing"] == [] and game not in web.app.state.rooms.live  # type: ignore[attr-defined]


def test_a_deleted_player_leaves_no_name_at_the_tables(web: TestClient, place: Place, socket: Any) -> None:
    ada, ben, game = begin(web)
    socket.send_json({"type": "hello", "key": ben.seat(game)["key"]})
    names = [player["name"] for player in hear(socket, "welcome")["players"]]
    assert told(place, "delete", "player", ada.id, "--yes") == {"deleted": ada.id, "kind": "player", "games": 1}
    while "Ada" in names:
        names = [player["name"] for player in hear(socket, "presence")["players"]]
    assert "Ben" in names and ada.ask("GET", "/player").json()["code"] == "player"
    assert told(place, "look", "players", "ada")["players"] == []


def test_a_deal_that_is_played_again_is_not_deleted_under_those_who_play_it(web: TestClient, place: Place) -> None:
    body = {"edition": "international", "seats": [{"kind": "here"}, {"kind": "here"}]}
    opened = web.post("/api/games", json=body).json()
    play_to_the_end(web, opened["game"])
    again = web.post("/api/again", json={"key": opened["keys"]["0"], "same_deal": True}).json()["game"]
    refused = admin(place, "delete", "game", opened["game"], "--yes")
    assert refused.exit_code == 1 and f"played again in {again}" in refused.output


def test_deleting_asks_first(web: TestClient, place: Place) -> None:
    _, _, game = begin(web)
    assert admin(place, "delete", "game", game).exit_code == 1
    assert told(place, "look", "games", game)["games"]


# --- Several workers, and mistakes


def test_all_workers_follow_an_order_without_a_broker(place: Place) -> None:
    if isinstance(place, Path):
        pytest.skip("a file is for one worker")
    with hall_app(place) as one, hall_app(place) as other:
        ada, ben, game = begin(one, other)
        keys = ada.seat(game)["key"], ben.seat(game)["key"]
        with one.websocket_connect("/ws") as first, other.websocket_connect("/ws") as second:
            for socket, key in zip((first, second), keys, strict=True):
                socket.send_json({"type": "hello", "key": key})
                hear(socket, "welcome")
            admin(place, "close", game)
            assert hear(first, "event")["kind"] == hear(second, "event")["kind"] == "close"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("close", "nothing"), "there is no table nothing"),
        (("ban", "address", "example.org"), "neither an address nor a network"),
        (("ban", "player", "nobody"), "there is no player nobody"),
        (("unban", "player", "nobody"), "is not banned"),
        (("delete", "game", "nothing", "--yes"), "there is no game nothing"),
        (("delete", "player", "nobody", "--yes"), "there is no player nobody"),
    ],
)
def test_a_mistake_is_one_line(web: TestClient, place: Place, words: tuple[str, ...], problem: str) -> None:
    result = admin(place, *words)
    assert result.exit_code == 1 and problem in result.output and result.output.count("\n") == 1


def test_a_database_that_is_not_there_or_of_another_version_is_not_touched(tmp_path: Path) -> None:
    missing = admin(tmp_path / "no.sqlite", "look", "games")
    assert missing.exit_code == 1 and "there is no such file" in missing.output
    assert not (tmp_path / "no.sqlite").exists()
    with hall_app(tmp_path):
        pass
    change(tmp_path / "games.sqlite", "PRAGMA user_version = 11")
    old = admin(tmp_path / "games.sqlite", "look", "games")
    assert old.exit_code == 1 and "start the server once" in old.output
    assert ask(tmp_path / "games.sqlite", "PRAGMA user_version") == 11


def test_a_locked_database_is_named_and_nothing_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("millefiori.server.storage.sqlite.STARTING_SECONDS", 0.05)
    place = tmp_path / "games.sqlite"
    with hall_app(place):
        pass
    other = sqlite3.connect(place, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    result = admin(place, "ban", "address", "203.0.113.7")
    assert result.exit_code == 1 and "nothing has changed" in result.output
    other.execute("ROLLBACK")
    other.close()


def test_no_id_looks_like_an_option() -> None:
    """Ids were random base64, so that one in 64 began with a dash and could not be given to a command."""
    assert all(new_id().isalnum() for _ in range(500))
