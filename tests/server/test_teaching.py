"""Lessons over HTTP: what a step shows, what an attempt brings, what is refused."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from millefiori.engine.actions import action_named
from millefiori.server.app import make_app
from millefiori.server.border.limits import NO_LIMITS, Limits
from millefiori.teacher.lessons.lesson import lessons


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path_factory.mktemp("teaching") / "games.sqlite", workers=0)) as client:
        yield client


def tried(web: TestClient, lesson: str, step: int, *actions: str) -> dict[str, Any]:
    answer = web.post(f"/api/lessons/{lesson}/{step}", json={"actions": [action_named(action) for action in actions]})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_the_list_has_all_lessons_in_their_order(web: TestClient) -> None:
    shown = web.get("/api/lessons").json()["lessons"]
    assert [(entry["name"], entry["steps"]) for entry in shown] == [
        (lesson.name, len(lesson.steps)) for lesson in lessons().values()
    ]


@pytest.mark.parametrize("name", lessons())
def test_a_lesson_shows_every_step_as_a_game_that_begins_there(web: TestClient, name: str) -> None:
    steps = web.get(f"/api/lessons/{name}").json()["steps"]
    for shown, step in zip(steps, lessons()[name].steps, strict=True):
        welcome = shown["welcome"]
        assert (shown["name"], welcome["seat"], welcome["n"], welcome["hints"]) == (step.name, 0, -1, False)
        assert welcome["position"]["decides"] is (step.goal is not None)
        assert bool(welcome["position"]["cards"]) is (step.goal is not None)


def test_an_attempt_brings_events_with_positions_and_reasons(web: TestClient) -> None:
    answer = tried(web, "start", 1, "place W2.1")
    assert (answer["verdict"], answer["points"]) == ("reached", 2)
    (event,) = answer["events"]
    assert (event["kind"], event["seat"], event["gains"][0]["reason"]) == ("place", 0, "group")
    assert event["position"]["players"][0]["score"] == 2


def test_an_attempt_that_misses_says_what_it_would_have_scored(web: TestClient) -> None:
    answer = tried(web, "start", 1, "place W2.3")
    assert (answer["verdict"], answer["points"]) == ("missed", 1)


def test_the_cards_that_others_keep_stay_secret(web: TestClient) -> None:
    own, other = tried(web, "start", 4, "keep swans-5")["events"]
    assert (own["kind"], other["kind"], other["seat"]) == ("keep", "keep", 1)
    assert "card" in own and "card" not in other
    assert own["position"]["known"] == {} and other["position"]["in_play"] == own["card"]


def test_hands_are_passed_on_after_the_last_reply(web: TestClient) -> None:
    events = tried(web, "draft", 1, "place N2.1")["events"]
    assert [event["seat"] for event in events] == [0, 1, 2]
    assert events[-1]["passed"] is True


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("nothing/0", {"actions": [1]}, "lesson"),
        ("start/99", {"actions": [1]}, "lesson"),
        ("start/0", {"actions": [1]}, "lesson"),  # there is nothing to do
        ("start/1", {"actions": [199]}, "illegal"),
        ("start/1", {"actions": []}, "malformed"),
        ("start/1", {"actions": [0] * 25}, "malformed"),
        ("start/1", {"actions": [1000]}, "malformed"),
    ],
)
def test_what_makes_no_sense_is_refused(web: TestClient, path: str, body: dict[str, Any], code: str) -> None:
    answer = web.post(f"/api/lessons/{path}", json=body)
    assert (answer.status_code, answer.json()["code"]) == (404 if code == "lesson" else 400, code)


def test_a_stranger_cannot_ask_for_ever(tmp_path: Path) -> None:
    limits = Limits(**{**dict.fromkeys(NO_LIMITS.__struct_fields__, 0), "lookups_per_minute": 2})
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0, limits=limits)) as client:
        answers = [client.post("/api/lessons/start/1", json={"actions": [199]}).status_code for _ in range(3)]
    assert answers == [400, 400, 429]


def test_texts_of_a_part_are_loaded_apart(web: TestClient) -> None:
    assert "lesson.start" not in web.get("/api/lang/de").json()
    assert web.get("/api/lang/de/learn").json()["lesson.trade"] == "Handel"
    assert web.get("/api/lang/de/other").status_code == 404


def test_the_coach_names_what_a_seat_meets(web: TestClient) -> None:
    seats = [{"kind": "here"}, {"kind": "bot", "level": "gentle"}]
    opened = web.post("/api/games", json={"edition": "international", "seats": seats, "hints": True}).json()
    answer = web.get("/api/coach", headers={"Authorization": f"Bearer {opened['keys']['0']}"})
    assert answer.json() == {"situations": ["keep"]}
    assert web.get("/api/coach", headers={"Authorization": f"Bearer {opened['watch']}"}).json()["code"] == "key"


def test_friends_play_without_a_coach(web: TestClient) -> None:
    seats = [{"kind": "here"}, {"kind": "friend"}]
    opened = web.post("/api/games", json={"edition": "international", "seats": seats}).json()
    answer = web.get("/api/coach", headers={"Authorization": f"Bearer {opened['keys']['0']}"})
    assert answer.json()["code"] == "hints"
