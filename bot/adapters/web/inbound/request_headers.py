"""Read a request's headers: which page it comes from, to which host, in which language (threats T16, T18)."""

import ipaddress
from urllib.parse import urlsplit

from aiohttp import web


def same_origin(request: web.Request) -> bool:
    """Return whether our own page sent this: at least one header of the browser must say so, and none may deny it.

    Sec-Fetch-Site is missing over plain http in a local network, and Origin is `null` for a form under `no-referrer`.
    """
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin", "null")
    if site not in (None, "same-origin"):
        return False
    if origin != "null":
        return host_of(origin) == request.host.lower()
    return site == "same-origin"


def host_of(origin: str) -> str:
    """Return the host and port of an origin; empty if it is invalid."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine: `localhost:8080`, `127.0.0.1`, `[::1]:8080`."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        return name == "localhost" or name.endswith(".localhost") or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def language(request: web.Request, offered: tuple[str, ...]) -> str:
    """Return the browser's first language that we speak, otherwise our first."""
    for part in request.headers.get("Accept-Language", "")[:200].split(","):
        wanted = part.split(";")[0].strip().lower()
        if (found := wanted.partition("-")[0]) in offered:
            return found
    return offered[0]
