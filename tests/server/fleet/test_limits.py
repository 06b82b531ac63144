"""Limits count for all workers together, as long as the broker is there."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from millefiori.server.border.limits import Gate, Limits
from millefiori.server.fleet.redis_broker import RedisBroker
from millefiori.server.refusal import Refusal
from tests.server.services import Redis

LIMITS = Limits(tables_per_hour=5, sockets_per_key=3)


def together(address: str, work: Callable[[Gate, Gate], Coroutine[Any, Any, None]]) -> None:
    """Two workers in one loop."""

    async def run() -> None:
        brokers = [RedisBroker(address) for _ in range(2)]
        while not all(broker.is_up for broker in brokers):
            await asyncio.sleep(0.01)
        try:
            await work(*(Gate(LIMITS, broker) for broker in brokers))
        finally:
            for broker in brokers:
                await broker.close()

    asyncio.run(asyncio.wait_for(run(), 30))


def test_what_an_address_uses_at_one_worker_counts_at_the_other(redis: Redis) -> None:
    async def work(one: Gate, other: Gate) -> None:
        for number in range(5):
            gate = (one, other)[number % 2]
            await gate.check(gate.tables, "203.0.113.1", "tables")
        for gate in (one, other):
            with pytest.raises(Refusal, match=r"try again in 7\d\d seconds"):
                await gate.check(gate.tables, "203.0.113.1", "tables")
        await other.check(other.tables, "203.0.113.2", "tables")

    together(redis.address, work)


def test_connections_at_both_workers_are_counted_until_they_end(redis: Redis) -> None:
    async def work(one: Gate, other: Gate) -> None:
        async with contextlib.AsyncExitStack() as held:
            for gate in (one, other, one):
                await held.enter_async_context(gate.open("sockets of a seat", 3, "connections"))
            with pytest.raises(Refusal, match="too many connections"):
                await other.open("sockets of a seat", 3, "connections").__aenter__()
        for _ in range(200):
            with contextlib.suppress(Refusal):
                async with contextlib.AsyncExitStack() as held:
                    for _ in range(3):
                        await held.enter_async_context(other.open("sockets of a seat", 3, "connections"))
                    return
            await asyncio.sleep(0.01)
        pytest.fail("connections that have ended are still counted")

    together(redis.address, work)


def test_what_a_dead_worker_held_counts_no_more(redis: Redis) -> None:
    async def work(one: Gate, other: Gate) -> None:
        held = [one.open("sockets of another seat", 3, "connections") for _ in range(3)]
        for each in held:
            await each.__aenter__()
        await one.broker.close()  # as when it dies: nothing is given back, but its sign of life ends
        async with other.open("sockets of another seat", 3, "connections"):
            pass

    together(redis.address, work)


def test_without_the_broker_each_worker_counts_for_itself() -> None:
    async def run() -> None:
        broker = RedisBroker("redis://127.0.0.1:1/0")
        gate = Gate(LIMITS, broker)
        for _ in range(5):
            await gate.check(gate.tables, "203.0.113.1", "tables")
        with pytest.raises(Refusal):
            await gate.check(gate.tables, "203.0.113.1", "tables")
        await broker.close()

    asyncio.run(asyncio.wait_for(run(), 30))
