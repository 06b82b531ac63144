"""The game in the terminal, played by scripted answers."""

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from millefiori import record
from millefiori.engine.actions import DECLINE, SAIL
from millefiori.engine.view import redeal
from millefiori.engine.vocabulary import ActionNumber, Area, Phase, Seat
from millefiori.explain.player_aid import aid
from millefiori.explain.previews import best_previews
from millefiori.table import Table
from millefiori.terminal.play import Keyboard, play
from millefiori.terminal.story import Story

NAMES = ("Anna", "Ben", "Cleo", "Dora")


def at_random(seed: int = 3) -> Callable[[Table], ActionNumber]:
    chance = Random(seed)
    return lambda table: chance.choice(table.legal_actions())


def sails(table: Table) -> ActionNumber:
    """Keeps the first card and sails with it."""
    legal = table.legal_actions()
    return next((action for action in (SAIL, DECLINE) if action in legal), legal[0])


def new_table(players: int = 3, edition: str = "international", seed: int = 5, tactical: bool = False) -> Table:
    return Table(edition, NAMES[:players], seed=seed, start_player=0, tactical=tactical)


def sit(table: Table, answers: Iterable[str], humans: Iterable[Seat] = (0,), **options: Any) -> Result:
    """Play at the keyboard until the answers run out."""

    @click.command()
    def command() -> None:
        play(table, humans, options.pop("choose", sails), **options)

    result = CliRunner().invoke(command, input="".join(f"{answer}\n" for answer in answers), catch_exceptions=False)
    assert result.exit_code == 0
    return result


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# --- Whole games


@pytest.mark.parametrize(("edition", "players", "tactical"), [("international", 4, False), ("german", 2, True)])
def test_a_whole_game_is_played_to_its_result(edition: str, players: int, tactical: bool) -> None:
    table = new_table(players, edition, tactical=tactical)
    output = sit(table, ["3", "1"] * 200, choose=at_random(), confirm=False).output
    assert table.is_over
    assert "the game is over" in output and " points." in output and "workshops, groups" in output
    assert max(len(line) for line in output.splitlines()) <= 100


def test_the_record_of_a_finished_game_can_be_saved(tmp_path: Path) -> None:
    table = new_table()
    while not table.is_over:
        table.advance(sails(table))
    assert "Saved to game.json." in sit(table, ["y", "game.json"]).output
    assert record.verify(record.parse((tmp_path / "game.json").read_text(encoding="utf-8"))) == []


def test_without_humans_the_game_is_narrated() -> None:
    output = sit(new_table(), [], humans=()).output
    assert "Ben sails with" in output and "Round 2 begins, Ben starts." in output


# --- Answers


def test_a_move_is_named_by_number_by_its_words_or_by_the_action() -> None:
    for answer in ("1", "keep {card}", "{card}", "KEEP {card}"):
        table = new_table()
        best = table.name(best_previews(table.view(0))[0].action).split()[1]
        sit(table, [answer.format(card=best)])
        assert table.actions[0] == (0, best_previews(new_table().view(0))[0].action)


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("99", "The moves are numbered 1 to"),
        ("0", "The moves are numbered 1 to"),
        ("sail", "keep a card first (rule 2.3)"),
        ("nonsense", "There is no action 'nonsense'"),
        ("", "Enter a number, an action such as"),
        ("quartz-9", "There is no action"),
    ],
)
def test_a_wrong_answer_is_refused_kindly(answer: str, complaint: str) -> None:
    table = new_table()
    assert complaint in sit(table, [answer]).output.replace("\n", " ")
    assert not table.actions


def test_a_wrong_space_is_refused_with_its_rule() -> None:
    output = sit(new_table(), ["1", "place W1.1", "place H1.1"]).output  # no card is for both
    assert "(rule 3.5)" in output.replace("\n  ", " ")


def test_help_names_the_rules_of_every_area_before_a_card_is_kept_and_of_one_after() -> None:
    output = sit(new_table(), ["?"]).output
    assert all(f"{area.name} (rules " in output for area in Area)
    output = sit(new_table(), ["1", "?"]).output
    assert sum(f"{area.name} (rules " in output for area in Area) == 1


def test_help_follows_the_edition() -> None:
    english = " ".join(aid(new_table(2, "english").game, Area))
    international = " ".join(aid(new_table(2).game, Area))
    assert (
        "your ship moves by the card's number" in english and "count at the end" in english and "you score 5" in english
    )
    assert "you may move your ship" in international


def test_board_moves_and_scores_are_shown_on_request() -> None:
    assert sit(new_table(), ["b"]).output.count("WORKSHOPS") == 2
    assert sit(new_table(), ["m"]).output.count("  1  keep") == 2
    assert "points                     0" in sit(new_table(), ["s"]).output


# --- Undo


def at_an_extra_card() -> Table:
    """Anna plays the best move of the moment until she has earned an extra card."""
    table = new_table()
    while not (table.to_act == 0 and table.phase == Phase.TAKE):
        table.advance(best_previews(table.view(0))[0].action if table.to_act == 0 else sails(table))
    return table


def test_a_chain_is_undone_step_by_step() -> None:
    table = at_an_extra_card()
    before = len(table.actions)
    output = sit(table, ["1", "u", "u"]).output
    assert len(table.actions) == before - 1 and table.phase == Phase.PLAY
    assert output.count("which extra card?") == 2


def test_keeping_can_be_undone_while_the_others_have_shown_nothing() -> None:
    table = new_table()
    sit(table, ["1", "u"])  # Anna starts: the others have kept their cards meanwhile
    assert not table.actions


def test_the_last_step_of_a_turn_can_be_undone_before_the_others_play() -> None:
    table = new_table()
    output = sit(table, ["1", "1", "u"]).output
    assert "u to undo" in output
    assert len(table.actions) == 3 and table.to_act == 0 and table.phase == Phase.PLAY


def test_nothing_can_be_undone_once_others_have_played() -> None:
    table = new_table()
    output = sit(table, ["u", "1", "1", "", "u"]).output
    assert output.count("There is nothing to undo") == 2
    assert len(table.actions) == 3 + 3


def test_nobody_takes_back_what_another_human_decided() -> None:
    table = new_table(2)
    output = sit(table, ["", "1", "", "", "1", "", "", "u"], humans=(0, 1)).output
    assert len(table.actions) == 2 and "There is nothing to undo" in output


# --- Secrets


def screen(keyboard: Keyboard, seat: Seat, capsys: pytest.CaptureFixture[str]) -> str:
    """All that a player can be shown before a decision."""
    previews = best_previews(keyboard.table.view(seat))
    keyboard.show(seat, previews)
    for command in "?msb":
        keyboard.obey(command, seat, previews)
    keyboard.say(keyboard.question(seat))
    return capsys.readouterr().out


@pytest.mark.parametrize(("players", "tactical"), [(2, False), (4, False), (3, True)])
def test_a_player_sees_the_same_whatever_is_hidden(
    players: int, tactical: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    table = new_table(players, tactical=tactical)
    choose = at_random(players)
    keyboard = Keyboard(table, frozenset(range(players)), choose, False, True, Path("game.json"), "")
    differed = False
    while not table.is_over:
        if len(table.actions) % 11 == 0:
            seat, game = int(table.game.to_act), table.game
            expected = screen(keyboard, seat, capsys)
            table.game = redeal(table.view(seat), len(table.actions))
            differed = differed or bool((table.game.hand != game.hand).any())
            assert screen(keyboard, seat, capsys) == expected
            table.game = game
        keyboard.story.play(table, choose(table))
    assert differed


def test_several_humans_hand_over_the_keyboard_before_each_sees_cards() -> None:
    output = sit(new_table(2), ["", "1", "", "", "1", ""], humans=(0, 1)).output
    order = [line.split(",")[0][4:] for line in output.splitlines() if "press Enter when only you are looking" in line]
    assert order == ["Anna", "Ben", "Anna"]


def test_nobody_sees_what_another_keeps() -> None:
    table = new_table(2)
    output = sit(table, ["", "1", "", ""], humans=(0, 1)).output
    kept = "keep " + table.name(table.actions[0][1]).split()[-1]
    ben = output[output.index("Ben, press Enter") :]
    assert f"You {kept}" in output and f"You {kept}" not in ben and "keeps " not in ben


# --- What happened


def test_others_moves_are_shown_with_points_and_what_you_gained() -> None:
    table = new_table(2, seed=1)
    choose = at_random(1)
    story = Story(table)
    while not table.is_over:
        entry = story.play(table, choose(table))
        if entry.seat == 1 and entry.outcome.total(0) and table.to_act == 0:
            break
    output = sit(table, []).output
    assert f"you gained +{entry.outcome.total(0)}" in output
    assert "Ben places" in output and f"you +{entry.outcome.total(0)} (" in output


def test_the_final_scoring_is_shown_apart_from_the_last_move() -> None:
    table = Table("german", NAMES[:2], seed=2)
    choose = at_random(2)
    story = Story(table)
    while not table.is_over:
        entry = story.play(table, choose(table))
    assert table.game.bonus.any() and "The game is over." in entry.news
    assert entry.news.count("bonus diamond for") == (table.game.bonus > 0).sum()
    assert all("bonus" not in str(gain) for gain in entry.outcome.gains)


def test_a_preview_says_what_the_table_says() -> None:
    table = at_an_extra_card()
    table.advance(best_previews(table.view(0))[0].action)
    for preview in best_previews(table.view(0)):
        assert preview.outcome == table.preview(preview.action)


def test_the_best_previews_come_first_and_declining_last() -> None:
    previews = best_previews(at_an_extra_card().view(0))
    points = [preview.points for preview in previews]
    assert points == sorted(points, reverse=True) and previews[-1].action == DECLINE


# --- Leaving


def test_a_game_is_saved_and_resumed(tmp_path: Path) -> None:
    table = new_table()
    file = tmp_path / "game.json"
    output = sit(table, ["1", "1", "", "q", "y", str(tmp_path), str(file)], resume="continue {file}").output
    assert "Cannot write" in output and f"Continue with: continue {file}" in output and "Good-bye." in output
    resumed = record.replay(record.parse(file.read_text(encoding="utf-8")))
    assert resumed.actions == table.actions
    assert "Since your last decision" in sit(resumed, []).output


def test_a_game_is_left_without_saving(tmp_path: Path) -> None:
    assert sit(new_table(), ["q", "n"]).output.endswith("Good-bye.\n")
    assert not list(tmp_path.iterdir())


def test_a_file_is_overwritten_only_on_request(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("mine", encoding="utf-8")
    sit(new_table(), ["q", "y", "", "n"], file=file)
    assert file.read_text(encoding="utf-8") == "mine"
    sit(new_table(), ["q", "y", "", "y"], file=file)
    assert file.read_text(encoding="utf-8").startswith("{")


def test_an_interrupt_or_the_end_of_input_ends_the_game_kindly() -> None:
    def interrupt(table: Table) -> ActionNumber:
        raise KeyboardInterrupt

    assert sit(new_table(), []).output.endswith("Good-bye. Nothing was saved.\n")
    assert sit(new_table(), ["1"], choose=interrupt).output.endswith("Good-bye. Nothing was saved.\n")
