"""The wire of wishes for a coming decision (docs/time.md)."""

from typing import Annotated

from msgspec import Meta, Struct

from millefiori.server.messages.position import ShownPreview
from millefiori.server.messages.words import Number

MOST_WISHES = 8
"""In one list."""


class NewWishes(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/wishes: the first of these that is possible when the seat decides next. Its key is in the header.

    They replace earlier ones. DELETE /api/wishes withdraws them.
    """

    actions: Annotated[list[Number], Meta(min_length=1, max_length=MOST_WISHES)]
    at: int  # the number of the last event that the client knows


class Wishes(Struct, frozen=True):
    """GET, POST and DELETE /api/wishes: what the seat has wished for and may wish for. No other seat gets it."""

    actions: list[int]  # in their order; empty if there are none
    was_dropped: bool  # the last wishes are gone: none of them was possible
    cards: list[int]  # that may be kept next, as far as the seat knows them; empty if a card is kept
    uses: list[ShownPreview]  # of the kept card, as the board is now
