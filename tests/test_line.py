"""Programs as bots: the documented conversation, nothing but the view, and programs that hang, die, babble or flood."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from millefiori.arena.match import Terms, play_game
from millefiori.bots import line as line_bot
from millefiori.bots import program as running
from millefiori.bots.bot import Bot, BotFailed, UnknownBot, budget_seconds, make_bot
from millefiori.bots.conversation import decide, legal_objects, view_object
from millefiori.bots.line import read_command
from millefiori.bots.seats import SeatedBots, named_bots
from millefiori.engine.editions import EDITIONS
from millefiori.engine.view import redeal
from millefiori.table import Table

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups on this system")

BEGIN = """
import json, os, sys, time
def answer(**fields):
    print(json.dumps(fields), flush=True)
"""
MANNERS = """
sys.stdin.readline()
answer(type="ready")
"""
FIRST = """
for line in sys.stdin:
    answer(type="action", action=json.loads(line)["legal"][0]["action"])
"""


@pytest.fixture
def program(tmp_path: Path) -> Callable[..., str]:
    """A bot from the source of a program; it has hardly any time."""

    def write(source: str, *, seconds: str = "100ms", manners: str = MANNERS) -> str:
        file = tmp_path / "program.py"
        file.write_text(BEGIN + manners + source, encoding="utf-8")
        return f"line:{seconds}:{sys.executable} -S {file}"

    return write


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody gets more time than a bot says."""
    monkeypatch.setattr(line_bot, "GRACE", 0.2)


def ask(bot: Bot, table: Table | None = None) -> int:
    table = table or Table(seed=2, start_player=0)
    seat = int(table.game.to_act)
    return int(bot.choose(table.view(seat), table.legal_actions()))


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        pass
    if Path("/proc").is_dir():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until_dead(*pids: int) -> None:
    while any(map(is_alive, pids)):
        time.sleep(0.01)


# --- The conversation


def test_the_documented_conversation_is_what_happens(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "line-protocol.md").read_text(encoding="utf-8")
    spoken = [(line[0], line[2:]) for line in text.splitlines() if line.startswith(("→ ", "← "))]
    asked = [line for arrow, line in spoken if arrow == "→"]
    answers = [line for arrow, line in spoken if arrow == "←"]
    assert len(asked) == len(answers) == 3
    script = tmp_path / "script.json"
    script.write_text(json.dumps(list(zip(asked, answers, strict=True))), encoding="utf-8")
    source = f"""
import json, sys
for asked, answer in json.load(open({str(script)!r})):
    assert sys.stdin.readline() == asked + "\\n"
    print(answer, flush=True)
assert sys.stdin.readline() == ""
"""
    (tmp_path / "speaker.py").write_text(source, encoding="utf-8")
    table = Table(players=2, seed=2, start_player=0)
    bot = make_bot(f"line:{sys.executable} -S {tmp_path / 'speaker.py'}", 7)
    table.play(ask(bot, table))
    table.play("keep residence-1")
    table.play(ask(bot, table))
    assert len(table.actions) == 3
    bot.close()


def test_every_field_is_documented() -> None:
    text = (ROOT / "docs" / "line-protocol.md").read_text(encoding="utf-8")
    rows = {name for row in re.findall(r"^\| (.+?) \|", text, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    message = json.loads(decide(Table(seed=1).view(Table(seed=1).to_act or 0), 1))
    assert {*message["view"], *message["legal"][0]} <= rows


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_legal_action_is_offered_in_words(edition: str) -> None:
    table, chooser = Table(edition, 2, seed=3), random.Random(1)
    phases = set()
    while not table.is_over:
        seen = table.view(int(table.game.to_act))
        offered = legal_objects(seen)
        assert [action["action"] for action in offered] == table.legal_actions()
        assert [action["words"] for action in offered] == [table.name(action) for action in table.legal_actions()]
        action = chooser.choice(offered)
        phases.add(table.phase)
        before, after = table.scores, (table.advance(action["action"]), table.scores)[1]
        if str(action["words"]).startswith(("place", "sail")) and not table.is_over:
            assert [now - then for now, then in zip(after, before, strict=True)] == action["points"]
    assert len(phases) == 3


@pytest.mark.parametrize("players", [2, 4])
def test_a_program_is_told_nothing_that_its_seat_cannot_know(players: int) -> None:
    """Byte for byte: two games that differ only in hidden cards lead to the same lines."""
    table, chooser, hidden = Table("german", players, seed=5), random.Random(3), 0
    while not table.is_over:
        seat = int(table.game.to_act)
        seen = table.view(seat)
        other = Table("german", players, seed=6)
        other.game = redeal(seen, chooser.randrange(2**40))
        hidden += other.game.deck.tolist() != table.game.deck.tolist()
        assert decide(other.view(seat), 1.0) == decide(seen, 1.0)
        for holder, hand in enumerate(view_object(seen)["hands"]):
            assert holder != seat or "?" not in hand
        for _ in range(7):
            if not table.is_over:
                table.advance(chooser.choice(table.legal_actions()))
    assert hidden > 5


def test_what_a_program_really_reads_is_the_same_for_games_that_differ_in_secrets(
    program: Callable[..., str], tmp_path: Path
) -> None:
    copy = f"""
with open({str(tmp_path / "heard")!r}, "a") as file:
    for line in sys.stdin:
        file.write(line); file.flush()
        answer(type="action", action=json.loads(line)["legal"][0]["action"])
"""
    table = Table("international", 3, seed=5)
    other = Table("international", 3, seed=6)
    other.game = redeal(table.view(int(table.game.to_act)), 9)
    heard = []
    for each in (table, other):
        bot = make_bot(program(copy, seconds="5s"), 1)
        ask(bot, each)
        bot.close()
        heard.append((tmp_path / "heard").read_bytes())
        (tmp_path / "heard").unlink()
    assert heard[0] == heard[1] and b'"legal"' in heard[0]
    assert table.game.deck.tolist() != other.game.deck.tolist()


# --- Whole games


def test_a_program_plays_in_the_arena_and_is_gone_afterwards(program: Callable[..., str], tmp_path: Path) -> None:
    note = f"open({str(tmp_path / 'pids')!r}, 'a').write(f'{{os.getpid()}} ')\n"
    result = play_game([program(note + FIRST, seconds="5s"), "random"], Terms(seed=3))
    assert result.forfeit is None and sum(result.scores) > 50
    pids = (tmp_path / "pids").read_text().split()
    assert len(pids) == 2, "one for the rehearsal, one for the game"
    wait_until_dead(*map(int, pids))


@pytest.mark.parametrize("example", ["line_bot.py", "line_bot.mjs"])
def test_the_examples_beat_random(example: str) -> None:
    node = shutil.which("node", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    runner = sys.executable if example.endswith(".py") else node
    assert runner is not None
    result = play_game([f"line:10s:{runner} {ROOT / 'examples' / example}", "random"], Terms(seed=1))
    assert result.forfeit is None and result.winners == (0,)


# --- Faults


HANGING = [
    ("time.sleep(60)", "gave no answer within 0.3 s"),
    ("while True: pass", "gave no answer within 0.3 s"),
    ("sys.stdin.readline(); sys.stdout.write('{'); sys.stdout.flush(); time.sleep(60)", "gave no answer within 0.3 s"),
    ("while True: sys.stderr.write('y' * 9999)", "gave no answer within 0.3 s: yyy"),
]
SPEAKING = [
    ("sys.exit(3)", "has ended"),
    ("1 / 0", "has ended: ZeroDivisionError: division by zero"),
    ("os.close(1); time.sleep(60)", "has ended"),
    ("print('no idea', flush=True); time.sleep(60)", "answered 'no idea', which is not a JSON object"),
    ("print('[' * 50000, flush=True); time.sleep(60)", r"answered '\[\[.*, which is not a JSON object"),
    ("answer(type='action', action='12'); time.sleep(60)", r"which is not like .*\"action\": 12"),
    ("answer(type='action', action=True); time.sleep(60)", "which is not like"),
    ("answer(action=12); time.sleep(60)", "which is not like"),
    ("answer(type='action', action=199); time.sleep(60)", "illegal action: decline: keep a card first"),
    ("answer(type='action', action=-1); time.sleep(60)", "illegal action: there is no action -1"),
    ("print('1\\n2', flush=True); time.sleep(60)", "more than one line"),
    ("while True: print('y')", "more than one line|which is not a JSON object"),
    ("while True: sys.stdout.write('y' * 9999)", "wrote more than 65536 bytes"),
]
UNMANNERLY = [
    ("nonsense()", "has ended: NameError: name 'nonsense' is not defined"),
    ("answer(type='hello'); time.sleep(60)", "answered hello with"),
    ("print('ready', flush=True); time.sleep(60)", "answered 'ready', which is not a JSON object"),
    ("answer(type='ready'); answer(type='ready'); time.sleep(60)", "more than one line|without being asked|not like"),
]


def check_failure(bot: Bot, words: str, note: Path) -> None:
    """It fails, says so, and is killed."""
    with pytest.raises(BotFailed, match=words):
        ask(bot)
    wait_until_dead(int(note.read_text()))
    bot.close()


def noting(file: Path) -> str:
    """Source that writes down the number of the process."""
    return f"open({str(file)!r}, 'w').write(str(os.getpid()))\n"


@pytest.mark.parametrize(("source", "words"), HANGING)
def test_a_program_that_hangs_is_killed(
    program: Callable[..., str], hasty: None, tmp_path: Path, source: str, words: str
) -> None:
    note = tmp_path / "pid"
    check_failure(make_bot(program(source, manners=noting(note) + MANNERS)), words, note)


@pytest.mark.parametrize(("source", "words"), SPEAKING)
def test_a_program_that_answers_nonsense_or_dies_is_killed(
    program: Callable[..., str], tmp_path: Path, source: str, words: str
) -> None:
    note = tmp_path / "pid"
    asked = "sys.stdin.readline()\n"
    check_failure(make_bot(program(asked + source, seconds="20s", manners=noting(note) + MANNERS)), words, note)


@pytest.mark.parametrize(("source", "words"), UNMANNERLY)
def test_a_program_that_does_not_get_ready_is_killed(
    program: Callable[..., str], tmp_path: Path, source: str, words: str
) -> None:
    note = tmp_path / "pid"
    asked = "sys.stdin.readline()\n"
    check_failure(make_bot(program(asked + source, seconds="20s", manners=noting(note))), words, note)


def test_a_program_that_hangs_before_it_is_ready_is_killed(
    program: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_bot, "START", 0.2)
    with pytest.raises(BotFailed, match=r"gave no answer within 0.2 s"):
        ask(make_bot(program("time.sleep(60)", manners="")))


def test_a_late_second_answer_is_not_taken_for_the_next_one(program: Callable[..., str]) -> None:
    twice = """
for line in sys.stdin:
    action = json.loads(line)["legal"][0]["action"]
    answer(type="action", action=action)
    time.sleep(0.05)
    answer(type="action", action=action)
    open(sys.argv[1], "w").write("done")
"""
    spec = program(twice, seconds="20s")
    done = Path(spec.split(" ")[-1]).with_name("done")
    bot = make_bot(f"{spec} {done}")
    ask(bot)
    while not done.exists() or not done.read_text():
        time.sleep(0.01)
    with pytest.raises(BotFailed, match=r"wrote '\{\"type\": \"action\".* without being asked"):
        ask(bot)


def test_all_that_a_hung_program_has_started_dies_with_it(
    program: Callable[..., str], hasty: None, tmp_path: Path
) -> None:
    family = f"""
import subprocess
child = subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"])
open({str(tmp_path / "family")!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
sys.stdin.readline()
answer(type="ready")
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True: pass
"""
    with pytest.raises(BotFailed, match="no answer"):
        ask(make_bot(program(family, manners="")))
    pids = [int(pid) for pid in (tmp_path / "family").read_text().split()]
    assert len(pids) == 2
    wait_until_dead(*pids)


def test_a_program_dies_with_the_one_who_started_it_even_by_sigkill(
    program: Callable[..., str], tmp_path: Path
) -> None:
    note = noting(tmp_path / "pid")
    command = read_command(program(note + "while True: pass", manners="").removeprefix("line:"))[1]
    owner = f"from millefiori.bots.program import Program; p = Program({command!r}); print(1, flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", owner], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline()
        while not (tmp_path / "pid").exists() or not (pid := (tmp_path / "pid").read_text()):
            time.sleep(0.01)
        assert is_alive(int(pid))
        process.send_signal(signal.SIGKILL)
    wait_until_dead(int(pid))


def test_a_program_that_does_not_leave_is_killed(
    program: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(running, "FAREWELL", 0.05)
    note = noting(tmp_path / "pid")
    bot = make_bot(program(note + FIRST + "while True: time.sleep(1)", seconds="20s"))
    ask(bot)
    bot.close()
    wait_until_dead(int((tmp_path / "pid").read_text()))
    bot.close()


def test_after_a_failure_the_program_is_started_again(program: Callable[..., str], tmp_path: Path) -> None:
    once = f"""
if not os.path.exists({str(tmp_path / "tried")!r}):
    open({str(tmp_path / "tried")!r}, "w").close()
    sys.exit()
"""
    bot = make_bot(program(once + FIRST, seconds="20s"))
    with pytest.raises(BotFailed):
        ask(bot)
    assert ask(bot) == Table(seed=2, start_player=0).legal_actions()[0]
    bot.close()


def test_in_the_arena_a_failure_is_a_forfeit_with_its_reason(program: Callable[..., str], hasty: None) -> None:
    spec = program("sys.stdin.readline(); print('pass', flush=True)")
    result = play_game(["random", spec], Terms())
    assert result.winners == (0,) and result.forfeit is not None
    assert result.forfeit.what == "answered 'pass', which is not a JSON object"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms on this system")
def test_the_move_limit_of_the_arena_kills_a_program_too(program: Callable[..., str], tmp_path: Path) -> None:
    sleepy = f"""
for line in sys.stdin:
    view = json.loads(line)["view"]
    open({str(tmp_path / "pid")!r}, "w").write(str(os.getpid()))
    time.sleep(60 if view["round"] > 1 else 0)
    answer(type="action", action=json.loads(line)["legal"][0]["action"])
"""
    result = play_game(["random", program(sleepy, seconds="30s")], Terms(move_limit=2.0))
    assert result.forfeit is not None and result.forfeit.what == "took longer than 2 s for a move"
    wait_until_dead(int((tmp_path / "pid").read_text()))


# --- Commands


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a program reads like line:./mybot"),
        ("0ms:ls", "a program reads like"),
        ("'", "is not a command: No closing quotation"),
        ("no-such-program --fast", "there is no program 'no-such-program' that can be run"),
    ],
)
def test_commands_that_cannot_be_run(text: str, words: str) -> None:
    with pytest.raises(UnknownBot) as error:
        make_bot(f"line:{text}")
    assert words in str(error.value)


def test_the_time_of_a_program_stands_before_its_command() -> None:
    assert read_command("sh -c 'a b'") == (1.0, ["sh", "-c", "a b"])
    assert read_command("200ms:sh") == (0.2, ["sh"])
    assert read_command("3s:sh") == (3.0, ["sh"])
    assert [budget_seconds(f"line:{text}") for text in ("sh 5s", "200ms:sh 5s", "3s:sh")] == [0, 0.2, 3]


def test_a_program_gets_no_passwords(program: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILLEFIORI_DATABASE", "postgresql://me:secret@host/name")
    asks = "sys.stdin.readline(); print(sorted(os.environ), flush=True)"
    with pytest.raises(BotFailed) as error:
        ask(make_bot(program(asks, seconds="20s")))
    assert "PATH" in str(error.value) or "HOME" in str(error.value)
    assert "MILLEFIORI" not in str(error.value)


def test_a_record_cannot_start_a_program() -> None:
    """Whoever continues a game of somebody else must not run what it names."""
    with pytest.raises(UnknownBot, match="a saved game cannot start one"):
        named_bots(["Ada", "bot: line:touch /tmp/ran"])
    with pytest.raises(UnknownBot, match="a saved game cannot start one"):
        SeatedBots(Table(players=["Ada", "bot: line:sh"], seed=1), 0)
