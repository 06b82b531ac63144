"""Draw the page's icon, and make pictures of it where browsers and systems need pixels. Run `make icons`."""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from millefiori.drawing.emblems import icon
from tests.browser.find import chromium

STATIC = Path(__file__).parent.parent / "millefiori" / "server" / "static"
PICTURES = {"icon-192.png": (192, False), "icon-512.png": (512, False), "icon-maskable-512.png": (512, True)}
"""Files with their width, and whether a system may cut them to its own shape."""


def main() -> None:
    """Write all icons."""
    (STATIC / "icon.svg").write_text(icon(), encoding="utf-8")
    (STATIC / "icon-turn.svg").write_text(icon(badge=True), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, (size, maskable) in PICTURES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body{{margin:0}}svg{{display:block;width:100vw}}</style>{icon(maskable=maskable)}"
            )
            picture = Image.open(BytesIO(page.screenshot(omit_background=True)))
            picture.quantize(256, Image.Quantize.FASTOCTREE).save(
                STATIC / name, optimize=True
            )  # a quarter of the bytes
        browser.close()


if __name__ == "__main__":
    main()
