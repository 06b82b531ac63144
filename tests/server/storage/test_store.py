"""What a store promises, whatever its database: every test here runs on SQLite and on PostgreSQL."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import closing

import msgspec
import pytest

from millefiori.server.refusal import Refusal
from millefiori.server.rooms.quarantine import restored
from millefiori.server.rooms.room import DECIDE, UNDO, Command
from millefiori.server.rooms.setup import Setup
from millefiori.server.storage.driver import Connection
from millefiori.server.storage.games import DamagedGame, renamed
from millefiori.server.storage.keys import MOST_LINKS, Key
from millefiori.server.storage.store import MOST_REPLAYS, Store, Taken
from tests.server.playing import new_room
from tests.server.serving import bearer
from tests.server.storage.storing import Place, ask, change, commands_of, keep, played, run, stored, web_of


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    with closing(Store(place)) as store:
        yield store


# --- Games and commands


def test_a_game_comes_back_as_it_was_stored(place: Place) -> None:
    room = played(40)
    stored(place, {"a": room})
    with closing(Store(place)) as store:
        again = restored("a", *run(store.load("a")))
    assert again.setup == room.setup and again.commands == room.commands and again.events == room.events


def test_a_command_keeps_its_time(store: Store) -> None:
    run(keep(store, "a", played(1)))
    command = Command(1, UNDO, 0, at=1_900_000_000_123)
    run(store.append("a", 1, command))
    assert commands_of(store, "a")[1] == command


def test_a_command_can_be_written_once(store: Store) -> None:
    """It used to replace what was there: two workers could not have agreed on what happened."""
    room = played(4)
    run(keep(store, "a", room))
    for n in range(4):
        with pytest.raises(Taken):
            run(store.append("a", n, Command(0, DECIDE, 7)))
    assert commands_of(store, "a") == room.commands


def test_of_many_who_write_the_same_command_one_succeeds(store: Store) -> None:
    run(keep(store, "a", played(1)))

    async def race() -> list[object]:
        writes = [store.append("a", 1, Command(0, DECIDE, value)) for value in range(50)]
        return await asyncio.gather(*writes, return_exceptions=True)

    results = run(race())
    winner = results.index(None)
    assert [type(result) for result in results].count(Taken) == 49
    assert commands_of(store, "a")[1:] == [Command(0, DECIDE, winner)]


def test_commands_after_a_number_are_those_that_somebody_has_missed(store: Store) -> None:
    room = played(12)
    run(keep(store, "a", room))
    run(keep(store, "b", played(3)))
    for n in (-1, 0, 5, 10, 11, 50):
        assert run(store.commands_after("a", n)) == room.commands[n + 1 :]
    assert run(store.commands_after("nowhere", -1)) == []


def test_a_gap_is_damage(store: Store, place: Place) -> None:
    run(keep(store, "a", played(6)))
    change(place, "DELETE FROM commands WHERE n = 3")
    assert len(run(store.commands_after("a", 3))) == 2
    for question in (store.load("a"), store.commands_after("a", 1)):
        with pytest.raises(DamagedGame, match="command 3 is missing"):
            run(question)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET setup = '{'",
        "UPDATE commands SET kind = 'dance' WHERE n = 2",
        "UPDATE commands SET value = 1000000 WHERE n = 5",
        "UPDATE commands SET seat = 77 WHERE n = 2",
        "DELETE FROM commands WHERE n = 3",
    ],
)
def test_a_damaged_game_is_refused_and_others_can_be_opened(place: Place, statement: str) -> None:
    stored(place, {"a": played(10)})
    change(place, statement)
    stored(place, {"b": played(10)})
    with web_of(place) as web:
        assert web.get("/api/replay", headers=bearer("a-0")).json()["code"] == "damaged"
        assert web.get("/api/replay", headers=bearer("b-0")).json()["code"] == "running"


# --- Keys


def test_a_key_opens_its_game_and_is_not_stored(store: Store, place: Place) -> None:
    run(keep(store, "a", played(1)))
    assert run(store.key("a-1")) == Key("a", 1, "seat") and run(store.key("a-watch")) == Key("a", -1, "watch")
    assert run(store.key("a-2")) is None
    assert b"a-1" not in bytes(ask(place, "SELECT hash FROM keys ORDER BY hash LIMIT 1"))


@pytest.mark.parametrize("statement", ["UPDATE keys SET seat = 77", "UPDATE keys SET kind = 'master'"])
def test_a_damaged_key_opens_nothing(store: Store, place: Place, statement: str) -> None:
    run(keep(store, "a", played(1)))
    change(place, statement)
    assert run(store.key("a-0")) is None


def test_an_invitation_is_accepted_once(store: Store) -> None:
    room = played(1)
    run(store.add_game("a", room.setup, [("invitation", Key("a", 1, "invitation"))]))

    async def race() -> list[Setup | None]:
        return await asyncio.gather(*(store.accept("invitation", f"key {n}", f"name {n}") for n in range(20)))

    accepted = run(race())
    (winner,) = [n for n, setup in enumerate(accepted) if setup is not None]
    assert run(store.key(f"key {winner}")) == Key("a", 1, "seat")
    assert run(store.key("invitation")) is None
    assert run(store.setup("a")) == accepted[winner] == renamed(room.setup, 1, f"name {winner}")


def test_the_last_command_of_many_games_is_one_question(store: Store) -> None:
    for game, length in (("a", 3), ("b", 12)):
        run(keep(store, game, played(length)))
    run(keep(store, "new", new_room()))
    assert run(store.last_commands(["a", "b", "new", "nowhere"])) == {"a": 2, "b": 11}
    assert run(store.last_commands([])) == {}


def test_a_seat_shares_so_often_and_no_more(store: Store) -> None:
    run(keep(store, "a", played(1)))
    key = Key("a", 0, "share")
    shared = [run(store.add_link(f"share {n}", key)) for n in range(MOST_LINKS + 2)]
    assert shared == [True] * MOST_LINKS + [False] * 2
    assert run(store.key("share 3")) == key
    assert len(run(store.end_links(key))) == MOST_LINKS and run(store.key("share 3")) is None


def test_a_deal_is_played_again_so_often_and_no_more(store: Store) -> None:
    room = played(1)
    run(keep(store, "first", room))
    again = msgspec.structs.replace(room.setup, first="first")

    async def many() -> list[object]:
        games = [store.add_game(f"again {n}", again, []) for n in range(MOST_REPLAYS + 3)]
        return await asyncio.gather(*games, return_exceptions=True)

    results = run(many())
    assert results.count(None) == MOST_REPLAYS
    assert {getattr(result, "code", None) for result in results} == {None, "replays"}


# --- Faults


def test_any_exception_in_a_job_answers_that_job_alone(store: Store) -> None:
    room = played(3)

    def fail(database: Connection) -> None:
        raise ZeroDivisionError

    def misspell(database: Connection) -> None:
        database.execute("SELCT")

    async def work() -> None:
        await keep(store, "a", room)
        jobs = [
            *(store.write(fail), store.write(misspell), store.append("a", 3, Command(0, DECIDE, 7))),
            *(store.read(fail), store.load("a")),
        ]
        results = await asyncio.gather(*jobs, return_exceptions=True)
        assert [type(result) for result in results[:4]] == [ZeroDivisionError, Refusal, type(None), ZeroDivisionError]
        assert not isinstance(results[4], BaseException)
        await keep(store, "b", room)

    run(work())
    assert len(commands_of(store, "a")) == 4 and len(commands_of(store, "b")) == 3


def test_what_a_failed_write_has_begun_is_undone(store: Store) -> None:
    def fail(database: Connection) -> None:
        database.execute("DELETE FROM commands")
        raise ZeroDivisionError

    run(keep(store, "a", played(3)))
    with pytest.raises(ZeroDivisionError):
        run(store.write(fail))
    assert commands_of(store, "a") == played(3).commands


def test_a_broken_connection_is_opened_again(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    run(keep(store, "a", played(3)))
    for writes in (False, True):
        connection = store._database._connection
        assert connection is not None
        connection.close()
        with pytest.raises(Refusal) as refused:
            run(store.append("a", 3, Command(0, DECIDE, 7)) if writes else store.load("a"))
        assert getattr(refused.value, "code", None) == "storage"
        assert len(commands_of(store, "a")) == 3
    assert "opened again" in caplog.text


def test_a_closed_store_answers_too(place: Place) -> None:
    store = Store(place)
    store.close()
    store.close()
    with pytest.raises(Refusal):
        run(store.load("a"))


def test_a_whole_game_is_played_over_the_web(place: Place) -> None:
    bots = {"edition": "international", "seats": [{"kind": "bot", "level": "gentle"}] * 2}
    with web_of(place) as web:
        watch = web.post("/api/games", json=bots).json()["watch"]
        deadline = time.monotonic() + 240  # the bots may have to be compiled first
        while (answer := web.get("/api/record", headers=bearer(watch))).status_code != 200:
            assert time.monotonic() < deadline, answer.text
            time.sleep(0.05)
    times = [ask(place, f"SELECT {pick}(at) FROM commands") for pick in ("min", "max")]
    assert time.time() - 120 < times[0] / 1000 <= times[1] / 1000 < time.time() + 1
