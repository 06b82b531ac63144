"""One fault stays one fault: bots try again, rooms are built beside the loop, pauses say nothing."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from millefiori.server.app import make_app
from millefiori.server.refusal import Refusal
from millefiori.server.rooms import rooms as rooms_module
from millefiori.server.rooms.quarantine import restored_gradually
from millefiori.server.rooms.room import DECIDE, Command
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.thinking.bot_turns import pause_after

HERE, BOT = {"kind": "here"}, {"kind": "bot", "level": "casual"}


@pytest.fixture
def web(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0, pace=0.3)) as client:
        yield client


def rooms_of(web: TestClient) -> Rooms:
    found: Rooms = web.app.state.rooms  # type: ignore[attr-defined]
    return found


def open_game(web: TestClient, *seats: dict[str, str]) -> Any:
    return web.post("/api/games", json={"edition": "international", "seats": list(seats), "start_player": 0}).json()


def test_a_bot_that_fails_tries_again_by_itself_and_the_players_see_it(web: TestClient) -> None:
    """It used to stay silent until somebody reconnected."""
    rooms, failures = rooms_of(web), [OSError("no space left on device"), RuntimeError("a worker died")]
    thinking = rooms.thinkers.think

    async def think(*arguments: Any) -> Any:
        if failures:
            raise failures.pop()
        return await thinking(*arguments)

    rooms.thinkers.think = think  # type: ignore[assignment,method-assign]
    key = open_game(web, HERE, BOT)["keys"]["0"]
    seen_failing = False
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "key": key})
        while True:
            message = socket.receive_json()
            seen_failing = seen_failing or message.get("failing") == [1]
            if message["type"] == "event" and message["seat"] == 1:
                break
        assert failures == [] and seen_failing
        message = socket.receive_json()
        assert message["type"] == "presence" and message["failing"] == []


def answers_after(passed: float, *thinking: str, workers: int = 2) -> float:
    return round(passed + pause_after(passed, thinking, workers, pace=0.6), 6)


def test_a_bot_takes_the_same_time_however_hard_its_decision_was() -> None:
    """Keeping a card too: a search that is sure of its card ends early, which would say something about the hand."""
    assert {answers_after(passed, "casual") for passed in (0.01, 0.1, 0.35, 0.59)} == {0.6}
    assert {answers_after(passed, "master") for passed in (0.01, 0.1, 0.35, 0.99)} == {1.25}
    assert pause_after(0.1, ["master"], 2, pace=0) == 0


def test_a_search_that_uses_its_whole_budget_cannot_be_told_from_one_that_ends_early() -> None:
    """It answered a few milliseconds later than all others."""
    assert answers_after(1.0, "master") == answers_after(1.02, "master") == answers_after(0.05, "master")


def test_bots_that_share_a_worker_do_not_tell_about_each_other() -> None:
    """A bot that waited for another one's search answered later if that decision was hard."""
    for first in (0.02, 0.5, 1.01):
        for own in (0.02, 1.01):
            assert answers_after(first + own, "master", "master", workers=1) == 2.5
        assert answers_after(first, "master", "casual", workers=1) == 1.25
    assert answers_after(2.6, "master") == 3.75, "after the work of other tables: the next beat"


def test_a_room_that_many_ask_for_is_built_once(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_game(web, HERE, BOT)
    rooms = rooms_of(web)
    built: list[str] = []
    build = restored_gradually

    def count(game: str, *stored: Any) -> Any:
        built.append(game)
        return build(game, *stored)

    async def ask_for_it() -> None:
        rooms.live.clear()
        found = await asyncio.gather(*(rooms.get(opened["game"]) for _ in range(50)))
        assert len({id(live) for live in found}) == 1

    monkeypatch.setattr(rooms_module, "restored_gradually", count)
    assert web.portal is not None
    web.portal.call(ask_for_it)
    assert built == [opened["game"]]


# --- What the store knows better


def hear(socket: Any, kind: str) -> Any:
    while (message := socket.receive_json())["type"] != kind:
        pass
    return message


def first_decisions(web: TestClient) -> tuple[Any, Any, dict[str, Any]]:
    """A table of two at one screen, with a decision of each seat that is not yet made."""
    opened = open_game(web, HERE, HERE)
    live = web.portal.call(rooms_of(web).get, opened["game"])  # type: ignore[union-attr]
    cards = {seat: live.room.position(int(seat)).cards[0].obtain for seat in ("0", "1")}
    return opened, live, cards


def test_a_command_that_was_stored_against_the_stores_word_is_carried_out(web: TestClient) -> None:
    """The answer to a commit was lost: the player was told that nothing happened, and the next command replaced it."""
    opened, live, cards = first_decisions(web)
    store = rooms_of(web).store
    append = store.append

    async def lose_the_answer(*arguments: Any) -> None:
        store.append = append  # type: ignore[method-assign]
        await append(*arguments)
        raise Refusal("storage", "the connection was lost")

    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "key": opened["keys"]["0"]})
        hear(socket, "welcome")
        store.append = lose_the_answer  # type: ignore[assignment,method-assign]
        socket.send_json({"type": "decide", "action": cards["0"], "at": -1})
        assert hear(socket, "refused")["code"] == "storage"
        event = hear(socket, "event")
        assert (event["n"], event["seat"], event["card"]) == (0, 0, cards["0"])
        assert not live.is_behind and live.room.n == 0
    assert len(web.portal.call(store.load, opened["game"])[1]) == 1  # type: ignore[union-attr]


def test_whoever_comes_second_learns_what_happened_and_continues_after_it(web: TestClient) -> None:
    """Somebody else has written the next command: it is carried out here too, then the own one."""
    opened, live, cards = first_decisions(web)
    portal, store = web.portal, rooms_of(web).store
    assert portal is not None
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "key": opened["keys"]["0"]})
        hear(socket, "welcome")
        portal.call(store.append, opened["game"], 0, Command(1, DECIDE, cards["1"]))
        socket.send_json({"type": "decide", "action": cards["0"], "at": -1})
        events = [hear(socket, "event") for _ in range(2)]
    assert [(event["n"], event["seat"]) for event in events] == [(0, 1), (1, 0)]
    assert portal.call(store.load, opened["game"])[1] == live.room.commands


def test_whoever_comes_second_is_refused_if_the_game_has_moved_on(web: TestClient) -> None:
    opened, live, cards = first_decisions(web)
    portal, rooms = web.portal, rooms_of(web)
    assert portal is not None
    for n, seat in enumerate(("1", "0")):
        portal.call(rooms.store.append, opened["game"], n, Command(int(seat), DECIDE, cards[seat]))
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "key": opened["keys"]["0"]})
        hear(socket, "welcome")
        socket.send_json({"type": "decide", "action": cards["0"], "at": -1})
        assert [hear(socket, "event")["n"] for _ in range(2)] == [0, 1]
        assert hear(socket, "refused")["code"] == "stale"
    assert len(live.room.commands) == 2
