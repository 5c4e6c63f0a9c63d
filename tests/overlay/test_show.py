"""Test the overlay as a show: readable in both forms, how to join, who won, its sounds, and hiding it."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from msgspec.structs import replace
from overlay.air import Air, aired
from overlay.letters import LETTERS
from overlay.stage import MAIN, seats, update
from overlay.tables import DOOR, OPENED, closed, just_now, on_tables
from playwright.async_api import Browser, Page, expect

from bot.ports.browser import GameEnded, Winner
from bot.ports.ids import TableCode
from bot.ports.messages import News, SeatLine, ShownBoard, ShownPiece, Update
from games.kit.seats import Seat

pytestmark = pytest.mark.asyncio(loop_scope="session")
expect.set_options(timeout=60_000)
SHAPES = {"wide": (1920, 1080), "tall": (1080, 1920)}
A_LINE_IS_GONE = 60_000
"""Milliseconds after which the last line has disappeared."""
LEAST = 24
"""Letters in px at 1080 lines: 11 px if the stream is watched at 480."""
FOR_SECONDS = 7_000
REVEAL = 2_100
"""Milliseconds after which no winner is celebrated any more."""
FREE: dict[str, Any] = {"way_in": "join", "room": 3}
PARTS = "#facts, #picture, #seats, #results, #join, #winner, .toast"
OUTSIDE = """([parts, safe]) => [...document.querySelectorAll(parts)].filter((node) => {
  if (!node.checkVisibility()) return false;
  const { left, top, right, bottom } = node.getBoundingClientRect();
  const [across, down] = [innerWidth * safe / 100 - 1, innerHeight * safe / 100 - 1];
  return left < across || top < down || right > innerWidth - across || bottom > innerHeight - down;
}).map((node) => node.id || node.className)"""
OVERLAPPING = """() => {
  const seats = [...document.querySelectorAll('.seat')].filter((node) => node.checkVisibility());
  return seats.filter((seat) => seat.getBoundingClientRect().height > 70
    || [...seat.children].some((one) => one.getBoundingClientRect().right > seat.getBoundingClientRect().right + 1))
    .length;
}"""
FINISHED = """async () => {
  const drawn = () => new Promise((done) => requestAnimationFrame(done));
  await document.fonts.ready;
  for (let turn = 0; turn < 2; turn += 1) {
    await drawn();
    window.ticks.forEach((one) => one());
    for (const one of document.getAnimations()) if (one.effect.getComputedTiming().endTime < 1e9) one.finish();
  }
  await drawn();
}"""
HOSTILE = (
    "W" * 25,
    "\u202e" + "kcuf" * 6,
    "Z\u0489\u035f\u0310\u0340" * 5,
    "\ufdfd" * 25,
    "\U0001f469\u200d\U0001f469\u200d\U0001f467" * 5,
    "\u0627\u0644\u0633\u0644\u0627\u0645 \u0639\u0644\u064a\u0643\u0645 \u0627\u0644\u0633",
    "\u3164" * 25,
    "<b>ran=1</b><i>ran=1</i>",
)


@pytest_asyncio.fixture(loop_scope="session")
async def air(chromium: Browser, spare: list[Page], port: int) -> AsyncIterator[Air]:
    async with aired(chromium, spare, port) as air:
        yield air


async def settled(page: Page) -> None:
    """Wait until everything was drawn, and all motion has ended."""
    await page.evaluate(FINISHED)


def in_each(wide: str, tall: str) -> list[Any]:
    """Return both forms in both shapes: one shape of each form in the suite, the other in the long form."""
    short = {(wide, "wide"), (tall, "tall")}
    return [
        pytest.param(*one, marks=[] if one in short else pytest.mark.soak)
        for one in itertools.product(("panel", "scene"), SHAPES)
    ]


# To be read


@pytest.mark.parametrize(("form", "shape"), in_each("panel", "scene"))
async def test_all_games_can_be_read_at_480_lines_and_no_line_is_cut(air: Air, form: str, shape: str) -> None:
    width, height = SHAPES[shape]
    air.stage.bot.door = DOOR
    page = await air.overlay(f"?form={form}", width=width, height=height)
    measured = 0
    for name, shown in on_tables():
        for other in list(air.stage.bot.tables.values()):
            await air.stage.bot.put(closed(other))
        air.stage.bot.tables.clear()
        await air.stage.bot.put(just_now(shown))
        await expect(page.locator("#code")).to_have_text(shown.code)
        await settled(page)
        found = await page.evaluate(LETTERS)
        assert found["cut"] == [], name
        smallest = {one["what"]: round(one["px"], 1) for one in found["smallest"]}
        assert {what: px for what, px in smallest.items() if px < LEAST} == {}, name
        assert await page.evaluate(OUTSIDE, [PARTS, 2]) == [], name
        measured += 1
    assert measured == 13


@pytest.mark.parametrize("shape", SHAPES)
async def test_the_scene_fills_the_picture_and_its_table_is_large(air: Air, shape: str) -> None:
    width, height = SHAPES[shape]
    ((_, shown),) = on_tables("headache")
    await air.stage.bot.put(shown)
    page = await air.overlay("?form=scene", width=width, height=height)
    board = await page.locator("#picture .board").bounding_box()
    assert board is not None
    assert board["width"] >= min(1000, 0.9 * width)
    await expect(page.locator(".seat")).to_have_count(8)


@pytest.mark.parametrize("shape", SHAPES)
async def test_no_empty_felt_lies_above_and_below_a_low_board(air: Air, shape: str) -> None:
    width, height = SHAPES[shape]
    ((_, shown),) = on_tables("halflings")
    await air.stage.bot.put(just_now(shown))
    page = await air.overlay("?form=scene", width=width, height=height)
    board, frame = [await page.locator(one).bounding_box() for one in ("#picture .board", "#picture")]
    assert board is not None
    assert frame is not None
    assert board["height"] <= frame["height"] <= board["height"] + 60


@pytest.mark.parametrize("size", [100, 150])
async def test_an_amount_in_a_strip_is_read_to_its_end(air: Air, size: int) -> None:
    air.stage.bot.door = DOOR
    ((_, shown),) = on_tables("crowd")
    await air.stage.bot.put(just_now(shown))
    page = await air.overlay(f"?at=top&size={size}")
    lost = page.locator("#picture .letters", has_text="\u2212100").first
    await settled(page)
    assert await lost.evaluate("(node) => node.scrollWidth <= node.clientWidth + 1")


async def test_names_of_25_hostile_letters_break_neither_form(air: Air) -> None:
    for form in ("panel", "scene"):
        page = await air.overlay(f"?form={form}")
        card = {"title": "Highest Number", "sitting": 8, "way_in": "join", "room": 1}
        line = f"{HOSTILE[0]} plays against {HOSTILE[3]} and {HOSTILE[4]}."
        for phase in ("playing", "lobby"):
            await air.stage.bot.put(update(line, seats=seats(8, 1, HOSTILE), phase=phase, **card))
            await expect(page.locator("html")).to_have_attribute("data-phase", phase)
            await settled(page)
            assert await page.evaluate(OUTSIDE, [PARTS, 0]) == [], (form, phase)
            assert await page.evaluate(OVERLAPPING) == 0, (form, phase)
            assert await page.evaluate("'ran' in window") is False


async def test_the_safe_area_stays_free(air: Air) -> None:
    ((_, shown),) = on_tables("rogues")
    await air.stage.bot.put(shown)
    for form in ("panel", "scene"):
        page = await air.overlay(f"?form={form}&safe=10")
        await expect(page.locator("#picture .board")).to_be_visible()
        await settled(page)
        assert await page.evaluate(OUTSIDE, [PARTS, 10]) == []


async def test_of_a_line_that_is_too_long_whole_sentences_are_left_out(air: Air) -> None:
    sentences = [f"Sentence {number} of what happened at this table just now is told here." for number in range(12)]
    await air.stage.bot.put(update(" ".join(sentences)))
    page = await air.overlay()
    await expect(page.locator(".toast")).to_be_visible()
    shown = await page.locator(".toast").inner_text()
    assert shown.endswith(sentences[-1])
    assert any(shown == " ".join(sentences[at:]) for at in range(1, 12)), shown


async def test_who_sits_there_is_seen_again_after_a_table_without_room_for_them(air: Air) -> None:
    ((_, shown),) = on_tables("cones")
    page = await air.overlay("?size=200")
    await air.stage.bot.put(just_now(shown))
    await settled(page)
    await expect(page.locator(".seat.awaited")).to_be_visible()
    await expect(page.locator(".seat.no-room")).not_to_have_count(0)
    await air.stage.bot.put(closed(shown))
    await air.stage.bot.put(update("Another.", seats=seats(3)))
    await expect(page.locator(".seat >> nth=2")).to_be_visible()


async def test_along_the_top_the_board_has_all_who_play_beside_it(air: Air) -> None:
    ((_, shown),) = on_tables("rogues")
    page = await air.overlay("?at=top")
    await air.stage.bot.put(just_now(shown))
    await expect(page.locator("#picture .board")).to_be_visible()
    await settled(page)
    for part in (".seat >> nth=5", ".toast >> nth=2"):
        await expect(page.locator(part)).to_be_visible()
    assert await page.evaluate(OUTSIDE, [PARTS, 2]) == []


# How to join


async def test_how_to_join_is_said_whole_while_seats_are_free(air: Air) -> None:
    air.stage.bot.door = "https://potluck.example/at/twitch/ann"
    ends_at = air.stage.bot.now() + 90_000
    await air.stage.bot.put(update(OPENED, phase="lobby", ends_at=ends_at, **FREE))
    page = await air.overlay()
    await expect(page.locator("#join-how")).to_have_text("Type !join to play")
    await expect(page.locator("#join-left")).to_contain_text("Free seats: 3 · starts in ")
    await expect(page.locator("#join-door")).to_have_text("Your hand: potluck.example/at/twitch/ann")
    box = await page.locator("#qr svg").bounding_box()
    assert box is not None
    assert box["width"] >= 180
    await air.stage.bot.put(update("It begins."))
    await expect(page.locator("#join")).to_be_hidden()


SIZES = (50, 100, 150, 200)
CUT_OFF = """(safe) => {
  const join = document.getElementById('join');
  const box = join.getBoundingClientRect();
  const [across, down] = [innerWidth * safe / 100 - 2, innerHeight * safe / 100 - 2];
  const parts = ['qr', 'join-how', 'join-left', 'join-door'].map((id) => document.getElementById(id));
  const narrow = parts.filter((part) => !part.checkVisibility() || part.scrollWidth > part.clientWidth + 2);
  const hidden = [...parts, document.querySelector('#join-how b')].filter((part) => {
    const at = part.getBoundingClientRect();
    const seen = document.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2);
    return at.right > box.right + 1 || at.bottom > box.bottom + 1 || !join.contains(seen);
  });
  const { left, top, right, bottom } = box;
  const outside = left < across || top < down || right > innerWidth - across || bottom > innerHeight - down;
  return [...narrow, ...hidden, ...(outside ? [join] : [])].map((part) => part.id || part.localName);
}"""


@pytest.mark.parametrize(("form", "shape"), in_each("scene", "panel"))
async def test_how_to_join_is_whole_in_every_size(air: Air, form: str, shape: str) -> None:
    """From 150 % on, its code and its words were cut off."""
    width, height = SHAPES[shape]
    air.stage.bot.door = DOOR
    page = await air.overlay(f"?form={form}", width=width, height=height)
    ((_, crowd),) = on_tables("crowd")
    lobby = update(OPENED, phase="lobby", ends_at=air.stage.bot.now() + 90_000, admits="for subscribers", **FREE)
    for shown, line in ((lobby, "!join"), (just_now(crowd), "!halflings 50")):
        for other in list(air.stage.bot.tables.values()):
            await air.stage.bot.put(closed(other))
        air.stage.bot.tables.clear()
        await air.stage.bot.put(shown)
        await expect(page.locator("#join-how")).to_have_text(f"Type {line} to play")
        for size in SIZES:
            await air.ann.set(air.guest, size=size)
            await expect(page.locator("#overlay")).to_have_attribute("data-size", str(size))
            await settled(page)
            assert await page.evaluate(CUT_OFF, 2) == [], (line, size)
            assert await page.evaluate(OUTSIDE, [PARTS, 2]) == [], (line, size)


async def test_a_crowd_is_told_how_to_stake_and_for_whom_the_seats_are(air: Air) -> None:
    ((_, crowd),) = on_tables("crowd")
    shown = just_now(crowd)
    await air.stage.bot.put(replace(shown, card=replace(shown.card, admits="for subscribers of the channel")))
    page = await air.overlay()
    await expect(page.locator("#join-how")).to_have_text("Type !halflings 50 to play")
    await expect(page.locator("#join-left")).to_have_text(
        "Free seats: 492 · for subscribers of the channel · from the next round on"
    )


@pytest.mark.parametrize("form", ["panel", "scene"])
async def test_while_people_have_hands_it_says_where(air: Air, form: str) -> None:
    """A viewer who closed the page finds it on the broadcast; otherwise it is only in an old line of chat."""
    air.stage.bot.door = DOOR
    ((_, poohead),) = on_tables("poohead")
    await air.stage.bot.put(just_now(poohead, ago=A_LINE_IS_GONE))
    page = await air.overlay(f"?form={form}")
    await expect(page.locator("#join-door")).to_have_text(f"Your hand: {DOOR.removeprefix('https://')}")
    await expect(page.locator("#join-how")).to_be_hidden()
    await settled(page)
    if form == "scene":
        await expect(page.locator("#qr")).to_be_visible()
    assert await page.evaluate(OUTSIDE, [PARTS, 2]) == []


async def test_with_several_tables_the_code_comes_first(air: Air) -> None:
    await air.stage.bot.put(update("Here.", table="t1", code="AAA"))
    await air.stage.bot.put(update("There.", table="t2", code="BBB", phase="lobby", **FREE))
    page = await air.overlay()
    await expect(page.locator("#join-how")).to_have_text("Type !BBB join to play")


# Who won


def won(air: Air, name: str = "r1") -> tuple[GameEnded, ...]:
    others = air.stage.bot.ended.get(MAIN, ())
    return (GameEnded(name, TableCode("K7Q"), "Highest Number", (Winner("Pete", 40),), air.stage.bot.now()), *others)


def the_end(result: str, later: str) -> Update:
    """Return the end of a game: what ended it is the game's last line; what concerns the next is the table's."""
    told = update("Pete folds.", result, later, phase="between")
    return replace(told, news=tuple(replace(line, of_game=line.text != later) for line in told.news))


def with_gains(seats: tuple[SeatLine, ...]) -> tuple[SeatLine, ...]:
    """Return the seats as a game leaves them: the first has won."""
    gains = zip(seats, (40, -15, -25), ("owl", "fox", "robot"), strict=True)
    return tuple(
        replace(
            one,
            gain=gain,
            stack=100 + gain,
            won=gain > 0,
            place=place,
            face=face,
            awaited=False,
            remark="was at 12 %" if gain > 0 else "",
        )
        for place, (one, gain, face) in enumerate(gains, 1)
    )


def hears_results(text: str | bytes, told: asyncio.Event) -> None:
    """Note when results were told: those won before come first, and who wins later is celebrated."""
    if '"results"' in str(text):
        told.set()


async def test_who_won_is_seen_for_some_seconds_and_stands_among_the_results(air: Air) -> None:
    await air.stage.bot.put(update("On."))
    page, all_told = await air.own_page(), asyncio.Event()
    await page.clock.install()
    page.on("websocket", lambda line: line.on("framereceived", lambda text: hears_results(text, all_told)))
    await page.goto(f"{air.stage.url}/overlay#{air.key}")
    await expect(page.locator("#table")).to_be_visible()
    await all_told.wait()
    air.stage.bot.ended[MAIN] = won(air)
    end = the_end("Pete shows 9, and wins 40.", "The next game begins in 20 seconds.")
    await air.stage.bot.put(replace(end, card=replace(end.card, seats=with_gains(end.card.seats))))
    await expect(page.locator("#winner-names")).to_have_text("Pete+40")
    await expect(page.locator("#winner")).to_be_hidden()  # what decided the game is seen first
    await page.clock.run_for(REVEAL)
    await expect(page.locator("#winner")).to_be_visible()
    await expect(page.locator("#winner-faces use[href$='#face-owl']")).to_have_count(1)
    await expect(page.locator("#winner-places li")).to_have_text(["2Lola\u221215", "3House 1\u221225"])
    await expect(page.locator("#winner-places use")).to_have_count(2)
    await expect(page.locator("#winner-word")).to_have_text("wins Highest Number")
    await expect(page.locator("#winner-remark")).to_have_text("was at 12 %")
    await expect(page.locator("#winner-how")).to_have_text("Pete shows 9, and wins 40.")
    await page.clock.run_for(FOR_SECONDS)
    await expect(page.locator("#winner")).to_be_hidden()
    await expect(page.locator(".result")).to_have_text(["Pete+40Highest Number"])
    await expect(page.locator("#table")).to_be_visible()


async def test_an_overlay_that_is_opened_later_celebrates_nobody(air: Air) -> None:
    air.stage.bot.ended[MAIN] = won(air)
    await air.stage.bot.put(update("Pete wins.", phase="between"))
    page = await air.overlay("?form=scene")
    await expect(page.locator(".result")).to_have_count(1)
    await expect(page.locator("#winner")).to_be_hidden()


# Hidden


async def test_hidden_it_is_gone_at_once_in_spite_of_the_delay(air: Air) -> None:
    await air.stage.bot.put(update("On."))
    page = await air.overlay("?form=scene", reduced_motion="no-preference")
    await expect(page.locator("#facts")).to_be_visible()
    await air.ann.set(air.guest, delay=60)
    await air.stage.room.hide_overlays("web", MAIN, hidden=True)
    await page.wait_for_function("() => document.getElementById('overlay').hidden", timeout=30_000)
    await expect(page.locator("#facts")).to_be_hidden()
    await air.stage.room.hide_overlays("web", MAIN, hidden=False)
    await expect(page.locator("#facts")).to_be_visible()


async def test_the_set_up_page_hides_it_and_shows_it_again(air: Air) -> None:
    await air.stage.bot.put(update("On."))
    on_air, page = await air.overlay(), await air.setup()
    await page.click("#curtain")
    await expect(page.locator("#curtain-status")).to_have_text("The overlay is hidden.")
    await expect(on_air.locator("#title")).to_be_hidden()
    await expect(page.frame_locator("#preview").locator("#title")).to_be_visible()
    await page.click("#curtain")
    await expect(on_air.locator("#title")).to_be_visible()


async def test_the_set_up_page_shows_both_forms_and_the_upright_picture(air: Air) -> None:
    page = await air.setup()
    await page.select_option("#source", "lobby")
    preview = page.frame_locator("#preview")
    await page.locator("label.form-scene").click()
    await page.locator("#canvases input[value=tall]").check()
    await expect(preview.locator("html")).to_have_attribute("data-form", "scene")
    await expect(preview.locator("#join-how")).to_have_text("Type !join to play")
    await expect(page.locator("#asked")).to_contain_text("?form=scene&safe=2&theme=felt")
    stage = await page.locator("#stage").bounding_box()
    assert stage is not None
    assert stage["height"] > stage["width"]


# Moved and heard

COUNTED = """
  window.made = 0;
  for (const kind of ['OscillatorNode', 'AudioBufferSourceNode']) {
    const Real = window[kind];
    window[kind] = class extends Real { constructor(...all) { super(...all); window.made += 1; } };
  }
"""
MOVED = """() => {
  window.moved = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.moved += 1; return animate.apply(this, how); };
}"""


def a_board(left: int) -> ShownBoard:
    return ShownBoard.of(200, "A board", (ShownPiece("figure", "giant", left, 20, 40, 40, name="The Giant", key="g"),))


@pytest.mark.parametrize(("asked", "moves"), [("", True), ("&calm=1", False)])
async def test_pieces_move_unless_calm_was_asked_for(air: Air, asked: str, moves: bool) -> None:
    await air.stage.bot.put(update("On.", board=a_board(20)))
    page = await air.overlay(f"?form=scene{asked}", reduced_motion="no-preference")
    await expect(page.locator(".piece")).to_be_visible()
    await page.evaluate(MOVED)
    await air.stage.bot.put(update("It moves.", board=a_board(300)))
    await expect(page.locator(".toast").last).to_have_text("It moves.")
    assert (await page.evaluate("() => window.moved") > 0) is moves
    css = "() => document.getAnimations().filter((one) => one.constructor.name !== 'Animation').length"
    if not moves:
        assert await page.evaluate(css) == 0


def with_die(face: str, line: str, stack: int, *cues: str) -> Update:
    """Return a table with a die, whose first seat has so much, and a line that tells of it."""
    die = ShownPiece("die", face, 180, 20, 40, 40, key="" if face == "d6" else "thrown", seat=Seat(0))
    first, *others = seats(2)
    told = update(line, board=ShownBoard.of(200, "A board", (die,)), seats=(replace(first, stack=stack), *others))
    return replace(told, news=tuple(replace(one, cues=cues) for one in told.news))


@pytest.mark.parametrize("form", ["panel", "scene"])
async def test_what_dice_show_is_told_on_air_once_they_lie_still(air: Air, form: str) -> None:
    await air.stage.bot.put(with_die("d6", "On.", 100))
    page = await air.own_page()
    await page.add_init_script(COUNTED)
    await page.emulate_media(reduced_motion="no-preference")
    await page.clock.install()
    await page.goto(f"{air.stage.url}/overlay?form={form}&sound=50#{air.key}")
    await expect(page.locator(".seat .stack").first).to_have_text("100")
    await page.clock.pause_at(await page.evaluate("Date.now() / 1000 + 1"))
    await air.stage.bot.put(with_die("d6-4", "Pete rolls a 4.", 140, "chips"))
    await expect(page.locator("#table .face-d6-4").first).to_be_visible()
    await page.clock.run_for(500)
    await expect(page.locator(".toast").last).to_have_text("On.")
    await expect(page.locator(".seat .stack").first).to_have_text("100")
    assert await page.evaluate("() => window.made") == 0
    await page.clock.run_for(500)
    await expect(page.locator(".toast").last).to_have_text("Pete rolls a 4.")
    await expect(page.locator(".seat .stack").first).to_have_text("140")
    assert await page.evaluate("() => window.made") > 0


@pytest.mark.parametrize(("asked", "sounds"), [("", False), ("?sound=50", True)])
async def test_it_is_silent_unless_sounds_were_asked_for(air: Air, asked: str, sounds: bool) -> None:
    await air.stage.bot.put(update("On."))
    page = await air.own_page()
    await page.add_init_script(COUNTED)
    await page.goto(f"{air.stage.url}/overlay{asked}#{air.key}")
    await expect(page.locator("#title")).to_be_visible()
    await air.stage.bot.put(with_cues(air, "Chips.", "chips"))
    await expect(page.locator(".toast").last).to_have_text("Chips.")
    assert (await page.evaluate("() => window.made") > 0) is sounds


def with_cues(air: Air, line: str, *cues: str) -> Any:
    now = air.stage.bot.now()
    return replace(update(), news=(News(line, now, order=now % 1_000_000, cues=cues),))
