"""Test setting up a server: missing rights are told before the first table, and the owner chooses how loud
tables are.
"""

from gatherings import a_duel
from night import Night, table_code
from slashes import gives
from standins.discord.interactions import COMPONENT, Interaction
from standins.discord.messages import Message
from standins.discord.people import Person
from standins.discord.permissions import Permission


def owner(night: Night) -> Person:
    oda = night.person("oda")
    night.guild.give(oda, night.guild.role("owners", "manage_guild"))
    return oda


async def server(night: Night, what: str, value: str | None = None) -> str:
    given = {"what": what} | ({} if value is None else {"value": value})
    return "\n".join((await gives(owner(night), "server", channel=night.channel, **given)).shown)


async def test_a_table_that_nobody_would_see_is_not_opened(night: Night) -> None:
    night.channel.deny(night.world.bot, Permission.SEND_MESSAGES)
    (ann,) = night.people("ann")
    answer = await gives(ann, "open", channel=night.channel, game="halflings")
    assert answer.answer.ephemeral_to is not None
    (shown,) = answer.shown
    assert "nobody would see it: in #table I lack Send Messages." in shown.replace("\\", "")
    assert "add potluck, and allow it" in shown
    assert await night.sessions() == []
    assert night.cards == []
    night.channel.allow(night.world.bot, Permission.SEND_MESSAGES)
    await gives(ann, "open", channel=night.channel, game="halflings")
    await night.card("Waiting for players")


async def test_who_types_where_the_bot_may_not_write_is_told_in_private(chatty: Night) -> None:
    chatty.channel.deny(chatty.world.bot, Permission.SEND_MESSAGES)
    (ann,) = chatty.people("ann")
    await ann.says(chatty.channel, "!open halflings")
    told = await chatty.hand(ann, "No table can stand here", "I lack Send Messages")
    assert told.channel.is_dm
    assert await chatty.sessions() == []
    await ann.says(chatty.channel, "!nosuchword")
    await chatty.quiet()
    assert len(ann.dms) == 1, "another bot may have been meant"


async def test_the_check_says_what_is_lacking_and_how_it_is_given(night: Night) -> None:
    night.channel.allow(night.world.bot, *(Permission.MANAGE_MESSAGES, Permission.MANAGE_THREADS))
    assert "All is well here" in await server(night, "check")
    night.channel.deny(night.world.bot, Permission.ATTACH_FILES, Permission.CREATE_PUBLIC_THREADS)
    said = await server(night, "check")
    assert "lack Attach Files." in said
    assert "lack Create Public Threads: tables stand in the channel itself" in said
    night.channel.deny(night.world.bot, Permission.SEND_MESSAGES)
    assert "I lack Send Messages. Whoever manages the server" in await server(night, "check")


async def test_a_server_that_is_joined_is_told_what_is_lacking_once(night: Night) -> None:
    night.guild.kick_bot()
    await night.quiet()
    night.channel.deny(night.world.bot, Permission.ATTACH_FILES)
    night.guild.add_bot()
    said = await night.until(lambda: [one for one in night.channel.from_bot if "Good evening" in one.text])
    await night.quiet()
    assert "lack Attach Files" in said[0].text
    assert len(night.channel.from_bot) == 1


async def test_each_table_has_a_thread_where_the_server_wants_it(night: Night) -> None:
    assert "Each table gets a thread of its own." in await server(night, "tables", "threads")
    (ann, ben) = night.people("ann", "ben")
    answer = await gives(ann, "open", channel=night.channel, game="halflings", options="mode=duel")
    (thread,) = [one for one in night.world.channels.values() if one.is_thread]
    assert f"stands in a thread of its own. <#{thread.id}>" in answer.shown[0]
    assert "Options: Halflings & Giants" in answer.shown[0], "the host is shown the options all the same"
    await night.card("Waiting for players", channel=thread)
    assert night.cards == []
    await gives(ben, "join", channel=thread)
    await night.card("ben sits down", channel=thread)
    await gives(ann, "open", channel=thread, game="halflings", options="mode=duel")
    assert len([one for one in night.world.channels.values() if one.is_thread]) == 1, "a thread has no threads"
    bad = await gives(ann, "open", channel=night.channel, game="halflings", options="mode=nonsense")
    assert "thread" not in bad.shown[0]
    bad = await gives(ann, "halflings", channel=night.channel, stake="99k", options="mode=house")
    assert "thread" not in bad.shown[0]
    assert len([one for one in night.world.channels.values() if one.is_thread]) == 1


async def test_who_wants_to_play_in_the_channel_comes_to_the_table_in_its_thread(night: Night) -> None:
    await server(night, "tables", "threads")
    ann, ben, cyd = night.people("ann", "ben", "cyd")
    await ann.slash("play", channel=night.channel, game="cones")
    (thread,) = [one for one in night.world.channels.values() if one.is_thread]
    code = table_code(await night.card("Waiting for players", channel=thread))
    welcome = (await ben.slash("play", channel=night.channel, game="cones")).shown
    assert (code in welcome[0], f"<#{thread.id}>" in welcome[0]) == (True, True)
    await night.card("ben sits down", channel=thread)
    listed = (await gives(cyd, "tables", channel=night.channel)).shown
    assert listed == [f"Open here: {code} (Cones). <#{thread.id}>"]
    await gives(cyd, "join", channel=night.channel)
    await night.card("cyd sits down", channel=thread)
    assert len([one for one in night.world.channels.values() if one.is_thread]) == 1


async def test_where_threads_may_not_be_opened_tables_stand_in_the_channel(night: Night) -> None:
    await server(night, "tables", "threads")
    night.channel.deny(night.world.bot, Permission.CREATE_PUBLIC_THREADS)
    (ann,) = night.people("ann")
    await gives(ann, "open", channel=night.channel, game="halflings")
    await night.card("Waiting for players")


async def test_a_server_chooses_how_people_are_called_and_each_may_choose_otherwise(night: Night) -> None:
    ann, ben = await a_duel(night, "stake_seconds=600", "roll_seconds=600")
    assert "by the table's own message" in await server(night, "calls", "card")
    night.all_are_away()
    (old,) = night.cards
    await gives(ann, "stake", channel=night.channel, amount="5")
    card = await night.card("ann stakes 5.")
    assert card.pinged == frozenset({ben.id})
    await night.until(lambda: old.deleted)
    assert "Nobody is called" in await server(night, "calls", "off")
    await gives(ann, "pings", channel=night.channel, way="on")
    night.all_are_away()
    night.dice.load(["7"])
    await gives(ben, "roll", channel=night.channel)
    (call,) = await night.until(lambda: night.calls)
    assert call.pinged == frozenset({ann.id}), "who wants to be called is"


async def test_only_whoever_owns_the_server_sets_it_up(night: Night) -> None:
    (ann,) = night.people("ann")
    told = (await gives(ann, "server", channel=night.channel, what="calls", value="off")).shown
    assert "Only whoever owns" in told[0]
    assert "card, ping, dm, off" in await server(night, "calls", "loud")


async def panel(night: Night) -> tuple[Person, Message]:
    oda = owner(night)
    shown = (await oda.slash("setup", channel=night.channel)).answer
    assert shown is not None
    assert shown.ephemeral_to is oda
    return oda, shown


async def test_a_server_is_set_up_by_lists(night: Night) -> None:
    night.channel.allow(night.world.bot, *(Permission.MANAGE_MESSAGES, Permission.MANAGE_THREADS))
    oda, shown = await panel(night)
    assert "Setting up: the inn" in shown.text
    assert "All is well here" in shown.text
    helpers = night.guild.role("helpers")
    shown = (await oda.selects(shown, "pl|setup|||staff", [helpers])).answer
    for what, value in (("tables", "threads"), ("calls", "card"), ("opens", "moderators")):
        shown = (await oda.selects(shown, f"pl|setup|||{what}", [value])).answer
    settings = await night.house.venues.stored(night.venue)
    assert (settings.staff, settings.threads, settings.calls) == ((str(helpers.id),), True, "card")
    assert settings.opening.only == "moderators"
    assert shown is not None
    set_now = {one.custom_id.rpartition("|")[2]: [o.label for o in one.options if o.default] for one in shown.selects}
    assert set_now["tables"] == ["Each table gets a thread"]
    assert set_now["opens"] == ["Moderators open tables"]
    shown = (await oda.selects(shown, "pl|setup|||staff", [])).answer
    assert (await night.house.venues.stored(night.venue)).staff == ()
    (ann,) = night.people("ann")
    assert "moderators" in (await ann.slash("play", channel=night.channel, game="cones")).shown[0]


async def test_another_channel_is_checked_before_anybody_plays_there(night: Night) -> None:
    garden = night.guild.channel("garden")
    garden.deny(night.world.bot, Permission.SEND_MESSAGES)
    oda, shown = await panel(night)
    checked = (await oda.selects(shown, "pl|setup|||check", [garden])).answer
    assert checked is not None
    assert "in #garden I lack Send Messages" in checked.text.replace("\\", "")


async def test_the_settings_are_for_whoever_manages_the_server_alone(night: Night) -> None:
    _, shown = await panel(night)
    (ann,) = night.people("ann")
    night.guild.allow(ann, "setup")
    assert "Tables stand in the channel" in (await ann.slash("setup", channel=night.channel)).shown[0]
    forged = await Interaction(
        ann,
        COMPONENT,
        night.channel,
        {"custom_id": "pl|setup|||tables", "component_type": 3, "values": ["threads"]},
        shown,
    ).send()
    assert "Only whoever owns" in forged.shown[0]
    assert not (await night.house.venues.stored(night.venue)).threads
