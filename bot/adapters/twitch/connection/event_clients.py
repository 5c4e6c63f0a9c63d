"""Define the two kinds of TwitchIO's client, over sockets and by a conduit, which pass events to their handlers."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import structlog
import twitchio
from twitchio import eventsub
from twitchio.eventsub.subscriptions import SubscriptionPayload
from twitchio.eventsub.websockets import Websocket, WebsocketClosed

from bot.adapters.twitch.connection.accounts import Accounts
from bot.adapters.twitch.connection.client import Listening
from bot.adapters.twitch.connection.errors import LOST, status_of, told
from bot.adapters.twitch.connection.sockets import PatientSocket, take_sockets
from bot.adapters.twitch.inbound.listener import Listener

log = structlog.get_logger()


Share = Callable[[int], frozenset[int]]


class EventHandlers(NamedTuple):
    """The handlers of a client's events. `ready`: it is logged in; `revoked`: Twitch ended a subscription."""

    listener: Listener
    ready: Callable[[Listening], Awaitable[None]]
    revoked: Callable[[Listening, twitchio.SubscriptionRevoked], Awaitable[None]]


class EventClient(Listening):
    """A client that passes events to their handlers."""

    handlers: EventHandlers

    async def setup_hook(self) -> None:
        await self.handlers.ready(self)

    def dispatch(self, event: str, payload: object = None) -> None:
        """Drop a line that is surely not for us, before the library prepares it for a handler."""
        if isinstance(payload, twitchio.ChatMessage) and self.handlers.listener.passes_over(self, payload):
            return
        super().dispatch(event, payload)

    async def _answered(self, answering: Awaitable[None]) -> None:
        await self.handlers.listener.pending.of(answering)

    async def event_message(self, payload: twitchio.ChatMessage) -> None:
        await self._answered(self.handlers.listener.said(self, payload))

    async def event_message_whisper(self, payload: twitchio.Whisper) -> None:
        await self._answered(self.handlers.listener.whispered(self, payload))

    async def event_custom_redemption_add(self, payload: twitchio.ChannelPointsRedemptionAdd) -> None:
        await self._answered(self.handlers.listener.redeemed(payload))

    async def event_stream_online(self, payload: twitchio.StreamOnline) -> None:
        await self.handlers.listener.streams.online(payload)

    async def event_stream_offline(self, payload: twitchio.StreamOffline) -> None:
        await self.handlers.listener.streams.offline(payload)

    async def event_raid(self, payload: twitchio.ChannelRaid) -> None:
        await self.handlers.listener.raids.came(payload)

    async def event_subscription_revoked(self, payload: twitchio.SubscriptionRevoked) -> None:
        await self.handlers.revoked(self, payload)

    async def event_error(self, payload: twitchio.EventErrorPayload) -> None:
        """Log the error's kind only: the library would print the whole event (threats T9)."""
        log.error("an event of Twitch broke something", kind=told(payload.error))


FROM_PEOPLE = (twitchio.ChatMessage, twitchio.Whisper, twitchio.ChannelPointsRedemptionAdd, twitchio.ChannelRaid)
"""Name what Twitch tells every process without a conduit, and only one may answer."""


class ChatClient(EventClient):
    """Reads chat over websockets of our own account.

    `share`: as of a conduit, of which all is one shard: of several processes only one answers.
    """

    def __init__(self, accounts: Accounts, handlers: EventHandlers, bot: str, share: Share) -> None:
        self._share = share
        take_sockets()
        super().__init__(client_id=accounts.client_id, client_secret=accounts.client_secret, bot_id=bot)
        self.prepare(accounts)
        self.handlers = handlers

    def dispatch(self, event: str, payload: object = None) -> None:
        """Leave what people say and do to the process whose share that is; our own lines concern each."""
        ours = isinstance(payload, twitchio.ChatMessage) and payload.chatter.id == self.me
        if isinstance(payload, FROM_PEOPLE) and not ours and 0 not in self._share(1):
            return
        super().dispatch(event, payload)

    async def subscribe(self, wanted: SubscriptionPayload, user: str) -> bool:
        try:
            await self.subscribe_websocket(wanted, token_for=user)
        except (*LOST, ValueError) as error:
            log.warning("a subscription was refused", kind=told(error), type=str(wanted.type))
            return False
        return True

    def sockets(self) -> list[Websocket]:
        return list(self._websockets.get(self.me, {}).values())

    async def unsubscribe(self, channel: str) -> None:
        chat = eventsub.ChatMessageSubscription.type
        for name, one in self.websocket_subscriptions().items():
            if one.type == chat and one.condition.get("broadcaster_user_id") == channel:
                await self.delete_websocket_subscription(name, force=True)


class ConduitClient(EventClient, twitchio.AutoClient):
    """Reads chat through a conduit: Twitch keeps what is said while a shard is disconnected.

    `share`: returns which of so many shards fall to this process.
    """

    def __init__(self, accounts: Accounts, handlers: EventHandlers, bot: str, conduit: str, share: Share) -> None:
        self._share = share
        take_sockets()
        twitchio.AutoClient.__init__(
            self,
            client_id=accounts.client_id,
            client_secret=accounts.client_secret,
            bot_id=bot,
            conduit_id=conduit,
        )
        self.prepare(accounts)
        self.handlers = handlers

    async def subscribe(self, wanted: SubscriptionPayload, user: str) -> bool:  # noqa: ARG002 - the application's own
        try:
            result = await self.multi_subscribe([wanted])
        except LOST as error:
            log.warning("a subscription was refused", kind=told(error), type=str(wanted.type))
            return False
        refused = [error for error in result.errors if status_of(error.error) != 409]
        for one in refused:
            log.warning("a subscription was refused", kind=told(one.error), type=str(wanted.type))
        return not refused

    def sockets(self) -> list[Websocket]:
        return list(self._conduit_info.websockets.values())

    async def unsubscribe(self, channel: str) -> None:
        chat = eventsub.ChatMessageSubscription.type
        found = await self.fetch_eventsub_subscriptions(type=chat)
        async for one in found.subscriptions:
            if one.condition.get("broadcaster_user_id") == channel:
                await one.delete()

    # Shards that are shared out

    def _wanted(self) -> frozenset[int]:
        return self._share(self._conduit_info.shard_count or 0)

    async def _associate_shards(self, shard_ids: list[int]) -> None:
        """Connect those of these shards that fall to this process; the library would take all."""
        wanted = self._wanted()
        await super()._associate_shards([one for one in shard_ids if one in wanted])

    async def take_share(self) -> None:
        """Connect the shards that fall to this process by now, and leave the others to the processes that take them.

        A socket that was left hears its shard until another one has it; then Twitch closes it.
        """
        if not self._setup_called:
            return
        sockets, wanted = self._conduit_info._sockets, self._wanted()  # noqa: SLF001 - where the library keeps them
        for gone in [one for one in sockets if int(one) not in wanted]:
            del sockets[gone]
        gained = sorted(one for one in wanted if str(one) not in sockets)
        if not gained:
            return
        try:
            await self._associate_shards(gained)
        except (*LOST, RuntimeError) as error:
            log.warning("shards of the conduit could not be taken", kind=told(error))

    async def _close_sockets(self) -> None:
        """Close none: all have ended (`closed`), and the library complains where a process has none."""

    def is_alive(self, clock: Callable[[], float] = time.monotonic) -> bool:
        """Return whether all sockets were heard from recently, or there are none to hear from."""
        return super().is_alive(clock) or (self._setup_called and not self._wanted())

    async def _websocket_closed(self, payload: WebsocketClosed) -> None:
        """Replace a closed socket only if it still has its shard; otherwise two sockets would fight over one
        forever.
        """
        if self._conduit_info._sockets.get(payload.socket._shard_id or "") is payload.socket:  # noqa: SLF001
            await super()._websocket_closed(payload)


async def deafened(client: Listening) -> None:
    """Close a client's sockets for good; it can still speak."""
    for socket in client.opened:
        if isinstance(socket, PatientSocket):
            await socket.end()


async def closed(client: Listening, within: float = 10.0) -> None:
    """Close a client for good. The library's own way may hang or raise, and leaves sockets that reconnect."""
    try:
        async with asyncio.timeout(within):
            await deafened(client)
            await client.close()
    except Exception as error:  # noqa: BLE001 - it is over anyway
        log.info("Twitch's client did not end cleanly", kind=told(error))
