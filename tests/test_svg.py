"""The picture of a game: whole, unambiguous, and without secrets."""

import random
from collections import Counter
from xml.etree import ElementTree

import pytest

from millefiori.board import SPACE_NAMES
from millefiori.editions import EDITIONS
from millefiori.svg import drawing
from millefiori.table import Table
from millefiori.view import redeal, view
from millefiori.vocabulary import NEUTRAL, SPECTATOR, Phase


def table_after(actions: int, edition: str = "international", players: int = 2, seed: int = 1) -> Table:
    """A table with some random actions played; the game may have ended before."""
    table = Table(edition, players, seed=seed)
    chance = random.Random(seed)
    while len(table.actions) < actions and not table.is_over:
        table.advance(chance.choice(table.legal_actions()))
    return table


def values(svg: str, attribute: str) -> list[str]:
    """All values of an attribute, in the order of the document."""
    elements = ElementTree.fromstring(svg).iter()
    return [value for element in elements if (value := element.get(attribute)) is not None]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("actions", [0, 45, 9999])
def test_every_space_is_drawn_once_in_every_edition(edition: str, actions: int) -> None:
    players = EDITIONS[edition].players[-1]
    for seat in (None, 0):
        svg = table_after(actions, edition, players).svg(seat)
        assert sorted(values(svg, "data-space")) == sorted(SPACE_NAMES)


def test_ids_are_unique_and_everything_used_is_defined() -> None:
    svg = table_after(60, players=4).svg(1)
    ids = values(svg, "id")
    assert len(set(ids)) == len(ids)
    assert {f"#{name}" for name in ids} >= set(values(svg, "href"))


def test_every_diamond_and_ship_on_the_table_is_drawn() -> None:
    table = table_after(70, "caipirinha")
    game = table.game
    used = Counter(values(table.svg(), "href"))
    for seat in range(2):
        placed = sum(int(spaces).bit_count() for spaces in game.diamonds[seat]) + int((game.bonus[seat] > 0).sum())
        assert used[f"#diamond-{seat}"] == placed + 1  # one beside the name
        assert used[f"#ship-{seat}"] == 1
    assert used[f"#diamond-{NEUTRAL}"] == 30


@pytest.mark.parametrize("actions", range(6, 60, 9))
def test_games_that_differ_only_in_secrets_look_the_same(actions: int) -> None:
    game = table_after(actions, players=3).game
    for seat in range(3):
        other = redeal(view(game, seat), actions)
        assert drawing(other, "ABC", seat) == drawing(game, "ABC", seat)
        assert drawing(other, "ABC") == drawing(game, "ABC")
    assert drawing(redeal(view(game, SPECTATOR), actions), "ABC") == drawing(game, "ABC")


def test_a_seat_sees_its_own_cards_and_everybody_the_display() -> None:
    table = table_after(3, players=4)
    assert table.phase == Phase.KEEP
    display, own = len(values(table.svg(), "data-card")), values(table.svg(0), "data-card")
    assert display == (table.game.display > 0).sum()
    assert len(own) == display + 5
    assert ">kept<" in table.svg(table.start_player)


def test_an_extra_card_in_play_is_public() -> None:
    table = table_after(0, players=4)
    chance = random.Random(1)
    while table.game.extra_cards == 0:
        table.advance(chance.choice(table.legal_actions()))
    assert table.card in values(table.svg(), "data-card")[-1:]


def test_names_are_escaped_and_cannot_break_the_document() -> None:
    names = ['<script>"&', "a\x00b\ud800c", "'" * 200, "李小龍"]
    svg = Table(players=names, seed=1).svg(2)
    texts = list(ElementTree.fromstring(svg).itertext())
    assert '<script>"&' in texts and "abc" in texts and "李小龍" in texts
    assert "<script>" not in svg
