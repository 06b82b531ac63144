"""Tempo: part of a game's setup, validated at the border, and agreed to by whoever joins."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from millefiori.server.messages.words import NO_TEMPO, Tempo
from millefiori.server.rooms.room import Command
from millefiori.server.rooms.setup import Setup
from tests.server.serving import bearer
from tests.server.storage.storing import ask, web_of

SEATS = [{"kind": "here", "name": "Ada"}, {"kind": "friend"}]
REAL = {"kind": "real", "bank": 600, "per_turn": 20}
DAYS = {"kind": "days", "days": 3, "sleep_from": 22, "sleep_to": 7, "zone": "Europe/Rome"}


def wanted(tempo: Any) -> dict[str, Any]:
    return {"edition": "international", "seats": SEATS, "tempo": tempo}


def test_a_setup_of_an_earlier_version_has_no_tempo() -> None:
    old = b'{"edition":"german","tactical":false,"players":[],"deck":[],"start_player":0}'
    assert msgspec.json.decode(old, type=Setup).tempo == NO_TEMPO
    assert msgspec.json.decode(b'{"seat":1,"kind":"decide","value":3}', type=Command).at == 0


@pytest.mark.parametrize("tempo", [REAL, DAYS])
def test_an_invitation_says_the_tempo_and_it_is_stored(tmp_path: Path, tempo: dict[str, Any]) -> None:
    path = tmp_path / "games.sqlite"
    with web_of(path) as web:
        opened = web.post("/api/games", json=wanted(tempo)).json()
        invited = web.get("/api/invitation", headers=bearer(opened["invitations"]["1"])).json()
    assert invited["tempo"] == tempo
    assert msgspec.json.decode(ask(path, "SELECT setup FROM games"), type=Setup).tempo == Tempo(**tempo)


@pytest.mark.parametrize(
    ("tempo", "code", "words"),
    [
        ({"kind": "real"}, "setup", "at least 10 seconds"),
        ({"kind": "real", "bank": 5, "per_turn": 4}, "setup", "at least 10 seconds"),
        ({"kind": "days"}, "setup", "1, 3 or 7"),
        ({"kind": "days", "days": 2}, "malformed", "days"),
        ({"kind": "days", "days": 1, "zone": "Atlantis"}, "setup", "no time zone 'Atlantis'"),
        ({"kind": "days", "days": 1, "zone": "../../etc/passwd"}, "setup", "no time zone"),
        ({"kind": "days", "days": 1, "sleep_from": 24}, "malformed", "sleep_from"),
        ({"kind": "none", "bank": 60}, "setup", "'bank'"),
        ({"kind": "real", "bank": 60, "days": 1}, "setup", "'days'"),
        ({"kind": "real", "bank": 7201}, "malformed", "bank"),
        ({"kind": "blitz"}, "malformed", "blitz"),
        ({"kind": "real", "bank": 60, "more": 1}, "malformed", "more"),
    ],
)
def test_a_tempo_that_nobody_could_play_at_is_refused(
    tmp_path: Path, tempo: dict[str, Any], code: str, words: str
) -> None:
    with web_of(tmp_path / "games.sqlite") as web:
        answer = web.post("/api/games", json=wanted(tempo))
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert words in answer.json()["message"]
