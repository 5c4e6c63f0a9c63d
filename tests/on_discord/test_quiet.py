"""Test that a channel stays quiet: one card a table, and beside it only the calls of the moment."""

import random

import pytest
from gatherings import LONG, a_duel, opened
from night import Night
from players import move_of_anybody
from slashes import gives
from standins.discord.messages import Message

from bot.table.phases import Playing

FEW, MANY = (14, 1), (100, 25)
"""Moves, and the fewest calls among them, which depend on chance: in the suite, and in the long form."""


def of_bot(night: Night) -> list[Message]:
    return [one for one in night.channel.messages.values() if one.author is night.world.bot]


def beside_fair_play(night: Night) -> list[Message]:
    """Return the bot's messages without the lines of fair play, which are never changed."""
    return [one for one in night.channel.from_bot if not one.text.startswith("-# ")]


@pytest.mark.parametrize(("moves", "calls"), [FEW, pytest.param(*MANY, marks=pytest.mark.soak)])
async def test_after_many_moves_at_a_human_pace_a_channel_holds_one_card(night: Night, moves: int, calls: int) -> None:
    """Six people who are away between their moves, and others who talk."""
    people = night.people("ann", "ben", "cid", "dan", "eve", "fay")
    (zoe,) = night.people("zoe")
    await opened(night, people, "headache", LONG, night.channel)
    await night.card("pay 1 to reroll, or stay?")
    chance, made, most = random.Random(3), 0, 0  # noqa: S311 - not the dice of a game
    while made < moves:
        night.all_are_away()
        if chance.random() < 0.4:
            await zoe.says(night.channel, f"chat {made}")
        if await move_of_anybody(night, people, night.channel, chance) is None:
            if not isinstance((await night.session()).phase, Playing):
                await gives(people[0], "rematch", channel=night.channel)
            continue
        made += 1
        await night.quiet()
        await night.until(lambda: len(night.cards) == 1, lambda: str(night.cards))
        await night.until(lambda: len(beside_fair_play(night)) <= 3, lambda: str(night.channel.from_bot))
        most = max(most, len(beside_fair_play(night)))
    assert len([one for one in of_bot(night) if one.pinged]) >= calls, "they were called"
    assert len([one for one in of_bot(night) if one.components]) > 2, "and the card was posted anew below the talk"
    assert most > 1
    games = (await night.session()).pledge.n
    assert len(night.channel.from_bot) - len(beside_fair_play(night)) <= games, "one line a game"


async def test_nobody_is_called_twice_in_a_minute_however_many_tables_wait(night: Night) -> None:
    other = night.guild.channel("other")
    ann, ben = await a_duel(night)
    (cid,) = night.people("cid")
    await opened(night, [cid, ben], "halflings", "mode=duel cooldown=0", other)
    await night.card("cid, stake 1 to", channel=other)
    night.all_are_away()
    await gives(ann, "stake", channel=night.channel, amount="5")
    await night.until(lambda: night.calls)
    await gives(cid, "stake", channel=other, amount="5")
    await night.card("cid stakes 5.", channel=other)
    await night.quiet()
    assert [one for one in other.from_bot if one.pinged] == []
    assert [one.pinged for one in night.calls] == [frozenset({ben.id})]


async def test_a_call_leads_to_the_card_where_it_stands_now(night: Night) -> None:
    """The card is posted again below the talk while somebody is still awaited."""
    ann, ben = await a_duel(night)
    (zoe,) = night.people("zoe")
    mia = night.person("mia")
    night.guild.give(mia, night.guild.role("mods", "manage_messages"))
    (old,) = night.cards
    night.all_are_away()
    await gives(ann, "stake", channel=night.channel, amount="5")
    (call,) = await night.until(lambda: night.calls)
    for number in range(14):
        await zoe.says(night.channel, f"chat {number}")
    await gives(mia, "pause", channel=night.channel, reason="a word")
    await night.until(lambda: old.deleted)
    await night.quiet()
    assert f"/{night.cards[-1].id}" in call.text
    await gives(mia, "resume", channel=night.channel, reason="it was said")
    await ben.presses(night.cards[-1], "Roll")
    await night.until(lambda: call.deleted)


async def test_nothing_but_the_card_is_left_of_a_table_that_is_closed(night: Night) -> None:
    mia = night.person("mia")
    night.guild.give(mia, night.guild.role("mods", "manage_messages"))
    ann, _ = await a_duel(night)
    night.all_are_away()
    await gives(ann, "stake", channel=night.channel, amount="5")
    await night.until(lambda: night.calls)
    asked = await gives(mia, "end", channel=night.channel, reason="it is late")
    await mia.presses(asked.answer, "Yes, do it")
    await night.card("it is late")
    await night.quiet()
    assert night.calls == []
    assert len(night.cards) == 1


async def test_a_call_that_may_not_be_deleted_becomes_one_line(night: Night) -> None:
    ann, ben = await a_duel(night)
    night.all_are_away()
    await gives(ann, "stake", channel=night.channel, amount="5")
    (call,) = await night.until(lambda: night.calls)
    night.server.faults.next("DELETE", f"/messages/{call.id}$", status=403, times=9)
    await ben.presses(night.cards[-1], "Roll")
    await night.until(lambda: "goes on here" in call.text, lambda: call.text)
