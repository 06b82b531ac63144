"""Opinions with score sheets: what each action brings in the end, by seat and reason, from what the seat knows."""

import pytest

from millefiori.bots.bot import Opinion, make_bot
from millefiori.engine.actions import action_named
from millefiori.engine.calls import legal_actions
from millefiori.engine.view import redeal, view
from millefiori.engine.vocabulary import Reason
from millefiori.position import position
from millefiori.table import Table
from millefiori.teacher.sheets import explained

LAST_SEA_SPACE = "international-2 act=A phase=play kept=pigments-3/- ship=17/0 last=yes start=B supply=0/5 reserve=3/3"


def test_the_last_action_brings_exactly_its_points() -> None:
    """Sailing reaches the last space of the sea; nobody plays after it."""
    game = position(LAST_SEA_SPACE + " points=sea:50/sea:55")
    bot = make_bot("strong:16sims")
    bot.choose(view(game, 0), legal_actions(game))
    assert all(opinion.sheets == () for opinion in bot.opinions), "nobody has asked yet"
    found = {opinion.action: opinion.sheets for opinion in explained(view(game, 0), bot.opinions, worlds=3)}
    assert [sheet[Reason.SEA] for sheet in found[action_named("sail")]] == [60, 55]
    assert all(sheets[0][Reason.SEA] == 50 for action, sheets in found.items() if action != action_named("sail"))


def test_sheets_come_from_the_view_alone_and_have_every_seat() -> None:
    table = Table("german", 3, seed=4)
    seat = int(table.game.to_act)
    other = redeal(table.view(seat), 9)
    opinions = [Opinion(action, 1, 0.0, 0.5) for action in legal_actions(table.game)]
    sheets = [explained(view(game, seat), opinions, worlds=2) for game in (table.game, other)]
    assert sheets[0] == sheets[1]
    for opinion in sheets[0]:
        assert len(opinion.sheets) == 3 and all(len(sheet) == len(Reason) for sheet in opinion.sheets)
        assert all(sum(sheet) > 50 for sheet in opinion.sheets), "played to the end"


def test_no_more_than_eight_at_a_time() -> None:
    with pytest.raises(ValueError, match="at most 8"):
        explained(Table(seed=1).view(0), [Opinion(0, 1, 0.0, 0.5)] * 9)
