"""Test one person with several selves: linked by a code and two yeses, they share purse, seats and records once."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest
from two_places import TwoPlaces

from bot.people.communities import Communities
from bot.people.finished_games import FinishedGames, Wanted
from bot.people.forgetting import People
from bot.people.selves import LOCK, LinkingError, Selves
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Answer, Person, Rights
from persistence import Entry, Store, StoreTrouble, TableRef
from persistence.keys import venue_keys

DUEL = "!open halflings mode=duel money=purse buyin=300 cooldown=0"


async def privately(both: TwoPlaces, name: str, line: str) -> Answer:
    answer = await both.say(name, line, private=True)
    assert answer.is_private or not answer.ok, answer.text
    return answer


async def code_of(both: TwoPlaces, name: str) -> str:
    return (await privately(both, name, "!link")).text.split("code is ")[1][:8]


async def linked(both: TwoPlaces, name: str = "ann", other: str = "annie@twitch") -> None:
    assert (await privately(both, other, f"!link {await code_of(both, name)}")).ok
    assert (await privately(both, other, "!link yes")).text.startswith(("Now say", "Now agree"))
    assert "The other side is" in (await privately(both, name, "!link yes")).text, "nobody agrees to a name unseen"
    answer = await privately(both, name, "!link yes")
    assert answer.text.startswith(f"Done: you are {name} on Discord"), answer.text


async def purse(both: TwoPlaces, name: str, venue: str) -> int | None:
    return await both.store.balance(venue, f"purse:{both.id_of(name)}")


async def a_game_on_twitch(both: TwoPlaces, *names: str) -> None:
    """Let them play a duel for their purses on Twitch, and leave."""
    first, second = names
    await both.lines(f"{first}: {DUEL}", f"{second}: !join", f"{first}: !start")
    await both.wait(600)
    await both.lines(f"{first}: !leave", f"{second}: !leave")


# Becoming one


async def test_each_side_sees_the_others_name_before_it_agrees(both: TwoPlaces) -> None:
    code = await code_of(both, "ann")
    assert await code_of(both, "ann") == code, "asked again it is the same"
    shown = await privately(both, "annie@twitch", f"!link {code}")
    assert "The other side is ann on Discord." in shown.text
    assert "is ann's on Discord" in shown.text, "whose everything would be"
    assert "The other side is annie on Twitch." in (await privately(both, "ann", "!link")).text
    assert "Now say" in (await privately(both, "ann", "!link yes")).text
    assert (await privately(both, "annie@twitch", "!link yes")).text.startswith("Done: you are ann on Discord")


async def test_one_who_begins_on_twitch_is_who_they_are_on_discord_all_the_same(both: TwoPlaces) -> None:
    code = await code_of(both, "annie@twitch")
    assert "is ann's on Discord" in (await privately(both, "ann", f"!link {code}")).text


async def test_what_can_not_be_linked_is_told_and_nothing_is_changed(both: TwoPlaces) -> None:
    assert "said to me in private" in (await both.say("ann", "!link")).text
    code = await code_of(both, "ann")
    assert "in private" in (await both.say("annie@twitch", f"!link {code}")).text
    assert "your own code" in (await privately(both, "ann", f"!link {code}")).text
    assert "Nobody has said your code" in (await privately(both, "ann", "!link yes")).text
    assert "Two people of one platform" in (await privately(both, "bea", f"!link {code}")).text
    assert "linked to nobody" in (await privately(both, "ann", "!link apart")).text
    assert (await privately(both, "annie@twitch", f"!link {code}")).ok
    assert "Somebody else has said" in (await privately(both, "eve@twitch", f"!link {code}")).text
    assert "Nothing was linked" in (await privately(both, "ann", "!link no")).text
    assert "Nobody has said" in (await privately(both, "annie@twitch", "!link yes")).text
    assert await both.house.selves.of(PersonId(both.id_of("ann"))) == ()


async def test_codes_can_not_be_tried_out(both: TwoPlaces) -> None:
    for _ in range(5):
        assert "That code fits nothing" in (await privately(both, "eve@twitch", "!link 2A2A2A2A")).text
    assert "too many codes" in (await privately(both, "eve@twitch", "!link 3A2A2A2A")).text


# One purse, one seat, one record


async def test_purses_join_at_a_venue_when_the_person_first_speaks_there_and_one_welcome_goes_back(
    both: TwoPlaces,
) -> None:
    await a_game_on_twitch(both, "annie@twitch", "bob@twitch")
    before = await purse(both, "annie@twitch", both.there)
    assert before is not None
    await linked(both)
    assert await purse(both, "ann", both.there) is None, "nobody has spoken there yet"
    await both.say("annie@twitch", "!wallet")
    after = await purse(both, "ann", both.there)
    assert after == 1000 + max(0, before - 1000)
    assert await purse(both, "annie@twitch", both.there) == 0
    await both.say("annie@twitch", "!wallet")
    assert await purse(both, "ann", both.there) == after
    assert sum((await both.store.accounts(both.there)).values()) == 0
    told = (await privately(both, "annie@twitch", "!ledger")).text
    assert before <= 1000 or "joined, as two selves became one" in told


async def test_a_person_sits_once_under_whichever_self(both: TwoPlaces) -> None:
    await linked(both)
    await both.lines("bob: !open halflings mode=duel")
    await both.mirror()
    await both.lines("ann: !join")
    assert not (await both.say("annie@twitch", "!join")).ok
    await both.lines("bob: !start", "bob: !stake 10")
    assert (await both.say("annie@twitch", "!roll")).ok, "they play on from wherever they are"
    table = await both.table()
    assert [seated.player for seated in table.seats] == [both.id_of("bob"), both.id_of("ann")]


async def test_who_sits_on_a_platform_that_is_not_their_own_is_called_and_all_others_are_told(both: TwoPlaces) -> None:
    """A table on Twitch alone has no venue on Discord, where their own cards are."""
    both.discord.stands = True
    await linked(both)
    await both.lines("annie@twitch: !open headache min_players=3", "annie@twitch: !bots 2", "annie@twitch: !start")
    assert any("First rolls" in line for line in both.told_there), both.told_there
    own = f"person:{both.id_of('ann')}"
    assert any(update.audience == own for update in both.discord.updates), "their hand comes where they are told alone"


async def test_what_both_selves_played_is_one_record(both: TwoPlaces) -> None:
    await a_game_on_twitch(both, "annie@twitch", "bob@twitch")
    await linked(both)
    await a_game_on_twitch(both, "annie@twitch", "bob@twitch")
    games, ann = FinishedGames(both.store), PersonId(both.id_of("ann"))
    found = await games.find(VenueId(both.there), Wanted(person=ann), 0, 10)
    assert len(found) == 2
    assert all(game.of(ann) is not None for game in found)
    assert {sat.player for game in await games.all_of(VenueId(both.there), Wanted()) for sat in game.seats} == {
        ann,
        both.id_of("bob@twitch"),
    }
    assert "2 games" in (await both.say("annie@twitch", "!stats")).text


async def test_whoever_names_an_old_self_means_the_person_it_leads_to_now(both: TwoPlaces) -> None:
    """Before the person has spoken there again, a staff correction changes the one purse that they play from."""
    both.rights["bob@twitch"] = Rights.OWNER
    await a_game_on_twitch(both, "annie@twitch", "bob@twitch")
    await linked(both)
    had = await purse(both, "annie@twitch", both.there) or await purse(both, "ann", both.there)
    assert had
    assert (await both.say("bob@twitch", "!correct annie +70 the dice fell off")).ok
    assert await purse(both, "ann", both.there) == had + 70
    assert not await purse(both, "annie@twitch", both.there)
    assert (await both.say("annie@twitch", "!wallet")).ok
    assert await purse(both, "ann", both.there) == had + 70


async def test_a_self_that_sits_is_not_linked_until_it_has_left(both: TwoPlaces) -> None:
    await both.lines("annie@twitch: !open halflings mode=duel", "bob@twitch: !join")
    code = await code_of(both, "ann")
    await privately(both, "annie@twitch", f"!link {code}")
    await privately(both, "annie@twitch", "!link yes")
    await privately(both, "ann", "!link")
    assert "annie on Twitch sits at a table" in (await privately(both, "ann", "!link yes")).text
    await both.lines("annie@twitch: !leave")
    assert (await privately(both, "ann", "!link yes")).text.startswith("Done")


async def test_a_seat_taken_while_another_process_linked_is_played_on(both: TwoPlaces) -> None:
    await both.lines("annie@twitch: !open halflings mode=duel", "bob@twitch: !join")
    ann, annie = both.person("ann"), both.person("annie@twitch")
    await both.store.put_note("self", annie.id, b'{"person":"%s","link":"x"}' % ann.id.encode())
    fresh = both.again()
    assert (await fresh.say("annie@twitch", "!start")).ok
    assert (await fresh.say("annie@twitch", "!leave")).ok
    await fresh.end()


# Apart again


async def test_apart_a_self_begins_with_nothing_and_gets_no_second_welcome(both: TwoPlaces) -> None:
    await a_game_on_twitch(both, "annie@twitch", "bob@twitch")
    await linked(both)
    await both.say("annie@twitch", "!wallet")
    had = await purse(both, "ann", both.there)
    assert "stands on its own again" in (await privately(both, "ann", "!link apart")).text
    await both.say("annie@twitch", "!wallet")
    assert await purse(both, "annie@twitch", both.there) == 200, "as every purse that is empty, once a day"
    assert not (await both.say("annie@twitch", DUEL)).ok
    assert await purse(both, "ann", both.there) == had
    await linked(both)
    assert (await both.say("annie@twitch", "!wallet")).ok
    assert await purse(both, "ann", both.there) == had, "what a self got for nothing goes back"
    assert sum((await both.store.accounts(both.there)).values()) == 0


async def test_of_several_selves_the_platform_says_which_one_parts(both: TwoPlaces) -> None:
    await linked(both)
    await linked(both, "ann", "guest@web")
    assert "twitch, web" in (await privately(both, "ann", "!link apart")).text
    assert (await privately(both, "ann", "!link apart web")).ok
    assert [one.id for one in await both.house.selves.of(PersonId(both.id_of("ann")))] == [both.id_of("annie@twitch")]


async def test_who_has_selves_already_brings_them_along(both: TwoPlaces) -> None:
    code = await code_of(both, "annie@twitch")
    await privately(both, "guest@web", f"!link {code}")
    await privately(both, "guest@web", "!link yes")
    await privately(both, "annie@twitch", "!link")
    assert "you are annie on Twitch" in (await privately(both, "annie@twitch", "!link yes")).text
    await linked(both)
    selves = both.house.selves
    for name in ("annie@twitch", "guest@web", "ann"):
        assert await selves.person_of(PersonId(both.id_of(name))) == both.id_of("ann")


# On pages, and as staff


async def test_a_channel_is_still_its_streamers_whichever_self_opens_the_control_page(both: TwoPlaces) -> None:
    from bot.app.table_room import Room  # noqa: PLC0415 - only this test needs the web

    streamer = Person(PersonId(both.there), "streamer")
    ann = both.person("ann")
    await both.house.selves.link(ann, streamer, "L", lambda _: False)
    person = await both.house.selves.person_of(streamer.id)
    room = Room(both.house, {})
    assert room.rights_of(person, VenueId(both.there)) == Rights.OWNER
    assert room.rights_of(PersonId(both.id_of("bob")), VenueId(both.there)) == Rights.PLAYER


async def test_a_private_answer_reaches_the_page_of_the_person(both: TwoPlaces) -> None:
    await linked(both)
    assert await both.house.selves.person_of(PersonId(both.id_of("annie@twitch"))) == both.id_of("ann")
    assert both.house.selves.ids(PersonId(both.id_of("ann"))) == (both.id_of("ann"), both.id_of("annie@twitch"))


# Trouble


def nothing_clashes(_: Sequence[PersonId]) -> bool:
    return False


async def test_two_processes_that_link_one_self_to_two_people_at_once_link_it_to_one(
    both: TwoPlaces, store: Store
) -> None:
    ann, bea, annie = both.person("ann"), both.person("bea"), both.person("annie@twitch")
    one, other = Selves(store), Selves(store)

    async def link(selves: Selves, kept: Person, name: str) -> bool:
        for _ in range(50):
            try:
                await selves.link(kept, annie, name, nothing_clashes)
            except LinkingError as wrong:
                if wrong.args[0] != "linking-busy":
                    return False
                await asyncio.sleep(0.01)
            else:
                return True
        return False

    done = await asyncio.gather(link(one, ann, "A"), link(other, bea, "B"))
    assert sorted(done) == [False, True]
    kept, left = (ann, bea) if done[0] else (bea, ann)
    assert await Selves(store).person_of(annie.id) == kept.id
    assert await Selves(store).of(left.id) == ()


async def test_nobody_is_led_in_a_circle(both: TwoPlaces, store: Store) -> None:
    ann, annie = both.person("ann"), both.person("annie@twitch")
    selves = Selves(store)
    await selves.link(ann, annie, "A", nothing_clashes)
    with pytest.raises(LinkingError, match="linking-changed"):
        await selves.link(annie, ann, "B", nothing_clashes)
    assert await Selves(store).person_of(annie.id) == ann.id
    assert await Selves(store).person_of(ann.id) == ann.id


async def test_while_the_store_is_away_everybody_is_who_they_were_known_as_last(
    both: TwoPlaces, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    selves = Selves(store, lambda: now)
    ann, annie = both.person("ann"), both.person("annie@twitch")
    await selves.link(ann, annie, "A", nothing_clashes)
    assert await selves.person_of(annie.id) == ann.id

    async def gone(*_: object) -> bytes:
        raise StoreTrouble("unreachable", "gone")

    monkeypatch.setattr(Store, "note", gone)
    now = 100.0
    assert await selves.person_of(annie.id) == ann.id
    assert await selves.person_of(PersonId("twitch:never-met")) == "twitch:never-met"


# Random evenings


async def test_who_is_forgotten_where_another_house_linked_them_just_now_goes_with_all_their_selves(
    both: TwoPlaces,
) -> None:
    """A house believes for a minute that a self is not linked. The other selves must not lead to nobody then."""
    stale = both.again()
    assert (await stale.say("annie@twitch", "!wallet")).ok
    await linked(both, "ann", "annie@twitch")
    await linked(both, "ann", "wes@web")
    await privately(stale, "annie@twitch", "!forget me")
    assert "you are forgotten" in (await privately(stale, "annie@twitch", "!forget me yes")).text
    selves = Selves(both.store)
    for name in ("ann", "annie@twitch", "wes@web"):
        assert await selves.person_of(PersonId(both.id_of(name))) == both.id_of(name)
        assert await selves.of(PersonId(both.id_of(name))) == ()
    await stale.end()


async def test_who_was_linked_while_they_were_being_forgotten_takes_no_other_self_along(both: TwoPlaces) -> None:
    await linked(both, "ann", "annie@twitch")
    await linked(both, "ann", "wes@web")
    annie = PersonId(both.id_of("annie@twitch"))
    await both.house.part(People).forget(annie)  # like a killed process that had begun before they were linked
    selves = Selves(both.store)
    ann, wes = PersonId(both.id_of("ann")), PersonId(both.id_of("wes@web"))
    assert await selves.person_of(annie) == annie
    assert await selves.person_of(wes) == ann
    assert [one.id for one in await selves.of(ann)] == [wes]


PEOPLE = ("ann", "bea", "cid", "tim@twitch", "una@twitch", "vic@twitch", "wes@web")
LINES = (
    *("!wallet", "!stats", "!top", "!ledger"),
    *(DUEL, "!join", "!start", "!stake 50", "!roll", "!stand", "!leave", "!rematch", "!close"),
)

TO_BE_DONE = ("linked", DUEL, "corrected")
"""The least that must happen: an evening goes on until each was done."""


async def play(both: TwoPlaces, chance: random.Random, done: Counter[str], name: str, other: str) -> None:
    for who, line in ((name, DUEL), (other, "!join"), (name, "!start"), (name, "!stake 50"), (other, "!roll")):
        done[line] += (await both.say(who, line)).ok
    if chance.random() < 0.7:
        await both.wait(600)
        for who in (name, other):
            done["!leave"] += (await both.say(who, "!leave")).ok


async def have_money(both: TwoPlaces, chance: random.Random, done: Counter[str], other: str) -> None:
    """Let staff correct a purse, and somebody give suckers away. Each may be refused."""
    name = chance.choice(
        [one for one in PEOPLE if one != other and one.endswith("@twitch") == other.endswith("@twitch")]
    )
    both.rights[other] = Rights.STAFF
    called = name.partition("@")[0]
    change = chance.choice(("+900", "+20", "-half", "-5000"))
    done["corrected"] += (await both.say(other, f"!correct {called} {change} the dice fell off")).ok
    both.rights.pop(other)
    while chance.random() < 0.8 and (await both.say(other, "!leave")).ok:  # people with a seat for purses give nothing
        pass
    done["given"] += (await both.say(other, f"!gift {called} {chance.choice(('10', 'half', 'all'))}")).ok


async def places_become_one_or_part(both: TwoPlaces, chance: random.Random, done: Counter[str]) -> None:
    """Make the server and the channel one community, or separate them. Each line may be left out, or refused."""
    if chance.random() < 0.4:
        done["parted places"] += (await both.say("tess@twitch", "!community apart")).ok
        return
    code = (await both.say("olga", "!community")).text.partition("code is ")[2][:8]
    for who, line in (("tess@twitch", f"!community {code}"), ("olga", "!community"), ("olga", "!community yes")):
        if chance.random() < 0.95:
            done["one community"] += (await both.say(who, line)).text.startswith("Done: this place")


async def regulars_with_an_allowance(both: TwoPlaces) -> None:
    """Let all be regulars, with a daily allowance in both places."""
    for venue in (both.server, both.there):
        for name in PEOPLE:
            played = venue_keys(venue).played(both.id_of(name))
            await both.store.pipe.write_all([("ZADD", played, number + 1, f"r{number}") for number in range(5)])
    both.rights |= {"olga": Rights.OWNER, "tess@twitch": Rights.OWNER}
    for owner in ("olga", "tess@twitch"):
        await both.lines(f"{owner}: !server allowance 50", f"{owner}: !server gifts 300")
    await both.lines("una@twitch: !gift tim 10")


async def does_something(both: TwoPlaces, chance: random.Random, done: Counter[str]) -> None:
    name, other = chance.sample(PEOPLE, 2)
    match chance.randrange(13):
        case 0 | 1:
            code = (await both.say(name, "!link", private=True)).text.partition("code is ")[2][:8]
            for who, line in ((other, f"!link {code}"), (other, "!link yes"), (name, "!link"), (name, "!link yes")):
                if chance.random() < 0.9:
                    told = (await both.say(who, line, private=True)).text
                    done["linked"] += told.startswith("Done")
        case 2:
            told = (await both.say(name, f"!link apart {chance.choice(('', 'twitch', 'web'))}", private=True)).text
            done["parted"] += told.startswith("Done")
        case 3:
            await both.wait(chance.choice((20, 60, 600, 90_000)))
            with suppress(StoreTrouble):  # its seconds are counted by the server's own clock
                await both.store.drop_note(LOCK, "all")
        case 4:
            both.rights[name] = Rights.STAFF
            await both.sure(name, "!reset the dice fell off the table")
            both.rights.pop(name)
        case 5 | 6:
            await play(both, chance, done, name, other)
        case 7 | 12:
            places = chance.random() < 0.5
            await (places_become_one_or_part(both, chance, done) if places else have_money(both, chance, done, other))
        case 8 if chance.random() < 0.3:
            await both.say(name, "!forget me", private=True)
            done["forgotten"] += "you are forgotten" in (await both.say(name, "!forget me yes", private=True)).text
        case _:
            line = chance.choice(LINES)
            done[line] += (await both.say(name, line)).ok


async def check(both: TwoPlaces) -> None:
    selves = Selves(both.store)
    persons = {name: await selves.person_of(PersonId(both.id_of(name))) for name in PEOPLE}
    for venue in (both.server, both.there):
        accounts = await both.store.accounts(venue)
        assert sum(accounts.values()) == 0
        assert all(amount >= 0 for account, amount in accounts.items() if account != "bank"), accounts
        for table in {table for place in (both.here, both.there) for table in await both.store.tables_at(venue, place)}:
            session = await both.house.repository.get(TableRef(venue, table), fresh=True)
            players = [seated.player for seated in session.people]
            assert len(players) == len(set(players))
    for name, person in persons.items():
        assert await selves.person_of(person) == person, "who somebody leads to leads nowhere"
        if person != both.id_of(name):
            assert person in set(persons.values())
            assert both.id_of(name) in {one.id for one in await selves.of(person)}


async def check_purses(both: TwoPlaces) -> None:
    """Check that everybody who spoke in a place has one purse there, with any self."""
    for name in PEOPLE:
        assert (await both.say(name, "!wallet")).text
        person = await both.house.selves.person_of(PersonId(both.id_of(name)))
        venue = VenueId(both.there if name.endswith("@twitch") else both.server)
        home = await both.house.part(Communities).home_of(venue)
        if person != both.id_of(name):
            assert {await purse(both, name, venue), await purse(both, name, home)} <= {None, 0}
        if home != venue:
            assert await both.store.balance(venue, f"purse:{person}") in {None, 0}
        accounts = await both.store.accounts(venue)
        assert sum(accounts.values()) == 0
        assert not any(amount for account, amount in accounts.items() if account.startswith("purse:gone:"))
        welcomed = welcomes(await both.store.ledger(venue, None, 10_000))
        assert len(welcomed) == len(set(welcomed))


def welcomes(entries: Sequence[Entry]) -> list[str]:
    """Return the accounts welcomed by the bank, once for each time; a deleted person's selves count as one."""
    return [one.target for one in entries if one.cause == "welcome" and not one.target.startswith("purse:gone:")]


def cut_now_and_then(both: TwoPlaces, monkeypatch: pytest.MonkeyPatch, chance: random.Random) -> None:
    """Lose one of forty packets that change something, before or after they are carried out."""
    send = both.store.pipe._send

    async def cut(commands: Any, *, changes: bool, **how: Any) -> Any:
        lost = chance.random() if changes else 1
        if lost < 0.0125:
            raise StoreTrouble("unreachable", "killed")
        answer = await send(commands, changes=changes, **how)
        if lost < 0.025:
            raise StoreTrouble("unreachable", "killed", pending=True)
        return answer

    monkeypatch.setattr(both.store.pipe, "_send", cut)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 20))])
async def test_whatever_people_do_the_ledger_adds_up_and_nobody_sits_twice(
    both: TwoPlaces, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Either of two houses on one store hears each line, so what a house knows may be old."""
    chance, houses, done = random.Random(seed), [both, both.again()], Counter[str]()  # noqa: S311 - not the dice of a game
    for names in (("tim@twitch", "una@twitch"), ("ann", "bea"), ("cid", "ann")):
        await a_game_on_twitch(both, *names)
    await regulars_with_an_allowance(both)
    if seed % 2:
        code = (await both.say("olga", "!community")).text.split("code is ")[1][:8]
        await both.lines(f"tess@twitch: !community {code}", "olga: !community", "olga: !community yes")
    cut_now_and_then(both, monkeypatch, chance)
    for step in range(600):
        if step >= 150 and min(done[one] for one in TO_BE_DONE) > 0:
            break
        await does_something(houses[step % 2 if chance.random() < 0.8 else 0], chance, done)
        if chance.random() < 0.1:
            await check(both)
    monkeypatch.undo()
    fresh = both.again()
    await fresh.house.part(People).go_on()
    await check(both)
    await check_purses(fresh)
    assert min(done[one] for one in TO_BE_DONE) > 0, done
    await fresh.end()
    await houses[1].end()
