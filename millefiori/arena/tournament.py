"""The arena: every bot plays every other on the same deals, from every seat, on all cores or on a cluster.

The tournament's seed and a number decide a deal. Every pairing plays the same deals, each of them once from every seat.
With two players, A plays B, then they swap seats. With more, one A plays against a table of Bs, from each seat in turn,
then one B against As. On a ladder, each bot plays only the next one, and always sits alone. Finished games go to a
journal, so that a stopped tournament can continue. `match` plays a single game, `ratings` sums up all games.
"""

import json
import os
import signal
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import asdict, dataclass
from importlib import import_module
from itertools import combinations, islice, pairwise
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any

from millefiori import __version__
from millefiori.arena.match import Forfeit, GameResult, Observer, Terms, Unit, play_game, rehearse
from millefiori.bots.bot import UnknownBot, make_bot
from millefiori.engine.editions import edition_named

__all__ = [
    "ArenaError",
    "Forfeit",
    "GameResult",
    "Journal",
    "Observer",
    "Terms",
    "Tournament",
    "Unit",
    "check_bots",
    "finished",
    "play_game",
    "play_here",
    "play_in_pool",
    "play_on_ray",
    "run",
    "units",
]

JOURNAL = "millefiori-arena-journal"
JOURNAL_VERSION = 1
MAY_CHANGE = {"bots", "games", "ladder"}
"""Settings that may change when a tournament continues: they do not affect the games already played."""


class ArenaError(ValueError):
    """A tournament that cannot begin or continue."""


@dataclass(frozen=True)
class Tournament:
    """Who plays, how many games, and by which rules. `games` counts per pairing; above two players, per direction."""

    bots: tuple[str, ...]
    players: int = 2
    games: int = 100
    edition: str = "international"
    tactical: bool = False
    seed: int = 0
    move_limit: float | None = None
    ladder: bool = False

    def __post_init__(self) -> None:
        edition_named(self.edition).check_players(self.players)
        if len(self.bots) < 2 or len(set(self.bots)) < len(self.bots):
            raise ArenaError("a tournament needs two or more bots, each named once")

    @property
    def deals(self) -> int:
        """Deals per pairing. A deal has one game per seat, so games are rounded up to whole deals."""
        return -(-self.games // self.players)

    def terms(self, deal: int) -> Terms:
        """The terms of the games on one deal."""
        return Terms(self.edition, self.tactical, self.seed, deal, self.move_limit)

    def settings(self) -> dict[str, Any]:
        """Everything that decides the games, as JSON."""
        return {**asdict(self), "bots": list(self.bots), "millefiori": __version__}


def units(tournament: Tournament) -> Iterator[Unit]:
    """All games in their fixed order: deal by deal, so that a stopped tournament has equally many of each pairing."""
    for deal in range(tournament.deals):
        for one, other in pairwise(tournament.bots) if tournament.ladder else combinations(tournament.bots, 2):
            yield from _rotations(deal, one, other, tournament.players)
            if tournament.players > 2 and not tournament.ladder:
                yield from _rotations(deal, other, one, tournament.players)


def _rotations(deal: int, one: str, other: str, players: int) -> Iterator[Unit]:
    for one_seat in range(players):
        yield Unit(deal, tuple(one if seat == one_seat else other for seat in range(players)))


def check_bots(specs: Iterable[str]) -> None:
    """Refuse bots that do not exist. A bot that exists but fails to start forfeits its games instead."""
    for spec in specs:
        try:
            make_bot(spec)
        except UnknownBot as error:
            raise ArenaError(str(error)) from None
        except Exception:
            continue


# --- Where the games are played ---------------------------------------------------------------------------------------


def play_unit(tournament: Tournament, unit: Unit) -> GameResult:
    """One game of the tournament."""
    return play_game(unit.bots, tournament.terms(unit.deal))


def play_here(tournament: Tournament, todo: Iterable[Unit]) -> Generator[GameResult]:
    """Play in this process."""
    for unit in todo:
        yield play_unit(tournament, unit)


def play_in_pool(tournament: Tournament, todo: Iterable[Unit], workers: int) -> Generator[GameResult]:
    """Play in worker processes; results come in any order. Closing the iterator ends the workers."""
    for spec in tournament.bots:
        rehearse(spec)  # here first, so that the workers find everything compiled
    others = set(active_children())
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_prepare_worker)
    busy: dict[Future[GameResult], Unit] = {}
    left = iter(todo)
    try:
        while True:
            for unit in islice(left, 4 * workers - len(busy)):
                busy[pool.submit(play_unit, tournament, unit)] = unit
            if not busy:
                break
            for future in wait(busy, return_when=FIRST_COMPLETED).done:
                yield future.result()
                del busy[future]
    except BrokenProcessPool:
        games = [f"deal {unit.deal}, {' against '.join(unit.bots)}" for unit in islice(busy.values(), workers)]
        raise ArenaError(f"a bot crashed its process in one of these games: {'; '.join(games)}") from None
    finally:
        for process in set(active_children()) - others if busy else ():
            process.terminate()
        pool.shutdown(cancel_futures=True)


def _prepare_worker() -> None:
    """In a worker, bots think on one thread, and Ctrl-C is left to the parent."""
    os.environ.setdefault("MILLEFIORI_THREADS", "1")
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_on_ray(tournament: Tournament, todo: Iterable[Unit]) -> Generator[GameResult]:
    """Play on the Ray cluster at RAY_ADDRESS, or one that runs on this machine, or else one started for this.

    The nodes need this package, and bots given as files at the same paths.
    """
    try:
        ray = import_module("ray")
    except ModuleNotFoundError:
        raise ArenaError("a cluster needs the package ray: pip install 'millefiori[ray]'") from None
    started_here = not ray.is_initialized()
    if started_here:
        ray.init(logging_level="ERROR", log_to_driver=False)
    left = iter(todo)
    busy: list[Any] = []
    try:
        task = ray.remote(play_unit)
        width = 4 * int(ray.cluster_resources().get("CPU", 1))
        while True:
            busy += [task.remote(tournament, unit) for unit in islice(left, width - len(busy))]
            if not busy:
                break
            ready, busy = ray.wait(busy)
            yield from ray.get(ready)
    finally:
        for reference in busy:
            ray.cancel(reference, force=True)
        if started_here:
            ray.shutdown()


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# --- The journal ------------------------------------------------------------------------------------------------------


class Journal:
    """The finished games: a line with the tournament's settings, then one line per game. Without a path, in memory."""

    def __init__(self, tournament: Tournament, path: Path | None = None) -> None:
        self.path = path
        self.finished: dict[Unit, GameResult] = {}
        self._settings = tournament.settings()
        if path is not None and path.exists() and path.stat().st_size:
            self._read(path)
        elif path is not None:
            header = {"format": JOURNAL, "version": JOURNAL_VERSION, "settings": self._settings}
            path.write_text(json.dumps(header) + "\n", encoding="utf-8")

    def _read(self, path: Path) -> None:
        lines = path.read_bytes().splitlines(keepends=True)
        if not lines[-1].endswith(b"\n"):  # the program was stopped while writing this line
            os.truncate(path, sum(map(len, lines[:-1])))
            lines.pop()
        self._check_header(path, lines[0].decode() if lines else "{}")
        for number, line in enumerate(lines[1:], start=2):
            try:
                result = GameResult.from_json(line.decode())
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise ArenaError(f"{path}, line {number}: not a finished game: {error}") from None
            self.finished[result.unit] = result

    def _check_header(self, path: Path, line: str) -> None:
        try:
            header = json.loads(line)
            kind, before = (header["format"], header["version"]), dict(header["settings"])
        except (ValueError, KeyError, TypeError):
            kind, before = ("", 0), {}
        if kind != (JOURNAL, JOURNAL_VERSION):
            raise ArenaError(f"{path} is not a journal that this version can continue: remove it or use another file")
        for key in self._settings:
            if key not in MAY_CHANGE and before.get(key) != self._settings[key]:
                raise ArenaError(
                    f"{path} belongs to another tournament: its {key.replace('_', ' ')} is {before.get(key)!r}, "
                    f"not {self._settings[key]!r}; remove it or use another file"
                )

    def add(self, result: GameResult) -> None:
        """Store a finished game."""
        self.finished[result.unit] = result
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(result.to_json() + "\n")


def run(
    tournament: Tournament,
    journal: Journal,
    *,
    workers: int | None = None,
    on_ray: bool = False,
) -> Generator[GameResult]:
    """Play the games that the journal lacks and store them; yields them as they end, in any order."""
    check_bots(tournament.bots)
    todo = [unit for unit in units(tournament) if unit not in journal.finished]
    workers = min(workers or cores(), len(todo))
    if not todo:
        return
    if on_ray:
        results = play_on_ray(tournament, todo)
    elif workers > 1:
        results = play_in_pool(tournament, todo, workers)
    else:
        results = play_here(tournament, todo)
    with closing(results):
        for result in results:
            journal.add(result)
            yield result


def finished(tournament: Tournament, journal: Journal) -> Sequence[GameResult]:
    """The tournament's finished games, in their fixed order."""
    return [journal.finished[unit] for unit in units(tournament) if unit in journal.finished]
