"""Simulate guilds with their roles, members, channels and threads, and who may do what where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from standins.discord import payloads
from standins.discord.permissions import ALL, Allowed, Permission, permissions

if TYPE_CHECKING:
    from standins.discord.messages import Message
    from standins.discord.world import User, World

TEXT = 0
DM = 1
VOICE = 2
PUBLIC_THREAD = 11
PRIVATE_THREAD = 12
THREADS = frozenset({PUBLIC_THREAD, PRIVATE_THREAD})


@dataclass(eq=False)
class Role:
    id: int
    name: str
    permissions: Permission
    mentionable: bool = False
    position: int = 1


@dataclass(eq=False)
class Member:
    user: User
    joined_at: float
    roles: list[Role] = field(default_factory=list)
    nick: str | None = None
    silent_until: str | None = None

    @property
    def height(self) -> tuple[int, int]:
        """Return how high their highest role stands; of two at one position, the older one is higher."""
        return max(((role.position, -role.id) for role in self.roles), default=(0, 0))


@dataclass
class Overwrite:
    """An overwrite. `kind`: 0 for a role, 1 for a member."""

    kind: int
    allow: Permission = Permission.NONE
    deny: Permission = Permission.NONE


@dataclass(eq=False, repr=False)
class Guild:
    id: int
    name: str
    world: World
    locale: str = "en-US"
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    allowed_commands: set[tuple[int, str]] = field(default_factory=set)
    """Who may use which command, as the owner decided."""
    owner: User | None = None
    events: dict[int, dict[str, Any]] = field(default_factory=dict)
    """Scheduled events, as Discord tells them."""

    def __repr__(self) -> str:
        return f"<Guild {self.name}>"

    @property
    def everyone(self) -> Role:
        return self.roles[self.id]

    @property
    def has_bot(self) -> bool:
        return self.world.bot.id in self.members

    def permissions_of(self, member: Member) -> Permission:
        """Combine the permissions of a member's roles, without those of a channel."""
        allowed = self.everyone.permissions
        for role in member.roles:
            allowed |= role.permissions
        return allowed

    def role(self, name: str, *allowed: Allowed, mentionable: bool = False, position: int = 1) -> Role:
        role = Role(self.world.ids.past(30), name, permissions(*allowed), mentionable, position)
        self.roles[role.id] = role
        self.world.emit("GUILD_ROLE_CREATE", {"guild_id": str(self.id), "role": payloads.role(role)}, guild=self)
        return role

    def channel(self, name: str, *, private_to: Iterable[User] | None = None, topic: str | None = None) -> Channel:
        """Create a text channel. `private_to`: only these people and the bot may see it."""
        channel = Channel(self.world.ids.past(30), name, TEXT, self.world, guild=self, topic=topic)
        if private_to is not None:
            channel.overwrites[self.id] = Overwrite(0, deny=Permission.VIEW_CHANNEL)
            for user in [*private_to, self.world.bot]:
                channel.overwrites[user.id] = Overwrite(1, allow=Permission.VIEW_CHANNEL)
        self.channels[channel.id] = channel
        self.world.channels[channel.id] = channel
        self.world.emit("CHANNEL_CREATE", payloads.channel(channel), guild=self)
        return channel

    def voice(self, name: str) -> Channel:
        """Create a voice channel, with its chat."""
        channel = Channel(self.world.ids.past(30), name, VOICE, self.world, guild=self)
        self.channels[channel.id] = self.world.channels[channel.id] = channel
        self.world.emit("CHANNEL_CREATE", payloads.channel(channel), guild=self)
        return channel

    def join(self, user: User, *, roles: Iterable[Role | str] = (), nick: str | None = None) -> Member:
        """Add a member. A role may be named by a permission: `guild.join(ann, roles=["manage_guild"])`."""
        found = [role if isinstance(role, Role) else self.role(role, role) for role in roles]
        member = Member(user, self.world.clock.now() - 3600, found, nick)
        self.members[user.id] = member
        self.world.emit(
            "GUILD_MEMBER_ADD", {**payloads.member(member), "guild_id": str(self.id)}, guild=self, members=True
        )
        return member

    def leave(self, user: User) -> None:
        if self.members.pop(user.id, None) is not None:
            gone = {"guild_id": str(self.id), "user": payloads.user(user)}
            self.world.emit("GUILD_MEMBER_REMOVE", gone, guild=self, members=True)

    def rename(self, user: User, nick: str | None) -> None:
        self.members[user.id].nick = nick
        self._member_update(user)

    def give(self, user: User, role: Role) -> None:
        self.members[user.id].roles.append(role)
        self._member_update(user)

    def take(self, user: User, role: Role) -> None:
        self.members[user.id].roles.remove(role)
        self._member_update(user)

    def silence(self, user: User, until: str | None) -> None:
        """Time a member out, as a moderator or the bot does; None: no longer."""
        self.members[user.id].silent_until = until
        self._member_update(user)

    def allow(self, user: User, command: str) -> None:
        """Let somebody use a command that needs permissions by default, as the owner does in Server Settings,
        Integrations.
        """
        self.allowed_commands.add((user.id, command))

    def kick_bot(self) -> None:
        """Remove the bot: it hears GUILD_DELETE, and every later call about this guild is refused."""
        self.members.pop(self.world.bot.id, None)
        self.world.emit("GUILD_DELETE", {"id": str(self.id)}, guild=self)

    def add_bot(self, *allowed: Allowed) -> None:
        """Add the bot, with its managed role, which has the permissions of the invitation."""
        role = self.role(self.world.bot.name, *allowed)
        self.members[self.world.bot.id] = Member(self.world.bot, self.world.clock.now() - 3600, [role])
        self.world.gateway.guild_create(self, joined=True)

    def outage(self) -> None:
        """Make the guild unavailable for a while; `recovers` brings it back."""
        self.world.emit("GUILD_DELETE", {"id": str(self.id), "unavailable": True}, guild=self)

    def recovers(self) -> None:
        self.world.gateway.guild_create(self)

    def _member_update(self, user: User) -> None:
        changed = {**payloads.member(self.members[user.id]), "guild_id": str(self.id)}
        is_bot = user is self.world.bot  # which is told of itself without the intent
        self.world.emit("GUILD_MEMBER_UPDATE", changed, guild=self, members=not is_bot)


@dataclass(eq=False, repr=False)
class Channel:
    """A text or voice channel, a thread (`parent` is set) or a DM (`recipient` is set, `guild` is None)."""

    id: int
    name: str
    type: int
    world: World
    guild: Guild | None = None
    parent: Channel | None = None
    recipient: User | None = None
    topic: str | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    owner: User | None = None
    thread_members: set[int] = field(default_factory=set)
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440
    archived_at: float = 0.0
    deleted: bool = False

    def __repr__(self) -> str:
        return f"<Channel #{self.name}>"

    @property
    def is_dm(self) -> bool:
        return self.type == DM

    @property
    def is_voice(self) -> bool:
        return self.type == VOICE

    @property
    def is_thread(self) -> bool:
        return self.type in THREADS

    @property
    def mention(self) -> str:
        return f"<#{self.id}>"

    @property
    def readers(self) -> frozenset[int]:
        """Return everybody who may read here now, without the bot."""
        if self.recipient is not None:
            return frozenset({self.recipient.id})
        assert self.guild is not None
        bot = self.world.bot.id
        return frozenset(
            member.user.id
            for member in self.guild.members.values()
            if member.user.id != bot and self.may_view(member.user)
        )

    @property
    def history(self) -> list[Message]:
        """Return all messages that still exist, oldest first, without ephemeral ones."""
        return [m for _, m in sorted(self.messages.items()) if not m.deleted and not m.ephemeral]

    @property
    def from_bot(self) -> list[Message]:
        return [message for message in self.history if message.author is self.world.bot]

    @property
    def last(self) -> Message:
        history = self.history
        if not history:
            raise AssertionError(f"nothing was said in #{self.name}")
        return history[-1]

    def permissions_of(self, user: User) -> Permission:
        """Compute permissions in Discord's order: the guild's roles, then the channel's overwrites for all, for roles,
        for the member.
        """
        if self.guild is None:
            return ALL if user in (self.recipient, self.world.bot) else Permission.NONE
        member = self.guild.members.get(user.id)
        if member is None:
            return Permission.NONE
        allowed = self.guild.permissions_of(member)
        if Permission.ADMINISTRATOR in allowed or self.guild.owner is user:
            return ALL
        overwrites = (self.parent or self).overwrites
        if self.guild.id in overwrites:
            allowed = allowed & ~overwrites[self.guild.id].deny | overwrites[self.guild.id].allow
        by_role = [overwrites[role.id] for role in member.roles if role.id in overwrites]
        for overwrite in by_role:
            allowed &= ~overwrite.deny
        for overwrite in by_role:
            allowed |= overwrite.allow
        if user.id in overwrites:
            allowed = allowed & ~overwrites[user.id].deny | overwrites[user.id].allow
        return allowed if Permission.VIEW_CHANNEL in allowed else Permission.NONE

    def may(self, user: User, *allowed: Allowed) -> bool:
        wanted = permissions(*allowed)
        return wanted & self.permissions_of(user) == wanted

    def may_view(self, user: User) -> bool:
        if not self.may(user, Permission.VIEW_CHANNEL):
            return False
        invited = self.type != PRIVATE_THREAD or user.id in self.thread_members
        return invited or self.may(user, Permission.MANAGE_THREADS)

    def may_send(self, user: User) -> bool:
        needed = Permission.SEND_MESSAGES_IN_THREADS if self.is_thread else Permission.SEND_MESSAGES
        return self.may_view(user) and self.may(user, needed)

    def allow(self, target: User | Role, *allowed: Allowed) -> None:
        overwrite = self._overwrite(target)
        overwrite.allow |= permissions(*allowed)
        overwrite.deny &= ~permissions(*allowed)
        self._update()

    def deny(self, target: User | Role, *denied: Allowed) -> None:
        overwrite = self._overwrite(target)
        overwrite.deny |= permissions(*denied)
        overwrite.allow &= ~permissions(*denied)
        self._update()

    def delete(self) -> None:
        self.world.delete_channel(self)

    def thread(self, name: str, *, owner: User | None = None) -> Channel:
        """Open a public thread for a person."""
        return self.world.open_thread(self, name, PUBLIC_THREAD, owner or self.world.bot)

    def archive(self, *, locked: bool = False) -> None:
        self.archived, self.archived_at = True, self.world.clock.now()
        self.locked = self.locked or locked
        self._update()

    def unarchive(self) -> None:
        self.archived = self.locked = False
        self._update()

    def lock(self) -> None:
        self.locked = True
        self._update()

    def _overwrite(self, target: User | Role) -> Overwrite:
        place = self.parent or self
        return place.overwrites.setdefault(target.id, Overwrite(0 if isinstance(target, Role) else 1))

    def _update(self) -> None:
        event = "THREAD_UPDATE" if self.is_thread else "CHANNEL_UPDATE"
        self.world.emit(event, payloads.channel(self), guild=self.guild)
