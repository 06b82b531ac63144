"""Bots by name, level and file; what cannot be made is told kindly."""

from pathlib import Path

import pytest

from millefiori.bots.bot import BUILT_IN, LEVELS, UnknownBot, bot_names, make_bot
from millefiori.bots.seats import SeatedBots, bot_players, hint, spec_of
from millefiori.engine.calls import legal_actions
from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.view import view
from millefiori.table import Table

SAILOR = """
from millefiori.engine.actions import SAIL
from millefiori.bots.bot import Bot


class Sailor(Bot):
    def choose(self, view, legal):
        return SAIL if SAIL in legal else max(legal)
"""


def test_every_bot_and_level_can_be_made() -> None:
    assert bot_names()[: len(BUILT_IN)] == list(BUILT_IN)
    for spec in (*BUILT_IN, *LEVELS, "search:5sims", "strong:2s", "greedy:6"):
        assert make_bot(spec).summary


def test_a_bot_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "sailor.py"
    file.write_text(SAILOR, encoding="utf-8")
    table = Table("international", 2, seed=1)
    bot = make_bot(f"{file}:Sailor")
    assert bot.choose(table.view(0), table.legal_actions()) == max(table.legal_actions())


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("genius", "there is no bot 'genius'; the bots are random, novice, greedy"),
        ("search:soon", "a budget reads like 200ms, 2s or 500sims, not 'soon'"),
        ("search:0ms", "a budget reads like"),
        ("greedy:much", "as in greedy:6, not 'much'"),
        ("nowhere.py:Bot", "there is no file nowhere.py"),
    ],
)
def test_a_bot_that_cannot_be_made(spec: str, words: str) -> None:
    with pytest.raises(UnknownBot) as error:
        make_bot(spec)
    assert words in str(error.value)


def test_a_file_that_does_not_load_or_has_no_such_class(tmp_path: Path) -> None:
    broken, empty = tmp_path / "broken.py", tmp_path / "empty.py"
    broken.write_text("1 / 0", encoding="utf-8")
    empty.write_text("", encoding="utf-8")
    with pytest.raises(UnknownBot, match="cannot be loaded: ZeroDivisionError"):
        make_bot(f"{broken}:Bot")
    with pytest.raises(UnknownBot, match="has no class 'Bot'"):
        make_bot(f"{empty}:Bot")


def test_names_of_bots_say_who_plays() -> None:
    assert bot_players(["casual", "greedy", "casual"]) == ["bot: casual", "bot: greedy", "bot: casual 2"]
    assert [spec_of(name) for name in ("bot: casual 2", "bot: search:200ms", "Ada")] == ["casual", "search:200ms", None]


def test_a_table_of_bots_plays_to_the_end() -> None:
    table = Table("german", bot_players(["random", "greedy", "gentle"]), seed=3)
    bots = SeatedBots(table, 1)
    while not table.is_over:
        table.play(bots.choose(table))
    assert table.winners != [0]


@pytest.mark.skipif(not IS_COMPILED, reason="searches are compiled")
def test_a_hint_names_the_move_and_what_it_expects() -> None:
    table = Table("international", 2, seed=4, start_player=0)
    lines = hint(table, make_bot("search:40sims"))
    assert lines[0].startswith("I would keep ") and "Chance to win" in lines[0]
    assert hint(table, make_bot("greedy")) == [
        f"I would {table.name(make_bot('greedy').choose(view(table.game, 0), legal_actions(table.game)))}."
    ]
