"""Test Discord's menu for people: a person's purse here and where they sit, told to the asker alone."""

from night import Night, table_code
from slashes import gives
from standins.discord.permissions import Permission
from standins.discord.places import PRIVATE_THREAD

MENU = "Purse and tables"


async def test_their_purse_and_a_link_to_each_of_their_tables_are_told_to_the_asker_alone(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    await gives(ann, "wallet", channel=night.channel)
    await gives(ann, "open", channel=night.channel, game="headache")
    card = await night.card("ann")
    await night.quiet()
    said = await ben.menu(MENU, ann, channel=night.channel)
    assert said.answer is not None
    assert said.answer.ephemeral_to is ben
    assert "ann has 1,000 suckers in their purse here." in said.text
    assert f"Headache, table {table_code(card)}:" in said.text
    assert f"https://discord.com/channels/{night.guild.id}/{night.channel.id}/{card.id}" in said.text
    assert said.answer.pinged == set()
    await night.restart()
    assert f"/{night.channel.id}/{card.id}" in (await ben.menu(MENU, ann, channel=night.channel)).text


async def test_looking_opens_no_purse_and_tells_of_no_table_that_is_not_there(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    for _ in range(2):
        said = await ben.menu(MENU, ann, channel=night.channel)
        assert "ann has no purse here yet" in said.text
        assert "ann sits at no table here that you can see." in said.text
    assert await night.store.balance(night.venue, f"purse:discord:{ann.id}") is None


async def test_what_is_left_in_a_purse_is_told_and_not_what_lies_on_a_table(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    await gives(ann, "open", channel=night.channel, game="halflings", options="mode=duel money=purse buyin=300")
    await night.card("ann")
    assert "ann has 700 suckers" in (await ben.menu(MENU, ann, channel=night.channel)).text


async def test_a_table_in_a_channel_that_the_asker_does_not_see_is_not_told(night: Night) -> None:
    ann, ben, cid = night.people("ann", "ben", "cid")
    hidden = night.guild.channel("hidden")
    hidden.deny(ben, Permission.VIEW_CHANNEL)
    await gives(ann, "open", channel=hidden, game="headache")
    code = table_code(await night.card("ann", channel=hidden))
    told = (await ben.menu(MENU, ann, channel=night.channel)).text
    assert code not in told
    assert "at no table here that you can see" in told
    assert code in (await cid.menu(MENU, ann, channel=night.channel)).text


async def test_tables_and_purses_of_other_servers_are_nobodys_business_here(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    other = night.world.guild("the tavern")
    for person in (ann, ben):
        other.join(person)
    elsewhere = other.channel("cellar")
    await gives(ann, "wallet", channel=elsewhere)
    await gives(ann, "open", channel=elsewhere, game="headache")
    code = table_code(await night.card("ann", channel=elsewhere))
    told = (await ben.menu(MENU, ann, channel=night.channel)).text
    assert code not in told
    assert "no purse here yet" in told
    assert code in (await ben.menu(MENU, ann, channel=elsewhere)).text


async def test_a_name_calls_nobody_and_marks_up_nothing(night: Night) -> None:
    ben = night.person("ben")
    rude = night.person("rude", display_name="<@1> **@everyone** https://x.y")
    said = await ben.menu(MENU, rude, channel=night.channel)
    assert said.answer is not None
    assert "**@everyone**" not in said.text
    assert "<@1>" not in said.text
    assert "https://" not in said.text
    assert said.answer.pinged == set()


async def test_a_table_in_a_private_thread_is_told_in_that_thread_alone(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    thread = night.world.open_thread(night.channel, "a secret", PRIVATE_THREAD, ann)
    thread.thread_members |= {night.world.bot.id, ben.id}
    await gives(ann, "open", channel=thread, game="headache")
    code = table_code(await night.card("ann", channel=thread))
    assert code not in (await ben.menu(MENU, ann, channel=night.channel)).text
    assert code in (await ben.menu(MENU, ann, channel=thread)).text
