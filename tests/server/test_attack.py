"""The attacks of `make attack`, short: nothing is lost, nothing is revealed, and the honest table continues to play."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.attack import faults, floods, fuzz, kills, twins
from benchmarks.attack.people import Target, p99, public_server
from tests.server import real_server
from tests.server.serving import Server

pytestmark = real_server


@pytest.fixture(scope="module")
def public() -> Iterator[Server]:
    with public_server() as server:
        asyncio.run(floods.attacked(server, "", 0))  # the workers are there
        yield server


@pytest.fixture(autouse=True)
def _few_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floods, "FEWEST_OWN", 3)
    monkeypatch.setattr(floods, "FEWEST_BOT", 2)


@pytest.mark.parametrize("name", floods.FLOODS)
def test_an_honest_table_continues_while_others_flood_the_server(public: Server, name: str) -> None:
    network = list(floods.FLOODS).index(name) + 1
    felt, tally = asyncio.run(floods.attacked(public, name, 1.5, network))
    assert felt.own and felt.bot and felt.refused == 0
    assert tally.tried >= floods.ATTACKERS, "the attack must really take place"
    assert tally.refused + tally.closed + tally.unanswered <= tally.tried
    assert p99(felt.bot) < 10_000


def test_an_attempt_that_ends_in_an_error_counts_as_what_it_is() -> None:
    flood = floods.Flood(Target(1), "127.0.1.1", lambda: False)
    for error in (TimeoutError(), ConnectionResetError(), EOFError()):
        with flood.attempt():
            raise error
    with flood.attempt():
        flood.note('{"type": "refused"}')
    assert flood.tally == floods.Tally(tried=4, refused=1, closed=2, unanswered=1)
    with pytest.raises(KeyError), flood.attempt():  # a fault of the attack itself is not hidden
        raise KeyError


def test_nothing_that_was_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    server = Server(tmp_path)
    acknowledged, lost, twice = asyncio.run(kills.killed(server, 2, 1))
    server.stop()
    assert acknowledged > 4 and lost == twice == 0


def test_twins_get_the_same_bytes_over_the_wire(tmp_path: Path) -> None:
    found = list(twins.pairs(12))
    assert len(found) > 5
    asyncio.run(twins.store_pairs(tmp_path / "games.sqlite", found))
    server = Server(tmp_path)
    size, differ = asyncio.run(twins.compare(server, found))
    server.stop()
    assert size > 50_000 and differ == 0


def test_damaged_messages_and_bodies_are_refused_by_name(server: Server) -> None:
    assert set(asyncio.run(fuzz.fuzz_messages(server, 300))) <= {"malformed", "oversized", "watching", "hint", "hello"}
    assert "malformed" in asyncio.run(fuzz.fuzz_bodies(server, 150))


def test_faults_of_disk_and_database_stay_what_they_are(tmp_path: Path) -> None:
    server = Server(tmp_path)
    lines = faults.run(server)
    server.stop()
    assert len(lines) == len(faults.FAULTS) + 5
    assert "storage 503" in lines[0] and "storage 503" in lines[1] and "damaged" in lines[3]


def test_people_come_back_at_the_same_moment(tmp_path: Path) -> None:
    keys = asyncio.run(kills.stored_games(tmp_path / "games.sqlite", 30))
    server = Server(tmp_path)
    seconds, used = asyncio.run(kills.everybody_back(server, keys))
    assert seconds < 30 and used > 0
    server.stop()
