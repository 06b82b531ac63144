"""`millefiori backup` and `restore`, with real files, and with a store that is in use."""

import asyncio
import sqlite3
import stat
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from millefiori.cli.main import cli
from millefiori.server.rooms.quarantine import restored
from millefiori.server.storage import backup
from millefiori.server.storage.backup import back_up
from millefiori.server.storage.driver import StoreError
from millefiori.server.storage.store import Store
from tests.server.services import Postgres
from tests.server.storage.storing import ask, commands_of, keep, played, run, stored


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copy.sqlite"


def command(*words: object) -> Result:
    result = CliRunner().invoke(cli, [str(word) for word in words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def games_in(file: Path) -> int:
    return int(ask(file, "SELECT count(*) FROM games"))


def test_a_backup_of_a_store_in_use_holds_every_command(path: Path, copy: Path) -> None:
    room = played(60)
    with closing(Store(path)) as store:
        run(keep(store, "a", room))
        assert b'{"edition"' not in path.read_bytes(), "a plain copy of the file would hold nothing"
        result = command("backup", copy, "--database", path)
        assert result.exit_code == 0 and "Copied 1 game " in result.output, result.output
        assert commands_of(store, "a") == room.commands
    assert [file.name for file in sorted(path.parent.glob("copy*"))] == ["copy.sqlite"]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with closing(Store(copy)) as store:
        again = restored("a", *run(store.load("a")))
        assert again.events == room.events and run(store.key("a-0")) is not None


def test_a_backup_is_a_moment_of_a_store_that_is_written_to_all_the_time(path: Path, copy: Path) -> None:
    room, enough = played(30), threading.Event()

    async def write(store: Store) -> None:
        number = 0
        while not enough.is_set() and number < 2000:
            await asyncio.gather(*(keep(store, f"g{number + more}", room) for more in range(20)))
            number += 20

    with closing(Store(path)) as store:
        run(keep(store, "a", room))
        writing = threading.Thread(target=asyncio.run, args=[write(store)])
        writing.start()
        counts, deadline = [0], time.monotonic() + 30
        while len(set(counts)) < 4 and time.monotonic() < deadline:
            counts.append(back_up(path, copy, lambda done, pages: None))
            assert games_in(copy) == counts[-1]
            assert ask(copy, "SELECT count(*) FROM commands WHERE game = 'a'") == 30
            assert ask(copy, "PRAGMA integrity_check") == "ok"
        enough.set()
        writing.join()
    assert counts == sorted(counts) and len(set(counts)) == 4


def test_what_is_written_while_pages_are_copied_does_not_start_the_copy_again(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, steps = played(1), list[int]()
    stored(path, {f"g{number}": room for number in range(400)})
    with closing(Store(path)) as store:

        def progress(done: int, pages: int) -> None:
            steps.append(done)
            run(keep(store, f"new{len(steps)}", room))

        monkeypatch.setattr(backup, "STEP", 20)
        assert back_up(path, copy, progress) == 400
    assert len(steps) > 5 and steps == sorted(set(steps)) and games_in(copy) == 400


def test_a_backup_never_replaces_a_file_unless_it_is_forced(path: Path, copy: Path) -> None:
    stored(path, {"a": played(1)})
    copy.write_text("precious")
    result = command("backup", copy, "--database", path)
    assert result.exit_code == 1 and "already exists" in result.output and copy.read_text() == "precious"
    assert command("backup", copy, "--database", path, "--force").exit_code == 0
    assert games_in(copy) == 1
    result = command("backup", path, "--database", path, "--force")
    assert result.exit_code == 1 and "is the database itself" in result.output and games_in(path) == 1


def test_a_backup_that_fails_leaves_nothing_behind(path: Path, copy: Path) -> None:
    result = command("backup", copy, "--database", path)
    assert result.exit_code == 1 and "there is no database" in result.output and not path.exists()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (id)")
    result = command("backup", copy, "--database", path)
    assert result.exit_code == 1 and "another program" in result.output
    path.unlink()
    path.touch()
    result = command("backup", copy, "--database", path)
    assert result.exit_code == 1 and "holds no games" in result.output
    result = command("backup", copy.parent / "nowhere" / "copy", "--database", path)
    assert result.exit_code == 1 and "No such file" in result.output
    assert not list(copy.parent.glob("copy*"))


def test_a_damaged_database_is_not_backed_up_as_if_it_were_whole(path: Path, copy: Path) -> None:
    stored(path, {f"g{number}": played(2) for number in range(50)})
    data = bytearray(path.read_bytes())
    size = ask(path, "PRAGMA page_size")
    page = data.index(b'{"edition"') // size * size
    data[page : page + size] = b"\xa5" * size
    path.write_bytes(data)
    with pytest.raises((StoreError, sqlite3.DatabaseError)):
        back_up(path, copy, lambda done, pages: None)
    assert not copy.exists()


def test_a_restore_is_refused_while_the_store_is_in_use(path: Path, copy: Path) -> None:
    stored(copy, {"a": played(1)})
    with closing(Store(path)) as store:
        run(keep(store, "b", played(1)))
        result = command("restore", copy, "--database", path)
        assert result.exit_code == 1 and "another server is using this database" in result.output
        assert len(commands_of(store, "b")) == 1


def test_a_restore_brings_the_games_back_and_keeps_the_others_aside(path: Path, copy: Path) -> None:
    stored(path, {"a": played(10)})
    assert command("backup", copy, "--database", path).exit_code == 0
    stored(path, {"b": played(5)})
    for count in (1, 2):
        result = command("restore", copy, "--database", path)
        assert result.exit_code == 0 and "Restored 1 game " in result.output, result.output
        aside = [file for file in path.parent.glob("games.sqlite.replaced-*") if "-again" not in file.name]
        assert len(list(path.parent.glob("games.sqlite.replaced-*"))) == count
        assert str(aside[0]) in result.output
    assert games_in(sorted(aside)[0]) == 2
    with closing(Store(path)) as store:
        assert len(commands_of(store, "a")) == 10 and run(store.key("b-0")) is None


def test_what_a_killed_server_left_beside_the_file_is_kept_aside_with_it(path: Path, copy: Path) -> None:
    stored(copy, {"a": played(1)})
    with closing(Store(path)) as store:
        run(keep(store, "b", played(5)))
        beside = Path(f"{path}-wal").read_bytes()
        whole = path.read_bytes()
    path.write_bytes(whole)
    Path(f"{path}-wal").write_bytes(beside)
    assert command("restore", copy, "--database", path).exit_code == 0
    (aside,) = path.parent.glob("games.sqlite.replaced-*")
    assert games_in(aside) == 1 and ask(aside, "SELECT count(*) FROM commands") == 5
    assert games_in(path) == 1


def test_a_restore_replaces_a_damaged_database_but_not_that_of_another_program(path: Path, copy: Path) -> None:
    stored(copy, {"a": played(1)})
    path.write_bytes(b"this was a database once" * 100)
    assert command("restore", copy, "--database", path).exit_code == 0 and games_in(path) == 1
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (id)")
    result = command("restore", copy, "--database", path)
    assert result.exit_code == 1 and "another program" in result.output
    assert ask(path, "SELECT name FROM sqlite_master") == "recipes"
    assert not list(path.parent.glob("*.arriving"))


def test_only_a_whole_backup_is_restored(path: Path, copy: Path) -> None:
    stored(path, {"a": played(1)})
    for content in (b"", b"nothing of the kind" * 100):
        copy.write_bytes(content)
        result = command("restore", copy, "--database", path)
        assert result.exit_code == 1 and "cannot restore" in result.output
        assert games_in(path) == 1 and not list(path.parent.glob("*.replaced*"))


def test_a_restore_needs_no_database_to_replace(path: Path, copy: Path) -> None:
    stored(copy, {"a": played(1)})
    result = command("restore", copy, "--database", path.parent / "new" / "games.sqlite")
    assert result.exit_code == 0 and "before" not in result.output
    assert games_in(path.parent / "new" / "games.sqlite") == 1


# --- PostgreSQL


def test_games_of_postgresql_are_copied_to_a_file_and_back(postgres: Postgres, copy: Path) -> None:
    address, other = postgres.new(), postgres.new()
    room, over = played(30), played(100_000)
    stored(address, {"a": room, "b": over})
    with closing(Store(address)):  # in use
        result = command("backup", copy, "--database", address)
    assert result.exit_code == 0 and "Copied 2 games" in result.output, result.output
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600 and not list(copy.parent.glob("copy.sqlite?*"))
    with closing(Store(copy)) as store:
        assert restored("a", *run(store.load("a"))).events == room.events
    result = command("restore", copy, "--database", other)
    assert result.exit_code == 0 and "Restored 2 games" in result.output, result.output
    with closing(Store(other)) as store:
        assert commands_of(store, "b") == over.commands and run(store.key("a-1")) is not None
    result = command("restore", copy, "--database", other)
    assert result.exit_code == 1 and "restore to an empty database" in result.output
    assert ask(other, "SELECT count(*) FROM commands") == len(room.commands) + len(over.commands)


def test_a_server_that_cannot_be_reached_is_one_line_and_leaves_no_copy(copy: Path) -> None:
    result = command("backup", copy, "--database", "postgresql://club:geheim@127.0.0.1:9/games")
    assert result.exit_code == 1 and "Traceback" not in result.output and "geheim" not in result.output
    assert not list(copy.parent.glob("copy*"))
