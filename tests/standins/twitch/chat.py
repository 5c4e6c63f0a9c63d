"""Bring lines into chat: what Twitch requires of the bot's lines, and who is told of any."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import TYPE_CHECKING

from standins.twitch import payloads
from standins.twitch.channels import Channel, Drop, Line
from standins.twitch.clock import TwitchClock, Window
from standins.twitch.errors import Json, TwitchError
from standins.twitch.routing import TWITCH_ROUTES, Answer, Call

if TYPE_CHECKING:
    from standins.twitch.people import Person
    from standins.twitch.world import TwitchWorld

MOST_CHARACTERS = 500
MOST_ANNOUNCED = 500
COLORS = frozenset({"", "blue", "green", "orange", "purple", "primary"})
NOT_PERMITTED = "The sender is not permitted to send chat messages to the broadcaster's chat room."
HELD = Drop("msg_rejected", "Your message is being checked by mods and has not been sent.")
DUPLICATE = Drop("msg_duplicate", "Your message is identical to the one you sent within the last 30 seconds.")
TOO_FAST = Drop("msg_ratelimit", "Your message was not sent because you are sending messages too quickly.")
TIMED_OUT = Drop("user_timed_out", "You are timed out from talking in the room.")
BANNED = Drop("user_banned", "You are permanently banned from talking in the room.")
SILENT = Drop("", "")


class ChatRules:
    """Switches for tests.

    `over_limit`: a line beyond the limit is `silent` (the answer says that it was sent), `drop` (`is_sent: false`) or
    `429`. `banned`: a banned or timed-out bot gets `403`, or `drop`.
    """

    def __init__(self, clock: TwitchClock) -> None:
        self._clock = clock
        self.per = 30.0
        self.plain = 20
        self.as_moderator = 100
        self.same_text_after = 30.0
        self.over_limit = "drop"
        self.banned = "403"
        self._windows: dict[tuple[str, bool], Window] = {}
        self._said: dict[tuple[str, str], tuple[str, float]] = {}

    def take(self, sender: Person, *, privileged: bool) -> bool:
        """Take room for a line: 20 in 30 seconds over all channels, 100 where the sender is broadcaster or
        moderator.
        """
        window = self._windows.setdefault((sender.id, privileged), Window(0, self.per))
        window.most, window.per = self.as_moderator if privileged else self.plain, self.per
        return window.take(self._clock.now())

    def repeats(self, channel: Channel, sender: Person, text: str) -> bool:
        """Return whether it repeats the sender's last line here."""
        before, at = self._said.get((channel.id, sender.id), ("", 0.0))
        return before == text and self._clock.now() - at < self.same_text_after

    def said(self, channel: Channel, sender: Person, text: str) -> None:
        self._said[channel.id, sender.id] = (text, self._clock.now())


def publish(line: Line, *, late: float = 0.0, partners: bool = True) -> None:
    """Show a line where it was said and, in a shared chat, to the partners' viewers."""
    show(line, late)
    for other in line.channel.shared_with if partners else ():
        copy = replace(
            line, id=str(uuid.uuid4()), channel=other, badges=other.badges_of(line.author), parent=None, source=line
        )
        show(copy, late)


def show(line: Line, late: float) -> None:
    channel = line.channel
    channel.lines.append(line)
    if line.from_bot:
        channel.world.journal.chat(line.way, line.text, channel.audience, channel_id=channel.id, message_id=line.id)
    if line.way == "chat":
        facts = {"broadcaster_user_id": channel.id}
        channel.world.events.notify("channel.chat.message", facts, payloads.chat_message(line), late=late)
    channel.world.changed()


def commands_in(text: str) -> list[str]:
    """Return what Twitch may take for a command: lines that begin with `/` or `.`."""
    return [part for part in text.splitlines() if part.lstrip().startswith(("/", "."))]


def without_command(text: str) -> str:
    """Return the text without a command: `.foo bar` is sent as `bar`, `.foo` not at all; `/me waves` is an action."""
    stripped = text.lstrip()
    if not stripped.startswith(("/", ".")):
        return text
    return stripped.partition(" ")[2].lstrip()


@TWITCH_ROUTES.add("POST", "/helix/chat/messages")
def send_chat_message(world: TwitchWorld, call: Call) -> Answer:
    channel = world.channel_of(call.need("broadcaster_id"))
    sender = may_send(world, call, channel)
    text = call.need("message")
    if len(text) > MOST_CHARACTERS:
        raise TwitchError(422, "The message is too large.")
    parent_id = call.form("reply_parent_message_id")
    parent = channel.line(parent_id) if parent_id else None
    if parent_id and (parent is None or parent.deleted):
        raise TwitchError(400, "The request's input was not valid. Message cannot be replied to.")
    only_here = for_source_only(call)
    if channel.silenced(sender) and world.chat.banned == "403":
        raise TwitchError(403, NOT_PERMITTED)
    world.slash_lines += commands_in(text)
    shown = " ".join(without_command(text).splitlines())
    badges = worn(call, channel, sender)
    line = Line(str(uuid.uuid4()), channel, sender, shown, world.clock.now(), badges, parent=parent)
    dropped = fate(world, channel, sender, shown)
    if dropped is None:
        publish(line, partners=not only_here)
        return 200, sent(line.id)
    world.dropped_lines.append(replace(line, text=text))
    return 200, sent(line.id) if dropped is SILENT else sent("", dropped)


def sent(line_id: str, drop: Drop | None = None) -> Json:
    reason = None if drop is None else {"code": drop.code, "message": drop.message}
    return {"data": [{"message_id": line_id, "is_sent": drop is None, "drop_reason": reason}]}


def may_send(world: TwitchWorld, call: Call, channel: Channel) -> Person:
    """Return the sender. A user token speaks for its user; an app token for anybody who allowed it, if the broadcaster
    or a role does.
    """
    sender = world.person_of(call.need("sender_id"))
    if call.bearer.user is not None:
        if call.by_user("user:write:chat") is not sender:
            raise TwitchError(401, "The ID in sender_id must match the user ID found in the request's OAuth token.")
        return sender
    if not {"user:write:chat", "user:bot"} <= world.tokens.allowed(sender):
        raise TwitchError(401, "The sender must have authorized the app with the user:write:chat and user:bot scopes.")
    if "channel:bot" not in world.tokens.allowed(channel.broadcaster) and not channel.moderates(sender):
        raise TwitchError(403, NOT_PERMITTED)
    return sender


def worn(call: Call, channel: Channel, sender: Person) -> tuple[str, ...]:
    """Return the badges; the Chat Bot badge comes with an app token and the broadcaster's `channel:bot`."""
    as_bot = call.bearer.user is None and "channel:bot" in channel.world.tokens.allowed(channel.broadcaster)
    return channel.badges_of(sender) + (("bot-badge",) if as_bot else ())


def fate(world: TwitchWorld, channel: Channel, sender: Person, text: str) -> Drop | None:
    """Return why a line is dropped; None: it is sent."""
    privileged = channel.moderates(sender)
    if channel.drops:
        return channel.drops.pop(0)
    if channel.silenced(sender):
        return BANNED if sender.id in channel.banned else TIMED_OUT
    if not text.strip():
        return HELD
    if not privileged and channel.automod(text):
        channel.held.append(text)
        return HELD
    if not privileged and world.chat.repeats(channel, sender, text):
        return DUPLICATE
    if world.chat.take(sender, privileged=privileged):
        world.chat.said(channel, sender, text)
        return None
    if world.chat.over_limit == "429":
        raise TwitchError(429, "Too Many Requests")
    return SILENT if world.chat.over_limit == "silent" else TOO_FAST


@TWITCH_ROUTES.add("POST", "/helix/chat/announcements")
def send_announcement(world: TwitchWorld, call: Call) -> Answer:
    """Announce a text, cut to 500 characters; `channel.chat.message` does not report it."""
    channel = world.channel_of(call.need("broadcaster_id"))
    moderator = world.person_of(call.need("moderator_id"))
    may_announce(world, call, channel, moderator)
    text = call.need("message")[:MOST_ANNOUNCED]
    color = str(call.body.get("color") or "")
    if color not in COLORS:
        raise TwitchError(400, "The specified color is not valid.")
    only_here = for_source_only(call)
    worn_here = channel.badges_of(moderator)
    line = Line(
        str(uuid.uuid4()), channel, moderator, text, world.clock.now(), worn_here, way="announcement", color=color
    )
    publish(line, partners=not only_here)
    return 204, None


def may_announce(world: TwitchWorld, call: Call, channel: Channel, moderator: Person) -> None:
    """Check the permission: an app token speaks for a moderator who allowed `user:bot`, if the broadcaster allowed
    `channel:bot`.
    """
    if call.bearer.user is not None and call.by_user("moderator:manage:announcements") is not moderator:
        raise TwitchError(401, "The ID in moderator_id must match the user ID found in the request's OAuth token.")
    allowed = world.tokens.allowed(moderator)
    if "moderator:manage:announcements" not in allowed:
        raise TwitchError(401, "Missing scope: moderator:manage:announcements")
    if call.bearer.user is None and "user:bot" not in allowed:
        raise TwitchError(401, "Missing scope: user:bot")
    if call.bearer.user is None and "channel:bot" not in world.tokens.allowed(channel.broadcaster):
        raise TwitchError(401, "Missing scope: channel:bot")
    if not channel.moderates(moderator):
        raise TwitchError(403, "The user in moderator_id is not one of the broadcaster's moderators.")


def for_source_only(call: Call) -> bool:
    """Return whether a line stays out of a shared chat: by default with an app token; a user token may not choose."""
    if "for_source_only" in call.body and call.bearer.user is not None:
        raise TwitchError(400, "The for_source_only field can only be set with an app access token.")
    return bool(call.body.get("for_source_only", call.bearer.user is None))


@TWITCH_ROUTES.add("DELETE", "/helix/moderation/chat")
def delete_chat_messages(world: TwitchWorld, call: Call) -> Answer:
    """Delete one line by its id, or all of them."""
    channel = world.channel_of(call.need("broadcaster_id"))
    moderator = call.by_user("moderator:manage:chat_messages")
    if not channel.moderates(moderator):
        raise TwitchError(403, "The user in moderator_id is not one of the broadcaster's moderators.")
    line_id = call.form("message_id")
    if call.form("moderator_id") != moderator.id:
        raise TwitchError(401, "The ID in moderator_id must match the user ID found in the request's OAuth token.")
    gone = [line for line in channel.lines if line.id == line_id or not line_id]
    if line_id and not gone:
        raise TwitchError(404, "The specified message was not found.")
    if line_id and any(channel.moderates(line.author) for line in gone):
        raise TwitchError(400, "You cannot delete another moderator's or the broadcaster's messages.")
    for line in gone:
        line.deleted = True
    return 204, None
