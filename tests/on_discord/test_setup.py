"""Test the setup on Discord: by the slash command, with channels of the server, and as a file that one person gets."""

import json

import pytest
from night import Night
from slashes import gives
from standins.discord.messages import Attachment
from standins.discord.people import Person
from test_moderators import moderator
from test_setting_up import owner

from bot.wings.setup.sent_setups import IMPORTED


async def setup(night: Night, who: Person, what: str, value: str | None = None) -> str:
    given = {"what": what} | ({} if value is None else {"value": value})
    return "\n".join((await gives(who, "server", channel=night.channel, **given)).shown).replace("\\", "")


def sent(night: Night, content: bytes, name: str = "potluck-setup.json") -> Attachment:
    return Attachment(night.world.ids.next(), name, content, "application/json")


def rules(**lines: str) -> bytes:
    return json.dumps({"potluck-setup": 1, "rules": lines}, indent=1).encode()


async def imports(night: Night, who: Person, file: Attachment) -> str:
    """Send a file with `/setup`, and return the answer."""
    given = await gives(who, "server", channel=night.channel, what="import", file=file)
    assert {one.ephemeral_to for one in given.messages} == {who}
    return "\n".join(given.shown).replace("\\", "")


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


# Files that are sent with the slash command


async def test_a_file_is_shown_and_taken_once_it_is_confirmed(night: Night) -> None:
    mia = moderator(night)
    given = await gives(mia, "server", channel=night.channel, what="import", file=sent(night, rules(stakes="50 500")))
    assert "stakes: off → 50 500" in "\n".join(given.shown).replace("\\", "")
    assert (await night.house.venues.stored(f"discord:{night.guild.id}")).opening.stakes == (0, 0)  # type: ignore[arg-type]
    (button,) = [one for message in given.messages for one in message.buttons]
    pressed = await mia.presses(given.messages[0], button.label)
    assert "Saved." in "\n".join(pressed.shown)
    assert (await night.house.venues.stored(f"discord:{night.guild.id}")).opening.stakes == (50, 500)  # type: ignore[arg-type]
    again = await mia.presses(given.messages[0], button.label)
    assert "Nothing waits" in "\n".join(again.shown)
    assert "It is so already." in await imports(night, mia, sent(night, rules(stakes="50 500")))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\xff", "Line 1 is no JSON, so nothing was taken."),
        (b'{"potluck-setup": 1,\n"rules": {', "Line 2 is no JSON"),
        (b'{\n"potluck-setup": 2}', "Line 2: only files of version 1 are taken here"),
        (rules(stake="50 500"), 'Line 4: "stake" is no rule of a place.'),
        (rules(stakes="many"), "Line 4:"),
        (b'{"potluck-setup": 1,\n"sentences": ["you-left = { $nobody }"]}', '"$nobody" is not known to this sentence'),
        (b"[]", "Line 1 is no JSON"),
        (b"", "Line 1 is no JSON"),
    ],
    ids=[
        "a picture",
        "half",
        "another version",
        "an unknown rule",
        "a wrong value",
        "a broken sentence",
        "a list",
        "empty",
    ],
)
async def test_a_file_that_is_none_is_refused_with_its_line(night: Night, content: bytes, why: str) -> None:
    told = await imports(night, moderator(night), sent(night, content))
    assert why in told


async def test_a_file_too_big_is_not_fetched_nor_one_of_somebody_without_the_right(night: Night) -> None:
    big, small = sent(night, b" " * (160 * 1024 + 1)), sent(night, rules(stakes="50 500"))
    told = await imports(night, moderator(night), big)
    assert "A file has 160 KB at most." in told
    told = await imports(night, night.person("ann"), small)
    assert "moderators" in told
    assert night.world.fetched_files == []


async def test_of_two_files_sent_at_once_the_second_is_refused_and_shows_who_was_first(night: Night) -> None:
    mia, oda = moderator(night), owner(night)
    asked = [
        (who, await gives(who, "server", channel=night.channel, what="import", file=sent(night, rules(stakes=stakes))))
        for who, stakes in ((mia, "50 500"), (oda, "10 20"))
    ]
    told = [
        "\n".join((await who.presses(given.messages[0], given.messages[0].buttons[0].label)).shown)
        for who, given in asked
    ]
    assert "Saved." in told[0]
    assert "mia has changed the settings meanwhile, so nothing was saved" in told[1]
    assert (await night.house.venues.stored(f"discord:{night.guild.id}")).opening.stakes == (50, 500)  # type: ignore[arg-type]


async def test_a_file_that_is_gone_when_it_is_fetched_is_asked_for_again(night: Night) -> None:
    gone = sent(night, rules(stakes="50 500"))
    night.world.lost_files.add(gone.id)
    told = await imports(night, moderator(night), gone)
    assert "The file did not arrive" in told


async def test_nobody_takes_what_somebody_else_has_sent(night: Night) -> None:
    mia, oda = moderator(night), owner(night)
    told = await imports(night, mia, sent(night, rules(stakes="50 500")))
    assert "stakes: off" in told
    (code,) = [name async for name, _ in night.house.store.notes_of_kind(IMPORTED)]
    assert "Nothing waits for that word of yours" in await setup(night, oda, "import", f"yes {code}")
