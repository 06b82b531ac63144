"""Opinions that say why: for each action the mean final score sheet of every seat, by reason, in the same worlds.

The games are played out to their end as `learned` plays, which takes longer than a search has time for: only who asks
for it waits. The difference of two sheets is what one action brings more than the other, and why.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import numpy as np

from millefiori.bots.bot import Opinion
from millefiori.bots.learning.network import shipped_network
from millefiori.bots.thinking.desk import DESK
from millefiori.engine.layout import array_of
from millefiori.engine.view import View
from millefiori.teacher.playouts import ENDING, MOST_ACTIONS, TRIAL, Trial, play_worlds

WORLDS = 64
"""Enough to tell a difference of a few points."""


def explained(seen: View, opinions: Sequence[Opinion], worlds: int = WORLDS, seed: int = 0) -> list[Opinion]:
    """The opinions with score sheets: `opinion.sheets[seat][reason]` is a mean of points. At most eight at a time."""
    if len(opinions) > MOST_ACTIONS:
        raise ValueError(f"at most {MOST_ACTIONS} opinions can be explained at a time, not {len(opinions)}")
    trials = np.zeros(1, TRIAL)
    trial = cast(Trial, trials[0])
    trial.game, trial.count = seen, len(opinions)
    trial.actions[: len(opinions)] = [opinion.action for opinion in opinions]
    endings = np.zeros((worlds, len(opinions)), ENDING)
    play_worlds(np.zeros(1, DESK), trials, array_of(shipped_network()), seed, 0, endings)
    means = endings["points"][:, :, : seen.seats].mean(axis=0)
    return [
        replace(opinion, sheets=tuple(map(tuple, sheets.tolist())))
        for opinion, sheets in zip(opinions, means, strict=True)
    ]
