"""The picture of a game: whole, unambiguous, and without secrets."""

import random
from collections import Counter
from math import hypot
from xml.etree import ElementTree

import pytest

from millefiori.drawing.board import (
    BONUS_NUMBER,
    SEA_XY,
    SHIP_SCALES,
    SHIPS_XY,
    VIEW_BOX,
    empty_board,
    moorings,
)
from millefiori.drawing.colours import GLASSES, TINTS, WATER, Glass, Tint
from millefiori.drawing.game import drawing
from millefiori.drawing.pieces import plaque
from millefiori.engine.board import SPACE_NAMES
from millefiori.engine.editions import EDITIONS
from millefiori.engine.view import redeal, view
from millefiori.engine.vocabulary import NEUTRAL, SEATS, SETS, SPECTATOR, Area, Phase
from millefiori.table import Table


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
    drawn = [used[f"#diamond-{seat}"] + used[f"#gem-{seat}"] - 1 for seat in range(NEUTRAL + 1)]  # one is a definition
    for seat in range(2):
        placed = sum(int(spaces).bit_count() for spaces in game.diamonds[seat]) + int((game.bonus[seat] > 0).sum())
        assert drawn[seat] == placed + 1  # one beside the name
        assert used[f"#ship-{seat}"] == 1
    assert drawn[NEUTRAL] == 30


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


# --- Legible


def brightness(colour: str) -> float:
    """The relative luminance of a colour such as #0b4a57."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(ink: str, ground: str) -> float:
    dark, light = sorted(brightness(colour) for colour in (ink, ground))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("tint", [*TINTS.values(), WATER])
def test_numbers_on_spaces_and_cards_stand_out(tint: Tint) -> None:
    assert contrast(tint.deep, tint.pale) > 6
    assert contrast(tint.deep, tint.soft) > 4.5
    assert contrast(BONUS_NUMBER, tint.deep) > 4.5


@pytest.mark.parametrize("glass", GLASSES)
def test_numbers_on_diamonds_stand_out(glass: Glass) -> None:
    assert contrast(glass.mark, plaque(glass)) > 7


def test_a_diamond_stands_out_on_every_bonus_space() -> None:
    for area in range(SETS):
        for glass in GLASSES[:SEATS]:
            rim = contrast("#ffffff", TINTS[Area(area)].deep)  # every diamond has a white line around it
            assert rim > 4.5 and contrast(glass.light, TINTS[Area(area)].deep) > 3


def test_a_ship_hides_no_number_of_the_sea() -> None:
    numbers = [tuple(xy) for xy in SEA_XY[1:]]
    for count, (berths, scale) in enumerate(zip(SHIPS_XY, SHIP_SCALES, strict=True), 1):
        for mooring in moorings()[1:]:
            hulls = [(mooring[0] + dx, mooring[1] + dy) for dx, dy in berths]
            nearest = min(hypot(x - hull[0], y - hull[1]) for x, y in numbers for hull in hulls)
            assert nearest > 20 * scale + 10, f"one of {count} ships at {mooring} covers a number"


def test_the_whole_board_is_inside_its_frame() -> None:
    x, y, width, height = map(float, VIEW_BOX.split())
    for at_x, at_y in SEA_XY:
        assert x + 33 <= at_x <= x + width - 33 and y + 33 <= at_y <= y + height - 33


def test_the_empty_board_defines_what_it_uses() -> None:
    svg = empty_board()
    ids = values(svg, "id")
    assert len(set(ids)) == len(ids)
    assert {f"#{name}" for name in ids} >= set(values(svg, "href"))
    assert "filter" not in svg  # a filter over the board makes phones stutter
