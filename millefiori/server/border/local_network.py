"""Friends in the same network: the person at this machine lets them in while the server runs (docs/security.md)."""

import ipaddress
import socket
from collections.abc import Awaitable, Callable

import segno
from starlette.requests import Request

from millefiori.server.border.gate import HERE, Guests, host_and_port, is_address
from millefiori.server.border.limits import NO_LIMITS, Gate, Limits
from millefiori.server.messages.house import Network, Qr
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.sockets import address_of

ELSEWHERE = "192.0.2.1"
"""An address of no machine, kept for documents (RFC 5737)."""
Listen = Callable[[str], Awaitable[int]]
"""Listens at another address of this machine; returns the port."""


def network_address() -> str | None:
    """This machine's address in its network; None without one. A datagram socket finds it without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((ELSEWHERE, 9))
            found = str(asking.getsockname()[0])
        except OSError:
            return None
    address = ipaddress.ip_address(found)
    return None if address.is_loopback or address.is_unspecified else found


class Neighbours:
    """Whether others in the network can reach the server, and by which address."""

    def __init__(self, guests: Guests, root_path: str) -> None:
        self.guests, self.root_path = guests, root_path
        self.listen: Listen | None = None  # set by the process that listens; an application in a test has none
        self.bound_to, self.port = "", 0
        self.address = ""

    def began(self, bound_to: str, port: int, listen: Listen) -> None:
        """The server listens. If it does so everywhere, the others need nothing but the address."""
        self.bound_to, self.port, self.listen = bound_to, port, listen
        if bound_to in ("0.0.0.0", "::"):
            self.address = self._written(network_address(), port)

    def _written(self, host: str | None, port: int) -> str:
        return f"http://{host}:{port}{self.root_path}/" if host else ""

    def is_host(self, request: Request) -> bool:
        """Does the person at this machine ask, at the server itself and not through a proxy?"""
        place = host_and_port(request.headers.get("host", ""))
        client = address_of(request)
        is_near = is_address(client) and ipaddress.ip_address(client).is_loopback
        return is_near and place is not None and place.host in HERE and not self.root_path

    def answer(self, request: Request) -> Network:
        """What the page needs to know; everybody else learns nothing."""
        if not self.is_host(request):
            return Network(False, False, "")
        is_private = is_address(self.bound_to) and ipaddress.ip_address(self.bound_to).is_loopback
        can_open = self.listen is not None and is_private and not self.address and network_address() is not None
        return Network(can_open, bool(is_private and not self.address), self.address)

    async def open(self, request: Request, rooms: Rooms) -> None:
        """Listen in the network, too. From then on there are limits, as on any server that others can reach."""
        if not self.is_host(request) or self.listen is None:
            raise Refusal("network", "only the person at the server's own machine can let others in")
        if self.address:
            return
        host = network_address()
        if host is None:
            raise Refusal("network", "this machine has no address in a network: connect it first")
        try:
            port = await self.listen(host)
        except OSError as error:
            raise Refusal("network", f"cannot listen at {host}: {error.strerror}") from None
        self.guests.opened.add(host)
        if rooms.gate.limits == NO_LIMITS:
            rooms.gate = Gate(Limits(), rooms.fanout.broker)
        self.address = self._written(host, port)


def qr_code(text: str) -> Qr:
    """A link as a QR code: the outline of its dark modules, with the quiet zone around them."""
    drawn = segno.make(text, error="m", micro=False)
    border = drawn.default_border_size
    rows = enumerate(drawn.matrix_iter(border=border))
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in rows for x, dark in enumerate(row) if dark)
    return Qr(int(drawn.symbol_size(border=border)[0]), path)
