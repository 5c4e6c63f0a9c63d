"""Test that a table moves into a thread or to another channel, and that the old card says where it went."""

from night import Night, table_code
from slashes import gives
from standins.discord.people import Person
from standins.discord.permissions import Permission
from standins.discord.places import Channel


async def test_a_table_moves_into_a_thread_of_its_own_and_leaves_a_link(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    await gives(ann, "open", channel=night.channel, game="halflings", options="mode=duel")
    card = await night.card("Halflings & Giants")
    code = table_code(card)
    told = (await gives(ann, "thread", channel=night.channel)).shown
    (thread,) = [one for one in night.world.channels.values() if one.is_thread]
    assert told == [f"Table {code} has moved. <#{thread.id}>"]
    assert code in thread.name
    await night.card("goes on here", channel=thread)
    await gives(ben, "join", channel=thread)
    await night.card("ben sits down.", channel=thread)
    await night.until(lambda: "goes on here:" in card.text, lambda: card.text)
    assert card.buttons == []


async def test_a_table_is_brought_to_another_channel_by_its_code(night: Night) -> None:
    """F17: if its own channel is gone, a table goes on in a place that somebody names."""
    ann, ben = night.people("ann", "ben")
    await gives(ann, "open", channel=night.channel, game="halflings", options="mode=duel")
    code = table_code(await night.card("Halflings & Giants"))
    other = night.guild.channel("garden")
    assert "is for the host" in (await gives(ben, "here", channel=other, table=code)).shown[0]
    night.channel.delete()
    other.deny(night.world.bot, Permission.SEND_MESSAGES)
    refused = await gives(ann, "here", channel=other, table=code)
    assert "nobody would see it: in #garden I lack Send Messages" in refused.shown[0].replace("\\", "")
    other.allow(night.world.bot, Permission.SEND_MESSAGES)
    await gives(ann, "here", channel=other, table=code)
    await night.card(f"Table {code}", "goes on here", channel=other)
    await gives(ben, "join", channel=other)
    await night.card("ben sits down.", channel=other)


def called_to(person: Person, threads: list[Channel]) -> list[Channel]:
    return [thread for thread in threads if any(f"<@{person.id}>" in one.text for one in thread.from_bot)]


async def test_each_table_of_a_tournament_has_a_thread_and_its_players_play_there(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    await gives(ann, "tournament", channel=night.channel, what="rogues", options="seats=3 ante_unit=1")
    card = await night.card("A tournament gathers")
    await gives(ben, "join", channel=night.channel)
    await gives(ann, "bots", channel=night.channel, count=5)
    await gives(ann, "start", channel=night.channel)
    await night.until(
        lambda: len([one for one in night.world.channels.values() if one.is_thread]) == 3, lambda: card.text
    )
    threads = [one for one in night.world.channels.values() if one.is_thread]
    for number, thread in enumerate(threads, start=1):
        await night.card(f"Table {number} of the tournament", channel=thread)
    for person in (ann, ben):
        await night.until(lambda person=person: called_to(person, threads) or None)  # type: ignore[misc]
        assert len(called_to(person, threads)) == 1, "to their own table, though they spoke a moment ago"
    await night.card("7 players are left.", channel=night.channel)
    told = (await gives(ben, "tournament", channel=night.channel)).shown
    assert "Table 3" in "\n".join(told)
