"""Adapt discord.py's client: without its commands or the caches we don't need, and with no event that can crash it."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

import aiohttp
import discord
import discord.gateway
import discord.http
import structlog
import yarl
from discord import app_commands

from bot.adapters.discord.connection.sessions import NewSessions
from bot.adapters.discord.connection.shards import Shards
from bot.adapters.discord.inbound.interactions import Interactions
from bot.adapters.discord.inbound.listener import Listener
from bot.adapters.discord.inbound.person_menus import person_menus
from bot.adapters.discord.inbound.slash import all_slashes
from bot.adapters.discord.inbound.slash_commands import WordsOfLocale, slash_commands
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.names import place_named, snowflake_of
from bot.adapters.discord.outbound.buttons import allowed, press_of
from bot.adapters.discord.outbound.requests import EPHEMERAL
from bot.adapters.discord.port import Division, Here
from bot.ports.ids import PlaceId
from bot.ports.pending_answers import PendingAnswers
from bot.ports.rate import REFUSED
from bot.text.words import DEFAULT_LOCALE, spoken
from games.kit.kept import keep_latest

MOST_CHANNELS: Final = 20_000
LONGEST_WAIT: Final = 30.0
"""The longest that the library may wait for a rate limit before it raises, in seconds."""
PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    create_private_threads=True,
    attach_files=True,
    read_message_history=True,
    manage_messages=True,
    manage_threads=True,
)
"""The permissions that we ask for; `docs/run-on-discord.md` has the reason for each."""
TOO_MANY: Final = 429
ENTRY_POINT: Final = 4
"""The type of the command that opens an Activity."""
WITHOUT_ENTRY_POINT: Final = 50240
OF_A_MESSAGE: Final = frozenset({"id", "type", "content", "flags"})
"""Name what is kept of the message of an interaction: its flags are read, and without the rest the library drops it."""
OF_ENTRY_POINT: Final = (
    "id",
    "type",
    "handler",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "default_member_permissions",
    "integration_types",
    "contexts",
)
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
log = structlog.get_logger()


def point_to(api_base: str, gateway_url: str) -> None:
    """Send all of discord.py's requests to these addresses; empty: Discord's own. The library has no setting for them,
    but reads these attributes for every request.
    """
    if api_base:
        discord.http.Route.BASE = api_base.rstrip("/")
    if gateway_url:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


def intents(*, content: bool) -> discord.Intents:
    """Return our intents. None is privileged, except message content if the owner has switched it on."""
    return discord.Intents(guilds=True, guild_messages=True, dm_messages=True, message_content=content)


class WholeDivision:
    """All of Discord is served by this process."""

    def fixed(self) -> None:
        """Return None: all shards are leased, and nobody else leases any."""

    def count(self) -> int:
        return 0

    def shards_here(self, of: int) -> frozenset[int]:
        return frozenset(range(of))

    def held_elsewhere(self) -> frozenset[int]:
        return frozenset()

    def processes(self) -> int:
        return 1

    async def gate(self, name: str, seconds: float) -> float:  # noqa: ARG002 - nobody else takes turns
        return 0.0


class TableTree(app_commands.CommandTree["TableClient"]):
    """Slash commands whose errors are logged by type alone."""

    async def sync(self, *, guild: discord.abc.Snowflake | None = None) -> list[app_commands.AppCommand]:
        """Register the commands, and keep the one that opens the Activity if Discord has made one.

        Discord refuses a list without it, and the library does not know its type (docs/activity.md).
        """
        try:
            return await super().sync(guild=guild)
        except discord.HTTPException as refused:
            if guild is not None or refused.code != WITHOUT_ENTRY_POINT or self.client.application_id is None:
                raise
            return await self._sync_with_entry_point(self.client.application_id)

    async def _sync_with_entry_point(self, application: int) -> list[app_commands.AppCommand]:
        known: Any = await self._http.get_global_commands(application)
        kept = [{key: one[key] for key in OF_ENTRY_POINT if key in one} for one in known if one["type"] == ENTRY_POINT]
        ours = [command.to_dict(self) for command in self.get_commands()]
        told: Any = await self._http.bulk_upsert_global_commands(application, payload=[*ours, *kept])
        return [app_commands.AppCommand(data=one, state=self._state) for one in told if one["type"] != ENTRY_POINT]

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        await self.client.pending.of(super()._call(interaction))

    async def on_error(self, _: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Log the error's type only: the library would log it with all its values (threats T9)."""
        log.error("a slash command broke", kind=type(error).__name__)


class TableClient(discord.AutoShardedClient):
    """Tells the listener what happens on Discord.

    `content`: whether the application may read plain chat. `sessions`: hands out new sessions to shards; it outlives
    this client. `division`: which shards fall to this process; all by default.
    """

    def __init__(
        self,
        listener: Listener,
        *,
        content: bool,
        sessions: NewSessions | None = None,
        division: Division | None = None,
    ) -> None:
        super().__init__(
            intents=intents(content=content),
            allowed_mentions=allowed(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=LONGEST_WAIT,
            http_trace=noting_refusals(listener.limits),
        )
        self.tree = TableTree(self)
        self._listener, self.reads_chat = listener, content
        self._passes_over = listener.chat.passes_over
        self._sessions = sessions or NewSessions()
        self._shards = Shards(self, self._sessions, division or WholeDivision())
        self._guild_of: dict[int, int] = {}
        """The server of each channel that was looked up."""
        self.connected = set[int]()
        """The shards with a session. If none connects, the supervisor ends this client."""
        self.pending = PendingAnswers()
        guard_parsers(self)

    @property
    def held(self) -> frozenset[int]:
        """Return the shards that this process holds, also while one of them is disconnected."""
        return self._shards.held

    @property
    def is_spare(self) -> bool:
        """Return whether no shard falls to this process now."""
        return self._shards.wanted is not None and not self._shards.wanted

    @property
    def interactions(self) -> Interactions:
        """Return the handler of the interactions that reach this client."""
        return self._listener.interactions

    async def setup_hook(self) -> None:
        """Register slash commands and their translations before the first event arrives."""
        english = self._listener.bot.words("en")
        for command in slash_commands(all_slashes(), english):
            self.tree.add_command(command)
        for menu in person_menus(self._listener.invitations, self._listener.purses, english):
            self.tree.add_command(menu)
        await self._listener.emojis.learn(self)
        if any(spoken(str(one)) != DEFAULT_LOCALE for one in discord.Locale):  # the library asks it 6000 times
            await self.tree.set_translator(WordsOfLocale(self._listener.bot.words))
        self.invite = discord.utils.oauth_url(
            self.application_id or 0, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
        )

    async def connect(self, *, reconnect: bool = True) -> None:
        """Keep all shards connected until closed. Raises the errors that end all of them."""
        self._reconnect = reconnect
        await self._shards.run(self._AutoShardedClient__queue)  # type: ignore[attr-defined]

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002
        """Wait until a shard may begin a session."""
        await self._sessions.begins(shard_id or 0)

    def get_channel(self, id: int, /) -> Any:  # noqa: A002 - the library's own name
        """Return a channel by its id, or None. The server is cached because the library searches all servers
        each time.
        """
        guild = self.get_guild(self._guild_of.get(id, 0))
        near = None if guild is None else guild.get_channel_or_thread(id)
        if near is not None:
            return near
        found = super().get_channel(id)
        if found is not None and (here := getattr(found, "guild", None)) is not None:
            keep_latest(self._guild_of, id, here.id, MOST_CHANNELS)
        return found

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Pass on buttons, lists and forms; slash commands come through the tree."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.pending.of(self._listener.form_sent(interaction))
        elif interaction.type is discord.InteractionType.component and (press := press_of(interaction)) is not None:
            await self.pending.of(self._listener.pressed(interaction, press))

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Drop a message that is surely not for us, before the library prepares it for a handler; and the name of each
        event, which nobody asks for.
        """
        if event_name == "socket_event_type":
            return
        if event_name == "message" and self._passes_over(args[0], self._connection.user):
            return
        super().dispatch(event_name, *args, **kwargs)

    async def on_message(self, message: discord.Message, /) -> None:
        await self.pending.of(self._listener.chat.said(message, self.user, reads_chat=self.reads_chat))

    async def rest(self) -> None:
        """Hear nothing more, and return when what was heard is answered."""
        await self._shards.rest()
        await self.pending.ends()

    async def on_shard_disconnect(self, shard: int) -> None:
        self.connected.discard(shard)
        self._listener.outages.away(shard)

    async def on_shard_given_up(self, shard: int) -> None:
        """Forget a shard that another process has taken: its servers are heard there."""
        self.connected.discard(shard)
        self._listener.outages.given_up(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        if self._shards.stands(shard):
            self.connected.add(shard)
            self._listener.outages.caught_up(shard)

    async def on_shard_ready(self, shard: int) -> None:
        if self._shards.stands(shard):
            self.connected.add(shard)
            await self._listener.outages.started_anew(shard, self.on_shard(shard), self.shard_count or 1)

    def on_shard(self, shard: int) -> Here:
        """Return a test for places that are heard over this shard; unknown places fail it.

        Direct messages belong to the first shard.
        """
        return partial(self._is_on, shard)

    def _is_on(self, shard: int, place: PlaceId) -> bool:
        if (self.shard_count or 1) == 1:
            return True
        channel = self.get_channel(snowflake_of(place))
        if isinstance(channel, discord.DMChannel):
            return shard == 0
        guild = getattr(channel, "guild", None)
        return guild is not None and guild.shard_id == shard

    def threads_of(self, channel: int) -> tuple[PlaceId, ...]:
        """Return the threads of a channel that are ours and not archived, as places."""
        found, me = self.get_channel(channel), self.user
        if me is None or not isinstance(found, discord.TextChannel):
            return ()
        ours = [one for one in found.threads if one.owner_id == me.id and not one.archived]
        return tuple(place_named(one.id) for one in ours)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._listener.outages.venue_closed(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._listener.outages.venue_open(guild)
        await self._listener.joined.greet(guild)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, now: discord.abc.GuildChannel) -> None:
        await self._listener.outages.place_open(now.guild.id, now.id)

    async def on_guild_role_update(self, _: discord.Role, now: discord.Role) -> None:
        await self._listener.outages.venue_open(now.guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._listener.outages.place_closed(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._listener.outages.place_closed(payload.guild_id, payload.thread_id)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        await self._listener.outages.messages_deleted(payload.guild_id, payload.channel_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        await self._listener.outages.messages_deleted(payload.guild_id, payload.channel_id, payload.message_ids)

    async def on_error(self, event_method: str, /, *_: Any, **__: Any) -> None:
        """Log the event's name only: the library would print the whole event, with hands and tokens (threats T9)."""
        log.error("an event broke", of=event_method)


def noting_refusals(limits: RateLimits) -> aiohttp.TraceConfig:
    """Return what counts the seconds for which the library waits because Discord answered 429."""

    async def note(_: object, __: object, ended: aiohttp.TraceRequestEndParams) -> None:
        after = ended.response.headers.get("Retry-After", "") if ended.response.status == TOO_MANY else ""
        with suppress(ValueError):
            limits.waits.add(REFUSED, float(after))

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(note)
    return trace


def guard_parsers(client: discord.Client) -> None:
    """Log and drop a malformed event, so that it does not end the reader of all events (threats F12).

    Edits of messages are not read at all: nobody here asks for them, and most are our own.
    """
    parsers: dict[str, Callable[[Any], Any]] = client._connection.parsers  # noqa: SLF001 - there is no other way in
    parsers.pop("MESSAGE_UPDATE", None)
    parse_interaction = parsers["INTERACTION_CREATE"]
    parsers["INTERACTION_CREATE"] = lambda content: parse_interaction(without_parts(content))
    for name, parse in list(parsers.items()):
        parsers[name] = guarded(name, parse)


def without_parts(content: Any) -> Any:
    """Return an interaction without its message, which is ours: only the `custom_id` of a press counts. Of a message
    that one person alone sees it is kept that it is such a one.
    """
    message = content.pop("message", {})
    if message.get("flags", 0) & EPHEMERAL:
        content["message"] = {key: value for key, value in message.items() if key in OF_A_MESSAGE}
    return content


def guarded(name: str, parse: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def parse_safely(content: Any) -> Any:
        try:
            return parse(content)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with this event, the next may be fine
            log.warning("a malformed event was dropped", of=name, kind=type(error).__name__)
            return None

    return parse_safely
