"""Ratings of people, on one scale with the bots of the published ladders."""

import json
from pathlib import Path

import pytest

from millefiori.bots.bot import LEVELS
from millefiori.server.people.ratings import LEVEL_SKILLS, MU, NEWCOMER, Skill, rated, shown

ROOT = Path(__file__).parents[3]


def ladder(name: str) -> dict[str, Skill]:
    published = json.loads((ROOT / "benchmarks" / "arena" / f"{name}.json").read_text(encoding="utf-8"))
    return {row["bot"]: Skill(row["mu"], row["sigma"]) for row in published["bots"]}


def test_the_levels_stand_where_the_ladders_have_measured_them() -> None:
    two, levels, top = ladder("ladder-two"), ladder("ladder-levels"), ladder("ladder-levels-top")
    assert list(LEVEL_SKILLS) == list(LEVELS)
    casual = levels[LEVELS["casual"]].mu
    skilled = levels[LEVELS["skilled"]].mu
    measured = {level: levels[bot] for level, bot in LEVELS.items() if bot in levels}
    measured["expert"] = above(skilled, top[LEVELS["expert"]], top[LEVELS["skilled"]])
    measured["master"] = above(skilled, two["strong:200ms"], two["learned"])
    assert list(measured) == list(LEVELS)
    for level, skill in measured.items():
        assert LEVEL_SKILLS[level].mu == pytest.approx(MU + skill.mu - casual, abs=0.06), level
        assert LEVEL_SKILLS[level].sigma == pytest.approx(skill.sigma, abs=0.01), level


def above(known: float, one: Skill, other: Skill) -> Skill:
    """A skill as far from a known one as it was from the other bot in its own ladder."""
    return Skill(known + one.mu - other.mu, one.sigma)


def test_the_levels_ascend() -> None:
    means = [skill.mu for skill in LEVEL_SKILLS.values()]
    assert means == sorted(means)


def test_the_documentation_shows_the_levels() -> None:
    text = (ROOT / "docs" / "people.md").read_text(encoding="utf-8")
    for level, skill in LEVEL_SKILLS.items():
        assert f"| {level} | {shown(skill).rating} |" in text


def test_a_newcomer_begins_at_1500_with_doubt() -> None:
    rating = shown(NEWCOMER)
    assert rating.rating == 1500 and rating.plus_minus > 400


def test_who_beats_a_stronger_player_rises_further() -> None:
    gain = {level: rated([NEWCOMER, LEVEL_SKILLS[level]], [0, 1])[0].mu - NEWCOMER.mu for level in ("gentle", "master")}
    assert 0 < gain["gentle"] < gain["master"]


def test_equal_players_who_share_the_victory_stay_equal() -> None:
    after = rated([NEWCOMER] * 3, [0, 0, 0])
    assert after[0].mu == pytest.approx(after[2].mu) == pytest.approx(NEWCOMER.mu)
    assert after[0].sigma < NEWCOMER.sigma


def test_the_order_of_four_is_the_order_of_their_ratings() -> None:
    after = rated([NEWCOMER] * 4, [2, 0, 3, 1])
    assert sorted(range(4), key=lambda seat: -after[seat].mu) == [1, 3, 0, 2]
