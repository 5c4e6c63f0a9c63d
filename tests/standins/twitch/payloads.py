"""Build what Twitch sends about users, channels, lines of chat and whispers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from standins.twitch.errors import Json

if TYPE_CHECKING:
    from standins.twitch.channels import Channel, Line
    from standins.twitch.people import Person

MENTION = re.compile(r"@(\w{1,25})")
NOTHING_SPECIAL: Json = dict.fromkeys(
    (
        "cheer",
        "reply",
        "channel_points_custom_reward_id",
        "channel_points_animation_id",
        "source_broadcaster_user_id",
        "source_broadcaster_user_login",
        "source_broadcaster_user_name",
        "source_message_id",
        "source_badges",
        "is_source_only",
    )
)


def user(person: Person) -> Json:
    return {
        "id": person.id,
        "login": person.login,
        "display_name": person.display_name,
        "type": "",
        "broadcaster_type": person.broadcaster_type,
        "description": "",
        "profile_image_url": "",
        "offline_image_url": "",
        "view_count": 0,
        "created_at": person.created_at,
    }


def named(person: Person, prefix: str = "user") -> Json:
    """Return `user_id`, `user_login` and `user_name`, which always come together."""
    return {f"{prefix}_id": person.id, f"{prefix}_login": person.login, f"{prefix}_name": person.display_name}


def channel(channel: Channel) -> Json:
    return {
        **named(channel.broadcaster, "broadcaster"),
        "broadcaster_language": channel.language,
        "game_id": "",
        "game_name": channel.game,
        "title": channel.title,
        "delay": 0,
        "tags": [],
        "content_classification_labels": [],
        "is_branded_content": False,
    }


def stream(channel: Channel) -> Json:
    return {
        "id": channel.stream_id,
        **named(channel.broadcaster),
        "game_id": "",
        "game_name": channel.game,
        "type": "live",
        "title": channel.title,
        "viewer_count": len(channel.viewers),
        "started_at": channel.live_since,
        "language": channel.language,
        "thumbnail_url": "",
        "tag_ids": [],
        "tags": [],
        "is_mature": False,
    }


def badges(names: Iterable[str]) -> list[Json]:
    return [{"set_id": name, "id": "1", "info": "3" if name in {"subscriber", "founder"} else ""} for name in names]


def fragments(text: str, known: dict[str, Person]) -> list[Json]:
    """Split a text into plain text and mentions of existing people."""
    found: list[Json] = []
    begin = 0
    for match in MENTION.finditer(text):
        mentioned = known.get(match[1].lower())
        if mentioned is None:
            continue
        if match.start() > begin:
            found.append(fragment("text", text[begin : match.start()]))
        found.append(fragment("mention", match[0]) | {"mention": named(mentioned)})
        begin = match.end()
    if begin < len(text):
        found.append(fragment("text", text[begin:]))
    return found


def fragment(kind: str, text: str) -> Json:
    return {"type": kind, "text": text, "cheermote": None, "emote": None, "mention": None}


def reply(parent: Line) -> Json:
    first = parent.thread
    return {
        "parent_message_id": parent.id,
        "parent_message_body": parent.text,
        **named(parent.author, "parent_user"),
        "thread_message_id": first.id,
        **named(first.author, "thread_user"),
    }


def chat_message(line: Line) -> Json:
    """Return the event of `channel.chat.message`."""
    special = dict(NOTHING_SPECIAL)
    if line.parent is not None:
        special["reply"] = reply(line.parent)
    special["channel_points_custom_reward_id"] = line.reward_id
    if line.source is not None:
        special |= named(line.source.channel.broadcaster, "source_broadcaster_user")
        special |= {"source_message_id": line.source.id, "source_badges": badges(line.source.badges)}
        special["is_source_only"] = False
    return special | {
        **named(line.channel.broadcaster, "broadcaster_user"),
        **named(line.author, "chatter_user"),
        "message_id": line.id,
        "color": line.author.color,
        "message_type": "text",
        "badges": badges(line.badges),
        "message": {"text": line.text, "fragments": fragments(line.text, line.channel.world.logins)},
    }


def whisper(sender: Person, recipient: Person, whisper_id: str, text: str) -> Json:
    """Return the event of `user.whisper.message`."""
    return {
        **named(sender, "from_user"),
        **named(recipient, "to_user"),
        "whisper_id": whisper_id,
        "whisper": {"text": text},
    }
