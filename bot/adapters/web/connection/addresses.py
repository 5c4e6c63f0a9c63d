"""The address a request comes from, whatever proxies of ours are between (threats T29)."""

from typing import Final

from aiohttp import web

from bot.ports.proxies import Proxies, last

PROXIES: Final = web.AppKey("PROXIES", Proxies)
"""The proxies of ours before the pages; with none, a header that speaks of another address is anybody's."""


def address_of(request: web.Request) -> str:
    """Return where a request comes from; behind a proxy of ours, where the proxy had it from."""
    return request.app[PROXIES].source(request.remote or "", request.headers.getall("X-Forwarded-For", ()))


def is_https(request: web.Request) -> bool:
    """Tell whether the browser speaks https; behind a proxy of ours, with the proxy."""
    if not request.app[PROXIES].name(request.remote or ""):
        return request.secure
    return last(request.headers.getall("X-Forwarded-Proto", ())).lower() == "https"
