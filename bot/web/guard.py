"""What every request passes: whose page it comes from, and the headers of every answer (T16, T17, T18)."""

import ipaddress
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

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
        return urlsplit(origin).netloc.lower() == request.host.lower()
    return site == "same-origin"


def is_loopback(host: str) -> bool:
    """`localhost:8080`, `127.0.0.1`, `[::1]:8080`."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        return name == "localhost" or name.endswith(".localhost") or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def is_near(address: str) -> bool:
    """On this machine or in its own network, where a proxy stands."""
    try:
        return ipaddress.ip_address(address).is_private
    except ValueError:
        return False


def address_of(request: web.Request) -> str:
    """Where a request comes from; behind a proxy of ours, where the proxy says that it had it from."""
    remote = request.remote or ""
    if not is_near(remote):
        return remote
    return request.headers.get("X-Forwarded-For", remote).rpartition(",")[2].strip()[:64]


def is_https(request: web.Request) -> bool:
    return request.secure or request.headers.get("X-Forwarded-Proto", "") == "https"


def language(request: web.Request, offered: tuple[str, ...]) -> str:
    """The first language of the browser that we speak, else our own first."""
    for part in request.headers.get("Accept-Language", "")[:200].split(","):
        wanted = part.split(";")[0].strip().lower()
        if (found := wanted.partition("-")[0]) in offered:
            return found
    return offered[0]
