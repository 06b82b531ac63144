"""The analysis board over HTTP: any position, moved freely; opinions with reasons; no way to a running game."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from millefiori.position import position, text
from millefiori.record import dump, parse, verify, write
from millefiori.server.app import make_app
from millefiori.server.border.limits import NO_LIMITS, Limits
from millefiori.table import Table
from millefiori.teacher.analysis.setup import playable
from tests.server.reasons import adds_up

LINE = "international-3 T=A.../A..B/..../..../.... act=B phase=play kept=-/glasses-3/-"


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path_factory.mktemp("analysis") / "games.sqlite", workers=0)) as client:
        yield client


@pytest.fixture(scope="module")
def finished() -> Table:
    table = Table("international", ("Ada", "Ben"), seed=4)
    while not table.is_over:
        table.advance(table.legal_actions()[0])
    return table


def asked(web: TestClient, path: str, **body: Any) -> dict[str, Any]:
    answer = web.post(f"/api/analysis{path}", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_actions_lead_from_a_position_to_another_for_whoever_is_to_act(web: TestClient) -> None:
    first = asked(web, "", position=LINE)
    assert (first["welcome"]["seat"], first["event"]) == (1, None)
    action = first["welcome"]["position"]["cards"][0]["previews"][0]["action"]
    second = asked(web, "", position=LINE, actions=[action])
    assert (second["event"]["seat"], second["event"]["kind"]) == (1, "place")
    assert second["welcome"]["position"]["decides"] is True
    assert asked(web, "", position=second["position"])["position"] == second["position"]


def test_cards_that_a_line_does_not_name_are_dealt_the_same_every_time() -> None:
    game = playable(LINE)
    assert text(game) == text(playable(LINE))
    table = Table("german", 3, seed=2)
    for _ in range(40):
        assert playable(text(table.game)).hand.tobytes() == table.game.hand.tobytes()
        table.advance(table.legal_actions()[-1])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nonsense", "begins with a name"),
        ("martian-2", "martian"),
        ("international-2 W=X", "spaces"),
        ("international-2 turn=5", "turns"),
        ("international-2 phase=keep hand=ash-1/- kept=ash-2/-", "no card to play"),
        ("international-2 phase=play kept=ash-1/ash-2 hand=lime-1,lime-2,lime-3,lime-4,lime-5/-", "not more"),
    ],
)
def test_a_position_that_could_not_go_on_is_refused(web: TestClient, line: str, words: str) -> None:
    answer = web.post("/api/analysis", json={"position": line})
    assert (answer.status_code, answer.json()["code"]) == (400, "position")
    assert words in answer.json()["message"]


def test_an_illegal_action_is_refused_with_its_rule(web: TestClient) -> None:
    answer = web.post("/api/analysis", json={"position": LINE, "actions": [199]})
    assert answer.json()["code"] == "illegal"


def test_opinions_come_with_reasons_that_add_up(web: TestClient) -> None:
    line = "international-2 supply=1/2 phase=play act=A kept=quartz-1/ash-1 round=6 turn=3 start=A"
    found = asked(web, "/opinions", position=line)["actions"]
    assert len(found) > 1 and found[0]["loss"] == 0 and found[0]["why"] is None
    for thought in found[1:]:
        assert thought["why"]["whole"] == round(thought["loss"])
        assert adds_up(thought["why"])


def test_a_picture_is_drawn_and_a_new_deal_is_whole(web: TestClient) -> None:
    picture = web.get("/api/analysis/picture.svg", params={"position": LINE})
    assert picture.headers["content-type"].startswith("image/svg+xml") and picture.text.startswith("<svg")
    fresh = asked(web, "/new", edition="german", seats=4)
    assert position(fresh["position"]).seats == 4
    assert web.post("/api/analysis/new", json={"edition": "caipirinha", "seats": 4}).json()["code"] == "position"


def test_a_record_comes_with_its_variations_and_goes_out_with_new_ones(web: TestClient, finished: Table) -> None:
    record = write(finished)
    game = web.post("/api/analysis/record", content=dump(record)).json()
    assert game["actions"] == [action for _, action in finished.actions]
    assert [player["name"] for player in game["players"]] == ["Ada", "Ben"]
    other = next(each for each in playable_actions(web, game, 0) if each != game["actions"][0])
    branch = {"after": 0, "actions": [other], "branches": []}
    made = web.post("/api/analysis/export", json={"record": dump(record), "branches": [branch]})
    assert verify(parse(made.text)) == []
    again = web.post("/api/analysis/record", content=made.text).json()
    assert again["branches"] == [branch]


def playable_actions(web: TestClient, game: dict[str, Any], after: int) -> list[int]:
    shown = asked(web, "", position=game["position"], actions=game["actions"][:after])
    return [card["card"] for card in shown["welcome"]["position"]["cards"]]


def test_what_is_wrong_with_a_record_or_a_variation_is_said(web: TestClient, finished: Table) -> None:
    assert web.post("/api/analysis/record", content=b"{}").json()["code"] == "record"
    branch = {"after": 0, "actions": [199]}
    answer = web.post("/api/analysis/export", json={"record": dump(write(finished)), "branches": [branch]})
    assert (answer.json()["code"], "variation" in answer.json()["message"]) == ("record", True)


# --- Running games


def test_no_key_of_a_running_game_opens_anything_here(web: TestClient) -> None:
    seats = [{"kind": "here", "name": "Ada"}, {"kind": "bot", "level": "gentle"}]
    opened = web.post("/api/games", json={"edition": "international", "seats": seats}).json()
    key = next(iter(opened["keys"].values()))
    headers = {"Authorization": f"Bearer {key}"}
    assert web.get("/api/record", headers=headers).json()["code"] == "running"
    with_key = web.post("/api/analysis", json={"position": LINE}, headers=headers)
    assert with_key.content == web.post("/api/analysis", json={"position": LINE}).content
    assert web.post("/api/analysis", json={"position": LINE, "key": key}).status_code == 400


def test_the_record_of_an_unfinished_game_is_not_analysed(web: TestClient) -> None:
    table = Table("international", 2, seed=1)
    table.advance(table.legal_actions()[0])
    answer = web.post("/api/analysis/record", content=dump(write(table)))
    assert (answer.status_code, answer.json()["code"]) == (403, "running")


def test_opinions_are_limited_as_hints_are(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = Limits(**dict.fromkeys(Limits.__struct_fields__, 0) | {"hints_per_minute": 1})
    assert limits != NO_LIMITS
    folder = tmp_path_factory.mktemp("limited")
    line = "international-2 supply=1/1 last=yes phase=play act=B kept=-/ash-1 round=6 turn=3 start=A"
    with TestClient(make_app(folder / "games.sqlite", workers=0, limits=limits)) as web:
        assert web.post("/api/analysis/opinions", json={"position": line}).status_code == 200
        answer = web.post("/api/analysis/opinions", json={"position": line})
        assert (answer.status_code, answer.json()["code"]) == (429, "limit")
        assert json.loads(answer.text)["message"]
