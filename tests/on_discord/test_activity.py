"""Test Activities turned on by the owner: the command that opens one belongs to Discord, and survives changes
of ours.
"""

from night import Night

from bot.adapters.discord.connection.client import ENTRY_POINT


async def test_the_command_that_opens_the_activity_stays(night: Night) -> None:
    world = night.world
    ours = {command.name for command in world.commands[None]}
    world.activities.enable()
    before = next(one for one in world.commands[None] if one.type == ENTRY_POINT)
    assert await night.adapter.sync() == len(ours)
    after = next(one for one in world.commands[None] if one.type == ENTRY_POINT)
    assert (after.id, after.payload["handler"]) == (before.id, 2)
    assert {command.name for command in world.commands[None]} == ours | {"launch"}


async def test_a_voice_channel_has_a_door(night: Night) -> None:
    voice = night.guild.voice("Game night")
    await night.world.settles()
    door = await night.adapter.door(str(voice.id))
    assert door is not None
    assert (door.title, door.place, door.venue) == ("Game night", f"discord:{voice.id}", f"discord:{night.guild.id}")
    table = await night.adapter.door(str(night.channel.id))
    assert table is not None
    assert table.title == "#table"
