"""The work of a review, in small pieces that any process can do: all it needs is the record and the job.

A job never takes long, so a server can do reviews between other things, and what was done is never done again.
"""

import threading
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from millefiori import record as records
from millefiori.bots.learning.network import shipped_network
from millefiori.bots.strong import StrongBot
from millefiori.bots.thinking.desk import DESK
from millefiori.engine.calls import legal_actions
from millefiori.engine.layout import array_of
from millefiori.engine.state import Game, blank_game
from millefiori.engine.view import view
from millefiori.engine.vocabulary import ActionNumber, Phase
from millefiori.table import Table
from millefiori.teacher.playouts import ENDING, NO_ACTION, TRIAL, Endings, Trial, play_worlds, policy_action

OUTLINE, SCREEN, COMPARE, HINDSIGHT, VALUE = "outline", "screen", "compare", "hindsight", "value"
START = -1
"""The step before the first card."""
PURPOSES = {COMPARE: 1, HINDSIGHT: 2, VALUE: 3}
"""Each kind of job has worlds of its own: what looked better in one is tested in another."""


@dataclass(frozen=True)
class Job:
    """A piece of work: for the action of a step, some worlds of a kind.

    `action` is another action to compare with; for a value NO_ACTION means the position before the step.
    """

    kind: str
    step: int = START
    action: ActionNumber = NO_ACTION
    first: int = 0
    worlds: int = 0


@dataclass(frozen=True)
class Step:
    """An action of a game, as a review sees it."""

    seat: int
    phase: Phase
    round: int
    turn: int
    action: ActionNumber
    choices: int  # legal actions
    policy: ActionNumber  # what `learned` would have done
    deals: bool  # cards are dealt after it, unless the game is over


@lru_cache(maxsize=4)
def table_of(text: str) -> Table:
    """The table of a record, at its last action. Not to be changed: it is remembered."""
    return records.replay(records.parse(text))


def do(text: str, jobs: list[Job]) -> list[Any]:
    """Do some jobs for a record; the results are plain lists and numbers."""
    return [own_bench().do(table_of(text), job) for job in jobs]


def try_instead(text: str, step: int, action: ActionNumber, better: ActionNumber, worlds: int) -> dict[str, Any]:
    """Another action than the one that was played, compared with the better one: from what the seat knew."""
    _, before, _ = _step(table_of(text), step)
    return own_bench().difference(view(before, before.to_act), action, Job(COMPARE, step, better, 0, worlds))


def own_bench() -> "Bench":
    """The bench of this thread."""
    if not hasattr(_OWN, "bench"):
        _OWN.bench = Bench()
    bench: Bench = _OWN.bench
    return bench


_OWN = threading.local()
"""Each thread has a bench of its own."""


class Bench:
    """Where worlds are played out, one after the other. Everybody plays on as `learned` does."""

    def __init__(self) -> None:
        self._networks = array_of(shipped_network())
        self._desks = np.zeros(1, DESK)

    def do(self, table: Table, job: Job) -> Any:
        """One job."""
        match job.kind:
            case "outline":
                return self.outline(table)
            case "screen":
                return self.screen(table, job)
            case "value":
                return self.value(table, job)
            case _:
                return self.compare(table, job)

    def outline(self, table: Table) -> list[list[int]]:
        """Every step of the game: the fields of `Step`."""
        found = []
        for action, before, after in table.steps():
            choices = len(legal_actions(before))
            policy = action if choices == 1 else self.policy(before)
            deals = after.dealt != before.dealt and after.phase != Phase.OVER
            place = (before.to_act, before.phase, before.rounds, before.turn)
            found.append([*map(int, place), action, choices, policy, int(deals)])
        return found

    def policy(self, game: Game) -> ActionNumber:
        """What `learned` does."""
        return int(policy_action(self._desks, array_of(game), self._networks))

    def screen(self, table: Table, job: Job) -> list[list[float]]:
        """What `strong` thinks of a decision in a few simulations: actions with margins, its choice first.

        An action that it did not even consider is not among them.
        """
        _, before, _ = _step(table, job.step)
        bot = StrongBot(seed=job.step, budget=f"{job.worlds}sims")
        choice = bot.choose(view(before, before.to_act), legal_actions(before))
        opinions = sorted(bot.opinions, key=lambda opinion: opinion.action != choice)
        return [[opinion.action, opinion.margin] for opinion in opinions]

    def compare(self, table: Table, job: Job) -> dict[str, Any]:
        """The action of a step and another one in the same worlds: sums of the differences, by seat and reason.

        From what the seat knew; in hindsight, with the hands that all really had.
        """
        action, before, _ = _step(table, job.step)
        game = before if job.kind == HINDSIGHT else view(before, before.to_act)
        return self.difference(game, action, job)

    def difference(self, game: Game, action: ActionNumber, job: Job) -> dict[str, Any]:
        """An action and the job's in the same worlds: sums of the differences for the seat to act."""
        seat, seats = int(game.to_act), int(game.seats)
        endings = self.play_out(game, [action, job.action], job)
        points = endings["points"].astype(np.int64)
        differences = points[:, 0] - points[:, 1]
        margins = scaled_margins(differences.sum(axis=2), seats)[:, seat]
        wins = endings["won"][:, 0, seat] - endings["won"][:, 1, seat]
        return {
            "worlds": job.worlds,
            "points": differences.sum(axis=0)[:seats].tolist(),
            "squares": int((margins**2).sum()),
            "win": float(wins.sum()),
            "win_squares": float((wins**2).sum()),
            "best_win": float(endings["won"][:, 1, seat].sum()),
        }

    def value(self, table: Table, job: Job) -> dict[str, Any]:
        """What a position is worth to everybody, with the hands that all really had and any deck: sums over worlds."""
        game = start_of(table) if job.step == START else _step(table, job.step)[1]
        endings = self.play_out(game, [job.action], job)[:, 0]
        seats = int(game.seats)
        margins = scaled_margins(endings["points"].astype(np.int64).sum(axis=2), seats)[:, :seats]
        wins = endings["won"][:, :seats]
        return {
            "worlds": job.worlds,
            "margin": margins.sum(axis=0).tolist(),
            "squares": (margins**2).sum(axis=0).tolist(),
            "win": wins.sum(axis=0).tolist(),
        }

    def play_out(self, game: Game, actions: list[ActionNumber], job: Job) -> Endings:
        """How the game ends after each action: an array by world and action."""
        trials = np.zeros(1, TRIAL)
        trial = cast(Trial, trials[0])
        trial.game = game
        trial.count = len(actions)
        trial.actions[: len(actions)] = actions
        endings = np.zeros((job.worlds, len(actions)), ENDING)
        # The positions of a round are tried with the same decks, so that only decisions make a difference.
        seed = PURPOSES[job.kind] * 100_000 + (int(game.rounds) if job.kind == VALUE else job.step)
        play_worlds(self._desks, trials, self._networks, seed, job.first, endings)
        return endings


def scaled_margins(scores: NDArray[np.int64], seats: int) -> NDArray[np.int64]:
    """How far each seat is ahead of the others' mean, times the number of others: whole numbers, so sums are exact."""
    total = scores[..., :seats].sum(axis=-1, keepdims=True)
    return cast(NDArray[np.int64], seats * scores - total)


def start_of(table: Table) -> Game:
    """The table's game before the first card: dealing is part of each world."""
    blank = blank_game(table.edition, len(table.players), table.tactical)
    blank.start_player = table.start_player
    return blank


def _step(table: Table, number: int) -> tuple[ActionNumber, Game, Game]:
    return list(table.steps())[number]
