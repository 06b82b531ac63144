"""Ratings of people, by OpenSkill as in the arena, on one scale with the bots.

The scale is that of chess: 400 points are odds of ten to one between two players. A newcomer begins with 1500, where
the casual bot stands, and with all the doubt of an unknown player. Bots do not change, so the other levels stand where
the published ladders of two players have measured them (benchmarks/arena): a rating says how strong "skilled" is.
"""

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from millefiori.arena.ratings import Z
from millefiori.server.messages.players import Rating


class Skill(NamedTuple):
    """What OpenSkill believes of a player: a mean and how uncertain it is."""

    mu: float
    sigma: float


MU, SIGMA, BETA = 25.0, 25 / 3, 25 / 6
LEVEL_SKILLS = {
    "gentle": Skill(-1.0, 1.18),
    "curious": Skill(7.1, 0.95),
    "eager": Skill(16.3, 0.96),
    "casual": Skill(MU, 0.94),
    "steady": Skill(34.9, 0.92),
    "skilled": Skill(41.2, 1.16),
    "expert": Skill(52.4, 4.0),
    "master": Skill(60.8, 1.08),
}
"""As far from casual as the levels' bots are from its bot in ladder-levels.json; expert and master as far from skilled
as their bots are from `learned` in ladder-levels-top.json and ladder-two.json. With a second to think, master is
stronger still. A test compares them."""
POINTS = 400 / math.log(10) / (BETA * math.sqrt(2))
"""For one unit of skill, between two players."""
NEWCOMER = Skill(MU, SIGMA)


def shown(skill: Skill, games: int = 0) -> Rating:
    """A skill as people see it."""
    return Rating(round(1500 + POINTS * (skill.mu - MU)), round(Z * POINTS * skill.sigma), games)


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()  # unlike bots, people learn: a little doubt returns before each game


def prepare() -> None:
    """Load the library, which takes a moment, before somebody waits for it."""
    _model()


def rated(skills: Sequence[Skill], ranks: Sequence[float]) -> list[Skill]:
    """The skills after a game; equal ranks are shared, the lowest is the winner's."""
    model = _model()
    teams = [[model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    return [Skill(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=list(ranks))]
