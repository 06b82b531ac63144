"""Duplicates over HTTP: one link, tables when all are there, results when all have played; no card of another table."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from millefiori import record
from millefiori.server.app import make_app
from millefiori.server.duplicates import duplicates
from millefiori.server.storage.keys import Key
from tests.server.duplicates.friends import answered, ask, gather, play, room_of, seat, standing
from tests.server.services import until
from tests.server.serving import bearer


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path_factory.mktemp("duplicate") / "games.sqlite", workers=0)) as client:
        yield client


# --- Joining


def test_tables_are_there_when_everybody_has_joined(web: TestClient) -> None:
    terms = {"edition": "international", "seats": 3, "people": 3, "deals": 2}
    link = answered(web, "Ada", "", terms=terms, name="Ada")["link"]
    waiting = answered(web, "Ben", "/join", link=link, name="Ben")
    assert (waiting["names"], waiting["you"], waiting["until"], waiting["deals"]) == (["Ada", "Ben", ""], 1, 0, [])
    assert ask(web, "Ben", "/seat", link=link, deal=0).json()["code"] == "key"
    assert answered(web, "Ben", "/leave", link=link)["names"] == ["Ada", "", ""]
    answered(web, "Ben", "/join", link=link, name="Ben")
    assert answered(web, "Ben", "/join", link=link, name="Ben again")["names"] == ["Ada", "Ben", ""]
    full = answered(web, "Cem", "/join", link=link, name="Cem")
    assert full["names"] == ["Ada", "Ben", "Cem"] and full["until"] > 0
    assert [len(deal["tables"]) for deal in full["deals"]] == [3, 3]
    late = ask(web, "Dan", "/join", link=link, name="Dan")
    assert (late.status_code, late.json()["code"]) == (409, "duplicate")
    assert ask(web, "Cem", "/leave", link=link).json()["code"] == "duplicate"


def test_all_tables_of_a_deal_have_the_same_cards_and_show_the_same_commitment(web: TestClient) -> None:
    link = gather(web, "Ada", "Ben", seats=3, deals=2)
    decks = []
    for deal in range(2):
        games = [seat(web, who, link, deal)["game"] for who in ("Ada", "Ben")]
        keys = [seat(web, who, link, deal)["key"] for who in ("Ada", "Ben")]
        assert len(set(games)) == len(set(keys)) == 2
        assert keys == [seat(web, who, link, deal)["key"] for who in ("Ada", "Ben")], "asked again, it is the same key"
        for key in keys:
            play(web, key, decisions=1)
        tables = [room_of(web, game).table for game in games]
        assert tables[0].deck == tables[1].deck and tables[0].start_player == tables[1].start_player
        shown = standing(web, "Ada", link)["deals"][deal]["commitment"]
        assert [table.commitment for table in tables] == [shown, shown]
        assert all(room_of(web, game).setup.allows_hints is False for game in games)
        decks.append(tables[0].deck)
    assert decks[0] != decks[1]


def test_two_tables_with_people_on_both_sides(web: TestClient) -> None:
    link = gather(web, "Ada", "Ben", "Cem", "Dan", together=2)
    (deal,) = standing(web, "Ada", link)["deals"]
    assert sorted(person for table in deal["tables"] for person in table["people"]) == [0, 1, 2, 3]
    joined = {who: seat(web, who, link) for who in ("Ada", "Ben", "Cem", "Dan")}
    assert len({(found["game"], found["seat"]) for found in joined.values()}) == 4
    for table in deal["tables"]:
        first, second = (joined[("Ada", "Ben", "Cem", "Dan")[person]] for person in table["people"])
        assert first["game"] == second["game"] and (first["seat"], second["seat"]) == (0, 1)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"people": 1}, "malformed"),
        ({"people": 9}, "malformed"),
        ({"deals": 5}, "malformed"),
        ({"people": 3, "together": 2}, "setup"),
        ({"people": 2, "together": 2}, "setup"),
        ({"edition": "klingon"}, "setup"),
        ({"level": "klingon"}, "setup"),
        ({"level": "line:./mybot"}, "setup"),
    ],
)
def test_terms_that_make_no_duplicate_are_refused(web: TestClient, terms: dict[str, Any], code: str) -> None:
    wanted = {"edition": "international", "seats": 2, "people": 2, **terms}
    assert ask(web, "Ada", "", terms=wanted, name="Ada").json()["code"] == code


def test_strangers_and_weak_secrets_get_nothing(web: TestClient) -> None:
    link = gather(web, "Ada", "Ben")
    seen = standing(web, "a stranger", link)
    assert (seen["names"], seen["you"], seen["deals"]) == (["Ada", "Ben"], -1, [])
    assert ask(web, "a stranger", "/seat", link=link, deal=0).status_code == 404
    for what in ("look", "join", "leave", "seat"):
        body = {"link": "nothing", **({"name": "X"} if what == "join" else {"deal": 0} if what == "seat" else {})}
        assert ask(web, "Ada", f"/{what}", **body).status_code == 404
    weak = web.post("/api/duplicate/join", json={"link": link, "name": "X"}, headers=bearer("short"))
    assert weak.json()["code"] == "malformed"
    assert ask(web, "Eve", "/join", link=link, name="bot: master").json()["code"] == "name"


# --- Playing, and what is closed meanwhile


ROUTES: list[tuple[str, str, dict[str, Any]]] = [
    ("GET", "/api/record", {}),
    ("GET", "/api/replay", {}),
    ("GET", "/api/review", {}),
    ("GET", "/api/review/game", {}),
    ("GET", "/api/review/moment/0", {}),
    ("POST", "/api/review", {"key": "KEY"}),
    ("POST", "/api/review/try", {"key": "KEY", "step": 0, "action": 0}),
    ("POST", "/api/review/play", {"key": "KEY", "step": 0, "seat": 0, "level": "gentle"}),
    ("POST", "/api/share", {"key": "KEY"}),
    ("POST", "/api/view", {"key": "KEY"}),
    ("POST", "/api/again", {"key": "KEY", "same_deal": True}),
]
"""All ways to see cards of a finished game, or to see the game from elsewhere."""


def tried(web: TestClient, key: str) -> dict[str, str]:
    """What each of them answers: the code of the refusal, or nothing."""
    answers = {}
    for method, path, body in ROUTES:
        sent = {name: key if value == "KEY" else value for name, value in body.items()}
        answer = web.request(method, path, json=sent or None, headers=bearer(key))
        answers[path + method] = answer.json()["code"] if answer.status_code >= 400 else ""
    return answers


def test_a_deal_is_closed_until_all_its_tables_are_over_and_then_compared(web: TestClient) -> None:
    link = gather(web, "Ada", "Ben", deals=2)
    ada, ben = seat(web, "Ada", link), seat(web, "Ben", link)
    play(web, ada["key"])
    play(web, ben["key"], decisions=3)

    assert set(tried(web, ada["key"]).values()) == {"sealed"}, "Ada's table is over, and Ben still plays the same cards"
    running = standing(web, "Ada", link)
    assert [table["progress"] for table in running["deals"][0]["tables"]] == ["over", "running"]
    assert [table["progress"] for table in running["deals"][1]["tables"]] == ["free", "free"]
    closed = {"scores": [], "margins": [], "compared": [], "stood_in": [], "share": ""}
    assert all(table[name] == value for table in running["deals"][0]["tables"] for name, value in closed.items())
    assert {total["deals"] for total in running["totals"]} == {0}

    play(web, ben["key"])
    done = standing(web, "Ben", link)
    deal, other = done["deals"]
    assert deal["is_over"] and not other["is_over"]
    scores = [room_of(web, game).table.scores for game in (ada["game"], ben["game"])]
    assert [table["scores"] for table in deal["tables"]] == scores
    margins = [one - two for one, two in scores]
    assert [table["margins"][0] for table in deal["tables"]] == margins
    assert [table["compared"][0] for table in deal["tables"]] == [margins[0] - margins[1], margins[1] - margins[0]]
    assert {(total["person"], total["points"]) for total in done["totals"]} == {
        (0, margins[0] - margins[1]),
        (1, margins[1] - margins[0]),
    }
    assert set(tried(web, ada["key"]).values()) <= {"", "step", "illegal"}, "now everything is open"
    for table in deal["tables"]:
        assert web.get("/api/replay", headers=bearer(table["share"])).status_code == 200
    assert standing(web, "Ada", link)["deals"] == [
        {**each, "game": mine}
        for each, mine in zip(done["deals"], (ada["game"], seat(web, "Ada", link, 1)["game"]), strict=True)
    ]

    written = [web.get("/api/record", headers=bearer(key)).json() for key in (ada["key"], ben["key"])]
    assert [one["fairness"]["commitment"] for one in written] == [deal["commitment"]] * 2
    assert written[0]["fairness"]["salt"] == written[1]["fairness"]["salt"]
    for each in written:
        assert record.replay(record.parse(json.dumps(each))).commitment == deal["commitment"]


def test_nobody_can_watch_a_table_or_end_it_early(web: TestClient) -> None:
    link = gather(web, "Ada", "Ben", "Cem", "Dan", together=2)
    joined = seat(web, "Ada", link)
    store, watch = web.app.state.rooms.store, "a key that somebody has found"  # type: ignore[attr-defined]
    assert web.portal is not None
    for kind, place in (("watch", -1), ("view", 0)):
        assert web.portal.call(store.add_link, watch + kind, Key(joined["game"], place, kind))
        with web.websocket_connect("/ws") as socket:
            socket.send_json({"type": "hello", "protocol": 3, "key": watch + kind})
            assert socket.receive_json()["code"] == "sealed"
            with pytest.raises(WebSocketDisconnect):
                socket.receive_json()
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "protocol": 3, "key": joined["key"]})
        socket.send_json({"type": "agree", "about": 4})
        while (message := socket.receive_json())["type"] != "refused":
            pass
        assert message["code"] == "proposal"


def test_duplicates_that_differ_in_cards_alone_say_the_same(tmp_path: Path) -> None:
    """Two servers, byte for byte but for names of games and commitments, at every step until a table is over."""
    told = list[list[str]]()
    decks = set()
    for name in ("one", "other"):
        with TestClient(make_app(tmp_path / f"{name}.sqlite", workers=0)) as web:
            link = gather(web, "Ada", "Ben", deals=1)
            joined, other = seat(web, "Ada", link), seat(web, "Ben", link)
            said = [json.dumps(standing(web, "Ben", link))]
            play(web, joined["key"], decisions=4)
            said.append(json.dumps(standing(web, "Ben", link)))
            play(web, joined["key"])
            decks.add(tuple(room_of(web, joined["game"]).table.deck))
            for path in ("/look", "/join"):
                more = {"name": "Ben"} if path == "/join" else {}
                said.append(ask(web, "Ben", path, link=link, **more).text)
                said.append(ask(web, "Eve", path, link=link, **more).text)
            said.append(json.dumps(tried(web, joined["key"])))
            shown = standing(web, "Ben", link)
            hidden = [shown["deals"][0]["commitment"], joined["game"], other["game"], str(shown["until"])]
            for secret in hidden:
                said = [each.replace(secret, "*") for each in said]
            told.append(said)
    assert told[0] == told[1]
    assert len(decks) == 2


# --- Giving up


def test_bots_play_on_for_those_who_are_late_and_the_deal_is_opened(
    web: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = gather(web, "Ada", "Ben")
    play(web, seat(web, "Ada", link)["key"])
    assert standing(web, "Ada", link)["deals"][0]["tables"][1]["progress"] == "free"
    monkeypatch.setattr(duplicates, "DAY", -1)  # the time is up

    def is_over() -> None:
        assert standing(web, "Ada", link)["deals"][0]["is_over"]

    until(is_over)
    (deal,) = standing(web, "Ada", link)["deals"]
    assert [table["stood_in"] for table in deal["tables"]] == [[], [0]]
    ada, ben = (table["compared"][0] for table in deal["tables"])
    assert ben == min(0.0, -ada), "Ben gains nothing by the bot"


def test_a_lost_game_does_not_close_the_deal_for_ever(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    link = gather(web, "Ada", "Ben")
    play(web, seat(web, "Ada", link)["key"])
    lost = seat(web, "Ben", link)["game"]
    store = web.app.state.rooms.store  # type: ignore[attr-defined]
    assert web.portal is not None
    web.portal.call(
        store.write, lambda database: database.execute("UPDATE games SET setup = '?' WHERE id = ?", (lost,))
    )
    monkeypatch.setattr(duplicates, "DAY", -1)
    (deal,) = standing(web, "Ada", link)["deals"]
    assert deal["is_over"] and [bool(table["scores"]) for table in deal["tables"]] == [True, False]
    assert [bool(table["share"]) for table in deal["tables"]] == [True, False]
