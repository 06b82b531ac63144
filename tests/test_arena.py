"""The arena: equal deals for everybody, fair counting, bots that fail, tournaments that continue after a stop."""

import json
import re
import signal
import subprocess
import sys
from collections import Counter
from multiprocessing import active_children
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from millefiori.arena import ratings
from millefiori.arena import tournament as arena
from millefiori.arena.match import Forfeit, GameResult, Observer, Terms, bot_seed, move_limit, play_game
from millefiori.arena.tournament import ArenaError, Journal, Tournament, Unit, finished, run, units
from millefiori.bots.bot import UnknownBot
from millefiori.cli.arena import arena as command
from millefiori.cli.options import EDITION_NAMES
from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.editions import EDITIONS
from millefiori.engine.vocabulary import ActionNumber, Seat
from millefiori.table import Table

TINY = """
import time

from millefiori.bots.bot import Bot
from millefiori.engine.vocabulary import HIDDEN


class First(Bot):
    def choose(self, view, legal):
        return legal[0]


class Spy(Bot):
    def choose(self, view, legal):
        assert view.seen_by == view.to_act
        assert (view.deck == HIDDEN).all()
        assert all(type(action) is int for action in legal)
        legal[:-1] = []  # spoiling what it was given does no harm
        view.score[:] = 99
        return legal[0]


class NoStart(Bot):
    def __init__(self, seed):
        raise OSError("no model")


class Raises(First):
    def choose(self, view, legal):
        raise RuntimeError("no idea")


class Exits(First):
    def choose(self, view, legal):
        raise SystemExit


class Illegal(First):
    def choose(self, view, legal):
        return next(action for action in range(200) if action not in legal)


class Nothing(First):
    def choose(self, view, legal):
        return None


class Sleeps(First):
    def choose(self, view, legal):
        if view.rounds > 1:
            try:
                time.sleep(20)
            except Exception:
                pass
        return legal[0]
"""


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("bots") / "tiny.py"
    file.write_text(TINY, encoding="utf-8")
    return f"{file}:"


def play_all(tournament: Tournament, workers: int = 1, path: Path | None = None) -> dict[str, Any]:
    journal = Journal(tournament, path)
    for _ in run(tournament, journal, workers=workers):
        pass
    return without_times(ratings.sum_up(tournament, finished(tournament, journal)))


def without_times(results: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in results.items() if key != "times"}


# --- Pairings and deals


def test_two_players_play_every_deal_from_both_seats() -> None:
    games = list(units(Tournament(("a", "b", "c"), games=4)))
    assert len(games) == 3 * 4
    for pair in ("ab", "ac", "bc"):
        one, other = pair
        assert [unit for unit in games if set(unit.bots) == {one, other}] == [
            Unit(deal, seats) for deal in range(2) for seats in ((one, other), (other, one))
        ]


@pytest.mark.parametrize("players", [3, 4])
def test_with_more_players_the_one_takes_every_seat_on_the_same_deal(players: int) -> None:
    games, rows = list(units(Tournament(("a", "b"), players=players, games=2 * players))), range(players)
    assert len(games) == len(set(games)) == 2 * 2 * players
    for deal in range(2):
        for one, other in ("ab", "ba"):
            seats = [unit.bots for unit in games if unit.deal == deal and unit.bots.count(one) == 1]
            assert seats == [tuple(one if place == seat else other for seat in rows) for place in rows]


@pytest.mark.parametrize("players", [2, 3])
def test_on_a_ladder_each_bot_meets_the_next_one(players: int) -> None:
    ladder, full = (list(units(Tournament(tuple("abc"), players, 2 * players, ladder=on))) for on in (True, False))
    rungs = [unit for unit in full if set(unit.bots) in ({"a", "b"}, {"b", "c"})]
    assert ladder == [unit for unit in rungs if players == 2 or unit.bots.count(min(unit.bots)) == 1]


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert len(list(units(Tournament(("a", "b"), games=5)))) == 6


def test_every_pairing_meets_the_same_deals(tiny: str) -> None:
    class Cards(Observer):
        def before(self, table: Table) -> None:
            decks.append((table.deck, table.start_player))

    decks: list[tuple[tuple[str, ...], Seat]] = []
    for unit in units(Tournament(("random", tiny + "First", tiny + "Spy"), games=4)):
        play_game(unit.bots, Terms(seed=5, deal=unit.deal), Cards())
    tables = [Table(seed=5, number=deal) for deal in range(2)]
    assert Counter(decks) == {(table.deck, table.start_player): 6 for table in tables}


def test_a_bots_seed_depends_on_seed_deal_and_seat_only() -> None:
    seeds = [bot_seed(Terms(seed=seed, deal=deal), seat) for seed in (0, 1) for deal in (0, 1) for seat in range(4)]
    assert len(set(seeds)) == 16
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert bot_seed(Terms(seed=3, deal=4), 1) == bot_seed(Terms("german", True, 3, 4, 1.0), 1)


@pytest.mark.parametrize(
    ("bots", "players", "message"),
    [
        (("a",), 2, "two or more bots"),
        (("a", "a"), 2, "each named once"),
        (("a", "b"), 3, "caipirinha edition is for 2"),
    ],
)
def test_tournaments_that_cannot_begin(bots: tuple[str, ...], players: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Tournament(bots, players, edition="caipirinha")


# --- Games


def test_a_game_can_be_played_again() -> None:
    first, again = (play_game(["random", "random", "random"], Terms(seed=1, deal=7)) for _ in range(2))
    assert (first.scores, first.winners, first.forfeit) == (again.scores, again.winners, None)
    assert first.scores != play_game(["random", "random", "random"], Terms(seed=1, deal=8)).scores
    assert GameResult.from_json(first.to_json()) == first


def test_bots_get_views_only_and_cannot_spoil_the_game(tiny: str) -> None:
    spy = play_game([tiny + "Spy", "random", tiny + "Spy"], Terms(tactical=True))
    assert spy.forfeit is None
    assert all(clock.seconds > 0 for clock in spy.clocks)


def test_a_bot_that_does_not_exist_is_no_forfeit() -> None:
    with pytest.raises(UnknownBot, match="there is no bot 'nobody'"):
        play_game(["random", "nobody"], Terms())


def test_observers_see_every_step() -> None:
    class Steps(Observer):
        def step(self, table: Table, seat: Seat, action: ActionNumber) -> None:
            seen.append((seat, action))

        def after(self, table: Table, result: GameResult) -> None:
            assert table.actions == seen
            assert tuple(table.scores) == result.scores

    seen: list[tuple[Seat, ActionNumber]] = []
    play_game(["random", "random"], Terms(), Steps())
    assert seen


def test_greedy_beats_random() -> None:
    games = 20 if IS_COMPILED else 2
    results = play_all(Tournament(("greedy", "random"), games=games))
    assert results["bots"][0]["bot"] == "greedy"
    assert results["bots"][0]["win_share"] >= 0.9
    assert results["bots"][0]["rating"] > 1600 > 1400 > results["bots"][1]["rating"]


# --- Forfeits


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("Raises", r"raised RuntimeError: no idea \(tiny.py, line \d+\)"),
        ("NoStart", r"raised OSError: no model \(tiny.py, line \d+\)"),
        ("Exits", r"raised SystemExit"),
        ("Illegal", r"illegal action: .* is not in the hand \(rule 2.3\)"),
        ("Nothing", r"answered with NoneType, which is not an action"),
    ],
)
def test_a_bot_that_fails_loses_the_game_and_the_tournament_continues(tiny: str, name: str, what: str) -> None:
    bad = tiny + name
    results = play_all(Tournament((bad, "random", tiny + "First"), games=2))
    assert len(results["games"]) == 6
    assert [row["win_share"] for row in results["bots"] if row["bot"] == bad] == [0]
    [row] = results["forfeits"]
    assert (row["bot"], row["games"], row["first"]) == (bad, 4, {"deal": 0, "bots": [bad, "random"], "seat": 0})
    assert re.match(what, row["what"])
    fair = [row for row in results["pairings"] if bad not in (row["one"], row["others"])]
    assert [row["forfeited"] for row in fair] == [0, 0]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms on this system")
def test_a_bot_that_thinks_too_long_is_interrupted_and_loses(tiny: str) -> None:
    late = play_game(["random", tiny + "Sleeps"], Terms(move_limit=0.5))
    assert late.forfeit == Forfeit(1, tiny + "Sleeps", "took longer than 0.5 s for a move")
    assert late.winners == (0,)


def test_without_an_alarm_it_loses_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("signal.setitimer", raising=False)
    assert "longer than 1e-09 s" in str(play_game(["random", "random"], Terms(move_limit=1e-9)).forfeit)


def test_a_forfeit_is_a_loss_for_the_bot_on_all_its_seats(tiny: str) -> None:
    bad = tiny + "Raises"
    assert play_game([bad, "random", bad, bad], Terms()).winners == (1,)
    assert play_game(["random", bad, "random"], Terms()).winners == (0, 2)
    assert len(play_game([bad, bad, bad], Terms()).winners) == 2


@pytest.mark.parametrize(
    ("spec", "seconds"),
    [
        ("greedy", 10),
        ("search:200ms", 10),
        ("search:5s", 50),
        ("search:1.5s", 15),
        ("search:800", 10),
        ("a.py:X9s", 10),
    ],
)
def test_the_move_limit_is_ten_times_the_budget(spec: str, seconds: float) -> None:
    assert move_limit(spec) == seconds


# --- Going on


def test_one_and_two_workers_give_the_same_results(tiny: str) -> None:
    tournament = Tournament(("random", tiny + "First", tiny + "Raises"), games=4, seed=9)
    assert play_all(tournament, workers=1) == play_all(tournament, workers=2)


def test_a_stopped_tournament_continues_and_gives_the_same_file(tiny: str, tmp_path: Path) -> None:
    tournament = Tournament(("random", tiny + "First"), players=3, games=6)
    path = tmp_path / "out.json.journal"
    games = run(tournament, Journal(tournament, path), workers=2)
    stopped = [next(games) for _ in range(5)]
    games.close()
    assert not active_children()
    with path.open("a", encoding="utf-8") as file:
        file.write('{"bots":["random",')  # cut off in the middle of a line
    assert list(Journal(tournament, path).finished.values()) == stopped
    fresh = invoke(tournament, tmp_path / "fresh.json")
    resumed = invoke(tournament, tmp_path / "out.json")
    assert "5 of 12 games are already in" in resumed.output
    assert fresh.exit_code == resumed.exit_code == 0
    files = [json.loads((tmp_path / name).read_text(encoding="utf-8")) for name in ("fresh.json", "out.json")]
    assert without_times(files[0]) == without_times(files[1])
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1 + 12
    assert "12 of 12 games" in invoke(tournament, tmp_path / "out.json").output


def test_more_games_and_other_bots_may_join(tiny: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    play_all(Tournament(("random", tiny + "First"), games=2), path=path)
    more = Tournament(("random", tiny + "First", tiny + "Spy"), games=4)
    assert len(Journal(more, path).finished) == 2
    assert play_all(more, path=path) == play_all(more)


@pytest.mark.parametrize("change", [{"seed": 2}, {"tactical": True}, {"edition": "german"}, {"move_limit": 3.0}])
def test_other_settings_are_refused(change: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "journal"
    Journal(Tournament(("random", "greedy")), path)
    with pytest.raises(ArenaError, match=f"another tournament: its {next(iter(change)).replace('_', ' ')} is "):
        Journal(Tournament(("random", "greedy"), **change), path)


@pytest.mark.parametrize("text", ["hello\n", "[]\n", '{"format": "x"}\n', "half a line"])
def test_other_files_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ArenaError, match="is not a journal"):
        Journal(Tournament(("random", "greedy")), path)


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    tournament = Tournament(("random", "greedy"))
    Journal(tournament, path).add(play_game(["random", "random"], Terms()))
    path.write_text(path.read_text(encoding="utf-8") + '{"bots": 3}\n', encoding="utf-8")
    with pytest.raises(ArenaError, match="line 3: not a finished game"):
        Journal(tournament, path)


# --- The command


def invoke(tournament: Tournament, path: Path, *more: str) -> Result:
    words = ["--bots", ",".join(tournament.bots), "--players", str(tournament.players)]
    words += ["--games", str(tournament.games), "--workers", "1", "--json", str(path), *more]
    return CliRunner().invoke(command, words)


def test_the_command_end_to_end(tiny: str, tmp_path: Path) -> None:
    out, plot = tmp_path / "out.json", tmp_path / "out.svg"
    done = invoke(Tournament(("random", tiny + "First", tiny + "Raises"), games=2), out, "--plot", str(plot))
    assert done.exit_code == 0, done.output
    assert "6 games, international edition, 2 players, seed 0" in done.output
    assert "Raises lost 4 games: raised RuntimeError: no idea" in done.output
    results = json.loads(out.read_text(encoding="utf-8"))
    assert {row["bot"] for row in results["bots"]} == {"random", tiny + "First", tiny + "Raises"}
    assert "random" in "".join(ElementTree.fromstring(plot.read_text(encoding="utf-8")).itertext())
    assert not list(tmp_path.glob("*.unfinished"))


def test_control_c_stops_kindly(tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(bots: tuple[str, ...], terms: Terms) -> GameResult:
        if terms.deal == 1:
            raise KeyboardInterrupt
        return play_game(bots, terms)

    monkeypatch.setattr(arena, "play_game", stop)
    stopped = invoke(Tournament(("random", tiny + "First"), games=4), tmp_path / "out.json")
    assert stopped.exit_code == 130
    assert "stopped after 2 games; run the same command to continue from" in stopped.output
    assert not (tmp_path / "out.json").exists()


@pytest.mark.parametrize(
    ("bots", "message"),
    [("nobody,random", "there is no bot 'nobody'"), ("random", "two or more"), ("a.py:X,random", "there is no file")],
)
def test_wrong_bots_are_refused_before_anything_is_written(bots: str, message: str, tmp_path: Path) -> None:
    refused = CliRunner().invoke(command, ["--bots", bots, "--json", str(tmp_path / "out.json")])
    assert refused.exit_code == 2
    assert message in refused.output
    assert not list(tmp_path.iterdir())


def test_a_missing_folder_and_a_missing_package_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = Tournament(("random", "greedy"), games=2)
    assert "there is no folder" in invoke(tournament, tmp_path / "no" / "out.json").output
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "pip install 'millefiori[ray]'" in invoke(tournament, tmp_path / "out.json", "--ray").output


def test_help_comes_at_once() -> None:
    assert "--move-limit SECONDS" in CliRunner().invoke(command, ["--help"]).output
    assert tuple(EDITIONS) == EDITION_NAMES
    light = "import sys, millefiori.cli.arena; sys.exit('numpy' in sys.modules or 'openskill' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", light], check=False).returncode == 0


def test_a_ray_cluster_gives_the_same_results(tiny: str) -> None:
    pytest.importorskip("ray")
    tournament = Tournament(("random", tiny + "First"), games=4)
    journal = Journal(tournament)
    assert len(list(run(tournament, journal, on_ray=True))) == 4
    assert without_times(ratings.sum_up(tournament, finished(tournament, journal))) == play_all(tournament)
