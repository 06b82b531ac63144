"""Is there a Chromium that Playwright has installed? Says so by its exit code."""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

if __name__ == "__main__":
    with sync_playwright() as playwright:
        sys.exit(0 if Path(playwright.chromium.executable_path).exists() else 1)
