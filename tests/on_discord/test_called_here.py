"""Test calls on Discord: direct messages, a role that is mentioned, and the queue of a full table by its buttons."""

from night import Night
from slashes import gives
from standins.discord.people import Person

DUEL = "mode=duel cooldown=0"


async def opens(night: Night, host: Person, *others: Person) -> None:
    await gives(host, "open", channel=night.channel, game="halflings", options=DUEL)
    for person in others:
        await gives(person, "join", channel=night.channel)


async def test_who_wants_it_gets_a_direct_message_and_a_role_is_mentioned_once_an_hour(night: Night) -> None:
    ann, ben, eve, max_, pia = night.people("ann", "ben", "eve", "max", "pia")
    night.guild.join(max_, roles=["manage_messages"])
    players = night.guild.role("players", mentionable=True)
    night.guild.give(pia, players)
    said = await eve.slash("notify game", channel=night.channel, game="halflings", state="on")
    assert said.answer is not None
    assert "Halflings & Giants gather here" in said.answer.text
    refused = await eve.slash("notify role", channel=night.channel, game="halflings", role=f"<@&{players.id}>")
    assert refused.answer is not None
    assert "for moderators" in refused.answer.text
    named = await max_.slash("notify role", channel=night.channel, game="halflings", role=f"<@&{players.id}>")
    assert named.answer is not None
    assert "that role is mentioned" in named.answer.text
    await opens(night, ann)
    (call,) = await night.until(lambda: [one for one in night.channel.from_bot if "A table of" in one.text])
    assert call.pinged == {pia.id}
    await night.until(lambda: [one for one in eve.dms if "gathers in" in one.text])
    await opens(night, ben)
    await night.quiet()
    assert len([one for one in night.channel.from_bot if "A table of" in one.text]) == 1
    assert len([one for one in eve.dms if "gathers" in one.text]) == 1
    shown = await eve.slash("notify list", channel=night.channel)
    assert shown.answer is not None
    assert "A role is mentioned here" in shown.answer.text


async def test_a_full_table_has_a_button_to_queue_and_a_held_seat_is_told_by_direct_message(night: Night) -> None:
    ann, ben, cid = night.people("ann", "ben", "cid")
    await opens(night, ann, ben)
    card = await night.card("ben")
    await night.until(lambda: "Queue" in [one.label for one in night.cards[-1].buttons])
    assert "Join" not in [one.label for one in night.cards[-1].buttons]
    pressed = await cid.presses(night.cards[-1], "Queue")
    assert pressed.answer is not None
    assert "You are first in the queue" in pressed.answer.text
    assert "/queue off:off table:" in pressed.answer.text
    await night.card("1 waiting for a seat")
    await gives(ben, "leave", channel=night.channel)
    await night.until(lambda: [one for one in cid.dms if "held for you" in one.text])
    await night.card("is held for cid")
    assert card.id
    await gives(cid, "join", channel=night.channel)
    assert [one.name for one in (await night.session()).seats] == ["ann", "cid"]


async def test_whoever_left_the_server_is_passed_over(night: Night) -> None:
    ann, ben, cid, dan = night.people("ann", "ben", "cid", "dan")
    await opens(night, ann, ben)
    for person in (cid, dan):
        await gives(person, "queue", channel=night.channel)
    night.guild.leave(cid)
    await gives(ben, "leave", channel=night.channel)
    await night.card("is held for dan")
    await night.until(lambda: [one for one in dan.dms if "held for you" in one.text])
    assert [one.name for one in (await night.session()).queue] == ["dan"]
