"""The Chromium for the tests: its headless shell, which draws no windows of its own, or else a whole one."""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright


def chromium() -> str | None:
    """Its path, or None for the one that Playwright has installed."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def main() -> int:
    """Is there one? Says so by its exit code."""
    if chromium():
        return 0
    with sync_playwright() as playwright:
        return 0 if Path(playwright.chromium.executable_path).exists() else 1


if __name__ == "__main__":
    sys.exit(main())
