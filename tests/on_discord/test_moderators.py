"""Test moderators and owners on Discord: by the server's permission, or by a role that it names."""

import asyncio

from gatherings import a_duel
from night import Night, table_code
from slashes import gives
from standins.discord.interactions import Interaction
from standins.discord.people import Person

from bot.table.phases import Lobby, Playing

YES = "Yes, do it"


def moderator(night: Night, name: str = "mia") -> Person:
    found = night.world.person(name)
    night.guild.join(found, roles=["manage_messages"])
    return found


async def asked_to_reset(night: Night, who: Person) -> Interaction:
    asked = await gives(who, "reset", channel=night.channel, reason="the stakes were wrong")
    assert isinstance((await night.session()).phase, Playing)
    return asked


async def test_a_reset_is_done_when_it_is_confirmed(night: Night) -> None:
    await a_duel(night)
    mia = moderator(night)
    asked = await asked_to_reset(night, mia)
    assert "would be void" in asked.text
    assert asked.answer is not None
    assert asked.answer.ephemeral_to is mia
    await mia.presses(asked.answer, YES)
    card = await night.card("Moderator mia takes the table back to the lobby")
    assert "the stakes were wrong" in card.text
    assert isinstance((await night.session()).phase, Lobby)


async def test_a_role_that_the_owner_names_makes_a_moderator(night: Night) -> None:
    await a_duel(night)
    owner, mia = night.people("owner", "mia")
    night.guild.join(owner, roles=["manage_guild"])
    keepers = night.guild.role("keepers")
    night.guild.give(mia, keepers)
    assert "for moderators" in (await gives(mia, "pause", channel=night.channel)).text
    named = await gives(owner, "server", channel=night.channel, what="staff", value=str(keepers.id))
    assert str(keepers.id) in named.text
    await gives(mia, "pause", channel=night.channel, reason="why not")
    await night.card("Moderator mia pauses the table")
    night.guild.take(mia, keepers)
    assert "for moderators" in (await gives(mia, "resume", channel=night.channel)).text


async def test_a_typed_line_of_a_moderator_counts_by_the_same_rights(chatty: Night) -> None:
    await a_duel(chatty)
    mia = moderator(chatty)
    await chatty.person("zoe").says(chatty.channel, "!pause")
    await chatty.card("is for moderators")
    await mia.says(chatty.channel, "!pause why not")
    await chatty.card("Moderator mia pauses the table")


async def test_players_are_no_moderators_however_they_ask(night: Night) -> None:
    """T8, T14: by command, by a forged confirmation, or by another's."""
    ann, ben = await a_duel(night)
    mia, card = moderator(night), await night.card("ann, stake")
    code, before = table_code(card), await night.session()
    asked = await asked_to_reset(night, mia)
    assert asked.answer is not None
    confirms = str(asked.answer.button(YES).custom_id)
    for person in (ann, ben, night.person("zoe")):
        for word in ("reset", "end", "pause", "skip"):
            assert "for moderators" in (await gives(person, word, channel=night.channel)).text
        forged = [confirms, f"pl|yes|||{code} reset yes a bug", f"pl|yes|{code}||end yes a bug", f"pl|do|{code}||pause"]
        for one in forged:
            said = await person.presses(card, custom_id=one, stale=True)
            assert "for moderators" in said.text, one
        data = {"custom_id": confirms, "component_type": 2}
        said = await Interaction(person, 3, night.channel, data, asked.answer).send()
        assert "for moderators" in said.text
    assert await night.session() == before


async def test_what_a_moderator_is_asked_is_seen_by_nobody_else(night: Night) -> None:
    await a_duel(night)
    mia = moderator(night)
    await asked_to_reset(night, mia)
    await gives(mia, "mod", channel=night.channel, what="log")
    for said in ("would be void", "Games called off"):
        seen_by = [entry.seen_by for entry in night.server.journal.entries if said in entry.text]
        assert seen_by
        assert all(one == {mia.id} for one in seen_by)


async def test_a_confirmation_pressed_twice_is_done_once(night: Night) -> None:
    """F7."""
    await a_duel(night)
    mia = moderator(night)
    asked = await asked_to_reset(night, mia)
    await asyncio.gather(*(mia.presses(asked.answer, YES) for _ in range(4)))
    card = await night.card("takes the table back to the lobby")
    await night.quiet()
    assert card.text.count("takes the table back to the lobby") == 1


async def test_a_confirmation_asked_before_a_restart_counts_after_it(night: Night) -> None:
    await a_duel(night)
    mia = moderator(night)
    asked = await asked_to_reset(night, mia)
    await night.restart()
    await mia.presses(asked.answer, YES)
    await night.card("takes the table back to the lobby")


async def test_the_log_says_who_did_what_and_players_do_not_see_it(night: Night) -> None:
    """T8."""
    ann, _ = await a_duel(night)
    mia = moderator(night)
    await gives(mia, "pause", channel=night.channel, reason="tea")
    await night.card("pauses the table")
    log = await gives(mia, "mod", channel=night.channel, what="log")
    assert "mia" in log.text
    assert "tea" in log.text
    assert log.answer is not None
    assert log.answer.ephemeral_to is mia
    assert "for moderators" in (await gives(ann, "mod", channel=night.channel, what="log")).text


async def test_who_loses_the_right_loses_it_at_once(night: Night) -> None:
    await a_duel(night)
    mia = moderator(night)
    asked = await asked_to_reset(night, mia)
    night.guild.take(mia, night.guild.members[mia.id].roles[0])
    late = await mia.presses(asked.answer, YES)
    assert "for moderators" in late.text
    assert isinstance((await night.session()).phase, Playing)


async def test_a_moderator_of_one_server_is_none_on_another(night: Night) -> None:
    """Nobody has a right at another venue's tables."""
    await a_duel(night)
    code = table_code(await night.card("ann, stake"))
    elsewhere = night.world.guild("elsewhere")
    channel, mia = elsewhere.channel("table"), night.world.person("mia")
    elsewhere.join(mia, roles=["manage_messages", "manage_guild"])
    for word in ("pause", "reset", "end"):
        said = await gives(mia, word, channel=channel, table=code, reason="because")
        assert "no table" in said.text.lower(), said.text
    in_private = await mia.asks(None, f"{code} pause because")
    assert "is for a server" in in_private.text
    assert (await night.session()).paused is None


async def test_a_skip_and_a_resume_take_a_reason_that_the_table_is_told(night: Night) -> None:
    """Each can be typed on Discord, where a command takes only its declared options."""
    await a_duel(night)
    mia = moderator(night)
    await gives(mia, "pause", channel=night.channel, reason="tea")
    await night.card("pauses the table")
    await gives(mia, "resume", channel=night.channel, reason="tea is over")
    await night.card("tea is over")
    asked = await gives(mia, "skip", channel=night.channel, reason="ann sleeps")
    await mia.presses(asked.answer, YES)
    await night.card("ann sleeps")


async def test_whoever_streams_says_so_by_a_command(night: Night) -> None:
    ann = night.person("ann")

    async def said(**options: str) -> str:
        return (await (await gives(ann, "safe", channel=night.channel, **options)).filled(60.0)).text

    off, on = await said(), await said(way="on")
    assert (off.startswith("Not safe"), on.startswith("Safe")) == (True, True)
    assert await said() == on
    assert await said(way="off") == off


async def test_a_yes_that_is_pressed_after_the_table_has_moved_on_is_asked_anew(night: Night) -> None:
    """T34."""
    ann, _ = await a_duel(night)
    mia = moderator(night)
    asked = await asked_to_reset(night, mia)
    await ann.says(night.channel, "hello")
    await gives(ann, "stake", channel=night.channel, amount="10")
    await night.card("ann stakes 10")
    again = await mia.presses(asked.answer, YES)
    assert "has moved on since you were asked" in again.text
    assert isinstance((await night.session()).phase, Playing)
    await mia.presses(again.answer, YES)
    await night.card("Moderator mia takes the table back to the lobby")


async def test_what_a_moderator_asks_for_who_plays_has_a_button_for_the_others(night: Night) -> None:
    """T34: the person who asked presses in vain, another moderator does not."""
    ann, _ = await a_duel(night, "money=purse")
    night.guild.give(ann, night.guild.role("mods", "manage_messages"))
    mia = moderator(night)
    asked = await gives(ann, "reset", channel=night.channel, reason="my mouse slipped")
    await ann.presses(asked.answer, YES)
    card = await night.card("asks to call the game off")
    label = next(str(one.label) for one in card.buttons if str(one.label).startswith("Agree"))
    assert "asked for it yourself" in (await ann.presses(card, label)).text
    await mia.presses(card, label)
    await night.card("Moderator mia agrees")
    assert isinstance((await night.session()).phase, Lobby)


async def test_a_correction_is_told_in_the_channel_and_agreed_to_by_a_slash_command(night: Night) -> None:
    """T34: the corrector gets a private answer, and everybody else a message."""
    ann, _ = await a_duel(night, "money=purse")
    mia, max_ = moderator(night), moderator(night, "max")
    given = {"name": "ann", "change": "+5000", "reason": "the stakes were wrong"}
    await gives(mia, "correct", channel=night.channel, **given)
    asked = await night.card("asks to correct the purse of ann by +5000")
    code = asked.text.partition("change:")[2][:4]
    assert "for moderators" in (await gives(ann, "correct", channel=night.channel, name="yes", change=code)).text
    await gives(max_, "correct", channel=night.channel, name="yes", change=code)
    await night.card("mia corrects the purse of ann by +5000 (the stakes were wrong), and max agrees")
    agree = await gives(ann, "agree", channel=night.channel)
    assert "Nothing is asked at table" in agree.text
