"""Twitch as the host of an extension: it serves the zip under Twitch's policy, and says who looks at which channel.

For a trial by hand: `python -m standins.twitch_extension.host FILE.zip PORT CHANNEL SERVER`, and then open the page
/panel.html?viewer=123 of that port.
"""

import asyncio
import io
import mimetypes
import sys
import zipfile
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from aiohttp import web

from standins.twitch_extension import signed

HELPER: Final = "https://extension-files.twitch.tv/helper/v1/twitch-ext.min.js"
STAND_IN: Final = (Path(__file__).parent / "helper.js").read_bytes()
TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}


def policy(allowed: str) -> str:
    """As Twitch tells browsers; `allowed`: the allow-list for fetching. Stricter in styles than theirs."""
    return (
        f"default-src 'self'; block-all-mixed-content; img-src 'self' data: blob:; media-src 'self' data: blob:; "
        f"frame-ancestors https://supervisor.ext-twitch.tv https://extension-files.twitch.tv https://*.twitch.tv; "
        f"font-src 'self'; style-src 'self'; connect-src 'self' {allowed} https://api.twitch.tv; "
        f"script-src 'self' https://extension-files.twitch.tv"
    )


class ExtensionHost:
    """`shared`: the viewers who shared who they are. `exp`, `secret`: what tokens are signed with, if not well."""

    def __init__(self, channel: str, port: int = 0) -> None:
        self.channel, self._wanted = channel, port
        self.files: dict[str, bytes] = {}
        self.allowed = ""
        self.shared: set[str] = set()
        self.claims: dict[str, Any] = {}
        self.secret = signed.SECRET
        app = web.Application()
        app.router.add_post("/-/{what}", self._tell)
        app.router.add_get("/{name:.+}", self._file)
        self._runner = web.AppRunner(app, access_log=None)
        self.origin = ""

    def unpack(self, content: bytes, server: str) -> None:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            self.files = {name: archive.read(name) for name in archive.namelist()}
        self.allowed = f"{server} {server.replace('http', 'ws', 1)}"

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._wanted)
        await site.start()
        self.origin = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._runner.cleanup()

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in self.files:
            raise web.HTTPForbidden  # as a bucket does
        kind = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        return web.Response(
            body=self.files[name], content_type=kind, headers={"Content-Security-Policy": policy(self.allowed)}
        )

    async def _tell(self, request: web.Request) -> web.Response:
        viewer, what = request.query.get("viewer", ""), request.match_info["what"]
        if what == "share":
            self.shared.add(viewer)
        if what == "take-back":
            self.shared.discard(viewer)
        user = viewer if viewer in self.shared else ""
        claims = self.claims if viewer else {"opaque_user_id": "Anonymous"} | self.claims
        token = signed.token(self.channel, user, self.secret, **claims)
        about = {"token": token, "channelId": self.channel, "clientId": "abc123extension", "userId": "Uopaque"}
        return web.json_response(about)


async def main(content: bytes, port: str, channel: str, server: str) -> None:
    host = ExtensionHost(channel, int(port))
    host.unpack(content, server)
    helper = b"-/helper.js"
    host.files = {name: content.replace(HELPER.encode(), helper) for name, content in host.files.items()}
    host.files["-/helper.js"] = STAND_IN
    async with host:
        sys.stdout.write(f"{host.origin}/panel.html?viewer=…   secret {signed.SECRET}\n")
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).read_bytes(), *sys.argv[2:5]))
