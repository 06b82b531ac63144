"""Fingerprints of thousands of games by every way to play them: a faster program must print the same lines as the last.

    python -m benchmarks.fingerprints                                # print them
    python -m benchmarks.fingerprints --against ../millefiori-0.2.0  # compare with the sources in that folder

They cover what a game holds, not how it lies in memory: all fields of the final games in every edition, with every
number of players and in both variants; all that `VectorEnv` returns, alone and against each bot; every observation,
mask, chance and reward of Gymnasium, PettingZoo and OpenSpiel. Words do not count: they may change.
"""

import argparse
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from difflib import unified_diff
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from millefiori.env import gymnasium, openspiel, pettingzoo
from millefiori.env.vector import VectorEnv


def engine(module: str) -> Any:
    """A module of the engine, which had no folder of its own at first."""
    package = "millefiori.engine" if find_spec("millefiori.engine") else "millefiori"
    return import_module(f"{package}.{module}")


EDITIONS = engine("editions").EDITIONS
GAME, HAND = engine("state").GAME, engine("state").HAND
GAMES = 400
EPISODES = 12  # of each adapter and table; of OpenSpiel, where every card is an action, a quarter
STEPS = {None: 400, "random": 400, "greedy": 40, "learned": 40}
REWARDS = ("margin", "win", "points")
TABLES = tuple((name, players) for name, edition in EDITIONS.items() for players in edition.players)


def feed(digest: Any, name: str, values: NDArray[Any]) -> None:
    """Add a field, or the fields of a record, as numbers of one size; of a hand the places that all versions have."""
    if values.dtype.names:
        for inner in values.dtype.names:
            if inner != "padding":
                feed(digest, inner, values[inner])
    else:
        values = values[..., : HAND + 1] if name == "hand" else values
        digest.update(np.ascontiguousarray(values).astype(np.int64).tobytes())


def of_games(edition: str, players: int, tactical: bool) -> str:
    """Random games to the end."""
    blank = np.array([engine("state").blank_game(EDITIONS[edition], players, tactical)], GAME)
    games, digest = np.zeros(GAMES, GAME), hashlib.sha256()
    played = engine("playouts").random_games(games, blank, 77, 5, -1)
    feed(digest, "", games)
    return f"{edition}, {players} players{', tactical' * tactical}: {played} actions {digest.hexdigest()[:12]}"


def of_batch(players: int, opponents: str | None) -> str:
    """Everything that the steps of a batch return."""
    editions = [name for name, edition in EDITIONS.items() if players in edition.players]
    env = VectorEnv(
        24,
        players=players,
        edition=[editions[slot % len(editions)] for slot in range(24)],
        tactical=[slot % 3 == 0 for slot in range(24)],
        opponents=opponents,
        reward="margin" if opponents else "points",
    )
    step, digest = env.reset(seed=5), hashlib.sha256()
    for _ in range(STEPS[opponents]):
        for array in step:
            digest.update(np.ascontiguousarray(array).tobytes())
        step = env.step(env.random_actions())
    return f"batch, {players} players against {opponents or 'nobody'}: {digest.hexdigest()[:12]}"


def of_gymnasium(edition: str, players: int, reward: str) -> str:
    """Everything that episodes against bots return, some of them ended by an illegal action."""
    digest, chooser, decisions = hashlib.sha256(), Random(players), 0
    for episode in range(EPISODES):
        bots = [("greedy", "random", "learned" if episode % 4 == 0 else "greedy")[seat % 3] for seat in range(players)]
        env = gymnasium.MilleFioriEnv(bots[1:], players, edition, episode % 3 == 0, reward)
        numbers, about = env.reset(seed=episode)
        is_over, paid = False, 0.0
        while not is_over:
            for part in (numbers, about["action_mask"], about["scores"], env.action_masks()):
                digest.update(np.ascontiguousarray(part).tobytes())
            digest.update(f"{about['seat']} {float(paid)}".encode())
            legal = np.flatnonzero(about["action_mask"])
            action = chooser.choice(legal.tolist()) if chooser.random() > 0.002 else chooser.randrange(200)
            numbers, paid, is_over, _, about = env.step(action)
            decisions += 1
        digest.update(numbers.tobytes() + about["action_mask"].tobytes() + about["scores"].tobytes())
        digest.update(f"{float(paid)} {'illegal' in about}".encode())
    return f"Gymnasium, {edition}, {players} players, {reward}: {decisions} decisions {digest.hexdigest()[:12]}"


def of_pettingzoo(edition: str, players: int, reward: str) -> str:
    """Everything that whole games return to their agents, one by one and all at once."""
    digest, chooser, decisions = hashlib.sha256(), Random(players), 0
    for episode in range(EPISODES):
        env = pettingzoo.env(players, edition, episode % 3 == 0, reward)
        env.reset(seed=episode)
        for agent in env.agent_iter():
            seen, paid, is_over, is_cut, about = env.last()
            assert seen is not None
            digest.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
            digest.update(f"{agent} {float(paid)} {about['scores']}".encode())
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            env.step(None if is_over or is_cut else chooser.choice(legal))
            decisions += 1
        together = pettingzoo.parallel_env(players, edition, episode % 3 == 0, reward)
        observations, _ = together.reset(seed=episode)
        while together.agents:
            for agent, seen in observations.items():
                digest.update(agent.encode() + seen["observation"].tobytes() + seen["action_mask"].tobytes())
            actions = {
                agent: chooser.choice(np.flatnonzero(observations[agent]["action_mask"]).tolist())
                for agent in together.agents
            }
            observations, rewards, *_ = together.step(actions)
            digest.update(f"{[float(rewards[agent]) for agent in together.possible_agents]}".encode())
    return f"PettingZoo, {edition}, {players} players, {reward}: {decisions} decisions {digest.hexdigest()[:12]}"


def of_openspiel(edition: str, players: int, reward: str) -> str:
    """Chances, tensors, legal actions and rewards of whole games, and other worlds on the way."""
    digest, chooser, decisions = hashlib.sha256(), Random(players), 0
    for episode in range(EPISODES // 4):
        settings = f"players={players},edition={edition},reward={reward},tactical={episode % 2 == 0}"
        game = pyspiel.load_game(f"{openspiel.SHORT_NAME}({settings})")
        observer = game.make_py_observer()
        state = game.new_initial_state()
        while not state.is_terminal():
            digest.update(f"{state.current_player()} {state.rewards()} {state.returns()}".encode())
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                digest.update(
                    f"{[int(outcome) for outcome in outcomes]} {[float(chance) for chance in chances]}".encode()
                )
                state.apply_action(chooser.choices(outcomes, chances)[0])
                continue
            for seat in range(players):
                observer.set_from(state, seat)
                digest.update(observer.tensor.tobytes() + f"{state.legal_actions(seat)}".encode())
            if decisions % 20 == 0:
                other = state.resample_from_infostate(state.current_player(), Random(decisions).random)
                digest.update(f"{other.history()}".encode())
            state.apply_action(chooser.choice(state.legal_actions()))
            decisions += 1
        digest.update(f"{state.returns()} {state.rewards()} {state.history()}".encode())
    return f"OpenSpiel, {edition}, {players} players, {reward}: {decisions} decisions {digest.hexdigest()[:12]}"


def fingerprints() -> Iterator[str]:
    """All of them."""
    for name, players in TABLES:
        for tactical in (False, True):
            yield of_games(name, players, tactical)
    for players in (2, 3, 4):
        for opponents in STEPS:
            yield of_batch(players, opponents)
    for number, (name, players) in enumerate(TABLES):
        reward = REWARDS[number % len(REWARDS)]
        yield of_gymnasium(name, players, reward)
        yield of_pettingzoo(name, players, reward)
        yield of_openspiel(name, players, reward)


def of_sources(folder: Path) -> list[str]:
    """The lines that this file prints with the package in that folder."""
    command = [sys.executable, "-W", "ignore", str(Path(__file__).resolve())]
    told = {**os.environ, "PYTHONPATH": str(folder.resolve())}
    return subprocess.run(command, env=told, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


def main() -> None:
    """Print them all, or what differs from those of other sources."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="FOLDER", type=Path, help="sources of another version")
    against = parser.parse_args().against
    if against is None:
        for line in fingerprints():
            print(line, flush=True)
        return
    before, now = of_sources(against), of_sources(Path(__file__).parents[1])
    for line in unified_diff(before, now, str(against), "here", lineterm="", n=0):
        print(line)
    same = len(set(before) & set(now))
    print(f"{same} of {len(before)} fingerprints are the same")
    sys.exit(before != now)


if __name__ == "__main__":
    main()
