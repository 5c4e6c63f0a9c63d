"""Measure what somebody waits for who comes for the first time: `python -m bench.first_visit`.

As Lighthouse does for a phone: the network has 1.4 Mbit/s and answers after 0.56 s, and the processor is four times
slower than this one. The first row is the page at `/`; the second is the room, from the press of the form's button
on, with what the first one has left in the browser's cache.
"""

# ruff: noqa: E402 - the folders of the tests must be found first

import asyncio
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))

from chromium import started
from e2e.server import serving
from e2e.wire import Wire
from playwright.async_api import Browser, Page

RUNS: Final = 5
KBIT: Final = 1000 / 8
NETWORK: Final = {
    "offline": False,
    "latency": 562.5,
    "downloadThroughput": 1474.56 * KBIT,
    "uploadThroughput": 675 * KBIT,
}
"""Lighthouse's `mobileSlow4G`, as the browser's own tools apply it."""
SLOWER: Final = 4
PHONE: Final = {"width": 412, "height": 823}
LONGEST_TASK: Final = 50
"""Milliseconds: only what a task takes beyond them counts as blocking."""
LISTEN: Final = """
window.seen = { largest: 0, blocked: 0, shifted: 0 };
function on(type, note) {
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
}
on("largest-contentful-paint", (entry) => { window.seen.largest = entry.startTime; });
on("longtask", (entry) => { window.seen.blocked += entry.duration - LONGEST; });
on("layout-shift", (entry) => { if (!entry.hadRecentInput) window.seen.shifted += entry.value; });
""".replace("LONGEST", str(LONGEST_TASK))
SEEN: Final = """() => ({
  ...window.seen, first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
})"""


class Visited(NamedTuple):
    """Hold what one page took: milliseconds, but for the first two and the last."""

    requests: float
    kilobytes: float
    first_paint: float
    largest_paint: float
    blocked: float
    shifted: float


async def read(page: Page, wire: Wire) -> Visited:
    """Wait until a page fetches nothing more, and read what it took."""
    await page.wait_for_load_state("networkidle")
    seen: Mapping[str, float] = await page.evaluate(SEEN)
    times = (seen["first"], seen["largest"], seen["blocked"], seen["shifted"])
    return Visited(len(wire.requests), sum(wire.size.values()) / 1000, *times)


async def visit(browser: Browser, url: str) -> tuple[Visited, Visited]:
    """Come to the entrance, and from there into the room."""
    context = await browser.new_context(viewport=PHONE, device_scale_factor=1.75, has_touch=True, is_mobile=True)
    page = await context.new_page()
    line = await context.new_cdp_session(page)
    await line.send("Network.enable")
    await line.send("Network.emulateNetworkConditions", NETWORK)
    await line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    await page.add_init_script(LISTEN)
    at_the_door, in_the_room = Wire(), Wire()
    await at_the_door.listen(page)
    await page.goto(url)
    door = await read(page, at_the_door)
    await page.fill("#name", "Pete")
    await in_the_room.listen(page)
    await page.click("form button[type=submit]")
    await page.wait_for_selector("#link[data-state=ok]", state="attached")
    room = await read(page, in_the_room)
    await context.close()
    return door, room


def middle(runs: Sequence[Visited]) -> Visited:
    """Return the middle of each figure."""
    return Visited(*map(median, zip(*runs, strict=True)))


async def main() -> None:
    """Print a row for each page."""
    async with started() as browser, serving(POTLUCK_PROXIES="") as server:
        runs = [await visit(browser, f"{server.url}/") for _ in range(RUNS)]
    print("| page | requests | KB | first paint | largest paint | blocked | shifted |\n|---|---|---|---|---|---|---|")
    for name, of_page in zip(("the entrance", "the room"), zip(*runs, strict=True), strict=True):
        got = middle(of_page)
        times = " | ".join(f"{one / 1000:.2f} s" for one in (got.first_paint, got.largest_paint))
        print(
            f"| {name} | {got.requests:.0f} | {got.kilobytes:.1f} | {times} "
            f"| {got.blocked:.0f} ms | {got.shifted:.3f} |"
        )


if __name__ == "__main__":
    asyncio.run(main())
