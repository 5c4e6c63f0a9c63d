"""Count what a page fetches, as its browser does."""

from collections.abc import Mapping
from typing import Any, Final

from playwright.async_api import Page

TEXT: Final = ("text/", "application/json", "image/svg")
"""How kinds of content begin that get smaller when they are compressed."""


class Wire:
    """Everything that goes over the network for a page, but not what comes from the browser's cache."""

    def __init__(self) -> None:
        self._asked: list[tuple[str, str]] = []
        self._size: dict[str, int] = {}
        self._plain: dict[str, str] = {}
        self._cached: set[str] = set()

    async def listen(self, page: Page) -> None:
        line = await page.context.new_cdp_session(page)
        await line.send("Network.enable")
        line.on("Network.requestWillBeSent", self._sent)
        line.on("Network.webSocketCreated", lambda event: self._asked.append((event["requestId"], event["url"])))
        line.on("Network.requestServedFromCache", lambda event: self._cached.add(event["requestId"]))
        line.on("Network.responseReceived", self._answered)
        line.on("Network.loadingFinished", self._finished)

    @property
    def requests(self) -> list[str]:
        """Return the addresses that were asked for, with each redirect and live line."""
        return [address for request, address in self._asked if request not in self._cached]

    @property
    def size(self) -> dict[str, int]:
        """Return the bytes of each answer by its address, with its headers."""
        where = dict(self._asked)
        return {where[request]: size for request, size in self._size.items() if request not in self._cached}

    @property
    def plain(self) -> list[str]:
        """Return the addresses of texts that came as they are."""
        return [address for request, address in self._plain.items() if request not in self._cached]

    def _sent(self, event: Mapping[str, Any]) -> None:
        self._asked.append((event["requestId"], event["request"]["url"]))

    def _answered(self, event: Mapping[str, Any]) -> None:
        request, response = event["requestId"], event["response"]
        if response.get("fromDiskCache"):
            self._cached.add(request)
        headers = {name.lower() for name in response["headers"]}
        if response["mimeType"].startswith(TEXT) and "content-encoding" not in headers:
            self._plain[request] = response["url"]

    def _finished(self, event: Mapping[str, Any]) -> None:
        self._size[event["requestId"]] = int(event["encodedDataLength"])
