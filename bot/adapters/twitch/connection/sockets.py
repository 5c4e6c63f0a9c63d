"""Add to TwitchIO 3.3.2 what it lacks: other addresses, no loss when a session moves, a limit on asking for tokens."""

import asyncio
import json
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final, ParamSpec, Protocol, TypeVar, cast

import aiohttp
import structlog
import twitchio.client
from twitchio.authentication import ManagedHTTPClient
from twitchio.eventsub import websockets
from twitchio.eventsub.websockets import Websocket
from twitchio.http import Route

from bot.adapters.twitch.connection.errors import TooManyTokensError

OLD_SOCKET_SECONDS: Final = 30.0
"""Seconds after the welcome on the new socket at which Twitch itself closes the old one."""
MOST_TOKENS: Final = 5
TOKENS_SECONDS: Final = 60.0
log = structlog.get_logger()
P = ParamSpec("P")
T = TypeVar("T")


def point_to(api: str = "", auth: str = "", eventsub: str = "") -> None:
    """Send all of TwitchIO's requests to these addresses; empty: Twitch's own. The library has no setting for them,
    only module variables.
    """
    if api:
        Route.BASE = api.rstrip("/") + "/"
    if auth:
        Route.ID_BASE = auth.rstrip("/") + "/"
    if eventsub:
        websockets.WSS = eventsub


class Sockets(Protocol):
    """The client, as far as its sockets report to it."""

    opened: list[Websocket]

    def has_missed(self) -> None:
        """Note that a socket reconnected by itself: what was said meanwhile is lost."""
        ...


class PatientSocket(Websocket):
    """Still hears the old socket when Twitch moves a session; the library would lose what arrives there."""

    __slots__ = ()

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        if (client := self._of()) is not None:
            client.opened.append(self)

    def _of(self) -> Sockets | None:
        return cast(Sockets, self._client) if hasattr(self._client, "opened") else None

    async def _resubscribe(self) -> None:
        await super()._resubscribe()
        if (client := self._of()) is not None:
            client.has_missed()

    async def end(self) -> None:
        """End for good: the library would keep reconnecting after its client was closed."""
        for task in list(self._connection_tasks):
            task.cancel()
        await asyncio.gather(*self._connection_tasks, return_exceptions=True)
        self._closed = self._closing = False
        await self.close()
        self._closed = True

    async def _reconnect(self, url: str) -> None:
        old, client, user = self._socket, self._client, self._token_for
        if self._shard_id is not None or old is None or client is None or user is None:
            await super()._reconnect(url)
            return
        hearing = asyncio.create_task(self._hear_out(old), name="twitch old socket")
        new = PatientSocket(keep_alive_timeout=self._keep_alive_timeout, client=client, token_for=user, http=self._http)
        new._subscriptions = self._subscriptions
        try:
            await new.connect(url=url, fail_once=True)
        except Exception:  # noqa: BLE001 - whatever it was, a fresh session helps
            hearing.cancel()
            await self.connect(reconnect=True)
            return
        self._socket = None  # it is closed once it was heard out
        await self.close()
        client._websockets[user][new.session_id or ""] = new  # noqa: SLF001 - where the library keeps them

    async def _hear_out(self, old: aiohttp.ClientWebSocketResponse) -> None:
        try:
            async with asyncio.timeout(OLD_SOCKET_SECONDS + 5):
                while (message := await old.receive()).type is aiohttp.WSMsgType.TEXT:
                    content = json.loads(message.data)
                    if content["metadata"]["message_type"] == "notification":
                        await self._process_notification(content)
        except (TimeoutError, KeyError, ValueError) as error:
            log.info("an old socket was not heard out", kind=type(error).__name__)
        finally:
            await old.close()


def take_sockets() -> None:
    """Make the library create sockets of our kind, by replacing the class under its name."""
    twitchio.client.Websocket = PatientSocket  # type: ignore[attr-defined]
    websockets.Websocket = PatientSocket  # type: ignore[misc]


def bounded(fetch: Callable[P, Awaitable[T]], clock: Callable[[], float] = time.monotonic) -> Callable[P, Awaitable[T]]:
    """Limit this call: on a lasting 401 the library asks for tokens and calls itself without end."""
    asked: deque[float] = deque(maxlen=MOST_TOKENS)

    async def ask(*args: P.args, **kwargs: P.kwargs) -> T:
        now = clock()
        if len(asked) == MOST_TOKENS and asked[0] > now - TOKENS_SECONDS:
            raise TooManyTokensError
        asked.append(now)
        return await fetch(*args, **kwargs)

    return ask


def end_asking(http: ManagedHTTPClient) -> None:
    """Limit how often this client of the library asks for tokens."""
    inner: Any = http.__dict__["_ManagedHTTPClient__isolated"]
    http.__dict__["client_credentials_token"] = bounded(http.client_credentials_token)
    inner.refresh_token = bounded(inner.refresh_token)
