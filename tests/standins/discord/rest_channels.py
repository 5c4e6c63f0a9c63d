"""Serve channels, threads and their messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from standins.discord import payloads
from standins.discord.errors import ApiError, Problems
from standins.discord.messages import Message
from standins.discord.permissions import Permission
from standins.discord.places import PRIVATE_THREAD, PUBLIC_THREAD, THREADS, Channel
from standins.discord.posting import post, revise
from standins.discord.routing import ROUTES, Answer, Call

if TYPE_CHECKING:
    from standins.discord.world import World

HOUR = 3600.0


def place(world: World, call: Call) -> Channel:
    """Return the channel, if it exists and the bot may see it."""
    channel = world.channels.get(call.id("channel_id"))
    if channel is None or channel.deleted:
        raise ApiError(10003)
    if not channel.may_view(world.bot):
        raise ApiError(50001)
    return channel


def said(world: World, call: Call) -> Message:
    """Return the message of the path; an ephemeral one is not in the channel."""
    message = place(world, call).messages.get(call.id("message_id"))
    if message is None or message.deleted or message.ephemeral:
        raise ApiError(10008)
    return message


def check_open(channel: Channel) -> None:
    if channel.locked and not channel.may(channel.world.bot, Permission.MANAGE_THREADS):
        raise ApiError(160005)
    if channel.archived:
        raise ApiError(50083)


def check_sending(world: World, channel: Channel, call: Call) -> None:
    if channel.recipient is not None:
        person = world.people[channel.recipient.id]
        if not world.share_a_guild(person):
            raise ApiError(50278)
        if person.dms_closed:
            raise ApiError(50007)
        return
    if not channel.may_send(world.bot) or (call.files and not channel.may(world.bot, Permission.ATTACH_FILES)):
        raise ApiError(50013)
    if channel.archived and not channel.locked and world.archived_threads_reopen:
        channel.unarchive()
    check_open(channel)


def repeated(world: World, channel: Channel, body: dict[str, Any]) -> Message | None:
    """Return the message that already has this nonce. If it was deleted meanwhile, raises ApiError."""
    nonce = body.get("nonce")
    if nonce is None or not body.get("enforce_nonce"):
        return None
    for message in reversed(channel.messages.values()):
        if world.age(message) > world.nonce_life:
            return None
        if message.author is world.bot and message.nonce == str(nonce):
            if message.deleted:
                raise ApiError(10008)
            return message
    return None


@ROUTES.add("POST", "/channels/{channel_id}/messages")
def create_message(world: World, call: Call) -> Answer:
    channel, body = place(world, call), call.json()
    check_sending(world, channel, call)
    message = repeated(world, channel, body) or post(channel, body, call.files, way="post")
    return 200, payloads.message(message)


@ROUTES.add("PATCH", "/channels/{channel_id}/messages/{message_id}")
def edit_message(world: World, call: Call) -> Answer:
    message = said(world, call)
    if message.author is not world.bot:
        raise ApiError(50005)
    check_open(message.channel)
    if world.age(message) > HOUR:
        wait = world.limits.old_edit(message.channel.id)
        if wait is not None:
            raise ApiError(30046, retry_after=wait)
    return 200, payloads.message(revise(message, call.json(), call.files, way="edit"))


@ROUTES.add("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete_message(world: World, call: Call) -> Answer:
    message = said(world, call)
    if message.author is not world.bot:
        if message.channel.is_dm:
            raise ApiError(50003)
        if not message.channel.may(world.bot, Permission.MANAGE_MESSAGES):
            raise ApiError(50013)
    if message.channel.archived:
        raise ApiError(50083)
    world.delete_message(message)
    return 204, None


def shown(world: World, message: Message) -> dict[str, Any]:
    """Return a message over HTTP, where other people's content also needs the message-content intent."""
    body = payloads.message(message)
    if world.application.message_content_allowed or payloads.shows_to_bot(message):
        return body
    return payloads.without_content(body)


@ROUTES.add("GET", "/channels/{channel_id}/messages")
def list_messages(world: World, call: Call) -> Answer:
    channel = place(world, call)
    limit = int(call.query.get("limit", "50"))
    problems = Problems()
    problems.count(("limit",), limit, 1, 100)
    problems.settle()
    found = channel.history if channel.may(world.bot, Permission.READ_MESSAGE_HISTORY) else []
    if "around" in call.query:
        middle = int(call.query["around"])
        found = sorted(sorted(found, key=lambda m: abs(m.id - middle))[:limit], key=lambda m: m.id)
    elif "after" in call.query:
        found = [m for m in found if m.id > int(call.query["after"])][:limit]
    else:
        before = int(call.query.get("before", "0")) or None
        found = [m for m in found if before is None or m.id < before][-limit:]
    return 200, [shown(world, message) for message in reversed(found)]


@ROUTES.add("GET", "/channels/{channel_id}/messages/{message_id}")
def get_message(world: World, call: Call) -> Answer:
    message = said(world, call)
    if not message.channel.may(world.bot, Permission.READ_MESSAGE_HISTORY):
        raise ApiError(50013)
    return 200, shown(world, message)


@ROUTES.add("POST", "/channels/{channel_id}/typing")
def typing(world: World, call: Call) -> Answer:
    check_sending(world, place(world, call), call)
    return 204, None


@ROUTES.add("GET", "/channels/{channel_id}")
def get_channel(world: World, call: Call) -> Answer:
    return 200, payloads.channel(place(world, call))


@ROUTES.add("PATCH", "/channels/{channel_id}")
def edit_channel(world: World, call: Call) -> Answer:
    channel, body = place(world, call), call.json()
    if channel.is_dm:
        raise ApiError(50024)
    if "name" in body:
        problems = Problems()
        problems.length(("name",), body["name"], 1, 100)
        problems.settle()
    if channel.is_thread:
        _edit_thread(world, channel, body)
    elif not channel.may(world.bot, Permission.MANAGE_CHANNELS):
        raise ApiError(50013)
    channel.name = body.get("name", channel.name)
    channel.topic = body.get("topic", channel.topic)
    _write_down(channel, body)
    event = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
    world.emit(event, payloads.channel(channel), guild=channel.guild)
    return 200, payloads.channel(channel)


def _write_down(channel: Channel, body: dict[str, Any]) -> None:
    kind = "thread_name" if channel.is_thread else "channel_name"
    texts = [(kind, body["name"])] if body.get("name") else []
    texts += [("channel_topic", body["topic"])] if body.get("topic") else []
    channel.world.journal.put("channel", texts, channel.readers, channel_id=channel.id)


def _edit_thread(world: World, thread: Channel, body: dict[str, Any]) -> None:
    """Edit a thread: everybody who may write can reopen an archived one; only a moderator can lock."""
    manages = thread.may(world.bot, Permission.MANAGE_THREADS)
    if thread.locked and not manages:
        raise ApiError(160005)
    opens = body.get("archived") is False
    if thread.archived and not opens:
        raise ApiError(50083)
    if not manages and (
        ("locked" in body) or not (thread.owner is world.bot or (opens and thread.may_send(world.bot)))
    ):
        raise ApiError(50013)
    thread.archived, thread.locked = body.get("archived", thread.archived), body.get("locked", thread.locked)
    thread.archived_at = world.clock.now()
    thread.auto_archive = body.get("auto_archive_duration", thread.auto_archive)


@ROUTES.add("DELETE", "/channels/{channel_id}")
def delete_channel(world: World, call: Call) -> Answer:
    channel = place(world, call)
    needed = Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS
    if not channel.is_dm:
        if not channel.may(world.bot, needed):
            raise ApiError(50013)
        world.delete_channel(channel)
    return 200, payloads.channel(channel)


@ROUTES.add("POST", "/channels/{channel_id}/threads")
def open_thread(world: World, call: Call) -> Answer:
    """Open a thread; without a type it is private, as on Discord."""
    return _open_thread(world, call, int(call.json().get("type") or PRIVATE_THREAD), None)


@ROUTES.add("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def open_thread_on_message(world: World, call: Call) -> Answer:
    return _open_thread(world, call, PUBLIC_THREAD, said(world, call))


def _open_thread(world: World, call: Call, kind: int, message: Message | None) -> Answer:
    channel, body = place(world, call), call.json()
    problems = Problems()
    problems.length(("name",), body.get("name"), 1, 100)
    problems.choice(("type",), kind, THREADS)
    minutes = body.get("auto_archive_duration") or 1440
    problems.choice(("auto_archive_duration",), minutes, (60, 1440, 4320, 10080))
    problems.settle()
    if channel.is_thread or channel.is_dm:
        raise ApiError(50024)
    needed = Permission.CREATE_PUBLIC_THREADS if kind == PUBLIC_THREAD else Permission.CREATE_PRIVATE_THREADS
    if not channel.may(world.bot, needed):
        raise ApiError(50013)
    thread = world.open_thread(channel, body["name"], kind, world.bot, message=message, minutes=minutes)
    return 201, payloads.channel(thread)


def thread_of(world: World, call: Call) -> Channel:
    thread = place(world, call)
    if not thread.is_thread:
        raise ApiError(50024)
    return thread


def thread_user(world: World, call: Call) -> int:
    return world.bot.id if call.params["user_id"] == "@me" else call.id("user_id")


@ROUTES.add("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add_thread_member(world: World, call: Call) -> Answer:
    thread, user_id = thread_of(world, call), thread_user(world, call)
    check_open(thread)
    assert thread.guild is not None
    if user_id not in thread.guild.members:
        raise ApiError(10007)
    thread.thread_members.add(user_id)
    return 204, None


@ROUTES.add("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def remove_thread_member(world: World, call: Call) -> Answer:
    thread, user_id = thread_of(world, call), thread_user(world, call)
    check_open(thread)
    if user_id != world.bot.id and not thread.may(world.bot, Permission.MANAGE_THREADS):
        raise ApiError(50013)
    thread.thread_members.discard(user_id)
    return 204, None


@ROUTES.add("GET", "/channels/{channel_id}/thread-members")
def list_thread_members(world: World, call: Call) -> Answer:
    thread = thread_of(world, call)
    return 200, [payloads.thread_member(thread, user_id) for user_id in sorted(thread.thread_members)]
