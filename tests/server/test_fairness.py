"""Nobody has an advantage: old deals only among those who know them, no names like a bot's."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from millefiori.fairness import commitment
from millefiori.server.app import make_app
from millefiori.server.border.names import looks_like_a_bot, person_name
from millefiori.server.messages.games import Again
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.opening import open_next
from millefiori.server.rooms.room import DECIDE, Command, Room
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.storage.store import MOST_REPLAYS
from tests.server.playing import awaited, decide, new_room, play
from tests.server.serving import bearer


@pytest.fixture
def web(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0)) as client:
        yield client


def open_for_a_friend(web: TestClient) -> tuple[str, str]:
    """A finished game: the keys of the one who opened it and of the friend."""
    seats = [{"kind": "here", "name": "Ada"}, {"kind": "friend"}]
    opened = web.post("/api/games", json={"edition": "international", "seats": seats}).json()
    joined = web.post("/api/join", json={"invitation": opened["invitations"]["1"], "name": "Ben"}).json()
    room: Room = web.app.state.rooms.live[opened["game"]].room  # type: ignore[attr-defined]
    for _ in play(room, random.Random(1)):
        pass
    return opened["keys"]["0"], joined["key"]


def play_again(web: TestClient, key: str) -> Any:
    return web.post("/api/again", json={"key": key, "same_deal": True}).json()


def test_only_those_who_played_a_deal_first_may_join_it_again(web: TestClient) -> None:
    """The attack: play both seats, open the same deal again, and invite a victim who does not know the cards."""
    ada, ben = open_for_a_friend(web)
    opened = play_again(web, ada)
    (seat, invitation), *_ = opened["invitations"].items()
    invited = web.get("/api/invitation", headers=bearer(invitation)).json()
    assert invited["replays"] == 1 and len(invited["commitment"]) == 64
    for proof in (None, "forged", ada, opened["watch"]):
        answer = web.post("/api/join", json={"invitation": invitation, "name": "Victim", "proof": proof})
        assert answer.json()["code"] == "proof", proof
    joined = web.post("/api/join", json={"invitation": invitation, "name": "Ben", "proof": ben})
    assert joined.status_code == 201 and joined.json()["seat"] == int(seat)


def test_table_and_record_say_that_a_deal_was_played_before(web: TestClient) -> None:
    ada, _ = open_for_a_friend(web)
    opened = play_again(web, ada)
    key = next(iter(opened["keys"].values()))
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "key": key})
        assert socket.receive_json()["replays"] == 1
    room: Room = web.app.state.rooms.live[opened["game"]].room  # type: ignore[attr-defined]
    for _ in play(room, random.Random(1)):
        pass
    written = web.get("/api/record", headers=bearer(key)).json()
    assert written["fairness"]["replays"] == 1
    first = web.get("/api/record", headers=bearer(ada)).json()
    assert "replays" not in first["fairness"] and first["deck"] == written["deck"]


def test_a_deal_cannot_be_played_again_for_ever(web: TestClient) -> None:
    ada, _ = open_for_a_friend(web)
    for _ in range(MOST_REPLAYS):
        assert "keys" in play_again(web, ada)
    assert play_again(web, ada)["code"] == "replays"


def test_nor_by_many_who_ask_at_the_same_moment(web: TestClient) -> None:
    """All of them were counted before the first of them was written."""
    ada, _ = open_for_a_friend(web)
    rooms: Rooms = web.app.state.rooms  # type: ignore[attr-defined]

    async def ask_at_once() -> list[object]:
        asked = (open_next(rooms, Again(ada, same_deal=True)) for _ in range(20))
        return await asyncio.gather(*asked, return_exceptions=True)

    assert web.portal is not None
    answers = web.portal.call(ask_at_once)
    assert sum(not isinstance(answer, BaseException) for answer in answers) == MOST_REPLAYS


def test_the_commitment_is_shown_at_once_and_proved_by_the_record(web: TestClient) -> None:
    opened = web.post("/api/games", json={"edition": "german", "seats": [{"kind": "here"}, {"kind": "here"}]}).json()
    key = opened["keys"]["0"]
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "key": key})
        shown = socket.receive_json()["commitment"]
    room: Room = web.app.state.rooms.live[opened["game"]].room  # type: ignore[attr-defined]
    for _ in play(room, random.Random(1)):
        pass
    written = web.get("/api/record", headers=bearer(key)).json()
    fairness = written["fairness"]
    assert fairness["commitment"] == shown == commitment(written["deck"], written["start_player"], fairness["salt"])


def test_undo_ends_for_good_when_another_seat_has_acted() -> None:
    """A plays, B plays and its card is seen, B undoes: A may not undo any more."""
    room, chooser = new_room(players=3, seed=4), random.Random(2)
    while room.all_keep:
        room.perform(decide(room, awaited(room)[0], chooser))
    (first,) = awaited(room)
    room.perform(Command(first, DECIDE, 198))
    assert room.can_undo(first) == 1
    (second,) = awaited(room)
    room.perform(Command(second, DECIDE, 198))
    room.perform(Command(second, "undo"))
    assert room.can_undo(first) == 0
    with pytest.raises(Refusal, match="nothing to undo"):
        room.check(Command(first, "undo"))
    again = Room(room.id, room.setup, list(room.commands))
    assert again.can_undo(first) == 0, "a room that is rebuilt knows it too"


LIKE_BOTS = [
    *("bot: master", "bot:bot: master", "BOT master", "Casual bot", "my-bot", "b.o.t", "b o t 2", "Robot", "bot42"),
    *("Gentle bot", "Bot (sanft)", "Bot (doux)", "Roboter", "MyBot", "ChatBot", "Botmaster", "Masterbot"),
    *("b ot", "bo-t", "B OT master", "b_o_t", "b0t", "8ot", "13ot", "|3ot", "b()t", "bo7", "bo+", "bo†", "b○t", "b٥t"),
    *("ｂｏｔ： master", "ｂ　ｏ　ｔ", "𝐛𝐨𝐭 skilled", "ⓑⓞⓣ", "🅱🅾🆃", "🅱ot", "🇧🇴🇹", "ʙᴏᴛ", "ᵇᵒᵗ", "🤖", "🤖 master"),
    *("ВОТ: master", "воt master", "bоt: x", "βοt", "ΒΟΤ", "bօt", "b〇t", "b०t", "ßot", "þot", "ɓot", "boꞇ"),
    *(
        "bót",
        "ƀøŧ",
        "ḃọṫ",
        "b̶o̶t̶",
        "b\u200bot: x",
        "b\u202eot",
        "b\u00adot",
        "bo\u034ft",
        "b\u3164ot",
        "b\u2800o\u2800t",
    ),
]
LIKE_BOTS += [
    "бот",
    "Бот: мастер",
    "Робот",
    "6ot",
    "乃OT",
    "ᛒot",
    "bㅇt",
    "bठt",
    "b°t",
    "l3ot",
    "I3OT",
    "bo丅",
    "boㅜ",
    "bo┬",
]
PEOPLE = ["Ada", "Talbot", "Abbott", "Botticelli", "Bo T.", "Ирина", "Zoë", "小林", "Bob & Ota", "Robotham", "Cabot"]
PEOPLE += [
    "Master",
    "Bobby O. Tan",
    "R2D2",
    "Agent 13",
    "Bożena",
    "Øystein",
    "Þóra",
    "Strauß",
    "Ω",
    "🦊 Fox",
    "O'Toole",
    "Ботагоз",
    "Agent 6",
    "Ottilie 6",
]


@pytest.mark.parametrize("name", LIKE_BOTS)
def test_names_of_people_never_look_like_bots(name: str) -> None:
    assert looks_like_a_bot(name)
    with pytest.raises(Refusal, match="looks like the name of a bot"):
        person_name(name, 0)


def test_a_name_that_leaves_no_trace_becomes_the_letter_of_the_seat() -> None:
    assert person_name("\u200b\u3164\u2800 \u202e", 1) == "B"


@pytest.mark.parametrize("name", PEOPLE)
def test_names_of_people_are_left_alone(name: str) -> None:
    assert person_name(name, 0) == name


def test_a_name_that_looks_like_a_bot_is_refused_by_the_server(web: TestClient) -> None:
    seats = [{"kind": "here", "name": "bot: master"}, {"kind": "friend"}]
    assert web.post("/api/games", json={"edition": "german", "seats": seats}).json()["code"] == "name"
    seats[0]["name"] = "Ada"
    opened = web.post("/api/games", json={"edition": "german", "seats": seats}).json()
    joining = {"invitation": opened["invitations"]["1"], "name": "ВОТ: master"}
    assert web.post("/api/join", json=joining).json()["code"] == "name"
    assert web.post("/api/join", json={**joining, "name": "Ben"}).status_code == 201
