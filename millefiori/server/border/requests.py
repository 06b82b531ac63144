"""Requests over HTTP: their bodies and keys, validated, and the answers to them."""

import asyncio
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from millefiori.server.messages.words import LONGEST_MESSAGE, Refused, encode
from millefiori.server.refusal import Refusal
from millefiori.server.sockets import patience_of

T = TypeVar("T")
STATUS = {
    "key": 404,
    "lesson": 404,
    "puzzle": 404,
    "daily": 409,
    "day": 404,
    "duplicate": 409,
    "sealed": 403,
    "player": 401,
    "ticket": 404,
    "device": 404,
    "hall": 404,
    "gathering": 404,
    "passkey": 404,
    "full": 409,
    "notices": 400,
    "notice": 404,
    "unsent": 502,
    "invitation": 404,
    "running": 403,
    "unfinished": 409,
    "step": 404,
    "banned": 403,
    "network": 403,
    "slow": 408,
    "damaged": 410,
    "limit": 429,
    "busy": 503,
    "storage": 503,
}


def json_response(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(encode(value), status, media_type="application/json")


async def refused(request: Request, error: Exception) -> Response:
    """A refusal as an answer."""
    assert isinstance(error, Refusal)
    answer = json_response(Refused(error.code, str(error)), STATUS.get(error.code, 400))
    if error.code == "slow":
        answer.headers["Connection"] = "close"  # the rest is not waited for
    return answer


async def body_of(request: Request, longest: int = LONGEST_MESSAGE) -> bytes:
    """The body of a request, refused if it is too long or takes too long."""
    parts, length = list[bytes](), 0
    try:
        async with asyncio.timeout(patience_of(request).body):
            async for part in request.stream():
                parts.append(part)
                length += len(part)
                if length > longest:
                    raise Refusal("oversized", f"a request has at most {longest} bytes")
    except TimeoutError:
        raise Refusal("slow", "the request did not arrive in time") from None
    except ClientDisconnect:
        raise Refusal("malformed", "the request ended too early") from None
    return b"".join(parts)


def decoded(body: bytes, kind: type[T]) -> T:
    """A validated message."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("malformed", str(error)) from None


def token_of(request: Request) -> str:
    """The key or invitation in the header of a request, if there is one: addresses end up in log files."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def bearer(request: Request, code: str) -> str:
    """The same; refused if there is none."""
    token = token_of(request)
    if not token:
        raise Refusal(code, "the request needs a header `Authorization: Bearer …` with the key or invitation")
    return token
