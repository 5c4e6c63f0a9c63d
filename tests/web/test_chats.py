"""Test that a room's chat is there after a restart."""

import asyncio

import pytest
from web.small_bot import Shelf

from bot.adapters.web.outbound import chats
from bot.adapters.web.outbound.chats import MOST_LINES, MOST_ROOMS, Chats
from bot.adapters.web.outbound.page_updates import ChatLine
from bot.ports.ids import PlaceId

ROOM, OTHER = PlaceId("web/Kitchen"), PlaceId("web/Attic")


def line(text: str, by: str = "pete") -> ChatLine:
    return ChatLine(f"id of {text}", by, by.title(), text, 1)


def said(talk: Chats, place: PlaceId = ROOM) -> list[str]:
    return [one.text for one in talk.lines(place)]


async def after_a_restart(notes: Shelf) -> Chats:
    talk = Chats(notes)
    await talk.recall(ROOM)
    return talk


async def test_the_last_lines_outlast_a_restart() -> None:
    notes = Shelf()
    talk = Chats(notes)
    for number in range(MOST_LINES + 5):
        talk.add(ROOM, line(f"line {number}"))
    talk.add(OTHER, line("elsewhere"))
    await talk.stop()
    assert said(await after_a_restart(notes)) == [f"line {number}" for number in range(5, MOST_LINES + 5)]


async def test_after_a_kill_all_but_the_last_second_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chats, "SAVED_AFTER", 0.01)
    notes = Shelf()
    Chats(notes).add(ROOM, line("before the kill"))
    await asyncio.sleep(0.1)
    assert said(await after_a_restart(notes)) == ["before the kill"]


async def test_a_line_said_again_after_a_restart_stands_once() -> None:
    notes = Shelf()
    talk = Chats(notes)
    talk.add(ROOM, line("hello"))
    await talk.stop()
    later = await after_a_restart(notes)
    assert not later.add(ROOM, line("hello"))
    assert later.add(ROOM, line("hello", by="lola"))
    assert said(later) == ["hello", "hello"]


async def test_what_is_said_before_anybody_looks_takes_nothing_away() -> None:
    notes = Shelf()
    talk = Chats(notes)
    talk.add(ROOM, line("yesterday"))
    await talk.stop()
    later = Chats(notes)
    later.add(ROOM, line("today"))
    await later.stop()
    assert said(later) == ["yesterday", "today"]
    assert said(await after_a_restart(notes)) == ["yesterday", "today"]


class Away(Shelf):
    away = True

    async def load(self, guest: str) -> bytes | None:
        if self.away:
            raise ConnectionError
        return await super().load(guest)


async def test_while_the_store_is_away_people_go_on_talking_and_nothing_stored_is_lost() -> None:
    notes = Away()
    notes.away = False
    talk = Chats(notes)
    talk.add(ROOM, line("yesterday"))
    await talk.stop()
    notes.away = True
    later = await after_a_restart(notes)
    later.add(ROOM, line("today"))
    await later.stop()
    assert said(later) == ["today"]
    notes.away = False
    later.add(ROOM, line("tonight"))
    await later.stop()
    assert said(await after_a_restart(notes)) == ["yesterday", "today", "tonight"]


async def test_without_a_place_to_keep_it_a_chat_ends_with_the_program() -> None:
    talk = Chats(None)
    talk.add(ROOM, line("hello"))
    await talk.stop()
    assert said(talk) == ["hello"]


async def test_what_the_bot_itself_said_of_somebody_is_reworded_and_what_people_said_is_not() -> None:
    notes = Shelf()
    talk = Chats(notes)
    talk.add(ROOM, line("Ann has a feat: five in a row", by=""))
    talk.add(ROOM, line("well done Ann"))
    await talk.stop()
    later = await after_a_restart(notes)
    await later.reword(ROOM, lambda told: told.replace("Ann", "somebody"))
    await later.reword(OTHER, lambda told: told.replace("Ann", "somebody"))
    assert said(later) == said(await after_a_restart(notes)) == ["somebody has a feat: five in a row", "well done Ann"]
    assert await notes.load(OTHER) is None, "a room in which nobody said a word keeps no note"


class Slow(Shelf):
    """Every answer waits until others had their turn."""

    async def load(self, guest: str) -> bytes | None:
        found = await super().load(guest)
        await asyncio.sleep(0)
        return found


async def test_what_another_process_stored_stays_though_nothing_was_heard_of_it() -> None:
    """Also what it forgot stays forgotten, and nothing is lost that both store at once (F30)."""
    notes = Slow()
    ours, theirs = Chats(notes), Chats(notes)
    for talk in (ours, theirs):
        await talk.recall(ROOM)
    theirs.add(ROOM, line("theirs"))
    theirs.add(ROOM, line("regretted", by="lola"))
    await theirs.stop()
    for one in ("theirs", "regretted"):
        ours.add(ROOM, line(one, by="pete" if one == "theirs" else "lola"), stored=True)
    await theirs.forget(ROOM, "lola")
    ours.add(ROOM, line("ours"))
    theirs.add(ROOM, line("theirs too"))
    await asyncio.gather(ours.stop(), theirs.stop())
    assert sorted(said(await after_a_restart(notes))) == ["ours", "theirs", "theirs too"]


async def test_a_quiet_room_keeps_its_chat_however_much_is_heard_of_others() -> None:
    notes = Shelf()
    talk = Chats(notes)
    await talk.recall(ROOM)
    talk.add(ROOM, line("yesterday"))
    await talk.stop()
    for number in range(MOST_ROOMS):
        talk.add(PlaceId(f"web/room {number}"), line("hello"), stored=True)
    talk.add(ROOM, line("today"))
    await talk.stop()
    assert said(await after_a_restart(notes)) == ["yesterday", "today"]
