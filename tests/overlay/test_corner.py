"""Test the corner panel, the moment of whoever won, and what stands between games, in a real browser."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from msgspec.structs import replace
from overlay.air import Air, aired
from overlay.letters import LETTERS
from overlay.stage import MAIN, seats, update
from overlay.tables import DOOR, closed, just_now, on_tables
from overlay.test_show import COUNTED, FINISHED, REVEAL, hears_results
from playwright.async_api import Browser, Page, expect

from bot.ports.browser import GameEnded, Winner
from bot.ports.ids import PlaceId
from bot.ports.messages import Update

pytestmark = pytest.mark.asyncio(loop_scope="session")
expect.set_options(timeout=60_000)
MOST = 0.22
"""The share of the width that a corner takes."""
WIDEST = """() => Math.max(...[...document.getElementById('stack').children]
  .filter((node) => node.checkVisibility()).map((node) => node.getBoundingClientRect().width)) / innerWidth"""
OVER = """() => {
  const [board, won] = ['#picture .board', '#winner'].map((one) => document.querySelector(one).getBoundingClientRect());
  return board.left < won.right && won.left < board.right && board.top < won.bottom && won.top < board.bottom;
}"""
TUNE = 7
"""How many notes a tune has."""
TABLE = ["1. Lola: 12 of 31 won", "2. Pete: 9 of 28 won", "3. Mia: 9 of 30 won", "4. Ben: 4 of 12 won"]


@pytest_asyncio.fixture(loop_scope="session")
async def air(chromium: Browser, spare: list[Page], port: int) -> AsyncIterator[Air]:
    async with aired(chromium, spare, port) as air:
        yield air


async def alone(air: Air, shown: Update) -> None:
    """Show this table, and no other."""
    for other in list(air.stage.bot.tables.values()):
        await air.stage.bot.put(closed(other))
    air.stage.bot.tables.clear()
    await air.stage.bot.put(shown)


# A corner


@pytest.mark.parametrize(("width", "height", "least"), [(1920, 1080, 24), (854, 480, 10.6)])
async def test_a_corner_is_one_and_every_game_can_be_read_in_it(
    air: Air, width: int, height: int, least: float
) -> None:
    air.stage.bot.door = DOOR
    page = await air.overlay("?form=panel", width=width, height=height)
    for name, shown in on_tables("cones", "headache", "rogues", "lobby"):
        await alone(air, just_now(shown))
        await expect(page.locator("#code")).to_have_text(shown.code)
        await page.evaluate(FINISHED)
        assert await page.evaluate(WIDEST) <= MOST, name
        found = await page.evaluate(LETTERS)
        assert found["cut"] == [], name
        assert min(one["px"] for one in found["smallest"]) >= least, name


async def test_a_corner_names_whose_turn_it_is_and_shows_what_they_have(air: Air) -> None:
    ((_, shown),) = on_tables("rogues")
    await air.stage.bot.put(just_now(shown))
    page = await air.overlay()
    awaited = [one.name for one in shown.card.seats if one.awaited]
    await expect(page.locator("#turn .who .name, #turn .who bdi")).to_have_text(awaited)
    await expect(page.locator(".seat.awaited .name")).to_have_text(awaited)
    await expect(page.locator(".seat.awaited .held .kind-cup")).to_have_count(1)
    await expect(page.locator("#picture .kind-die")).not_to_have_count(0)
    await expect(page.locator("#picture .kind-text")).to_have_count(0)
    await expect(page.locator("#sitting")).to_have_text("and 1 more")


async def test_a_corner_tells_whose_pieces_are_of_which_colour(air: Air) -> None:
    ((_, shown),) = on_tables("cones")
    await air.stage.bot.put(just_now(shown))
    page = await air.overlay()
    own = page.locator(".seat .held .kind-badge .letters")
    await expect(own).to_have_count(len(shown.card.seats))
    assert len(set(await own.all_inner_texts())) == len(shown.card.seats)


async def test_a_corner_names_who_won_however_late_they_sat_down(air: Air) -> None:
    ((_, shown),) = on_tables("rogues-over")
    by_end = sorted(shown.card.seats, key=lambda one: one.won)
    won = [by_end[-1].name]
    await air.stage.bot.put(just_now(replace(shown, card=replace(shown.card, seats=tuple(by_end)))))
    page = await air.overlay()
    await expect(page.locator(".seat.won .name")).to_have_text(won)
    await expect(page.locator("#sitting")).to_have_text("and 1 more")


async def test_pieces_in_a_corner_are_those_of_the_table_and_tell_no_more(air: Air) -> None:
    """What is drawn beside a name lies at that seat; a corner makes no piece of its own."""
    for name, shown in on_tables("cones", "headache", "poohead"):
        await alone(air, just_now(shown))
        page = await air.overlay()
        await expect(page.locator("#code")).to_have_text(shown.code)
        board = shown.card.board
        assert board is not None
        faces = {f"#{one.kind}-{one.face}" for one in board.pieces}
        faces |= {f"#face-{seat.face}" for seat in shown.card.seats}
        drawn = await page.eval_on_selector_all("#table use", "(all) => all.map((one) => one.getAttribute('href'))")
        assert drawn, name
        assert {one[one.index("#") :] for one in drawn} <= faces, name


@pytest.mark.parametrize("form", ["panel", "scene"])
async def test_no_notation_stands_on_air(air: Air, form: str) -> None:
    ((_, shown),) = on_tables("cones")
    await air.stage.bot.put(just_now(shown))
    page = await air.overlay(f"?form={form}")
    await expect(page.locator("#picture .kind-space").first).to_be_visible()
    told = await page.inner_text("#overlay")
    assert not any(space in told.split() for space in ("X1", "X4", "1a", "2b", "#1"))
    assert "(1 1a-" not in told


# Who won


async def win(air: Air, page: Page, asked: str) -> None:
    """Let andy win at Cones while this page looks on."""
    ((_, shown),) = on_tables("cones-over")
    all_told = asyncio.Event()
    await air.stage.bot.put(update("On.", table=shown.table, code=shown.code))
    await page.clock.install()
    page.on("websocket", lambda line: line.on("framereceived", lambda text: hears_results(text, all_told)))
    await page.goto(f"{air.stage.url}/overlay{asked}#{air.key}")
    await expect(page.locator("#facts")).to_be_visible()
    await all_told.wait()
    now = air.stage.bot.now()
    air.stage.bot.ended[MAIN] = (GameEnded("r9", shown.code, "Cones", (Winner("andy", 40),), now),)
    await air.stage.bot.put(just_now(shown))
    await expect(page.locator("#winner-names")).to_have_text("andy+40")
    await expect(page.locator("#winner")).to_be_hidden()


@pytest.mark.parametrize("form", ["panel", "scene"])
async def test_whoever_won_has_art_and_a_tune_after_the_reveal_and_covers_nothing(air: Air, form: str) -> None:
    page = await air.own_page()
    await page.add_init_script(COUNTED)
    await win(air, page, f"?form={form}&sound=50")
    before = await page.evaluate("() => window.made")  # of what decided it, which is seen first
    await page.clock.run_for(REVEAL)
    await expect(page.locator("#winner")).to_be_visible()
    assert await page.evaluate("() => window.made") == before + TUNE
    await expect(page.locator("#winner-art use[href$='#figure-crown']")).to_have_count(1)
    await expect(page.locator("#winner-art use[href*='#cone-']")).to_have_count(2)
    await expect(page.locator("#winner-places li")).not_to_have_count(0)
    await expect(page.locator("#winner-places .gain")).to_have_count(0)  # a game without money brings nothing
    await expect(page.locator("#picture .board")).to_be_visible()
    assert await page.evaluate(OVER) is False


async def test_without_sound_whoever_won_has_no_tune(air: Air) -> None:
    page = await air.own_page()
    await page.add_init_script(COUNTED)
    await win(air, page, "?form=scene")
    await page.clock.run_for(REVEAL)
    await expect(page.locator("#winner")).to_be_visible()
    assert await page.evaluate("() => window.made") == 0


async def test_a_tune_is_ones_own(air: Air) -> None:
    page = await air.overlay()
    tunes = """() => import('/overlay/static/jingle.js').then(({ tuneOf }) =>
      ['Pete', 'Pete', 'Lola', 'Mia', 'Ben', ''].map((name) => JSON.stringify(tuneOf(name))))"""
    found = await page.evaluate(tunes)
    assert found[0] == found[1]
    assert len(set(found)) == 5


# Between games


async def test_between_games_the_season_stands_beside_the_results(air: Air) -> None:
    evil = "<img src=x onerror=ran=1>"
    await air.stage.bot.put(update("Over.", phase="between"))
    now = air.stage.bot.now()
    air.stage.bot.ended[MAIN] = (GameEnded("r1", update("x").code, "Cones", (Winner("Pete", 4),), now),)
    page = await air.overlay("?form=scene")
    air.stage.room.show_season(PlaceId("web:other"), "Not here", ["1. Nobody"])
    air.stage.room.show_season(PlaceId(MAIN), evil, TABLE)
    await expect(page.locator("#season-head")).to_have_text(evil)
    await expect(page.locator("#season-list li")).to_have_text(TABLE)
    await expect(page.locator(".result")).to_be_visible()
    later = await air.overlay("?form=scene")  # opened since, it shows it, too
    await expect(later.locator("#season-list li")).to_have_count(4)
    assert await page.evaluate("'ran' in window") is False
    await air.stage.bot.put(update("On."))
    await expect(page.locator("#season")).to_be_hidden()


async def test_in_a_corner_results_and_season_take_turns(air: Air) -> None:
    await air.stage.bot.put(update("Over.", phase="between"))
    now = air.stage.bot.now()
    air.stage.bot.ended[MAIN] = (GameEnded("r1", update("x").code, "Cones", (Winner("Pete", 4),), now),)
    air.stage.room.show_season(PlaceId(MAIN), "Autumn", TABLE)
    page = await air.own_page()
    await page.clock.install()
    await page.goto(f"{air.stage.url}/overlay#{air.key}")
    await expect(page.locator("#season-list li")).to_have_count(3)
    await expect(page.locator(".result")).to_have_count(1)
    seen = []
    for _ in range(2):
        await expect(page.locator("#results:visible, #season:visible")).to_have_count(1)
        seen.append([await page.locator(one).is_visible() for one in ("#results", "#season")])
        await page.clock.run_for(10_000)
    assert sorted(seen) == [[False, True], [True, False]]


@pytest.mark.parametrize("form", ["panel", "scene"])
async def test_a_lobby_shows_what_the_game_is_played_with(air: Air, form: str) -> None:
    ((_, shown),) = on_tables("lobby")
    await air.stage.bot.put(just_now(shown))
    page = await air.overlay(f"?form={form}")
    await expect(page.locator("#art .symbol-of")).to_have_count(4)
    box = await page.locator("#art .symbol-of").first.bounding_box()
    assert box is not None
    assert box["width"] >= 50
    await air.stage.bot.put(update("On.", seats=seats(2), game="nonsense", phase="lobby"))
    await expect(page.locator("#title")).to_have_text("Highest Number")
    await expect(page.locator("#art")).to_be_hidden()
