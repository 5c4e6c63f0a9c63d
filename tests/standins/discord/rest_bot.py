"""Serve the bot itself, its commands, its interactions, users and guilds."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from standins.discord import payloads
from standins.discord.commands import ENTRY_POINT, Command, register
from standins.discord.errors import ApiError
from standins.discord.interactions import DEFER, DEFER_UPDATE, MESSAGE, UPDATE, Interaction
from standins.discord.permissions import Permission
from standins.discord.places import Guild
from standins.discord.routing import ROUTES, Answer, Call

if TYPE_CHECKING:
    from standins.discord.world import World


@ROUTES.add("GET", "/users/@me")
def me(world: World, call: Call) -> Answer:
    return 200, payloads.user(world.activities.tokens[call.bearer][0] if call.bearer else world.bot)


@ROUTES.add("GET", "/oauth2/applications/@me")
@ROUTES.add("GET", "/applications/@me")
def application(world: World, _: Call) -> Answer:
    return 200, payloads.application(world)


@ROUTES.add("GET", "/gateway")
def gateway(world: World, _: Call) -> Answer:
    return 200, {"url": world.gateway_url}


@ROUTES.add("GET", "/gateway/bot")
def gateway_bot(world: World, _: Call) -> Answer:
    left = max(0, 1000 - world.gateway.identifies)
    at_once = world.application.sessions_at_once
    limit = {"total": 1000, "remaining": left, "reset_after": 86_400_000, "max_concurrency": at_once}
    return 200, {"url": world.gateway_url, "shards": world.application.shards, "session_start_limit": limit}


@ROUTES.add("POST", "/users/@me/channels")
def open_dm(world: World, call: Call) -> Answer:
    recipient = str(call.json().get("recipient_id") or "")
    if not recipient.isdecimal():
        raise ApiError(50033)
    return 200, payloads.channel(world.open_dm(int(recipient)))


@ROUTES.add("GET", "/users/@me/guilds")
def own_guilds(world: World, _: Call) -> Answer:
    """List the bot's servers; the permissions are those of its roles, without those of a channel."""
    found = [(guild, guild.members[world.bot.id]) for guild in world.guilds.values() if guild.has_bot]
    return 200, [
        {"id": str(guild.id), "name": guild.name, "owner": False, "permissions": str(int(guild.permissions_of(member)))}
        for guild, member in found
    ]


@ROUTES.add("GET", "/users/{user_id}")
def get_user(world: World, call: Call) -> Answer:
    person = world.people.get(call.id("user_id"))
    if person is None:
        raise ApiError(10013)
    return 200, payloads.user(person)


def guild_of(world: World, call: Call) -> Guild:
    guild = world.guilds.get(call.id("guild_id"))
    if guild is None or not guild.has_bot:
        raise ApiError(10004)
    return guild


@ROUTES.add("GET", "/guilds/{guild_id}")
def get_guild(world: World, call: Call) -> Answer:
    return 200, payloads.guild(guild_of(world, call))


@ROUTES.add("GET", "/guilds/{guild_id}/channels")
def list_channels(world: World, call: Call) -> Answer:
    found = guild_of(world, call).channels.values()
    return 200, [payloads.channel(channel) for channel in found if not channel.deleted]


@ROUTES.add("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(world: World, call: Call) -> Answer:
    member = guild_of(world, call).members.get(call.id("user_id"))
    if member is None:
        raise ApiError(10007)
    return 200, payloads.member(member)


@ROUTES.add("PATCH", "/guilds/{guild_id}/members/{user_id}")
def change_member(world: World, call: Call) -> Answer:
    """Time a member out, at most for 28 days: nobody at the bot's height or above, no owner and no administrator."""
    guild, asked = guild_of(world, call), call.json()
    member, bot = guild.members.get(call.id("user_id")), guild.members[world.bot.id]
    if member is None:
        raise ApiError(10007)
    if set(asked) != {"communication_disabled_until"}:
        raise ApiError(50035)
    may, theirs = guild.permissions_of(bot), guild.permissions_of(member)
    is_above = member.user is guild.owner or theirs & Permission.ADMINISTRATOR or member.height >= bot.height
    if is_above or not may & (Permission.MODERATE_MEMBERS | Permission.ADMINISTRATOR):
        raise ApiError(50013)
    until = asked["communication_disabled_until"]
    if until is not None and datetime.fromisoformat(until).timestamp() > world.clock.now() + 28 * 86400 + 60:
        raise ApiError(50035)
    guild.silence(member.user, until)
    return 200, payloads.member(member)


@ROUTES.add("GET", "/guilds/{guild_id}/members")
def list_members(world: World, call: Call) -> Answer:
    guild = guild_of(world, call)
    if not world.application.members_allowed:
        raise ApiError(50001)
    limit, after = int(call.query.get("limit", "1")), int(call.query.get("after", "0"))
    found = [m for _, m in sorted(guild.members.items()) if m.user.id > after]
    return 200, [payloads.member(member) for member in found[:limit]]


# Scheduled events


def may_hold_events(world: World, call: Call) -> Guild:
    """Return the server of a call. Raises ApiError if we have no right to its events."""
    guild = guild_of(world, call)
    may = guild.permissions_of(guild.members[world.bot.id])
    if not may & (Permission.CREATE_EVENTS | Permission.MANAGE_EVENTS | Permission.ADMINISTRATOR):
        raise ApiError(50013)
    return guild


def event_of(guild: Guild, call: Call) -> dict[str, Any]:
    found = guild.events.get(call.id("event_id"))
    if found is None:
        raise ApiError(10070)
    return found


@ROUTES.add("GET", "/guilds/{guild_id}/scheduled-events")
def list_events(world: World, call: Call) -> Answer:
    return 200, list(guild_of(world, call).events.values())


@ROUTES.add("POST", "/guilds/{guild_id}/scheduled-events")
def create_event(world: World, call: Call) -> Answer:
    """Create an event of the kind that takes place elsewhere: it needs an end and a location."""
    guild, asked = may_hold_events(world, call), call.json()
    if asked.get("entity_type") != 3 or not asked.get("scheduled_end_time") or not asked.get("entity_metadata"):
        raise ApiError(50035)
    made = world.ids.next()
    guild.events[made] = {
        **asked,
        "id": str(made),
        "guild_id": str(guild.id),
        "creator_id": str(world.bot.id),
        "channel_id": None,
        "entity_id": None,
        "status": 1,
        "user_count": 0,
    }
    return 200, guild.events[made]


@ROUTES.add("PATCH", "/guilds/{guild_id}/scheduled-events/{event_id}")
def change_event(world: World, call: Call) -> Answer:
    event = event_of(may_hold_events(world, call), call)
    event.update(call.json())
    return 200, event


@ROUTES.add("DELETE", "/guilds/{guild_id}/scheduled-events/{event_id}")
def drop_event(world: World, call: Call) -> Answer:
    guild = may_hold_events(world, call)
    event_of(guild, call)
    del guild.events[call.id("event_id")]
    return 204, None


# Commands


def commands_of(world: World, call: Call) -> list[Command]:
    if call.id("application_id") != world.bot.id:
        raise ApiError(50001)
    return world.commands.get(guild_of(world, call).id if "guild_id" in call.params else None, [])


@ROUTES.add("GET", "/applications/{application_id}/commands")
@ROUTES.add("GET", "/applications/{application_id}/guilds/{guild_id}/commands")
def list_commands(world: World, call: Call) -> Answer:
    return 200, [command.payload for command in commands_of(world, call)]


@ROUTES.add("PUT", "/applications/{application_id}/commands")
@ROUTES.add("PUT", "/applications/{application_id}/guilds/{guild_id}/commands")
def put_commands(world: World, call: Call) -> Answer:
    commands_of(world, call)
    if not isinstance(call.body, list):
        raise ApiError(50035)
    guild_id = guild_of(world, call).id if "guild_id" in call.params else None
    has_entry = any(command.type == ENTRY_POINT for command in world.commands.get(guild_id, []))
    if has_entry and not any(body.get("type") == ENTRY_POINT for body in call.body):
        raise ApiError(50240)
    return 200, [command.payload for command in register(world, guild_id, call.body)]


@ROUTES.add("POST", "/interactions/{interaction_id}/{token}/callback")
def callback(world: World, call: Call) -> Answer:
    interaction = world.interactions.get(call.params["token"])
    if interaction is None or interaction.id != call.id("interaction_id"):
        raise ApiError(10062)
    body = call.json()
    interaction.callback(body, call.files)
    if call.query.get("with_response") not in {"1", "true"}:
        return 204, None
    return 200, _callback_response(interaction)


def _callback_response(interaction: Interaction) -> dict[str, Any]:
    kind, message = interaction.callback_type, interaction.original
    told: dict[str, Any] = {"id": str(interaction.id), "type": interaction.type}
    response: dict[str, Any] = {"interaction": told}
    if kind in {MESSAGE, DEFER, UPDATE, DEFER_UPDATE} and message is not None:
        told |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.loading,
            "response_message_ephemeral": message.ephemeral,
        }
        if kind != DEFER_UPDATE:
            response["resource"] = {"type": kind, "message": payloads.message(message)}
    else:
        response["resource"] = {"type": kind}
    return response


def interaction_of(world: World, call: Call) -> Interaction:
    interaction = world.interactions.get(call.params["token"])
    if interaction is None or call.params["webhook_id"] != str(world.bot.id):
        raise ApiError(10015)
    return interaction


@ROUTES.add("POST", "/webhooks/{webhook_id}/{token}")
def follow_up(world: World, call: Call) -> Answer:
    return 200, payloads.message(interaction_of(world, call).follow_up(call.json(), call.files))


@ROUTES.add("GET", "/webhooks/{webhook_id}/{token}/messages/{which}")
def get_answer(world: World, call: Call) -> Answer:
    return 200, payloads.message(interaction_of(world, call).found(call.params["which"]))


@ROUTES.add("PATCH", "/webhooks/{webhook_id}/{token}/messages/{which}")
def edit_answer(world: World, call: Call) -> Answer:
    message = interaction_of(world, call).edit(call.params["which"], call.json(), call.files)
    return 200, payloads.message(message)


@ROUTES.add("DELETE", "/webhooks/{webhook_id}/{token}/messages/{which}")
def delete_answer(world: World, call: Call) -> Answer:
    world.delete_message(interaction_of(world, call).found(call.params["which"]))
    return 204, None
