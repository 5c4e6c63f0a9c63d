"""Test people from another platform on the room's page: what they say and are told is theirs alone (threats T1, T2)."""

import json
from collections.abc import Sequence
from contextlib import AsyncExitStack

import pytest
from web.conftest import PATIENCE, Browser, House, NewBrowser, Stream
from web.small_doors import ANNS, BOBS, VIC, WES

from bot.adapters.web import TableRoom
from bot.adapters.web.guests.guest import Guest, locked
from bot.adapters.web.guests.guests import Guests
from bot.adapters.web.guests.linked_guests import LinkedGuests
from bot.ports.messages import Answer, Arrival, File, News, Person, PrivateAnswer, Rights


async def test_what_they_say_is_for_the_bot_alone(house: House, new_browser: NewBrowser) -> None:
    vics, wess, petes = await new_browser(), await new_browser(), await new_browser()
    vic, wes, pete = await vics.link(house.bot, VIC), await wess.link(house.bot, WES), await petes.sit("Pete")
    async with await wess.open(wes) as page, await petes.open(pete) as room:
        for line in ("hello there", "!open highest", "@bot help", "staff open sesame"):
            await vics.say(vic, line)
        await vics.say(vic, "help", pressed=True)
        await petes.say(pete, "done")
        await room.chat("done")
        house.room.tell(WES.id, Answer("done"))
        await answered(page, "done")
    told = [(message.text, message.private, message.place) for message in house.bot.heard]
    lines = ["hello there", "!open highest", "help", "staff open sesame", "help"]
    assert told == [(line, True, ANNS.place) for line in lines]
    for seen in (page.seen, room.seen):
        assert [line["text"] for content in seen for line in content.get("chat", ())] in ([], ["done"])
        assert "hello there" not in json.dumps(seen)


async def answered(page: Stream, text: str) -> dict[str, object]:
    content = await page.until(lambda content: any(one["text"] == text for one in content.get("answers", ())))
    found: dict[str, object] = next(one for one in content.get("answers", ()) if one["text"] == text)
    return found


async def test_an_open_page_begins_anew_as_who_its_self_is_now(house: House, new_browser: NewBrowser) -> None:
    """After Wes parted from Vic, his page is told nothing more that is for Vic, and says nothing in Vic's name."""
    house.bot.persons[WES.id] = VIC.id
    wess = await new_browser()
    wes = await wess.link(house.bot, WES)
    async with await wess.open(wes) as page:
        house.room.tell(VIC.id, Answer("for Vic, who is Wes"))
        await answered(page, "for Vic, who is Wes")
        del house.bot.persons[WES.id]
        house.room.know_anew([WES.id])
        while not (message := await page.socket.receive(timeout=PATIENCE)).type.name.startswith("CLOS"):
            assert message.type.name == "TEXT"
        assert page.socket.close_code == 1001, "a page that loses its line comes back by itself"
    async with await wess.open(wes) as page:
        house.room.tell(VIC.id, Answer("for Vic alone"))
        house.room.tell(WES.id, Answer("for Wes"))
        await answered(page, "for Wes")
        assert "for Vic alone" not in json.dumps(page.seen)
    await wess.say(wes, "help")
    assert house.bot.heard[-1].sender.id == WES.id


async def test_pages_of_others_stay_open_where_one_self_begins_anew(house: House, new_browser: NewBrowser) -> None:
    vics, wess = await new_browser(), await new_browser()
    vic, wes = await vics.link(house.bot, VIC), await wess.link(house.bot, WES)
    async with await vics.open(vic) as page, await wess.open(wes):
        house.room.know_anew([WES.id])
        house.room.tell(VIC.id, Answer("done"))
        await answered(page, "done")


async def test_nobody_is_told_who_looks_on(house: House, new_browser: NewBrowser) -> None:
    vics, wess = await new_browser(), await new_browser()
    vic = await vics.link(house.bot, VIC)
    async with await vics.open(vic) as page:
        async with await wess.open(await wess.link(house.bot, WES)) as other:
            await other.next()
        house.room.tell(VIC.id, Answer("done"))
        await answered(page, "done")
    assert [content.get("people") for content in page.seen[1:]] == [None] * len(page.seen[1:])
    assert "Wes" not in json.dumps(page.seen + other.seen)


@pytest.mark.parametrize("rights", Rights)
async def test_their_rights_are_those_of_their_venue(house: House, browser: Browser, rights: Rights) -> None:
    house.bot.rights[VIC.id, ANNS.venue] = rights
    here, there = await browser.link(house.bot, VIC), await browser.link(house.bot, VIC, BOBS)
    for guest in (here, there):
        await browser.say(guest, "help")
    assert [message.rights for message in house.bot.heard] == [rights, Rights.PLAYER]


async def test_the_word_of_the_room_makes_them_nobody(house: House, browser: Browser) -> None:
    """Their rights come from their own platform; what they type is passed on like everything else."""
    port = house.room.port
    await house.room.stop()
    room = TableRoom(house.bot, house.shelf, host="127.0.0.1", port=port, staff_word="open sesame")
    house.room = house.bot.room = room
    await house.room.start()
    guest = await browser.link(house.bot, VIC)
    await browser.say(guest, "staff open sesame")
    await browser.say(guest, "help")
    assert [message.rights for message in house.bot.heard] == [Rights.PLAYER] * 2


async def test_a_hand_reaches_its_own_page_alone(house: House, new_browser: NewBrowser) -> None:
    """In a whole game over two platforms, each page is told the number of its own seat and no other."""
    people: Sequence[Person | None] = (VIC, WES, None)
    browsers = [await new_browser() for _ in people]
    guests = [
        await one.link(house.bot, who) if who else await one.sit("Pete")
        for one, who in zip(browsers, people, strict=True)
    ]
    async with AsyncExitStack() as stack:
        pages = [
            await stack.enter_async_context(await one.open(who)) for one, who in zip(browsers, guests, strict=True)
        ]
        await browsers[0].say(guests[0], "open highest")
        table = next(iter(house.bot.tables.values()))
        await browsers[1].say(guests[1], "join")
        await browsers[2].say(guests[2], "join", table=table.code)
        await browsers[0].say(guests[0], "start")
        await browsers[0].say(guests[0], "stake 5")
        numbers = [str(sitter.hidden) for sitter in table.sitters]
        late = [await stack.enter_async_context(await one.open(who)) for one, who in zip(browsers, guests, strict=True)]
        for page, own in zip(pages + late, numbers * 2, strict=True):
            await page.until(lambda _, page=page, own=own: own in json.dumps(page.seen))  # type: ignore[misc]
        for person in (VIC.id, WES.id, f"web:{guests[2]}"):
            assert house.room.tell(person, Answer("done"))
        for page, own in zip(pages + late, numbers * 2, strict=True):
            await answered(page, "done")
            told = json.dumps(page.seen)
            assert [number for number in numbers if number in told] == [own]


async def test_an_answer_to_what_they_said_elsewhere(house: House, new_browser: NewBrowser) -> None:
    """It appears on all their open pages, wherever they asked, and on nobody else's."""
    vics, wess = await new_browser(), await new_browser()
    vic, far, wes = (
        await vics.link(house.bot, VIC),
        await vics.link(house.bot, VIC, BOBS),
        await wess.link(house.bot, WES),
    )
    assert not house.room.tell(VIC.id, Answer("nobody looks"))
    async with (
        await vics.open(vic) as one,
        await vics.open(vic) as two,
        await vics.open(far) as three,
        await wess.open(wes) as other,
    ):
        for page in (one, two, three, other):
            await page.next()
        answer = PrivateAnswer("Your number is 7.", files=(File("game.jsonl", b"{}\n"),), confirm="wipe yes")
        assert house.room.tell(VIC.id, answer)
        for page in (one, two, three):
            found = await answered(page, answer.text)
            assert found == {
                "ok": True,
                "text": "Your number is 7.",
                "secret": True,
                "files": [{"name": "game.jsonl", "content": "e30K"}],
                "confirm": "wipe yes",
            }
        assert house.room.tell(WES.id, Answer("done"))
        await answered(other, "done")
        assert answer.text not in json.dumps(other.seen)
    assert not house.room.tell("twitch:999", Answer("nobody"))


async def test_the_house_asks_who_looks_on(house: House, browser: Browser) -> None:
    audiences = (f"person:{VIC.id}", f"place:{ANNS.place}")
    guest = await browser.link(house.bot, VIC)
    assert not any(house.room.looks_on(audience) for audience in audiences)
    async with await browser.open(guest) as page:
        await page.next()
        assert all(house.room.looks_on(audience) for audience in audiences)
        for other in (f"person:{WES.id}", f"place:{BOBS.place}", "person:", "place:", "", f"person:web:{guest}"):
            assert not house.room.looks_on(other)


async def test_a_window_shows_what_their_own_platform_is_told(house: House, browser: Browser) -> None:
    guest = await browser.link(house.bot, VIC)
    await browser.say(guest, "open highest")
    table = next(iter(house.bot.tables.values()))
    async with await browser.open(guest) as page:
        assert [told["own"] for told in (await page.next())["tables"]] == [True, False]
        house.room.show_also(house.bot.update(table, None, (News("For all.", 1),)))
        house.room.show_also(house.bot.update(table, VIC, (News("For Vic.", 1),)))
        house.room.show_also(house.bot.update(table, WES, (News("For Wes.", 1),)))
        await page.until(lambda _: all(text in json.dumps(page.seen) for text in ("For all.", "For Vic.")))
    assert "For Wes." not in json.dumps(page.seen)


async def test_who_is_in_no_place_still_has_a_hand(house: House, browser: Browser) -> None:
    """After a direct message to the bot, there is a person but no place."""
    secret = house.bot.personal_link(VIC, None)
    guest = (await browser.post("/hand", {"secret": secret})).guest
    assert "Your hand" in (await browser.get(f"/seat/{guest}/")).text
    await browser.say(guest, "help")
    assert (house.bot.heard[-1].venue, house.bot.heard[-1].place) == ("", "")
    async with await browser.open(guest) as page:
        await page.next()
        assert house.room.looks_on(f"person:{VIC.id}")
        assert not house.room.looks_on("place:")


async def test_a_page_that_opens_while_its_seat_is_lost_is_shut(
    house: House, new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the check of its cookie and its first message, another device has connected."""
    phone = await new_browser()
    first = await phone.link(house.bot, VIC)
    still_sits = Guests.still_sits

    async def meanwhile(self: Guests, guest: Guest) -> bool:
        monkeypatch.setattr(Guests, "still_sits", still_sits)
        await house.room.unlink(VIC.id)
        return await still_sits(self, guest)

    monkeypatch.setattr(Guests, "still_sits", meanwhile)
    page = await phone.open(first)
    assert (await page.socket.receive()).type.name.startswith("CLOS")
    assert page.socket.close_code == 4003


async def test_a_guest_who_is_looked_up_while_they_lose_the_seat_is_not_remembered(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrival = Arrival(VIC, ANNS.venue, ANNS.place, ANNS.title)
    guest, secret = await Guests(house.shelf, house.bot.person_of).sit_as(arrival, 1, door="/at/twitch/ann")
    guests = Guests(house.shelf, house.bot.person_of)
    find = LinkedGuests.guest

    async def slowly(self: LinkedGuests, person: str, venue: str) -> str:
        found = await find(self, person, venue)
        monkeypatch.setattr(LinkedGuests, "guest", find)
        await guests.unlink(VIC.id, 1)
        return found

    monkeypatch.setattr(LinkedGuests, "guest", slowly)
    assert await guests.recognise(guest.id, secret) is not None
    assert await guests.recognise(guest.id, secret) is None


async def test_an_older_guest_is_read_as_they_were(house: House, browser: Browser) -> None:
    old = b'{"id": "abcdefghij", "name": "Pete", "room": "attic", "created": 5, "lock": "%s", "staff": "x"}'
    house.shelf.kept["abcdefghij"] = old % locked("key").encode()
    guest = await Guests(house.shelf, house.bot.person_of).recognise("abcdefghij", "key")
    assert guest is not None
    assert (guest.linked, guest.person, guest.home, guest.place) == (
        False,
        Person("web:abcdefghij", "Pete"),
        "web:attic",
        "web:attic",
    )
    assert not guest.is_over(10**15)
