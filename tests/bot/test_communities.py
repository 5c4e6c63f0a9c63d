"""Test a server and a channel as one community: one purse a person, one list, one staff; linked, interrupted,
separated.
"""

import asyncio
from collections.abc import AsyncIterator

import pytest
from test_privacy import forgotten, where_is
from test_selves import DUEL, a_game_on_twitch, linked
from two_places import TwoPlaces

from bot.people.communities import Communities, CommunityError, Member
from bot.people.finished_games import FinishedGames
from bot.ports.ids import VenueId
from bot.ports.messages import Answer, Rights
from bot.table.seating import LEFT_ALONE
from games.kit.contract import Abilities
from persistence import HandClock, Store, Transfer


@pytest.fixture
async def both(store: Store, clock: HandClock) -> AsyncIterator[TwoPlaces]:
    places = TwoPlaces(store, clock)
    places.twitch.abilities = Abilities(takes_back=False, tells_alone=False)
    places.rights = {"olga": Rights.OWNER, "tess@twitch": Rights.OWNER, "mo@twitch": Rights.STAFF, "mia": Rights.STAFF}
    yield places
    await places.end()


async def one_community(both: TwoPlaces) -> None:
    code = (await both.say("olga", "!community")).text.split("code is ")[1][:8]
    taken = await both.say("tess@twitch", f"!community {code}")
    assert taken.is_private
    assert taken.text.startswith("Taken")
    asked = await both.say("olga", "!community yes")
    assert asked.text.startswith("Your code was said by the place of tess on Twitch."), (
        "nobody agrees to a place unseen"
    )
    assert (await both.say("olga", "!community yes")).text.startswith("Done")


async def purse(both: TwoPlaces, name: str, venue: str) -> int | None:
    return await both.store.balance(venue, f"purse:{both.id_of(name)}")


async def unbalanced(both: TwoPlaces) -> list[str]:
    return [venue for venue in (both.server, both.there) if sum((await both.store.accounts(venue)).values())]


async def refused(both: TwoPlaces, name: str, line: str) -> str:
    answer: Answer = await both.say(name, line)
    assert not answer.ok, answer.text
    return answer.text


async def test_a_purse_comes_home_when_its_owner_says_something_and_once(both: TwoPlaces) -> None:
    await both.say("ann@twitch", "!wallet")
    await both.store.transfer(both.there, (Transfer("bank", f"purse:{both.id_of('ann@twitch')}", 400, "reward"),))
    await one_community(both)
    assert await purse(both, "ann@twitch", both.there) == 1400, "nothing moves before they say something"
    for _ in range(2):
        assert "1,400" in (await both.say("ann@twitch", "!wallet")).text
    assert await purse(both, "ann@twitch", both.server) == 1400, "of two welcomes one goes back"
    assert await purse(both, "ann@twitch", both.there) == 0
    assert "another place of the community" in (await both.say("ann@twitch", "!ledger")).text
    assert await unbalanced(both) == []


async def test_who_is_linked_has_one_purse_in_both_places(both: TwoPlaces) -> None:
    await linked(both)
    await one_community(both)
    await both.say("ann", "!wallet")
    await both.store.transfer(both.server, (Transfer("bank", f"purse:{both.id_of('ann')}", 11, "reward"),))
    for name in ("ann", "annie@twitch"):
        assert "1,011" in (await both.say(name, "!wallet")).text
    assert await purse(both, "ann", both.there) is None
    assert await unbalanced(both) == []


async def test_a_table_of_either_place_plays_for_the_one_purse_and_stands_in_the_one_list(both: TwoPlaces) -> None:
    await a_game_on_twitch(both, "ann@twitch", "bob@twitch")
    await both.say("bob@twitch", "!close")
    await one_community(both)
    before = await FinishedGames(both.store).count(VenueId(both.server))
    assert before == 1, "what was played there before is in the list at home"
    await both.lines(f"ann@twitch: {DUEL}", "bob@twitch: !join")
    (session,) = await both.house.directory.at(VenueId(both.there), both.there, fresh=True)  # type: ignore[arg-type]
    assert (session.venue, session.opened_in) == (both.server, both.there)
    await both.lines("ann@twitch: !start")
    await both.wait(600)
    assert "reset" in (await both.say("mo@twitch", "!reset")).confirm, "staff of the channel at its own table"
    assert (await both.say("mia", f"!{session.code} pause a break")).ok, "and staff of the server"
    assert (await both.say("mo@twitch", f"!{session.code} resume")).ok
    await both.lines("ann@twitch: !leave", "bob@twitch: !leave")
    assert await FinishedGames(both.store).count(VenueId(both.server)) >= 2
    for name in ("mia", "mo@twitch"):
        assert "2 games" in (await both.say(name, "!stats ann")).text
        assert "pause" in (await both.say(name, "!mod log")).text
    assert "ann" in (await both.say("mia", "!top")).text
    assert await unbalanced(both) == []


async def test_in_a_place_that_leads_elsewhere_a_table_left_alone_makes_room_too(both: TwoPlaces) -> None:
    both.twitch.most_tables = 1  # type: ignore[attr-defined]  # as the adapter of Twitch has it
    await one_community(both)
    await both.lines(f"ann@twitch: {DUEL}")
    first = (await both.house.directory.at(VenueId(both.there), both.there, fresh=True))[0].code  # type: ignore[arg-type]
    assert "for 15 minutes, it makes room" in await refused(both, "bob@twitch", "!open cones")
    both.clock.move(LEFT_ALONE)
    assert (await both.say("bob@twitch", "!open cones")).ok
    (second,) = await both.house.directory.at(VenueId(both.there), both.there, fresh=True)  # type: ignore[arg-type]
    assert second.code != first
    assert await purse(both, "ann@twitch", both.server) == 1000, "what lay there is back"


async def test_a_restart_finds_the_tables_of_a_place_that_leads_elsewhere(both: TwoPlaces) -> None:
    await one_community(both)
    await both.lines(f"ann@twitch: {DUEL}")
    fresh = both.again()
    assert (await fresh.say("bob@twitch", "!join")).ok
    assert (await fresh.say("bob@twitch", "!leave")).ok
    await fresh.end()


async def test_settings_of_money_are_the_communitys_and_all_others_each_places_own(both: TwoPlaces) -> None:
    await one_community(both)
    await both.lines("tess@twitch: !server gifts 77", "tess@twitch: !server prefix ?")
    assert "77 a day" in (await both.say("mia", "!server")).text
    assert (await both.house.venues.stored(VenueId(both.server))).prefix == ""
    assert "?" in (await both.say("tess@twitch", "?server")).text


async def test_what_can_not_be_linked_is_told_and_nothing_changes(both: TwoPlaces) -> None:
    assert "owns" in await refused(both, "mia", "!community")
    assert "no community" in await refused(both, "olga", "!community apart")
    assert "Nobody has said" in await refused(both, "olga", "!community yes")
    code = (await both.say("olga", "!community")).text.split("code is ")[1][:8]
    assert code in (await both.say("olga", "!community")).text, "asked again it is the same"
    assert "own code" in await refused(both, "olga", f"!community {code}")
    assert "No place waits" in await refused(both, "tess@twitch", "!community 2A2A2A2A")
    assert "with a code" in await refused(both, "olga", "!community a b")
    await both.say("tess@twitch", f"!community {code}")
    assert (await both.say("olga", "!community no")).ok
    assert "Nobody has said" in await refused(both, "olga", "!community yes")
    assert await Communities(both.store).members(VenueId(both.server)) == ()


async def test_codes_can_not_be_tried_out(both: TwoPlaces) -> None:
    for _ in range(5):
        assert "No place waits" in await refused(both, "tess@twitch", "!community 2A2A2A2A")
    assert "too many codes" in await refused(both, "tess@twitch", "!community 3A2A2A2A")


@pytest.mark.parametrize("line", [f"ann@twitch: {DUEL}", f"ann: {DUEL}"])
async def test_with_money_on_a_table_of_either_place_nothing_is_linked_nor_parted(both: TwoPlaces, line: str) -> None:
    name = line.partition(":")[0]
    await both.lines(line)
    communities = Communities(both.store)
    with pytest.raises(CommunityError, match="community-stakes"):
        await communities.join(VenueId(both.server), Member(VenueId(both.there), "tess"))
    await both.lines(f"{name}: !close")
    await one_community(both)
    await both.lines("wait: 60", line)
    assert "money on a table" in await refused(both, "tess@twitch", "!community apart")
    await both.lines(f"{name}: !close")
    assert (await both.say("tess@twitch", "!community apart")).ok
    assert await unbalanced(both) == []


async def test_apart_what_was_brought_stays_and_nobody_is_welcomed_with_it(both: TwoPlaces) -> None:
    await both.say("ann@twitch", "!wallet")
    await one_community(both)
    await both.say("ann@twitch", "!wallet")
    assert (await both.say("olga", "!community apart")).ok
    fresh = both.again()
    assert "200" in (await fresh.say("ann@twitch", "!wallet")).text, "no second welcome; an empty purse is refilled"
    assert await purse(both, "ann@twitch", both.server) == 1000
    assert await unbalanced(both) == []
    await fresh.end()


async def test_no_chain_no_circle(both: TwoPlaces) -> None:
    communities, third = Communities(both.store), Member(VenueId("web:third"), "eve")
    server, there = VenueId(both.server), Member(VenueId(both.there), "tess")
    await communities.join(server, there)
    for home, member in (
        (there.venue, third),
        (there.venue, Member(server, "olga")),
        (third.venue, there),
        (server, Member(server, "olga")),
        (third.venue, Member(server, "olga")),
    ):
        with pytest.raises(CommunityError):
            await communities.join(home, member)
    assert await Communities(both.store).home_of(there.venue) == server
    assert await Communities(both.store).home_of(server) == server


async def test_two_processes_that_link_one_place_to_two_at_once_link_it_to_one(both: TwoPlaces) -> None:
    there = Member(VenueId(both.there), "tess")
    homes = [VenueId(both.server), VenueId(f"{both.server}0")]

    async def join(home: VenueId) -> bool:
        for _ in range(50):
            try:
                await Communities(both.store).join(home, there)
            except CommunityError as wrong:
                if wrong.args[0] != "linking-busy":
                    return False
                await asyncio.sleep(0.01)
            else:
                return True
        return False

    done = await asyncio.gather(*map(join, homes))
    assert sorted(done) == [False, True]
    assert await Communities(both.store).home_of(there.venue) == homes[done.index(True)]


async def test_a_process_that_does_not_know_yet_loses_nothing(both: TwoPlaces) -> None:
    """It plays under the old venue for a minute, and the results are moved later."""
    await both.say("ann@twitch", "!wallet")
    old = both.again()
    await old.say("ann@twitch", "!wallet")
    await one_community(both)
    await both.say("ann@twitch", "!wallet")
    await old.store.transfer(both.there, (Transfer("bank", f"purse:{both.id_of('ann@twitch')}", 70, "reward"),))
    fresh = both.again()
    await fresh.say("ann@twitch", "!wallet")
    assert await purse(both, "ann@twitch", both.there) == 0
    assert await purse(both, "ann@twitch", both.server) == 1000
    assert await unbalanced(both) == []
    await old.end()
    await fresh.end()


async def test_whoever_is_forgotten_is_so_in_both_places_and_the_places_stay_one(both: TwoPlaces) -> None:
    await a_game_on_twitch(both, "ann@twitch", "bob@twitch")
    await both.say("bob@twitch", "!close")
    await one_community(both)
    await both.lines("ann@twitch: !wallet")
    for name in ("ann@twitch", "tess@twitch"):
        await forgotten(both, name)
        left = [key for key in await where_is(both.store, both.id_of(name)) if not key.endswith(":seen")]
        assert [key for key in left if "forget-asked" not in key] == []
    (member,) = await Communities(both.store).members(VenueId(both.server))
    assert (member.venue, member.name, member.by) == (both.there, "somebody", "")
    assert await Communities(both.store).home_of(VenueId(both.there)) == both.server
    assert await unbalanced(both) == []
