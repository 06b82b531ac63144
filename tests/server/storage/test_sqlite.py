"""The store in a file: whatever happens to one row or the disk, everything else continues."""

import asyncio
import logging
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from millefiori.cli.main import cli
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.quarantine import restored
from millefiori.server.rooms.room import DECIDE, Command
from millefiori.server.storage.driver import Connection, StoreError
from millefiori.server.storage.games import DamagedGame
from millefiori.server.storage.migrations import APPLICATION, MIGRATIONS, VERSION
from millefiori.server.storage.store import Store
from tests.server.playing import awaited
from tests.server.serving import bearer
from tests.server.storage.storing import ask, change, commands_of, keep, played, run, stored, web_of

HERE, FRIEND = {"kind": "here", "name": "Ada"}, {"kind": "friend"}
NEW = {"edition": "international", "seats": [HERE, FRIEND]}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with closing(Store(path)) as store:
        yield store


# --- One fault stays one fault


def test_a_file_that_is_gone_is_never_replaced_by_an_empty_one(store: Store, path: Path) -> None:
    run(keep(store, "a", played(3)))
    assert store._database._connection is not None
    store._database._connection.close()
    away = path.rename(path.with_name("away"))
    for _ in range(50):
        with pytest.raises(Refusal, match="storage"):
            run(store.load("a"))
    assert not path.exists()
    away.rename(path)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            assert len(commands_of(store, "a")) == 3
            return
        except Refusal:
            time.sleep(0.05)
    pytest.fail("the database was not opened again")


# --- Damaged games

DAMAGE = {
    "setup that is no JSON": "UPDATE games SET setup = '{' WHERE id = 'a'",
    "setup that is no text": "UPDATE games SET setup = x'ff00' WHERE id = 'a'",
    "unknown edition": "UPDATE games SET setup = replace(setup, 'international', 'italian') WHERE id = 'a'",
    "a card too few": "UPDATE games SET setup = replace(setup, 'quartz-1', 'quartz-2') WHERE id = 'a'",
    "no game": "DELETE FROM games WHERE id = 'a'",
    "unknown kind": "UPDATE commands SET kind = 'dance' WHERE game = 'a' AND n = 2",
    "kind that is no text": "UPDATE commands SET kind = CAST(x'ff' AS TEXT) WHERE game = 'a' AND n = 2",
    "action far out of range": "UPDATE commands SET value = 1000000 WHERE game = 'a' AND n = 5",
    "action that is illegal": "UPDATE commands SET value = 199 WHERE game = 'a' AND n = 0",
    "action that is no number": "UPDATE commands SET value = 'x' WHERE game = 'a' AND n = 2",
    "half an action": "UPDATE commands SET value = 3.5 WHERE game = 'a' AND n = 2",
    "seat that does not exist": "UPDATE commands SET seat = 77 WHERE game = 'a' AND n = 2",
    "nothing to undo": "UPDATE commands SET kind = 'undo' WHERE game = 'a' AND n = 0",
    "a command is missing": "DELETE FROM commands WHERE game = 'a' AND n = 3",
}


@pytest.mark.parametrize("statement", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_game_is_refused_and_the_others_continue(
    path: Path, statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    stored(path, {"a": played(10), "b": played(10)})
    change(path, statement)
    caplog.set_level(logging.WARNING)
    with web_of(path) as web:
        for _ in range(3):
            answer = web.get("/api/replay", headers=bearer("a-0"))
            assert (answer.status_code, answer.json()["code"]) == (410, "damaged")
        with web.websocket_connect("/ws") as socket:
            socket.send_json({"type": "hello", "key": "a-1"})
            assert socket.receive_json()["code"] == "damaged"
        with web.websocket_connect("/ws") as socket:
            socket.send_json({"type": "hello", "key": "b-1"})
            assert socket.receive_json()["n"] == 9
        assert web.post("/api/games", json=NEW).status_code == 201
    told = [entry for entry in caplog.messages if "damaged" in entry]
    assert len(told) == 1 and "game a" in told[0] and "a-0" not in caplog.text


def test_a_damaged_game_is_not_read_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored(path, {"a": played(10)})
    change(path, "UPDATE games SET setup = '{'")
    loads = 0
    load = Store.load

    async def counted(store: Store, game: str) -> Any:
        nonlocal loads
        loads += 1
        return await load(store, game)

    monkeypatch.setattr(Store, "load", counted)
    with web_of(path) as web:
        for _ in range(5):
            web.get("/api/record", headers=bearer("a-0"))
    assert loads == 1


@pytest.mark.parametrize("statement", ["UPDATE keys SET seat = 77", "UPDATE keys SET kind = 'master'"])
def test_a_damaged_key_opens_nothing(path: Path, statement: str) -> None:
    stored(path, {"a": played(1)})
    change(path, statement)
    with closing(Store(path)) as store:
        assert run(store.key("a-0")) is None


def test_a_damaged_page_of_the_file_costs_the_games_on_it_only(path: Path) -> None:
    games = {f"game-{number}": played(4, seed=number) for number in range(12)}
    stored(path, games)
    size = ask(path, "PRAGMA page_size")
    data = bytearray(path.read_bytes())
    place = data.index(b'{"edition"')  # the setup of some game
    page = place // size * size
    data[page : page + size] = b"\xa5" * size
    path.write_bytes(data)
    with closing(Store(path)) as store:
        found = {}
        for game, room in games.items():
            try:
                found[game] = commands_of(store, game) == room.commands
            except DamagedGame:
                found[game] = False
    assert 0 < sum(found.values()) < len(games)


# --- A full or locked disk


def test_on_a_full_disk_a_game_is_refused_and_nothing_else_happens(path: Path) -> None:
    with web_of(path) as web:
        game = web.post("/api/games", json=NEW).json()
        store: Store = web.app.state.rooms.store  # type: ignore[attr-defined]

        def fill(database: Connection) -> None:
            (pages,) = database.execute("PRAGMA page_count").fetchone()
            database.execute(f"PRAGMA max_page_count = {pages}")

        web.portal.call(store.read, fill)  # type: ignore[union-attr]
        codes = set()
        for _ in range(100):
            answer = web.post("/api/games", json=NEW)
            codes.add((answer.status_code, answer.json().get("code", "")))
        assert codes == {(201, ""), (503, "storage")} or codes == {(503, "storage")}
        assert web.get("/api/invitation", headers=bearer(game["invitations"]["1"])).status_code == 200
        web.portal.call(store.read, lambda database: database.execute("PRAGMA max_page_count = 100000").fetchone())  # type: ignore[union-attr]
        assert web.post("/api/games", json=NEW).status_code == 201


def test_a_locked_file_refuses_what_must_be_written_and_lets_everybody_read(path: Path) -> None:
    stored(path, {"over": played(100_000), "running": played(10)})
    with web_of(path) as web, closing(sqlite3.connect(path, isolation_level=None)) as other:
        invitation = web.post("/api/games", json=NEW).json()["invitations"]["1"]
        for key in ("over-0", "running-0"):  # the engine is compiled
            web.get("/api/record", headers=bearer(key))
        other.execute("BEGIN IMMEDIATE")
        for route, body in (
            ("games", NEW),
            ("join", {"invitation": invitation}),
            ("again", {"key": "over-0"}),
            ("again", {"key": "over-0", "same_deal": True}),
        ):
            answer = web.post(f"/api/{route}", json=body)
            assert (answer.status_code, answer.json()["code"]) == (503, "storage")
        assert web.get("/api/invitation", headers=bearer(invitation)).status_code == 200
        other.execute("ROLLBACK")
        assert web.post("/api/join", json={"invitation": invitation}).status_code == 201
        assert web.post("/api/again", json={"key": "over-0"}).status_code == 201


def test_many_who_write_to_a_locked_file_wait_together(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, groups, transact = played(3), list[int](), store._database._transact
    run(keep(store, "a", room))

    def counted(jobs: list[Any]) -> Any:
        groups.append(len(jobs))
        return transact(jobs)

    monkeypatch.setattr(store._database, "_transact", counted)

    async def work() -> set[str]:
        writes = [store.append("a", 3, room.commands[0]) for _ in range(200)]
        results = await asyncio.gather(*writes, store.load("a"), return_exceptions=True)
        return {getattr(result, "code", "read") for result in results}

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        codes = run(work())
    assert codes == {"storage", "read"}
    assert sum(groups) == 200 and len(groups) < 20, "each group waits for the lock once"


def test_a_failing_disk_is_logged_once_not_once_per_request(
    store: Store, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(3):
            with pytest.raises(Refusal):
                run(keep(store, "a", played(1)))
    assert len(caplog.messages) == 1 and "locked" in caplog.text


# --- Whose file it is


def test_a_second_server_on_the_same_file_is_refused_with_one_line(store: Store, path: Path) -> None:
    alias = path.with_name("alias.sqlite")
    alias.symlink_to(path)
    for name in (path, alias):
        result = CliRunner().invoke(cli, ["serve", "--database", str(name), "--port", "0"])
        assert result.exit_code == 1 and "another server is using this database" in result.output
        assert result.output.count("\n") == 1


def test_the_lock_ends_with_its_process_even_by_sigkill(path: Path) -> None:
    code = "import sys, time; from millefiori.server.storage.store import Store; store = Store(sys.argv[1]); "
    code += "print('open', flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline() == "open\n"
        with pytest.raises(StoreError, match="another server"):
            Store(path)
        other.send_signal(signal.SIGKILL)
        other.wait(20)
    Store(path).close()


def test_a_store_that_could_not_be_opened_leaves_no_lock(path: Path) -> None:
    path.write_bytes(b"this is not a database, whatever its name says" * 50)
    for _ in range(2):
        with pytest.raises(StoreError, match="not a database"):
            Store(path)


@pytest.mark.parametrize(
    "script",
    [
        "PRAGMA application_id = 1196444487; CREATE TABLE tiles (id)",
        "CREATE TABLE recipes (id)",
        "CREATE TABLE recipes (id); PRAGMA user_version = 2",
        "CREATE TABLE games (id); PRAGMA user_version = 99",
        "PRAGMA application_id = 7",
        "PRAGMA user_version = 1",
    ],
)
def test_a_database_of_another_program_is_refused_untouched(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.executescript(script)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        Store(path)
    assert path.read_bytes() == before


def test_a_database_of_a_newer_version_is_refused(path: Path) -> None:
    Store(path).close()
    assert ask(path, "PRAGMA application_id") == APPLICATION
    change(path, f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(StoreError, match="newer version"):
        Store(path)


@pytest.mark.parametrize("folder", ["file/games", "file/deeper/games"])
def test_a_folder_that_cannot_be_created_is_one_line(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").touch()
    result = CliRunner().invoke(cli, ["serve", "--database", str(tmp_path / folder), "--port", "0"])
    assert result.exit_code == 1 and "cannot use the database" in result.output
    assert result.output.count("\n") == 1 and isinstance(result.exception, SystemExit)


def test_everything_is_readable_by_its_owner_alone(path: Path) -> None:
    before = os.umask(0o022)
    try:
        with closing(Store(path)) as store:
            run(keep(store, "a", played(1)))
            files = sorted(path.parent.iterdir())
            assert [file.name for file in files] == [f"games.sqlite{end}" for end in ("", "-shm", "-wal", ".lock")]
            assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    finally:
        os.umask(before)


# --- Earlier versions of the file


def write_version(path: Path, version: int) -> None:
    """A file as an earlier version left it, with one game."""
    words = {"decide": "act", "undo turn": "reset"} if version == 1 else {}
    room = played(10)
    with closing(sqlite3.connect(path)) as old, old:
        old.executescript("".join(step.sqlite for step in MIGRATIONS[:version]) + f"PRAGMA user_version = {version};")
        source = stored_rows(path.with_name("source.sqlite"))
        old.execute("INSERT INTO games (id, setup) VALUES ('a', ?)", (source["setup"],))
        old.executemany("INSERT INTO keys VALUES (?, ?, ?, ?)", source["keys"])
        old.executemany(
            "INSERT INTO commands (game, n, seat, kind, value) VALUES ('a', ?, ?, ?, ?)",
            [(n, each.seat, words.get(each.kind, each.kind), each.value) for n, each in enumerate(room.commands)],
        )


def stored_rows(path: Path) -> dict[str, Any]:
    stored(path, {"a": played(10)})
    with closing(sqlite3.connect(path)) as database:
        keys = database.execute("SELECT hash, game, seat, kind FROM keys").fetchall()
        return {"setup": database.execute("SELECT setup FROM games").fetchone()[0], "keys": keys}


@pytest.mark.parametrize("version", range(1, VERSION))
def test_a_game_of_every_earlier_version_can_be_continued(path: Path, version: int) -> None:
    write_version(path, version)
    room = played(10)
    with closing(Store(path)) as store:
        again = restored("a", *run(store.load("a")))
        assert again.commands == room.commands and again.events == room.events
        seat = awaited(again)[0]
        position = again.position(seat)
        action = position.cards[0].previews[0].action if position.phase == "play" else position.cards[0].obtain
        assert action is not None
        run(store.append("a", 10, Command(seat, DECIDE, action)))
        key = run(store.key("a-1"))
        assert key is not None and (key.game, key.seat) == ("a", 1)
    with closing(Store(path)) as store:
        assert len(restored("a", *run(store.load("a"))).commands) == 11
    assert ask(path, "PRAGMA user_version") == VERSION
    assert abs(ask(path, "SELECT changed FROM games") - time.time()) < 100


def test_version_1_wrote_choose_act_and_reset(path: Path) -> None:
    with closing(sqlite3.connect(path)) as old, old:
        old.executescript(MIGRATIONS[0].sqlite + "PRAGMA user_version = 1;")
        old.execute("INSERT INTO games (id, setup) VALUES ('g', '{}')")
        old.executemany("INSERT INTO commands VALUES ('g', ?, 0, ?, 7)", enumerate(["choose", "act", "undo", "reset"]))
    for _ in range(2):  # the second time there is nothing left to do
        Store(path).close()
    kinds = ask(path, "SELECT group_concat(kind, ', ') FROM (SELECT kind FROM commands ORDER BY n)")
    assert kinds == "decide, decide, undo, undo turn"


# --- Text that is none


@pytest.mark.parametrize("half", ["\\ud800", "\\udc00 and more", "\\ud800\\ud800"])
def test_half_a_surrogate_pair_is_a_bad_request_wherever_text_comes_in(path: Path, half: str) -> None:
    from millefiori import record

    text = record.dump(record.write(played(100_000).table))
    with web_of(path) as web:
        invitation = web.post("/api/games", json=NEW).json()["invitations"]["1"]
        for route, body, code in (
            ("replay", text.replace('"players":["A"', f'"players":["{half}"'), "record"),
            ("replay", text.replace('"edition":"international"', f'"edition":"{half}"'), "record"),
            ("replay", text[:-1] + f',"{half}":1}}', "record"),
            ("games", f'{{"edition":"international","seats":[{{"kind":"here","name":"{half}"}}]}}', "malformed"),
            ("join", f'{{"invitation":"{invitation}","name":"{half}"}}', "malformed"),
            ("join", f'{{"invitation":"{half}"}}', "malformed"),
            ("again", f'{{"key":"{half}"}}', "malformed"),
        ):
            answer = web.post(f"/api/{route}", content=body)
            assert (answer.status_code, answer.json()["code"]) == (400, code), body[-80:]
        assert web.post("/api/replay", content=text).status_code == 200
