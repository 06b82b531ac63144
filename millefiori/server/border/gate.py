"""The border: who may ask, where the application lives, and what every answer carries (docs/security.md)."""

import ipaddress
import re
import socket
from dataclasses import dataclass, field
from typing import NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from millefiori.server.border.bans import Bans
from millefiori.server.messages.words import Refused, encode

POLICY = "Content-Security-Policy"
HEADERS = {
    POLICY: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""What every answer carries, except files that are only parts of the page."""
PARTS = ("text/javascript", "text/css", "image/")
"""The types of those files. There are seventy of them, so long headers would make a third of the first load."""
PART_HEADERS = {
    POLICY: "default-src 'none'; frame-ancestors 'none'",
    **{
        name: HEADERS[name]
        for name in HEADERS
        if name not in (POLICY, "Cross-Origin-Opener-Policy", "Permissions-Policy")
    },
}
"""What they carry: nothing at all may run if one is opened by itself, and what only a document can have is left out."""
FORGET = "no-store"
"""How answers are cached, unless they say otherwise themselves: not at all, for they may hold a secret."""
PAGE_NEEDS = ("/api/facts", "/api/lang/")
"""What even somebody who is banned may ask for: without it, the page could not say so."""
FOREIGN = 4403
"""Closes the socket of a client that may not ask."""

HERE = frozenset({"localhost", "127.0.0.1", "::1"})
EVERYWHERE = frozenset({"0.0.0.0", "::"})
HOME_DOMAINS = ("local", "lan", "home", "home.arpa", "internal", "fritz.box")
"""What routers put after a machine's name."""
DEFAULT_PORTS = {"http": 80, "https": 443}

NAME = r"\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?"
HOST = re.compile(rf"(?:{NAME})(?::(?P<port>\d{{1,5}}))?")
ORIGIN = re.compile(rf"(?P<scheme>https?)://(?P<host>{HOST.pattern})/?")


class HostAndPort(NamedTuple):
    """A host, and its port if one is given."""

    host: str
    port: int | None


def host_and_port(text: str) -> HostAndPort | None:
    """The host and port of a Host header; None if it is not one."""
    found = HOST.fullmatch(text.strip().lower())
    if not found:
        return None
    return HostAndPort(found["six"] or found["name"], int(found["port"]) if found["port"] else None)


def origin_of(text: str) -> str | None:
    """An origin as browsers write it, without the default port; None if it is not one."""
    found = ORIGIN.fullmatch(text.strip().lower())
    if not found:
        return None
    named = host_and_port(found["host"])
    assert named is not None
    host = f"[{named.host}]" if ":" in named.host else named.host
    is_default = named.port in (None, DEFAULT_PORTS[found["scheme"]])
    return f"{found['scheme']}://{host}" + ("" if is_default else f":{named.port}")


def is_address(host: str) -> bool:
    """A number, not a name? Nobody can make a number lead elsewhere."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def own_names() -> set[str]:
    """The names by which others in a home network know this machine."""
    full = socket.gethostname().lower()
    short = full.partition(".")[0]
    return {full, short, *(f"{short}.{domain}" for domain in HOME_DOMAINS)}


@dataclass(frozen=True)
class Guests:
    """Who may ask: the hosts that the server answers to, and the origins of other pages that may use it.

    Without hosts it answers to any: an application inside another program leaves the check to that program.
    """

    hosts: frozenset[str] = field(default_factory=lambda: frozenset({"*"}))
    any_address: bool = False
    origins: frozenset[str] = frozenset()
    opened: set[str] = field(default_factory=set)  # addresses at which the server began to listen later

    @classmethod
    def of(cls, bound_to: str, hosts: tuple[str, ...] = (), origins: tuple[str, ...] = ()) -> "Guests":
        """Those of a server that listens at this address, and what its owner adds."""
        is_open = bound_to in EVERYWHERE
        names = HERE | {bound_to.lower(), *(host.lower() for host in hosts)} | (own_names() if is_open else set())
        found = [origin_of(origin) for origin in origins]
        return cls(frozenset(names), is_open, frozenset(origin for origin in found if origin))

    def has_host(self, host: str) -> bool:
        """Is this one of the server's names?"""
        if "*" in self.hosts or host in self.hosts or host in self.opened or (self.any_address and is_address(host)):
            return True
        return any(known.startswith("*.") and host.endswith(known[1:]) for known in self.hosts)

    def has_origin(self, origin: str, asked: HostAndPort) -> bool:
        """Is this the server's own page, or one that is listed? Behind a proxy the scheme outside is not known."""
        known = origin_of(origin)
        if known is None:
            return False
        if known in self.origins:
            return True
        scheme, _, host = known.partition("://")
        asking, default = host_and_port(host), DEFAULT_PORTS[scheme]
        return asking is not None and (asking.host, asking.port or default) == (asked.host, asked.port or default)

    def refusal(self, scope: Scope) -> Refused | None:
        """Why a request is refused; None if it is not."""
        headers = Headers(scope=scope)
        asked = host_and_port(headers.get("host", ""))
        if asked is None or not self.has_host(asked.host):
            name = asked.host if asked else "NAME"
            return Refused("host", f"this server does not answer to that name; to allow it, use --allowed-host {name}")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        foreign = [origin for origin in headers.getlist("origin") if not self.has_origin(origin, asked)]
        if changes and foreign:
            listed = origin_of(foreign[0]) or "ORIGIN"
            return Refused("origin", f"other sites may not do this; to allow this one, use --allowed-origin {listed}")
        return None


class Border:
    """Around the whole application, its errors included."""

    def __init__(self, app: ASGIApp, guests: Guests, root_path: str = "", bans: Bans | None = None) -> None:
        self.app, self.guests, self.root_path, self.bans = app, guests, root_path, bans or Bans()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        refused = self.guests.refusal(scope) or self._ban(scope)
        if scope["type"] == "websocket":
            await (close(refused, receive, send) if refused else self.app(self.inside(scope), receive, send))
            return

        async def stamped(message: Message) -> None:
            if message["type"] == "http.response.start":
                stamp(message)
            await send(message)

        if refused:
            status = 400 if refused.code == "host" else 403
            answer: ASGIApp = Response(encode(refused), status, media_type="application/json")
        elif self.root_path and scope["path"] == self.root_path:  # the page's own addresses begin at the slash
            answer = RedirectResponse(self.root_path.rpartition("/")[2] + "/", 308)
        else:
            answer = self.app
        await answer(self.inside(scope), receive, stamped)

    def _ban(self, scope: Scope) -> Refused | None:
        """Who is banned gets the page, which explains it, and nothing else."""
        path = self.inside(scope)["path"].removeprefix(self.root_path)
        if scope["type"] == "http" and (not path.startswith("/api/") or path.startswith(PAGE_NEEDS)):
            return None
        return self.bans.refusal(scope["client"][0]) if scope.get("client") else None

    def inside(self, scope: Scope) -> Scope:
        """The request as the application sees it. A proxy may have taken the root path away or left it."""
        path: str = scope["path"]
        if not self.root_path or path.startswith(self.root_path + "/"):
            return {**scope, "root_path": self.root_path} if self.root_path else scope
        return {**scope, "root_path": self.root_path, "path": self.root_path + path}


def stamp(message: Message) -> None:
    """Write the headers into the beginning of an answer."""
    headers = MutableHeaders(scope=message)
    is_part = message["status"] == 200 and headers.get("Content-Type", "").startswith(PARTS) and POLICY not in headers
    for name, value in (PART_HEADERS if is_part else HEADERS).items():
        headers[name] = value
    if message["status"] >= 400:
        headers["Cache-Control"] = FORGET
    headers.setdefault("Cache-Control", FORGET)


async def close(refused: Refused, receive: Receive, send: Send) -> None:
    """Say why, and close. Only a socket that was accepted can be closed with a code that the page sees."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": encode(refused).decode()})
    await send({"type": "websocket.close", "code": FOREIGN, "reason": refused.code})
