"""The files that pages fetch besides themselves: style sheets, scripts, pictures."""

import hashlib
from pathlib import Path
from typing import Final

from aiohttp import web

TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class Files:
    """Serves the files of one folder, read once."""

    def __init__(self, folder: Path) -> None:
        self._files = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in TYPES}

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Answer with the file that the path calls `name`, or 304 where the browser has it. Raises HTTPNotFound."""
        content = self._files.get(request.match_info["name"])
        if content is None:
            raise web.HTTPNotFound
        tag = hashlib.sha256(content).hexdigest()[:16]
        headers = {"Cache-Control": "no-cache", "ETag": f'"{tag}"'}
        if any(one.value == tag for one in request.if_none_match or ()):
            return web.Response(status=304, headers=headers)
        kind = TYPES[Path(request.match_info["name"]).suffix]
        return web.Response(body=content, content_type=kind, charset="utf-8", headers=headers)
