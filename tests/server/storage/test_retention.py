"""How long games are kept: the rule, and that nothing else is deleted."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import closing

import msgspec
import pytest
from starlette.testclient import TestClient

from millefiori.cli.serve import KEEP_DAYS, is_loopback
from millefiori.server.app import make_app
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.room import DECIDE, Command
from millefiori.server.storage import retention
from millefiori.server.storage.retention import DAY, FOR_EVER, Retention, clean
from millefiori.server.storage.store import HOUR, Store
from tests.server.serving import bearer
from tests.server.storage.storing import Place, ask, change, keep, played, run, web_of

NOW = 2_000_000_000.0


@pytest.fixture
def store(place: Place, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr(retention, "PAUSE", 0.0)
    with closing(Store(place)) as store:
        yield store


def add(store: Store, place: Place, game: str, days: float, *, finished: bool = False, first: str = "") -> None:
    """A game that was last played so many days before NOW."""
    room = played(100_000 if finished else 5)
    room.setup = msgspec.structs.replace(room.setup, first=first)
    run(keep(store, game, room))
    change(place, "UPDATE games SET changed = ? WHERE id = ?", int(NOW - days * DAY), game)


def games(place: Place) -> set[str]:
    return {str(ask(place, f"SELECT id FROM games ORDER BY id LIMIT 1 OFFSET {row}")) for row in range(count(place))}


def count(place: Place) -> int:
    return int(ask(place, "SELECT count(*) FROM games"))


def test_finished_games_are_kept_for_90_days_and_others_for_180(store: Store, place: Place) -> None:
    for days in (1, 89, 91, 179, 181):
        add(store, place, f"finished-{days}", days, finished=True)
        add(store, place, f"running-{days}", days)
    assert run(clean(store, Retention(), set, NOW)) == 4
    assert games(place) == {"finished-1", "finished-89", "running-1", "running-89", "running-91", "running-179"}
    for table in ("keys", "commands"):
        assert ask(place, f"SELECT count(DISTINCT game) FROM {table}") == 6
    assert run(clean(store, Retention(), set, NOW)) == 0


@pytest.mark.parametrize(
    ("rule", "left"),
    [(FOR_EVER, {"over", "open"}), (Retention(0, 1), {"over"}), (Retention(1, 0), {"open"}), (Retention(1, 1), set())],
)
def test_zero_days_are_for_ever(store: Store, place: Place, rule: Retention, left: set[str]) -> None:
    add(store, place, "over", 5000, finished=True)
    add(store, place, "open", 5000)
    run(clean(store, rule, set, NOW))
    assert games(place) == left


def test_games_in_use_and_the_first_of_a_deal_are_spared(store: Store, place: Place) -> None:
    add(store, place, "used", 500)
    add(store, place, "first", 500, finished=True)
    add(store, place, "later", 10, first="first")
    assert run(clean(store, Retention(), lambda: {"used"}, NOW)) == 0
    assert run(clean(store, Retention(), set, NOW)) == 1
    assert games(place) == {"first", "later"}
    change(place, "UPDATE games SET changed = 0 WHERE id = 'later'")
    assert run(clean(store, Retention(), set, NOW)) == 2, "the first one goes after the later one"


def test_damaged_games_are_deleted_like_unfinished_ones(store: Store, place: Place) -> None:
    for days in (100, 200):
        add(store, place, f"damaged-{days}", days)
    change(place, "UPDATE games SET setup = '{'")
    assert run(clean(store, Retention(), set, NOW)) == 1
    assert games(place) == {"damaged-100"}


def test_many_games_are_deleted_in_small_batches(store: Store, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(45):
        add(store, place, f"g{number}", 365)
    batches: list[int] = []
    delete = retention._delete

    def counted(*arguments: object, **more: object) -> int:
        batches.append(delete(*arguments, **more))  # type: ignore[arg-type]
        return batches[-1]

    monkeypatch.setattr(retention, "_delete", counted)
    assert run(clean(store, Retention(), set, NOW)) == 45
    assert batches == [20, 20, 5, 0] and games(place) == set()


def test_a_command_renews_a_game_to_the_hour(store: Store, place: Place) -> None:
    add(store, place, "a", 0)
    change(place, "UPDATE games SET changed = ?, finished = 0", int(time.time()) - 2 * HOUR)
    run(store.append("a", 5, Command(0, DECIDE, 7)))
    renewed = ask(place, "SELECT changed FROM games")
    assert abs(renewed - time.time()) < 60 and ask(place, "SELECT finished FROM games") is None
    change(place, "UPDATE games SET changed = changed - 1000")
    run(store.append("a", 6, Command(0, DECIDE, 7)))
    assert ask(place, "SELECT changed FROM games") == renewed - 1000


def test_nothing_is_added_to_a_game_that_was_deleted(store: Store, place: Place) -> None:
    with pytest.raises(Refusal, match="deleted"):
        run(store.append("a", 0, Command(0, DECIDE, 7)))
    assert ask(place, "SELECT count(*) FROM commands") == 0


def test_the_server_applies_the_rule_by_itself(place: Place) -> None:
    with closing(Store(place)) as store:
        for game, days in (("old", 5000), ("new", 0)):
            add(store, place, game, days)
        change(place, "UPDATE games SET changed = ? WHERE id = 'new'", int(time.time()))
    with web_of(place) as web:  # a private server keeps all games
        assert web.get("/api/record", headers=bearer("old-0")).json()["code"] == "running"
    with TestClient(make_app(place, workers=0, retention=Retention.of_days(90))) as web:
        deadline = time.monotonic() + 20
        while ask(place, "SELECT count(*) FROM games") != 1 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert web.get("/api/record", headers=bearer("old-0")).json()["code"] == "key"
        assert web.get("/api/record", headers=bearer("new-0")).json()["code"] == "running"


def test_a_storage_failure_does_not_end_the_housekeeping(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    attempts = 0

    async def failing(*arguments: object) -> int:
        nonlocal attempts
        attempts += 1
        raise Refusal("storage", "the disk is full")

    monkeypatch.setattr(retention, "clean", failing)
    monkeypatch.setattr(retention, "HOUR", 0.0)

    async def wait() -> None:
        task = asyncio.create_task(retention.clean_every_hour(store, Retention(), set))
        while attempts < 3:
            await asyncio.sleep(0.01)
        task.cancel()

    run(wait())
    assert "the disk is full" in caplog.text


def test_the_default_depends_on_who_can_connect() -> None:
    assert [is_loopback(host) for host in ("127.0.0.1", "127.3.2.1", "::1", "localhost")] == [True] * 4
    assert not any(is_loopback(host) for host in ("0.0.0.0", "192.168.1.4", "::", "games.example"))
    assert Retention.of_days(KEEP_DAYS) == Retention() and Retention.of_days(0) == FOR_EVER
