"""Where a finished game was decided: the turn that gave the winner the lead for good, and the one that moved most."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from millefiori.engine.state import Game
from millefiori.engine.vocabulary import ActionNumber, Phase, Seat


@dataclass(frozen=True)
class TurningPoint:
    """A player's turn with its extra cards, and the winner's lead over the best of the others before and after it."""

    seat: Seat
    actions: tuple[int, ...]  # numbers of the game's actions, from 0
    before: int
    after: int


@dataclass(frozen=True)
class Turning:
    """Where a game was decided."""

    winner: Seat
    lead: TurningPoint | None  # after it the winner was never behind again; None: the winner was never behind
    swing: TurningPoint  # it moved the winner's lead most


def turning(steps: Iterable[tuple[ActionNumber, Game, Game]]) -> Turning | None:
    """Where a finished game was decided; None if all share the victory."""
    games = [(before, after) for _, before, after in steps]
    end = games[-1][1]
    winners = [seat for seat in range(int(end.seats)) if end.won[seat]]
    others = [seat for seat in range(int(end.seats)) if seat not in winners]
    if not others:
        return None
    points = [_turning_point(games, turn, winners[0], others) for turn in _turns(games)]
    behind = [number for number, point in enumerate(points) if point.after < 0]
    lead = points[behind[-1] + 1] if behind else None  # there is one: in the end the winner is not behind
    return Turning(winners[0], lead, max(points, key=lambda point: point.after - point.before))


def _turns(games: Sequence[tuple[Game, Game]]) -> list[tuple[int, ...]]:
    """The actions of each turn: a card and its extra cards. A kept card brings nothing yet."""
    played = [number for number, (before, _) in enumerate(games) if before.phase in (Phase.PLAY, Phase.TAKE)]

    def turn(number: int) -> tuple[int, int, Seat]:
        before = games[number][0]
        return int(before.rounds), int(before.turn), int(before.to_act)

    return [tuple(actions) for _, actions in groupby(played, turn)]


def _turning_point(
    games: Sequence[tuple[Game, Game]], turn: tuple[int, ...], winner: Seat, others: Sequence[Seat]
) -> TurningPoint:
    before, after = games[turn[0]][0], games[turn[-1]][1]
    leads = [int(game.score[winner]) - max(int(game.score[seat]) for seat in others) for game in (before, after)]
    return TurningPoint(int(before.to_act), turn, *leads)
