"""OpenSpiel's information set Monte Carlo tree search against our greedy bot, in OpenSpiel's own match.

    python examples/openspiel_ismcts.py --games 4 --simulations 200

The search gets OpenSpiel's state and resamples what its player cannot know; greedy gets its seat's view. Every deal is
played once from each seat, so that luck and the first turn cancel out.
"""

import argparse
import sys
from collections.abc import Sequence

import click
import numpy as np
import pyspiel
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots

from millefiori.arena.ratings import mean_interval, wilson
from millefiori.engine.rules.end import win_share
from millefiori.env.openspiel.bots import OurBot, new_ismcts
from millefiori.env.openspiel.game import SHORT_NAME, MilleFioriGame


def play(game: MilleFioriGame, seat: int, simulations: int, deal: int) -> tuple[float, float]:
    """Play one game with the search at a seat: returns its share of the win and its margin over the others' mean."""
    bots = [OurBot(player, "greedy", deal) for player in range(game.num_players())]
    bots[seat] = new_ismcts(game, simulations, deal)
    state = game.new_initial_state()
    margins = evaluate_bots(state, bots, np.random.RandomState(deal))
    return win_share(state.playthrough.game, seat), margins[seat]


def main(argv: Sequence[str] | None = None) -> None:
    """Play, then print the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4, help="games to play (4)")
    parser.add_argument("--simulations", type=int, default=200, help="simulations per decision (200)")
    parser.add_argument("--players", type=int, default=2, help="players, including the search (2)")
    parser.add_argument("--seed", type=int, default=0, help="number of the first deal (0)")
    options = parser.parse_args(argv)
    if options.games < 1 or options.simulations < 1:
        parser.error("--games and --simulations must be at least 1")
    game = pyspiel.load_game(SHORT_NAME, {"players": options.players})
    shares, margins = [], []
    with click.progressbar(range(options.games), label="Games", file=sys.stderr) as numbers:
        for number in numbers:
            deal, seat = divmod(number, options.players)
            share, margin = play(game, seat, options.simulations, options.seed + deal)
            shares.append(share)
            margins.append(margin)
    low, high = wilson(sum(shares), len(shares))
    print(f"ISMCTS with {options.simulations} simulations against greedy, {options.games} games:")
    print(f"  win share {np.mean(shares):.0%} (95 %: {low:.0%} to {high:.0%})")
    spread = mean_interval(margins)
    print(
        f"  mean margin {np.mean(margins):+.1f}"
        + (f" (95 %: {spread[1][0]:+.1f} to {spread[1][1]:+.1f})" if spread else "")
    )


if __name__ == "__main__":
    main()
