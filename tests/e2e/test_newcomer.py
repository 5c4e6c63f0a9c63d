"""Test the first minute of a newcomer, from the entrance to their third move, without typing.

They take the proposed name, choose a game by its picture, and fill the chairs with house bots. They press what is lit
or is on a button.
"""

import json
from contextlib import suppress
from typing import Any, Final

import pytest
from e2e.conftest import PATIENCE, Visitors, keep_picture, until
from e2e.server import Server
from e2e.staged import BAR_BUTTON, PICKED
from e2e.test_headache import room
from e2e.test_pressing import BUTTONS, MADE_READY, Player
from playwright.async_api import Error, Page, WebSocket, expect

__all__ = ["room"]

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAMES: Final = ("halflings", "cones", "poohead", "rogues", "headache")
LONGEST: Final = ("poohead", "headache")
"""`test_pressing` and `test_real` play the others."""
MOVES: Final = 3
MOST_STEPS: Final = 60
BEGIN: Final = 'button:text-is("Start"), button:text-is("Next game")'
SOON: Final = 1_500
"""Milliseconds for pressing something that may disappear at that moment."""


class Made:
    """Counts the moves of this page, by the bot's answers to its presses. `typed`: lines typed by hand."""

    def __init__(self, page: Page) -> None:
        self.moves, self.typed = 0, 0
        self._said: dict[str, dict[str, Any]] = {}
        page.on("websocket", self._opened)

    def _opened(self, line: WebSocket) -> None:
        line.on("framesent", lambda sent: self._sent(json.loads(sent)))
        line.on("framereceived", lambda told: self._told(json.loads(told)))

    def _sent(self, content: dict[str, Any]) -> None:
        if "say" in content:
            self._said[content["say"]["id"]] = content["say"]

    def _told(self, content: dict[str, Any]) -> None:
        for answered in content.get("said", ()):
            said = self._said.pop(answered["id"])
            self.moves += bool(said["pressed"] and said["ask"])
            self.typed += not said["pressed"]


async def walk_in(page: Page, room: str, game: str) -> None:
    await page.goto(room)
    await expect(page.locator("#name")).not_to_have_value("")
    await page.get_by_role("button", name="Sit down").click()
    await page.locator("#open-button").click()
    await page.locator(f"#game-{game}").click()
    await page.get_by_role("button", name="Open the table").last.click()
    await expect(page.locator("#panel")).to_be_visible()


async def fill_and_begin(page: Page) -> None:
    """Press what the lobby offers, until the game runs."""
    bots = page.locator("#panel").get_by_role("button").filter(has_text="house bot")
    await expect(bots.or_(page.locator(BEGIN)).first).to_be_visible()
    for name in ("Fill them with house bots", "A house bot"):
        button = page.locator("#panel").get_by_role("button", name=name)
        if await button.count():
            await button.click()
            break
    await page.locator(BEGIN).first.click()
    await expect(page.locator(".phase:is(.playing, .between)")).to_be_attached(timeout=PATIENCE)


@pytest.mark.parametrize(
    ("game", "on_phone"),
    [
        pytest.param(game, at % 2 == 0, marks=[] if game in LONGEST else pytest.mark.soak)
        for at, game in enumerate(GAMES)
    ],
)
async def test_a_newcomer_makes_three_moves_without_typing(
    room: str, visitors: Visitors, game: str, on_phone: bool
) -> None:
    size = {"width": 400, "height": 800} if on_phone else {}
    context = await visitors.own_context(**size)  # its answers are recorded
    page = await visitors.page(context)
    made = Made(page)
    await walk_in(page, room, game)
    await fill_and_begin(page)
    player = Player(page, "touch" if on_phone else "mouse")
    for _ in range(MOST_STEPS):
        if made.moves >= MOVES:
            break
        what = await player.waiting(3 * PATIENCE)  # five house bots take their time
        if what == "over" and not await page.locator(BUTTONS).count():
            with suppress(Error):  # the next game may have begun by itself
                await page.locator(BEGIN).first.click(timeout=SOON)
        elif what == "ready":
            await player.act(MADE_READY)
        elif what == "pieces":
            await player.pick()
        else:
            await player.push()
    assert made.moves >= MOVES
    assert made.typed == 0
    await keep_picture(page, f"newcomer-{game}")


MOST_PRESSES: Final = 4
"""From the door to the first own move, the door's button among them."""
NEXT: Final = "#offers .main-button, #panel button.piece.next"


async def test_four_presses_lead_from_the_door_to_the_first_own_move_of_every_game(
    server: Server, visitors: Visitors
) -> None:
    context = await visitors.own_context()  # its answers are recorded
    for game in GAMES:
        page = await visitors.page(context)
        made = Made(page)
        await page.goto(f"{server.url}/room/four-{game}")
        await expect(page.locator("#name")).not_to_have_value("")
        await page.get_by_role("button", name="Sit down").click()
        await page.locator(f'[data-house="{game}"]').click()
        await expect(page.locator("#panel")).to_have_attribute("data-phase", "playing")
        presses = 2
        while not made.moves:
            await expect(page.locator(".turn:is(.yours, .may)").first).to_be_visible(timeout=3 * PATIENCE)
            picked = await page.locator(f"{PICKED}, {BAR_BUTTON}").count() > 0
            sends = page.locator(BAR_BUTTON)
            await (sends if await sends.count() else page.locator(NEXT)).first.click()
            presses += 1
            assert presses <= MOST_PRESSES, game

            async def goes_on(page: Page = page, made: Made = made, picked: bool = picked) -> bool:
                return made.moves > 0 or (not picked and await page.locator(f"{PICKED}, {BAR_BUTTON}").count() > 0)

            await until(goes_on)
        assert made.typed == 0
        await page.close()
