"""Tests the public address as a phone elsewhere would: its name, its certificate, the pages, a websocket."""

import asyncio
import ipaddress
import socket
import ssl
from typing import Final
from urllib.parse import urlsplit

import aiohttp

from bot.app.settings import Settings
from bot.app.stream_check.finding import Finding, good, note, wrong
from bot.app.stream_check.typed import is_number
from bot.app.table_room import address

WITHIN: Final = aiohttp.ClientTimeout(total=10)
ABOUT: Final = "address"
NO_KEY: Final = {"key": ""}
"""The first message of an overlay, with a wrong key: only Potluck answers it as we do."""
BEHIND: Final = frozenset({502, 503, 504, 521, 522, 523, 530})
"""Status codes of proxies and tunnels when nothing answers them."""


def here(settings: Settings) -> str:
    """Return the address of the pages on this machine itself."""
    host = "127.0.0.1" if settings.web_host in {"0.0.0.0", "::"} else settings.web_host  # noqa: S104 - only compared
    return address(host, settings.web_port)


async def answers_health(where: str) -> bool:
    """Tell whether one of our rooms answers there; `where` ends with a slash."""
    try:
        async with aiohttp.ClientSession(timeout=WITHIN) as session, session.get(f"{where}health") as answer:
            return answer.status == 200 and (await answer.text()).strip() == "ok"
    except (aiohttp.ClientError, TimeoutError, OSError, UnicodeDecodeError):
        return False


async def look_from_outside(public: str, port: int, closing: int, *, running: bool) -> Finding:
    """Return the finding on the public address. `closing`: how our room closes a websocket that has a wrong key."""
    parts = urlsplit(public)
    host = parts.hostname or ""
    if host == "localhost":
        return note(
            ABOUT,
            f"{public} is this machine alone",
            "viewers' phones can't come; what can be played all the same is told below",
        )
    if is_number(host):
        todo = f"set POTLUCK_PUBLIC_URL, for a try to http://localhost:{port}/ (potluck stream asks for it)"
        return wrong(ABOUT, f"People are told {public}, where Twitch sends nobody back to", todo)
    if parts.scheme != "https":
        return wrong(ABOUT, f"{public} is not https", "Twitch sends nobody back there; put https in POTLUCK_PUBLIC_URL")
    if not running:
        return note(ABOUT, f"{public} is tried when Potluck runs", "start it: potluck run")
    try:
        return await _tried(public, host, port, closing)
    except aiohttp.ClientConnectorDNSError:
        return wrong(ABOUT, f"The name {host} is not known", "a new one takes a few minutes; is it spelt right?")
    except (aiohttp.ClientConnectorCertificateError, aiohttp.ClientSSLError):
        return wrong(
            ABOUT,
            f"{public} has no certificate that browsers take",
            "let Caddy or the tunnel get one for this very name (docs/stream.md)",
        )
    except (TimeoutError, aiohttp.ServerTimeoutError):
        return wrong(ABOUT, f"{public} does not answer", "are ports 80 and 443 let through to this machine?")
    except (aiohttp.ClientError, OSError):
        return wrong(ABOUT, f"{public} refuses", "nothing listens there: start Caddy or the tunnel (docs/stream.md)")


async def _tried(public: str, host: str, port: int, closing: int) -> Finding:
    browser = aiohttp.TCPConnector(ssl=ssl.create_default_context())
    async with aiohttp.ClientSession(connector=browser, timeout=WITHIN) as session:
        trouble = await _pages(session, public, port)
        trouble = trouble or await _live_line(session, public, closing)
    if trouble is not None:
        return trouble
    if not await leads_out(host):
        return note(ABOUT, f"{public} answers, but leads into your own network", "phones elsewhere can't come")
    return good(ABOUT, f"{public} answers with a good certificate, live lines pass (try a phone without WiFi, too)")


async def _pages(session: aiohttp.ClientSession, public: str, port: int) -> Finding | None:
    """Return what is wrong with the pages there; None: nothing."""
    async with session.get(f"{public}health", allow_redirects=False) as answer:
        status, said = answer.status, (await answer.content.read(100)).strip()
    if status in BEHIND:
        todo = f"pass it on to 127.0.0.1:{port}, where Potluck listens"
        return wrong(ABOUT, f"A web server answers at {public}, but finds no Potluck ({status})", todo)
    if status != 200 or said != b"ok":
        todo = f"let all of its paths lead to 127.0.0.1:{port}"
        return wrong(ABOUT, f"Something else answers at {public} ({status})", todo)
    async with session.get(f"{public}connect/twitch", allow_redirects=False) as answer:
        if answer.status == 421:
            return wrong(
                ABOUT, f"Potluck answers at {public}, but not to that name", "start it again: it has an old .env"
            )
    return None


async def _live_line(session: aiohttp.ClientSession, public: str, closing: int) -> Finding | None:
    """Return what is wrong with websockets; None: nothing."""
    todo = "let the proxy pass Upgrade, Connection and Host (docs/run-a-server.md)"
    try:
        origin = public.rstrip("/")
        async with asyncio.timeout(10), session.ws_connect(f"{public}overlay/live", origin=origin) as line:
            await line.send_json(NO_KEY)
            await line.receive()
            if line.close_code == closing:
                return None
    except (aiohttp.WSServerHandshakeError, TimeoutError):
        pass
    return wrong(ABOUT, f"{public} answers, but live lines don't pass", todo)


async def leads_out(host: str) -> bool:
    """Tell whether a name leads to a public address, not to this machine or network."""
    found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return any(ipaddress.ip_address(one[4][0]).is_global for one in found)
