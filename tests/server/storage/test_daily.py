"""The deal of the day in both databases: one secret for all workers, one try for each, results that stay."""

from contextlib import closing
from functools import partial

from millefiori.server.daily.keeping import Entry, begin, secret_of, settle, tries_of, try_of
from millefiori.server.storage.store import Store
from tests.server.storage.storing import Place, run

DAY = "2027-05-03"


def test_a_secret_is_made_once_and_a_try_begins_once(place: Place) -> None:
    with closing(Store(place)) as store:
        first, second = run(store.write(secret_of)), run(store.write(secret_of))
        assert first == second and len(first) == 32
        start = partial(begin, day=DAY, who="device one", name="Ada", game="game")
        assert [run(store.write(start)) for _ in range(2)] == [True, False]
        done = Entry("device one", "Ada", "game", [120, 100], "link")
        run(store.write(partial(settle, day=DAY, entry=done)))
        run(store.write(partial(settle, day=DAY, entry=done._replace(scores=[1, 2], share="other"))))
        assert run(store.read(partial(try_of, day=DAY, who="device one"))) == done
        assert run(store.read(partial(tries_of, day=DAY))) == [done]
        assert run(store.read(partial(try_of, day="2027-05-04", who="device one"))) is None
