"""The page: its files below their version, what installs it, its link previews, and a page for unknown addresses."""

import os
import re
from functools import cache
from hashlib import sha256
from html import escape
from importlib.util import find_spec
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from millefiori.drawing.board import empty_board
from millefiori.drawing.emotes import emotes
from millefiori.server.border.gate import HEADERS, POLICY
from millefiori.server.messages.words import encode
from millefiori.server.site.facts import LANGUAGES, facts
from millefiori.server.site.texts import STATIC, TEXT_PARTS, page_texts, spoken_language
from millefiori.server.site.version import page_version

LASTING = {"Cache-Control": "no-cache"}
"""What holds no secret may be kept, as long as the browser asks each time whether it has changed."""
SCREENS = (
    *("", "play", "join", "replay", "player", "hall", "notices"),
    *("learn", "review", "rules", "puzzles", "analysis", "daily", "duplicate"),
)
"""The addresses of the page; its modules show a screen for each."""
PICTURES = ("preview.png", "icon-512.png", "icon-maskable")
STYLE = "css/page.css"
NOT_LOADED = ("lang/", "index.html", "lost.html", "lost.js", "worker.js", *PICTURES)
"""Files that the running page never asks for by these names."""


def lasting(request: Request, body: bytes, media_type: str, **headers: str) -> Response:
    """An answer that the browser may keep; it is sent again only if it has changed."""
    tags = {**LASTING, **headers, "ETag": f'"{sha256(body).hexdigest()[:32]}"'}
    if tags["ETag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=tags)
    return Response(body, media_type=media_type, headers=tags)


def language_of(request: Request) -> str:
    """The language of a browser, where the page's own setting is not known."""
    return spoken_language(request.headers.get("accept-language", ""))


# --- The page and its files


@cache
def template(name: str) -> str:
    """A page whose files are asked for by the version of all of them."""
    text = (STATIC / name).read_text(encoding="utf-8")
    return re.sub(r'(href|src)="(%up%)?static/', rf'\1="\2static/{page_version()}/', text)


def filled(name: str, values: dict[str, str]) -> str:
    """A page with its blanks filled in; a value cannot become markup."""
    return re.sub(r"%(\w+)%", lambda blank: escape(values[blank[1]]), template(name))


async def page(request: Request) -> Response:
    """The page itself; its modules do the rest. Link previews need whole addresses and words."""
    language = language_of(request)
    screen = request.url.path.rpartition("/")[2]
    words = page_texts(language)[f"preview.{screen or 'home'}"]
    hall = "no" if request.app.state.people is None else "passkeys" if find_spec("webauthn") else "yes"
    blanks = {"language": language, "address": str(request.base_url), "words": words, "hall": hall}
    blanks["programs"] = " ".join(request.app.state.rooms.thinkers.programs.specs)
    return HTMLResponse(filled("index.html", blanks), headers={"Vary": "Accept-Language"})


class Static(StaticFiles):
    """The files of the page, below the version of all of them or without one; never below another version."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file; its address may begin with the version."""
        path = path.removeprefix(f"{page_version()}/")
        if path == STYLE and scope["method"] in ("GET", "HEAD"):
            return lasting(Request(scope), style(), "text/css")
        return await super().get_response(path, scope)

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file that the browser may keep."""
        if os.fspath(full_path).endswith(".js"):
            return lasting(Request(scope), script(os.fspath(full_path), stat_result.st_mtime_ns), "text/javascript")
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers.update(LASTING)
        for name in ("Last-Modified", "Accept-Ranges"):  # the tag says it, and every header is sent with every file
            del response.headers[name]
        return response


@cache
def style() -> bytes:
    """All style sheets as one, without comments and indents: each file would cost a request and its headers."""
    sheets = re.findall(r'@import "(.+)";', (STATIC / STYLE).read_text(encoding="utf-8"))
    text = "\n".join((STATIC / "css" / sheet).read_text(encoding="utf-8") for sheet in sheets)
    return re.sub(r"\s*\n\s*", "\n", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)).encode()


@cache
def script(file: str, changed: int) -> bytes:
    """A module as it was when it was changed last, without comments and types: they would make a quarter of its bytes.

    Every line keeps its number, so an error on the page names the line in the file.
    """
    text = Path(file).read_text(encoding="utf-8")
    return re.sub(r"[ \t]*/\*\*.*?\*/", lambda comment: "\n" * comment[0].count("\n"), text, flags=re.DOTALL).encode()


# --- What never changes


async def get_facts(request: Request) -> Response:
    """What never changes."""
    return lasting(request, _facts(), "application/json")


async def get_language(request: Request) -> Response:
    """The texts of a language; English for one that is not known."""
    return lasting(request, encode(page_texts(request.path_params["language"])), "application/json")


async def get_text_part(request: Request) -> Response:
    """The texts of a language that only some screens need."""
    part = request.path_params["part"]
    if part not in TEXT_PARTS:
        raise HTTPException(404)
    return lasting(request, encode(page_texts(request.path_params["language"], part)), "application/json")


async def get_board(request: Request) -> Response:
    """The drawing of the empty board."""
    return lasting(request, _board(), "image/svg+xml")


async def get_emotes(request: Request) -> Response:
    """The drawings of all emotes."""
    return lasting(request, _emotes(), "image/svg+xml")


@cache
def _emotes() -> bytes:
    return emotes().encode()


@cache
def _board() -> bytes:
    return empty_board().encode()


@cache
def _facts() -> bytes:
    return encode(facts(page_version()))


# --- Installing it


async def get_manifest(request: Request) -> Response:
    """What an installed page is called and looks like. Its addresses are relative: it works below any path."""
    language = language_of(request)
    manifest = {
        "id": "./",
        "name": "Mille Fiori",
        "short_name": "Mille Fiori",
        "description": page_texts(language)["preview.home"],
        "lang": language,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f6ecdb",
        "theme_color": "#f6ecdb",
        "categories": ["games"],
        "icons": icons(),
    }
    return lasting(request, encode(manifest), "application/manifest+json", Vary="Accept-Language")


@cache
def icons() -> list[dict[str, str]]:
    """The icons that are there: a drawing for every size, and pictures `icon-192.png`, `icon-maskable-512.png` ..."""
    found = [{"src": "static/icon.svg", "type": "image/svg+xml", "sizes": "any"}]
    for file in sorted(STATIC.glob("icon-*.png")):
        _, *purpose, size = file.stem.split("-")
        found.append({"src": f"static/{file.name}", "type": "image/png", "sizes": f"{size}x{size}"})
        if purpose:
            found[-1]["purpose"] = purpose[0]
    return found


async def get_worker(request: Request) -> Response:
    """The service worker, with the list of the files that it keeps. A new version has other bytes: browsers notice."""
    text = (STATIC / "worker.js").read_text(encoding="utf-8")
    text = text.replace('"VERSION"', f'"{page_version()}"', 1).replace('["FILES"]', encode(kept_files()).decode(), 1)
    whole = {POLICY: HEADERS[POLICY]}  # it fetches, which parts of the page may not
    return lasting(request, text.encode(), "text/javascript", **whole)


@cache
def kept_files() -> list[str]:
    """All that the page needs to start, and nothing that a game has to do with."""
    version = page_version()
    names = (file.relative_to(STATIC).as_posix() for file in sorted(STATIC.rglob("*")) if file.is_file())
    files = [name for name in names if not name.startswith(NOT_LOADED) and not name.endswith((".d.ts", ".css"))]
    lasting = ["api/facts", "board.svg", *(f"api/lang/{language}" for language in LANGUAGES)]
    return [
        "./",
        "app.webmanifest",
        *(f"static/{version}/{name}" for name in (*files, STYLE)),
        *(f"{path}?v={version}" for path in lasting),
    ]


# --- Addresses that do not exist


async def lost(request: Request, error: Exception) -> Response:
    """An unknown address: a page for people, plain text for programs."""
    assert isinstance(error, HTTPException)
    scope = request.scope
    below = request.url.path.removeprefix(scope.get("app_root_path", scope.get("root_path", "")))
    is_page = not below.startswith(("/api/", "/static/")) and "text/html" in request.headers.get("accept", "")
    if not is_page or request.method not in ("GET", "HEAD"):
        return PlainTextResponse(error.detail, error.status_code)
    language, up = language_of(request), "../" * (below.count("/") - 1)
    texts = {key.removeprefix("lost."): text for key, text in page_texts(language).items() if key.startswith("lost.")}
    text = filled("lost.html", {**texts, "language": language, "up": up or "./"})
    return HTMLResponse(text, error.status_code, headers={"Vary": "Accept-Language"})
