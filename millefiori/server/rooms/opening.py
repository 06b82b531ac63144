"""Opening a game, the next one of the same players, and accepting an invitation."""

import secrets

import msgspec

from millefiori.engine.editions import EditionError
from millefiori.engine.vocabulary import SEAT_LETTERS, SPECTATOR, Seat
from millefiori.fairness import new_salt
from millefiori.server.border.names import person_name
from millefiori.server.messages.games import Again, Join, NewGame, Opened
from millefiori.server.messages.words import Player
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.lateness import check_unsealed
from millefiori.server.rooms.live import Live
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.rooms.seating import check_level, seated, turned
from millefiori.server.rooms.setup import Setup
from millefiori.server.storage.keys import Key
from millefiori.server.tempo.wanted import check_tempo
from millefiori.table import SetupError, Table


async def open_game(rooms: Rooms, wanted: NewGame) -> Opened:
    """A new game; refused if it breaks the rules of setup."""
    await rooms.ready
    programs = rooms.thinkers.programs.specs
    players = [seated(seat, number, programs) for number, seat in enumerate(wanted.seats)]
    names = [player.name or SEAT_LETTERS[seat] for seat, player in enumerate(players)]
    try:
        table = Table(wanted.edition, names, tactical=wanted.tactical, start_player=wanted.start_player)
    except (EditionError, SetupError) as error:
        raise Refusal("setup", str(error)) from None
    deal = (list(table.deck), table.start_player, table.salt)
    check_tempo(wanted.tempo)
    check_level(wanted.stand_in)
    setup = Setup(wanted.edition, wanted.tactical, players, *deal, hints=wanted.hints, talk=wanted.talk)
    return await rooms.add(
        msgspec.structs.replace(setup, tempo=wanted.tempo, stand_in=wanted.stand_in, delay=wanted.delay)
    )


async def open_next(rooms: Rooms, wanted: Again) -> tuple[Opened, Seat]:
    """The next game of the same players, everybody one seat further, and where the caller sits.

    The caller gets the seats of its screen.
    """
    key, live = await rooms.enter(wanted.key)
    old = live.room.setup
    if not live.room.is_over:
        raise Refusal("running", "the game is not over yet")
    if key.seat == SPECTATOR:
        raise Refusal("watching", "spectators cannot open the next game")
    old = msgspec.structs.replace(old, hints=old.allows_hints)
    players = [old.players[seat - 1] for seat in range(len(old.players))]
    mine = (key.seat + 1) % len(players)
    if players[mine].kind == "friend":  # the one who opens the next game plays it here, the others are invited
        players = [turned(player, seat == mine) for seat, player in enumerate(players)]
    if wanted.same_deal:
        check_unsealed(live.room)
        return await rooms.add(_replayed(live.room.id, old, players)), mine
    table = Table(old.edition, len(players), tactical=old.tactical)
    deal = (list(table.deck), table.start_player, table.salt)
    setup = Setup(old.edition, old.tactical, players, *deal, hints=old.hints, talk=old.talk)
    setup = msgspec.structs.replace(setup, tempo=old.tempo, stand_in=old.stand_in, delay=old.delay)
    return await rooms.add(setup), mine


def _replayed(game: str, old: Setup, players: list[Player]) -> Setup:
    """The deal of a finished game once more. Only those who played it first may join."""
    first = old.first or game
    return msgspec.structs.replace(old, players=players, salt=new_salt(), first=first, replays=old.replays + 1)


async def invitation(rooms: Rooms, token: str) -> tuple[Key, Live]:
    """What an invitation is for."""
    key = await rooms.store.key(token)
    if key is None or key.kind != "invitation":
        raise Refusal("invitation", "this invitation does not exist or has already been accepted")
    return key, await rooms.get(key.game)


async def join(rooms: Rooms, wanted: Join) -> tuple[Key, str]:
    """Accept an invitation: it becomes a key that nobody else has.

    A client that has drawn the key itself can ask again if no answer came, because a worker has died on the way.
    """
    if wanted.token and (taken := await rooms.store.key(wanted.token)) and taken.kind == "seat":
        return taken, wanted.token
    key, live = await invitation(rooms, wanted.invitation)
    await _check_proof(rooms, live.room.setup, key.seat, wanted.proof)
    name = person_name(wanted.name, key.seat)
    async with live.lock:
        token = wanted.token or secrets.token_urlsafe(16)
        setup = await rooms.store.accept(wanted.invitation, token, name)
        if setup is None:
            raise Refusal("invitation", "this invitation has already been accepted")
        rooms.rename(key.game, setup)
        await rooms.begin_if_complete(live)
    return Key(key.game, key.seat, "seat"), token


async def _check_proof(rooms: Rooms, setup: Setup, seat: Seat, proof: str | None) -> None:
    """A deal that was played before is only for those who sat at that table: the others do not know its cards."""
    if not setup.replays:
        return
    key = await rooms.store.key(proof) if proof else None
    before = (seat - setup.replays) % len(setup.players)
    if key is None or (key.game, key.seat, key.kind) != (setup.first, before, "seat"):
        raise Refusal("proof", "this deal has been played before: only those who played it then may join")
