"""Serve the files that pages fetch: one script and one style for each page, symbols, fonts."""

import gzip
import hashlib
import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Final

from aiohttp import web

from bot.adapters.web.outbound.bundles import script_of, style_of

TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
BUNDLED: Final = (".css", ".js", ".mjs")
FILE: Final = r"{version:(?:v/[^/]+/)?}{name:(?:[a-z]+/)?[^/]+}"
"""In a route: the tag of a file, if it is asked for as pages do, and its name in the folder or a folder inside it."""
SHEET: Final = re.compile(r'<link rel="stylesheet" href="([^"]+)">\n?')
SCRIPT: Final = re.compile(r'<script type="module" src="([^"]+)"></script>')
ADDRESS: Final = re.compile(r'(?<==")(/[^"]+)(?=")')
FOR_GOOD: Final = "public, max-age=31536000, immutable"
"""For an address with the content's tag, because its content never changes."""


def tag_of(content: bytes) -> str:
    """Return a tag that differs for any other content."""
    return hashlib.sha256(content).hexdigest()[:16]


class File:
    """Hold a file as it is sent. `address`: one that it alone has, and only with this content."""

    def __init__(self, at: str, name: str, content: bytes) -> None:
        self.content, self.tag, self.kind = content, tag_of(content), TYPES[Path(name).suffix]
        self.address = f"{at}v/{self.tag}/{name}"

    @cached_property
    def text(self) -> str:
        """Return the content of a module or a sheet as text."""
        return self.content.decode()

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
        charset = None if self.kind in ("font/woff2", "image/png") else "utf-8"
        return web.Response(body=body, content_type=self.kind, charset=charset, headers=headers)


class Files:
    """Serves the files of a folder and its folders, read once, and what pages fetch of them.

    `at`: how the addresses of them all begin. `made`: generated files by name. `others`: what pages here also use.
    """

    def __init__(
        self,
        at: str,
        folder: Path,
        made: Mapping[str, bytes] = MappingProxyType({}),
        others: "Files | None" = None,
    ) -> None:
        self._at, self._folder = at, folder
        self._own = {name: File(at, name, content) for name, content in (*contents(folder), *made.items())}
        self._bundles: dict[str, File] = {}
        self._pages: dict[str, str] = {}
        own = {f"{at}{name}": one for name, one in self._own.items()}
        self.known: Mapping[str, File] = own if others is None else {**others.known, **own}
        """By their addresses as pages, modules and sheets write them."""

    def routes(self) -> list[web.RouteDef]:
        """Return the route of these files: as pages fetch them, and each module and sheet as it was written."""
        return [web.get(f"{self._at}{FILE}", self.answer)]

    def address(self, name: str) -> str:
        """Return the address of a file; browsers may keep it for good."""
        return self._own[name].address

    def page(self, name: str) -> str:
        """Return a page of the folder, read and bundled once."""
        if name not in self._pages:
            self._pages[name] = self.bundled((self._folder / name).read_text("utf-8"))
        return self._pages[name]

    def bundled(self, text: str) -> str:
        """Return a page that fetches one script and one style, all by addresses that browsers may keep for good.

        `text`: the page as it was written, with each of its sheets, and the module that begins.
        """
        sheets, script = SHEET.findall(text), SCRIPT.search(text)
        named = PurePosixPath(script[1] if script else sheets[-1]).stem
        if script:
            address = self._bundle(f"{named}.js", script_of(self._texts, script[1]))
            text = SCRIPT.sub(f'<script type="module" src="{address}"></script>', text)
        address = self._bundle(f"{named}.css", style_of(self._texts, sheets, self._from_a_style))
        text = SHEET.sub("", text, count=len(sheets) - 1)
        text = SHEET.sub(f'<link rel="stylesheet" href="{address}">\n', text)
        return ADDRESS.sub(lambda found: self.known[found[1]].address if found[1] in self.known else found[1], text)

    @cached_property
    def _texts(self) -> dict[str, str]:
        known = self.known.items()
        return {address: one.text for address, one in known if address.endswith(BUNDLED)}

    @cached_property
    def _from_a_style(self) -> dict[str, str]:
        """Return how a style calls other files: from where it is, since a proxy may change how addresses begin."""
        return {address: posixpath.relpath(one.address, f"{self._at}v/tag") for address, one in self.known.items()}

    def _bundle(self, name: str, text: str) -> str:
        """Keep a bundle; return its address. Raises ValueError if two pages call different ones the same."""
        made = File(self._at, name, text.encode())
        if self._bundles.setdefault(name, made).tag != made.tag:
            raise ValueError(f"two bundles are called {name}")
        return made.address

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Answer with a file, with a page's bundle if the path has a version. Raises HTTPNotFound.

        A page of another version gets the file as it is now, which browsers don't keep.
        """
        name, version = request.match_info["name"], request.match_info.get("version")
        found = (self._bundles.get(name) if version else None) or self._own.get(name)
        if found is None:
            raise web.HTTPNotFound
        return found.answer(request, lasts=version == f"v/{found.tag}/")


def contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files in a folder that pages may fetch."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in TYPES:
            yield path.relative_to(folder).as_posix(), path.read_bytes()
