"""Turn a body into a message: check it, add ids, and count its pings."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from standins.discord.errors import ApiError, Json
from standins.discord.messages import COMPONENTS_V2, EPHEMERAL, LOADING, SILENT, Attachment, Message, walk
from standins.discord.permissions import Permission
from standins.discord.validation import check_emojis, check_message

if TYPE_CHECKING:
    from standins.discord.interactions import Interaction
    from standins.discord.places import Channel
    from standins.discord.world import User, World

USER = re.compile(r"<@!?(\d+)>")
ROLE = re.compile(r"<@&(\d+)>")
EVERYBODY = re.compile(r"@(?:everyone|here)\b")
SETTABLE = COMPONENTS_V2 | SILENT | (1 << 2)  # and SUPPRESS_EMBEDS
MOST_BYTES = 10 * 1024 * 1024


@dataclass(frozen=True)
class Upload:
    filename: str
    content_type: str
    data: bytes


Uploads = Mapping[int, Upload]


def post(
    channel: Channel,
    body: Json,
    files: Uploads,
    *,
    way: str,
    author: User | None = None,
    ephemeral_to: User | None = None,
    interaction: Interaction | None = None,
    flags: int = 0,
) -> Message:
    """Create a message from a body that a bot or a person sent."""
    world = channel.world
    if not flags & LOADING:
        check_message(body, [upload.filename for upload in files.values()])
        check_emojis(body.get("components") or [], world.app_emojis)
    message = Message(world.ids.next(), channel, author or world.bot)
    message.flags = (int(body.get("flags") or 0) & SETTABLE) | flags | (EPHEMERAL if ephemeral_to else 0)
    message.nonce = None if body.get("nonce") is None else str(body["nonce"])
    message.ephemeral_to, message.interaction = ephemeral_to, interaction
    reference = (body.get("message_reference") or {}).get("message_id")
    message.reference = channel.messages.get(int(reference)) if reference else None
    _fill(message, body, files)
    _count_pings(message, body)
    world.add_message(message, way)
    return message


def revise(message: Message, body: Json, files: Uploads, *, way: str) -> Message:
    """Edit a message, which pings nobody; but filling a "thinking …" answer counts as its first version."""
    names = [upload.filename for upload in files.values()]
    kept = _kept(message, body)
    check_message(body, names + [a.filename for a in kept], message)
    check_emojis(body.get("components") or [], message.channel.world.app_emojis)
    if int(body.get("flags") or 0) & COMPONENTS_V2:
        if not message.flags & COMPONENTS_V2:
            message.content, message.embeds = "", []
        message.flags |= COMPONENTS_V2
    message.attachments = kept
    first = message.loading
    message.flags &= ~LOADING
    _fill(message, body, files)
    if first:
        _count_pings(message, body)
    else:
        message.edited += 1
        message.edited_at = message.channel.world.clock.now()
    message.channel.world.change_message(message, way)
    return message


def _kept(message: Message, body: Json) -> list[Attachment]:
    if body.get("attachments") is None:
        return message.attachments
    ids = {str(a.get("id")) for a in body["attachments"]}
    return [a for a in message.attachments if str(a.id) in ids]


def _fill(message: Message, body: Json, files: Uploads) -> None:
    if "content" in body:
        message.content = (body["content"] or "").strip()
    if "embeds" in body:
        message.embeds = copy.deepcopy(body["embeds"] or [])
    for index, upload in files.items():
        message.attachments = [*message.attachments, _attachment(message.channel.world, index, upload, body)]
    if "components" in body:
        message.components = _with_ids(message, body["components"] or [])


def _attachment(world: World, index: int, upload: Upload, body: Json) -> Attachment:
    if len(upload.data) > MOST_BYTES:
        raise ApiError(40005)
    told: Json = next((a for a in body.get("attachments") or [] if str(a.get("id")) == str(index)), {})
    name = told.get("filename") or upload.filename
    return Attachment(world.ids.next(), name, upload.data, upload.content_type, told.get("description"))


def _with_ids(message: Message, components: Sequence[Json]) -> list[Json]:
    """Number components without an id, and give attached media an address, as Discord does."""
    filled: list[Json] = copy.deepcopy(list(components))
    everything = list(walk(filled))
    used = {c["id"] for c in everything if c.get("id")}
    fresh = (number for number in range(1, len(everything) + len(used) + 2) if number not in used)
    addresses = {
        f"attachment://{a.filename}": f"{message.channel.world.base_url}/attachments/{a.id}/{a.filename}"
        for a in message.attachments
    }
    for component in everything:
        component["id"] = component.get("id") or next(fresh)
        for item in [component, *(component.get("items") or [])]:
            for name in ("media", "file"):
                if isinstance(item.get(name), dict):
                    url = addresses.get(item[name]["url"], item[name]["url"])
                    item[name] |= {"url": url, "proxy_url": url}
    return filled


def _count_pings(message: Message, body: Json) -> None:
    """Find who gets a notification: named in a text, allowed by `allowed_mentions`, and able to see the message."""
    world = message.channel.world
    allowed = body.get("allowed_mentions")
    if message.author is not world.bot or allowed is None:
        allowed = {"parse": ["users", "roles", "everyone"], "replied_user": True}
    parse = allowed.get("parse") or []
    shown = [message.content, *(c["content"] for c in walk(message.components) if c.get("type") == 10)]
    text = "\n".join(shown)
    users = {int(found) for found in USER.findall(text)}
    roles = {int(found) for found in ROLE.findall(text)}
    if "users" not in parse:
        users &= {int(u) for u in allowed.get("users") or []}
    if "roles" not in parse:
        roles &= {int(r) for r in allowed.get("roles") or []}
    if message.reference is not None and allowed.get("replied_user"):
        users.add(message.reference.author.id)
    loud = message.channel.may(message.author, Permission.MENTION_EVERYONE)
    guild = message.channel.guild
    readers = message.readable_by | {world.bot.id}
    pinged = users & readers
    if guild is not None:
        for role in (guild.roles[r] for r in roles if r in guild.roles):
            if role.mentionable or loud:
                pinged |= {m.user.id for m in guild.members.values() if role in m.roles} & readers
        if "everyone" in parse and loud and EVERYBODY.search(text):
            message.pinged_everyone = True
            pinged |= readers - {world.bot.id}
    message.pinged = frozenset(pinged - {message.author.id})
    everybody = [*world.people.values(), world.bot]
    message.mentions = [user for user in everybody if user.id in users]
