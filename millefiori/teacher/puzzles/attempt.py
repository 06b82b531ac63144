"""An attempt at a puzzle: the engine plays the solver's actions, and each is compared with the answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from millefiori.engine.actions import ACTION_NAMES
from millefiori.engine.vocabulary import ActionNumber
from millefiori.teacher.lessons.attempt import Played, Verdict, play
from millefiori.teacher.puzzles.puzzle import Choice, Cost, Puzzle, loss_of


@dataclass(frozen=True)
class Attempt:
    """What the solver has done, up to the end of the puzzle or the first action that is not the best."""

    own: list[Played]
    verdict: Verdict


def attempt(puzzle: Puzzle, actions: Sequence[ActionNumber]) -> Attempt:
    """Play the solver's actions from the beginning; raises `IllegalAction` for what is against the rules."""
    game, own = puzzle.game(), list[Played]()
    for action, best in zip(actions, puzzle.answer, strict=False):
        own.append(play(game, action))
        game = own[-1].after
        if action != best:
            return Attempt(own, "missed")
    return Attempt(own, "reached" if len(own) == len(puzzle.answer) else "open")


def compared(
    choice: Choice, played: ActionNumber, seat: int, seats: int, most: int = 3
) -> list[tuple[str, list[Cost]]]:
    """Actions that are worse than the best, with their costs: the one that was played first, then the nearest."""
    ranked = sorted(choice.others.items(), key=lambda other: loss_of(other[1], seat, seats))
    ranked.sort(key=lambda other: other[0] != ACTION_NAMES[played])
    return ranked[:most]
