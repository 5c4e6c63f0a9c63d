"""Keep one client running: start it, watch what it hears, and start another when it hears nothing.

While Twitch can't be heard, the clocks of its tables stop, and their other places say so (threats F11, F13, F26).
"""

import asyncio
import contextlib
import random
import time
from typing import Final

import structlog
import twitchio
from twitchio import eventsub
from twitchio.exceptions import InvalidTokenException

from bot.adapters.twitch.connection.accounts import UNKNOWN, Accounts, BadSecretError, Channel
from bot.adapters.twitch.connection.client import Listening
from bot.adapters.twitch.connection.errors import LOST, told
from bot.adapters.twitch.connection.event_clients import ChatClient, ConduitClient, EventHandlers, closed, deafened
from bot.adapters.twitch.inbound.listener import Listener
from bot.adapters.twitch.names import place_named, venue_named
from bot.adapters.twitch.port import Bot
from persistence import StoreTrouble

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 30.0
STEADY: Final = 120.0
"""A client that ran for this many seconds counts as having worked."""
READY_WITHIN: Final = 45.0
LOOK_EVERY: Final = 0.5
TOKEN: Final = "oauth2/token"  # noqa: S105 - a path
AGAIN_EVERY: Final = 20.0
"""Seconds until a channel that could not be joined is tried again."""
UNHEARD: Final = 2.0
"""Seconds without a socket after which clocks stop, because people can't be heard."""
GIVE_UP: Final = 8.0
"""Seconds without a socket after which we start another client instead of waiting for the library."""
log = structlog.get_logger()


class Supervisor:
    """Keeps one client running. `first_ready`: set once chat was heard. `starts`: how many clients were started."""

    def __init__(self, bot: Bot, accounts: Accounts, listener: Listener, conduit: str) -> None:
        self._bot, self._accounts, self._listener, self._conduit = bot, accounts, listener, conduit
        self.client: Listening | None = None
        self.first_ready = asyncio.Event()
        self.starts = 0
        self.is_up = False
        """Whether chat is heard now."""
        self.needs_bot = asyncio.Event()
        """Set while no account of ours is connected: somebody has to sign in."""
        self._stopping = False
        self._was_up = False
        self._try_again_at: float | None = None

    async def run(self) -> None:
        """Keep a client running until stopped. Raises BadSecretError."""
        pause = FIRST_PAUSE
        while not self._stopping:
            bot = await self._bot_account()
            if bot is None:
                await self._change_or(FIRST_PAUSE)
                continue
            if not bot:
                self.needs_bot.set()
                await self._change_or(LONGEST_PAUSE)
                continue
            self.needs_bot.clear()
            began = time.monotonic()
            client = await self._run_one(bot)
            if client.bot_token_lost:
                self.needs_bot.set()
                await self._change_or(LONGEST_PAUSE)
                continue
            if time.monotonic() - began > STEADY:
                pause = FIRST_PAUSE
            if not self._stopping:
                log.warning("Twitch ended; it is started again", after=round(pause))
                await self._change_or(pause * (1 + random.random() / 2))  # noqa: S311 - jitter is no dice
                pause = min(LONGEST_PAUSE, pause * 2)

    async def _change_or(self, seconds: float) -> None:
        """Wait, but no longer once an account was connected or removed."""
        self._accounts.changed.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._accounts.changed.wait()

    async def _bot_account(self) -> str | None:
        """Return our account; empty: none is connected; None: the store can't say now."""
        try:
            directory = await self._accounts.directory()
            known = directory.bot and await self._accounts.account(directory.bot) is not None
        except StoreTrouble:  # unknown now: keep the account that is logged in
            return self.client.me if self.client is not None else None
        return directory.bot if known else ""

    async def _run_one(self, bot: str) -> Listening:
        """Run one client from login to its end, however it ends, and return it.

        It uses the accounts as stored now, so one that has just signed in needs no further client.
        """
        self._accounts.changed.clear()
        self._accounts.fresh.discard(bot)
        handlers = EventHandlers(self._listener, self.ready, self.revoked)
        client: Listening = (
            ConduitClient(self._accounts, handlers, bot, self._conduit, self._bot.shards_here)
            if self._conduit
            else ChatClient(self._accounts, handlers, bot, self._bot.shards_here)
        )
        self.client = client
        self.starts += 1
        running = asyncio.create_task(client.start(with_adapter=False, save_tokens=False), name="twitch")
        watching = asyncio.create_task(self._watch(client), name="twitch watchdog")
        try:
            await asyncio.wait({running, watching}, return_when=asyncio.FIRST_COMPLETED)
            if not self._stopping:  # stopping is followed by another start: nobody needs to hear of it
                await self._down(client)
        finally:
            self.is_up = False
            watching.cancel()
            await closed(client)
            running.cancel()
            ended = (await asyncio.gather(running, watching, return_exceptions=True))[0]
        self._judge(ended)
        return client

    @staticmethod
    def _judge(ended: object) -> None:
        """Raise BadSecretError if another try is useless, because Twitch gives us no token."""
        match ended:
            case InvalidTokenException():
                pass
            case twitchio.HTTPException(status=400 | 401 | 403, route=route) if (
                route is not None and route.path == TOKEN
            ):
                raise BadSecretError(UNKNOWN)
        if isinstance(ended, Exception):
            log.warning("Twitch's client broke", kind=told(ended))

    async def ready(self, client: Listening) -> None:
        """Join all channels with a client that is logged in."""
        self._accounts.fresh.discard(client.me)
        if client.bot_token_lost:
            return
        await self.join_all(client)
        account = await self._accounts.account(client.me)
        if account is not None and "user:read:whispers" in account.scopes:
            await client.subscribe(eventsub.WhisperReceivedSubscription(user_id=client.me), client.me)

    async def join_all(self, client: Listening) -> None:
        """Join the connected channels and those that the owner named, and leave those that were removed.

        What Twitch refuses now is tried again later.
        """
        directory = await self._accounts.directory()
        wanted = {channel.id: channel for channel in directory.channels if self._accounts.may_join(channel)}
        named_ones = await self._named(client, set(wanted.values()))
        wanted |= {channel.id: channel for channel in named_ones or ()}
        joined = [await self._join(client, channel) for channel in wanted.values()]
        self._try_again_at = None if named_ones is not None and all(joined) else time.monotonic() + AGAIN_EVERY
        if named_ones is not None:
            for gone in set(client.channels) - set(wanted):
                await client.unfollow(gone)
                await self._bot.place_closed(venue_named(gone), place_named(gone))

    async def revoked(self, client: Listening, payload: twitchio.SubscriptionRevoked) -> None:
        """Leave a channel whose chat Twitch no longer lets us hear, and soon try to join it again.

        Its tables stop, and their other places say so (threats F13).
        """
        condition = payload.raw["condition"]
        channel = str(condition.get("broadcaster_user_id", ""))
        log.warning("Twitch revoked a subscription", type=payload.type, reason=str(payload.status), channel=channel)
        if payload.type != eventsub.ChatMessageSubscription.type or channel not in client.channels:
            return
        await client.unfollow(channel)
        await self._bot.place_closed(venue_named(channel), place_named(channel))
        self._try_again_at = time.monotonic() + AGAIN_EVERY

    async def _join(self, client: Listening, channel: Channel) -> bool:
        """Join a channel; return whether it is heard now."""
        fresh = channel.id in self._accounts.fresh
        self._accounts.fresh.discard(channel.id)
        if channel.id in client.channels and not fresh:
            return True
        try:
            await client.take_token(channel.id)
        except LOST as error:
            log.warning("a channel's token could not be looked at", channel=channel.id, kind=told(error))
            return False
        if channel.id not in client.channels and not await client.follow(channel):
            await self._bot.place_closed(venue_named(channel.id), place_named(channel.id))
            return False
        await self._bot.place_open(venue_named(channel.id), place_named(channel.id))
        if self.is_up:
            await self._listener.hear_channel(client, channel.id)
        return True

    async def _let_go(self, client: Listening) -> None:
        """Leave channels whose streamers withdrew their permission, unless the owner named them."""
        gone = client.taken_back()
        client.owned -= gone
        client.disowned -= gone
        client.bot_token_lost = client.bot_token_lost or client.me in gone
        for channel in (await self._accounts.directory()).channels:
            if channel.id in gone - {client.me} and channel.login.lower() not in self._accounts.wanted:
                await self._accounts.let_go(channel.id)

    async def _named(self, client: Listening, known: set[Channel]) -> list[Channel] | None:
        """Return the channels that the owner named; None: they could not be looked up now."""
        logins = sorted(self._accounts.wanted - {channel.login.lower() for channel in known})
        if not logins:
            return []
        try:
            users = await client.fetch_users(logins=logins[:100])
        except LOST as error:
            log.warning("the channels named could not be looked up", kind=told(error))
            return None
        return [Channel(user.id, user.name or "", user.display_name or user.name or "") for user in users]

    # Watching

    async def _watch(self, client: Listening) -> None:
        """Return when nothing was heard for too long, or our own account is gone."""
        began = time.monotonic()
        heard_at = began
        while not self._stopping:
            now = time.monotonic()
            await client.take_share()
            if client.is_alive():
                heard_at = now
                await self._up(client)
            elif self.is_up and now - heard_at > UNHEARD:
                await self._down(client)
            patience = GIVE_UP if heard_at > began else READY_WITHIN
            if now - heard_at > patience:
                log.warning("Twitch is not heard any more")
                return
            if await self._is_over(client, now):
                return
            await asyncio.sleep(LOOK_EVERY)
        await asyncio.get_running_loop().create_future()  # what was heard is answered by this client

    async def _is_over(self, client: Listening, now: float) -> bool:
        """Handle what changed meanwhile; return whether another client is needed."""
        if client.bot_token_lost and client._setup_called:  # noqa: SLF001 - all tokens were looked at
            return True
        if self.is_up:
            await self._make_good(client, now)
        if self._accounts.changed.is_set():
            self._accounts.changed.clear()
            if await self._bot_account() != client.me or client.me in self._accounts.fresh:
                return True
            await self.join_all(client)
        return False

    async def _make_good(self, client: Listening, now: float) -> None:
        """Check streams, try again to join channels, and handle withdrawn permissions and missed chat."""
        await self._listener.streams.look_now_and_then(client)
        if self._try_again_at is not None and now > self._try_again_at:
            await self.join_all(client)
        if client.taken_back():
            await self._let_go(client)
        if client.missed:
            client.missed = False
            await self._bot.here_again()

    async def _up(self, client: Listening) -> None:
        if self.is_up or not client._setup_called:  # noqa: SLF001 - not yet in its channels
            return
        self.is_up, client.missed = True, False
        self.first_ready.set()
        for channel in list(client.channels):
            await self._bot.place_open(venue_named(channel), place_named(channel))
            await self._listener.hear_channel(client, channel)
        if self._was_up:
            await self._bot.here_again()
        self._was_up = True

    async def _down(self, client: Listening) -> None:
        """Stop all clocks until people can be heard again."""
        if not self.is_up:
            return
        self.is_up = False
        for channel in list(client.channels):
            await self._bot.place_closed(venue_named(channel), place_named(channel))

    async def rest(self) -> None:
        """Hear nothing more, and start no other client."""
        self._stopping = True
        if self.client is not None:
            await deafened(self.client)

    async def stop(self) -> None:
        """End the running client, and start no other."""
        self._stopping = True
        self._accounts.changed.set()
        if self.client is not None:
            await closed(self.client)
