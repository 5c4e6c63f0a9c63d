"""Find the address that a request comes from, even through our own proxies (threats T29)."""

from typing import Final

from aiohttp import web

from bot.ports.proxies import Proxies, last

PROXIES: Final = web.AppKey("PROXIES", Proxies)
"""Our own proxies in front of the pages; without any, a header about another address proves nothing."""


def address_of(request: web.Request) -> str:
    """Return where a request comes from, according to our own proxy if it came through one."""
    return request.app[PROXIES].source(request.remote or "", request.headers.getall("X-Forwarded-For", ()))


def is_https(request: web.Request) -> bool:
    """Return whether the browser uses https, with our own proxy if it came through one."""
    if not request.app[PROXIES].name(request.remote or ""):
        return request.secure
    return last(request.headers.getall("X-Forwarded-Proto", ())).lower() == "https"
