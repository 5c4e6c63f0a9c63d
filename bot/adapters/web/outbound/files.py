"""Serve the files that pages fetch: style sheets, scripts, pictures."""

import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Final

from aiohttp import web

TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
NAME: Final = r"{name:(?:[a-z]+/)?[^/]+}"
"""In a route: the name of a file in the folder, or in a folder inside it."""


IMPORT: Final = re.compile(r'from "\./([^"]+)"')
FOR_GOOD: Final = "public, max-age=31536000, immutable"
"""For an address with the content's tag, because its content never changes."""


def tag_of(content: bytes) -> str:
    """Return a tag that differs for any other content."""
    return hashlib.sha256(content).hexdigest()[:16]


class File:
    """A file as it is sent."""

    def __init__(self, name: str, content: bytes) -> None:
        self.content, self.tag, self.kind = content, tag_of(content), TYPES[Path(name).suffix]

    @cached_property
    def packed(self) -> bytes:
        """Return the file gzipped, made at the first request; empty if that saves nothing."""
        packed = gzip.compress(self.content, 9, mtime=0)
        return packed if len(packed) < len(self.content) * 0.9 else b""

    def answer(self, request: web.Request, *, lasts: bool) -> web.Response:
        """Answer with the file, or with 304 if the browser has it. `lasts`: the browser may keep it for good."""
        headers = {
            "Cache-Control": FOR_GOOD if lasts else "no-cache",
            "ETag": f'"{self.tag}"',
            "Vary": "Accept-Encoding",
        }
        if any(one.value == self.tag for one in request.if_none_match or ()):
            return web.Response(status=304, headers=headers)
        body = self.content
        if "gzip" in request.headers.get("Accept-Encoding", "") and self.packed:
            body, headers["Content-Encoding"] = self.packed, "gzip"
        charset = None if self.kind.startswith("font/") else "utf-8"
        return web.Response(body=body, content_type=self.kind, charset=charset, headers=headers)


class Files:
    """Serves the files of a folder and its folders, read once, and `made`: generated files by name.

    Scripts name each other by relative paths, so under an address with the tag of all files each can be kept for good.
    """

    def __init__(self, folder: Path, made: Mapping[str, bytes] = MappingProxyType({})) -> None:
        self._files = {name: File(name, content) for name, content in (*contents(folder), *made.items())}

    @cached_property
    def tag(self) -> str:
        """Return a tag that differs if any file differs."""
        return tag_of("".join(f"{name} {one.tag} " for name, one in sorted(self._files.items())).encode())

    def imported(self, script: str) -> list[str]:
        """Return the scripts that this one imports, directly or indirectly, so that a page can fetch all at once."""
        found, left = list[str](), [script]
        while left:
            name = left.pop()
            for other in IMPORT.findall(self._files[name].content.decode()):
                path = (PurePosixPath(name).parent / other).as_posix()
                if path not in found:
                    found.append(path)
                    left.append(path)
        return found

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Answer with the file `name` of the path, with the tag of all files or its own. Raises HTTPNotFound."""
        found = self._files.get(request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound
        lasts = request.match_info.get("tag") == self.tag or request.query.get("v") == found.tag
        return found.answer(request, lasts=lasts)


def contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files in a folder that pages may fetch."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in TYPES:
            yield path.relative_to(folder).as_posix(), path.read_bytes()
