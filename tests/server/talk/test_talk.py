"""Talk at the table: who hears what, in which words, how much of it, and for how long."""

import random
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from millefiori.drawing.emotes import EMOTES, emotes
from millefiori.server.app import make_app
from millefiori.server.border.limits import NO_LIMITS
from millefiori.server.messages.requests import Say
from millefiori.server.messages.talk import Line
from millefiori.server.messages.words import LONGEST_LINE
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.site.facts import PHRASES
from millefiori.server.storage.driver import Connection
from millefiori.server.talk.lines import DAY, KEPT_DAYS, MOST_LINES, checked, forget_old, shown_text
from tests.server.people.meeting import Person, call, hall_app, play_to_the_end
from tests.server.storage.storing import ask
from tests.server.talk.speaking import BOT, HERE, Speaker, Table


def rooms_of(web: TestClient) -> Rooms:
    rooms: Rooms = web.app.state.rooms  # type: ignore[attr-defined]
    return rooms


# --- Who hears what


def test_players_talk_to_everybody_and_spectators_only_to_each_other(table: Table) -> None:
    ada, ben, cleo, dan = (table.sit(name) for name in ("Ada", "Ben", "Cleo", "Dan"))
    ada.say("Hello, Ben!")
    for person in (ada, ben, cleo, dan):
        assert person.lines() == [(0, "Hello, Ben!")]
    cleo.say("Ada will win.")
    for person in (cleo, dan):
        assert person.lines() == [(-1, "Ada will win.")]
    ben.say("thanks", "phrase")
    assert ben.heard() == [(1, "thanks")]
    assert ada.heard() == [(1, "thanks")], "players have heard nothing of the spectators"


def test_when_the_game_is_over_players_hear_what_spectators_said(web: TestClient, table: Table) -> None:
    ada, cleo = table.sit("Ada"), table.sit("Cleo")
    cleo.say("Ada will win.")
    cleo.lines()
    play_to_the_end(web, table.game)
    assert ada.lines() == [(-1, "Ada will win.")]
    cleo.say("I told you so.")
    assert ada.lines() == [(-1, "I told you so.")]
    assert table.sit("Ben").lines() == [(-1, "Ada will win."), (-1, "I told you so.")]


def test_whoever_comes_back_gets_the_last_lines(web: TestClient, table: Table) -> None:
    ada = table.sit("Ada")
    for number in range(3):
        ada.say(f"line {number}")
        ada.lines()
    assert table.sit("Ben").lines() == table.sit("Cleo").lines() == [(0, f"line {number}") for number in range(3)]
    rooms = rooms_of(web)
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "key": table.keys["Ada"], "seen": -1})
        assert [socket.receive_json()["type"] for _ in range(3)] == ["welcome", "presence", "talk"]
    assert rooms.live[table.game].lines


def test_lines_survive_a_restart_and_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("millefiori.server.talk.lines.MOST_LINES", 5)
    path = tmp_path / "games.sqlite"
    with TestClient(make_app(path, workers=0)) as web, ExitStack() as held:
        table = Table(web, held)
        ada = table.sit("Ada")
        for number in range(8):
            ada.say(f"line {number}")
            ada.lines()
    assert ask(path, "SELECT count(*) FROM lines") == 5
    with TestClient(make_app(path, workers=0)) as web, web.websocket_connect("/ws") as socket:
        assert Speaker(socket, table.keys["Ben"]).lines() == [(0, f"line {number}") for number in range(3, 8)]


def test_lines_are_forgotten_after_a_while(web: TestClient, table: Table) -> None:
    ada, store = table.sit("Ada"), rooms_of(web).store
    ada.say("soon forgotten")
    at = ada.hear("talk")["lines"][0]["at"]

    def count(database: Connection) -> int:
        return int(database.execute("SELECT count(*) FROM lines").fetchone()[0])

    call(web, lambda: store.write(partial(forget_old, now=at + KEPT_DAYS * DAY)))
    assert call(web, lambda: store.read(count)) == 1
    call(web, lambda: store.write(partial(forget_old, now=at + KEPT_DAYS * DAY + 1)))
    assert call(web, lambda: store.read(count)) == 0


def test_a_room_keeps_so_many_lines_in_memory(web: TestClient, table: Table) -> None:
    ada, rooms = table.sit("Ada"), rooms_of(web)
    ada.say("the first line")
    ada.lines()
    live = rooms.live[table.game]

    async def chatter() -> None:
        for number in range(1, 3 * MOST_LINES):
            rooms.hearing.hear(live, Line("players", number, 0, "", "", "text", "again", number))

    call(web, chatter)
    assert live.lines is not None and len(live.lines) == 2 * MOST_LINES


# --- What can be said


def test_phrases_and_emotes_travel_by_name(table: Table) -> None:
    ada, ben = table.sit("Ada"), table.sit("Ben")
    for kind, name in (("phrase", PHRASES[0]), ("emote", EMOTES[0])):
        ada.say(name, kind)
        line = ben.hear("talk")["lines"][0]
        assert (line["kind"], line["text"], line["channel"]) == (kind, name, "players")
        ada.say("nonsense", kind)
        assert ada.refusal() == ("line", "say")


def test_every_emote_is_drawn_and_every_phrase_has_words(web: TestClient) -> None:
    facts, drawn = web.get("/api/facts").json(), web.get("/emotes.svg")
    assert facts["emotes"] == list(EMOTES) and facts["longest_line"] == LONGEST_LINE
    assert drawn.headers["content-type"] == "image/svg+xml" and drawn.text == emotes()
    for name in EMOTES:
        assert f'id="emote-{name}"' in drawn.text
    for language in facts["languages"]:
        words = web.get(f"/api/lang/{language}").json()
        assert all(words[f"phrase.{name}"] for name in facts["phrases"])


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  two \t\n spaces ", "two spaces"),
        ("a\u202eb\u200bc\u0000d", "a b c d"),
        ("\u3164\u2800", ""),
        ("e" + 50 * "\u0301", "é" + 3 * "\u0301"),
        ("<b>https://example.org</b>", "<b>https://example.org</b>"),
        ("ありがとう ¡Olé! 👍", "ありがとう ¡Olé! 👍"),
    ],
)
def test_a_line_is_what_people_can_read(written: str, shown: str) -> None:
    assert shown_text(written) == shown


def test_an_empty_or_long_line_is_refused(table: Table) -> None:
    ada = table.sit("Ada")
    ada.say("\u3164")
    assert ada.refusal() == ("line", "say")
    ada.say("x" * (LONGEST_LINE + 1))
    assert ada.refusal() == ("malformed", "")
    assert checked(Say("x" * LONGEST_LINE)) == "x" * LONGEST_LINE


# --- Who decides what may be said


def test_whoever_opened_the_table_closes_its_talk(table: Table) -> None:
    ada, ben, cleo = table.sit("Ada"), table.sit("Ben"), table.sit("Cleo")
    assert [person.welcome["is_host"] for person in (ada, ben, cleo)] == [True, False, False]
    for other in (ben, cleo):
        other.send(type="set_talk", talk="none")
        assert other.refusal() == ("opener", "set_talk")
    ada.send(type="set_talk", talk="phrases")
    while ben.hear("presence")["talk"] != "phrases":
        pass
    ben.say("a text")
    assert ben.refusal() == ("phrases", "say")
    ben.say(PHRASES[0], "phrase")
    assert ben.lines() == [(1, PHRASES[0])]
    ada.send(type="set_talk", talk="none")
    while cleo.hear("presence")["talk"] != "none":
        pass
    for person in (ada, ben, cleo):
        person.say(EMOTES[0], "emote")
        assert person.refusal() == ("closed", "say")


def test_a_table_can_be_opened_without_talk_and_the_next_game_has_none_either(web: TestClient, held: ExitStack) -> None:
    table = Table(web, held, talk="none")
    ada = table.sit("Ada")
    ada.say("Hello?")
    assert ada.refusal() == ("closed", "say")
    play_to_the_end(web, table.game)
    again = web.post("/api/again", json={"key": table.keys["Ada"]}).json()
    assert rooms_of(web).live[again["game"]].room.setup.talk == "none"


def test_in_the_hall_whoever_opened_the_table_is_the_host(tmp_path: Path) -> None:
    with hall_app(tmp_path) as web:
        ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
        gathering = ada.gather(talk="phrases").json()["gathering"]
        game = ben.join(gathering).json()["game"]
        for person, is_host in ((ada, True), (ben, False)):
            with web.websocket_connect("/ws") as socket:
                speaker = Speaker(socket, person.seat(game)["key"])
                assert speaker.welcome["is_host"] is is_host
                speaker.say("a text")
                assert speaker.refusal() == ("phrases", "say")


# --- Limits


def test_nobody_talks_faster_than_others_can_read(tmp_path: Path) -> None:
    few = msgspec.structs.replace(NO_LIMITS, lines_per_minute=3, spectator_lines_per_minute=2, reports_per_hour=1)
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0, limits=few)) as web, ExitStack() as held:
        table = Table(web, held)
        ada, again, ben, cleo = (table.sit(name) for name in ("Ada", "Ada", "Ben", "Cleo"))
        for person in (ada, again, ada):
            person.say("quick")
            person.lines()
        for person in (ada, again):
            person.say("too quick")
            assert person.refusal() == ("limit", "say"), "a seat has one limit, however many windows it has"
        ben.say("my turn")
        assert (1, "my turn") in ben.heard()
        for _ in range(2):
            cleo.say("watching")
        cleo.say("too much")
        assert cleo.refusal() == ("limit", "say")
        for expected in ("reported", "refused"):
            ben.send(type="report", channel="players", n=0)
            while (told := ben.socket.receive_json())["type"] not in ("reported", "refused"):
                pass
            assert told["type"] == expected


# --- Reports


def test_a_report_keeps_the_line_and_those_before_it_once(web: TestClient, table: Table, tmp_path: Path) -> None:
    ada, ben = table.sit("Ada"), table.sit("Ben")
    for number in range(15):
        ada.say(f"rude {number}")
        ada.lines()
    for _ in range(2):
        ben.send(type="report", channel="players", n=13)
        assert ben.hear("reported") == {"type": "reported", "channel": "players", "n": 13}
    path = tmp_path / "games.sqlite"
    assert ask(path, "SELECT count(*) FROM reports") == 1 and ask(path, "SELECT reporter FROM reports") == 1
    said = msgspec.json.decode(ask(path, "SELECT said FROM reports"), type=list[Line])
    assert [line.text for line in said] == [f"rude {number}" for number in range(3, 14)] and said[0].name == "Ada"


def test_nobody_reports_what_they_have_not_heard(table: Table) -> None:
    ben, cleo = table.sit("Ben"), table.sit("Cleo")
    cleo.say("only for spectators")
    cleo.lines()
    for channel, n in (("spectators", 0), ("players", 0), ("spectators", 7)):
        ben.send(type="report", channel=channel, n=n)
        assert ben.refusal() == ("line", "report")


def test_a_report_names_the_player_of_the_hall(tmp_path: Path) -> None:
    with hall_app(tmp_path) as web, ExitStack() as held:
        ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
        game = ben.join(ada.gather().json()["gathering"]).json()["game"]
        speakers = [
            Speaker(held.enter_context(web.websocket_connect("/ws")), person.seat(game)["key"]) for person in (ada, ben)
        ]
        speakers[0].say("something rude")
        speakers[1].lines()
        speakers[1].send(type="report", channel="players", n=0)
        speakers[1].hear("reported")
        assert ask(tmp_path / "games.sqlite", "SELECT about FROM reports") == ada.id


# --- Spectators with names


def test_spectators_are_named_if_they_like(table: Table) -> None:
    ada, cleo, dan = table.sit("Ada"), table.sit("Cleo"), table.sit("Dan")
    cleo.send(type="appear", name=" Cleo ")
    while (told := ada.hear("presence"))["watching"] != ["Cleo"]:
        pass
    assert told["spectators"] == 2
    cleo.say("Hello!")
    dan.say("Hello, Cleo!")
    lines = [*dan.hear("talk")["lines"], *dan.hear("talk")["lines"]]
    assert [line["name"] for line in lines] == ["Cleo", ""] and lines[0]["who"] == lines[1]["who"] != ""
    cleo.send(type="appear", name="")
    while ada.hear("presence")["watching"]:
        pass
    dan.send(type="appear", name="Casual bot")
    assert dan.refusal() == ("name", "appear")
    ada.send(type="appear", name="Ada")
    assert ada.refusal() == ("seated", "appear")


# --- Nothing of it in the game


def test_talk_leaves_no_trace_in_the_game_its_record_or_its_replay(web: TestClient, table: Table) -> None:
    ada = table.sit("Ada")
    ada.say("xyzzy")
    ada.lines()
    assert rooms_of(web).live[table.game].room.n == -1, "a line is no command"
    play_to_the_end(web, table.game)
    for path in ("/api/record", "/api/replay"):
        answer = web.get(path, headers={"Authorization": f"Bearer {table.keys['Ada']}"})
        assert answer.status_code == 200 and "xyzzy" not in answer.text


def test_a_refused_line_says_so_and_a_decision_goes_on(web: TestClient) -> None:
    opened = web.post("/api/games", json={"edition": "international", "seats": [HERE, BOT], "start_player": 0}).json()
    with web.websocket_connect("/ws") as socket:
        ada = Speaker(socket, opened["keys"]["0"])
        card = random.Random(1).choice(ada.welcome["position"]["cards"])["obtain"]
        ada.say("nonsense", "emote")
        ada.send(type="decide", action=card, at=-1)
        told: list[Any] = [ada.socket.receive_json() for _ in range(2)]
        assert [message["type"] for message in told] == ["refused", "event"] and told[0]["request"] == "say"


def test_a_store_that_fails_lets_people_play_without_talk(
    web: TestClient, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    from millefiori.server.refusal import Refusal

    async def fail(live: Any) -> Any:
        raise Refusal("storage", "out of order")

    monkeypatch.setattr(rooms_of(web).hearing, "lines", fail)
    assert table.sit("Ada").heard() == []
