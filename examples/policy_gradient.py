"""A policy gradient on VectorEnv in a hundred lines: an actor and a critic learn to beat random players.

    python examples/policy_gradient.py --steps 100 --plot curve.svg

PyTorch reads the batch's observations and masks without a copy. Every game waits for the learner's decision; opponents
play inside the step. The reward of a step is the learner's points minus the mean of the others' points.
"""

import argparse
import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np
import torch
from torch import nn

from millefiori.drawing.chart import line_chart
from millefiori.engine.actions import ACTIONS
from millefiori.env.observation import HIGH, SIZE
from millefiori.env.vector.batch import OPPONENTS, Step, VectorEnv

GAMES = 256
HORIZON = 16  # steps between two updates
DISCOUNT = 0.99
POINTS = 10.0  # a reward of 1


class Player(nn.Module):
    """Two hidden layers, then the logits of the actions and the value of the position."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Buffer(torch.from_numpy(1 / HIGH.astype(np.float32)))
        self.body = nn.Sequential(nn.Linear(SIZE, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU())
        self.actor, self.critic = nn.Linear(128, ACTIONS), nn.Linear(128, 1)

    def forward(self, observations: Any, masks: Any) -> Any:
        """A distribution over the legal actions, and the value."""
        hidden = self.body(observations * self.scale)
        logits = self.actor(hidden).masked_fill(~masks, -torch.inf)
        return torch.distributions.Categorical(logits=logits), self.critic(hidden).squeeze(-1)


def look(step: Step) -> tuple[Any, Any]:
    """What the learners see, for PyTorch: views of the environment's own memory."""
    return torch.from_numpy(step.observations), torch.from_numpy(step.masks)


def paid(step: Step, learners: np.ndarray[Any, Any], players: int) -> Any:
    """The learner's points in the step minus the others' mean."""
    own = step.rewards[np.arange(len(learners)), learners]
    return torch.from_numpy((own - (step.rewards.sum(axis=1) - own) / (players - 1)) / POINTS)


def returns(rewards: list[Any], ended: list[Any], last: Any) -> Any:
    """Discounted rewards from each step on, including the value after the last one."""
    found = []
    for reward, over in zip(reversed(rewards), reversed(ended), strict=True):
        last = reward + DISCOUNT * last * ~over
        found.append(last)
    return torch.stack(found[::-1])


def train(steps: int, players: int, opponents: str, seed: int) -> tuple[Player, list[tuple[float, float]]]:
    """Play and learn; the curve shows the learner's win share over the last thousand games."""
    torch.manual_seed(seed)
    env, player = VectorEnv(GAMES, players, opponents=opponents, reward="points"), Player()
    optimizer = torch.optim.Adam(player.parameters(), lr=1e-3)
    step, recent, curve = env.reset(seed), deque[float](maxlen=1000), list[tuple[float, float]]()
    with click.progressbar(range(steps), label="Updates", file=sys.stderr) as updates:
        for update in updates:
            chances, values, rewards, ended, entropies = [], [], [], [], []
            for _ in range(HORIZON):
                choice, value = player(*look(step))
                actions, learners = choice.sample(), env.learners
                step = env.step(actions.numpy())
                chances.append(choice.log_prob(actions))
                values.append(value)
                entropies.append(choice.entropy())
                rewards.append(paid(step, learners, players))
                ended.append(torch.from_numpy(step.terminated.copy()))
                best = step.scores[:, :players].max(axis=1)
                for slot in np.flatnonzero(step.terminated):
                    recent.append(float(step.scores[slot, learners[slot]] == best[slot]))
            with torch.no_grad():
                target = returns(rewards, ended, player(*look(step))[1])
            advantage = target - torch.stack(values)
            actor = -(torch.stack(chances) * (advantage / (advantage.std() + 1e-6)).detach()).mean()
            loss = actor + 0.5 * advantage.square().mean() - 0.01 * torch.stack(entropies).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 1.0)
            optimizer.step()
            if recent:
                curve.append(((update + 1) * HORIZON * GAMES, 100 * float(np.mean(recent))))
    return player, curve


def main(argv: Sequence[str] | None = None) -> None:
    """Train, then print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=100, help="updates, each after some steps of the batch (100)")
    parser.add_argument("--players", type=int, default=2, help="players at each table (2)")
    parser.add_argument("--opponents", choices=OPPONENTS, default="random", help="the other players (random)")
    parser.add_argument("--seed", type=int, default=0, help="seed of games and network (0)")
    parser.add_argument("--plot", type=Path, help="draw the curve as an SVG file")
    options = parser.parse_args(argv)
    _, curve = train(options.steps, options.players, options.opponents, options.seed)
    print(f"wins against {options.opponents}: {curve[-1][1]:.1f} % of the last games" if curve else "no game ended")
    if options.plot:
        title = f"Policy gradient against {options.opponents}"
        options.plot.write_text(line_chart(title, {"wins, %": curve}, x_label="decisions"), encoding="utf-8")


if __name__ == "__main__":
    main()
