"""Test that every choice is in sight in every phase of every game, and that axe finds no fault with any page.

A sight is a table in a phase (`phases.py`). A page shows it (`staged.py`) at each size. For pictures of all of them
with their faults: `python -m bench.pages FOLDER [GAME]`.
"""

import sys
from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import pytest
import pytest_asyncio
from e2e.conftest import Visitors
from e2e.phases import Sight, sights
from e2e.staged import (
    SIZES,
    Hidden,
    Staged,
    beside_the_table,
    measured,
    pressed,
    reload,
    staged,
    told,
    uncovered,
    violations,
)
from msgspec.structs import replace
from playwright.async_api import Page, expect

from games.catalogue import catalogue

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAMES = ("cones", "halflings", "headache", "highdie", "poohead", "rogues")
SMALL = (("360x640",), ("zoomed",))
"""The smallest sizes, taken in turn. The long form uses every size."""
EXAMPLE = Path(__file__).parents[2] / "examples" / "highdie"
SOAK_SECONDS = 1800


@pytest.fixture(autouse=True)
def example(highdie_installed: None) -> Iterator[None]:
    """Include the example game."""
    sys.path.append(str(EXAMPLE))
    yield
    sys.path.remove(str(EXAMPLE))


Seen = tuple[Sight, Iterable[str]]
"""A sight, and the sizes at which it is tested."""


class Looking(NamedTuple):
    """A room, and a page open in it. `seat`: its address."""

    room: Staged
    page: Page
    seat: str


@pytest_asyncio.fixture(loop_scope="session")
async def looking(visitors: Visitors, staged_port: int) -> AsyncIterator[Looking]:
    async with staged(staged_port) as room:
        page = await visitors.sit(room.url, "andy", context=await visitors.context())
        yield Looking(room, page, page.url)
        await page.goto("about:blank")  # a room waits for open pages when it closes


async def hidden(looking: Looking, shown: Iterable[Seen]) -> AsyncIterator[Hidden | str]:
    """Yield what is out of sight in these sights, before anything is pressed and while pieces are picked."""
    room, page, _ = looking
    for sight, sizes in shown:
        await room.show(sight, page)
        for size in sizes:
            width, height = SIZES[size]
            await page.set_viewport_size({"width": width, "height": height})
            found = await measured(page, sight, size, "at first")
            if sight.has_moves and not found.choices:
                yield f"{sight.name}, {size}: there are moves, and nothing can be chosen"
            if found.wide:
                yield f"{sight.name}, {size}: the page is {found.wide} px too wide"
            for one in found.hidden:
                yield one
            async for state in pressed(page):
                for one in (await measured(page, sight, size, state)).hidden:
                    yield one
        await uncovered(page, sight)


def in_lines(found: Iterable[Hidden | str]) -> str:
    return "\n".join(
        one if isinstance(one, str) else f"{one.sight}, {one.size}, {one.state}: {one.what} is {one.why}"
        for one in found
    )


@pytest.mark.parametrize("game", GAMES)
async def test_nothing_that_can_be_chosen_is_out_of_sight(looking: Looking, game: str) -> None:
    found = [one async for one in hidden(looking, zip(sights(game, short=True), cycle(SMALL), strict=False))]
    if found:
        pytest.fail(in_lines(found), pytrace=False)


NAMES = """() => [...document.querySelectorAll(".face-plate > .letters")]
    .map(one => parseFloat(getComputedStyle(one).fontSize))"""
LARGER = """([own, others]) => {
    const high = one => one.getBoundingClientRect().height;
    const [mine, theirs] = [own, others].map(one => [...document.querySelectorAll(one)].map(high));
    return mine.length > 0 && theirs.length > 0 && Math.min(...mine) > 1.5 * Math.max(...theirs);
}"""
"""Tell whether each of the first is half as high again as each of the others."""
OF_A_LINE = 4
LEAST_NAMES = {"400x800": 11, "360x640": 9}
"""The smallest letters of names, in px, while somebody votes and still sees what they have drawn."""


async def test_in_a_vote_on_a_phone_names_can_be_read_and_both_buttons_stand_in_a_line(looking: Looking) -> None:
    room, page, _ = looking
    await room.show(next(one for one in sights("headache", short=True) if "voting" in one.name), page)
    for size, least in LEAST_NAMES.items():
        width, height = SIZES[size]
        await page.set_viewport_size({"width": width, "height": height})
        await page.wait_for_function(f"({NAMES})().every(size => size >= {least})")
    assert await page.locator("#offers .pill").count()
    await expect(page.locator("#panel button.piece")).to_have_count(0)
    tops = await page.eval_on_selector_all(
        "#offers .go button", "all => all.map(one => one.getBoundingClientRect().top)"
    )
    assert len(tops) == 2
    assert abs(tops[0] - tops[1]) < OF_A_LINE


CUT = """() => {
    const felt = document.getElementById("felt").getBoundingClientRect();
    const places = [...document.querySelectorAll(".lobby .seats > li")].map(one => one.getBoundingClientRect());
    return [places.length, places.filter(({ top, bottom }) => top < felt.top || bottom > felt.bottom).length];
}"""
"""Counts the seats and chairs of a lobby, and those that are cut."""


@pytest.mark.parametrize(("sitting", "named"), [(1, ""), (10, ""), (10, "W" * 24)])
async def test_before_a_game_of_ten_every_seat_is_in_sight(looking: Looking, sitting: int, named: str) -> None:
    room, page, _ = looking
    sight = next(one for one in sights("headache") if one.name == f"headache-lobby-{sitting}")
    seats = tuple(replace(one, name=named or one.name) for one in sight.session.seats)
    await room.show(sight._replace(session=replace(sight.session, seats=seats)), page)
    for size in ("1280x800", *LEAST_NAMES):
        width, height = SIZES[size]
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate(CUT) == [10, 0], size


async def test_ones_own_cards_are_the_largest_on_a_phone(looking: Looking) -> None:
    room, page, _ = looking
    await room.show(next(one for one in sights("poohead", short=True) if "swapping" in one.name), page)
    width, height = SIZES["400x800"]
    await page.set_viewport_size({"width": width, "height": height})
    await page.wait_for_function(LARGER, arg=["#panel button.kind-card", "#panel span.kind-card[aria-label*=before]"])


NAME_WIDE = 100
"""In px: so wide are ten letters and a face."""


async def test_ones_own_name_has_room_beside_large_piles_on_a_phone(looking: Looking) -> None:
    room, page, _ = looking
    await room.show(next(one for one in sights("poohead", short=True) if "swapping" in one.name), page)
    width, height = SIZES["400x800"]
    await page.set_viewport_size({"width": width, "height": height})
    await page.wait_for_function(LARGER, arg=["#panel button.kind-card", "#panel span.kind-card[aria-label*=before]"])
    name = await page.locator("#panel .named.you").bounding_box()
    card = await page.locator("#panel button.kind-card[data-id*='swap.faceup']").first.bounding_box()
    assert name is not None
    assert card is not None
    assert name["width"] >= NAME_WIDE
    assert name["x"] + name["width"] <= card["x"]


CUT_NAMES = """() => [...document.querySelectorAll("#panel .named > .letters")]
    .filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
    .map(one => one.textContent)"""


async def test_with_eight_on_a_phone_no_name_is_cut(looking: Looking) -> None:
    room, page, _ = looking
    await room.show(next(one for one in sights("poohead", short=True) if "to-play" in one.name), page)
    width, height = SIZES["400x800"]
    await page.set_viewport_size({"width": width, "height": height})
    await expect(page.locator("#panel .named")).to_have_count(8)
    await page.wait_for_function(f"() => ({CUT_NAMES})().length === 0")


NEWEST = """() => {
    const newest = document.querySelector("#news li.newest");
    newest.before(Object.assign(document.createElement("li"), {textContent: "So much was told before. ".repeat(40)}));
    return newest.getBoundingClientRect().height;
}"""


async def test_on_a_phone_whoever_waits_sees_the_newest_line_after_long_ones(looking: Looking) -> None:
    room, page, _ = looking
    width, height = SIZES["400x800"]
    await page.set_viewport_size({"width": width, "height": height})
    await room.show(next(one for one in sights("headache", short=True) if "swap-shown" in one.name), page)
    assert await page.evaluate(NEWEST) > 10


ASKED = """() => {
    const [offer, news, newest] = ["#sound-offer", ".news", "#news .newest"]
        .map(one => document.querySelector(one).getBoundingClientRect());
    const [from, to] = [newest.bottom - offer.bottom, news.bottom - newest.bottom];
    return offer.height > 40 && from > 0 && to >= 0;
}"""
"""Tells whether it is asked above the news if there shall be sounds, and the end of the newest line is in sight."""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768), (1280, 640)])
async def test_beside_a_long_form_the_question_for_sounds_and_the_news_are_whole(
    looking: Looking, width: int, height: int
) -> None:
    room, page, _ = looking
    await page.set_viewport_size({"width": width, "height": height})
    await room.show(next(one for one in sights("headache", short=True) if "paused" in one.name), page)
    await page.wait_for_function(ASKED)


SPOILT = {
    "below the window": ({"position": "fixed", "top": "2000px"}, {}, {}),
    "px below div#spoilt": ({"display": "block", "marginTop": "300px"}, {"height": "40px", "overflow": "auto"}, {}),
    "covered by b#over": ({}, {}, {"position": "fixed", "inset": "0"}),
}
"""Styles for a button, the box around it and something else, with the reason why the button is then out of sight."""
SPOIL = """([button, box, over]) => {
    const made = (tag, id) => Object.assign(document.createElement(tag), {id, textContent: tag === "div" ? "" : id});
    const nodes = {button: made("button", "choice"), div: made("div", "spoilt"), b: made("b", "over")};
    for (const [tag, style] of [["button", button], ["div", box], ["b", over]]) Object.assign(nodes[tag].style, style);
    document.getElementById("spoilt")?.remove();
    nodes.div.append(nodes.button, nodes.b);
    document.getElementById("offers").prepend(nodes.div);
}"""


async def test_what_is_out_of_sight_is_found(looking: Looking) -> None:
    """Shows that the test above can fail: beyond the window, clipped by a scrolling box, and covered."""
    sight = next(one for one in sights("halflings", short=True) if one.has_moves)
    await looking.room.show(sight, looking.page)
    for why, styles in {"": ({}, {}, {}), **SPOILT}.items():
        await looking.page.evaluate(SPOIL, styles)
        found = (await measured(looking.page, sight, "1280x800", "")).hidden
        mine = [one.why for one in found if "choice" in one.what]
        assert ([] if not why else [True]) == [why in one for one in mine], (why, mine)


async def test_axe_finds_nothing_wrong_with_a_table(looking: Looking) -> None:
    """One running table of each game and its end, at the size of a phone, by day and by night in turn.

    The long form tests all.
    """
    found = []
    await looking.page.set_viewport_size({"width": 400, "height": 800})
    for at, game in enumerate(GAMES):
        every = list(sights(game, short=True))
        ended = [one for one in every if one.phase == "over"]
        await reload(looking.page)  # tables of two games have the same id here, which only tests do
        for dark, sight in enumerate((next(one for one in every if one.has_moves), *ended[:1]), at % 2):
            await looking.page.emulate_media(color_scheme="dark" if dark % 2 else "light")
            await looking.room.show(sight, looking.page)
            found += [f"{sight.name}: {line}" for line in told(await violations(looking.page))]
    assert not found, "\n".join(found)


async def test_axe_finds_nothing_wrong_with_any_other_page(looking: Looking) -> None:
    room, page, seat = looking
    found = [
        f"{name}: {line}" async for name in beside_the_table(room, page, seat) for line in told(await violations(page))
    ]
    assert not found, "\n".join(found)


async def test_axe_finds_letters_that_can_hardly_be_read(visitors: Visitors) -> None:
    """Shows that the tests above judge colours, although pages are not drawn before (`chromium.UNDRAWN`)."""
    page = await visitors.page(await visitors.own_context())
    letters = "<p style='color: silver; background: white'>They can hardly be read.</p>"
    await page.goto(f"data:text/html,<html lang=en><title>Letters</title><main><h1>Letters</h1>{letters}</main>")
    assert [one["id"] for one in await violations(page)] == ["color-contrast"]


# The long form


@pytest.mark.soak
@pytest.mark.timeout(SOAK_SECONDS)
@pytest.mark.parametrize("game", GAMES)
async def test_nothing_is_out_of_sight_in_any_variant(looking: Looking, game: str) -> None:
    found = [one async for one in hidden(looking, ((sight, SIZES) for sight in sights(game)))]
    if found:
        pytest.fail(in_lines(found), pytrace=False)


@pytest.mark.soak
@pytest.mark.timeout(SOAK_SECONDS)
@pytest.mark.parametrize("game", GAMES)
async def test_axe_finds_nothing_wrong_with_any_phase(looking: Looking, game: str) -> None:
    found = []
    for dark, size in ((False, "1280x800"), (True, "400x800")):
        await looking.page.emulate_media(color_scheme="dark" if dark else "light")
        width, height = SIZES[size]
        await looking.page.set_viewport_size({"width": width, "height": height})
        await reload(looking.page)
        for sight in sights(game, short=True):
            await looking.room.show(sight, looking.page)
            found += [
                f"{sight.name}, {'dark' if dark else 'light'}: {line}" for line in told(await violations(looking.page))
            ]
            await uncovered(looking.page, sight)
    assert not found, "\n".join(found)


@pytest.mark.soak
async def test_the_short_form_comes_through_every_phase() -> None:
    """As far as random games with each value of each option reach the phases."""
    assert set(GAMES) == set(catalogue())
    for game in GAMES:
        long, short = ({one.phase for one in sights(game, short=short)} for short in (False, True))
        assert long <= short, (game, long - short)
