"""Test that each room is its own venue, so that no table of one is found from another."""

import re

import pytest
from evening import Evening, Witness
from msgspec.structs import replace
from two_places import Page

from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Answer, Message, Person, Rights
from bot.ports.rooms import MAIN, place_of_room, venue_of_room
from persistence import Store, Transfer

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
    """Give somebody a purse from the time before rooms were venues, when all rooms shared one place for purses."""
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


# To another browser


async def test_a_purse_is_carried_to_another_browser_by_a_code(house: Evening) -> None:
    """One browser gives a code, the other says it, and both say yes: one person, with one purse."""
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
