"""The command line, as a user meets it."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from millefiori.arena.simulation import Simulation
from millefiori.bots.learning.network import load
from millefiori.cli.main import cli
from millefiori.engine.compiled import IS_COMPILED
from millefiori.record import parse, replay, write
from millefiori.table import Table

GAMES = "40" if IS_COMPILED else "4"


def run(*arguments: str, input: str | None = None) -> Result:
    result = CliRunner().invoke(cli, arguments, input=input)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_help_comes_without_numpy() -> None:
    code = "import sys; from millefiori.cli import main; main.cli(['-h'], standalone_mode=False); "
    code += "print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Usage:" in done.stdout and done.stdout.endswith("False\n")


@pytest.mark.parametrize("command", list(cli.commands))
def test_every_command_helps(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0 and "Usage:" in result.output


@pytest.mark.parametrize(
    ("edition", "players", "tactical"),
    [("international", "4", False), ("english", "2", True), ("german", "3", False), ("caipirinha", "2", False)],
)
def test_simulated_games_are_verified(tmp_path: Path, edition: str, players: str, tactical: bool) -> None:
    file = tmp_path / "games.jsonl"
    variant = ["--tactical"] if tactical else []
    common = ["simulate", "--edition", edition, "-n", players, "-k", GAMES, "--seed", "5", "--json", *variant]
    recorded = run(*common, "--record", str(file), "--trace")
    assert recorded.exit_code == 0
    assert json.loads(run(*common).stdout) == json.loads(recorded.stdout), "recorded or not, the same games"
    checked = run("verify", str(file))
    assert checked.exit_code == 0
    assert checked.stdout.splitlines()[-1] == f"{GAMES} games checked, 0 differ"


def test_a_summary_to_read() -> None:
    text = run("simulate", "-k", GAMES, "-n", "3").stdout
    assert f"{GAMES} games, international edition, 3 players, seed 0" in text
    assert "points per player, by reason" in text and "workshops bonus" in text


def test_bots_can_be_simulated() -> None:
    summary = json.loads(run("simulate", "-k", "2", "-n", "2", "--bots", "greedy,random", "--json").stdout)
    assert summary["wins_by_seat"] == [2, 0] and summary["bots"] == ["bot: greedy", "bot: random"]


def test_verify_counts_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run("simulate", "-k", "3", "--record", str(file))
    lines = file.read_text().splitlines()
    wrong = json.loads(lines[1])
    wrong["result"]["scores"][0] += 1
    file.write_text("\n".join([lines[0], json.dumps(wrong), "{broken", lines[2]]))
    result = run("verify", str(file))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "4 games checked, 2 differ"
    assert "game 2: result, scores" in result.stdout and "game 3: not JSON" in result.stdout


def test_verify_checks_the_commitment_to_the_deck(tmp_path: Path) -> None:
    table, chooser = Table("german", 2), random.Random(1)
    shown = table.commitment
    while not table.is_over:
        table.advance(chooser.choice(table.legal_actions()))
    honest, file = write(table), tmp_path / "game.json"
    other = write(replay({**honest, "fairness": {**honest["fairness"], "salt": "f" * 64}}))
    unsalted = {key: value for key, value in honest.items() if key != "fairness"}
    for record, options, is_right in (
        (honest, [], True),
        (honest, ["--commitment", shown], True),
        ({**honest, "fairness": other["fairness"] | {"commitment": shown}}, [], False),
        (other, [], True),  # forged as a whole, it agrees with itself
        (other, ["--commitment", shown], False),
        (unsalted, ["--commitment", shown], False),
    ):
        file.write_text(json.dumps(record))
        assert run("verify", str(file), *options).exit_code == (0 if is_right else 1)


def test_a_replay_retells_the_game(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run("simulate", "-k", "2", "-n", "2", "--record", str(file))
    text = run("replay", str(file), "--game", "2", "--all", "--board").stdout
    assert text.startswith("International edition: bot: random, bot: random 2; ")
    assert "Round 1, card 1: bot: random 0, bot: random 2 0" in text and "WORKSHOPS" in text
    table = replay(parse(file.read_text().splitlines()[1]))
    assert f"won after {table.rounds} rounds" in text


@pytest.mark.skipif(not IS_COMPILED, reason="measures compiled code")
def test_bench_reports_games_per_second() -> None:
    figures = json.loads(run("bench", "--seconds", "0.1", "--json").stdout)
    assert set(figures["random_games_per_second"]) == {"2", "3", "4"}
    assert all(rate > 0 for rate in figures["random_games_per_second"].values())


def test_a_game_can_be_left_saved_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    left = run("play", "--seed", "3", "-b", "casual", input=f"1\n\nq\ny\n{file}\n")
    assert "Saved to" in left.output and f"millefiori play --resume {file}" in left.output
    table = replay(parse(file.read_text()))
    assert table.players == ("You", "bot: casual") and len(table.actions) >= 1
    again = run("play", "--resume", str(file), input="q\nn\n")
    assert "Good-bye" in again.output and again.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulate", "--edition", "italian"], "'italian' is not one of 'international'"),
        (["simulate", "-n", "5"], "5 is not in the range 2<=x<=4"),
        (
            ["simulate", "--edition", "caipirinha", "-n", "3"],
            "the caipirinha edition is for 2 players, not 3 (rule 1.1)",
        ),
        (["simulate", "--bots", "genius"], "there is no bot 'genius'"),
        (["simulate", "--bots", "random,random", "-n", "3"], "2 bots for 3 seats"),
        (["simulate", "--trace"], "--trace needs --record"),
        (["play", "-b", "genius"], "there is no bot 'genius'"),
        (["play", "--start", "4"], "the start player must be a seat from 0 to 1, not 3 (rule 1.6)"),
        (["replay", "nowhere.jsonl"], "'nowhere.jsonl' does not exist"),
        (["verify"], "Missing argument"),
    ],
)
def test_a_mistake_gets_a_clear_answer(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in " ".join(result.output.split())
    assert "Traceback" not in result.output


def test_a_broken_record_gets_a_clear_answer(tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text("{", encoding="utf-8")
    for arguments in (["replay", str(file)], ["play", "--resume", str(file)]):
        result = run(*arguments)
        assert result.exit_code == 1 and "not JSON" in result.output and "Traceback" not in result.output


def test_a_table_plays_the_same_game_as_a_batch() -> None:
    simulation = Simulation("french", 3, tactical=False, seed=9)
    for _ in simulation.run(3, None, trace=False):
        pass
    assert [simulation.play_at_table(number).scores for number in range(3)] == simulation.finished[0]["score"][
        :, :3
    ].tolist()


@pytest.mark.skipif(not IS_COMPILED, reason="long games")
def test_a_training_writes_weights_and_curve_and_is_not_begun_twice(tmp_path: Path) -> None:
    command = ("train", str(tmp_path), "--generations", "1", "--games", "8", "--threads", "1")
    result = run(*command)
    assert result.exit_code == 0 and "generation   1" in result.output and "against greedy" in result.output
    assert "<svg" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
    assert load(tmp_path / "weights.npz").is_trained
    again = run(*command)
    assert again.exit_code == 0 and "Continuing after generation 1" in again.output and "1 generations" in again.output
    other = run(*command, "--seed", "5")
    assert other.exit_code == 2 and "a training with another seed" in other.output


def test_a_training_that_cannot_be_saved_or_continued_fails_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    nowhere = run("train", str(tmp_path / "file" / "folder"))
    assert nowhere.exit_code == 2 and "cannot create the folder" in nowhere.output
    for damaged in (b"junk", b"", b"PK\x03\x04 half a file"):
        (tmp_path / "checkpoint.npz").write_bytes(damaged)
        result = run("train", str(tmp_path))
        assert result.exit_code == 2 and "cannot read the checkpoint" in result.output
