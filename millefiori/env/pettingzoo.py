"""PettingZoo environments: every seat is an agent, `player_0` to `player_3`.

`env` is the turn-based interface (AEC): agents act one at a time, in the engine's order, sometimes several times in a
row. An illegal action ends the game: its agent is paid the `PENALTY`, the others nothing.

`parallel_env` is the simultaneous interface: each step takes an action from every agent. All decide at once when they
keep a card, as at the table (rule 2.3). Otherwise one decides and the others `WAIT`: a 201st action, legal only for an
agent with nothing to decide. So every mask has a legal action, as masked learners require.

With `max_cycles`, a game is truncated once every agent has made that many decisions (`env`) or after that many steps
(`parallel_env`). A truncated game pays no final rewards.
"""

import operator
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.actions import ACTIONS
from millefiori.engine.calls import legal_actions
from millefiori.engine.editions import edition_named
from millefiori.engine.view import View, deciding_view
from millefiori.engine.vocabulary import ActionNumber, Phase, Seat
from millefiori.env.gymnasium import PENALTY, RENDER_MODES, check_render_mode, show
from millefiori.env.observation import SIZE
from millefiori.env.rewards import reward_named, rewards_of
from millefiori.env.sight import sight
from millefiori.explain.legality import IllegalAction, check
from millefiori.table import Table

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.env import AECIterable, AECIterator
    from pettingzoo.utils.env_logger import EnvLogger
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "PettingZoo is not installed: pip install 'millefiori[rl]'", name=missing.name
    ) from missing

Observation: TypeAlias = dict[str, NDArray[Any]]
Infos: TypeAlias = dict[str, dict[str, Any]]
NAME = "mille_fiori_v0"
AFTER_RESET = ("agents", "num_agents", "agent_selection", "rewards", "terminations", "truncations", "infos")
"""What an environment has only once a game has begun."""
PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)
WAIT = ACTIONS
"""In the parallel environment: the action of an agent with nothing to decide."""


class _Adapter:
    """What both interfaces share: the table, the agents' spaces, rendering."""

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
            raise ValueError(f"max_cycles must be at least 1, or None to play to the end, not {max_cycles}")
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
        """What an agent gets: the `observation` and an `action_mask` with a 1 for every legal action."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """An agent's actions, by number."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """The table as everybody sees it."""
        return show(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing to close."""

    def _deal(self, seed: int | None) -> None:
        """Deal a new game, from the seed if given, else from a seed drawn from the last one."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        deal = int(self.np_random.integers(2**63)) if seed is None else seed
        self.table = Table(self.edition, self.possible_agents, tactical=self.tactical, seed=deal)
        self.agents = self.possible_agents[:]
        self.cycles = dict.fromkeys(self.agents, 0)

    def _seat(self, agent: str) -> Seat:
        return self.possible_agents.index(agent)

    def _is_cut(self) -> bool:
        """Did `max_cycles` stop the game before its end?"""
        if self.max_cycles is None or self.table.is_over:
            return False
        return min(self.cycles.values()) >= self.max_cycles

    def _rewards(self, before: NDArray[Any]) -> dict[str, float]:
        return dict(zip(self.possible_agents, rewards_of(self.reward, self.table.game, before), strict=True))

    def _infos(self) -> Infos:
        phase, scores = PHASE_NAMES[self.table.game.phase], self.table.scores
        return {agent: {"phase": phase, "scores": scores[:]} for agent in self.possible_agents}


def _observation(seen: View, actions: int) -> Observation:
    numbers, legal = sight(seen, actions)
    return {"observation": numbers, "action_mask": legal}


class raw_env(_Adapter, AECEnv[str, Observation, int | None]):  # noqa: N801 (named so by PettingZoo)
    """The turn-based interface without wrappers: an illegal action is refused with the rule it breaks."""

    metadata = {  # noqa: RUF012 (declared so by PettingZoo)
        "name": NAME,
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game, with a seed the same as `Table(seed=seed)`; `options` is not used."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look_around()

    def observe(self, agent: str) -> Observation:
        """What the agent's seat sees; the mask is empty if it is not the agent's turn."""
        return _observation(self.table.view(self._seat(agent)), self.actions)

    def step(self, action: int | None) -> None:
        """Play the selected agent's action; None for an agent whose game is over."""
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
        self.agent_selection = self.possible_agents[self.table.game.to_act]
        if self.render_mode == "human":
            self.render()


class checked_env(raw_env):  # noqa: N801 (as PettingZoo's own)
    """The turn-based interface with the checks of PettingZoo's usual three wrappers, at a tenth of their cost.

    `TerminateIllegalWrapper`: an illegal action loses the game. `AssertOutOfBoundsWrapper`: what is no action fails.
    `OrderEnforcingWrapper`: nothing goes before `reset`, and a loop over `agent_iter` must step.
    """

    def __init__(self, *settings: Any, **named: Any) -> None:
        super().__init__(*settings, **named)
        del self.agents  # as all that a game has, until there is one: see `__getattr__`
        self._has_reset = False
        self.has_moved = False  # since `agent_iter` named the last agent

    def __getattr__(self, name: str) -> Any:
        if name in AFTER_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game, with a seed the same as `Table(seed=seed)`; `options` is not used."""
        self._has_reset = self.has_moved = True
        super().reset(seed, options)

    def step(self, action: int | None) -> None:
        """Play the selected agent's action; None for an agent whose game is over. An illegal action ends the game."""
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self.has_moved = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        is_dead = self.terminations[agent] or self.truncations[agent]
        is_number = type(action) is int and 0 <= action < ACTIONS  # the usual case; others are for the space to judge
        is_action = is_number or (action is None and is_dead) or self.action_spaces[agent].contains(action)
        assert is_action, "action is not in action space"
        try:
            super().step(action)
        except IllegalAction:
            EnvLogger.warn_on_illegal_move()
            self._lose(agent)

    def _lose(self, culprit: str) -> None:
        """End the game after an illegal action: its agent is paid the penalty, the others nothing."""
        self._cumulative_rewards[culprit] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {agent: PENALTY[self.reward] if agent == culprit else 0 for agent in self.agents}
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """What the agent's seat sees; the mask is empty if it is not the agent's turn."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def render(self) -> str | None:
        """The table as everybody sees it."""
        if not self._has_reset:
            EnvLogger.error_render_before_reset()
        return super().render()

    def state(self) -> NDArray[Any]:
        """PettingZoo's view of everything: there is none, since it would hold all secrets."""
        if not self._has_reset:
            EnvLogger.error_state_before_reset()
        return super().state()

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, Observation, int | None]:
        """The agents in the order in which they act; step once for each."""
        if not self._has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return _Turns(self, max_iter)


class _Turns(AECIterable[str, Observation, int | None]):
    """The agents that act, one after the other."""

    def __init__(self, env: checked_env, max_iter: int) -> None:
        self.env, self.max_iter = env, max_iter

    def __iter__(self) -> "_TurnIterator":
        return _TurnIterator(self.env, self.max_iter)


class _TurnIterator(AECIterator[str, Observation, int | None]):
    """Names the agent to act, and refuses to name one twice without a step."""

    def __next__(self) -> str:
        agent, env = super().__next__(), cast(checked_env, self.env)
        assert env.has_moved, "need to call step() or reset() in a loop over `agent_iter`"
        env.has_moved = False
        return agent


def env(
    players: int = 2,
    edition: str = "international",
    tactical: bool = False,
    reward: str = "margin",
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> checked_env:
    """The turn-based interface as PettingZoo's games have it: an illegal action loses the game."""
    return checked_env(players, edition, tactical, reward, render_mode, max_cycles)


class parallel_env(_Adapter, ParallelEnv[str, Observation, int]):  # noqa: N801 (named so by PettingZoo)
    """The simultaneous interface: all who decide now act in one step, and nobody sees what the others decide.

    An illegal action ends the game as in `env`: its agent is paid the `PENALTY`, with the reason in
    `infos[agent]["illegal"]`; the others get nothing, and none of the step's actions is played.
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
        """Deal a new game, with a seed the same as `Table(seed=seed)`; `options` is not used."""
        self._deal(seed)
        self._render_for_humans()
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Play the actions of all who decide now, in the engine's order; the others can only WAIT."""
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
        """One action per agent; an agent with nothing to decide may be left out."""
        if not self.agents:
            raise ValueError("no game is running: call reset() first")
        for agent in actions:
            if agent not in self.agents:
                raise ValueError(f"there is no agent {agent!r}: the agents are {', '.join(self.agents)}")
            if not self.action_space(agent).contains(actions[agent]):
                raise ValueError(f"{agent}: an action must be a whole number from 0 to {WAIT}, not {actions[agent]!r}")
        for agent in self.agents:
            if agent not in actions and legal[agent]:
                raise ValueError(f"the action of {agent} is missing: it has to decide")
        return {agent: int(actions.get(agent, WAIT)) for agent in self.agents}

    def _refusal(self, agent: str, action: ActionNumber, legal: Sequence[ActionNumber]) -> str | None:
        """Why the agent's action is illegal now; None if it is legal."""
        try:
            if legal and action == WAIT:
                raise IllegalAction("only an agent with nothing to decide can wait")
            if legal:
                check(self._seen(agent), action)
            elif action != WAIT:
                self.table.check(action, self._seat(agent))
        except IllegalAction as refusal:
            return str(refusal)
        return None

    def _seen(self, agent: str) -> View:
        """What the agent knows; while all keep a card, as if it were this agent's turn."""
        return deciding_view(self.table.game, self._seat(agent))

    def _observations(self) -> dict[str, Observation]:
        observations = {agent: _observation(self._seen(agent), self.actions) for agent in self.possible_agents}
        for observation in observations.values():
            legal = observation["action_mask"]
            legal[WAIT] = not legal.any()
        return observations

    def _render_for_humans(self) -> None:
        if self.render_mode == "human":
            self.render()
