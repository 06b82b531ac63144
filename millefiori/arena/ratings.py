"""The results of a tournament: win shares, margins, ratings and times, with their intervals.

Games are counted for single seats only: those whose bot sits there alone, both of two players, one of three or four.
All intervals are 95 %. Win shares have Wilson's interval over games. Margins (own score minus the mean of the others)
are first averaged over the games of a deal, since these resemble each other; their interval is 1.96 standard errors
over deals. Forfeited games count only for win shares and ratings.

Ratings are OpenSkill's (the Plackett-Luce model of Weng and Lin), updated game by game in the tournament's fixed order.
Bots do not change, so nothing is added to their uncertainty between games. Ratings are shown on the scale of chess:
everybody begins with mu 25, shown as 1500, and 400 points are odds of ten to one that the better bot finishes ahead.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from itertools import accumulate
from platform import python_version
from statistics import fmean, stdev
from typing import Any, TypeAlias

from millefiori.arena.margins import margin
from millefiori.arena.match import STEPS_PER_DECADE, Clock, GameResult
from millefiori.arena.tournament import Tournament
from millefiori.engine.vocabulary import Seat

FORMAT = "millefiori-arena"
VERSION = 1
Z = 1.96
Interval: TypeAlias = tuple[float, float]


# --- Statistics -------------------------------------------------------------------------------------------------------


def wilson(won: float, games: int) -> Interval:
    """Wilson's 95 % interval for a share of `games`; a shared win may count as a fraction."""
    if not games:
        return 0.0, 1.0
    share = won / games
    centre = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    reach = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games)
    return max(0.0, centre - reach), min(1.0, centre + reach)


def mean_interval(values: Sequence[float]) -> tuple[float, Interval] | None:
    """The mean with 1.96 standard errors on each side; None for fewer than two values."""
    if len(values) < 2:
        return None
    mean, reach = fmean(values), Z * stdev(values) / math.sqrt(len(values))
    return mean, (mean - reach, mean + reach)


def single_seats(result: GameResult) -> Iterable[tuple[Seat, str, str]]:
    """The seats whose bot sits there alone, each with that bot and the other bot of the pairing."""
    for seat, bot in enumerate(result.bots):
        if result.bots.count(bot) == 1:
            yield seat, bot, result.bots[seat - 1]


class Tally:
    """The sums of one bot's games."""

    def __init__(self) -> None:
        self.games = 0
        self.won = 0.0
        self.forfeited = 0
        self.scores: list[int] = []
        self.margins: defaultdict[int, list[float]] = defaultdict(list)

    def add(self, result: GameResult, seat: Seat) -> None:
        """Count a game for the bot at this seat."""
        self.games += 1
        self.won += result.share(seat)
        if result.forfeit is None:
            self.scores.append(result.scores[seat])
            self.margins[result.deal].append(margin(result.scores, seat))
        else:
            self.forfeited += 1

    def summary(self) -> dict[str, Any]:
        """Shares, margins and scores, rounded."""
        margins = mean_interval([fmean(values) for values in self.margins.values()])
        return {
            "games": self.games,
            "win_share": _round(self.won / self.games if self.games else 0.0),
            "win_share_interval": _round(wilson(self.won, self.games)),
            "margin": _round(margins and margins[0]),
            "margin_interval": _round(margins and margins[1]),
            "mean_score": _round(fmean(self.scores) if self.scores else None),
            "forfeited": self.forfeited,
        }


def _round(value: Any) -> Any:
    if isinstance(value, tuple):
        return [round(number, 4) for number in value]
    return value if value is None else round(value, 4)


def times(clocks: Iterable[Clock]) -> dict[str, Any]:
    """Milliseconds per choice: the mean and the 99th percentile (to 5 %)."""
    steps: Counter[int] = Counter()
    seconds = 0.0
    for clock in clocks:
        seconds += clock.seconds
        steps.update(clock.steps)
    choices = steps.total()
    if not choices:
        return {"choices": 0, "mean_ms": None, "percentile_99_ms": None}
    seen = accumulate(steps[step] for step in sorted(steps))
    highest = next(step for step, count in zip(sorted(steps), seen, strict=True) if count >= 0.99 * choices)
    high = 1000 * 10 ** (highest / STEPS_PER_DECADE)
    return {"choices": choices, "mean_ms": _round(1000 * seconds / choices), "percentile_99_ms": _round(high)}


# --- Ratings ----------------------------------------------------------------------------------------------------------


def rating_model() -> Any:
    """OpenSkill's model."""
    from openskill.models import PlackettLuce

    return PlackettLuce(tau=0.0)


def final_ranks(result: GameResult) -> list[float]:
    """The final rank of each seat, from 0: winners first, then by score. Losers by forfeit share a rank."""
    won = set(result.winners)
    worth = [(seat in won, 0 if result.forfeit or seat in won else score) for seat, score in enumerate(result.scores)]
    ranks = sorted(set(worth), reverse=True)
    return [float(ranks.index(value)) for value in worth]


def ratings(bots: Sequence[str], results: Iterable[GameResult], players: int) -> dict[str, dict[str, float]]:
    """Each bot's rating after all games. A bot on several seats gets the mean of its new ratings there."""
    model = rating_model()
    scale = 400 / math.log(10) / (model.beta * math.sqrt(players))
    now = dict.fromkeys(bots, (model.mu, model.sigma))
    for result in results:
        teams = [[model.rating(mu=now[bot][0], sigma=now[bot][1])] for bot in result.bots]
        rated = model.rate(teams, ranks=final_ranks(result))
        for bot in set(result.bots):
            own = [team[0] for team, name in zip(rated, result.bots, strict=True) if name == bot]
            now[bot] = fmean(rating.mu for rating in own), fmean(rating.sigma for rating in own)
    return {
        bot: {
            "rating": _round(1500 + scale * (mu - model.mu)),
            "rating_plus_minus": _round(Z * scale * sigma),
            "mu": _round(mu),
            "sigma": _round(sigma),
        }
        for bot, (mu, sigma) in now.items()
    }


# --- Everything together ----------------------------------------------------------------------------------------------


def sum_up(tournament: Tournament, results: Sequence[GameResult]) -> dict[str, Any]:
    """The contents of the JSON file. All but `times` is the same whenever the same games are played."""
    by_bot: dict[str, Tally] = {bot: Tally() for bot in tournament.bots}
    by_pairing: defaultdict[tuple[str, str], Tally] = defaultdict(Tally)
    clocks: defaultdict[str, list[Clock]] = defaultdict(list)
    for result in results:
        for seat, bot, other in single_seats(result):
            by_bot[bot].add(result, seat)
            by_pairing[bot, other].add(result, seat)
        for bot, clock in zip(result.bots, result.clocks, strict=True):
            clocks[bot].append(clock)
    rated = ratings(tournament.bots, results, tournament.players)
    best_first = sorted(tournament.bots, key=lambda bot: -rated[bot]["rating"])
    return {
        "format": FORMAT,
        "version": VERSION,
        "settings": tournament.settings(),
        "versions": {"python": python_version(), **{name: version(name) for name in ("numpy", "numba", "openskill")}},
        "bots": [{"bot": bot, **rated[bot], **by_bot[bot].summary()} for bot in best_first],
        "pairings": [{"one": one, "others": other, **tally.summary()} for (one, other), tally in by_pairing.items()],
        "forfeits": forfeits(results),
        "times": {bot: times(clocks[bot]) for bot in best_first},
        "columns": ["bots by seat", "deal", "scores", "winners", "seat that forfeited"],
        "games": [game_row(tournament, result) for result in results],
    }


def game_row(tournament: Tournament, result: GameResult) -> list[Any]:
    """A game as a row of the file, with bots as their numbers in the settings."""
    seats = [tournament.bots.index(bot) for bot in result.bots]
    forfeited = result.forfeit and result.forfeit.seat
    return [seats, result.deal, list(result.scores), list(result.winners), forfeited]


def forfeits(results: Iterable[GameResult]) -> list[dict[str, Any]]:
    """Why bots forfeited, how often, and the first game in which it happened."""
    first: dict[tuple[str, str], dict[str, Any]] = {}
    count: Counter[tuple[str, str]] = Counter()
    for result in results:
        if result.forfeit is not None:
            key = result.forfeit.bot, result.forfeit.what
            first.setdefault(key, {"deal": result.deal, "bots": list(result.bots), "seat": result.forfeit.seat})
            count[key] += 1
    return [{"bot": bot, "what": what, "games": count[bot, what], "first": first[bot, what]} for bot, what in first]
