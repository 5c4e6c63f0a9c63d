"""What an evening brought is posted in its channel once: with its picture, and pinging nobody."""

from night import Night
from standins.discord.permissions import Permission

from bot.adapters.discord.names import place_named
from bot.ports.messages import File, Posting

PNG = b"\x89PNG\r\n\x1a\n"
LINES = ("4 games with 2 people.", "Most games won: <@5> *ann* @everyone (3 of 4).")


def posting(mark: str = "a" * 20) -> Posting:
    return Posting(LINES, File("evening.png", PNG), mark, 1)


def feat(number: int) -> Posting:
    return Posting((f"ann has a feat: {number}",), None, f"feat {number}", 1, kind="feats")


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


async def test_of_feats_the_newest_stands_there_also_after_a_restart(chatty: Night) -> None:
    """A quiet channel: ten feats in an evening are one message; told twice, it stays."""
    place = place_named(chatty.channel.id)

    def standing() -> list[str]:
        return [one.text for one in chatty.channel.from_bot]

    for number in (1, 2, 2):
        await chatty.house.platforms.post(place, feat(number))
    await chatty.until(lambda: standing() == ["ann has a feat: 2"], lambda: str(standing()))
    await chatty.restart()
    await chatty.house.platforms.post(place, posting())
    await chatty.house.platforms.post(place, feat(3))
    await chatty.until(lambda: len(standing()) == 2, lambda: str(standing()))
    assert standing()[-1] == "ann has a feat: 3"
