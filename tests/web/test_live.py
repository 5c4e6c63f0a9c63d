"""Test who is told what: rooms, seats, secrets, slow pages and closed tabs (threats T6, T18, F7)."""

import asyncio
import json
import re
import socket
from asyncio.selector_events import _SelectorSocketTransport  # type: ignore[attr-defined]  # its stub has no such class
from contextlib import AsyncExitStack
from typing import Any

import pytest
from aiohttp import WSServerHandshakeError, web
from msgspec.structs import replace
from web.conftest import PATIENCE, Browser, House, NewBrowser, restart
from web.small_bot import Shelf

from bench.told_panels import brought
from bot.adapters.web import TableRoom
from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.outbound import open_page, page_sender
from bot.adapters.web.outbound.open_page import GONE, OpenPage
from bot.adapters.web.outbound.page_updates import MOST_NEWS, Changes, Told
from bot.ports.messages import Answer, Choosable, Message, News, Person, Update

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "{{web-name}} ${7*7} {{boot}}",
    "javascript:alert(1)",
    "@everyone /timeout !help \" ' ` & &lt;",
    "\u2028alert(1)\u2029",
    "]]><svg/onload=alert(1)>",
]


async def test_a_page_begins_with_all_that_there_is(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    await browser.say(pete, "Hello?")
    await browser.say(pete, "!open highest")
    async with await browser.open(pete) as page:
        content = await page.next()
    assert content["type"] == "snapshot"
    assert [line["text"] for line in content["chat"]] == ["Hello?", "!open highest"]
    assert [table["own"] for table in content["tables"]] == [True, False], "one's own panel, and the news of all"
    assert content["now"] == pytest.approx(house.bot.now(), abs=PATIENCE * 1000)


async def test_what_is_said_on_the_live_line_is_answered_there(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    async with await browser.open(pete) as page:
        await page.next()
        await page.socket.send_json({"say": {"id": "a1", "text": "!open highest", "pressed": True}})
        (said,) = (await page.until(lambda content: content.get("said")))["said"]
        assert (said["id"], said["answer"]["ok"]) == ("a1", True)
        assert [message.text for message in house.bot.heard] == ["!open highest"]
        again = await browser.say(pete, "!open highest", id="a1")
        assert again["ok"], "a form that repeats it is the same line"
        await page.socket.send_json({"say": {"id": "a2", "text": "x" * 3000}})
        (said,) = (await page.until(lambda content: content.get("said")))["said"]
        assert (said["id"], said["answer"]["ok"]) == ("a2", False)


async def test_a_line_is_heard_to_its_end_though_its_page_is_gone(
    house: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    pete = await browser.sit("Pete")
    reached, may_go_on, done = asyncio.Event(), asyncio.Event(), asyncio.Event()
    plain = house.bot.hear

    async def slow(message: Message) -> Answer:
        reached.set()
        await may_go_on.wait()
        answer = await plain(message)
        done.set()
        return answer

    monkeypatch.setattr(house.bot, "hear", slow)
    async with await browser.open(pete) as page:
        await page.next()
        await page.socket.send_json({"say": {"id": "a1", "text": "!open highest", "pressed": True}})
        await reached.wait()
        page.socket.get_extra_info("socket").shutdown(socket.SHUT_RDWR)  # a clean close would wait for the answer to it
    may_go_on.set()
    await asyncio.wait_for(done.wait(), PATIENCE)
    assert [message.id for message in house.bot.heard] == [f"{pete}:a1"]


async def test_who_has_lost_the_seat_says_nothing_more_on_an_open_line(
    house: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    pete = await browser.sit("Pete")
    async with await browser.open(pete) as page:
        await page.next()
        await house.shelf.forget(pete)
        house.room._guests._known.clear()
        await page.socket.send_json({"say": {"id": "a1", "text": "!open highest", "pressed": True}})
        while not (await page.socket.receive(timeout=PATIENCE)).type.name.startswith("CLOS"):
            pass
        assert page.socket.close_code == GONE
    assert house.bot.heard == []


async def test_a_hand_that_is_covered_often_is_covered_in_the_end(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    await browser.say(pete, "!open highest")
    async with await browser.open(pete) as page:
        await page.next()
        for number in range(21):
            await page.socket.send_json({"covered": number % 2 == 0})
        await page.until(lambda content: any(not one["own"] and "panel" in one for one in content["tables"]))
    async with await browser.open(pete) as page:
        assert (await page.next())["type"] == "snapshot", "other pages open as before"


async def test_a_page_out_of_sight_is_told_what_it_missed_when_it_is_looked_at(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    async with await browser.open(pete) as page:
        await page.next()
        await page.socket.send_json({"asleep": True, "say": {"id": "a1", "text": "!open highest", "pressed": True}})
        await page.until(lambda content: content.get("said"))
        page.seen.clear()
        for line in ("good evening", "who plays?"):
            await browser.say(pete, line)
        await page.socket.send_json({"asleep": False})
        told = await page.until(lambda content: any(line["text"] == "who plays?" for line in content.get("chat", ())))
        assert [line["text"] for line in told["chat"]] == ["good evening", "who plays?"]


@pytest.mark.parametrize(
    "said", ["{}", "nothing", '{"say":{"id":"!"}}', '{"say":5}', '{"covered":"no"}', '{"more":1}', "[]"]
)
async def test_what_no_page_of_ours_says_ends_its_line(house: House, browser: Browser, said: str) -> None:
    pete = await browser.sit("Pete")
    async with await browser.open(pete) as page:
        await page.next()
        await page.socket.send_str(said)
        while not (await page.socket.receive(timeout=PATIENCE)).type.name.startswith("CLOS"):
            pass
    assert house.bot.heard == []


async def test_the_live_line_takes_so_many_lines_at_once_and_no_more(
    house: House, browser: Browser, time_stands_still: None
) -> None:
    await restart(house)
    pete = await browser.sit("Pete")
    async with await browser.open(pete) as page:
        for number in range(12):
            await page.socket.send_json({"say": {"id": f"n{number}", "text": "hello"}})
        await page.until(lambda content: any(said["id"] == "n11" for said in content.get("said", ())))
    oks = [said.get("answer", {"ok": True})["ok"] for content in page.seen for said in content.get("said", ())]
    assert oks == [True] * 10 + [False] * 2


async def test_a_page_that_opens_after_a_restart_shows_what_was_said(house: House, browser: Browser) -> None:
    notes = Shelf()
    await restart(house, chat_notes=notes)
    pete = await browser.sit("Pete")
    async with await browser.open(pete) as page:
        await browser.say(pete, "Till tomorrow.")
        await page.chat("Till tomorrow.")
    await restart(house, chat_notes=notes)
    async with await browser.open(pete) as page:
        content = await page.next()
    assert [line["text"] for line in content["chat"]] == ["Till tomorrow."]


async def test_chat_stays_in_its_room(house: House, browser: Browser) -> None:
    pete, lola, mole = await browser.sit("Pete"), await browser.sit("Lola"), await browser.sit("Mole", "attic")
    async with await browser.open(lola) as near, await browser.open(mole) as far:
        await browser.say(pete, "The pot is mine.")
        line = await near.chat("The pot is mine.")
        assert (line["by"], line["name"], line["command"]) == (pete, "Pete", False)
        await browser.say(pete, "!open highest")
        assert (await near.chat("!open highest"))["command"]
        await browser.say(mole, "Anybody here?")
        await far.chat("Anybody here?")
        assert not any(content["tables"] for content in far.seen)
        assert [line["text"] for content in far.seen for line in content.get("chat", ())] == ["Anybody here?"]


async def test_a_secret_reaches_its_seat_alone(house: House, browser: Browser) -> None:
    """In a whole game, what each page is told contains the number of its own seat only."""
    names = ["Pete", "Lola", "Mole", "Watcher"]
    guests = [await browser.sit(name) for name in names]
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(await browser.open(guest)) for guest in guests]
        await browser.say(guests[0], "!open highest")
        for guest in guests[1:3]:
            await browser.say(guest, "!join")
        await browser.say(guests[0], "!start")
        table = next(iter(house.bot.tables.values()))
        hidden = {f"web:{guest}": str(at.hidden) for guest, at in zip(guests, table.sitters, strict=False)}
        for guest in guests[:3]:
            await browser.say(guest, "!hand")
            await browser.say(guest, "!stake 5", private=True)
        late = [await stack.enter_async_context(await browser.open(guest)) for guest in guests]
        for guest in guests:
            await browser.say(guest, f"done {guest}")
        for page in pages + late:
            for guest in guests:
                if not any(f"done {guest}" in json.dumps(content.get("chat", ())) for content in page.seen):
                    await page.chat(f"done {guest}")
        for guest, page in zip(guests * 2, pages + late, strict=True):
            told = json.dumps(page.seen)
            for owner, number in hidden.items():
                assert (number in told) == (owner == f"web:{guest}"), (guest, owner)


@pytest.mark.parametrize("audience", ["person:web:other", "person:", "place:web:attic", "web:{me}", "person:{me}", ""])
async def test_what_is_meant_for_others_is_not_shown(house: House, browser: Browser, audience: str) -> None:
    pete = await browser.sit("Pete")
    await browser.say(pete, "!open highest")
    table = next(iter(house.bot.tables.values()))
    update = house.bot.update(table, Person("web:other", "Other"), (News("for nobody here", 1),))
    async with await browser.open(pete) as page:
        await page.next()
        assert await house.room.show(with_audience(update, audience.format(me=pete))) == ""
        await browser.say(pete, "and now?")
        await page.chat("and now?")
    assert "for nobody here" not in json.dumps(page.seen)


async def test_a_look_that_says_too_much_is_cut(
    house: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the bot's look held another seat's update, the page would not be told."""
    pete, lola = await browser.sit("Pete"), await browser.sit("Lola")
    await browser.say(pete, "!open highest")
    table = next(iter(house.bot.tables.values()))

    async def look(person: Person, venue: str, place: str, locale: str, _: str = "") -> tuple[Update, ...]:
        return (house.bot.update(table, Person(f"web:{pete}", "Pete"), (News("only Pete knows", 1),)),)

    monkeypatch.setattr(house.bot, "look", look)
    async with await browser.open(lola) as page:
        assert (await page.next())["tables"] == []
    async with await browser.open(pete) as page:
        assert "only Pete knows" in json.dumps(await page.next())


async def test_a_page_is_sent_nothing_where_all_is_as_it_was(house: House, browser: Browser) -> None:
    """T3: neither one that was just opened, nor one that was told before."""
    pete = await browser.sit("Pete")
    await browser.say(pete, "!open highest")
    table = next(iter(house.bot.tables.values()))
    async with await browser.open(pete) as page:
        await page.next()
        for again in range(3):
            await house.room.show(house.bot.update(table, None, ()))
            await browser.say(pete, f"say {again}")
            await page.chat(f"say {again}")
        assert not any(content["tables"] for content in page.seen[1:])
        await house.room.show(house.bot.update(table, None, (News("for all", 1, order=900),)))
        await browser.say(pete, "and now?")
        await page.chat("and now?")
        assert sum(len(content["tables"]) for content in page.seen[1:]) == 1


async def test_a_command_that_one_alone_may_say_is_offered_to_nobody_else(house: House, browser: Browser) -> None:
    pete, lola, mia = [await browser.sit(name) for name in ("Pete", "Lola", "Mia")]
    await browser.say(mia, "!open highest")
    table = next(iter(house.bot.tables.values()))
    update = house.bot.update(table, None, (News("for all", 1, order=900),))
    commands = (Choosable("pause", "Pause", f"web:{pete}"), Choosable("rules", "Rules"))
    update = replace(update, card=replace(update.card, commands=commands))
    found = []
    for guest in (pete, lola):
        async with await browser.open(guest) as page:
            await page.next()
            await house.room.show(update)
            await browser.say(guest, "and now?")
            await page.chat("and now?")
            (told,) = [one for content in page.seen[1:] for one in content["tables"]]
            now = brought(page.seen[0]["tables"][0]["panel"], told)
            assert now is not None
            found.append([(one["word"], one.get("by", "")) for one in now["commands"]])
    assert found == [[("pause", ""), ("rules", "")], [("rules", "")]]


def with_audience(update: Update, audience: str) -> Update:
    return Update(update.table, update.code, audience, update.news, update.card)


async def test_presses_and_private_lines_are_not_for_the_room(house: House, browser: Browser) -> None:
    pete, lola = await browser.sit("Pete"), await browser.sit("Lola")
    async with await browser.open(lola) as page:
        await browser.say(pete, "!open highest", pressed=True)
        code = next(iter(house.bot.tables))
        await browser.say(pete, "bots 1", table=code, pressed=True)
        await browser.say(pete, "@bot hand")
        await browser.say(pete, "!hand")
        await browser.say(pete, "help", private=True)
        await browser.say(pete, "seen by all")
        await page.chat("seen by all")
    assert [line["text"] for content in page.seen for line in content.get("chat", ())] == ["seen by all"]
    told = [(message.text, message.private, message.table) for message in house.bot.heard]
    assert told == [
        ("!open highest", False, ""),
        ("bots 1", False, code),
        ("hand", True, ""),
        ("!hand", False, ""),
        ("help", True, ""),
    ]
    assert {(message.venue, message.place) for message in house.bot.heard} == {("web", "web:main")}


async def test_a_line_that_is_repeated_is_heard_once(house: House, browser: Browser) -> None:
    """The id of the message is the page's own, combined with the guest's (F7)."""
    pete, lola = await browser.sit("Pete"), await browser.sit("Lola")
    async with await browser.open(lola) as page:
        for _ in range(3):
            await browser.say(pete, "!open highest", id="same")
            await browser.say(pete, "hello", id="other")
        await browser.say(lola, "hi", id="other")
        await page.chat("hi")
    assert [line["text"] for content in page.seen for line in content.get("chat", ())] == [
        "!open highest",
        "hello",
        "hi",
    ]
    assert {message.id for message in house.bot.heard} == {f"{pete}:same"}
    assert len(house.bot.tables) == 1


async def test_what_shall_be_remembered_does_not_stay_in_the_chat(house: House, browser: Browser) -> None:
    """HA-14: a swap of cups is told in the news, for as long as it is shown there."""
    pete = await browser.sit("Pete")
    async with await browser.open(pete) as page:
        await browser.say(pete, "!shuffle red blue")
        await browser.say(pete, "that was it")
        await page.chat("that was it")
    assert [line["text"] for content in page.seen for line in content.get("chat", ())] == ["that was it"]


async def test_answers_and_files(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    await browser.say(pete, "!open highest")
    answer = await browser.say(pete, "!record")
    assert answer["files"] == [{"name": "game.jsonl", "content": "eyJzZWVkIjogIjAwZmYifQo="}]
    assert (await browser.say(pete, "!hand"))["secret"]
    stale = await browser.say(pete, "stake 5", table=next(iter(house.bot.tables)), ask="long ago", pressed=True)
    assert (stale["ok"], stale["text"]) == (False, "The table moved on.")


async def test_hostile_text_is_text(house: House, new_browser: NewBrowser) -> None:
    """T18: in the page's JSON block and on the live line it is data, to the last character that remains."""
    for text in HOSTILE:
        browser = await new_browser()
        guest = await browser.sit(text)
        async with browser.session.get(f"{house.url}/seat/{guest}/") as answer:
            page = await answer.text()
        assert page.count("<script") == 3
        assert "<img src=x" not in page
        boot = json.loads(re.findall(r'id="boot">(.*?)</script>', page, re.DOTALL)[0])
        assert boot["name"] == json.loads(house.shelf.kept[guest])["name"]
        async with await browser.open(guest) as stream:
            await browser.say(guest, f"x {text}")
            await stream.until(lambda content: any(line["text"].startswith("x ") for line in content.get("chat", ())))


async def test_a_closed_tab_is_forgotten_and_another_goes_on(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    first, second = await browser.open(pete), await browser.open(pete)
    await first.next()
    first.socket.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
    await first.socket.close()
    async with second:
        for number in range(3):
            await browser.say(pete, f"line {number}")
            await second.chat(f"line {number}")
        await asyncio.sleep(0)
    await until(lambda: not house.room.looks_on("place:web:main"))


async def until(done: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not done():  # noqa: ASYNC110 - what a test waits for has no event
            await asyncio.sleep(0.01)


async def test_a_page_that_talks_is_closed(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    page = await browser.open(pete)
    await page.socket.send_str("let me in")
    await until_closed(page.socket)


async def until_closed(socket: Any) -> None:
    while not (await socket.receive(timeout=PATIENCE)).type.name.startswith("CLOS"):
        pass


async def test_a_guest_opens_so_many_pages(time_stands_still: None, house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(await browser.open(pete)) for _ in range(9)]
        await until_closed(pages[0].socket)
        assert pages[0].socket.close_code == 4008
        for _ in range(10):
            await (await browser.open(pete)).socket.close()
        with pytest.raises(WSServerHandshakeError):
            await asyncio.gather(*(browser.open(pete) for _ in range(5)))


async def test_a_slow_page_is_dropped_and_holds_up_nobody(
    house: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_sender, "SLOW", 0.2)
    blocked = asyncio.Event()
    send = web.WebSocketResponse.send_str
    slow: list[web.WebSocketResponse] = []

    async def slowly(self: web.WebSocketResponse, data: str, compress: int | None = None) -> None:
        if not slow:
            slow.append(self)
        if self in slow:
            await blocked.wait()
        await send(self, data, compress)

    pete, lola = await browser.sit("Pete"), await browser.sit("Lola")
    monkeypatch.setattr(web.WebSocketResponse, "send_str", slowly)
    first = await browser.open(lola)
    async with await browser.open(pete) as page:
        await browser.say(pete, "quick")
        await page.chat("quick")
        await until(lambda: not house.room.looks_on(f"person:web:{lola}"))
    await until_closed(first.socket)


@pytest.mark.parametrize("why", ["it is long", "more is on its way", "it breaks"])
async def test_what_can_not_be_sent_to_one_page_with_others_goes_by_its_own_line(
    house: House, browser: Browser, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    pete, lola = await browser.sit("Pete"), await browser.sit("Lola")
    taken = OpenPage.taken_ahead

    def breaks(self: OpenPage, now: int, at: float) -> Changes | None:
        if self.guest.id == lola:
            raise RuntimeError
        return taken(self, now, at)

    async with await browser.open(pete) as page, await browser.open(lola) as other:
        await page.until(lambda content: len(content.get("people") or ()) == 2)
        await other.next()
        if why == "it is long":
            monkeypatch.setattr(page_sender, "MOST_AHEAD", 1)
        elif why == "more is on its way":
            monkeypatch.setattr(_SelectorSocketTransport, "get_write_buffer_size", lambda _: 1)
        else:
            monkeypatch.setattr(OpenPage, "taken_ahead", breaks)
        for number in range(3):
            await browser.say(pete, f"line {number}")
            await page.chat(f"line {number}")
        if why == "it breaks":
            await until_closed(other.socket)
        else:
            await other.chat("line 2")
    told = [line["text"] for content in page.seen for line in content.get("chat", ())]
    assert told == ["line 0", "line 1", "line 2"]


async def test_the_house_stops_while_pages_are_open(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    page = await browser.open(pete)
    await page.next()
    async with asyncio.timeout(30):  # aiohttp itself waits 60 for open pages
        stopping = asyncio.create_task(house.room.stop())
        await until_closed(page.socket)
        await stopping
    assert page.socket.close_code == 1001
    house.room = TableRoom(house.bot, house.shelf)
    await house.room.start()


async def test_who_is_here(house: House, browser: Browser) -> None:
    pete, lola = await browser.sit("Pete"), await browser.sit("Lola")
    async with await browser.open(pete) as page:
        async with await browser.open(lola):
            await page.until(lambda content: len(content.get("people") or ()) == 2)
        alone = await page.until(lambda content: len(content.get("people") or ()) == 1)
        assert alone["people"] == [{"id": pete, "name": "Pete"}]


async def test_a_quiet_line_has_a_pulse(house: House, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_page, "PULSE", 0.05)
    pete = await browser.sit("Pete")
    async with await browser.open(pete) as page:
        await page.until(lambda content: content.keys() == {"now", "tables"} and not content["tables"])


# The mailbox of one page


def told_of(house: House, browser_line: str) -> Told:
    table = next(iter(house.bot.tables.values()))
    update = house.bot.update(table, None, (News(browser_line, 1000),))
    return Told(update.code, own=False, notify=False, news=update.news, panel=update.card)


PETE = Guest("abcdefghij", "Pete", "main", 0, "")


async def test_of_what_waits_the_latest_panel_wins(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    await browser.say(pete, "!open highest")
    page = OpenPage(PETE, "en")
    for number in range(100):
        page.tell(told_of(house, f"line {number}"))
    changes = await page.changes(lambda: 2000)
    assert changes is not None
    assert len(changes.tables) == 1
    assert [news.text for news in changes.tables[0].news] == [f"line {number}" for number in range(60, 60 + MOST_NEWS)]


async def test_news_that_faded_are_not_told(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    await browser.say(pete, "!open highest")
    table = next(iter(house.bot.tables.values()))
    table.news.append(News("long gone", house.bot.now() - 6000, fades=5))
    table.news.append(News("still there", house.bot.now(), fades=60))
    async with await browser.open(pete) as page:
        told = json.dumps(await page.next())
    assert "long gone" not in told
    assert "still there" in told
