"""Rooms are venues of their own: no table of one is found from another, and a guest's purse moves in once."""

import re

import pytest
from evening import Evening, Witness
from msgspec.structs import replace
from two_places import Page

from bot.people.moving_in import MovingIn
from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Answer, Message, Person, Rights
from bot.ports.rooms import MAIN, place_of_room, venue_of_room
from persistence import Store, StoreTrouble, TableRef, Transfer

DEN = venue_of_room("den")
FIRST = venue_of_room(MAIN)


class OnPages(Witness):
    """The browser's side."""

    platform = "web"


@pytest.fixture
def house(evening: Evening) -> Evening:
    evening.house.add(OnPages())
    evening.house.add_window(Page())  # type: ignore[arg-type]  # as in `two_places`
    return evening


def said(house: Evening, room: str, name: str, text: str, *, private: bool = False) -> Message:
    message = replace(house.message(name, text, private=private), sender=Person(PersonId(f"web:{name}"), name))
    return replace(message, venue=venue_of_room(room), place=PlaceId("") if private else place_of_room(room))


async def say(house: Evening, room: str, name: str, text: str, *, private: bool = False) -> Answer:
    return await house.hear(said(house, room, name, text, private=private))


async def purse(house: Evening, venue: VenueId, name: str) -> int | None:
    return await house.store.balance(venue, f"purse:web:{name}")


async def code_in(house: Evening, room: str) -> str:
    (table,) = await house.store.tables_at(venue_of_room(room), place_of_room(room))
    return table.rpartition("-")[2]


async def in_balance(store: Store, *venues: VenueId) -> bool:
    return not any([sum((await store.accounts(venue)).values()) for venue in venues])


async def had_before(house: Evening, name: str, balance: int) -> None:
    """Somebody has played in a room before it was a venue: their purse lies where all rooms had theirs."""
    account = f"purse:web:{name}"
    gifts = (Transfer("bank", account, 1000, "welcome", once=f"welcome:web:{name}"),)
    more = (Transfer("bank", account, balance - 1000, "won"),) if balance > 1000 else ()
    less = (Transfer(account, "bank", 1000 - balance, "lost"),) if balance < 1000 else ()
    await house.store.transfer(FIRST, (*gifts, *more, *less))


# Walls


@pytest.mark.parametrize(("here", "there"), [("den", "attic"), ("den", MAIN), (MAIN, "den")])
async def test_a_table_of_another_room_is_found_by_no_code(house: Evening, here: str, there: str) -> None:
    assert (await say(house, here, "ann", "!open halflings")).ok
    code = await code_in(house, here)
    for line in ("join", "table", "start", "close", "stake 5"):
        answer = await say(house, there, "zoe", f"!{code} {line}")
        assert not answer.ok
        assert answer.text.startswith(f"There is no table {code} here: "), line
    assert (await say(house, here, "ben", f"!{code} table")).ok


async def test_a_moderator_of_one_room_is_none_in_another(house: Evening) -> None:
    assert (await say(house, "den", "ann", "!open halflings")).ok
    code = await code_in(house, "den")
    message = replace(said(house, "attic", "mia", f"!{code} end yes a bug"), rights=Rights.STAFF)
    assert (await house.hear(message)).text.startswith(f"There is no table {code} here: ")


async def test_each_room_has_purses_of_its_own(house: Evening) -> None:
    for room in ("den", "attic"):
        assert (await say(house, room, f"ann-{room}", "!open halflings money=purse")).ok
    assert await purse(house, DEN, "ann-den") == 800
    assert await purse(house, FIRST, "ann-den") is None


async def test_a_table_that_stood_in_a_room_before_it_was_a_venue_is_played_on(house: Evening) -> None:
    message = replace(said(house, "den", "ann", "!open halflings money=purse"), venue=FIRST)
    assert (await house.hear(message)).ok, "an older bot counted all rooms to one venue"
    assert (await say(house, "den", "ann", "!start")).ok
    assert (await say(house, "den", "ann", "!stake 5")).ok
    (table,) = await house.store.tables_at(FIRST, place_of_room("den"))
    assert (await house.house.repository.get(TableRef(FIRST, table))).venue == FIRST
    seen = await house.house.look(Person(PersonId("web:ann"), "ann"), DEN, place_of_room("den"), "en", page=True)
    assert len(seen) == 2, "the table, and what is hers"
    await house.wait(7 * 3600)
    assert await in_balance(house.store, FIRST, DEN)


async def test_a_room_without_settings_keeps_those_that_all_rooms_had(house: Evening) -> None:
    owner = replace(said(house, MAIN, "oda", "!server prefix ?"), rights=Rights.OWNER)
    assert (await house.hear(owner)).ok
    assert "begins with ?" in (await say(house, "den", "zoe", "?server")).text
    owner = replace(said(house, "den", "oda", "?server archive 90"), rights=Rights.OWNER)
    assert (await house.hear(owner)).ok
    told = (await say(house, "den", "zoe", "?server")).text
    assert "begins with ?" in told
    assert "90 days" in told
    assert "365 days" in (await say(house, MAIN, "zoe", "?server")).text


# Moving in


@pytest.mark.parametrize("balance", [100, 400, 1000, 3210])
async def test_a_purse_moves_into_its_room_once_and_brings_no_second_welcome(house: Evening, balance: int) -> None:
    await had_before(house, "ann", balance)
    for _ in range(3):
        assert "Your purse" in (await say(house, "den", "ann", "!wallet", private=True)).text
    assert await purse(house, FIRST, "ann") == 0
    assert await purse(house, DEN, "ann") == balance
    assert await in_balance(house.store, FIRST, DEN)
    causes = [entry.cause for entry in await house.store.ledger(DEN, "purse:web:ann")]
    assert causes.count("moved-in") == 1
    assert causes.count("welcome") == causes.count("joined-welcome") == 1
    await MovingIn(house.store).move(PersonId("web:ann"), DEN)
    assert await purse(house, DEN, "ann") == balance


async def test_who_had_lost_everything_gets_no_second_welcome(house: Evening) -> None:
    await had_before(house, "ann", 0)
    await MovingIn(house.store).move(PersonId("web:ann"), DEN)
    assert await purse(house, DEN, "ann") == 0
    refused = await say(house, "den", "ann", "!open halflings money=purse buyin=10")
    assert refused.text == "Your purse holds 0; the buy-in is 10."


async def test_what_an_older_table_pays_back_later_comes_along_too(house: Evening) -> None:
    await had_before(house, "ann", 700)
    moving = MovingIn(house.store)
    await moving.move(PersonId("web:ann"), DEN)
    await house.store.transfer(FIRST, (Transfer("bank", "purse:web:ann", 200, "paid-back"),))
    await MovingIn(house.store).move(PersonId("web:ann"), DEN)
    assert await purse(house, DEN, "ann") == 900
    assert await in_balance(house.store, FIRST, DEN)


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("after", [False, True])
async def test_killed_in_between_nothing_is_lost_and_nothing_doubled(
    house: Evening, step: int, after: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F1."""
    await had_before(house, "ann", 700)
    transfer, done = type(house.store).transfer, 0

    async def until(self: Store, venue: str, transfers: tuple[Transfer, ...]) -> object:
        nonlocal done
        done += 1
        answer = await transfer(self, venue, transfers) if done < step or (done == step and after) else None
        if done >= step:
            raise StoreTrouble("unreachable", "killed")
        return answer

    monkeypatch.setattr(type(house.store), "transfer", until)
    with pytest.raises(StoreTrouble):
        await MovingIn(house.store).move(PersonId("web:ann"), DEN)
    monkeypatch.undo()
    await MovingIn(house.store).move(PersonId("web:ann"), DEN)
    assert (await purse(house, FIRST, "ann"), await purse(house, DEN, "ann")) == (0, 700)
    assert await in_balance(house.store, FIRST, DEN)


async def test_who_is_of_another_platform_and_who_stays_in_the_main_room_keep_theirs(house: Evening) -> None:
    await had_before(house, "ann", 700)
    await MovingIn(house.store).move(PersonId("web:ann"), FIRST)
    await house.store.transfer(FIRST, (Transfer("bank", "purse:twitch:7", 300, "won"),))
    await MovingIn(house.store).move(PersonId("twitch:7"), DEN)
    assert await purse(house, FIRST, "ann") == 700
    assert await house.store.balance(FIRST, "purse:twitch:7") == 300


# To another browser


async def test_a_purse_is_carried_to_another_browser_by_a_code(house: Evening) -> None:
    """The one browser gives a code, the other says it, and both say yes: one person, with one purse."""
    assert (await say(house, "den", "ann", "!open halflings money=purse")).ok
    await say(house, "den", "ann", "!close")
    await house.store.transfer(DEN, (Transfer("bank", "purse:web:ann", 345, "won"),))
    given = (await say(house, "den", "ann", "!link", private=True)).text
    code, *_ = re.findall(r"\b[0-9A-Z]{8}\b", given)
    assert (await say(house, "den", "ann-phone", f"!link {code}", private=True)).ok
    for name in ("ann-phone", "ann", "ann", "ann-phone"):
        await say(house, "den", name, "!link yes", private=True)
    wallets = [await say(house, "den", name, "!wallet", private=True) for name in ("ann", "ann-phone")]
    purses = [one.text.splitlines()[0] for one in wallets]
    assert purses[0] == purses[1]
    assert "1,345" in purses[0]
