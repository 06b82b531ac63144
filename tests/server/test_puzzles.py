"""Puzzles over HTTP: a position without its answer, an attempt and its explanation, the solver's rating."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from millefiori.engine.actions import action_named
from millefiori.server.app import make_app
from millefiori.teacher.puzzles.puzzle import Puzzle, puzzles
from tests.server.reasons import adds_up

NEWCOMER = {"mu": 25.0, "sigma": 25 / 3}


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path_factory.mktemp("puzzles") / "games.sqlite", workers=0)) as client:
        yield client


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return next(each for each in puzzles().values() if len(each.choices) == 1)


def tried(web: TestClient, puzzle: Puzzle, *actions: int, skill: Any = None) -> dict[str, Any]:
    answer = web.post(f"/api/puzzles/{puzzle.name}", json={"actions": list(actions), "skill": skill})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_the_list_has_all_puzzles_and_the_one_of_the_day(web: TestClient) -> None:
    shown = web.get("/api/puzzles").json()
    assert [entry["name"] for entry in shown["puzzles"]] == list(puzzles())
    assert shown["today"] in puzzles()


def test_a_puzzle_is_shown_as_the_seat_sees_it_and_without_its_answer(web: TestClient, puzzle: Puzzle) -> None:
    shown = web.get(f"/api/puzzles/{puzzle.name}").json()
    position = shown["welcome"]["position"]
    assert shown["welcome"]["seat"] == puzzle.seat
    assert position["decides"] is True and position["cards"]
    assert set(shown) == {"name", "grade", "rating", "welcome", "position"}


def test_the_best_turn_solves_it_and_says_what_else_would_have_cost(web: TestClient, puzzle: Puzzle) -> None:
    answer = tried(web, puzzle, *puzzle.answer, skill=NEWCOMER)
    assert (answer["verdict"], answer["answer"], answer["themes"]) == ("reached", puzzle.answer, puzzle.themes)
    assert all(other["loss"] > 2.9 for other in answer["others"])
    assert answer["skill"]["rating"] > 1500
    assert answer["events"][0]["seat"] == puzzle.seat


def test_another_action_misses_and_its_parts_add_up_to_its_loss(web: TestClient, puzzle: Puzzle) -> None:
    wrong = action_named(next(iter(puzzle.choices[0].others)))
    answer = tried(web, puzzle, wrong, skill=NEWCOMER)
    assert (answer["verdict"], answer["others"][0]["action"]) == ("missed", wrong)
    assert answer["skill"]["rating"] < 1500
    for other in answer["others"]:
        assert other["why"]["whole"] == round(other["loss"])
        assert adds_up(other["why"])


def test_an_attempt_that_does_not_count_changes_no_rating(web: TestClient, puzzle: Puzzle) -> None:
    assert tried(web, puzzle, *puzzle.answer)["skill"] is None


def test_an_open_attempt_keeps_the_answer_secret(web: TestClient) -> None:
    longer = next(each for each in puzzles().values() if len(each.choices) > 1)
    answer = tried(web, longer, longer.answer[0], skill=NEWCOMER)
    assert (answer["verdict"], answer["answer"], answer["themes"], answer["others"]) == ("open", [], [], [])
    assert answer["skill"] is None


@pytest.mark.parametrize(
    ("name", "body", "code"),
    [
        ("nothing", {"actions": [1]}, "puzzle"),
        ("", {"actions": []}, "malformed"),
        ("", {"actions": [200]}, "malformed"),
        ("", {"actions": [1], "skill": {"mu": 1e9, "sigma": 1}}, "malformed"),
    ],
)
def test_what_makes_no_sense_is_refused(web: TestClient, puzzle: Puzzle, name: str, body: Any, code: str) -> None:
    answer = web.post(f"/api/puzzles/{name or puzzle.name}", json=body)
    assert answer.status_code >= 400
    assert answer.json()["code"] == code
