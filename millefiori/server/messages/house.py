"""The server itself: who can reach it, links as pictures, how much is compiled."""

from typing import Annotated

from msgspec import Meta, Struct


class Network(Struct, frozen=True):
    """GET and POST /api/network: can friends in the same network connect? For the person at the server alone."""

    can_open: bool  # POST lets them in
    is_private: bool  # links lead nowhere for others
    address: str  # that works for others; empty if there is none


class DrawQr(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/qr: a link with a key in it, so it travels in the body."""

    text: Annotated[str, Meta(min_length=1, max_length=300, pattern="^https?://")]


class Qr(Struct, frozen=True):
    """The answer to POST /api/qr: a link as a QR code."""

    size: int  # modules across, the quiet zone included
    path: str  # of the dark ones, for SVG


class Progress(Struct):
    """GET /api/progress: how much is compiled, from 0 to 1, of what a table and of what the bots need."""

    table: float = 0.0
    bots: float = 0.0  # until it is 1, bots play uncompiled, and the strongest without its search
