"""The browser of all tests of pages: Chromium without the windows, menus and tabs that nobody sees."""

import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, Error, Page, async_playwright

SHELL = Path("/usr/bin/chromium-headless-shell")
CHROMIUM = SHELL if SHELL.exists() else Path("/usr/bin/chromium")
"""The whole browser draws the same pages, but begins processes for its own windows at every page that is opened."""
HAS_CHROMIUM = CHROMIUM.exists()
NO_CHROMIUM = f"no {SHELL}: `apt-get install chromium-headless-shell` to run the browser tests"
FLAGS = ("--disable-gpu", "--process-per-site", "--renderer-process-limit=1")
"""There is none: to act as one on the processor takes longer than to draw without. Pages of a context share one."""
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


async def emptied(context: BrowserContext) -> Page | None:
    """Let a context hold nothing any more but what it keeps of files; return its page, None where it can't be had.

    The next test uses it again: to begin one, and to fetch and read all scripts anew, takes longer than most tests.
    """
    if not context.pages or not all(page.url.startswith("http") for page in context.pages):
        await context.close()
        return None
    try:
        for page in context.pages:
            await page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        kept, *others = context.pages
        for page in others:
            await page.close()
        await kept.unroute_all()
        await kept.goto("about:blank")
        await context.clear_cookies()
        await context.clear_permissions()
    except Error:
        await context.close()
        return None
    return kept


@contextmanager
def kept_port() -> Iterator[int]:
    """Hold a port for one server after the other: what a browser keeps of files, it keeps by their address."""
    with socket.socket() as holds:
        holds.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holds.bind(("127.0.0.1", 0))
        yield int(holds.getsockname()[1])
