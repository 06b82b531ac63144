"""The review: paired worlds, parts that add up, verdicts beyond doubt, and luck apart from skill."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from millefiori import record as records
from millefiori import teacher
from millefiori.bots.bot import make_bot
from millefiori.cli.main import cli
from millefiori.engine.calls import legal_actions
from millefiori.engine.state import copy_game
from millefiori.engine.view import view
from millefiori.engine.vocabulary import Phase, Reason
from millefiori.table import Table
from millefiori.teacher import notes as noted
from millefiori.teacher.explanation import Piece, Share, explain
from millefiori.teacher.findings import BEST, DECISIVE, SOUND, Loss, Review, loss_from, to_json
from millefiori.teacher.jobs import COMPARE, HINDSIGHT, VALUE, Bench, Job, table_of
from millefiori.teacher.luck import chain_of, result_of
from millefiori.teacher.notes import Effort, Notes, NotesError
from millefiori.teacher.page import page
from millefiori.teacher.reviewing import ReviewError, review
from millefiori.teacher.sums import ELSEWHERE, Part, loss_of, parts_of, total_of
from millefiori.teacher.words import text, why

SMALL = Effort(screening=16, stages=(4, 8), most=4, values=4, hindsight=4)


def played(players: int = 2, edition: str = "international", *, tactical: bool = False, bot: str = "greedy:6") -> Table:
    table = Table(edition, players, seed=3, tactical=tactical)
    chooser = make_bot(bot, 1)
    while not table.is_over:
        table.advance(chooser.choose(table.view(table.game.to_act), table.legal_actions()))
    return table


@pytest.fixture(scope="module")
def table() -> Table:
    return played(3)


@pytest.fixture(scope="module")
def found(table: Table) -> Iterator[Review]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(noted.EFFORTS, "full", SMALL)
        yield review(records.write(table), threads=1)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(noted.EFFORTS, "full", SMALL)
    monkeypatch.setitem(noted.EFFORTS, "quick", SMALL)


def test_the_parts_of_every_loss_add_up_to_it(found: Review) -> None:
    losses = [(each.seat, loss) for each in found.decisions for loss in (each.loss, each.hindsight) if loss]
    assert losses
    for seat, loss in losses:
        assert total_of(loss.why, seat, 3) == pytest.approx(loss.points, abs=1e-9)
        scaled = 3 * sum(loss.table[seat]) - sum(map(sum, loss.table))
        assert -scaled / 2 / loss.worlds == loss.points, "exactly"


def test_every_decision_with_a_choice_is_reviewed(found: Review, table: Table) -> None:
    choices = [number for number, (_, before, _) in enumerate(table.steps()) if len(legal_actions(before)) > 1]
    assert [decision.step for decision in found.decisions] == choices
    assert found.is_complete and found.notes.progress == 1.0


def test_a_loss_within_its_error_is_never_blamed(found: Review) -> None:
    for decision in found.decisions:
        if decision.loss is None or decision.loss.points <= 2 * decision.loss.error:
            assert decision.verdict in (BEST, SOUND)


def test_a_loss_that_makes_winning_likelier_is_no_mistake() -> None:
    assert not Loss(9.0, 1.0, -0.3, 0.05, 100, []).is_clear
    assert Loss(9.0, 1.0, 0.1, 0.05, 100, []).is_clear
    assert Loss(9.0, 1.0, 0.0, 0.0, 100, []).is_clear, "points count in a game that is decided, too"


def test_start_luck_and_decisions_add_up_to_the_result(found: Review, table: Table) -> None:
    for seat in range(3):
        balance = found.balance(seat)
        assert balance is not None
        parts = balance.start + balance.luck + balance.own + balance.others
        assert parts == pytest.approx(balance.result, abs=1e-9)
        scores = table.scores
        assert balance.result == pytest.approx(scores[seat] - (sum(scores) - scores[seat]) / 2)


def test_the_decisions_of_the_policy_itself_are_neither_luck_nor_skill() -> None:
    table = played(bot="learned")
    bench = Bench()
    steps = [noted.step_of(row) for row in bench.outline(table)]
    assert all(step.policy == step.action for step in steps)
    notes = Notes(steps=steps)
    for job in noted.positions(steps):
        part = Job(VALUE, job.step, job.action, 0, 2)
        notes.take(part, bench.value(table, part))
    chain = chain_of(table, notes)
    assert chain is not None
    assert chain.balance(steps, 0).own == pytest.approx(0, abs=1e-9)
    assert chain.changes[-1].after == result_of(table)


def test_the_value_after_a_decision_is_the_value_before_the_next(table: Table) -> None:
    bench, steps = Bench(), list(table.steps())
    for number in (0, 5, 17):
        after = bench.value(table, Job(VALUE, number, steps[number][0], 0, 2))
        assert after == bench.value(table, Job(VALUE, number + 1, -1, 0, 2)), "nothing was dealt between them"


def test_the_same_action_in_the_same_worlds_makes_no_difference(table: Table) -> None:
    action = next(table.steps())[0]
    sums = Bench().compare(table, Job(COMPARE, 0, action, 0, 3))
    assert not np.any(sums["points"]) and loss_of(sums, 0) == (0.0, 0.0)


def test_chunks_of_worlds_are_the_worlds_of_one_large_job(table: Table) -> None:
    bench = Bench()
    other = legal_actions(next(table.steps())[1])[0]
    whole = bench.compare(table, Job(COMPARE, 0, other, 0, 4))
    parts = [bench.compare(table, Job(COMPARE, 0, other, first, 2)) for first in (0, 2)]
    assert whole["points"] == (np.array(parts[0]["points"]) + parts[1]["points"]).tolist()


def test_a_review_never_looks_at_hidden_cards(table: Table) -> None:
    """Two games that a seat cannot tell apart: hands and deck of the others are exchanged."""
    _, before, _ = next(table.steps())
    seat = int(before.to_act)
    other = copy_game(before)
    hidden = [player for player in range(3) if player != seat]
    other.hand[hidden] = before.hand[hidden[::-1]]
    other.deck[other.dealt :] = before.deck[other.dealt :][::-1]
    assert view(before, seat).tobytes() == view(other, seat).tobytes()  # type: ignore[attr-defined]
    bench, actions = Bench(), legal_actions(before)[:2]
    known = [bench.play_out(view(game, seat), actions, Job(COMPARE, 0, 0, 0, 3)) for game in (before, other)]
    assert known[0].tobytes() == known[1].tobytes()
    opened = [bench.play_out(game, actions, Job(HINDSIGHT, 0, 0, 0, 3)) for game in (before, other)]
    assert opened[0].tobytes() != opened[1].tobytes(), "hindsight does look"


def test_a_review_is_continued_where_it_stopped(table: Table, small: None) -> None:
    record, notes, done = records.write(table), Notes("full"), 0

    def stop(so_far: Notes) -> None:
        nonlocal done
        done += 1
        if done == 12:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        review(record, notes=notes, threads=1, progress=stop)
    stored = json.loads(json.dumps(noted.to_json(notes)))
    continued = review(record, notes=noted.from_json(stored), threads=1)
    assert to_json(continued)["decisions"] == to_json(review(record, threads=2))["decisions"]


def test_notes_belong_to_one_game_and_one_version(table: Table) -> None:
    with pytest.raises(ReviewError, match="another game"):
        review(records.write(table), notes=Notes(game="other"))
    with pytest.raises(NotesError, match="version 0"):
        noted.from_json({"version": 0})


def test_a_running_game_is_not_reviewed() -> None:
    with pytest.raises(ReviewError, match="not over yet"):
        teacher.review(records.write(Table(seed=1)))


def test_the_room_has_no_other_doors() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        teacher.nothing  # noqa: B018


@pytest.mark.parametrize(
    ("players", "edition", "tactical"), [(2, "caipirinha", False), (4, "german", False), (2, "english", True)]
)
def test_all_editions_and_variants_are_reviewed(small: None, players: int, edition: str, tactical: bool) -> None:
    found = review(records.write(played(players, edition, tactical=tactical)), threads=1)
    balances = [found.balance(seat) for seat in range(players)]
    assert sum(each.result for each in balances if each) == pytest.approx(0, abs=1e-9)


def test_a_blunder_is_found_and_explained() -> None:
    """The best last turn is left out: no chance is left, so a single world is enough to be sure."""
    table = played(bot="learned")
    bench = Bench()
    steps = list(table.steps())
    worst = 0.0
    for number in range(len(steps) - 8, len(steps)):
        action, before, _ = steps[number]
        for other in legal_actions(before):
            if before.phase == Phase.PLAY and other != action:
                table_of_other = replayed_with(table, number, other)
                sums = bench.compare(table_of_other, Job(COMPARE, number, action, 0, 4))
                loss = loss_from(sums, int(before.to_act))
                worst = max(worst, loss.points)
                assert total_of(loss.why, int(before.to_act), 2) == pytest.approx(loss.points)
    assert worst > 2


def replayed_with(table: Table, number: int, other: int) -> Table:
    changed = Table(table.edition.name, 2, deck=table.deck, start_player=table.start_player)
    for _, action in table.actions[:number]:
        changed.advance(action)
    changed.advance(other)
    return changed


# --- Words


def row(**points: int) -> list[int]:
    return [points.get(reason.name.lower(), 0) for reason in Reason]


def test_reasons_in_words_add_up() -> None:
    table = [row(row=-60, workshops_bonus=-50, sea=20), row(good=40)]
    loss = Loss(13.0, 1.0, 0.1, 0.02, 10, table)
    own = "costs 13 points: 6 of the residences' rows, 5 of the workshops' bonus; gains 2 at sea"
    assert why(loss, 0, ["Ada", "Ben"]) == f"{own}; Ben gains 4, most of goods"
    assert total_of(parts_of(table, 10), 0, 2) == pytest.approx(13)


def test_what_is_not_named_is_elsewhere_and_others_count_by_their_mean() -> None:
    small_parts = row(row=-6, sea=-4, good=-4)
    loss = Loss(3.4, 1.0, 0.0, 0.02, 10, [small_parts, row(fleet=40), row()])
    words = why(loss, 0, ["Ada", "Ben", "Cem"])
    assert (
        words == "costs 3 points: 1 of the residences' rows; Ben gains 4, most of fleets (on average the others gain 2)"
    )


def test_no_reason_is_called_the_main_one_unless_it_explains_half() -> None:
    parts = [
        Part(1, "sea", 1.2),
        Part(1, "good", 1.4),
        Part(1, "fleet", 1.4),
        Part(2, "row", -3.0),
        Part(2, "sea", 1.0),
    ]
    found = explain(1.0, parts, 0)
    assert found.others == [Share(1, 4, ELSEWHERE), Share(2, -2, "row")]


def test_what_rounds_to_nothing_is_not_named_and_the_rest_still_adds_up() -> None:
    found = explain(1.5, [Part(0, reason, -0.5) for reason in ("row", "sea", "good")], 0)
    assert (found.points, found.lost, found.gained) == (2, [Piece(2, ELSEWHERE)], [])


def test_a_moment_that_changed_no_chance_did_not_decide_the_game(found: Review) -> None:
    assert all(abs(moment.win) >= DECISIVE for moment in found.moments())


def test_the_text_and_the_page_say_everything(found: Review) -> None:
    lines = "\n".join(text(found, [0, 1, 2]))
    for word in (
        "decided the game",
        "decisions sound",
        "by phase: keep",
        "by area:",
        "the cards",
        "the seat was worth",
    ):
        assert word in lines
    shown = page(found, [0])
    assert shown.startswith("<!doctype html>") and "<svg" in shown and "Luck and skill" in shown
    json.dumps(to_json(found))


def test_a_player_name_is_text_on_the_page(small: None) -> None:
    table = played()
    table.players = ("<b>Ada</b>", "Ben")
    assert "<b>Ada" not in page(review(records.write(table), threads=1), [0, 1])


# --- The command


@pytest.fixture
def file(tmp_path: Path, table: Table) -> Path:
    path = tmp_path / "game.json"
    path.write_text(records.dump(records.write(table)))
    return path


def run(*arguments: Any) -> Any:
    return CliRunner().invoke(cli, ["review", *map(str, arguments)])


def test_the_command_prints_text_json_or_a_page(file: Path, small: None, tmp_path: Path) -> None:
    kept = tmp_path / "notes.json"
    assert "decisions sound" in run(file, "--quick", "--notes", kept, "--seat", 2).stdout
    made = json.loads(run(file, "--quick", "--notes", kept, "--json").stdout)
    assert made["complete"] and len(made["balance"]) == 3 and made["format"] == "millefiori-review"
    assert run(file, "--quick", "--notes", kept, "--html").stdout.startswith("<!doctype html>")


def test_the_command_refuses_what_is_not_there(file: Path, tmp_path: Path) -> None:
    assert "no seat 4" in run(file, "--seat", 4).stderr
    assert "no game 2" in run(file, "--game", 2).stderr
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    assert "no notes of a review" in run(file, "--notes", wrong).stderr
    running = tmp_path / "running.json"
    running.write_text(records.dump(records.write(Table(seed=1))))
    assert "not over yet" in run(running).stderr


def test_a_table_is_replayed_once(table: Table) -> None:
    written = records.dump(records.write(table))
    assert table_of(written) is table_of(written)
