"""What one stranger may use: bounds by address, key, table and room, each with a clear answer."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from millefiori.engine.state import Game
from millefiori.position import text as line_of
from millefiori.server.app import make_app
from millefiori.server.border import limits as limiting
from millefiori.server.border.limits import NO_LIMITS, Bucket, Limits, SettingsError, network, read_settings
from millefiori.server.messages.position import Position
from millefiori.server.refusal import Refusal
from millefiori.server.rooms import positions
from millefiori.server.rooms import room as rooming
from millefiori.server.rooms.live import Live
from millefiori.server.rooms.room import DECIDE, MOST_CHANGES, UNDO, Command
from millefiori.table import Table
from tests.server.playing import awaited, decide, new_room, play
from tests.server.serving import bearer

FEW = Limits(
    tables_per_hour=3,
    bot_tables_per_hour=1,
    joins_per_hour=4,
    sockets_per_key=2,
    hints_per_minute=1,
    uploads_per_minute=2,
    requests_per_minute=5,
    lookups_per_minute=3,
)
HERE, BOT = {"kind": "here"}, {"kind": "bot", "level": "casual"}


@pytest.fixture
def web(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0, limits=FEW)) as client:
        yield client


def open_game(web: TestClient, *seats: dict[str, str]) -> Any:
    return web.post("/api/games", json={"edition": "international", "seats": list(seats)})


def test_a_bucket_is_empty_after_its_amount_and_fills_up_again() -> None:
    now = [0.0]
    bucket = Bucket(3, 60.0, lambda: now[0])
    assert [bucket.wait("a") for _ in range(3)] == [0, 0, 0]
    assert bucket.wait("a") == pytest.approx(20) and bucket.wait("b") == 0
    now[0] += 20
    assert bucket.wait("a") == 0 and bucket.wait("a") == pytest.approx(20)
    assert Bucket(0, 60.0).wait("a") == 0, "0 switches a bound off"


def test_buckets_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limiting, "MOST_BUCKETS", 100)
    bucket = Bucket(3, 60.0)
    for number in range(1000):
        bucket.wait(str(number))
    assert len(bucket._left) <= 100


def test_a_household_is_one_address() -> None:
    assert network("2001:db8:1:2::5") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::5")
    assert network("::ffff:192.0.2.7") == network("192.0.2.7") != network("192.0.2.8")


def test_tables_are_bounded_by_address(web: TestClient) -> None:
    assert [open_game(web, HERE, BOT).status_code for _ in range(3)] == [201, 201, 201]
    refused = open_game(web, HERE, BOT)
    assert refused.status_code == 429 and refused.json()["code"] == "limit" and "seconds" in refused.json()["message"]


def test_games_of_bots_alone_are_bounded_more_tightly(web: TestClient) -> None:
    assert [open_game(web, BOT, BOT).status_code for _ in range(2)] == [201, 429]


def test_invitations_cannot_be_guessed_by_the_thousand(web: TestClient) -> None:
    codes = [web.get("/api/invitation", headers=bearer(f"guess{number}")).json()["code"] for number in range(6)]
    assert codes == ["invitation"] * 4 + ["limit"] * 2


def test_uploads_and_lookups_are_bounded(web: TestClient) -> None:
    assert [web.post("/api/replay", content=b"{}").json()["code"] for _ in range(3)] == ["record", "record", "limit"]
    assert [web.get("/api/record", headers=bearer("nothing")).json()["code"] for _ in range(4)] == [
        "key",
        "key",
        "key",
        "limit",
    ]


def test_what_takes_longer_than_a_decision_is_made_by_a_worker_in_turn_with_others(
    web: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinkers, made = web.app.state.rooms.thinkers, list[str]()  # type: ignore[attr-defined]
    run = thinkers.run

    async def note(table: str, urgency: Any, work: Any, *arguments: Any) -> Any:
        made.append(f"{table}: {work.__name__}")
        return await run(table, urgency, work, *arguments)

    monkeypatch.setattr(thinkers, "run", note)
    web.post("/api/replay", content=b"{}")
    web.post("/api/qr", json={"text": "http://localhost/join"})
    web.get("/api/analysis/picture.svg", params={"position": line_of(Table(seed=1).game)})
    whose = ("replays", "pictures", "analysis")
    works = ("replay_of_record", "qr_code", "drawn")
    assert made == [f"{each} of testclient: {work}" for each, work in zip(whose, works, strict=True)]


def test_connections_to_a_seat_are_bounded_and_given_back(web: TestClient) -> None:
    key = open_game(web, HERE, BOT).json()["keys"]["0"]

    def hello(socket: Any) -> str:
        socket.send_json({"type": "hello", "key": key})
        return str(socket.receive_json()["type"])

    with web.websocket_connect("/ws") as one, web.websocket_connect("/ws") as other:
        assert hello(one) == hello(other) == "welcome"
        with web.websocket_connect("/ws") as third:
            assert hello(third) == "refused"
    with web.websocket_connect("/ws") as again:
        assert hello(again) == "welcome"


def test_requests_over_a_socket_are_bounded(web: TestClient) -> None:
    key = open_game(web, HERE, BOT).json()["keys"]["0"]
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "key": key})
        codes: list[str] = []
        for _ in range(8):
            socket.send_json({"type": "undo", "at": 10**6})
        while len(codes) < 8:
            message = socket.receive_json()
            if message["type"] == "refused":
                codes.append(message["code"])
        assert codes.count("undo") == 5 and codes.count("limit") == 3


def test_changing_ones_mind_is_bounded_but_the_game_can_always_continue() -> None:
    """Keep A, B, A ... for ever made a room of 50,000 commands."""
    room = new_room(players=2)
    one, other = room.position(0).hand[:2]

    def change_for_ever() -> None:
        while True:
            command = Command(0, DECIDE, (one, other)[room.n % 2])
            room.check(command)
            room.perform(command)

    with pytest.raises(Refusal, match="too many changes"):
        change_for_ever()
    assert room.n <= MOST_CHANGES + 3
    chooser = random.Random(1)
    for event in play(room, chooser):
        while event.kind in ("place", "sail") and room.can_undo(event.seat) and chooser.random() < 0.5:
            room.perform(Command(event.seat, UNDO))
            room.perform(decide(room, awaited(room)[0], chooser))
    assert room.table.is_over


def test_a_whole_game_has_room_for_so_many_changes_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred for each step would still make a room of thousands of commands."""
    monkeypatch.setattr(rooming, "MOST_CHANGES_IN_ALL", 50)
    room, chooser = new_room(players=2, seed=3), random.Random(1)
    steps = refused = 0
    while not room.table.is_over:
        for seat in list(room.keeps):
            for _ in range(20):
                change = Command(seat, DECIDE, chooser.choice(room.position(seat).hand))
                if change.value != room.keeps[seat]:
                    try:
                        room.check(change)
                        room.perform(change)
                    except Refusal as error:
                        refused += error.code == "changes"
        room.perform(decide(room, chooser.choice(awaited(room)), chooser))
        steps += 1
    assert refused and len(room.commands) <= steps + 51


def test_a_change_of_mind_does_not_cost_a_new_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three milliseconds on the loop for each: eight clients that kept A, B, A, ... slowed everybody down."""
    room, made = new_room(players=2), list[int]()
    make = positions.seat_position

    def count(public: Position, game: Game, seat: int) -> Position:
        made.append(seat)
        return make(public, game, seat)

    monkeypatch.setattr("millefiori.server.rooms.room.seat_position", count)
    one, other = room.position(0).hand[:2]
    for number in range(20):
        room.perform(Command(0, DECIDE, (one, other)[number % 2]))
        shown = room.position(0)
        assert shown.kept == (one, other)[number % 2] and shown.awaited == [1] and not shown.decides
        assert [state.has_kept for state in shown.players] == [True, False]
    assert made == [0]
    room.perform(decide(room, 1, random.Random(1)))
    room.position(0)
    assert made == [0, 1, 0], "the game has changed"


def test_play_and_undo_cannot_be_repeated_for_ever() -> None:
    room, chooser = new_room(players=3, seed=4), random.Random(2)
    while room.all_keep:
        room.perform(decide(room, awaited(room)[0], chooser))
    (seat,) = awaited(room)

    def play_and_undo_for_ever() -> None:
        while True:
            for command in (Command(seat, DECIDE, 198), Command(seat, UNDO)):
                room.check(command)
                room.perform(command)

    with pytest.raises(Refusal, match="too many changes"):
        play_and_undo_for_ever()
    assert room.n < 2 * MOST_CHANGES


def test_presence_is_sent_when_it_changes_and_not_at_every_connection(tmp_path: Path) -> None:
    """600 sockets of one key cost 6 s, because each arrival told all others what they knew."""
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0)) as web:
        opened = open_game(web, HERE, {"kind": "friend"}).json()
        live: Live = web.app.state.rooms.live[opened["game"]]  # type: ignore[attr-defined]
        rooms = web.app.state.rooms  # type: ignore[attr-defined]
        first = rooms.audience.connect(live, 0, -1)
        before = first.outbox.qsize()
        for _ in range(50):
            rooms.audience.connect(live, 0, -1)
        assert first.outbox.qsize() == before
        rooms.audience.connect(live, 1, -1)
        assert first.outbox.qsize() == before + 1


def test_settings_are_read_and_mistakes_named(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("[limits]\ntables_per_hour = 5\n")
    assert read_settings(file).limits == msgspec.structs.replace(Limits(), tables_per_hour=5)
    for text, words in (
        ("[limits]\ntabels = 5\n", "tabels"),
        ("[limits]\ntables_per_hour = 'x'\n", "tables_per_hour"),
        ("[", "settings.toml"),
    ):
        file.write_text(text)
        with pytest.raises(SettingsError, match=words):
            read_settings(file)
    assert not any(msgspec.structs.astuple(NO_LIMITS)), "a private server has no bounds"
