"""Requests of talk: say something, open or close it, report a line, let others see who watches."""

import hashlib
import secrets
from functools import partial

import msgspec

from millefiori.engine.vocabulary import SPECTATOR
from millefiori.server.border.limits import Gate, network
from millefiori.server.border.names import person_name, shown_name
from millefiori.server.messages.requests import Appear, Report, Say, SetTalk
from millefiori.server.messages.talk import Line, Reported, Talk
from millefiori.server.messages.words import encode
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.live import Client, Live
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.rooms.setup import Setup
from millefiori.server.talk.lines import add_line, add_report, checked

BEFORE = 10
"""Lines before a reported one that show what it was about."""
_SECRET = secrets.token_bytes(16)


async def greet(rooms: Rooms, live: Live, client: Client) -> None:
    """A newcomer, or somebody who is back, gets the last lines."""
    try:
        lines = [line for line in await rooms.hearing.lines(live) if live.may_hear(client, line, rooms.clock())]
    except Refusal:  # the store is out of order: the game matters more
        return
    if lines:
        client.send(encode(Talk(lines)))


async def say(rooms: Rooms, live: Live, client: Client, said: Say, address: str) -> None:
    """Say something to all who may hear it."""
    setup, seat = live.room.setup, client.seat
    if setup.talk == "none":
        raise Refusal("closed", "the talk at this table is closed")
    if setup.talk == "phrases" and said.kind == "text":
        raise Refusal("phrases", "at this table people talk with phrases and emotes only")
    text = checked(said)
    await check_pace(rooms.gate, live, client, address)
    is_watching = seat == SPECTATOR
    line = Line(
        channel="spectators" if is_watching else "players",
        n=0,
        seat=seat,
        name=client.name,
        who=who(live.room.id, address) if is_watching else "",
        kind=said.kind,
        text=text,
        at=rooms.clock(),
    )
    line = await rooms.store.write(partial(add_line, game=live.room.id, line=line))
    rooms.hearing.hear(live, line)
    rooms.fanout.said(live, line)


async def check_pace(gate: Gate, live: Live, client: Client, address: str) -> None:
    """Refuse what is said too fast: by a seat, by the spectators at an address, by all spectators of a table."""
    game, seat = live.room.id, client.seat
    speaker = f"{game} {seat if seat != SPECTATOR else network(address)}"
    await gate.check_player(gate.lines, speaker, "lines")
    if seat == SPECTATOR:
        await gate.check_player(gate.spectator_lines, game, "lines of spectators")


def who(game: str, address: str) -> str:
    """A mark that tells spectators apart, as long as this worker lives; nobody can find the address from it."""
    return hashlib.sha256(_SECRET + f"{game} {network(address)}".encode()).hexdigest()[:6]


async def set_talk(rooms: Rooms, live: Live, client: Client, wanted: SetTalk) -> None:
    """Open or close the talk, for whoever opened the table."""
    if not live.room.setup.is_host(client.seat):
        raise Refusal("opener", "only whoever opened the table can open or close its talk")

    def change(setup: Setup) -> Setup:
        return msgspec.structs.replace(setup, talk=wanted.talk)

    rooms.rename(live.room.id, await rooms.store.change_setup(live.room.id, change))


async def report(rooms: Rooms, live: Live, client: Client, wanted: Report, address: str) -> None:
    """Show a line to whoever runs the server."""
    await rooms.gate.check(rooms.gate.reports, address, "reports")
    heard = [line for line in await rooms.hearing.lines(live) if line.channel == wanted.channel and line.n <= wanted.n]
    if not heard or heard[-1].n != wanted.n or not live.may_hear(client, heard[-1], rooms.clock()):
        raise Refusal("line", "this line is not known any more")
    names = [player.name for player in live.room.setup.players]
    work = partial(add_report, game=live.room.id, reporter=client.seat, said=heard[-BEFORE - 1 :], names=names)
    await rooms.store.write(work)
    client.send(encode(Reported(wanted.channel, wanted.n)))


async def appear(rooms: Rooms, live: Live, client: Client, wanted: Appear, address: str) -> None:
    """Let the others see who watches, or no longer."""
    if client.seat != SPECTATOR:
        raise Refusal("seated", "players are known by their seats")
    name = person_name(wanted.name, 0) if shown_name(wanted.name) else ""
    if name != client.name:
        await check_pace(rooms.gate, live, client, address)
        client.name = name
        rooms.show_presence(live)
