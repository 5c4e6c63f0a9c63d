"""Test the weight of a visit as a browser counts it: the first visit, and a reload."""

from typing import Any

import pytest
from e2e.conftest import Room, Visitors
from playwright.async_api import Page

pytestmark = pytest.mark.asyncio(loop_scope="session")

FIRST_VISIT = 150_000
"""Bytes over the network, from the entrance to the table."""
RELOADED = 5
"""Requests that reach the server."""


class Wire:
    """Everything a page fetches: each address once, with its bytes. Content from the browser's cache has none."""

    def __init__(self) -> None:
        self.size: dict[str, int] = {}
        self._addresses: dict[str, str] = {}
        self._cached: set[str] = set()

    async def listen(self, page: Page) -> None:
        line = await page.context.new_cdp_session(page)
        await line.send("Network.enable")
        line.on("Network.requestWillBeSent", self._sent)
        line.on("Network.requestServedFromCache", lambda event: self._cached.add(event["requestId"]))
        line.on("Network.responseReceived", self._answered)
        line.on("Network.loadingFinished", self._finished)

    def _sent(self, event: dict[str, Any]) -> None:
        self._addresses[event["requestId"]] = event["request"]["url"]

    def _answered(self, event: dict[str, Any]) -> None:
        if event["response"].get("fromDiskCache"):
            self._cached.add(event["requestId"])

    def _finished(self, event: dict[str, Any]) -> None:
        request = event["requestId"]
        if request in self._addresses and request not in self._cached:
            self.size[self._addresses[request]] = int(event["encodedDataLength"])


async def test_a_first_visit_is_light_and_the_next_fetches_almost_nothing(room: Room, visitors: Visitors) -> None:
    page = await visitors.page(await visitors.context())
    first, again = Wire(), Wire()
    await first.listen(page)
    await page.goto(f"{room.url}/")
    await page.fill("#name", "Pete")
    await page.click("form button[type=submit]")
    await page.wait_for_selector("#link[data-state=ok]", state="attached")
    await page.wait_for_load_state("networkidle")
    assert sum(first.size.values()) < FIRST_VISIT, first.size
    await again.listen(page)
    await page.reload()
    await page.wait_for_selector("#link[data-state=ok]", state="attached")
    await page.wait_for_load_state("networkidle")
    assert len(again.size) < RELOADED, again.size
