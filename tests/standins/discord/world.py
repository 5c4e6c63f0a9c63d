"""Hold everything that exists: guilds, channels, people, messages, the application, and their clock."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from standins.discord import payloads
from standins.discord.activities import Activities
from standins.discord.errors import ApiError, Json
from standins.discord.gateway import Gateway
from standins.discord.limits import Limits
from standins.discord.messages import HAS_THREAD, Attachment, Message
from standins.discord.permissions import EVERYONE, Allowed, Permission
from standins.discord.places import DM, Channel, Guild, Role
from standins.faults import Faults
from standins.journal import Journal
from standins.restlog import RestLog
from standins.snowflakes import Clock, Snowflakes, time_of
from standins.waiting import Waiting

if TYPE_CHECKING:
    from standins.discord.commands import Command
    from standins.discord.interactions import Interaction
    from standins.discord.people import Person
    from standins.discord.rest_emojis import AppEmoji

CONTENT_LIMITED = 1 << 19
MEMBERS_LIMITED = 1 << 15
PRESENCE_LIMITED = 1 << 13
BOT_PERMISSIONS = EVERYONE


@dataclass(eq=False)
class User:
    id: int
    name: str
    world: World = field(repr=False)
    locale: str = "en-US"
    bot: bool = False
    global_name: str | None = None

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"


@dataclass
class Application:
    """The switches of the developer portal. `token`: None accepts any."""

    message_content_allowed: bool = False
    members_allowed: bool = False
    presence_allowed: bool = False
    token: str | None = None
    shards: int = 1
    sessions_at_once: int = 1

    @property
    def flags(self) -> int:
        switches = (
            (self.message_content_allowed, CONTENT_LIMITED),
            (self.members_allowed, MEMBERS_LIMITED),
            (self.presence_allowed, PRESENCE_LIMITED),
        )
        return sum(flag for allowed, flag in switches if allowed)


class World(Waiting):
    """Everything that exists. `answer_deadline`: Discord's three seconds, `token_life`: its fifteen minutes; tests may
    shorten both.
    """

    def __init__(self) -> None:
        self.base_url = ""
        self.gateway_url = ""
        self.clock = Clock()
        self.ids = Snowflakes(self.clock)
        self.journal = Journal(self.clock)
        self.faults = Faults()
        self.limits = Limits(self.clock)
        self.rest = RestLog()
        self.gateway = Gateway(self)
        self.application = Application()
        self.activities = Activities(self)
        self.bot = User(self.ids.past(90), "potluck", self, bot=True)
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.people: dict[int, Person] = {}
        self.interactions: dict[str, Interaction] = {}
        self.failed_interactions: list[Interaction] = []
        self.commands: dict[int | None, list[Command]] = {None: []}
        self.app_emojis: dict[int, AppEmoji] = {}
        self.sent_files: dict[int, Attachment] = {}
        self.fetched_files: list[int] = []
        self.lost_files: set[int] = set()
        self.unknown_routes: list[str] = []
        self.answer_deadline = 3.0
        self.token_life = 15 * 60.0
        self.nonce_life = 5 * 60.0
        self.dm_opens_per_minute: int | None = 20
        self.archived_threads_reopen = False
        self._dm_opens: deque[float] = deque(maxlen=1000)
        super().__init__()

    def person(
        self,
        name: str,
        *,
        locale: str = "en-US",
        display_name: str | None = None,
        account_age_days: float = 400,
        bot: bool = False,
    ) -> Person:
        from standins.discord.people import Person  # noqa: PLC0415 - people act on the world, the world holds people

        person = Person(self.ids.past(account_age_days), name, self, locale, bot, display_name)
        self.people[person.id] = person
        return person

    def guild(
        self,
        name: str = "guild",
        *,
        locale: str = "en-US",
        bot: bool = True,
        bot_permissions: Allowed = BOT_PERMISSIONS,
        owner: User | None = None,
    ) -> Guild:
        """Create a guild; guild number n (from 0) is on shard n % shard_count."""
        guild = Guild(self.ids.guild(), name, self, locale, owner=owner)
        guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYONE)
        self.guilds[guild.id] = guild
        if owner is not None:
            guild.join(owner)
        if bot:
            guild.add_bot(bot_permissions)
        return guild

    def dm(self, person: User) -> Channel:
        """Return the channel between this person and the bot; it always has the same id."""
        for channel in self.channels.values():
            if channel.recipient is person:
                return channel
        channel = Channel(self.ids.next(), f"dm-{person.name}", DM, self, recipient=person)
        self.channels[channel.id] = channel
        return channel

    def open_dm(self, recipient_id: int) -> Channel:
        """Open a DM channel for the bot; only a channel that did not exist counts as opened."""
        person = self.people.get(recipient_id)
        if person is None:
            raise ApiError(50033)
        if person.bot:
            raise ApiError(50007, status=400)
        if any(channel.recipient is person for channel in self.channels.values()):
            return self.dm(person)
        now = self.clock.now()
        while self._dm_opens and self._dm_opens[0] <= now - 60:
            self._dm_opens.popleft()
        if self.dm_opens_per_minute is not None and len(self._dm_opens) >= self.dm_opens_per_minute:
            raise ApiError(40003)
        self._dm_opens.append(now)
        return self.dm(person)

    def share_a_guild(self, person: User) -> bool:
        return any(guild.has_bot and person.id in guild.members for guild in self.guilds.values())

    def open_thread(
        self, parent: Channel, name: str, kind: int, owner: User, *, message: Message | None = None, minutes: int = 1440
    ) -> Channel:
        """Open a thread; one on a message has that message's id."""
        if message is not None:
            if message.id in self.channels:
                raise ApiError(160004)
            message.flags |= HAS_THREAD
        thread = Channel(
            message.id if message else self.ids.next(),
            name,
            kind,
            self,
            guild=parent.guild,
            parent=parent,
            owner=owner,
            thread_members={owner.id},
            auto_archive=minutes,
        )
        self.channels[thread.id] = thread
        if owner is self.bot:
            self.journal.put("thread", [("thread_name", name)], parent.readers, channel_id=thread.id)
        self.emit("THREAD_CREATE", payloads.channel(thread) | {"newly_created": True}, guild=parent.guild)
        return thread

    def add_message(self, message: Message, way: str) -> None:
        """Add a message, record it, and tell the gateway, except of an ephemeral one."""
        message.channel.messages[message.id] = message
        message.versions.append(message.text)
        if message.author is self.bot:
            self.journal.message(way, message)
        if not message.ephemeral:
            self._tell("MESSAGE_CREATE", message)
        self.changed()

    def change_message(self, message: Message, way: str) -> None:
        message.versions.append(message.text)
        if message.author is self.bot:
            self.journal.message(way, message)
        if not message.ephemeral:
            self._tell("MESSAGE_UPDATE", message)
        self.changed()

    def delete_message(self, message: Message) -> None:
        message.deleted = True
        if not message.ephemeral:
            gone = {"id": str(message.id), "channel_id": str(message.channel.id)}
            self._emit_in(message.channel, "MESSAGE_DELETE", gone)
        self.changed()

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel and its threads; people's DMs can't be deleted."""
        channel.deleted = True
        for thread in [c for c in self.channels.values() if c.parent is channel]:
            thread.deleted = True
        event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        self.emit(event, payloads.channel(channel), guild=channel.guild)

    def emit(self, event: str, body: Json, *, guild: Guild | None = None, members: bool = False) -> None:
        self.gateway.dispatch(event, body, guild_id=guild.id if guild else None, members=members)
        self.changed()

    async def drained(self) -> None:
        await self.gateway.drained()

    def age(self, message: Message) -> float:
        return self.clock.now() - time_of(message.id)

    def _tell(self, event: str, message: Message) -> None:
        body = payloads.message_event(message)
        bare = None if payloads.shows_to_bot(message) else payloads.without_content(body)
        self._emit_in(message.channel, event, body, bare)

    def _emit_in(self, channel: Channel, event: str, body: Json, bare: Json | None = None) -> None:
        if not channel.may(self.bot, Permission.VIEW_CHANNEL):
            return
        guild_id = channel.guild.id if channel.guild else None
        if guild_id is not None:
            body = body | {"guild_id": str(guild_id)}
        self.gateway.dispatch(event, body, guild_id=guild_id, bare=bare)
