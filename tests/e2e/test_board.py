"""Test a board of pieces in a browser: how it looks, presses and keys, and that it never allows more than the
offers.
"""

import re
from collections.abc import Sequence
from typing import Final

import pytest
from e2e.conftest import Room, Visitors, answered, keep_picture
from e2e.test_forms import PASS, playing, sent
from msgspec.structs import replace
from playwright.async_api import Locator, Page, expect
from web.small_bot import Table

from bot.ports.messages import Choosable, FormField, Offer, ShownBoard, ShownPiece
from games.kit.seats import Seat

pytestmark = pytest.mark.asyncio(loop_scope="session")


def cup(seat: int, index: int, name: str, *looks: str) -> ShownPiece:
    return ShownPiece(
        "cup",
        "down",
        40 + 60 * index,
        20 + 90 * seat,
        44,
        50,
        name=name,
        seat=Seat(seat),
        word=f"{seat + 1}.{index}",
        fills=("swap.cups", "lot.cup"),
        looks=looks,
    )


CUPS = (
    cup(0, 1, "Pete 1: cup 1"),
    cup(0, 2, "Pete 2: on sale", "lit"),
    cup(1, 1, "Hob 1: cup 1"),
    cup(1, 2, "Hob 2: sold", "dim"),
)
AMONG = tuple(Choosable(piece.word, piece.name) for piece in CUPS[:3])
SWAP = Offer("swap", "Swap", "Two.", False, (FormField("cups", "Cups", "some", least=2, most=2, among=AMONG),))
LOT = Offer("lot", "Sell", "One.", False, (FormField("cup", "Cup", "one", among=AMONG),))


def space(name: str, left: int, *, cone: bool = False) -> tuple[ShownPiece, ...]:
    fills = ("move.start", "move.to")
    found = ShownPiece("space", "track", left, 40, 60, 60, name=name, label=name, word=name, fills=fills)
    return (found, ShownPiece("cone", "R", left + 15, 50, 30, 40)) if cone else (found,)


SPACES = (*space("1a", 20, cone=True), *space("1b", 100), *space("1c", 180), *space("1d", 260, cone=True))
DOME = ShownPiece("figure", "dome", 170, 120, 60, 60, name="the dome", fills=("pop",))


def step(start: str, *targets: str) -> Offer:
    """Return a cone and its targets, in the form of a game whose fields depend on each other."""
    kind = "fixed" if len(targets) == 1 else "one"
    of = FormField("start", "From", "fixed", among=(Choosable(start, start),))
    to = FormField("to", "To", kind, among=tuple(Choosable(one, one) for one in targets))
    return Offer("move", "Move", "A cone.", False, (of, to))


def card(rank: str, left: int, number: int = 1) -> ShownPiece:
    fills = ("play.cards", "take.card")
    return ShownPiece("card", f"{rank}H", left, 100, 44, 62, name=f"{rank} of hearts {number}", word=rank, fills=fills)


HAND = (
    ShownPiece("card", "5S", 178, 10, 44, 62, name="the pile", fills=("play", "take")),
    card("7", 40),
    card("7", 90, 2),
    card("9", 140),
)


def plays(rank: str, count: int) -> Offer:
    among = tuple(Choosable(rank, rank) for _ in range(count))
    field = FormField("cards", "Cards", "some", least=1, most=count, among=among)
    if count == 1:
        field = FormField("cards", "Cards", "fixed", among=among)
    return Offer("play", f"Play {rank}" if count == 1 else "Play", "Of one rank.", True, (field,))


TAKE = Offer("take", "Take the pile", "All of it.", False)


async def lay(room: Room, table: Table, pieces: Sequence[ShownPiece], offers: Sequence[Offer], ask: str = "q1") -> None:
    update = room.bot.update(table, table.sitters[0].person, ())
    board = ShownBoard.of(200, "The table", tuple(pieces))
    await room.adapter.show(replace(update, card=replace(update.card, board=board, offers=tuple(offers), ask=ask)))


def piece(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="The table").get_by_role("button", name=name, exact=True)


async def only_lit(page: Page, words: str) -> None:
    told = """words => words ===
        [...document.querySelectorAll('button.piece.next')].map((one) => one.dataset.word).join(' ')"""
    await page.wait_for_function(told, arg=words)


def bar(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="On the board").get_by_role("button", name=name)


async def test_the_second_of_two_cups_swaps_them(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    await lay(room, await playing(room, page), CUPS, (SWAP, PASS))
    await expect(page.get_by_role("group", name="The table").get_by_role("button")).to_have_count(3)
    await piece(page, "Pete 1: cup 1").click()
    await expect(piece(page, "Pete 1: cup 1")).to_have_attribute("aria-pressed", "true")
    await expect(bar(page, "Swap")).to_have_count(0)
    await piece(page, "Pete 1: cup 1").click()
    await expect(piece(page, "Pete 1: cup 1")).to_have_attribute("aria-pressed", "false")
    await piece(page, "Hob 1: cup 1").click()
    assert await sent(room, page, piece(page, "Pete 2: on sale")) == "swap 2.1 1.2"
    await expect(page.get_by_role("button", name="Pass")).to_be_visible()


async def test_a_third_cup_begins_anew(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    swap = replace(SWAP, fields=(replace(SWAP.fields[0], least=1),))
    await lay(room, await playing(room, page), CUPS, (swap,))
    for name in ("Pete 1: cup 1", "Hob 1: cup 1", "Pete 2: on sale"):
        await piece(page, name).click()
    await expect(page.locator("button.piece[aria-pressed=true]")).to_have_count(1)
    await page.get_by_role("button", name="Choose anew").click()
    await expect(page.locator("button.piece[aria-pressed=true]")).to_have_count(0)


async def test_a_single_piece_is_asked_about_before_it_is_played(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    await lay(room, await playing(room, page), CUPS, (LOT,))
    await piece(page, "Hob 1: cup 1").click()
    assert await sent(room, page, bar(page, "Sell: Hob 1: cup 1")) == "lot 2.1"


async def test_where_one_press_can_mean_two_moves_both_are_named(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    swap = replace(SWAP, fields=(replace(SWAP.fields[0], least=1),))
    await lay(room, await playing(room, page), CUPS, (swap, LOT))
    await piece(page, "Hob 1: cup 1").click()
    await expect(bar(page, "Swap")).to_be_visible()
    assert await sent(room, page, bar(page, "Sell")) == "lot 2.1"


async def test_a_cone_and_then_its_target_is_a_move(room: Room, visitors: Visitors) -> None:
    """Only possible targets of the cone are lit then. Another cone can be picked instead."""
    page = await visitors.sit(room.url, "Pete")
    await lay(room, await playing(room, page), SPACES, (step("1a", "1b", "1c"), step("1d", "1c")))
    await piece(page, "1d").click()
    await expect(page.locator("button.piece.next")).to_have_count(1)
    await piece(page, "1a").click()
    await expect(piece(page, "1d")).to_have_attribute("aria-pressed", "false")
    await expect(page.locator("button.piece.next")).to_have_count(2)
    assert await sent(room, page, piece(page, "1b")) == "move 1a 1b"


async def test_what_can_move_is_lit_before_where_it_can_go(room: Room, visitors: Visitors) -> None:
    """A place that the picked cone does not reach takes no press; pressed first, it lights those that reach it."""
    page = await visitors.sit(room.url, "Pete")
    await lay(room, await playing(room, page), SPACES, (step("1a", "1b", "1c"), step("1d", "1c")))
    await only_lit(page, "1a 1d")
    await piece(page, "1d").click()
    await only_lit(page, "1c")
    await expect(piece(page, "1b")).to_have_count(0)
    await piece(page, "1d").click()
    await piece(page, "1c").click()
    await only_lit(page, "1a 1d")


async def test_a_cone_that_could_be_reached_backwards_is_picked_itself(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    await lay(room, await playing(room, page), SPACES, (step("1a", "1b"), step("1d", "1a"), step("1d", "1c")))
    await piece(page, "1a").click()
    await only_lit(page, "1b")
    await piece(page, "1d").click()
    await only_lit(page, "1a 1c")
    assert await sent(room, page, piece(page, "1a")) == "move 1d 1a"


async def test_a_picked_space_lies_below_its_cone(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    await lay(room, await playing(room, page), SPACES, (step("1a", "1b", "1c"), step("1d", "1c")))
    await piece(page, "1a").click()
    on_top = """() => { const cone = document.querySelector('.kind-cone'); cone.style.pointerEvents = 'auto';
        const { left, top, width, height } = cone.getBoundingClientRect();
        return cone.contains(document.elementFromPoint(left + width / 2, top + height / 2)); }"""
    assert await page.evaluate(on_top)


async def test_nothing_glows_as_if_it_could_be_pressed_while_others_think(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    goals = tuple(replace(one, looks=("lit",)) if one.kind == "space" else one for one in SPACES)
    await lay(room, await playing(room, page), goals, ())
    await expect(page.locator(".piece.kind-space.face-track")).to_have_count(4)
    await expect(page.locator(".piece.is-lit")).to_have_count(0)


async def test_neither_a_turn_nor_a_hint_nor_a_list_moves_or_covers_a_board_on_a_phone(
    room: Room, visitors: Visitors
) -> None:
    page = await visitors.sit(room.url, "Pete", context=await visitors.own_context(width=400, height=800))
    table = await playing(room, page)
    await lay(room, table, SPACES, ())
    await expect(page.get_by_text("Move from a list")).to_be_hidden()
    idle = await page.locator(".felt").bounding_box()
    await lay(room, table, SPACES, (step("1a", "1b"), step("1a", "1c"), step("1d", "1c")))
    box = page.locator(".felt")
    await expect(page.get_by_text("Move from a list")).to_be_visible()
    before = await box.bounding_box()
    assert before == idle
    await piece(page, "1a").click()
    await only_lit(page, "1b 1c")
    assert await box.bounding_box() == before
    await page.get_by_text("Move from a list").click()
    await expect(page.get_by_role("button", name="1a → 1b")).to_be_visible()
    assert await box.bounding_box() == before
    dock = await page.locator("#dock").bounding_box()
    assert before is not None
    assert dock is not None
    assert dock["y"] >= before["y"] + before["height"]


async def test_a_target_that_one_cone_alone_can_reach_takes_one_press(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    await lay(room, await playing(room, page), SPACES, (step("1a", "1b", "1c"), step("1d", "1c")))
    assert await sent(room, page, piece(page, "1b")) == "move 1a 1b"
    await lay(room, await playing(room, page), SPACES, (step("1a", "1b", "1c"), step("1d", "1c")), "q2")
    await piece(page, "1c").click()
    await expect(piece(page, "1c")).to_have_attribute("aria-pressed", "true")
    assert await sent(room, page, piece(page, "1d")) == "move 1d 1c"


async def test_what_is_alone_to_do_is_done_by_its_piece(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    table = await playing(room, page)
    await lay(room, table, (DOME,), (Offer("pop", "Pop", "The dome.", False),))
    assert await sent(room, page, piece(page, "the dome")) == "pop"


async def test_cards_are_raised_and_the_pile_takes_them(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    table = await playing(room, page)
    await lay(room, table, HAND, (plays("7", 2), plays("9", 1), TAKE))
    await piece(page, "7 of hearts 1").click()
    await piece(page, "7 of hearts 2").click()
    await expect(page.locator("button.piece[aria-pressed=true]")).to_have_count(2)
    assert await sent(room, page, piece(page, "the pile")) == "play 7 7"
    assert room.bot.heard[-1].private
    await piece(page, "the pile").click()
    assert await sent(room, page, bar(page, "Take the pile")) == "take"


async def test_of_cards_that_are_alike_the_button_names_the_rank(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    await lay(room, await playing(room, page), HAND, (plays("7", 2), plays("9", 1), TAKE))
    await piece(page, "7 of hearts 2").click()
    await expect(bar(page, "Play")).to_contain_text("Play: 7")
    await expect(bar(page, "Play")).not_to_contain_text("hearts")
    await piece(page, "9 of hearts 1").click()
    await expect(bar(page, "Play: 9")).to_contain_text("Play: 9 of hearts 1")


MOVED: Final = """() => {
    window.moved = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, ...rest) {
        window.moved.push([this.className, frames.some(({ zIndex }) => zIndex)]);
        return animate.call(this, frames, ...rest);
    };
}"""


async def test_a_card_that_makes_room_stays_below_the_one_that_is_played(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    await page.emulate_media(reduced_motion="no-preference")
    table = await playing(room, page)
    at = [ShownPiece("card", "5S", left, 10, 44, 62) for left in (178, 158)]
    await lay(room, table, (at[0],), ())
    await expect(page.locator(".kind-card")).to_have_count(1)
    await page.evaluate(MOVED)
    await lay(room, table, (at[1], ShownPiece("card", "2H", 182, 10, 44, 62)), ())
    await page.wait_for_function("() => window.moved.some(([name]) => name.includes('face-5S'))")
    assert not await page.evaluate("() => window.moved.find(([name]) => name.includes('face-5S'))[1]")


async def test_picks_stay_while_others_move_and_go_with_the_question(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    table = await playing(room, page)
    await lay(room, table, HAND, (plays("7", 2), TAKE))
    await piece(page, "7 of hearts 2").click()
    await lay(room, table, (replace(HAND[0], name="the pile, higher"), *HAND[1:]), (plays("7", 2), TAKE))
    await expect(piece(page, "the pile, higher")).to_be_visible()
    await expect(piece(page, "7 of hearts 2")).to_have_attribute("aria-pressed", "true")
    await expect(piece(page, "7 of hearts 2")).to_be_focused()
    await lay(room, table, HAND[:2], (plays("7", 1), TAKE))
    await expect(page.locator("button.piece[aria-pressed=true]")).to_have_count(0)
    await piece(page, "7 of hearts 1").click()
    await lay(room, table, HAND, (plays("7", 2), TAKE), ask="q2")
    await expect(page.locator("button.piece[aria-pressed=true]")).to_have_count(0)


async def test_a_piece_pressed_in_the_moment_it_goes_does_nothing_else(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    table = await playing(room, page)
    await lay(room, table, HAND, (plays("9", 1), TAKE))
    before = len(room.bot.heard)
    node = await piece(page, "9 of hearts 1").element_handle()
    assert node is not None
    await lay(room, table, HAND[:3], (plays("7", 2), TAKE))
    await expect(piece(page, "7 of hearts 1")).to_be_visible()
    await node.evaluate("node => node.click()")
    await expect(page.locator("button.piece[aria-pressed=true]")).to_have_count(0)
    assert len(room.bot.heard) == before


async def test_arrows_lead_from_piece_to_piece_and_enter_presses(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    await lay(room, await playing(room, page), (*SPACES, DOME), (step("1a", "1b", "1c"), step("1d", "1c")))
    await piece(page, "1a").focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowRight")
    await expect(piece(page, "1b")).to_be_focused()
    await page.keyboard.press("ArrowRight")
    await expect(piece(page, "1c")).to_be_focused()
    async with answered(page):
        await page.keyboard.press("Space")
    assert room.bot.heard[-1].text == "move 1a 1c"


async def test_the_same_can_be_chosen_from_a_list(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    await lay(room, await playing(room, page), CUPS, (SWAP, PASS))
    await expect(page.get_by_role("form", name="Swap")).to_be_hidden()
    await page.get_by_text("Move from a list").click()
    form = page.get_by_role("form", name="Swap")
    await form.get_by_label("Pete 1: cup 1").check()
    await form.get_by_label("Hob 1: cup 1").check()
    assert await sent(room, page, form.get_by_role("button", name="Swap")) == "swap 1.1 2.1"


async def test_what_is_not_on_the_board_keeps_its_form(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    amount = FormField("amount", "Suckers", "number", low=0, high=50)
    ally = Offer("ally", "Ally", "With one.", False, (*LOT.fields, amount))
    more = replace(LOT, fields=(replace(LOT.fields[0], among=(*AMONG, Choosable("3.1", "Hal 1"))),))
    await lay(room, await playing(room, page), CUPS, (ally, more))
    await expect(page.locator("button.piece")).to_have_count(0)
    await expect(page.get_by_role("form", name="Ally")).to_be_visible()
    await expect(page.locator("#offers").get_by_role("button", name="Hal 1")).to_be_visible()


async def test_names_that_people_chose_are_text_and_nothing_overflows(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete", context=await visitors.context(width=400, height=800))
    harm = "<img src=x onerror=pwned=1>"
    hostile = replace(cup(1, 3, harm), label=harm, face='"><script>', key=harm)
    spot = ShownPiece("badge", "gold", 300, 150, 60, 16, label="W" * 32)
    await lay(room, await playing(room, page), (*CUPS, hostile, spot), (SWAP,))
    await expect(page.get_by_role("img", name=harm)).to_be_visible()
    assert await page.evaluate("typeof pwned") == "undefined"
    for width in (360, 400, 1280):
        await page.set_viewport_size({"width": width, "height": 800})
        await page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
        sides = await page.locator("button.piece").evaluate_all(LEAST_SIDES)
        assert len(sides) == 3
        assert min(sides) >= 24, width
        await keep_picture(page, f"board-{width}")


async def test_what_is_too_small_to_be_pressed_on_a_phone_is_pressed_once_it_is_turned(
    room: Room, visitors: Visitors
) -> None:
    page = await visitors.sit(room.url, "Pete", context=await visitors.context(width=360, height=800))
    await lay(room, await playing(room, page), (replace(HAND[0], width=20, height=20),), (TAKE,))
    await expect(page.locator(".board .kind-card")).to_have_count(1)
    await expect(piece(page, "the pile")).to_have_count(0)
    await page.set_viewport_size({"width": 1280, "height": 800})
    await expect(piece(page, "the pile")).to_have_count(1)
    await page.set_viewport_size({"width": 360, "height": 800})
    await expect(piece(page, "the pile")).to_have_count(0)


LEAST_SIDES = """all => all.map((one) => {
  const { width, height } = one.getBoundingClientRect();
  return Math.min(width, height);
})"""
WATCH = """() => {
  window.moves = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...rest) {
    const of = this.classList.contains('ghost') ? 'ghost' : this.getAttribute('aria-label');
    if (this.closest('.board')) moves.push([of, frames.map(({transform}) => transform ?? 'none')]);
    return animate.call(this, frames, ...rest);
  };
}"""
"""Records every movement from now on, since a slow machine may look when all is still again."""


async def moved(page: Page) -> dict[str, list[str]]:
    """Return the names of the pieces that moved, with their transforms. `ghost` is the last piece that goes away."""
    found: list[tuple[str, list[str]]] = await page.evaluate("moves")
    return dict(found)


def at(piece: ShownPiece, left: int, top: int) -> ShownPiece:
    return replace(piece, left=left, top=top)


@pytest.mark.parametrize("calm", [False, True])
async def test_what_moved_is_seen_to_move_unless_somebody_wants_it_calm(
    room: Room, visitors: Visitors, calm: bool
) -> None:
    """A card moves to the pile once the die lies still, the others stay. With reduced motion all is there at once."""
    context = await visitors.context()
    page = await visitors.sit(room.url, "Pete", context=context)
    await page.emulate_media(reduced_motion="reduce" if calm else "no-preference")
    table = await playing(room, page)
    await lay(room, table, HAND, (TAKE,))
    await expect(page.locator(".board .piece")).to_have_count(4)
    await page.evaluate(WATCH)
    die = ShownPiece("die", "d6-4", 300, 100, 40, 40, name="die showing 4")
    await lay(room, table, (HAND[0], at(HAND[1], 190, 12), HAND[2], die), (TAKE,))
    await expect(page.get_by_role("img", name="die showing 4")).to_be_visible()
    if not calm:
        await page.wait_for_function("() => moves.some(([of]) => of === '7 of hearts 1')")
    seen = await moved(page)
    assert [one for one in seen if one != "ghost"] == ["die showing 4", *(["7 of hearts 1"] if not calm else [])]
    if calm:
        assert set(seen["die showing 4"]) == {"none"}


PLACE = ShownPiece("space", "seat", 20, 300, 120, 60, name="Pete", seat=0)
CHIP = ShownPiece("chip", "5", 240, 40, 30, 30)
CONE = ShownPiece("cone", "Y", 40, 40, 24, 24, name="a yellow cone")


async def test_chips_go_to_whoever_has_won_them(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    await page.emulate_media(reduced_motion="no-preference")
    table = await playing(room, page)
    await lay(room, table, (PLACE, CHIP), ())
    await expect(page.locator(".board .kind-chip")).to_have_count(1)
    await page.evaluate(WATCH)
    await lay(room, table, (replace(PLACE, looks=("lit",)),), ())
    await expect(page.locator(".board .kind-chip:not(.ghost)")).to_have_count(0)
    last = (await moved(page))["ghost"][-1]
    right, down = [float(one) for one in re.findall(r"(-?[\d.]+)px", last)]
    assert right < 0 < down, "from the middle of the pot to the place below, at the left"
    await expect(page.locator(".board .ghost")).to_have_count(0)


async def test_a_cone_walks_its_way_space_by_space(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    await page.emulate_media(reduced_motion="no-preference")
    table = await playing(room, page)
    await lay(room, table, (CONE,), ())
    await expect(page.locator(".board .kind-cone")).to_have_count(1)
    await page.evaluate(WATCH)
    await lay(room, table, (replace(at(CONE, 40, 120), way=((0, -60), (0, -30))),), ())
    await page.wait_for_function("() => moves.length > 0")
    steps = (await moved(page))["a yellow cone"]
    assert len(steps) == 1 + 2 * 3, "to each place with a hop"


async def test_a_page_that_was_away_finds_things_as_they_stand(room: Room, visitors: Visitors) -> None:
    """Equal card backs are not told apart, and another table begins without movement."""
    page = await visitors.sit(room.url, "Pete")
    await page.emulate_media(reduced_motion="no-preference")
    table = await playing(room, page)
    await lay(room, table, HAND, (TAKE,))
    await expect(page.locator(".board .piece")).to_have_count(4)
    await page.reload()
    await expect(page.locator("#panel h2")).to_be_visible()
    await page.evaluate(WATCH)
    await lay(room, table, HAND[1:], (TAKE,))
    await expect(page.locator(".board .piece")).to_have_count(3)
    assert await moved(page) == {}
