"""Test suckers that go one way between two people: lucky wins are told from deliberate transfers (threats T4, T5)."""

import random
from collections.abc import AsyncIterator

import pytest
from cases import case
from evening import Evening, unbalanced
from test_archive import duels, game, heard, refused, sat
from test_gifts import play_five

from bot.people.finished_games import FinishedGame
from bot.people.flows import flows_of
from bot.ports.ids import PersonId
from bot.ports.messages import Rights
from bot.table.change import Refused
from bot.wings.purses.gifts import Gifts
from persistence import Entry, HandClock, Heard, Store, Transfer


@pytest.fixture
async def evening(request: pytest.FixtureRequest, store: Store, clock: HandClock) -> AsyncIterator[Evening]:
    made = Evening.of(request.node.nodeid, store, clock)
    made.rights = {"olga": Rights.OWNER, "mia": Rights.STAFF}
    yield made
    await made.end()


def duel(number: int, one: str, other: str, gain: int) -> FinishedGame:
    return game(number, sat(one, gain), sat(other, -gain), name="halflings", purse=True)


def test_a_fair_pair_does_not_stand_out_and_a_dumper_does() -> None:
    for seed in range(20):
        with case(seed):
            chance = random.Random(seed)  # noqa: S311 - not the dice of a game
            fair = [duel(n, "ann", "bob", chance.choice((1, -1)) * chance.randint(10, 200)) for n in range(40)]
            dumped = [duel(n, "main", "alt", chance.randint(150, 200)) for n in range(100, 110)]
            found = {(flow.source, flow.target): flow for flow in flows_of([*fair, *dumped], [])}
            assert found["alt", "main"].stands_out
            assert not any(flow.stands_out for pair, flow in found.items() if "ann" in pair)


def test_gifts_count_whole_and_go_both_ways() -> None:
    given = [Entry(1, "purse:a", "purse:b", 600, "gift"), Entry(2, "purse:b", "purse:a", 50, "gift")]
    (flow,) = flows_of([], [*given, Entry(3, "bank", "purse:a", 9000, "allowance")])
    assert (flow.source, flow.target, flow.net, flow.stands_out) == ("a", "b", 550, True)


def test_few_games_a_crowd_or_chips_make_nobody_stand_out() -> None:
    chips = [game(n, sat("ann", 900), sat("bob", -900)) for n in range(9)]
    crowd = [game(n, sat("ann", 900), sat("bob", -450), sat("cid", -450), purse=True) for n in range(9)]
    assert flows_of([*chips, *crowd], []) == ()
    assert not any(flow.stands_out for flow in flows_of([duel(n, "ann", "bob", 900) for n in range(4)], []))


async def test_staff_alone_see_the_flows_and_in_private(evening: Evening) -> None:
    await refused(evening, "pete", "!mod flows")
    assert "Nothing went" in await refused(evening, "mia", "!mod flows")
    await duels(evening, 5)
    await heard(evening, "olga", "!server gifts 1k")
    await evening.lines("pete: !close", "ann: !wallet", "pete: !wallet", "pete: !gift ann 700")
    answer = await evening.say("mia", "!mod flows")
    assert answer.is_private
    assert answer.text.splitlines()[1].startswith("⚠ pete → ann · 700")


async def test_the_allowance_comes_with_the_first_table_of_the_day(evening: Evening) -> None:
    await heard(evening, "olga", "!server allowance 50")
    for _ in range(2):
        await evening.lines("ann: !open halflings money=purse buyin=100 cooldown=0", "ann: !leave", "wait: 60")
    assert await evening.purse("ann") == 1050
    assert await unbalanced(evening) == []


async def test_a_thousand_alts_bring_one_purse_no_more_than_the_days_limit(evening: Evening) -> None:
    """T5: each has a welcome and the most games that are needed. Together they give what one may receive."""
    store, venue, got = evening.store, evening.venue, 0
    alts = [PersonId(f"alt:{number}") for number in range(1000)]
    await store.transfer(venue, tuple(Transfer("bank", f"purse:{one}", 1000, "welcome") for one in alts[:900]))
    for one in alts[:20]:
        await play_five(store, venue, one)
    gifts = Gifts(store)
    for number, one in enumerate(alts):
        try:
            await gifts.give(Heard(venue, f"g{number}"), one, PersonId("main:1"), 30, 200)
        except Refused:
            continue
        got += 30
    assert got == 180
