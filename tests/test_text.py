"""The picture in plain text, and the score sheet."""

import re
from random import Random

import click
import pytest

from millefiori.drawing.plain_text import OWNER_LETTERS, WIDTH, picture
from millefiori.engine.editions import EDITIONS
from millefiori.engine.operations import size
from millefiori.engine.view import redeal, view
from millefiori.engine.vocabulary import SPECTATOR, Area, Reason
from millefiori.table import Table
from millefiori.terminal.sheet import REASON_NAMES, score_sheet, sheet

ALL_SETUPS = [(name, players) for name, edition in EDITIONS.items() for players in edition.players]
NAMES = ("Anna", "Ben", "Cleopatra the Great", "Dora")


def played(edition: str, players: int, actions: int, seed: int = 1, tactical: bool = False) -> Table:
    """A table after so many random actions."""
    table = Table(edition, NAMES[:players], seed=seed, tactical=tactical)
    chance = Random(seed)
    while not table.is_over and len(table.actions) < actions:
        table.advance(chance.choice(table.legal_actions()))
    return table


def lines_of(table: Table) -> list[str]:
    return picture(table.game, table.players).splitlines()


@pytest.mark.parametrize(("edition", "players"), ALL_SETUPS)
@pytest.mark.parametrize("actions", [0, 37, 110, 1000])
def test_it_fits_a_hundred_columns_and_forty_lines(edition: str, players: int, actions: int) -> None:
    lines = lines_of(played(edition, players, actions))
    assert max(len(line) for line in lines) <= WIDTH
    assert len(lines) <= 40


@pytest.mark.parametrize(("edition", "players"), ALL_SETUPS)
def test_every_diamond_on_the_board_shows_its_owner(edition: str, players: int) -> None:
    table = played(edition, players, 150)
    shown = "\n".join(line for line in lines_of(table) if not line.startswith("DISPLAY"))
    for owner, letter in enumerate(OWNER_LETTERS):
        on_the_board = sum(size(int(table.game.diamonds[owner, area])) for area in Area)
        in_the_table = 1 if owner < players else 0
        assert shown.count(f"[{letter}]") == on_the_board + in_the_table


def test_colours_change_nothing_but_colours() -> None:
    table = played("caipirinha", 2, 60)
    coloured = picture(table.game, table.players, colour=True)
    assert "\033[" in coloured and "\033[" not in str(table)
    assert [line.rstrip() for line in click.unstyle(coloured).splitlines()] == str(table).splitlines()


@pytest.mark.parametrize("actions", range(0, 160, 7))
@pytest.mark.parametrize("tactical", [False, True])
def test_it_shows_nothing_hidden(actions: int, tactical: bool) -> None:
    table = played("international", 3, actions, seed=actions, tactical=tactical)
    seen = view(table.game, SPECTATOR)
    assert str(table) == picture(seen, table.players) == picture(redeal(seen, 5), table.players)


def test_a_space_that_can_be_filled_has_its_number() -> None:
    text = str(Table(seed=1))
    assert "W1    p1  a2  p3  l4  a5  l6      a7" in text
    assert "N1  x1  c2  l3  x4  c5" in text and re.search(r"N2    l   x   c   l$|N2    l   x   c   l ", text, re.M)
    assert "r1" in text and "r2" not in text


def test_gold_symbols_vanish_when_their_three_spaces_are_filled() -> None:
    table = Table(seed=1)
    assert str(table).count("*") == 10 + 3  # and three in the sea
    table.game.diamonds[0, Area.WORKSHOPS] = 0b110000001  # W1.1, W2.1, W2.2
    assert str(table).count("*") == 9 + 3


def test_it_shows_who_holds_a_bonus_space() -> None:
    table = Table(seed=1)
    table.game.bonus[1, Area.POPULI] = 20
    table.game.bonus[0, Area.POPULI] = 15
    assert "B20 A15 10 5" in str(table)


def test_it_shows_who_decides_what_and_who_has_won() -> None:
    assert "Anna to keep a card" in str(Table("german", NAMES, seed=1, start_player=0))
    assert "Ben to keep a card" in str(Table("german", NAMES, seed=1, start_player=1, tactical=True))
    over = played("german", 4, 1000)
    assert f"won by {over.players[over.winners[0]]}" in str(over)


def test_names_cannot_disturb_it() -> None:
    text = picture(Table(seed=1).game, ["An\033[2Jna", "B\nen"])
    assert "An?[2Jna" in text and "B?en" in text


def test_the_last_turns_are_announced() -> None:
    table = Table(seed=1)
    table.game.last_turns = True
    assert "LAST TURNS" in str(table)


# --- The score sheet


def test_the_sheet_has_a_line_for_every_reason_and_adds_up() -> None:
    assert set(REASON_NAMES) == set(Reason)
    table = played("international", 4, 1000)
    lines = score_sheet(table.game, table.players).splitlines()
    assert [int(number) for number in lines[-1].split()[1:]] == table.scores
    assert len(lines) == 3 + sum(any(row) for row in table.score_sheet().values())


def test_the_sheet_takes_averages_too() -> None:
    text = sheet({Reason.SEA: [1.25, 2.0], Reason.GOOD: [0.0, 0.0]}, ["Anna", "Ben"])
    assert text.splitlines()[1].split() == ["sea", "1.2", "2.0"]
    assert "trade" not in text


def test_bonus_points_that_wait_for_the_end_stand_below_the_sum() -> None:
    table = Table("german", 2, seed=1)
    assert "at the end" not in score_sheet(table.game, table.players)
    table.game.bonus[0, Area.TRADE] = 20
    assert "bonus, at the end       (20)       (0)" in score_sheet(table.game, table.players)
    over = played("german", 3, 1000)
    assert "at the end" not in score_sheet(over.game, over.players)
