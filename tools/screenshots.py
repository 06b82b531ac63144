"""Take the pictures in docs/screenshots: start a server and play games in Chromium until they look right.

Run `make screenshots`. Deals are random, so every run shows other games in the same situations. The contact
sheet shows the fullest table (tests/browser/crowded.py) in every window of tests/browser/test_sizes.py.
"""

import sys
import tempfile
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.crowded import store_crowded
from tests.browser.driving import play_on, wait_for_turn
from tests.browser.find import chromium
from tests.browser.test_sizes import SIZES, resize
from tests.server.serving import Server

PICTURES = Path(__file__).parent.parent / "docs" / "screenshots"
FLAGS = ["--no-sandbox", "--disable-gpu"]
GAMES = 6
"""How many games to try until the wanted situation comes up."""
GAP = 14
"""Between the pictures of the contact sheet, in pixels."""
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LIGHT: dict[str, Any] = {**DESKTOP, "color_scheme": "light"}
DARK: dict[str, Any] = {**DESKTOP, "color_scheme": "dark"}

# The card and the space that bring most at once, selected and not yet confirmed.
SELECT = """() => {
  const game = document.querySelector("mf-game"), { turn } = game;
  const worth = (shown) => turn.points(turn.best(shown)) + (turn.best(shown).extra_card ? 5 : 0);
  const best = turn.cards.reduce((most, shown) => (most && worth(most) >= worth(shown) ? most : shown), null);
  if (turn.mode !== "play" && turn.card !== best.card) turn.selectCard(best.card);
  if (turn.mode !== "keep") turn.selectPreview(turn.best(turn.shownCard));
  game.frame();
}"""

# What the selection would bring, and where the game stands.
SITUATION = """() => {
  const { turn, state } = document.querySelector("mf-game"), { preview } = turn;
  return {
    mode: turn.mode, round: state.position.round, undo: state.position.can_undo,
    points: preview ? turn.points(preview) : 0,
    seats: new Set(preview?.gains.map((gain) => gain.seat)).size, places: Boolean(preview && preview.space !== null),
    more: Boolean(preview?.bonus || preview?.extra_card), display: state.position.display.length,
  };
}"""


def is_rich(found: dict[str, Any]) -> bool:
    """Mid-game, with a placement that scores for several players."""
    return bool(
        found["mode"] == "play"
        and found["places"]
        and found["round"] >= 4
        and found["seats"] > 1
        and found["points"] > 5
    )


def is_big(found: dict[str, Any]) -> bool:
    """Mid-game, with a placement that earns a bonus diamond or an extra card."""
    return bool(
        found["mode"] == "play" and found["places"] and found["round"] >= 4 and found["more"] and found["points"] > 5
    )


def is_chain(found: dict[str, Any]) -> bool:
    """Several extra cards to take from, and the previous action can be undone."""
    return bool(
        found["mode"] == "take"
        and found["places"]
        and found["display"] >= 4
        and found["undo"] > 0
        and found["round"] >= 3
    )


def is_over(found: dict[str, Any]) -> bool:
    """The end of the game."""
    return bool(found["mode"] == "over")


def sit_down(page: Page, server: Server) -> None:
    """Open a new three-player game."""
    seats = [{"kind": "here", "name": "Ada"}, *({"kind": "bot", "level": level} for level in ("skilled", "casual"))]
    opened = server.post("/api/games", {"edition": "international", "seats": seats}).json()
    page.goto("about:blank")  # else the browser stays on the page of the last game
    page.goto(f"{server.address}/play#{opened['keys']['0']}")
    page.wait_for_selector("mf-game[data-mode]")


def confirm(page: Page) -> None:
    """Confirm the selected action."""
    page.locator("[data-name=confirm]").click()


def play_until(page: Page, is_wanted: Any) -> bool:
    """Play the best-scoring actions until the situation comes up; False if the game ends first."""
    while wait_for_turn(page):
        page.evaluate(SELECT)
        if is_wanted(page.evaluate(SITUATION)):
            return True
        play_on(page, confirm, 1)
    return bool(is_wanted(page.evaluate(SITUATION)))


def photograph(page: Page, name: str) -> None:
    """A picture of the window, in a quarter of the bytes."""
    page.wait_for_timeout(500)  # until nothing moves
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(256).save(PICTURES / f"{name}.png", optimize=True)


def take(browser: Browser, server: Server, name: str, is_wanted: Any, settings: dict[str, Any]) -> None:
    """Take one picture."""
    context = browser.new_context(reduced_motion="reduce", locale="en-GB", device_scale_factor=1, **settings)
    page = context.new_page()
    for _ in range(GAMES):
        sit_down(page, server)
        if play_until(page, is_wanted):
            break
    else:
        raise SystemExit(f"no game had a picture for {name}: run the script again")
    page.mouse.move(0, 0)
    photograph(page, name)
    context.close()


def take_start(browser: Browser, server: Server) -> None:
    """The start page, as a stranger sees it."""
    context = browser.new_context(reduced_motion="reduce", locale="en-GB", device_scale_factor=1, **LIGHT)
    page = context.new_page()
    page.goto(server.address)
    page.wait_for_selector("#play")
    photograph(page, "start")
    context.close()


def contact_sheet(browser: Browser, server: Server) -> None:
    """Every window on one sheet, phones larger than screens: a placement in the light, an extra card in the dark."""
    rows: list[list[Image.Image]] = []
    for moment, look in (("play", LIGHT), ("take", DARK)):
        context = browser.new_context(reduced_motion="reduce", locale="en-GB", **look)
        page = context.new_page()
        page.goto(f"{server.address}/play#{moment}")
        page.wait_for_selector("mf-game[data-mode]")
        row: list[Image.Image] = []
        for size in SIZES:
            resize(page, size)
            page.wait_for_timeout(500)  # until nothing moves
            row.append(small(page.screenshot(), f"{size[0]} x {size[1]}"))
        rows += [row[:6], row[6:]]
        context.close()
    width = max(sum(picture.width + GAP for picture in row) for row in rows) + GAP
    heights = [max(picture.height for picture in row) + GAP for row in rows]
    sheet = Image.new("RGB", (width, sum(heights) + GAP), "#77706a")
    for number, row in enumerate(rows):
        x = GAP
        for picture in row:
            sheet.paste(picture, (x, GAP + sum(heights[:number])))
            x += picture.width + GAP
    sheet.quantize(200).save(PICTURES / "sizes.png", optimize=True)


def small(shot: bytes, name: str) -> Image.Image:
    """A picture that fits on the sheet, with its size beneath."""
    picture = Image.open(BytesIO(shot)).convert("RGB")
    picture.thumbnail((400, 360))
    framed = Image.new("RGB", (picture.width, picture.height + 18), "#77706a")
    framed.paste(picture, (0, 0))
    ImageDraw.Draw(framed).text((2, picture.height + 4), name, fill="white")
    return framed


def main() -> None:
    """Take all pictures, or with `--sizes` the contact sheet alone."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        store_crowded(folder / "games.sqlite")  # before Playwright, which has an event loop of its own
        playwright = stack.enter_context(sync_playwright())
        server = Server(folder)
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            contact_sheet(browser, server)
            if "--sizes" in sys.argv:
                return
            server.wait_for_bots()  # a stranger comes later: nothing is being prepared
            take_start(browser, server)
            take(browser, server, "desktop", is_rich, DESKTOP)
            take(browser, server, "phone", is_rich, PHONE)
            take(browser, server, "dark", is_big, DARK)
            take(browser, server, "chain", is_chain, DESKTOP)
            take(browser, server, "end", is_over, DESKTOP)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
