"""List the subscription types that are served: their version, their condition, and whose permission they need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from standins.twitch.errors import Json, TwitchError

if TYPE_CHECKING:
    from standins.twitch.people import Person
    from standins.twitch.world import TwitchWorld

MISSING_AUTHORISATION = "subscription missing proper authorization"
CHAT_READERS = ("user:read:chat",)


@dataclass(frozen=True)
class Kind:
    """A type. `leave`: by condition key, the scopes of which that user must have granted one."""

    version: str
    keys: tuple[str, ...]
    leave: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    chat: bool = False
    app_only: bool = False
    optional: tuple[str, ...] = ()


BROADCASTER = ("broadcaster_user_id",)
CHAT = Kind("1", ("broadcaster_user_id", "user_id"), {"user_id": CHAT_READERS}, chat=True)
WITH_POLLS = {"broadcaster_user_id": ("channel:read:polls", "channel:manage:polls")}
WITH_PREDICTIONS = {"broadcaster_user_id": ("channel:read:predictions", "channel:manage:predictions")}
WITH_REWARDS = {"broadcaster_user_id": ("channel:read:redemptions", "channel:manage:redemptions")}
REDEMPTION = Kind("1", BROADCASTER, WITH_REWARDS, optional=("reward_id",))
OF_APP = Kind("1", ("client_id",), app_only=True)
KINDS: dict[str, Kind] = {
    "channel.chat.message": CHAT,
    "channel.chat.notification": CHAT,
    "channel.chat.message_delete": CHAT,
    "channel.chat.clear": CHAT,
    "channel.chat.clear_user_messages": CHAT,
    "channel.chat_settings.update": CHAT,
    "user.whisper.message": Kind("1", ("user_id",), {"user_id": ("user:read:whispers", "user:manage:whispers")}),
    "stream.online": Kind("1", BROADCASTER),
    "stream.offline": Kind("1", BROADCASTER),
    "channel.raid": Kind("1", ("to_broadcaster_user_id",), optional=("from_broadcaster_user_id",)),
    "channel.update": Kind("2", BROADCASTER),
    "channel.shared_chat.begin": Kind("1", BROADCASTER),
    "channel.shared_chat.update": Kind("1", BROADCASTER),
    "channel.shared_chat.end": Kind("1", BROADCASTER),
    "channel.ban": Kind("1", BROADCASTER, {"broadcaster_user_id": ("channel:moderate",)}),
    "channel.unban": Kind("1", BROADCASTER, {"broadcaster_user_id": ("channel:moderate",)}),
    "channel.moderator.add": Kind("1", BROADCASTER, {"broadcaster_user_id": ("moderation:read",)}),
    "channel.moderator.remove": Kind("1", BROADCASTER, {"broadcaster_user_id": ("moderation:read",)}),
    "channel.follow": Kind(
        "2", ("broadcaster_user_id", "moderator_user_id"), {"moderator_user_id": ("moderator:read:followers",)}
    ),
    "channel.poll.begin": Kind("1", BROADCASTER, WITH_POLLS),
    "channel.poll.progress": Kind("1", BROADCASTER, WITH_POLLS),
    "channel.poll.end": Kind("1", BROADCASTER, WITH_POLLS),
    "channel.prediction.begin": Kind("1", BROADCASTER, WITH_PREDICTIONS),
    "channel.prediction.progress": Kind("1", BROADCASTER, WITH_PREDICTIONS),
    "channel.prediction.lock": Kind("1", BROADCASTER, WITH_PREDICTIONS),
    "channel.prediction.end": Kind("1", BROADCASTER, WITH_PREDICTIONS),
    "channel.channel_points_custom_reward_redemption.add": REDEMPTION,
    "channel.channel_points_custom_reward_redemption.update": REDEMPTION,
    "user.authorization.grant": OF_APP,
    "user.authorization.revoke": OF_APP,
    "conduit.shard.disabled": Kind("1", ("client_id",), app_only=True, optional=("conduit_id",)),
}


def check(world: TwitchWorld, kind_name: str, version: str, condition: Json, by: Person | None) -> None:
    """Refuse what Twitch would; `by` None is the application on a conduit."""
    kind = KINDS.get(kind_name)
    if kind is None or kind.version != version:
        raise TwitchError(400, "invalid subscription type and version")
    given = {key for key, value in condition.items() if value}
    if not set(kind.keys) <= given or not given <= {*kind.keys, *kind.optional}:
        raise TwitchError(400, "invalid subscription condition")
    if kind.app_only and (by is not None or condition["client_id"] != world.application.id):
        raise TwitchError(403, MISSING_AUTHORISATION)
    for key, scopes in kind.leave.items():
        asked = world.people.get(str(condition[key]))
        if asked is None or by not in (None, asked) or not world.tokens.allowed(asked).intersection(scopes):
            raise TwitchError(403, MISSING_AUTHORISATION)
    if "moderator_user_id" in kind.keys:
        channel = world.channel_of(condition["broadcaster_user_id"])
        if not channel.moderates(world.person_of(condition["moderator_user_id"])):
            raise TwitchError(403, MISSING_AUTHORISATION)
    if kind.chat:
        check_chat(world, world.person_of(condition["user_id"]), condition["broadcaster_user_id"], by)


def check_chat(world: TwitchWorld, reader: Person, broadcaster_id: str, by: Person | None) -> None:
    """Check chat: over a conduit it also needs the reader's `user:bot`, and the broadcaster's `channel:bot` or a
    moderator.
    """
    channel = world.channel_of(broadcaster_id)
    if channel.silenced(reader):
        raise TwitchError(403, MISSING_AUTHORISATION)
    if by is not None:
        return
    welcome = "channel:bot" in world.tokens.allowed(channel.broadcaster) or channel.moderates(reader)
    if "user:bot" not in world.tokens.allowed(reader) or not welcome:
        raise TwitchError(403, MISSING_AUTHORISATION)
