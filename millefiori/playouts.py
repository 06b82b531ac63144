"""Whole games inside compiled code: shuffle, begin, and play uniformly random legal actions to the end."""

import numpy as np

from millefiori.chance import DEAL, PLAY, STREAM, Stream, below, seed_stream, shuffle
from millefiori.compiled import rule
from millefiori.rules.flow import apply, list_legal
from millefiori.rules.rounds import begin
from millefiori.state import LEGAL, Game, Games, Legal
from millefiori.vocabulary import Phase, Seat


@rule
def deal_game(game: Game, start_player: Seat, stream: Stream) -> None:
    """Shuffle and begin a blank game; a start player below 0 is drawn."""
    shuffle(stream, game.deck)
    if start_player < 0:
        start_player = below(stream, game.seats)
    begin(game, start_player)


@rule
def play_random(game: Game, stream: Stream, legal: Legal) -> int:
    """Play to the end at random; `legal` is working space. Returns the number of actions."""
    played = 0
    while game.phase != Phase.OVER:
        apply(game, legal.actions[below(stream, list_legal(game, legal))])
        played += 1
    return played


@rule
def random_games(games: Games, blank: Games, seed: int, number: int, start_player: Seat) -> int:
    """Fill the batch with finished random games, the `number`-th of the seed and those after it."""
    streams, lists = np.zeros(1, STREAM), np.zeros(1, LEGAL)  # used by index: a record alone does not keep its memory
    played = 0
    for index in range(len(games)):
        games[index] = blank[0]
        seed_stream(streams[0], seed, number + index, DEAL)
        deal_game(games[index], start_player, streams[0])
        seed_stream(streams[0], seed, number + index, PLAY)
        played += play_random(games[index], streams[0], lists[0])
    return played
