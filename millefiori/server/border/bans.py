"""Whom the operator has banned (`millefiori admin ban`): addresses are refused at the border, players by the store."""

import ipaddress
import time
from collections.abc import Iterable

from millefiori.server.messages.words import Refused

ADDRESS, PLAYER = "address", "player"
FOR_EVER = 253_402_300_799
"""The last second of the year 9999."""
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def network_of(text: str) -> Network:
    """An address or a network, such as 203.0.113.0/24. Raises ValueError if it is neither."""
    network = ipaddress.ip_network(text.strip(), strict=False)
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen == 128:  # one of many in a household
        network = network.supernet(new_prefix=64)
    return network


class Bans:
    """The banned addresses, as this worker knows them."""

    def __init__(self) -> None:
        self._known: list[tuple[str, int]] = []
        self._networks: list[tuple[Network, int]] = []

    def learn(self, known: Iterable[tuple[str, int]]) -> None:
        """These networks are banned, each until a time in seconds since 1970."""
        known = list(known)
        if known != self._known:
            self._known = known
            self._networks = [(network_of(network), until) for network, until in known]

    def refusal(self, address: str) -> Refused | None:
        """Why an address is refused; None if it is not."""
        if not self._networks:
            return None
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return None
        if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
            found = found.ipv4_mapped
        now = time.time()
        if any(found in network and now < until for network, until in self._networks):
            return Refused("banned", "your address has been banned by the operator of this server")
        return None
