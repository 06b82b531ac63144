"""Games without a room: what a page needs to show one that begins at any position, and what happens there."""

from collections.abc import Sequence

import msgspec

from millefiori.engine.editions import edition_numbered
from millefiori.engine.state import Game
from millefiori.engine.vocabulary import Seat
from millefiori.server.messages.events import Event, Welcome
from millefiori.server.messages.position import Position
from millefiori.server.messages.words import NO_TEMPO, Player
from millefiori.server.rooms.events import event_of, seen_by, with_new_cards
from millefiori.server.rooms.positions import public_position, seat_position
from millefiori.teacher.lessons.attempt import Played

OPPONENTS = "gentle"
"""Who the other players of a lesson seem to be."""


def welcome(game: Game, seat: Seat, *, is_asked: bool = True, players: Sequence[Player] = ()) -> Welcome:
    """What a page needs to show a game that begins here. Who only reads is asked nothing."""
    shown = seen_position(game, seat)
    if not is_asked:
        shown = msgspec.structs.replace(shown, decides=False, cards=[], can_decline=False)
    seats = range(int(game.seats))
    anybody = [Player("", "here") if each == seat else Player("", "bot", OPPONENTS) for each in seats]
    return Welcome(
        game="",
        seat=seat,
        edition=edition_numbered(game.option.edition).name,
        tactical=bool(game.option.tactical),
        players=list(players) or anybody,
        n=-1,
        log=[],
        position=shown,
        presence=[True for _ in seats],
        replays=0,
        hints=False,
        tempo=NO_TEMPO,
        stand_in=OPPONENTS,
        now=0,
        is_host=False,
        commitment="",
    )


def seen_position(game: Game, seat: Seat) -> Position:
    """Where a game stands for a seat, which may know what its view shows."""
    return seat_position(public_position(game), game, seat)


def story(plays: Sequence[Played], seat: Seat) -> list[Event]:
    """Actions as events with their positions, as a seat may know them."""
    return [_event(number, play, seat) for number, play in enumerate(plays)]


def _event(number: int, play: Played, seat: Seat) -> Event:
    before, after = play.before, play.after
    event = event_of(number, int(before.to_act), before, play.action, after)
    event = with_new_cards(event, before.rounds, before.turn, before.display.tolist(), after)
    return msgspec.structs.replace(seen_by(event, seat), position=seen_position(after, seat))
