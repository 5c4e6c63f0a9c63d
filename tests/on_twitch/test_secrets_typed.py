"""Test a secret typed in chat: deleted if we may, its writer is told in any case, and it is repeated nowhere."""

import pytest
from on_twitch.gatherings import LONG, at_headache, goes_on_to, opened
from on_twitch.night import OUR_PAGES, Night
from standins.twitch.people import Person

from bot.adapters.twitch.connection.accounts import DELETE_SCOPE, SCOPES
from bot.adapters.twitch.limits import AS_MODERATOR, KEPT_FOR_NEWS

SECRET = "!vote 712345 2"
DELETED = "I deleted your line; still, some may have read it. "
SEEN = "Others may have read it, so better choose anew. "


@pytest.fixture
async def voters(night: Night) -> list[Person]:
    """Return people who may vote, with a bot that moderates."""
    night.public = OUR_PAGES
    await night.restart()
    night.channel.mod(night.world.bot)
    people = await at_headache(night)
    await goes_on_to(night, people, "voting")
    return people


def calls(night: Night) -> list[int]:
    return [one.status for one in night.twitch.rest.calls if one.path == "/helix/moderation/chat"]


def lines_with(night: Night, secret: str) -> list[str]:
    """Return everything the bot said, in any way, that contains it."""
    return [one.text for one in night.twitch.journal.entries if secret in one.text]


async def test_it_is_deleted_and_its_writer_told_by_name(
    night: Night, voters: list[Person], capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    before = await night.session()
    said = await voters[0].says(night.channel, SECRET)
    told = await night.line("That is a secret move")
    assert said.deleted
    assert told.parent is None, "there is nothing left to reply to"
    assert told.text == (
        f"🎲 @ann That is a secret move, and was not taken. {DELETED}Make it on your page: {OUR_PAGES}at/twitch/inn"
    )
    assert await night.session() == before
    assert not lines_with(night, "712345")
    assert "712345" not in "".join(capsys.readouterr()) + caplog.text


@pytest.mark.parametrize("typed", ["!vote 712345 nonsense", "!vote nonsense 712345", "!potluck vote 712345 2"])
async def test_one_that_could_not_be_read_is_deleted_as_well(night: Night, voters: list[Person], typed: str) -> None:
    said = await voters[0].says(night.channel, typed)
    await night.line("That is a secret move")
    assert said.deleted
    assert not lines_with(night, "712345")


async def test_nothing_else_is_deleted(night: Night, voters: list[Person]) -> None:
    """Neither an open move, nor a refused one, nor the same word of a person who does not play."""
    (zoe,) = night.people("zoe")
    for person, typed in ((voters[0], "!table"), (voters[0], "!raise 5"), (zoe, SECRET), (voters[1], "vote 3 2?")):
        await person.says(night.channel, typed)
    await night.quiet()
    assert calls(night) == []


async def test_where_the_channel_wants_none_deleted_its_writer_is_told_all_the_same(
    night: Night, voters: list[Person]
) -> None:
    night.house.add_broadcast("twitch", night.adapter.channel_features)
    await night.asks(night.channel.broadcaster, "!control secrets keep", "is not deleted")
    said = await voters[0].says(night.channel, SECRET)
    told = await night.line("That is a secret move")
    assert SEEN in told.text
    assert not said.deleted
    assert calls(night) == [], "Twitch was not even asked"
    await night.asks(night.channel.broadcaster, "!control secrets delete", "is deleted, where I am a moderator")
    again = await voters[1].says(night.channel, SECRET)
    await night.line(DELETED)
    assert again.deleted


async def test_where_the_bot_does_not_moderate_its_writer_is_told_all_the_same(
    night: Night, voters: list[Person]
) -> None:
    night.channel.unmod(night.world.bot)
    said = await voters[0].says(night.channel, SECRET)
    told = await night.reply(said, "That is a secret move", SEEN, f"{OUR_PAGES}at/twitch/inn")
    assert not said.deleted
    assert calls(night) == [403]
    assert not lines_with(night, "712345")
    assert told.text.count("@") == 0, "a reply names who is meant"


async def test_of_the_streamer_twitch_lets_nobody_delete_a_line(night: Night) -> None:
    night.channel.mod(night.world.bot)
    streamer = night.channel.broadcaster
    people = [streamer, *night.people("ann", "ben", "cid", "dan")]
    await opened(night, people, "headache", LONG)
    await night.line("reroll, or stay?")
    await goes_on_to(night, people, "voting")
    said = await streamer.says(night.channel, SECRET)
    await night.reply(said, "That is a secret move", SEEN)
    assert not said.deleted


async def test_without_the_scope_twitch_is_not_even_asked(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with an account that signed in before this scope was asked for."""
    monkeypatch.setitem(SCOPES, "bot", tuple(one for one in SCOPES["bot"] if one != DELETE_SCOPE))
    night.channel.mod(night.world.bot)
    await night.sign_in_bot()
    await night.restart()
    people = await at_headache(night)
    await goes_on_to(night, people, "voting")
    said = await people[0].says(night.channel, SECRET)
    await night.reply(said, "That is a secret move", SEEN)
    assert not said.deleted
    assert calls(night) == []


async def test_on_an_open_page_it_is_told_besides(night: Night, voters: list[Person]) -> None:
    night.page.opens(f"twitch:{voters[0].id}")
    await voters[0].says(night.channel, SECRET)
    await night.line("That is a secret move", DELETED)
    await night.hand(voters[0], "say it to me in private")


async def test_who_keeps_typing_secrets_takes_no_room_from_the_table(night: Night, voters: list[Person]) -> None:
    """All are deleted. If little room is left, their writer is told only of the first."""
    limits, channel = night.adapter.limits, night.channel.id
    limits._as_moderator.clear()
    limits._limited = True
    for _ in range(AS_MODERATOR - KEPT_FOR_NEWS):
        assert limits.has_room_for_an_answer(channel, spare=0, seated=True)
    said = [await voters[0].says(night.channel, SECRET) for _ in range(4)]
    await night.until(lambda: all(line.deleted for line in said))
    await night.quiet()
    assert len([text for text in night.said if "That is a secret move" in text]) == 1
