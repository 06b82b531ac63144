"""Whatever strangers send to players and hall is answered, and never with an error of the server."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from millefiori.server.people.routes import ROUTES
from tests.server.people.meeting import Person, hall_app, lists
from tests.server.serving import bearer

WRONG = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"7",
    b"\xff\xfe",
    b'"' + b"x" * 5000 + b'"',
    b"[" * 2000,
    b'{"name": 7}',
    b'{"name": "A", "emblem": -1}',
    b'{"gathering": null}',
    b'{"gathering": "' + "\u0000é".encode() + b'"}',
    b'{"edition": "international", "seats": 2, "tempo": {"kind": "days", "days": 2}}',
    b'{"edition": "international", "seats": 1e99}',
    b'{"credential": {"response": {"clientDataJSON": "e30"}}}',
    b'{"ticket": "' + b"t" * 65 + b'"}',
    b'{"game": "x", "game": "y", "z": 1}',
]


@pytest.fixture
def quick_web(tmp_path: Path) -> Iterator[TestClient]:
    with hall_app(tmp_path) as client:
        yield client


def test_no_text_disturbs_a_database(web: TestClient) -> None:
    """PostgreSQL cannot store a NUL."""
    ada = Person.named(web, "A\0da")
    assert ada.name == "Ada"
    for text in ("\0", "a\0b", "'; DROP TABLE players; --", "%s", "?", "é" * 60):
        answers = [
            ada.join(text),
            ada.agree(text, text),
            ada.gather(edition=text),
            ada.ask("POST", "/seat", {"game": text}),
        ]
        answers += [ada.ask("PATCH", "/player", {"name": text + "x"})]
        answers += [web.post("/api/player/devices", json={"ticket": text, "device": text})]
        assert [answer.status_code for answer in answers if answer.status_code >= 500] == []
    assert web.delete("/api/player/devices/%00", headers=bearer(ada.key)).json()["code"] == "malformed"
    assert ada.me()["id"] == ada.id


@pytest.mark.parametrize(("method", "path"), [(method, path) for method, path, _ in ROUTES])
def test_bad_bodies_are_refused(quick_web: TestClient, method: str, path: str) -> None:
    web = quick_web
    for key in ("", "unknown", Person.named(web, "Ada").key):
        for body in WRONG:
            address = "/api" + path.format(device="x", passkey="%00", player="nobody")
            answer = web.request(method, address, content=body, headers={**bearer(key), "Origin": "http://testserver"})
            assert answer.status_code < 500, (path, body[:40], answer.text)
            if answer.status_code >= 400:
                assert answer.json()["code"] and answer.json()["message"]


def test_the_hall_stands_after_a_thousand_random_requests(quick_web: TestClient) -> None:
    web = quick_web
    chooser, crowd = random.Random(5), [Person.named(web, f"P{number}") for number in range(5)]
    known = ["nowhere"]
    for _ in range(1000):
        person = chooser.choice(crowd)
        what = chooser.choice(["gather", "quick", "join", "leave", "agree"])
        seats = chooser.choice([2, 3, 4])
        if what in ("gather", "quick"):
            answer = getattr(person, what)(seats=seats, is_rated=chooser.random() < 0.5)
            known += [answer.json()["gathering"]] if answer.status_code == 201 else []
        elif what == "agree":
            answer = person.agree(chooser.choice(known), chooser.choice(["gentle", ""]))
        else:
            answer = getattr(person, what)(chooser.choice(known[-8:]))
        assert answer.status_code < 500, answer.text
    for gathering in lists(web).gatherings:
        sitters = [sitter.id for sitter in gathering.sitters]
        assert 1 <= len(sitters) < gathering.seats and len(set(sitters)) == len(sitters)
    assert len(lists(web).running) > 20
