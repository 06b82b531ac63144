"""Redis or Valkey as broker: one connection hears, another one speaks. While it is away, games continue without it.

A worker says every two seconds that it lives, on a channel and by a key that expires. A lease belongs to its worker as
long as that key exists, so that nothing has to be renewed for each game.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from typing import Any

import redis as waiting
import redis.asyncio as redis
from redis.exceptions import RedisError

from millefiori.server.fleet.broker import BrokerError, Channels, Hear

log = logging.getLogger(__name__)
PREFIX = "millefiori:"
WORKERS = "workers"
"""The channel on which workers say that they live."""
BEAT, DEAD = 2.0, 7.0
"""Seconds between two signs of life, and after which a worker counts as dead."""
LEASE_SECONDS = 86_400
PATIENCE = 3.0
"""Seconds that Redis may take for an answer."""
PAUSE = 0.3
"""Seconds between two attempts to connect."""
WAITING, TOGETHER = 10_000, 200
"""Messages that may wait to be sent, and how many are sent at once."""
FAILURES = (RedisError, OSError, TimeoutError)
LEASE = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] and redis.call('EXISTS', ARGV[2] .. holder) == 1 then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[3])
return 1
"""
USE = """
local time = redis.call('TIME')
local now, amount, seconds = time[1] + time[2] / 1000000, tonumber(ARGV[1]), tonumber(ARGV[2])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now)
local wait = full + seconds / amount - seconds - now
if wait > 0 then return tostring(wait) end
redis.call('SET', KEYS[1], string.format('%.6f', full + seconds / amount), 'PX', math.ceil(1000 * seconds) + 1000)
return '0'
"""
"""The key holds when the bucket will be full again: a moment for each use, and none if it is full now."""
HOLD = """
local others = 0
if ARGV[2] == '0' then redis.call('HDEL', KEYS[1], ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
local found = redis.call('HGETALL', KEYS[1])
for number = 1, #found, 2 do
  if found[number] ~= ARGV[1] then
    if redis.call('EXISTS', ARGV[3] .. found[number]) == 1 then others = others + tonumber(found[number + 1])
    else redis.call('HDEL', KEYS[1], found[number]) end
  end
end
redis.call('EXPIRE', KEYS[1], ARGV[4])
return others
"""
"""How many of something each worker has, by its name; those of the dead are forgotten."""
RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end"


def life(worker: str) -> str:
    """The key that exists as long as a worker lives."""
    return f"{PREFIX}life:{worker}"


def bury(address: str, worker: str) -> None:
    """Say for a worker that was killed that it is dead: the others need not wait for its silence."""
    with (
        contextlib.suppress(*FAILURES),
        contextlib.closing(waiting.from_url(address, socket_timeout=PATIENCE)) as server,
    ):
        server.delete(life(worker))
        server.publish(PREFIX + WORKERS, f"{worker} leaves")


class RedisBroker(Channels):
    """Channels and leases over Redis; see `Broker`. It begins to work when it is created, within a running loop."""

    is_shared = True

    def __init__(self, address: str, worker: str = "") -> None:
        super().__init__(worker)
        try:
            self._redis = redis.from_url(
                address, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, protocol=2, max_connections=16
            )
        except ValueError as error:
            raise BrokerError(f"this is not an address of Redis, like redis://HOST:6379/0: {error}") from None
        self.is_up = False
        self._closed = False
        self._problem = ""
        self._leases: set[str] = set()
        self._heard: dict[str, float] = {}  # when each other worker last said that it lives
        self._joined: set[str] = set()
        self._changed = asyncio.Event()  # other channels are wanted
        self._said: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(WAITING)
        self._tasks = [asyncio.create_task(work) for work in (self._listen(), self._speak(), self._live())]

    # --- Channels

    def publish(self, channel: str, message: bytes) -> None:
        """Say something to all who listen. If too much waits, it is lost."""
        with contextlib.suppress(asyncio.QueueFull):
            self._said.put_nowait((channel, message))

    def subscribe(self, channel: str, hear: Hear) -> None:
        """Hear a channel from now on; `on_join` says when."""
        super().subscribe(channel, hear)
        self._changed.set()

    def unsubscribe(self, channel: str, hear: Hear) -> None:
        """Stop hearing it."""
        super().unsubscribe(channel, hear)
        self._changed.set()

    async def _speak(self) -> None:
        while True:
            waiting = [await self._said.get()]
            while len(waiting) < TOGETHER and not self._said.empty():
                waiting.append(self._said.get_nowait())
            try:
                async with self._redis.pipeline(transaction=False) as pipeline:
                    for channel, message in waiting:
                        pipeline.publish(PREFIX + channel, message)
                    await pipeline.execute()
            except FAILURES as error:  # they are lost; rooms are read again when the broker is back
                self._report(error)

    async def _listen(self) -> None:
        """Hear the channels; after a failure, connect again."""
        while not self._closed:
            try:
                async with self._redis.pubsub() as channels:
                    await channels.subscribe(PREFIX + WORKERS)
                    following = asyncio.create_task(self._follow(channels))
                    try:
                        await self._hear(channels)
                    finally:
                        following.cancel()
            except FAILURES as error:
                self._report(error)
            finally:
                self.is_up = False
                self._joined.clear()
                self._leases.clear()
            await asyncio.sleep(PAUSE)

    async def _hear(self, channels: Any) -> None:
        """Pass on what is said. Silence means that the connection is dead: this worker hears itself, too."""
        while not self._closed:
            async with asyncio.timeout(DEAD):
                message = await channels.get_message(timeout=None)
            if message is None:
                continue
            channel = message["channel"].decode().removeprefix(PREFIX)
            if message["type"] == "subscribe":
                self._join(channel)
            elif message["type"] == "message":
                if channel == WORKERS:
                    self._sign_of_life(message["data"].decode())
                else:
                    self.deliver(channel, message["data"])

    def _join(self, channel: str) -> None:
        if channel == WORKERS:
            self.is_up, self._problem = True, ""
            self._heard = dict.fromkeys(self._heard, time.monotonic())  # nobody could be heard meanwhile
            self._changed.set()
        elif channel in self._hearers:
            self.on_join(channel)

    async def _follow(self, channels: Any) -> None:
        """Subscribe to what is wanted, and to nothing else."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            wanted = set(self._hearers)
            more, less = wanted - self._joined, self._joined - wanted
            try:
                if more:
                    await channels.subscribe(*(PREFIX + channel for channel in more))
                if less:
                    await channels.unsubscribe(*(PREFIX + channel for channel in less))
            except FAILURES:  # `_listen` notices, too, and begins again
                return
            self._joined = wanted

    # --- Life and death

    async def _live(self) -> None:
        """Say that this worker lives, and find out who does not."""
        while True:
            with contextlib.suppress(*FAILURES):
                await self._redis.set(life(self.worker), b"", px=int(1000 * DEAD))
            self.publish(WORKERS, self.worker.encode())
            if self.is_up:
                for worker, heard in list(self._heard.items()):
                    if time.monotonic() - heard > DEAD:
                        self._lose(worker)
            await asyncio.sleep(BEAT)

    def _sign_of_life(self, said: str) -> None:
        worker, _, is_leaving = said.partition(" ")
        if is_leaving:
            self._lose(worker)
        elif worker != self.worker:
            self._heard[worker] = time.monotonic()

    def _lose(self, worker: str) -> None:
        if self._heard.pop(worker, None) is not None:
            self.on_gone(worker)

    # --- Leases

    async def lease(self, name: str) -> bool:
        """Is this the worker that does something? Without Redis nobody knows, and everybody may: the store decides."""
        if name in self._leases:
            return True
        key = f"{PREFIX}lease:{name}"
        try:
            async with asyncio.timeout(PATIENCE):
                is_ours = await self._redis.eval(LEASE, 1, key, self.worker, life(""), str(LEASE_SECONDS))
        except FAILURES as error:
            self._report(error)
            return True
        if is_ours:
            self._leases.add(name)
        return bool(is_ours)

    def release(self, name: str) -> None:
        """Let another worker do it."""
        if name in self._leases:
            self._leases.discard(name)
            self._start(self._release(name))

    async def _release(self, name: str) -> None:
        with contextlib.suppress(*FAILURES):
            await self._redis.eval(RELEASE, 1, f"{PREFIX}lease:{name}", self.worker)

    # --- Counting for all workers

    async def use(self, name: str, amount: int, seconds: float) -> float:
        """Use one of so many in so many seconds; without Redis, each worker counts for itself."""
        return float(await self._ask(USE, f"{PREFIX}limit:{name}", str(amount), str(seconds)) or 0)

    async def hold(self, name: str, here: int) -> int:
        """This worker has so many of something; returns how many the others have."""
        found = await self._ask(HOLD, f"{PREFIX}held:{name}", self.worker, str(here), life(""), str(LEASE_SECONDS))
        return int(found or 0)

    def hold_less(self, name: str, here: int) -> None:
        """This worker has only so many left."""
        self._start(self.hold(name, here))

    async def _ask(self, script: str, key: str, *values: str) -> Any:
        """What a script returns; None while Redis is away."""
        if not self.is_up:
            return None
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._redis.eval(script, 1, key, *values)
        except FAILURES as error:
            self._report(error)
            return None

    def _start(self, work: Coroutine[Any, Any, Any]) -> None:
        if self._closed:  # its leases and counts end with it
            work.close()
            return
        self._tasks = [task for task in self._tasks if not task.done()]
        self._tasks.append(asyncio.create_task(work))

    # --- The end

    async def close(self) -> None:
        """Say goodbye: the leases of this worker end with it."""
        if self._closed:
            return
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(*FAILURES):
            await self._redis.delete(life(self.worker))
            await self._redis.publish(PREFIX + WORKERS, f"{self.worker} leaves")
        await self._redis.aclose()

    def _report(self, error: BaseException) -> None:
        problem = f"{type(error).__name__}: {error}"
        if problem != self._problem:
            log.error("the broker failed: %s; games continue, and workers ask the database instead", problem)
            self._problem = problem
