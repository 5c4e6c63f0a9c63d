"""Test gifts of suckers: a daily limit for giver and receiver, however they try (threats T4, T5)."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from itertools import count

import discord
import pytest
from evening import Evening, person, unbalanced
from msgspec.structs import replace
from test_archive import duels, heard, refused

from bot.adapters.discord.inbound.speakers import joined
from bot.adapters.discord.names import made_at
from bot.ports.ids import PersonId
from bot.ports.messages import Rights
from bot.table.change import Refused
from bot.wings.purses.gifts import Gifts
from persistence import HandClock, Heard, Store, Transfer
from persistence.keys import venue_keys


@pytest.fixture
async def evening(request: pytest.FixtureRequest, store: Store, clock: HandClock) -> AsyncIterator[Evening]:
    made = Evening.of(request.node.nodeid, store, clock)
    made.rights = {"olga": Rights.OWNER}
    yield made
    await made.end()


async def regulars(evening: Evening) -> None:
    """Let Pete and Ann play five games here for chips; each has a purse."""
    await duels(evening, 5)
    await evening.lines("pete: !close", "ann: !wallet", "pete: !wallet")


async def test_a_gift_goes_from_purse_to_purse_and_both_can_read_it(evening: Evening) -> None:
    await regulars(evening)
    assert await heard(evening, "pete", "!gift ann 150") == ["pete gives ann 150 suckers, and has 850 left."]
    assert (await evening.purse("pete"), await evening.purse("ann")) == (850, 1150)
    assert "-150 · a gift to ann" in (await heard(evening, "pete", "!ledger"))[1]
    assert "+150 · a gift from pete" in (await heard(evening, "ann", "!ledger"))[1]
    assert await unbalanced(evening) == []


async def test_a_purse_that_was_never_opened_is_opened_by_its_first_gift(evening: Evening) -> None:
    await duels(evening, 5)
    await evening.lines("pete: !close")
    assert await heard(evening, "pete", "!gift ann 150") == ["pete gives ann 150 suckers, and has 850 left."]
    await evening.lines("pete: !wallet", "ann: !wallet")
    assert (await evening.purse("pete"), await evening.purse("ann")) == (850, 1150)
    assert await unbalanced(evening) == []


async def test_a_purse_names_people_by_their_names_and_who_was_forgotten_as_somebody(evening: Evening) -> None:
    await regulars(evening)
    await evening.lines("pete: !gift ann 150")
    assert any("a gift to ann" in line for line in (await evening.whisper("pete", "wallet")).text.splitlines())
    for line in ("forget me", "forget me yes"):
        assert (await evening.whisper("ann", line)).ok
    for line in ("wallet", "ledger"):
        told = (await evening.whisper("pete", line)).text
        assert "a gift to somebody" in told
        assert "gone:" not in told


async def test_a_day_has_its_limit_for_who_gives_and_for_who_gets(evening: Evening) -> None:
    await regulars(evening)
    await heard(evening, "pete", "!gift ann 150")
    assert "you can give 50 more today" in await refused(evening, "pete", "!gift ann 51")
    await heard(evening, "pete", "!gift ann 50")
    assert "you can give 0 more" in await refused(evening, "pete", "!gift ann 1")
    evening.clock.move(24 * 3600)
    await heard(evening, "pete", "!gift ann all")  # as much as a day allows
    assert (await evening.purse("pete"), await evening.purse("ann")) == (600, 1400)


async def test_many_who_give_at_once_bring_one_purse_no_more_than_a_day_allows(evening: Evening) -> None:
    """T5: the welcomes of many selves do not end up in one purse, whatever way they take."""
    store, venue, limit = evening.store, evening.venue, 200
    alts = [PersonId(f"alt:{number}") for number in range(40)]
    await store.transfer(venue, tuple(Transfer("bank", f"purse:{one}", 1000, "welcome") for one in alts))
    gifts, got, ids = Gifts(store), 0, count()

    async def give(number: int) -> int:
        try:
            await gifts.give(Heard(venue, f"m{next(ids)}"), alts[number], PersonId("main:1"), 30, limit)
        except Refused:
            return 0
        return 30

    assert sum([await give(number) for number in range(4)]) == 0, "who never played gives nothing"
    for one in alts:
        await play_five(store, venue, one)
    for _ in range(3):
        got += sum(await asyncio.gather(*(give(number) for number in range(40))))
    assert 0 < got <= limit
    assert await store.balance(venue, "purse:main:1") == got


async def test_a_thousand_accounts_bring_one_purse_no_more_in_a_day_than_one_could(evening: Evening) -> None:
    """T5: each has its welcome and has played. Whatever they give in turn, the purse gets one day's limit."""
    store, venue, limit = evening.store, evening.venue, 200
    alts = [PersonId(f"alt:{number}") for number in range(1000)]
    await store.transfer(venue, tuple(Transfer("bank", f"purse:{one}", 1000, "welcome") for one in alts[:500]))
    await store.transfer(venue, tuple(Transfer("bank", f"purse:{one}", 1000, "welcome") for one in alts[500:]))
    played = [("ZADD", venue_keys(venue).played(one), n + 1, f"r{n}") for one in alts for n in range(5)]
    await store.pipe.write_all(played)
    gifts = Gifts(store)
    for number, one in enumerate(alts):
        with contextlib.suppress(Refused):
            await gifts.give(Heard(venue, f"m{number}"), one, PersonId("main:1"), 150 if number % 2 else 50, limit)
    assert await store.balance(venue, "purse:main:1") == limit


async def test_who_has_new_accounts_alone_gives_nothing(evening: Evening) -> None:
    """T5: if a platform says when an account was made. Without a date, nobody is refused."""
    await regulars(evening)
    made = {evening.id_of("pete"): evening.clock.now() - 6 * 24 * 3600 * 1000}

    async def account_made(person: PersonId) -> int | None:
        return made.get(person)

    evening.witness.account_made = account_made  # type: ignore[attr-defined]  # as adapters have it that can tell
    assert "account is 7 days old" in await refused(evening, "pete", "!gift ann 10")
    await heard(evening, "ann", "!gift pete 10")
    evening.clock.move(24 * 3600)
    await heard(evening, "pete", "!gift ann 10")


async def test_who_has_just_joined_the_place_gives_nothing_and_takes_what_is_given(evening: Evening) -> None:
    """T5: old accounts that come to give away their welcome. Without a date of joining, nobody waits."""
    await regulars(evening)
    joined = evening.clock.now() - 2 * 24 * 3600 * 1000
    newcomer = replace(evening.message("pete", "!gift ann 10"), joined=joined)
    answer = await evening.hear(newcomer)
    assert (answer.ok, answer.text) == (False, "You can give suckers away once you have been here for 3 days.")
    await heard(evening, "ann", "!gift pete 10")
    evening.clock.move(24 * 3600)
    assert (await evening.hear(replace(evening.message("pete", "!gift ann 10"), joined=joined))).ok
    assert (await evening.hear(replace(evening.message("pete", "!gift ann 10"), joined=0))).ok


def test_an_id_of_discord_says_when_its_account_was_made() -> None:
    """The example of Discord's documentation: 2016-04-30 11:18:25.796 UTC."""
    assert made_at(PersonId("discord:175928847299117063")) == 1_462_015_105_796
    assert made_at(PersonId("twitch:5")) is None


def test_a_member_of_discord_says_since_when_and_who_speaks_elsewhere_does_not() -> None:
    member = discord.Member.__new__(discord.Member)  # as the library makes it out of what Discord sends
    member.joined_at = datetime(2026, 11, 24, 12, tzinfo=UTC)
    assert joined(member) == 1_795_521_600_000
    member.joined_at = None  # a lurker
    assert joined(member) == joined(discord.User.__new__(discord.User)) == 0


async def test_who_has_played_little_gives_nothing(evening: Evening) -> None:
    await duels(evening, 4)
    await evening.lines("pete: !close", "pete: !wallet")
    assert "once you have played 5 games here" in await refused(evening, "pete", "!gift ann 10")


async def test_what_is_no_gift_is_refused_in_a_sentence_and_gives_nothing(evening: Evening) -> None:
    await regulars(evening)
    for line, said in {
        "!gift": "Say whom and how much",
        "!gift ann": "Say whom and how much",
        "!gift ann 0": "Say whom and how much",
        "!gift ann 10 20": "Say whom and how much",
        "!gift ann -5": "-5",
        "!gift ann lots": "lots",
        "!gift zoe 5": "zoe",
        "!gift pete 5": "your own purse",
    }.items():
        assert said in await refused(evening, "pete", line), line
    assert await evening.purse("pete") == 1000
    await evening.lines("pete: !open halflings money=purse buyin=100")
    assert "You have suckers before you" in await refused(evening, "pete", "!gift ann 10")


async def test_whose_place_it_is_says_how_much_or_nothing(evening: Evening) -> None:
    await regulars(evening)
    await refused(evening, "pete", "!server gifts 5000")
    await heard(evening, "olga", "!server gifts 700")
    await heard(evening, "pete", "!gift ann 650")
    await heard(evening, "olga", "!server gifts off")
    assert "Nobody can give" in await refused(evening, "pete", "!gift ann 1")
    assert "0 to 100000" in (await refused(evening, "olga", "!server gifts -1")).replace(",", "")


async def play_five(store: Store, venue: str, person: PersonId) -> None:
    """Put five games of somebody into the archive, of any kind."""
    for number in range(5):
        await store.pipe.write("ZADD", venue_keys(venue).played(person), number + 1, f"r{number}")


# Amounts


async def test_amounts_read_alike_wherever_they_are_typed(evening: Evening) -> None:
    await regulars(evening)
    await heard(evening, "olga", "!server gifts 10k")
    assert "up to 10000" in (await heard(evening, "olga", "!server"))[-3].replace(",", "")
    await heard(evening, "olga", "!server allowance 1k")
    assert "0 to 1000" in (await refused(evening, "olga", "!server allowance 1.5k")).replace(",", "")
    await heard(evening, "olga", "!server allowance off")
    assert "at most 250" in (await heard(evening, "pete", "!limit 25%"))[0]
    assert "at most 500" in (await heard(evening, "ann", "!limit half"))[0]
    await heard(evening, "olga", "!server corrections 10k")
    await heard(evening, "olga", "!correct ann +2k the dice fell off")
    assert await evening.purse("ann") == 3000
    await heard(evening, "olga", "!correct ann -half the dice fell off again")
    assert await evening.purse("ann") == 1500
    await heard(evening, "olga", "!correct ann -all that was too much")
    assert await evening.purse("ann") == 0
    assert await unbalanced(evening) == []


@pytest.mark.parametrize(
    ("word", "buyin"), [("1k", 1000), ("half", 500), ("25%", 250), ("all", 1000), ("0.1k", 100), ("1,000", 1000)]
)
async def test_a_buy_in_is_an_amount_like_any_other(evening: Evening, word: str, buyin: int) -> None:
    await evening.lines("pete: !wallet", f"pete: !open halflings money=purse buyin={word}")
    assert await evening.purse("pete") == 1000 - buyin


async def test_a_buy_in_of_all_is_at_most_what_the_place_allows(evening: Evening) -> None:
    await heard(evening, "olga", "!control stakes 10 0.4k")
    for word in ("all", "half", "90%"):
        await evening.lines(
            "pete: !wallet", f"pete: !open halflings money=purse buyin={word}", "pete: !leave", "wait: 60"
        )
    entries = await evening.store.ledger(evening.venue, f"purse:{person('pete', evening.tag).id}")
    assert {entry.amount for entry in entries if entry.cause == "buy-in"} == {400}


@pytest.mark.parametrize("word", ["lots", "101%", "0%", "-5", "halves", "1e3", "10kk", "٣"])
async def test_what_is_no_amount_opens_no_table(evening: Evening, word: str) -> None:
    assert "buyin" in await refused(evening, "pete", f"!open halflings money=purse buyin={word}")


async def test_a_season_has_its_list_of_what_was_won(evening: Evening) -> None:
    assert "no season here" in await refused(evening, "pete", "!top season")
    await heard(evening, "olga", "!season start Autumn")
    await evening.lines(
        "pete: !open halflings mode=duel money=purse buyin=300 cooldown=0", "ann: !join", "pete: !start"
    )
    for name in ("pete", "ann"):
        await evening.say(name, "!stake 50")
    await evening.wait(600)
    await evening.lines("pete: !leave", "ann: !leave")
    title, *lines = await heard(evening, "pete", "!top season")
    assert title == "Won in the season at tables for purses:"
    won = await evening.purse("pete") - 1000
    assert sorted(lines) == sorted([f"{1 + (won < 0)}. pete · {won}", f"{1 + (won > 0)}. ann · {-won}"])
    await heard(evening, "olga", "!season end")
    assert (await heard(evening, "pete", "!top season"))[1:] == lines
    await heard(evening, "olga", "!season start Winter")
    assert "Nobody stands" in await refused(evening, "pete", "!top season")


# The allowance


async def test_an_allowance_comes_once_a_day_to_whoever_looks_into_their_purse(evening: Evening) -> None:
    await heard(evening, "olga", "!server allowance 50")
    assert "gives you 50" in (await heard(evening, "ann", "!wallet"))[0]
    for _ in range(3):
        await evening.lines("ann: !wallet")
    assert await evening.purse("ann") == 1050
    evening.clock.move(24 * 3600)
    await evening.lines("ann: !wallet", "ann: !wallet")
    assert await evening.purse("ann") == 1100
    await heard(evening, "olga", "!server allowance off")
    evening.clock.move(24 * 3600)
    await evening.lines("ann: !wallet")
    assert await evening.purse("ann") == 1100
    assert await unbalanced(evening) == []
    assert "day's allowance" in (await heard(evening, "ann", "!ledger"))[1]


# Lists


async def test_who_wants_it_stands_in_no_list(evening: Evening) -> None:
    await regulars(evening)
    assert any("ann" in line for line in await heard(evening, "pete", "!top"))
    await heard(evening, "ann", "!top off")
    assert not any("ann" in line for line in await heard(evening, "pete", "!top"))
    assert any("ann" in line for line in await heard(evening, "ann", "!top")), "to themselves alone"
    assert "to themselves" in await refused(evening, "pete", "!stats ann")
    assert (await heard(evening, "ann", "!stats"))[0].startswith("ann: 5 games")
    await heard(evening, "ann", "!top on")
    assert any("ann" in line for line in await heard(evening, "pete", "!top"))
