"""Test that the result of an evening is posted once in its channel, with its picture, and pings nobody."""

import asyncio

from night import Night
from standins.discord.permissions import Permission

from bot.adapters.discord.names import place_named
from bot.ports.messages import File, Posting

PNG = b"\x89PNG\r\n\x1a\n"
LINES = ("4 games with 2 people.", "Most games won: <@5> *ann* @everyone (3 of 4).")


def posting(mark: str = "a" * 20) -> Posting:
    return Posting(LINES, File("evening.png", PNG), mark, 1)


async def test_it_stands_there_once_with_its_picture_and_names_as_they_are(chatty: Night) -> None:
    (ann,) = chatty.people("ann")
    place = place_named(chatty.channel.id)
    for _ in range(2):
        await chatty.house.platforms.post(place, posting())
    (found,) = [one for one in ann.reads(chatty.channel) if "4 games" in one.text]
    assert found.attachments[0].data == PNG
    assert found.mentions == []
    assert "\\*ann\\*" in found.text


async def test_where_we_may_send_no_files_its_words_stand_there(chatty: Night) -> None:
    (ann,) = chatty.people("ann")
    chatty.channel.deny(chatty.world.bot, Permission.ATTACH_FILES)
    await chatty.house.platforms.post(place_named(chatty.channel.id), posting())
    (found,) = [one for one in ann.reads(chatty.channel) if "4 games" in one.text]
    assert found.attachments == []


def feat(number: int) -> Posting:
    return Posting((f"ann has a feat: number {number}",), None, f"{number:020}", 1, topic="feats")


def feats(night: Night) -> list[str]:
    return [one.text for one in night.channel.from_bot if " has a feat: " in one.text]


async def test_of_feats_the_last_one_stands_also_after_a_restart(night: Night) -> None:
    place = place_named(night.channel.id)
    await night.house.platforms.post(place, feat(1))
    await night.house.platforms.post(place, posting())
    await night.house.platforms.post(place, feat(2))
    await night.restart()
    await night.house.platforms.post(place, feat(3))
    assert feats(night) == ["ann has a feat: number 3"]
    assert [one.text for one in night.channel.from_bot if "4 games" in one.text], "an evening is left alone"


async def test_of_two_feats_told_at_once_one_stands(night: Night) -> None:
    place = place_named(night.channel.id)
    await asyncio.gather(*(night.house.platforms.post(place, feat(number)) for number in range(5)))
    assert len(feats(night)) == 1


async def test_a_feat_that_could_not_be_deleted_goes_with_the_next(night: Night) -> None:
    place = place_named(night.channel.id)
    await night.house.platforms.post(place, feat(1))
    (first,) = [one for one in night.channel.from_bot if " has a feat: " in one.text]
    night.server.faults.next("DELETE", f"/messages/{first.id}$", status=400)
    await night.house.platforms.post(place, feat(2))
    assert len(feats(night)) == 2
    await night.house.platforms.post(place, feat(3))
    assert feats(night) == ["ann has a feat: number 3"]
