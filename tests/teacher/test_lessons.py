"""Every lesson can be solved as its data says, brings the points that are stated, and has its texts."""

import json
from pathlib import Path

import pytest

from millefiori.engine.actions import action_named
from millefiori.engine.calls import legal_actions
from millefiori.engine.vocabulary import Phase
from millefiori.explain.legality import IllegalAction
from millefiori.server.site.facts import LANGUAGES
from millefiori.teacher.lessons.attempt import attempt
from millefiori.teacher.lessons.lesson import LEARNER, Goal, Lesson, Step, lessons

TEXTS = Path(__file__).parents[2] / "millefiori" / "server" / "static" / "lang"
STEPS = [(lesson, number, step) for lesson in lessons().values() for number, step in enumerate(lesson.steps)]
TASKS = [(lesson, number, step) for lesson, number, step in STEPS if step.goal is not None]


def test_there_is_a_lesson_for_every_area_and_for_all_that_is_common() -> None:
    areas = ["workshops", "residences", "townspeople", "trade", "harbor", "sea"]
    assert list(lessons()) == ["start", *areas, "extra", "bonus", "draft", "end"]


@pytest.mark.parametrize(("lesson", "number", "step"), TASKS)
def test_the_solution_reaches_the_goal_and_brings_the_stated_points(lesson: Lesson, number: int, step: Step) -> None:
    tried = attempt(lesson, number, [action_named(action) for action in step.solution])
    assert tried.verdict == "reached"
    assert len(tried.own) == len(step.solution), "the whole solution is needed"
    assert tried.points == step.points
    assert len(tried.replies) == len(step.replies)


@pytest.mark.parametrize(("lesson", "number", "step"), TASKS)
def test_some_attempt_misses_the_goal(lesson: Lesson, number: int, step: Step) -> None:
    """Else there would be nothing to learn."""
    verdicts = {attempt(lesson, number, [action]).verdict for action in legal_actions(lesson.game(number))}
    if lesson.game(number).phase == Phase.TAKE:  # a card has to be played before anything is decided
        assert "open" in verdicts
    else:
        assert "missed" in verdicts


@pytest.mark.parametrize(("lesson", "number", "step"), STEPS)
def test_every_step_has_its_texts_in_every_language(lesson: Lesson, number: int, step: Step) -> None:
    for language in LANGUAGES:
        texts = json.loads((TEXTS / language / "learn" / "lessons.json").read_text(encoding="utf-8"))
        needed = {f"lesson.{lesson.name}", f"lesson.{lesson.name}.line", f"lesson.{lesson.name}.{step.name}"}
        needed |= {f"lesson.{lesson.name}.{step.name}.hint"} if step.goal else set()
        assert needed <= texts.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_belongs_to_a_step_that_is_gone(language: str) -> None:
    texts = json.loads((TEXTS / language / "learn" / "lessons.json").read_text(encoding="utf-8"))
    known = {f"lesson.{name}{end}" for name in lessons() for end in ("", ".line")}
    for lesson in lessons().values():
        for step in lesson.steps:
            known |= {f"lesson.{lesson.name}.{step.name}{end}" for end in ("", ".hint", ".done")}
    assert texts.keys() <= known


@pytest.mark.parametrize(("lesson", "number", "step"), STEPS)
def test_a_step_begins_with_the_learner(lesson: Lesson, number: int, step: Step) -> None:
    game = lesson.game(number)
    assert number > 0 or step.position, "the first step has a position"
    assert game.to_act == LEARNER or step.goal is None
    assert not step.replies or step.goal is not None


def test_an_attempt_ends_when_the_turn_does() -> None:
    """What comes after it is not played, and nothing is decided while a card that was taken is not played."""
    chain = next(number for number, step in enumerate(lessons()["start"].steps) if step.name == "chain")
    actions = [action_named(name) for name in ("place W2.1", "take pigments-2", "place W3.1", "decline")]
    verdicts = [attempt(lessons()["start"], chain, actions[:count]).verdict for count in (1, 2, 3, 4)]
    assert verdicts == ["open", "open", "reached", "reached"]
    assert len(attempt(lessons()["start"], chain, actions).own) == 3


def test_what_is_against_the_rules_is_refused() -> None:
    with pytest.raises(IllegalAction, match=r"rule"):
        attempt(lessons()["start"], 1, [action_named("decline")])


@pytest.mark.parametrize(
    ("goal", "action", "verdict"),
    [
        (Goal(points=2), "place W2.1", "reached"),
        (Goal(points=3), "place W2.1", "missed"),
        (Goal(lead=2), "place W2.1", "reached"),
        (Goal(lead=3), "place W2.1", "missed"),
        (Goal(ship=1), "sail", "reached"),
        (Goal(ship=2), "sail", "missed"),
        (Goal(place=["W2.1"]), "place W2.3", "missed"),
        (Goal(cards=2), "place W2.1", "missed"),
        (Goal(bonus="workshops"), "place W2.1", "missed"),
        (Goal(extra_card=True), "place W2.1", "missed"),
        (Goal(last_turns=True), "place W2.1", "missed"),
    ],
)
def test_a_goal_asks_for_all_that_it_gives(goal: Goal, action: str, verdict: str) -> None:
    line = "international-2 W=A....../......../......../....... phase=play act=A kept=quartz-1/-"
    lesson = Lesson("one", 1, [Step("only", line, goal)])
    assert attempt(lesson, 0, [action_named(action)]).verdict == verdict
