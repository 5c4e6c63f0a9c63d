"""Play whole games on the real bot by pressing pieces: by mouse, by keyboard alone, and by touch on a phone.

Moves without a piece (a number of suckers, pass, trip) are pressed as buttons. No form is filled in.
"""

import random
import re
from collections.abc import AsyncIterator, Callable
from typing import Final, Literal

import pytest
import pytest_asyncio
from e2e.conftest import PATIENCE, Visitors, keep_picture
from e2e.test_headache import UNHURRIED, Guest, order, room
from playwright.async_api import Page, expect

__all__ = ["room"]

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOST_STEPS: Final = 600
By = Literal["mouse", "keyboard", "touch"]
OVER: Final = ".phase.between"
PIECES: Final = "button.piece.next"
MADE_READY: Final = "#press-bar .main-button"
BUTTONS: Final = "#offers > .button-row button, #offers > .direct button, #offers > form [type=submit]"
OPENED: Final = "dialog[open], #answer:not([hidden]), #rules:not([hidden])"
"""Something opened by mistake, because the page moved between look and press: people close it."""
CLOSE_RULES: Final = "() => document.querySelector('#rules:not([hidden]) #rules-close')?.click()"
RESULT: Final = ".result .end"
WAITING: Final = f"""() => document.querySelector('{OPENED}') ? 'opened'
  : document.querySelector('{OVER}') ? (document.querySelector('{RESULT}')?.textContent.trim() ? 'over' : '')
  : document.querySelector('{MADE_READY}') ? 'ready'
  : document.querySelector('{PIECES}') ? 'pieces' : document.querySelector('{BUTTONS}') ? 'buttons' : ''"""


LIES_AT: Final = """([selector, lot, opened]) => {
    if (document.querySelector(opened)) return "gone";
    const all = [...document.querySelectorAll(selector)];
    const node = all[Math.floor(lot * all.length)];
    if (!node) return "gone";
    const seen = () => {
      const {left, top, width, height} = node.getBoundingClientRect();
      const corners = [[5, 8], [width / 2, height / 2], [width - 5, 8], [5, height - 8], [width - 5, height - 8]];
      const at = corners.map(([x, y]) => [left + x, top + y]);
      return at.find((spot) => node.contains(document.elementFromPoint(...spot)));
    };
    if (!seen()) node.scrollIntoView({block: "center"});
    return seen();
}"""
"""Finds a visible point of one of these, since pieces overlap and each shows a part."""
FOCUSED: Final = """([selector, lot]) => {
    const all = [...document.querySelectorAll(selector)];
    all[Math.floor(lot * all.length)]?.focus();
    return all.length > 0;
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def guests(visitors: Visitors) -> AsyncIterator[Callable[..., Guest]]:
    """Yield people whose pages report no errors except haste: no person presses as fast as a test."""
    complaints: list[str] = []
    yield lambda context: Guest(visitors, context, complaints)
    assert [one for one in complaints if "429 (Too Many Requests)" not in one] == []


class Player:
    """Presses lit pieces at random. `pressed`: how many pieces."""

    def __init__(self, page: Page, by: By) -> None:
        self._page, self._by, self._lot = page, by, random.Random(7)  # noqa: S311 - not a secret
        self.pressed = 0

    async def play(self) -> None:
        """Play until the result of the game is shown. Each pressed piece must be reachable and not scrolled away."""
        for _ in range(MOST_STEPS):
            match await self.waiting():
                case "over":
                    return
                case "opened":
                    await self._page.keyboard.press("Escape")
                    await self._page.evaluate(CLOSE_RULES)
                case "ready":
                    await self.act(MADE_READY)
                case "pieces" if self._lot.randrange(4):
                    await self.pick()
                case _:
                    await self.push()
        raise AssertionError("this game never ends")

    async def waiting(self, patience: float = PATIENCE) -> str:
        """Return what can be pressed, as soon as there is anything.

        A game is over once its result is told. Both are read at once, since a late press would begin the next game.
        """
        return str(await (await self._page.wait_for_function(WAITING, timeout=patience, polling=50)).json_value())

    async def pick(self) -> None:
        """Press a lit piece, which may have disappeared by then."""
        self.pressed += await self.act(PIECES)

    async def push(self) -> None:
        """Press a button, such as ready, trip or pass, since cards could be swapped forever."""
        await self.act(BUTTONS)

    async def act(self, those: str) -> bool:
        """Press one of these elements; return whether there was one."""
        asked = [those, self._lot.random(), OPENED]
        if self._by == "keyboard":
            if found := await self._page.evaluate(FOCUSED, asked):
                await self._page.keyboard.press("Enter")
            return bool(found)
        found = await (await self._page.wait_for_function(LIES_AT, arg=asked, polling=50)).json_value()
        if found == "gone":
            return False
        await (self._page.touchscreen.tap(*found) if self._by == "touch" else self._page.mouse.click(*found))
        return True


GAMES: Final = {
    "cones": "!open cones pace=0 sectors=4 turn_cap=20 quiet_cap=0 turn_seconds=600 pop_seconds=600",
    "poohead": "!open poohead pace=0 jokers_per_deck=0 end=first_out turn_seconds=600 swap_seconds=600 turn_cap=50",
    "rogues": "!open rogues pace=0 turn_seconds=600 duel_seconds=600",
    "halflings": "!open halflings mode=duel pace=0 stake_seconds=600 roll_seconds=600 split_seconds=600",
    "headache": f"!open headache pace=0 min_players=3 max_swap_rounds=1 {UNHURRIED}",
}
BOTS: Final = {"headache": "!bots 3"}
"""All other games have one house bot."""
SEATED: Final[dict[By, tuple[int, int]]] = {"mouse": (1280, 800), "keyboard": (1280, 800), "touch": (400, 800)}


@pytest.mark.parametrize(("game", "by"), [("cones", "keyboard"), ("rogues", "mouse")])
async def test_a_game_is_played_by_pressing(
    room: str, visitors: Visitors, guests: Callable[..., Guest], game: str, by: By
) -> None:
    """Played to its end. The two longest games are begun by touch in `test_newcomer`, a round of Halflings is played
    in `test_real`, and the long form plays all.
    """
    width, height = SEATED[by]
    page = await guests(await visitors.own_context(width=width, height=height)).sit(room, "Pete")
    if by == "mouse":
        await page.emulate_media(reduced_motion="no-preference")
    await order(page, GAMES[game], BOTS.get(game, "!bots 1"), "!start")
    if game == "cones":
        await expect(page.get_by_role("note")).to_contain_text("Your first four turns")
        await expect(page.get_by_role("button", name="My odds")).to_have_count(0)
        await expect(page.locator("button.piece.picked")).to_have_attribute("data-word", re.compile("x"))
    player = Player(page, by)
    await player.play()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert player.pressed > 0 or game == "halflings", "there a round may be over before a die can be touched"
    await keep_picture(page, f"pressed-{game}-{by}")


@pytest.mark.soak
@pytest.mark.parametrize("by", SEATED)
@pytest.mark.parametrize("game", GAMES)
async def test_every_game_is_played_by_every_way_of_pressing(
    room: str, visitors: Visitors, guests: Callable[..., Guest], game: str, by: By
) -> None:
    await test_a_game_is_played_by_pressing(room, visitors, guests, game, by)
