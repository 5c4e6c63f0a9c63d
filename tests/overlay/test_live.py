"""What an overlay is told, and what never (threats T1, T2, T6, T17, T18, T25)."""

import asyncio
import time
from typing import Any

import msgspec
import pytest
from aiohttp import WSServerHandshakeError
from msgspec.structs import replace
from overlay.conftest import NewVisitor, OverlayLine, Stage, Visitor
from overlay.stage import MAIN, card, seats, update

from bot.adapters.web import TableRoom
from bot.adapters.web.overlay import live, screen, screens
from bot.adapters.web.overlay.keys import Keys, Where
from bot.adapters.web.overlay.on_air import MOST_NEWS, ResultOnAir, SeatOnAir, TableOnAir, on_air
from bot.ports.browser import Upcoming
from bot.ports.messages import News, Offer, Person, ShownBoard, ShownPiece
from bot.ports.rooms import FIRST_VENUE
from games.kit.seats import Seat

ALLOWED = {
    "hello": {"type", "now", "settings", "way_in", "hidden", "muted", "upcoming"},
    "way_in": {"door", "code", "modules", "typed", "typed_at"},
    "settings": {"delay", "theme", "at", "size", "show", "form", "safe", "sound", "calm", "css"},
    "shown": {"type", "now", "tables", "whole", "results", "evening", "season"},
    "table": {
        *("code", "title", "phase", "lines", "seats", "sitting", "pot", "ends_at", "board", "news"),
        *("commentary", "by_board", "free", "join", "admits", "hands", "art"),
    },
    "seat": {"seat", "name", "stack", "awaited", "away", "bot", "face", "gain", "won", "place", "remark"},
    "line": {"text", "order", "at", "until", "replaces", "cues", "game"},
    "result": {"id", "code", "title", "winners", "more", "at"},
}


async def opened(ann: Visitor, **settings: Any) -> tuple[str, OverlayLine]:
    """Return a moderator's seat, and the overlay of their room after it was told everything."""
    guest = await ann.sit()
    await ann.set(guest, **settings)
    line = await ann.open(await ann.key(guest))
    await line.until(lambda content: content["type"] == "hello" if settings.get("delay") else content.get("whole"))
    return guest, line


# Public things, and nothing else


async def test_no_field_goes_on_air_that_is_not_on_the_list(stage: Stage, ann: Visitor) -> None:
    await stage.bot.put(update("Pete stakes 10."))
    await opened(ann)
    line = await ann.open(await ann.key(await ann.sit("Ben")))
    hello, shown = await line.next(), await line.next()
    assert set(hello) == ALLOWED["hello"]
    assert set(hello["way_in"]) == ALLOWED["way_in"]
    assert set(hello["settings"]) == ALLOWED["settings"]
    assert set(shown) == ALLOWED["shown"]
    (table,) = shown["tables"]
    assert set(table) == ALLOWED["table"]
    assert {frozenset(seat) for seat in table["seats"]} == {frozenset(ALLOWED["seat"])}
    assert {frozenset(one) for one in table["news"]} == {frozenset(ALLOWED["line"])}


def test_of_a_table_that_nobody_may_look_on_at_an_overlay_has_a_sentence() -> None:
    public = update("Pete stakes 10.")
    told = on_air(replace(public, card=replace(public.card, unwatched="Not for you.")))
    assert (told.lines, told.news, told.seats, told.board) == (("Not for you.",), (), (), None)


def test_what_only_one_player_may_know_changes_not_one_byte() -> None:
    public = update("Pete stakes 10.")
    private = replace(
        public,
        notify=("web:somebody",),
        handle="h",
        recent=(News("Only for you.", 1),),
        card=card(
            own=("Your number is 7.",),
            offers=(Offer("show", "Show", "Show.", secret=True),),
            commands=(),
            open_moves=(),
        ),
    )
    other = replace(private, card=replace(private.card, own=("Your number is 9.",), offers=(), ask="K7Q-2"))
    told = {msgspec.json.encode(on_air(one)) for one in (public, private, other)}
    assert len(told) == 1
    assert b"PRIVATE" not in told.pop()


async def test_an_update_for_one_person_reaches_no_overlay(stage: Stage, ann: Visitor) -> None:
    _, line = await opened(ann)
    for audience in ("person:web:x", "place:web:other", "person:web:main", "place:", "", "place:web:main:x", MAIN):
        await stage.bot.put(replace(update(f"For {audience}.", table=audience), audience=audience))
    await stage.bot.put(update("For all."))
    table = await line.told("For all.")
    assert [one["text"] for one in table["news"]] == ["For all."]
    assert "For " not in str([seen for seen in line.seen if "For all." not in str(seen)])


async def test_what_the_house_shows_nobody_is_asked_for_and_only_the_place_is_taken(stage: Stage, ann: Visitor) -> None:
    stage.bot.private = (update("Only for Ben.", audience="person:web:ben"), update("Elsewhere.", place="web:other"))
    await stage.bot.put(update("For all."))
    _, line = await opened(ann)
    assert stage.bot.looked == [(Person("", ""), "web", MAIN)]
    assert [one["text"] for one in line.seen[-1]["tables"][0]["news"]] == ["For all."]


async def test_fine_print_stays_off_the_air_and_what_has_faded_too(stage: Stage, ann: Visitor) -> None:
    now = stage.bot.now()
    news = (
        News("A commitment.", now, fine=True),
        News("Gone.", now - 9000, fades=5),
        News("Still there.", now, fades=60),
        News("Stays.", now),
    )
    await stage.bot.put(replace(update(), news=news))
    _, line = await opened(ann)
    told = line.seen[-1]["tables"][0]["news"]
    assert [(one["text"], one["until"]) for one in told] == [("Still there.", now + 60_000), ("Stays.", None)]


def test_long_texts_long_tables_and_huge_boards_are_cut() -> None:
    many = update(
        *("x" * 4000 for _ in range(30)),
        title="y" * 4000,
        lines=("z" * 4000,) * 50,
        seats=seats(300, names=("n" * 4000,)),
        sitting=300,
        board=ShownBoard.of(300, "b" * 4000, tuple(ShownPiece("die", "d6-1", 0, 0, 9, 9) for _ in range(1000))),
    )
    told = on_air(many)
    assert len(msgspec.json.encode(told)) < 20_000
    assert (len(told.news), told.sitting, len(told.seats)) == (MOST_NEWS, 300, 24)
    assert told.board is None


def test_a_board_goes_on_air_to_be_looked_at_alone() -> None:
    """Nothing on it can be pressed, and its words are cut."""
    cup = ShownPiece("cup", "down", 1, 2, 30, 40, "n" * 4000, "l" * 4000, Seat(0), "1.1", ("lot.cup",), ("lit",), "k")
    told = on_air(update("x", board=ShownBoard.of(300, "The table", (cup,)))).board
    assert told is not None
    (shown,) = told.pieces
    assert (shown.word, shown.fills, shown.looks) == ("", (), ("lit",))
    assert max(len(shown.name), len(shown.label)) <= 600


# The key


async def test_the_page_is_the_same_for_everybody_and_sets_no_cookie(stage: Stage, new_visitor: NewVisitor) -> None:
    """A preview robot that fetches the address learns nothing, and uses nothing up (T17)."""
    pages = []
    for _ in range(2):
        visitor = await new_visitor()
        async with visitor.session.get(f"{stage.url}/overlay?theme=night") as answer:
            pages.append(await answer.text())
            assert "Set-Cookie" not in answer.headers
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
            assert "unsafe" not in answer.headers["Content-Security-Policy"]
            assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert pages[0] == pages[1]
    assert stage.notes.kept == {}


async def test_only_the_hash_of_a_key_is_kept(stage: Stage, ann: Visitor) -> None:
    key = await ann.key(await ann.sit())
    assert len(key) == 43
    assert key not in str(stage.notes.kept)


async def test_a_wrong_key_is_told_nothing(stage: Stage, ann: Visitor) -> None:
    await opened(ann)
    for key in ("", "x", "A" * 43, "A" * 44, "../" * 10, "\N{SNOWMAN}" * 43):
        line = await ann.open(key)
        assert (await line.closed(), line.seen) == (screens.WRONG_KEY, []), key


async def test_a_first_message_that_is_no_key_ends_the_line(stage: Stage, ann: Visitor) -> None:
    for first in ("", "[]", "{", '{"key": 1}', '{"key": "x", "place": "web:main"}', "x" * 5000):
        async with ann.session.ws_connect(f"{stage.url}/overlay/live", headers=ann.ours) as socket:
            await socket.send_str(first)
            await OverlayLine(socket).closed()
            assert socket.close_code in {screens.WRONG_KEY, 1009}, first


async def test_who_says_no_key_in_time_is_closed(stage: Stage, ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "KEY_SECONDS", 0.05)
    async with ann.session.ws_connect(f"{stage.url}/overlay/live", headers=ann.ours) as socket:
        assert await OverlayLine(socket).closed() == screens.WRONG_KEY


async def test_a_new_key_closes_the_overlays_of_the_old_one(stage: Stage, ann: Visitor) -> None:
    guest, line = await opened(ann)
    new = await ann.key(guest)
    assert await line.closed() == screens.WRONG_KEY
    assert len([name for name in stage.notes.kept if name.startswith("key:")]) == 1
    again = await ann.open(new)
    assert (await again.next())["type"] == "hello"


async def test_of_two_keys_made_at_once_one_counts(stage: Stage, ann: Visitor) -> None:
    guest = await ann.sit()
    made = await asyncio.gather(*(ann.key(guest) for _ in range(4)))
    good = []
    for key in made:
        line = await ann.open(key)
        message = await line.socket.receive(timeout=30)
        good.append(message.type is message.type.TEXT)
    assert sum(good) == 1


@pytest.fixture
def checked_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "CHECK_SECONDS", 0.0)
    monkeypatch.setattr(screen, "PULSE", 0.05)


async def test_a_key_taken_back_elsewhere_is_found_out(checked_often: None, stage: Stage, ann: Visitor) -> None:
    """It is replaced by another process on the same store, or at the moment in which the overlay is opened."""
    _, line = await opened(ann)
    await Keys(stage.notes).make(Where("web", MAIN))
    assert await line.closed() == screens.WRONG_KEY


async def test_what_comes_is_told_when_it_is_planned_and_when_it_is_called_off(
    checked_often: None, stage: Stage, ann: Visitor
) -> None:
    _, line = await opened(ann)
    assert line.seen[0]["upcoming"] is None
    stage.bot.comes[MAIN] = Upcoming("Night 1 begins.", 5)
    assert await line.until(lambda content: content.get("upcoming") == {"text": "Night 1 begins.", "at": 5})
    del stage.bot.comes[MAIN]
    assert await line.until(lambda content: content.get("upcoming", "") is None and len(line.seen) > 2)


async def test_the_preview_ends_with_its_seat(checked_often: None, stage: Stage, ann: Visitor) -> None:
    guest = await ann.sit()
    line = await ann.open("", f"/seat/{guest}/overlay/live")
    await line.until(lambda content: content.get("whole"))
    await ann.post(f"/seat/{guest}/give-up", {})
    assert await line.closed() == screens.WRONG_KEY


async def test_an_overlay_stays_on_air_while_the_store_is_away(
    checked_often: None, stage: Stage, ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, line = await opened(ann)
    asked = asyncio.Event()

    async def trouble(_: str) -> bytes:
        asked.set()
        raise ConnectionError

    monkeypatch.setattr(stage.notes, "load", trouble)
    await asked.wait()
    await stage.bot.put(update("Still there."))
    await line.told("Still there.")


async def test_a_key_outlives_a_restart(stage: Stage, ann: Visitor) -> None:
    guest = await ann.sit()
    key = await ann.key(guest)
    await ann.set(guest, theme="paper")
    stage.room = stage.bot.room = TableRoom(stage.bot, stage.guests, overlay_notes=stage.notes)
    await stage.room.start()
    ann.url = stage.url
    assert (await (await ann.open(key)).next())["settings"]["theme"] == "paper"


async def test_tries_are_bounded_by_address(time_stands_still: None, stage: Stage, ann: Visitor) -> None:
    async def many() -> None:
        for _ in range(60):
            await (await ann.open("A" * 43)).closed()

    with pytest.raises(WSServerHandshakeError):
        await many()


async def test_of_too_many_overlays_with_one_key_the_oldest_goes(stage: Stage, ann: Visitor) -> None:
    key = await ann.key(await ann.sit())
    opened_now = [await ann.open(key) for _ in range(screens.MOST_OF_ONE_KEY + 1)]
    for one in opened_now[:-1]:
        await one.next()
    assert await opened_now[0].closed() == screens.TOO_MANY
    assert (await opened_now[-1].next())["type"] == "hello"


async def test_other_sites_can_open_none(stage: Stage, ann: Visitor) -> None:
    guest = await ann.sit()
    for path in ("/overlay/live", f"/seat/{guest}/overlay/live"):
        with pytest.raises(WSServerHandshakeError):
            await ann.session.ws_connect(f"{stage.url}{path}", headers={"Origin": "https://evil.example"})


# Delay


async def test_an_overlay_waits_as_long_as_the_broadcast_lags(stage: Stage, ann: Visitor) -> None:
    _, line = await opened(ann, delay=1)
    began = time.monotonic()
    await stage.bot.put(update("First."))
    await stage.bot.put(update("Second."))
    await line.told("Second.")
    assert time.monotonic() - began >= 1
    behind = stage.bot.now() - line.seen[-1]["now"]
    assert 1000 <= behind < 60_000


async def test_what_stood_there_before_is_kept_back_too(stage: Stage, ann: Visitor) -> None:
    await stage.bot.put(update("Before."))
    began = time.monotonic()
    _, line = await opened(ann, delay=1)
    assert line.seen[0]["settings"]["delay"] == 1
    await line.told("Before.")
    assert time.monotonic() - began >= 1


async def test_the_delay_can_be_changed_while_on_air(stage: Stage, ann: Visitor) -> None:
    guest, line = await opened(ann, delay=60)
    await stage.bot.put(update("Held back."))
    await ann.set(guest, delay=0)
    await line.told("Held back.")
    assert abs(stage.bot.now() - line.seen[-1]["now"]) < 30_000


# The commentator


async def test_a_commentator_is_told_after_the_end_and_nobody_else_ever(stage: Stage, ann: Visitor) -> None:
    guest, plain = await opened(ann)
    line = await ann.open(await ann.key(guest), commentator=True)
    await line.until(lambda content: content.get("whole"))
    plain = await ann.open("", f"/seat/{guest}/overlay/live")
    await plain.until(lambda content: content.get("whole"))
    stage.bot.secrets["t1"] = ("Pete held a 7.",)
    await stage.bot.put(update("The game is on."))
    assert (await line.told("The game is on."))["commentary"] == []
    assert stage.bot.asked == []
    await stage.bot.put(update("The end.", phase="between"))
    told = await line.until(lambda content: any(table["commentary"] for table in content.get("tables", ())))
    assert told["tables"][0]["commentary"] == ["Pete held a 7."]
    await stage.bot.put(update("Goodbye."))
    await plain.told("Goodbye.")
    assert "held a 7" not in str(plain.seen)


async def test_a_commentator_who_comes_late_is_told_too(stage: Stage, ann: Visitor) -> None:
    stage.bot.secrets["t1"] = ("Pete held a 7.",)
    await stage.bot.put(update("The end.", phase="between"))
    line = await ann.open(await ann.key(await ann.sit()), commentator=True)
    await line.until(lambda content: any(table["commentary"] for table in content.get("tables", ())))


async def test_a_commentary_that_comes_when_the_next_game_is_on_is_dropped(stage: Stage, ann: Visitor) -> None:
    line = await ann.open(await ann.key(await ann.sit()), commentator=True)
    await line.until(lambda content: content.get("whole"))
    reached, goes_on = asyncio.Event(), asyncio.Event()

    async def slow(*_: str) -> tuple[str, ...]:
        reached.set()
        await goes_on.wait()
        return ("Pete held a 7.",)

    stage.bot.commentary = slow  # type: ignore[method-assign]
    await stage.bot.put(update("The end.", phase="between"))
    await reached.wait()
    await stage.bot.put(update("The next game is on."))
    goes_on.set()
    await line.told("The next game is on.")
    await stage.bot.put(update("Somebody stakes."))
    await line.told("Somebody stakes.")
    assert "held a 7" not in str(line.seen)


async def test_the_commentary_waits_as_long_as_all_else(stage: Stage, ann: Visitor) -> None:
    guest = await ann.sit()
    await ann.set(guest, delay=1)
    line = await ann.open(await ann.key(guest), commentator=True)
    await line.until(lambda content: content.get("whole"))
    stage.bot.secrets["t1"] = ("Pete held a 7.",)
    began = time.monotonic()
    await stage.bot.put(update("The end.", phase="between"))
    await line.until(lambda content: any(table["commentary"] for table in content.get("tables", ())))
    assert time.monotonic() - began >= 1


# The room and its overlays


async def test_trouble_with_the_store_is_no_wrong_key(
    stage: Stage, ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page keeps its picture and reconnects: a broadcast must not go dark because of a short failure."""
    key = await ann.key(await ann.sit())

    async def trouble(_: str) -> bytes:
        raise ConnectionError

    monkeypatch.setattr(stage.notes, "load", trouble)
    assert await (await ann.open(key)).closed() == screens.GOING_AWAY


async def test_without_notes_there_are_no_overlays(ann: Visitor, stage: Stage) -> None:
    guest = await ann.sit()
    seat = f"/seat/{guest}/overlay"
    paths = ("/overlay", "/overlay/live", "/overlay/static/overlay.js", seat, f"{seat}/view", f"{seat}/live")
    assert [await status(ann, path) for path in paths] == [200, 403, 200, 200, 200, 403]
    await stage.room.stop()
    stage.room = room = TableRoom(stage.bot, stage.guests)
    assert not room.wants_card(f"place:{MAIN}")
    await room.show(update("For all."))
    await room.start()
    ann.url = stage.url
    assert {await status(ann, path) for path in paths} == {404}
    assert [(await ann.post(f"{seat}/{deed}", {}))["status"] for deed in ("settings", "key")] == [404, 404]


async def status(ann: Visitor, path: str) -> int:
    async with ann.session.get(ann.url + path) as answer:
        return answer.status


async def test_the_room_knows_whose_overlays_are_open(stage: Stage, ann: Visitor) -> None:
    assert not stage.room.wants_card(f"place:{MAIN}")
    _, line = await opened(ann)
    assert stage.room.wants_card(f"place:{MAIN}")
    assert not stage.room.wants_card("place:web:other")
    assert not stage.room.wants_card(f"person:{MAIN}")
    await line.socket.close()
    async with asyncio.timeout(30):
        while stage.room.wants_card(f"place:{MAIN}"):  # noqa: ASYNC110 - nothing tells us
            await asyncio.sleep(0.01)


async def test_a_stop_closes_the_overlays(stage: Stage, ann: Visitor) -> None:
    _, line = await opened(ann)
    _, code = await asyncio.gather(stage.room.stop(), line.closed())
    assert code == screens.GOING_AWAY


def test_the_lists_above_are_the_types_that_are_sent() -> None:
    assert set(TableOnAir.__struct_fields__) == ALLOWED["table"]
    assert set(SeatOnAir.__struct_fields__) == ALLOWED["seat"]
    assert set(ResultOnAir.__struct_fields__) == ALLOWED["result"]


async def test_that_an_overlay_was_on_air_is_remembered(stage: Stage, ann: Visitor) -> None:
    """A page opened with a wrong key, or the preview, does not count."""
    keys, where = Keys(stage.notes), Where(FIRST_VENUE, MAIN)
    guest = await ann.sit()
    key = await ann.key(guest)
    await (await ann.open("x" * 43)).closed()
    await (await ann.open("", f"/seat/{guest}/overlay/live")).next()
    assert not await keys.was_shown(where)
    await (await ann.open(key)).next()
    assert await keys.was_shown(where)
    assert key.encode() not in b"".join(stage.notes.kept.values())
    await ann.key(guest)
    assert not await keys.was_shown(where), "of the new address it is not known yet"
