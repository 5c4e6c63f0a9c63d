"""Find the address under which others reach the pages; invitations lead there."""

import re
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from bot.adapters.web.connection.addresses import is_https
from bot.adapters.web.inbound.request_headers import is_loopback
from bot.adapters.web.outbound.refused import Refused

HOST: Final = re.compile(r"[A-Za-z0-9_.:\[\]-]{1,255}")


class PublicAddress:
    """Makes absolute addresses. `public`: the host that a proxy in front of the room serves; empty: there is none.

    `told`: the address that the room's owner is told: the public one, or this machine's in its network.
    """

    def __init__(self, public: str) -> None:
        self.host, self.told = public, ""

    def of(self, request: web.Request) -> str:
        """Return how others reach the pages, without a slash at the end: as the owner set it, or as this browser does.

        A browser on this machine is told the machine's address in the network. Raises Refused for an invalid host.
        """
        asked, told = request.host, self.told.rstrip("/")
        if not HOST.fullmatch(asked):
            raise Refused(400, "web-not-understood")
        if self.host:
            return told if urlsplit(told).netloc == self.host else f"{self._scheme(request)}://{self.host}"
        if told and is_loopback(asked):
            return told
        return f"{'https' if is_https(request) else 'http'}://{asked}"

    def _scheme(self, request: web.Request) -> str:
        """Return the scheme of the public host: the request's own if it came by that host; otherwise https, unless it
        is local.
        """
        if request.host == self.host:
            return "https" if is_https(request) else "http"
        return "http" if is_loopback(self.host) else "https"
