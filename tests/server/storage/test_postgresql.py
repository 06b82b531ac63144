"""The store on PostgreSQL: several workers, a server that goes away, and databases that are not ours."""

import asyncio
import random
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import msgspec
import psycopg
import pytest
from click.testing import CliRunner

from millefiori.cli.main import cli
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.quarantine import restored
from millefiori.server.rooms.room import DECIDE, Command
from millefiori.server.storage import migrations
from millefiori.server.storage.driver import Connection, StoreError
from millefiori.server.storage.keys import hashed
from millefiori.server.storage.migrations import MIGRATIONS, VERSION
from millefiori.server.storage.postgresql import Connected, PostgreSQL
from millefiori.server.storage.store import Store, Taken
from tests.server.playing import new_room
from tests.server.services import Postgres, until
from tests.server.storage.storing import ask, change, commands_of, keep, played, run, stored

FIRST = 6
"""The version in which PostgreSQL came."""


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.new()


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """One that may be stopped."""
    running = Postgres("fsync=off")
    yield running
    running.remove()


# --- Several workers


def test_workers_that_race_for_every_command_agree_on_all_of_them(address: str) -> None:
    length, workers = 60, 3
    stored(address, {"a": new_room(), "b": new_room()})

    def work(worker: int) -> dict[str, dict[int, int]]:
        """Write to both games, in another order than the others; returns what was acknowledged."""
        chooser, won = random.Random(worker), dict[str, dict[int, int]](a={}, b={})

        async def write(store: Store, game: str) -> None:
            n = 0
            while n < length:
                value = chooser.randrange(1_000_000)
                try:
                    await store.append(game, n, Command(worker, DECIDE, value))
                    won[game][n] = value
                    n += 1
                except Taken:
                    n += len(await store.commands_after(game, n - 1))

        async def both(store: Store) -> None:
            await asyncio.gather(*(write(store, game) for game in chooser.sample(["a", "b"], 2)))

        with closing(Store(address)) as store:
            run(both(store))
        return won

    with ThreadPoolExecutor(workers) as pool:
        won = list(pool.map(work, range(workers)))
    with closing(Store(address)) as store:
        for game in ("a", "b"):
            found = commands_of(store, game)
            acknowledged = {n: (who, value) for who, each in enumerate(won) for n, value in each[game].items()}
            assert sum(len(each[game]) for each in won) == length, "none was acknowledged twice"
            assert [(command.seat, command.value) for command in found] == [acknowledged[n] for n in range(length)]


def test_workers_that_wait_for_each_other_both_finish(address: str) -> None:
    """Two transactions that want the same rows in another order: PostgreSQL ends one of them, and it is tried again."""
    stored(address, {"a": new_room(), "b": new_room()})
    both_hold = threading.Barrier(2)

    def touch(game: str, *, waits: int = 0) -> Callable[[Connection], None]:
        left = iter(range(waits))

        def work(database: Connection) -> None:
            database.execute("UPDATE games SET changed = changed + 1 WHERE id = ?", (game,))
            if next(left, None) is not None:  # not when it is tried again
                both_hold.wait(10)

        return work

    def work(games: tuple[str, str]) -> None:
        async def all_at_once() -> None:
            blocker = asyncio.create_task(store.read(lambda _: hold.wait(10)))  # so that the writes form one group
            await asyncio.sleep(0.05)
            writes = [asyncio.create_task(store.write(touch(games[0], waits=1)))]
            writes.append(asyncio.create_task(store.write(touch(games[1]))))
            await asyncio.sleep(0.05)
            hold.set()
            await asyncio.gather(blocker, *writes)

        hold = threading.Event()
        with closing(Store(address)) as store:
            run(all_at_once())

    before = ask(address, "SELECT CAST(sum(changed) AS BIGINT) FROM games")
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, [("a", "b"), ("b", "a")]))
    assert ask(address, "SELECT CAST(sum(changed) AS BIGINT) FROM games") == before + 4


def test_workers_that_start_at_the_same_time_create_the_tables_once(address: str) -> None:
    with ExitStack() as opened, ThreadPoolExecutor(6) as pool:
        for store in pool.map(Store, [address] * 6):
            opened.callback(store.close)
        assert ask(address, "SELECT version FROM millefiori") == VERSION
    assert ask(address, "SELECT count(*) FROM millefiori") == 1


# --- Versions


def write_version(address: str, version: int) -> None:
    """A database as an earlier version left it, with one game."""
    room = played(10)
    with psycopg.connect(address, autocommit=True) as old:
        for step in MIGRATIONS[:version]:
            if step.postgresql:
                old.execute(step.postgresql.encode())
        old.execute("CREATE TABLE millefiori (version BIGINT NOT NULL)")
        old.execute("INSERT INTO millefiori VALUES (%s)", (version,))
        setup = msgspec.json.encode(room.setup)
        old.execute("INSERT INTO games (id, setup, changed) VALUES ('a', %s, 0)", (setup,))
        old.execute("INSERT INTO keys VALUES (%s, 'a', 1, 'seat')", (hashed("a-1"),))
        for n, each in enumerate(room.commands):
            old.execute("INSERT INTO commands VALUES ('a', %s, %s, %s, %s)", (n, each.seat, each.kind, each.value))


@pytest.mark.parametrize("version", range(FIRST, VERSION + 1))
def test_a_database_of_every_version_is_brought_up_to_date_by_workers_at_the_same_time(
    address: str, version: int
) -> None:
    write_version(address, version)
    with ExitStack() as opened, ThreadPoolExecutor(3) as pool:
        for store in pool.map(Store, [address] * 3):
            opened.callback(store.close)
            assert restored("a", *run(store.load("a"))).commands == played(10).commands
            assert run(store.key("a-1")) is not None
    assert ask(address, "SELECT version FROM millefiori") == VERSION


def test_a_step_that_fails_leaves_the_version_before_it(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stored(address, {"a": played(3)})
    broken = migrations.both("CREATE TABLE later (id TEXT); SELECT nonsense;")
    with monkeypatch.context() as later:
        later.setattr("millefiori.server.storage.postgresql.MIGRATIONS", (*MIGRATIONS, broken))
        later.setattr("millefiori.server.storage.postgresql.VERSION", VERSION + 1)
        with pytest.raises(StoreError, match="nonsense"):
            Store(address)
    with closing(Store(address)) as store:
        assert len(commands_of(store, "a")) == 3
    assert ask(address, "SELECT to_regclass('later') IS NULL")


def test_one_script_serves_both_databases() -> None:
    script = "CREATE TABLE t (id INTEGER, picture BLOB, PRIMARY KEY (id)) WITHOUT ROWID;"
    assert migrations.both(script).sqlite == script
    assert migrations.both(script).postgresql == "CREATE TABLE t (id BIGINT, picture BYTEA, PRIMARY KEY (id));"


def test_databases_of_other_programs_and_newer_versions_are_refused_untouched(address: str, postgres: Postgres) -> None:
    change(address, "CREATE TABLE recipes (id TEXT)")
    with pytest.raises(StoreError, match="another program"):
        Store(address)
    assert ask(address, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()") == 1
    newer = postgres.new()
    Store(newer).close()
    change(newer, "UPDATE millefiori SET version = version + 1")
    with pytest.raises(StoreError, match="newer version"):
        Store(newer)


# --- A server that goes away


def test_after_a_restart_of_postgresql_the_store_continues_by_itself(own_postgres: Postgres) -> None:
    room = played(20)
    with closing(Store(own_postgres.address())) as store:
        run(keep(store, "a", room))
        for stop in (own_postgres.stop, own_postgres.kill):
            stop()
            for _ in range(3):
                with pytest.raises(Refusal) as refused:
                    run(store.append("a", 20, Command(0, DECIDE, 7)))
                assert refused.value.code == "storage"
            own_postgres.start()
            until(lambda: commands_of(store, "a"))
            assert commands_of(store, "a") == room.commands
        run(store.append("a", 20, Command(0, DECIDE, 7)))
        assert len(commands_of(store, "a")) == 21


def test_a_commit_whose_answer_is_lost_may_have_been_carried_out(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store cannot know: it says that it failed, and what it holds says what happened."""
    execute = Connected.execute

    def lose_the_answer(connection: Connected, sql: str, *values: object) -> object:
        answer = execute(connection, sql, *values)  # type: ignore[arg-type]
        if sql == "COMMIT":
            raise psycopg.OperationalError("the connection was lost")
        return answer

    with closing(Store(address)) as store:
        run(keep(store, "a", played(3)))
        with monkeypatch.context() as faulty:
            faulty.setattr(Connected, "execute", lose_the_answer)
            with pytest.raises(Refusal, match="storage"):
                run(store.append("a", 3, Command(0, DECIDE, 7)))
        assert run(store.commands_after("a", 2)) == [Command(0, DECIDE, 7)]
        with pytest.raises(Taken):
            run(store.append("a", 3, Command(1, DECIDE, 8)))


# --- Addresses


def test_a_password_is_shown_to_nobody() -> None:
    address = "postgresql://club:geheim@127.0.0.1:9/games"
    assert PostgreSQL(address).name == "postgresql://club@127.0.0.1:9/games"
    result = CliRunner().invoke(cli, ["serve", "--database", address, "--port", "0"])
    assert result.exit_code == 1 and "cannot use the database postgresql://club@127.0.0.1:9/games" in result.output
    assert "geheim" not in result.output and "Traceback" not in result.output


def test_an_address_that_is_none_is_one_line() -> None:
    result = CliRunner().invoke(cli, ["serve", "--database", "postgresql://[oops", "--port", "0"])
    assert result.exit_code == 1 and "not an address of PostgreSQL" in result.output


def test_without_psycopg_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "millefiori.server.storage.postgresql", None)
    with pytest.raises(StoreError, match=r"pip install 'millefiori\[server\]'"):
        Store("postgresql://127.0.0.1/games")
