"""TwitchIO's client as we need it: tokens out of the vault, chat into the listener, nothing printed."""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final

import structlog
import twitchio
from twitchio import eventsub
from twitchio.eventsub.subscriptions import SubscriptionPayload
from twitchio.eventsub.websockets import Websocket, WebsocketClosed
from twitchio.exceptions import InvalidTokenException

from bot.adapters.twitch.connection.accounts import DELETE_SCOPE, Accounts, Channel
from bot.adapters.twitch.connection.errors import LOST, status_of, told
from bot.adapters.twitch.connection.sockets import PatientSocket, end_asking, take_sockets

if TYPE_CHECKING:
    from bot.adapters.twitch.connection.supervisor import Supervisor
    from bot.adapters.twitch.inbound.listener import Listener

SILENT: Final = 16.0
"""Seconds without a word after which a socket is dead, whatever it says of itself."""
log = structlog.get_logger()


def is_no_advice(record: logging.LogRecord) -> bool:
    """Tell whether a line of the library's log is more than its advice to install what we don't use."""
    return "StarletteAdapter" not in str(record.msg)


logging.getLogger("twitchio.client").addFilter(is_no_advice)


class Listening(twitchio.Client):
    """A client that hears chat, over sockets or a conduit.

    `bot_token_lost`: our own account has to be connected again. `may_delete`: it is allowed to delete lines, where it
    moderates. `hears_rewards`, `hears_raids`: channels that tell us of theirs.
    `watches`: channels of whose streams we want to know. `missed`: something may have been said that we did not hear.
    """

    accounts: Accounts
    listener: "Listener"
    supervisor: "Supervisor"
    channels: dict[str, Channel]

    def prepare(self, accounts: Accounts, listener: "Listener", supervisor: "Supervisor") -> None:
        """Set up what both kinds have; called by their constructors, since the library's differ."""
        self.accounts, self.listener, self.supervisor, self.channels = accounts, listener, supervisor, {}
        self.bot_token_lost = False
        self.may_delete = False
        self.hears_rewards: set[str] = set()
        self.hears_raids: set[str] = set()
        self.watches: set[str] = set()
        self.owned: set[str] = set()
        self.disowned: set[str] = set()
        self.opened: list[Websocket] = []
        self.missed = False
        self._heard: dict[str, tuple[object, float]] = {}
        end_asking(self._http)

    @cached_property
    def me(self) -> str:
        """Return the id of the bot's own account."""
        return self.bot_id or ""

    # Tokens

    async def load_tokens(self, _: str | None = None, /) -> None:
        """Take up the tokens of all accounts that are connected."""
        directory = await self.accounts.directory()
        for user in dict.fromkeys((self.me, *(channel.id for channel in directory.channels))):
            if not await self.take_token(user) and user == self.me:
                self.bot_token_lost = True

    async def take_token(self, user: str) -> bool:
        """Take up an account's token; return whether it is in use now. Raises what is in LOST."""
        account = await self.accounts.account(user)
        if account is None:
            return False
        try:
            await self.add_token(account.token, account.refresh)
        except InvalidTokenException as error:  # its text is the token
            if error.status >= 500:
                raise  # Twitch could not say: another try may tell
            log.warning("an account has to be connected again", user=user)
            self.disowned.add(user)
            return False
        self.owned.add(user)
        if user == self.me:
            self.may_delete = DELETE_SCOPE in account.scopes
        return True

    def taken_back(self) -> set[str]:
        """Return accounts that no more are ours to speak for: the library drops their tokens without a word."""
        return {user for user in self.owned | self.disowned if not self.has_token(user)}

    async def save_tokens(self, _: str | None = None, /) -> None:
        """Save nothing: never into a file."""

    async def event_token_refreshed(self, payload: twitchio.TokenRefreshedPayload) -> None:
        await self.accounts.refreshed(payload.user_id, payload.token, payload.refresh_token)

    def has_token(self, user: str) -> bool:
        """Return whether this account's token is in use."""
        return user in self.tokens

    # Channels

    async def follow(self, channel: Channel) -> bool:
        """Hear this channel's chat; return False if Twitch does not let us."""
        wanted = eventsub.ChatMessageSubscription(broadcaster_user_id=channel.id, user_id=self.me)
        if not await self.subscribe(wanted, self.me):
            return False
        self.channels[channel.id] = channel
        return True

    async def unfollow(self, channel: str) -> None:
        """Leave a channel: what is still told of it is not listened to."""
        self.channels.pop(channel, None)
        try:
            await self.unsubscribe(channel)
        except (*LOST, ValueError) as error:
            log.info("a subscription could not be ended", kind=told(error))

    async def unsubscribe(self, channel: str) -> None:
        """End the subscription to the chat of this channel. Raises what is in LOST."""
        raise NotImplementedError

    async def subscribe(self, wanted: SubscriptionPayload, user: str) -> bool:
        """Subscribe with this account's leave; return False where Twitch refuses."""
        raise NotImplementedError

    # What comes

    def dispatch(self, event: str, payload: object = None) -> None:
        """Pass over a line that is surely not for us before anything is made ready to hear it."""
        if isinstance(payload, twitchio.ChatMessage) and self.listener.passes_over(self, payload):
            return
        super().dispatch(event, payload)

    async def event_message(self, payload: twitchio.ChatMessage) -> None:
        await self.listener.said(self, payload)

    async def event_message_whisper(self, payload: twitchio.Whisper) -> None:
        await self.listener.whispered(self, payload)

    async def event_custom_redemption_add(self, payload: twitchio.ChannelPointsRedemptionAdd) -> None:
        await self.listener.redeemed(payload)

    async def event_stream_online(self, payload: twitchio.StreamOnline) -> None:
        await self.listener.streams.online(payload)

    async def event_stream_offline(self, payload: twitchio.StreamOffline) -> None:
        await self.listener.streams.offline(payload)

    async def event_raid(self, payload: twitchio.ChannelRaid) -> None:
        await self.listener.raids.came(payload)

    async def event_subscription_revoked(self, payload: twitchio.SubscriptionRevoked) -> None:
        await self.supervisor.revoked(self, payload)

    async def event_error(self, payload: twitchio.EventErrorPayload) -> None:
        """Log the kind alone: the library would print it, with all that it holds (threats T9)."""
        log.error("an event of Twitch broke something", kind=told(payload.error))

    # Whether anything still comes

    def sockets(self) -> list[Websocket]:
        """Return the sockets by which chat is heard."""
        raise NotImplementedError

    def has_missed(self) -> None:
        """Take note that something may have been said that we did not hear."""
        self.missed = True

    def is_alive(self, clock: Callable[[], float] = time.monotonic) -> bool:
        """Return whether a socket that hears chat was heard from lately, by a clock that doesn't jump (threats F20)."""
        found = [socket for socket in self.sockets() if socket.connected and reads(socket)]
        heard = {str(id(socket)): self._last_heard(socket, clock()) for socket in found}
        self._heard = {name: self._heard[name] for name in heard}
        return bool(heard) and all(at > clock() - SILENT for at in heard.values())

    def _last_heard(self, socket: Websocket, now: float) -> float:
        name, mark = str(id(socket)), socket._last_keepalive  # noqa: SLF001 - set with each message
        if self._heard.get(name, (None, 0.0))[0] != mark or name not in self._heard:
            self._heard[name] = (mark, now)
        return self._heard[name][1]


class ChatClient(Listening):
    """Reads chat over websockets of our own account."""

    def __init__(self, accounts: Accounts, listener: "Listener", supervisor: "Supervisor", bot: str) -> None:
        take_sockets()
        super().__init__(client_id=accounts.client_id, client_secret=accounts.client_secret, bot_id=bot)
        self.prepare(accounts, listener, supervisor)

    async def setup_hook(self) -> None:
        await self.supervisor.ready(self)

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


class ConduitClient(Listening, twitchio.AutoClient):
    """Reads chat through a conduit: what is said while a shard is away is kept for it by Twitch."""

    def __init__(
        self, accounts: Accounts, listener: "Listener", supervisor: "Supervisor", bot: str, conduit: str
    ) -> None:
        take_sockets()
        twitchio.AutoClient.__init__(
            self,
            client_id=accounts.client_id,
            client_secret=accounts.client_secret,
            bot_id=bot,
            conduit_id=conduit,
        )
        self.prepare(accounts, listener, supervisor)

    async def setup_hook(self) -> None:
        await self.supervisor.ready(self)

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

    async def _websocket_closed(self, payload: WebsocketClosed) -> None:
        """Open another only for a socket that still has its shard: else two would take it from each other for ever."""
        if self._conduit_info._sockets.get(payload.socket._shard_id or "") is payload.socket:  # noqa: SLF001
            await super()._websocket_closed(payload)


def reads(socket: Websocket) -> bool:
    """Return whether anybody still reads what a socket brings."""
    task = socket._listen_task  # noqa: SLF001 - an odd frame ends it, and nobody is told
    return task is not None and not task.done()


async def closed(client: Listening, within: float = 10.0) -> None:
    """Close a client for good: the library's own end may hang or raise, and leaves sockets that try to come back."""
    try:
        async with asyncio.timeout(within):
            for socket in client.opened:
                if isinstance(socket, PatientSocket):
                    await socket.end()
            await client.close()
    except Exception as error:  # noqa: BLE001 - it is over anyway
        log.info("Twitch's client did not end cleanly", kind=told(error))
