"""The headers of every answer (threats T16, T17, T18)."""

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


FOR_PAGES_ELSEWHERE: Final = "for-pages-elsewhere"
"""In a request: headers of whatever it is answered, a refusal too."""


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Add the headers that a response has not set for itself, and those that its route wants in any case."""
    response.headers.update(request.get(FOR_PAGES_ELSEWHERE, {}))
    for name, value in HEADERS.items():
        if name not in response.headers or name == "Server":
            response.headers[name] = value
