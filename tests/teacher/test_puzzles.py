"""Puzzles: what is shipped is right, holds no secret, and is explained; mining finds, grades and continues."""

import random
from collections import Counter
from datetime import date
from pathlib import Path

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from millefiori.cli.main import cli
from millefiori.engine.actions import ACTION_NAMES, action_named
from millefiori.engine.calls import legal_actions
from millefiori.engine.layout import array_of
from millefiori.engine.view import view
from millefiori.explain.legality import IllegalAction
from millefiori.position import position
from millefiori.table import Table
from millefiori.teacher.puzzles import mining
from millefiori.teacher.puzzles.attempt import attempt, compared
from millefiori.teacher.puzzles.checking import check
from millefiori.teacher.puzzles.files import MineError, add, balanced, mined
from millefiori.teacher.puzzles.grading import EASY, LADDER, finds, rating_of
from millefiori.teacher.puzzles.mining import Mined, costs_of, shown, solve
from millefiori.teacher.puzzles.puzzle import (
    GRADES,
    TENTHS,
    THEMES,
    Puzzle,
    loss_of,
    of_the_day,
    pack,
    puzzles,
    unpacked,
)
from millefiori.teacher.puzzles.searching import LEAST, LongSearch
from millefiori.teacher.sums import ELSEWHERE

PUZZLES = list(puzzles().values())
SAMPLE = random.Random(7).sample(PUZZLES, 12)


def of_grade(grade: int) -> Puzzle:
    return next(puzzle for puzzle in PUZZLES if puzzle.grade == grade)


def test_five_hundred_are_shipped_about_every_theme_and_of_every_grade() -> None:
    assert len(PUZZLES) >= 500
    themes = Counter(theme for puzzle in PUZZLES for theme in puzzle.themes)
    assert set(themes) == set(THEMES) and min(themes.values()) >= 5
    assert {puzzle.grade for puzzle in PUZZLES} == set(GRADES)


def test_every_answer_is_legal_and_every_other_action_is_explained_and_costs_enough() -> None:
    for puzzle in PUZZLES:
        seats = int(puzzle.game().seats)
        for number, choice in enumerate(puzzle.choices):
            game = puzzle.game(number)
            names = {ACTION_NAMES[action] for action in legal_actions(game)}
            assert int(game.to_act) == puzzle.seat
            assert names == {choice.best, *choice.others}
            for costs in choice.others.values():
                assert loss_of(costs, puzzle.seat, seats) > LEAST - 0.1  # rounded


def test_a_position_holds_nothing_that_the_seat_could_not_know() -> None:
    """Hidden cards are dealt anew, and the deck is in no order; so the view is all that there is."""
    for puzzle in SAMPLE:
        game = position(puzzle.position)
        assert "deck=" not in puzzle.position
        assert shown(view(game, puzzle.seat)).split("hand=")[0] == puzzle.position.split("hand=")[0]
        again = position(shown(view(game, puzzle.seat)))
        assert array_of(view(again, puzzle.seat)).tobytes() == array_of(view(game, puzzle.seat)).tobytes()


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.name)
def test_a_sample_is_confirmed_by_another_search_in_other_worlds(puzzle: Puzzle) -> None:
    """With more worlds for the answer and its nearest rivals than the quick look of the miner had."""
    seats = int(puzzle.game().seats)
    first = sorted(
        puzzle.choices[0].others, key=lambda name: loss_of(puzzle.choices[0].others[name], puzzle.seat, seats)
    )
    one = msgspec.structs.replace(puzzle, choices=puzzle.choices[:1])
    finding = check(one, worlds=160, rivals=first[:2])
    assert not finding.is_refuted
    assert finding.lead > 0


def test_easy_bots_miss_every_puzzle_and_the_first_of_the_ladder_finds_grade_1() -> None:
    for puzzle in SAMPLE:
        assert not finds(EASY, [puzzle.game()], puzzle.answer[:1])
    easy = of_grade(1)
    games = [easy.game(number) for number in range(len(easy.choices))]
    assert finds(LADDER[0], games, easy.answer)
    assert rating_of(easy) < rating_of(of_grade(4))


# --- Attempts


def test_the_answer_solves_a_puzzle_choice_by_choice() -> None:
    puzzle = next(each for each in PUZZLES if len(each.choices) > 1)
    assert attempt(puzzle, puzzle.answer[:1]).verdict == "open"
    solved = attempt(puzzle, puzzle.answer)
    assert (solved.verdict, len(solved.own)) == ("reached", len(puzzle.answer))


def test_anything_else_misses_and_is_explained_first() -> None:
    puzzle = SAMPLE[0]
    wrong = max(puzzle.choices[0].others)
    missed = attempt(puzzle, [action_named(wrong), 0, 0])
    assert (missed.verdict, len(missed.own)) == ("missed", 1)
    found = compared(puzzle.choices[0], action_named(wrong), puzzle.seat, int(puzzle.game().seats))
    assert found[0][0] == wrong
    assert len(found) == min(3, len(puzzle.choices[0].others))


def test_an_illegal_action_is_refused() -> None:
    puzzle = SAMPLE[0]
    illegal = next(action for action in range(200) if action not in legal_actions(puzzle.game()))
    with pytest.raises(IllegalAction):
        attempt(puzzle, [illegal])


def test_costs_of_a_seat_add_up_to_its_points_and_small_ones_are_put_together() -> None:
    table = np.zeros((2, 15))
    table[0, :4] = [-6.04, 0.2, 0.2, 1.5]
    table[1, 6] = 3.0
    costs = costs_of(table)
    own = {cost.reason: cost.tenths for cost in costs if cost.seat == 0}
    assert own == {"group": -60, "nobili_beneath": 15, ELSEWHERE: 4}
    assert abs(sum(own.values()) - TENTHS * table[0].sum()) < 0.5
    assert loss_of(costs, 0, 2) == pytest.approx(3.0 + 4.1)


# --- Searching and mining


def test_the_search_is_sure_of_what_is_clearly_best_and_of_nothing_else() -> None:
    game = position(of_grade(1).position)
    found = LongSearch(5).best(view(game, int(game.to_act)), legal_actions(game))
    assert found is not None and found.best == of_grade(1).answer[0] and found.lead >= LEAST
    opening = Table("international", 2, seed=1).game
    assert LongSearch(5, stages=(16, 32)).best(view(opening, int(opening.to_act)), legal_actions(opening)) is None


def test_a_turn_is_followed_as_long_as_the_search_is_sure() -> None:
    puzzle = next(each for each in PUZZLES if len(each.choices) > 1 and each.game().supply.max() <= 8)
    games, proofs = solve(puzzle.game(), LongSearch(3))
    assert [proof.best for proof in proofs][:1] == puzzle.answer[:1]
    assert len(games) == len(proofs)


def test_a_mine_skips_finished_games_and_survives_a_torn_line(tmp_path: Path) -> None:
    file = tmp_path / "mined.jsonl"
    add(file, Mined("a", SAMPLE[:1]))
    with file.open("ab") as torn:
        torn.write(b'{"game": "half')
    assert [entry.game for entry in mined(file)] == ["a"]
    add(file, Mined("b", []))
    assert [entry.game for entry in mined(file)] == ["a", "b"]
    file.write_text("nonsense\n")
    with pytest.raises(MineError, match="line 1"):
        list(mined(file))


def test_the_command_mines_packs_lists_and_checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mining, "MOST_LEFT", 2)
    mine, packed, run = str(tmp_path / "mined.jsonl"), str(tmp_path / "set.jsonl.gz"), CliRunner().invoke
    add(Path(mine), Mined("selfplay international 3.0", SAMPLE[:2]))
    dug = run(cli, ["puzzles", "mine", mine, "--games", "1", "--seed", "3"])
    assert (dug.exit_code, dug.output.splitlines()[-1]) == (0, f"0 new puzzles in {mine}")
    assert "2 puzzles" in run(cli, ["puzzles", "pack", mine, "-o", packed]).output
    listed = run(cli, ["puzzles", "list", "--set", packed]).output
    assert all(puzzle.name in listed for puzzle in SAMPLE[:2])
    assert "2 puzzles" in run(cli, ["puzzles", "list", "--set", packed, "--count"]).output
    checked = run(cli, ["puzzles", "check", "--set", packed, "--worlds", "48", SAMPLE[0].name])
    assert "of 1 confirmed, 0 refuted" in checked.output
    assert run(cli, ["puzzles", "check", "--set", mine]).exit_code == 1


# --- The set


def test_packing_is_repeatable_and_balanced() -> None:
    assert pack(unpacked(pack(SAMPLE))) == pack(list(reversed(SAMPLE)))
    counts = Counter(puzzle.themes[0] for puzzle in balanced([*PUZZLES, *PUZZLES], 3))
    assert max(counts.values()) <= 3


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_changes() -> None:
    names = list(puzzles())
    day = date(2027, 3, 1)
    assert of_the_day(day, names) == of_the_day(day, list(reversed(names)))
    assert len({of_the_day(date(2027, 3, number), names) for number in range(1, 31)}) > 25
