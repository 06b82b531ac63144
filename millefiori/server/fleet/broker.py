"""What workers tell each other. Nothing that must last goes through a broker: a message that is lost heals.

There are two: `Within` for a server of one process, and Redis (`redis_broker`) for several.
"""

import secrets
from collections import defaultdict
from collections.abc import Callable
from typing import Protocol

Hear = Callable[[bytes], None]
"""Gets a message of a channel."""


class BrokerError(RuntimeError):
    """A broker that cannot be used."""


class Broker(Protocol):
    """Channels on which every worker hears what any worker says, and leases that one worker has at a time.

    It also counts for all workers together, as far as it is up: what is used per time, and held at the same time.
    """

    worker: str
    """The name of this worker, another one in each process."""
    is_shared: bool
    """Can there be other workers?"""
    on_join: Callable[[str], None]
    """Called when a channel begins to be heard, and again if messages may have been lost."""
    on_gone: Callable[[str], None]
    """Called when a worker has not been heard of for a while."""

    @property
    def is_up(self) -> bool:
        """Do messages get through at present?"""

    def publish(self, channel: str, message: bytes) -> None:
        """Say something to all who listen, to this worker, too. Does not wait."""

    def subscribe(self, channel: str, hear: Hear) -> None:
        """Hear a channel from now on."""

    def unsubscribe(self, channel: str, hear: Hear) -> None:
        """Stop hearing it."""

    async def lease(self, name: str) -> bool:
        """Is this the worker that does something? It stays so until it releases the lease or dies."""

    def release(self, name: str) -> None:
        """Let another worker do it."""

    async def use(self, name: str, amount: int, seconds: float) -> float:
        """Use one of so many in so many seconds, all workers together; returns the seconds until one is left."""

    async def hold(self, name: str, here: int) -> int:
        """This worker has so many of something; returns how many the others have."""

    def hold_less(self, name: str, here: int) -> None:
        """This worker has only so many left. Does not wait."""

    async def close(self) -> None:
        """Release everything and leave."""


class Channels:
    """Who hears what in this process."""

    def __init__(self, worker: str = "") -> None:
        self.worker = worker or secrets.token_urlsafe(6)
        self.on_join: Callable[[str], None] = lambda channel: None
        self.on_gone: Callable[[str], None] = lambda worker: None
        self._hearers: dict[str, list[Hear]] = defaultdict(list)

    def subscribe(self, channel: str, hear: Hear) -> None:
        """Hear a channel from now on."""
        self._hearers[channel].append(hear)

    def unsubscribe(self, channel: str, hear: Hear) -> None:
        """Stop hearing it."""
        if hear in self._hearers.get(channel, ()):
            self._hearers[channel].remove(hear)
        if not self._hearers.get(channel):
            self._hearers.pop(channel, None)

    def deliver(self, channel: str, message: bytes) -> None:
        """Pass on what was said."""
        for hear in list(self._hearers.get(channel, ())):
            hear(message)


class Within(Channels):
    """One process: whoever listens is here, and there is nobody to share with. See `Broker`."""

    is_shared = False
    is_up = True

    def publish(self, channel: str, message: bytes) -> None:
        """Say something to all who listen."""
        self.deliver(channel, message)

    async def lease(self, name: str) -> bool:
        """Nobody else could."""
        return True

    def release(self, name: str) -> None:
        """Nobody waits for it."""

    async def use(self, name: str, amount: int, seconds: float) -> float:
        """Nobody else uses any."""
        return 0.0

    async def hold(self, name: str, here: int) -> int:
        """Nobody else has any."""
        return 0

    def hold_less(self, name: str, here: int) -> None:
        """Nobody else counts them."""

    async def close(self) -> None:
        """There is nothing to leave."""
