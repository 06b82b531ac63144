"""The end of the game: the final scoring, the winners, and how far ahead each seat is (rules 12)."""

from millefiori.engine.compiled import rule, small_rule
from millefiori.engine.rules.bonus import score_bonus_diamonds_at_the_end
from millefiori.engine.rules.diamonds import diamonds_left
from millefiori.engine.state import Game, Public
from millefiori.engine.vocabulary import SETS, Phase, Seat


@rule
def end_game(game: Game) -> None:
    """Rules 12.5-12.6: the final scoring and the winners."""
    game.phase = Phase.OVER
    score_bonus_diamonds_at_the_end(game)
    best = rank(game, 0)
    for player in range(game.seats):
        best = max(best, rank(game, player))
    for player in range(game.seats):
        game.won[player] = rank(game, player) == best


@small_rule
def rank(game: Public, seat: Seat) -> int:
    """Rule 12.6: most points win; in some editions fewer diamonds left break a tie."""
    rank = 100 * int(game.score[seat])
    if game.option.diamonds_break_ties:
        rank -= int(diamonds_left(game, seat))
    return rank


@small_rule
def win_share(game: Public, seat: Seat) -> float:
    """After the end: 1 for the winner, shared by those who share the win."""
    winners = 0
    for player in range(game.seats):
        winners += game.won[player]
    return game.won[seat] / winners


@small_rule
def standing(game: Public, seat: Seat) -> int:
    """The points of a seat, including those of bonus diamonds that wait for the end (10.4)."""
    points = game.score[seat] + 0
    if not game.option.bonus_at_once and game.phase != Phase.OVER:
        for area in range(SETS):
            points += game.bonus[seat, area]
    return points


@small_rule
def margin(game: Public, seat: Seat) -> float:
    """How far the seat is ahead of the others' mean."""
    others = 0
    for player in range(game.seats):
        if player != seat:
            others += standing(game, player)
    return standing(game, seat) - others / (game.seats - 1)
