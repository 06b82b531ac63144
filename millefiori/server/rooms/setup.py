"""What a game begins with, as it is stored."""

import msgspec

from millefiori.engine.vocabulary import SPECTATOR, Seat
from millefiori.server.messages.words import NO_TEMPO, Player, TalkMode, Tempo


class Setup(msgspec.Struct, frozen=True):
    """All that a game begins with. It holds the deck: never for a client."""

    edition: str
    tactical: bool
    players: list[Player]
    deck: list[str]
    start_player: Seat
    salt: str = ""  # of the commitment to the deck
    first: str = ""  # the game in which the deal was played first, if it was
    replays: int = 0  # how often it was played before
    hints: bool | None = None  # may players ask for hints? None: unless a friend plays
    tempo: Tempo = NO_TEMPO
    stand_in: str = "skilled"  # the level of the bot that plays for somebody who is away
    missing: list[Seat] = []  # seats whose invitation nobody has accepted yet
    begun: int = 0  # when everybody was there and the clocks began to run; 0: not yet
    talk: TalkMode = "all"
    delay: int = 0  # seconds after which those who watch see what happens
    sealed: str = ""  # the duplicate of which other tables still play this deal: see `lateness.check_over`
    host: Seat = SPECTATOR  # who opened a table in the hall; else those at the first screen did

    @property
    def allows_hints(self) -> bool:
        """Friends play without hints, unless the one who opened the table said otherwise: invitations say so, too."""
        has_friends = any(player.kind == "friend" for player in self.players)
        return not has_friends if self.hints is None else self.hints

    def is_host(self, seat: Seat) -> bool:
        """Has this seat opened the table?"""
        return seat != SPECTATOR and (seat == self.host or self.players[seat].kind == "here")
