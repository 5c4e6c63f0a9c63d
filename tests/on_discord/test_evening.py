"""Test the picture of an evening in the channel that asked for it, or its words if no picture may be sent."""

from night import Night
from slashes import gives
from standins.discord.people import Person
from standins.discord.permissions import Permission

PNG = b"\x89PNG\r\n\x1a\n"


async def one_game(night: Night, ann: Person) -> None:
    """Let her play a game against the House, whoever wins, until all is told, also what feat it was. Games of loaded
    dice are in no list.
    """
    await gives(ann, "halflings", channel=night.channel, amount="10 auto")
    await night.card("Between games")
    await night.quiet()


async def test_it_stands_in_the_channel_with_its_words(chatty: Night) -> None:
    (ann,) = chatty.people("ann")
    answer = await ann.asks(chatty.channel, "!evening")
    assert "No game" in answer.text
    assert answer.attachments == []
    await one_game(chatty, ann)
    answer = await ann.asks(chatty.channel, "!evening")
    assert answer.text.startswith("1 game with 1 person.")
    (picture,) = answer.attachments
    assert (picture.filename, picture.data[:8]) == ("evening.png", PNG)
    chatty.channel.deny(chatty.world.bot, Permission.ATTACH_FILES)
    answer = await ann.asks(chatty.channel, "!evening")
    assert answer.text.startswith("1 game with 1 person.")
    assert answer.attachments == []


async def test_who_asks_by_a_slash_gets_it_alone(chatty: Night) -> None:
    (ann,) = chatty.people("ann")
    await one_game(chatty, ann)
    asked = await gives(ann, "evening", channel=chatty.channel)
    assert "1 game with 1 person." in asked.answer.text
    await chatty.until(
        lambda: [one for one in ann.reads(chatty.channel) if PNG in {two.data[:8] for two in one.attachments}]
    )
