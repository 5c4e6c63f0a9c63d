"""The browser of all tests of pages: Chromium without the windows, menus and tabs that nobody sees."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

SHELL = Path("/usr/bin/chromium-headless-shell")
CHROMIUM = SHELL if SHELL.exists() else Path("/usr/bin/chromium")
"""The whole browser draws the same pages, but begins processes for its own windows at every page that is opened."""
HAS_CHROMIUM = CHROMIUM.exists()
NO_CHROMIUM = f"no {SHELL}: `apt-get install chromium-headless-shell` to run the browser tests"
FLAGS = ("--disable-gpu",)
"""There is none: to act as one on the processor takes longer than to draw without."""
STARTS_WITHIN = 60_000


def needs_chromium(item: pytest.Item) -> None:
    """Without a browser its tests are left out with one line; in CI they fail."""
    if not HAS_CHROMIUM and os.environ.get("CI") != "true":
        item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


@asynccontextmanager
async def started() -> AsyncIterator[Browser]:
    if not HAS_CHROMIUM:
        pytest.fail(NO_CHROMIUM)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=STARTS_WITHIN)
        yield browser
        await browser.close()
