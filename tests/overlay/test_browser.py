"""Test the overlay as OBS shows it, in a real browser: nothing runs, nothing is fetched, nothing else is visible."""

import asyncio
import struct
import zlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
import pytest_asyncio
from chromium import DRAW
from msgspec.structs import replace
from overlay.air import Air, aired
from overlay.hostile import MOST, ONCE, corpus
from overlay.stage import MAIN, seats, update
from overlay.tables import closed
from playwright.async_api import Browser, Page, expect

from bot.adapters.web.overlay.on_air import whole_end
from bot.ports.browser import Upcoming
from bot.ports.ids import PlaceId
from bot.ports.messages import News, ShownBoard, ShownPiece

pytestmark = pytest.mark.asyncio(loop_scope="session")
expect.set_options(timeout=60_000)


@pytest_asyncio.fixture(loop_scope="session")
async def air(chromium: Browser, spare: list[Page], port: int) -> AsyncIterator[Air]:
    async with aired(chromium, spare, port) as air:
        yield air


def is_clear(png: bytes) -> bool:
    """Return whether every point of the picture is fully transparent: zeros stay zeros under every filter of PNG."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) == (8, 6), "not RGBA"
    parts, at = [], 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            parts.append(png[at + 8 : at + 8 + length])
        at += length + 12
    raw, row = zlib.decompress(b"".join(parts)), 1 + 4 * width
    return not any(any(raw[y * row + 1 : (y + 1) * row]) for y in range(height))


async def picture(page: Page, **more: Any) -> bytes:
    await page.evaluate(DRAW)
    return await page.screenshot(omit_background=True, **more)


# Safe


RENDERED = """([names, texts]) => {
  const whole = [...document.querySelectorAll('.toast span')].map((node) => node.dataset.whole);
  const written = (list) => [...document.querySelectorAll(list)].map((node) => node.textContent);
  const seats = [...document.querySelectorAll('.seat:not(.no-room)')];
  const overlay = document.getElementById('stack').getBoundingClientRect();
  const inside = (one, other) => one.left >= other.left - 1 && one.right <= other.right + 1 && one.top >= other.top - 1;
  return {
    names: JSON.stringify(written('.seat .name')) === JSON.stringify(names),
    texts: texts.every((text) => [...written('#title'), ...written('#lines p'), ...whole].includes(text)),
    ran: 'ran' in window,
    elements: [...new Set([...document.querySelectorAll('main *')].map((node) => node.localName))].sort(),
    scripts: document.scripts.length,
    shown: seats.length >= 2,
    inside: seats.map((one) => one.getBoundingClientRect()).every((box) => inside(box, overlay) && box.height < 60),
    table: inside(overlay, { left: 0, right: innerWidth, top: 0 }) && overlay.bottom <= innerHeight,
    scrolled: document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight,
    marks: [...document.querySelectorAll('[style]:not(.board, .piece, #picture, .piece > .letters)')].length,
  };
}"""


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


DRAWN = """async () => {
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
"""Everything that its styles request was requested."""
ELEMENTS = {"bdi", "div", "h1", "h2", "header", "img", "li", "ol", "p", "path", "section", "span", "svg", "ul", "use"}


@pytest.mark.parametrize("most", [ONCE, pytest.param(MOST, marks=pytest.mark.soak)])
async def test_of_thousands_of_hostile_names_and_lines_none_is_more_than_text(air: Air, most: int) -> None:
    """T18: no script runs, nothing is fetched, nothing leaves its place. The long form also numbers them."""
    page, corner = await air.overlay("?form=scene"), await air.overlay()
    hostile = corpus(air.evil)
    step = 18
    for at in range(0, most, step):
        some = (hostile + hostile)[at : at + step]
        names, (title, alt), lines, told = tuple(some[:10]), some[10:12], tuple(some[12:15]), some[15:]
        piece = ShownPiece("badge", alt, 9, 9, 90, 20, name=alt, label=title, looks=(alt,), key=alt)
        board = ShownBoard.of(
            100, alt, (piece, replace(piece, kind="figure", face=f"http://{air.evil}/x.svg", key="x"))
        )
        card = {"title": title, "lines": lines, "board": board, "pot": at + 1}
        await air.stage.bot.put(update(*told, seats=seats(10, 3, names), sitting=10, **card))
        await expect(page.locator("#pot-amount")).to_have_text(f"{at + 1:,}")
        texts = [*(cut(one, 600) for one in (title, *lines)), *map(whole_end, told)]
        found = await page.evaluate(RENDERED, [[cut(one, 64) for one in names], texts])
        assert set(found.pop("elements")) <= ELEMENTS
        right = dict.fromkeys(("names", "texts", "inside", "table", "shown"), True)
        assert found == right | {"ran": False, "scripts": 2, "scrolled": False, "marks": 1}, some
        await expect(corner.locator(".seat .name")).to_have_text(
            [cut(one, 64) for one in names[:5]], use_inner_text=False
        )
        assert await corner.evaluate("'ran' in window") is False
    assert at + step >= most


async def test_own_css_is_applied_and_can_fetch_nothing(air: Air) -> None:
    elsewhere = f"http://{air.evil}"
    css = f"""
      @import "{elsewhere}/import.css";
      @font-face {{ font-family: f; src: url({elsewhere}/font.woff2); }}
      body {{ background-image: url({elsewhere}/ground.png); font-family: f; }}
      #title {{ color: rgb(1, 2, 3); list-style: url("{elsewhere}/list.png"); cursor: url({elsewhere}/c.cur), auto; }}
      #title::after {{ content: url({elsewhere}/after.png); }}
      .seat {{ mask-image: url({elsewhere}/mask.svg); filter: url({elsewhere}/f.svg#x); }}
    """
    await air.ann.set(air.guest, css=css)
    page = await air.overlay()
    await air.stage.bot.put(update("For all."))
    await expect(page.locator("#title")).to_have_css("color", "rgb(1, 2, 3)")
    await page.evaluate(DRAWN)
    # The browser's own tools see a request that the policy blocks, but it reaches nobody: `air` checks that.
    air.asked = [url for url in air.asked if not url.startswith(elsewhere)]


async def test_own_css_that_is_none_changes_nothing(air: Air) -> None:
    await air.ann.set(air.guest, css="</style><script>ran=1</script> }}} @ {{{")
    await air.stage.bot.put(update("For all."))
    page = await air.overlay()
    await expect(page.locator("#title")).to_have_text("Highest Number")
    assert await page.evaluate("'ran' in window") is False


# Nothing else


async def test_a_wrong_key_shows_nothing_at_all(air: Air) -> None:
    await air.stage.bot.put(update("For all."))
    page = await air.own_page()
    await page.add_init_script(
        "const Real = WebSocket; window.WebSocket = class extends Real { constructor(address) { super(address);"
        "this.addEventListener('close', ({ code }) => { window.endedWith = code; }); } };"
    )
    await page.goto(f"{air.stage.url}/overlay#{'A' * 43}")
    await page.wait_for_function("() => window.endedWith === 4003")
    assert is_clear(await picture(page))
    assert await page.locator("main").inner_text() == ""


async def test_over_no_table_all_is_transparent(air: Air) -> None:
    page = await air.overlay()
    assert is_clear(await picture(page))


async def test_what_the_evening_brought_stands_over_no_table_and_goes_when_one_opens(air: Air) -> None:
    """Its lines are only text, whatever people are called; a streamer can show only that, or none of it."""
    evil = "<img src=x onerror=ran=1> won most."
    await air.stage.bot.put(update("For all.", phase="between"))
    page, only = await air.overlay(), await air.overlay("?show=evening")
    without = await air.overlay("?show=table")
    air.stage.room.show_evening(PlaceId(MAIN), ["12 games, 6 people.", "Most won: Lola.", evil])
    await expect(page.locator("#table")).to_be_visible()
    await expect(page.locator("#evening")).to_be_hidden()
    await air.stage.room.show(closed(update("For all.")))
    for shown in (page, only):
        await expect(shown.locator("#evening-lines li")).to_have_text(["Most won: Lola.", evil])
        await expect(shown.locator("#evening-head")).to_have_text("12 games, 6 people.")
        assert await shown.evaluate("'ran' in window") is False
    assert is_clear(await picture(without))
    await air.stage.bot.put(update("The next.", table="t2", code="B2B"))
    await expect(page.locator("#table")).to_be_visible()
    await expect(page.locator("#evening")).to_be_hidden()


async def test_a_night_that_comes_is_announced_over_no_table_and_goes_when_one_opens(air: Air) -> None:
    """It is only text; a streamer can do without it, and once it has begun it is told no more."""
    evil = "Night 1 begins on <img src=x onerror=ran=1>."
    bot = air.stage.bot
    bot.comes[MAIN] = Upcoming(evil, bot.now() + 600_000)
    page, without = await air.overlay(), await air.overlay("?show=evening")
    await expect(page.locator("#night-line")).to_have_text(evil)
    assert await page.evaluate("'ran' in window") is False
    assert is_clear(await picture(without))
    await bot.put(update("For all."))
    await expect(page.locator("#table")).to_be_visible()
    await expect(page.locator("#night")).to_be_hidden()
    bot.comes[MAIN] = Upcoming(evil, bot.now() - 1000)
    await air.stage.room.show(closed(update("For all.")))
    late = await air.overlay()
    await expect(late.locator("#night")).to_be_hidden()


async def test_beside_the_table_all_is_transparent(air: Air) -> None:
    await air.stage.bot.put(update("For all."))
    page = await air.overlay("?at=bottom-left")
    await expect(page.locator("#title")).to_be_visible()
    assert is_clear(await picture(page, clip={"x": 740, "y": 0, "width": 1180, "height": 1080}))
    assert not is_clear(await picture(page))


async def test_a_new_key_takes_the_table_off_the_air(air: Air) -> None:
    await air.stage.bot.put(update("For all."))
    page = await air.overlay(reduced_motion="no-preference")
    await expect(page.locator("#title")).to_be_visible()
    new = await air.ann.key(air.guest)
    await expect(page.locator("#title")).to_be_hidden()
    await page.wait_for_function("() => document.getAnimations().length === 0")
    assert is_clear(await picture(page))
    again = await air.overlay(key=new)
    await expect(again.locator("#title")).to_be_visible()


async def test_a_lost_line_keeps_the_picture_for_half_a_minute(air: Air) -> None:
    await air.stage.bot.put(update("For all."))
    page = await air.own_page()
    await page.clock.install()
    await page.goto(f"{air.stage.url}/overlay#{air.key}")
    await expect(page.locator("#title")).to_be_visible()
    await air.stage.room.stop()
    await page.clock.run_for(25_000)
    await expect(page.locator("#title")).to_be_visible()
    await page.clock.run_for(10_000)
    await expect(page.locator("#title")).to_be_hidden()


# What is seen


SIZES = [(1920, 1080), (1280, 720), (400, 225)]


@pytest.mark.parametrize("at", ["bottom-left", "top"])
async def test_at_every_size_all_that_counts_is_seen_and_can_be_read(air: Air, at: str) -> None:
    names = ("Maximiliana von Trockenbrunn zu Wolkenstein", "Lola", "House 1")
    page = await air.overlay(f"?at={at}")
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        ends_at = air.stage.bot.now() + 60_000
        await air.stage.bot.put(update(f"Lola stakes {width}.", seats=seats(10, 1, names), ends_at=ends_at))
        await expect(page.locator(".toast").last).to_have_text(f"Lola stakes {width}.")
        for part in ("#title", "#code", "#pot", "#clock", "#turn", ".seat.awaited", ".toast:last-child"):
            box = await page.locator(part).bounding_box()
            assert box is not None, part
            assert min(box["x"], box["y"], width - box["x"] - box["width"], height - box["y"] - box["height"]) >= 0
        letters = "parseFloat(getComputedStyle(document.getElementById('turn-names')).fontSize)"
        assert await page.evaluate(letters) >= max(11, 37 * width / 1920 - 1)


async def test_whose_turn_it_is_is_told_by_more_than_a_colour(air: Air) -> None:
    await air.stage.bot.put(update("On.", seats=seats(4, 1)))
    page = await air.overlay()
    await expect(page.locator("#turn")).to_contain_text("To move")
    await expect(page.locator("#turn .who")).to_have_text("2Lola")
    marked = "getComputedStyle(document.querySelector('.seat.awaited .name'), '::before').content"
    assert "▶" in await page.evaluate(marked)


async def test_of_a_crowd_the_first_few_and_how_many_they_are(air: Air) -> None:
    await air.stage.bot.put(update("On.", seats=seats(24), sitting=312))
    page = await air.overlay()
    await expect(page.locator(".seat")).to_have_count(6)
    await expect(page.locator("#sitting")).to_have_text("312 at the table")


async def test_the_clock_agrees_with_a_broadcast_that_lags(air: Air) -> None:
    await air.ann.set(air.guest, delay=1)
    ends_at = air.stage.bot.now() + 60_000
    await air.stage.bot.put(update("On.", ends_at=ends_at))
    page = await air.overlay()
    most = ends_at - air.stage.bot.now() + 1000
    shown = int(await page.locator("#clock-seconds").inner_text()) * 1000
    assert ends_at - air.stage.bot.now() + 1000 - 1500 < shown < most + 1500


async def test_what_stands_in_the_address_goes_before_what_is_saved(air: Air) -> None:
    await air.ann.set(air.guest, theme="paper", at="top", size=150)
    await air.stage.bot.put(update("For all."))
    page = await air.overlay("?theme=night&size=9999&at=nowhere&show=pot,hands,code&css=x")
    root = page.locator("html")
    await expect(root).to_have_attribute("data-theme", "night")
    await expect(root).to_have_attribute("data-at", "top")
    await expect(page.locator("#overlay")).to_have_attribute("data-size", "200")
    await expect(page.locator("#pot")).to_be_visible()
    for part in ("#title", "#seats", "#turn", ".toast"):
        await expect(page.locator(part)).to_be_hidden()


async def test_the_door_is_shown_over_no_table_where_it_was_asked_for(air: Air) -> None:
    air.stage.bot.door = "https://potluck.example/twitch/ann"
    page = await air.overlay("?show=door")
    await expect(page.locator("#door")).to_have_text("Play along: potluck.example/twitch/ann")
    other = await air.overlay()
    assert is_clear(await picture(other))


async def test_of_two_tables_the_one_with_the_last_news_is_shown(air: Air) -> None:
    await air.stage.bot.put(update("Here.", table="t1", code="AAA"))
    await asyncio.sleep(0.02)
    await air.stage.bot.put(update("There.", table="t2", code="BBB"))
    page = await air.overlay()
    await expect(page.locator("#code")).to_have_text("BBB")
    await air.stage.bot.put(update("Closed.", table="t2", code="BBB", phase="closed"))
    await air.stage.bot.put(update("Here again.", table="t1", code="AAA"))
    await expect(page.locator("#code")).to_have_text("AAA")


async def test_a_line_arrives_and_one_that_replaces_it_takes_its_place(air: Air) -> None:
    page = await air.overlay()
    now = air.stage.bot.now()
    for number, text in enumerate(("Going once.", "Going twice.", "Gone.")):
        news = (News(text, now, order=number, replaces=True),)
        await air.stage.bot.put(msgspec.structs.replace(update(), news=news))
        await expect(page.locator(".toast")).to_have_text([text])


async def test_who_wants_no_motion_gets_none(air: Air) -> None:
    await air.stage.bot.put(update("On."))
    page = await air.overlay(reduced_motion="reduce")
    await expect(page.locator(".toast")).to_be_visible()
    assert await page.evaluate("document.getAnimations().length") == 0


async def test_a_commentator_reads_what_was_hidden_beside_the_table(air: Air) -> None:
    air.stage.bot.secrets["t1"] = ("Pete held a 7.",)
    await air.stage.bot.put(update("The end.", phase="between"))
    page, plain = await air.overlay("?commentator=1"), await air.overlay()
    await expect(page.locator("#commentary")).to_contain_text("Pete held a 7.")
    await expect(plain.locator("#title")).to_be_visible()
    await expect(plain.locator("#commentary")).to_be_hidden()
    await air.stage.bot.put(update("The next game."))
    await expect(page.locator("#commentary")).to_be_hidden()


async def test_of_a_long_commentary_the_end_is_read(air: Air) -> None:
    air.stage.bot.secrets["t1"] = tuple(f"Line {number} of what was hidden from all but Pete." for number in range(60))
    await air.stage.bot.put(update("The end.", phase="between"))
    page = await air.overlay("?commentator=1", width=640, height=360)
    last = page.locator("#commentary p").last
    await expect(last).to_have_text("Line 59 of what was hidden from all but Pete.")
    box = await last.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 360


# Setting it up


async def test_the_preview_shows_a_change_at_once_and_the_air_when_it_is_saved(air: Air) -> None:
    await air.stage.bot.put(update("For all."))
    on_air = await air.overlay()
    page = await air.setup()
    preview = page.frame_locator("#preview")
    await expect(preview.locator("#title")).to_have_text("Highest Number")
    await page.select_option("#theme", "contrast")
    await page.locator("#ats label.at-top-right").click()
    await page.locator("#parts label.part-seats").click()
    await page.fill("#css", "#title { color: rgb(4, 5, 6); }")
    await expect(preview.locator("html")).to_have_attribute("data-theme", "contrast")
    await expect(preview.locator("html")).to_have_attribute("data-at", "top-right")
    await expect(preview.locator("#seats")).to_be_hidden()
    await expect(preview.locator("#title")).to_have_css("color", "rgb(4, 5, 6)")
    await expect(on_air.locator("html")).to_have_attribute("data-theme", "felt")
    await expect(page.locator("#asked")).to_contain_text(
        "?form=panel&safe=2&theme=contrast&at=top-right&size=100&show=table,pot"
    )
    await page.click("#save")
    await expect(page.locator("#status")).to_have_text("Saved. It is on air.")
    await expect(on_air.locator("html")).to_have_attribute("data-theme", "contrast")
    await expect(on_air.locator("#title")).to_have_css("color", "rgb(4, 5, 6)")


async def test_there_is_something_to_see_before_a_table_is_open(air: Air) -> None:
    page = await air.setup()
    preview = page.frame_locator("#preview")
    await expect(preview.locator("#table")).to_be_hidden()
    await page.select_option("#source", "crowd")
    await expect(preview.locator("#sitting")).to_have_text("312 at the table")
    await page.select_option("#source", "evening")
    await expect(preview.locator("#evening-lines li")).to_have_count(5)
    await expect(preview.locator("#table")).to_be_hidden()
    await page.select_option("#source", "playing")
    await expect(preview.locator(".seat")).to_have_count(5)
    await page.get_by_label("Bright").check()
    await expect(page.locator("#stage")).to_have_attribute("data-backdrop", "bright")


async def test_the_address_is_hidden_until_it_is_asked_for_and_a_new_one_asks_first(air: Air) -> None:
    page = await air.setup()
    await expect(page.locator("#address-made")).to_be_visible()
    await page.click("#make")
    await expect(page.locator("#sure")).to_be_visible()
    await page.click("#make-no")
    assert await air.ann.open(air.key)
    await page.click("#make")
    await page.click("#make-yes")
    await expect(page.locator("#address")).to_have_text("Hidden: you may be on air")
    assert "/overlay#" not in await page.locator("body").inner_text()
    await page.click("#address-show")
    address = await page.locator("#address").inner_text()
    assert address.startswith(f"{air.stage.url}/overlay#")
    await air.stage.bot.put(update("For all."))
    overlay = await air.overlay(key=address.partition("#")[2])
    await expect(overlay.locator("#title")).to_be_visible()


async def test_the_set_up_page_fits(air: Air) -> None:
    page = await air.setup()
    for width, height in ((390, 844), (1440, 900)):
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        stage = await page.locator("#stage").bounding_box()
        assert stage is not None
        assert abs(stage["width"] / stage["height"] - 16 / 9) < 0.02


async def test_nobody_can_frame_the_overlay_or_try_looks_on_it_from_outside(air: Air) -> None:
    await air.stage.bot.put(update("For all."))
    page = await air.overlay()
    await page.evaluate(
        """() => new Promise((done) => {
            addEventListener("message", () => requestAnimationFrame(done));
            postMessage({settings: {theme: "contrast", show: []}, source: "crowd"}, "*");
        })"""
    )
    await expect(page.locator("html")).to_have_attribute("data-theme", "felt")
