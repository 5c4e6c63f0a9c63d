"""Test that what is sent past the library leaves nothing with it, and that a picture goes as one body."""

from gatherings import opened
from night import Night

from bot.adapters.discord.outbound.components import Text, View
from bot.adapters.discord.outbound.pictures import SharedPart
from bot.adapters.discord.outbound.requests import BOUNDARY, body, content
from bot.ports.messages import ShownBoard
from bot.render.painting import BoardWanted


async def test_an_answered_press_leaves_nothing_with_the_library(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    await opened(night, [ann, ben], "halflings", "mode=duel cooldown=0", night.channel)
    card = await night.card("ann")
    pressed = [await ann.presses(card, "More") for _ in range(3)]
    await night.quiet()
    assert all(one.answer is not None for one in pressed)
    limits = night.client.http._buckets
    assert [key for key in limits for one in pressed if one.token in key] == [], "a limit for each press is kept"
    assert night.client._connection._view_store._views == {}, "what messages show is remembered"


def test_a_picture_goes_with_its_message_in_one_body() -> None:
    picture = SharedPart("all", BoardWanted(ShownBoard.of(10, "", ()), 400, 9_000), b"PNG")
    sent = body(content(View(Text("hello")), picture), picture)
    told = bytes(sent._value)
    assert sent.content_type == f"multipart/form-data; boundary={BOUNDARY}"
    assert told.count(f"--{BOUNDARY}".encode()) == 3
    assert b'"components":[{"type":10,"content":"hello"}],"attachments":[{"id":0,"filename":"table.png"}]' in told
    assert b'name="files[0]"; filename="table.png"' in told
    assert b"\r\n\r\nPNG\r\n" in told
    assert sent.size == len(told)


def test_a_message_without_a_picture_takes_away_the_one_that_it_had() -> None:
    sent = body(content(View(Text("hello")), None), None)
    assert sent.content_type == "application/json"
    assert b'"attachments":[]' in bytes(sent._value)
