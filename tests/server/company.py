"""A table of people over the wire, for pages that watch: without bots nothing has to be compiled."""

from typing import Any

from tests.server.serving import Client, Server


class Company:
    """Clients at all seats of a new game. `decide` makes one decision after the other."""

    def __init__(self, server: Server, seats: int = 2, **more: Any) -> None:
        opened = server.open(*["here"] * seats, **more)
        self.watch: str = opened["watch"]
        self.keys: dict[str, str] = opened["keys"]
        self.clients = [Client(server, key, seed=number) for number, key in enumerate(opened["keys"].values())]
        for client in self.clients:
            client.hear_until(lambda message: message["type"] == "welcome")

    @property
    def is_over(self) -> bool:
        return bool(self.clients[0].position["phase"] == "over")

    def decide(self) -> dict[str, Any]:
        """The next decision, whoever has it: the one that brings most. Returns the event as its player sees it."""
        asked = next(client for client in self.clients if client.position["decides"])
        asked.send(type="decide", action=best(asked.position), at=asked.n)
        event = asked.hear_until(lambda message: message["type"] == "event")
        for client in self.clients:
            while client.n < asked.n:
                assert client.hear()["type"] != "refused"
        return event


def best(position: dict[str, Any]) -> int:
    """What brings a seat most at once, an extra card included; the server lists the best use of a card first."""

    def worth(card: dict[str, Any]) -> tuple[bool, int]:
        use = card["previews"][0]
        return bool(use["bonus"] or use["extra_card"]), sum(gain["points"] for gain in use["gains"])

    card = max(position["cards"], key=worth)
    return int(card["previews"][0]["action"] if position["phase"] == "play" else card["obtain"])
