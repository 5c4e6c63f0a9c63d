"""Provide the browser for all tests of pages: Chromium without windows, menus and tabs, which nobody sees."""

import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, Error, Page, async_playwright

SHELL = Path("/usr/bin/chromium-headless-shell")
CHROMIUM = SHELL if SHELL.exists() else Path("/usr/bin/chromium")
"""The complete browser draws the same pages, but starts processes for its own windows whenever a page is opened."""
HAS_CHROMIUM = CHROMIUM.exists()
NO_CHROMIUM = f"no {SHELL}: `apt-get install chromium-headless-shell` to run the browser tests"
FLAGS = ("--disable-gpu", "--process-per-site", "--renderer-process-limit=1")
"""There is no GPU, and to emulate one on the processor is slower than drawing without. Pages of a context share a
process.
"""
STARTS_WITHIN = 60_000
UNDRAWN = """
  const hide = () => document.documentElement?.style.setProperty("opacity", "0", "important");
  const begins = new MutationObserver(hide);
  begins.observe(document, { childList: true });
  hide();
  document.draw = () => { begins.disconnect(); document.documentElement.style.removeProperty("opacity"); };
"""
"""Makes pages transparent: they are laid out, pressed and read as always, but not painted, which takes a third of the
time of a page. Whoever takes a picture, or judges colours, calls `draw` first.
"""
DRAW = "() => document.draw?.()"


def needs_chromium(item: pytest.Item) -> None:
    """Skip browser tests with one line if there is no browser; in CI they fail."""
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
    """Empty a context except for its cached files; return its page, None if it can't be reused.

    The next test uses it again: to start one, and to fetch and parse all scripts again, takes longer than most tests.
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
    """Hold a port for one server after the other, because a browser caches files by address."""
    with socket.socket() as holds:
        holds.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holds.bind(("127.0.0.1", 0))
        yield int(holds.getsockname()[1])
