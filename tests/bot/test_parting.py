"""Test `link apart` in difficult cases: at a table, with money on it, during a linking, and with open pages."""

import pytest
from test_selves import DUEL, code_of, linked, privately, purse
from two_places import TwoPlaces

from bot.people.selves import LOCK, LOCKED
from bot.ports.ids import PersonId


async def person_of(both: TwoPlaces, name: str) -> str:
    return await both.house.selves.person_of(PersonId(both.id_of(name)))


async def refused_at_the_table(both: TwoPlaces, *names: str) -> None:
    """Check that each of these selves is told which table keeps them linked, and is unchanged."""
    for name in names:
        answer = await privately(both, name, "!link apart")
        assert not answer.ok
        assert "You sit at" in answer.text
        assert "Leave first: it comes back to your purse" in answer.text
    assert await person_of(both, "annie@twitch") == both.id_of("ann")


# At a table


@pytest.mark.parametrize("sits", ["ann", "annie@twitch"])
async def test_who_sits_at_a_table_leaves_it_before_they_part_whichever_self_sat_down(
    both: TwoPlaces, sits: str
) -> None:
    await linked(both)
    await both.lines(f"{sits}: !open halflings mode=duel")
    code = (await both.table()).code if sits == "ann" else (await both.house.directory.of(ann_of(both)))[0].code
    assert code in (await privately(both, "ann", "!link apart")).text
    await refused_at_the_table(both, "ann", "annie@twitch")
    assert (await both.say(sits, "!leave")).ok
    assert (await privately(both, "annie@twitch", "!link apart")).ok
    assert await person_of(both, "annie@twitch") == both.id_of("annie@twitch")


def ann_of(both: TwoPlaces) -> PersonId:
    return PersonId(both.id_of("ann"))


async def test_what_is_staked_in_a_game_comes_back_to_the_one_purse_before_they_part(both: TwoPlaces) -> None:
    await linked(both)
    await both.lines(f"annie@twitch: {DUEL}", "bob@twitch: !join", "annie@twitch: !start")
    assert await purse(both, "ann", both.there) == 700
    await refused_at_the_table(both, "annie@twitch", "ann")
    assert await purse(both, "ann", both.there) == 700, "a refusal moves nothing"
    await both.lines("annie@twitch: !leave", "bob@twitch: !leave")
    had = await purse(both, "ann", both.there)
    assert (await privately(both, "ann", "!link apart")).ok
    assert await purse(both, "ann", both.there) == had
    assert not await purse(both, "annie@twitch", both.there)
    accounts = await both.store.accounts(both.there)
    assert sum(accounts.values()) == 0
    assert not any(amount for name, amount in accounts.items() if name.startswith("stake:"))


async def test_who_waits_to_sit_down_with_their_stake_is_held_as_well(both: TwoPlaces) -> None:
    await linked(both)
    await both.lines("bob@twitch: !open halflings mode=crowd money=purse", "bob@twitch: !stake 20")
    both.dice.load(["7", "3", "3"])
    await both.wait(20)
    assert "next round" in (await both.say("annie@twitch", "!stake 20")).text
    (table,) = await both.house.directory.of(ann_of(both))
    assert table.has(ann_of(both))
    await refused_at_the_table(both, "annie@twitch")
    assert (await both.say("annie@twitch", "!leave")).ok
    assert (await privately(both, "annie@twitch", "!link apart")).ok
    assert sum((await both.store.accounts(both.there)).values()) == 0


async def test_both_selves_sit_each_on_a_seat_of_its_own_and_each_keeps_it(both: TwoPlaces) -> None:
    """One sat down while another process linked them. It stays itself until it leaves, and may say so itself."""
    await both.lines(f"annie@twitch: {DUEL}", "bob@twitch: !join", "annie@twitch: !start")
    ann, annie = both.person("ann"), both.person("annie@twitch")
    known = b'[{"id":"%s","name":"annie","link":"x","since":1}]' % annie.id.encode()
    await both.store.put_note("selves", ann.id, known)
    await both.store.put_note("self", annie.id, b'{"person":"%s","link":"x"}' % ann.id.encode())
    fresh = both.again()
    assert "stands on its own again" in (await privately(fresh, "annie@twitch", "!link apart")).text
    assert await fresh.house.selves.of(ann.id) == ()
    assert (await fresh.say("annie@twitch", "!leave")).ok
    assert (await fresh.say("bob@twitch", "!leave")).ok
    assert await fresh.house.selves.person_of(annie.id) == annie.id
    accounts = await both.store.accounts(both.there)
    assert sum(accounts.values()) == 0
    assert accounts[f"purse:{annie.id}"] + accounts[f"purse:{both.id_of('bob@twitch')}"] >= 1990
    await fresh.end()


async def test_a_seat_taken_while_another_process_parted_them_stays_with_who_took_it(both: TwoPlaces) -> None:
    """Only the person who took it plays it, gets its money back, and sees what is on it."""
    await linked(both)
    other = both.again()
    assert await other.house.selves.person_of(PersonId(both.id_of("annie@twitch"))) == both.id_of("ann")
    assert (await privately(both, "ann", "!link apart")).ok
    await other.lines(f"annie@twitch: {DUEL}")  # it still believes that they are linked
    fresh = both.again()
    assert not (await fresh.say("annie@twitch", "!leave")).ok, "that seat is not hers any more"
    assert [table.has(ann_of(both)) for table in await fresh.house.directory.of(ann_of(both))] == [True]
    assert (await fresh.say("ann", "!leave", private=True)).ok
    assert await purse(both, "ann", both.there) == 1000, "a welcome where she had never been"
    assert sum((await both.store.accounts(both.there)).values()) == 0
    await other.end()
    await fresh.end()


# During a linking


async def test_who_are_one_already_are_not_linked_twice(both: TwoPlaces) -> None:
    await linked(both)
    before = await both.house.selves.of(ann_of(both))
    for name, other in (("ann", "annie@twitch"), ("annie@twitch", "ann")):
        answer = await privately(both, other, f"!link {await code_of(both, name)}")
        assert "your own code" in answer.text
        assert not (await privately(both, other, "!link yes")).ok
    assert await both.house.selves.of(ann_of(both)) == before


async def test_in_mid_game_at_which_both_selves_sit_nothing_is_linked_until_one_has_left(both: TwoPlaces) -> None:
    """Two seats and two stakes in one game: if linked, they would play against themselves."""
    await both.lines(f"ann: {DUEL}")
    await both.mirror()
    await both.lines("annie@twitch: !join", "ann: !start")
    await privately(both, "annie@twitch", f"!link {await code_of(both, 'ann')}")
    await privately(both, "annie@twitch", "!link yes")
    await privately(both, "ann", "!link")
    before = await both.store.accounts(both.server)
    for _ in range(2):
        assert "annie on Twitch sits at a table" in (await privately(both, "ann", "!link yes")).text
    assert await both.store.accounts(both.server) == before
    assert [seated.player for seated in (await both.table()).seats] == [both.id_of("ann"), both.id_of("annie@twitch")]
    await both.lines("annie@twitch: !leave")
    assert (await privately(both, "ann", "!link yes")).text.startswith("Done")
    await both.say("annie@twitch", "!wallet")
    assert sum((await both.store.accounts(both.server)).values()) == 0


async def test_nobody_parts_while_something_is_being_linked(both: TwoPlaces) -> None:
    await linked(both)
    assert await both.store.claim_note(LOCK, "all", b"", LOCKED)
    assert "being linked at this very moment" in (await privately(both, "ann", "!link apart")).text
    assert await person_of(both, "annie@twitch") == both.id_of("ann")
    await both.store.drop_note(LOCK, "all")
    assert (await privately(both, "ann", "!link apart")).ok


async def test_a_self_that_parts_while_a_third_is_about_to_be_linked_is_no_part_of_that(both: TwoPlaces) -> None:
    await linked(both)
    code = await code_of(both, "ann")
    await privately(both, "guest@web", f"!link {code}")
    await privately(both, "guest@web", "!link yes")
    assert (await privately(both, "annie@twitch", "!link apart")).ok
    await privately(both, "ann", "!link")
    assert (await privately(both, "ann", "!link yes")).text.startswith("Done")
    assert await person_of(both, "guest@web") == both.id_of("ann")
    assert await person_of(both, "annie@twitch") == both.id_of("annie@twitch")


async def test_a_code_of_a_self_that_has_become_somebody_else_meanwhile_links_nobody(both: TwoPlaces) -> None:
    """A guest agrees to be annie, and annie becomes ann before she agrees herself."""
    code = await code_of(both, "annie@twitch")
    await privately(both, "guest@web", f"!link {code}")
    await privately(both, "guest@web", "!link yes")
    await linked(both)
    for name in ("annie@twitch", "guest@web", "ann", "guest@web", "annie@twitch"):
        assert not (await privately(both, name, "!link yes")).text.startswith("Done"), name
    assert await person_of(both, "guest@web") == both.id_of("guest@web")
    assert [one.id for one in await both.house.selves.of(ann_of(both))] == [both.id_of("annie@twitch")]


# With open pages


async def test_open_pages_are_those_of_who_they_are_from_that_moment(both: TwoPlaces) -> None:
    """A page of hers that stayed ann's would show ann's hand, and play it."""
    await linked(both)
    assert both.page.known_anew == [[both.id_of("annie@twitch")]]
    assert (await privately(both, "ann", "!link apart")).ok
    assert both.page.known_anew[1:] == [[both.id_of("annie@twitch")]]
