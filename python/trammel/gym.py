"""gym.py: worlds as environments for reinforcement learning; needs Gymnasium. Inputs of the text are the actions, its
monitors the observations."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Union

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv

from ._api import SimOutcome
from ._core import Array
from .batches import World, _model, thread_count
from .errors import ArgumentError
from .pictures import Picture
from .simulations import Controls, Sim

Reward = Union[str, Callable[[Array, Array], float]]
Start = Callable[[np.random.Generator, Sim], None]
Step = tuple[Array, float, bool, bool, dict[str, Any]]


class WorldEnv(gymnasium.Env[Array, Array]):
    """One world. An episode is truncated at the end of the run and terminated where the text says `stop`; a run that
    fails raises SimulationError.

    `actions` are names of inputs, which need a range, and `observations` words of monitors: None means all. `reward`
    is a function of observation and action, or the words of a monitor. `interval` is the time between two actions [s].
    `start` gets a random generator and the simulation at the beginning of each episode, to set inputs and state.
    """

    metadata = {"render_modes": ["svg"], "render_fps": 30}

    def __init__(self, world: World, *, reward: Reward, interval: float, actions: Sequence[str] | None = None,
                 observations: Sequence[str] | None = None, start: Start | None = None,
                 controls: Controls | None = None, render_mode: str | None = None, **options: Any) -> None:
        if not (interval > 0.0 and np.isfinite(interval)):
            raise ArgumentError(f"the interval between two actions must be above 0, not {interval}")
        if render_mode not in (None, "svg"):
            raise ArgumentError(f"there is no render mode '{render_mode}'; there is svg")
        self.model = _model(world)
        self.render_mode = render_mode
        self.interval, self._start = interval, start
        self.sim = self.model.simulate(controls=controls, **options)
        self._begin = self.sim.save()
        self._inputs = self._find_inputs(actions)
        self._columns = self._find_columns(observations)
        self._reward = reward if callable(reward) else self._monitor_reward(reward)
        low, high = ([getattr(self.model.input(i), end) for i in self._inputs] for end in ("low", "high"))
        self.action_space = gymnasium.spaces.Box(np.array(low), np.array(high), dtype=np.float64)
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (len(self._columns),), dtype=np.float64)

    def _find_inputs(self, names: Sequence[str] | None) -> list[int]:
        found = [self.model.input_index(name) for name in names] if names is not None else list(
            range(self.model.input_count))
        if not found:
            raise ArgumentError("the text has no input that could be an action")
        for info in map(self.model.input, found):
            if not (np.isfinite(info.low) and np.isfinite(info.high)):
                raise ArgumentError(f"input '{info.name}' needs a range, 'in LOW .. HIGH', to be an action")
        return found

    def _find_columns(self, names: Sequence[str] | None) -> list[int]:
        known = {info.text: info for info in self.model.monitors}
        missing = [name for name in names or () if name not in known]
        if missing or not known:
            raise ArgumentError(f"'{missing[0]}' is not monitored; there are {', '.join(known)}" if missing else
                                "the text monitors nothing that could be observed")
        infos = [known[name] for name in (known if names is None else names)]
        return [info.first + i for info in infos for i in range(info.size)]

    def _monitor_reward(self, words: str) -> Callable[[Array, Array], float]:
        column = self._find_columns([words])[0]
        return lambda _observation, _action: float(self._values[column])

    def _observe(self) -> Array:
        self._values = self.sim.monitors
        return self._values[self._columns]

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begins an episode. `options` may give values of inputs by name."""
        super().reset(seed=seed)
        self.sim.restore(self._begin)
        if self._start is not None:
            self._start(self.np_random, self.sim)
        for name, value in (options or {}).items():
            self.sim.set_input(name, value)
        return self._observe(), {"time": self.sim.time}

    def step(self, action: Array) -> Step:
        """Sets the inputs, and moves on by the interval."""
        given = np.asarray(action, dtype=np.float64)
        if given.shape != self.action_space.shape or not np.isfinite(given).all():
            raise ArgumentError(f"an action is {len(self._inputs)} finite numbers, not {action}")
        sim = self.sim
        for index, value in zip(self._inputs, given.tolist()):
            sim.set_input(index, value)
        sim.advance(sim.time + self.interval)
        observation = self._observe()
        outcome = sim.outcome
        return (observation, float(self._reward(observation, given)), outcome == SimOutcome.STOPPED,
                outcome == SimOutcome.ENDED, {"time": sim.time})

    def render(self) -> Any:
        """A picture of the present state."""
        return None if self.render_mode is None else Picture(self.model.svg(self.sim.frames))

    def close(self) -> None:
        """Frees the simulation."""
        self.sim.close()


class WorldVectorEnv(VectorEnv[Array, Array, Array]):
    """Many of one world, stepped on the threads of the host: the same bits for every number of them. An episode that
    ended begins anew with the next step."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, world: World, count: int, *, threads: int | None = None, **options: Any) -> None:
        if count < 1:
            raise ArgumentError(f"{count} environments cannot do anything")
        model = _model(world)
        self.envs = [WorldEnv(model, **options) for _ in range(count)]
        self.num_envs = count
        self.single_action_space = self.envs[0].action_space
        self.single_observation_space = self.envs[0].observation_space
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, count)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, count)
        self._pool = ThreadPoolExecutor(min(thread_count(threads), count))
        self._over = np.zeros(count, dtype=np.bool_)

    def reset(self, *, seed: int | Sequence[int | None] | None = None,
              options: Mapping[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begins all episodes: with seed, seed + 1, …"""
        if isinstance(seed, int):
            seed = [seed + i for i in range(self.num_envs)]
        seeds = list(seed) if seed is not None else [None] * self.num_envs
        found = list(self._pool.map(lambda i: self.envs[i].reset(seed=seeds[i], options=options)[0],
                                    range(self.num_envs)))
        self._over[:] = False
        return np.stack(found), {}

    def step(self, actions: Array) -> tuple[Array, Array, Any, Any, dict[str, Any]]:
        """One step of each."""
        if np.shape(actions) != self.action_space.shape:
            raise ArgumentError(f"actions are {self.action_space.shape}, not {np.shape(actions)}")

        def one(i: int) -> Step:
            if self._over[i]:
                observation, info = self.envs[i].reset()
                return observation, 0.0, False, False, info
            return self.envs[i].step(actions[i])

        found = list(self._pool.map(one, range(self.num_envs)))
        ended, cut = (np.array([row[k] for row in found], dtype=np.bool_) for k in (2, 3))
        self._over = ended | cut
        return np.stack([row[0] for row in found]), np.array([row[1] for row in found]), ended, cut, {}

    def close_extras(self, **_options: Any) -> None:
        """Frees all simulations."""
        self._pool.shutdown()
        for env in self.envs:
            env.close()
