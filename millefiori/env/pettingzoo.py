"""PettingZoo environments: every seat is an agent, `player_0` to `player_3`.

`env` is the turn-based interface (AEC): agents act one at a time, in the engine's order, also several times in a row.
An illegal action ends the game: its agent is paid the `PENALTY`, the others nothing.

`parallel_env` is the simultaneous one: a step takes an action of every agent. While cards are chosen all decide at
once, as at the table (rule 2.3); otherwise one decides and the others `WAIT`: a 201st action, legal when an agent has
nothing to decide and only then. So a mask always has a legal action, as learners with masks need it.

With `max_cycles` a game is truncated when every agent has made so many decisions (`env`), or after so many steps
(`parallel_env`); what is paid at the end is not paid then.
"""

import operator
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from millefiori.actions import ACTIONS
from millefiori.editions import edition_named
from millefiori.env.gymnasium import PENALTY, RENDER_MODES, check_render_mode, mask, show
from millefiori.env.observation import SIZE, observe, scaled
from millefiori.env.rewards import reward_named, rewards_of
from millefiori.legality import IllegalAction, check, legal_actions
from millefiori.table import Table
from millefiori.view import View, choosing_view
from millefiori.vocabulary import ActionNumber, Seat

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "PettingZoo is not installed: pip install 'millefiori[rl]'", name=missing.name
    ) from missing

Observation: TypeAlias = dict[str, NDArray[Any]]
Infos: TypeAlias = dict[str, dict[str, Any]]
NAME = "mille_fiori_v0"
WAIT = ACTIONS
"""The action of an agent that has nothing to decide, in the parallel environment."""


class _Adapter:
    """What both interfaces share: the table, the spaces of the agents, the pictures."""

    actions = ACTIONS

    def __init__(
        self,
        players: int = 2,
        edition: str = "international",
        tactical: bool = False,
        reward: str = "margin",
        render_mode: str | None = None,
        max_cycles: int | None = None,
    ) -> None:
        edition_named(edition).check_players(players)
        check_render_mode(render_mode)
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles is a number from 1, or None to play to the end, not {max_cycles}")
        self.max_cycles = max_cycles
        self.edition = edition
        self.tactical = tactical
        self.reward = reward_named(reward)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self.actions) for agent in self.possible_agents
        }
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (SIZE,), np.float32),
                    "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.np_random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes: the `observation`, and the `action_mask` with 1 for every legal action."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """An agent's actions, by their numbers."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """The table as everybody sees it."""
        return show(self.table, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _deal(self, seed: int | None) -> None:
        """A new game: of the seed if given, else of a seed drawn after the last one given."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        deal = int(self.np_random.integers(2**63)) if seed is None else seed
        self.table = Table(self.edition, self.possible_agents, tactical=self.tactical, seed=deal)
        self.agents = self.possible_agents[:]
        self.cycles = dict.fromkeys(self.agents, 0)

    def _seat(self, agent: str) -> Seat:
        return self.possible_agents.index(agent)

    def _is_cut(self) -> bool:
        """Was the game stopped by `max_cycles`, before its end?"""
        is_enough = self.max_cycles is not None and min(self.cycles.values()) >= self.max_cycles
        return is_enough and not self.table.is_over

    def _rewards(self, before: NDArray[Any]) -> dict[str, float]:
        return dict(zip(self.possible_agents, rewards_of(self.reward, self.table.game, before), strict=True))

    def _infos(self) -> Infos:
        phase, scores = self.table.phase.name.lower(), self.table.scores
        return {agent: {"phase": phase, "scores": scores[:]} for agent in self.possible_agents}


def _observation(seen: View, agent_mask: NDArray[np.int8]) -> Observation:
    return {"observation": scaled(observe(seen)), "action_mask": agent_mask}


class raw_env(_Adapter, AECEnv[str, Observation, int | None]):  # noqa: N801 (named so by PettingZoo)
    """The turn-based interface without wrappers: an illegal action is refused with the rule it breaks."""

    metadata = {  # noqa: RUF012 (declared so by PettingZoo)
        "name": NAME,
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game, with a seed the same as `Table(seed=seed)`; there are no options."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look_around()

    def observe(self, agent: str) -> Observation:
        """What the agent's seat sees; the mask is empty when it is not its turn."""
        seen = self.table.view(self._seat(agent))
        return _observation(seen, mask(legal_actions(seen)))

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent; None for agents whose game is over."""
        agent = self.agent_selection
        if action is None or self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self.table.game.score.copy()
        self.table.advance(operator.index(action), self._seat(agent))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._rewards(before)
        self._accumulate_rewards()
        self.cycles[agent] += 1
        self.terminations = dict.fromkeys(self.agents, self.table.is_over)
        self.truncations = dict.fromkeys(self.agents, self._is_cut())
        self._look_around()

    def _look_around(self) -> None:
        self.infos = self._infos()
        self.agent_selection = self.possible_agents[int(self.table.game.to_act)]
        if self.render_mode == "human":
            self.render()


def env(
    players: int = 2,
    edition: str = "international",
    tactical: bool = False,
    reward: str = "margin",
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> AECEnv[str, Observation, int | None]:
    """The turn-based interface with PettingZoo's usual wrappers: an illegal action loses the game."""
    raw = raw_env(players, edition, tactical, reward, render_mode, max_cycles)
    legal = wrappers.TerminateIllegalWrapper(raw, illegal_reward=PENALTY[raw.reward])
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


class parallel_env(_Adapter, ParallelEnv[str, Observation, int]):  # noqa: N801 (named so by PettingZoo)
    """The simultaneous interface: all who have to decide now act in one step, and nobody sees the others' choice.

    An illegal action ends the game as in `env`: whoever gave one is paid the `PENALTY` and told the reason in
    `infos[agent]["illegal"]`, the others get nothing, and none of the step's actions is played.
    """

    actions = ACTIONS + 1
    metadata = {  # noqa: RUF012 (declared so by PettingZoo)
        "name": NAME,
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Deal a new game, with a seed the same as `Table(seed=seed)`; there are no options."""
        self._deal(seed)
        self._render_for_humans()
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Play the actions of all who have to decide, in the engine's order; of the others only WAIT is accepted."""
        legal = {agent: legal_actions(self._seen(agent)) for agent in self.agents}
        chosen = self._checked(actions, legal)
        refusals = {agent: why for agent in legal if (why := self._refusal(agent, chosen[agent], legal[agent]))}
        before = self.table.game.score.copy()
        if refusals:
            rewards = {agent: PENALTY[self.reward] if agent in refusals else 0.0 for agent in self.agents}
        else:
            for _ in range(sum(action != WAIT for action in chosen.values())):
                self.table.advance(chosen[self.possible_agents[int(self.table.game.to_act)]])
            rewards = self._rewards(before)
            self.cycles = {agent: steps + 1 for agent, steps in self.cycles.items()}
        infos = self._infos()
        for agent, why in refusals.items():
            infos[agent]["illegal"] = why
        terminations = dict.fromkeys(self.agents, self.table.is_over or bool(refusals))
        truncations = dict.fromkeys(self.agents, self._is_cut() and not refusals)
        if any(terminations.values()) or any(truncations.values()):
            self.agents = []
        self._render_for_humans()
        return self._observations(), rewards, terminations, truncations, infos

    def _checked(
        self, actions: Mapping[str, int], legal: Mapping[str, Sequence[ActionNumber]]
    ) -> dict[str, ActionNumber]:
        """An action of every agent: who has nothing to decide may be left out."""
        if not self.agents:
            raise ValueError("no game is running: call reset() first")
        for agent in actions:
            if agent not in self.agents:
                raise ValueError(f"there is no agent {agent!r}; the agents are {', '.join(self.agents)}")
            if not self.action_space(agent).contains(actions[agent]):
                raise ValueError(f"{agent}: an action is a whole number from 0 to {WAIT}, not {actions[agent]!r}")
        for agent in self.agents:
            if agent not in actions and legal[agent]:
                raise ValueError(f"{agent} has to decide, and no action of it was given")
        return {agent: int(actions.get(agent, WAIT)) for agent in self.agents}

    def _refusal(self, agent: str, action: ActionNumber, legal: Sequence[ActionNumber]) -> str | None:
        """Why the action is illegal for the agent now, if it is."""
        try:
            if legal and action == WAIT:
                raise IllegalAction("there is something to decide: only the others wait")
            if legal:
                check(self._seen(agent), action)
            elif action != WAIT:
                self.table.check(action, self._seat(agent))
        except IllegalAction as refusal:
            return str(refusal)
        return None

    def _seen(self, agent: str) -> View:
        """What the agent knows; while all choose, as if it were its turn."""
        return choosing_view(self.table.game, self._seat(agent))

    def _observations(self) -> dict[str, Observation]:
        seen = {agent: self._seen(agent) for agent in self.possible_agents}
        return {
            agent: _observation(each, mask(legal_actions(each) or [WAIT], self.actions)) for agent, each in seen.items()
        }

    def _render_for_humans(self) -> None:
        if self.render_mode == "human":
            self.render()
