"""MaskablePPO from sb3-contrib learns to beat random players in our Gymnasium environment.

    python examples/maskable_ppo.py --steps 60000 --plot curve.svg

MaskablePPO calls the environment's `action_masks()`, so it never tries an illegal action. From time to time the learner
plays test games on deals that it has not seen; they make the curve.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

from millefiori.arena.ratings import wilson
from millefiori.drawing.chart import line_chart

ENV = "millefiori.env.gymnasium:MilleFiori-v0"
TEST_DEALS = 1_000_000
"""The seed of the first test deal."""


def wins(model: Any, env: gymnasium.Env[Any, Any], games: int) -> float:
    """How many of the games the learner wins; a shared win counts half."""
    won = 0.0
    for game in range(games):
        observation, info = env.reset(seed=TEST_DEALS + game)
        is_over = False
        while not is_over:
            action, _ = model.predict(observation, action_masks=info["action_mask"].astype(bool))
            observation, _, is_over, _, info = env.step(action)
        scores, seat = info["scores"], info["seat"]
        best = np.delete(scores, seat).max()
        won += 1.0 if scores[seat] > best else 0.5 * (scores[seat] == best)
    return won


class Watch(BaseCallback):
    """Shows the progress and tests the learner from time to time."""

    def __init__(self, bar: Any, env: gymnasium.Env[Any, Any], every: int, games: int) -> None:
        super().__init__()
        self.bar, self.env, self.every, self.games = bar, env, every, games
        self.curve: list[tuple[float, float]] = []

    def _on_step(self) -> bool:
        self.bar.update(self.training_env.num_envs)
        return True

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= self.every * len(self.curve):
            self.test()

    def test(self) -> float:
        """Add a point to the curve."""
        won = wins(self.model, self.env, self.games)
        self.curve.append((float(self.num_timesteps), 100 * won / self.games))
        return won


def main(argv: Sequence[str] | None = None) -> None:
    """Train, then print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=60_000, help="decisions to learn from (60000)")
    parser.add_argument("--players", type=int, default=2, help="players at the table (2)")
    parser.add_argument("--opponents", default="random", help="the other players: any bot (random)")
    parser.add_argument("--games", type=int, default=50, help="games per test (50)")
    parser.add_argument("--seed", type=int, default=0, help="seed of games and network (0)")
    parser.add_argument("--plot", type=Path, help="draw the curve as an SVG file")
    options = parser.parse_args(argv)
    settings = {"opponents": options.opponents, "players": options.players, "reward": "points"}
    envs = make_vec_env(ENV, n_envs=8, env_kwargs=settings, seed=options.seed)
    model = MaskablePPO("MlpPolicy", envs, n_steps=256, batch_size=256, ent_coef=0.01, seed=options.seed, device="cpu")
    with click.progressbar(length=options.steps, label="Steps", file=sys.stderr) as bar:
        watch = Watch(bar, gymnasium.make(ENV, **settings), max(options.steps // 10, 1), options.games)
        model.learn(options.steps, callback=watch)
        won = watch.test()
    low, high = wilson(won, options.games)
    share = f"{won / options.games:.0%} of {options.games} (95 %: {low:.0%} to {high:.0%})"
    print(f"wins against {options.opponents}: {share}")
    if options.plot:
        title = f"MaskablePPO against {options.opponents}"
        options.plot.write_text(line_chart(title, {"wins, %": watch.curve}, x_label="decisions"), encoding="utf-8")


if __name__ == "__main__":
    main()
