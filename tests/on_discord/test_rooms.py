"""A table moves into a thread, or to another channel; the old card says where it went."""

from night import Night, table_code


async def test_a_table_moves_into_a_thread_of_its_own_and_leaves_a_link(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    await ann.slash("open", channel=night.channel, game="halflings", options="mode=duel")
    card = await night.card("Halflings & Giants")
    code = table_code(card)
    assert (await ann.slash("thread", channel=night.channel)).shown == [f"Table {code} has moved."]
    (thread,) = [one for one in night.world.channels.values() if one.is_thread]
    assert code in thread.name
    await night.card("goes on here", channel=thread)
    await ben.slash("join", channel=thread)
    await night.card("ben sits down.", channel=thread)
    await night.until(lambda: "goes on here:" in card.text, lambda: card.text)
    assert card.buttons == []


async def test_a_table_is_brought_to_another_channel_by_its_code(night: Night) -> None:
    """F17: where its own channel is gone, a table goes on in a place that somebody names."""
    ann, ben = night.people("ann", "ben")
    await ann.slash("open", channel=night.channel, game="halflings", options="mode=duel")
    code = table_code(await night.card("Halflings & Giants"))
    other = night.guild.channel("garden")
    assert "is for the host" in (await ben.slash("here", channel=other, table=code)).shown[0]
    night.channel.delete()
    await ann.slash("here", channel=other, table=code)
    await night.card(f"Table {code}", "goes on here", channel=other)
    await ben.slash("join", channel=other)
    await night.card("ben sits down.", channel=other)
