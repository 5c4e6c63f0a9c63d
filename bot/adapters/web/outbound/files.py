"""The files that pages fetch besides themselves: style sheets, scripts, pictures."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from aiohttp import web

TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


FOR_GOOD: Final = "public, max-age=31536000, immutable"
"""Where the address holds the content's tag (`?v=…`), there never is anything else under it."""


def tag_of(content: bytes) -> str:
    """Return what tells this content from any other."""
    return hashlib.sha256(content).hexdigest()[:16]


class Files:
    """Serves the files of one folder, read once, and `made`: others by name, that stand in no folder."""

    def __init__(self, folder: Path, made: Mapping[str, bytes] = MappingProxyType({})) -> None:
        self._files = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in TYPES} | dict(made)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Answer with the file that the path calls `name`, or 304 where the browser has it. Raises HTTPNotFound."""
        content = self._files.get(request.match_info["name"])
        if content is None:
            raise web.HTTPNotFound
        tag = tag_of(content)
        lasts = request.query.get("v") == tag
        headers = {"Cache-Control": FOR_GOOD if lasts else "no-cache", "ETag": f'"{tag}"'}
        if any(one.value == tag for one in request.if_none_match or ()):
            return web.Response(status=304, headers=headers)
        kind = TYPES[Path(request.match_info["name"]).suffix]
        charset = None if kind.startswith("font/") else "utf-8"
        return web.Response(body=content, content_type=kind, charset=charset, headers=headers)
