"""Set the headers of every answer (threats T16, T17, T18)."""

from typing import Final

from aiohttp import web

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
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
    """Add the headers that a response has not set itself."""
    for name, value in HEADERS.items():
        if name not in response.headers or name == "Server":
            response.headers[name] = value
