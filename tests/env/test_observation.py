"""The observation: every number has one place and one meaning, and nothing hidden is in it."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from millefiori.engine.board import AREA, BIT, CARDS, SPACES
from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.view import redeal, view
from millefiori.engine.vocabulary import HIDDEN, NEUTRAL, NO_CARD, SEATS, Phase
from millefiori.env.observation import FIELDS, HIGH, SIZE, SLICES, labels, named, observe, scaled
from millefiori.env.packing import PACKED_SIZE, pack, unpack
from millefiori.table import Table
from tests.env.tables import EVERY_TABLE, walk


def test_every_number_has_a_name_of_its_own() -> None:
    assert len(set(labels())) == len(labels()) == SIZE == len(HIGH)
    assert [SLICES[field.name].start for field in FIELDS[1:]] == [SLICES[field.name].stop for field in FIELDS[:-1]]
    assert SLICES[FIELDS[0].name].start == 0 and SLICES[FIELDS[-1].name].stop == SIZE


def test_the_names_lead_to_the_numbers() -> None:
    values = np.arange(SIZE, dtype=np.int64)
    parts, names = named(values), labels()
    assert names[int(parts["diamonds"][1, 3])] == "diamonds[left, W1.4]"
    assert names[int(parts["hand"][0, 0])].startswith("hand[you, quartz-")
    assert names[int(parts["tactical"][0])] == "tactical"
    assert named(np.zeros((7, SIZE)))["ship"].shape[:2] == (7, SEATS)


@pytest.mark.parametrize(("edition", "players"), EVERY_TABLE)
@pytest.mark.parametrize("tactical", [False, True])
def test_no_number_is_higher_than_its_bound(edition: str, players: int, tactical: bool) -> None:
    table = Table(edition, players, tactical=tactical, seed=5)
    for seat in walk(table):
        values = observe(table.view(seat))
        assert (values <= HIGH).all()
    floats = scaled(values)
    assert floats.dtype == np.float32 and floats.min() == 0 and floats.max() <= 1


@pytest.mark.parametrize(("edition", "players"), EVERY_TABLE)
def test_it_says_what_the_view_says(edition: str, players: int) -> None:
    table = Table(edition, players, seed=11)
    for seat in walk(table):
        seen = table.view(seat)
        parts = named(observe(seen))
        round_the_table = [(seat + place) % players for place in range(players)]
        for place, player in enumerate(round_the_table):
            known = [int(card) for card in seen.hand[player] if card < HIDDEN]
            assert parts["hand"][place].tolist() == np.bincount(known, minlength=CARDS).tolist()
            assert parts["hand_size"][place] == (seen.hand[player] != NO_CARD).sum()
            assert 100 * int(parts["laps"][place]) + parts["score"][place] == table.scores[player]
            assert parts["ship"][place].tolist().index(1) == seen.ship[player]
            assert parts["bonus"][place].tolist() == seen.bonus[player].tolist()
            assert (parts["supply"][place], parts["reserve"][place]) == (seen.supply[player], seen.reserve[player])
            assert parts["to_act"][place] == (player == table.to_act)
            assert parts["start_player"][place] == (player == seen.start_player)
        for owner, row in zip([*round_the_table, NEUTRAL], [*range(players), SEATS], strict=True):
            spaces = [bool(seen.diamonds[owner, AREA[space]] & BIT[space]) for space in range(SPACES)]
            assert parts["diamonds"][row].tolist() == spaces
        assert parts["display"].tolist() == seen.display.tolist()
        assert parts["discarded"].tolist() == seen.discarded.tolist()
        assert parts["phase"].tolist().index(1) == seen.phase
        own = int(seen.kept[seat])
        assert np.flatnonzero(parts["card"]).tolist() == ([own] if own < HIDDEN else [])


def test_an_extra_card_of_another_player_is_seen() -> None:
    for deal in range(30 if IS_COMPILED else 1):
        table = Table(players=3, seed=deal)
        for seat in walk(table):
            shown = np.flatnonzero(named(observe(table.view(seat)))["extra_card"]).tolist()
            is_public = table.phase == Phase.PLAY and table.game.extra_cards > 0 and seat != table.to_act
            assert shown == ([int(table.game.kept[table.game.to_act])] if is_public else [])


@pytest.mark.parametrize(("edition", "players"), EVERY_TABLE)
def test_hidden_cards_change_nothing(edition: str, players: int) -> None:
    table = Table(edition, players, seed=3)
    for number, seat in enumerate(walk(table)):
        if not table.is_over:
            seen = table.view(seat)
            twin = redeal(seen, number)
            assert observe(view(twin, seat)).tobytes() == observe(seen).tobytes()


# --- Packed


@given(
    setup=st.sampled_from(EVERY_TABLE),
    tactical=st.booleans(),
    seed=st.integers(0, 2**63 - 1),
    actions=st.integers(0, 250 if IS_COMPILED else 20),
    seat=st.integers(0, SEATS - 1),
)
def test_a_packed_observation_unpacks_to_the_observation(
    setup: tuple[str, int], tactical: bool, seed: int, actions: int, seat: int
) -> None:
    table, chooser = Table(*setup, tactical=tactical, seed=seed), random.Random(seed)
    for _ in range(actions):
        if not table.is_over:
            table.advance(chooser.choice(table.legal_actions()))
    seen = table.view(seat % setup[1])
    assert unpack(pack(seen)[np.newaxis])[0].tobytes() == observe(seen).tobytes()


@pytest.mark.parametrize(("edition", "players"), EVERY_TABLE)
def test_hidden_cards_change_nothing_in_a_packed_observation(edition: str, players: int) -> None:
    table = Table(edition, players, seed=3)
    for number, seat in enumerate(walk(table)):
        if not table.is_over:
            seen = table.view(seat)
            assert pack(view(redeal(seen, number), seat)).tobytes() == pack(seen).tobytes()


def test_unpack_wants_packed_rows_and_room_for_them() -> None:
    rows = np.stack([pack(Table(seed=seed).view(0)) for seed in range(3)])
    room = np.zeros((3, SIZE), np.uint8)
    assert unpack(rows, room) is room and (room == unpack(rows[::-1])[::-1]).all()
    wrong: Any
    for wrong in (rows[0], rows[:, 1:], rows.astype(np.int64)):
        with pytest.raises(ValueError, match=f"rows of {PACKED_SIZE} bytes"):
            unpack(wrong)
    for wrong in (room[:2], room[:, 1:], room.astype(np.int8)):
        with pytest.raises(ValueError, match=f"out must be 3 rows of {SIZE} bytes"):
            unpack(rows, wrong)
