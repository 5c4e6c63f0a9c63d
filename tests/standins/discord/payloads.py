"""Turn the world into JSON, in the shapes of Discord's API version 10."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standins.discord.errors import Json
from standins.discord.permissions import ALL
from standins.snowflakes import time_of

if TYPE_CHECKING:
    from standins.discord.interactions import Interaction
    from standins.discord.messages import Attachment, Message
    from standins.discord.places import Channel, Guild, Member, Role
    from standins.discord.world import User, World


def user(who: User) -> Json:
    return {
        "id": str(who.id),
        "username": who.name,
        "discriminator": "0000" if who.bot else "0",
        "global_name": who.global_name,
        "avatar": None,
        "bot": who.bot,
        "public_flags": 0,
    }


def member(who: Member) -> Json:
    return {"user": user(who.user), **member_without_user(who)}


def member_without_user(who: Member) -> Json:
    return {
        "nick": who.nick,
        "avatar": None,
        "roles": [str(r.id) for r in who.roles],
        "joined_at": who.user.world.clock.iso(who.joined_at),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": who.silent_until,
    }


def role(one: Role) -> Json:
    return {
        "id": str(one.id),
        "name": one.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0 if one.name == "@everyone" else one.position,
        "permissions": str(int(one.permissions)),
        "managed": False,
        "mentionable": one.mentionable,
        "flags": 0,
    }


def channel(one: Channel) -> Json:
    if one.is_dm:
        assert one.recipient is not None
        return {"id": str(one.id), "type": 1, "last_message_id": None, "recipients": [user(one.recipient)], "flags": 0}
    assert one.guild is not None
    common: Json = {
        "id": str(one.id),
        "type": one.type,
        "guild_id": str(one.guild.id),
        "name": one.name,
        "last_message_id": str(max(one.messages)) if one.messages else None,
        "rate_limit_per_user": 0,
        "flags": 0,
    }
    if one.is_thread:
        return common | _thread(one)
    voice: Json = {"bitrate": 64_000, "user_limit": 0, "rtc_region": None, "video_quality_mode": 1}
    return (
        (voice if one.is_voice else {})
        | common
        | {
            "position": 0,
            "topic": one.topic,
            "nsfw": False,
            "parent_id": None,
            "permission_overwrites": [
                {"id": str(target), "type": o.kind, "allow": str(int(o.allow)), "deny": str(int(o.deny))}
                for target, o in one.overwrites.items()
            ],
        }
    )


def _thread(one: Channel) -> Json:
    assert one.parent is not None
    assert one.owner is not None
    clock = one.world.clock
    return {
        "parent_id": str(one.parent.id),
        "owner_id": str(one.owner.id),
        "message_count": len(one.messages),
        "total_message_sent": len(one.messages),
        "member_count": len(one.thread_members),
        "thread_metadata": {
            "archived": one.archived,
            "locked": one.locked,
            "auto_archive_duration": one.auto_archive,
            "archive_timestamp": clock.iso(one.archived_at or None),
            "create_timestamp": clock.iso(),
            "invitable": False,
        },
    }


def thread_member(one: Channel, user_id: int) -> Json:
    return {"id": str(one.id), "user_id": str(user_id), "join_timestamp": one.world.clock.iso(), "flags": 0}


def guild(one: Guild, *, members: bool = False) -> Json:
    """Return a guild as in GUILD_CREATE: without the members intent, the bot is the only member included."""
    bot = one.world.bot
    told = one.members.values() if members else [one.members[bot.id]] if bot.id in one.members else []
    places = [c for c in one.world.channels.values() if c.guild is one and not c.deleted]
    return {
        "id": str(one.id),
        "name": one.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "description": None,
        "banner": None,
        "owner_id": str(one.owner.id if one.owner else 1),
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "roles": [role(r) for r in one.roles.values()],
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "vanity_url_code": None,
        "premium_tier": 0,
        "preferred_locale": one.locale,
        "nsfw_level": 0,
        "joined_at": one.world.clock.iso(),
        "large": False,
        "unavailable": False,
        "member_count": len(one.members),
        "members": [member(m) for m in told],
        "channels": [channel(c) for c in places if not c.is_thread],
        "threads": [channel(c) for c in places if c.is_thread and not c.archived and c.may_view(bot)],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment(one: Attachment, world: World) -> Json:
    url = f"{world.base_url}/attachments/{one.id}/{one.filename}"
    found: Json = {
        "id": str(one.id),
        "filename": one.filename,
        "size": len(one.data),
        "url": url,
        "proxy_url": url,
        "content_type": one.content_type,
    }
    return found | ({"description": one.description} if one.description else {})


def message(one: Message) -> Json:
    world = one.channel.world
    body: Json = {
        "id": str(one.id),
        "channel_id": str(one.channel.id),
        "type": 0 if one.reference is None else 19,
        "author": user(one.author),
        "content": one.content,
        "timestamp": world.clock.iso(time_of(one.id)),
        "edited_timestamp": world.clock.iso(one.edited_at) if one.edited_at else None,
        "tts": False,
        "mention_everyone": one.pinged_everyone,
        "mentions": [user(u) for u in one.mentions],
        "mention_roles": [],
        "attachments": [attachment(a, world) for a in one.attachments],
        "embeds": one.embeds,
        "components": one.components,
        "pinned": False,
        "flags": one.flags,
    }
    if one.nonce is not None:
        body["nonce"] = one.nonce
    if one.reference is not None:
        body["message_reference"] = {"message_id": str(one.reference.id), "channel_id": str(one.channel.id)}
    if one.interaction is not None:
        body |= {"application_id": str(world.bot.id), "webhook_id": str(world.bot.id)}
        body["interaction_metadata"] = interaction_metadata(one.interaction)
        if one.interaction.type == 2:  # deprecated, still sent, and discord.py uses it to track views
            body["interaction"] = interaction_metadata(one.interaction) | {"name": one.interaction.data["name"]}
    return body


def message_event(one: Message) -> Json:
    """Return a message as the gateway sends it: with the guild and, for people, their member."""
    body = message(one)
    if one.channel.guild is not None:
        body["guild_id"] = str(one.channel.guild.id)
        found = one.channel.guild.members.get(one.author.id)
        if found is not None:
            body["member"] = member_without_user(found)
    return body


def without_content(body: Json) -> Json:
    """Return what an application without the message-content intent gets of other people's messages."""
    return body | {"content": "", "embeds": [], "attachments": [], "components": []}


def interaction_metadata(one: Interaction) -> Json:
    return {
        "id": str(one.id),
        "type": one.type,
        "user": user(one.person),
        "authorizing_integration_owners": {},
    }


def interaction(one: Interaction) -> Json:
    world = one.person.world
    body: Json = {
        "id": str(one.id),
        "application_id": str(world.bot.id),
        "type": one.type,
        "token": one.token,
        "version": 1,
        "data": one.data,
        "channel_id": str(one.channel.id),
        "channel": channel(one.channel) | {"permissions": str(int(one.channel.permissions_of(one.person)))},
        "locale": one.person.locale,
        "entitlements": [],
        "attachment_size_limit": 10 * 1024 * 1024,
        "app_permissions": str(int(one.channel.permissions_of(world.bot))),
    }
    place = one.channel.guild
    if place is None:
        body |= {"user": user(one.person), "context": 1, "authorizing_integration_owners": {"0": "0"}}
    else:
        allowed = one.channel.permissions_of(one.person)
        body |= {
            "guild_id": str(place.id),
            "guild": {"id": str(place.id), "locale": place.locale, "features": []},
            "guild_locale": place.locale,
            "member": member(place.members[one.person.id]) | {"permissions": str(int(allowed & ALL))},
            "context": 0,
            "authorizing_integration_owners": {"0": str(place.id)},
        }
    if one.message is not None:
        body["message"] = message(one.message)
    return body


def application(world: World) -> Json:
    return {
        "id": str(world.bot.id),
        "name": world.bot.name,
        "description": "",
        "icon": None,
        "bot": user(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": {"id": "1", "username": "owner", "discriminator": "0", "avatar": None, "global_name": None},
        "team": None,
        "verify_key": "00" * 32,
        "flags": world.application.flags,
        "approximate_guild_count": sum(g.has_bot for g in world.guilds.values()),
        "interactions_endpoint_url": None,
    }


def shows_to_bot(one: Message) -> bool:
    """Return whether the content is sent even without the message-content intent."""
    bot = one.channel.world.bot
    return one.author is bot or one.channel.is_dm or bot in one.mentions
