"""The requests of those who want to be told that it is their turn."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from millefiori.server.border.requests import bearer, body_of, decoded, json_response
from millefiori.server.messages.notices import NewNotice, Noticed, NoticeEnded, NoticeKinds, UseNotice
from millefiori.server.notices.post import NotSent
from millefiori.server.notices.reminders import Reminders, push_address
from millefiori.server.refusal import Refusal
from millefiori.server.site.facts import LANGUAGES
from millefiori.server.sockets import address_of, rooms_of


def reminders_of(request: Request) -> Reminders:
    """What the application sends; refused if it sends nothing."""
    reminders: Reminders | None = request.app.state.reminders
    if reminders is None:
        raise Refusal("notices", "this server sends no notices")
    return reminders


async def get_kinds(request: Request) -> Response:
    """What this server can send."""
    reminders: Reminders | None = request.app.state.reminders
    return json_response(reminders.kinds if reminders else NoticeKinds(False, ""))


async def post_notice(request: Request) -> Response:
    """Tell me when it is my turn in this game."""
    reminders, rooms = reminders_of(request), rooms_of(request)
    await rooms.gate.check(rooms.gate.notices, address_of(request), "notices")
    wanted = decoded(await body_of(request), NewNotice)
    key, live = await rooms.enter(bearer(request, "key"), kinds=("seat",))
    if live.room.setup.tempo.kind != "days":
        raise Refusal("notices", "there are notices for games over days only")
    kind, address = _address(wanted, reminders)
    known = await reminders.subscriptions.add_seat(wanted.secret, address, key) if wanted.secret else None
    if known is not None and wanted.secret:
        return await _noticed(reminders, wanted.secret)
    language = wanted.language if wanted.language in LANGUAGES else "en"
    new, secret, confirming = await reminders.subscriptions.add(kind, address, language, key, reminders.clock())
    if kind == "mail":
        try:
            await reminders.ask(new, confirming)
        except NotSent as error:
            await reminders.subscriptions.end(secret)
            raise Refusal("unsent", f"the letter was not sent: {error}") from None
    return await _noticed(reminders, secret, 201)


def _address(wanted: NewNotice, reminders: Reminders) -> tuple[str, str]:
    if wanted.mail and not wanted.push and reminders.settings.mail:
        return "mail", wanted.mail.lower()
    if wanted.push and not wanted.mail and reminders.pushing:
        if not reminders.pushing.knows(wanted.push.endpoint):
            raise Refusal("notices", "this server does not send to the push service of this browser")
        return "push", push_address(wanted.push.endpoint, wanted.push.p256dh, wanted.push.auth)
    raise Refusal("notices", "give one address, of a kind that this server sends to")


async def _noticed(reminders: Reminders, secret: str, status: int = 200) -> Response:
    found, games = await reminders.subscriptions.find(secret)
    return json_response(Noticed(secret, found.kind, found.is_confirmed, games), status)  # type: ignore[arg-type]


async def get_notice(request: Request) -> Response:
    """How somebody is told; the secret is in the header."""
    rooms = rooms_of(request)
    await rooms.gate.check(rooms.gate.lookups, address_of(request), "requests")
    return await _noticed(reminders_of(request), bearer(request, "notice"))


async def delete_notice(request: Request) -> Response:
    """Tell me no more."""
    await reminders_of(request).subscriptions.end(bearer(request, "notice"))
    return json_response(NoticeEnded(1))


async def post_confirm(request: Request) -> Response:
    """The link in the first letter."""
    rooms = rooms_of(request)
    await rooms.gate.check(rooms.gate.lookups, address_of(request), "requests")
    await reminders_of(request).subscriptions.confirm(decoded(await body_of(request), UseNotice).token)
    return json_response(NoticeEnded(0))


async def post_end(request: Request) -> Response:
    """The link at the end of each letter; mail programs use it without a page (RFC 8058)."""
    rooms = rooms_of(request)
    await rooms.gate.check(rooms.gate.lookups, address_of(request), "requests")
    token = request.path_params.get("token") or decoded(await body_of(request), UseNotice).token
    await reminders_of(request).subscriptions.leave(token)
    return json_response(NoticeEnded(1))


def notice_routes() -> list[Route]:
    """Below /api."""
    return [
        Route("/notices/kinds", get_kinds),
        Route("/notices", get_notice),
        Route("/notices", post_notice, methods=["POST"]),
        Route("/notices", delete_notice, methods=["DELETE"]),
        Route("/notices/confirm", post_confirm, methods=["POST"]),
        Route("/notices/end", post_end, methods=["POST"]),
        Route("/notices/end/{token}", post_end, methods=["POST"]),
    ]
