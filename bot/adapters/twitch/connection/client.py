"""Adapt TwitchIO's client: it takes tokens from the vault, hears our channels, and prints nothing."""

import logging
import time
from collections.abc import Callable
from functools import cached_property
from typing import Final

import structlog
import twitchio
from twitchio import eventsub
from twitchio.eventsub.subscriptions import SubscriptionPayload
from twitchio.eventsub.websockets import Websocket
from twitchio.exceptions import InvalidTokenException

from bot.adapters.twitch.connection.accounts import DELETE_SCOPE, Accounts, Channel
from bot.adapters.twitch.connection.errors import LOST, told
from bot.adapters.twitch.connection.sockets import end_asking

SILENT: Final = 16.0
"""A socket that was silent for this many seconds is dead, whatever its own state says."""
log = structlog.get_logger()


def is_no_advice(record: logging.LogRecord) -> bool:
    """Return False for the library's advice to install something that we don't use."""
    return "StarletteAdapter" not in str(record.msg)


logging.getLogger("twitchio.client").addFilter(is_no_advice)


class Listening(twitchio.Client):
    """A client that hears chat, over sockets or a conduit.

    `bot_token_lost`: our own account must be connected again. `may_delete`: it may delete lines in channels that it
    moderates. `hears_rewards`, `hears_raids`: channels that send us theirs. `watches`: channels whose streams we
    follow. `missed`: chat may have been missed.
    """

    accounts: Accounts
    channels: dict[str, Channel]

    def prepare(self, accounts: Accounts) -> None:
        """Set up what both kinds have. Their constructors call this, since the library's constructors differ."""
        self.accounts, self.channels = accounts, {}
        self.bot_token_lost = False
        self.may_delete = False
        self.hears_rewards: set[str] = set()
        self.hears_raids: set[str] = set()
        self.watches: set[str] = set()
        self.owned: set[str] = set()
        self.disowned: set[str] = set()
        self.opened: list[Websocket] = []
        self.missed = False
        self._heard: dict[Websocket, tuple[object, float]] = {}
        end_asking(self._http)

    @cached_property
    def me(self) -> str:
        """Return the id of the bot's own account."""
        return self.bot_id or ""

    # Tokens

    async def load_tokens(self, _: str | None = None, /) -> None:
        """Load the tokens of all connected accounts."""
        directory = await self.accounts.directory()
        for user in dict.fromkeys((self.me, *(channel.id for channel in directory.channels))):
            if not await self.take_token(user) and user == self.me:
                self.bot_token_lost = True

    async def take_token(self, user: str) -> bool:
        """Load an account's token; return whether it is in use now. Raises the errors in LOST."""
        account = await self.accounts.account(user)
        if account is None:
            return False
        try:
            await self.add_token(account.token, account.refresh)
        except InvalidTokenException as error:  # its text is the token
            if error.status >= 500:
                raise  # Twitch could not check it; another try may work
            log.warning("an account has to be connected again", user=user)
            self.disowned.add(user)
            return False
        self.owned.add(user)
        if user == self.me:
            self.may_delete = DELETE_SCOPE in account.scopes
        return True

    def taken_back(self) -> set[str]:
        """Return the accounts that no longer let us act for them: the library drops their tokens silently."""
        return {user for user in self.owned | self.disowned if not self.has_token(user)}

    async def save_tokens(self, _: str | None = None, /) -> None:
        """Do nothing: tokens are never saved to a file."""

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
        """Leave a channel: events that still arrive from it are ignored."""
        self.channels.pop(channel, None)
        try:
            await self.unsubscribe(channel)
        except (*LOST, ValueError) as error:
            log.info("a subscription could not be ended", kind=told(error))

    async def unsubscribe(self, channel: str) -> None:
        """End the subscription to this channel's chat. Raises the errors in LOST."""
        raise NotImplementedError

    async def subscribe(self, wanted: SubscriptionPayload, user: str) -> bool:
        """Subscribe with this account's permission; return False if Twitch refuses."""
        raise NotImplementedError

    async def take_share(self) -> None:
        """Take the part of the chat that falls to this process; over sockets of our own account all of it does."""

    # Whether chat still arrives

    def sockets(self) -> list[Websocket]:
        """Return the sockets that receive chat."""
        raise NotImplementedError

    def has_missed(self) -> None:
        """Note that chat may have been missed."""
        self.missed = True

    def is_alive(self, clock: Callable[[], float] = time.monotonic) -> bool:
        """Return whether all sockets were heard from recently, by a monotonic clock (threats F20)."""
        found = [socket for socket in self.sockets() if socket.connected and reads(socket)]
        heard = [self._last_heard(socket, clock()) for socket in found]
        self._heard = {socket: self._heard[socket] for socket in found}
        return bool(heard) and all(at > clock() - SILENT for at in heard)

    def _last_heard(self, socket: Websocket, now: float) -> float:
        mark, known = socket._last_keepalive, self._heard.get(socket)  # noqa: SLF001 - set with each message
        if known is None or known[0] != mark:
            known = self._heard[socket] = (mark, now)
        return known[1]


def reads(socket: Websocket) -> bool:
    """Return whether a task still reads from a socket."""
    task = socket._listen_task  # noqa: SLF001 - a malformed frame ends it silently
    return task is not None and not task.done()
