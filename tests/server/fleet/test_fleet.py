"""Real workers, a real PostgreSQL and a real Redis: what is killed and restarted while people play loses nothing."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from millefiori.cli.main import cli
from tests.server import real_server
from tests.server.fleet.chaos import Fleet, fleet_of, torment
from tests.server.services import Missing, Postgres, Redis, until
from tests.server.serving import Client

pytestmark = real_server


@pytest.fixture(scope="module")
def running() -> Iterator[tuple[Fleet, Postgres, Redis]]:
    try:
        with fleet_of(2) as found:
            until(lambda: 1 / (len(found[0].workers()) == 2), 120)
            yield found
    except Missing as missing:
        pytest.skip(f"NOT TESTED WITH SEVERAL WORKERS: {missing}")


def test_kills_of_workers_and_restarts_of_both_servers_lose_nothing(running: tuple[Fleet, Postgres, Redis]) -> None:
    report = asyncio.run(torment(*running, tables=4, kills=4, every=0.5, restarts=1))
    assert report.is_clean and report.games >= 4 and report.acknowledged > 100, str(report)


def test_a_hung_worker_is_not_needed(running: tuple[Fleet, Postgres, Redis]) -> None:
    """The others serve; it is killed after a while, which this test does not wait for."""
    fleet = running[0]
    until(lambda: 1 / (len(fleet.workers()) == 2), 120)
    hung = fleet.workers()[0]
    os.kill(hung, signal.SIGSTOP)
    try:
        served = 0
        for _ in range(10):
            try:
                fleet.http.get(fleet.address + "/health", timeout=1)
                served += 1
            except Exception:
                time.sleep(0.1)
        assert served
    finally:
        os.kill(hung, signal.SIGKILL)
    until(lambda: 1 / (hung not in fleet.workers() and len(fleet.workers()) == 2), 120)


def test_workers_are_replaced_one_after_the_other_while_a_game_goes_on(running: tuple[Fleet, Postgres, Redis]) -> None:
    fleet = running[0]
    assert fleet.process is not None
    until(lambda: 1 / (len(fleet.workers()) == 2), 120)
    before = set(fleet.workers())
    client = Client(fleet, fleet.open("here", "casual")["keys"]["0"])
    client.play(3)
    fleet.process.send_signal(signal.SIGHUP)
    deadline = time.monotonic() + 180
    while before & set(fleet.workers()) or len(fleet.workers()) != 2:
        assert time.monotonic() < deadline
        try:
            client.play(1)
        except Exception:
            client.connect()
    try:
        client.play()
    except Exception:
        client.connect()
        client.play()
    assert client.position["phase"] == "over" and fleet.process.poll() is None


@pytest.mark.parametrize(
    "options",
    [
        ["--workers", "2"],
        ["--workers", "2", "--broker", "redis://127.0.0.1/0"],
        ["--workers", "2", "--database", "postgresql://127.0.0.1/games"],
        ["--workers", "2", "--database", "games.sqlite", "--broker", "redis://127.0.0.1/0"],
    ],
)
def test_several_workers_need_a_database_and_a_broker_that_they_can_share(options: list[str]) -> None:
    result = CliRunner().invoke(cli, ["serve", *options])
    assert result.exit_code == 2 and "a file of SQLite is for one worker" in " ".join(result.output.split())


def test_a_broker_that_is_none_is_told() -> None:
    result = CliRunner().invoke(cli, ["serve", "--broker", "localhost:6379"])
    assert result.exit_code == 1 and "is not an address of Redis" in result.output
