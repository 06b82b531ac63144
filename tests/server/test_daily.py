"""The deal of the day: secret, the same for everybody, one try, results for those who have finished."""

import asyncio
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from millefiori.arena.margins import margin
from millefiori.server.app import make_app
from millefiori.server.daily import routes
from millefiori.server.daily.deals import bots_scores, deal_of
from millefiori.table import deck_from_names
from tests.server.serving import bearer

DAY = date(2027, 5, 3)


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path_factory.mktemp("daily") / "games.sqlite", workers=0)) as client:
        yield client


def play(web: TestClient, device: str, **body: Any) -> Any:
    return web.post("/api/daily", json=body, headers=bearer(device))


def standing(web: TestClient, device: str, day: str = "") -> dict[str, Any]:
    answer = web.get(f"/api/daily/{day}" if day else "/api/daily", headers=bearer(device))
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def setup_of(web: TestClient, game: str) -> Any:
    return web.app.state.rooms.live[game].room.setup  # type: ignore[attr-defined]


def finish(web: TestClient, key: str) -> None:
    """Play on until the game is over, always the first action."""
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "protocol": 3, "key": key})
        position = None
        for _ in range(3000):
            message = socket.receive_json()
            position = message.get("position") or position
            if position is None or message.get("type") not in ("welcome", "event"):
                continue
            if position["phase"] == "over":
                return
            if position["decides"]:
                card = position["cards"][0]
                action = card["previews"][0]["action"] if position["phase"] == "play" else card["obtain"]
                socket.send_json({"type": "decide", "action": action, "at": message["n"]})
    raise AssertionError("the game does not end")


# --- The deal


def test_a_deal_is_whole_the_same_all_day_and_another_one_tomorrow_or_elsewhere() -> None:
    deal = deal_of(b"secret", DAY)
    assert len(deck_from_names(deal.deck)) == 109
    assert deal == deal_of(b"secret", DAY)
    assert deal.deck not in (deal_of(b"secret", DAY + timedelta(3)).deck, deal_of(b"other", DAY).deck)
    assert {deal_of(b"x", DAY + timedelta(days)).seats for days in range(3)} == {2, 3, 4}


def test_bots_reach_the_same_on_a_seat_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("millefiori.server.daily.deals.BOTS", {"casual": "greedy", "skilled": "learned"})
    deal = deal_of(b"secret", DAY)
    assert bots_scores(deal) == bots_scores(deal)
    assert all(len(scores) == deal.seats for scores in bots_scores(deal).values())


# --- Playing it


def test_everybody_gets_the_same_deal_once(web: TestClient) -> None:
    one, other = play(web, "device-one", name="Ada").json(), play(web, "device-two", name="Ben").json()
    setups = [setup_of(web, opened["game"]) for opened in (one, other)]
    decks = [(setup.deck, setup.start_player) for setup in setups]
    assert decks[0] == decks[1]
    assert setup_of(web, one["game"]).allows_hints is False
    again = play(web, "device-one")
    assert (again.status_code, again.json()["code"]) == (409, "daily")
    assert play(web, "").json()["code"] == "daily"


def test_nothing_of_the_deal_is_said_before_it_is_played(tmp_path: Path) -> None:
    """Two servers with other secrets answer alike, byte for byte."""
    answers, decks = list[bytes](), list[list[str]]()
    for name in ("one", "other"):
        with TestClient(make_app(tmp_path / f"{name}.sqlite", workers=0)) as web:
            opened = play(web, "somebody else").json()
            answers.append(web.get("/api/daily", headers=bearer("a stranger")).content)
            decks.append(setup_of(web, opened["game"]).deck)
    assert answers[0] == answers[1]
    assert decks[0] != decks[1]


def test_results_come_when_the_own_game_is_over(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("millefiori.server.daily.deals.BOTS", {"casual": "greedy", "skilled": "learned"})
    opened = play(web, "device-three", name="Cem").json()
    running = standing(web, "device-three")
    assert (running["game"], running["is_over"], running["results"]) == (opened["game"], False, [])
    finish(web, opened["keys"]["0"])
    done = standing(web, "device-three")
    assert done["is_over"] is True
    own = next(result for result in done["results"] if result["is_you"])
    assert own["name"] == "Cem" and own["margin"] == pytest.approx(margin(own["scores"], 0))
    assert {result["level"] for result in done["results"]} == {"", "casual", "skilled"}
    assert [result["margin"] for result in done["results"]] == sorted(
        (result["margin"] for result in done["results"]), reverse=True
    )
    assert web.get("/api/replay", headers=bearer(own["share"])).status_code == 200
    assert standing(web, "device-two")["results"] == []
    assert standing(web, "device-three") == done


def test_days_of_the_past_are_practice_and_others_do_not_exist(web: TestClient) -> None:
    past = (routes.today() - timedelta(1)).isoformat()
    assert play(web, "device-one", day=past).status_code == 201
    assert play(web, "device-one", day=past).status_code == 201
    assert standing(web, "device-one", past)["game"] == ""
    for day in ((routes.today() + timedelta(1)).isoformat(), "2020-01-01", "2027-99-99"):
        assert play(web, "device-one", day=day).status_code in (400, 404)


def test_two_tries_at_the_same_moment_are_one(web: TestClient) -> None:
    codes = [play(web, "device-four").status_code for _ in range(3)]
    assert sorted(codes) == [201, 409, 409]


def test_bots_play_a_day_once_however_many_ask_at_the_same_moment(
    web: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms, asked = web.app.state.rooms, list[str]()  # type: ignore[attr-defined]

    async def run(table: str, urgency: Any, work: Any, deal: Any) -> dict[str, list[int]]:
        asked.append(table)
        await asyncio.sleep(0)
        return {"casual": [3, 4]}

    async def many() -> Any:
        return await asyncio.gather(*(routes._bots(rooms, DAY) for _ in range(20)))

    monkeypatch.setattr(rooms.thinkers, "run", run)
    assert web.portal is not None
    assert web.portal.call(many) == 20 * [{"casual": [3, 4]}]
    assert asked == ["the deal of the day"] and not routes._PLAYING
