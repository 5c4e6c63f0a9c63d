"""Connect the bot with Discord: show tables there, and pass on what people say and press."""

import asyncio
import random
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from functools import cached_property
from typing import Any, Final

import discord
from msgspec.structs import replace

from bot.adapters.discord.connection.client import TableClient, WholeDivision
from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.connection.supervisor import Supervisor
from bot.adapters.discord.inbound.listener import Listener
from bot.adapters.discord.inbound.slash import as_slash
from bot.adapters.discord.inbound.speakers import ChannelPermissions
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.names import PLATFORM, made_at, place_named, shard_of, snowflake_of, venue_of
from bot.adapters.discord.outbound.beside_card import FairnessPlace, WhoIsCalled
from bot.adapters.discord.outbound.channel_messages import ChannelMessages, Turn
from bot.adapters.discord.outbound.direct_messages import DirectMessages
from bot.adapters.discord.outbound.markup import plain
from bot.adapters.discord.outbound.pictures import with_art
from bot.adapters.discord.outbound.piece_emojis import PieceEmojis, Pieces, Synced
from bot.adapters.discord.outbound.scheduled_events import ScheduledEvents
from bot.adapters.discord.outbound.time_outs import TimeOuts
from bot.adapters.discord.port import Bot, Division, Here
from bot.ports.audience import is_for_one, of_key
from bot.ports.chat import Notes
from bot.ports.figures import Figure
from bot.ports.ids import AudienceKey, PersonId, PlaceId, VenueId
from bot.ports.messages import Choosable, Door, Lacks, PlannedEvent, Posting, Reach, Rights, Unreachable, Update
from bot.ports.serving import Service
from bot.ports.time_outs import TimeOut, TimeOutResult
from bot.render.painter import Painter, PainterBeside
from bot.text import Words
from games.kit.contract import Abilities

PATIENCE: Final = 15.0
"""Seconds without Discord after which the clocks of the tables there stop (threats F26)."""
BACKSTOP: Final = 300.0
"""Seconds after which a table on a disconnected shard is tried again, in case its reconnection was missed."""
THREAD_PATIENCE: Final = 12.0
"""Longest wait, in seconds, for the limits to allow a new thread."""
LOOK_EVERY: Final = 0.5


class DiscordAdapter:
    """Shows tables on Discord, and brings in what people say there. Until it is logged in it shows nothing.

    `token`: the bot's own. `limits`: the rate limits for us and for others. `clock`: a monotonic clock in seconds; for
    a while after somebody spoke they count as present. `painter`: draws the pictures; by default a program beside the
    bot. `division`: how shards and limits are divided over processes.
    """

    platform: str = PLATFORM
    abilities: Abilities = Abilities(takes_back=True, equal_delay=True)
    prefix: str = "/"
    spelled = staticmethod(as_slash)
    stands: bool = True
    notifies: bool = True
    """Postings can mention people, and show moments in each reader's time."""

    def __init__(
        self,
        bot: Bot,
        notes: Notes,
        token: str,
        limits: RateLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
        painter: Painter | None = None,
        division: Division | None = None,
    ) -> None:
        self._bot, self._division = bot, division or WholeDivision()
        self._fixed = self._division.fixed()
        self._who = WhoIsCalled(bot, clock)
        self._away_since: float | None = None
        self._closed: frozenset[int] = frozenset()
        """The shards whose tables were told that nobody can be heard. They are told again when the outage is over."""
        self._telling: dict[int, asyncio.Task[None]] = {}
        self.limits = limits or RateLimits(processes=self._division.processes)
        self._pieces = Pieces(painter or PainterBeside(), PieceEmojis())
        self._channel_messages = ChannelMessages(self.limits, self._logged_in, notes, self._pieces.painter)
        self._permissions = ChannelPermissions(self._logged_in)
        self._direct_messages = DirectMessages(self.limits, self._logged_in, notes, self._pieces)
        self._events = ScheduledEvents(self._logged_in)
        self._time_outs = TimeOuts(self._logged_in)
        shows = self._direct_messages, self._channel_messages
        self.listener = Listener(bot, *shows, self.limits, self.seen, self._permissions, self._pieces)
        self.supervisor = Supervisor(token, self.listener, self._division)

    def figures(self) -> Iterator[Figure]:
        """Yield whether anybody on Discord can be heard, and by how many shards."""
        client = self.supervisor.client
        heard = 0 if client is None else len(client.connected)
        up = bool(heard) or (client is not None and client.is_spare)
        yield from (Figure("up", up), Figure("shards", heard), Figure("starts", self.supervisor.starts))
        yield from self.limits.waits.figures()

    def service(self) -> Service:
        """Return what this process serves of Discord: the shards that the operator gave it, or those it holds now."""
        client = self.supervisor.client
        if self._fixed is not None:
            return self._fixed
        held, of = (frozenset[int](), 0) if client is None else (client.held, client.shard_count or 0)
        return Service(PLATFORM, held, of)

    def shard_of(self, venue: VenueId, of: int) -> int:
        """Return the one of so many shards over which a server is heard; direct messages come over the first."""
        return shard_of(venue, of)

    @cached_property
    def _words(self) -> Words:
        """Return the sentences of all that stands on Discord."""
        return self._bot.words("en")

    def _logged_in(self) -> TableClient:
        client = self.supervisor.client
        if self._closed and (client is None or not client.connected):
            raise Unreachable("nobody on Discord can be heard", Reach.SHUT, after=until_told())
        if client is not None and not client.is_closed() and client.user is not None:
            self._away_since = None
            return client
        now = time.monotonic()
        self._away_since = self._away_since or now
        if now - self._away_since > PATIENCE:
            raise Unreachable("Discord is away", Reach.SHUT, after=5.0)
        raise Unreachable("not logged in", after=1.0)

    def wants_card(self, audience: AudienceKey) -> bool:
        """Return whether an audience gets the table's panel. Places do; a player gets a hand (`Adapter.stands`)."""
        return not is_for_one(audience)

    def seen(self, user: int) -> None:
        """Note that somebody is present: for a while they need no mention."""
        self._who.seen(user)

    async def show(self, update: Update) -> str:
        """Bring a place or a player up to date; return the handle of the message. Raises Unreachable."""
        client = self._logged_in()
        if is_for_one(update.audience):
            return await self._show_alone(update)
        channel = snowflake_of(update.audience)
        here = on_server(client.get_channel(channel))
        guild = None if here is None else here.guild.id
        if here is not None and here.guild.shard_id in self._closed:
            raise Unreachable("nobody on this server can be heard", Reach.SHUT, after=until_told())
        if update.card.phase == "lobby":  # its art is found by playing its game once, which takes a moment
            update = replace(update, card=await asyncio.to_thread(with_art, update.card, self._words))
        if here is not None and not here.permissions_for(here.guild.me).attach_files:
            update = replace(update, card=replace(update.card, board=None))
        called = await self._who.at_place(update, venue_of(guild))
        fair_channel = await self._fair_channel(guild)
        fair = FairnessPlace(fair_channel, waits=fair_channel is None and not isinstance(here, discord.Thread))
        behind = here is not None and self._is_telling(here.guild.shard_id)
        turn = Turn(update, self._words, called, guild or 0, channel, fair, behind)
        handle = await self._channel_messages.show(turn)
        self._who.were_called(called.everybody)
        return handle

    def told_by(self, audience: AudienceKey, table: str) -> str:
        """Return the id of the message that last showed a place the fine print of a table."""
        return self._channel_messages.told_by(audience, table)

    async def _fair_channel(self, guild: int | None) -> int | None:
        """Return a server's channel for fair play; None: it has none, or the channel was deleted."""
        place = "" if guild is None else await self._bot.fair_place(venue_of(guild))
        channel = self._logged_in().get_channel(snowflake_of(place)) if place else None
        return None if on_server(channel) is None or guild_of(channel) != guild else snowflake_of(place)

    async def _show_alone(self, update: Update) -> str:
        """Update one player's own message, and mention them if they want that."""
        person, place = of_key(update.audience).person, place_here(update)
        call = self._who.is_to_call(person, update) and await self._is_called_privately(person, place)
        handle = await self._direct_messages.show(update, self._words, place, call=call)
        if call:
            self._who.were_called([snowflake_of(person)])
        return handle

    async def _is_called_privately(self, person: PersonId, place: int | None) -> bool:
        """Return whether somebody wants a direct message about tables in this channel."""
        channel = None if place is None else self._logged_in().get_channel(place)
        return await self._bot.way_to_call(person, venue_of(guild_of(channel))) == "dm"

    async def post(self, place: PlaceId, posting: Posting) -> None:
        """Say something in a channel that belongs to no table. Raises Unreachable."""
        channel = self._logged_in().get_channel(snowflake_of(place))
        here = on_server(channel)
        with_picture = here is None or here.permissions_for(here.guild.me).attach_files
        await self._channel_messages.post(snowflake_of(place), posting, with_picture=with_picture)

    async def keep_events(self, venue: VenueId, events: Sequence[PlannedEvent]) -> None:
        """Bring a server's scheduled events up to date, if we have the right to. Raises Unreachable."""
        try:
            await self._events.keep(snowflake_of(venue), events)
        except discord.HTTPException as refused:
            self.limits.answered(refused.status)
            raise Unreachable(f"{refused.status} {refused.code}") from None
        except LOST as lost:
            raise Unreachable(type(lost).__name__) from None

    async def time_out(self, asked: TimeOut) -> TimeOutResult:
        """Set, shorten or lift a member's time-out, as far as everybody concerned may. Raises Unreachable."""
        try:
            return await self._time_outs.put(asked)
        except discord.HTTPException as refused:
            self.limits.answered(refused.status)
            if refused.status == 403:
                return TimeOutResult.NO_RIGHT
            raise Unreachable(f"{refused.status} {refused.code}") from None
        except LOST as lost:
            raise Unreachable(type(lost).__name__) from None

    async def tell_alone(self, person: PersonId, text: str, mark: str) -> bool:
        """Send one person a direct message; return False if they accept none."""
        return await self._direct_messages.say(person, plain(text), mark)

    async def tell_with_buttons(self, person: PersonId, text: str, mark: str, ways: tuple[Choosable, ...]) -> bool:
        """Do as `tell_alone`, with a button for each of these lines."""
        return await self._direct_messages.say(person, plain(text), mark, ways)

    async def rights_in(self, venue: VenueId, person: PersonId) -> Rights:
        """Return the rights of a member of a server; those of a player for everybody else, or if Discord is away."""
        client, (guild, user) = self.supervisor.client, (snowflake_of(venue), snowflake_of(person))
        server = None if client is None or not person.startswith(f"{PLATFORM}:") else client.get_guild(guild)
        if server is None:
            return Rights.PLAYER
        try:
            member = server.get_member(user) or await server.fetch_member(user)
        except (discord.HTTPException, *LOST):
            return Rights.PLAYER
        return await self.listener.speakers.rights_of(member, guild)

    async def has_left(self, venue: VenueId, person: PersonId) -> bool:
        """Tell whether somebody is no member of a server any more; False if Discord does not say."""
        client = self.supervisor.client
        server = None if client is None else client.get_guild(snowflake_of(venue))
        if server is None or server.get_member(snowflake_of(person)) is not None:
            return False
        try:
            await server.fetch_member(snowflake_of(person))
        except discord.NotFound:
            return True
        except (discord.HTTPException, *LOST):
            return False
        return False

    async def side_room(self, place: PlaceId, title: str) -> PlaceId:
        """Open a thread in a channel, and return it as a place. Raises Unreachable, always if the place is itself a
        thread.
        """
        return await self._thread(place, title, private=False)

    async def closed_room(self, place: PlaceId, title: str) -> PlaceId:
        """Open a private thread in a channel, and return it as a place. Raises Unreachable, as `side_room` does."""
        return await self._thread(place, title, private=True)

    async def let_in(self, place: PlaceId, person: PersonId) -> bool:
        """Add somebody to a private thread; return False if the place is none, or Discord refuses."""
        thread = self._logged_in().get_channel(snowflake_of(place))
        if not isinstance(thread, discord.Thread) or not thread.is_private():
            return False
        try:
            await thread.add_user(discord.Object(snowflake_of(person)))
        except discord.HTTPException as refused:
            self.limits.answered(refused.status)
            return False
        except LOST:
            return False
        return True

    async def _thread(self, place: PlaceId, title: str, *, private: bool) -> PlaceId:
        channel = self._logged_in().get_channel(snowflake_of(place))
        if not isinstance(channel, discord.TextChannel):
            raise Unreachable("no threads here")
        kind: Any = discord.ChannelType.private_thread if private else discord.ChannelType.public_thread
        if private and not channel.permissions_for(channel.guild.me).create_private_threads:
            raise Unreachable("no private threads here")
        await self._room_for_thread(channel.id)
        try:
            thread = await channel.create_thread(name=title[:100], type=kind, invitable=not private)
        except discord.HTTPException as refused:
            self.limits.answered(refused.status)
            raise Unreachable(f"{refused.status} {refused.code}") from None
        except LOST as refused:
            raise Unreachable(type(refused).__name__) from None
        return place_named(thread.id)

    def rooms_beside(self, place: PlaceId) -> tuple[PlaceId, ...]:
        """Return the threads of a channel that are ours and not archived; none if nobody is logged in."""
        client = self.supervisor.client
        return () if client is None else client.threads_of(snowflake_of(place))

    async def _room_for_thread(self, channel: int) -> None:
        """Wait briefly until a thread may be opened in this channel: a tournament opens many. Raises Unreachable."""
        until = time.monotonic() + THREAD_PATIENCE
        while True:
            try:
                return self.limits.take_thread(channel)
            except Unreachable as full:
                if full.reach is not Reach.AGAIN or time.monotonic() + full.after > until:
                    raise
                await asyncio.sleep(full.after)

    async def lacks(self, place: PlaceId, words: Words) -> Lacks | None:
        """Return the permissions that we lack for tables in a channel; nothing if they are unknown."""
        try:
            return self._permissions.lacks(snowflake_of(place), words) if place else Lacks(has_rooms=False)
        except Unreachable:
            return Lacks(has_rooms=False)

    async def door(self, name: str) -> Door | None:
        """Return the door of a channel by its id; None: there is no such channel. Raises Unreachable."""
        channel = self._logged_in().get_channel(int(name)) if name.isdecimal() and len(name) < 20 else None
        if not isinstance(channel, discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.StageChannel):
            return None
        has_sign = isinstance(channel, discord.TextChannel | discord.Thread)
        return Door(
            PLATFORM,
            name,
            f"#{channel.name}" if has_sign else channel.name,
            venue_of(channel.guild.id),
            place_named(channel.id),
        )

    async def account_made(self, person: PersonId) -> int | None:
        """Return when an account was created, in ms."""
        return made_at(person)

    async def follows(self, person: PersonId, place: PlaceId) -> bool:  # noqa: ARG002 - whoever, wherever
        """Return False: Discord's channels have no followers."""
        return False

    async def run(self) -> None:
        """Stay connected until cancelled. Raises BadTokenError if Discord rejects the token."""
        beside = (
            asyncio.create_task(self._listen(), name="discord away"),
            asyncio.create_task(self._pieces.painter.start(), name="painter"),
        )
        try:
            await self.supervisor.run()
        finally:
            for one in (*beside, *self._telling.values()):
                one.cancel()

    async def _listen(self) -> None:
        """Tell the bot when a shard has been unheard for too long, and when it is heard again."""
        while True:
            before, self._closed = self._closed, self.listener.outages.deaf(PATIENCE)
            for shard in self._closed - before:
                self.listener.outages.stands_still(shard)
                self._tell(shard, self._bot.part_closed(self._part(shard)))
            for shard in before - self._closed:
                self._tell(shard, self._let_go_on(shard))
            await asyncio.sleep(LOOK_EVERY)

    async def _let_go_on(self, shard: int) -> None:
        await self._bot.part_open(self._part(shard))
        self.listener.outages.goes_on(shard)

    def _tell(self, shard: int, telling: Coroutine[Any, Any, None]) -> None:
        """Tell the tables of a shard, which may be many. An earlier message that they are still being told is
        cancelled.
        """
        if shard in self._telling:
            self._telling[shard].cancel()
        self._telling[shard] = asyncio.create_task(telling, name="discord shard told")

    def _is_telling(self, shard: int) -> bool:
        """Return whether the tables of a shard are being told something now."""
        telling = self._telling.get(shard)
        return telling is not None and not telling.done()

    def _part(self, shard: int) -> Here:
        """Return a test for the places of a shard; without a connected client, every place passes."""
        client = self.supervisor.client
        return everywhere if client is None or not client.connected else client.on_shard(shard)

    async def sync(self) -> int:
        """Register the slash commands with Discord; return how many there are. Raises NotKnownError."""
        return await self.supervisor.sync()

    async def sync_emojis(self) -> Synced:
        """Upload the emojis of the pieces to Discord. Raises NotKnownError."""
        return await self.supervisor.sync_emojis()

    async def rest(self) -> None:
        """Hear nothing more, and return when what was heard is answered; people can still be told things."""
        await self.supervisor.rest()

    async def stop(self) -> None:
        """Finish what is under way, then close the connection."""
        await self._channel_messages.stop()
        await self.supervisor.stop()
        await self._pieces.painter.stop()


def until_told() -> float:
    """Return the seconds until a table of a lost shard is tried anyway; normally it is told once it can be
    shown again.
    """
    return BACKSTOP * (1 + random.random())  # noqa: S311 - so that they do not all come at once


def everywhere(_: PlaceId) -> bool:
    return True


def place_here(update: Update) -> int | None:
    """Return the table's channel; None: the table is not on Discord."""
    return snowflake_of(update.place) if update.place.startswith(f"{PLATFORM}:") else None


def on_server(channel: object) -> discord.abc.GuildChannel | discord.Thread | None:
    """Return a channel if it is on a server, else None."""
    return channel if isinstance(channel, discord.abc.GuildChannel | discord.Thread) else None


def guild_of(channel: object) -> int | None:
    """Return the id of a channel's server; None: it is not on a server, or is unknown."""
    here = on_server(channel)
    return None if here is None else here.guild.id
