"""Passkeys, by the library `webauthn`: a player can be brought to a device without any other device at hand.

Optional on both sides: the server needs the extra [server], the browser a secure page. The server stores the public
key. A challenge is used once and soon expires; it is found by what the browser sends back.
"""

import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from importlib.util import find_spec
from typing import Any

import msgspec
from starlette.requests import Request

from millefiori.server.border.gate import host_and_port, is_address, origin_of
from millefiori.server.people.players import PLAYER, Player, Visit, add_device, digest, player_of
from millefiori.server.refusal import Refusal
from millefiori.server.storage.driver import Connection
from millefiori.server.storage.store import Store

NAME = "Mille Fiori"
MOST_PASSKEYS = 5
CHALLENGE_SECONDS = 300


def is_available() -> bool:
    """Is the library installed?"""
    return find_spec("webauthn") is not None


def wrong() -> Refusal:
    """What everybody hears whose passkey is not good; details would help guessing."""
    return Refusal("passkey", "this passkey does not belong to a player here, or it took too long: try again")


def site_of(request: Request) -> tuple[str, str]:
    """The site that a passkey belongs to, and the origin of the page; the border has let the origin in."""
    origin = origin_of(request.headers.get("origin", ""))
    place = host_and_port(origin.partition("://")[2]) if origin else None
    if not is_available() or origin is None or place is None or is_address(place.host):
        raise Refusal("passkeys", "passkeys need a page with a name, over HTTPS, and a server that can check them")
    return place.host, origin


class ClientData(msgspec.Struct):
    """What the browser has signed."""

    challenge: str


def encoded(data: bytes) -> str:
    """Bytes as they travel."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """The same back."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def challenge_in(credential: dict[str, Any]) -> str:
    """The challenge that a browser has answered."""
    try:
        return msgspec.json.decode(decoded(credential["response"]["clientDataJSON"]), type=ClientData).challenge
    except (KeyError, TypeError, ValueError, AttributeError):
        raise wrong() from None


class Passkeys:
    """The passkeys of all players."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def _challenge(self, player: str) -> bytes:
        """Something to sign; `player` is empty when it is to be found out."""
        challenge, now = secrets.token_bytes(32), int(time.time())

        def work(database: Connection) -> None:
            database.execute("DELETE FROM challenges WHERE expires <= ?", (now,))
            database.execute(
                "INSERT INTO challenges (hash, player, expires) VALUES (?, ?, ?)",
                (digest(encoded(challenge)), player, now + CHALLENGE_SECONDS),
            )

        await self.store.write(work)
        return challenge

    async def _use(self, challenge: str, player: str) -> None:
        """A challenge is good once, for the player it was made for."""
        now = int(time.time())
        used = await self.store.write(
            lambda database: database.execute(
                "DELETE FROM challenges WHERE hash = ? AND player = ? AND expires > ? RETURNING hash",
                (digest(challenge), player, now),
            ).fetchone()
        )
        if used is None:
            raise wrong()

    # --- Adding one

    async def creation(self, visit: Visit, site: str) -> bytes:
        """What the browser needs to make a passkey, as JSON."""
        import webauthn
        from webauthn.helpers.structs import AuthenticatorSelectionCriteria, ResidentKeyRequirement

        options = webauthn.generate_registration_options(
            rp_id=site,
            rp_name=NAME,
            user_name=visit.player.name,
            user_id=visit.player.id.encode(),
            challenge=await self._challenge(visit.player.id),
            authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
        )
        return webauthn.options_to_json(options).encode()

    async def add(self, visit: Visit, site: str, origin: str, credential: dict[str, Any]) -> None:
        """Keep the public key of a new passkey."""
        import webauthn

        challenge, player = challenge_in(credential), visit.player.id
        await self._use(challenge, player)
        try:
            made = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=decoded(challenge),
                expected_rp_id=site,
                expected_origin=origin,
            )
        except Exception:  # whatever the library finds wrong with what a stranger sends
            raise wrong() from None
        row = (encoded(made.credential_id), player, encoded(made.credential_public_key), made.sign_count)

        def work(database: Connection) -> None:
            count = database.execute("SELECT count(*) FROM passkeys WHERE player = ?", (player,)).fetchone()[0]
            if count >= MOST_PASSKEYS:
                raise Refusal("limit", f"a player can have {MOST_PASSKEYS} passkeys: remove one of them first")
            database.execute(
                "INSERT INTO passkeys (id, player, public_key, signs, created) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (id) DO NOTHING",
                (*row, int(time.time())),
            )

        await self.store.write(work)

    async def remove(self, visit: Visit, passkey: str) -> None:
        """It signs nobody in any more."""
        await self.store.write(
            lambda database: database.execute(
                "DELETE FROM passkeys WHERE id = ? AND player = ?", (passkey, visit.player.id)
            )
        )

    # --- Signing in

    async def question(self, site: str) -> bytes:
        """What the browser needs to sign in, as JSON."""
        import webauthn

        options = webauthn.generate_authentication_options(rp_id=site, challenge=await self._challenge(""))
        return webauthn.options_to_json(options).encode()

    async def sign_in(self, site: str, origin: str, credential: dict[str, Any], device: str) -> Visit:
        """The player of a passkey on this device, with a key of its own."""
        import webauthn

        challenge, passkey = challenge_in(credential), str(credential.get("id")).replace("\0", "")
        await self._use(challenge, "")
        row = await self.store.read(
            lambda database: database.execute(
                "SELECT player, public_key, signs FROM passkeys WHERE id = ?", (passkey,)
            ).fetchone()
        )
        if row is None:
            raise wrong()
        try:
            signed = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=decoded(challenge),
                expected_rp_id=site,
                expected_origin=origin,
                credential_public_key=decoded(row[1]),
                credential_current_sign_count=row[2],
            )
        except Exception:  # the same
            raise wrong() from None
        key = secrets.token_urlsafe(24)

        def work(database: Connection) -> Player:
            database.execute("UPDATE passkeys SET signs = ? WHERE id = ?", (signed.new_sign_count, passkey))
            add_device(database, row[0], key, device, int(time.time()))
            return player_of(database.execute(f"{PLAYER} WHERE id = ?", (row[0],)).fetchone())

        return Visit(await self.store.write(work), key)
