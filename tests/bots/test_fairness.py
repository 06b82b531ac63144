"""A bot's choice does not change when hidden cards change: same seed, same view, same choice."""

import random

import pytest

from millefiori.bots.bot import make_bot
from millefiori.engine.calls import legal_actions
from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.view import redeal, view
from millefiori.table import Table

SPECS = ["random", "greedy", "greedy:3", "learned", "search:24sims", "strong:16sims"]


@pytest.mark.parametrize("spec", SPECS if IS_COMPILED else SPECS[:3])
@pytest.mark.parametrize(
    ("edition", "players", "tactical"), [("international", 2, False), ("german", 3, True), ("caipirinha", 2, False)]
)
def test_the_choice_depends_on_the_view_alone(spec: str, edition: str, players: int, tactical: bool) -> None:
    table = Table(edition, players, tactical=tactical, seed=7)
    chooser, asked = random.Random(2), 0
    while not table.is_over:
        if chooser.random() < (0.1 if IS_COMPILED else 0.03):
            asked += 1
            seat = int(table.game.to_act)
            other = redeal(view(table.game, seat), chooser.randrange(2**40))
            choices = {make_bot(spec, 5).choose(view(game, seat), legal_actions(game)) for game in (table.game, other)}
            assert len(choices) == 1 and choices <= set(table.legal_actions())
        table.advance(chooser.choice(table.legal_actions()))
    assert asked > 2
