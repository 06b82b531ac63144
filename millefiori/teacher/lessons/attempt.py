"""An attempt at a step: the engine plays the learner's actions, and the goal says what they are worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from millefiori.engine.actions import action_named, is_card, space_of
from millefiori.engine.board import CARD_NAMES, SPACE_NAMES
from millefiori.engine.calls import apply
from millefiori.engine.state import Game, copy_game
from millefiori.engine.vocabulary import ActionNumber, Phase
from millefiori.explain.legality import check
from millefiori.explain.outcome import SET_NAMES, Outcome, outcome
from millefiori.teacher.lessons.lesson import LEARNER, Goal, Lesson

Verdict = Literal["open", "reached", "missed"]
"""Open: the turn goes on."""


@dataclass(frozen=True)
class Played:
    """An action with the game before and after it."""

    before: Game
    action: ActionNumber
    after: Game

    @property
    def outcome(self) -> Outcome:
        """What the action brought."""
        return outcome(self.before, self.action, self.after)


@dataclass(frozen=True)
class Attempt:
    """What the learner has done, and what the others did then."""

    own: list[Played]
    replies: list[Played]
    verdict: Verdict

    @property
    def points(self) -> int:
        """What the learner gained."""
        return _points(self.own, LEARNER)


def attempt(lesson: Lesson, number: int, actions: Sequence[ActionNumber]) -> Attempt:
    """Play the learner's actions from the beginning of a step; raises `IllegalAction` for what is against the rules."""
    step, game = lesson.steps[number], lesson.game(number)
    own: list[Played] = []
    verdict: Verdict = "open"
    for action in actions:
        if verdict != "open":
            break
        own.append(play(game, action))
        game = own[-1].after
        verdict = _verdict(step.goal, own)
    replies: list[Played] = []
    for name in step.replies if verdict == "reached" else ():
        replies.append(play(game, action_named(name)))
        game = replies[-1].after
    return Attempt(own, replies, verdict)


def play(game: Game, action: ActionNumber) -> Played:
    """An action, if it is legal; the game itself does not change."""
    check(game, action)
    after = copy_game(game)
    apply(after, action)
    return Played(game, action, after)


def _verdict(goal: Goal | None, own: list[Played]) -> Verdict:
    before, action, after = own[-1].before, own[-1].action, own[-1].after
    if before.phase == Phase.TAKE and is_card(action):
        return "open"  # it has to be played
    if goal is not None and is_reached(goal, own):
        return "reached"
    return "open" if after.phase == Phase.TAKE and after.to_act == LEARNER else "missed"


def is_reached(goal: Goal, own: list[Played]) -> bool:
    """Do these actions reach all that the goal asks for?"""
    placed = [SPACE_NAMES[space] for play in own if (space := space_of(play.action)) is not None]
    kept = [CARD_NAMES[play.action] for play in own if is_card(play.action)]
    after = own[-1].after
    rivals = [_points(own, seat) for seat in range(int(after.seats)) if seat != LEARNER]
    cards = sum(play.before.phase == Phase.PLAY for play in own)
    bonus = [SET_NAMES[play.outcome.bonus[0]] for play in own if play.outcome.bonus is not None]
    return (
        _points(own, LEARNER) >= goal.points
        and (goal.lead is None or _points(own, LEARNER) - max(rivals) >= goal.lead)
        and cards >= goal.cards
        and (not goal.extra_card or any(play.outcome.extra_card for play in own))
        and (not goal.bonus or goal.bonus in bonus)
        and (not goal.ship or after.ship[LEARNER] == goal.ship)
        and (not goal.place or bool(set(placed) & set(goal.place)))
        and (not goal.keep or bool(set(kept) & set(goal.keep)))
        and (not goal.last_turns or bool(after.last_turns))
    )


def _points(plays: Sequence[Played], seat: int) -> int:
    return sum(play.outcome.total(seat) for play in plays)
