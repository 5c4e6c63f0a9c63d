"""Test what people on pages of one process hear of what another one did: each has only its own people (F30).

No sweep helps: what is told here is told by news.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

import pytest
from aiohttp import WSMsgType
from evening import Evening
from redis.asyncio import Redis
from structlog.testing import capture_logs
from web.conftest import Browser, Stream

from bot.adapters.web import WRONG_KEY
from bot.adapters.web.outbound import chats
from bot.adapters.web.outbound.open_page import GONE
from bot.app.settings import Settings
from bot.app.table_room import open_room
from bot.delivery import elsewhere
from bot.delivery.shown import ShownNotes
from bot.engine import scheduler
from bot.engine.repository import TOLD
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Rights
from bot.ports.said import Said
from persistence import EmbeddedServer, HandClock, Store, TableRef

WORD = "a-word-of-staff"
PATIENCE = 30.0
"""Seconds; less than the minute for which anything is cached."""
Wanted = Callable[[dict[str, Any]], bool]


@dataclass
class Page:
    """A guest's page at one process."""

    browser: Browser
    guest: str
    stream: Stream

    async def say(self, text: str, **more: Any) -> dict[str, Any]:
        return await self.browser.say(self.guest, text, **more)

    async def lines(self, *texts: str) -> None:
        for text in texts:
            answer = await self.say(text)
            assert answer["ok"], f"{text!r} was refused: {answer['text']}"

    async def told(self, text: str) -> dict[str, Any]:
        """Wait until the page is told this text."""
        return await self.stream.until(lambda content: text in json.dumps(content))


@dataclass
class Process:
    """A whole bot with a room, beside others on the same store."""

    house: Evening
    url: str
    stack: AsyncExitStack

    async def sits(self, name: str, room: str) -> Page:
        browser = Browser(self.url)
        self.stack.push_async_callback(browser.session.close)
        guest = await browser.sit(name, room)
        stream = await self.stack.enter_async_context(await browser.open(guest))
        await stream.next()
        return Page(browser, guest, stream)

    async def listens(self) -> None:
        """Wait until this process hears news."""
        await until(lambda: self.house.store.news.is_heard)


async def until(wanted: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not wanted():  # noqa: ASYNC110 - it is a look at a fact, not at a clock
            await asyncio.sleep(0.001)


async def cut(bare: Redis, *those: Evening) -> None:
    """Cut these processes off from news, until they are let in again."""
    await bare.execute_command("ACL", "SETUSER", "default", "-subscribe", "-ssubscribe")
    await bare.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
    for one in those:
        await until(lambda one=one: not one.store.news.is_heard)  # type: ignore[misc]  # mypy can't infer it


async def let_in(bare: Redis, *those: Evening) -> None:
    """Wait until these processes hear news again."""
    await bare.execute_command("ACL", "SETUSER", "default", "+subscribe", "+ssubscribe")
    for one in those:
        await until(lambda one=one: one.store.news.is_heard)  # type: ignore[misc]  # mypy can't infer it


@pytest.fixture(params=["sharded", "plain"])
async def bare(server: EmbeddedServer, request: pytest.FixtureRequest) -> AsyncIterator[Redis]:
    """Yield a connection to a server with, or without, sharded channels."""
    async with Redis.from_url(server.url) as bare:
        if request.param == "plain":
            await bare.execute_command("ACL", "SETUSER", "default", "-spublish", "-ssubscribe")
        yield bare
        await bare.execute_command("ACL", "SETUSER", "default", "+@all")


@pytest.fixture
async def two(
    server: EmbeddedServer, clock: HandClock, bare: Redis, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Process, Process]]:
    monkeypatch.setattr(scheduler, "SWEEP", 3600.0)
    monkeypatch.setattr(elsewhere, "SWEEP", 3600.0)
    await bare.flushall()  # one address may open so many rooms a day
    async with AsyncExitStack() as stack:
        made = list[Process]()
        for _ in range(2):
            store = await Store.connect(server.url, clock=clock, timeout=60)
            stack.push_async_callback(store.close)
            first = made[0].house if made else Evening(store, clock)
            house = Evening(store, clock, venue=first.venue, place=first.place, tag=first.tag) if made else first
            settings = Settings(_env_file=None, staff_word=WORD)  # type: ignore[call-arg]  # as pydantic-settings takes it
            room = await stack.enter_async_context(open_room(house.house, settings, "127.0.0.1", 0, lambda _: None))
            stack.push_async_callback(house.end)
            await house.house.start()
            made.append(Process(house, f"http://127.0.0.1:{room.port}", stack))
        for one in made:
            await one.listens()
        yield made[0], made[1]


@pytest.fixture
def room() -> str:
    return f"room-{token_hex(4)}"


@pytest.fixture
async def pages(two: tuple[Process, Process], room: str) -> tuple[Page, Page]:
    """Return Ann's page at one process, and Ben's in the same room at the other."""
    return await two[0].sits("Ann", room), await two[1].sits("Ben", room)


async def test_a_duel_is_told_on_the_pages_of_both(pages: tuple[Page, Page]) -> None:
    ann, ben = pages
    await ann.lines("!open halflings mode=duel cooldown=0")
    await ben.told("Ann is the host")
    await ben.lines("!join")
    await ann.told("Ben sits down")
    await ann.lines("!start", "!stake 10")
    await ben.told("Ann stakes 10")
    await ben.lines("!roll")
    await ann.told("Ben rolls")


async def test_who_comes_back_to_a_process_is_told_nothing_twice(pages: tuple[Page, Page]) -> None:
    """Meanwhile nobody had the table open there, so that process was told less of it than the page is shown."""
    ann, ben = pages
    await ann.lines("!open halflings mode=duel cooldown=0")
    await ben.told("Ann is the host")
    await ben.stream.socket.close()
    await ann.stream.until(lambda content: [one["name"] for one in content.get("people") or ()] == ["Ann"])
    await ann.lines("!bots 1")
    async with await ben.browser.open(ben.guest) as again:
        first = await again.next()
        await ann.lines("!start")
        last = await again.until(lambda content: "The game begins" in json.dumps(content))
    known = [line for told in first["tables"] for line in told["news"]]
    assert any("sits down" in line["text"] for line in known)
    assert [line for told in last["tables"] for line in told["news"] if line in known] == []


async def test_nothing_is_kept_of_a_table_that_no_page_shows_any_more(
    two: tuple[Process, Process], pages: tuple[Page, Page]
) -> None:
    ann, ben = pages
    notes = two[1].house.house.part(ShownNotes)
    await ann.lines("!open halflings mode=duel cooldown=0")
    await ben.told("Ann is the host")
    await ben.lines("!join")
    await ann.told("Ben sits down")
    assert notes._on_pages
    await ben.stream.socket.close()
    await ann.stream.until(are("Ann"))
    await ann.lines("!close")
    await until(lambda: not notes._on_pages)


async def test_who_has_stopped_begins_no_delivery(
    two: tuple[Process, Process], pages: tuple[Page, Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = pages
    stopped, heard, woken = two[1].house.house, asyncio.Event(), list[TableRef]()
    await ann.lines("!open halflings mode=duel cooldown=0")
    await ben.told("Ann is the host")
    await stopped.stop()
    monkeypatch.setattr(stopped.delivery.wake_ups, "wake", woken.append)
    stopped.hooks.elsewhere.append(lambda _: heard.set())
    await ann.lines("!close")
    await asyncio.wait_for(heard.wait(), PATIENCE)
    assert not woken


async def test_a_table_is_found_where_another_process_opened_it_whatever_venue_was_asked(
    two: tuple[Process, Process],
) -> None:
    """A mirror of a table stands in a place of another venue."""
    one, other = (process.house for process in two)
    at = VenueId("test:mirrors"), PlaceId(one.place)
    await other.house.directory.at(*at)
    assert at in other.house.directory.places()
    await one.lines("ann: !open halflings mode=duel cooldown=0")
    await until(lambda: at not in other.house.directory.places())


async def test_who_is_removed_sees_it(pages: tuple[Page, Page]) -> None:
    ann, ben = pages
    await ann.lines("!open halflings mode=duel cooldown=0")
    await ben.lines("!join")
    await ann.lines("!remove Ben")
    told = await ben.told("Ben is put out of this table")
    assert {one["own"] for one in told["tables"]} == {True, False}


async def test_what_happened_while_news_were_cut_off_is_made_up_for(
    two: tuple[Process, Process], pages: tuple[Page, Page], bare: Redis
) -> None:
    """Also a table that was opened meanwhile."""
    ann, ben = pages
    for line, text in (("!open halflings mode=duel cooldown=0", "Ann is the host"), ("!close", "is closed")):
        await cut(bare, *(one.house for one in two))
        await ann.lines(line)
        await let_in(bare, *(one.house for one in two))
        await ben.told(text)


async def test_a_line_that_reads_the_table_anew_does_not_hide_what_pages_lack(
    two: tuple[Process, Process], pages: tuple[Page, Page], bare: Redis, room: str
) -> None:
    """Also if the store fails while a page is told: it is told with the next look."""
    ann, ben = pages
    cid = await two[0].sits("Cid", room)
    await ann.lines("!open halflings mode=duel cooldown=0")
    await ben.told("Ann is the host")
    await cut(bare, *(one.house for one in two))
    await cid.lines("!join")
    assert not (await ben.say("!roll"))["ok"]
    await let_in(bare, *(one.house for one in two))
    await ben.told("Cid sits down")
    await bare.execute_command("ACL", "SETUSER", "default", "-hgetall")
    with capture_logs() as logged:
        await ann.lines("!start")
        await until(lambda: "a table could not be delivered now" in [entry["event"] for entry in logged])
    await bare.execute_command("ACL", "SETUSER", "default", "+hgetall")
    await two[1].house.house.elsewhere.look()
    await ben.told("The game begins")


async def test_a_chat_is_told_once_what_another_process_told_it_while_news_were_cut_off(
    two: tuple[Process, Process], bare: Redis
) -> None:
    one, other = (process.house for process in two)
    await one.lines("ann: !open halflings mode=duel cooldown=0")
    await cut(bare, one, other)
    await other.lines("ben: !join")
    await let_in(bare, one, other)
    await one.lines("ann: !start")
    assert [line for line in other.news if "sits down" in line]
    assert len({*one.news, *other.news}) == len(one.news) + len(other.news)


@pytest.mark.parametrize("how", ["dropped", "read", "dropped while lists are asked for"])
async def test_nobody_is_refused_by_a_copy_that_was_replaced_while_they_were_answered(
    two: tuple[Process, Process], bare: Redis, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Another line, or a look at what others did, may find it old, or read the table anew, just then: afterwards
    nothing seems to be behind.
    """
    one, other = (process.house for process in two)
    await one.lines("ann: !open halflings mode=duel cooldown=0")
    await cut(bare, one, other)
    await other.lines("ben: !join")
    directory, repository = one.house.directory, one.house.repository
    asked, noted_at = directory.is_behind, directory.noted_at

    async def replaced() -> None:
        for session in repository.known():
            if how == "read":
                await repository.get(session.ref, fresh=True)
            else:
                await repository.cache.is_behind(session.ref)

    async def replaced_before(said: Said, since: int) -> bool:
        await replaced()
        return await asked(said, since)

    async def replaced_meanwhile(venue: VenueId, place: PlaceId) -> list[TableRef]:
        await replaced()
        return await noted_at(venue, place)

    if how == "dropped while lists are asked for":
        monkeypatch.setattr(directory, "noted_at", replaced_meanwhile)
    else:
        monkeypatch.setattr(directory, "is_behind", replaced_before)
    await one.lines("ann: !start")
    await let_in(bare, one, other)


async def test_an_error_ends_no_looks_at_what_others_did(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, looked = two[0].house.house.elsewhere, list[bool]()

    async def look() -> None:
        looked.append(True)
        raise ZeroDivisionError

    monkeypatch.setattr(here, "look", look)
    for count in (1, 2):
        here._has_missed()
        await until(lambda count=count: len(looked) == count)  # type: ignore[misc]  # mypy can't infer it


async def test_chat_is_one_in_both(pages: tuple[Page, Page], two: tuple[Process, Process], room: str) -> None:
    ann, ben = pages
    await ann.lines("hello")
    line = await ben.stream.chat("hello")
    assert line["name"] == "Ann"
    await ben.lines("hello yourself")
    await ann.stream.chat("hello yourself")
    late = await two[0].sits("Cid", room)
    assert [line["text"] for line in late.stream.seen[0]["chat"]][-2:] == ["hello", "hello yourself"]


async def test_lines_of_chat_that_were_not_heard_stay_and_are_shown_to_whoever_comes(
    pages: tuple[Page, Page], two: tuple[Process, Process], room: str, bare: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is said there next is put behind them, in the store, too."""
    monkeypatch.setattr(chats, "SAVED_AFTER", 0.0)
    houses = [one.house for one in two]

    async def stored() -> str:
        return " ".join(
            line["text"] for line in json.loads(await two[0].house.store.note("chat", f"web:{room}") or "[]")
        )

    ann, ben = pages
    await ben.lines("first")
    await ann.stream.chat("first")
    await cut(bare, *houses)
    await ann.lines("lost")
    await becomes("first lost", stored)
    await let_in(bare, *houses)
    cid = await two[1].sits("Cid", room)
    assert [line["text"] for line in cid.stream.seen[0]["chat"]] == ["first", "lost"]
    await cut(bare, *houses)
    await ann.lines("again")
    await becomes("first lost again", stored)
    await ben.lines("last")
    await becomes("first lost again last", stored)


def are(*names: str) -> Wanted:
    return lambda content: {one["name"] for one in content.get("people") or ()} == set(names)


async def test_everybody_is_here_on_whichever_process(
    pages: tuple[Page, Page], two: tuple[Process, Process], room: str
) -> None:
    ann, ben = pages

    await ann.stream.until(are("Ann", "Ben"))
    await ben.stream.until(are("Ann", "Ben"))
    cid = await two[1].sits("Cid", room)
    await cid.stream.until(are("Ann", "Ben", "Cid"))
    await ann.stream.until(are("Ann", "Ben", "Cid"))
    await cid.stream.socket.close()
    await ann.stream.until(are("Ann", "Ben"))
    await two[1].house.house.shares.stop()
    await ann.stream.until(are("Ann"))


async def test_who_went_while_news_were_cut_off_is_not_here(
    pages: tuple[Page, Page], two: tuple[Process, Process], bare: Redis, room: str
) -> None:
    ann, ben = pages
    houses = [one.house for one in two]
    cid = await two[1].sits("Cid", room)
    await ann.stream.until(are("Ann", "Ben", "Cid"))
    await cut(bare, *houses)
    await ben.stream.socket.close()
    await cid.stream.until(are("Ann", "Cid"))
    await let_in(bare, *houses)
    await ann.stream.until(are("Ann", "Cid"))


async def test_who_is_at_a_process_that_counted_as_gone_is_here_again(
    pages: tuple[Page, Page], two: tuple[Process, Process]
) -> None:
    ann, _ = pages
    await ann.stream.until(are("Ann", "Ben"))
    two[0].house.clock.move(60)
    await two[0].house.house.shares.beat()
    await ann.stream.until(are("Ann"))
    await ann.stream.until(are("Ann", "Ben"))


async def test_who_gives_up_a_seat_loses_it_at_once_everywhere(
    pages: tuple[Page, Page], two: tuple[Process, Process]
) -> None:
    _, ben = pages
    ben.browser.url = two[0].url
    await ben.browser.post(f"/seat/{ben.guest}/give-up")
    while (await ben.stream.socket.receive(timeout=PATIENCE)).type is WSMsgType.TEXT:
        pass
    assert ben.stream.socket.close_code == GONE
    ben.browser.url = two[1].url
    assert (await ben.say("hello"))["status"] == 403


async def prefix_at(house: Evening, venue: VenueId) -> str:
    return (await house.house.venues.settings(venue)).prefix


async def becomes(wanted: str, asked: Callable[[], Awaitable[str]]) -> None:
    """Ask until the answer is this."""
    async with asyncio.timeout(PATIENCE):
        while await asked() != wanted:  # noqa: ASYNC110 - it is a look at a fact, not at a clock
            await asyncio.sleep(0)


async def test_settings_hold_at_once_everywhere(two: tuple[Process, Process]) -> None:
    one, other = (process.house for process in two)
    one.rights["olga"] = Rights.OWNER
    for sign in ("?", "+"):
        await other.house.venues.settings(one.venue)
        await one.lines(f"olga: !control prefix {sign}")
        await becomes(sign, lambda: prefix_at(other, one.venue))
        await one.lines(f"olga: {sign}control prefix off")


async def test_preferences_hold_at_once_everywhere(two: tuple[Process, Process]) -> None:
    one, other = (process.house for process in two)
    person = one.id_of("ann")
    for word in ("off", "on"):
        await other.house.pings.of(person)
        await one.lines(f"ann: !pings {word}")
        await becomes(word, lambda: other.house.pings.of(person))


async def test_what_a_place_was_told_is_proof_everywhere(two: tuple[Process, Process]) -> None:
    """A seal that one process told counts for a line that another one hears (`docs/fairness.md`)."""
    one, other = (process.house for process in two)
    await one.lines("ann: !open halflings mode=duel cooldown=0")
    table = (await one.table()).table
    async with asyncio.timeout(PATIENCE):
        await other.house.repository.acknowledged.told(table, one.place, 1)


async def test_a_move_of_a_running_game_is_told_to_other_processes_once(two: tuple[Process, Process]) -> None:
    """Tell others of a seal, a text or an end alone: that a place was told a move proves nothing."""
    one, other = (process.house for process in two)
    await one.lines("ann: !open halflings mode=duel cooldown=0", "ben: !join", "ann: !start")
    session = await one.table()
    acknowledged = other.house.repository.acknowledged
    async with asyncio.timeout(PATIENCE):
        await acknowledged.told(session.table, one.place, session.sealed_in + 1)
    tell, told = one.store.news.tell, list[bytes]()
    one.store.news.tell = lambda kind, *more: (told.append(kind), tell(kind, *more))[1]  # type: ignore[method-assign]
    await one.lines("ann: !stake 10")
    assert (await one.table()).log_length > session.log_length
    assert told == []
    before = acknowledged.told_before()
    assert before(session.table, one.place, session.sealed_in) is not None
    await one.lines("ann: !close")
    assert TOLD in told


async def test_an_overlay_is_hidden_and_closed_from_everywhere(pages: tuple[Page, Page]) -> None:
    ann, ben = pages
    await ann.say(f"staff {WORD}", private=True)
    key = (await ann.browser.post(f"/seat/{ann.guest}/overlay/key")).content["key"]
    live = f"{ben.browser.url}/overlay/live"
    async with ben.browser.session.ws_connect(live, headers=ben.browser.ours) as overlay:
        await overlay.send_json({"key": key})
        for hidden in (True, False):
            assert (await ann.browser.post(f"/seat/{ann.guest}/overlay/hidden", {"hidden": hidden})).status == 200
            while (await overlay.receive_json(timeout=PATIENCE)).get("hidden") is not hidden:
                pass
        await ann.browser.post(f"/seat/{ann.guest}/overlay/key")
        while (await overlay.receive(timeout=PATIENCE)).type is WSMsgType.TEXT:
            pass
        assert overlay.close_code == WRONG_KEY
