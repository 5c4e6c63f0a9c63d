"""Test a whole night on Discord by buttons alone: planned, signed up for, called, seated, with somebody who does not
come and one who leaves, over a restart, to its report and the next date.
"""

import random

from parlour import Guest, Parlour, Shown
from screen_ways import made, ways_on

from bot.ports.ids import VenueId
from bot.table.document import Session
from bot.table.phases import Playing
from bot.wings.nights.nights import Nights


async def open_tables(parlour: Parlour) -> list[Session]:
    place = f"discord:{parlour.channel.id}"
    return list(await parlour.house.directory.at(parlour.venue, place, fresh=True))  # type: ignore[arg-type]


def card_of(parlour: Parlour, code: str) -> Shown:
    return [one for one in parlour.messages if f"· {code}" in one.text and one.labels][-1]


def said(parlour: Parlour, part: str) -> list[Shown]:
    return [one for one in parlour.messages if part in one.text]


async def played_on(parlour: Parlour, table: Session, people: dict[str, Guest], chance: random.Random) -> None:
    """Let those at a table who may move do so until its game is over."""
    for _ in range(60):
        (now,) = [one for one in await open_tables(parlour) if one.table == table.table]
        if not isinstance(now.phase, Playing):
            return
        for name in [seat.name for seat in now.seats]:
            card = card_of(parlour, now.code)
            label = next((one for one in ("My hand", "My moves") if one in card.labels), "")
            looked = await people[name].presses(card, label) if label else None
            ways = list(ways_on(looked.message if looked is not None and looked.all else card))
            if ways and looked is not None:
                await made(people[name], looked.message, chance.choice(ways), chance)
                break
        else:
            await parlour.wait(1)
    raise AssertionError("the game never ends")


async def test_a_whole_night_is_done_by_buttons(parlour: Parlour) -> None:
    chance = random.Random(1)  # noqa: S311 - not the dice of a game
    people = {name: parlour.person(name) for name in ("ann", "ben", "cid", "dan", "eve", "fay")}
    what = "halflings mode=duel cooldown=0 stack=1 seats=4"
    asked = await people["ann"].slash("night plan", when="tomorrow 20:00 every week", what=what)
    await people["ann"].presses(asked.message, "Yes, do it")
    (announced,) = said(parlour, "has planned night 1")
    for name in ("ann", "ben", "cid", "dan", "eve"):
        await people[name].presses(announced, "I come")
    await people["fay"].presses(announced, "Maybe")

    nights = parlour.house.part(Nights)
    (coming,) = (await nights.of(VenueId(parlour.venue))).nights
    await parlour.wait((coming.at - parlour.store.clock.now()) / 1000 - 14 * 60)
    (called,) = said(parlour, "begins in 15 minutes")
    assert set(called.of.raw_mentions) == {one.id for one in people.values()}
    await parlour.wait(14 * 60 + 5)
    (begins,) = said(parlour, "begins with")
    for name in ("ann", "ben", "cid"):
        await people[name].presses(begins, "I am here")
    await parlour.restart()
    await parlour.wait(181)
    tables = await open_tables(parlour)
    assert sorted(sorted(seat.name for seat in one.seats) for one in tables) == [["ann", "ben"], ["cid", "eve"]]
    assert said(parlour, "Not there on night 1: dan.")
    first, second = sorted(tables, key=lambda one: [seat.name for seat in one.seats])
    menu = await people["eve"].presses(card_of(parlour, second.code), "More")
    asked = await people["eve"].presses(menu.message, "Leave")
    assert "Do you really want to leave?" in asked.text
    await people["eve"].presses(asked.message, "Yes, do it")
    await played_on(parlour, first, people, chance)
    for name, code in (("cid", second.code), ("ann", first.code), ("ben", first.code)):
        menu = await people[name].presses(card_of(parlour, code), "More")
        left = await people[name].presses(menu.message, "Leave")
        assert left.text == "You have left the table."
    await parlour.wait(65)
    assert await open_tables(parlour) == []
    (over,) = said(parlour, "Night 1 is over. Points, one for each person beaten: ")
    (coming,) = (await nights.of(VenueId(parlour.venue))).nights
    assert f"The next one: <t:{coming.at // 1000}:F>." in over.text
    await people["dan"].presses(over, "I come")
    (coming,) = (await nights.of(VenueId(parlour.venue))).nights
    assert [one.name for one in coming.guests] == ["dan"]
