"""Duplicates in both databases: each place and each table once; a deal is opened once, for all its tables together."""

import asyncio
from contextlib import closing
from functools import partial

import pytest

from millefiori.server.duplicates import keeping
from millefiori.server.duplicates.duplicates import _new_tables
from millefiori.server.duplicates.keeping import Result
from millefiori.server.messages.duplicates import DuplicateTerms
from millefiori.server.refusal import Refusal
from millefiori.server.storage.store import Store
from tests.server.storage.storing import Place, run

TERMS = DuplicateTerms("international", seats=2, people=2, deals=2)
LINK = "a link"
ID = keeping.id_of(LINK)


async def joined(store: Store, *people: str) -> None:
    """A duplicate that all of them try to join at the same moment."""
    await store.write(partial(keeping.add, link=LINK, terms=TERMS))
    tries = (store.write(partial(keeping.join, duplicate=ID, who=who, name=who.title())) for who in people)
    await asyncio.gather(*tries, return_exceptions=True)


async def begun(store: Store) -> None:
    """Two workers begin at the same moment, each with its own deals."""
    found = await store.read(partial(keeping.look, duplicate=ID))
    made = [[table for deal in range(2) for table in _new_tables(found, deal)] for _ in range(2)]
    begins = (partial(keeping.begin, duplicate=ID, people=found.people, tables=tables) for tables in made)
    await asyncio.gather(*(store.write(begin) for begin in begins))


def test_each_place_is_taken_once_and_the_tables_are_added_once(place: Place) -> None:
    with closing(Store(place)) as store:
        run(joined(store, "ada", "ada", "ben", "cem"))
        found = run(store.read(partial(keeping.look, duplicate=ID)))
        assert [(person.number, person.who) for person in found.people] == [(0, "ada"), (1, "ben")]
        assert not found.begun and found.terms == TERMS
        run(begun(store))
        found = run(store.read(partial(keeping.look, duplicate=ID)))
        tables = run(store.read(partial(keeping.tables_of, duplicate=ID)))
        assert found.begun
        assert [(table.deal, table.number) for table in tables] == [(0, 0), (0, 1), (1, 0), (1, 1)]
        assert not any(table.is_begun or table.is_open or table.result or table.share for table in tables)
        with pytest.raises(Refusal, match="there already"):
            run(store.write(partial(keeping.leave, duplicate=ID, who="ben")))


def test_nothing_begins_for_people_who_have_left(place: Place) -> None:
    with closing(Store(place)) as store:
        run(joined(store, "ada", "ben"))
        found = run(store.read(partial(keeping.look, duplicate=ID)))
        run(store.write(partial(keeping.leave, duplicate=ID, who="ben")))
        begin = partial(keeping.begin, duplicate=ID, people=found.people, tables=_new_tables(found, 0))
        run(store.write(begin))
        assert run(store.read(partial(keeping.tables_of, duplicate=ID))) == []


def test_a_deal_is_opened_for_all_its_tables_at_once_and_only_once(place: Place) -> None:
    with closing(Store(place)) as store:
        run(joined(store, "ada", "ben"))
        run(begun(store))
        first, second, *others = run(store.read(partial(keeping.tables_of, duplicate=ID)))
        open_deals = partial(keeping.open_deals, duplicate=ID)
        run(store.write(partial(keeping.settle, game=first.game, result=Result([120, 100], []))))
        run(store.write(partial(keeping.settle, game=first.game, result=Result([1, 2], [0]))))
        assert run(store.write(open_deals)) == []
        assert run(store.setup(first.game)).sealed == ID
        run(store.write(partial(keeping.settle, game=second.game, result=Result([90, 110], [1]))))
        assert [game for game, _ in run(store.write(open_deals))] == [first.game, second.game]
        assert run(store.write(open_deals)) == []
        tables = run(store.read(partial(keeping.tables_of, duplicate=ID)))
        assert [table.result for table in tables] == [Result([120, 100], []), Result([90, 110], [1]), None, None]
        for table in tables[:2]:
            key = run(store.key(table.share))
            assert key and (key.game, key.kind) == (table.game, "share")
            assert run(store.setup(table.game)).sealed == ""
        assert all(run(store.setup(table.game)).sealed == ID for table in others)


def test_a_duplicate_is_forgotten_when_its_games_are_gone(place: Place) -> None:
    with closing(Store(place)) as store:
        run(joined(store, "ada", "ben"))
        run(begun(store))
        run(store.write(partial(keeping.forget, before=2**40)))
        tables = run(store.read(partial(keeping.tables_of, duplicate=ID)))
        assert len(tables) == 4
        run(store.write(lambda database: database.execute("DELETE FROM games")))
        run(store.write(partial(keeping.forget, before=0)))
        assert len(run(store.read(partial(keeping.tables_of, duplicate=ID)))) == 4
        run(store.write(partial(keeping.forget, before=2**40)))
        assert run(store.read(partial(keeping.tables_of, duplicate=ID))) == []
        with pytest.raises(Refusal, match="no duplicate"):
            run(store.read(partial(keeping.look, duplicate=ID)))
