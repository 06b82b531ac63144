"""Reviews over HTTP: made in the background, kept with the game, and only of games that are over."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from millefiori import record
from millefiori.server.app import make_app
from millefiori.server.border.limits import NO_LIMITS, Limits
from millefiori.server.reviews import reviewer
from millefiori.server.reviews.shown import whole_parts
from millefiori.table import Table
from millefiori.teacher import jobs
from tests.server.reasons import adds_up
from tests.server.reviews.reviewing import bearer, opened, played, reviewed


def test_a_review_is_made_in_the_background_and_says_everything(web: TestClient, keys: dict[str, Any]) -> None:
    begun = web.post("/api/review", json={"key": keys["1"]})
    assert begun.status_code == 202 and begun.json()["working"]
    shown = reviewed(web, keys["1"])
    assert (shown["seat"], shown["progress"], shown["working"]) == (1, 1.0, False)
    assert [player["name"] for player in shown["players"]] == ["Ada", "Ben", "Cem"]
    compared = [decision for decision in shown["decisions"] if "loss" in decision]
    assert compared and all("hindsight" in decision for decision in compared)
    assert shown["curve"][0]["step"] == 0 and shown["curve"][-1]["step"] == shown["steps"]
    assert sum(shown["curve"][-1]["win"]) == pytest.approx(1)
    assert [row["part"] for row in shown["accuracy"][0]][:4] == ["all", "keep", "play", "take"]


def test_whole_numbers_add_up_in_every_loss_and_balance(web: TestClient, keys: dict[str, Any]) -> None:
    shown = reviewed(web, keys["0"])
    losses = [found for each in shown["decisions"] for found in (each.get("loss"), each.get("hindsight")) if found]
    assert losses
    for loss in losses:
        assert adds_up(loss["why"])
        assert loss["why"]["whole"] == round(loss["points"])
    for balance in shown["balance"]:
        assert sum(balance["whole"][:4]) == balance["whole"][4]
        parts = balance["start"] + balance["luck"] + balance["own"] + balance["others"]
        assert parts == pytest.approx(balance["result"], abs=1e-6)


@pytest.mark.parametrize(
    ("parts", "total"), [((1.4, 1.4, 1.4, 0.0), 4), ((-1.5, -1.5, 0.5, 0.5), -2), ((0.6, 0.6), 1), ((2.0, 3.0), 5)]
)
def test_rounded_parts_keep_their_sum(parts: tuple[float, ...], total: int) -> None:
    whole = whole_parts(parts, total)
    assert sum(whole) == total
    assert all(abs(one - other) <= 1 for one, other in zip(whole, parts, strict=True))


def test_events_are_those_of_the_game_and_what_would_have_been(web: TestClient, keys: dict[str, Any]) -> None:
    frames = web.get("/api/review/game", headers=bearer(keys["0"])).json()["frames"]
    for decision in reviewed(web, keys["0"])["decisions"]:
        happened, said = frames[decision["step"] + 1]["event"], decision["played"]
        assert [said.get(key) for key in ("kind", "seat", "card", "space", "gains")] == [
            happened.get(key) for key in ("kind", "seat", "card", "space", "gains")
        ]
        if "better" in decision:
            assert decision["better"]["seat"] == decision["seat"] and decision["better"] != said


def test_spectators_and_those_with_a_shared_link_see_the_same_review(web: TestClient, keys: dict[str, Any]) -> None:
    own = reviewed(web, keys["0"])
    share = web.post("/api/share", json={"key": keys["0"]}).json()["share"]
    for key in (keys["watch"], share):
        shown = web.get("/api/review", headers=bearer(key)).json()
        assert shown == {**own, "seat": -1}


# --- Only of games that are over


def test_nothing_of_a_running_game_is_reviewed(web: TestClient, table: Table) -> None:
    """Whatever is hidden, every answer is the same, byte for byte."""
    half = len(table.actions) // 2
    answers = []
    for other in (table, played(3, seed=3)):
        running = opened(web, other, half)
        requests = [
            web.post("/api/review", json={"key": running["0"]}),
            web.get("/api/review", headers=bearer(running["0"])),
            web.get("/api/review/game", headers=bearer(running["watch"])),
            web.get("/api/review/moment/3", headers=bearer(running["0"])),
            web.post("/api/review/try", json={"key": running["0"], "step": 3, "action": 0}),
            web.post("/api/review/play", json={"key": running["0"], "step": 3, "seat": 0}),
        ]
        assert {(answer.status_code, answer.json()["code"]) for answer in requests} == {(403, "running")}
        answers.append([answer.content for answer in requests])
    assert answers[0] == answers[1]


def test_a_running_game_cannot_be_reviewed_as_a_record(web: TestClient, table: Table) -> None:
    written = record.write(table)
    running = {key: value for key, value in written.items() if key != "result"} | {"actions": written["actions"][:-4]}
    answer = web.post("/api/review/record", content=record.dump(running))
    assert (answer.status_code, answer.json()["code"]) == (409, "unfinished")


def test_what_opens_nothing_is_refused(web: TestClient) -> None:
    for key in ("nothing", "record-nothing"):
        assert web.post("/api/review", json={"key": key}).json()["code"] == "key"


# --- Records


def test_a_record_is_reviewed_by_a_link_made_of_it(web: TestClient, table: Table) -> None:
    text = record.dump(record.write(table))
    key = web.post("/api/review/record", content=text).json()["key"]
    assert web.post("/api/review/record", content=text).json()["key"] == key
    shown = reviewed(web, key)
    assert shown["seat"] == -1 and shown["scores"] == table.scores
    frames = web.get("/api/review/game", headers=bearer(key)).json()["frames"]
    assert len(frames) == shown["steps"] + 1


def test_a_record_that_is_none_is_refused(web: TestClient) -> None:
    assert web.post("/api/review/record", content="{}").json()["code"] == "record"


# --- Kept


def test_a_review_is_kept_and_continued_after_a_restart(
    tmp_path: Path, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewer, "STORING", 0.0)
    done: list[str] = []
    work = jobs.do

    def count(text: str, wanted: list[jobs.Job]) -> Any:
        done.extend(f"{job}" for job in wanted)
        return work(text, wanted)

    monkeypatch.setattr(reviewer, "do", count)
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0)) as web:
        keys = opened(web, table)
        web.post("/api/review", json={"key": keys["0"]})
        while len(done) < 60:
            web.get("/api/review", headers=bearer(keys["0"]))
    before = list(done)
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0)) as web:
        shown = web.get("/api/review", headers=bearer(keys["0"])).json()
        assert not shown["working"] and shown["stage"] != "done" and 0 < shown["progress"] < 1
        whole = reviewed(web, keys["0"])
        assert len(set(before) & set(done[len(before) :])) <= 1, "only what was not stored yet is done again"
        done.clear()
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0)) as web:
        assert web.post("/api/review", json={"key": keys["0"]}).json() == whole
        assert done == []


def test_a_review_stops_when_nobody_asks_any_more(
    tmp_path: Path, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewer, "PATIENCE", 0.0)
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0)) as web:
        keys = opened(web, table)
        web.post("/api/review", json={"key": keys["0"]})
        found = web.app.state.reviewer  # type: ignore[attr-defined]
        while found.at_work:
            web.get("/api/lessons")
        assert web.get("/api/review", headers=bearer(keys["0"])).json()["stage"] != "done"


def test_a_stranger_cannot_have_everything_reviewed(tmp_path: Path, table: Table) -> None:
    limits = Limits(**{**dict.fromkeys(NO_LIMITS.__struct_fields__, 0), "reviews_per_hour": 1})
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0, limits=limits)) as web:
        answers = [web.post("/api/review", json={"key": opened(web, table)["0"]}).status_code for _ in range(2)]
    assert answers == [202, 429]
