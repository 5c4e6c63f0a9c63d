"""Test what makes a table worth looking at: its board, faces, suspense, how a game ends, and what is one press away."""

import re
from collections.abc import AsyncIterator
from time import time
from typing import Any, Final

import pytest
import pytest_asyncio
from e2e.conftest import Room, Visitors, keep_picture
from e2e.phases import Sight, sights
from e2e.server import Server
from e2e.staged import Staged, staged
from e2e.test_board import SPACES, lay, piece, step
from e2e.test_forms import playing, sent
from msgspec.structs import replace
from playwright.async_api import Page, expect
from web.small_bot import Table

from bot.ports.messages import News, ShownBoard, ShownPiece
from bot.table.phases import Hosting
from games.kit.seats import Seat

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZE_OF_BOARD: Final = """() => {
    const size = (node) => { const {width, height} = node.getBoundingClientRect(); return {width, height}; };
    const box = document.querySelector("#panel > .board-box");
    return {board: size(box.firstElementChild), box: size(box), inside: document.getElementById("felt").clientHeight};
}"""
PAUSE: Final = 300
"""Ms between two presses: no person presses faster."""
LOWEST: Final = """() => {
    const boxOf = (node) => ({node, ...node.getBoundingClientRect().toJSON()});
    const plates = [...document.querySelectorAll("#panel .face-plate")].map(boxOf);
    const ground = document.querySelector("#panel .kind-space.face-table").getBoundingClientRect();
    const lowest = Math.max(...plates.map(({bottom}) => bottom));
    const own = plates.find(({node}) => node.matches(".you"));
    return {own: own.bottom > lowest - own.height / 4, below: own.top > ground.bottom, all: plates.length};
}"""
LIT_FACE: Final = "#panel .named .disc.drawn use"
DIE: Final = ShownPiece("die", "d6", 100, 40, 40, 40)
NAME: Final = ShownPiece("text", "left", 20, 20, 120, 12, label="Pete", seat=Seat(0))
OTHER: Final = ShownPiece("text", "left", 220, 20, 120, 12, label="Hob", seat=Seat(1))


@pytest_asyncio.fixture(loop_scope="session")
async def shown(staged_port: int) -> AsyncIterator[Staged]:
    async with staged(staged_port) as room:
        yield room


def sight(game: str, part: str) -> Sight:
    """Return the first sight of a game whose phase begins so."""
    return next(one for one in sights(game) if one.name.startswith(f"{game}-{part}"))


async def size_of_board(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = await page.evaluate(SIZE_OF_BOARD)
    return found


async def test_the_board_takes_all_of_the_felt(shown: Staged, visitors: Visitors) -> None:
    """It is as wide or as high as its box, and the box is all of the felt but for one line."""
    page = await visitors.sit(shown.url, "andy")
    for game in ("cones", "headache", "poohead", "rogues", "halflings"):
        await shown.show(next(one for one in sights(game) if one.has_moves and not one.session.paused), page)
        found = await size_of_board(page)
        filled = max(found["board"][side] / found["box"][side] for side in ("width", "height"))
        assert filled > 0.97, game
        assert found["box"]["height"] > 0.9 * found["inside"], game


async def test_who_sits_there_has_a_face_on_the_board(shown: Staged, visitors: Visitors) -> None:
    """Faces differ, and house bots have their own."""
    page = await visitors.sit(shown.url, "andy")
    await shown.show(sight("headache", "open-bids"), page)
    faces = [await one.get_attribute("href") or "" for one in await page.locator(LIT_FACE).all()]
    people = [one for one in faces if not one.endswith("#face-robot")]
    assert len(faces) == 5
    assert len(people) == 3
    assert len(set(people)) == 3


async def test_the_end_of_a_game_leaves_the_board_as_large_as_it_was(shown: Staged, visitors: Visitors) -> None:
    """How it ended stands beside it: who won comes first, with a medal, and what it brought."""
    page = await visitors.sit(shown.url, "andy")
    await shown.show(sight("cones", "to-move"), page)
    before = (await size_of_board(page))["board"]["height"]
    await shown.show(sight("cones", "over"), page)
    assert (await size_of_board(page))["board"]["height"] > 0.95 * before
    first = page.locator(".standing").first
    await expect(first).to_have_class("standing won large")
    await expect(first.locator(".medal")).to_have_text("🥇")
    await shown.show(sight("headache", "over"), page)
    await expect(page.locator(".standing").first.locator(".gain")).to_contain_text("+")
    await expect(page.locator(".standing").last.locator(".gain")).to_contain_text("\N{MINUS SIGN}")
    await expect(page.get_by_role("button", name="Next game")).to_be_visible()


async def test_a_tournament_shows_who_sits_at_which_table_with_how_much(shown: Staged, visitors: Visitors) -> None:
    page = await visitors.sit(shown.url, "andy")
    await shown.show(sight("rogues", "hosting"), page)
    hosted = page.locator(".hosted")
    phase = sight("rogues", "hosting").session.phase
    assert isinstance(phase, Hosting)
    await expect(hosted.locator(".seat")).to_have_count(len(phase.entered))
    await expect(hosted.locator(".seat use[href*='#face-']")).to_have_count(len(phase.entered))
    tables = [f"Table {one.number}" for one in phase.tables if one.players]
    await expect(hosted.get_by_role("heading")).to_have_text([*tables, *(["Out"] if phase.ranked else [])])
    await keep_picture(page, "hosted")
    await page.set_viewport_size({"width": 400, "height": 800})
    await page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
    await keep_picture(page, "hosted-phone")


async def test_what_a_round_brought_is_what_the_stack_has_changed_by(server: Server, visitors: Visitors) -> None:
    """Played on the real bot: a stack of 1,000, ten at stake."""
    page = await visitors.sit(f"{server.url.rstrip('/')}/room/gained", "Pete")
    await page.locator('[data-house="halflings"]').click()
    await page.locator("#offers form [type=submit]").click()
    standing = page.locator(".standing.you")
    roll = page.locator("#offers, #press-bar").get_by_role("button", name=re.compile("Roll|Stand"))
    for _ in range(6):
        await expect(standing.or_(roll.first).first).to_be_visible()
        if await standing.count():
            break
        await roll.first.click()
        await page.wait_for_timeout(PAUSE)
    stack = int((await standing.locator(".stack > [aria-hidden]").inner_text()).replace(",", ""))
    gained = (
        (await standing.locator(".gain").inner_text()).replace("\N{MINUS SIGN}", "-").replace("\N{PLUS-MINUS SIGN}", "")
    )
    assert int(gained) == stack - 1000
    await page.get_by_role("button", name="History").click()
    last = page.get_by_role("list", name="The last games here").get_by_role("button")
    await expect(last).to_have_text([re.compile("^Halflings & Giants: .+ · just now$")])
    await keep_picture(page, "history")
    async with page.expect_popup() as opened:
        await last.click()
    await expect((await opened.value).locator("h1")).to_contain_text("Game 1 of Halflings & Giants")


async def test_a_lone_move_is_picked_beforehand_and_made_by_one_press(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    table = await playing(room, page)
    await lay(room, table, SPACES, (step("1a", "1b"),))
    await expect(page.locator("button.piece[aria-pressed=true]")).to_have_count(2)
    await expect(page.locator("#press-bar .main-button")).to_be_visible()
    assert await sent(room, page, piece(page, "1b")) == "move 1a 1b"


async def test_of_two_moves_none_is_picked_beforehand(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    await lay(room, await playing(room, page), SPACES, (step("1a", "1b"), step("1d", "1c")))
    await expect(page.locator("button.piece.next").first).to_be_visible()
    await expect(page.locator("button.piece[aria-pressed=true]")).to_have_count(0)


TOLD: Final = ("Pete rolls a 4.", "Hob rolls a 6.", "Pete rolls a 2.")
SEEN: Final = '.asks:has-text("You rolled."), .pot, .board .is-lit, .board .next'
"""Select what tells how dice fell, beside the log."""


async def throw(room: Room, table: Table, *faces: str) -> None:
    """Lay dice with these faces, with the sentence that tells of the last one, and what it leads to."""
    dice = tuple(replace(DIE, face=face, left=100 + 60 * at, looks=("lit",)) for at, face in enumerate(faces))
    update = room.bot.update(table, table.sitters[0].person, (room.bot._news(table, TOLD[len(faces) - 1]),))
    board = ShownBoard.of(200, "The table", (replace(NAME, looks=("lit",)), *dice, *SPACES))
    more: dict[str, Any] = {"asks": "You rolled.", "offers": (step("1a", "1b"), step("1d", "1c")), "pot": 7}
    card = replace(update.card, board=board, ask=f"q{len(faces)}", **more)
    await room.adapter.show(replace(update, card=card))


async def thrown(room: Room, page: Page, table: Table) -> None:
    """Lay a blank die, and then what it shows."""
    update = room.bot.update(table, table.sitters[0].person, ())
    board = ShownBoard.of(200, "The table", (NAME, DIE, *SPACES))
    await room.adapter.show(replace(update, card=replace(update.card, board=board, ask="q0", offers=(), pot=0)))
    await expect(page.locator(".kind-die")).to_be_visible()
    await expect(page.locator(SEEN)).to_have_count(0)
    await throw(room, table, "d6-4")
    await expect(page.locator(".face-d6-4")).to_be_visible()


async def moving(room: Room, visitors: Visitors) -> tuple[Page, Table]:
    """Return a page whose pieces move, by a clock that the test alone moves, and its table."""
    page = await visitors.sit(room.url, "Pete", context=await visitors.own_context())
    await page.clock.install()
    await page.reload()
    await page.emulate_media(reduced_motion="no-preference")
    table = await playing(room, page)
    await page.clock.pause_at(await page.evaluate("Date.now() / 1000 + 1"))
    return page, table


async def test_what_dice_show_is_told_once_they_lie_still(room: Room, visitors: Visitors) -> None:
    """Tell it at once to whoever presses anything."""
    page, table = await moving(room, visitors)
    await thrown(room, page, table)
    await page.keyboard.press("Shift")
    await expect(page.locator("#news")).not_to_contain_text("rolls a 4")
    await expect(page.locator(SEEN)).to_have_count(0)
    await page.locator("#chat-title").click()
    await expect(page.locator("#news")).to_contain_text("rolls a 4")
    await expect(page.locator(SEEN)).to_have_count(6)


async def test_dice_that_are_thrown_while_others_roll_lie_still_first_too(room: Room, visitors: Visitors) -> None:
    """Never longer than a second and a half after the first."""
    page, table = await moving(room, visitors)
    await thrown(room, page, table)
    await page.clock.run_for(600)
    await throw(room, table, "d6-4", "d6-6")
    await expect(page.locator(".face-d6-6")).to_be_visible()
    await page.clock.run_for(600)
    await expect(page.locator(SEEN)).to_have_count(0)
    await page.clock.run_for(400)
    await expect(page.locator("#news")).to_contain_text("rolls a 6")
    await expect(page.locator(SEEN)).to_have_count(7)
    await throw(room, table, "d6-4", "d6-6", "d6-2")
    await expect(page.locator(".face-d6-2")).to_be_visible()
    await expect(page.locator("#news")).not_to_contain_text("rolls a 2")
    await page.keyboard.press("Enter")
    await expect(page.locator("#news")).to_contain_text("rolls a 2")


CUP: Final = ShownPiece("cup", "down", 40, 40, 40, 40, seat=Seat(0), key="cup")


async def test_a_cup_is_lifted_the_more_slowly_the_more_lies_in_the_pot(room: Room, visitors: Visitors) -> None:
    page, table = await moving(room, visitors)
    asks, cup = page.locator(".asks"), page.locator("#panel .kind-cup:not(.ghost)")

    async def lay_with(pot: int, piece: ShownPiece, told: str) -> None:
        update = room.bot.update(table, table.sitters[0].person, ())
        card = replace(update.card, board=ShownBoard.of(200, "The table", (piece,)), asks=told, ask=told, pot=pot)
        await room.adapter.show(replace(update, card=card))

    for pot, ms in ((0, 600), (1000, 1500)):
        await lay_with(pot, CUP, "The cup stands.")
        await expect(asks).to_contain_text("The cup stands.")
        await lay_with(pot, replace(DIE, face="d6-4", seat=Seat(0)), "It is lifted.")
        await expect(page.locator(".face-d6-4:not(.ghost)")).to_be_visible()
        await page.clock.run_for(ms - 50)
        await expect(asks).to_contain_text("The cup stands.")
        await expect(cup).to_have_count(1)
        await page.clock.run_for(100)
        await expect(asks).to_contain_text("It is lifted.")
        await expect(cup).to_have_count(0)


ACT: Final = """async ([before, after, rolls]) => {
  const { actOf } = await import('/static/act.js');
  const found = actOf(before, after, { rolls });
  return found && [found.ms, found.pieces.filter((one) => one.act).map(({ kind, face }) => `${kind} ${face}`)];
}"""


def lies(kind: str, face: str, left: int, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "face": face, "left": left, "top": 40, "width": 24, "height": 24, **more}


async def test_what_decides_has_a_second_of_its_own(room: Room, visitors: Visitors) -> None:
    """A tower that is captured, a cup that is sold, two that are swapped, somebody's last card; any other move has
    none, but goes first where the next one's dice are thrown in the same step.
    """
    page = await visitors.sit(room.url, "Pete")
    tower, cone, lot = lies("cone", "R", 200), lies("cone", "Y", 40), lies("cup", "down", 40, key="c", seat=0)
    cup, swapped = lies("cup", "down", 90, key="d"), [{**lot, "key": "d"}, lies("cup", "down", 90, key="c")]
    card, other = lies("card", "5S", 40, seat=0), lies("card", "7H", 80, seat=0)
    die, thrown = lies("die", "d6-1", 120), lies("die", "d6-6", 122)
    ways = [{"way": [[-80, 0], [-40, 0]]}, {}]
    landed, pile = [lies("cone", "Y", 200, **more) for more in ways], lies("card", "5S", 200)
    cases = (
        ([tower, cone], [tower, landed[0]], [1020, ["cone R", "cone Y"]]),
        ([cone], [landed[0]], None),
        ([cone, die], [landed[0], thrown], [1290, ["cone Y", "die d6-1", "die d6-6"]]),
        ([{**lot, "looks": ["lit"]}], [lies("cup", "down", 300, key="c", seat=1)], [1000, ["cup down"]]),
        ([lot], [lies("cup", "down", 300, key="c", seat=1)], None),
        ([lot, cup], [{**one, "looks": ["last"]} for one in swapped], [900, ["cup down", "cup down"]]),
        ([lot, cup], swapped, None),
        ([card], [pile], [1000, ["card 5S"]]),
        ([card, other], [pile, other], None),
    )
    for before, after, act in cases:
        assert await page.evaluate(ACT, [before, after, False]) == act, after
    assert await page.evaluate(ACT, [[die], [die], True]) == [900, ["die d6-1", "die d6-1"]], "the same number again"
    assert await page.evaluate(ACT, [[die, thrown], [die, thrown], True]) is None, "nobody knows which of them"


async def test_after_the_last_sale_bids_lie_open_and_the_cup_has_its_buyer_before_any_is_lifted(
    room: Room, visitors: Visitors
) -> None:
    page = await visitors.sit(room.url, "Pete")
    lot, cup = lies("cup", "down", 160, looks=["lit"]), lies("cup", "down", 40, seat=0)
    bid, label = lies("figure", "gavel", 300, seat=1), lies("text", "left", 328, label="24")
    before = [lot, cup, lies("figure", "fist", 300, seat=1), lies("text", "left", 328, label="bids")]
    after = [lies("die", "d6-4", 40, seat=0), bid, label]
    begin = """async (boards) => (await import('/static/act.js')).actOf(...boards).pieces
        .filter((one) => one.act).map(({ face, label, act: { delay = 0 } }) => [label ?? face, delay])"""
    found = dict(await page.evaluate(begin, [before, after]))
    assert found["gavel"] == found["24"] == found["fist"] == 0
    lifted = found.pop("d6-4")
    assert lifted > 0
    late = [face for face, delay in (await page.evaluate(begin, [before, after])) if 0 < delay < lifted]
    assert late == ["down"], "the cup that was sold"


async def test_nobody_waits_for_dice_who_wants_no_motion(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete", context=await visitors.own_context())
    await page.clock.install()
    await page.reload()
    await thrown(room, page, await playing(room, page))
    await expect(page.locator("#news")).to_contain_text("rolls a 4")


async def test_one_who_wants_no_motion_and_one_who_does_see_the_same_at_one_table(
    room: Room, visitors: Visitors
) -> None:
    calm = await visitors.sit(room.url, "Pete", context=await visitors.own_context())
    moved = await visitors.page(calm.context)
    await moved.goto(calm.url)
    await moved.emulate_media(reduced_motion="no-preference")
    await thrown(room, calm, await playing(room, calm))
    boards = [await page.locator("#panel .board").get_attribute("aria-label") for page in (calm, moved)]
    assert boards == ["The table"] * 2
    for page in (calm, moved):
        await expect(page.locator("#panel .face-d6-4")).to_be_visible()
        await expect(page.locator("#news")).to_contain_text("rolls a 4")


async def test_what_somebody_says_with_one_press_stands_at_their_seat_until_it_is_muted(
    room: Room, visitors: Visitors
) -> None:
    page = await visitors.sit(room.url, "Pete")
    await lay(room, await playing(room, page), (NAME, OTHER), ())
    await expect(page.locator("#panel .named")).to_have_count(2)
    await say(page, "🔥")
    await expect(page.locator('.bubble.large[data-seat="0"]')).to_have_text("🔥")
    await page.locator(".emotes summary").click()
    await page.get_by_role("button", name="Mute the others").click()
    await expect(page.locator(".bubble")).to_have_count(0)
    await say(page, "Nice one!")
    await expect(page.locator("#chat")).to_contain_text("Nice one!")
    await expect(page.locator(".bubble")).to_have_count(0)


COVERED: Final = """() => {
    const bubble = document.querySelector(".bubble.done");
    const box = bubble.getBoundingClientRect();
    const covers = (piece) => {
        const {left, right, top, bottom} = piece.getBoundingClientRect();
        const wide = Math.min(right, box.right) - Math.max(left, box.left);
        const high = Math.min(bottom, box.bottom) - Math.max(top, box.top);
        return Math.min(wide, high) > 1;
    };
    const pieces = [...document.querySelectorAll("#panel .piece:not(.kind-space)")];
    return pieces.filter(covers).map((piece) => piece.className);
}"""
"""Tells what of the pieces lies below the bubble."""


@pytest.mark.parametrize("part", ["cones-to-move", "headache-swapping", "poohead-to-play", "rogues-declaring"])
async def test_what_somebody_has_done_stands_at_their_seat_and_covers_no_piece(
    shown: Staged, visitors: Visitors, part: str
) -> None:
    page = await visitors.sit(shown.url, "andy")
    game, _, phase = part.partition("-")
    table = sight(game, phase)
    await shown.show(table, page)
    updates = shown.bot.shown
    assert shown.bot.room is not None
    own = next(one for one in updates if one.audience.startswith("person:")).card
    for order, seat in enumerate((one for one in own.seats if not one.you), int(time() * 1000)):
        line = News(f"{seat.name} takes all of the pile.", order, order=order, of_game=True)
        for one in updates:
            await shown.bot.room.show(replace(one, news=(line,)))
        await expect(page.locator(f'.bubble.done[data-seat="{seat.seat}"]')).to_have_text("takes all of the pile")
        assert await page.evaluate(COVERED) == []
        await page.evaluate("document.querySelectorAll('.bubble').forEach((one) => one.remove())")


STANDS: Final = """() => {
    const [bubble, box, name] = [".bubble", ".board-box", ".named[data-seat='1']"]
        .map((one) => document.querySelector(`#panel ${one}`).getBoundingClientRect());
    const {left, top, right, bottom} = bubble;
    const beyond = (of) => [of.left - left, of.top - top, right - of.right, bottom - of.bottom];
    const far = beyond(name).map((one, at) => one - [bubble.width, bubble.height][at % 2]);
    return Math.max(...beyond(box)) < 1 && Math.max(...far) < 151;
}"""
"""Tells whether the bubble lies on the board and near the name of its seat."""


async def test_what_somebody_has_done_stays_at_their_seat_when_the_board_is_laid_anew(
    shown: Staged, visitors: Visitors
) -> None:
    page = await visitors.sit(shown.url, "andy")
    table = sight("poohead", "to-play")
    await shown.show(table, page)
    assert shown.bot.room is not None
    name = next(one for one in shown.bot.shown[0].card.seats if one.seat == 1).name
    line = News(f"{name} takes all of the pile.", int(time() * 1000), order=int(time() * 1000), of_game=True)
    await page.evaluate("window.setTimeout = () => 0")  # it does not go while it is looked at
    for one in shown.bot.shown:
        await shown.bot.room.show(replace(one, news=(line,)))
    await expect(page.locator(".bubble")).to_have_count(1)
    for width, height in ((400, 800), (1280, 800), (360, 640)):
        await page.set_viewport_size({"width": width, "height": height})
        await page.wait_for_function(STANDS)


async def test_whoever_is_called_like_a_player_does_not_speak_from_their_seat(room: Room, visitors: Visitors) -> None:
    """T13: guests may have the same name."""
    page, other = [await visitors.sit(room.url, "Pete", context=await visitors.context()) for _ in range(2)]
    await lay(room, await playing(room, page), (NAME, OTHER), ())
    await expect(page.locator("#panel .named")).to_have_count(2)
    await say(other, "🔥")
    await expect(page.locator("#chat")).to_contain_text("🔥")
    await expect(page.locator(".bubble")).to_have_count(0)
    await say(page, "👏")
    await expect(page.locator(".bubble")).to_have_text("👏")


async def say(page: Page, line: str) -> None:
    await page.fill("#line", line)
    await page.keyboard.press("Enter")


async def test_leave_stands_in_the_menu_apart_from_all_else(server: Server, visitors: Visitors) -> None:
    page = await visitors.sit(f"{server.url.rstrip('/')}/room/apart", "Pete")
    await page.locator('[data-house="cones"]').click()
    await expect(page.locator("#panel")).to_have_attribute("data-phase", "playing")
    await expect(page.locator("#dock").get_by_role("button", name="Leave")).to_have_count(0)
    await page.locator("#more").click()
    await expect(page.locator(".menu-last").get_by_role("button", name="Leave")).to_be_visible()


@pytest.mark.parametrize("size", [(1280, 800), (400, 800)])
async def test_sounds_are_offered_once(server: Server, visitors: Visitors, size: tuple[int, int]) -> None:
    """Until the first move; on a phone before and after the first game, where there is room to ask."""
    context = await visitors.context(width=size[0], height=size[1])
    page = await visitors.sit(f"{server.url.rstrip('/')}/room/offered-{size[0]}", "Pete", context=context)
    phone = size[0] < 600
    await expect(page.locator("#sound-offer")).to_be_visible(visible=phone)
    await page.locator(f'[data-house="{"halflings" if phone else "poohead"}"]').click()
    await expect(page.locator("#panel")).to_have_attribute("data-phase", "playing")
    await expect(page.locator("#sound-offer")).to_be_visible(visible=not phone)
    if phone:
        await page.get_by_label("Roll for me").check()
        await page.get_by_role("button", name="Stake").click()
        await page.locator("#sound-yes").click()
    else:
        await page.get_by_role("button", name="Ready").click()
    await expect(page.locator("#sound-offer")).to_be_hidden()
    await expect(page.locator("#panel")).to_have_attribute("data-phase", "between" if phone else "playing")
    await expect(page.locator("#sound-on")).to_be_checked(checked=phone)
    await page.reload()
    await expect(page.locator("#panel")).to_be_visible()
    await expect(page.locator("#sound-offer")).to_be_hidden()
    await expect(page.locator("#sound-on")).to_be_checked(checked=phone)


async def test_the_page_can_be_installed(server: Server, visitors: Visitors) -> None:
    page = await visitors.sit(f"{server.url.rstrip('/')}/room/installed", "Pete")
    address = await page.locator("link[rel=manifest]").get_attribute("href")
    answer = await page.request.get(server.url.rstrip("/") + str(address))
    assert answer.headers["content-type"].startswith("application/manifest+json")
    icon = (await answer.json())["icons"][0]["src"]
    assert (await page.request.get(server.url.rstrip("/") + icon)).ok


@pytest.mark.parametrize("size", [(1280, 800), (400, 800), (360, 640)])
async def test_whoever_looks_sits_below(shown: Staged, visitors: Visitors, size: tuple[int, int]) -> None:
    """Wherever the rules seat them; after a change, too, of which the page is told only what has changed."""
    context = await visitors.context(width=size[0], height=size[1])
    page = await visitors.sit(shown.url, "andy", context=context)
    for part in ("open-bids", "over", "choosing-lot"):
        await shown.show(sight("headache", part), page)
        if part != "over":
            assert await page.evaluate(LOWEST) == {"own": True, "below": True, "all": 5}, part
        assert (await size_of_board(page))["box"]["height"] > 0.3 * size[1] - 20, part
    await context.close()


async def test_a_page_without_pictures_and_with_a_browser_that_makes_no_sound_plays_on(
    server: Server, visitors: Visitors
) -> None:
    context = await visitors.own_context()
    await context.route("**/symbols*", lambda route: route.abort())
    await context.add_init_script("window.AudioContext = class { constructor() { throw new Error('no sound'); } };")
    page = await visitors.sit(f"{server.url.rstrip('/')}/room/bare", "Pete", context=context)
    await page.locator('[data-house="halflings"]').click()
    await page.locator("#sound-yes").click()
    await page.get_by_label("Roll for me").check()
    await page.get_by_role("button", name="Stake").click()
    await expect(page.locator("#panel")).to_have_attribute("data-phase", "between")
    await expect(page.locator("#ending")).to_contain_text(re.compile("You (win|lose)"))
