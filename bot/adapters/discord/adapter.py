"""The Discord adapter: what the bot shows goes out through it, what people say and press comes in."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

import discord
from cachetools import TTLCache
from msgspec.structs import replace

from bot.adapters.discord.connection.client import TableClient
from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.connection.supervisor import Supervisor
from bot.adapters.discord.inbound.listener import Listener
from bot.adapters.discord.inbound.slash import as_slash
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.names import PLATFORM, named, place_named, snowflake_of, venue_of
from bot.adapters.discord.outbound.channel_messages import ChannelMessages
from bot.adapters.discord.outbound.direct_messages import DirectMessages
from bot.adapters.discord.port import Bot
from bot.ports.audience import is_for_one
from bot.ports.chat import Notes
from bot.ports.ids import AudienceKey, PersonId, PlaceId
from bot.ports.messages import Door, Reach, Unreachable, Update
from games.kit.contract import Abilities

PRESENT: Final = 60.0
"""Seconds for which somebody who said or pressed something is here, and needs no call."""
PATIENCE: Final = 15.0
"""Seconds without Discord after which the clocks of its tables stand still (threats F26)."""
LOOK_EVERY: Final = 0.5
MOST_PRESENT: Final = 50_000


class DiscordAdapter:
    """Shows what happens at tables on Discord, and brings what is said there; shows nothing until it is logged in.

    `token`: the bot's own. `limits`: what it allows itself and others. `clock`: seconds that never go back, by which
    somebody who said something is here for a while.
    """

    platform: str = PLATFORM
    abilities: Abilities = Abilities(takes_back=True, equal_delay=True)
    prefix: str = "/"
    spelled = staticmethod(as_slash)
    stands: bool = True

    def __init__(
        self,
        bot: Bot,
        notes: Notes,
        token: str,
        limits: RateLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bot = bot
        self._present: TTLCache[int, None] = TTLCache(MOST_PRESENT, PRESENT, timer=clock)
        self._away_since: float | None = None
        self.limits = limits or RateLimits()
        self._channel_messages = ChannelMessages(self.limits, self._logged_in)
        self._direct_messages = DirectMessages(self.limits, self._logged_in, notes)
        self.listener = Listener(bot, self._direct_messages, self._channel_messages, self.limits, self.seen)
        self.supervisor = Supervisor(token, self.listener)

    def _logged_in(self) -> TableClient:
        client = self.supervisor.client
        if self.listener.outages.deaf_for() > PATIENCE:
            raise Unreachable("nobody on Discord can be heard", Reach.SHUT, after=5.0)
        if client is not None and not client.is_closed() and client.user is not None:
            self._away_since = None
            return client
        now = time.monotonic()
        self._away_since = self._away_since or now
        if now - self._away_since > PATIENCE:
            raise Unreachable("Discord is away", Reach.SHUT, after=5.0)
        raise Unreachable("not logged in", after=1.0)

    def wants_card(self, audience: AudienceKey) -> bool:
        """Return whether this audience has the table's panel: places do; a player has a hand (`Adapter.stands`)."""
        return not is_for_one(audience)

    def seen(self, user: int) -> None:
        """Take note that somebody is here: for a while they need no call."""
        self._present[user] = None

    async def show(self, update: Update) -> str:
        """Bring a place or a player up to date; return the handle of the message. Raises Unreachable."""
        client, words = self._logged_in(), self._bot.words("en")
        if is_for_one(update.audience):
            user = named(snowflake_of(update.audience))
            call = user in await self._to_call(update, "dm")
            return await self._direct_messages.show(update, words, place_here(update), call=call)
        channel = client.get_channel(snowflake_of(update.audience))
        guild = None
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            guild = channel.guild.id
            if not channel.permissions_for(channel.guild.me).attach_files:
                update = replace(update, card=replace(update.card, board=None))
        called = [snowflake_of(person) for person in await self._to_call(update, "on")]
        return await self._channel_messages.show(update, words, called, guild)

    async def side_room(self, place: PlaceId, title: str) -> PlaceId:
        """Open a thread of a channel, and return its name as a place. Raises Unreachable, always in a thread."""
        channel = self._logged_in().get_channel(snowflake_of(place))
        if not isinstance(channel, discord.TextChannel):
            raise Unreachable("no threads here")
        try:
            thread = await channel.create_thread(name=title[:100], type=discord.ChannelType.public_thread)
        except LOST as refused:
            raise Unreachable(type(refused).__name__) from None
        return place_named(thread.id)

    async def door(self, name: str) -> Door | None:
        """Return the door of a channel by its id; None: there is none by this name. Raises Unreachable."""
        channel = self._logged_in().get_channel(int(name)) if name.isdecimal() and len(name) < 20 else None
        if not isinstance(channel, discord.TextChannel | discord.Thread):
            return None
        return Door(PLATFORM, name, f"#{channel.name}", venue_of(channel.guild.id), place_named(channel.id))

    async def follows(self, person: PersonId, place: PlaceId) -> bool:  # noqa: ARG002 - whoever, wherever
        """Return False: nobody follows a channel of Discord."""
        return False

    async def _to_call(self, update: Update, way: str) -> list[PersonId]:
        """Return those whose turn it is, who want to be called this way, and are not here anyway.

        Who is called to another table, before a game, is not there yet.
        """
        on = update.card.phase == "playing"
        return [
            person
            for person in update.notify
            if person.startswith(f"{PLATFORM}:")
            and not (on and snowflake_of(person) in self._present)
            and await self._bot.pings_of(person) == way
        ]

    async def run(self) -> None:
        """Keep connected until cancelled. Raises BadTokenError when Discord says that the token is wrong."""
        listening = asyncio.create_task(self._listen(), name="discord away")
        try:
            await self.supervisor.run()
        finally:
            listening.cancel()

    async def _listen(self) -> None:
        """Tell the bot when Discord can't be heard for long, and when it can be again."""
        away = False
        while True:
            if away != (self.listener.outages.deaf_for() > PATIENCE):
                away = not away
                await (self._bot.platform_closed() if away else self._bot.platform_open())
            await asyncio.sleep(LOOK_EVERY)

    async def sync(self) -> int:
        """Make the slash commands known to Discord; return how many there are. Raises BadTokenError."""
        return await self.supervisor.sync()

    async def stop(self) -> None:
        """End what is still under way, then the connection."""
        await self._channel_messages.stop()
        await self.supervisor.stop()


def place_here(update: Update) -> int | None:
    """Return the table's channel; None: it does not stand on Discord."""
    return snowflake_of(update.place) if update.place.startswith(f"{PLATFORM}:") else None
