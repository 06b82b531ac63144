"""Barriers on a page, found by axe."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

OPTIONS = {"resultTypes": ["violations"]}
"""Everything is checked; only for what fails its elements are listed."""


def barriers(page: Page, part: str | None = None) -> list[str]:
    """What somebody could not read, reach or understand, on the page or in a part of it: rule and element."""
    found = Axe().run(page, part, OPTIONS).response["violations"]
    return [f"{rule['id']}: {node['html'][:160]}" for rule in found for node in rule["nodes"]]
