"""Test forty viewers who stake without a table: one line for all, or one table with all their stakes."""

import pytest
from on_twitch.night import Night
from standins.twitch.people import Person
from standins.twitch.stand_in import TwitchStandIn

from bot.table.document import Session
from persistence import Store

VIEWERS = 40


async def all_stake(night: Night) -> list[Person]:
    """Let all stake within a second."""
    crowd = night.channel.crowd(VIEWERS)
    await night.channel.flood([(one, f"!halflings {20 + number}") for number, one in enumerate(crowd)])
    return crowd


def stakes(session: Session) -> dict[str, str]:
    return {seat.player: seat.opening for seat in session.seats}


def staked_by(crowd: list[Person]) -> dict[str, str]:
    return {f"twitch:{one.id}": f"stake {20 + number}" for number, one in enumerate(crowd)}


async def test_where_the_streamer_opens_tables_one_line_tells_all(twitch: TwitchStandIn, store: Store) -> None:
    """As usual on Twitch, with its real limits; then the streamer's own stake opens one for all."""
    async with Night(twitch, store, openers=None) as night:
        await all_stake(night)
        line = await night.line("No table takes stakes here yet.", '"!halflings 50"', '"!control open everybody"')
        await night.quiet(1.0)
        assert night.said == [line.text]
        assert await night.sessions() == []
        sam = night.channel.broadcaster
        await sam.says(night.channel, "!halflings 20")
        await night.line("is open", "is the host", 'Stake with "!halflings 50"')
        await night.quiet(1.0)
        assert len(night.said) == 2, "no line of their own besides"
        crowd = await all_stake(night)
        session = await night.gathered(1 + VIEWERS)
        assert stakes(session) == {f"twitch:{sam.id}": "stake 20"} | staked_by(crowd)
        await night.quiet()
        assert len(night.said) <= 6, "not a line a person"
        assert night.world.dropped_lines == []


async def test_where_everybody_opens_tables_one_stands_and_all_are_in_it(limited: Night) -> None:
    crowd = await all_stake(limited)
    session = await limited.gathered(VIEWERS)
    assert stakes(session) == staked_by(crowd)
    await limited.quiet()
    assert len(await limited.sessions()) == 1
    assert len(limited.said) <= 5, "not a line a person"
    assert limited.world.dropped_lines == []


async def test_what_was_told_for_all_is_not_told_again_beside_answers_that_wait(
    twitch: TwitchStandIn, store: Store
) -> None:
    """If no line is left it waits like any answer, and is said once, for all, beside the others."""
    async with Night(twitch, store, openers=None) as night:
        ann, ben, *others = night.people("ann", "ben", "cid", "dan")
        for number in range(4):
            await ann.says(night.channel, f"!rules {('cones', 'rogues', 'poohead', 'headache')[number]}")
        for one in (ben, *others):
            await one.says(night.channel, "!halflings 5")
        await night.line("No table takes stakes here yet.")
        await night.quiet(1.0)
        assert sum("No table takes stakes" in line for line in night.said) == 1


@pytest.mark.parametrize(("starts", "told"), [(False, "."), (True, ". When its game is over,")])
async def test_a_stake_beside_another_table_is_told_of_that_table(
    twitch: TwitchStandIn, store: Store, starts: bool, told: str
) -> None:
    """It used to say that the streamer opens one for all, which was impossible: one table is allowed at a time."""
    async with Night(twitch, store, openers=None) as night:
        sam, (ann, ben) = night.channel.broadcaster, night.people("ann", "ben")
        await sam.says(night.channel, "!open poohead")
        opened = await night.line("is open: Poohead")
        code = opened.text.split()[1]
        await ann.says(night.channel, "!join")
        await night.gathered(2)
        if starts:
            await sam.says(night.channel, "!start")
            await night.line("The game begins")
        await ben.says(night.channel, "!halflings 20")
        line = await night.line(f"Table {code} is open here: Poohead, and only those who sit there play{told}")
        assert f'"!{code} join" sits you down.' in line.text
