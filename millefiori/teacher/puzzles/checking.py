"""Are the puzzles right? Every choice of a puzzle is searched again, longer and in other worlds."""

from collections.abc import Sequence
from dataclasses import dataclass

from millefiori.engine.actions import ACTION_NAMES
from millefiori.engine.calls import legal_actions
from millefiori.engine.view import view
from millefiori.teacher.puzzles.puzzle import Puzzle
from millefiori.teacher.puzzles.searching import FOUND, LongSearch, lead_of

DOUBTFUL = 2.0
"""Standard errors by which another action must be better to be a refutation."""
OTHER_WORLDS = 1_000_000
"""Added to the seed: worlds that no miner has seen."""


@dataclass(frozen=True)
class Finding:
    """What the search found about a puzzle: its nearest rival, by how many points it is behind, and the error."""

    choice: int
    rival: str
    lead: float
    error: float

    @property
    def is_confirmed(self) -> bool:
        """Is the answer still the best beyond doubt?"""
        return self.lead > DOUBTFUL * self.error

    @property
    def is_refuted(self) -> bool:
        """Is something else clearly better?"""
        return self.lead < -DOUBTFUL * self.error


def check(puzzle: Puzzle, worlds: int, seed: int = 0, rivals: Sequence[str] = ()) -> Finding:
    """Play the answer and all its rivals (or the named ones) in new worlds; the weakest choice decides."""
    search = LongSearch(OTHER_WORLDS + seed)
    findings = []
    for number, best in enumerate(puzzle.answer):
        game = puzzle.game(number)
        seen, seat = view(game, puzzle.seat), puzzle.seat
        actions = [action for action in legal_actions(game) if not rivals or ACTION_NAMES[action] in rivals]
        ends = search.play(seen, [best, *(action for action in actions if action != best)], FOUND, 0, worlds)
        leads = [(lead_of(ends[best], ends[other], seat), other) for other in ends if other != best]
        (lead, error), rival = min(leads)
        findings.append(Finding(number, ACTION_NAMES[rival], lead, error))
    return min(findings, key=lambda finding: finding.lead)
