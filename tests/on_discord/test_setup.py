"""Test the setup on Discord: by the slash command, with channels of the server, and as a file that one person gets."""

import json

from night import Night
from slashes import gives
from standins.discord.people import Person
from test_moderators import moderator
from test_setting_up import owner


async def setup(night: Night, who: Person, what: str, value: str | None = None) -> str:
    given = {"what": what} | ({} if value is None else {"value": value})
    return "\n".join((await gives(who, "server", channel=night.channel, **given)).shown).replace("\\", "")


async def test_a_moderator_sets_rules_by_the_slash_command(night: Night) -> None:
    mia, ann = moderator(night), night.person("ann")
    assert "Set: games is cones rogues now." in await setup(night, mia, "games", "cones, rogues")
    assert "/setup" in await setup(night, ann, "games", "poohead")
    refused = await ann.slash("play", channel=night.channel, game="poohead")
    assert "poohead is not opened here. Games: cones, rogues." in refused.text
    assert "Only whoever owns this place" in await setup(night, mia, "archive", "90")


async def test_tables_open_in_the_channels_that_staff_named_alone(night: Night) -> None:
    mia, ann = moderator(night), night.person("ann")
    other = night.guild.channel("games")
    assert f"Set: places is <#{other.id}> now." in await setup(night, mia, "places", f"<#{other.id}>")
    refused = await ann.slash("play", channel=night.channel, game="poohead")
    assert f"Tables are opened elsewhere here, in: <#{other.id}>." in refused.text.replace("\\", "")
    opened = await ann.slash("play", channel=other, game="poohead")
    assert "Poohead, table" in opened.text
    elsewhere = night.world.guild("another inn").channel("table")
    assert "Say " in await setup(night, mia, "places", f"<#{elsewhere.id}>")
    assert "Set: places is all now." in await setup(night, mia, "places", "all")


async def test_the_file_goes_to_whoever_asks_alone(night: Night) -> None:
    oda = owner(night)
    await setup(night, oda, "stakes", "50 500")
    given = await gives(oda, "server", channel=night.channel, what="export")
    await night.quiet()
    assert {one.ephemeral_to for one in given.messages} == {oda}
    (file,) = [one for message in given.messages for one in message.attachments]
    assert file.filename == "potluck-setup.json"
    assert json.loads(file.data)["rules"]["stakes"] == "50 500"


async def test_nobody_is_called_in_quiet_hours(night: Night) -> None:
    mia = moderator(night)
    assert "Set: quiet is 00:00 23:59 UTC now." in await setup(night, mia, "quiet", "0:00 23:59 UTC")
    assert await night.house.calls.way(f"discord:{mia.id}", f"discord:{night.guild.id}") == "off"  # type: ignore[arg-type]
