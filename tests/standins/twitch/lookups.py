"""Serve Helix about users, channels, streams and roles, as far as a games bot asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standins.twitch import payloads
from standins.twitch.errors import Json, TwitchError
from standins.twitch.routing import TWITCH_ROUTES, Answer, Call, page

if TYPE_CHECKING:
    from standins.twitch.channels import Channel
    from standins.twitch.people import Person
    from standins.twitch.world import TwitchWorld

MOST_ASKED = 100
NOT_THE_BROADCASTER = "The ID in broadcaster_id must match the user ID found in the request's OAuth token."


@TWITCH_ROUTES.add("GET", "/helix/users")
def get_users(world: TwitchWorld, call: Call) -> Answer:
    """Return users by ids and logins; without any, the token's user. Unknown ones are left out."""
    ids, logins = call.query.getall("id", []), call.query.getall("login", [])
    if len(ids) + len(logins) > MOST_ASKED:
        raise TwitchError(400, "The total number of id and login parameters must not exceed 100.")
    if not ids and not logins:
        return 200, {"data": [payloads.user(call.by_user())]}
    found = [world.people.get(user_id) for user_id in ids]
    found += [world.logins.get(login.lower()) for login in logins]
    return 200, {"data": [payloads.user(person) for person in dict.fromkeys(found) if person is not None]}


@TWITCH_ROUTES.add("GET", "/helix/channels")
def get_channels(world: TwitchWorld, call: Call) -> Answer:
    call.need("broadcaster_id")
    found = [world.channels.get(channel_id) for channel_id in call.query.getall("broadcaster_id")]
    return 200, {"data": [payloads.channel(channel) for channel in found if channel is not None]}


@TWITCH_ROUTES.add("GET", "/helix/streams")
def get_streams(world: TwitchWorld, call: Call) -> Answer:
    ids, logins = call.query.getall("user_id", []), call.query.getall("user_login", [])
    live = [channel for channel in world.channels.values() if channel.live_since is not None]
    if ids or logins:
        live = [channel for channel in live if channel.id in ids or channel.name in logins]
    return 200, page([payloads.stream(channel) for channel in live], call)


@TWITCH_ROUTES.add("GET", "/helix/moderation/moderators")
def get_moderators(world: TwitchWorld, call: Call) -> Answer:
    channel = own_channel(world, call, "moderation:read", "channel:manage:moderators")
    return 200, page(listed(call, channel.moderators), call)


@TWITCH_ROUTES.add("GET", "/helix/channels/vips")
def get_vips(world: TwitchWorld, call: Call) -> Answer:
    channel = own_channel(world, call, "channel:read:vips", "channel:manage:vips")
    return 200, page(listed(call, channel.vips), call)


@TWITCH_ROUTES.add("GET", "/helix/channels/followers")
def get_channel_followers(world: TwitchWorld, call: Call) -> Answer:
    """Return followers, newest first. Without the scope or a role, only their number is returned."""
    channel = world.channel_of(call.need("broadcaster_id"))
    user, only = call.bearer.user, call.form("user_id")
    role = user is not None and channel.moderates(user)
    if only:
        call.by_user("moderator:read:followers")
        if not role:
            raise TwitchError(401, "The user ID in the OAuth token must be the broadcaster's or a moderator's.")
    if not role or "moderator:read:followers" not in call.bearer.scopes:
        return 200, {"total": len(channel.followers), "data": [], "pagination": {}}
    found = [person for person in reversed(channel.followers) if only in ("", person.id)]
    rows = [payloads.named(p) | {"followed_at": channel.followed_at.get(p.id, p.created_at)} for p in found]
    return 200, page(rows, call) | {"total": len(channel.followers)}


@TWITCH_ROUTES.add("GET", "/helix/subscriptions")
def get_subscribers(world: TwitchWorld, call: Call) -> Answer:
    """Return subscribers; with `user_id` there is no total and no points."""
    channel = own_channel(world, call, "channel:read:subscriptions")
    ids = call.query.getall("user_id", [])
    if len(ids) > MOST_ASKED:
        raise TwitchError(400, "The maximum number of user_id parameters is 100.")
    found = [person for person in channel.subscribers if not ids or person.id in ids]
    answer = page([subscriber(channel, person) for person in found], call)
    return 200, answer if ids else answer | {"total": len(found), "points": len(found)}


@TWITCH_ROUTES.add("GET", "/helix/moderation/channels")
def get_moderated_channels(world: TwitchWorld, call: Call) -> Answer:
    """Return the channels that the token's user moderates."""
    user = call.by_user("user:read:moderated_channels")
    if call.need("user_id") != user.id:
        raise TwitchError(401, "The ID in user_id must match the user ID found in the request's OAuth token.")
    found = [channel for channel in world.channels.values() if user in channel.moderators]
    return 200, page([payloads.named(channel.broadcaster, "broadcaster") for channel in found], call)


@TWITCH_ROUTES.add("GET", "/helix/chat/chatters")
def get_chatters(world: TwitchWorld, call: Call) -> Answer:
    channel = world.channel_of(call.need("broadcaster_id"))
    moderator = call.by_user("moderator:read:chatters")
    if call.need("moderator_id") != moderator.id or not channel.moderates(moderator):
        raise TwitchError(403, "The user in moderator_id is not one of the broadcaster's moderators.")
    there = [payloads.named(world.people[viewer_id]) for viewer_id in channel.viewers]
    return 200, page(there, call, most=1000, usual=100) | {"total": len(there)}


@TWITCH_ROUTES.add("GET", "/helix/authorization/users")
def get_authorizations(world: TwitchWorld, call: Call) -> Answer:
    """Return which of these users have authorized the application, and for what."""
    call.by_app()
    found = [world.person_of(user_id) for user_id in call.query.getall("user_id", [])]
    data = [
        {
            **payloads.named(person),
            "scopes": sorted(world.tokens.allowed(person)),
            "has_authorized": world.tokens.has_authorised(person),
        }
        for person in found
    ]
    return 200, {"data": data}


def own_channel(world: TwitchWorld, call: Call, *scopes: str) -> Channel:
    user = call.by_user(*scopes)
    if call.need("broadcaster_id") != user.id:
        raise TwitchError(401, NOT_THE_BROADCASTER)
    return world.channel_of(user.id)


def listed(call: Call, people: list[Person]) -> list[dict[str, str]]:
    ids = call.query.getall("user_id", [])
    return [payloads.named(person) for person in people if not ids or person.id in ids]


def subscriber(channel: Channel, person: Person) -> Json:
    return {
        **payloads.named(channel.broadcaster, "broadcaster"),
        **payloads.named(person),
        **dict.fromkeys(("gifter_id", "gifter_login", "gifter_name"), ""),
        "is_gift": False,
        "plan_name": f"Channel Subscription ({channel.name})",
        "tier": "1000",
    }
