"""When somebody is told that it is their turn: one message for all their games, and then silence for hours.

A game counts when it has waited for ten minutes for somebody who is not there, outside of the table's sleeping hours. A
message goes out when there is news since the last one, or when less than a quarter of the time is left.
"""

import asyncio
import json
import logging
from collections.abc import Callable

from millefiori.server.messages.notices import NoticeKinds
from millefiori.server.notices.letters import Turn, first_letter, headline, turn_letter, turn_lines
from millefiori.server.notices.post import NotSent, Pushing, send_letter
from millefiori.server.notices.settings import Notices
from millefiori.server.notices.subscriptions import HOUR, Subscription, Subscriptions
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.tempo.clocks import after_sleep

log = logging.getLogger(__name__)
WAIT = HOUR // 6
SILENCE = 8 * HOUR
EVERY = 60.0
"""Seconds between two looks."""
Waiting = tuple[str, int, int, int]


class Reminders:
    """What a server sends."""

    def __init__(self, rooms: Rooms, settings: Notices, clock: Callable[[], int] | None = None) -> None:
        self.rooms, self.settings = rooms, settings
        self.clock = clock or rooms.clock
        self.subscriptions = Subscriptions(rooms.store)
        self.pushing = Pushing(settings.push) if settings.push else None

    @property
    def address(self) -> str:
        """Where people reach the server, with a slash at its end."""
        return self.settings.address.rstrip("/") + "/"

    @property
    def kinds(self) -> NoticeKinds:
        """What can be sent."""
        return NoticeKinds(self.settings.mail is not None, self.pushing.public_key if self.pushing else "")

    async def ask(self, to: Subscription, confirming: str) -> None:
        """The first letter."""
        assert self.settings.mail is not None
        await send_letter(self.settings.mail, first_letter(to, self.settings.mail.sender, self.address, confirming))

    async def remind_for_ever(self) -> None:
        """Tell people while the server runs."""
        await self.rooms.ready
        while True:
            try:
                await self.remind()
            except Refusal as error:
                log.error("nobody was told that it is their turn: %s", error)
            await asyncio.sleep(EVERY)

    async def remind(self) -> int:
        """Look once; returns how many messages were sent."""
        now, sent = self.clock(), 0
        for to, waiting in (await self.subscriptions.waiting(now - WAIT)).items():
            if now - to.told >= SILENCE and any(is_news(found, to.told, now) for found in waiting):
                sent += await self._tell(to, waiting, now)
        return sent

    async def _tell(self, to: Subscription, waiting: list[Waiting], now: int) -> bool:
        turns = [turn for found in waiting if (turn := await self._turn(found, now)) is not None]
        if not turns or not await self.subscriptions.claim(to, now):
            return False
        try:
            await self._send(to, turns)
        except NotSent as error:
            log.warning("somebody was not told that it is their turn: %s", error)
            if error.is_gone:
                await self.subscriptions.leave(to.leaving)
            return False
        return True

    async def _turn(self, found: Waiting, now: int) -> Turn | None:
        """A game to be told of; None if the person is there, or asleep, or the game no longer waits."""
        game, seat, _, due = found
        try:
            live = await self.rooms.get(game)
        except Refusal:
            return None
        setup = live.room.setup
        is_there = any(client.seat == seat for client in live.clients)
        if is_there or not live.room.is_awaited(seat) or live.room.bot_of(seat) or after_sleep(now, setup.tempo) != now:
            return None
        others = [player.name for number, player in enumerate(setup.players) if number != seat]
        return Turn(others, due - now)

    async def _send(self, to: Subscription, turns: list[Turn]) -> None:
        if to.kind == "mail" and self.settings.mail:
            await send_letter(self.settings.mail, turn_letter(to, self.settings.mail.sender, self.address, turns))
        elif to.kind == "push" and self.pushing:
            body = "\n".join(turn_lines(to.language, turns[:3]))
            message = {"title": f"Mille Fiori: {headline(to.language, turns)}", "body": body, "url": self.address}
            await self.pushing.send(to.address, message)


def is_news(found: Waiting, told: int, now: int) -> bool:
    """Has the game begun to wait since the last message, or is the time nearly up and nobody has said so?"""
    _, _, since, due = found
    late = due - (due - since) // 4
    return since > told or (now >= late and told < late)


def push_address(endpoint: str, p256dh: str, auth: str) -> str:
    """What is stored of a browser's address."""
    return json.dumps({"endpoint": endpoint, "p256dh": p256dh, "auth": auth}, sort_keys=True)
