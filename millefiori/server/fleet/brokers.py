"""Which broker an address names."""

from millefiori.server.fleet.broker import Broker, BrokerError, Within

ADDRESSES = ("redis://", "rediss://", "unix://")


def broker_of(address: str, worker: str = "") -> Broker:
    """Redis for an address, else none but this process; within a running loop."""
    if not address:
        return Within(worker)
    check_address(address)
    from millefiori.server.fleet.redis_broker import RedisBroker

    return RedisBroker(address, worker)


def bury(address: str, worker: str) -> None:
    """Say that a worker is dead."""
    from millefiori.server.fleet import redis_broker

    redis_broker.bury(address, worker)


def check_address(address: str) -> None:
    """Fails at once if there cannot be such a broker."""
    if not address.startswith(ADDRESSES):
        raise BrokerError(f"{address!r} is not an address of Redis, like redis://HOST:6379/0")
    try:
        import redis  # noqa: F401
    except ImportError:
        needed = "pip install 'millefiori[server]'"
        raise BrokerError(f"Redis needs its library, which is missing: {needed}") from None
