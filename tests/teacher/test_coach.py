"""The coach: which situations a seat meets, from its view alone, and that each has a text."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from millefiori.bots.bot import make_bot
from millefiori.engine.view import redeal, view
from millefiori.explain.outcome import Outcome, outcome
from millefiori.position import position
from millefiori.server.teaching.routes import since_last_action
from millefiori.table import Table
from millefiori.teacher.coach import SITUATIONS, situations

LANG = Path(__file__).parents[2] / "millefiori" / "server" / "static" / "lang"


def met(text: str, past: Sequence[Outcome] = ()) -> list[str]:
    return situations(view(position(text), 0), past)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_situation_has_a_text(language: str) -> None:
    texts = json.loads((LANG / language / "learn" / "coach.json").read_text())
    assert {f"coach.{name}" for name in SITUATIONS} <= texts.keys()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("international-2 ship=0/1 phase=play act=A kept=residence-1/-", ["play", "residences", "sail"]),
        ("international-2 ship=0/6 phase=play act=A kept=jewelry-1/-", ["play", "trade", "sail"]),
    ],
)
def test_a_card_in_play_names_its_area(text: str, expected: list[str]) -> None:
    assert met(text) == expected


def test_a_space_that_earns_an_extra_card_is_named() -> None:
    assert "earns_extra" in met("international-2 ship=6/1 phase=play act=A kept=residence-1/- display=swans-5")


def test_a_newcomer_meets_most_situations_in_one_game() -> None:
    table, bot = Table("international", 2, seed=5, start_player=0), make_bot("gentle", 1)
    found: set[str] = set()
    first = situations(table.view(0), [])
    while not table.is_over:
        past, is_new_round = since_last_action(table, 0)
        found.update(situations(table.view(0), past, is_new_round=is_new_round))
        table.advance(bot.choose(table.view(table.game.to_act), table.legal_actions()))
    past, _ = since_last_action(table, 0)
    assert first == ["keep"]
    assert situations(table.view(0), past) == [], "the result speaks for itself"
    assert found <= set(SITUATIONS)
    assert {"keep", "passed", "play", "take", "round", "gift", "sail", "workshops", "trade"} <= found


def test_what_the_coach_says_depends_on_the_view_alone() -> None:
    table, bot = Table("international", 3, seed=2), make_bot("greedy", 1)
    for number in range(60):
        seen = table.view(0)
        assert situations(seen, []) == situations(view(redeal(seen, number), 0), [])
        table.advance(bot.choose(table.view(table.game.to_act), table.legal_actions()))


def test_others_outcomes_are_told_since_the_last_own_action() -> None:
    table, bot = Table("international", 2, seed=5), make_bot("greedy", 1)
    for _ in range(20):
        table.advance(bot.choose(table.view(table.game.to_act), table.legal_actions()))
    seat = int(table.last_step[1].to_act)
    assert since_last_action(table, seat) == ([], False)
    action, before, after = table.last_step
    assert since_last_action(table, 1 - seat)[0][-1] == outcome(before, action, after)
