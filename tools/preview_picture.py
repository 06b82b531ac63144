"""The picture that link previews show: the board beside the name, as `static/preview.png` (`make screenshots`)."""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from millefiori.drawing.board import empty_board
from tests.browser.find import chromium

FILE = Path("millefiori/server/static/preview.png")
WIDTH, HEIGHT = 1200, 630
PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; width: 1200px; height: 630px; display: flex; align-items: center; gap: 44px; overflow: hidden;
  background: radial-gradient(90% 120% at 78% 30%, #fffaf0, #f1e2c8); color: #8a2433;
  font-family: Palatino, "Palatino Linotype", "URW Palladio L", "P052", Georgia, serif; }}
main {{ flex: 1; padding-left: 64px; }}
h1 {{ margin: 0; font-size: 104px; line-height: 0.98; font-weight: 600; }}
p {{ margin: 26px 0 0; font-size: 31px; line-height: 1.35; color: #725d4c; }}
svg.board {{ height: 690px; width: auto; margin: 0 -40px 0 0; flex: none; }}
</style><main><h1>Mille<br>Fiori</h1><p>glass, diamonds<br>and ships<br>for two to four</p></main>{board}"""


def main() -> None:
    """Draw it."""
    board = empty_board().replace("<svg ", '<svg class="board" ', 1)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.set_content(PAGE.format(board=board[board.index("<svg") :]))
        picture = Image.open(BytesIO(page.screenshot()))
        browser.close()
    picture.convert("RGB").quantize(200, dither=Image.Dither.NONE).save(FILE, optimize=True)
    print(FILE, FILE.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
