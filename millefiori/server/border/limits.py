"""What one client may use, so that the others still can: limits by address, key, table and room.

A bound that counts over time is a bucket that fills up again: `tables_per_hour = 60` allows 60 at once and then one per
minute. All bounds are settings (docs/operations.md); a private server, which only listens to its own machine, has none.
Several workers count together, by their broker; while it is away, each counts for itself.
"""

import ipaddress
import time
import tomllib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from millefiori.server.fleet.broker import Broker, Within
from millefiori.server.notices.settings import Notices
from millefiori.server.refusal import Refusal

MOST_BUCKETS = 100_000
"""Buckets that are remembered; full ones are forgotten first, since they allow what an unknown address may."""


class SettingsError(ValueError):
    """A settings file that cannot be used."""


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The limits; 0 switches one off."""

    tables_per_hour: int = 60  # opened by one address
    bot_tables_per_hour: int = 10  # of these, games in which no person plays
    joins_per_hour: int = 120  # by one address, invitations looked at included
    sockets_per_address: int = 100  # open at the same time
    sockets_per_key: int = 8  # open at the same time
    spectators_per_table: int = 200  # connected at the same time
    hellos_per_minute: int = 240  # by one address
    hints_per_minute: int = 20  # by one address
    hints_per_table: int = 2  # in progress at the same time
    uploads_per_minute: int = 20  # records to replay, by one address
    requests_per_minute: int = 1200  # over one socket
    lookups_per_minute: int = 600  # of records, replays and facts, by one address
    players_per_hour: int = 20  # new ones, by one address
    sign_ins_per_hour: int = 60  # on further devices, by one address
    notices_per_hour: int = 10  # addresses that want to be told, by one address
    changes_per_minute: int = 60  # of a player's name, devices and so on, by one player
    gatherings_per_hour: int = 60  # new ones in the hall, by one player
    gatherings_per_player: int = 10  # at which a player waits at the same time
    hall_requests_per_minute: int = 60  # to join, to leave and so on, by one player
    hall_people: int = 20000  # connections to the hall at the same time
    lines_per_minute: int = 20  # of talk, by one seat, or by the spectators at one address
    spectator_lines_per_minute: int = 60  # of talk at one table, by all spectators together
    reports_per_hour: int = 10  # of lines, by one address
    reviews_per_hour: int = 30  # of games that nobody has reviewed yet, by one address
    attempts_per_minute: int = 30  # at a better decision in a review, by one address


NO_LIMITS = Limits(*([0] * len(Limits.__struct_fields__)))


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings file of a server."""

    hall: bool | None = None  # have people players, and meet in a hall? None: as the command line says
    limits: Limits = Limits()
    notices: Notices | None = None


def read_settings(path: Path) -> Settings:
    """Settings from a TOML file."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Settings)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError, OSError) as error:
        raise SettingsError(f"{path}: {error}") from None


class Bucket:
    """A number per period of time, for each of many keys. All workers know it by its name."""

    def __init__(
        self, amount: int, seconds: float, clock: Callable[[], float] = time.monotonic, *, name: str = ""
    ) -> None:
        self.amount, self.seconds, self.rate, self.clock, self.name = amount, seconds, amount / seconds, clock, name
        self._left: dict[str, tuple[float, float]] = {}  # what was left, and when

    def wait(self, key: str) -> float:
        """Use one; if none is left, returns the seconds until one is."""
        if not self.amount:
            return 0.0
        now = self.clock()
        left, when = self._left.pop(key, (float(self.amount), now))
        left = min(self.amount, left + self.rate * (now - when))
        missing = max(0.0, 1.0 - left)
        self._left[key] = (left if missing else left - 1.0, now)
        if len(self._left) > MOST_BUCKETS:
            self._forget(now)
        return missing / self.rate

    def give_back(self, key: str) -> None:
        """What was used was not needed after all."""
        if key in self._left:
            left, when = self._left[key]
            self._left[key] = (left + 1.0, when)

    def _forget(self, now: float) -> None:
        """Forget those who have not come for a while; if all have, the half that came first."""
        full = self.amount / self.rate
        fresh = {key: entry for key, entry in self._left.items() if now - entry[1] < full}
        self._left = fresh if len(fresh) < MOST_BUCKETS else dict(list(fresh.items())[len(fresh) // 2 :])


class Gate:
    """All limits of a server, over all its workers."""

    def __init__(self, limits: Limits, broker: Broker | None = None) -> None:
        self.limits, self.broker = limits, broker or Within()
        minute, hour = 60.0, 3600.0
        self.tables = Bucket(limits.tables_per_hour, hour)
        self.bot_tables = Bucket(limits.bot_tables_per_hour, hour)
        self.joins = Bucket(limits.joins_per_hour, hour)
        self.notices = Bucket(limits.notices_per_hour, hour)
        self.hellos = Bucket(limits.hellos_per_minute, minute)
        self.hints = Bucket(limits.hints_per_minute, minute)
        self.uploads = Bucket(limits.uploads_per_minute, minute)
        self.lookups = Bucket(limits.lookups_per_minute, minute)
        self.players = Bucket(limits.players_per_hour, hour)
        self.sign_ins = Bucket(limits.sign_ins_per_hour, hour)
        self.changes = Bucket(limits.changes_per_minute, minute)
        self.gatherings = Bucket(limits.gatherings_per_hour, hour)
        self.hall_requests = Bucket(limits.hall_requests_per_minute, minute)
        self.lines = Bucket(limits.lines_per_minute, minute)
        self.spectator_lines = Bucket(limits.spectator_lines_per_minute, minute)
        self.reports = Bucket(limits.reports_per_hour, hour)
        self.reviews = Bucket(limits.reviews_per_hour, hour)
        self.attempts = Bucket(limits.attempts_per_minute, minute)
        for name, bucket in vars(self).items():
            if isinstance(bucket, Bucket):
                bucket.name = name
        self._open: Counter[str] = Counter()

    async def check(self, bucket: Bucket, address: str, what: str) -> None:
        """Refuse what an address has used too often."""
        if seconds := await self._wait(bucket, network(address)):
            raise Refusal("limit", f"too many {what} from your address: try again in {seconds:.0f} seconds")

    async def check_player(self, bucket: Bucket, player: str, what: str) -> None:
        """Refuse what a player has done too often."""
        if seconds := await self._wait(bucket, player):
            raise Refusal("limit", f"too many {what}: try again in {seconds:.0f} seconds")

    async def _wait(self, bucket: Bucket, key: str) -> float:
        """Use one, or the seconds until one is left. What is used up here alone is refused without asking others."""
        seconds = bucket.wait(key)
        if not seconds and bucket.amount and self.broker.is_shared:
            seconds = await self.broker.use(f"{bucket.name}:{key}", bucket.amount, bucket.seconds)
            if seconds:
                bucket.give_back(key)
        return seconds

    @asynccontextmanager
    async def open(self, key: str, most: int, what: str) -> AsyncIterator[None]:
        """One of a limited number at the same time."""
        self._open[key] += 1
        try:
            if most and self._open[key] + await self._elsewhere(key) > most:
                raise Refusal("limit", f"too many {what} at the same time: close one and try again")
            yield
        finally:
            self._open[key] -= 1
            if most and self.broker.is_shared:
                self.broker.hold_less(key, self._open[key])
            if not self._open[key]:
                del self._open[key]

    async def _elsewhere(self, key: str) -> int:
        """How many of something the other workers have; they learn how many there are here."""
        return await self.broker.hold(key, self._open[key]) if self.broker.is_shared else 0


def network(address: str) -> str:
    """The address, or for IPv6 the network of one household: it has more addresses than can be counted."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)
