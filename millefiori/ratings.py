"""What the games of a tournament say: win shares, margins, ratings and times, with their intervals; and the tables.

Everything is counted from the seat of the one: with two players each bot is one of the two, with more players the bot
that sits alone against the others. All intervals are 95 %. Win shares have Wilson's, over games. Margins (own score
minus the mean of the others) are averaged over a deal's games first, since games of one deal resemble each other; their
interval is 1.96 standard errors over deals. Forfeited games count for win shares and ratings only.

Ratings are OpenSkill's (the Plackett-Luce model of Weng and Lin), updated game by game in the tournament's fixed order;
bots do not change, so nothing is added to their uncertainty between games. They are shown on the scale of chess: mu 25,
where everybody begins, is 1500, and 400 points are odds of ten to one that the better bot comes out ahead.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from itertools import accumulate
from platform import python_version
from statistics import fmean, stdev
from typing import Any, TypeAlias

from millefiori.arena import ArenaError, Tournament
from millefiori.match import STEPS_A_DECADE, Clock, GameResult
from millefiori.vocabulary import Seat

FORMAT = "millefiori-arena"
VERSION = 1
Z = 1.96
Interval: TypeAlias = tuple[float, float]


# --- Statistics -------------------------------------------------------------------------------------------------------


def wilson(won: float, games: int) -> Interval:
    """Wilson's 95 % interval for a share of `games`; a shared victory may count as a part."""
    if not games:
        return 0.0, 1.0
    share = won / games
    centre = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    reach = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games)
    return max(0.0, centre - reach), min(1.0, centre + reach)


def mean_interval(values: Sequence[float]) -> tuple[float, Interval] | None:
    """The mean with 1.96 standard errors on both sides; None for fewer than two values."""
    if len(values) < 2:
        return None
    mean, reach = fmean(values), Z * stdev(values) / math.sqrt(len(values))
    return mean, (mean - reach, mean + reach)


def margin(result: GameResult, seat: Seat) -> float:
    """The seat's score minus the mean of the others."""
    return result.scores[seat] - (sum(result.scores) - result.scores[seat]) / (len(result.scores) - 1)


def the_ones(result: GameResult) -> Iterable[tuple[Seat, str, str]]:
    """The seats whose bot sits there alone: both of two players, one of more; with that bot and the other."""
    for seat, bot in enumerate(result.bots):
        if result.bots.count(bot) == 1:
            yield seat, bot, result.bots[seat - 1]


class Tally:
    """Games of one bot, summed up."""

    def __init__(self) -> None:
        self.games = 0
        self.won = 0.0
        self.forfeited = 0
        self.scores: list[int] = []
        self.margins: defaultdict[int, list[float]] = defaultdict(list)

    def add(self, result: GameResult, seat: Seat) -> None:
        """Count a game from the seat's side."""
        self.games += 1
        self.won += result.share(seat)
        if result.forfeit is None:
            self.scores.append(result.scores[seat])
            self.margins[result.deal].append(margin(result, seat))
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
    """Milliseconds for a choice: the mean, and what 99 of 100 choices do not exceed (to 5 %)."""
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
    high = 1000 * 10 ** (highest / STEPS_A_DECADE)
    return {"choices": choices, "mean_ms": _round(1000 * seconds / choices), "percentile_99_ms": _round(high)}


# --- Ratings ----------------------------------------------------------------------------------------------------------


def rating_model() -> Any:
    """OpenSkill's model; it comes with the extra `arena`."""
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError:
        raise ArenaError("ratings need the package openskill: pip install 'millefiori[arena]'") from None
    return PlackettLuce(tau=0.0)


def places(result: GameResult) -> list[float]:
    """Who came in where, by seat, from 0: the winners first, the others by score; all losers of a forfeit together."""
    won = set(result.winners)
    worth = [(seat in won, 0 if result.forfeit or seat in won else score) for seat, score in enumerate(result.scores)]
    ranks = sorted(set(worth), reverse=True)
    return [float(ranks.index(value)) for value in worth]


def ratings(bots: Sequence[str], results: Iterable[GameResult], players: int) -> dict[str, dict[str, float]]:
    """Each bot's rating after all games. A bot on several seats gets the mean of what it won and lost on each."""
    model = rating_model()
    scale = 400 / math.log(10) / (model.beta * math.sqrt(players))
    now = dict.fromkeys(bots, (model.mu, model.sigma))
    for result in results:
        teams = [[model.rating(mu=now[bot][0], sigma=now[bot][1])] for bot in result.bots]
        rated = model.rate(teams, ranks=places(result))
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
    """All that `out.json` holds; everything but `times` is the same whenever the same games are played."""
    by_bot: dict[str, Tally] = {bot: Tally() for bot in tournament.bots}
    by_pairing: defaultdict[tuple[str, str], Tally] = defaultdict(Tally)
    clocks: defaultdict[str, list[Clock]] = defaultdict(list)
    for result in results:
        for seat, bot, other in the_ones(result):
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
    """A game as the file keeps it: the bots as their numbers in the settings."""
    seats = [tournament.bots.index(bot) for bot in result.bots]
    forfeited = result.forfeit and result.forfeit.seat
    return [seats, result.deal, list(result.scores), list(result.winners), forfeited]


def forfeits(results: Iterable[GameResult]) -> list[dict[str, Any]]:
    """What made bots lose without playing to the end, how often, and the first game in which it happened."""
    first: dict[tuple[str, str], dict[str, Any]] = {}
    count: Counter[tuple[str, str]] = Counter()
    for result in results:
        if result.forfeit is not None:
            key = result.forfeit.bot, result.forfeit.what
            first.setdefault(key, {"deal": result.deal, "bots": list(result.bots), "seat": result.forfeit.seat})
            count[key] += 1
    return [{"bot": bot, "what": what, "games": count[bot, what], "first": first[bot, what]} for bot, what in first]


# --- Tables -----------------------------------------------------------------------------------------------------------


def heading(results: dict[str, Any]) -> str:
    """What was played, in a line."""
    settings = results["settings"]
    variant = ", tactical" if settings["tactical"] else ""
    return (
        f"{len(results['games'])} games, {settings['edition']} edition{variant}, {settings['players']} players, "
        f"seed {settings['seed']}"
    )


def _ladder_rows(results: dict[str, Any]) -> list[list[str]]:
    rows = [["bot", "rating", "win share", "margin", "score", "time a move (99 %)"]]
    for row in results["bots"]:
        time = results["times"][row["bot"]]
        rows.append(
            [
                row["bot"],
                f"{row['rating']:.0f} ± {row['rating_plus_minus']:.0f}",
                _share(row),
                _margin(row),
                "–" if row["mean_score"] is None else f"{row['mean_score']:.1f}",
                f"{_milliseconds(time['mean_ms'])} ({_milliseconds(time['percentile_99_ms'])})",
            ]
        )
    return rows


def _share(row: dict[str, Any] | None) -> str:
    if row is None or not row["games"]:
        return "–"
    low, high = row["win_share_interval"]
    return f"{row['win_share']:.1%} ({100 * low:.1f}–{100 * high:.1f})"


def _margin(row: dict[str, Any]) -> str:
    return "–" if row["margin"] is None else f"{row['margin']:+.1f} ± {row['margin_interval'][1] - row['margin']:.1f}"


def _milliseconds(time: float | None) -> str:
    if time is None:
        return "–"
    return f"{time / 1000:.2f} s" if time >= 1000 else f"{time:.3g} ms"


def _cross_rows(results: dict[str, Any]) -> list[list[str]]:
    bots = [row["bot"] for row in results["bots"]]
    cells = {(row["one"], row["others"]): row for row in results["pairings"]}
    rows = [[one, *("" if one == other else _share(cells.get((one, other))) for other in bots)] for one in bots]
    return [["", *bots], *rows]


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def report(results: dict[str, Any]) -> str:
    """The tournament to read: the bots, who beat whom, and what went wrong."""
    alone = (
        "row against column" if results["settings"]["players"] == 2 else "one of the row against others of the column"
    )
    lines = [heading(results), "", *_aligned(_ladder_rows(results))]
    lines += ["", f"win shares, {alone}", *_aligned(_cross_rows(results))]
    if results["forfeits"]:
        lines += ["", "forfeits"]
    for row in results["forfeits"]:
        first = row["first"]
        where = f"deal {first['deal']}, seat {first['seat'] + 1} of {' - '.join(first['bots'])}"
        lines.append(f"{row['bot']} lost {row['games']} games: {row['what']} (first: {where})")
    return "\n".join(lines)


def markdown_ladder(results: dict[str, Any]) -> str:
    """The table of bots for the documentation, from what `out.json` holds."""
    rows = [[cell.replace("|", "\\|") for cell in row] for row in _ladder_rows(results)]
    rows[1:] = [[f"`{bot}`", *cells] for bot, *cells in rows[1:]]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "| --- |" + " ---: |" * (len(rows[0]) - 1))
    return "\n".join(lines) + f"\n\n{heading(results)}.\n"


def markdown_pairings(results: dict[str, Any]) -> str:
    """Who beat whom how often, for the documentation: the better one of each pairing, the best first."""
    others = "against" if results["settings"]["players"] == 2 else "among others"
    lines = [f"| bot | {others} | games | win share | margin |", "| --- | --- | ---: | ---: | ---: |"]
    order = [row["bot"] for row in results["bots"]]
    rows = [row for row in results["pairings"] if order.index(row["one"]) < order.index(row["others"])]
    for row in sorted(rows, key=lambda row: (order.index(row["one"]), order.index(row["others"]))):
        lines.append(f"| `{row['one']}` | `{row['others']}` | {row['games']} | {_share(row)} | {_margin(row)} |")
    return "\n".join(lines) + f"\n\n{heading(results)}.\n"
