"""Blocks: who does not want to meet somebody again gets no seat beside them, and hears nothing from them."""

from contextlib import ExitStack
from typing import Any

import pytest
from starlette.testclient import TestClient

from millefiori.server.people import blocks
from tests.server.people.meeting import Person
from tests.server.storage.storing import Place, ask
from tests.server.talk.speaking import Speaker


def meet(one: Person, other: Person) -> str:
    return str(other.join(one.gather().json()["gathering"]).json()["game"])


def block(one: Person, other: Person, game: str) -> Any:
    return one.ask("POST", "/player/blocks", {"game": game, "seat": other.seat(game)["seat"]})


def test_blocked_players_get_no_seats_together(web: TestClient) -> None:
    ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
    answer = block(ada, ben, meet(ada, ben))
    assert answer.status_code == 201
    assert [each["name"] for each in answer.json()["blocked"]] == ["Ben"] and ben.me()["blocked"] == []
    for one, other in ((ada, ben), (ben, ada)):
        waiting = one.gather().json()["gathering"]
        assert other.join(waiting).json()["code"] == "blocked"
        matched = other.quick().json()["gathering"]
        assert matched != waiting, "a quick match looks for others"
        assert one.leave(waiting).status_code == other.leave(matched).status_code == 200


def test_players_meet_again_when_they_are_unblocked(web: TestClient) -> None:
    ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
    block(ada, ben, meet(ada, ben))
    assert ben.ask("DELETE", f"/player/blocks/{ada.id}").status_code == 200, "nobody blocked them there"
    assert ada.me()["blocked"]
    assert ada.ask("DELETE", f"/player/blocks/{ben.id}").json()["blocked"] == []
    assert meet(ada, ben)


def test_lines_of_a_blocked_player_are_not_heard_at_any_table(web: TestClient) -> None:
    ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
    games = [meet(ada, ben) for _ in range(2)]
    with ExitStack() as held:
        for number, game in enumerate(games):
            seat = ben.seat(game)["seat"]
            one, other = (
                Speaker(held.enter_context(web.websocket_connect("/ws")), person.seat(game)["key"])
                for person in (ada, ben)
            )
            if number == 0:
                other.say("before")
                assert one.lines() == [(seat, "before")]
                block(ada, ben, game)
            other.say("after")
            other.everything()
            assert one.heard() == []
            one.say("I am heard")
            mine = (1 - seat, "I am heard")
            assert one.heard() == other.heard() == [mine]
            again = Speaker(held.enter_context(web.websocket_connect("/ws")), ada.seat(game)["key"])
            assert again.heard() == [mine], "nor after a reload"


def test_only_players_at_the_same_table_can_be_blocked(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben, eve = (Person.named(web, name) for name in ("Ada", "Ben", "Eve"))
    game = meet(ada, ben)
    own = ada.seat(game)["seat"]
    assert ada.ask("POST", "/player/blocks", {"game": game, "seat": own}).json()["code"] == "block"
    assert ada.ask("POST", "/player/blocks", {"game": game, "seat": 3}).json()["code"] == "block"
    assert eve.ask("POST", "/player/blocks", {"game": game, "seat": own}).json()["code"] == "block"
    monkeypatch.setattr(blocks, "MOST_BLOCKS", 0)
    assert block(ada, ben, game).json()["code"] == "limit"


def test_blocks_are_forgotten_with_their_players(web: TestClient, place: Place) -> None:
    ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
    game = meet(ada, ben)
    block(ada, ben, game)
    block(ben, ada, game)
    assert ask(place, "SELECT count(*) FROM blocks") == 2
    assert ben.ask("DELETE", "/player").status_code == 200
    assert ask(place, "SELECT count(*) FROM blocks") == 0
