"""How long the server waits for a client, in seconds. A client that takes longer is disconnected and can come back."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Patience:
    """One for each thing that a client may keep us waiting for."""

    header: float = 10  # from the first byte, or from the connection, to the end of a request's header
    body: float = 20  # from there to the end of its body
    next_request: int = 5  # on a connection that stays open
    hello: float = 10  # the first message of a socket
    ping: float = 20  # between two questions whether a socket is still there
    pong: float = 20  # the answer to it
    unread: float = 30  # an answer that waits to be read
    goodbye: float = 3  # a closed connection with something left to send
    end: int = 3  # requests that are being answered when the server stops
