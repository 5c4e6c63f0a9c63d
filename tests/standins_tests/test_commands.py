"""Commands as registered, as offered in a person's menu, and as their client sends them."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
from discord import app_commands
from standins.discord.people import Person
from standins.discord.places import Channel, Guild
from standins.discord.sample_bot import SampleBot
from standins.discord.stand_in import DiscordStandIn

Raw = Callable[..., Awaitable[Any]]


async def put(bot: SampleBot, raw: Raw, *bodies: dict[str, Any], guild: Guild | None = None) -> Any:
    place = f"/guilds/{guild.id}" if guild else ""
    return await raw("PUT", f"/applications/{bot.application_id}{place}/commands", list(bodies))


def slash(name: str, **changes: Any) -> dict[str, Any]:
    return {"name": name, "description": "x", "type": 1} | changes


async def test_a_command_keeps_its_id_while_it_keeps_its_name(bot: SampleBot, raw: Raw) -> None:
    first = await put(bot, raw, slash("play"), slash("stop"))
    second = await put(bot, raw, slash("play", description="new"), slash("end"))
    assert first[0]["id"] == second[0]["id"]
    assert first[1]["id"] != second[1]["id"]
    found = await bot.tree.fetch_commands()
    assert [(command.name, command.description) for command in found] == [("play", "new"), ("end", "x")]


async def test_a_guilds_own_command_is_offered_there_only(
    server: DiscordStandIn, guild: Guild, ann: Person, table: Channel, bot: SampleBot, raw: Raw
) -> None:
    server.world.answer_deadline = 0.05
    other = server.world.guild("other")
    other.join(ann)
    await put(bot, raw, slash("here"), guild=guild)
    assert (await ann.slash("here", channel=table)).data["guild_id"] == str(guild.id)
    with pytest.raises(AssertionError, match="not offered /here"):
        await ann.slash("here", channel=other.channel("elsewhere"))


async def test_contexts_say_where_a_command_is_offered(
    server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot, raw: Raw
) -> None:
    server.world.answer_deadline = 0.05
    await put(bot, raw, slash("inside", contexts=[0]), slash("private", contexts=[1]))
    await ann.slash("inside", channel=table)
    await ann.slash("private")
    with pytest.raises(AssertionError, match="not offered"):
        await ann.slash("inside")
    with pytest.raises(AssertionError, match="not offered"):
        await ann.slash("private", channel=table)


async def test_a_person_types_the_names_of_their_language(
    server: DiscordStandIn, ann: Person, bob: Person, bot: SampleBot, raw: Raw
) -> None:
    server.world.answer_deadline = 0.05
    option = {"name": "dice", "name_localizations": {"de": "würfel"}, "description": "x", "type": 4, "required": True}
    await put(bot, raw, slash("roll", name_localizations={"de": "wurf"}, options=[option]))
    sent = await bob.slash("wurf", würfel=3)
    assert (sent.data["name"], sent.data["options"]) == ("roll", [{"name": "dice", "type": 4, "value": 3}])
    with pytest.raises(AssertionError, match="not offered /wurf"):
        await ann.slash("wurf", würfel=3)


async def test_people_channels_and_roles_are_resolved(
    guild: Guild, ann: Person, bob: Person, table: Channel, bot: SampleBot
) -> None:
    @bot.tree.command(name="show", description="x")
    async def show(
        interaction: discord.Interaction, who: discord.Member, where: discord.TextChannel, what: discord.Role
    ) -> None:
        await interaction.response.send_message(f"{who.name} {where.name} {what.name}")

    await bot.tree.sync()
    role = guild.role("players")
    shown = await ann.slash("show", channel=table, who=bob, where=table, what=role)
    assert shown.shown == ["bob table players"]
    assert table.last.text == "bob table players"


async def test_context_menus_are_used_on_messages_and_people(
    ann: Person, bob: Person, table: Channel, bot: SampleBot
) -> None:
    async def look(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"looked at {message.content}", ephemeral=True)

    async def greet(interaction: discord.Interaction, member: discord.Member) -> None:
        await interaction.response.send_message(f"greeted {member.name}", ephemeral=True)

    bot.tree.add_command(app_commands.ContextMenu(name="Look", callback=look))
    bot.tree.add_command(app_commands.ContextMenu(name="Greet", callback=greet))
    await bot.tree.sync()
    said = await bob.says(table, "hello")
    assert (await ann.menu("Look", said)).shown == ["looked at hello"]
    assert (await ann.menu("Greet", bob, channel=table)).shown == ["greeted bob"]
    with pytest.raises(AssertionError, match="not offered 'Greet'"):
        await ann.menu("Greet", said)


async def test_a_kicked_bot_offers_nothing(guild: Guild, ann: Person, table: Channel, bot: SampleBot) -> None:
    guild.kick_bot()
    with pytest.raises(AssertionError, match="not offered"):
        await ann.slash("think", channel=table)


async def test_a_flood_of_presses_is_carried(
    server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot
) -> None:
    for _ in range(100):
        assert (await ann.slash("table open", channel=table, game="x")).acked
    assert server.world.failed_interactions == []
    await server.world.settles()
    assert len(table.from_bot) == 1  # one nonce for all of them
