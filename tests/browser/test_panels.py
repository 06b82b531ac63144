"""Every panel and dialog in every window, in both colours: no barriers, nothing cut, what closes it in sight."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.barriers import barriers_in_light_and_dark
from tests.browser.conftest import NewPage
from tests.browser.crowded import NAMES
from tests.browser.test_sizes import SIZES, crowded, sit_down_at
from tests.server import real_server
from tests.server.serving import Server

pytestmark = real_server
__all__ = ["crowded"]  # a fixture

# Games and results of this browser, as they are after some evenings.
REMEMBER = """([names]) => {
  localStorage.clear();
  const players = names.map((name) => ({ name, kind: "friend" }));
  const table = { edition: "german", players, at: Date.now(), scores: [12, 133, 41, 260] };
  localStorage.setItem("millefiori.games", JSON.stringify([
    { ...table, key: "play", game: "play", seat: 0, watch: "watch", invitations: { 3: "free", 1: "taken" },
      players: players.with(3, { name: "", kind: "friend" }) },
    { ...table, key: "over", game: "over", seat: 0, over: true }]));
  const result = (number) => ({ game: `g${number}`, at: Date.now(), edition: number % 2 ? "german" : "international",
    players: 2 + (number % 3), score: 120 + 13 * number, won: number % 3 === 0, place: 1 + (number % 3),
    points: { nobili: 20, populi: 9, sea: 11 } });
  localStorage.setItem("millefiori.statistics", JSON.stringify(Array.from({ length: 9 }, (_, n) => result(n))));
}"""

WINDOWS = SIZES[::3]
"""One of each kind: 400 % zoom, a phone, a tablet, a wide screen."""
UNFOLD = "() => { for (const fold of document.querySelectorAll('details')) fold.open = true; }"

# What is open: a dialog, a drawer, a panel. Nothing in it is wider than it is or cut; what closes it is in the window.
FAULTS = """(selector, root = document.documentElement) => {
  const [part] = [...document.querySelectorAll(selector)].filter((found) => found.checkVisibility());
  if (!part) return [`${selector} is not shown`];
  const isShown = (found) => found.checkVisibility({ visibilityProperty: true }) && found.clientWidth > 1;
  const inside = [...part.querySelectorAll("*")].filter((found) => !found.closest("svg") && isShown(found));
  const words = (found) => `${found.localName}.${found.className} ${found.textContent.trim().slice(0, 30)}`;
  const scrolls = (found) => ["auto", "scroll"].includes(getComputedStyle(found).overflowX);
  const holder = (found) => found.parentElement?.closest(".sheet-scroll") !== null;
  // Numbers of piles and markers of the track may hang over their edge a little.
  const may = "select, input, .unseen, mf-track";
  const wide = inside.filter((found) => !scrolls(found) && !holder(found) && !found.matches(may))
    .filter((found) => found.scrollWidth > found.clientWidth + 4 && getComputedStyle(found).display !== "inline");
  const view = part.getBoundingClientRect();
  const out = [...part.querySelectorAll("dialog[open] > .row:last-child button")].filter((found) => {
    const { top, bottom } = found.getBoundingClientRect();
    return top < 0 || bottom > innerHeight;
  });
  return [
    ...wide.map((found) => `too wide (${found.scrollWidth} in ${found.clientWidth}): ${words(found)}`),
    ...out.map((found) => `out of sight: ${words(found)}`),
    ...(view.left < -1 || view.right > innerWidth + 1 ? ["beyond the edge"] : []),
    ...(root.scrollWidth > innerWidth ? ["the page scrolls sideways"] : []),
  ];
}"""


def on_start_page(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.wait_for_selector("mf-lobby button")
    page.evaluate(REMEMBER, [list(NAMES)])
    page.reload()
    page.wait_for_selector("mf-lobby button")


def unfolded_start_page(page: Page, server: Server) -> None:
    on_start_page(page, server)
    page.evaluate(UNFOLD)


def four_seats(page: Page, server: Server) -> None:
    """The form of an own table, with all kinds of seats and all options."""
    unfolded_start_page(page, server)
    page.locator("#own-table input[type=radio]").last.check(force=True)
    for number, kind in enumerate(["here", "friend", "gentle", "master"]):
        select = page.locator("#own-table .seat-row select").nth(number)
        if select.locator(f"option[value={kind}]").count():
            select.select_option(kind)
    page.evaluate(UNFOLD)


def links(page: Page, server: Server) -> None:
    """The links of a table, the question about the network, a QR code."""
    on_start_page(page, server)
    page.locator(".game-item button:not(.plain)").first.click()
    expect(page.locator("[data-name=network]")).to_be_visible()
    page.locator("[data-name=qr]").first.click()
    page.wait_for_selector(".qr svg")


def settings(page: Page, server: Server) -> None:
    on_start_page(page, server)
    page.locator(".settings-button").click()


def at_table(page: Page, server: Server) -> None:
    on_start_page(page, server)
    sit_down_at(page, server, "play")


def settings_at_table(page: Page, server: Server) -> None:
    at_table(page, server)
    page.locator(".settings-button").click()


def help_of_all(page: Page, server: Server) -> None:
    at_table(page, server)
    page.keyboard.press("?")
    page.evaluate(UNFOLD)


def links_at_table(page: Page, server: Server) -> None:
    at_table(page, server)
    page.evaluate("() => document.querySelector('mf-links').open()")
    page.wait_for_selector("dialog[open] .share-link")


def panel(name: str) -> Callable[[Page, Server], None]:
    def show(page: Page, server: Server) -> None:
        at_table(page, server)
        page.evaluate(
            "name => { const side = document.querySelector('mf-side'); side.show(name); side.open(true); }", name
        )
        page.wait_for_timeout(300)  # the drawer comes in
        page.evaluate(UNFOLD)

    return show


def as_text(page: Page, server: Server) -> None:
    at_table(page, server)
    page.evaluate("() => document.querySelector('mf-game').showText(true)")
    page.evaluate(UNFOLD)


def end(page: Page, server: Server) -> None:
    on_start_page(page, server)
    sit_down_at(page, server, "over")
    page.wait_for_selector("mf-end table")


def replay(page: Page, server: Server) -> None:
    page.goto("about:blank")
    page.goto(f"{server.address}/replay#over")
    page.wait_for_selector("mf-replay mf-board svg")
    page.keyboard.press("End")
    page.evaluate(UNFOLD)


SCENES: dict[str, tuple[Callable[[Page, Server], None], str]] = {
    "start page": (unfolded_start_page, "mf-lobby"),
    "four seats": (four_seats, "mf-lobby"),
    "links": (links, "mf-share"),
    "settings": (settings, "dialog[open]"),
    "settings at the table": (settings_at_table, "dialog[open]"),
    "help": (help_of_all, "dialog[open]"),
    "links at the table": (links_at_table, "dialog[open]"),
    "players": (panel("players"), "[data-pane=players]"),
    "log": (panel("log"), "[data-pane=log]"),
    "details": (panel("details"), "[data-pane=details]"),
    "text": (as_text, "mf-text"),
    "end": (end, "mf-end"),
    "replay": (replay, ".replay-side"),
}


def test_no_barriers_are_found_in_any_panel(crowded: Server, new_page: NewPage) -> None:
    page = new_page(1024, 768)  # the board, which is in most of them, is looked at in test_page
    found: dict[str, list[str]] = {}
    for name, (show, _) in SCENES.items():
        show(page, crowded)
        if faults := barriers_in_light_and_dark(page):
            found[name] = faults
    assert found == {}


def lasting_faults(page: Page, part: str) -> list[str]:
    """What is wrong and stays so: after a new size of the window, drawings follow some frames later."""
    for _ in range(20):
        if not (faults := page.evaluate(FAULTS, part)):
            return []
        page.wait_for_timeout(100)
    return [str(fault) for fault in faults]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_nothing_in_a_panel_is_cut(crowded: Server, new_page: NewPage, language: str) -> None:
    page = new_page(locale=language)
    found: list[str] = []
    for name, (show, part) in SCENES.items():
        show(page, crowded)
        for width, height in WINDOWS if language == "en" else [(320, 568)]:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(
                "([width, height]) => innerWidth === width && innerHeight === height", arg=[width, height]
            )
            if name in ("players", "log", "details") and (width, height) == (1024, 768):
                continue  # a full display leaves them no room
            found += [f"{name} at {width}x{height}: {fault}" for fault in lasting_faults(page, part)]
    assert not found, "\n".join(found)


def test_the_signs_of_the_replays_buttons_were_hidden(crowded: Server, new_page: NewPage) -> None:
    page = new_page()
    replay(page, crowded)
    signs = page.locator(".replay-buttons svg")
    expect(signs).to_have_count(6)
    for sign in signs.all():
        style = sign.evaluate(
            "sign => { const { stroke, backgroundColor } = getComputedStyle(sign); return [stroke, backgroundColor]; }"
        )
        assert style[0] != "none" and style[1] == "rgba(0, 0, 0, 0)"


def test_the_score_track_is_wholly_in_sight(crowded: Server, new_page: NewPage) -> None:
    page = new_page(1440, 900)
    panel("details")(page, crowded)
    track = page.locator("mf-track")
    pane = page.locator("[data-pane=details]").bounding_box()
    box = track.bounding_box()
    assert box is not None and pane is not None
    assert box["y"] >= pane["y"] and box["y"] + box["height"] <= pane["y"] + pane["height"]
