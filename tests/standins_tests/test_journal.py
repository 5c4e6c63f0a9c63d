"""Test that the journal knows every readable text and its readers, and that pings are counted as on Discord."""

import io
from typing import Any

import discord
import pytest
from standins.discord.people import Person
from standins.discord.places import Channel, Guild
from standins.discord.sample_bot import Panel, SampleBot
from standins.discord.stand_in import DiscordStandIn


async def test_a_secret_is_seen_by_its_owner_only(
    server: DiscordStandIn, ann: Person, bob: Person, table: Channel, bot: SampleBot
) -> None:
    await bot.get_partial_messageable(table.id).send(view=Panel("The table", "hand:1"))
    await ann.presses(table.last, "View my hand")
    journal = server.journal
    assert "a secret seven for ann" in journal.seen_by(ann)
    assert journal.visible_to_others("secret seven", ann) == []
    assert len(journal.visible_to_others("secret seven", bob)) == 1
    assert "The table" in journal.seen_by(bob)


async def test_every_version_is_kept(server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot) -> None:
    message = await bot.get_partial_messageable(table.id).send("ann holds the seven")
    await message.edit(content="nothing to see")
    await message.delete()
    assert [(entry.way, entry.kind) for entry in server.journal.with_text("the seven")] == [("post", "content")]
    assert server.journal.seen_by(ann)[-2:] == ["ann holds the seven", "nothing to see"]
    assert ann.sees(table) == []


async def test_who_could_see_is_frozen(
    server: DiscordStandIn, guild: Guild, ann: Person, bob: Person, table: Channel, bot: SampleBot
) -> None:
    secret = guild.channel("secret", private_to=[ann])
    await bot.get_partial_messageable(secret.id).send("for ann")
    secret.allow(bob, "view_channel")
    await bot.get_partial_messageable(secret.id).send("for both")
    assert [entry.text for entry in server.journal.visible_to_others("for", ann) if entry.way == "post"] == ["for both"]
    assert bob.sees(secret) == ["for ann", "for both"]


async def test_modals_choices_commands_threads_and_attachments_are_written_down(
    server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot
) -> None:
    await ann.slash("table open", channel=table, game="headache")
    await server.world.settles()
    await ann.presses(table.last, "modal")
    await ann.completes("table open", "game", "", channel=table)
    place = bot.get_channel(table.id)
    assert isinstance(place, discord.TextChannel)
    await place.create_thread(name="thread of seven", type=discord.ChannelType.public_thread)
    await place.send(file=discord.File(io.BytesIO(b"<svg>inside</svg>"), "b.svg", description="alt text"))
    by_kind = {(entry.way, entry.kind): entry.text for entry in server.journal.entries}
    assert by_kind["modal", "modal_title"] == "Your secret bid"
    assert by_kind["modal", "text_display"] == "Nobody else sees it"
    assert by_kind["autocomplete", "choice"] == "halflings"
    assert by_kind["thread", "thread_name"] == "thread of seven"
    assert by_kind["post", "attachment_description"] == "alt text"
    assert by_kind["post", "attachment_text"] == "<svg>inside</svg>"
    assert by_kind["post", "custom_id"]
    assert ("command", "command") in by_kind


async def test_public_calls_are_those_that_all_can_see(
    server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot
) -> None:
    await ann.slash("think", channel=table)
    await server.world.settles()
    await ann.asks(None, "ping")
    message = await bot.get_partial_messageable(table.id).send("x")
    await message.edit(content="y")
    await message.delete()
    assert [call.method for call in server.rest.public_calls(table)] == ["POST", "PATCH", "DELETE"]
    assert server.rest.public_calls() == server.rest.public_calls(table)


@pytest.mark.parametrize(
    ("text", "allowed", "pinged"),
    [
        ("{ann} and {bob}", discord.AllowedMentions.all(), {"ann", "bob"}),
        ("{ann} and {bob}", discord.AllowedMentions.none(), set()),
        ("{ann} and {bob}", discord.AllowedMentions(users=[discord.Object(0)]), set()),
        ("{ann} and {bob}", "ann", {"ann"}),
        ("{role}", discord.AllowedMentions.all(), {"bob"}),
        ("{quiet}", discord.AllowedMentions.all(), set()),
        ("@everyone", discord.AllowedMentions.all(), set()),
        ("nobody", discord.AllowedMentions.all(), set()),
    ],
)
async def test_pings_are_counted(
    guild: Guild, ann: Person, bob: Person, bot: SampleBot, *, text: str, allowed: Any, pinged: set[str]
) -> None:
    table = next(iter(guild.channels.values()))
    role, quiet = guild.role("players", mentionable=True), guild.role("quiet")
    guild.give(bob, role)
    guild.give(bob, quiet)
    told = text.format(ann=ann.mention, bob=bob.mention, role=f"<@&{role.id}>", quiet=f"<@&{quiet.id}>")
    if isinstance(allowed, str):
        allowed = discord.AllowedMentions(users=[discord.Object(ann.id)], roles=False, everyone=False)
    await bot.get_partial_messageable(table.id).send(told, allowed_mentions=allowed)
    names = {guild.world.people[user_id].name for user_id in table.last.pinged}
    assert names == pinged
    assert not table.last.pinged_everyone


async def test_everyone_is_pinged_by_those_who_may(
    server: DiscordStandIn, table: Channel, ann: Person, bot: SampleBot
) -> None:
    table.allow(server.world.bot, "mention_everyone")
    every = discord.AllowedMentions.all()
    await bot.get_partial_messageable(table.id).send("@everyone come", allowed_mentions=every, silent=True)
    assert table.last.pinged_everyone
    assert ann.id in table.last.pinged
    assert table.last.silent


async def test_an_edit_pings_nobody(server: DiscordStandIn, table: Channel, ann: Person, bot: SampleBot) -> None:
    every = discord.AllowedMentions.all()
    message = await bot.get_partial_messageable(table.id).send("x")
    await message.edit(view=Panel(ann.mention), content=None, allowed_mentions=every)
    assert table.last.text == ann.mention
    assert table.last.pinged == frozenset()
    await bot.get_partial_messageable(table.id).send(view=Panel(ann.mention), allowed_mentions=every)
    assert table.last.pinged == {ann.id}
