"""What every request passes: whose page it comes from, and the headers of every answer (T16, T17, T18)."""

import ipaddress
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from bot.adapters.web.inbound.proxies import Proxies, last

PROXIES: Final = web.AppKey("PROXIES", Proxies)
"""The proxies of ours before the pages; with none, a header that speaks of another address is anybody's."""
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex",
    "Server": "potluck",
}


async def add_headers(_: web.Request, response: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        if name not in response.headers or name == "Server":
            response.headers[name] = value


def same_origin(request: web.Request) -> bool:
    """Whether our own page sent this: the browser says so by one header at least, and by none otherwise.

    Sec-Fetch-Site is missing over plain http in a local network, Origin is `null` for a form under `no-referrer`.
    """
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin", "null")
    if site not in (None, "same-origin"):
        return False
    if origin != "null":
        return host_of(origin) == request.host.lower()
    return site == "same-origin"


def host_of(origin: str) -> str:
    """Return host and port of an origin; empty for what is none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    """`localhost:8080`, `127.0.0.1`, `[::1]:8080`."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        return name == "localhost" or name.endswith(".localhost") or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def address_of(request: web.Request) -> str:
    """Return where a request comes from; behind a proxy of ours, where the proxy says that it had it from (T29)."""
    return request.app[PROXIES].source(request.remote or "", request.headers.getall("X-Forwarded-For", ()))


def is_https(request: web.Request) -> bool:
    """Whether the browser speaks https; behind a proxy of ours, with the proxy."""
    if not request.app[PROXIES].name(request.remote or ""):
        return request.secure
    return last(request.headers.getall("X-Forwarded-Proto", ())).lower() == "https"


def language(request: web.Request, offered: tuple[str, ...]) -> str:
    """The first language of the browser that we speak, else our own first."""
    for part in request.headers.get("Accept-Language", "")[:200].split(","):
        wanted = part.split(";")[0].strip().lower()
        if (found := wanted.partition("-")[0]) in offered:
            return found
    return offered[0]
