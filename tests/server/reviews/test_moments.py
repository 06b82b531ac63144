"""A decision once more: as the seat saw it, with another action, and as the beginning of another game."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from millefiori.engine.calls import legal_actions
from millefiori.engine.vocabulary import Phase
from millefiori.server.rooms.room import DECIDE
from millefiori.table import Table
from tests.server.reviews.reviewing import bearer, reviewed


def doubtful(web: TestClient, key: str, phase: str = "") -> dict[str, Any]:
    """A decision for which there was a better one."""
    decisions = reviewed(web, key)["decisions"]
    return next(each for each in decisions if "better" in each and phase in ("", each["phase"]))


def action_of(table: Table, step: int, wanted: dict[str, Any]) -> int:
    """The action that an event stands for."""
    from millefiori.server.reviews.shown import instead

    before = list(table.steps())[step][1]
    keys = ("kind", "card", "space", "stay")
    return next(
        action
        for action in legal_actions(before)
        if [getattr(instead(step, before, action)[0], key) for key in keys]
        == [wanted.get(key, False if key == "stay" else None) for key in keys]
    )


@pytest.mark.parametrize("phase", ["keep", "play"])
def test_a_moment_shows_what_the_seat_knew(web: TestClient, keys: dict[str, Any], phase: str) -> None:
    decision = next(each for each in reviewed(web, keys["0"])["decisions"] if each["phase"] == phase)
    shown = web.get(f"/api/review/moment/{decision['step']}", headers=bearer(keys["watch"])).json()["welcome"]
    position = shown["position"]
    assert (shown["seat"], position["decides"], position["phase"]) == (decision["seat"], True, phase)
    assert position["cards"] and position["round"] == decision["round"]
    if decision["round"] == 1 and decision["turn"] == 0:
        assert position["known"] == {}, "nobody has seen another hand yet"


def test_the_better_action_is_recognized(web: TestClient, keys: dict[str, Any], table: Table) -> None:
    decision = doubtful(web, keys["0"])
    action = action_of(table, decision["step"], decision["better"])
    found = web.post("/api/review/try", json={"key": keys["0"], "step": decision["step"], "action": action}).json()
    assert (found["verdict"], found["loss"]) == ("better", None)
    assert found["event"]["position"]["players"]


def test_another_action_is_compared_with_the_better_one(web: TestClient, keys: dict[str, Any], table: Table) -> None:
    decision = doubtful(web, keys["0"])
    action = action_of(table, decision["step"], decision["played"])
    found = web.post("/api/review/try", json={"key": keys["0"], "step": decision["step"], "action": action}).json()
    assert found["loss"]["worlds"] == 96
    assert found["verdict"] in ("better", "close", "worse")


def test_what_is_against_the_rules_is_refused(web: TestClient, keys: dict[str, Any]) -> None:
    for step, action, code in ((0, 199, "illegal"), (1999, 0, "step")):
        answer = web.post("/api/review/try", json={"key": keys["0"], "step": step, "action": action})
        assert answer.json()["code"] == code


def play_on(web: TestClient, **wanted: Any) -> Any:
    return web.post("/api/review/play", json=wanted)


@pytest.mark.parametrize("phase", [Phase.KEEP, Phase.PLAY])
def test_a_game_continues_from_any_decision_with_another_future(
    web: TestClient, keys: dict[str, Any], table: Table, phase: Phase
) -> None:
    steps = list(table.steps())
    step = next(n for n, (_, before, _) in enumerate(steps) if n > 30 and before.phase == phase and before.turn == 1)
    before = steps[step][1]
    seat = int(before.to_act)
    answer = play_on(web, key=keys["0"], step=step, seat=seat, level="gentle", name="Eve")
    assert answer.status_code == 201 and list(answer.json()["keys"]) == [str(seat)]
    rooms = web.app.state.rooms  # type: ignore[attr-defined]
    live = rooms.live[answer.json()["game"]]
    begun = [command for command in live.room.commands if command.kind == DECIDE]
    assert [(each.seat, each.value) for each in begun][:30] == table.actions[:30]
    dealt = int(before.dealt)
    deck = live.room.setup.deck
    assert deck[:dealt] == list(table.deck[:dealt]) and deck[dealt:] != list(table.deck[dealt:])
    assert sorted(deck) == sorted(table.deck)
    assert live.room.table.game.hand[seat].tolist() == before.hand[seat].tolist()
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "key": answer.json()["keys"][str(seat)]})
        welcome = socket.receive_json()
    assert welcome["position"]["decides"] and welcome["players"][seat]["name"] == "Eve"


def test_a_game_continues_only_from_what_there_is(web: TestClient, keys: dict[str, Any]) -> None:
    assert play_on(web, key=keys["0"], step=1999, seat=0).json()["code"] == "step"
    assert play_on(web, key=keys["0"], step=3, seat=3).json()["code"] == "seat"
    assert play_on(web, key=keys["0"], step=3, seat=0, level="nobody").json()["code"] == "setup"
