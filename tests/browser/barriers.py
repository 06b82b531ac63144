"""Barriers on a page, found by axe."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

OPTIONS = {"resultTypes": ["violations"]}
"""Everything is checked; only for what fails its elements are listed."""
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""The rules that depend on colours: the only ones that another colour scheme can break."""

# Colours that are on their way arrive, and are painted.
SETTLE = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await frame();
  for (const moving of document.getAnimations()) if (moving instanceof CSSTransition) moving.finish();
  await frame();
}"""


def barriers_in_light_and_dark(page: Page) -> list[str]:
    """What is wrong with a painted page; in the dark only what depends on colours is looked at again."""
    found = barriers(page)
    page.emulate_media(color_scheme="dark")
    page.evaluate(SETTLE)
    found += [f"dark: {fault}" for fault in barriers(page, None, COLOURS)]
    page.emulate_media(color_scheme="light")
    page.evaluate(SETTLE)
    return found


def barriers(page: Page, part: str | None = None, rules: dict[str, list[str]] | None = None) -> list[str]:
    """What somebody could not read, reach or understand, on the page or in a part of it: rule and element."""
    found = Axe().run(page, part, OPTIONS | (rules or {})).response["violations"]
    return [f"{rule['id']}: {node['html'][:160]}" for rule in found for node in rule["nodes"]]
