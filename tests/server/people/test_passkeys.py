"""Passkeys: what strangers send instead of one is refused alike. A real one is used in tests/browser/test_people.py."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from millefiori.server.people import passkeys
from millefiori.server.people.passkeys import encoded
from tests.server.people.meeting import Person, hall_app
from tests.server.serving import bearer

SITE = {"Origin": "http://localhost"}


@pytest.fixture
def site(tmp_path: Path) -> Any:
    with hall_app(tmp_path) as web:
        web.base_url = "http://localhost"
        yield web


def answer(challenge: str, **more: Any) -> dict[str, Any]:
    """What looks like the answer of a browser, and is not signed by anybody."""
    data = json.dumps({"type": "webauthn.get", "challenge": challenge, "origin": "http://localhost"})
    response = {"clientDataJSON": encoded(data.encode()), "authenticatorData": encoded(b"x" * 37), "signature": "eA"}
    return {"credential": {"id": "eA", "rawId": "eA", "type": "public-key", "response": response, **more}}


def test_options_name_the_site_and_the_player_and_nothing_secret(site: TestClient) -> None:
    ada = Person.named(site, "Ada")
    told = site.post("/api/player/passkeys/options", headers={**SITE, **bearer(ada.key)})
    options = told.json()
    assert options["rp"] == {"name": "Mille Fiori", "id": "localhost"} and options["user"]["name"] == "Ada"
    assert options["authenticatorSelection"]["residentKey"] == "required" and ada.key not in told.text
    assert site.post("/api/player/passkeys/options", headers=SITE).status_code == 401


@pytest.mark.parametrize("origin", ["", "http://127.0.0.1", "null"])
def test_a_site_without_a_name_has_no_passkeys(site: TestClient, origin: str) -> None:
    headers = {"Host": "127.0.0.1" if "127" in origin else "localhost", **({"Origin": origin} if origin else {})}
    refused = site.post("/api/passkey/options", headers=headers)
    assert refused.json()["code"] in ("passkeys", "origin")


def test_nobody_signs_in_with_what_nobody_has_signed(site: TestClient) -> None:
    challenge = site.post("/api/passkey/options", headers=SITE).json()["challenge"]
    unknown = site.post("/api/passkey", headers=SITE, json=answer(challenge))
    assert (unknown.status_code, unknown.json()["code"]) == (404, "passkey")


@pytest.mark.parametrize(
    "wrong",
    [
        {"credential": {}},
        {"credential": {"response": 7}},
        {"credential": {"response": {"clientDataJSON": "!!"}}},
        {"credential": {"response": {"clientDataJSON": encoded(b"[]")}}},
        answer("c29tZXRoaW5n"),
    ],
)
def test_damaged_answers_and_unknown_challenges_are_refused_alike(site: TestClient, wrong: dict[str, Any]) -> None:
    refused = site.post("/api/passkey", headers=SITE, json=wrong)
    assert (refused.status_code, refused.json()["code"]) == (404, "passkey")
    ada = Person.named(site, "Ada")
    refused = site.post("/api/player/passkeys", headers={**SITE, **bearer(ada.key)}, json=wrong)
    assert (refused.status_code, refused.json()["code"]) == (404, "passkey")


def test_a_challenge_of_one_player_is_no_good_for_another(site: TestClient) -> None:
    ada, eve = Person.named(site, "Ada"), Person.named(site, "Eve")
    options = site.post("/api/player/passkeys/options", headers={**SITE, **bearer(ada.key)}).json()
    stolen = answer(options["challenge"])
    assert site.post("/api/player/passkeys", headers={**SITE, **bearer(eve.key)}, json=stolen).status_code == 404
    assert site.post("/api/passkey", headers=SITE, json=stolen).status_code == 404


def test_a_server_without_the_library_refuses(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passkeys, "is_available", lambda: False)
    assert site.post("/api/passkey/options", headers=SITE).json()["code"] == "passkeys"
