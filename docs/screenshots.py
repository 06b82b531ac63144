"""Takes the pictures of docs/screenshots: a server with an empty database, and games in Chromium until they look right.

Run it by `python docs/screenshots.py`. The deals are by chance, so every run gives other games in the same situations.
"""

import base64
import shutil
import struct
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))  # for the server and the players of the tests

from tests.browser.driving import play_on, wait_for_turn
from tests.server.serving import Server

Colours = NDArray[np.uint8]
PICTURES = Path(__file__).parent / "screenshots"
FLAGS = ["--no-sandbox", "--disable-gpu"]
GAMES = 6
"""So many games are tried until the wanted situation comes."""
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DARK = {**DESKTOP, "color_scheme": "dark"}

# The card and the space that bring most at once, chosen and not yet confirmed.
CHOOSE = """() => {
  const game = document.querySelector("mf-game"), { turn } = game;
  const worth = (offer) => turn.points(turn.best(offer)) + (turn.best(offer).extra_card ? 5 : 0);
  const best = turn.offers.reduce((most, offer) => (most && worth(most) >= worth(offer) ? most : offer), null);
  if (turn.mode !== "play" && turn.card !== best.card) turn.pickCard(best.card);
  if (turn.mode !== "draft") turn.pickPlay(turn.best(turn.offer));
  game.frame();
}"""

# What the chosen play brings, and where the game stands.
SITUATION = """() => {
  const { turn, state } = document.querySelector("mf-game"), { play } = turn;
  return {
    mode: turn.mode, round: state.position.round, undo: state.position.can_undo, points: play ? turn.points(play) : 0,
    seats: new Set(play?.gains.map((gain) => gain.seat)).size, places: Boolean(play && play.space !== null),
    more: Boolean(play?.bonus || play?.extra_card), display: state.position.display.length,
  };
}"""

# A picture's pixels, four bytes each.
DECODE = """async (png) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const { width, height } = picture, canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const bytes = canvas.getContext("2d").getImageData(0, 0, width, height).data;
  const rows = Array.from({ length: height }, (_, row) => bytes.subarray(row * width * 4, (row + 1) * width * 4));
  return [width, height, btoa(rows.map((row) => String.fromCharCode(...row)).join(""))];
}"""


def is_rich(found: dict[str, Any]) -> bool:
    """The middle of the game, and a placement that brings points to several players."""
    return bool(
        found["mode"] == "play"
        and found["places"]
        and found["round"] >= 4
        and found["seats"] > 1
        and found["points"] > 5
    )


def is_big(found: dict[str, Any]) -> bool:
    """The middle of the game, and a placement with a bonus diamond or an extra card."""
    return bool(
        found["mode"] == "play" and found["places"] and found["round"] >= 4 and found["more"] and found["points"] > 5
    )


def is_chain(found: dict[str, Any]) -> bool:
    """An extra card is chosen from several, and the step before it can be taken back."""
    return bool(
        found["mode"] == "extra"
        and found["places"]
        and found["display"] >= 4
        and found["undo"] > 0
        and found["round"] >= 3
    )


def is_over(found: dict[str, Any]) -> bool:
    """The end."""
    return bool(found["mode"] == "over")


def sit_down(page: Page, server: Server) -> None:
    """A new game of three."""
    seats = [{"kind": "here", "name": "Ada"}, *({"kind": "bot", "level": level} for level in ("skilled", "casual"))]
    opened = server.post("/api/games", {"edition": "international", "seats": seats}).json()
    page.goto(f"{server.address}/play/{opened['keys']['0']}")
    page.wait_for_selector("mf-game[data-mode]")


def confirm(page: Page) -> None:
    """Do what is chosen."""
    page.locator("[data-name=confirm]").click()


def play_until(page: Page, is_wanted: Any) -> bool:
    """Play with the best points until the situation is there; False if the game is over before."""
    while wait_for_turn(page):
        page.evaluate(CHOOSE)
        if is_wanted(page.evaluate(SITUATION)):
            return True
        play_on(page, confirm, 1)
    return bool(is_wanted(page.evaluate(SITUATION)))


def photograph(page: Page) -> bytes:
    """The window; at the end of a game all of the end screen, without the board below it."""
    end = page.locator("mf-end").bounding_box()
    if end is None:
        return page.screenshot()
    width = page.evaluate("() => innerWidth")
    return page.screenshot(full_page=True, clip={"x": 0, "y": 0, "width": width, "height": end["y"] + end["height"]})


def take(browser: Browser, server: Server, name: str, is_wanted: Any, settings: dict[str, Any]) -> None:
    """One picture."""
    context = browser.new_context(reduced_motion="reduce", locale="en-GB", device_scale_factor=1, **settings)
    page = context.new_page()
    for _ in range(GAMES):
        sit_down(page, server)
        if play_until(page, is_wanted):
            break
    else:
        raise SystemExit(f"no game had a picture for {name}: run it again")
    page.mouse.move(0, 0)
    page.wait_for_timeout(500)  # until everything stands still
    picture = photograph(page)
    page.goto("about:blank")  # where pictures may be looked into
    width, height, pixels = page.evaluate(DECODE, base64.b64encode(picture).decode())
    colours = np.frombuffer(base64.b64decode(pixels), np.uint8).reshape(height, width, 4)[:, :, :3]
    (PICTURES / f"{name}.png").write_bytes(small_png(colours))
    context.close()


# --- Small files: 256 colours are enough, and a quarter of the bytes


def small_png(picture: Colours) -> bytes:
    """The picture with a palette, as a file."""
    height, width, _ = picture.shape
    different, where, counts = np.unique(picture.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True)
    numbers, palette = reduced(different, counts)
    rows = np.pad(numbers[where.reshape(height, width)], ((0, 0), (1, 0)))  # a 0 before each row: no filter
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    ]
    chunks = [
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in parts
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def reduced(different: Colours, counts: NDArray[np.int64]) -> tuple[Colours, Colours]:
    """256 colours for many, by median cut: the number of each in the palette, and the palette."""
    weights = np.sqrt(counts)  # rare colours count too: they are in the drawings, not in the background
    groups = [np.arange(len(different))]
    while len(groups) < min(256, len(different)):
        wide = max(range(len(groups)), key=lambda number: spread(different[groups[number]], weights[groups[number]]))
        group = groups.pop(wide)
        channel = np.ptp(different[group], axis=0).argmax()
        group = group[np.argsort(different[group, channel], kind="stable")]
        sums = np.cumsum(weights[group])
        middle = int(np.clip(np.searchsorted(sums, sums[-1] / 2), 1, len(group) - 1))
        groups += [group[:middle], group[middle:]]
    numbers = np.zeros(len(different), np.uint8)
    for number, group in enumerate(groups):
        numbers[group] = number
    means = [np.average(different[group], axis=0, weights=counts[group]).round() for group in groups]
    return numbers, np.array(means, np.uint8)


def spread(colours: Colours, weights: NDArray[np.float64]) -> float:
    """How much a group of colours needs to be divided."""
    return float(np.ptp(colours, axis=0).max() * np.sqrt(weights.sum())) if len(colours) > 1 else -1.0


def main() -> None:
    """All pictures."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        try:
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
