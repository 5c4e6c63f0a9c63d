"""Test channels, threads, DMs and permissions: deleted, closed, locked or forbidden ones, by Discord's codes."""

import io
from collections.abc import Awaitable, Callable

import discord
import pytest
from standins.discord.people import Person
from standins.discord.permissions import Permission
from standins.discord.places import Channel, Guild
from standins.discord.sample_bot import SampleBot
from standins.discord.stand_in import DiscordStandIn

Refused = Callable[..., Awaitable[discord.HTTPException]]


async def sent(bot: SampleBot, channel: Channel, text: str = "x") -> tuple[int, int]:
    """Return the status and code of an attempt to send; (200, 0) if it succeeded."""
    try:
        await bot.get_partial_messageable(channel.id).send(text)
    except discord.HTTPException as error:
        return error.status, error.code
    return 200, 0


async def test_closed_dms_are_refused_on_sending(server: DiscordStandIn, ann: Person, bot: SampleBot) -> None:
    ann.dms_closed = True
    user = await bot.fetch_user(ann.id)
    with pytest.raises(discord.Forbidden) as caught:
        await user.send("psst")
    assert caught.value.code == 50007
    ann.dms_closed = False
    await user.send("psst")
    assert [message.text for message in ann.dms] == ["psst"]


async def test_a_dm_needs_a_common_guild(ann: Person, guild: Guild, bot: SampleBot) -> None:
    assert await sent(bot, ann.dm) == (200, 0)
    guild.leave(ann)
    assert await sent(bot, ann.dm) == (403, 50278)


async def test_opening_dms_too_fast_is_refused(server: DiscordStandIn, guild: Guild, bot: SampleBot) -> None:
    server.world.dm_opens_per_minute = 2
    people = [server.world.person(f"p{n}") for n in range(3)]
    for person in people:
        guild.join(person)
    users = [await bot.fetch_user(person.id) for person in people]
    first = await users[0].create_dm()
    await users[1].create_dm()
    with pytest.raises(discord.Forbidden) as caught:
        await users[2].create_dm()
    assert caught.value.code == 40003
    assert (await bot.create_dm(users[0])).id == first.id
    server.world.clock.advance(61)
    await users[2].create_dm()


async def test_a_deleted_channel_is_unknown(guild: Guild, table: Channel, bot: SampleBot) -> None:
    table.delete()
    assert await sent(bot, table) == (404, 10003)
    assert "guild_channel_delete" in bot.happened


async def test_a_deleted_message_is_unknown(server: DiscordStandIn, table: Channel, bot: SampleBot) -> None:
    message = await bot.get_partial_messageable(table.id).send("x")
    table.last.delete()
    with pytest.raises(discord.NotFound) as caught:
        await message.edit(content="y")
    assert caught.value.code == 10008
    await server.world.until(lambda: "raw_message_delete" in bot.happened)


async def test_permissions_decide(server: DiscordStandIn, table: Channel, bot: SampleBot) -> None:
    table.deny(server.world.bot, "send_messages")
    assert await sent(bot, table) == (403, 50013)
    table.deny(server.world.bot, "view_channel")
    assert await sent(bot, table) == (403, 50001)
    table.allow(server.world.bot, "send_messages", "view_channel", "attach_files")
    await bot.get_partial_messageable(table.id).send(file=discord.File(io.BytesIO(b"x"), "x.txt"))
    table.deny(server.world.bot, "attach_files")
    with pytest.raises(discord.Forbidden):
        await bot.get_partial_messageable(table.id).send(file=discord.File(io.BytesIO(b"x"), "x.txt"))


async def test_roles_and_overwrites_add_up(server: DiscordStandIn, guild: Guild, ann: Person, table: Channel) -> None:
    assert table.may(ann, "view_channel", "send_messages")
    assert not table.may(ann, "manage_messages")
    mods = guild.role("mods", "manage_messages", "manage_guild")
    guild.give(ann, mods)
    assert table.may(ann, Permission.MANAGE_GUILD)
    table.deny(guild.everyone, "view_channel")
    assert not table.may_view(ann)
    table.allow(mods, "view_channel")
    assert table.may_view(ann)
    table.deny(ann, "view_channel")
    assert not table.may_view(ann)
    guild.give(ann, guild.role("boss", "administrator"))
    assert table.may_view(ann)


async def test_a_private_channel_is_seen_by_those_let_in(
    guild: Guild, ann: Person, bob: Person, bot: SampleBot
) -> None:
    secret = guild.channel("secret", private_to=[ann])
    assert await sent(bot, secret, "for ann") == (200, 0)
    assert (ann.sees(secret), bob.sees(secret)) == (["for ann"], [])


async def test_a_thread_is_opened_archived_locked_and_reopened(
    server: DiscordStandIn, guild: Guild, table: Channel, bot: SampleBot
) -> None:
    place = bot.get_channel(table.id)
    assert isinstance(place, discord.TextChannel)
    opened = await place.create_thread(name="game 1", type=discord.ChannelType.public_thread)
    thread = server.world.channels[opened.id]
    message = await opened.send("in the thread")
    thread.archive()
    assert await sent(bot, thread) == (400, 50083)
    with pytest.raises(discord.HTTPException) as caught:
        await message.edit(content="y")
    assert caught.value.code == 50083
    await server.world.until(lambda: "raw_thread_update" in bot.happened)
    await opened.edit(archived=False)
    assert await sent(bot, thread) == (200, 0)
    thread.archive(locked=True)
    assert await sent(bot, thread) == (400, 160005)
    thread.allow(server.world.bot, "manage_threads")
    await opened.edit(archived=False, locked=False)
    assert await sent(bot, thread) == (200, 0)


async def test_an_archived_thread_may_reopen_on_a_message(
    server: DiscordStandIn, table: Channel, bot: SampleBot
) -> None:
    server.world.archived_threads_reopen = True
    thread = table.thread("game")
    thread.archive()
    assert await sent(bot, thread) == (200, 0)
    assert not thread.archived


async def test_a_thread_on_a_message_has_its_id(server: DiscordStandIn, table: Channel, bot: SampleBot) -> None:
    place = bot.get_channel(table.id)
    assert isinstance(place, discord.TextChannel)
    message = await place.send("a game")
    thread = await message.create_thread(name="on it")
    assert thread.id == message.id
    with pytest.raises(discord.HTTPException) as caught:
        await message.create_thread(name="again")
    assert caught.value.code == 160004
    await thread.add_user(discord.Object(server.world.bot.id))
    assert [member.id for member in await thread.fetch_members()] == [server.world.bot.id]


async def test_a_private_thread_is_for_its_members(
    server: DiscordStandIn, guild: Guild, table: Channel, ann: Person, bob: Person, bot: SampleBot
) -> None:
    table.allow(server.world.bot, "create_private_threads")
    place = bot.get_channel(table.id)
    assert isinstance(place, discord.TextChannel)
    opened = await place.create_thread(name="wolves")
    await opened.add_user(discord.Object(ann.id))
    await opened.send("howl")
    thread = server.world.channels[opened.id]
    assert (ann.sees(thread), bob.sees(thread)) == (["howl"], [])


async def test_a_kicked_bot_is_shut_out(
    server: DiscordStandIn, guild: Guild, table: Channel, bot: SampleBot, refused: Refused
) -> None:
    guild.kick_bot()
    await server.world.until(lambda: "guild_remove" in bot.happened)
    assert await sent(bot, table) == (403, 50001)
    assert (await refused("GET", f"/guilds/{guild.id}")).code == 10004
    guild.add_bot("view_channel", "send_messages")
    await server.world.until(lambda: bot.get_guild(guild.id))
    assert await sent(bot, table) == (200, 0)


async def test_messages_are_listed_the_newest_first(ann: Person, table: Channel, bot: SampleBot) -> None:
    await ann.says(table, "hello")
    place = bot.get_channel(table.id)
    assert isinstance(place, discord.TextChannel)
    first = await place.send("one")
    await place.send("two")
    assert [message.content async for message in place.history()] == ["two", "one", ""]
    assert [message.content async for message in place.history(after=first)] == ["two"]
    assert [message.content async for message in place.history(before=first)] == [""]
    assert (await place.fetch_message(first.id)).content == "one"


async def test_attachments_are_kept_and_served(table: Channel, bot: SampleBot) -> None:
    file = discord.File(io.BytesIO(b"\x89PNG"), "board.png", description="The board")
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem(file, description="Board")))
    message = await bot.get_partial_messageable(table.id).send(view=view, file=file)
    kept = table.last.attachments[0]
    assert (kept.filename, kept.data, kept.description) == ("board.png", b"\x89PNG", "The board")
    assert message.attachments[0].url.endswith("/board.png")
    assert await message.attachments[0].read() == b"\x89PNG"


async def test_members_can_be_fetched_one_by_one(guild: Guild, ann: Person, bot: SampleBot) -> None:
    place = bot.get_guild(guild.id)
    assert place is not None
    assert (await place.fetch_member(ann.id)).name == "ann"
    found = await place.query_members(user_ids=[ann.id])
    assert [member.name for member in found] == ["ann"]
    guild.leave(ann)
    with pytest.raises(discord.NotFound):
        await place.fetch_member(ann.id)
