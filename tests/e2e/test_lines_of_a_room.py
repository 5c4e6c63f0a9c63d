"""Test what the live line of a page tells a proxy before several processes."""

import pytest
from e2e.conftest import Room, Visitors

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_live_line_names_its_room_so_that_the_rooms_pages_can_be_kept_at_one_process(
    room: Room, visitors: Visitors
) -> None:
    page = await visitors.sit(room.url, "Pete")
    async with page.expect_websocket() as line:
        await page.reload()
    assert (await line.value).url.endswith("/live?room=main")
