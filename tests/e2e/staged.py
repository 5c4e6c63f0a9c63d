# ruff: noqa: ARG002 - all are called alike
"""Provide a table room that shows a page any table, and find what of it is out of sight."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import axe_playwright_python  # type: ignore[import-untyped]
from e2e.phases import PLACE, Sight, updates
from msgspec.structs import replace
from playwright.async_api import Page
from web.small_bot import Shelf, SmallBot

from bot.adapters.web import TableRoom
from bot.app.table_room import choice
from bot.ports.browser import GameChoice
from bot.ports.ids import PersonId
from bot.ports.messages import Answer, Message, Person, Update
from bot.text import Words
from games.catalogue import catalogue

# Selectors: everything that depends on how the page is built.

CHOSEN: Final = (
    "#offers :is(button, input:not([type=hidden]), select), #press-bar button, #panel button.piece.next, "
    "#cover-bar button, #fleeting button"
)
"""Choices in a game: they must be in sight."""
COMMANDS: Final = "#commands :is(button, input:not([type=hidden]))"
"""Other commands at a table: they must be in sight if no move is on offer."""
PIECES: Final = "button.piece"
NEXT_PIECE: Final = "#panel button.piece.next"
PICKED: Final = "#panel button.piece.picked"
BAR_CLEARS: Final = "#press-bar button.quiet"
BAR_BUTTON: Final = "#press-bar button.main-button"
SHOW_HAND: Final = "#cover"
COVERED: Final = "potluck.cover"
"""The name under which a browser stores that its hand is covered."""
LIVE: Final = "#link[data-state=ok]"

# Nothing below depends on that.

HERE: Final = Path(__file__).parent
IN_SIGHT: Final = (HERE / "in_sight.js").read_text("utf-8")
AXE: Final = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
TARGET_SIZE: Final = "target-size"
RULES: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
SETTLED: Final = """const settled = async () => {
    const drawn = () => new Promise(done => requestAnimationFrame(done));
    await document.fonts.ready;
    await drawn();
    for (const one of document.getAnimations()) if (one.effect?.getComputedTiming().endTime < Infinity) one.finish();
    await drawn();
};"""
"""Waits until all movement has ended."""
RUN_AXE: Final = f"""async tags => {{
    document.draw?.();
    {SETTLED}
    await settled();
    return (await axe.run(document, {{runOnly: tags, resultTypes: ['violations']}})).violations;
}}"""
"""Runs axe once the page is drawn and no colour is changing, since nobody reads a colour that changes."""
MISSED: Final = """all => {
    const steps = [0, 6, 12, 18, 23];
    const isHit = (one, left, top) => steps.every(x => steps.every(y =>
        one.contains(document.elementFromPoint(left + x, top + y))));
    const isRoomy = one => {
        const {left, top, right, bottom} = one.getBoundingClientRect();
        for (let x = left; x + 24 <= right; x += 4)
            for (let y = top; y + 24 <= bottom; y += 4) if (isHit(one, x, y)) return true;
        return false;
    };
    return all.map(one => document.querySelector(one)).filter(one => !isRoomy(one)).map(one => one.dataset.id ?? "");
}"""
"""Returns the ids of those targets in which no square of 24 px is hit wherever it is touched."""
SETTLE: Final = f"""async () => {{
    {SETTLED}
    await settled();
    document.getElementById("status")?.replaceChildren();
}}"""
"""Clears the messages about pressing too fast: no person is that fast, and they are not part of the next sight."""
MEASURE: Final = f"async (asked) => {{ {SETTLED} await settled(); return ({IN_SIGHT})(asked); }}"
SHOWS: Final = "mark => `${document.getElementById('panel').dataset.key} ${document.body.textContent}`.includes(mark)"
"""Whether a page shows what a sight is known by: the code of its table, which stands nowhere, or a sentence."""
PRESS: Final = f"""async ([next, picked, button]) => {{
    {SETTLED}
    const piece = document.querySelector(next);
    if (!piece || document.querySelector(button)) return false;
    piece.click();
    await settled();
    return document.querySelector(`${{picked}}, ${{button}}`) !== null;
}}"""
LET_GO: Final = """async (selectors) => {
    const held = () => selectors.map(one => document.querySelector(one)).find(Boolean);
    for (let turn = 0, node; turn < 9 && (node = held()); turn += 1) {
        node.click();
        await new Promise(done => requestAnimationFrame(done));
    }
}"""
MOST_PRESSES: Final = 2
Size = tuple[int, int]
SIZES: Final[dict[str, Size]] = {
    "1280x800": (1280, 800),
    "400x800": (400, 800),
    "360x640": (360, 640),
    "zoomed": (640, 400),
}
"""The last one is a window of 1280x800 at 200 %."""


class Hidden(NamedTuple):
    """A choice that is out of sight. `state`: the state of the sight, such as `picked`."""

    sight: str
    size: str
    state: str
    what: str
    why: str


class Measured(NamedTuple):
    """`choices`: how many there are. `smallest`: their shortest side. `wide`: by how many px the page is too wide."""

    choices: int
    hidden: tuple[Hidden, ...]
    smallest: int | None
    wide: int


class StagedBot(SmallBot):
    """Shows its guests the latest sight, and accepts anything they say."""

    def __init__(self) -> None:
        super().__init__()
        self.viewer = PersonId("")
        self.shown: tuple[Update, ...] = ()
        self._english = Words(page=True)

    async def look(self, person: Person, venue: str, place: str, locale: str, table: str = "") -> tuple[Update, ...]:
        self.viewer = person.id or self.viewer
        return tuple(one for one in self.shown if one.audience in {f"place:{PLACE}", f"person:{person.id}"})

    async def hear(self, message: Message) -> Answer:
        self.heard.append(message)
        return Answer()

    def games(self, _: str) -> tuple[GameChoice, ...]:
        return tuple(choice(game, self._english) for game in catalogue().values())

    async def lay(self, sight: Sight) -> None:
        """Show this in place of the sight before."""
        assert self.room is not None
        before, self.shown = self.shown, updates(sight, self.viewer, self._english)
        others = (closed(one) for one in before if one.table != sight.session.table)
        for update in (*others, *self.shown):
            await self.room.show(update)


def closed(update: Update) -> Update:
    card = replace(update.card, phase="closed", commands=(), offers=(), open_moves=(), board=None, seats=(), own=())
    return replace(update, card=card, news=())


class Staged(NamedTuple):
    """A room in which sights are shown."""

    url: str
    bot: StagedBot

    async def show(self, sight: Sight, *pages: Page) -> None:
        """Show this on open pages, and wait until they display it."""
        if sight.before is not None:
            await self.show(sight.before, *pages)
        await self.bot.lay(sight)
        for page in pages:
            if sight.cover:
                await self._cover(page, sight)
            await page.wait_for_function(SHOWS, arg=sight.mark)
            await page.evaluate(SETTLE)

    async def _cover(self, page: Page, sight: Sight) -> None:
        """Cover the hand on this page. The page forgets it when it loads the next one."""
        await page.evaluate("key => localStorage.setItem(key, 'yes')", COVERED)
        await reload(page)
        await page.evaluate("key => localStorage.removeItem(key)", COVERED)
        if sight.cover == "lifted":
            await page.locator(SHOW_HAND).evaluate("node => node.click()")


async def reload(page: Page) -> None:
    await page.reload()
    await page.wait_for_selector(LIVE, state="attached")


async def uncovered(page: Page, sight: Sight) -> None:
    """Tell the page not to cover anything after this sight."""
    if sight.cover:
        await reload(page)


@asynccontextmanager
async def staged(port: int = 0) -> AsyncIterator[Staged]:
    """Open the room. `port`: one that is kept, so that the browser finds the files it has cached."""
    bot = StagedBot()
    adapter = bot.room = TableRoom(bot, Shelf(), host="127.0.0.1", port=port, overlay_notes=Shelf())
    await adapter.start()
    try:
        yield Staged(f"http://127.0.0.1:{adapter.port}", bot)
    finally:
        await adapter.stop()


# What is measured


async def measured(page: Page, sight: Sight, size: str, state: str) -> Measured:
    """Return the choices on the page as it is now, and those out of sight."""
    moves = await page.evaluate(MEASURE, {"chosen": CHOSEN, "pieces": PIECES})
    found = moves
    if not moves["count"]:
        found = await page.evaluate(MEASURE, {"chosen": COMMANDS, "pieces": PIECES})
    hidden = tuple(Hidden(sight.name, size, state, one["what"], one["why"]) for one in found["hidden"])
    return Measured(moves["count"], hidden, moves["smallest"], found["wide"])


async def pressed(page: Page) -> AsyncIterator[str]:
    """Press pieces one after the other until a button names the move, and yield the state after each.

    In the end, release all picked pieces.
    """
    for number in range(1, MOST_PRESSES + 1):
        if not await page.evaluate(PRESS, [NEXT_PIECE, PICKED, BAR_BUTTON]):
            break
        yield f"{number} picked"
    else:
        number += 1
    if number > 1:
        await page.evaluate(LET_GO, [PICKED, BAR_CLEARS])


async def violations(page: Page) -> list[dict[str, Any]]:
    """Return what axe finds wrong with the page as it is now."""
    if not await page.evaluate("() => 'axe' in window"):
        await page.evaluate(AXE)
    found: list[dict[str, Any]] = await page.evaluate(RUN_AXE, list(RULES))
    return [one for one in found if one["id"] != TARGET_SIZE or not await all_lie_on_equals(page, one)]


async def all_lie_on_equals(page: Page, violation: dict[str, Any]) -> bool:
    """Tell whether each target that is small for a finger has an equal that is large enough.

    Axe takes a space of which only two squares are drawn, in a corner, for a whole box over others. Cards of one rank
    overlap in a long hand, and each of them stands for the rank (WCAG 2.5.8, "equivalent").
    """
    places = [node["target"][0] for node in violation["nodes"]]
    small: list[str] = await page.evaluate(MISSED, places)
    if "" in small:
        return False
    pieces: list[str] = await page.eval_on_selector_all("button.piece", "all => all.map((one) => one.dataset.id)")
    large = {kind_of(one) for one in pieces if one not in small}
    return all(kind_of(one) in large for one in small)


def kind_of(piece: str) -> str:
    """Return what a piece stands for, without the part that tells equal pieces apart."""
    return piece.rpartition("|")[0]


def told(found: list[dict[str, Any]]) -> Iterator[str]:
    """Yield each violation as a line, with its first places."""
    for one in found:
        places = ", ".join(" ".join(map(str, node["target"])) for node in one["nodes"][:3])
        yield f"{one['id']} ({one['impact']}, {len(one['nodes'])}): {one['help']}: {places}"


# The pages beside the table


OPENED: Final = {"menu": "#menu > summary", "chooser": "#open-button"}
"""What a click on a table's page opens."""
ADDRESSES: Final = {
    "welcome": "/",
    "another-room": "/room/quiz",
    "no-such-page": "/nothing-here",
    "door": "/at/twitch/ann",
    "door-by-code": "/at/twitch/bob",
    "own-hand": "/hand",
    "connect": "/connect/twitch",
    "connect-comforts": "/connect/twitch/comforts",
    "connect-bot": "/connect/twitch/bot",
    "signed-in": "/signed-in/twitch",
}


async def beside_the_table(room: Staged, page: Page, seat: str) -> AsyncIterator[str]:
    """Take a page to every kind of page except a table's, and yield its name. `seat`: the address of one's own seat."""
    for name, address in ADDRESSES.items():
        await page.goto(room.url + address)
        await page.evaluate(SETTLE)
        yield name
    room.bot.shown = ()
    for name, opener in {"empty-room": "", **OPENED}.items():
        await page.goto(seat)
        await page.wait_for_selector(LIVE, state="attached")
        if opener:
            await page.locator(opener).evaluate("node => node.click()")
        await page.evaluate(SETTLE)
        yield name
