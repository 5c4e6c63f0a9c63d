"""Set the headers of every answer (threats T16, T17, T18)."""

from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "manifest-src 'self'; "
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


@web.middleware
async def compress_pages(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Send pages compressed. None holds a key, or anything that another site's request is answered with and may not
    know (threats T17).
    """
    response = await handler(request)
    if response.content_type == "text/html" and "gzip" in request.headers.get("Accept-Encoding", ""):
        response.enable_compression(web.ContentCoding.gzip)
    return response


async def add_headers(_: web.Request, response: web.StreamResponse) -> None:
    """Add the headers that a response has not set itself."""
    for name, value in HEADERS.items():
        if name not in response.headers or name == "Server":
            response.headers[name] = value
