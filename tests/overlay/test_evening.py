"""What an overlay is told of an evening: whether it is hidden, how to join, and who won (threats T18, T25)."""

import re
import time

import pytest
import segno
from overlay.conftest import NewVisitor, Stage, Visitor
from overlay.stage import MAIN, update

from bot.adapters.web.overlay.endings import OVER_FOR
from bot.adapters.web.overlay.keys import Keys, Where
from bot.adapters.web.overlay.on_air import on_air
from bot.ports.browser import GameEnded, Winner
from bot.ports.ids import PlaceId, TableCode
from persistence import StoreTrouble

HERE = Where("web", MAIN)
DELAY = 60


# Hidden


async def test_what_is_hidden_is_hidden_at_once_however_long_the_delay(stage: Stage, new_visitor: NewVisitor) -> None:
    ann, ben = await new_visitor(), await new_visitor()
    guest = await ann.sit()
    await ann.set(guest, delay=DELAY)
    key = await ann.key(guest)
    line = await ann.open(key)
    assert (await line.next())["hidden"] is False
    before = time.monotonic()
    assert await stage.room.hide_overlays("web", MAIN, hidden=True)
    assert (await line.until(lambda content: content["type"] == "hello"))["hidden"] is True
    assert time.monotonic() - before < DELAY / 2, "not with what is kept back"
    later = await ben.open(key)
    assert (await later.next())["hidden"] is True
    await stage.room.hide_overlays("web", MAIN, hidden=False)
    for one in (line, later):
        assert (await one.until(lambda content: content["type"] == "hello"))["hidden"] is False


async def test_it_stays_hidden_with_other_looks_and_a_new_address(stage: Stage, ann: Visitor) -> None:
    guest = await ann.sit()
    await stage.room.hide_overlays("web", MAIN, hidden=True)
    await ann.set(guest, theme="paper")
    key = await ann.key(guest)
    assert (await Keys(stage.notes).kept(HERE)).hidden
    assert (await (await ann.open(key)).next())["hidden"] is True


async def test_another_places_overlay_stays_on_air(stage: Stage, ann: Visitor) -> None:
    line = await ann.open(await ann.key(await ann.sit()))
    await line.next()
    await stage.room.hide_overlays("web", "web:other", hidden=True)
    await stage.bot.put(update("On."))
    assert not any(content.get("hidden") for content in [*line.seen, await line.told("On.")])


async def test_its_moderator_hides_it_on_the_set_up_page_and_nobody_else(new_visitor: NewVisitor) -> None:
    ann, eve = await new_visitor(), await new_visitor()
    guest, other = await ann.sit(), await eve.sit("Eve", staff=False)
    line = await ann.open(await ann.key(guest))
    assert (await eve.post(f"/seat/{other}/overlay/hidden", {"hidden": True}))["status"] == 403
    assert (await ann.post(f"/seat/{guest}/overlay/hidden", {"hidden": True}))["text"] == "The overlay is hidden."
    assert (await line.until(lambda content: content.get("hidden", False)))["hidden"] is True
    preview = await ann.open("", f"/seat/{guest}/overlay/live")
    assert (await preview.next())["hidden"] is False
    assert (await ann.post(f"/seat/{guest}/overlay/hidden", {"hidden": "yes"}))["status"] == 400


# Who won


def a_result(stage: Stage, name: str = "r1", winners: tuple[str, ...] = ("Pete",)) -> GameEnded:
    return GameEnded(
        name, TableCode("K7Q"), "Highest Number", tuple(Winner(one, 40) for one in winners), stage.bot.now()
    )


async def test_the_results_of_an_evening_are_kept_back_like_all_else(stage: Stage, ann: Visitor) -> None:
    guest = await ann.sit()
    line = await ann.open(await ann.key(guest))
    assert (await line.until(lambda content: content.get("results") is not None))["results"] == []
    await ann.set(guest, delay=1)
    stage.bot.ended[MAIN] = (a_result(stage, winners=("Pete",) * 5),)
    before = time.monotonic()
    await stage.bot.put(update("Pete wins.", phase="between"))
    (told,) = (await line.until(lambda content: bool(content.get("results"))))["results"]
    assert time.monotonic() - before >= 1
    assert (told["winners"], told["more"]) == ([{"name": "Pete", "gain": 40}] * 3, 2)


async def test_results_are_bounded_and_their_names_cut(stage: Stage, ann: Visitor) -> None:
    stage.bot.ended[MAIN] = tuple(a_result(stage, f"r{at}", ("n" * 4000,)) for at in range(100))
    line = await ann.open(await ann.key(await ann.sit()))
    told = (await line.until(lambda content: bool(content.get("results"))))["results"]
    assert [one["id"] for one in told] == [f"r{at}" for at in range(8)]
    assert {len(one["winners"][0]["name"]) for one in told} == {64}


async def test_where_no_results_can_be_had_the_table_is_shown_all_the_same(
    stage: Stage, ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: str) -> tuple[GameEnded, ...]:
        raise StoreTrouble("away", "The store is away.")

    monkeypatch.setattr(stage.bot, "evening", fails)
    line = await ann.open(await ann.key(await ann.sit()))
    await stage.bot.put(update("Pete wins.", phase="between"))
    assert (await line.told("Pete wins."))["phase"] == "between"


# What the evening brought

TOLD = ("The evening: 12 games, 6 people.", "Most games won: Lola 5 of 9.", "Luckiest: Pete.")


async def test_what_an_evening_brought_comes_after_the_delay_and_to_its_own_place_alone(
    stage: Stage, ann: Visitor
) -> None:
    guest = await ann.sit()
    await ann.set(guest, delay=1)
    line = await ann.open(await ann.key(guest))
    await line.until(lambda content: content["type"] == "shown")
    stage.room.show_evening(PlaceId("web:other"), ["of another place"])
    before = time.monotonic()
    stage.room.show_evening(PlaceId(MAIN), TOLD)
    told = (await line.until(lambda content: bool(content.get("evening"))))["evening"]
    assert time.monotonic() - before >= 1
    assert told["lines"] == list(TOLD)


async def test_an_overlay_that_is_opened_after_the_evening_shows_it_for_some_minutes(
    stage: Stage, ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A streamer who changes to the final scene opens it again."""
    key = await ann.key(await ann.sit())
    stage.room.show_evening(PlaceId(MAIN), TOLD)
    told = await (await ann.open(key)).until(lambda content: bool(content.get("evening")))
    assert told["evening"]["lines"] == list(TOLD)
    ends = time.monotonic() + OVER_FOR
    monkeypatch.setattr("cachetools.TTLCache.timer", property(lambda _: lambda: ends))
    later = await ann.open(key)
    assert (await later.until(lambda content: content.get("results") is not None))["evening"] is None


async def test_of_an_evening_six_lines_are_shown_and_none_is_longer_than_a_line(stage: Stage, ann: Visitor) -> None:
    stage.room.show_evening(PlaceId(MAIN), ["n" * 4000] * 40)
    told = await (await ann.open(await ann.key(await ann.sit()))).until(lambda content: bool(content.get("evening")))
    assert [len(one) for one in told["evening"]["lines"]] == [600] * 6


# How to join


def test_seats_are_free_only_where_somebody_could_sit_down() -> None:
    free = [on_air(update("x", way_in=way_in, room=2)).free for way_in in ("join", "halflings 50", "")]
    assert free == [2, 2, 0]


async def test_the_way_in_is_told_as_it_is_typed_and_as_a_qr_code(stage: Stage, ann: Visitor) -> None:
    stage.bot.door = "https://potluck.example/at/twitch/ann"
    way = (await (await ann.open(await ann.key(await ann.sit()))).next())["way_in"]
    assert (way["typed"], way["typed_at"]) == ("!{line}", "!{code} {line}")
    drawn = [[0] * way["modules"] for _ in range(way["modules"])]
    for left, top, wide in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", way["code"]):
        drawn[int(top)][int(left) : int(left) + int(wide)] = [1] * int(wide)
    assert drawn == [list(row) for row in segno.make_qr(stage.bot.door, error="m").matrix_iter(border=4)]
